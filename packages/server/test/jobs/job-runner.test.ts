import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WorkerDeath } from '../../src/engine/worker-death.ts';
import {
  createJobRunner,
  type JobHandler,
  type JobRunner,
  type JobRunnerOptions,
} from '../../src/jobs/job-runner.ts';
import { createJobStore, type JobOutcome, type JobStore } from '../../src/jobs/job-store.ts';
import { conflict, overloaded, QuernError, resourceLocked } from '../../src/kernel/errors.ts';
import { invariant } from '../../src/kernel/invariant.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { deferred } from '../deferred.ts';
import { eventually } from '../eventually.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  createMigratedBackend,
  type MetadataBackend,
  metadataKinds,
} from '../metadata/metadata-backends.ts';

const done: JobOutcome = { status: 'succeeded', result: null };
const failInside = (cause: string, message = 'failed inside the engine'): never => {
  throw new QuernError('INTERNAL_SERVER_ERROR', message, { cause });
};
const silent = { warn: () => {}, error: () => {} };
/** Longer than any test: work that happens anyway needs no polling. */
const neverMs = 3_600_000;

describe.each(metadataKinds)('the job runner on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let clock: ManualClock;
  let store: JobStore;
  let runners: JobRunner[];

  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    clock = new ManualClock();
    store = createJobStore(metadata, clock);
    runners = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop(0)));
    await backend.remove();
  });

  const startRunner = (
    handlers: Record<string, JobHandler>,
    options: {
      concurrency?: number;
      pollIntervalMs?: number;
      leaseMs?: number;
      store?: JobStore;
      owner?: string;
    } = {},
  ) => {
    const { concurrency = 2, ...others } = options;
    const defaults = { store, pollIntervalMs: neverMs, leaseMs: 30_000, owner: 'node-a' };
    const lanes = [{ concurrency, handlers }];
    return startLanes({ ...defaults, ...others, lanes });
  };
  const startLanes = (options: Omit<JobRunnerOptions, 'clock' | 'log'>) => {
    const runner = createJobRunner({ ...options, clock, log: silent });
    runners.push(runner);
    runner.start();
    return runner;
  };
  const expectStatus = (id: string, status: string) =>
    eventually(async () => {
      const job = await store.get(id);
      expect(job?.status).toBe(status);
      return job;
    });

  test('runs a job enqueued in its process without waiting for a poll, and keeps its result', async () => {
    startRunner({
      noop: async ({ job }) => ({ status: 'partially_succeeded', result: { echo: job.payload } }),
    });
    // The look at the start is over before the job comes.
    await expectStatus(
      (await store.enqueue({ jobType: 'noop', payload: 1 })).job.id,
      'partially_succeeded',
    );
    const { job } = await store.enqueue({ jobType: 'noop', payload: [2] });
    expect(await expectStatus(job.id, 'partially_succeeded')).toMatchObject({
      result: { echo: [2] },
      attempts: 1,
    });
  });

  test('keeps no job waiting for one of another lane', async () => {
    const held = deferred();
    const slow: JobHandler = async () => {
      await held.promise;
      return done;
    };
    startLanes({
      store,
      pollIntervalMs: neverMs,
      owner: 'node-a',
      lanes: [
        { concurrency: 1, handlers: { sync: slow } },
        { concurrency: 1, handlers: { load: async () => done } },
      ],
    });
    const syncs = [
      await store.enqueue({ jobType: 'sync' }),
      await store.enqueue({ jobType: 'sync' }),
    ];
    const load = await store.enqueue({ jobType: 'load' });
    await expectStatus(load.job.id, 'succeeded');
    // Jobs of one moment run in any order.
    const statuses = await Promise.all(
      syncs.map(async ({ job }) => (await store.get(job.id))?.status),
    );
    expect(statuses.sort()).toEqual(['pending', 'running']);
    held.resolve(undefined);
    for (const { job } of syncs) await expectStatus(job.id, 'succeeded');
  });

  test('keeps no workspace waiting for one that has many jobs', async () => {
    const held = deferred();
    const begun: unknown[] = [];
    const slow: JobHandler = async ({ job }) => {
      begun.push(job.payload);
      if (job.workspaceId === 'many') await held.promise;
      return done;
    };
    const ids: string[] = [];
    const enqueue = async (workspaceId: string | null, payload: string) => {
      clock.advance(1);
      const { job } = await store.enqueue({ jobType: 'build', workspaceId, payload });
      ids.push(job.id);
    };
    for (const payload of ['m1', 'm2', 'm3', 'm4']) await enqueue('many', payload);
    const lanes = [{ concurrency: 3, perWorkspace: 2, handlers: { build: slow } }];
    startLanes({ store, pollIntervalMs: neverMs, owner: 'node-a', lanes });
    await eventually(async () => expect(begun).toEqual(['m1', 'm2']));
    for (const workspace of ['few', null, 'few']) await enqueue(workspace, `of ${workspace}`);
    await eventually(async () => expect(begun.slice(2)).toEqual(['of few', 'of null', 'of few']));
    held.resolve(undefined);
    for (const id of ids) await expectStatus(id, 'succeeded');
    expect(begun.slice(5).sort()).toEqual(['m3', 'm4']);
  });

  test('runs what was enqueued before it started', async () => {
    const { job } = await store.enqueue({ jobType: 'noop' });
    startRunner({ noop: async () => done });
    await expectStatus(job.id, 'succeeded');
  });

  test('finds jobs of other processes by polling', async () => {
    startRunner({ noop: async () => done }, { pollIntervalMs: 5 });
    const otherProcess = createJobStore(await backend.open(), clock);
    const { job } = await otherProcess.enqueue({ jobType: 'noop' });
    await expectStatus(job.id, 'succeeded');
  });

  test('leaves jobs of types that it does not know', async () => {
    startRunner({ noop: async () => done });
    const unknown = await store.enqueue({ jobType: 'create_index' });
    const known = await store.enqueue({ jobType: 'noop' });
    await expectStatus(known.job.id, 'succeeded');
    expect(await store.get(unknown.job.id)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('runs no more jobs at a time than it may, and all of them in the end', async () => {
    let present = 0;
    let most = 0;
    const gate = deferred<void>();
    startRunner(
      {
        noop: async () => {
          most = Math.max(most, ++present);
          await gate.promise;
          present--;
          return done;
        },
      },
      { concurrency: 3 },
    );
    const enqueued = await Promise.all(
      Array.from({ length: 10 }, () => store.enqueue({ jobType: 'noop' })),
    );
    await eventually(() => expect(present).toBe(3));
    gate.resolve(undefined);
    for (const { job } of enqueued) await expectStatus(job.id, 'succeeded');
    expect(most).toBe(3);
  });

  test('runs every job once though several nodes look for them', async () => {
    const runs = new Map<string, number>();
    const handler: JobHandler = async ({ job }) => {
      runs.set(job.id, (runs.get(job.id) ?? 0) + 1);
      return done;
    };
    for (const owner of ['node-a', 'node-b', 'node-c']) {
      startRunner(
        { noop: handler },
        { owner, store: createJobStore(await backend.open(), clock), pollIntervalMs: 5 },
      );
    }
    const enqueued = await Promise.all(
      Array.from({ length: 25 }, () => store.enqueue({ jobType: 'noop' })),
    );
    for (const { job } of enqueued) await expectStatus(job.id, 'succeeded');
    expect([...runs.values()]).toEqual(Array.from({ length: 25 }, () => 1));
  });

  test('tries again after an error that may pass, once the delay is over', async () => {
    let attempts = 0;
    startRunner(
      {
        noop: async () => {
          if (++attempts < 3) throw overloaded('Too busy');
          return done;
        },
      },
      { pollIntervalMs: 5 },
    );
    const { job } = await store.enqueue({ jobType: 'noop' });
    for (const attempt of [1, 2]) {
      await eventually(async () => {
        expect(await store.get(job.id)).toMatchObject({
          status: 'pending',
          attempts: attempt,
          errorMessage: 'Too busy',
        });
      });
      clock.advance(attempt * 1_000);
    }
    expect(await expectStatus(job.id, 'succeeded')).toMatchObject({
      attempts: 3,
      errorMessage: null,
    });
  });

  test('waits as long as it takes for what somebody else has locked', async () => {
    let asked = 0;
    startRunner(
      {
        noop: async () => {
          if (++asked < 8) throw resourceLocked('The table is being loaded');
          return done;
        },
      },
      { pollIntervalMs: 5 },
    );
    const { job } = await store.enqueue({ jobType: 'noop', maxAttempts: 2 });
    for (let time = 1; time < 8; time += 1) {
      await eventually(async () => {
        expect(asked).toBe(time);
        expect(await store.get(job.id)).toMatchObject({ status: 'pending' });
      });
      clock.advance(3_000);
    }
    expect(await expectStatus(job.id, 'succeeded')).toMatchObject({
      attempts: 2,
      errorMessage: null,
    });
  });

  test('fails a job at once for an error that stays, with its message', async () => {
    startRunner({ noop: () => Promise.reject(conflict("Column 'a' is narrower")) });
    const { job } = await store.enqueue({ jobType: 'noop' });
    expect(await expectStatus(job.id, 'failed')).toMatchObject({
      attempts: 1,
      errorMessage: "Column 'a' is narrower",
    });
  });

  test.each([
    ['a defect', () => invariant(1 > 2, 'rows are counted')],
    ['a defect that a worker told of', () => failInside('TypeError: x is undefined')],
  ])('fails a job at once for %s', async (_what, fail) => {
    startRunner({
      noop: async () => {
        fail();
        return done;
      },
    });
    const { job } = await store.enqueue({ jobType: 'noop', maxAttempts: 10 });
    expect(await expectStatus(job.id, 'failed')).toMatchObject({ attempts: 1 });
  });

  test('fails a job for an internal failure that comes a second time', async () => {
    const causes = ['IO Error: no such file', 'INTERNAL Error: index 3', 'INTERNAL Error: index 3'];
    const failures = ['first', 'second', 'second'];
    startRunner(
      { noop: async () => failInside(causes.shift() ?? '', failures.shift()) },
      { pollIntervalMs: 5 },
    );
    const { job } = await store.enqueue({ jobType: 'noop', maxAttempts: 10 });
    for (const [index, message] of ['first', 'second'].entries()) {
      await eventually(async () => {
        expect(await store.get(job.id)).toMatchObject({
          status: 'pending',
          attempts: index + 1,
          errorMessage: message,
        });
      });
      clock.advance(2 ** index * 1_000);
    }
    expect(await expectStatus(job.id, 'failed')).toMatchObject({
      attempts: 3,
      errorMessage: 'second',
    });
  });

  test('goes on trying where a worker died each time', async () => {
    let attempts = 0;
    startRunner(
      {
        noop: async () => {
          if (++attempts < 4)
            throw new WorkerDeath('load', 'the worker process ended with SIGKILL');
          return done;
        },
      },
      { pollIntervalMs: 5 },
    );
    const { job } = await store.enqueue({ jobType: 'noop' });
    for (const attempt of [1, 2, 3]) {
      await eventually(async () => {
        expect(await store.get(job.id)).toMatchObject({ status: 'pending', attempts: attempt });
      });
      clock.advance(2 ** attempt * 1_000);
    }
    expect(await expectStatus(job.id, 'succeeded')).toMatchObject({
      attempts: 4,
      errorMessage: null,
      errorCode: null,
    });
  });

  test('shows nothing of an internal error', async () => {
    startRunner({ noop: () => Promise.reject(new Error('ENOENT /secret/path')) });
    const { job } = await store.enqueue({ jobType: 'noop', maxAttempts: 1 });
    const failed = await expectStatus(job.id, 'failed');
    expect(failed?.errorMessage).toMatch(/^Internal error/);
  });

  test('takes over the job of a node that died, when its lease ends', async () => {
    const { job } = await store.enqueue({ jobType: 'noop' });
    await store.claim('dead node', 30_000, ['noop']);
    startRunner({ noop: async () => done }, { pollIntervalMs: 5 });
    clock.advance(29_999);
    const other = await store.enqueue({ jobType: 'noop' });
    await expectStatus(other.job.id, 'succeeded');
    expect(await store.get(job.id)).toMatchObject({ status: 'running', attempts: 1 });
    clock.advance(1);
    expect(await expectStatus(job.id, 'succeeded')).toMatchObject({ attempts: 2 });
  });

  test('keeps the lease of a job that takes longer than it', async () => {
    const gate = deferred<void>();
    startRunner(
      {
        noop: async () => {
          await gate.promise;
          return done;
        },
      },
      { leaseMs: 30 },
    );
    const { job } = await store.enqueue({ jobType: 'noop' });
    await expectStatus(job.id, 'running');
    const leaseEnd = async () =>
      metadata.db
        .selectFrom('jobs')
        .select('lease_expires_at')
        .where('id', '=', job.id)
        .executeTakeFirstOrThrow();
    clock.advance(1_000);
    await eventually(async () =>
      expect((await leaseEnd()).lease_expires_at).toBe(clock.now() + 30),
    );
    gate.resolve(undefined);
    expect(await expectStatus(job.id, 'succeeded')).toMatchObject({ attempts: 1 });
  });

  test('aborts a job that is cancelled in its process at once, and runs it no more', async () => {
    const aborted = deferred<unknown>();
    let attempts = 0;
    const noop: JobHandler = async ({ signal }) => {
      attempts += 1;
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      return done;
    };
    const after: JobHandler = async () => {
      aborted.resolve(attempts);
      return done;
    };
    startRunner({ noop, after }, { concurrency: 1 });
    const { job } = await store.enqueue({ jobType: 'noop' });
    await eventually(() => expect(attempts).toBe(1));
    expect(await store.cancel(job.id)).toBe(true);
    // The job has room only when the first job is gone.
    await store.enqueue({ jobType: 'after' });
    expect(await aborted.promise).toBe(1);
    expect(await store.get(job.id)).toMatchObject({
      status: 'failed',
      errorMessage: 'The job was cancelled',
    });
  });

  test.each([
    ['ends well', () => done],
    ['ends by its signal', (signal: AbortSignal) => Promise.reject(signal.reason)],
  ])('says of a cancelled job that %s what became of its work', async (_how, end) => {
    const committed = deferred<unknown>();
    const noop: JobHandler = async ({ signal, assertLease }) => {
      await metadata.transaction((trx) => assertLease(trx));
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      committed.resolve(undefined);
      await aborted;
      return end(signal);
    };
    startRunner({ noop }, { concurrency: 1 });
    const { job } = await store.enqueue({ jobType: 'noop' });
    await committed.promise;
    expect(await store.cancel(job.id)).toBe(true);
    await eventually(async () =>
      expect(await store.get(job.id)).toMatchObject({
        status: 'failed',
        errorMessage: 'The job was cancelled; what it had committed by then stays',
      }),
    );
  });

  test('aborts a job whose lease was lost, and lets it commit nothing', async () => {
    const aborted = deferred<unknown>();
    startRunner(
      {
        noop: async ({ job, signal, assertLease }) => {
          if (job.attempts > 1) return done;
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          const commit = metadata.transaction((trx) => assertLease(trx));
          aborted.resolve(await commit.catch((error: unknown) => error));
          throw signal.reason;
        },
      },
      { leaseMs: 30, concurrency: 1 },
    );
    const { job } = await store.enqueue({ jobType: 'noop' });
    await expectStatus(job.id, 'running');
    // Another node takes the job over, as after a long stall of this node.
    await metadata.db
      .updateTable('jobs')
      .set({ fencing_token: 99, lease_owner: 'node-b' })
      .where('id', '=', job.id)
      .execute();
    expect(await aborted.promise).toMatchObject({ code: 'RESOURCE_LOCKED' });
    expect(await store.get(job.id)).toMatchObject({ status: 'running', attempts: 1 });
  });

  test('lets running jobs end when it stops, and claims no more', async () => {
    const gate = deferred<void>();
    const runner = startRunner(
      {
        noop: async () => {
          await gate.promise;
          return done;
        },
      },
      { concurrency: 1 },
    );
    const running = await store.enqueue({ jobType: 'noop' });
    await expectStatus(running.job.id, 'running');
    const waiting = await store.enqueue({ jobType: 'noop' });
    const stopped = runner.stop(60_000);
    gate.resolve(undefined);
    await stopped;
    expect(await store.get(running.job.id)).toMatchObject({ status: 'succeeded' });
    expect(await store.get(waiting.job.id)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('aborts jobs at the deadline of its stop and gives them back uncounted', async () => {
    const runner = startRunner({
      noop: ({ signal }) =>
        new Promise<JobOutcome>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
    });
    const { job } = await store.enqueue({ jobType: 'noop' });
    await expectStatus(job.id, 'running');
    await runner.stop(0);
    expect(await store.get(job.id)).toMatchObject({ status: 'pending', attempts: 0 });
    startRunner({ noop: async () => done });
    await expectStatus(job.id, 'succeeded');
  });

  test('stops though a job ignores its signal, and leaves it to its lease', async () => {
    const runner = startRunner({ noop: () => new Promise<JobOutcome>(() => {}) });
    const { job } = await store.enqueue({ jobType: 'noop' });
    await expectStatus(job.id, 'running');
    await runner.stop(0);
    clock.advance(30_000);
    startRunner({ noop: async () => done }, { pollIntervalMs: 5, owner: 'node-b' });
    expect(await expectStatus(job.id, 'succeeded')).toMatchObject({ attempts: 2 });
  });
});
