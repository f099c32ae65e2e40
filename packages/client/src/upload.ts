import type { FinalizeUploadResponse, Resources } from './generated/contract.ts';
import type { CallOptions } from './operation.ts';
import { QuernError } from './quern-error.ts';
import { digestOf, Sha256 } from './sha256.ts';
import type { Transport } from './transport.ts';
import { UploadSession, type UploadState } from './upload-session.ts';
import { piecesOf, type RandomAccess, randomAccessOf, type UploadSource } from './upload-source.ts';
import { backoffMs, pause } from './waiting.ts';

export interface UploadOptions extends CallOptions {
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
  /** Compression of the bytes; a load unpacks the bytes. */
  readonly contentEncoding?: 'gzip' | 'zstd' | 'identity' | undefined;
  /**
   * Declares the SHA-256, which the service compares with the received bytes. True reads the source
   * twice; a text is the digest in hexadecimal. Sources of up to 64 MiB have a digest by default. A
   * stream needs a text.
   */
  readonly checksum?: boolean | string | undefined;
  /** Bytes of a part; 8 MiB unless given. The service has the last word. */
  readonly partSize?: number | undefined;
  /** Parts under way at a time; 4 unless given. So many parts are in memory. */
  readonly concurrency?: number | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Is told where the upload stands, first and after each part: who keeps the last one can go on
   * also after an abort, or in another process. Not of streams.
   */
  readonly onState?: ((state: UploadState) => void) | undefined;
  /**
   * Resumes a stopped upload: the last value of `onState`, or `state` of the UploadInterrupted
   * error. Parts at the service are compared with the source. Streams cannot be resumed.
   */
  readonly resume?: UploadState | undefined;
}

export interface UploadProgress {
  readonly sentBytes: number;
  /** Undefined of a stream. */
  readonly totalBytes: number | undefined;
}

/** A finalized upload, ready for a load. */
export type Uploaded = Omit<FinalizeUploadResponse, 'created_at'>;

/** A stopped upload; `state` resumes the upload. */
export class UploadInterrupted extends QuernError {
  readonly state: UploadState;

  constructor(cause: unknown, state: UploadState) {
    const message = `the upload stopped: ${cause instanceof Error ? cause.message : String(cause)}`;
    super(message, { code: 'UPLOAD_INTERRUPTED', cause });
    this.state = state;
  }
}

const checksumUnaskedBytes = 64 * 2 ** 20;
const defaultPartBytes = 8 * 2 ** 20;
const readBytes = 4 * 2 ** 20;

type Uploads = Resources['uploads'];

/** Uploads the source in parts and finalizes the upload. */
export async function upload(
  uploads: Uploads,
  transport: Transport,
  source: UploadSource,
  options: UploadOptions,
): Promise<Uploaded> {
  const bytes = randomAccessOf(source);
  const session = options.resume
    ? new UploadSession(options.resume, [])
    : await begin(uploads, bytes, options);
  if (bytes && session.sizeBytes !== bytes.size) {
    throw new TypeError(
      `the upload to resume is of ${session.sizeBytes} bytes, and the source has ${bytes.size}`,
    );
  }
  if (options.resume && !bytes)
    throw new TypeError('a stream cannot be resumed: it is read only once');
  if (options.resume && bytes) await assertSame(bytes, session, options.signal);
  const sender = new PartSender(uploads, transport, session, options, bytes?.size);
  try {
    if (session.url !== null) await sender.sendWhole(bytes as RandomAccess, session.url);
    else
      await sender.sendParts(
        bytes ? partsOf(bytes, session) : streamParts(source, session.partSize),
      );
    return await finalize(uploads, transport, session, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw bytes && isPassing(error) ? new UploadInterrupted(error, session.state()) : error;
  }
}

/** Throws if a part at the service differs from the source. */
async function assertSame(
  bytes: RandomAccess,
  session: UploadSession,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { part_number, sha256 } of session.parts) {
    signal?.throwIfAborted();
    if (sha256 === undefined) continue;
    const [start, end] = session.placeOf(part_number);
    if ((await digestOf(await bytes.read(start, end))) !== sha256)
      throw new TypeError(
        `the source is not the one of the upload to resume: its bytes ${start} to ${end} are others. Upload it anew`,
      );
  }
}

/**
 * An upload is finalized once, and a second call is refused. After a lost answer the refusal proves
 * that the first call succeeded: the bytes are counted and in place.
 */
