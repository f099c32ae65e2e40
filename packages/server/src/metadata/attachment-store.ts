import type { Kysely, Transaction } from 'kysely';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export interface Attachment {
  readonly connection_id: string;
  readonly alias: string | null;
  readonly catalog_name: string;
}

/**
 * What is attached to a database, in the order in which it was; not what belongs to a database that
 * has expired.
 */
export function listAttachments(db: Db, databaseId: string, now: number): Promise<Attachment[]> {
  return db
    .selectFrom('database_attachments as a')
    .innerJoin('connections as c', 'c.id', 'a.connection_id')
    .leftJoin('databases as d', 'd.id', 'c.database_id')
    .select(['a.connection_id', 'a.alias', 'a.catalog_name'])
    .where('a.database_id', '=', databaseId)
    .where((eb) => eb.or([eb('d.expires_at', 'is', null), eb('d.expires_at', '>', now)]))
    .orderBy('a.attached_at')
    .orderBy('a.connection_id')
    .execute();
}

/** Live databases that a connection is attached to. */
export async function countHolders(db: Db, connectionId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('database_attachments as a')
    .innerJoin('databases as d', 'd.id', 'a.database_id')
    .select((eb) => eb.fn.countAll<number>().as('holders'))
    .where('a.connection_id', '=', connectionId)
    .where((eb) => eb.or([eb('d.expires_at', 'is', null), eb('d.expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(row.holders);
}

/** Whether it was attached. */
export async function detach(db: Db, databaseId: string, connectionId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('database_attachments')
    .where('database_id', '=', databaseId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/**
 * Ends attachments of databases that have expired: their names are free, though the sweep has yet
 * to come.
 */
export async function dropExpiredAttachments(
  db: Db,
  databaseId: string,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('database_attachments')
    .where('database_id', '=', databaseId)
    .where('connection_id', 'in', (eb) =>
      eb.selectFrom('databases').select('default_connection_id').where('expires_at', '<=', now),
    )
    .execute();
}
