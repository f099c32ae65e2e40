import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type DatabaseRow, isLive } from './database-store.ts';
import type { MetadataTransaction } from './open-metadata.ts';
import type { Connections, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type ConnectionRow = Selectable<Connections>;

/** A connection of the workspace, or null: one that backs an expired database is gone with it. */
export async function findConnection(
  db: Db,
  workspaceId: string,
  id: string,
  now: number,
): Promise<ConnectionRow | null> {
  const found = await db
    .selectFrom('connections as c')
    .leftJoin('databases as d', 'd.id', 'c.database_id')
    .selectAll('c')
    .select('d.expires_at')
    .where('c.id', '=', id)
    .where('c.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!found) return null;
  const { expires_at, ...row } = found;
  return isLive({ expires_at }, now) ? row : null;
}

/** The connections that users made, by name in byte order. */
export function listOwnConnections(db: Db, workspaceId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('database_id', 'is', null)
    .orderBy('name')
    .execute();
}

/** Declared tables of a managed connection, and how many of them were loaded. */
export async function countTables(
  db: Db,
  connectionId: string,
): Promise<{ tables: number; loaded: number }> {
  const row = await db
    .selectFrom('lake_tables')
    .select((eb) => [
      eb.fn.countAll<number>().as('tables'),
      eb.fn.count<number>('version_id').as('loaded'),
    ])
    .where('lake_id', '=', connectionId)
    .executeTakeFirstOrThrow();
  return { tables: Number(row.tables), loaded: Number(row.loaded) };
}

/** Whether a user's connection of the workspace has that name. */
export async function isConnectionNameTaken(
  db: Db,
  workspaceId: string,
  name: string,
): Promise<boolean> {
  const same = await db
    .selectFrom('connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .where('database_id', 'is', null)
    .executeTakeFirst();
  return same !== undefined;
}

export async function insertConnection(
  trx: MetadataTransaction,
  row: Insertable<Connections>,
): Promise<void> {
  await trx.insertInto('connections').values(row).execute();
}

/** The hidden connections of the default catalogs of new databases, in one statement. */
export async function insertDefaultConnections(
  trx: MetadataTransaction,
  databases: readonly DatabaseRow[],
): Promise<void> {
  const connections = databases.map((database) => ({
    id: database.default_connection_id,
    workspace_id: database.workspace_id,
    name: `__db_${database.id}`,
    source_type: 'managed',
    config: '{}',
    database_id: database.id,
    created_at: database.created_at,
  }));
  await trx.insertInto('connections').values(connections).execute();
}

/** The row alone, within the transaction that also ends its lake and its attachments. */
export async function deleteConnection(trx: MetadataTransaction, id: string): Promise<void> {
  await trx.deleteFrom('connections').where('id', '=', id).execute();
}

/** `discovery`: the JSON of how the last discovery of the connection's tables ended. */
export async function recordDiscovery(db: Db, id: string, discovery: string): Promise<void> {
  await db.updateTable('connections').set({ discovery }).where('id', '=', id).execute();
}

/** How the last discovery of each of these connections ended, of those that lead to a source. */
export function listDiscoveries(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string; readonly discovery: string | null }[]> {
  return db
    .selectFrom('connections')
    .select(['id', 'name', 'discovery'])
    .where('id', 'in', ids)
    .where('source_type', '<>', 'managed')
    .execute();
}

/** The references of the workspace's connections to their secrets, as JSON by property. */
export async function listSecretReferences(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connections')
    .select('secrets')
    .where('workspace_id', '=', workspaceId)
    .where('secrets', 'is not', null)
    .execute();
  return rows.flatMap(({ secrets }) => secrets ?? []);
}

/**
 * Users' connections of the workspace that have one of the names, with the catalog that each is in
 * that database; null where it is not attached.
 */
export function findConnectionsNamed(
  db: Db,
  { workspaceId, databaseId }: { readonly workspaceId: string; readonly databaseId: string },
  names: readonly string[],
): Promise<{ readonly name: string; readonly catalog_name: string | null }[]> {
  return db
    .selectFrom('connections as c')
    .leftJoin('database_attachments as a', (join) =>
      join.onRef('a.connection_id', '=', 'c.id').on('a.database_id', '=', databaseId),
    )
    .select(['c.name', 'a.catalog_name'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.database_id', 'is', null)
    .where('c.name', 'in', names)
    .execute();
}

/**
 * In no order: the workspace's connection of that id, or none; with null, all that users made. What
 * backs a database that has expired is none.
 */
export async function listVisibleConnections(
  db: Db,
  workspaceId: string,
  connectionId: string | null,
  now: number,
): Promise<{ readonly id: string; readonly name: string }[]> {
  let rows = db
    .selectFrom('connections as c')
    .leftJoin('databases as d', 'd.id', 'c.database_id')
    .select(['c.id', 'c.name', 'd.expires_at'])
    .where('c.workspace_id', '=', workspaceId);
  rows =
    connectionId === null
      ? rows.where('c.database_id', 'is', null)
      : rows.where('c.id', '=', connectionId);
  return (await rows.execute()).filter((row) => isLive(row, now));
}

/** Where a page of connections begins: behind this one. */
export type ConnectionPlace = Pick<ConnectionRow, 'id' | 'created_at'>;

/** Of the workspace, also those behind databases, oldest first: the first, or those behind one. */
export function pageOfConnections(
  db: Db,
  workspaceId: string,
  { after, limit }: { readonly after: ConnectionPlace | undefined; readonly limit: number },
): Promise<ConnectionPlace[]> {
  let query = db.selectFrom('connections').select(['id', 'created_at']);
  query = query.where('workspace_id', '=', workspaceId);
  if (after)
    query = query.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`);
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
}

/** A connection by its id alone, with the database that it is the default catalog of, if any. */
export interface ConnectionOwner {
  readonly workspace_id: string;
  readonly name: string;
  /** Of the database. */
  readonly id: string | null;
  readonly default_catalog: string | null;
}

/** For the operator: whatever workspace has it, and also where its database has expired. */
export async function findConnectionOwner(db: Db, id: string): Promise<ConnectionOwner | null> {
  const row = await db
    .selectFrom('connections as c')
    .leftJoin('databases as d', 'd.default_connection_id', 'c.id')
    .select(['c.workspace_id', 'c.name', 'd.id', 'd.default_catalog'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
