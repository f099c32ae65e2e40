import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnStatistics } from '../../engine/ingest/file-statistics.ts';
import type { TypedColumn } from '../../engine/types/typed-column.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';

/**
 * Types whose bounds in a footer are what a lake keeps; of doubles nobody says whether there are
 * NaNs.
 */
const boundedType = /^(U?(TINY|SMALL|BIG)INT|U?INTEGER|DECIMAL\(\d+,\d+\)|DATE|TIMESTAMP|VARCHAR)$/;
const maxBoundChars = 64;

/**
 * What the footer of a file says of its columns, where all of its row groups say it.
 * @returns by column name
 */
export async function footerStatistics(
  connection: DuckDBConnection,
  path: string,
  columns: readonly TypedColumn[],
): Promise<Record<string, ColumnStatistics>> {
  const read = columns.filter(({ name, type }) => boundedType.test(type) && !name.includes(', '));
  const statistics: Record<string, ColumnStatistics> = {};
  if (read.length === 0) return statistics;
  const selects = read.map(({ name, type }, index) => {
    const bound = (which: 'min' | 'max') =>
      `CASE WHEN bool_and(stats_${which}_value IS NOT NULL OR stats_null_count = num_values)
         THEN CAST(${which}(TRY_CAST(stats_${which}_value AS ${type})) AS VARCHAR) END`;
    return `SELECT ${index}, ${bound('min')}, ${bound('max')}, CASE WHEN count(stats_null_count) = count(*)
      THEN CAST(sum(stats_null_count) AS VARCHAR) END FROM m WHERE path_in_schema = ${quoteLiteral(name)}`;
  });
  const found = await connection.runAndReadAll(
    `WITH m AS MATERIALIZED (FROM parquet_metadata(${quoteLiteral(path)})) ${selects.join(' UNION ALL ')}`,
  );
  for (const [index, min, max, nulls] of found.getRows()) {
    const column = read[Number(index)];
    if (!column || typeof nulls !== 'string') continue;
    const isShort = (text: unknown): text is string =>
      typeof text === 'string' && text.length <= maxBoundChars;
    statistics[column.name] = {
      ...(isShort(min) ? { min } : {}),
      ...(isShort(max) ? { max } : {}),
      nullCount: Number(nulls),
    };
  }
  return statistics;
}
