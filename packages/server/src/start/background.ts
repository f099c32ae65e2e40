import type { JobKind } from '../jobs/job-kind.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { createSchedule } from '../jobs/schedule.ts';
import type { SweepTally } from '../maintenance/sweep-tally.ts';
import { maintenanceTasks } from '../maintenance/sweeps.ts';
import { createRunFollower } from '../querying/run/follow-runs.ts';
import { lanesOf } from './job-lanes.ts';
import type { Services } from './services.ts';

export interface Background {
  start(): void;
  /** Ends jobs and maintenance. The node stays registered as live for other work. */
  stop(deadlineMs: number): Promise<void>;
  /** Unregisters the node, after all work of the node has ended. */
  leave(): Promise<void>;
}

/** Interval of checks for queries cancelled by way of another node. */
const followEveryMs = 1_000;

/** Jobs, maintenance and the heartbeat of this node. */
export function createBackground(
  services: Services,
  kinds: readonly JobKind[],
  sweeps: SweepTally,
): Background {
  const { settings, clock, log, nodeId, locks, jobs, nodes } = services;
  const runner = createJobRunner({
    store: jobs,
    clock,
    log,
    owner: nodeId,
    lanes: lanesOf(settings, kinds),
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
      // The other nodes took this node for dead and ended its runs; the node may continue under the
      // same id with new runs.
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
