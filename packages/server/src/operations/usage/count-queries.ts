import { setImmediate as turn } from 'node:timers/promises';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import {
  countEndedRuns,
  countRemovedRuns,
  findEndOfRuns,
  type QueryUsage,
} from '../../metadata/usage-store.ts';

/** Runs added up in one statement: on SQLite the whole process waits for it, some 2 ms. */
const runsPerStep = 10_000;

/**
 * Runs that succeeded or failed, created at `since` or later, of present databases and of those
 * that are gone.
 */
export async function countQueries(
  db: MetadataHandle,
  workspaceId: string,
  since: number,
): Promise<QueryUsage> {
  const total = { queryCount: 0, bytesScanned: 0 };
  for (let from: number | null = since; from !== null; ) {
    const until = await findEndOfRuns(db, workspaceId, { from, count: runsPerStep });
    const step = await countEndedRuns(db, workspaceId, { from, until });
    total.queryCount += step.queryCount;
    total.bytesScanned += step.bytesScanned;
    from = until;
    if (from !== null) await turn();
  }
  const removed = await countRemovedRuns(db, workspaceId, since);
  return {
    queryCount: total.queryCount + removed.queryCount,
    bytesScanned: total.bytesScanned + removed.bytesScanned,
  };
}
