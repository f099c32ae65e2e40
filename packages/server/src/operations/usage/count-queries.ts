import { setImmediate as turn } from 'node:timers/promises';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import {
  countEndedRuns,
  countRemovedRuns,
  findEndOfRuns,
  type QueryUsage,
  type UsageSpan,
} from '../../metadata/usage-store.ts';

/** Runs added up in one statement: on SQLite the whole process waits for it, some 2 ms. */
const runsPerStep = 10_000;

/** Runs of the span that succeeded or failed, of present databases and of those that are gone. */
export async function countQueries(
  db: MetadataHandle,
  workspaceId: string,
  span: UsageSpan,
): Promise<QueryUsage> {
  const total = { queryCount: 0, bytesScanned: 0 };
  for (let from: number | null = span.from; from !== null; ) {
    const rest: UsageSpan = { from, until: span.until };
    const end = await findEndOfRuns(db, workspaceId, rest, runsPerStep);
    const step = await countEndedRuns(db, workspaceId, { from, until: end ?? span.until });
    total.queryCount += step.queryCount;
    total.bytesScanned += step.bytesScanned;
    from = end;
    if (from !== null) await turn();
  }
  const removed = await countRemovedRuns(db, workspaceId, span);
  return {
    queryCount: total.queryCount + removed.queryCount,
    bytesScanned: total.bytesScanned + removed.bytesScanned,
  };
}
