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
  /** A vector for each distinct text but those that were refused; of one length. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly dimensions: number;
  /** That the provider counted for what it was asked now. */
  readonly tokens: number;
  /** Texts that the provider was asked now; the others were known. */
  readonly asked: number;
}

/** What the provider is asked at a time, in texts and characters. */
const stepOf: Readonly<Record<EmbeddingTarget['kind'], BatchBounds>> = {
  service: { count: 1_024, characters: 2 ** 20 },
  // A slow model embeds a text a second, and a step has the time of one request.
  local: { count: 128, characters: 2 ** 20 },
};

/**
 * What a vector depends on besides its text. Providers that agree in it give the same vectors; one
 * that changes in it gives others.
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
 * Vectors for texts, none of which is empty: those that the workspace has had from this model
 * before are not asked for again. `deadlineMs` is that of each step of them. Throws the service's
 * errors: 502 where the provider is to blame.
 */
export async function embedTexts(
  services: HasClock & HasEmbedder & HasMetadata,
  { workspaceId, target }: { readonly workspaceId: string; readonly target: EmbeddingTarget },
  texts: Iterable<string>,
  {
    refusals,
    ...options
  }: EmbedOptions & {
    /** Asked once some are not known: true where more are known after it. */
    readonly recall?: (() => Promise<boolean>) | undefined;
    /** Texts that are refused by themselves have no vector then; absent: they fail all. */
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
 * The texts of one file, or of one load, that have no vector because a provider refuses them, or
 * others that were sent with them.
 */
export class Refusals {
  readonly #texts = new Set<string>();
  readonly #most: number;
  #skipped: number;
  #single = 0;
  /** What it said of the first. */
  first: QuernError | undefined;

  /**
   * So many are looked for one by one, which takes a request for each and for each half; what is
   * refused together beyond them waits together. So do about the first `skipped`: attempts that
   * skip other numbers find all in the end.
   */
  constructor(most: number, skipped = 0) {
    this.#most = most;
    this.#skipped = skipped;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Throws where it is not the texts that are refused; `known`: whether others have vectors. */
  add(text: string, error: QuernError, known: boolean): void {
    this.#texts.add(text);
    this.first ??= error;
    this.#single += 1;
    if (!known && this.#single > Math.min(this.#most, refusedBeforeAny)) throw error;
  }

  /** Whether texts that are refused together are not asked in halves, and wait. */
  leaves(texts: readonly string[], error: QuernError): boolean {
    if (this.#single < this.#most && texts.length > this.#skipped) return false;
    this.#skipped = Math.max(0, this.#skipped - texts.length);
    for (const text of texts) this.#texts.add(text);
    this.first ??= error;
    return true;
  }
}

/** Of a provider that has not taken a text yet, so many are tried one by one. */
const refusedBeforeAny = 3;

/** What is refused together is asked in halves, until it is single texts that are refused. */
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
    // A provider that has taken none yet refuses more than texts.
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

/** A text, and the vector that its model gave: its numbers in 32 bits. */
export interface KnownText {
  readonly text: string;
  readonly vector: Uint8Array;
}

/** Keeps what was embedded before, and is kept no more, as if it had been asked for now. */
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
  /** What of it goes to the provider. */
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
  // The bytes may lie anywhere in a larger buffer; numbers want a place that is a multiple of four.
  return new Map(rows.map(({ key, vector }) => [key, toNumbers(vector)]));
}

const toNumbers = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer);

/** Each batch is kept and counted as it succeeds, whatever becomes of those after it. */
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
    // Whoever awaits it below still hears of it.
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

/** What is to blame where it is not the provider (502). */
const codes: Readonly<Partial<Record<EmbeddingError['class'], ErrorCode>>> = {
  cancelled: 'CLIENT_CLOSED_REQUEST',
  worker_ended: 'SERVICE_UNAVAILABLE',
};

/** Any thrown value as one of the service's errors. */
export function toEmbeddingFailure(thrown: unknown): QuernError {
  if (!(thrown instanceof EmbeddingError)) return toQuernError(thrown);
  const { message, retryable } = thrown;
  return new QuernError(codes[thrown.class] ?? 'BAD_GATEWAY', message, {
    cause: thrown,
    retryable,
  });
}
