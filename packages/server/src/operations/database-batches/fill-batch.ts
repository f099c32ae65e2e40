import { setImmediate as turn } from 'node:timers/promises';
import type { BulkCreateDatabasesResult } from '@quern/contract';
import { exactly, text } from '../../jobs/job-kind.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import type { JobOutcome } from '../../jobs/job-store.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { type BatchRow, batchById, setCreatedCount } from '../../metadata/batch-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { isWorkspaceGone } from '../../metadata/workspace-store.ts';
import type { DatabaseTemplate } from '../databases/database-template.ts';
import { insertDatabases } from '../databases/insert-database.ts';
import { labelOf } from './batch-labels.ts';

/** Payload of a bulk_create_databases job. */
export interface FillBatchPayload {
  readonly batchId: string;
}
export const fillBatchPayload = exactly({ batchId: text });

/**
 * Rows and declared bytes of one transaction: on SQLite the whole process waits for the transaction
 * (9 to 12 ms).
 */
const rowsPerStep = 500;
const bytesPerStep = 2 ** 19;
const rowsBesideDeclarations = 4;

/**
 * Creates the databases of a batch step by step. Each step writes its databases and their count in
 * one transaction, guarded by the job's lease. After a crash the next worker creates exactly the
 * missing databases.
 */
export async function fillBatch(
  services: HasClock & HasMetadata,
  { job, signal, assertLease }: Parameters<JobHandler>[0],
): Promise<JobOutcome> {
  const { batchId } = job.payload as FillBatchPayload;
  try {
    for (;;) {
      signal.throwIfAborted();
      const now = services.clock.now();
      const step = await services.metadata.transaction(async (trx) => {
        await assertLease(trx);
        return fillStep(trx, batchId, now);
      });
      if (step.end !== null) return outcomeOf(step, batchId);
      // Lets requests run; the steps alone would follow each other as microtasks.
      await turn();
    }
  } catch (error) {
    if (signal.aborted || job.attempts < job.maxAttempts) throw error;
    const batch = await batchById(services.metadata.db, batchId);
    if (!batch || batch.created_count === 0) throw error;
    return partial(batch, 'the others could not be made');
  }
}

type End = 'filled' | 'cancelled' | 'expired';

interface Step {
  readonly batch: BatchRow | null;
  /** Null if more steps follow. */
  readonly end: End | null;
}

async function fillStep(trx: MetadataTransaction, batchId: string, now: number): Promise<Step> {
  const batch = await batchById(trx, batchId);
  if (!batch) return { batch, end: 'cancelled' };
  if (batch.created_count >= batch.count) return { batch, end: 'filled' };
  if (batch.cancel_requested === 1 || batch.deleted_at !== null) return { batch, end: 'cancelled' };
  if (batch.expires_at !== null && batch.expires_at <= now) return { batch, end: 'expired' };
  if (await isWorkspaceGone(trx, batch.workspace_id)) return { batch, end: 'cancelled' };
  const template = JSON.parse(batch.template) as DatabaseTemplate;
  const names = nextNames(batch, stepSize(batch, template));
  const alike = {
    workspaceId: batch.workspace_id,
    template,
    expiresAt: batch.expires_at,
    batchId,
    now,
  };
  await insertDatabases(trx, { ...alike, createdBy: batch.created_by }, names);
  const createdCount = batch.created_count + names.length;
  await setCreatedCount(trx, batchId, createdCount);
  const filled = { ...batch, created_count: createdCount };
  return { batch: filled, end: createdCount >= batch.count ? 'filled' : null };
}

/** Number of databases per step. */
function stepSize(batch: BatchRow, { schemas }: DatabaseTemplate): number {
  const declared = schemas.reduce((sum, { tables }) => sum + 1 + tables.length, 0);
  const rows = rowsPerStep / (rowsBesideDeclarations + declared);
  const bytes = bytesPerStep / batch.template.length;
  return Math.max(1, Math.floor(Math.min(rows, bytes)));
}

function nextNames(batch: BatchRow, most: number): (string | null)[] {
  const { created_count: start, count, name_template: template, id } = batch;
  return Array.from({ length: Math.min(most, count - start) }, (_, offset) =>
    template === null ? null : labelOf(template, start + offset, count, id),
  );
}

function outcomeOf({ batch, end }: Step, batchId: string): JobOutcome {
  // The row outlives its job; only removal of the whole workspace deletes the row.
  if (!batch)
    return {
      status: 'succeeded',
      result: { batch_id: batchId, requested: 0, created: 0, cancelled: true },
    };
  if (end !== 'expired')
    return { status: 'succeeded', result: resultOf(batch, end === 'cancelled') };
  if (batch.created_count === 0)
    throw conflict('The batch expired before any of its databases was made');
  return partial(batch, 'then the batch expired');
}

function partial(batch: BatchRow, why: string): JobOutcome {
  return {
    status: 'partially_succeeded',
    result: resultOf(batch, false),
    errorMessage: `${batch.created_count} of ${batch.count} databases were made; ${why}`,
  };
}

function resultOf(batch: BatchRow, cancelled: boolean): BulkCreateDatabasesResult {
  return { batch_id: batch.id, requested: batch.count, created: batch.created_count, cancelled };
}
