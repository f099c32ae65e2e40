import { newId } from '../kernel/ids.ts';
import { asIndex, type DroppedIndexRow, insertDropped } from '../metadata/dropped-index-store.ts';
import { insertIndex } from '../metadata/index-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { tablesAt } from './tables-at.ts';

/**
 * Copies the present indexes of the source's tables to a new fork, with the same definitions, so
 * both use the same segments. Tables that were created later under the name of a forked table are
 * left out. An index that was dropped since the fork's snapshot exists again in the fork, and
 * values of columns that outlived other indexes belong to the fork too.
 */
export async function copyIndexes(
  trx: MetadataTransaction,
  {
    id,
    sourceId,
    sourceSnapshot,
    now,
  }: { id: string; sourceId: string; sourceSnapshot: number; now: number },
): Promise<void> {
  const indexes = await trx
    .selectFrom('lake_indexes')
    .selectAll()
    .where('lake_id', '=', sourceId)
    .execute();
  const dropped = await trx
    .selectFrom('lake_dropped_indexes')
    .selectAll()
    .where('lake_id', '=', sourceId)
    .orderBy('until_snapshot')
    .execute();
  if (indexes.length + dropped.length === 0) return;
  const sources = await tablesAt(trx, sourceId, sourceSnapshot).select('t.id').execute();
  const present = new Set(sources.map((row) => row.id));
  const own = await trx
    .selectFrom('lake_tables')
    .select(['id', 'schema_name', 'name'])
    .where('lake_id', '=', id)
    .execute();
  const tables = new Map(own.map((row) => [`${row.schema_name}.${row.name}`, row.id]));
  const tableIn = (index: { schema_name: string; table_name: string; table_id: string }) =>
    present.has(index.table_id)
      ? tables.get(`${index.schema_name}.${index.table_name}`)
      : undefined;
  const isThere = (row: DroppedIndexRow) => row.until_snapshot > sourceSnapshot;
  for (const index of [...indexes, ...dropped.filter(isThere).map(asIndex)]) {
    const tableId = tableIn(index);
    if (tableId === undefined) continue;
    const copy = { ...index, id: newId('index'), lake_id: id, table_id: tableId };
    // Upkeep builds missing segments: the index of a fork never shares a job with the source's
    // index.
    const settled = { status: 'ready' as const, job_id: null, created_at: now, updated_at: now };
    await insertIndex(trx, { ...copy, ...settled });
  }
  for (const index of dropped) {
    const tableId = tableIn(index);
    if (tableId === undefined || isThere(index)) continue;
    const copy = { ...index, id: newId('index'), lake_id: id, table_id: tableId };
    await insertDropped(trx, { ...copy, until_snapshot: 0 });
  }
}
