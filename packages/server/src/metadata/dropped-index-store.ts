import type { Selectable } from 'kysely';
import type { IndexRow } from './index-store.ts';
import type { LakeDroppedIndexes } from './index-tables.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';

export type DroppedIndexRow = Selectable<LakeDroppedIndexes>;

/**
 * Records a dropped index whose column stays in the table, in the transaction that deletes the
 * index.
 */
export async function insertDropped(trx: MetadataTransaction, row: DroppedIndexRow): Promise<void> {
  await trx.insertInto('lake_dropped_indexes').values(row).execute();
}

/**
 * Dropped indexes whose columns the lake's tables had at a snapshot, in the form of indexes.
 * Indexes dropped earlier come before indexes that later filled a column of the same name.
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

/** The index in its state before the drop. */
export function asIndex({
  until_snapshot: _until,
  dropped_at: updated_at,
  ...row
}: DroppedIndexRow): IndexRow {
  const settled = { job_id: null, built_version: null, problem: null, updated_at };
  return { ...row, ...settled, index_type: 'vector', status: 'ready' };
}
