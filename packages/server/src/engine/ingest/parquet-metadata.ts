/**
 * The parts of a Parquet footer about the size of the file, in Thrift's compact protocol
 * (FileMetaData of parquet.thrift; Apache Thrift's specification of the protocol). Everything else
 * is skipped, without deeper recursion than the format has.
 */
export interface SchemaElement {
  /** The count is 0 for a leaf. */
  readonly childCount: number;
  readonly isMap: boolean;
}

/** A construct that DuckDB cannot read, as sentences name the construct. */
export type UnreadConstruct =
  | 'LZ4 as Hadoop frames it'
  | 'BYTE_STREAM_SPLIT of other values than floats'
  | 'a map without values';

export interface FileMetadata {
  readonly schema: readonly SchemaElement[];
  readonly rowGroupCount: number;
  /**
   * The sum of the row groups' own counts. The count in FileMetaData is ignored because some
   * writers leave it at 0 (parquet-rs 0.3.0).
   */
  readonly rowCount: number;
  /** The encoded but uncompressed size of all row groups, according to the file. */
  readonly totalBytes: number;
  /** The size of the largest row group. */
  readonly largestGroupBytes: number;
  /** A row group claims no rows and has values. */
  readonly hidesValues: boolean;
  /** The footer is readable, and some columns are encrypted. */
  readonly isEncrypted: boolean;
  readonly unread: ReadonlySet<UnreadConstruct>;
}

/** FileMetaData nests eight levels. Deeper nesting is an attempt to exhaust a reader's stack. */
const maxDepth = 16;

