import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileChecksum } from '../../kernel/checksum.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { type MatchedFile, takePlaces, writeDeletes } from '../mutate/delete-rows.ts';
import { placedLiveRows } from '../query/live-rows.ts';
import type { QueryColumn, QueryFile } from '../query/query-request.ts';
import type { Task } from '../task.ts';
import type { AppliedRows } from './keyed-apply-rows.ts';

export interface TakePlacedRowsRequest {
  /** Parquet of the statement's rows, with a column of places; null of a row that takes none. */
  readonly path: string;
  readonly placeColumn: string;
  /** The files and columns that the statement read the places of. */
  readonly files: readonly PlacedFile[];
  readonly columns: readonly QueryColumn[];
}

export interface PlacedFile extends QueryFile {
  /** Rows that are gone already. */
  readonly deletedRows: number;
}

/** Which rows of which files a statement takes away, as a keyed load says it. */
export type TakenRows = Pick<AppliedRows, 'deletesPath' | 'deletesFile' | 'changed'>;

/**
 * Writes which rows of a table's files are gone once the statement is committed. Throws 21000 where
 * the statement takes a row twice.
 */
export const takePlacedRows: Task<TakePlacedRowsRequest, TakenRows> = async (context, request) => {
  const { connection, spoolDir } = context;
  const { files, columns, path, placeColumn } = request;
  const placed = placedLiveRows(files, columns).files as readonly PlacedFile[];
  const matched = await takePlaces(connection, placed, { path, column: placeColumn });
  const placeOf = new Map(files.map((file, at) => [file, at]));
  const changed = matched.map(({ index, rowCount }) => {
    const file = placed[index];
    return {
      file: (file && placeOf.get(file)) ?? -1,
      part: index,
      deletedRows: rowCount + (file?.deletedRows ?? 0),
    };
  });
  const isEmptied = (_: MatchedFile, at: number) =>
    changed[at]?.deletedRows === matched[at]?.file.rowCount;
  const left = matched.filter((file, at) => !isEmptied(file, at));
  if (left.length === 0) return { deletesPath: null, deletesFile: null, changed };
  const directory = join(spoolDir, `deletes-${newObjectName()}`);
  await mkdir(directory);
  try {
    const deletesPath = join(directory, 'deletes.parquet');
    await writeDeletes(connection, left, deletesPath);
    const [{ size }, checksum] = [await stat(deletesPath), await fileChecksum(deletesPath)];
    return { deletesPath, deletesFile: { sizeBytes: size, checksum }, changed };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
};
