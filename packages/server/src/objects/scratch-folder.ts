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
 * Empty folders for reuse. A file system is slow to find an inode after many were freed: ext4
 * leaves freed inodes alone for a minute, and checks each again for every new inode (a fifth of the
 * CPU of a small load in this process).
 */
const mostSpares = 16;

/**
 * Incomplete or unwanted files: one folder a process, named by its pid. The files of a killed
 * process go when the next process opens the store. A store needs one pid namespace: nodes that
 * share a disk would sweep each other's files.
 */
export class ScratchFolder {
  readonly #path: string;
  readonly #spares: string[] = [];

  static async open(parent: string): Promise<ScratchFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      // A container's process has the same pid after every restart: a folder with this pid and an
      // unknown name belongs to a dead process.
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

  /** A path without a file. */
  newPath(): string {
    return join(this.#path, newObjectName());
  }

  /**
   * Creates a missing folder, whose name need not survive a power loss. Refuses to go through a
   * link.
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

  /** Renames a folder away in one step, then removes the folder; a missing folder is no error. */
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
