import { LruCache } from '../../kernel/lru-cache.ts';

/**
 * What texts over larger tables gave when they ran in this worker, by the text and the shapes of
 * its tables: whether few rows are to be expected of them again, whatever was loaded since.
 */
export class PastRuns {
  readonly #gave = new LruCache<'few' | 'many'>(2 * 2 ** 20);

  /** Of a text that never ran `isLookup` decides. */
  expectsFew(key: string, isLookup: boolean): boolean {
    const gave = this.#gave.get(key);
    return gave === undefined ? isLookup : gave === 'few';
  }

  /** What was run that way is not profiled, which a text that takes long has to be. */
  noteFew(key: string, tookMs: number, profileFromMs = Number.POSITIVE_INFINITY): void {
    const isQuick = tookMs < profileFromMs / 2;
    if (isQuick && this.#gave.get(key) === undefined) this.#gave.set(key, 'few', key.length);
    if (!isQuick && this.#gave.get(key) === 'few') this.#gave.delete(key);
  }

  /** Stays so: that way takes twice as long where many rows come. */
  noteMany(key: string): void {
    this.#gave.set(key, 'many', key.length);
  }
}
