import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { newObjectName } from '../../kernel/ids.ts';
import type { LocalFile } from '../../objects/object-store.ts';

/** A write of at most 128 KiB in one system call takes less time than waking another thread. */
const mostAtOnce = 128 * 1024;
const mostSpares = 8;

interface Written {
  readonly flag: string;
  readonly mode: number;
}

/** The writes into a file: asynchronous, or in one system call. */
interface Writes {
  writeFile(path: string, bytes: Uint8Array | string, options: Written): Promise<void>;
  writeFileSync(path: string, bytes: Uint8Array | string, options: Written): void;
}

/**
 * Files with bytes from requests, for tasks to read. Small files are reused, under a new name each
 * time. Creating and removing a file for each of many small loads took longer than all other work
 * of the process for the load (objects/scratch-folder.ts says why).
 */
export class GivenFiles {
  readonly #folder: string;
  readonly #writes: Writes;
  readonly #spares: string[] = [];

  constructor(folder: string, writes: Writes = { writeFile, writeFileSync }) {
    this.#folder = folder;
    this.#writes = writes;
  }

  /** Creates a file with the bytes, valid until `release`, which is called once. */
  async write(bytes: Uint8Array | string): Promise<LocalFile> {
    const path = `${this.#folder}/${newObjectName()}.given`;
    const sizeBytes = Buffer.byteLength(bytes);
    try {
      return { path, sizeBytes, release: await this.#writeAt(path, bytes, sizeBytes) };
    } catch (error) {
      // The partial file contains a caller's data, and nobody else would remove the file.
      rmSync(path, { force: true });
      throw error;
    }
  }

  /** Returns the function to release the file. */
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

  /** Removes the spare files. */
  close(): void {
    for (const path of this.#spares.splice(0)) rmSync(path, { force: true });
  }

  /**
   * All bytes but the first are removed. ext4 writes the bytes of a file that was empty to disk at
   * its closing.
   */
  #keep(path: string): void {
    try {
      if (this.#spares.length < mostSpares) {
        truncateSync(path, 1);
        this.#spares.push(path);
        return;
      }
    } catch {
      // A file that cannot be reused is removed.
    }
    rmSync(path, { force: true });
  }
}
