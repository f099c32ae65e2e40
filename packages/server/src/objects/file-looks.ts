import { lstatSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/**
 * Synchronous looks in one turn of the event loop: 3 µs each, while an asynchronous look takes 0.1
 * ms of CPU on two threads and one more turn.
 */
const mostAtOnce = 16;

/**
 * Reads the state of files: synchronously for the few of a small query, asynchronously for
 * thousands.
 */
export class FileLooks {
  /** Looks in this turn of the event loop. */
  #lookedAt = 0;

  /** Throws the system's error if the file is missing. */
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
