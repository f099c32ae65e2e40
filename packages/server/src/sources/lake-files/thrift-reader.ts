import { Kind } from '../staging/thrift-writer.ts';

/** Structs within structs, of what nobody asked for: Parquet has six. */
const maxDepth = 32;

/** By field number; each is called where the value stands and reads all of it. */
export type FieldReaders = Readonly<Record<number, (kind: number) => void>>;

/**
 * Thrift's compact protocol, as Parquet's footers are written. What no reader is given for is
 * passed over. Throws a RangeError where the bytes end early or are none of it.
 */
export class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  struct(readers: FieldReaders): void {
    let field = 0;
    for (;;) {
      const head = this.#byte();
      if (head === 0) return;
      const delta = head >> 4;
      const kind = head & 0x0f;
      field = delta === 0 ? this.int() : field + delta;
      const read = readers[field];
      if (read) read(kind);
      else this.skip(kind);
    }
  }

  /** Calls `read` for each element of a list. */
  list(read: (kind: number) => void): void {
    const head = this.#byte();
    const size = head >> 4 === 0x0f ? this.#varint() : head >> 4;
    for (let index = 0; index < size; index += 1) read(head & 0x0f);
  }

  int(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** A count or a place: beyond 2^53 it is none. */
  count(): number {
    const value = this.int();
    if (value >= 0 && Number.isSafeInteger(value)) return value;
    throw new RangeError('not a count');
  }

  binary(): Buffer {
    return this.#take(this.#varint());
  }

  text(): string {
    return this.binary().toString('utf8');
  }

  skip(kind: number, depth = 0): void {
    if (depth > maxDepth) throw new RangeError('too deep');
    switch (kind) {
      case Kind.true:
      case Kind.false:
        return;
      case Kind.byte:
        this.#take(1);
        return;
      case Kind.i16:
      case Kind.i32:
      case Kind.i64:
        this.#varint();
        return;
      case Kind.double:
        this.#take(8);
        return;
      case Kind.binary:
        this.binary();
        return;
      case Kind.list:
      case Kind.set:
        // A boolean in a list has a byte of its own.
        this.list((inner) => this.skip(inner <= Kind.false ? Kind.byte : inner, depth + 1));
        return;
      case Kind.struct:
        this.#skipStruct(depth);
        return;
      default:
        throw new RangeError('no kind of value');
    }
  }

  #skipStruct(depth: number): void {
    for (;;) {
      const head = this.#byte();
      if (head === 0) return;
      if (head >> 4 === 0) this.#varint();
      this.skip(head & 0x0f, depth + 1);
    }
  }

  /** Exact up to 2^53, which no count of a file reaches. */
  #varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 64; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new RangeError('too long');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('ended');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('ended');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
