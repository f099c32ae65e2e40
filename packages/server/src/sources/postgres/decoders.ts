/**
 * Decodes PostgreSQL's binary formats (the `*_send` functions of its source) into a staging column.
 */
import { SourceError } from '../source-error.ts';
import type { StagingColumn } from '../staging/staging-column.ts';

/** Appends the value of `length` bytes at `at`; the caller has set the mark. */
export type Decode = (column: StagingColumn, bytes: Uint8Array, at: number, length: number) => void;

export function malformed(): SourceError {
  return new SourceError(
    'source_failed',
    'The server sends what is not PostgreSQL’s binary format; check that it is PostgreSQL',
  );
}

/** The error for a value outside its type; `what` completes "has ...". */
export function unrepresentable(column: string, what: string): SourceError {
  return new SourceError(
    'value_not_representable',
    `Column '${column}' has ${what}; make a view in the source that gives it as text (${column}::text), and read that`,
    { column },
  );
}

function checkLength(actual: number, expected: number): void {
  if (actual !== expected) throw malformed();
}

export function int32At(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  );
}

export function uint16At(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export const decodeBoolean: Decode = (column, bytes, at, length) => {
  checkLength(length, 1);
  column.putBoolean(bytes[at] === 1);
};

export const decodeInt16: Decode = (column, bytes, at, length) => {
  checkLength(length, 2);
  column.putInt32((uint16At(bytes, at) << 16) >> 16);
};

/** Integers of 4 and 8 bytes, and floats: the same bytes the other way round. */
export const decodeReversed =
  (size: 4 | 8): Decode =>
  (column, bytes, at, length) => {
    checkLength(length, size);
    column.putReversed(bytes, at, size);
  };

/** Days from 1970 to 2000. */
const epochDays = 10_957;
const infiniteDate = 0x7fffffff;

export const decodeDate: Decode = (column, bytes, at, length) => {
  checkLength(length, 4);
  const days = int32At(bytes, at);
  // DuckDB's infinities are the greatest number and its negation.
  if (days === infiniteDate) column.putInt32(infiniteDate);
  else if (days === -infiniteDate - 1) column.putInt32(-infiniteDate);
  else column.putInt32(days + epochDays);
};

/** Microseconds from 1970 to 2000, in halves. */
const epochHigh = Math.floor(946_684_800_000_000 / 2 ** 32);
const epochLow = 946_684_800_000_000 % 2 ** 32;

export const decodeTimestamp: Decode = (column, bytes, at, length) => {
  checkLength(length, 8);
  const high = int32At(bytes, at);
  const low = int32At(bytes, at + 4) >>> 0;
  if (high === 0x7fffffff && low === 0xffffffff) return column.putInt64(high, low);
  if (high === -0x80000000 && low === 0) return column.putInt64(-0x80000000, 1);
  const sum = low + epochLow;
  const carried = high + epochHigh + (sum >= 2 ** 32 ? 1 : 0);
  if (carried > 0x7fffffff || (carried === 0x7fffffff && sum % 2 ** 32 === 0xffffffff)) {
    throw unrepresentable(column.name, 'a timestamp after the year 294246');
  }
  column.putInt64(carried, sum);
};

/** Bytes, or text: the server validates text as UTF-8, even if the database has no encoding. */
export const decodeBytes: Decode = (column, bytes, at, length) =>
  column.putBytes(bytes, at, length);

/** A version byte, then text. */
export const decodeJsonb: Decode = (column, bytes, at, length) => {
  if (length < 1 || bytes[at] !== 1) throw malformed();
  column.putBytes(bytes, at + 1, length - 1);
};

export const decodeUuid: Decode = (column, bytes, at, length) => {
  checkLength(length, 16);
  column.putFixed(bytes, at, 16);
};

/**
 * An array that is empty or has one dimension: number of dimensions, a flag, the element type, then
 * size and lower bound of each dimension.
 */
export function decodeArray(element: Decode, onOtherBound: () => void): Decode {
  return (column, bytes, at, length) => {
    const end = at + length;
    if (length < 12) throw malformed();
    const dimensions = int32At(bytes, at);
    if (dimensions === 0) return column.markEmptyList();
    if (dimensions !== 1) throw unrepresentable(column.name, 'arrays of several dimensions');
    if (length < 20) throw malformed();
    const count = int32At(bytes, at + 12);
    if (int32At(bytes, at + 16) !== 1) onOtherBound();
    let position = at + 20;
    for (let index = 0; index < count; index += 1) {
      if (position + 4 > end) throw malformed();
      const size = int32At(bytes, position);
      position += 4;
      if (size < 0) column.markNullElement(index === 0);
      else {
        if (position + size > end) throw malformed();
        column.markElement(index === 0);
        element(column, bytes, position, size);
        position += size;
      }
    }
    if (position !== end) throw malformed();
  };
}
