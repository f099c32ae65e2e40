import { createReadStream } from 'node:fs';
import type { JsonLayout } from './file-source.ts';

/** A number, or the first byte of another value, in `bytes` from `start` to `end`. */
export interface ScannedValue {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
  /** Places of the point of a number and of its exponent; -1 where it has none. */
  readonly pointAt: number;
  readonly exponentAt: number;
  /** The key of the row, as the file has it, that the value is the whole value of; else null. */
  readonly rowKey: string | null;
}

/** Bytes before a value that `keyBefore` looks at. */
const keyChars = 300;

const [zero, nine, point, minus, plus] = [0x30, 0x39, 0x2e, 0x2d, 0x2b];
const [lowerE, upperE, quote, backslash] = [0x65, 0x45, 0x22, 0x5c];
const [comma, colon, blank] = [0x2c, 0x3a, 0x20];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds every number of valid JSON rows, and the values of the rows' own keys. A subclass is told
 * each value once, and with `passed` the bytes that will not come again.
 */
export abstract class JsonNumberScanner {
  readonly #rowDepth: number;
  #depth = 0;
  #inText = false;
  /** The next text of the row is a key. */
  #isKeyNext = false;
  /** Place of the row's last key in the bytes at hand, from its quote on. */
  #keyStart = -1;
  #keyEnd = -1;
  /** The row's key whose value is to come. */
  #rowKey: string | null = null;
  #tail: Buffer = Buffer.alloc(0);
  /** Where to go on from the beginning of `tail`: behind it where it ends with a backslash. */
  #next = 0;
  /** So many bytes of `tail` have passed. */
  #passedBytes = 0;

  constructor(layout: JsonLayout) {
    this.#rowDepth = layout === 'array' ? 2 : 1;
  }

  protected abstract value(found: ScannedValue): void;
  protected abstract passed(bytes: Buffer, start: number, end: number): Promise<void>;

  async scan(path: string, chunkBytes: number): Promise<void> {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }))
      await this.#look(chunk as Buffer);
    await this.passed(this.#tail, this.#passedBytes, this.#tail.length);
  }

  async #look(chunk: Buffer): Promise<void> {
    const bytes = Buffer.concat([this.#tail, chunk]);
    let at = this.#next;
    while (at < bytes.length) {
      const next = this.#inText ? this.#takeText(bytes, at) : this.#take(bytes, at);
      if (next < 0) break;
      at = next;
    }
    const until = Math.min(at, bytes.length);
    await this.passed(bytes, this.#passedBytes, until);
    const isKeyNeeded = this.#keyStart >= 0 && this.#rowKey === null;
    const kept = Math.max(0, Math.min(until - keyChars, isKeyNeeded ? this.#keyStart : until));
    this.#tail = Buffer.from(bytes.subarray(kept));
    this.#next = at - kept;
    this.#passedBytes = until - kept;
    this.#keyStart = isKeyNeeded ? this.#keyStart - kept : -1;
    this.#keyEnd -= kept;
  }

  #takeText(bytes: Buffer, start: number): number {
    let at = start;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#inText = false;
        if (this.#isKeyNext) this.#keyEnd = at + 1;
        this.#isKeyNext = false;
        return at + 1;
      }
      at += byte === backslash ? 2 : 1;
    }
    return at;
  }

  /** Where to go on, or -1 where the rest of a number comes with the next bytes. */
  #take(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0;
    if (byte <= blank) return at + 1;
    const inRow = this.#depth === this.#rowDepth;
    if (byte === comma || byte === colon) {
      if (inRow) this.#betweenValues(bytes, byte);
      return at + 1;
    }
    if (byte === closeBrace || byte === closeBracket) {
      this.#depth -= 1;
      return at + 1;
    }
    if ((byte >= zero && byte <= nine) || byte === minus) return this.#takeNumber(bytes, at);
    if (this.#rowKey !== null) this.#tell(bytes, at, at + 1, notNumber);
    if (byte === quote) this.#beginText(at, inRow);
    else if (byte === openBrace || byte === openBracket) {
      this.#depth += 1;
      this.#isKeyNext = byte === openBrace && this.#depth === this.#rowDepth;
    }
    return at + 1;
  }

  #beginText(at: number, inRow: boolean): void {
    this.#inText = true;
    this.#isKeyNext &&= inRow;
    if (this.#isKeyNext) this.#keyStart = at;
  }

  #betweenValues(bytes: Buffer, byte: number): void {
    if (byte === comma) {
      this.#isKeyNext = true;
      this.#rowKey = null;
      return;
    }
    this.#rowKey = bytes.toString('latin1', this.#keyStart, this.#keyEnd);
    this.#keyStart = -1;
  }

  #takeNumber(bytes: Buffer, start: number): number {
    let [pointAt, exponentAt] = [-1, -1];
    let end = start + 1;
    for (; end < bytes.length; end += 1) {
      const byte = bytes[end] ?? 0;
      if (byte >= zero && byte <= nine) continue;
      if (byte === point) pointAt = end;
      else if (byte === lowerE || byte === upperE) exponentAt = end;
      else if (byte !== minus && byte !== plus) break;
    }
    if (end === bytes.length) return -1;
    const isNumber = end - start > 1 || bytes[start] !== minus;
    this.#tell(bytes, start, end, { isNumber, pointAt, exponentAt });
    return end;
  }

  #tell(bytes: Buffer, start: number, end: number, number: NumberPlaces): void {
    const rowKey = this.#rowKey;
    this.#rowKey = null;
    const { isNumber, pointAt, exponentAt } = number;
    this.value({ bytes, start, end, isNumber, pointAt, exponentAt, rowKey });
  }
}

type NumberPlaces = Pick<ScannedValue, 'isNumber' | 'pointAt' | 'exponentAt'>;
const notNumber: NumberPlaces = { isNumber: false, pointAt: -1, exponentAt: -1 };

/** The nearest key before a value; empty where none stands close before it. */
export function keyBefore(bytes: Buffer, at: number): string {
  const text = bytes.toString('utf8', Math.max(0, at - keyChars), at);
  return /"((?:[^"\\]|\\.)*)"\s*:[^":]*$/.exec(text)?.[1] ?? '';
}

/** The name of a row's key, of which `rowKey` has the bytes in the file, with quotes. */
export function nameOfKey(rowKey: string): string {
  const text = Buffer.from(rowKey, 'latin1').toString('utf8');
  return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
}
