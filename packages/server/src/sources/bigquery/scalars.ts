/** BigQuery's scalar types: forms in REST and Arrow, staging types, and JSON forms. */
import { type Data, DataType, TimeUnit, type Utf8 } from 'apache-arrow';
import {
  type ArrowDecoder,
  checkOffsets,
  decodeBinary,
  decodeBoolean,
  decodeDate,
  decodeDouble,
  decodeInt64,
  decodeSame,
  decodeText,
  int64s,
  valueBytes,
} from '../arrow/decoders.ts';
import type { StagingColumn } from '../staging/staging-column.ts';
import type { ScalarStagingType } from '../staging/staging-type.ts';
import { readDecimal, readWide, writeDecimal } from './decimals.ts';
import {
  readDate,
  readDatetime,
  readInterval,
  readTime,
  readWhole,
  unreadable,
  writeDate,
  writeDatetime,
  writeInterval,
  writeTime,
} from './moments.ts';

/** Reads the non-null Arrow value at a row. */
export type Getter<Value> = (row: number) => Value;

export interface Scalar<Value> {
  readonly staged: ScalarStagingType;
  readonly note: string | null;
  /** Decodes a whole column that is no list, from buffer to buffer if possible. */
  readonly column: ArrowDecoder | undefined;
  readonly fromArrow: (data: Data) => Getter<Value> | undefined;
  readonly fromRest: (text: string) => Value;
  /** After the mark of the value. */
  readonly put: (target: StagingColumn, value: Value) => void;
  readonly json: (value: Value) => string;
}

// biome-ignore lint/suspicious/noExplicitAny: the value's type is the scalar's own affair
export type AnyScalar = Scalar<any>;

const textOf = (data: Data): Getter<string> | undefined => {
  if (!DataType.isUtf8(data.type)) return undefined;
  const { values, valueOffsets } = data as Data<Utf8>;
  checkOffsets(valueOffsets, data.length, values.length);
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return (row) => bytes.toString('utf8', valueOffsets[row] ?? 0, valueOffsets[row + 1] ?? 0);
};

const isMicroseconds = (type: DataType) =>
  DataType.isTimestamp(type) && type.unit === TimeUnit.MICROSECOND;

const microsecondsOf = (fits: (type: DataType) => boolean) => (data: Data) => {
  if (!fits(data.type)) return undefined;
  const values = int64s(data);
  return (row: number) => values[row] ?? 0n;
};

function text(
  note: string | null,
  json: (value: string) => string,
  read = (value: string) => value,
): Scalar<string> {
  return {
    staged: { kind: 'text' },
    note,
    column: decodeText,
    fromArrow: textOf,
    fromRest: read,
    put: (target, value) => target.putText(value),
    json,
  };
}

function moment(
  staged: ScalarStagingType,
  fits: (type: DataType) => boolean,
  rest: Pick<Scalar<bigint>, 'fromRest' | 'json'>,
) {
  const scalar: Scalar<bigint> = {
    staged,
    note: null,
    column: decodeSame(fits, 8),
    fromArrow: microsecondsOf(fits),
    put: (target, value) => target.putBigInt64(value),
    ...rest,
  };
  return scalar;
}

const quoted = (value: string) => JSON.stringify(value);

const int64: Scalar<bigint> = {
  staged: { kind: 'integer', bits: 64, signed: true },
  note: null,
  column: decodeInt64,
  fromArrow: microsecondsOf((type) => DataType.isInt(type) && type.bitWidth === 64),
  fromRest: readWhole,
  put: (target, value) => target.putBigInt64(value),
  json: String,
};

const float64: Scalar<number> = {
  staged: { kind: 'double' },
  note: null,
  column: decodeDouble,
  fromArrow: (data) => {
    if (!DataType.isFloat(data.type) || data.type.precision !== 2) return undefined;
    valueBytes(data, 8);
    const values = data.values as Float64Array;
    return (row) => values[row] ?? 0;
  },
  fromRest: (value) => {
    const number =
      value === '-inf' || value === '-Infinity'
        ? Number.NEGATIVE_INFINITY
        : value === 'inf'
          ? Number.POSITIVE_INFINITY
          : Number(value);
    if (Number.isNaN(number) && !/^nan$/i.test(value)) throw unreadable();
    return number;
  },
  put: (target, value) => target.putDouble(value),
  // JSON has no numbers for infinities and NaN.
  json: (value) =>
    Number.isFinite(value)
      ? Object.is(value, -0)
        ? '-0.0'
        : String(value)
      : quoted(String(value)),
};

