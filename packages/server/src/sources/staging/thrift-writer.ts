/** The parts of Thrift's compact protocol for a Parquet footer. */
const Kind = {
  true: 1,
  false: 2,
  byte: 3,
  i32: 5,
  i64: 6,
  binary: 8,
  list: 9,
  struct: 12,
} as const;

export class ThriftWriter {
  #parts: number[] = [];
  /** Number of the last field of each open struct. */
  readonly #fields: number[] = [0];

  i32(field: number, value: number): void {
    this.#head(field, Kind.i32);
    this.#varint(zigzag(value));
  }

  i64(field: number, value: number): void {
    this.#head(field, Kind.i64);
    this.#varint(zigzag(value));
  }

  byte(field: number, value: number): void {
    this.#head(field, Kind.byte);
    this.#parts.push(value & 0xff);
  }

  bool(field: number, value: boolean): void {
    this.#head(field, value ? Kind.true : Kind.false);
  }

  text(field: number, value: string): void {
    this.#head(field, Kind.binary);
    this.#binary(value);
  }

  struct(field: number, write: () => void): void {
    this.#head(field, Kind.struct);
    this.#body(write);
  }

  structs<Item>(field: number, items: readonly Item[], write: (item: Item) => void): void {
    this.#list(field, Kind.struct, items.length);
    for (const item of items) this.#body(() => write(item));
  }

  i32s(field: number, items: readonly number[]): void {
    this.#list(field, Kind.i32, items.length);
    for (const item of items) this.#varint(zigzag(item));
  }

  texts(field: number, items: readonly string[]): void {
    this.#list(field, Kind.binary, items.length);
    for (const item of items) this.#binary(item);
  }

  /** The complete struct. */
  finish(): Buffer {
    this.#parts.push(0);
    return Buffer.from(this.#parts);
  }

  #body(write: () => void): void {
    this.#fields.push(0);
    write();
    this.#parts.push(0);
    this.#fields.pop();
  }

  #list(field: number, kind: number, length: number): void {
    this.#head(field, Kind.list);
    if (length < 15) this.#parts.push((length << 4) | kind);
    else {
      this.#parts.push(0xf0 | kind);
      this.#varint(length);
    }
  }

  #head(field: number, kind: number): void {
    const last = this.#fields.length - 1;
    const delta = field - (this.#fields[last] ?? 0);
    this.#fields[last] = field;
    this.#parts.push((delta << 4) | kind);
  }

  #binary(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.#varint(bytes.length);
    for (const byte of bytes) this.#parts.push(byte);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#parts.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#parts.push(rest);
  }
}

/** Exact up to 2^52, above any count or size here. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
