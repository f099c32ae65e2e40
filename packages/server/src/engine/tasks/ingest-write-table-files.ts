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
  /** From inspection, unchanged. */
  readonly source: FileSource;
  readonly columns: readonly InspectedColumn[];
  /** The table's columns in their order, from `evolve`. */
  readonly target: readonly ColumnSource[];
  /**
   * Files grow to about this size; a source that is expected to stay below it becomes one file in
   * row order.
   */
  readonly targetFileBytes?: number;
  readonly sortedBy?: readonly SortKey[];
  readonly partitionBy?: readonly PartitionKey[];
}

/** Text shrinks at least this much on the way to zstd Parquet (flights: 105 MB of CSV to 14 MB). */
const textShrinksBy = 4;

/**
 * Writes the file's rows as Parquet lake files: field ids equal to column ids, statistics as DuckDB
 * returned them. On failure nothing is left behind. Throws BAD_REQUEST when the file turns out
 * damaged, CONFLICT when a value would narrow.
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
 * Writes, and compares the rows written with the rows counted: two readers that disagree must not
 * pass in silence.
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
  // DuckDB finds row starts by guessing when threads share a CSV file; one thread needs no guess.
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

/** Writes whatever the source holds; what was written is for the caller to judge. */
export async function writeFiles(
  connection: DuckDBConnection,
  request: WriteTableFilesRequest,
  directory: string,
  parallelCsv: boolean,
): Promise<WrittenFile[]> {
  const sourceBytes = await expectedBytes(request.source);
  return writeLakeFiles(connection, lakeRows(request, sourceBytes, { parallelCsv }), directory);
}

/** What is to be written of a source whose rows take about `sourceBytes` as Parquet. */
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
/** Each thread holds a row group, decoded, while it writes it. */
const maxRowGroupBytes = 8 * 2 ** 20;

/**
 * Row groups as large as the source's, where these are of a usual size: then each is passed on as
 * it was read, not put together anew (the flights, 272,727 rows each: a tenth less CPU).
 */
function rowGroupRows(source: FileSource, sourceBytes: number): number | undefined {
  if (source.format !== 'parquet' || source.rowGroupCount === 0) return undefined;
  const rows = Math.floor(source.rowCount / source.rowGroupCount);
  const isUsual = rows > defaultRowGroupRows && rows <= maxRowGroupRows;
  return isUsual && sourceBytes / source.rowGroupCount <= maxRowGroupBytes ? rows : undefined;
}

/**
 * Numbers whose type was found from every value are parsed by the CSV reader itself, a tenth faster
 * than strings and a cast (measured on the flights). Instants are not: the reader has formats of
 * its own for them.
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
 * Of a CSV whose columns are guessed the sample's rows are known, and how long they are at most.
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
