import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MetadataSchema } from './schema.ts';
import type { Secrets } from './source-tables.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type SecretRow = Selectable<Secrets>;
/** The visible columns of a secret. */
export type SecretEntry = Pick<SecretRow, 'id' | 'name' | 'created_at' | 'updated_at'>;

/** All of the workspace, by name. */
export function listSecrets(db: Db, workspaceId: string): Promise<SecretEntry[]> {
  return db
    .selectFrom('secrets')
    .select(['id', 'name', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();
}

export async function countSecrets(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('secrets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function findSecretByName(
  db: Db,
  workspaceId: string,
  name: string,
): Promise<SecretRow | null> {
  return (await secretsOf(db, workspaceId).where('name', '=', name).executeTakeFirst()) ?? null;
}

export async function findSecretById(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<SecretRow | null> {
  return (await secretsOf(db, workspaceId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** False where the name is taken. */
export async function insertSecret(db: Db, row: SecretRow): Promise<boolean> {
  const inserted = await db
    .insertInto('secrets')
    .values(row)
    .onConflict((on) => on.columns(['workspace_id', 'name']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The columns that a new value or a new key changes. */
export type SecretChange = Pick<
  SecretRow,
  'version' | 'key_id' | 'wrapped_key' | 'sealed_value' | 'updated_at'
>;

/** Returns false if the secret has changed since its read. */
export async function replaceSecret(
  db: Db,
  read: SecretRow,
  change: SecretChange,
): Promise<boolean> {
  const updated = await db
    .updateTable('secrets')
    .set(change)
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .where('key_id', '=', read.key_id)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Returns true if the secret existed. */
export async function deleteSecret(db: Db, workspaceId: string, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('secrets')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The given secrets that were made from values in the config of a connection or a provider. */
export function listAutomaticSecrets(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Pick<SecretRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('secrets')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('workspace_id', '=', workspaceId)
    .where('automatic', '=', 1)
    .execute();
}

/** Runs in the transaction that found the secret in the workspace. */
export async function deleteSecretById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('secrets').where('id', '=', id).execute();
}

/** A page of secrets of all workspaces by id, after the id `after`. */
export function pageOfAllSecrets(
  db: Db,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<SecretRow[]> {
  return db
    .selectFrom('secrets')
    .selectAll()
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

function secretsOf(db: Db, workspaceId: string) {
  return db.selectFrom('secrets').selectAll().where('workspace_id', '=', workspaceId);
}
