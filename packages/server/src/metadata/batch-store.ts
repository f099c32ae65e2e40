import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DatabaseBatches, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type BatchRow = Selectable<DatabaseBatches>;

/** A batch of the workspace, or null; deleted ones are gone for everybody but their own job. */
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

/** Any batch, also one that is deleted: its job looks at it. */
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

/** The batch that the workspace made under that idempotency key, and whether its job goes on. */
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

/** Asks the job to stop; what it has made stays. A batch that is full has nothing to stop. */
export async function requestCancel(db: Db, id: string): Promise<void> {
  await db
    .updateTable('database_batches')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .whereRef('created_count', '<', 'count')
    .execute();
}

/** Out of sight at once, its idempotency key free again; the row goes once the job has ended. */
export async function markBatchDeleted(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('database_batches')
    .set({ deleted_at: now, idempotency_key: null })
    .where('id', '=', id)
    .execute();
}
