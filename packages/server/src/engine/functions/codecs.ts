import type { DuckDBTimeTZValue, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  FLOAT,
  INTEGER,
  INTERVAL,
  LIST,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
  TIMETZ,
  VARCHAR,
} from '../duckdb.ts';

/**
 * `int32`, `int64`, `float` and `double` are numbers (`int64` a bigint) with their representation
 * in memory.
 */
export type Storage =
  | 'boolean'
  | 'bytes'
  | 'double'
  | 'float'
  | 'int32'
  | 'int64'
  | 'interval'
  | 'text';

/** The TypeScript form of a DuckDB type's values. SQL's NULL is null, and never reaches a codec. */
export interface Codec<Value> {
  readonly type: DuckDBType;
  /** The representation in a vector's memory, for types that are read and written there. */
  readonly storage?: Storage;
  fromEngine(value: DuckDBValue): Value;
  toEngine(value: Value): DuckDBValue;
}

/** PostgreSQL and DuckDB both store the three parts of an interval separately. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

const asStored = <Value extends DuckDBValue>(
  type: DuckDBType,
  storage?: Storage,
): Codec<Value> => ({
  type,
  ...(storage && { storage }),
  fromEngine: (value) => value as Value,
  toEngine: (value) => value,
});

export const boolean = asStored<boolean>(BOOLEAN, 'boolean');
export const integer = asStored<number>(INTEGER, 'int32');
export const bigint = asStored<bigint>(BIGINT, 'int64');
export const real = asStored<number>(FLOAT, 'float');
export const double = asStored<number>(DOUBLE, 'double');
/**
 * Texts, and numerics of any precision: the printer casts a numeric argument to VARCHAR, and casts
 * the result of the call back.
 */
export const text = asStored<string>(VARCHAR, 'text');

export const bytes: Codec<Uint8Array> = {
  type: BLOB,
  storage: 'bytes',
  fromEngine: (value) => (value as DuckDBBlobValue).bytes,
  toEngine: (value) => new DuckDBBlobValue(value),
};

/** Days since 1970-01-01; the infinities are DuckDB's, plus and minus 2^31 - 1. */
export const date: Codec<number> = {
  type: DATE,
  storage: 'int32',
  fromEngine: (value) => (value as DuckDBDateValue).days,
  toEngine: (value) => new DuckDBDateValue(value),
};

/** Microseconds since midnight. */
export const time: Codec<bigint> = {
  type: TIME,
  storage: 'int64',
  fromEngine: (value) => (value as DuckDBTimeValue).micros,
  toEngine: (value) => new DuckDBTimeValue(value),
};

export const timetz: Codec<DuckDBTimeTZValue> = {
  type: TIMETZ,
  fromEngine: (value) => value as DuckDBTimeTZValue,
  toEngine: (value) => value,
};

/** Microseconds since 1970-01-01; the infinities are DuckDB's, plus and minus 2^63 - 1. */
export const timestamp: Codec<bigint> = {
  type: TIMESTAMP,
  storage: 'int64',
  fromEngine: (value) => (value as DuckDBTimestampValue).micros,
  toEngine: (value) => new DuckDBTimestampValue(value),
};

export const timestamptz: Codec<bigint> = {
  type: TIMESTAMPTZ,
  storage: 'int64',
  fromEngine: (value) => (value as DuckDBTimestampTZValue).micros,
  toEngine: (value) => new DuckDBTimestampTZValue(value),
};

export const interval: Codec<Interval> = {
  type: INTERVAL,
  storage: 'interval',
  fromEngine: (value) => value as DuckDBIntervalValue,
  toEngine: ({ months, days, micros }) => new DuckDBIntervalValue(months, days, micros),
};

export const list = <Value>(item: Codec<Value>): Codec<readonly (Value | null)[]> => ({
  type: LIST(item.type),
  fromEngine: (value) =>
    (value as DuckDBListValue).items.map((entry) =>
      entry === null ? null : item.fromEngine(entry),
    ),
  toEngine: (value) =>
    new DuckDBListValue(value.map((entry) => (entry === null ? null : item.toEngine(entry)))),
});
