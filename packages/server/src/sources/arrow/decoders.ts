/**
 * Decodes Arrow columns into staging columns, from buffer to buffer. Only computed values become
 * JavaScript objects (arrow.apache.org/docs/format/Columnar.html).
 */
import {
  type Data,
  DataType,
  type Field,
  type Int64,
  type List,
  Type,
  type Utf8,
} from 'apache-arrow';
import type { StagingColumn } from '../staging/staging-column.ts';
import { malformedArrow } from './record-batches.ts';

/** Appends the non-null value of a row to the column, with its mark. */
export type PutValue = (target: StagingColumn, row: number) => void;

/**
 * Makes the reader for a column of one batch; undefined if the batch's type does not fit the
 * column.
 */
export type ArrowDecoder = (data: Data, field: Field) => PutValue | undefined;

/** The rows from `start` to before `end` of a column of a batch. */
export function putRows(
  data: Data,
  put: PutValue,
  target: StagingColumn,
  start: number,
  end: number,
): void {
  const isNull = nullsOf(data);
  for (let row = start; row < end; row += 1) {
    if (isNull?.(row)) target.markNull();
    else put(target, row);
  }
}

/** Returns a test of a row for null; undefined if no row is null. */
export function nullsOf({
  nullBitmap,
  nullCount,
  offset,
  length,
}: Data): ((row: number) => boolean) | undefined {
  // A column without nulls may omit the bitmap.
  if (nullCount === 0 || nullBitmap.length === 0) return undefined;
  if (nullBitmap.length * 8 < offset + length) throw malformedArrow();
  return (row) => ((nullBitmap[(offset + row) >> 3] ?? 0) & (1 << ((offset + row) & 7))) === 0;
}

/** The bytes of a buffer of values of `width` bytes, enough for all rows. */
export function valueBytes(data: Data, width: number): Uint8Array {
  const values = data.values as Uint8Array | undefined;
  const bytes = new Uint8Array(
    values?.buffer ?? new ArrayBuffer(0),
    values?.byteOffset ?? 0,
    values?.byteLength ?? 0,
  );
  if (bytes.length < data.length * width) throw malformedArrow();
  return bytes;
}

export const decodeBoolean: ArrowDecoder = (data) => {
  if (data.typeId !== Type.Bool) return undefined;
  const bits = data.values as Uint8Array;
  const { offset } = data;
  if (bits.length * 8 < offset + data.length) throw malformedArrow();
  return (target, row) => {
    const bit = offset + row;
    target.mark();
    target.putBoolean(((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
  };
};

/** Decodes values that staging stores unchanged; `fits` tests the Arrow type. */
export function decodeSame(fits: (type: DataType) => boolean, width: number): ArrowDecoder {
  return (data) => {
    if (!fits(data.type)) return undefined;
    const bytes = valueBytes(data, width);
    return (target, row) => {
      target.mark();
      target.putFixed(bytes, row * width, width);
    };
  };
}

export const decodeDouble = decodeSame((type) => DataType.isFloat(type) && type.precision === 2, 8);
export const decodeDate = decodeSame((type) => DataType.isDate(type) && type.unit === 0, 4);
export const decodeInt64 = decodeSame(
  (type) => DataType.isInt(type) && type.isSigned && type.bitWidth === 64,
  8,
);

export const decodeText = decodeVariable(Type.Utf8);
export const decodeBinary = decodeVariable(Type.Binary);

/** Texts and bytes; a separate buffer has the ends of values. */
function decodeVariable(typeId: Type.Utf8 | Type.Binary): ArrowDecoder {
  return (data) => {
    if (data.typeId !== typeId) return undefined;
    const { values, valueOffsets } = data as Data<Utf8>;
    checkOffsets(valueOffsets, data.length, values.length);
    return (target, row) => {
      const at = valueOffsets[row] ?? 0;
      target.mark();
      target.putBytes(values, at, (valueOffsets[row + 1] ?? 0) - at);
    };
  };
}

/** Offsets that go backwards or past the end would read foreign bytes. */
export function checkOffsets(offsets: Int32Array, rows: number, end: number): void {
  if (rows === 0) return;
  if (offsets.length < rows + 1) throw malformedArrow();
  for (let row = 0; row < rows; row += 1) {
    if ((offsets[row] ?? 0) > (offsets[row + 1] ?? 0)) throw malformedArrow();
  }
  if ((offsets[0] ?? 0) < 0 || (offsets[rows] ?? 0) > end) throw malformedArrow();
}

/** Integers of any width and decimals of 128 bits, in units of a decimal column's last digit. */
export const decodeDecimal: ArrowDecoder = (data) => {
  const width = wholeNumberWidth(data.type);
  if (width === undefined) return undefined;
  const bytes = valueBytes(data, width);
  return (target, row) => {
    target.mark();
    target.putDecimal(bytes, row * width, width);
  };
};

function wholeNumberWidth(type: DataType): number | undefined {
  if (DataType.isInt(type)) return type.isSigned ? type.bitWidth / 8 : undefined;
  return DataType.isDecimal(type) && type.bitWidth === 128 ? 16 : undefined;
}

/** Numbers of 64 bits, enough for all rows. */
export function int64s(data: Data): BigInt64Array {
  valueBytes(data, 8);
  return (data as Data<Int64>).values;
}

/** The child of a list, and the bounds of a row's elements. */
export function elementsOf(
  data: Data,
): { data: Data; bounds: (row: number) => readonly [number, number] } | undefined {
  if (!DataType.isList(data.type)) return undefined;
  const { valueOffsets, children } = data as Data<List>;
  const [child] = children;
  if (!child) return undefined;
  checkOffsets(valueOffsets, data.length, child.length);
  return { data: child, bounds: (row) => [valueOffsets[row] ?? 0, valueOffsets[row + 1] ?? 0] };
}
