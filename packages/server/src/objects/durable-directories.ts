import { closeSync, fsync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { hasCode, nullIfMissing } from './file-errors.ts';
import { assertFolder } from './scratch-folder.ts';

const fsyncAside = promisify(fsync);

/**
 * Makes the names in a directory survive a power loss. Opening takes 0.01 ms, and a trip to another
 * thread 0.1; the sync itself, which may take 5, is beside the event loop.
 */
export async function syncDirectory(directory: string): Promise<void> {
  const file = openSync(directory, 'r');
  try {
    await fsyncAside(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the bytes of a file survive a power loss. */
export const syncFile = syncDirectory;

/**
 * Makes what is written of a file so far survive a power loss, beside those who write. A file that
 * was given up meanwhile needs no sync.
 */
async function syncWritten(path: string): Promise<void> {
  const file = await nullIfMissing(open(path, 'r'));
  if (file === null) return;
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/**
 * How a store brings files to disk. A disk tells what it could not write once, to the sync that
 * comes first; the next one of the file hears nothing. So nobody may sync again and believe it:
 * where a sync failed, the bytes are dropped and must come again.
 */
export interface DiskSyncs {
  /** Of a whole file, or of the names in a folder. */
  readonly whole: (path: string) => Promise<void>;
  /** Of a file that is still written. */
  readonly written: (path: string) => Promise<void>;
}

/**
 * Whether a sync failed because of the disk: of a file that could not be opened it told nothing
 * yet, and the next sync hears it.
 */
export function isDiskRefusal(error: unknown): boolean {
  return !(error instanceof Error && 'syscall' in error && error.syscall === 'open');
}

export const diskSyncs: DiskSyncs = { whole: syncFile, written: syncWritten };

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

  /** To be called before `directory` is removed. */
  forgetOne(directory: string): void {
    this.#known.delete(directory);
  }

  /** To be called when `directory` turns out to be gone, and who knows which of its parents. */
  forget(directory: string): void {
    for (let path = directory; path !== this.#root; path = dirname(path)) this.#known.delete(path);
  }

  async #make(directory: string): Promise<void> {
    const parent = dirname(directory);
    await this.ensure(parent);
    this.#makeOne(directory);
    await syncDirectory(parent);
  }

  #makeOne(directory: string): void {
    try {
      mkdirSync(directory, { mode: 0o700 });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      assertFolder(directory);
    }
  }
}
