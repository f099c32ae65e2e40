import { createHash } from 'node:crypto';
import { type BatchBounds, batchesOf } from '../embeddings/batches-of.ts';
import { EmbeddingError } from '../embeddings/embedding-error.ts';
import { maxTokens, partRead } from '../embeddings/local/part-read.ts';
import type {
  EmbeddedPart,
  EmbeddingTarget,
  EmbedOptions,
  HasEmbedder,
} from '../embeddings/provider.ts';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import { type ErrorCode, QuernError, toQuernError } from '../kernel/errors.ts';
import {
  type EmbeddedTextRow,
  findEmbeddedTexts,
  keepEmbeddedTexts,
  touchEmbeddedTexts,
} from '../metadata/embedded-text-store.ts';
import { noteEmbedded } from '../metadata/embedding-usage.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';

export interface TextVectors {
  /** A vector for each distinct text except refused texts, all of equal length. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly dimensions: number;
  /** The provider's token count for the present requests. */
  readonly tokens: number;
  /** The number of texts sent to the provider now. Other vectors were cached. */
  readonly asked: number;
}

/** The bounds of one step, in texts and characters. */
const stepOf: Readonly<Record<EmbeddingTarget['kind'], BatchBounds>> = {
  service: { count: 1_024, characters: 2 ** 20 },
  // A slow model embeds one text a second, and a step has the time of one request.
  local: { count: 128, characters: 2 ** 20 },
};

/**
 * A key for everything besides the text that determines a vector. Providers with equal keys give
 * equal vectors. A provider with a changed key gives other vectors.
 */
export function modelKey(target: EmbeddingTarget): string {
  if (target.kind === 'local') {
    const { pooling, normalize, maxTokens } = target.config;
    return sha256(JSON.stringify(['local', target.model.digest, pooling, normalize, maxTokens]));
  }
  const { baseUrl, model, dimensions } = target.config;
  return sha256(JSON.stringify([baseUrl, model, dimensions]));
}

/**
 * Vectors for texts, all of which are not empty. Vectors that the workspace received from the model
 * before are not requested again. `deadlineMs` limits each step. Throws the service's errors: 502
 * where the provider is to blame.
 */
export async function embedTexts(
  services: HasClock & HasEmbedder & HasMetadata,
  { workspaceId, target }: { readonly workspaceId: string; readonly target: EmbeddingTarget },
  texts: Iterable<string>,
  {
    refusals,
    ...options
  }: EmbedOptions & {
    /** Called at the first unknown texts; true where the call made more vectors known. */
    readonly recall?: (() => Promise<boolean>) | undefined;
    /**
     * Collects individually refused texts, which then have no vector. Absent: a refusal fails all
     * texts.
     */
    readonly refusals?: Refusals | undefined;
  },
): Promise<TextVectors> {
  const model = modelKey(target);
  const keyed = [...new Set(texts)].map((text): KeyedText => {
    return { text, key: keyOf(model, text), sent: partSeen(target, text) };
  });
  const vectors = new Map<string, Float32Array>();
  const sums = { tokens: 0, asked: 0 };
  for (const step of batchesOf(keyed, ({ sent }) => sent.length, stepOf[target.kind])) {
    const keys = step.map(({ key }) => key);
    let known = await findKnown(services, workspaceId, keys);
    if (known.size < step.length && (await options.recall?.()))
      known = await findKnown(services, workspaceId, keys);
    const missing = step.filter(({ key }) => !known.has(key));
    const onPart = async (part: EmbeddedPart, some: readonly KeyedText[]) => {
      const rows = rowsOf(part, some, workspaceId, services.clock.now());
      for (const { key, vector } of rows) known.set(key, toNumbers(vector));
      await keepPart(services, workspaceId, rows, part.tokens);
      sums.tokens += part.tokens;
    };
    const asking = (some: readonly KeyedText[]) =>
      ask(services, target, some, {
        ...options,
        onPart: (part) => onPart(part, some),
      });
    if (missing.length > 0)
      await (refusals ? askApart(asking, missing, known, refusals) : asking(missing));
    sums.asked += missing.length;
    for (const { text, key } of step) {
      const vector = known.get(key);
      if (vector) vectors.set(text, vector);
    }
  }
  return { vectors, dimensions: oneLength(vectors, target.name), ...sums };
}

/**
 * The texts of one file or load without a vector, because the provider refused the text or a batch
 * with the text.
 */
export class Refusals {
  readonly #texts = new Set<string>();
  readonly #most: number;
  #skipped: number;
  #single = 0;
  /** The error of the first refusal. */
  first: QuernError | undefined;

