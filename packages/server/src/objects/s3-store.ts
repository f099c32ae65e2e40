import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../kernel/clock.ts';
import { Semaphore } from '../kernel/semaphore.ts';
import {
  findOrderProblem,
  findPartProblem,
  multipartEtag,
  type StoredPart,
} from './check-parts.ts';
import { incomingPrefix } from './keys.ts';
import { mapS3Error, s3Meaning } from './map-s3-error.ts';
import {
  type KeyedFile,
  type ListedObject,
  type LocalFile,
  MultipartMissingError,
  type ObjectInfo,
  ObjectMissingError,
  type ObjectStore,
  PartError,
  type PresignOptions,
  type UploadedPart,
} from './object-store.ts';
import { ReadCache } from './read-cache.ts';
import { mapped, S3Bucket, type S3Location } from './s3-bucket.ts';
import { S3Transfer } from './s3-transfer.ts';

export interface S3StoreOptions {
  readonly location: S3Location;
  readonly cacheDir: string;
  readonly cacheBytes: number;
  readonly clock: Clock;
}

/** Files sent at a time by `putFiles`; each file may itself be sent in parts. */
const putsAtOnce = 8;

/**
 * Removals under way at once: one request each, because stores other than Amazon's differ on the
 * batch's checksum.
 */
const concurrentDeletes = 16;

/** Objects in an S3 bucket, of Amazon or any store that honours `If-None-Match` on writes. */
export class S3Store implements ObjectStore {
  readonly kind = 's3';
  readonly #bucket: S3Bucket;
  readonly #transfer: S3Transfer;
  readonly #cache: ReadCache;
  readonly #clock: Clock;

  static async open({ location, cacheDir, cacheBytes, clock }: S3StoreOptions): Promise<S3Store> {
    const bucket = new S3Bucket(location);
    const cache = await ReadCache.open({
      dir: cacheDir,
      maxBytes: cacheBytes,
      fetch: (key) => fetchWhole(bucket, key),
    });
    return new S3Store(bucket, cache, clock);
  }

  private constructor(bucket: S3Bucket, cache: ReadCache, clock: Clock) {
    this.#bucket = bucket;
    this.#transfer = new S3Transfer(bucket);
    this.#cache = cache;
    this.#clock = clock;
  }

  async putFile(key: string, path: string): Promise<ObjectInfo> {
    const info = await this.#transfer.putFile(key, path);
    await rm(path, { force: true });
    return info;
  }

  async putFiles(files: readonly KeyedFile[]): Promise<void> {
    for (let start = 0; start < files.length; start += putsAtOnce) {
      const puts = files
        .slice(start, start + putsAtOnce)
        .map(({ key, path }) => this.putFile(key, path));
      // Waits for all, so no request is under way when the call throws.
      for (const outcome of await Promise.allSettled(puts))
        if (outcome.status === 'rejected') throw outcome.reason;
    }
  }

  async putBytes(key: string, bytes: Uint8Array): Promise<ObjectInfo> {
    return this.#transfer.putBytes(key, bytes);
  }

  async replaceBytes(key: string, bytes: Uint8Array): Promise<void> {
    await mapped(
      this.#bucket.client.send(new PutObjectCommand({ ...this.#bucket.at(key), Body: bytes })),
    );
  }

