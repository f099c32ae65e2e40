import { addAbortSignal, type Readable } from 'node:stream';
import type { Clock } from '../kernel/clock.ts';
import { type ErrorCode, overloaded, QuernError } from '../kernel/errors.ts';
import type { BodyDigest, BodyDigests } from './body-digests.ts';
import { hasCode } from './file-errors.ts';
import { MultipartMissingError, ObjectExistsError } from './object-store.ts';
import type { PutDestination, ReceivedBody } from './put-destination.ts';
import type { PutGrant, UrlSigner } from './signed-urls.ts';
import { writeBatches } from './write-new-file.ts';

/**
 * The used fields of a request; `IncomingMessage` with itself as `stream` fits. Header names are
 * lower case.
 */
export interface PutRequest {
  readonly method?: string | undefined;
  /** The request target: path and query. */
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly stream: Readable;
}

export interface PutReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

/**
 * Answers one request at a signed URL. Refusals are replies; throws `QuernError` for failures of
 * the service.
 */
export type ReceivePut = (request: PutRequest, signal: AbortSignal) => Promise<PutReply>;

/** The store of received bodies. */
export interface PutSink {
  /**
   * A destination for a body of `lengthBytes`. Throws `MultipartMissingError` or
   * `ObjectExistsError` if the grant has lost its use; each step of the destination may throw the
   * same.
   */
  open(grant: PutGrant, lengthBytes: number): Promise<PutDestination>;
}

class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: ErrorCode;
  constructor(status: number, code: ErrorCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Bodies received at a time, and the memory for their unwritten chunks. Half of the memory is
 * shared: a single body writes a MiB at once, each of thirteen bodies a sixth of a MiB. Chunks that
 * wait longer outlive the collector's young generation, and memory outside the heap then makes the
 * collector mark the whole heap: 105 MB in 13 parallel parts took 410 to 550 ms of CPU with 32 MiB,
 * and 190 to 400 with this size.
 */
const maxPuts = 512;
const pendingBytes = 2 * 2 ** 20;

/**
 * A `ReceivePut` that verifies with `signer` and stores into `sink`. Expiry counts when the request
 * starts.
 */
export function makeReceivePut(
  signer: UrlSigner,
  sink: PutSink,
  digests: BodyDigests,
  clock: Clock,
): ReceivePut {
  let active = 0;
  const batchBytes = () => Math.min(2 ** 20, pendingBytes / active);
  return async (request, signal) => {
    if (active >= maxPuts)
      throw overloaded('too many uploads are on their way; send this one again in a moment');
    active += 1;
    try {
      const grant = admit(request, signer, clock.now());
      const lengthBytes = readLength(request, grant);
      const destination = await sink.open(grant, lengthBytes);
      try {
        const digest = digests.start();
        const whole = { lengthBytes, digest, signal, batchBytes };
        const body = await receive(request.stream, destination, whole);
        await destination.accept(body);
        return { status: 200, headers: { etag: `"${body.digest}"`, 'content-length': '0' } };
      } finally {
        await destination.close();
      }
    } catch (error) {
      return await refuse(error, request);
    } finally {
      active -= 1;
    }
  };
}

function admit(request: PutRequest, signer: UrlSigner, now: number): PutGrant {
  if (request.method !== 'PUT')
    throw new Refusal(405, 'METHOD_NOT_ALLOWED', 'upload URLs accept PUT only');
  const grant = signer.verify(request.url ?? '');
  if (!grant)
    throw new Refusal(
      403,
      'ACCESS_DENIED',
      'the upload URL is not valid; use it exactly as it was given',
    );
  if (now >= grant.expiresAt) {
    throw new Refusal(403, 'ACCESS_DENIED', 'the upload URL has expired; ask for a new one');
  }
  return grant;
}

function readLength({ headers }: PutRequest, { maxBytes }: PutGrant): number {
  const text = headers['content-length'];
  if (text === undefined)
    throw new Refusal(411, 'BAD_REQUEST', 'send the body with a Content-Length header');
  const lengthBytes = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (lengthBytes === null)
    throw new Refusal(400, 'BAD_REQUEST', 'the Content-Length header is not a number of bytes');
  if (lengthBytes > maxBytes) {
    throw new Refusal(
      413,
      'PAYLOAD_TOO_LARGE',
      `the body has ${lengthBytes} bytes; this URL accepts at most ${maxBytes}`,
    );
  }
  return lengthBytes;
}

interface ReceiveOptions {
  readonly lengthBytes: number;
  readonly digest: BodyDigest;
  readonly signal: AbortSignal;
  readonly batchBytes: () => number;
}

/** Writes the body to its destination and returns its digest. Clients return an ETag unread. */
async function receive(
  stream: Readable,
  destination: PutDestination,
  { lengthBytes, digest, signal, batchBytes }: ReceiveOptions,
): Promise<ReceivedBody> {
  let sizeBytes = 0;
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      sizeBytes += chunk.length;
      if (sizeBytes > lengthBytes)
        throw new Refusal(400, 'BAD_REQUEST', 'the body is longer than its Content-Length');
      digest.update(chunk);
      yield chunk;
    }
    if (sizeBytes < lengthBytes)
      throw new Refusal(400, 'BAD_REQUEST', 'the body is shorter than its Content-Length');
  }
  await writeBatches(
    measured(addAbortSignal(signal, stream)),
    (batch) => destination.write(batch),
    batchBytes,
  );
  return { digest: digest.hex(), sizeBytes };
}

async function refuse(error: unknown, request: PutRequest): Promise<PutReply> {
  const refusal = toRefusal(error, request.stream);
  // A client that is still sending when the connection closes sees a reset instead of the reply,
  // and would not learn that a new URL helps.
  const isRead = await drain(request.stream);
  return {
    status: refusal.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(refusal.status === 405 ? { allow: 'PUT' } : {}),
      ...(isRead ? {} : { connection: 'close' }),
    },
    body: JSON.stringify({ error: { code: refusal.code, message: refusal.message } }),
  };
}

function toRefusal(error: unknown, stream: Readable): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof MultipartMissingError) {
    return new Refusal(
      404,
      'NOT_FOUND',
      'this multipart upload is no longer open; create a new upload',
    );
  }
  if (error instanceof ObjectExistsError)
    return new Refusal(409, 'CONFLICT', 'this upload is already finalized');
  if (stream.destroyed && hasCode(error, 'ABORT_ERR', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE')) {
    return new Refusal(
      499,
      'CLIENT_CLOSED_REQUEST',
      'the client went away before the body was whole',
    );
  }
  const message = 'the upload could not be stored; try again later';
  throw new QuernError('PERSISTENCE_UNAVAILABLE', message, { cause: error, retryAfterS: 5 });
}

/** Twice the usual part of 8 MiB, and the largest single PUT: no more is read for nothing. */
const maxDrainBytes = 16 * 2 ** 20;

/** Reads and drops the rest of a refused body; false if the rest was too long. */
async function drain(stream: Readable): Promise<boolean> {
  let drainedBytes = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      drainedBytes += (chunk as Buffer).length;
      if (drainedBytes > maxDrainBytes) return false;
    }
    return true;
  } catch {
    return false;
  }
}
