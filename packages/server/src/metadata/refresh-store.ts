import type { Selectable } from 'kysely';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import type { LakeRefreshes } from './source-tables.ts';

export type RefreshRow = Selectable<LakeRefreshes>;

/** A table of a source, by its names. */
export interface RefreshedTable {
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** How a table is refreshed, and how far it has come; null of one that never was. */
export async function findRefresh(
  db: MetadataHandle,
  { connectionId, schema, table }: RefreshedTable,
): Promise<RefreshRow | null> {
  const row = await db
    .selectFrom('lake_refreshes')
    .selectAll()
    .where('lake_id', '=', connectionId)
    .where('schema_name', '=', schema)
    .where('table_name', '=', table)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives the policy as it is now; the row is locked from here on. Null where there is none. */
export async function noteReadAt(
  trx: MetadataTransaction,
  { connectionId, schema, table }: RefreshedTable,
  readAt: number,
): Promise<string | null> {
  const kept = await trx
    .updateTable('lake_refreshes')
    .set({ read_at: readAt })
    .where('lake_id', '=', connectionId)
    .where('schema_name', '=', schema)
    .where('table_name', '=', table)
    .returning('policy')
    .executeTakeFirst();
  return kept?.policy ?? null;
}

export async function setRefreshCursor(
  trx: MetadataTransaction,
  { connectionId, schema, table }: RefreshedTable,
  cursor: string | null,
): Promise<void> {
  await trx
    .updateTable('lake_refreshes')
    .set({ cursor })
    .where('lake_id', '=', connectionId)
    .where('schema_name', '=', schema)
    .where('table_name', '=', table)
    .execute();
}
