import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSchedule, type Schedule, type ScheduledTask } from '../../src/jobs/schedule.ts';
import { createLocks } from '../../src/metadata/locks.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { deferred } from '../deferred.ts';
import { eventually } from '../eventually.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  createMigratedBackend,
  type MetadataBackend,
  metadataKinds,
} from '../metadata/metadata-backends.ts';

const silent = { warn: () => {}, error: () => {} };

describe.each(metadataKinds)('the schedule on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let clock: ManualClock;
  let schedules: Schedule[];

  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    clock = new ManualClock();
    schedules = [];
  });
  afterEach(async () => {
    await Promise.all(schedules.map((schedule) => schedule.stop()));
    await backend.remove();
  });

  const startNode = (owner: string, tasks: readonly ScheduledTask[]) => {
    const options = {
      locks: createLocks(metadata, clock),
      clock,
      log: silent,
      tickMs: 2,
      leaseMs: 1_000,
    };
    const schedule = createSchedule({ ...options, owner, tasks });
    schedules.push(schedule);
    schedule.start();
    return schedule;
  };
  /** A second task that always runs proves that the nodes polled after the clock moved. */
  const looked = async (counter: { runs: number }) => {
    const before = counter.runs;
    await eventually(() => expect(counter.runs).toBeGreaterThan(before + 2));
  };
  const ticking = () => {
    const counter = { runs: 0 };
    return {
      counter,
      task: (name: string) => ({ name, everyMs: 0, run: async () => void counter.runs++ }),
    };
  };

  test.each([10, 1])(
    'runs a task when it is due also where the clock was set back by %i hours, and again after it was set right',
    async (hours) => {
      let runs = 0;
      startNode('a', [{ name: 'sweep', everyMs: 30_000, run: async () => void runs++ }]);
      await eventually(() => expect(runs).toBe(1));
      clock.advance(-hours * 3_600_000);
      await eventually(() => expect(runs).toBe(2));
      clock.advance(30_000);
      await eventually(() => expect(runs).toBe(3));
      clock.advance(hours * 3_600_000);
      await eventually(() => expect(runs).toBe(4));
    },
  );

  test('runs a task at once, and again when its time has come, on one of the nodes', async () => {
    let runs = 0;
    const task: ScheduledTask = { name: 'sweep', everyMs: 5_000, run: async () => void runs++ };
    const a = ticking();
    const b = ticking();
    startNode('a', [task, a.task('a')]);
    startNode('b', [task, b.task('b')]);
    for (const expected of [1, 2, 3]) {
      await eventually(() => expect(runs).toBe(expected));
      clock.advance(4_999);
      await looked(a.counter);
      await looked(b.counter);
      expect(runs).toBe(expected);
      clock.advance(1);
    }
  });

  test('goes on after a task that failed', async () => {
    let runs = 0;
    startNode('a', [
      {
        name: 'failing',
        everyMs: 1_000,
        run: async () => {
          runs++;
          throw new Error('no');
        },
      },
    ]);
    for (const expected of [1, 2, 3]) {
      await eventually(() => {
        clock.advance(1_000);
        expect(runs).toBeGreaterThanOrEqual(expected);
      });
    }
  });

  test('never runs a task on two nodes at once, and frees it when the node stops', async () => {
    let running = 0;
    let most = 0;
    const owners: string[] = [];
    const task = (owner: string): ScheduledTask => ({
      name: 'long',
      everyMs: 5_000,
      run: async ({ signal }) => {
        owners.push(owner);
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        running--;
      },
    });
    const first = startNode('a', [task('a')]);
    await eventually(() => expect(owners).toEqual(['a']));
    const b = ticking();
    startNode('b', [task('b'), b.task('b')]);
    await looked(b.counter);
    expect(owners).toEqual(['a']);
    await first.stop();
    await eventually(() => {
      clock.advance(1_000);
      expect(owners).toEqual(['a', 'b']);
    });
    expect(most).toBe(1);
  });

  test('aborts a task whose lock was lost, and lets it commit nothing', async () => {
    const outcome = deferred<unknown>();
    const started = deferred<void>();
    const task: ScheduledTask = {
      name: 'stalled',
      everyMs: 3_600_000,
      run: async ({ signal, assertHeld }) => {
        started.resolve(undefined);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        outcome.resolve(
          await metadata.transaction((trx) => assertHeld(trx)).catch((error: unknown) => error),
        );
      },
    };
    startNode('a', [task]);
    await started.promise;
    await metadata.db.updateTable('locks').set({ owner: 'b', fencing_token: 99 }).execute();
    expect(await outcome.promise).toMatchObject({ code: 'RESOURCE_LOCKED' });
  });
});
