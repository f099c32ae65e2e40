/**
 * The rows of a small result as one compact columnar value of scalars. A reader makes the Parquet
 * file, and so every format, from the value on demand. Making the file takes twice as long as most
 * small queries.
 *
 *   4 bytes   'QKR1'
 *   u32       rows
 *   u32       columns
 *   for each column
 *     u8      1 where any value is NULL, then a bitmap of (rows + 7) / 8 bytes: bit i % 8 of
 *             byte i / 8 is 1 where value i is present
 *     values  of fixed width (`Holding`), little-endian, 0 for NULL; for text and bytes a u32
 *             length each, then all bytes
 *
 * The types are the result's stored types, which are stored separately.
 */
import type { DuckDBAppender, DuckDBValue } from '@duckdb/node-api';
import {
  DuckDBBlobValue,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimeNSValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
} from '../duckdb.ts';
import { type DuckdbType, parseType } from '../types/duckdb-type.ts';
import type { ResultColumn } from '../types/result-columns.ts';

const magic = 'QKR1';
const headerBytes = 12;
/** The size of DuckDB's vectors. */
const vectorRows = 2048;

/** The encoding of a type's values: `width` bytes each, or a length and bytes. */
interface Holding {
  readonly width: 0 | 1 | 2 | 4 | 8 | 16;
  /** Writes into `buffer` at `at`, or returns the bytes to append where `width` is 0. */
  write(value: DuckDBValue, buffer: Buffer, at: number): Uint8Array | undefined;
  /** Reads the value from `bytes`, which contain nothing else. */
  read(bytes: Buffer): DuckDBValue;
}

const fixed = (
  width: Exclude<Holding['width'], 0>,
  write: (value: never, buffer: Buffer, at: number) => void,
  read: (bytes: Buffer) => DuckDBValue,
): Holding => ({
  width,
  write: (value, buffer, at) => {
    write(value as never, buffer, at);
    return undefined;
  },
  read,
});

const micros = (make: (micros: bigint) => DuckDBValue) =>
  fixed(
    8,
    (value: { micros: bigint }, buffer, at) => void buffer.writeBigInt64LE(value.micros, at),
    (bytes) => make(bytes.readBigInt64LE()),
  );
const nanos = (make: (nanos: bigint) => DuckDBValue, of: (value: never) => bigint) =>
  fixed(
    8,
    (value: never, buffer, at) => void buffer.writeBigInt64LE(of(value), at),
    (bytes) => make(bytes.readBigInt64LE()),
  );

const scalars: Readonly<Record<string, Holding>> = {
  BOOLEAN: fixed(
    1,
    (value: boolean, buffer, at) => void buffer.writeUInt8(value ? 1 : 0, at),
    (bytes) => bytes.readUInt8() === 1,
  ),
  TINYINT: fixed(
    1,
    (value: number, buffer, at) => void buffer.writeInt8(value, at),
    (bytes) => bytes.readInt8(),
  ),
  SMALLINT: fixed(
    2,
    (value: number, buffer, at) => void buffer.writeInt16LE(value, at),
    (bytes) => bytes.readInt16LE(),
  ),
  INTEGER: fixed(
    4,
    (value: number, buffer, at) => void buffer.writeInt32LE(value, at),
    (bytes) => bytes.readInt32LE(),
  ),
  BIGINT: fixed(
    8,
    (value: bigint, buffer, at) => void buffer.writeBigInt64LE(value, at),
    (bytes) => bytes.readBigInt64LE(),
  ),
  UTINYINT: fixed(
    1,
    (value: number, buffer, at) => void buffer.writeUInt8(value, at),
    (bytes) => bytes.readUInt8(),
  ),
  USMALLINT: fixed(
    2,
    (value: number, buffer, at) => void buffer.writeUInt16LE(value, at),
    (bytes) => bytes.readUInt16LE(),
  ),
  UINTEGER: fixed(
    4,
    (value: number, buffer, at) => void buffer.writeUInt32LE(value, at),
    (bytes) => bytes.readUInt32LE(),
  ),
  UBIGINT: fixed(
    8,
    (value: bigint, buffer, at) => void buffer.writeBigUInt64LE(value, at),
    (bytes) => bytes.readBigUInt64LE(),
  ),
  FLOAT: fixed(
    4,
    (value: number, buffer, at) => void buffer.writeFloatLE(value, at),
    (bytes) => bytes.readFloatLE(),
  ),
  DOUBLE: fixed(
    8,
    (value: number, buffer, at) => void buffer.writeDoubleLE(value, at),
    (bytes) => bytes.readDoubleLE(),
  ),
  VARCHAR: {
    width: 0,
    write: (value) => Buffer.from(value as string),
    read: (bytes) => bytes.toString(),
  },
  BLOB: {
    width: 0,
    write: (value) => (value as DuckDBBlobValue).bytes,
    read: (bytes) => new DuckDBBlobValue(Uint8Array.from(bytes)),
  },
  DATE: fixed(
    4,
    (value: DuckDBDateValue, buffer, at) => void buffer.writeInt32LE(value.days, at),
    (bytes) => new DuckDBDateValue(bytes.readInt32LE()),
  ),
  TIME: micros((value) => new DuckDBTimeValue(value)),
  TIME_NS: nanos(
    (value) => new DuckDBTimeNSValue(value),
    (value: DuckDBTimeNSValue) => value.nanos,
  ),
  TIMESTAMP: micros((value) => new DuckDBTimestampValue(value)),
  TIMESTAMP_NS: nanos(
    (value) => new DuckDBTimestampNanosecondsValue(value),
    (value: DuckDBTimestampNanosecondsValue) => value.nanos,
  ),
  'TIMESTAMP WITH TIME ZONE': micros((value) => new DuckDBTimestampTZValue(value)),
};

