import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileChecksum } from '../../kernel/checksum.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { QueryFile } from '../query/query-request.ts';
import type { TaskContext } from '../task.ts';
import { type MatchedFile, writeDeletes } from './delete-rows.ts';

/** The rows that a task deletes from the files of its request. */
export interface StoredDeletes {
  /**
   * The synced file of deletes below `spoolDir`, in a directory of its own. Null where every file
   * is either whole or entirely deleted.
   */
  readonly deletesPath: string | null;
  /** Size and checksum of that file; null without one. */
  readonly deletesFile: { readonly sizeBytes: number; readonly checksum: number } | null;
  /**
   * Per changed file: its index in the request, its part of the deletes, and its number of all
   * deleted rows.
   */
  readonly changed: readonly {
    readonly file: number;
    readonly part: number;
    readonly deletedRows: number;
  }[];
}

/** Stores the matched rows as deletions, together with earlier deletions of their files. */
export async function storeDeletes(
  { connection, spoolDir }: TaskContext,
  matched: readonly MatchedFile[],
  files: readonly (Pick<QueryFile, 'path'> & { readonly deletedRows: number })[],
): Promise<StoredDeletes> {
  const placeOf = new Map(files.map(({ path }, place) => [path, place]));
  const changed = matched.map(({ index, file: { path }, rowCount }) => {
    const file = placeOf.get(path) ?? -1;
    return { file, part: index, deletedRows: rowCount + (files[file]?.deletedRows ?? 0) };
  });
  const isEmptied = (at: number) => changed[at]?.deletedRows === matched[at]?.file.rowCount;
  const left = matched.filter((_, at) => !isEmptied(at));
  if (left.length === 0) return { deletesPath: null, deletesFile: null, changed };
  const directory = join(spoolDir, `deletes-${newObjectName()}`);
  await mkdir(directory);
  try {
    const deletesPath = join(directory, 'deletes.parquet');
    const count = await writeDeletes(connection, left, deletesPath);
    const expected = changed.reduce(
      (sum, { deletedRows }, at) => sum + (isEmptied(at) ? 0 : deletedRows),
      0,
    );
    invariant(count === expected, `${count} deletes were written where ${expected} rows are gone`);
    const { size } = await stat(deletesPath);
    const deletesFile = { sizeBytes: size, checksum: await fileChecksum(deletesPath) };
    return { deletesPath, deletesFile, changed };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Removes stored deletions whose task failed afterwards. */
export async function removeDeletes({ deletesPath }: StoredDeletes): Promise<void> {
  if (deletesPath !== null) await rm(dirname(deletesPath), { recursive: true, force: true });
}
