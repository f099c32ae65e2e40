import type { Socket } from 'node:net';
import { QuernError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { renderError } from './render-error.ts';

/** Time that a client has to read its answer, whatever the client goes on to send. */
const lingerMs = 2_000;

/**
 * Answers bytes that are no HTTP request (a broken header, headers over Node's 16 KiB, a request
 * that never ends), in the contract's error shape, and ends the connection. No request exists yet,
 * so the answer has no other context. `end` closes only the service's side: a client that goes on
 * to send would start a request that nobody can answer, and occupy the connection for minutes.
 */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const { problem, status } = explain(error);
  const body = JSON.stringify(renderError(problem, 'api').body);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      `x-request-id: ${newId('request')}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
}

function explain({ code }: { readonly code?: string }): {
  readonly problem: QuernError;
  readonly status: string;
} {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        problem: new QuernError('BAD_REQUEST', 'The request headers are too large'),
        status: '431 Request Header Fields Too Large',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        problem: new QuernError('REQUEST_TIMEOUT', 'The request came too slowly; send it again'),
        status: '408 Request Timeout',
      };
    default:
      return {
        problem: new QuernError('BAD_REQUEST', 'The request is malformed'),
        status: '400 Bad Request',
      };
  }
}
