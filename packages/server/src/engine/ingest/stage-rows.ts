import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import type { LakeRows } from './lake-rows.ts';
import { partitionText, transformExpression } from './partition-transforms.ts';
import { sortTerms } from './sort-terms.ts';

/** The catalog of the staging table. No catalog of a caller can have the name. */
const stagingCatalog = 'quern-staging';
const table = quoteName(stagingCatalog, 'main', 'rows');

/** A load with more partitions would create many tiny files, and every query would be slow. */
const maxPartitions = 10_000;
/** The longest value of an identity partition, because manifests store such values. */
const maxValueChars = 1000;

/**
 * The rows of a load in a table, sorted by partition and then by the sort order. The table spills
 * like any other table.
 */
export interface StagedRows {
  readonly table: string;
  /** One quoted column per partition key. */
  readonly keys: readonly string[];
}

/** Consecutive rows of one partition. */
export interface FileRange {
  readonly first: number;
  readonly last: number;
  readonly partitionValues: readonly (string | null)[];
}

/** Fills the table. `unstageRows` removes the table, also after a failure. */
export async function stageRows(connection: DuckDBConnection, rows: LakeRows): Promise<StagedRows> {
  const types = new Map(rows.columns.map(({ name, type }) => [name, type]));
  const keys = rows.partitionBy.map(({ column, transform }, index) =>
    quoteIdentifier(transform === 'identity' ? column : freeName(`partition ${index}`, types)),
  );
  const computed = rows.partitionBy.flatMap((key, index) =>
    key.transform === 'identity'
      ? []
      : [`, ${transformExpression(key, types.get(key.column) ?? '')} AS ${keys[index] ?? ''}`],
  );
  const order = [...keys.map((key) => `${key} ASC NULLS LAST`), ...sortTerms(rows.sortedBy)];
  // Small row groups make a file's rows readable without many other rows (0.7 ms a file instead of
  // 1.0).
  await connection.run(
    `ATTACH ':memory:' AS ${quoteIdentifier(stagingCatalog)} (ROW_GROUP_SIZE 8192)`,
  );
  await connection.run(
    `CREATE TABLE ${table} AS SELECT *${computed.join('')} FROM (${rows.select}) ORDER BY ${order.join(', ')}`,
  );
  return { table, keys };
}

export async function unstageRows(connection: DuckDBConnection): Promise<void> {
  await connection.run(`DETACH DATABASE IF EXISTS ${quoteIdentifier(stagingCatalog)}`);
}

/**
 * The rows of each file: one file per partition, and more for a partition larger than the target.
 */
export async function fileRanges(
  connection: DuckDBConnection,
  rows: LakeRows,
  staged: StagedRows,
  targetFileBytes: number,
): Promise<FileRange[]> {
  const partitions = await readPartitions(connection, rows, staged);
  const totalRows = partitions.reduce((sum, partition) => sum + partition.rowCount, 0);
  return partitions.flatMap(({ first, rowCount, partitionValues }) => {
    const expectedBytes = (rows.expectedBytes * rowCount) / Math.max(1, totalRows);
    const fileCount = Math.min(rowCount, Math.max(1, Math.ceil(expectedBytes / targetFileBytes)));
    const startOf = (index: number) => first + Math.floor((rowCount * index) / fileCount);
    return Array.from({ length: fileCount }, (_unused, index) => ({
      first: startOf(index),
      last: startOf(index + 1) - 1,
      partitionValues,
    }));
  });
}

interface Partition {
  readonly first: number;
  readonly rowCount: number;
  readonly partitionValues: readonly (string | null)[];
}

async function readPartitions(
  connection: DuckDBConnection,
  { partitionBy }: LakeRows,
  { table: name, keys }: StagedRows,
): Promise<Partition[]> {
  const values = keys.map((key) => `, CAST(${key} AS VARCHAR)`).join('');
  const groups = keys.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${keys.join(', ')}`;
  const reader = await connection.runAndReadAll(
    `SELECT min(rowid), max(rowid), count(*)${values} FROM ${name} ${groups} ORDER BY 1 LIMIT ${maxPartitions + 1}`,
  );
  const found = reader.getRowsJson();
  if (found.length > maxPartitions) {
    throw badRequest(
      `The load has rows for more than ${maxPartitions} partitions of the table; load fewer of them at a time, or declare a coarser 'partition_by'`,
    );
  }
  return found.map(([first, last, count, ...texts]) => {
    const rowCount = Number(count);
    invariant(
      Number(last) - Number(first) + 1 === rowCount,
      'rows of one partition are together in a sorted table',
    );
    const partitionValues = partitionBy.map(({ column, transform }, index) =>
      partitionText(transform, checkedText(texts[index], column)),
    );
    return { first: Number(first), rowCount, partitionValues };
  });
}

function checkedText(value: unknown, column: string): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (text.length <= maxValueChars) return text;
  throw badRequest(
    `Column '${column}' partitions the table and holds a text of more than ${maxValueChars} characters; partition by a shorter one`,
  );
}

/** A name unlike all column names, compared without case. */
function freeName(wanted: string, taken: ReadonlyMap<string, string>): string {
  const folded = new Set([...taken.keys()].map((name) => name.toLowerCase()));
  let name = wanted;
  while (folded.has(name.toLowerCase())) name += '_';
  return name;
}
