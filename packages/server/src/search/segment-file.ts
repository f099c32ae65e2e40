/**
 * The bytes of a segment: sections one after another, then a directory of the sections as JSON, its
 * length and a mark.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { damagedSegment } from './damaged-segment.ts';

/** The position of a section in its file. */
export interface Section {
  readonly offset: number;
  readonly length: number;
}

export interface SegmentWriter {
  /** Writes a section; the bytes may be used again afterwards. */
  section(bytes: Uint8Array): Section;
  /** Ends the file with the directory of its sections, a plain value. */
  end(directory: unknown): void;
}

/** A segment's bytes, in a file or in memory. */
export interface SegmentSource {
  readonly sizeBytes: number;
  /** Throws DAMAGED if the bytes are missing. */
  read(section: Section): Uint8Array<ArrayBuffer>;
}

const mark = Buffer.from('QSG1');
const tailBytes = 8;

/** Bytes of typed arrays (every supported machine is little-endian). */
export function bytesOf(
  array: Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array,
): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Writes into a file; `close` syncs the file and returns its size and SHA-256 (hex). */
export class FileSegment implements SegmentWriter {
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #offset = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  section(bytes: Uint8Array): Section {
    const offset = this.#offset;
    for (let at = 0; at < bytes.length; at += maxWrite) {
      const piece = bytes.subarray(at, at + maxWrite);
      this.#hash.update(piece);
      for (let written = 0; written < piece.length; )
        written += writeSync(this.#file, piece, written);
    }
    this.#offset += bytes.length;
    return { offset, length: bytes.length };
  }

  end(directory: unknown): void {
    for (const bytes of directoryBytes(directory)) this.section(bytes);
  }

  close(): { readonly sizeBytes: number; readonly sha256: string } {
    fsyncSync(this.#file);
    closeSync(this.#file);
    return { sizeBytes: this.#offset, sha256: this.#hash.digest('hex') };
  }

  abandon(): void {
    closeSync(this.#file);
  }
}

const maxWrite = 8 * 2 ** 20;

function directoryBytes(directory: unknown): Buffer[] {
  const text = Buffer.from(JSON.stringify(directory));
  const length = Buffer.alloc(tailBytes - mark.length);
  length.writeUInt32LE(text.length);
  return [text, length, mark];
}

/** A segment in memory, for rows without a built file yet. */
export class MemorySegment implements SegmentWriter, SegmentSource {
  readonly #sections = new Map<number, Uint8Array<ArrayBuffer>>();
  #offset = 0;

  get sizeBytes(): number {
    return this.#offset;
  }

  section(bytes: Uint8Array): Section {
    const section = { offset: this.#offset, length: bytes.length };
    if (bytes.length > 0) this.#sections.set(section.offset, new Uint8Array(bytes));
    this.#offset += bytes.length;
    return section;
  }

  end(directory: unknown): void {
    for (const bytes of directoryBytes(directory)) this.section(bytes);
  }

  read({ offset, length }: Section): Uint8Array<ArrayBuffer> {
    const found = this.#sections.get(offset);
    if (length === 0) return new Uint8Array(0);
    if (found !== undefined && found.length >= length) return found.subarray(0, length);
    for (const [start, bytes] of this.#sections) {
      if (start <= offset && offset + length <= start + bytes.length) {
        return bytes.subarray(offset - start, offset - start + length);
      }
    }
    throw damagedSegment('a section is not there');
  }
}

/** A segment in a file, which is open until `close`. */
export class OpenSegment implements SegmentSource {
  readonly #file: number;
  readonly sizeBytes: number;

  /** Throws DAMAGED unless the file has this size and this SHA-256 (hex). */
  constructor(path: string, expected: { readonly sizeBytes: number; readonly sha256: string }) {
    this.#file = openSync(path, 'r');
    this.sizeBytes = expected.sizeBytes;
    try {
      const { size } = fstatSync(this.#file);
      if (size !== expected.sizeBytes)
        throw damagedSegment(`it has ${size} bytes of ${expected.sizeBytes}`);
      if (hashOf(this.#file) !== expected.sha256) throw damagedSegment('its SHA-256 is another');
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  read({ offset, length }: Section): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, bytes, done, length - done, offset + done);
      if (read === 0) throw damagedSegment('it ends early');
      done += read;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Size and SHA-256 (hex) of a file. */
export function hashFile(
  path: string,
  { sync = false } = {},
): { readonly sizeBytes: number; readonly sha256: string } {
  const file = openSync(path, 'r');
  try {
    if (sync) fsyncSync(file);
    return { sizeBytes: fstatSync(file).size, sha256: hashOf(file) };
  } finally {
    closeSync(file);
  }
}

function hashOf(file: number): string {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(2 ** 20);
  for (let offset = 0; ; ) {
    const read = readSync(file, buffer, 0, buffer.length, offset);
    if (read === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, read));
    offset += read;
  }
}

/** The directory written by `end`. */
export function readDirectory(source: SegmentSource): unknown {
  const tail = Buffer.from(
    source.read({ offset: source.sizeBytes - mark.length, length: mark.length }),
  );
  if (!tail.equals(mark)) throw damagedSegment('it is no segment');
  const lengthAt = source.sizeBytes - tailBytes;
  const length = Buffer.from(source.read({ offset: lengthAt, length: 4 })).readUInt32LE();
  const text = source.read({ offset: lengthAt - length, length });
  return JSON.parse(Buffer.from(text).toString());
}
