import { createWriteStream } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerPlace } from '../database-server.ts';
import type { HttpClient } from '../http-client.ts';
import { meaningOfHttpFailure } from '../map-http-error.ts';
import { asNoRoom, noRoom } from '../no-room.ts';
import { isLost, isTransientStatus, retryTransient } from '../retry-transient.ts';
import { SourceError } from '../source-error.ts';

/** A file of a store that speaks HTTP. */
export interface RemoteFile {
  /** The name in messages: `s3://bucket/key`, `https://host/path`. */
  readonly name: string;
  /** The path that names the table, with slashes between parts. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Identifies a state of the file; null if the store gives none. */
  readonly etag: string | null;
}

/** A request for a file. */
export interface RemoteRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RemoteStore {
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  request(file: Pick<RemoteFile, 'name'>, headers: Readonly<Record<string, string>>): RemoteRequest;
  /** The meaning of an error status; `body` is the beginning of the answer's body. */
  refusal(status: number, body: string, file: Pick<RemoteFile, 'name'>): SourceError;
}

/**
 * Number of consecutive files with server failures that ends the discovery. Each file is requested
 * several times, for some four seconds in all.
 */
export const failuresInRow = 16;

/** Nothing comes for so long: the connection is dead. */
const idleMs = 30_000;
/** Maximum total size of a table's files: the service's disk holds all files during the reading. */
const maxStagedBytes = 64 * 2 ** 30;
const refusalBytes = 4096;

/** The bytes [start, end) of the listed file. Throws SourceErrors. */
export async function readRange(
  store: RemoteStore,
  file: RemoteFile,
  start: number,
  end: number,
): Promise<Buffer> {
  return retried(store, file, async () => {
    const response = await opened(store, file, { range: `bytes=${start}-${end - 1}` });
    // A server that ignores the range sends the whole file: the beginning can be used, the end
    // cannot be waited for.
    if (response.statusCode === 200 && start > 0) {
      response.destroy();
      throw new SourceError(
        'unsupported',
        `The server of '${file.name}' gives no parts of files (Range), which Parquet needs; use one that does`,
      );
    }
    return readUpTo(response, end - start);
  });
}

/**
 * Throws a SourceError if the files and the rewritten rows exceed the free space of the folder's
 * file system, or the limit of a table.
 */
export async function assertRoom(
  subject: string,
  files: readonly Pick<RemoteFile, 'sizeBytes'>[],
  folder: string,
): Promise<void> {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > maxStagedBytes) {
    throw new SourceError(
      'unsupported',
      `${subject} has ${files.length} files of ${Math.ceil(bytes / 2 ** 30)} GiB together, and at most ${maxStagedBytes / 2 ** 30} GiB are fetched for a table; ` +
        'divide it',
    );
  }
  const { bavail, bsize } = await statfs(folder);
  if (2 * bytes > bavail * bsize) throw noRoom();
}

/** Downloads the whole file to `target`, which must not exist. Throws SourceErrors. */
export async function download(
  store: RemoteStore,
  file: RemoteFile,
  target: string,
  onBytes: (count: number) => void = () => {},
): Promise<void> {
  if (file.sizeBytes > maxStagedBytes) {
    throw new SourceError(
      'unsupported',
      `File '${file.name}' is larger than ${maxStagedBytes / 2 ** 30} GiB; divide it`,
    );
  }
  await retried(store, file, async () => {
    await rm(target, { force: true });
    const response = await opened(store, file, {});
    let length = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        length += chunk.length;
        onBytes(chunk.length);
        done(length > file.sizeBytes ? changed(file) : null, chunk);
      },
    });
    await pipeline(response, counted, createWriteStream(target, { flags: 'wx', mode: 0o600 }), {
      signal: store.signal,
    });
    if (length !== file.sizeBytes) throw changed(file);
  });
}

const changed = ({ name }: RemoteFile) =>
  new SourceError('definition_changed', `File '${name}' was changed while it was read; try again`);

async function opened(
  store: RemoteStore,
  file: RemoteFile,
  more: Record<string, string>,
): Promise<IncomingMessage> {
  const sameState = file.etag === null ? {} : { 'if-match': file.etag };
  const request = store.request(file, { ...more, ...sameState });
  const response = await store.client.open({ method: 'GET', timeoutMs: idleMs, ...request });
  const status = response.statusCode ?? 0;
  if (status === 200 || status === 206) return response;
  const body = (await readUpTo(response, refusalBytes)).toString('latin1');
  if (status === 412) throw changed(file);
  if (isTransientStatus(status)) throw new TransientRefusal(store.refusal(status, body, file));
  throw store.refusal(status, body, file);
}

class TransientRefusal extends Error {
  readonly refusal: SourceError;
  constructor(refusal: SourceError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Repeats `work` after transient failures; the last failure is thrown as a SourceError. */
export async function retried<Result>(
  store: Pick<RemoteStore, 'signal' | 'request'>,
  file: Pick<RemoteFile, 'name'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const isTransient = (error: unknown) => error instanceof TransientRefusal || isLost(error);
  try {
    return await retryTransient(store.signal, isTransient, work);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (store.signal.aborted)
      throw new SourceError('cancelled', `Reading '${file.name}' was cancelled`);
    if (error instanceof TransientRefusal) throw error.refusal;
    throw networkError(error, store.request(file, {}).url);
  }
}

function networkError(error: unknown, url: URL): unknown {
  const full = asNoRoom(error);
  if (full) return full;
  const code = String((error as { code?: unknown }).code ?? '');
  const meaning = meaningOfHttpFailure(code);
  if (!meaning) return error;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const place: ServerPlace = { host: url.hostname, port, database: '', user: '' };
  return new SourceError(meaning.class, meaning.sentence(place), { sourceCode: code });
}

async function readUpTo(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length >= maxBytes) break;
  }
  response.destroy();
  return Buffer.concat(parts).subarray(0, maxBytes);
}

/** A path without percent escapes; unchanged if the escapes are invalid. */
export function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
