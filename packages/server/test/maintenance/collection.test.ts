import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSchedule } from '../../src/jobs/schedule.ts';
import { dropTable } from '../../src/lake/declarations.ts';
import { SweepTally } from '../../src/maintenance/sweep-tally.ts';
import { collect, maintenanceTasks } from '../../src/maintenance/sweeps.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { eventually } from '../eventually.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { randomLimit, randomRuns } from '../random-runs.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

const tables = ['a', 'b'] as const;

const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('replace', 'append'),
      table: fc.constantFrom(...tables),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('drop'), table: fc.constantFrom(...tables) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('delete database'), table: fc.constant('a') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('collect'), table: fc.constant('a') }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('hour', 'week'), table: fc.constant('a') }),
  },
);

/**
 * Files of a lake by use: files of a table's present state, or the time until which somebody may
 * still read a file.
 */
class FileModel {
  readonly present = new Map<string, string[]>();
  /** Unnamed files, with the time since when. */
  readonly ended: { key: string; at: number; retainedMs: number }[] = [];

  end(table: string, at: number, retainedMs: number): void {
    for (const key of this.present.get(table) ?? []) this.ended.push({ key, at, retainedMs });
    this.present.delete(table);
  }

  required(now: number): string[] {
    const kept = this.ended
      .filter(({ at, retainedMs }) => now <= at + retainedMs)
      .map(({ key }) => key);
    return [...[...this.present.values()].flat(), ...kept];
  }
}

async function runSteps(
  fixture: SweepFixture,
  steps: readonly { kind: string; table: string }[],
): Promise<void> {
  const { services, metadata, clock } = fixture;
  const workspaceId = await fixture.workspace();
  let database = await fixture.database(workspaceId);
  const model = new FileModel();
  const earlier = new Set(await fixture.objectKeys('lakes/'));
  const found = async () => (await fixture.objectKeys('lakes/')).filter((key) => !earlier.has(key));
  for (const { kind, table } of steps) {
    const now = clock.now();
    if (kind === 'replace' || kind === 'append') {
      if (kind === 'replace') model.end(table, now, 7 * dayMs);
      const key = await fixture.load(database.lakeId, table, kind);
      model.present.set(table, [...(model.present.get(table) ?? []), key]);
    } else if (kind === 'drop' && model.present.has(table)) {
      await metadata.transaction((trx) => dropTable(trx, database.lakeId, 'main', table, now));
      model.end(table, now, 7 * dayMs);
    } else if (kind === 'delete database') {
      const row = { id: database.id, default_connection_id: database.lakeId };
      await metadata.transaction((trx) => removeDatabase(trx, row, now));
      for (const name of tables) model.end(name, now, graceMs - 1);
      // The history ends with the lake: nobody can travel in time.
      for (const [index, file] of model.ended.entries())
        model.ended[index] = {
          ...file,
          at: Math.min(file.at + file.retainedMs, now + graceMs - 1),
          retainedMs: 0,
        };
      database = await fixture.database(workspaceId);
    } else if (kind === 'collect') {
      await collect(services, never);
    }
    if (kind === 'hour') clock.advance(graceMs);
    if (kind === 'week') clock.advance(7 * dayMs);
    expect(await found()).toEqual(expect.arrayContaining(model.required(now)));
  }
  clock.advance(8 * dayMs);
  await collect(services, never);
  expect((await found()).sort()).toEqual([...model.present.values()].flat().sort());
}

describe.each(metadataKinds)('the collection on %s', (kind) => {
  test(
    'never takes a file that a kept version names, and in the end takes all others',
    async () => {
      const fixture = await createSweepFixture(kind);
      try {
        const runs = fc.asyncProperty(fc.array(aStep, { maxLength: 25 }), (steps) =>
          runSteps(fixture, steps),
        );
        await fc.assert(runs, randomRuns(kind === 'sqlite' ? 16 : 3));
      } finally {
        await fixture.remove();
      }
    },
    randomLimit(60_000),
  );

  test('is never done by two nodes at the same time, nor is any other sweep', async () => {
    const fixture = await createSweepFixture(kind);
    const now = new Set<string>();
    const runs = new Map<string, number>();
    const overlaps: string[] = [];
    /** Longer than the clock is moved in all: a lease does not end while its task runs. */
    const leaseMs = 20 * dayMs;
    const schedules = [fixture.node(), fixture.node()].map((services) => {
      const tasks = maintenanceTasks(services, new SweepTally()).map((task) => ({
        ...task,
        run: async (context: Parameters<typeof task.run>[0]) => {
          if (now.has(task.name)) overlaps.push(task.name);
          now.add(task.name);
          runs.set(task.name, (runs.get(task.name) ?? 0) + 1);
          await task.run(context);
          now.delete(task.name);
        },
      }));
      const { locks, clock, log, nodeId: owner } = services;
      return createSchedule({ locks, clock, log, owner, tasks, tickMs: 2, leaseMs });
    });
    try {
      for (const schedule of schedules) schedule.start();
      for (let round = 1; round <= 4; round++) {
        await eventually(() => {
          expect(runs.size).toBe(maintenanceTasks(fixture.services, new SweepTally()).length);
          for (const count of runs.values()) expect(count).toBeGreaterThanOrEqual(round);
        });
        fixture.clock.advance(dayMs);
      }
      expect(overlaps).toEqual([]);
    } finally {
      await Promise.all(schedules.map((schedule) => schedule.stop()));
      await fixture.remove();
    }
  });
});
