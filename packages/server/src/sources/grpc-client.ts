/**
 * gRPC (grpc.io, "gRPC over HTTP2") over Node's HTTP/2. A gRPC library resolves names by itself,
 * and would connect to unchecked addresses.
 */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { Socket } from 'node:net';
import { connectSocket } from './connect-socket.ts';
import { connectTls } from './connect-tls.ts';
import type { SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/** A failed call. */
export class GrpcFailure extends Error {
  /** Code of google.rpc.Code. */
  readonly status: number;

  constructor(status: number) {
    super(`gRPC ${status}`);
    this.status = status;
  }
}

export const GrpcStatus = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Above any message of row services. */
const maxMessageBytes = 128 * 2 ** 20;
const frameHead = 5;
/** Time without a byte after which the call fails. */
const silentMs = 120_000;

export class GrpcClient {
  readonly #origin: URL;
  readonly #signal: AbortSignal;
  readonly #connect: () => Promise<Socket>;
  #session: ClientHttp2Session | undefined;

  /** `origin` is http: for an emulator alone. */
  constructor(context: SourceContext, origin: URL) {
    const { hostname, port, protocol } = origin;
    this.#origin = origin;
    this.#signal = context.signal;
    this.#connect = () =>
      protocol === 'https:'
        ? connectTls(context, hostname, Number(port || 443), { protocols: ['h2'] })
        : connectSocket(context, hostname, Number(port || 80));
  }

  /**
   * The messages of the answer; a single one for a method without streaming. Throws GrpcFailures,
   * SourceErrors and errors with a `code`.
   */
  async *call(
    path: string,
    message: Uint8Array,
    headers: Readonly<Record<string, string>>,
  ): AsyncGenerator<Buffer, void> {
    const session = await this.#open();
    const stream = session.request(
      {
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: path,
        'content-type': 'application/grpc',
        te: 'trailers',
        'user-agent': 'quern',
        ...headers,
      },
      { signal: this.#signal },
    );
    let status: string | undefined;
    let httpStatus = 0;
    const take = (received: IncomingHttpHeaders) => {
      status = statusOf(received) ?? status;
    };
    stream.once('response', (received) => {
      httpStatus = Number(received[constants.HTTP2_HEADER_STATUS]);
      take(received);
    });
    stream.once('trailers', take);
    stream.setTimeout(silentMs, () =>
      stream.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })),
    );
    stream.end(framed(message));
    try {
      yield* messagesOf(stream);
    } finally {
      stream.destroy();
    }
    if (status !== '0')
      throw new GrpcFailure(status === undefined ? statusOfHttp(httpStatus) : Number(status));
  }

  close(): void {
    this.#session?.destroy();
  }

  async #open(): Promise<ClientHttp2Session> {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const socket = await this.#connect();
    const session = connect(this.#origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: 4 * 2 ** 20 },
    });
    // Open calls receive the failure.
    session.on('error', () => {});
    this.#session = session;
    return session;
  }
}

const statusOf = (headers: IncomingHttpHeaders) => {
  const status = headers['grpc-status'];
  return typeof status === 'string' ? status : undefined;
};

/** The status of an answer that did not come from the service, by the protocol's mapping. */
function statusOfHttp(status: number): number {
  if (status === 401) return GrpcStatus.unauthenticated;
  if (status === 403) return GrpcStatus.permissionDenied;
  if (status === 404) return GrpcStatus.unimplemented;
  return status === 429 || (status >= 502 && status <= 504)
    ? GrpcStatus.unavailable
    : GrpcStatus.internal;
}

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(frameHead);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

async function* messagesOf(stream: ClientHttp2Stream): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = [];
  let held = 0;
  let wanted = frameHead;
  for await (const chunk of stream) {
    pending.push(chunk as Buffer);
    held += (chunk as Buffer).length;
    while (held >= wanted) {
      const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending, held);
      const length = bytes.readUInt32BE(1);
      if (bytes[0] !== 0 || length > maxMessageBytes) throw unreadable();
      if (held < frameHead + length) {
        pending = [bytes];
        wanted = frameHead + length;
        break;
      }
      yield bytes.subarray(frameHead, frameHead + length);
      pending = [bytes.subarray(frameHead + length)];
      held -= frameHead + length;
      wanted = frameHead;
    }
  }
  if (held > 0) throw Object.assign(new Error('ended within a message'), { code: 'ECONNRESET' });
}

const unreadable = () =>
  new SourceError(
    'source_failed',
    'The source sent a message that is packed or longer than is read; try again',
  );
