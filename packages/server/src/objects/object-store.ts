import type { Readable } from 'node:stream';

/**
 * The object store port: immutable objects under path-safe keys, on local disk or S3. One
 * conformance suite runs on every implementation. Keys are made by the service (`keys.ts`), never
 * by a caller.
 */
export interface ObjectStore {
  readonly kind: 'file' | 's3';

  /**
   * Publishes a finished local file under `key`; when it returns, the bytes survive a power loss.
   * The file is consumed: moved where that is possible, copied and unlinked otherwise. A key is
   * written once; a second write of the same key throws `ObjectExistsError`.
   */
  putFile(key: string, path: string, options?: PutFileOptions): Promise<ObjectInfo>;

  /**
   * The same for many files at once, which wait for the disk together. Should it throw, some may be
   * there: the caller deletes them all.
   */
  putFiles(files: readonly KeyedFile[], options?: PutFileOptions): Promise<void>;

  /** Like `putFile`, with bytes in memory in place of a file. */
  putBytes(key: string, bytes: Uint8Array, options?: PutBytesOptions): Promise<ObjectInfo>;

  /**
   * Replaces the bytes under `key` in one step: a reader sees the old bytes or the new ones. Only
   * for the store's mark, the single object without data.
   */
  replaceBytes(key: string, bytes: Uint8Array): Promise<void>;

  /** Size and ETag, or null where nothing is stored under the key. */
  head(key: string): Promise<ObjectInfo | null>;

  /**
   * The bytes [start, end) of the object (all by default), clipped to what is there. Throws
   * `ObjectMissingError`.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;

  /**
   * A local file with the object's bytes, for DuckDB. On disk the object's own file; on S3 a file
   * of the local read cache, pinned until `release` is called. Never write to it.
   */
  localFile(key: string): Promise<LocalFile>;

  /**
   * Drops the local copy, where there is one of an object that is stored elsewhere: the next
   * `localFile` fetches it anew.
   */
  forget(key: string): Promise<void>;

  /** Removes the objects; keys that are not there are no error. */
  delete(keys: readonly string[]): Promise<void>;

  /** Objects under a prefix, in key order, page by page. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /**
   * A URL that accepts PUTs of the whole object until `expiresAt`. What is PUT waits apart from the
   * object, and a later PUT replaces an earlier one, until `acceptPut`. The key must not be in use.
   */
  presignPut(key: string, options: PresignOptions): Promise<string>;
  /**
   * Makes the last whole PUT the object under `key` and returns it; from then on no URL reaches
   * those bytes, so what is checked afterwards cannot change. Where it happened before (a retry
   * after a crash), the object as it is. Throws `ObjectMissingError` where nothing was PUT, also
   * where an earlier call threw because a disk refused the bytes. A
   * caller that then refuses the bytes deletes the key: the URL's holder may PUT again.
   */
  acceptPut(key: string): Promise<ObjectInfo>;
  /**
   * Drops what was PUT and not accepted. PUTs that come later are found by `list(incomingPrefix)`.
   */
  discardPut(key: string): Promise<void>;

  /**
   * `partBytes`: what every part but the last is expected to have. On disk, parts that have it need
   * not be joined.
   */
  createMultipart(key: string, partBytes?: number): Promise<string>;
  presignPart(
    key: string,
    multipartId: string,
    partNumber: number,
    options: PresignOptions,
  ): Promise<string>;
  /**
   * Assembles the parts; their numbers ascend. Throws `PartError` naming the part when one is
   * missing, out of order, its ETag differs, or one that is not the last is under 5 MiB; the upload
   * then stays open. Throws `MultipartMissingError` where it is not open. When it returns, the
   * object survives a power loss. Where a disk refused the bytes, all parts are missing then. A
   * repeat with the same parts after it returned or crashed gives
   * the same object.
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
   * The file's bytes were synced to disk by whoever wrote them; a second sync costs as much as the
   * first (0.2 to 0.4 ms).
   */
  readonly isSynced?: boolean;
}

export interface PutBytesOptions {
  /**
   * Nobody knows the key before something names it that is written after this returns: then the
   * bytes and their name are brought to disk at once.
   */
  readonly isUnnamed?: boolean;
}

export interface ObjectInfo {
  readonly sizeBytes: number;
  /** With its double quotes, as the ETag header has it. */
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
   * The origin that the caller reached the service at (`http://host:port`), used where the service
   * itself serves the URL.
   */
  readonly publicUrl: string;
  /** At most this many bytes are accepted. S3 cannot enforce it: compare the size once accepted. */
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
/** `reason` is a sentence for the caller that names the part. */
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
