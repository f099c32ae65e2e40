import { isOverMemory } from '../../engine/map-duckdb-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { overloaded, QuernError } from '../../kernel/errors.ts';

/** Longer than a client repeats a request that was answered 429 (two minutes at the most). */
const rememberedMs = 180_000;
const maxRemembered = 1000;

/**
 * Queries that exceeded the memory of one query, by the key of their text and table versions. The
 * answer of such a query is 429, which clients repeat by themselves: the repeats are answered from
 * here, and nothing is executed again (docs/contract/queries-and-results.md#memory).
 */
export class TextsOverMemory {
  readonly #clock: Clock;
  /** By key, the oldest first. */
  readonly #texts = new Map<string, { readonly message: string; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws what the query of this key failed with, where that was a short while ago. */
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

  /** The error to answer with: 429 where `error` is of the memory of one query, else itself. */
  note(error: QuernError, key: () => string): QuernError {
    if (!isOverMemory(error)) return error;
    const ofText = key();
    // The order is that of the ends: a text that fails again goes to the end.
    this.#texts.delete(ofText);
    this.#texts.set(ofText, { message: error.message, until: this.#clock.now() + rememberedMs });
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxRemembered) break;
      this.#texts.delete(oldest);
    }
    return new QuernError('OVERLOADED', error.message, { cause: error, retryAfterS: 1 });
  }
}

/** Queries that exceeded their memory a short while ago. */
export interface HasTextsOverMemory {
  readonly textsOverMemory: TextsOverMemory;
}
