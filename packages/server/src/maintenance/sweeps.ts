import type { HasSettings } from '../config/settings.ts';
import type { HasJobs } from '../jobs/job-store.ts';
import type { ScheduledTask } from '../jobs/schedule.ts';
import type { HasJobWaits } from '../jobs/wait-for-job.ts';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasLog } from '../kernel/log.ts';
import { expireSnapshots } from '../lake/expire-snapshots.ts';
import type { LoadServices } from '../loading/load-services.ts';
import type { LockServices } from '../locking/with-lock.ts';
import { trimEmbeddedTexts } from '../metadata/embedded-text-store.ts';
import type { HasNodes } from '../metadata/nodes.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { forgottenBefore } from '../reading/snapshot-retention.ts';
import { markStore, restoredWarning } from '../store/bind-store.ts';
import { collectGarbage } from './collect-garbage.ts';
import { collectOrphans, collectUploads } from './collect-objects.ts';
import { collectSegments } from './collect-segments.ts';
import { compactTables } from './compact-tables.ts';
import { expireDatabases } from './expire-databases.ts';
import { expireResults } from './expire-results.ts';
import { expireRuns, removeUnnamedTexts } from './expire-runs.ts';
import { expireUploads } from './expire-uploads.ts';
import { keepIndexes } from './keep-indexes.ts';
import { mendRefusedFiles } from './mend-refused-files.ts';
import { recoverFromDeadNodes } from './recover-nodes.ts';
import { mendSchedules, refreshDueTables, refreshEveryMs } from './refresh-due-tables.ts';
import { removeEndedJobs } from './remove-ended-jobs.ts';
import { removeRowsOfGoneDatabases } from './remove-gone-databases.ts';
import { removeDeadTokens, removeOldLineages, removeOldReceipts } from './remove-old-records.ts';
import { removeOrphanRows } from './remove-orphan-rows.ts';
import { removeDeletedWorkspaces } from './remove-workspaces.ts';
import type { CollectionStop, SweepTally, UpkeepCounts } from './sweep-tally.ts';

/** The task that collects unnamed objects. */
export const orphanTask = 'collect-orphans';

/** A restore from a backup of the last minute cannot be distinguished from the present metadata. */
const markMs = ({ settings }: HasSettings) => Math.max(settings.sweepIntervalS * 1000, 60_000);

/** Searches see loads at once; new segments restore the speed. */
const indexMs = ({ settings }: HasSettings) => Math.min(settings.sweepIntervalS * 1000, 5000);

type Sweep = (signal: AbortSignal) => Promise<UpkeepCounts>;

type TaskOf = (name: string, sweep: Sweep, intervalMs?: number) => ScheduledTask;

/**
 * The maintenance tasks of the service. Each runs on one node at a time, in bounded steps, and is
 * never a listed job.
 */
export function maintenanceTasks(
  services: LoadServices & HasJobWaits & HasJobs & HasNodes,
  tally: SweepTally,
): ScheduledTask[] {
  const { settings } = services;
  const everyMs = settings.sweepIntervalS * 1000;
  const collectMs = settings.collectIntervalS * 1000;
  /** Unreadable items are left until the next start. */
  const unmended = new Set<string>();
  const task: TaskOf = (name, sweep, intervalMs = everyMs) => ({
    name,
    everyMs: intervalMs,
    run: ({ signal }) => runSweep(services, tally, name, () => sweep(signal)),
  });
  return [
    task(
      'recover-nodes',
      async () => ({
        runs_interrupted: services.nodes.canJudge()
          ? await recoverFromDeadNodes(services, settings.nodeTimeoutS * 1000)
          : 0,
      }),
      Math.min(everyMs, settings.nodeTimeoutS * 500),
    ),
    task('refresh-tables', refreshByClock(services), refreshEveryMs),
    ...expiryTasks(services, task),
    task(
      'remove-ended-jobs',
      async (signal) => ({
        jobs_removed: await removeEndedJobs(services, signal),
        receipts_removed: await removeOldReceipts(services, signal),
        tokens_removed: await removeDeadTokens(services, signal),
        lineages_removed: await removeOldLineages(services, signal),
      }),
      collectMs,
    ),
    // Rare, because the task examines every text.
    task(
      'remove-texts',
      async (signal) => ({
        texts_removed: await removeUnnamedTexts(services, signal),
        vectors_removed: await trimEmbeddedTexts(
          services.metadata,
          settings.embeddingCacheBytes,
          signal,
        ),
      }),
      Math.max(everyMs, dayMs / 2),
    ),
    task('collect', (signal) => collectCounted(services, signal), collectMs),
    task('compact', async (signal) => {
      await compactTables(services, tally, signal);
      return {};
    }),
    task(
      'indexes',
      async (signal) => ({ indexes_removed: await keepIndexes(services, signal) }),
      indexMs(services),
    ),
    task('mend-files', (signal) => mendRefusedFiles(services, tally, unmended, signal)),
    task('mark-store', markOwnStore(services, tally), markMs(services)),
    // At most once a day: the task lists the whole store, for the remains of crashes.
    task(
      orphanTask,
      (signal) => collectOrphansOrSay(services, tally, signal),
      Math.max(everyMs, dayMs),
    ),
  ];
}

