import type { ScheduledTask } from '../../jobs/schedule.ts';
import { expireSnapshots } from '../../lake/expire-snapshots.ts';
import type { Services } from '../services.ts';
import { forgottenBefore } from '../snapshot-retention.ts';
import { collectGarbage } from './collect-garbage.ts';
import { collectOrphans, collectUploads } from './collect-objects.ts';
import { expireDatabases } from './expire-databases.ts';
import { expireResults } from './expire-results.ts';
import { expireUploads } from './expire-uploads.ts';
import { recoverFromDeadNodes } from './recover-nodes.ts';
import { removeEndedJobs } from './remove-ended-jobs.ts';
import { removeRowsOfGoneDatabases } from './remove-gone-databases.ts';
import { removeOrphanRows } from './remove-orphan-rows.ts';
import { removeDeletedWorkspaces } from './remove-workspaces.ts';
import type { SweepTally } from './sweep-tally.ts';

/** A collection removes rows by the thousand; this many sweeps pass between two. */
const SWEEPS_PER_COLLECTION = 20;
const DAY_MS = 86_400_000;

type Sweep = (signal: AbortSignal) => Promise<number>;

/** The maintenance of the service: each runs on one node at a time, in bounded steps, and is never a listed job. */
export function maintenanceTasks(services: Services, tally: SweepTally): ScheduledTask[] {
  const { settings } = services;
  const everyMs = settings.sweepIntervalS * 1000;
  const task = (name: string, sweep: Sweep, intervalMs = everyMs): ScheduledTask => ({
    name,
    everyMs: intervalMs,
    run: ({ signal }) => runSweep(services, tally, name, () => sweep(signal)),
  });
  return [
    task(
      'recover-nodes',
      async () => (services.nodes.canJudge() ? recoverFromDeadNodes(services, settings.nodeTimeoutS * 1000) : 0),
      Math.min(everyMs, settings.nodeTimeoutS * 500),
    ),
    task('expire-databases', (signal) => expireDatabases(services, signal)),
    task('expire-uploads', (signal) => expireUploads(services, signal)),
    task('expire-results', (signal) => expireResults(services, readersEnded(services), signal)),
    task('remove-gone-databases', (signal) => removeRowsOfGoneDatabases(services, signal)),
    task('remove-workspaces', (signal) => removeDeletedWorkspaces(services, signal)),
    task('remove-ended-jobs', (signal) => removeEndedJobs(services, signal), everyMs * SWEEPS_PER_COLLECTION),
    task('collect', (signal) => collect(services, signal), everyMs * SWEEPS_PER_COLLECTION),
    // It lists whole stores, for what crashes left.
    task(
      'collect-orphans',
      (signal) => collectOrphans(services, settings.orphanGraceS * 1000, signal),
      Math.max(everyMs, DAY_MS),
    ),
  ];
}

/** What was out of sight before this instant has no reader any more. */
function readersEnded({ clock, settings }: Services): number {
  return clock.now() - settings.orphanGraceS * 1000;
}

/** Rows first, then the versions that no row names, then the manifests and files that no version names, in one pass. */
export async function collect(services: Services, signal: AbortSignal): Promise<number> {
  const rows = await removeOrphanRows(services, readersEnded(services), signal);
  const versions = await expireSnapshots(services.metadata, forgottenBefore(services), signal);
  const files = await collectGarbage(services, signal);
  return rows + versions + files + (await collectUploads(services, services.settings.orphanGraceS * 1000, signal));
}

/** One line for each sweep; what it did is for everybody's eyes, that it had nothing to do is not. */
async function runSweep(
  { clock, log }: Services,
  tally: SweepTally,
  name: string,
  sweep: () => Promise<number>,
): Promise<void> {
  const startedAt = clock.now();
  const removed = await sweep();
  tally.add(name, removed);
  const level = removed > 0 ? 'info' : 'debug';
  log[level]({ sweep: name, removed, duration_ms: clock.now() - startedAt }, 'sweep');
}
