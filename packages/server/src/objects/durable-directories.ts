import { closeSync, fsyncSync, openSync } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './file-errors.ts';

/** Makes the names in a directory survive a power loss. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the bytes of a file survive a power loss. */
export const syncFile = syncDirectory;

/**
 * The same without leaving the event loop: 0.04 ms for a directory or a small file that is mostly
 * written already, where three trips to another thread cost 0.3 ms.
 */
export function syncNow(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const maxKnown = 10_000;

/**
 * Directories below a root whose own names are known to survive a power loss. A directory counts
 * only once this process synced its parent: one that is merely there may have been made, and not
 * synced, a moment ago.
 */
export class DurableDirectories {
  readonly #root: string;
  readonly #known = new Map<string, Promise<void>>();

  /** `root` exists and is no link. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Makes `directory` and its parents where they are missing. Refuses to go through a link. */
  async ensure(directory: string): Promise<void> {
    if (directory === this.#root) return;
    let known = this.#known.get(directory);
    if (!known) {
      if (this.#known.size >= maxKnown) this.#known.clear();
      known = this.#make(directory);
      this.#known.set(directory, known);
      known.catch(() => this.#known.delete(directory));
    }
    await known;
  }

  /** To be called before `directory` is removed and when it turns out to be gone. */
  forget(directory: string): void {
    for (let path = directory; path !== this.#root; path = dirname(path)) this.#known.delete(path);
  }

  async #make(directory: string): Promise<void> {
    const parent = dirname(directory);
    await this.ensure(parent);
    try {
      await mkdir(directory, { mode: 0o700 });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      const found = await lstat(directory);
      if (!found.isDirectory()) throw new Error('a folder of the object store is a link or a file');
    }
    await syncDirectory(parent);
  }
}
