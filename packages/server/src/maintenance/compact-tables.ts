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

/** What finds tables that are due, and asks for their compaction. */
type DueServices = HasClock &
  HasJobWaits &
  HasJobs &
  HasLakes &
  HasMetadata &
  HasObjects &
  HasSettings;

/** Longer than a job takes: what was taken by a node that died is another's then. */
const heldMs = 10 * 60_000;
/**
 * Before a table has its next job: the last one may have done all it could, or have lost against
 * loads.
 */
const nextMs = 30_000;
/** After a job that failed at all its attempts. */
const failedMs = 60 * 60_000;

/**
 * Has the tables compacted that are worth it, as jobs that any node may run: as many at a time as
 * there are nodes, each workspace in turn, and in it the table that has waited longest. Ends when
 * none is left. What a job did is its own to count.
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
  // The job goes on at another node, whose turn it is.
  if (status === null && !signal.aborted) return;
  await postpone(metadata.db, noted, clock.now() + (status === 'failed' ? failedMs : nextMs));
}

/** How the job ended; null when it has not while the table was held. */
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