  /**
   * Creates a collection that locates at most `most` refused texts one by one, at one request for
   * each text and each half. Further texts of a refused batch wait together, and so do about the
   * first `skipped` texts. Attempts with different numbers find all refused texts in the end.
   */
  constructor(most: number, skipped = 0) {
    this.#most = most;
    this.#skipped = skipped;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Throws where the texts are not the cause of the refusal. `known`: other texts have vectors. */
  add(text: string, error: QuernError, known: boolean): void {
    this.#texts.add(text);
    this.first ??= error;
    this.#single += 1;
    if (!known && this.#single > Math.min(this.#most, refusedBeforeAny)) throw error;
  }

  /** True where a refused batch is not halved, and its texts wait. */
  leaves(texts: readonly string[], error: QuernError): boolean {
    if (this.#single < this.#most && texts.length > this.#skipped) return false;
    this.#skipped = Math.max(0, this.#skipped - texts.length);
    for (const text of texts) this.#texts.add(text);
    this.first ??= error;
    return true;
  }
}

/** The number of texts tried alone with a provider that has not accepted any text yet. */
const refusedBeforeAny = 3;

/** Splits a refused batch in halves until single texts are refused. */
async function askApart(
  asking: (some: readonly KeyedText[]) => Promise<void>,
  some: readonly KeyedText[],
  known: ReadonlyMap<string, unknown>,
  refusals: Refusals,
): Promise<void> {
  try {
    await asking(some);
  } catch (error) {
    const isOfTexts =
      error instanceof QuernError &&
      error.cause instanceof EmbeddingError &&
      error.cause.class === 'refused_texts';
    if (!isOfTexts) throw error;
    const left = some.filter(({ key }) => !known.has(key));
    const texts = left.map(({ text }) => text);
    // A provider that accepted no text so far may refuse for another reason than the texts.
    if (known.size > 0 && refusals.leaves(texts, error)) return;
    const [only, ...others] = left;
    if (only !== undefined && others.length === 0) refusals.add(only.text, error, known.size > 0);
    else {
      const half = left.length >>> 1;
      await askApart(asking, left.slice(0, half), known, refusals);
      await askApart(asking, left.slice(half), known, refusals);
    }
  }
}

/** A text and its vector from the model, as 32-bit numbers. */
export interface KnownText {
  readonly text: string;
  readonly vector: Uint8Array;
}

/** Caches vectors that were computed earlier and evicted, as if requested now. */
export async function keepKnownTexts(
  { metadata, clock }: HasClock & HasMetadata,
  { workspaceId, target }: { readonly workspaceId: string; readonly target: EmbeddingTarget },
  texts: readonly KnownText[],
): Promise<void> {
  const model = modelKey(target);
  const rows = texts.map(({ text, vector }) => ({
    workspace_id: workspaceId,
    key: keyOf(model, text),
    vector,
    size_bytes: vector.length,
    used_at: clock.now(),
  }));
  await keepEmbeddedTexts(metadata.db, rows);
}

const keyOf = (model: string, text: string) => sha256(`${model}\n${text}`);

interface KeyedText {
  readonly text: string;
  readonly key: string;
  /** The part of the text for the provider. */
  readonly sent: string;
}

const partSeen = (target: EmbeddingTarget, text: string) =>
  target.kind === 'local' ? partRead(text, target.config.maxTokens ?? maxTokens) : text;

function rowsOf(
  { places, vectors, dimensions }: EmbeddedPart,
  missing: readonly KeyedText[],
  workspaceId: string,
  now: number,
): EmbeddedTextRow[] {
  return places.map((place, row) => {
    const vector = vectors.slice(row * dimensions, (row + 1) * dimensions);
    const bytes = new Uint8Array(vector.buffer);
    return {
      workspace_id: workspaceId,
      key: missing[place]?.key ?? '',
      vector: bytes,
      size_bytes: bytes.length,
      used_at: now,
    };
  });
}

async function keepPart(
  { metadata, clock }: HasClock & HasMetadata,
  workspaceId: string,
  rows: readonly EmbeddedTextRow[],
  tokens: number,
): Promise<void> {
  await keepEmbeddedTexts(metadata.db, rows);
  await noteEmbedded(metadata.db, workspaceId, { texts: rows.length, tokens }, clock.now());
}

async function findKnown(
  { metadata, clock }: HasClock & HasMetadata,
  workspaceId: string,
  keys: readonly string[],
): Promise<Map<string, Float32Array>> {
  const rows = await findEmbeddedTexts(metadata.db, workspaceId, keys);
  const now = clock.now();
  const old = rows.filter(({ used_at }) => used_at < now - dayMs).map(({ key }) => key);
  await touchEmbeddedTexts(metadata.db, workspaceId, old, now);
  // The bytes may begin anywhere in a larger buffer, and a Float32Array needs an offset that is a
  // multiple of four.
  return new Map(rows.map(({ key, vector }) => [key, toNumbers(vector)]));
}

const toNumbers = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer);

/** Each successful batch is cached and counted, whatever happens to later batches. */
async function ask(
  { embedder }: HasEmbedder,
  target: EmbeddingTarget,
  texts: readonly KeyedText[],
  {
    onPart,
    ...options
  }: Omit<EmbedOptions, 'onPart'> & {
    readonly onPart: (part: EmbeddedPart) => Promise<void>;
  },
): Promise<void> {
  let kept = Promise.resolve();
  const keep = (part: EmbeddedPart) => {
    kept = kept.then(() => onPart(part));
    // The await below still receives the error.
    kept.catch(() => {});
  };
  const sent = texts.map((text) => text.sent);
  try {
    await embedder.embed(target, sent, { ...options, onPart: keep });
  } catch (error) {
    await kept;
    throw toEmbeddingFailure(error);
  }
  await kept;
}

function oneLength(vectors: ReadonlyMap<string, Float32Array>, provider: string): number {
  const lengths = new Set([...vectors.values()].map(({ length }) => length));
  if (lengths.size > 1) {
    const shown = [...lengths].join(' and ');
    throw new QuernError(
      'BAD_GATEWAY',
      `Embedding provider '${provider}' gives vectors of other dimensions than before (${shown}); name the 'dimensions' in its configuration`,
      { retryable: false },
    );
  }
  return [...lengths][0] ?? 0;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Error codes of causes other than the provider (502). */
const codes: Readonly<Partial<Record<EmbeddingError['class'], ErrorCode>>> = {
  cancelled: 'CLIENT_CLOSED_REQUEST',
  worker_ended: 'SERVICE_UNAVAILABLE',
};

/** Converts any thrown value into one of the service's errors. */
export function toEmbeddingFailure(thrown: unknown): QuernError {
  if (!(thrown instanceof EmbeddingError)) return toQuernError(thrown);
  const { message, retryable } = thrown;
  return new QuernError(codes[thrown.class] ?? 'BAD_GATEWAY', message, {
    cause: thrown,
    retryable,
  });
}
