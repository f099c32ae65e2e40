import {
  type BigIntStats,
  closeSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { copyFile, mkdir, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type DiskSyncs,
  DurableDirectories,
  isDiskRefusal,
  syncDirectory,
} from './durable-directories.ts';
import { hasCode, nullIfMissing } from './file-errors.ts';
import { assertSafeKey } from './keys.ts';
import {
  type KeyedFile,
  ObjectExistsError,
  type ObjectInfo,
  type PutBytesOptions,
} from './object-store.ts';
import { ScratchFolder } from './scratch-folder.ts';

/** A file written less than this time before its publication keeps its time. */
const sameAgeMs = 60_000;

const fsyncAside = promisify(fsync);

/** Linking a file takes some tens of microseconds, all of them on the event loop. */
const filesPerTurn = 32;

interface PublishOptions {
  readonly etag?: string | undefined;
  readonly isSynced?: boolean;
  /** Instead of the usual sync of the file. */
  readonly sync?: () => Promise<void>;
}

/**
 * The service's own objects have no MD5: hashing a 256 MB lake file would cost 0.4 s and tell
 * nobody anything.
 */
const ownEtag = ({ size, mtimeNs }: BigIntStats) =>
  `"${size.toString(16)}-${mtimeNs.toString(16)}"`;

/**
 * Objects as files: `<root>/<key>` holds the bytes, `<root>/.etags/<key>` the ETag where the
 * uploader was told one. A name appears in one step, by a hard link of a synced file: a link fails
 * where the name is taken, a rename would not.
 */
export class DiskObjects {
  readonly root: string;
  readonly scratch: ScratchFolder;
  readonly directories: DurableDirectories;
  readonly #sync: DiskSyncs['whole'];
  /** Keys whose sync failed and that could not be removed yet, and what the sync met. */
  readonly #lost = new Map<string, unknown>();

  /**
   * Makes the folders where they are missing. `spoolDir` lies on the file system of `objectsDir`.
   */
  static async open(objectsDir: string, spoolDir: string, syncs: DiskSyncs): Promise<DiskObjects> {
    await mkdir(objectsDir, { recursive: true, mode: 0o700 });
    const root = await realpath(objectsDir);
    await syncDirectory(dirname(root));
    return new DiskObjects(root, await ScratchFolder.open(join(spoolDir, 'scratch')), syncs);
  }

  private constructor(root: string, scratch: ScratchFolder, { whole }: DiskSyncs) {
    this.root = root;
    this.scratch = scratch;
    this.directories = new DurableDirectories(root);
    this.#sync = whole;
  }

  pathOf(key: string): string {
    assertSafeKey(key);
    return join(this.root, key);
  }

  /** By calls of the system: one of another thread takes 0.1 ms of CPU, and each of these 3 µs. */
  async head(key: string): Promise<ObjectInfo | null> {
    const found = lstatSync(this.pathOf(key), { bigint: true, throwIfNoEntry: false });
    if (!found?.isFile()) return null;
    const etagPath = this.#etagPathOf(key);
    const isTold = lstatSync(etagPath, { throwIfNoEntry: false }) !== undefined;
    const etag = isTold ? readFileSync(etagPath, 'utf8') : ownEtag(found);
    return { sizeBytes: Number(found.size), etag };
  }

  /**
   * Puts the file at `path` under `key`; `path` is gone then. Copies where it lies on another file
   * system.
   */
  async publish(key: string, path: string, options: PublishOptions = {}): Promise<ObjectInfo> {
    const { folders, ...info } = await this.#place(key, path, options);
    await this.#settle(key, folders.map(this.#sync));
    await removeName(path);
    return info;
  }

  /**
   * Gives the file at `path` the name as well, with the digest of its bytes as the ETag. `keep`
   * brings them, the ETag and the names of both to disk together, in one wait. A power loss before
   * that may leave the name without the bytes, so whoever finds it compares them.
   */
  async nameDigested(key: string, path: string, etag: string): Promise<ObjectInfo> {
    const { size } = regularFile(path);
    const [etagTarget, etagPath] = [this.#etagPathOf(key), this.scratch.newPath()];
    await this.directories.ensure(dirname(etagTarget));
    writeFileSync(etagPath, etag, { flag: 'wx', mode: 0o600 });
    // The ETag first: an object is never seen without it.
    renameSync(etagPath, etagTarget);
    await this.#link(path, this.pathOf(key));
    return { sizeBytes: Number(size), etag };
  }

  /** Puts a few bytes under `key`. */
  async publishBytes(
    key: string,
    bytes: Uint8Array,
    { isUnnamed = false }: PutBytesOptions,
  ): Promise<ObjectInfo> {
    const target = this.pathOf(key);
    const path = this.scratch.newPath();
    const file = openSync(path, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      const found = fstatSync(file, { bigint: true });
      // A name that a power loss leaves without its bytes is nobody's where nobody knows it.
      if (!isUnnamed) await fsyncAside(file);
      await this.#link(path, target);
      const nameSynced = this.#sync(dirname(target));
      await this.#settle(key, [nameSynced, isUnnamed ? fsyncAside(file) : Promise.resolve()]);
      return { sizeBytes: bytes.length, etag: ownEtag(found) };
    } finally {
      closeSync(file);
      unlinkSync(path);
    }
  }

  /**
   * Makes an object that is there survive a power loss, as who published it may have been killed
   * before its files and their folders were synced. Where a disk refuses one of them, the object is
   * gone, or goes with the next call, and whatever else has its bytes is worth nothing.
   */
  async keep(key: string): Promise<void> {
    const files = [this.pathOf(key), this.#etagPathOf(key)];
    const all = [...files, ...files.map((path) => dirname(path))];
    await this.#settle(
      key,
      this.#lost.has(key) ? [] : all.map((path) => nullIfMissing(this.#sync(path))),
    );
  }

  /** Waits for the syncs of an object that has its name by now; takes the name where one fails. */
  async #settle(key: string, syncs: readonly Promise<unknown>[]): Promise<void> {
    for (const sync of await Promise.allSettled(syncs)) {
      if (sync.status === 'rejected' && isDiskRefusal(sync.reason))
        this.#lost.set(key, sync.reason);
    }
    if (!this.#lost.has(key)) {
      await Promise.all(syncs);
      return;
    }
    const failure = this.#lost.get(key);
    await this.remove(key);
    this.#lost.delete(key);
    throw failure;
  }

  /** The name is moved from the earlier file to the new one, whose bytes are on disk by then. */
  async replace(key: string, bytes: Uint8Array): Promise<void> {
    const target = this.pathOf(key);
    const path = this.scratch.newPath();
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
      await this.directories.ensure(dirname(target));
      await rename(path, target);
      await this.#sync(dirname(target));
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * The same for many: with a sync of the folder for each, 10,000 took 30 s and let nobody else
   * have a turn.
   */
  async publishAll(files: readonly KeyedFile[], options: PublishOptions): Promise<void> {
    const folders = new Set<string>();
    for (const [index, { key, path }] of files.entries()) {
      if (index % filesPerTurn === filesPerTurn - 1) await setImmediate();
      for (const folder of (await this.#place(key, path, options)).folders) folders.add(folder);
    }
    for (const folder of folders) await this.#sync(folder);
    for (const [index, { path }] of files.entries()) {
      if (index % filesPerTurn === filesPerTurn - 1) await setImmediate();
      await removeName(path);
    }
  }

  /** Gives the file its name, which survives a power loss once the folders are synced. */
  async #place(
    key: string,
    path: string,
    { etag, isSynced = false, sync = () => this.#sync(path) }: PublishOptions,
  ): Promise<ObjectInfo & { readonly folders: readonly string[] }> {
    const target = this.pathOf(key);
    const found = regularFile(path);
    const work = [
      etag === undefined ? null : this.#writeEtag(etag),
      isSynced ? null : sync(),
    ] as const;
    await Promise.allSettled(work);
    const [etagFile] = await Promise.all(work);
    // The ETag first: an object is never seen without it.
    const folders = [dirname(target)];
    if (etagFile !== null) folders.push(await this.#placeEtag(key, etagFile));
    await this.#link(path, target);
    return { sizeBytes: Number(found.size), etag: etag ?? ownEtag(found), folders };
  }

  async remove(key: string): Promise<void> {
    // The ETag first: a crash in between leaves what the listing shows, and so what a later removal
    // finds.
    for (const path of [this.#etagPathOf(key), this.pathOf(key)]) {
      // A link in place of a folder must not lead the removal elsewhere.
      const folder = await nullIfMissing(realpath(dirname(path)));
      if (folder !== dirname(path)) continue;
      await nullIfMissing(rm(path));
      await this.#prune(folder);
    }
  }

  async #link(path: string, target: string): Promise<void> {
    try {
      await this.directories.ensure(dirname(target));
      linkSync(path, target);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ObjectExistsError('an object is written once');
      if (hasCode(error, 'EXDEV')) return this.#linkCopy(path, target);
      if (!hasCode(error, 'ENOENT')) throw error;
      // A removal pruned the folder in between.
      this.directories.forget(dirname(target));
      await this.directories.ensure(dirname(target));
      linkSync(path, target);
    }
  }

  async #linkCopy(path: string, target: string): Promise<void> {
    const copy = this.scratch.newPath();
    try {
      await copyFile(path, copy);
      await this.#sync(copy);
      await this.#link(copy, target);
    } finally {
      await rm(copy, { force: true });
    }
  }

  /** A file of it in the scratch folder, synced: one trip to another thread, not four. */
  async #writeEtag(etag: string): Promise<string> {
    const path = this.scratch.newPath();
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, etag);
      await fsyncAside(file);
    } finally {
      closeSync(file);
    }
    return path;
  }

  /** Gives the folder that its name is in. */
  async #placeEtag(key: string, path: string): Promise<string> {
    const target = this.#etagPathOf(key);
    await this.directories.ensure(dirname(target));
    await rename(path, target);
    return dirname(target);
  }

  async #prune(folder: string): Promise<void> {
    for (let path = folder; path !== this.root; path = dirname(path)) {
      this.directories.forgetOne(path);
      try {
        await rmdir(path);
      } catch (error) {
        if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
        throw error;
      }
    }
  }

  #etagPathOf(key: string): string {
    assertSafeKey(key);
    return join(this.root, '.etags', key);
  }
}

/**
 * By a call of the system where the bytes have another name; the last name of a large file takes
 * them along (256 MB in 50 ms), which is another thread's to do.
 */
async function removeName(path: string): Promise<void> {
  if (lstatSync(path).nlink > 1) unlinkSync(path);
  else await rm(path);
}

/**
 * What is known of a file that becomes an object. Its age counts from here, as in S3: the first of
 * a load's files may have been written an hour before the last. A file that somebody else has too
 * is not touched; `listFiles` sees when it was linked.
 */
function regularFile(path: string): BigIntStats {
  const found = lstatSync(path, { bigint: true });
  if (!found.isFile()) throw new Error('an object is made of a regular file');
  const now = Date.now();
  if (found.nlink !== 1n || now - Number(found.mtimeMs) <= sameAgeMs) return found;
  utimesSync(path, now / 1000, now / 1000);
  return lstatSync(path, { bigint: true });
}
