import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { invariant } from '../../kernel/invariant.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { WrittenFile } from '../ingest/file-statistics.ts';
import type { SortKey } from '../ingest/sort-terms.ts';
import type { LakeColumn } from '../ingest/type-evolution.ts';
import { countRows, writeIntoSpool } from '../ingest/write-into-spool.ts';
import { writeLakeFiles } from '../ingest/write-lake-files.ts';
import { liveRows } from '../query/live-rows.ts';
import type { QueryFile } from '../query/query-request.ts';
import type { Task, TaskContext } from '../task.ts';

export interface RewriteFilesRequest {
  /** The table's columns. Rows of older files are converted. */
  readonly columns: readonly LakeColumn[];
  readonly sortedBy: readonly SortKey[];
  readonly runs: readonly RewrittenRun[];
}

/** Files whose rows become one file or a few: all of one partition, in row order. */
export interface RewrittenRun {
  readonly files: readonly QueryFile[];
  /** The number of live rows. */
  readonly rowCount: number;
  /** The approximate bytes of the live rows. */
  readonly sizeBytes: number;
  readonly partitionValues: readonly (string | null)[];
}

/**
 * Rewrites the live rows of runs of files. Returns the new files for each run, synced, in one
 * directory below `spoolDir`. The table does not change.
 */
export const rewriteFiles: Task<RewriteFilesRequest, readonly (readonly WrittenFile[])[]> = async (
  context,
  request,
) => {
  const runs: WrittenFile[][] = [];
  await writeIntoSpool(context, async (directory) => {
    for (const [index, run] of request.runs.entries()) {
      runs.push(await writeRun(context, request, run, { directory, index }));
    }
    return runs.flat();
  });
  return runs;
};

async function writeRun(
  { connection }: TaskContext,
  { columns, sortedBy }: RewriteFilesRequest,
  { files, rowCount, sizeBytes, partitionValues }: RewrittenRun,
  { directory, index }: { readonly directory: string; readonly index: number },
): Promise<WrittenFile[]> {
  const stored = columns.map(({ id, name, type }) => ({ name, type, stored: id }));
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const rows = {
    select: `SELECT * FROM (${liveRows(files, stored, { maxRuns })}) AS t(${names})`,
    columns,
    sortedBy,
    // The rows already belong to one partition.
    partitionBy: [],
    expectedBytes: sizeBytes,
    expectedRows: rowCount,
  };
  const own = join(directory, `run_${index}`);
  await mkdir(own);
  const written = await writeLakeFiles(connection, rows, own);
  invariant(
    countRows(written) === rowCount,
    `${countRows(written)} rows were written of ${rowCount}`,
  );
  const moved = written.map((file) => ({
    ...file,
    path: join(directory, `${index}_${basename(file.path)}`),
    partitionValues,
  }));
  for (const [place, { path }] of moved.entries()) await rename(written[place]?.path ?? '', path);
  await rm(own, { recursive: true });
  return moved;
}

/**
 * The most alternating kinds of files for which rows keep their order. A query would not insist on
 * the order.
 */
const maxRuns = 100;
