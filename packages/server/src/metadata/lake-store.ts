import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';

/** Whether there is such a lake, and it is not deleted. */
export async function isLakePresent(db: MetadataHandle, id: string): Promise<boolean> {
  const lake = await db
    .selectFrom('lakes')
    .select('head_snapshot')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return lake !== undefined;
}

/** Nothing can be committed to it from here on; what it holds goes with the sweeps. */
export async function markLakeDeleted(
  trx: MetadataTransaction,
  id: string,
  now: number,
): Promise<void> {
  await trx.updateTable('lakes').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** Whose a lake is; null of one that is not there. */
export async function findWorkspaceOfLake(db: MetadataHandle, id: string): Promise<string | null> {
  const lake = await db
    .selectFrom('lakes')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return lake?.workspace_id ?? null;
}

/** A lake and how far it is. */
export interface LakeHead {
  readonly id: string;
  readonly head_snapshot: number;
}

/** Also of a lake that is deleted; throws where there is none. */
export function readLakeHead(db: MetadataHandle, id: string): Promise<LakeHead> {
  return db
    .selectFrom('lakes as l')
    .select(['l.id', 'l.head_snapshot'])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The lake behind an attached catalog; the last two of the database that it is the default of. */
export interface AttachedLake extends LakeHead {
  readonly catalog_name: string;
  readonly default_schema: string | null;
  readonly expires_at: number | null;
}

/** Of all that is attached to a database, by the catalogs' names; also of expired databases. */
export function listAttachedLakes(db: MetadataHandle, databaseId: string): Promise<AttachedLake[]> {
  return db
    .selectFrom('database_attachments as a')
    .innerJoin('lakes as l', 'l.id', 'a.connection_id')
    .leftJoin('databases as d', 'd.default_connection_id', 'a.connection_id')
    .select(['l.id', 'l.head_snapshot', 'a.catalog_name', 'd.default_schema', 'd.expires_at'])
    .where('a.database_id', '=', databaseId)
    .orderBy('a.catalog_name')
    .execute();
}
