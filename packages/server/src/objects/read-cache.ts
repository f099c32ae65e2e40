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
  /** Begins to read a whole object; `sizeBytes` is what the body will have. */
  readonly fetch: (key: string) => Promise<{ sizeBytes: number; body: Readable }>;
}

interface CachedFile {
  readonly path: string;
  readonly sizeBytes: number;
  pins: number;
  isDropped: boolean;
}

/**
 * Whole objects on local disk for DuckDB. A file appears by rename once it is whole and synced, so
 * that what a restart finds can be served. The bytes of files, pinned ones and those on their way
 * included, stay within `maxBytes`.
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
   * The object's file, kept until `release`; one fetch at a time for a key. Throws BAD_REQUEST
   * where it is larger than the cache, OVERLOADED where it does not fit beside what is pinned just
   * now, and what `fetch` throws.
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

  /** Lets go of an object that was deleted: now, or when its last pin is released. */
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
      // A file that could not be unlinked goes at the next start: its object is gone.
      if (file.pins === 0 && file.isDropped) this.#dispose(file).catch(() => {});
    };
    return { path: file.path, sizeBytes: file.sizeBytes, release };
  }

  async #fetch(key: string): Promise<void> {
    const { sizeBytes, body } = await this.#options.fetch(key);
    // An error while nobody reads yet must not end the process; reading it fails all the same.
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
   * Counts `sizeBytes` as used, after removing unpinned files, the longest unused first, until they
   * fit.
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

  /** For a file that is no longer in `#files`. */
  async #dispose(file: CachedFile): Promise<void> {
    this.#usedBytes -= file.sizeBytes;
    await rm(file.path, { force: true });
  }

  /** Takes over what an earlier process left, oldest first; drafts and what no longer fits go. */
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
      // Two files of one key: the process died after a refetch, before the former file was removed.
      await this.drop(key);
      this.#files.set(key, { path, sizeBytes, pins: 0, isDropped: false });
      this.#usedBytes += sizeBytes;
    }
    if (this.#usedBytes > maxBytes) await this.#reserve(0);
  }
}

/**
 * Unlike any other, so that a late removal of the key's former file cannot hit it. Keys have no `+`
 * and no `~`.
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
