import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { MetadataTransaction } from './open-metadata.ts';
import type { Databases, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type DatabaseRow = Selectable<Databases>;

/**
 * ASCII letters in lower case, other letters unchanged (docs/contract/databases.md#get-or-create).
 */
export function foldName(name: string): string {
  return name.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * A live database of the workspace, or null. Unknown databases, other workspaces' databases and
 * expired databases look the same.
 */
export async function findDatabase(
  db: Db,
  workspaceId: string,
  id: string,
  now: number,
): Promise<DatabaseRow | null> {
  const row = await readDatabase(db, workspaceId, id);
  return row && isLive(row, now) ? row : null;
}

/**
 * Like `findDatabase`, but also finds a database after its `expires_at`, for callers that compare
 * the time.
 */
export async function readDatabase(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<DatabaseRow | null> {
  const row = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

export function isLive(row: { expires_at: number | null }, now: number): boolean {
  return row.expires_at === null || row.expires_at > now;
}

/**
 * A credential limited to one database sees this database and the databases made with the token.
 */
export interface Viewer {
  readonly databaseId: string;
  readonly tokenId: string;
}

/** Live databases with the folded name, at most `limit`. */
export async function databasesNamed(
  db: Db,
  within: { workspaceId: string; nameFolded: string; now: number; limit: number; seenBy?: Viewer },
): Promise<DatabaseRow[]> {
  const { seenBy } = within;
  return live(db, within.workspaceId, within.now)
    .selectAll()
    .where('name_folded', '=', within.nameFolded)
    .$if(seenBy !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('id', '=', seenBy?.databaseId ?? ''),
          eb('created_by', '=', seenBy?.tokenId ?? ''),
        ]),
      ),
    )
    .limit(within.limit)
    .execute();
}

export interface DatabaseFilter {
  readonly workspaceId: string;
  readonly search: string | null;
  readonly batch: string | null;
  readonly now: number;
}

export interface DatabasePage extends DatabaseFilter {
  readonly limit: number;
  /** The last row of the page before. */
  readonly after: { readonly createdAt: number; readonly id: string } | null;
}

/** Newest first, ties by id descending; a batch's databases by id ascending. */
export function listDatabases(db: Db, page: DatabasePage): Promise<DatabaseRow[]> {
  return pageOfDatabases(db, page).execute();
}

/** The statement of `listDatabases`. */
export function pageOfDatabases(db: Db, page: DatabasePage) {
  let query = filtered(db, page).selectAll();
  const { after } = page;
  if (page.batch !== null) {
    if (after) query = query.where('id', '>', after.id);
    return query.orderBy('id').limit(page.limit);
  }
  // A row comparison lets the index scan start at the page's first row, so a late page costs as
  // much as the first.
  if (after)
    query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit);
}

export async function countDatabases(db: Db, filter: DatabaseFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Inserts all rows in one statement. The same transaction makes their connections and lakes. */
export async function insertDatabaseRows(
  trx: MetadataTransaction,
  rows: readonly DatabaseRow[],
): Promise<void> {
  await trx.insertInto('databases').values(rows).execute();
}

/** `forkedFrom` is the JSON of the fork's origin as shown to callers (ForkedFromInfo). */
export async function setForkedFrom(
  trx: MetadataTransaction,
  id: string,
  forkedFrom: string,
): Promise<void> {
  await trx
    .updateTable('databases')
    .set({ forked_from: forkedFrom })
    .where('id', '=', id)
    .execute();
}

/** The columns of a database that the deletion of a batch needs. */
export type BatchDatabase = Pick<DatabaseRow, 'id' | 'default_connection_id' | 'expires_at'>;

/** A page of a batch's databases by id, after the id `after`. Expired databases are included. */
export function listDatabasesOfBatch(
  db: Db,
  batchId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<BatchDatabase[]> {
  return db
    .selectFrom('databases')
    .select(['id', 'default_connection_id', 'expires_at'])
    .where('batch_id', '=', batchId)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

function filtered(db: Db, filter: DatabaseFilter) {
  let query = live(db, filter.workspaceId, filter.now);
  if (filter.batch !== null) query = query.where('batch_id', '=', filter.batch);
  if (filter.search !== null && filter.search !== '') {
    // An escape character is named because SQLite has none by default and PostgreSQL has the
    // backslash.
    const pattern = `%${foldName(filter.search).replace(/[!%_]/g, '!$&')}%`;
    query = query.where(sql<boolean>`name_folded like ${pattern} escape '!'`);
  }
  return query;
}

function live(db: Db, workspaceId: string, now: number) {
  return db
    .selectFrom('databases')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
}
