import { setImmediate as turn } from 'node:timers/promises';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import {
  type ByDay,
  countEndedRuns,
  countRemovedRuns,
  endedRunsByDay,
  findEndOfRuns,
  type QueryUsage,
  removedRunsByDay,
  type UsageSpan,
} from '../../metadata/usage-store.ts';

/** Runs per statement: on SQLite the whole process waits for the statement, some 2 ms. */
const runsPerStep = 10_000;
/** Runs per statement grouped by day, which takes five times as long. */
const groupedRunsPerStep = 2_000;

const nothing: QueryUsage = { queryCount: 0, bytesScanned: 0 };
const added = (one: QueryUsage, other: QueryUsage): QueryUsage => ({
  queryCount: one.queryCount + other.queryCount,
  bytesScanned: one.bytesScanned + other.bytesScanned,
});

/** Succeeded and failed runs since an instant, with those of deleted databases. */
export async function countQueries(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<QueryUsage> {
  let total = await countRemovedRuns(db, workspaceId, from);
  for await (const span of stepsOfRuns(db, workspaceId, from, runsPerStep))
    total = added(total, await countEndedRuns(db, workspaceId, span));
  return total;
}

/** The same for each day. */
export async function queriesByDay(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<ByDay<QueryUsage>> {
  const total = new Map(await removedRunsByDay(db, workspaceId, from));
  for await (const span of stepsOfRuns(db, workspaceId, from, groupedRunsPerStep))
    for (const [day, usage] of await endedRunsByDay(db, workspaceId, span))
      total.set(day, added(total.get(day) ?? nothing, usage));
  return total;
}

/**
 * Splits the time from an instant until now in spans of equal numbers of runs; the event loop runs
 * between them.
 */
async function* stepsOfRuns(
  db: MetadataHandle,
  workspaceId: string,
  first: number,
  count: number,
): AsyncGenerator<UsageSpan> {
  for (let from: number | null = first; from !== null; ) {
    const until = await findEndOfRuns(db, workspaceId, from, count);
    yield { from, until };
    from = until;
    if (from !== null) await turn();
  }
}
