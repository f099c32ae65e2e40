import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isSmallFileKey } from '../../objects/keys.ts';
import { type LocalFile, ObjectMissingError } from '../../objects/object-store.ts';
import type { EngineObjects } from './stored-objects.ts';

/** Bounds of the copies on local disk. The least recently used goes first. */
const maxBytes = 64 * 2 ** 20;
const maxFiles = 4096;

interface Copy {
  readonly path: string;
  readonly sizeBytes: number;
  pins: number;
  isDropped: boolean;
}

/**
 * Small data files of lakes, which the metadata keep, as files for DuckDB. A copy stays at one path
 * while it is kept, as workers know tables in memory by the paths of their files. Copies are not
 * synced: the folder is emptied when the service starts.
 */
export class SmallFiles {
  readonly #readKept: (key: string) => Promise<Uint8Array | null>;
  readonly #folder: string;
  /** By key, the least recently used first. */
  readonly #copies = new Map<string, Copy>();
  #bytes = 0;
  #made = 0;

  /** `readKept` gives the bytes that the metadata keep; null where they keep none. */
  constructor(readKept: (key: string) => Promise<Uint8Array | null>, folder: string) {
    this.#readKept = readKept;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The file on local disk until `release`. Throws `ObjectMissingError`. */
  async localFile(key: string): Promise<LocalFile> {
    return this.#pin(key, this.#copies.get(key) ?? (await this.#copy(key)));
  }

  /** The bytes in the metadata. Throws `ObjectMissingError`. */
  async read(key: string): Promise<Uint8Array> {
    const bytes = await this.#readKept(key);
    if (bytes === null) throw new ObjectMissingError(`no small file has the key ${key}`);
    return bytes;
  }

  /** Drops the copy: now, or once nobody reads it. */
  forget(key: string): void {
    const copy = this.#copies.get(key);
    if (copy === undefined) return;
    this.#copies.delete(key);
    this.#bytes -= copy.sizeBytes;
    copy.isDropped = true;
    if (copy.pins === 0) rmSync(copy.path, { force: true });
  }

  /** Removes the copies. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #copy(key: string): Promise<Copy> {
    const bytes = await this.read(key);
    const present = this.#copies.get(key);
    if (present !== undefined) return present;
    // A dropped copy of the same key may still be read.
    this.#made += 1;
    const path = join(this.#folder, `${key.slice(key.lastIndexOf('/') + 1)}-${this.#made}.parquet`);
    writeFileSync(path, bytes, { mode: 0o600 });
    const copy = { path, sizeBytes: bytes.length, pins: 0, isDropped: false };
    this.#copies.set(key, copy);
    this.#bytes += copy.sizeBytes;
    return copy;
  }

  #pin(key: string, copy: Copy): LocalFile {
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    copy.pins += 1;
    this.#makeRoom();
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      copy.pins -= 1;
      if (copy.pins === 0 && copy.isDropped) rmSync(copy.path, { force: true });
    };
    return { path: copy.path, sizeBytes: copy.sizeBytes, release };
  }

  #makeRoom(): void {
    for (const [key, { pins }] of this.#copies) {
      if (this.#bytes <= maxBytes && this.#copies.size <= maxFiles) return;
      if (pins === 0) this.forget(key);
    }
  }
}

/** The object store as the engine reads it: small files come from the metadata. */
export function withSmallFiles(objects: EngineObjects, small: SmallFiles): EngineObjects {
  return {
    kind: objects.kind,
    putFile: (key, path, options) => objects.putFile(key, path, options),
    putFiles: (files, options) => objects.putFiles(files, options),
    localFile: (key) => (isSmallFileKey(key) ? small.localFile(key) : objects.localFile(key)),
    forget: async (key) => (isSmallFileKey(key) ? small.forget(key) : objects.forget(key)),
    async head(key) {
      if (!isSmallFileKey(key)) return objects.head(key);
      const bytes = await small.read(key).catch(nullIfMissing);
      return bytes && { sizeBytes: bytes.length, etag: '""' };
    },
    async read(key, range) {
      if (!isSmallFileKey(key)) return objects.read(key, range);
      const bytes = await small.read(key);
      const part = range ? bytes.subarray(range.start, range.end) : bytes;
      return Readable.from([part], { objectMode: false });
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ObjectMissingError) return null;
  throw error;
}
