import { mkdir, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { invariant } from '../../kernel/invariant.ts';
import type { FileSource, InspectedColumn } from '../ingest/file-source.ts';
import type { WrittenFile } from '../ingest/file-statistics.ts';
import type { LakeRows } from '../ingest/lake-rows.ts';
import { mapIncomingError } from '../ingest/map-incoming-error.ts';
import type { PartitionKey } from '../ingest/partition-transforms.ts';
import { selectExpression } from '../ingest/select-expressions.ts';
import type { SortKey } from '../ingest/sort-terms.ts';
import { type SourceOptions, sourceRelation } from '../ingest/source-relation.ts';
import type { ColumnSource } from '../ingest/type-evolution.ts';
import { countRows, type WrittenTable, writeIntoSpool } from '../ingest/write-into-spool.ts';
import { writeLakeFiles } from '../ingest/write-lake-files.ts';
import type { Task, TaskContext } from '../task.ts';

export interface WriteTableFilesRequest {
  /** The source from the inspection, unchanged. */
  readonly source: FileSource;
  readonly columns: readonly InspectedColumn[];
  /** The table's columns in order, from `evolve`. */
  readonly target: readonly ColumnSource[];
  /**
   * The approximate maximum size of a file. A source expected to stay below the size becomes one
   * file in row order.
   */
  readonly targetFileBytes?: number;
  readonly sortedBy?: readonly SortKey[];
  readonly partitionBy?: readonly PartitionKey[];
}

/** The least factor by which text shrinks to zstd Parquet (flights: 105 MB of CSV to 14 MB). */
const textShrinksBy = 4;

/**
 * Writes the file's rows as Parquet lake files, with field ids equal to column ids and DuckDB's
 * statistics. A failure leaves no files. Throws BAD_REQUEST for a damaged file, and CONFLICT when a
 * value would narrow.
 */
export const writeTableFiles: Task<WriteTableFilesRequest, WrittenTable> = async (
  context,
  request,
) => {
  if (request.source.rowCount === 0) return { files: [], rowCount: 0, sizeBytes: 0 };
  return writeIntoSpool(context, (directory) => writeChecked(context, request, directory)).catch(
    async (error: unknown) => {
      throw await mapIncomingError(context.connection, request, error);
    },
  );
};

/**
 * Writes, and compares the number of written rows with the count of the inspection. A difference
 * between the two readers is an error.
 */
async function writeChecked(
  { connection }: TaskContext,
  request: WriteTableFilesRequest,
  directory: string,
): Promise<WrittenFile[]> {
  const { source } = request;
  const first = await writeFiles(connection, request, directory, true).catch(
    (error: unknown) => error,
  );
  if (Array.isArray(first) && countRows(first) === source.rowCount) return first;
  // DuckDB guesses the starts of rows when threads share a CSV file. One thread needs no guess.
  if (source.format !== 'csv') {
    invariant(
      !Array.isArray(first),
      `wrote ${Array.isArray(first) ? countRows(first) : 0} of ${source.rowCount} rows`,
    );
    throw first;
  }
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  const second = await writeFiles(connection, request, directory, false);
  invariant(
    countRows(second) === source.rowCount,
    `wrote ${countRows(second)} of ${source.rowCount} CSV rows`,
  );
  return second;
}

/** Writes all rows of the source. The caller judges the output. */
export async function writeFiles(
  connection: DuckDBConnection,
  request: WriteTableFilesRequest,
  directory: string,
  parallelCsv: boolean,
): Promise<WrittenFile[]> {
  const sourceBytes = await expectedBytes(request.source);
  return writeLakeFiles(connection, lakeRows(request, sourceBytes, { parallelCsv }), directory);
}

/** The rows to write for a source whose rows take about `sourceBytes` as Parquet. */
export function lakeRows(
  request: WriteTableFilesRequest,
  sourceBytes: number,
  options: SourceOptions,
): LakeRows {
  const relation = sourceRelation(request.source, { ...options, csvTypes: csvTypes(request) });
  return {
    select: `SELECT ${selectList(request)} FROM ${relation}`,
    columns: request.target.map(({ column }) => column),
    sortedBy: request.sortedBy ?? [],
    partitionBy: request.partitionBy ?? [],
    expectedBytes: sourceBytes,
    expectedRows: expectedRows(request.source, sourceBytes),
    rowGroupRows: rowGroupRows(request.source, sourceBytes),
    targetFileBytes: request.targetFileBytes,
  };
}

const defaultRowGroupRows = 122_880;
const maxRowGroupRows = 4 * defaultRowGroupRows;
/** Each thread holds one decoded row group while writing. */
const maxRowGroupBytes = 8 * 2 ** 20;

/**
 * Row groups of the source's size, where the size is usual. Each group is then passed on as it was
 * read, not reassembled (the flights, 272,727 rows each: a tenth less CPU).
 */
function rowGroupRows(source: FileSource, sourceBytes: number): number | undefined {
  if (source.format !== 'parquet' || source.rowGroupCount === 0) return undefined;
  const rows = Math.floor(source.rowCount / source.rowGroupCount);
  const isUsual = rows > defaultRowGroupRows && rows <= maxRowGroupRows;
  return isUsual && sourceBytes / source.rowGroupCount <= maxRowGroupBytes ? rows : undefined;
}

/**
 * The CSV reader itself parses numbers whose type was found from every value, a tenth faster than
 * strings and a cast (measured on the flights). Instants are cast, because the reader has other
 * formats for instants.
 */
function csvTypes({ target, columns }: WriteTableFilesRequest): Map<string, string> {
  const inferred = columns.filter(
    ({ type, inferredFrom, checkDouble }) =>
      inferredFrom === 'text' && (type === 'BIGINT' || type === 'DOUBLE') && checkDouble !== true,
  );
  const kept = inferred.filter((column) =>
    target.every(({ from, column: { type } }) => from !== column.name || type === column.type),
  );
  return new Map(kept.map(({ name, type }) => [name, type]));
}

function selectList({ target, columns, source }: WriteTableFilesRequest): string {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return target
    .map((columnSource) =>
      selectExpression(columnSource, byName.get(columnSource.from ?? ''), source.format === 'csv'),
    )
    .join(', ');
}

/**
 * The expected number of rows. The estimate for a guessed CSV uses the sample's row count and the
 * length of its longest row.
 */
function expectedRows(source: FileSource, sourceBytes: number): number {
  if (source.format !== 'csv') return source.rowCount;
  return Math.max(
    source.rowCount,
    (sourceBytes * textShrinksBy) / Math.max(1, source.longestRowBytes),
  );
}

async function expectedBytes(source: FileSource): Promise<number> {
  if (source.format !== 'parquet') return (await stat(source.path)).size / textShrinksBy;
  let bytes = 0;
  for (const path of [source.path, ...(source.morePaths ?? [])]) bytes += (await stat(path)).size;
  return bytes;
}
