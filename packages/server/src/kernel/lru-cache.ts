/**
 * An entry without use for five minutes is useless: newer data has new keys, and old entries would
 * stay for ever.
 */
const idleMs = 300_000;

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  usedMs: number;
}

/**
 * The most recently used values, limited by the sum of their weights. An insertion evicts values
 * without use for `maxIdleMs`. The content therefore reflects the work of some minutes, not of the
 * process's whole life.
 */
export class LruCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxWeight: number;
  readonly #maxIdleMs: number;
  readonly #nowMs: () => number;
  #weight = 0;

  /** `nowMs` returns milliseconds that never decrease. */
  constructor(
    maxWeight: number,
    maxIdleMs = idleMs,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#maxWeight = maxWeight;
    this.#maxIdleMs = maxIdleMs;
    this.#nowMs = nowMs;
  }

  /** The sum of the weights of all values. */
  get weight(): number {
    return this.#weight;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map keeps insertion order, so a second insertion makes the entry the newest.
    this.#entries.delete(key);
    entry.usedMs = this.#nowMs();
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#maxWeight) return;
    const usedMs = this.#nowMs();
    this.#entries.set(key, { value, weight, usedMs });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#maxWeight && usedMs - entry.usedMs <= this.#maxIdleMs) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
