import { sql } from 'kysely';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasMetadata, Metadata } from '../metadata/open-metadata.ts';
import { deleteInChunks } from '../metadata/sweep-rows.ts';

/** How long an ended job can still be asked for. */
const listedMs = 30 * dayMs;
/** Jobs that nobody is shown are kept for the operator's eyes only. */
const unlistedMs = dayMs;

/** How far back usage can be asked for where its databases are gone. */
const usageMs = 400 * dayMs;

/**
 * Removes jobs that ended 30 days ago, those that no list shows after a day, and what is as old
 * beside them. Gives how many.
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
    // A job never ends before it is due, so the index on status and run_at finds the candidates.
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
 * Batches whose databases are gone, once they are deleted or as old as `cutoff`, and nobody fills
 * them any more.
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
