import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../../src/kernel/clock.ts';
import { newObjectName } from '../../src/kernel/ids.ts';
import { BodyDigests } from '../../src/objects/body-digests.ts';
import { type OpenedObjectStore, openObjectStore } from '../../src/objects/open-object-store.ts';
import type { ReceivePut } from '../../src/objects/receive-put.ts';
import { type S3Server, startS3Server } from '../s3-server.ts';

/** A clock that stands still; a real S3 server checks expiry by its own clock. */
export class MovableClock implements Clock {
  #offsetMs = 0;
  now(): number {
    return Date.now() + this.#offsetMs;
  }
  shift(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }
}

export interface Backend {
  readonly store: OpenedObjectStore;
  readonly clock: MovableClock;
  readonly dataDir: string;
  /** Origin of a service that serves upload URLs itself. */
  readonly publicUrl: string;
  /** Another store on the same objects, as after a restart. */
  reopen(): Promise<OpenedObjectStore>;
  close(): Promise<void>;
}

/** Capabilities of the backend's upload URLs. */
export const grantOf = (
  { clock, publicUrl }: Pick<Backend, 'clock' | 'publicUrl'>,
  maxBytes: number,
  lifetimeMs = 60_000,
) => ({ expiresAt: clock.now() + lifetimeMs, publicUrl, maxBytes });

export const secretKey = createHash('sha256').update('test').digest();

/** The ETag that a store on disk gives a body, without quotes. */
export function etagOnDisk(body: Uint8Array): string {
  const digest = new BodyDigests(secretKey).start();
  digest.update(body);
  return digest.hex();
}

export async function openDiskBackend(): Promise<Backend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quern-objects-'));
  const clock = new MovableClock();
  const reopen = () => openObjectStore({ url: 'file:', dataDir, cacheBytes: 0, secretKey, clock });
  const store = await reopen();
  if (!store.receivePut) throw new Error('the disk store serves its URLs');
  const server = await serve(store.receivePut);
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await store.close();
    await rm(dataDir, { recursive: true });
  };
  return { store, clock, dataDir, publicUrl, reopen, close };
}

export async function openS3Backend(options: { cacheBytes?: number } = {}): Promise<Backend> {
  const server = await startS3Server();
  const dataDir = await mkdtemp(join(tmpdir(), 'quern-objects-'));
  await mkdir(dataDir, { recursive: true });
  await createBucket(server, 'quern');
  const clock = new MovableClock();
  // Upload URLs lead to the same server by another name.
  const outside = server.endpoint.replace('127.0.0.1', 'localhost');
  const url = `s3://quern/some/prefix?endpoint=${encodeURIComponent(server.endpoint)}&public_endpoint=${encodeURIComponent(outside)}`;
  const cacheBytes = options.cacheBytes ?? 2 ** 30;
  const reopen = () => openObjectStore({ url, dataDir, cacheBytes, secretKey, clock });
  const store = await reopen();
  const close = async () => {
    await store.close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  return { store, clock, dataDir, publicUrl: 'http://unused.invalid', reopen, close };
}

async function createBucket(
  { endpoint, accessKeyId, secretAccessKey }: S3Server,
  name: string,
): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
}

/** The way `http/` serves upload URLs, with nothing else. */
export function serve(receivePut: ReceivePut): Promise<Server> {
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method, url, headers } = request;
    try {
      const reply = await receivePut({ method, url, headers, stream: request }, gone.signal);
      response.writeHead(reply.status, reply.headers).end(reply.body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export const newKey = (group = 'tests') => `${group}/${newObjectName()}.bin`;

export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
