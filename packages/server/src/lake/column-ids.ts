import { notFound } from '../kernel/errors.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';

/**
 * Column ids for `count` new columns of a lake. Ids are never used again, also after a failed load.
 * No reader sees an id before a later commit, so the write does not wait for the disk.
 */
export async function reserveColumnIds(
  db: MetadataHandle,
  lakeId: string,
  count: number,
): Promise<number> {
  const row = await db
    .updateTable('lakes')
    .set((eb) => ({ next_column_id: eb('next_column_id', '+', count) }))
    .where('id', '=', lakeId)
    .where('deleted_at', 'is', null)
    .returning('next_column_id')
    .executeTakeFirst();
  if (!row) throw notFound('The database or connection was deleted meanwhile');
  return row.next_column_id - count;
}

/** The id that the next new column would get. Another load may take it before the claim. */
export async function nextColumnId(db: MetadataHandle, lakeId: string): Promise<number | null> {
  const row = await db
    .selectFrom('lakes')
    .select('next_column_id')
    .where('id', '=', lakeId)
    .executeTakeFirst();
  return row?.next_column_id ?? null;
}

/** Takes `count` ids from `firstId` on; false where somebody else has taken any meanwhile. */
export async function claimColumnIds(
  db: MetadataHandle,
  lakeId: string,
  firstId: number,
  count: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('lakes')
    .set({ next_column_id: firstId + count })
    .where('id', '=', lakeId)
    .where('next_column_id', '=', firstId)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}
