import { lstatSync, mkdirSync, opendirSync, renameSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectName } from '../kernel/ids.ts';
import { hasCode } from './file-errors.ts';

/**
 * Folders of this process, so a second store in the process does not treat them as a dead
 * process's.
 */
const ownNames = new Set<string>();

/**
 * Empty folders that are kept to be used again. A file system takes long to find an inode beside
 * many that were freed just now: ext4 leaves those alone for a minute, and looks at each again for
 * every new one (a fifth of what a small load took of this process).
 */
const mostSpares = 16;

/**
 * Files that are not whole yet, or no longer wanted: one folder a process, named by its pid. What a
 * killed process left goes when the next one opens the store. One pid namespace a store: nodes that
 * share a disk would sweep each other.
 */
export class ScratchFolder {
  readonly #path: string;
  readonly #spares: string[] = [];

  static async open(parent: string): Promise<ScratchFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      // A container's process has the same pid after every restart: its own pid under an unknown
      // name is a dead one's.
      if (!ownNames.has(name) && !isAlive(Number.parseInt(name, 10)))
        await rm(join(parent, name), { recursive: true });
    }
    const name = `${process.pid}-${newObjectName()}`;
    ownNames.add(name);
    await mkdir(join(parent, name), { mode: 0o700 });
    return new ScratchFolder(join(parent, name));
  }

  private constructor(path: string) {
    this.#path = path;
  }

  /** A path that nothing is at. */
  newPath(): string {
    return join(this.#path, newObjectName());
  }

  /**
   * Makes a folder where it is missing, whose name need not survive a power loss. Refuses to go
   * through a link.
   */
  makeFolder(folder: string): void {
    const spare = this.#spares.pop();
    try {
      if (spare === undefined) mkdirSync(folder, { mode: 0o700 });
      else renameSync(spare, folder);
    } catch (error) {
      if (spare !== undefined) this.#spares.push(spare);
      if (!hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) throw error;
      assertFolder(folder);
    }
  }

  /**
   * Takes a folder out of sight in one step, then removes it; one that is not there is no error.
   */
  async removeFolder(folder: string): Promise<void> {
    const doomed = this.newPath();
    try {
      renameSync(folder, doomed);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    if (this.#spares.length < mostSpares && isEmpty(doomed)) this.#spares.push(doomed);
    else await rm(doomed, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }
}

export function assertFolder(path: string): void {
  if (!lstatSync(path).isDirectory())
    throw new Error('a folder of the object store is a link or a file');
}

function isEmpty(folder: string): boolean {
  const open = opendirSync(folder);
  try {
    return open.readSync() === null;
  } finally {
    open.closeSync();
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH', 'ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE');
  }
}
