import { createJobRunner, type JobHandler } from './jobs/job-runner.ts';
import { createSchedule } from './jobs/schedule.ts';
import { jobHandlers } from './operations/jobs/job-handlers.ts';
import type { SweepTally } from './operations/maintenance/sweep-tally.ts';
import { maintenanceTasks } from './operations/maintenance/sweeps.ts';
import type { Services } from './operations/services.ts';

export interface Background {
  start(): void;
  stop(deadlineMs: number): Promise<void>;
}

/** Jobs, maintenance and the heartbeat of this node. */
export function createBackground(
  services: Services,
  extraHandlers: Readonly<Record<string, JobHandler>>,
  sweeps: SweepTally,
): Background {
  const { settings, clock, log, nodeId, locks, jobs, nodes } = services;
  const runner = createJobRunner({
    store: jobs,
    clock,
    log,
    owner: nodeId,
    handlers: { ...jobHandlers(services), ...extraHandlers },
    concurrency: settings.jobConcurrency,
  });
  const schedule = createSchedule({ locks, clock, log, owner: nodeId, tasks: maintenanceTasks(services, sweeps) });
  let heartbeat: NodeJS.Timeout | undefined;
  const beat = async () => {
    try {
      const known = await nodes.heartbeat(nodeId);
      // The others took this node for dead and ended its runs; it may go on under the same id, for new ones.
      if (!known) await nodes.register(nodeId);
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of this node cannot be written');
    }
  };
  return {
    start() {
      heartbeat = setInterval(beat, (settings.nodeTimeoutS * 1000) / 4).unref();
      runner.start();
      schedule.start();
    },
    async stop(deadlineMs) {
      clearInterval(heartbeat);
      await Promise.all([runner.stop(deadlineMs), schedule.stop()]);
    },
  };
}
