import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JobLane, jobLanes } from '../../src/jobs/job-kind.ts';
import { createJobRunner, type JobContext, type JobRunner } from '../../src/jobs/job-runner.ts';
import { createJobStore, type JobStore } from '../../src/jobs/job-store.ts';
import { SweepTally } from '../../src/maintenance/sweep-tally.ts';
import { jobKinds } from '../../src/start/job-kinds.ts';
import { lanesOf } from '../../src/start/job-lanes.ts';
import { sampleJob } from '../../src/start/sample.ts';
import type { Services } from '../../src/start/services.ts';
import { deferred } from '../deferred.ts';
import { eventually } from '../eventually.ts';
import { ManualClock } from '../manual-clock.ts';
import { createMigratedBackend, type MetadataBackend } from '../metadata/metadata-backends.ts';

/** Services that fail on any use: a wrong payload is refused before anything is done. */
const noServices = {} as Services;
const kinds = [
  ...jobKinds(noServices, new SweepTally()),
  sampleJob(noServices, () => 'http://nowhere'),
];

describe('the kinds of jobs', () => {
  test('have a type each, and every lane has some', () => {
    expect(new Set(kinds.map(({ jobType }) => jobType)).size).toBe(kinds.length);
    expect(new Set(kinds.map(({ lane }) => lane))).toEqual(new Set(jobLanes));
  });

  test.each(kinds.map(({ jobType, handler }) => [jobType, handler] as const))(
    '%s takes no payload of another version, and does nothing of it',
    async (jobType, handler) => {
      for (const payload of [null, {}, [], 'text', 7, { more: 1 }]) {
        const context = { job: { payload, result: null } } as unknown as JobContext;
        await expect(handler(context)).rejects.toMatchObject({
          code: 'BAD_REQUEST',
          message: `This ${jobType} job was made by another version of the service, which cannot be read; start it again`,
        });
      }
    },
  );
});

describe('on a node with three loads, two compactions, one source and one search worker at a time', () => {
  const settings = { jobConcurrency: 3, upkeepConcurrency: 2, sourceWorkers: 1, searchWorkers: 1 };
  let backend: MetadataBackend;
  let store: JobStore;
  let runner: JobRunner;
  let gate: ReturnType<typeof deferred<void>>;
  let running: Record<JobLane, number>;
  let most: Record<JobLane, number>;

  beforeEach(async () => {
    backend = await createMigratedBackend('sqlite');
    const clock = new ManualClock();
    store = createJobStore(await backend.openMigrated(), clock);
    gate = deferred<void>();
    running = { loads: 0, syncs: 0, upkeep: 0, indexes: 0 };
    most = { ...running };
    const waiting = jobLanes.map((lane) => ({
      jobType: `of ${lane}`,
      lane,
      handler: async () => {
        most[lane] = Math.max(most[lane], ++running[lane]);
        await gate.promise;
        running[lane] -= 1;
        return { status: 'succeeded', result: null } as const;
      },
    }));
    runner = createJobRunner({
      store,
      clock,
      owner: 'node',
      lanes: lanesOf(settings, waiting),
      log: { warn: () => {}, error: () => {} },
      pollIntervalMs: 3_600_000,
    });
    runner.start();
  });
  afterEach(async () => {
    gate.resolve(undefined);
    await runner.stop(0);
    await backend.remove();
  });

  test.each([
    ['of many workspaces', (index: number) => `w${index}`, [3, 4, 2, 4]],
    ['of one workspace', () => 'w', [2, 3, 1, 2]],
  ])(
    'jobs %s run so many at a time as their lane bounds, beside full lanes',
    async (_, of, bounds) => {
      const ids: string[] = [];
      for (const lane of jobLanes) {
        for (let index = 0; index < 6; index += 1) {
          const { job } = await store.enqueue({ jobType: `of ${lane}`, workspaceId: of(index) });
          ids.push(job.id);
        }
      }
      const expected = Object.fromEntries(jobLanes.map((lane, at) => [lane, bounds[at]]));
      await eventually(() => expect(running).toEqual(expected));
      gate.resolve(undefined);
      await eventually(async () => {
        const jobs = await Promise.all(ids.map((id) => store.get(id)));
        expect(new Set(jobs.map((job) => job?.status))).toEqual(new Set(['succeeded']));
      });
      expect(most).toEqual(expected);
    },
  );
});
