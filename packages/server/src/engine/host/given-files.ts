import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { newObjectName } from '../../kernel/ids.ts';
import type { LocalFile } from '../../objects/object-store.ts';

/** So much is written in one call of the system, in less time than another thread is woken. */
const mostAtOnce = 128 * 1024;
const mostSpares = 8;

interface Written {
  readonly flag: string;
  readonly mode: number;
}

/** How bytes get into a file: beside the event loop, and in one call of the system. */
interface Writes {
  writeFile(path: string, bytes: Uint8Array | string, options: Written): Promise<void>;
  writeFileSync(path: string, bytes: Uint8Array | string, options: Written): void;
}

/**
 * Files of bytes that requests bring, for tasks to read. Small ones are used again, under another
 * name each time: to make and remove a file for each of many small loads took longer than all else
 * that the process does for one (objects/scratch-folder.ts says why).
 */
export class GivenFiles {
  readonly #folder: string;
  readonly #writes: Writes;
  readonly #spares: string[] = [];

  constructor(folder: string, writes: Writes = { writeFile, writeFileSync }) {
    this.#folder = folder;
    this.#writes = writes;
  }

  /** A file of them until `release`, which is called once. */
  async write(bytes: Uint8Array | string): Promise<LocalFile> {
    const path = `${this.#folder}/${newObjectName()}.given`;
    const sizeBytes = Buffer.byteLength(bytes);
    try {
      return { path, sizeBytes, release: await this.#writeAt(path, bytes, sizeBytes) };
    } catch (error) {
      // What was written of it is somebody's, and nobody would release it.
      rmSync(path, { force: true });
      throw error;
    }
  }

  /** Gives what releases the file. */
  async #writeAt(path: string, bytes: Uint8Array | string, sizeBytes: number): Promise<() => void> {
    if (sizeBytes === 0 || sizeBytes > mostAtOnce) {
      await this.#writes.writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    }
    const spare = this.#spares.pop();
    if (spare !== undefined) renameSync(spare, path);
    const flag = spare === undefined ? 'wx' : 'r+';
    this.#writes.writeFileSync(path, bytes, { flag, mode: 0o600 });
    return () => this.#keep(path);
  }

  /** Removes what is kept. */
  close(): void {
    for (const path of this.#spares.splice(0)) rmSync(path, { force: true });
  }

  /**
   * The bytes go, all but the first: of a file that was empty and is written, ext4 brings the bytes
   * to disk when it is closed.
   */
  #keep(path: string): void {
    try {
      if (this.#spares.length < mostSpares) {
        truncateSync(path, 1);
        this.#spares.push(path);
        return;
      }
    } catch {
      // What cannot be kept is removed.
    }
    rmSync(path, { force: true });
  }
}
