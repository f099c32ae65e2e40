import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';

/** Each is a file of its own, where appends of few rows are put together at once. */
const upsert = { mode: 'upsert', key: ['id'] };

describe('tables are compacted', () => {
  let service: RunningService;
  let api: Api;
  beforeAll(async () => {
    service = await startService({
      env: { QUERN_SWEEP_INTERVAL: '1', QUERN_COMPACTION_QUIET: '0' },
    });
    api = service.api();
  });
  afterAll(() => service.dispose());

  const jobs = async (): Promise<Json[]> =>
    (await api.get('/v1/jobs?job_type=ducklake_table_compaction')).body.jobs.filter(
      ({ status }: Json) => status === 'succeeded',
    );

  it('by a listed job without a result, and nobody sees a difference but in what a query reads', async () => {
    const { id } = await api.createDatabase();
    for (let row = 1; row <= 12; row += 1)
      await api.loadCsv(id, 't', `id,text\n${row},row ${row}\n`, upsert);
    const earlier = (await api.get(`/v1/databases/${id}/snapshots`)).body.snapshots;
    await eventually(async () => expect((await jobs()).length).toBeGreaterThan(0));
    const [job] = await jobs();
    expect(job).toMatchObject({
      job_type: 'ducklake_table_compaction',
      result: null,
      error_message: null,
      attempts: 1,
    });
    const unasked = (await api.get('/v1/jobs?limit=1000')).body.jobs;
    expect(unasked.map(({ job_type }: Json) => job_type)).not.toContain(job.job_type);
    const rows = Array.from({ length: 12 }, (_, index) => [index + 1, `row ${index + 1}`]);
    expect((await api.query(id, 'SELECT * FROM t')).body.rows).toEqual(rows);
    const { snapshots } = (await api.get(`/v1/databases/${id}/snapshots`)).body;
    const operations = snapshots.map(({ operation }: Json) => operation);
    expect(operations).toContain('compact main.t');
    const [newest] = earlier;
    const past = await api.query(id, `SELECT * FROM t AT (VERSION => ${newest.snapshot_id})`);
    expect(past.body.rows).toEqual(rows);
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toMatch(/quern_upkeep\{what="compactions"\} [1-9]/);
    expect(metrics).toMatch(/quern_upkeep\{what="compaction_files_before"\} [1-9]/);
    expect(metrics).toMatch(/quern_sweep_last_end_timestamp_seconds\{sweep="compact"\} \d/);
    expect(metrics).toMatch(/quern_compaction_lag_seconds \d/);
    expect(service.log.find(({ msg }) => msg === 'compaction')).toMatchObject({
      table: 'main.t',
      files_after: 1,
    });
  });

  it('and forks of them stay what they are', async () => {
    const { id, default_connection_id: lakeId } = await api.createDatabase();
    for (let row = 1; row <= 6; row += 1) await api.loadCsv(id, 't', `id\n${row}\n`, upsert);
    const fork = (await api.post(`/v1/databases/${id}/fork`, {})).body;
    for (let row = 7; row <= 10; row += 1) await api.loadCsv(fork.id, 't', `id\n${row}\n`, upsert);
    await eventually(() => {
      const compacted = service.log
        .filter(({ msg }) => msg === 'compaction')
        .map((line) => line.lake_id);
      expect(compacted).toEqual(expect.arrayContaining([lakeId, fork.default_connection_id]));
    });
    const sum = async (database: string) =>
      (await api.query(database, 'SELECT count(*), sum(id) FROM t')).body.rows;
    expect((await sum(id)).flat().map(Number)).toEqual([6, 21]);
    expect((await sum(fork.id)).flat().map(Number)).toEqual([10, 55]);
  });
});
