/**
 * Finds items by name in constant time: a text may name a thousand tables of a schema of thousands.
 */
export class NameIndex<T> {
  readonly #exact = new Map<string, T>();
  /** Keyed in lower case; null if two items differ only in case. */
  readonly #folded = new Map<string, T | null>();

  constructor(items: readonly T[], nameOf: (item: T) => string) {
    for (const item of items) {
      const name = nameOf(item);
      const folded = name.toLowerCase();
      if (!this.#exact.has(name)) this.#exact.set(name, item);
      this.#folded.set(folded, this.#folded.has(folded) ? null : item);
    }
  }

  /**
   * The exact match, else the match in lower case, else the only match without case. A quoted name
   * matches exactly.
   */
  find(name: string, quoted: boolean): T | undefined {
    const exact = this.#exact.get(name);
    if (exact !== undefined || quoted) return exact;
    const folded = name.toLowerCase();
    return this.#exact.get(folded) ?? this.#folded.get(folded) ?? undefined;
  }

  /** True if another item has the name in different case. */
  isAmbiguous(name: string): boolean {
    return this.#folded.get(name.toLowerCase()) === null;
  }
}

const indexes = new WeakMap<readonly { readonly name: string }[], unknown>();

/** The cached index of an immutable list. */
export function indexOf<T extends { readonly name: string }>(items: readonly T[]): NameIndex<T> {
  const known = indexes.get(items);
  if (known instanceof NameIndex) return known as NameIndex<T>;
  const made = new NameIndex(items, ({ name }) => name);
  indexes.set(items, made);
  return made;
}
