import { bytesHeld } from '../kernel/bytes-held.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import type { TableChanges } from './table-changes.ts';

/** Bytes per kind of row: some 4,000 databases. */
const rememberedBytes = 4 * 2 ** 20;
/** Overhead of an entry, in addition to key and value. */
const entryBytes = 200;

interface Entry<Value> {
  readonly value: Value;
  readonly changes: string;
  /** Time of the read by performance.now(). */
  readonly readMs: number;
}

/**
 * A cache of values read from certain tables. A value is valid until this process sees a write to
 * one of the tables, and for at most `maxAgeMs`, because other nodes' writes are invisible. Absent
 * rows are not cached. Values contain no decision based on the clock: readers compare expiry times
 * themselves.
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
    maxBytes = rememberedBytes,
  ) {
    this.#changes = changes;
    this.#tables = tables;
    this.#maxAgeMs = maxAgeMs;
    this.#entries = new LruCache(maxBytes);
  }

  async get(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const changes = this.#changes.of(this.#tables);
    const known = this.#entries.get(key);
    if (known && known.changes === changes && performance.now() - known.readMs < this.#maxAgeMs)
      return known.value;
    const readMs = performance.now();
    const value = await read();
    // The count is taken before the read, so a write during the read is noticed.
    if (value !== null && this.#maxAgeMs > 0) this.#remember(key, { value, changes, readMs });
    return value;
  }

  get heldBytes(): number {
    return this.#entries.weight;
  }

  #remember(key: string, entry: Entry<Value>): void {
    this.#entries.set(key, entry, entryBytes + bytesHeld(key) + bytesHeld(entry.value));
  }
}
