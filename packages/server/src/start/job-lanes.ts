import type { Settings } from '../config/settings.ts';
import { type JobKind, type JobLane, jobLanes } from '../jobs/job-kind.ts';
import type { JobHandler, RunnerLane } from '../jobs/job-runner.ts';

type BoundSettings = Pick<
  Settings,
  'jobConcurrency' | 'upkeepConcurrency' | 'sourceWorkers' | 'searchWorkers'
>;

/** Every lane with its kinds of jobs, and the number of jobs at a time on this node. */
export function lanesOf(settings: BoundSettings, kinds: readonly JobKind[]): RunnerLane[] {
  const boundOf = laneBounds(settings);
  return jobLanes.map((lane) => ({ ...boundOf[lane], handlers: handlersOf(kinds, lane) }));
}

/** One slot remains for other workspaces: a load may wait for a provider that its index names. */
const shared = (concurrency: number) => ({
  concurrency,
  perWorkspace: Math.max(1, concurrency - 1),
});

function laneBounds(
  settings: BoundSettings,
): Readonly<Record<JobLane, Pick<RunnerLane, 'concurrency' | 'perWorkspace'>>> {
  return {
    loads: shared(settings.jobConcurrency),
    // Jobs of one connection wait for each other in the pool of source workers; jobs of other
    // connections must not wait too. A quarter remains for other workspaces if one workspace's
    // sources do not answer.
    syncs: { concurrency: settings.sourceWorkers * 4, perWorkspace: settings.sourceWorkers * 3 },
    upkeep: shared(settings.upkeepConcurrency),
    // The search workers limit the files built at a time, whatever the number of jobs. A job that
    // waits for a silent embedding provider delays no other workspace.
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
