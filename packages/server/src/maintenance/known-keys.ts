import { manifestKeys } from '../lake/manifest-keys.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';

/**
 * Lake files named by manifests, 8 bytes each: the first 10 characters of the random file name, as
 * a number below 3.7e15. Among a million named files, an unnamed file is taken for a named one with
 * a probability of 3e-10, and stays.
 */
export class KnownKeys {
  #numbers = new Float64Array(1024);
  #count = 0;

  static async read(db: MetadataHandle, signal: AbortSignal): Promise<KnownKeys> {
    const known = new KnownKeys();
    for await (const { keys } of manifestKeys(db, null, signal))
      for (const key of keys) known.#add(key);
    known.#numbers = known.#numbers.slice(0, known.#count).sort();
    return known;
  }

  #add(key: string): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count] = numberOf(key);
    this.#count += 1;
  }

  /** False only for a key that no manifest names. */
  mayHave(key: string): boolean {
    const wanted = numberOf(key);
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#numbers[low] === wanted;
  }
}

/** Returns 0 for a name in another form than lake files'. */
function numberOf(key: string): number {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return /^[0-9a-z]{10}/.test(name) ? Number.parseInt(name.slice(0, 10), 36) : 0;
}
