import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import type { RefreshedTable } from './refresh-store.ts';

/** Counts the lakes with at least one table that was ever loaded. */
export async function countLoadedLakes(
  db: MetadataHandle,
  lakeIds: readonly string[],
): Promise<number> {
  if (lakeIds.length === 0) return 0;
  const loaded = await db
    .selectFrom('lake_tables')
    .select('lake_id')
    .distinct()
    .where('lake_id', 'in', lakeIds)
    .where('version_id', 'is not', null)
    .execute();
  return loaded.length;
}

export async function isTablePresent(db: MetadataHandle, id: string): Promise<boolean> {
  const table = await db
    .selectFrom('lake_tables')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return table !== undefined;
}

/** `sync`: the JSON of how the last fetching of the table ended. */
export async function recordSync(
  trx: MetadataTransaction,
  tableId: string,
  sync: string,
): Promise<void> {
  await trx.updateTable('lake_tables').set({ sync }).where('id', '=', tableId).execute();
}

/** Records a sync for the table that has the names at present. */
export async function recordSyncByName(
  db: MetadataHandle,
  { connectionId, schema, table }: RefreshedTable,
  sync: string,
): Promise<void> {
  await db
    .updateTable('lake_tables')
    .set({ sync })
    .where('lake_id', '=', connectionId)
    .where('schema_name', '=', schema)
    .where('name', '=', table)
    .execute();
}

/** The outcome of the last fetch, as JSON, for each fetched table of a lake. */
export function listSyncs(
  db: MetadataHandle,
  lakeId: string,
): Promise<{ readonly id: string; readonly sync: string | null }[]> {
  return db
    .selectFrom('lake_tables')
    .select(['id', 'sync'])
    .where('lake_id', '=', lakeId)
    .where('sync', 'is not', null)
    .execute();
}
