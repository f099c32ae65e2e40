import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type DatabaseRow, isLive } from './database-store.ts';
import type { MetadataTransaction } from './open-metadata.ts';
import type { Connections, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type ConnectionRow = Selectable<Connections>;

/** A connection of the workspace, or null. The connection of an expired database is null too. */
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

/** Connections that users made, by name in byte order. */
export function listOwnConnections(db: Db, workspaceId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('database_id', 'is', null)
    .orderBy('name')
    .execute();
}

/** Counts the declared tables of a managed connection, and the loaded tables among them. */
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

/** Returns true if a user's connection of the workspace has the name. */
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

/** Inserts the hidden connections of the default catalogs of new databases, in one statement. */
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

/** Deletes the row alone, in the transaction that also ends the lake and the attachments. */
export async function deleteConnection(trx: MetadataTransaction, id: string): Promise<void> {
  await trx.deleteFrom('connections').where('id', '=', id).execute();
}

/** `discovery`: the JSON of how the last discovery of the connection's tables ended. */
export async function recordDiscovery(db: Db, id: string, discovery: string): Promise<void> {
  await db.updateTable('connections').set({ discovery }).where('id', '=', id).execute();
}

/** The outcome of the last discovery of each connection to a source. */
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

/** The workspace's references from connections to secrets, as JSON by property. */
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
 * Users' connections of the workspace with one of the names, with the catalog name in the database;
 * null if the connection is not attached.
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
 * Unordered: the workspace's connection with the id, or none; with null, all connections that users
 * made. The connection of an expired database is left out.
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

/** The last connection of a page; the next page begins after the connection. */
export type ConnectionPlace = Pick<ConnectionRow, 'id' | 'created_at'>;

/**
 * A page of the workspace's connections, oldest first, including the hidden connections of
 * databases. Starts at the first connection, or after the given one.
 */
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

/** A connection by its id alone, with the database of the default catalog, if any. */
export interface ConnectionOwner {
  readonly workspace_id: string;
  readonly name: string;
  /** Id of the database. */
  readonly id: string | null;
  readonly default_catalog: string | null;
}

/** Finds connections of any workspace, and of expired databases, for the operator. */
export async function findConnectionOwner(db: Db, id: string): Promise<ConnectionOwner | null> {
  const row = await db
    .selectFrom('connections as c')
    .leftJoin('databases as d', 'd.default_connection_id', 'c.id')
    .select(['c.workspace_id', 'c.name', 'd.id', 'd.default_catalog'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
