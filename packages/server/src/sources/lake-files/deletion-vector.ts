/**
 * Deletion vectors of Iceberg and DuckLake: the positions of a data file's deleted rows, as a blob
 * in a Puffin file (iceberg.apache.org/puffin-spec/#deletion-vector-v1-blob-type) with Roaring
 * bitmaps (github.com/RoaringBitmap/RoaringFormatSpec).
 */
import { crc32 } from 'node:zlib';
import type { SourceError } from '../source-error.ts';

const magic = 0xd1d33964;
const cookieOfRuns = 12_347;
const cookie = 12_346;
const maxContainers = 65_536;
/** A container with more values is a bitmap, unless the container has runs. */
const maxListed = 4_096;
const bitmapBytes = 8_192;
/** Minimum number of containers for a list of offsets, if some are run containers. */
const placesFrom = 4;

/**
 * Calls `onRange` with the positions in order, as ranges (`last` is included), with at least one
 * other position between two ranges: a few kilobytes may represent billions of positions. Throws
 * the error of `odd` unless all positions are below `rows` and, if `count` is given, number exactly
 * `count`.
 */
export function readDeletionVector(
  blob: Buffer,
  options: VectorOptions,
  onRange: (first: number, last: number) => void,
): void {
  try {
    readVector(blob, options, onRange);
  } catch (error) {
    throw error instanceof OddVector ? options.odd() : error;
  }
}

export interface VectorOptions {
  readonly count?: number;
  readonly rows: number;
  readonly odd: () => SourceError;
}

class OddVector extends Error {}

function readVector(
  blob: Buffer,
  { count, rows }: VectorOptions,
  onRange: (first: number, last: number) => void,
): void {
  let read = 0;
  let open: { first: number; last: number } | undefined;
  const take = (first: number, last: number) => {
    read += last - first + 1;
    if (first <= (open?.last ?? -1) || last >= rows || read > (count ?? rows)) throw oddVector();
    if (open && first === open.last + 1) {
      open.last = last;
      return;
    }
    if (open) onRange(open.first, open.last);
    open = { first, last };
  };
  const bytes = new Bytes(blobOf(blob));
  const bitmaps = bytes.long();
  for (let index = 0; index < bitmaps; index += 1) {
    const base = bytes.int() * 2 ** 32;
    readBitmap(bytes, (first, last) => take(base + first, base + last));
  }
  if (!bytes.isAtEnd || read !== (count ?? read)) throw oddVector();
  if (open) onRange(open.first, open.last);
}

const oddVector = () => new OddVector();

/** Length, magic number, the vector, and the checksum of both. */
function blobOf(blob: Buffer): Buffer {
  if (blob.length < 12) throw oddVector();
  const end = blob.length - 4;
  const isWhole = blob.readUInt32BE(0) === end - 4 && blob.readUInt32BE(4) === magic;
  if (!isWhole || crc32(blob.subarray(4, end)) !== blob.readUInt32BE(end)) throw oddVector();
  return blob.subarray(8, end);
}

type TakeRange = (first: number, last: number) => void;

function readBitmap(bytes: Bytes, take: TakeRange): void {
  const first = bytes.int();
  const hasRuns = (first & 0xffff) === cookieOfRuns;
  if (!hasRuns && first !== cookie) throw oddVector();
  const containers = hasRuns ? (first >>> 16) + 1 : bytes.int();
  if (containers > maxContainers) throw oddVector();
  const ofRuns = hasRuns ? bytes.take(Math.ceil(containers / 8)) : Buffer.alloc(0);
  const headers = bytes.take(containers * 4);
  if (!hasRuns || containers >= placesFrom) bytes.take(containers * 4);
  for (let index = 0; index < containers; index += 1) {
    const base = headers.readUInt16LE(index * 4) * 65_536;
    const size = headers.readUInt16LE(index * 4 + 2) + 1;
    const isOfRuns = (((ofRuns[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
    const takeLow: TakeRange = (first, last) => take(base + first, base + last);
    if (isOfRuns) readRuns(bytes, takeLow);
    else if (size > maxListed) readBits(bytes.take(bitmapBytes), takeLow);
    else {
      const listed = bytes.take(size * 2);
      for (let at = 0; at < size; at += 1) {
        const low = listed.readUInt16LE(at * 2);
        takeLow(low, low);
      }
    }
  }
}

function readRuns(bytes: Bytes, take: TakeRange): void {
  const runs = bytes.short();
  for (let run = 0; run < runs; run += 1) {
    const from = bytes.short();
    const more = bytes.short();
    if (from + more > 0xffff) throw oddVector();
    take(from, from + more);
  }
}

function readBits(bits: Buffer, take: TakeRange): void {
  for (const [at, byte] of bits.entries()) {
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) take(at * 8 + bit, at * 8 + bit);
  }
}

class Bytes {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#buffer.length;
  }

  take(length: number): Buffer {
    const from = this.#at;
    if (from + length > this.#buffer.length) throw oddVector();
    this.#at = from + length;
    return this.#buffer.subarray(from, this.#at);
  }

  short(): number {
    return this.take(2).readUInt16LE(0);
  }

  int(): number {
    return this.take(4).readUInt32LE(0);
  }

  /** A size beyond the remaining bytes stops at their end. */
  long(): number {
    return Number(this.take(8).readBigUInt64LE(0));
  }
}
