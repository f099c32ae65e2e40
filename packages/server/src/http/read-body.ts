import type { IncomingMessage } from 'node:http';
import { QuernError } from '../kernel/errors.ts';
import type { BodyHold } from './body-budget.ts';
import type { BodyPace } from './body-pace.ts';

export interface BodyReading {
  /** The largest accepted body. */
  readonly limitBytes: number;
  readonly hold: BodyHold;
  readonly pace: BodyPace;
  /** Asks a client that waits for the invitation to send the body. */
  readonly invite: () => void;
}

/** The least memory reserved for a body of unknown length. */
const firstBytes = 16 * 1024;

export const bodyTooLarge = () =>
  new QuernError('PAYLOAD_TOO_LARGE', 'The request body is too large');

/**
 * The whole body of a request. A body announced as too large, or without room, is refused before a
 * byte is read. If the client left earlier (during the check of its credential), no `close`
 * follows, so nothing is reserved. The bytes are joined as they arrive: a body of 8 MB in chunks of
 * one byte would take a gigabyte as a list.
 */
export function readBody(request: IncomingMessage, reading: BodyReading): Promise<Buffer> {
  const { limitBytes, hold, pace, invite } = reading;
  const length = request.headers['content-length'];
  const announcedBytes = length === undefined ? null : Number(length);
  return new Promise((resolve, reject) => {
    if (request.destroyed) throw wentAway();
    if ((announcedBytes ?? 0) > limitBytes) throw bodyTooLarge();
    hold.reserve(announcedBytes ?? firstBytes);
    let buffer: Buffer | null = null;
    let sizeBytes = 0;
    const onData = (chunk: Buffer) => {
      try {
        sizeBytes += chunk.length;
        if (sizeBytes > limitBytes) throw bodyTooLarge();
        buffer = appended(buffer, chunk, sizeBytes, announcedBytes, hold);
      } catch (error) {
        end(() => reject(error));
      }
    };
    const onEnd = () => {
      const whole = buffer?.subarray(0, sizeBytes) ?? Buffer.alloc(0);
      pace.done(request);
      end(() => resolve(whole));
    };
    const onGone = () => end(() => reject(wentAway()));
    const end = (settle: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      // Bytes after an error are discarded; the pace limits the time.
      request.on('error', () => {}).resume();
      buffer = null;
      settle();
    };
    pace.onSlow(request, () => end(() => reject(tooSlow())));
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
    invite();
  });
}

const wentAway = () => new QuernError('CLIENT_CLOSED_REQUEST', 'The client went away');

function tooSlow(): QuernError {
  return new QuernError(
    'REQUEST_TIMEOUT',
    'The request body came too slowly; send the request again',
  );
}

function appended(
  buffer: Buffer | null,
  chunk: Buffer,
  sizeBytes: number,
  announcedBytes: number | null,
  hold: BodyHold,
): Buffer {
  // Usually the whole body arrives as one piece.
  if (!buffer && sizeBytes === announcedBytes) return chunk;
  const grown =
    buffer && buffer.length >= sizeBytes ? buffer : larger(buffer, sizeBytes, announcedBytes, hold);
  chunk.copy(grown, sizeBytes - chunk.length);
  return grown;
}

function larger(
  buffer: Buffer | null,
  sizeBytes: number,
  announcedBytes: number | null,
  hold: BodyHold,
): Buffer {
  const capacity = announcedBytes ?? Math.max(firstBytes, 2 ** Math.ceil(Math.log2(sizeBytes)));
  if (announcedBytes === null) hold.reserve(capacity);
  const next = Buffer.allocUnsafeSlow(capacity);
  buffer?.copy(next);
  return next;
}
