import { createRequire } from 'node:module';
import type * as duckdb from '@duckdb/node-api';
import type * as bindings from '@duckdb/node-bindings';

const require = createRequire(import.meta.url);

/**
 * The parts of DuckDB's package that workers use. The package is required, not imported: for an
 * import, Node reads each of its 180 CommonJS files for exported names, 0.1 s of the 0.5 s of CPU
 * in a worker's start.
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
 * The package's decoder for every text. Unchanged, the decoder would drop a byte order mark at the
 * beginning of a text, name or member.
 */
const accessors = require('@duckdb/node-api/lib/vectors/dataAccessors.js') as {
  textDecoder: InstanceType<typeof TextDecoder>;
};
accessors.textDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The layer below the package, with direct access to memory. */
export const engineBindings = require('@duckdb/node-bindings') as typeof bindings;

/**
 * Functions for a result that is not a stream. The package above uses another thread for each
 * chunk.
 */
export const { result_chunk_count: chunksOfResult, result_get_chunk: chunkOfResult } =
  engineBindings;

/**
 * The numbers of a vector, with NaN for NULL. A vector without NULL is a view of memory. The
 * package returns numbers one by one, each with a check for NULL (384,000 numbers: 2.3 ms of CPU).
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