async function finalize(
  uploads: Uploads,
  transport: Transport,
  session: UploadSession,
  options: UploadOptions,
): Promise<Uploaded> {
  const { uploadId, finalizeToken } = session;
  const parts =
    session.url === null
      ? { parts: session.parts.map(({ part_number, e_tag }) => ({ part_number, e_tag })) }
      : {};
  const request = { upload_id: uploadId, upload_finalize_token: finalizeToken, ...parts };
  let mayHaveCome = options.resume !== undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await uploads.finalize(request, options);
    } catch (error) {
      if (mayHaveCome && isFinalizedAlready(error)) {
        const { sizeBytes, sentBytes } = session;
        return { upload_id: uploadId, status: 'ready', size_bytes: sizeBytes ?? sentBytes };
      }
      if (!isPassing(error) || attempt >= (options.retries ?? transport.retries)) throw error;
      mayHaveCome = true;
      await pause(backoffMs(attempt, 200, 10_000), options.signal);
    }
  }
}

const isFinalizedAlready = (error: unknown) =>
  error instanceof QuernError && error.status === 400 && /finalized already/.test(error.message);

/** Errors that may pass later: no answer, or an answer of a proxy before the service. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof QuernError)) return false;
  const { code, status = 0 } = error;
  return code === 'CONNECTION_LOST' || [408, 429].includes(status) || status >= 500;
}

async function begin(
  uploads: Uploads,
  bytes: RandomAccess | null,
  options: UploadOptions,
): Promise<UploadSession> {
  const checksum = await checksumOf(bytes, options);
  const created = await uploads.create(
    {
      declared_size_bytes: bytes?.size,
      part_size: options.partSize ?? defaultPartBytes,
      content_type: options.contentType ?? bytes?.type,
      content_encoding: options.contentEncoding,
      filename: options.filename ?? bytes?.name,
      ...(checksum === null ? {} : { checksum_algo: 'sha256', checksum_value: checksum }),
    },
    { ...options, repeatable: true },
  );
  const state = {
    uploadId: created.upload_id,
    finalizeToken: created.finalize_token,
    sizeBytes: bytes?.size ?? null,
    url: created.url ?? null,
    partSize: created.part_size ?? 0,
    parts: [],
  };
  return new UploadSession(state, created.part_urls ?? []);
}

async function checksumOf(
  bytes: RandomAccess | null,
  { checksum }: UploadOptions,
): Promise<string | null> {
  if (typeof checksum === 'string') return checksum;
  if (bytes === null) {
    if (checksum)
      throw new TypeError(
        'the checksum of a stream cannot be known before it is read; give it as a text',
      );
    return null;
  }
  if (!(checksum ?? bytes.size <= checksumUnaskedBytes)) return null;
  const digest = new Sha256();
  for (let at = 0; at < bytes.size; at += readBytes) {
    digest.update(await bytes.read(at, Math.min(at + readBytes, bytes.size)));
  }
  return digest.hex();
}

interface Part {
  readonly number: number;
  read(): Promise<Uint8Array>;
}

/** Parts missing at the service. */
function* partsOf(
  bytes: RandomAccess,
  { partSize, hasPart }: UploadSession,
): Generator<Part, void, undefined> {
  for (let number = 1; number === 1 || (number - 1) * partSize < bytes.size; number += 1) {
    const start = (number - 1) * partSize;
    if (!hasPart(number))
      yield { number, read: () => bytes.read(start, Math.min(start + partSize, bytes.size)) };
  }
}

async function* streamParts(
  source: UploadSource,
  partSize: number,
): AsyncGenerator<Part, void, undefined> {
  let number = 0;
  for await (const piece of piecesOf(source, partSize)) {
    number += 1;
    yield { number, read: async () => piece };
  }
}

/** Addresses of parts are short-lived; the service mints another. */
const isExpired = ({ status }: Response, { url }: UploadSession) =>
  url === null && (status === 401 || status === 403);

class PartSender {
  readonly #uploads: Uploads;
  readonly #transport: Transport;
  readonly #session: UploadSession;
  readonly #options: UploadOptions;
  readonly #totalBytes: number | undefined;

  constructor(
    uploads: Uploads,
    transport: Transport,
    session: UploadSession,
    options: UploadOptions,
    totalBytes: number | undefined,
  ) {
    this.#uploads = uploads;
    this.#transport = transport;
    this.#session = session;
    this.#options = options;
    this.#totalBytes = totalBytes;
  }

