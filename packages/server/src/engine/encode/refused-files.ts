import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral } from '../../kernel/quoting.ts';

/**
 * True where other readers may refuse a Parquet file of an earlier version. Such a file has a
 * 32-bit column as deltas, whose values are 2^31 or more apart, so a block may have 33 bits
 * (parquet-options.ts). The check reads only the footer, and a column without statistics counts as
 * refused. Decimals of 32 bits are safe: 2 * 999,999,999 is less.
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
