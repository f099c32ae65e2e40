import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
const layout = { key: ['id'], partition_by: [{ column: 'day', transform: 'month' }] };

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  const tables = ['plain', 'planned', 'of_database', 'of_connection', 'past'].map((name) => ({
    name,
    ...layout,
  }));
  database = await api.createDatabase({ schemas: [{ name: 'main', tables }] });
});

/** The two doors to the same table. */
const routes = [
  ['of_database', () => `/v1/databases/${database.id}/schemas`],
  ['of_connection', () => `/v1/connections/${database.default_connection_id}/schemas`],
] as const;

const put = (path: string, body: unknown) => api.request('PUT', path, body);
const load = (table: string, data: string, mode = 'append') =>
  api.loadCsv(database.id, table, data, { mode });
const declared = async (table: string) => {
  const path = `/v1/information_schema?connection_id=${database.default_connection_id}&table=${table}`;
  return (await api.get(path)).body.tables[0].constant_per_key;
};

describe.each(routes)('the columns that a key fixes, %s', (table, path) => {
  const place = () => `${path()}/main/tables/${table}/constant-per-key`;

  test('are refused where they are wrong, and stay as they were', async () => {
    await load('plain', 'id,day\n1,2024-01-01\n');
    const plain = `${path()}/main/tables/plain/constant-per-key`;
    const wrong = [
      [plain, undefined],
      [plain, {}],
      [plain, { constant_per_key: null }],
      [plain, { constant_per_key: 'day' }],
      [plain, { constant_per_key: [1] }],
      [plain, { constant_per_key: [''] }],
      [plain, { constant_per_key: ['day', 'day'] }],
      [plain, { constant_per_key: ['day'], key: ['id'] }],
      [plain, { constant_per_key: ['nothing'] }],
      [plain, { constant_per_key: ['DAY'] }],
      [`${path()}/main/tables/a%22b/constant-per-key`, { constant_per_key: [] }],
    ] as const;
    for (const [where, body] of wrong) {
      const answer = await put(where, body);
      expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'BAD_REQUEST']);
    }
    for (const where of [`${path()}/main/tables/nothing`, `${path()}/nowhere/tables/plain`]) {
      const answer = await put(`${where}/constant-per-key`, { constant_per_key: [] });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await declared('plain')).toEqual([]);
  });

  test('are said of a table with rows, hold from the next load on, and are taken back', async () => {
    await load(table, 'id,day\n1,2024-01-05\n');
    await load(table, 'id,day\n2,2024-02-05\n');
    const said = await put(place().replace('main', 'MAIN'), { constant_per_key: ['day'] });
    expect([said.status, said.body]).toEqual([
      200,
      {
        connection_id: database.default_connection_id,
        schema: 'main',
        table,
        constant_per_key: ['day'],
      },
    ]);
    expect(await declared(table)).toEqual(['day']);
    // Taken at its word: the row of the other month is not looked for.
    expect((await load(table, 'id,day\n1,2024-02-01\n', 'upsert')).row_count).toBe(3);
    const revoked = await put(place(), { constant_per_key: [] });
    expect([revoked.status, revoked.body.constant_per_key]).toEqual([200, []]);
    expect((await load(table, 'id,day\n1,2024-03-01\n', 'upsert')).row_count).toBe(2);
  });
});

test('a table that was never loaded takes any column, which its first load must bring', async () => {
  const path = `/v1/databases/${database.id}/schemas/main/tables/planned/constant-per-key`;
  expect((await put(path, { constant_per_key: ['day', 'month'] })).status).toBe(200);
  const missing = await api.load(database.id, 'planned', { data: 'id,day\n1,2024-01-01\n' });
  expect([missing.status, missing.body.error.message]).toEqual([
    400,
    expect.stringContaining("'month'"),
  ]);
  await load('planned', 'id,day,month\n1,2024-01-01,1\n');
});

test('a load that is under way keeps the table to itself', async () => {
  const metadata = new Database(`${service.dataDir}/quern.db`);
  const name = `load:${database.default_connection_id}/main.of_database`;
  metadata
    .prepare(
      'INSERT OR REPLACE INTO locks (name, owner, fencing_token, expires_at) VALUES (?, ?, 9, ?)',
    )
    .run(name, 'another', Date.now() + 60_000);
  const path = `/v1/databases/${database.id}/schemas/main/tables/of_database/constant-per-key`;
  const answer = await put(path, { constant_per_key: ['day'] });
  expect([answer.status, answer.body.error.code]).toEqual([409, 'RESOURCE_LOCKED']);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  metadata.prepare('DELETE FROM locks WHERE name = ?').run(name);
  metadata.close();
  expect(await declared('of_database')).toEqual([]);
});

test('an earlier snapshot keeps its rows and what was said then, also in a fork of it', async () => {
  await load('past', 'id,day\n1,2024-01-05\n');
  const snapshots = async () =>
    (await api.get(`/v1/databases/${database.id}/snapshots`)).body.snapshots;
  const [before] = await snapshots();
  const path = `/v1/databases/${database.id}/schemas/main/tables/past/constant-per-key`;
  await put(path, { constant_per_key: ['day'] });
  await put(path, { constant_per_key: ['day', 'id'] });
  const [, between] = await snapshots();
  expect(between.operation).toBe('constant per key of main.past');
  await load('past', 'id,day\n2,2024-02-05\n');
  const forkedAt = async (snapshot: number) => {
    const { body } = await api.post(`/v1/databases/${database.id}/fork`, { snapshot_id: snapshot });
    const schema = `/v1/information_schema?connection_id=${body.default_connection_id}&table=past`;
    const { rows } = (await api.query(body.id, 'SELECT count(*) FROM past')).body;
    return [(await api.get(schema)).body.tables[0].constant_per_key, rows];
  };
  expect(await forkedAt(before.snapshot_id)).toEqual([[], [[1]]]);
  expect(await forkedAt(between.snapshot_id)).toEqual([['day'], [[1]]]);
  const sql = `SELECT count(*) FROM past AT (VERSION => ${before.snapshot_id})`;
  expect((await api.query(database.id, sql)).body.rows).toEqual([[1]]);
  expect(await declared('past')).toEqual(['day', 'id']);
});
