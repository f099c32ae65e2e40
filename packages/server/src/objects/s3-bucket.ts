import { S3Client } from '@aws-sdk/client-s3';
import { assertSafeKey } from './keys.ts';
import { attemptsOf, mapS3Error, s3Meaning } from './map-s3-error.ts';
import type { ObjectsLocation } from './parse-objects-url.ts';

export type S3Location = Extract<ObjectsLocation, { kind: 's3' }>;

/** Long enough for a busy store, short enough to report a dead store within half a minute. */
const connectionTimeoutMs = 5_000;
/**
 * A transfer that moves no byte for this time is dead; the length of a whole transfer has no bound.
 */
const idleTimeoutMs = 30_000;
const maxAttempts = 4;
const maxSockets = 64;

/** A bucket with a prefix: names in, names out, and the SDK's client. */
export class S3Bucket {
  readonly name: string;
  readonly client: S3Client;
  /** Signs the URLs for callers. */
  readonly presigner: S3Client;
  readonly #keyPrefix: string;

  constructor(location: S3Location, timeouts = { connectionTimeoutMs, idleTimeoutMs }) {
    this.name = location.bucket;
    this.#keyPrefix = location.keyPrefix;
    const { endpoint, publicEndpoint } = location;
    const settings = {
      ...(location.region === null ? {} : { region: location.region }),
      forcePathStyle: location.forcePathStyle,
      // The checksums that the SDK adds by default break other stores, and presigned PUTs by plain
      // clients.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
      maxAttempts,
      requestHandler: {
        connectionTimeout: timeouts.connectionTimeoutMs,
        socketTimeout: timeouts.idleTimeoutMs,
        httpAgent: { keepAlive: true, maxSockets },
        httpsAgent: { keepAlive: true, maxSockets },
      },
    };
    this.client = new S3Client({ ...settings, ...(endpoint !== null && { endpoint }) });
    this.presigner =
      publicEndpoint === undefined
        ? this.client
        : new S3Client({ ...settings, endpoint: publicEndpoint });
  }

  /** Bucket and name in the bucket, for a command's input. */
  at(key: string): { Bucket: string; Key: string } {
    assertSafeKey(key);
    return { Bucket: this.name, Key: this.#keyPrefix + key };
  }

  within(prefix: string): { Bucket: string; Prefix: string } {
    return { Bucket: this.name, Prefix: this.#keyPrefix + prefix };
  }

  keyOf(name: string): string {
    return name.slice(this.#keyPrefix.length);
  }
}

/** Awaits `work`, and maps its errors to the store's own (map-s3-error.ts). */
export async function mapped<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw mapS3Error(error);
  }
}

/**
 * A write that must not overwrite. If the SDK sent the write more than once and S3 says "exists",
 * the first try may have succeeded with its answer lost: `isOurs` then decides. A concurrent write
 * of the same key is tried again.
 */
export async function writeOnce(
  send: () => Promise<void>,
  isOurs: () => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const isConflict = error instanceof Error && error.name === 'ConditionalRequestConflict';
      if (isConflict && attempt < maxAttempts) continue;
      const isRepeat = attempt > 1 || attemptsOf(error) > 1;
      if (s3Meaning(error) === 'exists' && isRepeat && (await isOurs())) return;
      throw mapS3Error(error);
    }
  }
}
