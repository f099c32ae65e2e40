import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compactTable } from '../../src/maintenance/compact-table.ts';
import { compactTables } from '../../src/maintenance/compact-tables.ts';
import { SweepTally } from '../../src/maintenance/sweep-tally.ts';
import type { Services } from '../../src/start/services.ts';
import { LoadFixture } from '../lake/load-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { never } from './sweep-fixture.ts';

describe.each(metadataKinds)('the schedule of compactions on %s', (kind) => {
  let fixture: LoadFixture;
  let tally: SweepTally;
  /** Tables in the order of their jobs. */
  let compacted: string[];
  beforeEach(async () => {
    fixture = await LoadFixture.open(kind);
    tally = new SweepTally();
    compacted = [];
  });
  afterEach(() => fixture.close());

  /** Waiting for a job runs the job. */
  const services = (work?: () => Promise<never>): Services => ({
    ...fixture.services,
    waitForJob: async (id) => {
      const { jobs } = fixture.services;
      const claimed = await jobs.claim('runner', 1e6, ['ducklake_table_compaction']);
      if (!claimed) throw new Error('the job is due');
      compacted.push((claimed.job.payload as { table: string }).table);
      if (work) await jobs.fail(claimed, { message: 'no', canRepeat: false });
      else {
        const context = {
          job: claimed.job,
          signal: never,
          assertLease: async () => {},
          report: async () => {},
        };
        await jobs.complete(claimed, await compactTable(fixture.services, tally, context));
      }
      return jobs.get(id);
    },
  });
  const sweep = (over?: Services) => compactTables(over ?? services(), tally, never);
  const append = async (lakeId: string, table: string, times: number) => {
    for (let index = 0; index < times; index += 1) {
      const file = { bytes: Buffer.from(`id\n${index}\n`), format: 'csv' } as const;
      await fixture.load(lakeId, table, { mode: 'append', key: null }, file);
    }
  };
  const noted = () =>
    fixture.sweeps.metadata.db.selectFrom('lake_compactions').selectAll().execute();

  test('compacts what is worth it, and forgets what is well as it is', async () => {
    const lakeId = await fixture.lake();
    await append(lakeId, 'many', 9);
    await append(lakeId, 'few', 2);
    await sweep();
    expect(compacted).toEqual(['many']);
    expect(await fixture.files(lakeId, 'many')).toHaveLength(1);
    expect(await fixture.files(lakeId, 'few')).toHaveLength(2);
    fixture.sweeps.clock.advance(61_000);
    await sweep();
    expect(await noted()).toEqual([]);
    expect(Object.fromEntries(tally.counts())).toMatchObject({
      compactions: 1,
      compaction_files_before: 9,
      compaction_files_after: 1,
    });
    const [job] = await fixture.sweeps.metadata.db.selectFrom('jobs').selectAll().execute();
    expect(job).toMatchObject({
      job_type: 'ducklake_table_compaction',
      listed: 1,
      status: 'succeeded',
      result: null,
    });
  });

  test('comes back to a table that is still being loaded once it is quiet', async () => {
    const lakeId = await fixture.lake();
    await append(lakeId, 't', 5);
    await sweep();
    expect([compacted, (await noted()).length]).toEqual([[], 1]);
    fixture.sweeps.clock.advance(30_000);
    await append(lakeId, 't', 1);
    fixture.sweeps.clock.advance(30_000);
    await sweep();
    expect(compacted).toEqual([]);
    fixture.sweeps.clock.advance(60_000);
    await sweep();
    expect(compacted).toEqual(['t']);
    expect(await fixture.files(lakeId, 't')).toHaveLength(1);
  });

  test('gives each workspace its turn, however many tables another one has', async () => {
    const first = await fixture.lake();
    for (const table of ['a', 'b', 'c']) await append(first, table, 8);
    await fixture.anotherWorkspace();
    await append(await fixture.lake(), 'other', 8);
    fixture.sweeps.clock.advance(5_000);
    await sweep();
    expect(compacted.indexOf('other')).toBeLessThan(2);
    expect(compacted.toSorted()).toEqual(['a', 'b', 'c', 'other']);
  });

  test('leaves a table alone for an hour whose compaction fails', async () => {
    const lakeId = await fixture.lake();
    await append(lakeId, 't', 9);
    const failing = services(async () => {
      throw new Error('never called');
    });
    await sweep(failing);
    fixture.sweeps.clock.advance(59 * 60_000);
    await sweep();
    expect(compacted).toEqual(['t']);
    fixture.sweeps.clock.advance(60_000);
    await sweep();
    expect(compacted).toEqual(['t', 't']);
    expect(await fixture.files(lakeId, 't')).toHaveLength(1);
  });

  test('forgets tables that are gone, and says how long the others have waited', async () => {
    const lakeId = await fixture.lake();
    await append(lakeId, 'gone', 9);
    await fixture.drop(lakeId, 'gone');
    fixture.sweeps.clock.advance(7_000);
    const lags: number[] = [];
    const watched = { ...services(), waitForJob: async () => null };
    await append(lakeId, 't', 9);
    const stopped = new AbortController();
    await compactTables(
      {
        ...watched,
        jobs: {
          ...watched.jobs,
          enqueue: async (request) => {
            lags.push(tally.compactionLagMs);
            stopped.abort();
            return watched.jobs.enqueue(request);
          },
        },
      },
      tally,
      stopped.signal,
    );
    expect(lags.every((lag) => lag >= 0 && lag <= 7_000)).toBe(true);
    expect((await noted()).map(({ table_name }) => table_name)).toEqual(['t']);
  });
});
