import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { badRequest } from '../kernel/errors.ts';

/**
 * A DNS name or an IPv4 address, as browsers and proxies send them; names of container networks
 * contain `_`.
 */
const nameForm = /^[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*\.?$/i;

/**
 * 400 if a request names no host, several hosts, or no possible address: the host goes into upload
 * URLs.
 */
export function refuseBadHost(request: IncomingMessage): void {
  const count = request.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length;
  if (count === 0 && request.httpVersion === '1.0') return;
  if (count === 1 && isHost(request.headers.host ?? '')) return;
  throw badRequest("The 'Host' header must be one host name or address, with a port if wanted");
}

/**
 * `host[:port]` as in RFC 3986, without the forms that no client needs: user names, quotes, percent
 * signs.
 */
export function isHost(text: string): boolean {
  const match = /^(\[([^\]]*)\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text);
  if (!match || text.length > 255) return false;
  const [, host = '', address, port] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false;
  return address === undefined ? nameForm.test(host) : isIPv6(address) && !address.includes('%');
}

/** Origin of a request, by the Host header, else by the socket. */
export function originOf({ headers, socket }: IncomingMessage): string {
  if (headers.host !== undefined) return `http://${headers.host}`;
  const { localAddress = '127.0.0.1', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
