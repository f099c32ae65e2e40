import { sql } from 'kysely';
import { deleteInChunks } from '../../metadata/sweep-rows.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

/** How long an ended job can still be asked for. */
const LISTED_MS = 30 * DAY_MS;
/** Jobs that nobody is shown are kept for the operator's eyes only. */
const UNLISTED_MS = DAY_MS;

/** Removes jobs that ended 30 days ago, and those that no list shows after a day. Gives how many. */
export async function removeEndedJobs({ metadata, clock }: Services, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const [listed, keptMs] of [
    [1, LISTED_MS],
    [0, UNLISTED_MS],
  ] as const) {
    const cutoff = clock.now() - keptMs;
    // A job never ends before it is due, so the index on status and run_at finds the candidates.
    const where = sql`status in ('succeeded', 'partially_succeeded', 'failed') and run_at <= ${cutoff}
      and completed_at <= ${cutoff} and listed = ${listed}`;
    removed += await deleteInChunks(metadata, 'jobs', where, signal);
  }
  return removed;
}