const bool: Scalar<boolean> = {
  staged: { kind: 'boolean' },
  note: null,
  column: decodeBoolean,
  fromArrow: (data) => {
    if (!DataType.isBool(data.type)) return undefined;
    const bits = data.values;
    return (row) =>
      ((bits[(data.offset + row) >> 3] ?? 0) & (1 << ((data.offset + row) & 7))) !== 0;
  },
  fromRest: (value) => value === 'true',
  put: (target, value) => target.putBoolean(value),
  json: String,
};

const bytes: Scalar<Buffer> = {
  staged: { kind: 'bytes' },
  note: null,
  column: decodeBinary,
  fromArrow: (data) => {
    if (!DataType.isBinary(data.type)) return undefined;
    const { values, valueOffsets } = data;
    checkOffsets(valueOffsets, data.length, values.length);
    return (row) => Buffer.from(values.subarray(valueOffsets[row], valueOffsets[row + 1]));
  },
  fromRest: (value) => Buffer.from(value, 'base64'),
  put: (target, value) => target.putBytes(value, 0, value.length),
  json: (value) => quoted(value.toString('base64')),
};

const date: Scalar<number> = {
  staged: { kind: 'date' },
  note: null,
  column: decodeDate,
  fromArrow: (data) => {
    if (!DataType.isDate(data.type) || data.type.unit !== 0) return undefined;
    valueBytes(data, 4);
    const values = data.values as unknown as Int32Array;
    return (row) => values[row] ?? 0;
  },
  fromRest: readDate,
  put: (target, value) => target.putInt32(value),
  json: (value) => quoted(writeDate(value)),
};

const interval: Scalar<string> = {
  ...text('as BigQuery writes it: years-months days hours:minutes:seconds', quoted, readInterval),
  column: undefined,
  fromArrow: (data) => {
    if (!DataType.isInterval(data.type) || data.type.unit !== 2) return undefined;
    const whole = valueBytes(data, 16);
    const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
    return (row) => {
      const nanoseconds = view.getBigInt64(row * 16 + 8, true);
      return writeInterval(
        view.getInt32(row * 16, true),
        view.getInt32(row * 16 + 4, true),
        nanoseconds / 1_000n,
      );
    };
  },
};

const numericScale = 9;
const numeric: Scalar<bigint> = {
  staged: { kind: 'decimal', precision: 38, scale: numericScale },
  note: null,
  column: undefined,
  fromArrow: (data) => {
    const get = readWide(data);
    if (!get || !DataType.isDecimal(data.type) || data.type.scale > numericScale) return undefined;
    const factor = 10n ** BigInt(numericScale - data.type.scale);
    return (row) => get(row) * factor;
  },
  fromRest: (value) => readDecimal(value, numericScale),
  put: (target, value) => target.putBigDecimal(value),
  json: (value) => writeDecimal(value, numericScale),
};

const bignumericScale = 38;
const bignumeric: Scalar<string> = {
  ...text('DECIMAL(38,s) where all values fit one, otherwise text', (value) => value),
  column: undefined,
  fromArrow: (data) => {
    const get = readWide(data);
    const { type } = data;
    return get && DataType.isDecimal(type)
      ? (row) => writeDecimal(get(row), type.scale)
      : undefined;
  },
  fromRest: (value) => writeDecimal(readDecimal(value, bignumericScale), bignumericScale),
};

/** Keyed by `type` in a table's schema. */
export const scalars: Readonly<Record<string, AnyScalar>> = {
  INTEGER: int64,
  FLOAT: float64,
  BOOLEAN: bool,
  STRING: text(null, quoted),
  BYTES: bytes,
  DATE: date,
  TIME: moment(
    { kind: 'time' },
    (type) => DataType.isTime(type) && type.unit === TimeUnit.MICROSECOND,
    {
      fromRest: readTime,
      json: (value) => quoted(writeTime(value)),
    },
  ),
  DATETIME: moment({ kind: 'timestamp', isUtc: false }, isMicroseconds, {
    fromRest: readDatetime,
    json: (value) => quoted(writeDatetime(value)),
  }),
  TIMESTAMP: moment({ kind: 'timestamp', isUtc: true }, isMicroseconds, {
    fromRest: readWhole,
    json: (value) => quoted(`${writeDatetime(value)}Z`),
  }),
  NUMERIC: numeric,
  BIGNUMERIC: bignumeric,
  GEOGRAPHY: text('well-known text', quoted),
  JSON: text('JSON as text', (value) => value),
  INTERVAL: interval,
};

export const picoseconds = text('to the picosecond, as text', quoted);
