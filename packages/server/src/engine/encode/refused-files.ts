import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral } from '../../kernel/quoting.ts';

/**
 * Whether other readers may refuse a Parquet file that an earlier version wrote: a column of 32
 * bits is stored as deltas, and its values are 2^31 and more apart, so that a block may have 33
 * bits (parquet-options.ts). Reads the footer alone; a column without statistics counts as such.
 * Decimals of 32 bits never are: 2 * 999,999,999 is less.
 */
export async function isRefusedByReaders(
  connection: DuckDBConnection,
  path: string,
): Promise<boolean> {
  const span = (type: string) =>
    `TRY(TRY_CAST(stats_max_value AS ${type}) - TRY_CAST(stats_min_value AS ${type}))`;
  const reader = await connection.runAndReadAll(
    `SELECT count(*) FROM parquet_metadata(${quoteLiteral(path)}) ` +
      `WHERE type = 'INT32' AND contains(encodings, 'DELTA_BINARY_PACKED') AND num_values > 1 ` +
      `AND NOT coalesce(coalesce(${span('BIGINT')}, ${span('DATE')}) < 2147483648, false)`,
  );
  return Number(reader.getRows()[0]?.[0] ?? 0) > 0;
}
