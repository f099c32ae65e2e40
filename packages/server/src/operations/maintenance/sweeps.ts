import type { ScheduledTask } from '../../jobs/schedule.ts';
import { expireSnapshots } from '../../lake/expire-snapshots.ts';
import type { Services } from '../services.ts';
import { collectObjects } from './collect-objects.ts';
import { expireDatabases } from './expire-databases.ts';
import { expireResults } from './expire-results.ts';
import { expireUploads } from './expire-uploads.ts';
import { recoverFromDeadNodes } from './recover-nodes.ts';
import { removeOrphanRows } from './remove-orphan-rows.ts';
import { removeDeletedWorkspaces } from './remove-workspaces.ts';

/** A collection lists whole stores; this many sweeps pass between two. */
const SWEEPS_PER_COLLECTION = 20;
const DAY_MS = 86_400_000;

/** The maintenance of the service: each runs on one node at a time, in bounded steps, and is never a listed job. */
export function maintenanceTasks(services: Services): ScheduledTask[] {
  const { settings, clock, metadata } = services;
  /** What was out of sight before this instant has no reader any more. */
  const readersEnded = () => clock.now() - settings.orphanGraceS * 1000;
  const everyMs = settings.sweepIntervalS * 1000;
  const task = (name: string, interval: number, run: (signal: AbortSignal) => Promise<unknown>): ScheduledTask => ({
    name,
    everyMs: interval,
    run: async ({ signal }) => {
      const startedAt = clock.now();
      const outcome = await run(signal);
      services.log.debug({ task: name, outcome, duration_ms: clock.now() - startedAt }, 'sweep');
    },
  });
  return [
    task('recover-nodes', Math.min(everyMs, settings.nodeTimeoutS * 500), () =>
      recoverFromDeadNodes(services, settings.nodeTimeoutS * 1000),
    ),
    task('expire-databases', everyMs, (signal) => expireDatabases(services, signal)),
    task('expire-uploads', everyMs, (signal) => expireUploads(services, signal)),
    task('expire-results', everyMs, (signal) => expireResults(services, signal)),
    task('remove-workspaces', everyMs, (signal) => removeDeletedWorkspaces(services, signal)),
    task('remove-orphan-rows', everyMs, (signal) => removeOrphanRows(services, readersEnded(), signal)),
    task('expire-snapshots', everyMs * SWEEPS_PER_COLLECTION, (signal) =>
      expireSnapshots(
        metadata,
        Math.min(readersEnded(), clock.now() - settings.snapshotRetentionDays * DAY_MS),
        signal,
      ),
    ),
    task('collect-objects', everyMs * SWEEPS_PER_COLLECTION, (signal) =>
      collectObjects(services, settings.orphanGraceS * 1000, signal),
    ),
  ];
}
