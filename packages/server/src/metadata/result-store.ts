import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MetadataSchema, Results } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type ResultRow = Selectable<Results>;

export interface NewResult {
  readonly id: string;
  readonly workspaceId: string;
  readonly databaseId: string;
  readonly queryRunId: string;
  readonly now: number;
  readonly expiresAt: number | null;
}

/** The object of a ready result. `columns` is the record's JSON. */
export interface StoredResult {
  readonly objectKey: string;
  readonly columns: string;
  readonly rowCount: number;
  readonly sizeBytes: number;
}

/** Records a result: `ready` with its object, else `processing`: its id may be given out, its data not yet. */
export async function insertResult(db: Db, result: NewResult, stored: StoredResult | null = null): Promise<void> {
  await db
    .insertInto('results')
    .values({
      id: result.id,
      workspace_id: result.workspaceId,
      database_id: result.databaseId,
      query_run_id: result.queryRunId,
      status: stored ? 'ready' : 'processing',
      object_key: stored?.objectKey ?? null,
      columns: stored?.columns ?? null,
      row_count: stored?.rowCount ?? null,
      size_bytes: stored?.sizeBytes ?? null,
      error_message: null,
      created_at: result.now,
      expires_at: result.expiresAt,
    })
    .execute();
}

/** `processing` to `ready`; false when it has failed or been deleted meanwhile. */
export async function markResultReady(db: Db, id: string, stored: StoredResult): Promise<boolean> {
  const updated = await db
    .updateTable('results')
    .set({
      status: 'ready',
      object_key: stored.objectKey,
      columns: stored.columns,
      row_count: stored.rowCount,
      size_bytes: stored.sizeBytes,
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function markResultFailed(db: Db, id: string, message: string): Promise<void> {
  await db
    .updateTable('results')
    .set({ status: 'failed', error_message: message })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute();
}

/** The same for whatever result the run has by now. */
export async function markResultOfRunFailed(db: Db, runId: string, message: string): Promise<void> {
  await db
    .updateTable('results')
    .set({ status: 'failed', error_message: message })
    .where('query_run_id', '=', runId)
    .where('status', '=', 'processing')
    .execute();
}

/** The result of that database, or null when there is none or its retention has ended. */
export async function findResult(db: Db, databaseId: string, id: string, now: number): Promise<ResultRow | null> {
  const row = await db
    .selectFrom('results')
    .selectAll()
    .where('id', '=', id)
    .where('database_id', '=', databaseId)
    .executeTakeFirst();
  return !row || (row.expires_at !== null && row.expires_at <= now) ? null : row;
}

/** Newest first, ties by id descending. */
export async function listResults(
  db: Db,
  page: { databaseId: string; limit: number; offset: number; now: number },
): Promise<ResultRow[]> {
  return db
    .selectFrom('results')
    .selectAll()
    .where('database_id', '=', page.databaseId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', page.now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
