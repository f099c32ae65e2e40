import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageFailureOf } from '../kernel/storage-failure.ts';

const MiB = 2 ** 20;
/** What a start writes before it can serve: the log of the metadata, its index, a row or two. */
const reserveBytes = 4 * MiB;
/** With less than this the disk is full. */
const fullBytes = 2 * MiB;
/** The reserve is made where so much is left. */
const roomBytes = 8 * reserveBytes;

/**
 * Some megabytes of the data folder's disk that nobody writes to. A start on a full disk gives them
 * back first, so that the service comes up and goes on to read, as one does whose disk fills while
 * it runs.
 */
export class DiskReserve {
  readonly #path: string;
  readonly #freeBytes: () => number;

  constructor(dataDir: string, freeBytes = () => freeBytesOf(dataDir)) {
    this.#path = join(dataDir, 'reserve');
    this.#freeBytes = freeBytes;
  }

  /** Gives the reserve back where the disk is full; whether it is. */
  useIfFull(): boolean {
    if (this.#freeBytes() >= fullBytes) return false;
    rmSync(this.#path, { force: true });
    return true;
  }

  /** Makes the reserve where it is missing and there is room for it. A service without one runs. */
  keep(): void {
    if (existsSync(this.#path) || this.#freeBytes() < roomBytes) return;
    try {
      // Bytes that no file system makes smaller.
      writeFileSync(this.#path, randomBytes(reserveBytes), { mode: 0o600 });
    } catch {
      rmSync(this.#path, { force: true });
    }
  }
}

/**
 * The error of a start, or a sentence about the disk where the disk of the data folder is full and
 * the error comes from a storage that takes no bytes. SQLite calls a full disk an I/O error.
 */
export function namingFullDisk(
  error: unknown,
  dataDir: string,
  freeBytes = () => freeBytesOf(dataDir),
): unknown {
  const failure = storageFailureOf(error);
  if ((failure !== 'full' && failure !== 'broken') || freeBytes() >= fullBytes) return error;
  return new Error(
    `the disk of the data folder '${dataDir}' is full, and a start needs some megabytes: make room, then start again`,
    { cause: error },
  );
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
