import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { badRequest, overloaded } from '../kernel/errors.ts';
import { newObjectName } from '../kernel/ids.ts';
import { assertSafeKey } from './keys.ts';
import type { LocalFile } from './object-store.ts';
import { writeNewFile } from './write-new-file.ts';

export interface ReadCacheOptions {
  readonly dir: string;
  readonly maxBytes: number;
  /** Starts reading a whole object; `sizeBytes` is the size of the body. */
  readonly fetch: (key: string) => Promise<{ sizeBytes: number; body: Readable }>;
}

interface CachedFile {
  readonly path: string;
  readonly sizeBytes: number;
  pins: number;
  isDropped: boolean;
}

/**
 * Whole objects on local disk for DuckDB. A file appears by rename after its sync, so files found
 * by a restart are complete. The total size, including pinned files and files in transit, stays
 * within `maxBytes`.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions;
  /** Least recently used first. */
  readonly #files = new Map<string, CachedFile>();
  readonly #fetching = new Map<string, Promise<void>>();
  #usedBytes = 0;

  static async open(options: ReadCacheOptions): Promise<ReadCache> {
    const cache = new ReadCache(options);
    await cache.#index();
    return cache;
  }

  private constructor(options: ReadCacheOptions) {
    this.#options = options;
  }

  /**
   * The object's file, pinned until `release`; at most one fetch per key at a time. Throws
   * BAD_REQUEST if the file exceeds the cache, OVERLOADED if pinned files leave too little space,
   * and the errors of `fetch`.
   */
  async pin(key: string): Promise<LocalFile> {
    for (;;) {
      const file = this.#files.get(key);
      if (file) return this.#take(key, file);
      let fetching = this.#fetching.get(key);
      if (!fetching) {
        fetching = this.#fetch(key).finally(() => this.#fetching.delete(key));
        this.#fetching.set(key, fetching);
      }
      await fetching;
    }
  }

  /** Drops a deleted object: now, or at the release of its last pin. */
  async drop(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    this.#files.delete(key);
    file.isDropped = true;
    if (file.pins === 0) await this.#dispose(file);
  }

  #take(key: string, file: CachedFile): LocalFile {
    this.#files.delete(key);
    this.#files.set(key, file);
    file.pins++;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      file.pins--;
      // The next start removes a file that could not be unlinked: its object is gone.
      if (file.pins === 0 && file.isDropped) this.#dispose(file).catch(() => {});
    };
    return { path: file.path, sizeBytes: file.sizeBytes, release };
  }

  async #fetch(key: string): Promise<void> {
    const { sizeBytes, body } = await this.#options.fetch(key);
    // An error before the first read must not end the process; the later read fails with the error.
    body.on('error', () => {});
    try {
      await this.#reserve(sizeBytes);
    } catch (error) {
      body.destroy();
      throw error;
    }
    const draft = join(this.#options.dir, `.${newObjectName()}`);
    const path = join(this.#options.dir, newFileName(key));
    try {
      await writeNewFile(draft, body);
      if ((await lstat(draft)).size !== sizeBytes)
        throw new Error('an object arrived with another size than announced');
      await rename(draft, path);
    } catch (error) {
      this.#usedBytes -= sizeBytes;
      await rm(draft, { force: true });
      throw error;
    }
    this.#files.set(key, { path, sizeBytes, pins: 0, isDropped: false });
  }

  /**
   * Reserves `sizeBytes`, after removing the least recently used unpinned files until the size
   * fits.
   */
  async #reserve(sizeBytes: number): Promise<void> {
    const { maxBytes } = this.#options;
    if (sizeBytes > maxBytes) {
      throw badRequest(
        `a file of ${sizeBytes} bytes is larger than the local read cache of ${maxBytes}; have the operator raise QUERN_CACHE_BYTES`,
      );
    }
    const evicted: [string, CachedFile][] = [];
    let freeBytes = maxBytes - this.#usedBytes;
    for (const [key, file] of this.#files) {
      if (freeBytes >= sizeBytes) break;
      if (file.pins > 0) continue;
      evicted.push([key, file]);
      freeBytes += file.sizeBytes;
    }
    if (freeBytes < sizeBytes) {
      throw overloaded(
        `the files needed do not fit into the local read cache of ${maxBytes} bytes beside those in use; try again in a ` +
          'moment, or have the operator raise QUERN_CACHE_BYTES',
      );
    }
    this.#usedBytes += sizeBytes;
    for (const [key] of evicted) this.#files.delete(key);
    await Promise.all(evicted.map(([, file]) => this.#dispose(file)));
  }

  /** Removes the file of an entry already removed from `#files`. */
  async #dispose(file: CachedFile): Promise<void> {
    this.#usedBytes -= file.sizeBytes;
    await rm(file.path, { force: true });
  }

  /**
   * Takes over an earlier process's files, oldest first, and removes drafts and files above the
   * limit.
   */
  async #index(): Promise<void> {
    const { dir, maxBytes } = this.#options;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const found = [];
    for (const name of await readdir(dir)) {
      const path = join(dir, name);
      const { size, mtimeMs } = await lstat(path);
      const key = keyOf(name);
      if (key === null) await rm(path, { recursive: true, force: true });
      else found.push({ key, path, sizeBytes: size, modifiedAt: mtimeMs });
    }
    found.sort((a, b) => a.modifiedAt - b.modifiedAt);
    for (const { key, path, sizeBytes } of found) {
      // Two files of one key: the process died after a second fetch, before removing the first
      // file.
      await this.drop(key);
      this.#files.set(key, { path, sizeBytes, pins: 0, isDropped: false });
      this.#usedBytes += sizeBytes;
    }
    if (this.#usedBytes > maxBytes) await this.#reserve(0);
  }
}

/**
 * A unique name, so a late removal of the key's former file cannot delete the new one. Keys contain
 * no `+` and no `~`.
 */
const newFileName = (key: string) => `${newObjectName()}~${key.replaceAll('/', '+')}`;

function keyOf(name: string): string | null {
  const [, encoded] = name.split('~');
  const key = encoded?.replaceAll('+', '/') ?? '';
  try {
    assertSafeKey(key);
    return key;
  } catch {
    return null;
  }
}
