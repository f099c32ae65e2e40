import { LruCache } from '../kernel/lru-cache.ts';
import type { TableChanges } from './table-changes.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly changes: string;
  /** By performance.now(). */
  readonly readMs: number;
}

/**
 * What was read of some tables, for as long as it can be known to be true: until one of them is
 * seen to be written, and for `maxAgeMs` at most, since what other nodes write is not seen. What is
 * not there is not remembered. Values hold no judgement by the clock: an end that comes is the
 * reader's to see.
 */
export class Remembered<Value> {
  readonly #changes: TableChanges;
  readonly #tables: readonly string[];
  readonly #maxAgeMs: number;
  readonly #entries: LruCache<Entry<Value>>;

  constructor(
    changes: TableChanges,
    tables: readonly string[],
    maxAgeMs: number,
    maxEntries = 10_000,
  ) {
    this.#changes = changes;
    this.#tables = tables;
    this.#maxAgeMs = maxAgeMs;
    this.#entries = new LruCache(maxEntries);
  }

  async get(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const changes = this.#changes.of(this.#tables);
    const known = this.#entries.get(key);
    if (known && known.changes === changes && performance.now() - known.readMs < this.#maxAgeMs)
      return known.value;
    const readMs = performance.now();
    const value = await read();
    // Counted before it was read: a write that came in between shows.
    if (value !== null && this.#maxAgeMs > 0) this.#entries.set(key, { value, changes, readMs }, 1);
    return value;
  }
}