const decimal = (precision: number, scale: number) =>
  fixed(
    16,
    ({ value }: DuckDBDecimalValue, buffer, at) => {
      buffer.writeBigUInt64LE(BigInt.asUintN(64, value), at);
      buffer.writeBigInt64LE(value >> 64n, at + 8);
    },
    (bytes) =>
      new DuckDBDecimalValue(
        (bytes.readBigInt64LE(8) << 64n) | bytes.readBigUInt64LE(0),
        precision,
        scale,
      ),
  );

function holdingOf(type: DuckdbType): Holding | undefined {
  if (type.kind === 'decimal') return decimal(type.precision, type.scale);
  return type.kind === 'scalar' ? scalars[type.name] : undefined;
}

function requireHolding(storedType: string): Holding {
  const holding = holdingOf(parseType(storedType));
  if (holding === undefined) throw new Error(`rows of ${storedType} are not kept so`);
  return holding;
}

/** True where results with the stored types can be encoded as rows. */
export function canKeepRows(columns: readonly Pick<ResultColumn, 'storedType'>[]): boolean {
  return columns.every(({ storedType }) => holdingOf(parseType(storedType)) !== undefined);
}

/**
 * Encodes the rows of `chunks`, whose first columns are `columns` in their stored types. Null for
 * more than `maxBytes`.
 */
export function keepRows(
  columns: readonly Pick<ResultColumn, 'storedType'>[],
  chunks: readonly DuckDBDataChunk[],
  maxBytes: number,
): Buffer | null {
  const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const header = Buffer.alloc(headerBytes);
  header.write(magic, 'latin1');
  header.writeUInt32LE(rowCount, 4);
  header.writeUInt32LE(columns.length, 8);
  const parts: Uint8Array[] = [header];
  let sizeBytes = headerBytes;
  for (const [index, { storedType }] of columns.entries()) {
    for (const part of keepColumn(requireHolding(storedType), rowCount, valuesOf(chunks, index))) {
      parts.push(part);
      sizeBytes += part.length;
    }
    if (sizeBytes > maxBytes) return null;
  }
  return Buffer.concat(parts, sizeBytes);
}

function* valuesOf(chunks: readonly DuckDBDataChunk[], column: number): Generator<DuckDBValue> {
  for (const chunk of chunks) {
    const vector = chunk.getColumnVector(column);
    for (let row = 0; row < chunk.rowCount; row++) yield vector.getItem(row);
  }
}

function keepColumn(
  holding: Holding,
  rowCount: number,
  values: Iterable<DuckDBValue>,
): Uint8Array[] {
  const { width } = holding;
  const present = Buffer.alloc(Math.ceil(rowCount / 8));
  const fixedPart = Buffer.alloc(rowCount * (width === 0 ? 4 : width));
  const appended: Uint8Array[] = [];
  let row = 0;
  let hasNulls = false;
  for (const value of values) {
    if (value === null) hasNulls = true;
    else {
      present[row >> 3] = (present[row >> 3] ?? 0) | (1 << (row & 7));
      const bytes = holding.write(value, fixedPart, row * width);
      if (bytes !== undefined) {
        fixedPart.writeUInt32LE(bytes.length, row * 4);
        appended.push(bytes);
      }
    }
    row += 1;
  }
  return [Buffer.of(hasNulls ? 1 : 0), ...(hasNulls ? [present] : []), fixedPart, ...appended];
}

/**
 * The values of each column, in the order of the rows. Throws for other bytes than encoded rows.
 */
export function readKeptRows(
  columns: readonly Pick<ResultColumn, 'storedType'>[],
  kept: Uint8Array,
): DuckDBValue[][] {
  const bytes = Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  if (bytes.toString('latin1', 0, 4) !== magic || bytes.readUInt32LE(8) !== columns.length) {
    throw new Error('these are no kept rows of these columns');
  }
  const rowCount = bytes.readUInt32LE(4);
  let at = headerBytes;
  const take = (length: number) => {
    const part = bytes.subarray(at, at + length);
    if (part.length < length) throw new Error('kept rows end early');
    at += length;
    return part;
  };
  return columns.map(({ storedType }) => {
    const holding = requireHolding(storedType);
    const present = take(1)[0] === 1 ? take(Math.ceil(rowCount / 8)) : undefined;
    const isNull = (row: number) =>
      present !== undefined && ((present[row >> 3] ?? 0) & (1 << (row & 7))) === 0;
    const { width } = holding;
    const fixedPart = take(rowCount * (width === 0 ? 4 : width));
    return Array.from({ length: rowCount }, (_unused, row) => {
      if (isNull(row)) return null;
      if (width === 0) return holding.read(take(fixedPart.readUInt32LE(row * 4)));
      return holding.read(fixedPart.subarray(row * width, (row + 1) * width));
    });
  });
}

/** Appends the rows to a table of the columns' stored types. */
export function appendKeptRows(
  appender: DuckDBAppender,
  columns: readonly Pick<ResultColumn, 'storedType'>[],
  kept: Uint8Array,
): void {
  const values = readKeptRows(columns, kept);
  const types = columns.map((_column, index) => appender.columnType(index));
  const rowCount = values[0]?.length ?? 0;
  for (let start = 0; start < rowCount; start += vectorRows) {
    const chunk = DuckDBDataChunk.create(types, Math.min(vectorRows, rowCount - start));
    chunk.setColumns(values.map((column) => column.slice(start, start + vectorRows)));
    appender.appendDataChunk(chunk);
  }
}
