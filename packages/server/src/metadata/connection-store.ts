import type { Kysely, Selectable, Transaction } from 'kysely';
import { isLive } from './database-store.ts';
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
