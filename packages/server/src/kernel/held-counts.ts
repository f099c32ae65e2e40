/** The amount that each key holds. A key with nothing is removed. */
export class HeldCounts {
  readonly #held = new Map<string, number>();

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** Adds to the key's amount. A key at or below zero is removed. */
  add(key: string, amount: number): void {
    const held = this.of(key) + amount;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }

  /** Keys with a positive amount. */
  keys(): string[] {
    return [...this.#held.keys()];
  }
}
