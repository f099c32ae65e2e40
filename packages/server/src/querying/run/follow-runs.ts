import type { HasClock } from '../../kernel/clock.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { interruptRuns, runningRunsOf } from '../../metadata/query-run-store.ts';
import type { HasRunningQueries } from './running-queries.ts';

/** Longer than a run may be known to only one of process and metadata, as for a refused text. */
const lostAfterMs = 10_000;

/**
 * Returns a function that reconciles this process with the metadata. A run ended by another node is
 * stopped. A run that ended here while the metadata was not writable is still recorded as running,
 * and is interrupted; no other node does so while this node lives. `elapsedMs` is a monotonic
 * clock.
 */
export function createRunFollower(
  services: HasClock & HasMetadata & HasNodeId & HasRunningQueries,
  elapsedMs = () => performance.now(),
): () => Promise<void> {
  const { metadata, clock, nodeId, runningQueries } = services;
  /** First sight of each run that is recorded but unknown here. */
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
