import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectName } from '../kernel/ids.ts';
import { hasCode } from './file-errors.ts';

/** Folders of this process, so that a second store in it does not take them for a dead one's. */
const ownNames = new Set<string>();

/**
 * Files that are not whole yet, or no longer wanted: one folder a process, named by its pid. What a
 * killed process left goes when the next one opens the store. One pid namespace a store: nodes that
 * share a disk would sweep each other.
 */
export class ScratchFolder {
  readonly #path: string;

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
   * Takes a folder out of sight in one step, then removes it; one that is not there is no error.
   */
  async removeFolder(folder: string): Promise<void> {
    const doomed = this.newPath();
    try {
      // That of a single PUT is empty by then: one trip to another thread, not four.
      if (await removeEmpty(folder)) return;
      await rename(folder, doomed);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    await rm(doomed, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }
}

/** False where something is in it, which stays. */
async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
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
