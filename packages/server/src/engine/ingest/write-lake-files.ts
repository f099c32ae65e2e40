import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileChecksum } from '../../kernel/checksum.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { parquetOptions } from '../parquet-options.ts';
import { syncFile } from '../sync-files.ts';
import { type WrittenFile, writtenFile } from './file-statistics.ts';
import type { LakeRows } from './lake-rows.ts';
import { sortTerms } from './sort-terms.ts';
import { fileRanges, stageRows, unstageRows } from './stage-rows.ts';
import type { LakeColumn } from './type-evolution.ts';

/** The approximate size of files in a table with a layout, and of compacted files. */
export const defaultTargetFileBytes = 192 * 1024 * 1024;

/**
 * Unordered rows go into as few files as possible. With a single file, DuckDB knows each column's
 * range and omits overflow tests. Measured on 3M rows of 105 columns, grouped by `n - 1`, `n - 2`
 * and `n - 3` of one column: 153 ms in one file of 470 MiB, 191 in three; 145 ms of CPU in one of
 * 543, 205 in one of 533 and one of 10. A top-n query also finds its rows before reading the other
 * columns (208 and 304 ms).
 */
const unorderedFileBytes = 2 ** 30;

/**
 * Writes rows as Parquet lake files into an empty directory, in the table's layout. Each file
 * contains rows of one partition. A sort order applies within a file and across the files of a
 * partition. The files are not synced. Throws BAD_REQUEST for rows with too many partitions.
 */
export async function writeLakeFiles(
  connection: DuckDBConnection,
  rows: LakeRows,
  directory: string,
): Promise<WrittenFile[]> {
  const isOrdered = rows.partitionBy.length > 0 || rows.sortedBy.length > 0;
  const targetFileBytes =
    rows.targetFileBytes ?? (isOrdered ? defaultTargetFileBytes : unorderedFileBytes);
  const isOneFile = rows.expectedBytes <= targetFileBytes;
  if (rows.partitionBy.length > 0 || (rows.sortedBy.length > 0 && !isOneFile)) {
    return writeStaged(connection, rows, directory, targetFileBytes);
  }
  const select = inOrder(rows);
  if (isOneFile) {
    const path = join(directory, 'part.parquet');
    const [file] = await runCopy(connection, rows, select, path);
    if (file === undefined) return [];
    // The sync and the checksum run at once.
    const [checksum] = await Promise.all([fileChecksum(path), syncFile(path)]);
    return [{ ...file, checksum }];
  }
  const split = [
    `FILE_SIZE_BYTES ${targetFileBytes}`,
    `FILENAME_PATTERN 'part_{i}'`,
    'OVERWRITE_OR_IGNORE',
  ];
  const files = await copy(connection, rows, select, directory, split);
  return files.sort((left, right) => comparePartNames(left.path, right.path));
}

/**
 * Rows go into a sorted table first, and each range of the table into a file. DuckDB's own ways to
 * several files lose the order (1.5.6). FILE_SIZE_BYTES swaps row groups between threads.
 * PARTITION_BY overtakes buffered rows at 2048 consecutive rows of one partition, even on one
 * thread. Therefore one file is open at a time, whatever the number of partitions. 3M rows of five
 * columns take 1.3 s into 365 partitions (PARTITION_BY: 0.9 to 1.3 s), 6.6 s into 2,000 (4 to 5 s),
 * and 33 s into 10,000 (4 to 7 s).
 */
async function writeStaged(
  connection: DuckDBConnection,
  rows: LakeRows,
  directory: string,
  targetFileBytes: number,
): Promise<WrittenFile[]> {
  const names = rows.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const files: WrittenFile[] = [];
  try {
    const staged = await stageRows(connection, rows);
    for (const range of await fileRanges(connection, rows, staged, targetFileBytes)) {
      const select = `SELECT ${names} FROM ${staged.table} WHERE rowid BETWEEN ${range.first} AND ${range.last}`;
      const path = join(directory, `part_${files.length}.parquet`);
      const written = await copy(connection, rows, select, path, ['USE_TMP_FILE false']);
      files.push(...written.map((file) => ({ ...file, partitionValues: range.partitionValues })));
    }
  } catch (error) {
    // An interrupted task may fail to remove the table. The worker then finds the leftovers and is
    // replaced.
    await unstageRows(connection).catch(() => {});
    throw error;
  }
  await unstageRows(connection);
  return files;
}

