import { createHash } from 'node:crypto';
import { EmbeddingError } from '../../embeddings/embedding-error.ts';
import type { EmbeddingTarget, EmbedOptions } from '../../embeddings/provider.ts';
import { dayMs } from '../../kernel/clock.ts';
import { type ErrorCode, QuernError, toQuernError } from '../../kernel/errors.ts';
import {
  type EmbeddedTextRow,
  findEmbeddedTexts,
  keepEmbeddedTexts,
  touchEmbeddedTexts,
} from '../../metadata/embedded-text-store.ts';
import { noteEmbedded } from '../../metadata/embedding-usage.ts';
import type { Services } from '../services.ts';

export interface TextVectors {
  /** A vector for each distinct text; of one length. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly dimensions: number;
  /** That the provider counted for what it was asked now. */
  readonly tokens: number;
  /** Texts that the provider was asked now; the others were known. */
  readonly asked: number;
}

/** Texts that the provider is asked, and vectors that are kept, at a time. */
const textsPerStep = 1_024;

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
 * before are not asked for again. Throws the service's errors: 502 where the provider is to blame.
 */
export async function embedTexts(
  services: Pick<Services, 'metadata' | 'embedder' | 'clock'>,
  { workspaceId, target }: { readonly workspaceId: string; readonly target: EmbeddingTarget },
  texts: Iterable<string>,
  options: EmbedOptions,
): Promise<TextVectors> {
  const distinct = [...new Set(texts)];
  const model = modelKey(target);
  const vectors = new Map<string, Float32Array>();
  let tokens = 0;
  let asked = 0;
  for (let start = 0; start < distinct.length; start += textsPerStep) {
    const keyed = distinct
      .slice(start, start + textsPerStep)
      .map((text) => ({ text, key: sha256(`${model}\n${text}`) }));
    const known = await findKnown(
      services,
      workspaceId,
      keyed.map(({ key }) => key),
    );
    const missing = keyed.filter(({ key }) => !known.has(key));
    if (missing.length > 0) {
      const found = await ask(
        services,
        target,
        missing.map(({ text }) => text),
        options,
      );
      tokens += found.tokens;
      asked += missing.length;
      const now = services.clock.now();
      const rows = missing.map(({ key }, index): EmbeddedTextRow => {
        const vector = found.vectors.subarray(
          index * found.dimensions,
          (index + 1) * found.dimensions,
        );
        known.set(key, vector);
        const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
        return {
          workspace_id: workspaceId,
          key,
          vector: bytes,
          size_bytes: bytes.length,
          used_at: now,
        };
      });
      await keepEmbeddedTexts(services.metadata.db, rows);
      const sums = { texts: missing.length, tokens: found.tokens };
      await noteEmbedded(services.metadata.db, workspaceId, sums, now);
    }
    for (const { text, key } of keyed) vectors.set(text, known.get(key) ?? new Float32Array());
  }
  return { vectors, dimensions: oneLength(vectors, target.name), tokens, asked };
}

async function findKnown(
  { metadata, clock }: Pick<Services, 'metadata' | 'clock'>,
  workspaceId: string,
  keys: readonly string[],
): Promise<Map<string, Float32Array>> {
  const rows = await findEmbeddedTexts(metadata.db, workspaceId, keys);
  const now = clock.now();
  const old = rows.filter(({ used_at }) => used_at < now - dayMs).map(({ key }) => key);
  await touchEmbeddedTexts(metadata.db, workspaceId, old, now);
  // The bytes may lie anywhere in a larger buffer; numbers want a place that is a multiple of four.
  return new Map(
    rows.map(({ key, vector }) => [key, new Float32Array(Uint8Array.from(vector).buffer)]),
  );
}

async function ask(
  { embedder }: Pick<Services, 'embedder'>,
  target: EmbeddingTarget,
  texts: readonly string[],
  options: EmbedOptions,
) {
  try {
    return await embedder.embed(target, texts, options);
  } catch (error) {
    throw toEmbeddingFailure(error);
  }
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
