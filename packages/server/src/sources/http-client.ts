import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { connectSocket } from './connect-socket.ts';
import { connectTls } from './connect-tls.ts';
import type { SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum bytes of the answer, packed and unpacked. */
  readonly maxBytes: number;
  /**
   * Time from the first byte sent to the last byte received; absent: only the signal ends the call.
   */
  readonly timeoutMs?: number;
  /** Absent: the signal of the context. */
  readonly signal?: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Unpacked if the body was gzip, declared or not. */
  readonly body: Buffer;
}

type Connected = (error: Error | null, socket?: Socket) => void;

/**
 * HTTP for sources that are services: sockets to checked addresses only, no redirects, no proxies,
 * no cookies, and a bound on every answer. The driver decides which URLs may be requested.
 */
export class HttpClient {
  readonly #signal: AbortSignal;
  #isClosed = false;
  readonly #agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };

  /** `ca`: trusted certificates instead of the well-known authorities, as PEM text. */
  constructor(
    context: Pick<SourceContext, 'signal' | 'resolve'>,
    { ca }: { readonly ca?: string } = {},
  ) {
    // A connection serves many requests, including the final requests after an abort, so an aborted
    // signal must not close the connection.
    const lasting = { ...context, signal: new AbortController().signal };
    this.#signal = context.signal;
    const options = { keepAlive: true, maxSockets: 8 };
    this.#agents = {
      'http:': withConnections(new HttpAgent(options), (host, port) =>
        connectSocket(lasting, host, port),
      ),
      'https:': withConnections(new HttpsAgent(options), (host, port) =>
        connectTls(lasting, host, port, { ca }),
      ),
    };
  }

  /** Throws SourceErrors, and errors with a `code` for failures of the connection. */
  async send(call: HttpCall): Promise<HttpReply> {
    // A prefetch that starts after the end of the work is not retried.
    if (this.#isClosed) throw Object.assign(new Error('closed'), { code: 'ECANCELED' });
    const asked = call.signal ?? this.#signal;
    const timeout = call.timeoutMs === undefined ? null : AbortSignal.timeout(call.timeoutMs);
    try {
      const response = await this.#ask(call, timeout ? AbortSignal.any([asked, timeout]) : asked);
      const body = await readBounded(response, call.maxBytes);
      const { statusCode, headers } = response;
      return {
        status: statusCode ?? 0,
        headers,
        body: isGzip(body) ? await unpack(body, call.maxBytes) : body,
      };
    } catch (error) {
      if (timeout?.aborted && !asked.aborted) throw silent();
      throw error;
    }
  }

  /**
   * The packed body as a stream; the caller reads the stream to its end or destroys it. A
   * connection without a byte for `timeoutMs` is ended. Throws as `send` does.
   */
  async open({
    timeoutMs,
    ...call
  }: Omit<HttpCall, 'maxBytes' | 'body' | 'timeoutMs'> & {
    readonly timeoutMs: number;
  }): Promise<IncomingMessage> {
    const signal = call.signal ?? this.#signal;
    const headers = { 'accept-encoding': 'identity', ...call.headers };
    const response = await this.#ask(
      { ...call, headers, timeoutMs, maxBytes: 0 },
      signal,
      timeoutMs,
    );
    response.setTimeout(timeoutMs, () => response.destroy(silent()));
    return response;
  }

  close(): void {
    this.#isClosed = true;
    this.#agents['http:'].destroy();
    this.#agents['https:'].destroy();
  }

  #ask(
    { method, url, headers, body }: HttpCall,
    signal: AbortSignal,
    idleMs?: number,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        signal,
        headers: {
          'accept-encoding': 'gzip',
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      };
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...options, agent: this.#agents['https:'] }, resolve)
          : httpRequest(url, { ...options, agent: this.#agents['http:'] }, resolve);
      request.once('error', reject);
      if (idleMs !== undefined) request.setTimeout(idleMs, () => request.destroy(silent()));
      request.end(body);
    });
  }
}

const silent = () => Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });

/** URLs have IPv6 addresses in brackets. */
const nameOf = (host: string | null | undefined) => (host ?? '').replace(/^\[(.*)\]$/, '$1');

function withConnections<Agent extends HttpAgent>(
  agent: Agent,
  connect: (host: string, port: number) => Promise<Socket>,
): Agent {
  const createConnection = ({ host, port }: RequestOptions, done: Connected) => {
    connect(nameOf(host), Number(port)).then((socket) => done(null, socket), done);
  };
  return Object.assign(agent, { createConnection });
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    length += (part as Buffer).length;
    if (length > maxBytes) {
      response.destroy();
      throw new TooLongAnswer(maxBytes);
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts, length);
}

/** Object stores return packed files unchanged, without a header. */
const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b;

const gunzipBytes = promisify(gunzip) as (
  body: Buffer,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer>;

async function unpack(body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await gunzipBytes(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooLongAnswer(maxBytes);
    throw new SourceError(
      'source_failed',
      'The source sent compressed data that cannot be unpacked; try again',
      {
        sourceCode: String((error as NodeJS.ErrnoException).code),
      },
    );
  }
}

/** The answer is larger than any valid answer. */
export class TooLongAnswer extends SourceError {
  constructor(maxBytes: number) {
    super(
      'source_failed',
      `The source sent an answer of more than ${Math.round(maxBytes / 2 ** 20)} MiB, which is not read; leave out columns of very long values`,
    );
  }
}
