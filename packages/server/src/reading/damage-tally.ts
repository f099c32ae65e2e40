/** The most names to remember. */
const maxKeys = 10_000;

/**
 * Objects that the process found damaged or missing since its start, for the alert of
 * docs/metrics.md.
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
