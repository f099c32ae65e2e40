import type { Settings } from '../config/settings.ts';
import { type JobKind, type JobLane, jobLanes } from '../jobs/job-kind.ts';
import type { JobHandler, RunnerLane } from '../jobs/job-runner.ts';

type BoundSettings = Pick<
  Settings,
  'jobConcurrency' | 'upkeepConcurrency' | 'sourceWorkers' | 'searchWorkers'
>;

/** Every lane with its kinds of jobs, and with how many of them run at a time on this node. */
export function lanesOf(settings: BoundSettings, kinds: readonly JobKind[]): RunnerLane[] {
  const boundOf = laneBounds(settings);
  return jobLanes.map((lane) => ({ ...boundOf[lane], handlers: handlersOf(kinds, lane) }));
}

/** One place is left for other workspaces: a load may wait for a provider that its index names. */
const shared = (concurrency: number) => ({
  concurrency,
  perWorkspace: Math.max(1, concurrency - 1),
});

function laneBounds(
  settings: BoundSettings,
): Readonly<Record<JobLane, Pick<RunnerLane, 'concurrency' | 'perWorkspace'>>> {
  return {
    loads: shared(settings.jobConcurrency),
    // Work of one connection waits for its other work in the pool of source workers: others must
    // not wait for that here.
    // A quarter is left to others than the workspace whose sources do not answer.
    syncs: { concurrency: settings.sourceWorkers * 4, perWorkspace: settings.sourceWorkers * 3 },
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
