import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';

/** Returns true if the lake exists and is not deleted. */
export async function isLakePresent(db: MetadataHandle, id: string): Promise<boolean> {
  const lake = await db
    .selectFrom('lakes')
    .select('head_snapshot')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return lake !== undefined;
}

/** Prevents further commits to a lake; the sweeps delete its content. */
export async function markLakeDeleted(
  trx: MetadataTransaction,
  id: string,
  now: number,
): Promise<void> {
  await trx.updateTable('lakes').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** The workspace of a lake; null if the lake does not exist. */
export async function findWorkspaceOfLake(db: MetadataHandle, id: string): Promise<string | null> {
  const lake = await db
    .selectFrom('lakes')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return lake?.workspace_id ?? null;
}

/** A lake and its newest snapshot. */
export interface LakeHead {
  readonly id: string;
  readonly head_snapshot: number;
}

/** The head of a lake, deleted or not; throws if the lake does not exist. */
export function readLakeHead(db: MetadataHandle, id: string): Promise<LakeHead> {
  return db
    .selectFrom('lakes as l')
    .select(['l.id', 'l.head_snapshot'])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The present versions of tables, by the ids of those that exist; null before a first load. */
export async function presentVersions(
  db: MetadataHandle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('lake_tables')
    .select(['id', 'version_id'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.version_id]));
}

/**
 * The lake of an attached catalog. The last two fields describe the database whose default catalog
 * the lake is.
 */
export interface AttachedLake extends LakeHead {
  readonly catalog_name: string;
  readonly default_schema: string | null;
  readonly expires_at: number | null;
}

/**
 * The lakes of all catalogs attached to a database, by catalog name; also for expired databases.
 */
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
