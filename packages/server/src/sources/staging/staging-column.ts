/**
 * The values of one column in one row group, as bytes of Parquet's PLAIN encoding. A driver decodes
 * the wire format directly into the buffer, and no value becomes a JavaScript object. Short values
 * are copied byte by byte: a call of `copy` costs 60 ns.
 */
import { invariant } from '../../kernel/invariant.ts';
import { SourceError } from '../source-error.ts';
import { fixedLength, Physical, physicalType, type StagingType } from './staging-type.ts';

const initialBytes = 64 * 1024;
/** A buffer enlarged by a long value above this size is released. */
const keptBytes = 8 * 2 ** 20;
const copyFrom = 48;

/** Definition levels of a list. */
const Level = { nullList: 0, emptyList: 1, nullElement: 2, element: 3 } as const;

export class StagingColumn {
  readonly name: string;
  readonly type: StagingType;
  /**
   * Number of values and nulls; for a list, of elements and of placeholders for absent elements.
   */
  levelCount = 0;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(initialBytes);
  #size = 0;
  /** Number of bits written, for booleans. */
  #bits = 0;
  /** A bit per value, from the first null on. */
  #valid: Uint8Array<ArrayBuffer> | undefined;
  /** Levels of a list: the definition level, plus 4 if the element continues a list. */
  #levels: Uint8Array<ArrayBuffer> | undefined;

  constructor(name: string, type: StagingType) {
    this.name = name;
    this.type = type;
    if (type.kind === 'list') this.#levels = new Uint8Array(initialBytes);
  }

  /** Buffered bytes of the row group. */
  get sizeBytes(): number {
    return this.#size + (this.#levels ? this.levelCount : 0);
  }

  // ---- marks of a row

