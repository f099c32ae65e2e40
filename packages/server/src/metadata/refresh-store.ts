import type { Selectable } from 'kysely';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import type { LakeRefreshes } from './source-tables.ts';

export type RefreshRow = Selectable<LakeRefreshes>;

/** The names of a source's table. */
export interface RefreshedTable {
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** The refresh policy and progress of a table; null if the table never had a policy. */
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

/** Returns the present policy and locks the row; null without a policy. */
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
