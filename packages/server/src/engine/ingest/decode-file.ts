import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { badRequest, QuernError } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { byteLimit } from './decoded-bytes.ts';
import { firstBytes } from './file-format.ts';

export type ContentEncoding = 'gzip' | 'zstd';

/**
 * The decoder allocates a frame's whole window at once. 128 MiB is the default limit of the zstd
 * command.
 */
const maxZstdWindowBytes = 128 * 1024 * 1024;
/**
 * The pure JavaScript decoder does not yield during a piece. Small pieces limit the output of one
 * piece.
 */
const zstdPieceBytes = 64 * 1024;

/**
 * Decodes a whole file into `directory` and returns the new file's path. The caller removes the
 * file. Output beyond `maxBytes` is BAD_REQUEST and leaves no file, so a small file cannot fill the
 * disk.
 */
export async function decodeFile(
  path: string,
  encoding: ContentEncoding,
  directory: string,
  maxBytes: number,
): Promise<string> {
  if (encoding === 'zstd') checkZstdHeader(firstBytes(path, 18));
  const target = join(directory, `decoded-${newObjectName()}`);
  const decoder = encoding === 'gzip' ? createGunzip() : zstdDecoder();
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: zstdPieceBytes }),
      decoder,
      byteLimit(maxBytes),
      createWriteStream(target, { flags: 'wx' }),
    );
  } catch (error) {
    await rm(target, { force: true });
    throw error instanceof QuernError ? error : mapDecodeError(error, encoding);
  }
  return target;
}

function mapDecodeError(error: unknown, encoding: ContentEncoding): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // A full disk or similar failure is not the file's fault.
  if (code.startsWith('E') && !code.startsWith('ERR_')) return error;
  return badRequest(
    `The file is not whole ${encoding} data, as its content_encoding says; upload it again or leave content_encoding out`,
    error,
  );
}

/** A stream over fzstd, because Node 20 has no zstd. */
function zstdDecoder(): Transform {
  let ended = false;
  const decompress = new Decompress();
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decompress.push(new Uint8Array(chunk));
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      try {
        if (!ended) decompress.push(new Uint8Array(), true);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  decompress.ondata = (piece, final) => {
    ended ||= final === true;
    stream.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  };
  return stream;
}

/**
 * Refuses a file without a frame, and a window that would take too much memory (RFC 8878 section
 * 3.1.1).
 */
function checkZstdHeader(header: Buffer): void {
  const isFrame = header.length >= 6 && header.readUInt32LE(0) === 0xfd2fb528;
  const isSkippable =
    header.length >= 8 && (header.readUInt32LE(0) & 0xfffffff0) === (0x184d2a50 | 0);
  if (!isFrame && !isSkippable) throw mapDecodeError(new Error('no zstd frame'), 'zstd');
  if (!isFrame) return;
  const descriptor = header[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  if (isSingleSegment) return;
  const window = header[5] ?? 0;
  const windowBytes = 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  if (windowBytes > maxZstdWindowBytes) {
    throw badRequest(
      'The zstd file needs a window of more than 128 MiB; compress it without --long or --ultra',
    );
  }
}
