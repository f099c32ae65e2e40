import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DatabaseBatches, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type BatchRow = Selectable<DatabaseBatches>;

/** A batch of the workspace, or null. Only a batch's own job still sees a deleted batch. */
export async function findBatch(db: Db, workspaceId: string, id: string): Promise<BatchRow | null> {
  const row = await db
    .selectFrom('database_batches')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Any batch, deleted batches included, for the batch's job. */
export async function batchById(db: Db, id: string): Promise<BatchRow | null> {
  const row = await db
    .selectFrom('database_batches')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertBatch(db: Db, row: BatchRow): Promise<void> {
  await db.insertInto('database_batches').values(row).execute();
}

export async function setCreatedCount(db: Db, id: string, count: number): Promise<void> {
  await db
    .updateTable('database_batches')
    .set({ created_count: count })
    .where('id', '=', id)
    .execute();
}

/** The batch with the idempotency key in the workspace, and the state of its job. */
export async function findBatchByKey(
  db: Db,
  workspaceId: string,
  key: string,
): Promise<{ batch: BatchRow; isRunning: boolean } | null> {
  const found = await db
    .selectFrom('database_batches as b')
    .leftJoin('jobs as j', 'j.id', 'b.job_id')
    .selectAll('b')
    .select('j.status as job_status')
    .where('b.workspace_id', '=', workspaceId)
    .where('b.idempotency_key', '=', key)
    .executeTakeFirst();
  if (!found) return null;
  const { job_status: status, ...batch } = found;
  return { batch, isRunning: status === 'pending' || status === 'running' };
}

/** Requests the job to stop; databases made so far stay. A full batch has nothing to stop. */
export async function requestCancel(db: Db, id: string): Promise<void> {
  await db
    .updateTable('database_batches')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .whereRef('created_count', '<', 'count')
    .execute();
}

/** Hides a batch at once and frees its idempotency key. The row is deleted after the job's end. */
export async function markBatchDeleted(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('database_batches')
    .set({ deleted_at: now, idempotency_key: null })
    .where('id', '=', id)
    .execute();
}
