import { rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { BytePipe } from '../byte-pipe.ts';
import { sharesNoColumn } from '../ingest/column-names.ts';
import type { WrittenFile } from '../ingest/file-statistics.ts';
import type { LakeRows } from '../ingest/lake-rows.ts';
import { loadWarnings } from '../ingest/load-warnings.ts';
import { mapIncomingError } from '../ingest/map-incoming-error.ts';
import { readForTarget } from '../ingest/read-for-target.ts';
import type { SortKey } from '../ingest/sort-terms.ts';
import { type CurrentColumn, evolve, type LakeColumn } from '../ingest/type-evolution.ts';
import { writeOneLakeFile } from '../ingest/write-lake-files.ts';
import { liveRows } from '../query/live-rows.ts';
import type { QueryFile } from '../query/query-request.ts';
import type { Task, TaskContext } from '../task.ts';
import { type InspectFileRequest, inspectFile } from './ingest-inspect-file.ts';
import { lakeRows } from './ingest-write-table-files.ts';

/** A small Parquet file may repeat one value a thousand million times. */
const maxRows = 20_000;
const maxWrittenBytes = 2 ** 20;

export interface LoadSmallFileRequest {
  /** A file without compression. */
  readonly file: InspectFileRequest;
  readonly sizeBytes: number;
  readonly mode: 'replace' | 'append';
  /** The present columns of a table without partitions. */
  readonly columns: readonly CurrentColumn[];
  readonly sortedBy: readonly SortKey[];
  /** The id for the first new column; null without a reserved id. */
  readonly nextColumnId: number | null;
  /** Files whose rows come before those of the load, in the file that is written. */
  readonly tail?: SmallFileTail;
}

export interface SmallFileTail {
  readonly files: readonly QueryFile[];
  /** Rows that are not deleted. */
  readonly rowCount: number;
  readonly sizeBytes: number;
}

export interface LoadedSmallFile {
  /** The columns of the table after the load. */
  readonly columns: readonly LakeColumn[];
  /** The number of columns with new ids, from `nextColumnId` on. */
  readonly newColumns: number;
  /**
   * Warnings for the caller, one sentence per kind of value with another form in the table than in
   * the file.
   */
  readonly warnings: readonly string[];
  /** The written file; null without rows. */
  readonly file: (Omit<WrittenFile, 'path'> & { readonly bytes: Uint8Array }) | null;
}

/**
 * A small load in one task: the results of `inspectFile`, `evolve` and `writeTableFiles`, as bytes
 * that never touch the worker's disk. Null where one task is not enough. The separate tasks then do
 * the load and report its errors. Throws BAD_REQUEST for a file that cannot be a table.
 */
export const loadSmallFile: Task<LoadSmallFileRequest, LoadedSmallFile | null> = async (
  context,
  request,
) => {
  const { own } = context;
  if (!own?.pipe) return null;
  // Only the service's own statements run, so the task needs no new connection.
  // Whatever else the context offers stays on offer.
  const onOwn: TaskContext = Object.create(context, { connection: { value: own.writer } });
  const inspected = await inspectFile(onOwn, request.file);
  if (inspected.decodedPath !== null) {
    rmSync(inspected.decodedPath, { force: true });
    return null;
  }
  const { columns, rowCount } = inspected;
  if (columns.length === 0 || rowCount > maxRows) return null;
  if (request.mode === 'append' && sharesNoColumn(request.columns, columns)) return null;
  const firstId = request.nextColumnId ?? 0;
  const evolved = evolve(request.columns, columns, request.mode, firstId);
  // A change of type needs a look at the table's values first.
  if (evolved.kind === 'conflict' || evolved.doubts.length > 0) return null;
  const newColumns = evolved.nextColumnId - firstId;
  if (newColumns > 0 && request.nextColumnId === null) return null;
  if (!request.sortedBy.every((key) => hasColumn(evolved.columns, key))) return null;
  const read = readForTarget(inspected, evolved.sources);
  const warnings = loadWarnings(read, evolved.sources);
  const loaded = { columns: evolved.columns, newColumns, warnings };
  if (rowCount === 0) return { ...loaded, file: null };
  const { sizeBytes, sortedBy } = request;
  const incoming = { source: read.source, columns: read.columns, target: evolved.sources };
  const rows = lakeRows({ ...incoming, sortedBy }, sizeBytes, {
    parallelCsv: false,
    csvBytes: sizeBytes,
  });
  const { tail } = request;
  const all = tail ? behindTail(rows, tail, request.columns) : rows;
  const file = await writeBytes(own.writer, own.pipe, all).catch(async (error: unknown) => {
    throw await mapIncomingError(own.writer, incoming, error);
  });
  const expected = rowCount + (tail?.rowCount ?? 0);
  return file?.rowCount === expected ? { ...loaded, file } : null;
};

function behindTail(
  rows: LakeRows,
  { files, rowCount, sizeBytes }: SmallFileTail,
  present: readonly CurrentColumn[],
): LakeRows {
  const { columns } = rows;
  const isSame = JSON.stringify(columns) === JSON.stringify(present);
  const read = isSame ? files : files.map((file) => ({ ...file, isCurrent: false }));
  const stored = columns.map(({ id, name, type }) => ({ name, type, stored: id }));
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  return {
    ...rows,
    select: `SELECT * FROM (${liveRows(read, stored)}) AS t(${names}) UNION ALL (${rows.select})`,
    expectedBytes: rows.expectedBytes + sizeBytes,
    expectedRows: (rows.expectedRows ?? 0) + rowCount,
  };
}

function hasColumn(columns: readonly LakeColumn[], { column }: SortKey): boolean {
  return columns.some(({ name }) => name.toLowerCase() === column.toLowerCase());
}

async function writeBytes(
  connection: DuckDBConnection,
  pipe: BytePipe,
  rows: ReturnType<typeof lakeRows>,
): Promise<LoadedSmallFile['file']> {
  let written: Omit<WrittenFile, 'checksum'> | undefined;
  const overflowPath = `${pipe.path}-overflow`;
  const write = async () => {
    written = await writeOneLakeFile(connection, rows, pipe.path);
  };
  try {
    const bytes = await pipe.receive(write, maxWrittenBytes, overflowPath);
    if (bytes === null || written?.sizeBytes !== bytes.length) return null;
    const { path: _pipe, ...file } = written;
    return { ...file, checksum: crc32(bytes), bytes };
  } finally {
    rmSync(overflowPath, { force: true });
  }
}
