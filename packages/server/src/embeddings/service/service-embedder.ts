import { EmbeddingError } from '../embedding-error.ts';
import type { EmbeddedTexts, ServiceTarget } from '../provider.ts';
import { PassingError, requestEmbeddings } from './request-embeddings.ts';

/** Characters of one request: services bound the tokens of a request as well as its texts. */
const maxBatchCharacters = 200_000;
const maxAttempts = 6;
const firstWaitMs = 500;
const minuteMs = 60_000;

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Texts to vectors by one provider's service: in batches, one after the other, no more often than
 * it allows, each tried again where its refusal may pass. A service that asks to wait longer than
 * there is time is believed at once.
 */
export class ServiceEmbedder {
  readonly #sleep: Sleep;
  #nextStart = 0;

  constructor(sleep: Sleep = sleepFor) {
    this.#sleep = sleep;
  }

  /** `endsAt` is the instant at which the caller gives up, as of `Date.now()`. */
  async embed(
    target: ServiceTarget,
    texts: readonly string[],
    signal: AbortSignal,
    endsAt: number,
  ): Promise<EmbeddedTexts> {
    const parts: EmbeddedTexts[] = [];
    for (const batch of batchesOf(texts, target.config.batchSize)) {
      const part = await this.#embedBatch(target, batch, signal, endsAt);
      const dimensions = parts[0]?.dimensions ?? part.dimensions;
      if (part.dimensions !== dimensions) {
        throw new EmbeddingError(
          'bad_answer',
          `Embedding provider '${target.name}' answered wrongly: vectors of ${dimensions} and of ${part.dimensions} dimensions`,
        );
      }
      parts.push(part);
    }
    return together(parts);
  }

  async #embedBatch(
    target: ServiceTarget,
    batch: readonly string[],
    signal: AbortSignal,
    endsAt: number,
  ): Promise<EmbeddedTexts> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForTurn(target.config.requestsPerMinute, signal);
      try {
        return await requestEmbeddings(target, batch, signal);
      } catch (error) {
        if (!(error instanceof PassingError) || attempt === maxAttempts) throw error;
        const waitMs = error.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
        if (Date.now() + waitMs >= endsAt) throw error;
        await this.#sleep(waitMs, signal);
      }
    }
  }

  /** Requests start a minute / `requestsPerMinute` apart. */
  async #waitForTurn(requestsPerMinute: number | null, signal: AbortSignal): Promise<void> {
    if (requestsPerMinute === null) return;
    const start = Math.max(Date.now(), this.#nextStart);
    this.#nextStart = start + minuteMs / requestsPerMinute;
    if (start > Date.now()) await this.#sleep(start - Date.now(), signal);
  }
}

/**
 * At most `batchSize` texts and `maxBatchCharacters` characters each; a text longer than that is a
 * batch of its own.
 */
export function batchesOf(texts: readonly string[], batchSize: number): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (
      batch.length > 0 &&
      (batch.length === batchSize || characters + text.length > maxBatchCharacters)
    ) {
      batches.push(batch);
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

function together(parts: readonly EmbeddedTexts[]): EmbeddedTexts {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const vectors = new Float32Array(parts.reduce((sum, part) => sum + part.vectors.length, 0));
  let offset = 0;
  for (const part of parts) {
    vectors.set(part.vectors, offset);
    offset += part.vectors.length;
  }
  return {
    vectors,
    dimensions: first?.dimensions ?? 0,
    tokens: parts.reduce((sum, part) => sum + part.tokens, 0),
  };
}

function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
