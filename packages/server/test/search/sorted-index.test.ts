import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** Two sorted files as one data file. */
const rowCount = 300_000;
beforeAll(async () => {
  service = await startService({ env: { QUERN_SWEEP_INTERVAL: '1' } });
  api = service.api();
  database = await api.createDatabase();
  const made = `SELECT CAST((CAST(i AS bigint) * 7919) % ${rowCount} AS int) AS id, i % 1000 AS part, 'text ' || i AS note FROM generate_series(0, ${rowCount - 1}) AS t(i)`;
  const { body } = await api.query(database.id, made, { async: true, async_after_ms: 1000 });
  const run = body.query_run_id;
  const scoped = { 'x-database-id': database.id };
  await eventually(async () => {
    expect((await api.get(`/v1/query-runs/${run}`, scoped)).body.status).toBe('succeeded');
  }, 30_000);
  const result = (await api.get(`/v1/query-runs/${run}`, scoped)).body.result_id;
  const loaded = await api.post(`/v1/databases/${database.id}/schemas/main/tables/t/loads`, {
    mode: 'replace',
    result_id: result,
  });
  if (loaded.status !== 200) throw new Error(JSON.stringify(loaded.body));
}, 60_000);
afterAll(() => service.dispose());

const indexes = () => `/v1/connections/${database.default_connection_id}/tables/main/t/indexes`;

async function answer(sql: string): Promise<unknown[][]> {
  const { status, body } = await api.query(database.id, sql);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows;
}

const plan = async (sql: string) => (await answer(`EXPLAIN ${sql}`)).flat().join('\n');

const statements = [
  'SELECT * FROM t WHERE id = 77',
  'SELECT * FROM t WHERE id IN (1, 2, 3) OR id = 199999 ORDER BY id',
  'SELECT count(*), sum(id), min(note) FROM t WHERE id BETWEEN 1000 AND 1999',
  'SELECT count(*) FROM t WHERE id = 5 AND part > 10',
  'SELECT count(*) FROM t WHERE id > 100',
  'SELECT count(*) FROM t WHERE id = -1',
  'SELECT a.id, b.part FROM t a JOIN t b ON a.id = b.id WHERE a.id = 3 AND b.id = 3',
];

test('a sorted index changes no answer, is named where it is read, and only there', async () => {
  const before = [];
  for (const sql of statements) before.push(await answer(sql));
  const { status, body } = await api.post(indexes(), {
    index_name: 'by_id',
    columns: ['id', 'part'],
  });
  expect([status, body.index_type, body.status]).toEqual([201, 'sorted', 'ready']);
  const [lookup = ''] = statements;
  await eventually(async () => expect(await plan(lookup)).toContain('by_id'));
  const after = [];
  for (const sql of statements) after.push(await answer(sql));
  expect(after).toEqual(before);
  const profiled = await api.query(database.id, lookup, { profile: true });
  const scoped = { 'x-database-id': database.id };
  const profile = await api.get(`/v1/query-runs/${profiled.body.query_run_id}/profile`, scoped);
  expect(JSON.stringify(profile.body)).toContain('"Index":"by_id"');
  expect(await plan('SELECT count(*) FROM t WHERE id BETWEEN 1000 AND 1999')).toContain('by_id');
  expect(await plan('SELECT count(*) FROM t WHERE id > 100')).not.toContain('by_id');
  expect(await plan('SELECT count(*) FROM t WHERE id IN (1, 2, 3)')).toContain('by_id');
  expect(await plan('SELECT count(*) FROM t WHERE part = 10')).not.toContain('by_id');
});

test('of several sorted files those are read that may have the rows', async () => {
  const scanned = async (sql: string) => {
    const headers = { 'x-database-id': database.id, 'cache-control': 'no-cache' };
    const { body } = await api.post('/v1/query', { sql }, headers);
    const run = await api.get(`/v1/query-runs/${body.query_run_id}`, headers);
    return run.body.rows_scanned;
  };
  for (const id of [0, 77, 149_999, 150_000, 299_999]) {
    expect(await answer(`SELECT id FROM t WHERE id = ${id}`)).toEqual([[id]]);
    expect(await scanned(`SELECT part FROM t WHERE id = ${id}`)).toBe(rowCount / 2);
  }
  expect(await scanned('SELECT part FROM t WHERE id IN (1, 299999)')).toBe(rowCount);
  expect(await scanned(`SELECT part FROM t WHERE id = ${rowCount}`)).not.toBe(rowCount);
  const across = 'SELECT count(*), sum(id) FROM t WHERE id BETWEEN 149990 AND 200010';
  const rows = 200_010 - 149_990 + 1;
  expect(await answer(across)).toEqual([[rows, (rows * (200_010 + 149_990)) / 2]]);
});

test('when one of them is gone the table is read, and all are built again', async () => {
  const folder = join(service.dataDir, 'objects', 'indexes');
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.parquet'),
  );
  expect(files).toHaveLength(2);
  await rm(join(folder, files[0] ?? ''));
  const all = 'SELECT count(*), sum(id) FROM t WHERE id BETWEEN 0 AND 299999';
  const each = Array.from({ length: 20 }, (_unused, index) => index * 15_000);
  const looked = async () => {
    for (const id of each)
      expect(await answer(`SELECT id FROM t WHERE id = ${id}`)).toEqual([[id]]);
    expect(await answer(all)).toEqual([[rowCount, (rowCount * (rowCount - 1)) / 2]]);
  };
  await looked();
  await eventually(async () => {
    const now = await readdir(folder, { recursive: true });
    expect(now.filter((name) => name.endsWith('.parquet') && !files.includes(name))).toHaveLength(
      2,
    );
    expect(await plan('SELECT * FROM t WHERE id = 5')).toContain('by_id');
  }, 30_000);
  await looked();
});

test('rows that come and go show at once, beside what is sorted', async () => {
  const load = (mode: string, data: string) =>
    api.post(`/v1/databases/${database.id}/schemas/main/tables/t/loads`, {
      mode,
      data,
      key: ['id'],
    });
  expect((await load('append', 'id,part,note\n900000,1,new\n')).status).toBe(200);
  expect(await answer('SELECT note FROM t WHERE id = 900000')).toEqual([['new']]);
  expect((await load('upsert', 'id,part,note\n77,1,changed\n')).status).toBe(200);
  expect(await answer('SELECT note FROM t WHERE id = 77')).toEqual([['changed']]);
  expect((await load('delete', 'id\n78\n')).status).toBe(200);
  expect(await answer('SELECT note FROM t WHERE id IN (77, 78)')).toEqual([['changed']]);
});

test('an index goes, and what reads it then reads the table', async () => {
  expect((await api.delete(`${indexes()}/by_id`)).status).toBe(204);
  expect(await plan('SELECT * FROM t WHERE id = 5')).not.toContain('by_id');
  expect((await answer('SELECT count(*) FROM t WHERE id = 5'))[0]).toEqual([1]);
  expect((await api.delete(`${indexes()}/by_id`)).status).toBe(404);
});
