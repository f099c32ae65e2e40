/**
 * Deletion vectors of Iceberg: the positions of one data file's rows that are gone, as a blob in a
 * Puffin file (iceberg.apache.org/puffin-spec/#deletion-vector-v1-blob-type), which holds Roaring
 * bitmaps (github.com/RoaringBitmap/RoaringFormatSpec).
 */
import { crc32 } from 'node:zlib';
import { oddAnswer } from './json-values.ts';

const magic = 0xd1d33964;
const cookieOfRuns = 12_347;
const cookie = 12_346;
const maxContainers = 65_536;
/** A container of more values is a bitmap, where it is none of runs. */
const maxListed = 4_096;
const bitmapBytes = 8_192;
/** Fewer containers than this have no list of their places, where some are of runs. */
const placesFrom = 4;

/**
 * Gives each position to `onPosition`, in order. Throws a SourceError unless there are exactly
 * `count` of them, all below `rows`.
 */
export function readDeletionVector(
  blob: Buffer,
  { count, rows }: { readonly count: number; readonly rows: number },
  onPosition: (position: number) => void,
): void {
  let read = 0;
  let last = -1;
  const take = (position: number) => {
    read += 1;
    if (position <= last || position >= rows || read > count) throw oddVector();
    last = position;
    onPosition(position);
  };
  const bytes = new Bytes(blobOf(blob));
  const bitmaps = bytes.long();
  for (let index = 0; index < bitmaps; index += 1) {
    const high = bytes.int();
    readBitmap(bytes, (low) => take(high * 2 ** 32 + low));
  }
  if (!bytes.isAtEnd || read !== count) throw oddVector();
}

const oddVector = () => oddAnswer('a deletion vector');

/** Length, magic number, the vector, and the checksum of both. */
function blobOf(blob: Buffer): Buffer {
  if (blob.length < 12) throw oddVector();
  const end = blob.length - 4;
  const isWhole = blob.readUInt32BE(0) === end - 4 && blob.readUInt32BE(4) === magic;
  if (!isWhole || crc32(blob.subarray(4, end)) !== blob.readUInt32BE(end)) throw oddVector();
  return blob.subarray(8, end);
}

function readBitmap(bytes: Bytes, take: (value: number) => void): void {
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
    if (isOfRuns) readRuns(bytes, (low) => take(base + low));
    else if (size > maxListed) readBits(bytes.take(bitmapBytes), (low) => take(base + low));
    else {
      const listed = bytes.take(size * 2);
      for (let at = 0; at < size; at += 1) take(base + listed.readUInt16LE(at * 2));
    }
  }
}

function readRuns(bytes: Bytes, take: (low: number) => void): void {
  const runs = bytes.short();
  for (let run = 0; run < runs; run += 1) {
    const from = bytes.short();
    const more = bytes.short();
    if (from + more > 0xffff) throw oddVector();
    for (let low = from; low <= from + more; low += 1) take(low);
  }
}

function readBits(bits: Buffer, take: (low: number) => void): void {
  for (const [at, byte] of bits.entries()) {
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) take(at * 8 + bit);
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

  /** More than the bytes can hold ends at their end. */
  long(): number {
    return Number(this.take(8).readBigUInt64LE(0));
  }
}
