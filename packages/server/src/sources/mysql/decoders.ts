/**
 * Decodes values of MySQL's binary rows into a staging column. Numbers are little-endian, as in
 * Parquet.
 */
import { SourceError } from '../source-error.ts';
import type { StagingColumn } from '../staging/staging-column.ts';

export function malformed(): SourceError {
  return new SourceError(
    'source_failed',
    'The server sends what is not MySQL’s binary form; check that it is MySQL or MariaDB',
  );
}

/** Types of the protocol. */
export const Wire = {
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
} as const;

/**
 * Sizes of numbers. Dates and times begin with a length byte, all other values with a
 * length-encoded integer.
 */
const fixedLengths: Readonly<Record<number, number>> = {
  [Wire.tiny]: 1,
  [Wire.short]: 2,
  [Wire.year]: 2,
  [Wire.long]: 4,
  [Wire.int24]: 4,
  [Wire.float]: 4,
  [Wire.double]: 8,
  [Wire.longlong]: 8,
};

/** Marks the column and puts the value of `length` bytes at `at`. */
export type Decode = (column: StagingColumn, bytes: Buffer, at: number, length: number) => void;

export interface ValueDecoder {
  /** 0 if a length precedes the value. */
  readonly fixedLength: number;
  readonly decode: Decode;
}

export function valueDecoder(wireType: number, decode: Decode): ValueDecoder {
  return { fixedLength: fixedLengths[wireType] ?? 0, decode };
}

/** Decodes one value and returns the position of the next. */
export function decodeField(
  { fixedLength, decode }: ValueDecoder,
  column: StagingColumn,
  bytes: Buffer,
  at: number,
  end: number,
): number {
  let start = at;
  let length = fixedLength;
  if (length === 0) {
    const first = bytes[at] ?? 0;
    if (first < 0xfb && at < end) {
      length = first;
      start = at + 1;
    } else {
      const read = readLength(bytes, at, end);
      length = read.value;
      start = read.next;
    }
  }
  if (start + length > end) throw malformed();
  decode(column, bytes, start, length);
  return start + length;
}

/** A length-encoded integer. */
export function readLength(
  bytes: Buffer,
  at: number,
  end: number,
): { readonly value: number; readonly next: number } {
  const first = bytes[at] ?? 0;
  if (at < end && first < 0xfb) return { value: first, next: at + 1 };
  const size = first === 0xfc ? 2 : first === 0xfd ? 3 : first === 0xfe ? 6 : 0;
  const next = at + 1 + (first === 0xfe ? 8 : size);
  if (size === 0 || next > end) throw malformed();
  return { value: bytes.readUIntLE(at + 1, size), next };
}

/** Integers of 8, 16 and 32 bits, in the 32 of Parquet. */
export const decodeInteger =
  (isUnsigned: boolean): Decode =>
  (column, bytes, at, length) => {
    column.mark();
    if (length === 1)
      column.putInt32(isUnsigned ? (bytes[at] ?? 0) : ((bytes[at] ?? 0) << 24) >> 24);
    else if (length === 2)
      column.putInt32(isUnsigned ? bytes.readUInt16LE(at) : bytes.readInt16LE(at));
    else column.putFixed(bytes, at, 4);
  };

export const decodeFixed =
  (size: 4 | 8): Decode =>
  (column, bytes, at, length) => {
    if (length !== size) throw malformed();
    column.mark();
    column.putFixed(bytes, at, size);
  };

export const decodeBytes: Decode = (column, bytes, at, length) => {
  column.mark();
  column.putBytes(bytes, at, length);
};

/**
 * VECTOR of MySQL 9 and MariaDB 11.7: 32-bit floats in sequence. Rows older than a later NOT NULL
 * column have an empty value.
 */
export const decodeVector: Decode = (column, bytes, at, length) => {
  if (length % 4 !== 0) throw malformed();
  if (length === 0) column.markEmptyList();
  for (let place = 0; place < length; place += 4) {
    column.markElement(place === 0);
    column.putFixed(bytes, at + place, 4);
  }
};

/** BIT: bytes in big-endian order. */
export const decodeBits: Decode = (column, bytes, at, length) => {
  if (length > 8) throw malformed();
  column.mark();
  column.putInt64(
    length > 4 ? bytes.readUIntBE(at, length - 4) : 0,
    bytes.readUIntBE(at + Math.max(0, length - 4), Math.min(4, length)),
  );
};

/** A geometry: SRID in four bytes, then WKB. */
export const decodeGeometry: Decode = (column, bytes, at, length) => {
  if (length < 4) throw malformed();
  column.mark();
  column.putBytes(bytes, at + 4, length - 4);
};

