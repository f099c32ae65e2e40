import { invariant } from '../../kernel/invariant.ts';
import type { IncomingRows } from '../ingest/incoming-rows.ts';
import type { LakeColumn } from '../ingest/type-evolution.ts';
import { countRows, type WrittenTable, writeIntoSpool } from '../ingest/write-into-spool.ts';
import { writeLakeFiles } from '../ingest/write-lake-files.ts';
import { findRows, type MatchedFile } from '../mutate/delete-rows.ts';
import { mergedRows } from '../mutate/merge-rows.ts';
import { removeDeletes, type StoredDeletes, storeDeletes } from '../mutate/store-deletes.ts';
import type { QueryFile } from '../query/query-request.ts';
import type { Task, TaskContext } from '../task.ts';
import { type WriteTableFilesRequest, writeTableFiles } from './ingest-write-table-files.ts';
import type { KeyedRowsMode } from './keyed-stage-rows.ts';

export interface ApplyKeyedRowsRequest {
  readonly mode: KeyedRowsMode;
  /** The rows from staging, unchanged. */
  readonly rows: IncomingRows;
  readonly keysPath: string;
  /** The key columns, in the types of the comparison. */
  readonly key: readonly LakeColumn[];
  /** The files that may contain one of the keys; for `retain` all files. */
  readonly files: readonly SearchedFile[];
  /** Columns of the time of writing. Files refer to an entry by index. */
  readonly schemas: readonly (readonly LakeColumn[])[];
  /** The layout of the new files. */
  readonly layout: Pick<WriteTableFilesRequest, 'sortedBy' | 'partitionBy' | 'targetFileBytes'>;
}

export interface SearchedFile extends Omit<QueryFile, 'isCurrent'> {
  readonly schema: number;
  /** The number of already deleted rows. */
  readonly deletedRows: number;
}

export interface AppliedRows extends StoredDeletes {
  readonly written: WrittenTable;
}

/**
 * Applies one keyed load to the files of a table. The task finds the rows with one of the keys,
 * writes the deleted positions of each file, and writes the replacing rows. The table itself does
 * not change. The files become the next version.
 */
export const applyKeyedRows: Task<ApplyKeyedRowsRequest, AppliedRows> = async (
  context,
  request,
) => {
  const matched = await matchedFiles(context, request);
  const stored = await storeDeletes(context, matched, request.files);
  try {
    return { ...stored, written: await writeNewRows(context, request, matched) };
  } catch (error) {
    await removeDeletes(stored);
    throw error;
  }
};

async function matchedFiles(
  { connection }: TaskContext,
  { mode, files, key, keysPath, schemas }: ApplyKeyedRowsRequest,
): Promise<MatchedFile[]> {
  if (files.length === 0) return [];
  const searched = files.map((file) => {
    const written = schemas[file.schema] ?? [];
    return { ...file, isCurrent: hasColumns(written, key), written };
  });
  const columns = key.map(({ id, name, type }) => ({ name, type, stored: id }));
  return findRows(connection, searched, columns, { path: keysPath, areKept: mode === 'retain' });
}

/** Writes the replacing rows, and for an upsert also the new rows. */
async function writeNewRows(
  context: TaskContext,
  request: ApplyKeyedRowsRequest,
  matched: readonly MatchedFile[],
): Promise<WrittenTable> {
  const { mode, rows, layout, schemas } = request;
  const rowCount = matched.reduce((sum, file) => sum + file.rowCount, 0);
  const bringsNone =
    mode === 'delete' || mode === 'retain' || (mode === 'update' && rowCount === 0);
  if (bringsNone) return { files: [], rowCount: 0, sizeBytes: 0 };
  if (mode === 'upsert') return writeTableFiles(context, { ...rows, ...layout });
  const schemaOf = new Map(request.files.map(({ path, schema }) => [path, schemas[schema] ?? []]));
  const merged = await mergedRows(rows, {
    matched,
    key: request.key.map(({ name }) => name),
    isCurrent: ({ path }, columns) => hasColumns(schemaOf.get(path) ?? [], columns),
  });
  const { sortedBy = [], partitionBy = [], targetFileBytes } = layout;
  return writeIntoSpool(context, async (directory) => {
    const lakeRows = { ...merged, sortedBy, partitionBy, targetFileBytes };
    const files = await writeLakeFiles(context.connection, lakeRows, directory);
    invariant(
      countRows(files) === rowCount,
      `${countRows(files)} rows were merged where ${rowCount} match`,
    );
    return files;
  });
}

function hasColumns(schema: readonly LakeColumn[], columns: readonly LakeColumn[]): boolean {
  const byId = new Map(schema.map((column) => [column.id, column]));
  return columns.every(
    ({ id, name, type }) => byId.get(id)?.name === name && byId.get(id)?.type === type,
  );
}
