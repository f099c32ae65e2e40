import { takePlaces } from '../mutate/delete-rows.ts';
import { type StoredDeletes, storeDeletes } from '../mutate/store-deletes.ts';
import { placedLiveRows } from '../query/live-rows.ts';
import type { QueryColumn, QueryFile } from '../query/query-request.ts';
import type { Task } from '../task.ts';

export interface TakePlacedRowsRequest {
  /** Parquet of the statement's rows, with a column of positions; null where no row is replaced. */
  readonly path: string;
  readonly placeColumn: string;
  /** The files and columns whose positions the statement read. */
  readonly files: readonly PlacedFile[];
  readonly columns: readonly QueryColumn[];
}

export interface PlacedFile extends QueryFile {
  /** Rows that are already deleted. */
  readonly deletedRows: number;
}

/**
 * Stores the deletions of a statement; the commit publishes them. Throws 21000 if the statement
 * takes a row twice.
 */
export const takePlacedRows: Task<TakePlacedRowsRequest, StoredDeletes> = async (
  context,
  { files, columns, path, placeColumn },
) => {
  const placed = placedLiveRows(files, columns).files;
  const matched = await takePlaces(context.connection, placed, { path, column: placeColumn });
  return storeDeletes(context, matched, files);
};