/** DECIMAL comes as text with all decimals. */
export function decodeDecimal(precision: number, scale: number): Decode {
  return (column, bytes, at, length) => {
    column.mark();
    const isNegative = bytes[at] === 0x2d;
    let value = 0;
    let big = 0n;
    let digits = 0;
    let decimals = -1;
    for (let position = isNegative ? at + 1 : at; position < at + length; position += 1) {
      const byte = bytes[position] ?? 0;
      if (byte === 0x2e && decimals < 0) {
        decimals = 0;
        continue;
      }
      if (byte < 0x30 || byte > 0x39) throw malformed();
      if (decimals >= 0) decimals += 1;
      value = value * 10 + byte - 0x30;
      digits += 1;
      // Parts of 15 digits are exact as doubles.
      if (digits % 15 === 0) {
        big = big * 1_000_000_000_000_000n + BigInt(value);
        value = 0;
      }
    }
    if (Math.max(decimals, 0) !== scale) throw malformed();
    if (precision <= 15 && digits < 15)
      return putSmall(column, precision, isNegative ? -value : value);
    const whole = big * 10n ** BigInt(digits % 15) + BigInt(value);
    const signed = isNegative ? -whole : whole;
    if (precision > 18) column.putBigDecimal(signed);
    else if (precision > 9) column.putBigInt64(signed);
    else column.putInt32(Number(signed));
  };
}

function putSmall(column: StagingColumn, precision: number, value: number): void {
  if (precision > 9) column.putSafeInteger(value);
  else column.putInt32(value);
}

/**
 * Days from 1970 of a date of the proleptic Gregorian calendar (Howard Hinnant, "chrono-compatible
 * low-level date algorithms").
 */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

/**
 * The day; null for a day in no calendar: `0000-00-00`, `2024-00-15`, `2023-02-30`, and any day of
 * the year 0, which MySQL orders before all years, and which would be 1 BC here.
 */
function dayAt(bytes: Buffer, at: number, length: number): number | null {
  if (length === 0) return null;
  if (length < 4) throw malformed();
  const year = bytes.readUInt16LE(at);
  const month = bytes[at + 2] ?? 0;
  const day = bytes[at + 3] ?? 0;
  if (year < 1 || month < 1 || month > 12 || day < 1) return null;
  const next = month === 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, month + 1, 1);
  const days = daysFromCivil(year, month, day);
  return days < next ? days : null;
}

/** `onNone` is called for an invalid date, which becomes null. */
export const decodeDate =
  (onNone: () => void): Decode =>
  (column, bytes, at, length) => {
    const days = dayAt(bytes, at, length);
    if (days === null) {
      onNone();
      column.markNull();
    } else {
      column.mark();
      column.putInt32(days);
    }
  };

export const decodeDatetime =
  (onNone: () => void): Decode =>
  (column, bytes, at, length) => {
    const days = dayAt(bytes, at, length);
    if (days === null) {
      onNone();
      column.markNull();
      return;
    }
    const seconds =
      length >= 7
        ? (bytes[at + 4] ?? 0) * 3600 + (bytes[at + 5] ?? 0) * 60 + (bytes[at + 6] ?? 0)
        : 0;
    const microseconds = length >= 11 ? bytes.readUInt32LE(at + 7) : 0;
    const whole = days * 86_400 + seconds;
    column.mark();
    // Microseconds are exact as doubles from 1685 to 2255.
    if (Math.abs(whole) < 9_000_000_000) column.putSafeInteger(whole * 1_000_000 + microseconds);
    else column.putBigInt64(BigInt(whole) * 1_000_000n + BigInt(microseconds));
  };

/**
 * `-838:59:59.000000`, with the column's number of decimals. `onLong` is called for values that are
 * no time of day.
 */
export const decodeTime =
  (decimals: number, onLong: () => void): Decode =>
  (column, bytes, at, length) => {
    if (length !== 0 && length !== 8 && length !== 12) throw malformed();
    const isNegative = length > 0 && bytes[at] === 1;
    const days = length > 0 ? bytes.readUInt32LE(at + 1) : 0;
    const hours = days * 24 + (length > 0 ? (bytes[at + 5] ?? 0) : 0);
    const rest = length > 0 ? [bytes[at + 6] ?? 0, bytes[at + 7] ?? 0] : [0, 0];
    const microseconds = length === 12 ? bytes.readUInt32LE(at + 8) : 0;
    if (isNegative || hours >= 24) onLong();
    const fraction =
      decimals > 0 ? `.${String(microseconds).padStart(6, '0').slice(0, decimals)}` : '';
    const parts = [hours, ...rest].map((part) => String(part).padStart(2, '0')).join(':');
    column.mark();
    column.putText(`${isNegative ? '-' : ''}${parts}${fraction}`);
  };
