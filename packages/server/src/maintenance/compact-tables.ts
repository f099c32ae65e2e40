import type { HasSettings } from '../config/settings.ts';
import type { HasJobs } from '../jobs/job-store.ts';
import type { HasJobWaits } from '../jobs/wait-for-job.ts';
import type { HasClock } from '../kernel/clock.ts';
import { elapsedSince } from '../kernel/clock.ts';
import {
  dismiss,
  longestDue,
  type NotedTable,
  postpone,
  takeDue,
} from '../lake/compaction-queue.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { type CompactionJobPayload, findTable, planTable } from './compact-table.ts';
import type { SweepTally } from './sweep-tally.ts';

/** Services for finding due tables and requesting compactions. */
type DueServices = HasClock &
  HasJobWaits &
  HasJobs &
  HasLakes &
  HasMetadata &
  HasObjects &
  HasSettings;

/** Longer than a job, so a dead node's table returns to the queue. */
const heldMs = 10 * 60_000;
/**
 * Pause before a table's next job: the last job may have finished all work, or lost against loads.
 */
const nextMs = 30_000;
/** Pause after a job that failed in all attempts. */
const failedMs = 60 * 60_000;

/**
 * Compacts all due tables by jobs that any node may run, as many at a time as there are nodes:
 * workspaces in turn, and in each the longest waiting table. Ends when no table is due. The jobs
 * count their own work.
 */
export async function compactTables(
  services: DueServices,
  tally: SweepTally,
  signal: AbortSignal,
): Promise<void> {
  const { count } = await services.metadata.db
    .selectFrom('nodes')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const turn = { last: '' };
  await Promise.all(
    Array.from({ length: Math.max(1, Number(count)) }, () =>
      compactInTurn(services, tally, turn, signal),
    ),
  );
}

async function compactInTurn(
  services: DueServices,
  tally: SweepTally,
  turn: { last: string },
  signal: AbortSignal,
): Promise<void> {
  const { metadata, clock, settings } = services;
  const longestMs = Math.max(failedMs, settings.compactionQuietS * 1000);
  while (!signal.aborted) {
    const now = clock.now();
    tally.compactionLagMs = now - ((await longestDue(metadata.db, now)) ?? now);
    const hold = { now, heldUntil: now + heldMs, longestMs };
    const noted =
      (await takeDue(metadata.db, { ...hold, after: turn.last })) ??
      (await takeDue(metadata.db, { ...hold, after: '' }));
    if (!noted) return;
    turn.last = noted.workspaceId;
    await compactNoted(services, noted, signal);
  }
}

async function compactNoted(
  services: DueServices,
  noted: NotedTable,
  signal: AbortSignal,
): Promise<void> {
  const { metadata, clock, settings } = services;
  const table = await findTable(services, noted);
  if (!table) return dismiss(metadata.db, noted, clock.now());
  if ((await planTable(services, table)).length === 0) {
    const later = await planTable(services, table, undefined, true);
    if (later.length === 0) return dismiss(metadata.db, noted, clock.now());
    const now = clock.now();
    const quietInMs = settings.compactionQuietS * 1000 - elapsedSince(table.loadedAt ?? 0, now);
    return postpone(metadata.db, noted, now + Math.max(quietInMs, 1));
  }
  const status = await runJob(services, noted, signal);
  // The job continues at another node, which continues the sweep.
  if (status === null && !signal.aborted) return;
  await postpone(metadata.db, noted, clock.now() + (status === 'failed' ? failedMs : nextMs));
}

/** The job's end status; null if the job outlasted the hold on the table. */
async function runJob(
  services: HasJobWaits & HasJobs & HasMetadata,
  { lakeId, workspaceId, schema, table, tableId }: NotedTable,
  signal: AbortSignal,
): Promise<string | null> {
  const database = await services.metadata.db
    .selectFrom('databases')
    .select('id')
    .where('default_connection_id', '=', lakeId)
    .executeTakeFirst();
  const { job } = await services.jobs.enqueue({
    jobType: 'ducklake_table_compaction',
    workspaceId,
    databaseId: database?.id ?? null,
    listed: true,
    payload: { lakeId, schema, table, tableId } satisfies CompactionJobPayload,
    dedupeKey: `compact:${tableId}`,
  });
  const ended = await services.waitForJob(job.id, heldMs, signal);
  return ended?.status ?? null;
}
