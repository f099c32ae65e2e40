import { lstatSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/**
 * Files that are looked at in one turn of the event loop by a call of the system: 3 µs each, where
 * one beside it takes 0.1 ms of CPU for two threads and a turn more.
 */
const mostAtOnce = 16;

/** Looks at files: at once at as many as a small query has, at those of thousands beside. */
export class FileLooks {
  /** In this turn of the event loop. */
  #lookedAt = 0;

  /** Throws the system's error where there is none. */
  async look(path: string): Promise<Stats> {
    if (this.#lookedAt >= mostAtOnce) return lstat(path);
    if (this.#lookedAt === 0) {
      setImmediate(() => {
        this.#lookedAt = 0;
      });
    }
    this.#lookedAt += 1;
    return lstatSync(path);
  }
}
