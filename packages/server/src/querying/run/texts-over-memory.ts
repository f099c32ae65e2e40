import { isOverMemory } from '../../engine/map-duckdb-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { overloaded, QuernError } from '../../kernel/errors.ts';

/** Longer than clients repeat a request after a 429 (at most two minutes). */
const rememberedMs = 180_000;
const maxRemembered = 1000;

/**
 * Queries that exceeded the memory of one query, keyed by text and table versions. The answer to
 * such a query is 429, and clients repeat the request by themselves. Repeats are answered from here
 * without execution (docs/contract/queries-and-results.md#memory).
 */
export class TextsOverMemory {
  readonly #clock: Clock;
  /** Keyed, oldest first. */
  readonly #texts = new Map<string, { readonly message: string; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws the recent error of the query with the key, if there is one. */
  refuse(key: () => string): void {
    if (this.#texts.size === 0) return;
    for (const [oldest, { until }] of this.#texts) {
      if (until > this.#clock.now()) break;
      this.#texts.delete(oldest);
    }
    if (this.#texts.size === 0) return;
    const known = this.#texts.get(key());
    if (known) throw overloaded(known.message);
  }

  /** The error for the caller: 429 for the memory of one query, otherwise `error` itself. */
  note(error: QuernError, key: () => string): QuernError {
    if (!isOverMemory(error)) return error;
    const ofText = key();
    // The map is ordered by expiry: a text that fails again moves to the end.
    this.#texts.delete(ofText);
    this.#texts.set(ofText, { message: error.message, until: this.#clock.now() + rememberedMs });
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxRemembered) break;
      this.#texts.delete(oldest);
    }
    return new QuernError('OVERLOADED', error.message, { cause: error, retryAfterS: 1 });
  }
}

/** Recent queries above the memory limit. */
export interface HasTextsOverMemory {
  readonly textsOverMemory: TextsOverMemory;
}
