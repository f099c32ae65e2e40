import type { HasClock } from '../../kernel/clock.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { interruptRuns, runningRunsOf } from '../../metadata/query-run-store.ts';
import type { HasRunningQueries } from './running-queries.ts';

/**
 * Longer than a run's row can be there before or after this process knows of it, as a refused
 * text's is.
 */
const lostAfterMs = 10_000;

/**
 * Gives what makes this process and the metadata agree on what it runs, whenever it is called. A
 * run that was ended by way of another node is stopped. One that ended here while the metadata
 * could not be written, and so is still recorded as running, is interrupted: nobody else would,
 * because this node lives. `elapsedMs` is a clock that nobody sets.
 */
export function createRunFollower(
  services: HasClock & HasMetadata & HasNodeId & HasRunningQueries,
  elapsedMs = () => performance.now(),
): () => Promise<void> {
  const { metadata, clock, nodeId, runningQueries } = services;
  /** When each run that is recorded and not known was seen first. */
  let unknown = new Map<string, number>();
  return async () => {
    const mine = [...runningQueries].filter(([, query]) => query.isRecorded);
    const recorded = await runningRunsOf(metadata.db, nodeId);
    const open = new Set(recorded);
    for (const [id, query] of mine)
      if (!open.has(id)) query.cancel('The query was ended by way of another node');
    const now = elapsedMs();
    const unclaimed = recorded.filter((id) => !runningQueries.has(id));
    unknown = new Map(unclaimed.map((id) => [id, unknown.get(id) ?? now]));
    const lost = unclaimed.filter((id) => now - (unknown.get(id) ?? now) >= lostAfterMs);
    if (lost.length > 0) await metadata.transaction((trx) => interruptRuns(trx, lost, clock.now()));
  };
}
