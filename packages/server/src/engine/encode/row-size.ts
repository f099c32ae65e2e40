/**
 * The number of rows in a slice of a given size. Estimates are from above, so a slice stays near
 * its target.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { type DuckdbType, parseType } from '../types/duckdb-type.ts';
import type { ResultColumn } from '../types/result-columns.ts';

/** The longest usual text of a scalar, with a delimiter. Its Arrow form is never longer. */
const textBytes: Readonly<Record<string, number>> = {
  BOOLEAN: 6,
  TINYINT: 5,
  SMALLINT: 7,
  INTEGER: 12,
  BIGINT: 21,
  UTINYINT: 4,
  USMALLINT: 6,
  UINTEGER: 11,
  UBIGINT: 21,
  FLOAT: 16,
  DOUBLE: 25,
  DATE: 13,
  TIME: 18,
  TIME_NS: 21,
  TIMESTAMP: 29,
  TIMESTAMP_NS: 32,
  'TIMESTAMP WITH TIME ZONE': 30,
};

export interface RowSize {
  /** Bytes of a row's fixed part. */
  readonly fixedBytes: number;
  /** SQL for the bytes of a row's variable part; absent for rows of equal size. */
  readonly variableSql: string | undefined;
}

/** The approximate size of a row in any format, from above. */
export function rowSize(columns: readonly ResultColumn[]): RowSize {
  let fixedBytes = 4;
  const variable: string[] = [];
  for (const column of columns) {
    const type = parseType(column.storedType);
    fixedBytes += cellBytes(type);
    const sql = variableBytes(quoteIdentifier(column.storedName), type);
    if (sql) variable.push(`coalesce(${sql}, 0)`);
  }
  return { fixedBytes, variableSql: variable.length === 0 ? undefined : variable.join(' + ') };
}

function cellBytes(type: DuckdbType): number {
  if (type.kind === 'decimal') return Math.max(type.precision + 3, 16);
  return type.kind === 'scalar' ? (textBytes[type.name] ?? 7) : 7;
}

function variableBytes(sql: string, type: DuckdbType): string | undefined {
  if (type.kind === 'scalar') {
    if (type.name === 'VARCHAR') return `strlen(${sql})`;
    return type.name === 'BLOB' ? `2 * octet_length(${sql})` : undefined;
  }
  // DuckDB's text of a nested value is close to its JSON; quotes around the parts are the rest.
  return type.kind === 'decimal' ? undefined : `2 * strlen(CAST(${sql} AS VARCHAR))`;
}

/**
 * The relation of the rows `offset` to `offset + limit` in file order; the file's row numbers prune
 * row groups.
 */
export function rowsOf(path: string, offset: number, limit: number): string {
  const file = `read_parquet(${quoteLiteral(path)}, file_row_number = true) AS r`;
  return `${file} WHERE r.file_row_number >= ${offset} AND r.file_row_number < ${offset + limit}`;
}

const blockRows = 4096;

/**
 * The number of rows among `limit` from `offset` on that make about `targetBytes`: at least one.
 */
export async function rowsWithin(
  connection: DuckDBConnection,
  path: string,
  columns: readonly ResultColumn[],
  range: { readonly offset: number; readonly limit: number; readonly targetBytes: number },
): Promise<number> {
  const { fixedBytes, variableSql } = rowSize(columns);
  const rows = Math.min(range.limit, Math.max(1, Math.floor(range.targetBytes / fixedBytes)));
  if (!variableSql || rows === 0) return rows;
  const fitting = async (count: number, unit: number) => {
    const unitSql = `(r.file_row_number - ${range.offset}) // ${unit}`;
    const reader = await connection.runAndReadAll(
      `SELECT CAST(sum(${variableSql}) AS DOUBLE) FROM ${rowsOf(path, range.offset, count)} GROUP BY ${unitSql} ORDER BY ${unitSql}`,
    );
    let total = 0;
    let units = 0;
    for (const bytes of reader.getColumns()[0] ?? []) {
      total += Number(bytes) + fixedBytes * unit;
      if (total > range.targetBytes) break;
      units += 1;
    }
    return Math.min(count, units * unit);
  };
  // Blocks are summed first: sums of 4,096 rows cost a few percent of encoding the rows. Single
  // rows are summed only in a block that is too large.
  const inBlocks = await fitting(rows, blockRows);
  return inBlocks > 0 ? inBlocks : Math.max(1, await fitting(Math.min(rows, blockRows), 1));
}

const groupBytes = 24 * 1024 * 1024;
const defaultGroupRows = 122_880;
const vectorRows = 2048;
const sampleRows = 50_000;

/**
 * ROW_GROUP_SIZE to store a relation as Parquet: DuckDB's default, or fewer rows for wide rows,
 * because readers hold whole row groups. Encoding 1M rows of 1.4 kB peaks at 1.5 GB with the
 * default, and at 0.45 GB with smaller groups. DuckDB's ROW_GROUP_SIZE_BYTES loses the order of
 * rows.
 */
export async function rowGroupRows(
  connection: DuckDBConnection,
  relationSql: string,
  columns: readonly ResultColumn[],
  rowCount: number,
): Promise<number> {
  const { fixedBytes, variableSql } = rowSize(columns);
  if (rowCount <= vectorRows) return defaultGroupRows;
  let bytes = fixedBytes;
  if (variableSql) {
    const percent = Math.min(100, (100 * sampleRows) / rowCount);
    // The sample has whole vectors from all over the relation: a percent or two of the rows,
    // without reading the others.
    const sample = percent < 100 ? ` USING SAMPLE ${percent.toFixed(4)} PERCENT (system, 7)` : '';
    const reader = await connection.runAndReadAll(
      `SELECT CAST(avg(${variableSql}) AS DOUBLE) FROM (SELECT * FROM ${relationSql}${sample})`,
    );
    bytes += Number(reader.getColumns()[0]?.[0] ?? 0);
  }
  const rows = Math.floor(groupBytes / bytes / vectorRows) * vectorRows;
  return Math.min(defaultGroupRows, Math.max(vectorRows, rows));
}

/** The number of files whose footers are read. */
const lookedAt = 16;

/**
 * The number of rows per group for rows read from Parquet files, where a sample would read all
 * rows. The number fills a group by the widest of the footers. The number does not exceed the rows
 * of the files' own groups, because the writer limited those by row width too.
 */
export async function rowGroupRowsOf(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<number> {
  const every = Math.ceil(paths.length / lookedAt);
  const some = paths.filter((_path, index) => index % every === 0).map(quoteLiteral);
  const reader = await connection.runAndReadAll(
    `SELECT CAST(max(rows) AS DOUBLE), CAST(max(bytes / greatest(rows, 1)) AS DOUBLE) FROM (
      SELECT any_value(row_group_num_rows) AS rows, sum(total_uncompressed_size) AS bytes
      FROM parquet_metadata([${some.join(', ')}]) GROUP BY file_name, row_group_id)`,
  );
  const [most, bytes] = reader.getRows()[0] ?? [];
  const fitting = Math.min(groupBytes / Math.max(1, Number(bytes)), Number(most));
  const rows = Math.floor(fitting / vectorRows) * vectorRows;
  return Math.min(defaultGroupRows, Math.max(vectorRows, rows));
}
