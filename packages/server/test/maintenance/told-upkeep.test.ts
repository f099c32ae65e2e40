import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SweepTally } from '../../src/maintenance/sweep-tally.ts';
import { maintenanceTasks } from '../../src/maintenance/sweeps.ts';
import { sweepGauges } from '../../src/start/sweep-gauges.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

const levels = { debug: 20, info: 30 } as const;

let fixture: SweepFixture;
let lines: Record<string, unknown>[];
let tally: SweepTally;
beforeEach(async () => {
  fixture = await createSweepFixture('sqlite');
  lines = [];
  tally = new SweepTally();
});
afterEach(() => fixture.remove());

function run(name: string, services = fixture.services): Promise<void> {
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const task = maintenanceTasks({ ...services, log }, tally).find((one) => one.name === name);
  if (!task) throw new Error(`there is no sweep '${name}'`);
  return task.run({ signal: never } as Parameters<typeof task.run>[0]);
}

/** `sweep`, then its value, of a metric. */
const metric = (name: string) =>
  sweepGauges(tally)
    .find((gauge) => gauge.name === name)
    ?.read();

test('a sweep says in the log and in the metrics what it did, and quietly that there was nothing', async () => {
  const { clock } = fixture;
  const workspaceId = await fixture.workspace();
  const { lakeId } = await fixture.database(workspaceId);
  for (let load = 0; load < 3; load += 1) await fixture.load(lakeId, 'a');
  await fixture.databases(workspaceId, 4, clock.now() + dayMs);
  clock.advance(dayMs);
  await run('expire-databases');
  await run('expire-databases');
  clock.advance(7 * dayMs + graceMs + 1);
  await run('collect');
  expect(lines).toMatchObject([
    {
      msg: 'sweep',
      level: levels.info,
      sweep: 'expire-databases',
      removed: 4,
      databases_expired: 4,
    },
    { msg: 'sweep', level: levels.debug, sweep: 'expire-databases', removed: 0 },
    {
      msg: 'sweep',
      level: levels.info,
      sweep: 'collect',
      versions_expired: 2,
      lake_objects_collected: 2,
    },
  ]);
  const counted = metric('quern_upkeep');
  for (const [what, value] of [
    ['databases_expired', 4],
    ['versions_expired', 2],
    ['lake_objects_collected', 2],
  ])
    expect(counted).toContainEqual({ labels: { what }, value });
  expect(metric('quern_sweep_runs')).toEqual([
    { labels: { sweep: 'expire-databases' }, value: 2 },
    { labels: { sweep: 'collect' }, value: 1 },
  ]);
  expect(metric('quern_sweep_removed')).toContainEqual({
    labels: { sweep: 'expire-databases' },
    value: 4,
  });
});

test('a sweep that fails is counted as that, and says nothing of things done', async () => {
  const objects = {
    read: () => {
      throw new Error('the store is away');
    },
  };
  const broken = { ...fixture.services, objects } as unknown as SweepFixture['services'];
  await expect(run('collect-orphans', broken)).rejects.toThrow('the store is away');
  expect(metric('quern_sweep_failures')).toEqual([
    { labels: { sweep: 'collect-orphans' }, value: 1 },
  ]);
  expect(metric('quern_sweep_last_end_timestamp_seconds')).toEqual([]);
  expect(lines).toEqual([]);
});
