/**
 * What nobody asked for in so long is of no use: what is written meanwhile has new keys, and the
 * old ones would stay for ever.
 */
const idleMs = 300_000;

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  usedMs: number;
}

/**
 * The most recently used values, bounded by the sum of their weights; what was not used for
 * `maxIdleMs` goes when something else comes. So that what a cache holds follows from the work of
 * some minutes, not of the process's whole life.
 */
export class LruCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxWeight: number;
  readonly #maxIdleMs: number;
  readonly #nowMs: () => number;
  #weight = 0;

  /** `nowMs`: milliseconds that never go back. */
  constructor(
    maxWeight: number,
    maxIdleMs = idleMs,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#maxWeight = maxWeight;
    this.#maxIdleMs = maxIdleMs;
    this.#nowMs = nowMs;
  }

  /** The sum of what it holds, in the unit of its weights. */
  get weight(): number {
    return this.#weight;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map keeps insertion order: what is inserted again is the newest.
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
