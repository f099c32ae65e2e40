import { statfs } from 'node:fs/promises';

/**
 * Less than this free on the disk where results are written first: the next large one may not fit.
 */
const scarceBytes = 256 * 2 ** 20;

/**
 * Whether results can be expected to be kept. A truncated preview is answered before its result is
 * kept, which is a promise; while the store is in doubt the promise is not made: the query waits
 * until its result is kept, and answers 503 when that fails. Doubt costs time, never a refusal, so
 * it ends with the first result that is kept again.
 */
export class StoreHealth {
  readonly #spoolDir: string;
  #hasFailed = false;

  constructor(spoolDir: string) {
    this.#spoolDir = spoolDir;
  }

  /** To be told how each attempt to keep a result as an object ended. */
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
