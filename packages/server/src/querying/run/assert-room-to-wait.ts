import type { HasSettings } from '../../config/settings.ts';
import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import { overloaded } from '../../kernel/errors.ts';
import type { HasRunningQueries } from './running-queries.ts';

/**
 * Throws 429 if one more asynchronous query could not wait for a worker. Accepted queries that
 * still fetch files count as well, although the engine's queue does not contain them yet.
 */
export function assertRoomToWait(
  { engine, runningQueries, settings }: HasEngine & HasRunningQueries & HasSettings,
  workspaceId: string,
): void {
  engine.assertRoom(workspaceId);
  let waiting = 0;
  for (const execution of runningQueries.values()) if (execution.isWaiting) waiting += 1;
  if (waiting >= settings.queueLength) {
    throw overloaded('too many queries are waiting; try again in a moment, or run fewer at a time');
  }
}
