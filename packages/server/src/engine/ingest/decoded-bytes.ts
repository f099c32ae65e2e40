import { Transform } from 'node:stream';
import { badRequest } from '../../kernel/errors.ts';

export const decodedTooLarge = (maxBytes: number) =>
  badRequest(
    `The decoded file is larger than ${maxBytes} bytes, the most that one file may have; split it`,
  );

/** Passes at most `maxBytes` bytes, and ends with BAD_REQUEST at the next byte. */
export function byteLimit(maxBytes: number): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total <= maxBytes) done(null, chunk);
      else done(decodedTooLarge(maxBytes));
    },
  });
}
