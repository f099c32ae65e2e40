import type { Settings } from '../config/settings.ts';
import { type JobKind, type JobLane, jobLanes } from '../jobs/job-kind.ts';
import { createJobRunner, type JobHandler, type RunnerLane } from '../jobs/job-runner.ts';
import { createSchedule } from '../jobs/schedule.ts';
import type { SweepTally } from '../maintenance/sweep-tally.ts';
import { maintenanceTasks } from '../maintenance/sweeps.ts';
import { createRunFollower } from '../operations/query-runs/follow-runs.ts';
import type { Services } from '../operations/services.ts';

export interface Background {
  start(): void;
  /**
   * Ends jobs and maintenance. The node is still one of the living, for what else it has under way.
   */
  stop(deadlineMs: number): Promise<void>;
  /** Takes the node out of the living; nothing of it may run any more. */
  leave(): Promise<void>;
}

/** How soon a query that was cancelled by way of another node stops. */
const followEveryMs = 1_000;

/** Jobs, maintenance and the heartbeat of this node. */
export function createBackground(
  services: Services,
  kinds: readonly JobKind[],
  sweeps: SweepTally,
): Background {
  const { settings, clock, log, nodeId, locks, jobs, nodes } = services;
  const boundOf = laneBounds(settings);
  const runner = createJobRunner({
    store: jobs,
    clock,
    log,
    owner: nodeId,
    lanes: jobLanes.map((lane) => ({
      ...boundOf[lane],
      handlers: handlersOf(kinds, lane),
    })),
  });
  const schedule = createSchedule({
    locks,
    clock,
    log,
    owner: nodeId,
    tasks: maintenanceTasks(services, sweeps),
  });
  let heartbeat: NodeJS.Timeout | undefined;
  const beat = async () => {
    try {
      const known = await nodes.heartbeat(nodeId);
      // The others took this node for dead and ended its runs; it may go on under the same id, for
      // new ones.
      if (!known) await nodes.register(nodeId);
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of this node cannot be written');
    }
  };
  const followRuns = createRunFollower(services);
  let following: NodeJS.Timeout | undefined;
  let isFollowing = false;
  const follow = async () => {
    if (isFollowing) return;
    isFollowing = true;
    try {
      await followRuns();
    } catch (error) {
      log.warn({ err: error }, 'the runs of this node cannot be read');
    } finally {
      isFollowing = false;
    }
  };
  return {
    start() {
      following = setInterval(follow, followEveryMs).unref();
      heartbeat = setInterval(beat, (settings.nodeTimeoutS * 1000) / 4).unref();
      runner.start();
      schedule.start();
    },
    async stop(deadlineMs) {
      await Promise.all([runner.stop(deadlineMs), schedule.stop()]);
    },
    async leave() {
      clearInterval(heartbeat);
      clearInterval(following);
      await nodes.remove(nodeId);
    },
  };
}

/** One place is left for other workspaces: a load may wait for a provider that its index names. */
const shared = (concurrency: number) => ({
  concurrency,
  perWorkspace: Math.max(1, concurrency - 1),
});

/** How many jobs of each lane run at a time on this node. */
function laneBounds(
  settings: Settings,
): Readonly<Record<JobLane, Pick<RunnerLane, 'concurrency' | 'perWorkspace'>>> {
  return {
    loads: shared(settings.jobConcurrency),
    // Work of one connection waits for its other work in the pool of source workers: others must
    // not wait for that here.
    syncs: { concurrency: settings.sourceWorkers * 4 },
    upkeep: shared(settings.upkeepConcurrency),
    // As many files are built at a time as search workers take, whatever the number of jobs; and
    // what waits for an embedding provider that sleeps keeps no other workspace waiting.
    indexes: { concurrency: settings.searchWorkers * 4, perWorkspace: settings.searchWorkers * 2 },
  };
}

function handlersOf(
  kinds: readonly JobKind[],
  lane: JobLane,
): Readonly<Record<string, JobHandler>> {
  const ofLane = kinds.filter((kind) => kind.lane === lane);
  return Object.fromEntries(ofLane.map(({ jobType, handler }) => [jobType, handler]));
}
