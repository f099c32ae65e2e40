import { manifestKeys } from '../lake/manifest-keys.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';

/**
 * The lake files that manifests name, 8 bytes each: the first 10 characters of a file's random name
 * as a number below 3.7e15. Beside a million files that are named, one that is not passes for one
 * of them with a probability of 3e-10; it stays then.
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

/** 0 for a name that is not made as those of lake files are. */
function numberOf(key: string): number {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return /^[0-9a-z]{10}/.test(name) ? Number.parseInt(name.slice(0, 10), 36) : 0;
}
