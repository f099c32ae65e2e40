import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { badRequest, QuernError } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { byteLimit } from './decoded-bytes.ts';

/**
 * Rewrites a text of another encoding as UTF-8 below `folder`. The caller removes the file. More
 * than `maxBytes` of output is BAD_REQUEST.
 */
export async function transcodeFile(
  path: string,
  encoding: string,
  folder: string,
  maxBytes: number,
): Promise<string> {
  const target = join(folder, `${newObjectName()}.txt`);
  try {
    await pipeline(
      createReadStream(path),
      decoder(await labelOf(path, encoding), encoding),
      byteLimit(maxBytes),
      createWriteStream(target, { flags: 'wx' }),
    );
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return target;
}

const ofWindows1252: readonly string[] = ['iso-8859-1', 'latin1', 'windows-1252'];
/** Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The byte order mark of UTF-16 takes precedence over the option. */
async function labelOf(path: string, encoding: string): Promise<string> {
  if (encoding !== 'utf-16') return encoding;
  for await (const head of createReadStream(path, { end: 1 }))
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-16le';
}

function decoder(label: string, encoding: string): Transform {
  // TextDecoder drops a byte order mark. Node 20 reads Windows-1252 as Latin-1.
  const text: Pick<TextDecoder, 'decode'> = ofWindows1252.includes(label)
    ? windows1252Decoder
    : new TextDecoder(label, { fatal: true });
  let line = 1;
  const decoded = (chunk?: Buffer): string => {
    try {
      const piece = text.decode(chunk, { stream: chunk !== undefined });
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) line += 1;
      return piece;
    } catch (error) {
      throw notEncoded(line, encoding, error);
    }
  };
  const take = (done: (error: Error | null, piece?: string) => void, chunk?: Buffer) => {
    try {
      done(null, decoded(chunk));
    } catch (error) {
      done(error instanceof QuernError ? error : new Error(String(error)));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => take(done, chunk),
    flush: (done) => take(done),
  });
}

const windows1252Decoder = {
  decode: (chunk?: NodeJS.ArrayBufferView | ArrayBuffer | null) =>
    (Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0))
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign),
};

/** The unreadable piece begins in the line. */
const notEncoded = (line: number, encoding: string, cause: unknown) =>
  badRequest(
    `The file is not text in ${encoding}: from line ${line} on it cannot be read; give the right 'encoding'`,
    cause,
  );
