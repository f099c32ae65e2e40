import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MetadataTransaction } from './open-metadata.ts';
import type { MetadataSchema, SavedQueries, SavedQueryVersions } from './schema.ts';
import { sqlTextId } from './sql-text-store.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type SavedQueryRow = Selectable<SavedQueries>;
/** A version with its text. */
export type SavedVersionRow = Selectable<SavedQueryVersions> & {
  sql_text: string;
  sql_hash: string;
};

export interface SavedSql {
  readonly sql: string;
  /** JSON, or null where the text does not plan. */
  readonly classification: string | null;
}

/** A saved query and one of its versions. */
export interface SavedQueryVersion {
  readonly query: SavedQueryRow;
  readonly version: SavedVersionRow;
}

export interface SavedQueryChange {
  readonly name?: string;
  readonly description?: string;
  /** JSON. */
  readonly tags?: string;
  readonly category_override?: string | null;
  readonly table_size_override?: string | null;
}

/** Stores a query, with its SQL as version 1. */
export async function insertSavedQuery(
  trx: MetadataTransaction,
  query: SavedQueryRow,
  text: SavedSql,
): Promise<void> {
  await trx.insertInto('saved_queries').values(query).execute();
  await insertVersion(trx, query, text, query.updated_at);
}

/**
 * Reads and updates in one transaction, so two concurrent updates make two versions. Null if the
 * query is gone.
 */
export async function updateSavedQuery(
  trx: MetadataTransaction,
  workspaceId: string,
  id: string,
  change: SavedQueryChange,
  text: SavedSql | null,
  now: number,
): Promise<SavedQueryVersion | null> {
  const before = await findSavedQuery(trx, workspaceId, id);
  if (!before) return null;
  const isNew = text !== null && text.sql !== before.version.sql_text;
  const latest = before.query.latest_version + (isNew ? 1 : 0);
  const query = { ...before.query, ...change, latest_version: latest, updated_at: now };
  if (isNew) await insertVersion(trx, query, text, now);
  await trx
    .updateTable('saved_queries')
    .set({ ...change, latest_version: latest, updated_at: now })
    .where('id', '=', id)
    .execute();
  return findSavedQuery(trx, workspaceId, id);
}

async function insertVersion(
  trx: MetadataTransaction,
  query: SavedQueryRow,
  { sql, classification }: SavedSql,
  now: number,
): Promise<void> {
  await trx
    .insertInto('saved_query_versions')
    .values({
      saved_query_id: query.id,
      version: query.latest_version,
      sql_text_id: await sqlTextId(trx, { workspaceId: query.workspace_id, sql, now }),
      classification,
      created_at: now,
    })
    .execute();
}

/** The query with its latest version; null if the workspace has no such query. */
export async function findSavedQuery(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<SavedQueryVersion | null> {
  const query = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!query) return null;
  const version = await findSavedVersion(db, id, query.latest_version);
  // Deleted between the two reads.
  return version && { query, version };
}

export async function findSavedVersion(
  db: Db,
  id: string,
  version: number,
): Promise<SavedVersionRow | null> {
  const row = await versionsOf(db, id).where('v.version', '=', version).executeTakeFirst();
  return row ?? null;
}

/** Sorted by name, then id. */
export function listSavedQueries(
  db: Db,
  { workspaceId, limit, offset }: { workspaceId: string; limit: number; offset: number },
): Promise<SavedQueryRow[]> {
  return db
    .selectFrom('saved_queries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Newest first. */
export function listSavedVersions(
  db: Db,
  { id, limit, offset }: { id: string; limit: number; offset: number },
): Promise<SavedVersionRow[]> {
  return versionsOf(db, id).orderBy('v.version', 'desc').limit(limit).offset(offset).execute();
}

/** Returns true if the query existed. Versions are deleted too; runs retain the query's id. */
export async function deleteSavedQuery(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_queries')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

function versionsOf(db: Db, id: string) {
  return db
    .selectFrom('saved_query_versions as v')
    .innerJoin('sql_texts as t', 't.id', 'v.sql_text_id')
    .selectAll('v')
    .select(['t.sql_text', 't.sql_hash'])
    .where('v.saved_query_id', '=', id);
}
