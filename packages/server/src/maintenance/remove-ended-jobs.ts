import { sql } from 'kysely';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasMetadata, Metadata } from '../metadata/open-metadata.ts';
import { deleteInChunks } from '../metadata/sweep-rows.ts';

/** Time for which an ended job can be requested. */
const listedMs = 30 * dayMs;
/** Unlisted jobs are retained for the operator only. */
const unlistedMs = dayMs;

/** Age limit of usage records of deleted databases. */
const usageMs = 400 * dayMs;

/**
 * Removes jobs 30 days after their end, unlisted jobs after a day, and other records of the same
 * age. Returns the number.
 */
export async function removeEndedJobs(
  { metadata, clock }: HasClock & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const [listed, keptMs] of [
    [1, listedMs],
    [0, unlistedMs],
  ] as const) {
    const cutoff = clock.now() - keptMs;
    // A job never ends before its due time, so the index on status and run_at finds the candidates.
    const where = sql`status in ('succeeded', 'partially_succeeded', 'failed') and run_at <= ${cutoff}
      and completed_at <= ${cutoff} and listed = ${listed}`;
    removed += await deleteInChunks(metadata, 'jobs', where, signal);
  }
  return (
    removed +
    (await removeEndedBatches(metadata, clock.now() - listedMs, signal)) +
    (await removeOldUsage(metadata, clock.now() - usageMs, signal))
  );
}

/**
 * Removes batches without databases and without a running job, if deleted or as old as `cutoff`.
 */
function removeEndedBatches(
  metadata: Metadata,
  cutoff: number,
  signal: AbortSignal,
): Promise<number> {
  const where = sql`(deleted_at is not null or created_at <= ${cutoff})
    and not exists (select 1 from databases where databases.batch_id = database_batches.id)
    and not exists (select 1 from jobs where jobs.id = database_batches.job_id and jobs.status in ('pending', 'running'))`;
  return deleteInChunks(metadata, 'database_batches', where, signal);
}

async function removeOldUsage(
  metadata: Metadata,
  cutoff: number,
  signal: AbortSignal,
): Promise<number> {
  const old = sql`minute <= ${cutoff}`;
  const embedded = await deleteInChunks(metadata, 'embedding_usage', old, signal);
  return embedded + (await deleteInChunks(metadata, 'removed_run_usage', old, signal));
}