export const Kind = {
  stop: 0,
  true: 1,
  false: 2,
  byte: 3,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

export interface MetadataBounds {
  /**
   * The most elements of the schema. An element takes a byte in the file, and much more here and in
   * the engine.
   */
  readonly maxElements: number;
  /** The error for too many elements, from the elements read so far. */
  readonly tooMany: (schema: readonly SchemaElement[]) => Error;
  /** The error for too many columns in row groups, or too many items in lists. */
  readonly tooLong: () => Error;
}

/**
 * Columns of all row groups. Each may be three bytes of the footer and takes some 730 in the
 * engine: three million bytes took 730 MB.
 */
const maxChunks = 2 ** 21;
/** Items of all lists: each may be a byte of the footer and takes up to 80 in the engine. */
const maxItems = 2 ** 24;

/**
 * Throws the error of `damaged` for bytes that are not a footer, and the error of the exceeded
 * bound at the first part beyond a bound.
 */
export function readFileMetadata(
  bytes: Buffer,
  damaged: () => Error,
  { maxElements, tooMany, tooLong }: MetadataBounds,
): FileMetadata {
  const reader = new CompactReader(bytes, damaged, tooLong);
  const schema: SchemaElement[] = [];
  let [rowGroupCount, rowCount, totalBytes, chunks, values] = [0, 0, 0, 0, 0];
  let largestGroupBytes = 0;
  let [isEncrypted, hidesValues] = [false, false];
  const unread = new Set<UnreadConstruct>();
  const readChunk = () => {
    chunks += 1;
    if (chunks > maxChunks) throw tooLong();
    reader.readStruct((field, kind) => {
      if (field === 3 && kind === Kind.struct) values += readColumn(reader, unread);
      else reader.skip(kind);
    });
  };
  reader.readStruct((field, kind) => {
    if (field === 2 && kind === Kind.list) {
      reader.readList(() => {
        if (schema.length === maxElements) throw tooMany(schema);
        const [childCount = 0, converted = 0] = readNumbers(reader, [5, 6]);
        if (schema.at(-1)?.isMap && childCount === 1) unread.add('a map without values');
        schema.push({ childCount, isMap: converted === convertedMap && childCount === 1 });
      });
    } else if (field === 4 && kind === Kind.list) {
      reader.readList(() => {
        values = 0;
        const [bytes = 0, rows = 0] = readNumbers(reader, [2, 3], readChunk);
        hidesValues ||= rows === 0 && values > 0;
        rowGroupCount += 1;
        totalBytes += bytes;
        largestGroupBytes = Math.max(largestGroupBytes, bytes);
        rowCount += rows;
      });
    } else {
      isEncrypted ||= field === 8 && kind === Kind.struct;
      reader.skip(kind);
    }
  });
  const counted = { rowGroupCount, rowCount, totalBytes, largestGroupBytes };
  return { schema, ...counted, isEncrypted, hidesValues, unread };
}

/** Values of the enumerations in parquet.thrift. */
const convertedMap = 1;
const legacyLz4 = 5;
const byteStreamSplit = 9;
const floatTypes: readonly number[] = [4, 5];

/**
 * Reads a ColumnMetaData for constructs that DuckDB cannot read. Returns the number of values in
 * the column.
 */
function readColumn(reader: CompactReader, unread: Set<UnreadConstruct>): number {
  let count = 0;
  let type = 0;
  let isSplit = false;
  reader.readStruct((field, kind) => {
    if (field === 1 && kind === Kind.i32) type = reader.readZigzag();
    else if (field === 2 && kind === Kind.list)
      isSplit = reader.readIntegers().includes(byteStreamSplit);
    else if (field === 4 && kind === Kind.i32) {
      if (reader.readZigzag() === legacyLz4) unread.add('LZ4 as Hadoop frames it');
    } else if (field === 5 && kind === Kind.i64) count = reader.readZigzag();
    else reader.skip(kind);
  });
  if (isSplit && !floatTypes.includes(type))
    unread.add('BYTE_STREAM_SPLIT of other values than floats');
  return Math.max(0, count);
}

/**
 * Integer fields of a struct, 0 for an absent field. The struct is read whole. `readFirst` reads
 * each item of the list in the struct's first field.
 */
function readNumbers(
  reader: CompactReader,
  wanted: readonly number[],
  readFirst?: () => void,
): readonly number[] {
  const values = wanted.map(() => 0);
  reader.readStruct((field, kind) => {
    const index = wanted.indexOf(field);
    if (index >= 0 && kind > Kind.byte && kind < Kind.double)
      values[index] = Math.max(0, reader.readZigzag());
    else if (field === 1 && kind === Kind.list && readFirst) reader.readList(readFirst);
    else reader.skip(kind);
  });
  return values;
}

export class CompactReader {
  #at = 0;
  #depth = 0;
  #items = 0;
  readonly #bytes: Buffer;
  readonly #damaged: () => Error;
  readonly #tooLong: () => Error;

  /** `tooLong` creates the error for lists with too many items. */
  constructor(bytes: Buffer, damaged: () => Error, tooLong = damaged) {
    this.#bytes = bytes;
    this.#damaged = damaged;
    this.#tooLong = tooLong;
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#at;
  }

  /** Calls `onField` at each field. The callback must read or skip the value. */
  readStruct(onField: (field: number, kind: number) => void): void {
    this.#enter();
    for (let field = 0; ; ) {
      const head = this.#byte();
      if (head === Kind.stop) break;
      field = head >> 4 === 0 ? this.readZigzag() : field + (head >> 4);
      onField(field, head & 0x0f);
    }
    this.#depth -= 1;
  }

  /** Calls `onItem` at each item of a list of structs. The callback must read the item. */
  readList(onItem: () => void): void {
    const { count, kind } = this.#listHead();
    if (kind !== Kind.struct) throw this.#damaged();
    for (let index = 0; index < count; index += 1) onItem();
  }

  /** Reads a list of integers; a list of another kind gives an empty result. */
  readIntegers(): readonly number[] {
    const { count, kind } = this.#listHead();
    const values: number[] = [];
    for (let index = 0; index < count; index += 1) {
      if (kind === Kind.i32) values.push(this.readZigzag());
      else this.#skipItem(kind);
    }
    return values;
  }

  /** The bytes of a text, a view of the reader's buffer. */
  readBinary(): Buffer {
    const length = this.#varint();
    this.#forward(length);
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  readZigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  skip(kind: number): void {
    if (kind === Kind.true || kind === Kind.false) return;
    if (kind === Kind.byte) this.#forward(1);
    else if (kind < Kind.double) this.#varint();
    else if (kind === Kind.double) this.#forward(8);
    else if (kind === Kind.binary) this.#forward(this.#varint());
    else if (kind === Kind.list || kind === Kind.set) this.#skipList();
    else if (kind === Kind.map) this.#skipMap();
    else if (kind === Kind.struct) this.readStruct((_field, inner) => this.skip(inner));
    else throw this.#damaged();
  }

  #skipList(): void {
    const { count, kind } = this.#listHead();
    this.#enter();
    for (let index = 0; index < count; index += 1) this.#skipItem(kind);
    this.#depth -= 1;
  }

  #skipMap(): void {
    const count = this.#varint();
    if (count === 0) return;
    this.#countItems(count);
    const kinds = this.#byte();
    this.#enter();
    for (let index = 0; index < count; index += 1) {
      this.#skipItem(kinds >> 4);
      this.#skipItem(kinds & 0x0f);
    }
    this.#depth -= 1;
  }

  /** Outside a struct, a boolean has a byte of its own. */
  #skipItem(kind: number): void {
    if (kind === Kind.true || kind === Kind.false) this.#forward(1);
    else this.skip(kind);
  }

  #listHead(): { readonly count: number; readonly kind: number } {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    // Every item takes at least one byte.
    if (count > this.#bytes.length - this.#at) throw this.#damaged();
    this.#countItems(count);
    return { count, kind: head & 0x0f };
  }

  #countItems(count: number): void {
    this.#items += count;
    if (this.#items > maxItems) throw this.#tooLong();
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw this.#damaged();
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw this.#damaged();
    this.#at += 1;
    return byte;
  }

  #forward(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length) throw this.#damaged();
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.#damaged();
  }
}