/**
 * A lookup reads a whole row group, and in a table of a million rows the reading is most of the
 * cost (122,880 rows, the usual size: 2.0 ms of CPU; 40,960: 1.1; 8,192: 1.2). Scans take up to a
 * tenth longer, a millisecond in a small table. The footer grows with the columns.
 */
const [lookupRows, lookupColumns, lookupRowGroupRows] = [2 ** 20, 32, 40_960];

/**
 * Rows with long texts or vectors get small groups. Ten of 100,000 vectors of 384 numbers take 439
 * ms of CPU in groups of 122,880 rows, 168 in groups of 8,192 and 66 in groups of 2,048. Ten of
 * 500,000 texts of 400 letters take 121, 54 and 11 ms. Scans and writes of the long column cost the
 * same, and scans of a number column 13, 18 and 33 ms. Therefore only rows of a KiB and more have
 * the smallest groups. A row is wide from `wideBytes` in Parquet on. A group of wide rows has about
 * `wideGroupBytes`, and a file at most about `wideChunks` pieces in its footer.
 */
const [wideBytes, wideGroupBytes, wideChunks, vectorRows] = [128, 2 ** 20, 2 ** 14, 2048];
const isLong = ({ type }: LakeColumn) => /^(?:VARCHAR|BLOB)$|\]$/.test(type);

function rowGroupRowsOf({
  columns,
  rowGroupRows,
  expectedBytes,
  expectedRows = Number.POSITIVE_INFINITY,
}: LakeRows): number | undefined {
  if (rowGroupRows !== undefined) return rowGroupRows;
  if (columns.length > lookupColumns) return undefined;
  const bytesOfRow = expectedBytes / Math.max(1, expectedRows);
  if (bytesOfRow >= wideBytes && columns.some(isLong)) {
    const least = (expectedRows * columns.length) / wideChunks;
    const vectors = Math.max(wideGroupBytes / bytesOfRow, least) / vectorRows;
    return Math.min(lookupRowGroupRows, Math.max(1, Math.floor(vectors)) * vectorRows);
  }
  return expectedRows <= lookupRows ? lookupRowGroupRows : undefined;
}

/**
 * Writes rows without partitions as one file to `path`, perhaps a pipe, in the table's sort order.
 * The file is neither synced nor summed.
 */
export async function writeOneLakeFile(
  connection: DuckDBConnection,
  rows: LakeRows,
  path: string,
): Promise<Omit<WrittenFile, 'checksum'> | undefined> {
  const [file] = await runCopy(connection, rows, inOrder(rows), path, ['USE_TMP_FILE false']);
  return file;
}

function inOrder({ select, sortedBy }: LakeRows): string {
  const order = sortedBy.length === 0 ? '' : ` ORDER BY ${sortTerms(sortedBy).join(', ')}`;
  return `SELECT * FROM (${select})${order}`;
}

async function copy(...write: Parameters<typeof runCopy>): Promise<WrittenFile[]> {
  const files = await runCopy(...write);
  return Promise.all(
    files.map(async (file) => ({ ...file, checksum: await fileChecksum(file.path) })),
  );
}

async function runCopy(
  connection: DuckDBConnection,
  rows: LakeRows,
  select: string,
  target: string,
  more: readonly string[] = [],
): Promise<Omit<WrittenFile, 'checksum'>[]> {
  const { columns } = rows;
  const rowGroupRows = rowGroupRowsOf(rows);
  const fieldIds = columns
    .map((column) => `${quoteIdentifier(column.name)}: ${column.id}`)
    .join(', ');
  const rowGroups = rowGroupRows === undefined ? [] : [`ROW_GROUP_SIZE ${rowGroupRows}`];
  const options = parquetOptions('lake', [
    `FIELD_IDS {${fieldIds}}`,
    ...bloomFilters(columns),
    ...rowGroups,
    ...more,
  ]);
  const written = await connection.runAndReadAll(
    `COPY (${select}) TO ${quoteLiteral(target)} ${options}`,
  );
  return written.getRowObjectsJson().map((row) => writtenFile(row, columns));
}

/**
 * DuckDB's Bloom filters contain the bytes of a value. 0 and -0, or two NaNs, are equal with
 * different bytes: with a filter, `x = 0` does not find -0 (measured on 1.5.6). The filter of a
 * file covers all of its columns or none.
 */
function bloomFilters(columns: readonly LakeColumn[]): string[] {
  return columns.some(({ type }) => /FLOAT|DOUBLE/.test(type)) ? ['WRITE_BLOOM_FILTER false'] : [];
}

/** `part_2` before `part_10`. */
function comparePartNames(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