  /** Announces a value, which a put method appends. */
  mark(): void {
    const at = this.levelCount;
    this.levelCount = at + 1;
    if (this.#valid !== undefined) this.#setValid(at);
  }

  markNull(): void {
    if (this.#levels !== undefined) {
      this.#level(Level.nullList);
      return;
    }
    this.#valid ??= allValid(this.levelCount);
    const at = this.levelCount;
    this.levelCount = at + 1;
    if (at >> 3 >= this.#valid.length) this.#growValid();
  }

  markEmptyList(): void {
    this.#level(Level.emptyList);
  }

  /** An element of a list follows; `isFirst` begins the row's list. */
  markElement(isFirst: boolean): void {
    this.#level(isFirst ? Level.element : Level.element | 4);
  }

  markNullElement(isFirst: boolean): void {
    this.#level(isFirst ? Level.nullElement : Level.nullElement | 4);
  }

  // ---- values

  putBoolean(value: boolean): void {
    const at = this.#bits;
    this.#bits = at + 1;
    if ((at & 7) === 0) {
      this.#reserve(1);
      this.#bytes[this.#size] = 0;
      this.#size += 1;
    }
    if (value) this.#bytes[this.#size - 1] = (this.#bytes[this.#size - 1] ?? 0) | (1 << (at & 7));
  }

  /** `value` is of 32 bits, signed or not. */
  putInt32(value: number): void {
    this.#reserve(4);
    this.#writeInt32(value);
  }

  /** A number of 64 bits in two halves; the lowest 32 bits of `high` and `low` are used. */
  putInt64(high: number, low: number): void {
    this.#reserve(8);
    this.#writeInt32(low);
    this.#writeInt32(high);
  }

  /** An integer of 64 bits that a double represents exactly. */
  putSafeInteger(value: number): void {
    const high = Math.floor(value / 4_294_967_296);
    this.putInt64(high, value - high * 4_294_967_296);
  }

  putBigInt64(value: bigint): void {
    this.putInt64(Number(BigInt.asIntN(32, value >> 32n)), Number(BigInt.asIntN(32, value)));
  }

  /** A decimal with more than 18 digits: 16 bytes, big-endian. */
  putBigDecimal(value: bigint): void {
    this.#reserve(fixedLength);
    for (let shift = 96n; shift >= 0n; shift -= 32n) {
      const part = Number(BigInt.asUintN(32, value >> shift));
      this.#bytes[this.#size] = part >>> 24;
      this.#bytes[this.#size + 1] = part >>> 16;
      this.#bytes[this.#size + 2] = part >>> 8;
      this.#bytes[this.#size + 3] = part;
      this.#size += 4;
    }
  }

  /** A decimal as a signed little-endian integer of `length` bytes. */
  putDecimal(source: Uint8Array, at: number, length: number): void {
    invariant(this.type.kind === 'decimal', 'only a decimal column takes decimals');
    const wanted = decimalBytes(this.type.precision);
    const fill = ((source[at + length - 1] ?? 0) & 0x80) === 0 ? 0 : 0xff;
    this.#reserve(wanted);
    const bytes = this.#bytes;
    const size = this.#size;
    for (let index = 0; index < wanted; index += 1) {
      const byte = index < length ? (source[at + index] ?? 0) : fill;
      bytes[wanted === fixedLength ? size + wanted - 1 - index : size + index] = byte;
    }
    for (let index = wanted; index < length; index += 1) {
      const isSign =
        source[at + index] === fill && (((source[at + wanted - 1] ?? 0) ^ fill) & 0x80) === 0;
      if (!isSign) throw tooManyDigits(this.name, this.type.precision);
    }
    this.#size = size + wanted;
  }

  putDouble(value: number): void {
    doubleOf[0] = value;
    this.putFixed(doubleBytes, 0, 8);
  }

  putFloat(value: number): void {
    floatOf[0] = value;
    this.putFixed(floatBytes, 0, 4);
  }

  /** A big-endian number of `length` bytes. */
  putReversed(source: Uint8Array, at: number, length: number): void {
    this.#reserve(length);
    const bytes = this.#bytes;
    const end = this.#size + length;
    for (let to = end - 1, from = at; from < at + length; to -= 1, from += 1)
      bytes[to] = source[from] ?? 0;
    this.#size = end;
  }

  /** Unchanged bytes of a type with a fixed length. */
  putFixed(source: Uint8Array, at: number, length: number): void {
    this.#reserve(length);
    const bytes = this.#bytes;
    const size = this.#size;
    for (let index = 0; index < length; index += 1) bytes[size + index] = source[at + index] ?? 0;
    this.#size = size + length;
  }

  /** A text (UTF-8) or bytes, with a length prefix. */
  putBytes(source: Uint8Array, at: number, length: number): void {
    this.#reserve(length + 4);
    this.#writeInt32(length);
    if (length >= copyFrom) this.#bytes.set(source.subarray(at, at + length), this.#size);
    else {
      const bytes = this.#bytes;
      const size = this.#size;
      for (let index = 0; index < length; index += 1) bytes[size + index] = source[at + index] ?? 0;
    }
    this.#size += length;
  }

  putText(value: string): void {
    const encoded = Buffer.from(value, 'utf8');
    this.putBytes(encoded, 0, encoded.length);
  }

  // ---- the page

  /** Repetition and definition levels, each with a length prefix; null if the page has none. */
  levels(): Uint8Array[] {
    if (this.#levels !== undefined) {
      const levels = this.#levels.subarray(0, this.levelCount);
      return [packed(levels, 1, (level) => level >> 2), packed(levels, 2, (level) => level & 3)];
    }
    if (this.#valid === undefined) return [allDefined(this.levelCount)];
    const groups = Math.ceil(this.levelCount / 8);
    return [withLength([...varint((groups << 1) | 1)], this.#valid.subarray(0, groups))];
  }

  values(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Begins the next row group. */
  clear(): void {
    this.levelCount = 0;
    this.#size = 0;
    this.#bits = 0;
    this.#valid = undefined;
    if (this.#bytes.length > keptBytes) this.#bytes = new Uint8Array(initialBytes);
  }

  #level(level: number): void {
    invariant(this.#levels, 'only a list has levels of elements');
    if (this.levelCount === this.#levels.length)
      this.#levels = grown(this.#levels, this.levelCount + 1);
    this.#levels[this.levelCount] = level;
    this.levelCount += 1;
  }

  #setValid(at: number): void {
    if (this.#valid === undefined) return;
    if (at >> 3 >= this.#valid.length) this.#growValid();
    this.#valid[at >> 3] = (this.#valid[at >> 3] ?? 0) | (1 << (at & 7));
  }

  #growValid(): void {
    if (this.#valid) this.#valid = grown(this.#valid, this.#valid.length + 1);
  }

  #writeInt32(value: number): void {
    const bytes = this.#bytes;
    const size = this.#size;
    bytes[size] = value;
    bytes[size + 1] = value >>> 8;
    bytes[size + 2] = value >>> 16;
    bytes[size + 3] = value >>> 24;
    this.#size = size + 4;
  }

  #reserve(length: number): void {
    if (this.#size + length > this.#bytes.length)
      this.#bytes = grown(this.#bytes, this.#size + length);
  }
}

const doubleOf = new Float64Array(1);
const doubleBytes = new Uint8Array(doubleOf.buffer);
const floatOf = new Float32Array(1);
const floatBytes = new Uint8Array(floatOf.buffer);

function decimalBytes(precision: number): number {
  const physical = physicalType({ kind: 'decimal', precision, scale: 0 });
  if (physical === Physical.int32) return 4;
  return physical === Physical.int64 ? 8 : fixedLength;
}

const tooManyDigits = (column: string, precision: number) =>
  new SourceError(
    'value_not_representable',
    `Column '${column}' has a number of more than the ${precision} digits that the source says it has; refresh the connection`,
  );

function grown(bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2));
  larger.set(bytes);
  return larger;
}

function allValid(count: number): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(Math.max(1024, (count >> 3) * 2 + 1));
  bits.fill(0xff, 0, count >> 3);
  bits[count >> 3] = (1 << (count & 7)) - 1;
  return bits;
}

/** One run of level 1. */
function allDefined(count: number): Uint8Array {
  return withLength([...varint(count * 2), 1], new Uint8Array(0));
}

/** One run of bit-packed levels, lowest bit first. */
function packed(levels: Uint8Array, width: 1 | 2, levelOf: (level: number) => number): Uint8Array {
  const groups = Math.ceil(levels.length / 8);
  const bits = new Uint8Array(groups * width);
  const perByte = 8 / width;
  for (let index = 0; index < levels.length; index += 1) {
    const at = Math.floor(index / perByte);
    bits[at] = (bits[at] ?? 0) | (levelOf(levels[index] ?? 0) << ((index % perByte) * width));
  }
  return withLength([...varint(groups * 2 + 1)], bits);
}

function withLength(head: readonly number[], bytes: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(4 + head.length + bytes.length);
  whole.writeUInt32LE(head.length + bytes.length, 0);
  whole.set(head, 4);
  whole.set(bytes, 4 + head.length);
  return whole;
}

function* varint(value: number): Generator<number> {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) yield (rest % 0x80) | 0x80;
  yield rest;
}
