import type { Socket } from 'node:net';
import { errorCodes, QuernError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { renderError } from './render-error.ts';

/**
 * Answers bytes that are no HTTP request (a broken header, headers over Node's 16 KiB, a request that never ends), in
 * the contract's error shape, and ends the connection. There is no request yet, so nothing else can be known of it.
 */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = new QuernError(
    'BAD_REQUEST',
    tooLong ? 'The request headers are too large' : 'The request is malformed',
  );
  const body = JSON.stringify(renderError(problem, 'api').body);
  const status = tooLong ? '431 Request Header Fields Too Large' : `${errorCodes.BAD_REQUEST.status} Bad Request`;
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      `x-request-id: ${newId('request')}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
