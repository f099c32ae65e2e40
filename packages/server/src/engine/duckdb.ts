import { createRequire } from 'node:module';
import type * as duckdb from '@duckdb/node-api';
import type * as bindings from '@duckdb/node-bindings';

const require = createRequire(import.meta.url);

/**
 * What workers use of DuckDB's package, required rather than imported: to import it, Node reads
 * each of its 180 CommonJS files for the names that it exports, 0.1 s of the 0.5 s of CPU that a
 * worker needs to start.
 */
export const {
  BIGINT,
  BLOB,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBArrayType,
  DuckDBBlobValue,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBFloatVector,
  DuckDBInstance,
  DuckDBIntervalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBListVector,
  DuckDBMapType,
  DuckDBScalarFunction,
  DuckDBStructType,
  DuckDBTimeNSValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  DuckDBUnionType,
  DuckDBVector,
  FLOAT,
  INTEGER,
  INTERVAL,
  LIST,
  listValue,
  StatementType,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
  TIMETZ,
  UINTEGER,
  VARCHAR,
} = require('@duckdb/node-api') as typeof duckdb;

/**
 * How the package reads every text: left as it is there, a text, name or member that begins with a
 * byte order mark would lose it.
 */
const accessors = require('@duckdb/node-api/lib/vectors/dataAccessors.js') as {
  textDecoder: InstanceType<typeof TextDecoder>;
};
accessors.textDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What lies below the package: its memory as it is. */
export const engineBindings = require('@duckdb/node-bindings') as typeof bindings;

/** Of a result that is no stream, which the package above gives a chunk of with a thread's help. */
export const { result_chunk_count: chunksOfResult, result_get_chunk: chunkOfResult } =
  engineBindings;

/**
 * The numbers of a vector, NaN for NULL: those in memory where none is. The package gives them one
 * by one, each with a look whether it is (384,000 of them: 2.3 ms of CPU).
 */
export function floatsOf(vector: duckdb.DuckDBFloatVector): Float32Array {
  // biome-ignore lint/complexity/useLiteralKeys: both are private, and nothing else gives them
  const { items, isNoneNull } = { items: vector['items'], isNoneNull: !vector['validity']['data'] };
  if (isNoneNull) return items;
  return Float32Array.from(items, (_value, index) => vector.getItem(index) ?? Number.NaN);
}

export type DuckDBBlobValue = duckdb.DuckDBBlobValue;
export type DuckDBDataChunk = duckdb.DuckDBDataChunk;
export type DuckDBDateValue = duckdb.DuckDBDateValue;
export type DuckDBDecimalValue = duckdb.DuckDBDecimalValue;
export type DuckDBFloatVector = duckdb.DuckDBFloatVector;
export type DuckDBInstance = duckdb.DuckDBInstance;
export type DuckDBIntervalValue = duckdb.DuckDBIntervalValue;
export type DuckDBListValue = duckdb.DuckDBListValue;
export type DuckDBTimeNSValue = duckdb.DuckDBTimeNSValue;
export type DuckDBTimestampNanosecondsValue = duckdb.DuckDBTimestampNanosecondsValue;
export type DuckDBTimestampTZValue = duckdb.DuckDBTimestampTZValue;
export type DuckDBTimestampValue = duckdb.DuckDBTimestampValue;
export type DuckDBTimeTZValue = duckdb.DuckDBTimeTZValue;
export type DuckDBTimeValue = duckdb.DuckDBTimeValue;
