import { plainText } from '../../engine/functions/decimal-text.ts';
import type { ColumnStatistics } from '../../engine/ingest/file-statistics.ts';
import { withoutEnd } from '../../kernel/without-end.ts';
import { Physical } from '../staging/staging-type.ts';

/** A row group's statistics of a column; bounds in Parquet's encoding. */
export interface ChunkStatistics {
  readonly values: number;
  readonly nulls: number | null;
  readonly min: Buffer | null;
  readonly max: Buffer | null;
}

const maxBoundChars = 64;
const dayMs = 86_400_000;
const dayUs = 86_400_000_000n;

/** Reads, compares and prints bounds; a lake stores DuckDB's text of the value. */
interface BoundType<Value> {
  /** Returns null for bytes that do not represent a value of the type. */
  read(bytes: Buffer): Value | null;
  compare(one: Value, other: Value): number;
  /** Returns null for a value without a short text. */
  print(value: Value): string | null;
}

/**
 * Combined statistics of a column, if every row group has statistics. Undefined without null
 * counts, and for types whose bounds a lake does not store: NaNs among doubles would be unknown.
 */
export function columnStatistics(
  type: string,
  physical: number,
  chunks: readonly ChunkStatistics[],
): ColumnStatistics | undefined {
  const whole = wholeType(type, physical);
  if (whole) return together(whole, chunks);
  return type === 'VARCHAR' ? together(textType, chunks) : undefined;
}

function together<Value>(
  type: BoundType<Value>,
  chunks: readonly ChunkStatistics[],
): ColumnStatistics | undefined {
  let nullCount = 0;
  for (const { nulls } of chunks) {
    if (nulls === null) return undefined;
    nullCount += nulls;
  }
  const filled = chunks.filter(({ values, nulls }) => nulls !== values);
  const min = outermost(type, filled, ({ min: bytes }) => bytes, -1);
  const max = outermost(type, filled, ({ max: bytes }) => bytes, 1);
  return {
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    nullCount,
  };
}

/** @param side -1 for the least, 1 for the greatest */
function outermost<Value>(
  type: BoundType<Value>,
  chunks: readonly ChunkStatistics[],
  bytesOf: (chunk: ChunkStatistics) => Buffer | null,
  side: number,
): string | null {
  let found: Value | null = null;
  for (const chunk of chunks) {
    const bytes = bytesOf(chunk);
    const value = bytes && type.read(bytes);
    if (value === null) return null;
    if (found === null || type.compare(value, found) * side > 0) found = value;
  }
  const text = found === null ? null : type.print(found);
  return text !== null && text.length <= maxBoundChars ? text : null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Texts compare by bytes, as in DuckDB. */
const textType: BoundType<Buffer> = {
  read: (bytes) => bytes,
  compare: (one, other) => Buffer.compare(one, other),
  print: (bytes) => {
    try {
      return utf8.decode(bytes);
    } catch {
      return null;
    }
  },
};

/** Types stored as integers in the file. */
function wholeType(type: string, physical: number): BoundType<bigint> | null {
  const print = printerOf(type);
  if (!print) return null;
  const isSigned = !type.startsWith('U');
  return {
    read: (bytes) => readWhole(bytes, physical, isSigned),
    compare: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
    print,
  };
}

function printerOf(type: string): BoundType<bigint>['print'] | null {
  if (/^U?(TINYINT|SMALLINT|INTEGER|BIGINT)$/.test(type)) return String;
  if (type === 'DATE') return (days) => printDate(days);
  if (type === 'TIMESTAMP') return printTimestamp;
  const [, scale] = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(type) ?? [];
  return scale === undefined ? null : (value) => printDecimal(value, Number(scale));
}

function readWhole(bytes: Buffer, physical: number, isSigned: boolean): bigint | null {
  switch (physical) {
    case Physical.int32:
      if (bytes.length !== 4) return null;
      return BigInt(isSigned ? bytes.readInt32LE() : bytes.readUInt32LE());
    case Physical.int64:
      if (bytes.length !== 8) return null;
      return isSigned ? bytes.readBigInt64LE() : bytes.readBigUInt64LE();
    case Physical.fixed:
      if (bytes.length === 0 || bytes.length > 16) return null;
      return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
    default:
      return null;
  }
}

function printDecimal(value: bigint, scale: number): string {
  const negative = value < 0n;
  const text = plainText({ negative, digits: negative ? -value : value, scale });
  return negative ? `-${text}` : text;
}

/** Prints dates with years of four digits; null for other years and for infinity. */
function printDate(days: bigint): string | null {
  const text = new Date(Number(days) * dayMs);
  const year = text.getUTCFullYear();
  return year >= 1 && year <= 9999 ? text.toISOString().slice(0, 10) : null;
}

function printTimestamp(micros: bigint): string | null {
  const inDay = ((micros % dayUs) + dayUs) % dayUs;
  const date = printDate((micros - inDay) / dayUs);
  if (date === null) return null;
  const seconds = new Date(Number(inDay / 1_000_000n) * 1000).toISOString().slice(11, 19);
  const fraction = withoutEnd(String(inDay % 1_000_000n).padStart(6, '0'), '0');
  return `${date} ${seconds}${fraction === '' ? '' : `.${fraction}`}`;
}
