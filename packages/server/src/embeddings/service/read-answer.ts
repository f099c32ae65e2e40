import { maxDimensions } from '../../kernel/vector-limits.ts';
import { EmbeddingError } from '../embedding-error.ts';
import type { EmbeddedTexts } from '../provider.ts';

/**
 * The vectors of an OpenAI embeddings answer for `count` texts, in the order of the texts. Throws
 * EmbeddingErrors (`bad_answer`) for a wrong number of vectors, repeated positions, dimensions
 * other than `dimensions`, different lengths, or values that are no finite numbers of 32 bits.
 */
export function readAnswer(
  text: string,
  count: number,
  dimensions: number | null,
  provider: string,
): EmbeddedTexts {
  const bad = (what: string) =>
    new EmbeddingError('bad_answer', `Embedding provider '${provider}' answered wrongly: ${what}`);
  const answer = parse(text);
  if (answer === undefined) throw bad('it sent no JSON');
  const entries = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(entries)) throw bad("its answer has no list 'data' of embeddings");
  if (entries.length !== count) throw bad(`${entries.length} embeddings for ${count} texts`);
  const found = lengthOf(entries[0]) ?? 0;
  const expected = dimensions ?? found;
  if (expected > maxDimensions)
    throw bad(`an embedding of ${expected} dimensions, and ${maxDimensions} are the most`);
  const vectors = new Float32Array(count * expected);
  const isPlaced = new Uint8Array(count);
  entries.forEach((entry, position) => {
    const { index = position, embedding } = (entry ?? {}) as {
      index?: unknown;
      embedding?: unknown;
    };
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= count ||
      isPlaced[index]
    ) {
      throw bad("an embedding without an 'index' of its own");
    }
    isPlaced[index] = 1;
    if (!Array.isArray(embedding)) throw bad('an embedding that is no list of numbers');
    if (embedding.length !== expected || expected === 0) {
      throw bad(
        `an embedding of ${embedding.length} dimensions where ${expected || 'some'} were expected`,
      );
    }
    embedding.forEach((value, dimension) => {
      const single = typeof value === 'number' ? Math.fround(value) : Number.NaN;
      if (!Number.isFinite(single)) throw bad('an embedding with a value that is no finite number');
      vectors[index * expected + dimension] = single;
    });
  });
  return { vectors, dimensions: expected, tokens: tokensOf(answer) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lengthOf(entry: unknown): number | undefined {
  const embedding = (entry as { embedding?: unknown } | null | undefined)?.embedding;
  return Array.isArray(embedding) ? embedding.length : undefined;
}

function tokensOf(answer: unknown): number {
  const usage = (answer as { usage?: { total_tokens?: unknown; prompt_tokens?: unknown } | null })
    .usage;
  const tokens = usage?.total_tokens ?? usage?.prompt_tokens;
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : 0;
}
