import { bytesHeld } from '../kernel/bytes-held.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import type { TableChanges } from './table-changes.ts';

/** Of each kind of row: some 4,000 databases. */
const rememberedBytes = 4 * 2 ** 20;
/** What an entry takes beside its key and value. */
const entryBytes = 200;

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
    // Counted before it was read: a write that came in between shows.
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
