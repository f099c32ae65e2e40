import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { EmbeddingProviders } from './embedding-tables.ts';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type EmbeddingProviderRow = Selectable<EmbeddingProviders>;

/** All of the workspace, by name. */
export function listEmbeddingProviders(
  db: Db,
  workspaceId: string,
): Promise<EmbeddingProviderRow[]> {
  return db
    .selectFrom('embedding_providers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();
}

export async function findEmbeddingProvider(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<EmbeddingProviderRow | null> {
  const row = await db
    .selectFrom('embedding_providers')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

export async function countEmbeddingProviders(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('embedding_providers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The references from the workspace's providers to keys, each as JSON. */
export async function listKeyReferences(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('embedding_providers')
    .select('secret')
    .where('workspace_id', '=', workspaceId)
    .where('secret', 'is not', null)
    .execute();
  return rows.flatMap(({ secret }) => secret ?? []);
}

/** False where the name is taken. */
export async function insertEmbeddingProvider(db: Db, row: EmbeddingProviderRow): Promise<boolean> {
  const inserted = await db
    .insertInto('embedding_providers')
    .values(row)
    .onConflict((on) => on.columns(['workspace_id', 'name']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Runs in the transaction that has read the row. */
export async function changeEmbeddingProvider(
  db: Db,
  id: string,
  change: Updateable<EmbeddingProviders>,
): Promise<void> {
  await db.updateTable('embedding_providers').set(change).where('id', '=', id).execute();
}

export async function deleteEmbeddingProvider(db: Db, id: string): Promise<void> {
  await db.deleteFrom('embedding_providers').where('id', '=', id).execute();
}
