import { interruptRuns, runningRunsOf } from '../../metadata/query-run-store.ts';
import type { Services } from '../services.ts';

/** Longer than a run's row can be there before or after this process knows of it, as a refused text's is. */
const LOST_AFTER_MS = 60_000;

/**
 * Makes this process and the metadata agree on what it runs. A run that was ended by way of another node is stopped. One
 * that ended here while the metadata could not be reached, and so is still recorded as running, is interrupted: nobody
 * else would, because this node lives.
 */
export async function followRuns(services: Services): Promise<void> {
  const { metadata, clock, nodeId, runningQueries } = services;
  const mine = [...runningQueries].filter(([, query]) => query.isRecorded);
  const recorded = await runningRunsOf(metadata.db, nodeId);
  const open = new Set(recorded.map((row) => row.id));
  for (const [id, query] of mine) if (!open.has(id)) query.cancel('The query was ended by way of another node');
  const latest = clock.now() - LOST_AFTER_MS;
  const lost = recorded.filter((row) => row.created_at < latest && !runningQueries.has(row.id)).map((row) => row.id);
  if (lost.length > 0) await metadata.transaction((trx) => interruptRuns(trx, lost, clock.now()));
}
