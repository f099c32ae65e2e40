import { renameSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../kernel/clock.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { BodyDigests } from './body-digests.ts';
import { DiskMultiparts } from './disk-multiparts.ts';
import { DiskObjects } from './disk-objects.ts';
import { type DiskSyncs, diskSyncs } from './durable-directories.ts';
import { nullIfMissing } from './file-errors.ts';
import { FileLooks } from './file-looks.ts';
import { incomingPrefix } from './keys.ts';
import { listFiles } from './list-files.ts';
import {
  type KeyedFile,
  type ListedObject,
  type LocalFile,
  ObjectExistsError,
  type ObjectInfo,
  ObjectMissingError,
  type ObjectStore,
  type PresignOptions,
  type PutBytesOptions,
  type PutFileOptions,
  type UploadedPart,
} from './object-store.ts';
import {
  FileDestination,
  MemoryDestination,
  type PutDestination,
  type ReceivedBody,
} from './put-destination.ts';
import { makeReceivePut, type ReceivePut } from './receive-put.ts';
import { type PutGrant, UrlSigner } from './signed-urls.ts';
import { type StagedPart, StagedParts } from './staged-parts.ts';

export interface DiskStoreOptions {
  readonly objectsDir: string;
  /** The folder of incomplete files, on the file system of `objectsDir`. */
  readonly spoolDir: string;
  readonly secretKey: Uint8Array;
  /** Upload URLs signed with one of these keys are valid until they expire. */
  readonly formerKeys?: readonly Uint8Array[];
  readonly clock: Clock;
  readonly syncs?: DiskSyncs;
}

/** A body that a socket gives at once is written in one call, without a trip to another thread. */
const mostInMemory = 64 * 1024;

/** Room for some 10,000 keys of objects known to be whole. */
const knownWholeBytes = 2 * 2 ** 20;

/**
 * Objects on local disk. The service serves the upload URLs itself: pass requests below
 * `/_objects/` to `receivePut`.
 */
export class DiskStore implements ObjectStore {
  readonly kind = 'file';
  readonly receivePut: ReceivePut;
  readonly #objects: DiskObjects;
  readonly #staged: StagedParts;
  readonly #multiparts: DiskMultiparts;
  readonly #digests: BodyDigests;
  readonly #signer: UrlSigner;
  /** Objects that a PUT made and that are known to be whole. */
  readonly #knownWhole = new LruCache<true>(knownWholeBytes, Number.POSITIVE_INFINITY);
  readonly #looks = new FileLooks();

  static async open(options: DiskStoreOptions): Promise<DiskStore> {
    const { objectsDir, spoolDir, clock, syncs = diskSyncs, secretKey, formerKeys } = options;
    const objects = await DiskObjects.open(objectsDir, spoolDir, syncs);
    const digests = new BodyDigests(secretKey, formerKeys);
    const staged = new StagedParts(syncs, digests);
    const multiparts = await DiskMultiparts.open(objects, staged, { spoolDir, clock, syncs });
    return new DiskStore(objects, staged, multiparts, digests, options);
  }

  private constructor(
    objects: DiskObjects,
    staged: StagedParts,
    multiparts: DiskMultiparts,
    digests: BodyDigests,
    { secretKey, formerKeys = [], clock }: DiskStoreOptions,
  ) {
    this.#objects = objects;
    this.#staged = staged;
    this.#multiparts = multiparts;
    this.#digests = digests;
    this.#signer = new UrlSigner(secretKey, formerKeys);
    const sink = {
      open: (grant: PutGrant, lengthBytes: number) => this.#openDestination(grant, lengthBytes),
    };
    this.receivePut = makeReceivePut(this.#signer, sink, digests, clock);
  }

  putFile(
    key: string,
    path: string,
    { isSynced = false }: PutFileOptions = {},
  ): Promise<ObjectInfo> {
    return this.#objects.publish(key, path, { isSynced });
  }

  putFiles(files: readonly KeyedFile[], { isSynced = false }: PutFileOptions = {}): Promise<void> {
    return this.#objects.publishAll(files, { isSynced });
  }

  putBytes(key: string, bytes: Uint8Array, options: PutBytesOptions = {}): Promise<ObjectInfo> {
    return this.#objects.publishBytes(key, bytes, options);
  }

  replaceBytes(key: string, bytes: Uint8Array): Promise<void> {
    return this.#objects.replace(key, bytes);
  }

  async head(key: string): Promise<ObjectInfo | null> {
    return this.#objects.head(key);
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const file = await nullIfMissing(open(this.#objects.pathOf(key), 'r'));
    if (!file) throw missing();
    if (!range) return file.createReadStream();
    if (range.end > range.start)
      return file.createReadStream({ start: range.start, end: range.end - 1 });
    await file.close();
    return Readable.from([]);
  }

  async localFile(key: string): Promise<LocalFile> {
    const path = this.#objects.pathOf(key);
    const found = await nullIfMissing(this.#looks.look(path));
    if (!found?.isFile()) throw missing();
    return { path, sizeBytes: found.size, release: () => {} };
  }

  /** Nothing to forget: readers get the object's own file, never a copy. */
  async forget(): Promise<void> {}

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#knownWhole.delete(key);
      await this.#objects.remove(key);
    }
  }

  list(prefix: string): AsyncIterable<ListedObject> {
    return listFiles(this.#objects.root, prefix);
  }

  async presignPut(
    key: string,
    { publicUrl, maxBytes, expiresAt }: PresignOptions,
  ): Promise<string> {
    this.#objects.pathOf(key);
    return this.#signer.sign(publicUrl, { key, part: null, maxBytes, expiresAt });
  }

  /** Runs in turn with the PUTs: a PUT that ends meanwhile is either accepted or refused. */
  async acceptPut(key: string): Promise<ObjectInfo> {
    return this.#staged.inTurn(this.#incomingFolder(key), () => this.#accept(key));
  }

  async #accept(key: string): Promise<ObjectInfo> {
    const accepted = await this.#accepted(key);
    if (accepted) {
      await this.#keepPut(key);
      return accepted;
    }
    const last = await this.#requireNewest(key);
    const info = await this.#objects.nameDigested(key, last.path, last.etag);
    await this.#keepPut(key, last.path);
    this.#noteWhole(key);
    return info;
  }

  /** If the disk refuses the object, the body of the PUT goes too: both are one file. */
  async #keepPut(key: string, putPath?: string): Promise<void> {
    try {
      await this.#objects.keep(key);
    } finally {
      if (putPath !== undefined) unlinkSync(putPath);
      await this.#discard(key);
    }
  }

  /**
   * The object of an earlier call, if whole; otherwise the object is removed and the result is
   * null.
   */
  async #accepted(key: string): Promise<ObjectInfo | null> {
    const accepted = await this.#objects.head(key);
    if (!accepted || (await this.#isWhole(key, accepted))) return accepted;
    this.#knownWhole.delete(key);
    await this.#objects.remove(key);
    return null;
  }

  /**
   * True if no further PUT is possible. A process checks an object of another process once: if a
   * power loss came during its finalize, the next finalize takes the present PUT.
   */
  async #isMade(key: string): Promise<boolean> {
    const object = await this.#objects.head(key);
    if (!object || this.#knownWhole.get(key)) return object !== null;
    const isWhole = await this.#isWhole(key, object);
    if (isWhole) this.#noteWhole(key);
    return isWhole;
  }

  #noteWhole(key: string): void {
    this.#knownWhole.set(key, true, key.length + 100);
  }

  async #requireNewest(key: string): Promise<StagedPart> {
    const last = await this.#staged.newest(this.#incomingFolder(key));
    if (!last) throw missing();
    if (!(await this.#staged.isWhole(last, { path: last.path, startBytes: 0 }))) {
      await this.#staged.remove(last);
      throw missing();
    }
    return last;
  }

  /**
   * Checks an object of an earlier acceptance: a power loss may have come before its bytes were on
   * disk.
   */
  async #isWhole(key: string, { sizeBytes, etag }: ObjectInfo): Promise<boolean> {
    const bytes = { path: this.#objects.pathOf(key), startBytes: 0 };
    return this.#digests.isOf(etag, bytes, sizeBytes);
  }

  async discardPut(key: string): Promise<void> {
    return this.#staged.inTurn(this.#incomingFolder(key), () => this.#discard(key));
  }

  async #discard(key: string): Promise<void> {
    const folder = this.#incomingFolder(key);
    await this.#objects.scratch.removeFolder(folder);
    this.#staged.forget(folder);
  }

  createMultipart(key: string, partBytes?: number): Promise<string> {
    return this.#multiparts.create(key, partBytes);
  }

  async presignPart(
    key: string,
    multipartId: string,
    partNumber: number,
    options: PresignOptions,
  ): Promise<string> {
    const { publicUrl, maxBytes, expiresAt } = options;
    this.#objects.pathOf(key);
    return this.#signer.sign(publicUrl, {
      key,
      part: { multipartId, partNumber },
      maxBytes,
      expiresAt,
    });
  }

  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly UploadedPart[],
  ): Promise<ObjectInfo> {
    return this.#multiparts.complete(key, multipartId, parts);
  }

  abortMultipart(key: string, multipartId: string): Promise<void> {
    return this.#multiparts.abort(key, multipartId);
  }

  listMultiparts(
    prefix: string,
  ): AsyncIterable<{ key: string; multipartId: string; startedAt: number }> {
    return this.#multiparts.list(prefix);
  }

  close(): Promise<void> {
    return this.#objects.scratch.close();
  }

  async #openDestination({ key, part }: PutGrant, lengthBytes: number): Promise<PutDestination> {
    const isMade = part ? await this.#objects.head(key) : await this.#isMade(key);
    if (isMade) throw new ObjectExistsError('an object is written once');
    if (part) return this.#multiparts.openPart(key, part.multipartId, part.partNumber, lengthBytes);
    const path = this.#objects.scratch.newPath();
    const place = (body: ReceivedBody) => this.#place(key, path, body);
    return lengthBytes <= mostInMemory
      ? new MemoryDestination(path, place)
      : FileDestination.open(path, place);
  }

  async #place(key: string, path: string, body: ReceivedBody): Promise<void> {
    const folder = this.#incomingFolder(key);
    // The body of a PUT is durable from its acceptance.
    await this.#objects.directories.ensure(dirname(folder));
    try {
      await this.#staged.addOnly(folder, body, {
        put: (target) => {
          this.#objects.scratch.makeFolder(folder);
          renameSync(path, target);
        },
        assertWanted: () => this.#assertOpen(key),
      });
    } catch (error) {
      if (error instanceof ObjectExistsError) throw error;
      // The folders above may have been removed in between.
      this.#objects.directories.forget(folder);
      throw error;
    }
  }

  /** A PUT that ends after the object was made is refused, though the PUT began earlier. */
  async #assertOpen(key: string): Promise<void> {
    if (!(await this.#isMade(key))) return;
    await this.#discard(key);
    throw new ObjectExistsError('an object is written once');
  }

  #incomingFolder(key: string): string {
    this.#objects.pathOf(key);
    return join(this.#objects.root, incomingPrefix, key);
  }
}

const missing = () => new ObjectMissingError('no object under this key');