  async sendWhole(bytes: RandomAccess, url: string): Promise<void> {
    this.#report();
    if (this.#session.hasPart(1)) return;
    const whole = await bytes.read(0, bytes.size);
    const tag = await this.#put(whole, async () => url);
    await this.#note(1, tag, whole);
  }

  /** Sends several parts at a time; the first failure ends all. */
  async sendParts(parts: Iterable<Part> | AsyncIterable<Part>): Promise<void> {
    this.#report();
    const iterator =
      Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
    // A stream is read by one caller at a time.
    let turn: Promise<unknown> = Promise.resolve();
    let failed = false;
    const worker = async () => {
      while (!failed) {
        const next = turn.then(() => iterator.next());
        turn = next.catch(() => undefined);
        const { value, done } = await next;
        if (done) return;
        await this.#sendPart(value);
      }
    };
    const guarded = () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      });
    const ends = await Promise.allSettled(
      Array.from({ length: this.#options.concurrency ?? 4 }, guarded),
    );
    const rejected = ends.find((end) => end.status === 'rejected');
    if (rejected) {
      await iterator.return?.();
      throw rejected.reason;
    }
  }

  async #sendPart(part: Part): Promise<void> {
    const bytes = await part.read();
    // A stream whose bytes end at a part boundary has no further part.
    if (bytes.length === 0 && part.number > 1) return;
    const tag = await this.#put(bytes, () => this.#urlOf(part.number));
    // A browser shows no header that the rules of the bucket do not expose.
    if (tag === '')
      throw new QuernError(
        "the store's answer shows no ETag: the CORS rules of its bucket have to expose it",
        { code: 'UPLOAD_REFUSED' },
      );
    await this.#note(part.number, tag, bytes);
  }

  /** An address of the part, minted with those of the parts to come where none is left. */
  async #urlOf(number: number): Promise<string> {
    const known = this.#session.takeUrl(number);
    if (known !== undefined) return known;
    const { uploadId, finalizeToken } = this.#session;
    const { parts } = await this.#uploads.mintParts(
      { upload_id: uploadId, upload_finalize_token: finalizeToken, part_numbers: [number] },
      { ...this.#options, repeatable: true },
    );
    for (const minted of parts) this.#session.putUrl(minted.part_number, minted.url);
    const url = this.#session.takeUrl(number);
    if (url === undefined)
      throw new QuernError(`the service gave no address for part ${number}`, {
        code: 'UNREADABLE_ANSWER',
      });
    return url;
  }

  /**
   * PUTs bytes, repeats after a lost connection, and uses a new address after an expired one.
   * Returns the ETag.
   */
  async #put(bytes: Uint8Array, nextUrl: () => Promise<string>): Promise<string> {
    const { signal } = this.#options;
    const most = this.#options.retries ?? Math.max(this.#transport.retries, 8);
    let url = await nextUrl();
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const tried = await this.#tryPut(url, bytes);
      if (typeof tried === 'string') return tried;
      if (attempt >= most || !tried.passing) throw tried.error;
      await pause(backoffMs(attempt, 200, 20_000), signal);
      if (tried.error.status !== undefined) url = await nextUrl();
    }
  }

  async #tryPut(
    url: string,
    bytes: Uint8Array,
  ): Promise<string | { readonly error: QuernError; readonly passing: boolean }> {
    const { signal } = this.#options;
    try {
      const body = bytes as Uint8Array<ArrayBuffer>;
      const response = await this.#transport.fetch(url, {
        method: 'PUT',
        body,
        ...(signal ? { signal } : {}),
      });
      const text = await response.text();
      if (response.ok) return response.headers.get('etag') ?? '';
      const message = `the store refused the bytes: ${response.status} ${text.slice(0, 200)}`;
      const error = new QuernError(message, { code: 'UPLOAD_REFUSED', status: response.status });
      return {
        error,
        passing:
          response.status >= 500 || response.status === 429 || isExpired(response, this.#session),
      };
    } catch (error) {
      signal?.throwIfAborted();
      const message = `the connection was lost while bytes were sent: ${error instanceof Error ? error.message : error}`;
      return {
        error: new QuernError(message, { code: 'CONNECTION_LOST', cause: error }),
        passing: true,
      };
    }
  }

  async #note(number: number, tag: string, bytes: Uint8Array): Promise<void> {
    // A stream cannot be resumed, so the digest has no use.
    const sha256 = this.#totalBytes === undefined ? undefined : await digestOf(bytes);
    this.#session.sent({ part_number: number, e_tag: tag, sha256 }, bytes.length);
    this.#report();
  }

  #report(): void {
    const { sentBytes } = this.#session;
    const { onProgress, onState } = this.#options;
    if (this.#totalBytes !== undefined) onState?.(this.#session.state());
    onProgress?.({ sentBytes, totalBytes: this.#totalBytes });
  }
}
