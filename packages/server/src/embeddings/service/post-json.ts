import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectSocket } from '../../sources/connect-socket.ts';
import type { HostRules } from '../../sources/host-rules.ts';
import { hostResolver } from '../../sources/resolve-host.ts';

export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The answer was larger than what was asked for can be. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Posts JSON and reads the whole answer, whatever its status; a redirect is an answer. The socket leads to an address that
 * the rules allow, and is closed with the answer. Throws SourceErrors of the connecting, TooLargeError, errors of TLS and of
 * the socket, and the signal's reason.
 */
export async function postJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: { readonly rules: HostRules; readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<Posted> {
  const { rules, signal, maxBytes } = options;
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const context = { signal, resolve: hostResolver(rules) };
  const socket = await connectSocket(context, host, port);
  try {
    signal.throwIfAborted();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const channel = isTls
        ? connectTls({ socket, host, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 && { servername: host }) })
        : socket;
      channel.once('error', reject);
      const request = httpRequest(
        {
          createConnection: () => channel,
          method: 'POST',
          path: url.pathname,
          signal,
          headers: {
            ...headers,
            host: url.host,
            connection: 'close',
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        resolve,
      );
      request.once('error', reject);
      request.end(body);
    });
    return { status: response.statusCode ?? 0, headers: response.headers, text: await read(response, maxBytes) };
  } finally {
    socket.destroy();
  }
}

async function read(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    length += (part as Buffer).length;
    if (length > maxBytes) throw new TooLargeError();
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
