/** How much of something each key holds; one that holds nothing is forgotten. */
export class HeldCounts {
  readonly #held = new Map<string, number>();

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** Less than nothing is nothing. */
  add(key: string, amount: number): void {
    const held = this.of(key) + amount;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }

  /** Of those that hold something. */
  keys(): string[] {
    return [...this.#held.keys()];
  }
}
