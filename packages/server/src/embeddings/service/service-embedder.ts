import { batchesOf } from '../batches-of.ts';
import { EmbeddingError } from '../embedding-error.ts';
import type { EmbeddedPart, EmbeddedTexts, ServiceTarget } from '../provider.ts';
import { PassingError, requestEmbeddings } from './request-embeddings.ts';

/** Maximum characters per request: services limit the tokens of a request as well as its texts. */
const maxBatchCharacters = 200_000;
const maxAttempts = 6;
const firstWaitMs = 500;
const minuteMs = 60_000;

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Embeds texts by one provider's service, in sequential batches within the rate limit, with retries
 * after temporary refusals. A requested wait beyond the deadline fails at once.
 */
export class ServiceEmbedder {
  readonly #sleep: Sleep;
  #nextStart = 0;

  constructor(sleep: Sleep = sleepFor) {
    this.#sleep = sleep;
  }

  /** Reports each successful batch. `endsAt` is the caller's deadline, by `Date.now()`. */
  async embed(
    target: ServiceTarget,
    texts: readonly string[],
    signal: AbortSignal,
    endsAt: number,
    onPart: (part: EmbeddedPart) => void,
  ): Promise<void> {
    const bounds = { count: target.config.batchSize, characters: maxBatchCharacters };
    let dimensions: number | undefined;
    let done = 0;
    for (const batch of batchesOf(texts, ({ length }) => length, bounds)) {
      const part = await this.#embedBatch(target, batch, signal, endsAt);
      dimensions ??= part.dimensions;
      if (part.dimensions !== dimensions) {
        throw new EmbeddingError(
          'bad_answer',
          `Embedding provider '${target.name}' answered wrongly: vectors of ${dimensions} and of ${part.dimensions} dimensions`,
        );
      }
      const from = done;
      onPart({ ...part, places: batch.map((_, place) => from + place) });
      done += batch.length;
    }
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
