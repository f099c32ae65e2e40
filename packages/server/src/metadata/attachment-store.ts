import type { Insertable, Kysely, Transaction } from 'kysely';
import type { MetadataTransaction } from './open-metadata.ts';
import type { DatabaseAttachments, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export interface Attachment {
  readonly connection_id: string;
  readonly alias: string | null;
  readonly catalog_name: string;
}

/** Attachments of a database in their order of creation; none if the database has expired. */
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

/**
 * Counts live databases with one of the connections attached; databases of a batch are not counted.
 */
export async function countHolders(
  db: Db,
  connectionIds: readonly string[],
  now: number,
  exceptBatchId?: string,
): Promise<number> {
  if (connectionIds.length === 0) return 0;
  const row = await db
    .selectFrom('database_attachments as a')
    .innerJoin('databases as d', 'd.id', 'a.database_id')
    .select((eb) => eb.fn.count<number>('d.id').distinct().as('holders'))
    .where('a.connection_id', 'in', connectionIds)
    .where((eb) => eb.or([eb('d.expires_at', 'is', null), eb('d.expires_at', '>', now)]))
    .$if(exceptBatchId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('d.batch_id', 'is', null), eb('d.batch_id', '<>', exceptBatchId ?? '')]),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(row.holders);
}

export async function insertAttachment(
  trx: MetadataTransaction,
  row: Insertable<DatabaseAttachments>,
): Promise<void> {
  await trx.insertInto('database_attachments').values(row).execute();
}

/** Copies the attachments of the source to a new fork; only the database id differs. */
export async function copyAttachments(
  trx: MetadataTransaction,
  sourceId: string,
  forkId: string,
): Promise<void> {
  const attachments = await trx
    .selectFrom('database_attachments')
    .selectAll()
    .where('database_id', '=', sourceId)
    .execute();
  if (attachments.length === 0) return;
  await trx
    .insertInto('database_attachments')
    .values(attachments.map((attachment) => ({ ...attachment, database_id: forkId })))
    .execute();
}

/** Returns true if the connection was attached. */
export async function detach(db: Db, databaseId: string, connectionId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('database_attachments')
    .where('database_id', '=', databaseId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Ends attachments of expired databases before the sweep, so the names are free. */
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

/** Ends all attachments of a connection, in any database. */
export async function detachEverywhere(
  trx: MetadataTransaction,
  connectionId: string,
): Promise<void> {
  await trx.deleteFrom('database_attachments').where('connection_id', '=', connectionId).execute();
}
