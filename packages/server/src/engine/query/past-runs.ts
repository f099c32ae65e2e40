import { LruCache } from '../../kernel/lru-cache.ts';

/**
 * The size of earlier results in this worker for texts over larger tables, by text and table
 * shapes. The class predicts few rows for a text, whatever was loaded since.
 */
export class PastRuns {
  readonly #gave = new LruCache<'few' | 'many'>(2 * 2 ** 20);

  /** `isLookup` decides for a text without an earlier run. */
  expectsFew(key: string, isLookup: boolean): boolean {
    const gave = this.#gave.get(key);
    return gave === undefined ? isLookup : gave === 'few';
  }

  /** A text that runs as few rows has no profile, and a slow text must have a profile. */
  noteFew(key: string, tookMs: number, profileFromMs = Number.POSITIVE_INFINITY): void {
    const isQuick = tookMs < profileFromMs / 2;
    if (isQuick && this.#gave.get(key) === undefined) this.#gave.set(key, 'few', key.length);
    if (!isQuick && this.#gave.get(key) === 'few') this.#gave.delete(key);
  }

  /** The entry stays, because the few-rows way takes twice as long for many rows. */
  noteMany(key: string): void {
    this.#gave.set(key, 'many', key.length);
  }
}
