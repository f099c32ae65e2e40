import { statfs } from 'node:fs/promises';

/** With less free space on the spool's disk the next large result may not fit. */
const scarceBytes = 256 * 2 ** 20;

/**
 * Predicts success of storing results. A truncated preview is answered before its result is stored,
 * which is a promise. While the store is in doubt, no promise is made: the query waits until its
 * result is stored, and answers 503 on failure. Doubt delays a query and never refuses it, so the
 * doubt ends with the next result stored.
 */
export class StoreHealth {
  readonly #spoolDir: string;
  #hasFailed = false;

  constructor(spoolDir: string) {
    this.#spoolDir = spoolDir;
  }

  /** Records the outcome of each attempt to store a result as an object. */
  note(outcome: 'kept' | 'failed'): void {
    this.#hasFailed = outcome === 'failed';
  }

  async isDoubtful(): Promise<boolean> {
    if (this.#hasFailed) return true;
    try {
      const { bavail, bsize } = await statfs(this.#spoolDir);
      return bavail * bsize < scarceBytes;
    } catch {
      return true;
    }
  }
}

export interface HasStoreHealth {
  readonly storeHealth: StoreHealth;
}
