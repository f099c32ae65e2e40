import type { Readable } from 'node:stream';

/**
 * The object store port: immutable objects under path-safe keys, on local disk or S3. One
 * conformance suite runs on every implementation. The service makes the keys (`keys.ts`), never a
 * caller.
 */
export interface ObjectStore {
  readonly kind: 'file' | 's3';

  /**
   * Publishes a finished local file under `key`; after the return, the bytes survive a power loss.
   * The file is consumed: moved if possible, copied and unlinked otherwise. A key is written once;
   * a second write throws `ObjectExistsError`.
   */
  putFile(key: string, path: string, options?: PutFileOptions): Promise<ObjectInfo>;

  /**
   * Publishes many files with one wait for the disk. After an error some may exist, and the caller
   * deletes all of them.
   */
  putFiles(files: readonly KeyedFile[], options?: PutFileOptions): Promise<void>;

  /** Like `putFile`, with bytes in memory instead of a file. */
  putBytes(key: string, bytes: Uint8Array, options?: PutBytesOptions): Promise<ObjectInfo>;

  /**
   * Replaces the bytes under `key` in one step: readers see the old or the new bytes. Only for the
   * store's mark, the one object without data.
   */
  replaceBytes(key: string, bytes: Uint8Array): Promise<void>;

  /** Size and ETag, or null where nothing is stored under the key. */
  head(key: string): Promise<ObjectInfo | null>;

  /**
   * The bytes [start, end) of the object (all by default), clipped to its size. Throws
   * `ObjectMissingError`.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;

  /**
   * A local file with the object's bytes, for DuckDB: on disk the object's own file, on S3 a file
   * of the read cache, pinned until `release`. Never write to the file.
   */
  localFile(key: string): Promise<LocalFile>;

  /**
   * Drops the local copy of an object stored elsewhere, so the next `localFile` fetches the object
   * again.
   */
  forget(key: string): Promise<void>;

  /** Removes the objects; absent keys are no error. */
  delete(keys: readonly string[]): Promise<void>;

  /** Objects under a prefix, in key order, page by page. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /**
   * A URL that accepts PUTs of the whole object until `expiresAt`. The body is stored apart from
   * the object, and a later PUT replaces an earlier one, until `acceptPut`. The key must not be in
   * use.
   */
  presignPut(key: string, options: PresignOptions): Promise<string>;
  /**
   * Makes the last whole PUT the object under `key` and returns the object. No URL reaches the
   * bytes afterwards, so a later check stays valid. A repeated call (a retry after a crash) returns
   * the same object. Throws `ObjectMissingError` without a PUT, also after an earlier call failed
   * because a disk refused the bytes. A caller that refuses the bytes deletes the key, and the
   * URL's holder may PUT again.
   */
  acceptPut(key: string): Promise<ObjectInfo>;
  /** Drops an unaccepted PUT. `list(incomingPrefix)` finds later PUTs. */
  discardPut(key: string): Promise<void>;

  /**
   * `partBytes`: the expected size of every part but the last. On disk, parts of this size need not
   * be joined.
   */
  createMultipart(key: string, partBytes?: number): Promise<string>;
  presignPart(
    key: string,
    multipartId: string,
    partNumber: number,
    options: PresignOptions,
  ): Promise<string>;
  /**
   * Assembles the parts, whose numbers ascend. Throws `PartError` with the part's number if a part
   * is missing, out of order, has another ETag, or is under 5 MiB without being the last; the
   * upload stays open. Throws `MultipartMissingError` if the upload is not open. After the return,
   * the object survives a power loss. If a disk refused the bytes, all parts are missing
   * afterwards. A repetition with the same parts, after the return or a crash, gives the same
   * object.
   */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly UploadedPart[],
  ): Promise<ObjectInfo>;
  /** Drops the parts; an unknown id is no error. */
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** Multipart uploads begun and neither completed nor aborted, oldest first. */
  listMultiparts(
    prefix: string,
  ): AsyncIterable<{ key: string; multipartId: string; startedAt: number }>;

  close(): Promise<void>;
}

export interface KeyedFile {
  readonly key: string;
  readonly path: string;
}

export interface PutFileOptions {
  /**
   * The writer has synced the file to disk; a second sync costs as much as the first (0.2 to 0.4
   * ms).
   */
  readonly isSynced?: boolean;
}

export interface PutBytesOptions {
  /**
   * Nobody knows the key before a later write names the object, so bytes and name are synced
   * together.
   */
  readonly isUnnamed?: boolean;
}

export interface ObjectInfo {
  readonly sizeBytes: number;
  /** The ETag with double quotes, as in the ETag header. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  release(): void;
}

export interface PresignOptions {
  /** Milliseconds since the epoch; checked when the request starts. */
  readonly expiresAt: number;
  /**
   * The origin at which the caller reached the service (`http://host:port`), used if the service
   * itself serves the URL.
   */
  readonly publicUrl: string;
  /**
   * Maximum accepted size in bytes. S3 cannot enforce the limit: compare the size after acceptance.
   */
  readonly maxBytes: number;
}

export interface UploadedPart {
  readonly partNumber: number;
  /** Verbatim from the ETag header of the part's PUT. */
  readonly etag: string;
}

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
}
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
}
/** The multipart upload was never begun, or is completed or aborted. */
export class MultipartMissingError extends Error {
  override readonly name = 'MultipartMissingError';
}
/** `reason` is a sentence for the caller with the part's number. */
export class PartError extends Error {
  override readonly name = 'PartError';
  readonly partNumber: number;
  constructor(partNumber: number, message: string) {
    super(message);
    this.partNumber = partNumber;
  }
}

export interface HasObjects {
  readonly objects: ObjectStore;
}