/** Tasks for things that expired or lost their owner. */
function expiryTasks(
  services: LockServices & HasClock & HasMetadata & HasObjects & HasSettings,
  task: TaskOf,
): ScheduledTask[] {
  return [
    task('expire-databases', async (signal) => ({
      databases_expired: await expireDatabases(services, signal),
    })),
    task('expire-uploads', async (signal) => ({
      uploads_expired: await expireUploads(services, signal),
    })),
    task('expire-results', async (signal) => ({
      results_expired: await expireResults(services, readersEnded(services), signal),
    })),
    task('remove-gone-databases', async (signal) => ({
      rows_of_gone_databases: await removeRowsOfGoneDatabases(services, signal),
    })),
    task('remove-workspaces', async (signal) => ({
      workspaces_removed: await removeDeletedWorkspaces(services, signal),
    })),
    task('expire-runs', async (signal) => ({ runs_expired: await expireRuns(services, signal) })),
  ];
}

/**
 * Checks all schedules if this node did not see the clock just before, or saw a clock set back
 * since.
 */
function refreshByClock(services: HasClock & HasJobs & HasMetadata): Sweep {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = services.clock.now();
    const isContinuous = now >= lookedAt && now - lookedAt < 4 * refreshEveryMs;
    lookedAt = now;
    return {
      schedules_mended: isContinuous ? 0 : await mendSchedules(services, signal),
      tables_refreshed: await refreshDueTables(services, signal),
    };
  };
}

const lostStore =
  'the object store is not the one of this metadata any more, or has lost its mark: nothing unnamed is collected from it; ' +
  'look at QUERN_OBJECTS_URL and its mounts, then start the service again';

/** Adds the time since this node's last mark to the time of service. */
function markOwnStore(
  services: HasClock & HasLog & HasMetadata & HasObjects & HasSettings,
  tally: SweepTally,
): () => Promise<UpkeepCounts> {
  let markedAt = performance.now();
  return async () => {
    const now = performance.now();
    // Nodes take turns; with a longer interval than one turn, several nodes would count the same
    // time.
    const seconds = Math.round(Math.min(now - markedAt, markMs(services)) / 1000);
    markedAt = now;
    const outcome = await markStore(services, seconds);
    tally.isStoreOurs = outcome === 'marked' || outcome === 'restored';
    if (!tally.isStoreOurs) services.log.error(lostStore);
    if (outcome === 'restored') services.log.warn(restoredWarning);
    return {};
  };
}

const stopWarnings: Readonly<Record<CollectionStop, string>> = {
  restored: restoredWarning,
  adopted:
    "the store was adopted: objects that the metadata does not name are kept until 'quern collect --allow'",
  share:
    "too much of the object store has nothing that names it (QUERN_COLLECT_SHARE), so none of it is collected: if the store and the metadata are right, 'quern collect --allow' lets the next collection go on",
  'not ours': lostStore,
};

/** A blocked collection is logged each time. */
async function collectOrphansOrSay(
  services: HasClock & HasLog & HasMetadata & HasObjects & HasSettings,
  tally: SweepTally,
  signal: AbortSignal,
): Promise<UpkeepCounts> {
  const outcome = await collectOrphans(services, services.settings.orphanGraceS * 1000, signal);
  tally.collectionStop = typeof outcome === 'number' ? null : outcome.stop;
  if (typeof outcome === 'number') return { orphans_collected: outcome };
  services.log.warn({ reason: outcome.stop }, stopWarnings[outcome.stop]);
  return {};
}

/** Readers of anything hidden before this instant have ended. */
function readersEnded({ clock, settings }: HasClock & HasSettings): number {
  return clock.now() - settings.orphanGraceS * 1000;
}

/** In one pass: rows first, then unreferenced versions, then unreferenced manifests and files. */
export async function collect(
  services: HasClock & HasMetadata & HasObjects & HasSettings,
  signal: AbortSignal,
): Promise<number> {
  const counts = Object.values(await collectCounted(services, signal));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function collectCounted(
  services: HasClock & HasMetadata & HasObjects & HasSettings,
  signal: AbortSignal,
): Promise<UpkeepCounts> {
  const rows = await removeOrphanRows(services, readersEnded(services), signal);
  return {
    ...rows,
    versions_expired:
      (await expireSnapshots(services.metadata, forgottenBefore(services), signal)) +
      (await expireSnapshots(
        services.metadata,
        forgottenBefore(services, 'fetched'),
        signal,
        true,
      )),
    lake_objects_collected: await collectGarbage(services, signal),
    index_segments_collected: await collectSegments(services, signal),
    upload_objects_collected: await collectUploads(
      services,
      services.settings.orphanGraceS * 1000,
      signal,
    ),
  };
}

/** One log line per sweep; an idle sweep is logged at a lower level. */
async function runSweep(
  { clock, log }: HasClock & HasLog,
  tally: SweepTally,
  name: string,
  sweep: () => Promise<UpkeepCounts>,
): Promise<void> {
  const startedAt = clock.now();
  let counts: UpkeepCounts;
  try {
    counts = await sweep();
  } catch (error) {
    tally.failed(name);
    throw error;
  }
  const now = clock.now();
  tally.ended(name, counts, { durationMs: now - startedAt, now });
  const done = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const removed = Object.values(counts).reduce((sum, count) => sum + count, 0);
  log[removed > 0 ? 'info' : 'debug'](
    { sweep: name, removed, ...done, duration_ms: now - startedAt },
    'sweep',
  );
}
