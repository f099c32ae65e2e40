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

/** Linking a file takes some tens of microseconds on the event loop. */
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
 * Objects as files: `<root>/<key>` has the bytes, `<root>/.etags/<key>` the ETag if the uploader
 * received one. A name appears in one step, by a hard link of a synced file: a link fails if the
 * name exists, a rename would not.
 */
export class DiskObjects {
  readonly root: string;
  readonly scratch: ScratchFolder;
  readonly directories: DurableDirectories;
  readonly #sync: DiskSyncs['whole'];
  /**
   * Keys whose sync failed and whose files could not be removed yet, with the error of the sync.
   */
  readonly #lost = new Map<string, unknown>();

  /** Creates missing folders. `spoolDir` must be on the file system of `objectsDir`. */
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

  /**
   * Uses synchronous system calls: 3 µs each, while a call of another thread takes 0.1 ms of CPU.
   */
  async head(key: string): Promise<ObjectInfo | null> {
    const found = lstatSync(this.pathOf(key), { bigint: true, throwIfNoEntry: false });
    if (!found?.isFile()) return null;
    const etagPath = this.#etagPathOf(key);
    const isTold = lstatSync(etagPath, { throwIfNoEntry: false }) !== undefined;
    const etag = isTold ? readFileSync(etagPath, 'utf8') : ownEtag(found);
    return { sizeBytes: Number(found.size), etag };
  }

  /** Moves the file at `path` to `key`. Copies the file from another file system. */
  async publish(key: string, path: string, options: PublishOptions = {}): Promise<ObjectInfo> {
    const { folders, ...info } = await this.#place(key, path, options);
    await this.#settle(key, folders.map(this.#sync));
    await removeName(path);
    return info;
  }

  /**
   * Links the file at `path` to `key` too, with the digest of its bytes as the ETag. `keep` brings
   * the bytes, the ETag and both names to disk in one wait. A power loss before `keep` may leave
   * the name without the bytes, so every later reader compares the digest.
   */
  async nameDigested(key: string, path: string, etag: string): Promise<ObjectInfo> {
    const { size } = regularFile(path);
    const [etagTarget, etagPath] = [this.#etagPathOf(key), this.scratch.newPath()];
    await this.directories.ensure(dirname(etagTarget));
    writeFileSync(etagPath, etag, { flag: 'wx', mode: 0o600 });
    // The ETag first: no reader sees an object without its ETag.
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
      // An unnamed object whose bytes a power loss takes is known to nobody.
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
   * Makes an existing object survive a power loss: its publisher may have been killed before its
   * files and folders were synced. If a disk refuses a file, the object is gone, or goes with the
   * next call, and every other name of the same bytes is worthless.
   */
  async keep(key: string): Promise<void> {
    const files = [this.pathOf(key), this.#etagPathOf(key)];
    const all = [...files, ...files.map((path) => dirname(path))];
    await this.#settle(
      key,
      this.#lost.has(key) ? [] : all.map((path) => nullIfMissing(this.#sync(path))),
    );
  }

  /**
   * Waits for the syncs of an object that has its name already; removes the name if a sync fails.
   */
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

  /** The name moves from the earlier file to the new file, whose bytes are on disk already. */
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
    // The ETag first: no reader sees an object without its ETag.
    const folders = [dirname(target)];
    if (etagFile !== null) folders.push(await this.#placeEtag(key, etagFile));
    await this.#link(path, target);
    return { sizeBytes: Number(found.size), etag: etag ?? ownEtag(found), folders };
  }

  async remove(key: string): Promise<void> {
    // The ETag first: a crash in between leaves the object listed, so a later removal finds it.
    for (const path of [this.#etagPathOf(key), this.pathOf(key)]) {
      // A link instead of a folder must not lead the removal out of the root.
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

  /** Writes the ETag to a synced scratch file: one trip to another thread, not four. */
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

  /** Returns the folder of the ETag's name. */
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
 * Uses a synchronous call if the bytes have another name. Removing the last name of a large file
 * frees its bytes (256 MB in 50 ms), on another thread.
 */
async function removeName(path: string): Promise<void> {
  if (lstatSync(path).nlink > 1) unlinkSync(path);
  else await rm(path);
}

/**
 * The state of a file that becomes an object. Its age counts from now, as in S3: the first of a
 * load's files may have been written an hour before the last. A file with another name is not
 * touched; `listFiles` sees the time of the link.
 */
function regularFile(path: string): BigIntStats {
  const found = lstatSync(path, { bigint: true });
  if (!found.isFile()) throw new Error('an object is made of a regular file');
  const now = Date.now();
  if (found.nlink !== 1n || now - Number(found.mtimeMs) <= sameAgeMs) return found;
  utimesSync(path, now / 1000, now / 1000);
  return lstatSync(path, { bigint: true });
}
