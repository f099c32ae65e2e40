import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageFailureOf } from '../kernel/storage-failure.ts';

const MiB = 2 ** 20;
/**
 * The bytes that a start writes before serving: the log of the metadata, its index, a row or two.
 */
const reserveBytes = 4 * MiB;
/** A disk with less free space is full. */
const fullBytes = 2 * MiB;
/** The reserve is made where so much is left. */
const roomBytes = 8 * reserveBytes;

/**
 * Some megabytes of the data folder's disk that nobody writes to. A start on a full disk frees the
 * reserve first, so the service starts and can read, like a service whose disk fills during its
 * run.
 */
export class DiskReserve {
  readonly #path: string;
  readonly #freeBytes: () => number;

  constructor(dataDir: string, freeBytes = () => freeBytesOf(dataDir)) {
    this.#path = join(dataDir, 'reserve');
    this.#freeBytes = freeBytes;
  }

  /** Frees the reserve if the disk is full; returns true if the disk is full. */
  useIfFull(): boolean {
    if (this.#freeBytes() >= fullBytes) return false;
    rmSync(this.#path, { force: true });
    return true;
  }

  /** Makes a missing reserve if the disk has room. A service without a reserve runs too. */
  keep(): void {
    if (existsSync(this.#path) || this.#freeBytes() < roomBytes) return;
    try {
      // Random bytes, which no file system can compress.
      writeFileSync(this.#path, randomBytes(reserveBytes), { mode: 0o600 });
    } catch {
      rmSync(this.#path, { force: true });
    }
  }
}

/**
 * The error of a start, or a sentence about the disk if the disk of the data folder is full and a
 * storage refused bytes. SQLite calls a full disk an I/O error.
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