  async head(key: string): Promise<ObjectInfo | null> {
    return this.#transfer.head(key);
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    if (range && range.end <= range.start) {
      if (!(await this.head(key))) throw missing();
      return Readable.from([]);
    }
    try {
      const bounds = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {};
      const { Body } = await this.#bucket.client.send(
        new GetObjectCommand({ ...this.#bucket.at(key), ...bounds }),
      );
      return Body as Readable;
    } catch (error) {
      if (s3Meaning(error) === 'empty range') return Readable.from([]);
      throw mapS3Error(error);
    }
  }

  async localFile(key: string): Promise<LocalFile> {
    this.#bucket.at(key);
    return mapped(this.#cache.pin(key));
  }

  forget(key: string): Promise<void> {
    return this.#cache.drop(key);
  }

  async delete(keys: readonly string[]): Promise<void> {
    const slots = new Semaphore(concurrentDeletes);
    const remove = async (key: string) => {
      await mapped(this.#bucket.client.send(new DeleteObjectCommand(this.#bucket.at(key))));
      await this.#cache.drop(key);
    };
    const removed = await Promise.allSettled(keys.map((key) => slots.use(() => remove(key))));
    for (const one of removed) if (one.status === 'rejected') throw one.reason;
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        ...this.#bucket.within(prefix),
        ContinuationToken,
      });
      const page = await mapped(this.#bucket.client.send(command));
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key === undefined) continue;
        yield {
          key: this.#bucket.keyOf(Key),
          sizeBytes: Size ?? 0,
          modifiedAt: LastModified?.getTime() ?? 0,
        };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async presignPut(key: string, options: PresignOptions): Promise<string> {
    this.#bucket.at(key);
    const command = new PutObjectCommand(this.#bucket.at(incomingPrefix + key));
    return getSignedUrl(this.#bucket.presigner, command, this.#validity(options));
  }

  async acceptPut(key: string): Promise<ObjectInfo> {
    for (let attempt = 1; ; attempt++) {
      const accepted = await this.head(key);
      if (accepted) return accepted;
      const incoming = await this.head(incomingPrefix + key);
      if (!incoming) throw missing();
      try {
        await this.#bucket.client.send(
          new CopyObjectCommand({
            ...this.#bucket.at(key),
            CopySource: Object.values(this.#bucket.at(incomingPrefix + key)).join('/'),
            CopySourceIfMatch: incoming.etag,
            IfNoneMatch: '*',
          }),
        );
      } catch (error) {
        // Accepted by another caller, or PUT again, since the head.
        if (s3Meaning(error) === 'exists' && attempt < 3) continue;
        throw mapS3Error(error);
      }
      await this.discardPut(key);
      const copied = await this.head(key);
      if (!copied) throw missing();
      return copied;
    }
  }

  discardPut(key: string): Promise<void> {
    return this.delete([incomingPrefix + key]);
  }

  async createMultipart(key: string): Promise<string> {
    const { UploadId } = await mapped(
      this.#bucket.client.send(new CreateMultipartUploadCommand(this.#bucket.at(key))),
    );
    return UploadId ?? '';
  }

  async presignPart(
    key: string,
    multipartId: string,
    partNumber: number,
    options: PresignOptions,
  ): Promise<string> {
    const input = { ...this.#bucket.at(key), UploadId: multipartId, PartNumber: partNumber };
    return getSignedUrl(
      this.#bucket.presigner,
      new UploadPartCommand(input),
      this.#validity(options),
    );
  }

  async completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly UploadedPart[],
  ): Promise<ObjectInfo> {
    const orderProblem = findOrderProblem(parts);
    if (orderProblem) throw orderProblem;
    try {
      return await this.#transfer.complete(key, multipartId, parts);
    } catch (error) {
      if (s3Meaning(error) === 'bad part') throw await this.#nameBadPart(key, multipartId, parts);
      if (!(error instanceof MultipartMissingError)) throw error;
      // An earlier call may have completed the upload, and its answer was lost.
      const info = await this.head(key);
      if (info && info.etag === multipartEtag(parts)) return info;
      throw error;
    }
  }

  abortMultipart(key: string, multipartId: string): Promise<void> {
    return this.#transfer.abort(key, multipartId);
  }

  async *listMultiparts(
    prefix: string,
  ): AsyncGenerator<{ key: string; multipartId: string; startedAt: number }> {
    const found = [];
    let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (marker) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        ...this.#bucket.within(prefix),
        ...marker,
      });
      const page = await mapped(this.#bucket.client.send(command));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key === undefined || UploadId === undefined) continue;
        found.push({
          key: this.#bucket.keyOf(Key),
          multipartId: UploadId,
          startedAt: Initiated?.getTime() ?? 0,
        });
      }
      const { NextKeyMarker, NextUploadIdMarker } = page;
      marker = page.IsTruncated && NextKeyMarker ? { KeyMarker: NextKeyMarker } : null;
      if (marker && NextUploadIdMarker) marker.UploadIdMarker = NextUploadIdMarker;
    }
    yield* found.sort((a, b) => a.startedAt - b.startedAt);
  }

  async close(): Promise<void> {
    this.#bucket.client.destroy();
  }

  /** S3 reports that some part is wrong; the list of stored parts shows the wrong part. */
  async #nameBadPart(
    key: string,
    uploadId: string,
    parts: readonly UploadedPart[],
  ): Promise<PartError> {
    const stored: StoredPart[] = [];
    let PartNumberMarker: string | undefined;
    do {
      const command: ListPartsCommand = new ListPartsCommand({
        ...this.#bucket.at(key),
        UploadId: uploadId,
        PartNumberMarker,
      });
      const page = await mapped(this.#bucket.client.send(command));
      for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? []) {
        stored.push({ partNumber: PartNumber, etag: ETag, sizeBytes: Size });
      }
      PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker);
    const problem = findPartProblem(parts, stored);
    return (
      problem ??
      new PartError(
        parts[0]?.partNumber ?? 1,
        'a part was refused by the object store; upload it again',
      )
    );
  }

  #validity({ expiresAt }: PresignOptions): { expiresIn: number; signingDate: Date } {
    const now = this.#clock.now();
    return {
      expiresIn: Math.max(1, Math.floor((expiresAt - now) / 1000)),
      signingDate: new Date(now),
    };
  }
}

async function fetchWhole(
  bucket: S3Bucket,
  key: string,
): Promise<{ sizeBytes: number; body: Readable }> {
  const { Body, ContentLength } = await mapped(
    bucket.client.send(new GetObjectCommand(bucket.at(key))),
  );
  return { sizeBytes: ContentLength ?? 0, body: Body as Readable };
}

const missing = () => new ObjectMissingError('no object under this key');
