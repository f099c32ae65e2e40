import { closeSync, fsync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { hasCode, nullIfMissing } from './file-errors.ts';
import { assertFolder } from './scratch-folder.ts';

const fsyncAside = promisify(fsync);

/**
 * Makes the names in a directory survive a power loss. Opening takes 0.01 ms, and a trip to another
 * thread 0.1; the sync, which may take 5, runs off the event loop.
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
 * Makes the written bytes of a file survive a power loss, while writers continue. A file that was
 * dropped meanwhile needs no sync.
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
 * The calls by which a store brings files to disk. A disk reports bytes that it could not write
 * once, to the first sync; the next sync of the file succeeds. So nobody may repeat a sync and
 * trust the result: after a failed sync, the bytes are dropped and must be sent again.
 */
export interface DiskSyncs {
  /** Syncs a whole file, or the names in a folder. */
  readonly whole: (path: string) => Promise<void>;
  /** Syncs a file that is still being written. */
  readonly written: (path: string) => Promise<void>;
}

/**
 * True if a sync failed because of the disk. A file that could not be opened reported nothing yet,
 * and the next sync receives the report.
 */
export function isDiskRefusal(error: unknown): boolean {
  return !(error instanceof Error && 'syscall' in error && error.syscall === 'open');
}

export const diskSyncs: DiskSyncs = { whole: syncFile, written: syncWritten };

const maxKnown = 10_000;

/**
 * Directories below a root whose own names are known to survive a power loss. A directory counts
 * only once this process synced its parent: another writer may have made the directory a moment
 * ago, without a sync.
 */
export class DurableDirectories {
  readonly #root: string;
  readonly #known = new Map<string, Promise<void>>();

  /** `root` exists and is no link. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Creates `directory` and its missing parents. Refuses to go through a link. */
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

  /** Must be called before `directory` is removed. */
  forgetOne(directory: string): void {
    this.#known.delete(directory);
  }

  /** Must be called when `directory` turns out to be gone, perhaps with some of its parents. */
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
