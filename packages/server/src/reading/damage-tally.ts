/** So many names are kept. */
const maxKeys = 10_000;

/**
 * The objects that this process found damaged or missing since it started: what the alert of
 * docs/metrics.md is about.
 */
export class DamageTally {
  readonly #keys = new Set<string>();

  note(key: string): void {
    if (this.#keys.size < maxKeys) this.#keys.add(key);
  }

  get count(): number {
    return this.#keys.size;
  }
}

export interface HasDamage {
  readonly damage: DamageTally;
}
