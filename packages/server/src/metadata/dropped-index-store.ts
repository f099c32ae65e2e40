import type { Selectable } from 'kysely';
import type { IndexRow } from './index-store.ts';
import type { LakeDroppedIndexes } from './index-tables.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';

export type DroppedIndexRow = Selectable<LakeDroppedIndexes>;

/** Of an index whose column stays with its table, in the transaction that deletes the index. */
export async function insertDropped(trx: MetadataTransaction, row: DroppedIndexRow): Promise<void> {
  await trx.insertInto('lake_dropped_indexes').values(row).execute();
}

/**
 * As the indexes that they were, those whose columns a lake's tables had at a snapshot: what was
 * dropped first goes before what has filled a column of its name since.
 */
export async function indexesDroppedAfter(
  db: MetadataHandle,
  lakeId: string,
  snapshot: number,
): Promise<IndexRow[]> {
  const rows = await db
    .selectFrom('lake_dropped_indexes')
    .selectAll()
    .where('lake_id', '=', lakeId)
    .where('until_snapshot', '>', snapshot)
    .orderBy('until_snapshot')
    .orderBy('id')
    .execute();
  return rows.map(asIndex);
}

/** The index as it was while it was there. */
export function asIndex({
  until_snapshot: _until,
  dropped_at: updated_at,
  ...row
}: DroppedIndexRow): IndexRow {
  const settled = { job_id: null, built_version: null, problem: null, updated_at };
  return { ...row, ...settled, index_type: 'vector', status: 'ready' };
}
