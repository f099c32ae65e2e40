import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 't', 'id\n1\n');
});

const ofTable = (table: string, schema = 'main', connection = database.default_connection_id) =>
  api.get(`/v1/connections/${connection}/tables/${schema}/${table}/indexes`);

test('what has no indexes, as it is not there, is told apart from what has none', async () => {
  const header = { 'x-database-id': database.id };
  expect((await api.get('/v1/indexes')).status).toBe(400);
  expect((await api.get('/v1/indexes', { 'x-database-id': 'dbid1' })).status).toBe(404);
  for (const query of ['cursor=x', 'limit=-1', 'limit=x', 'other=1']) {
    expect((await api.get(`/v1/indexes?${query}`, header)).status).toBe(400);
  }
  expect((await ofTable('nothing')).status).toBe(404);
  expect((await ofTable('t', 'nowhere')).status).toBe(404);
  expect((await ofTable('t', 'main', 'conn1')).status).toBe(404);
  expect((await ofTable('a%22b')).status).toBe(400);
});

test('a database and a table without indexes have an empty list of them', async () => {
  const header = { 'x-database-id': database.id };
  const page = { indexes: [], count: 0, has_more: false };
  expect((await api.get('/v1/indexes', header)).body).toEqual({ ...page, limit: 100 });
  const query = `connection_id=${database.default_connection_id}&schema=main&table=t&index_type=vector&limit=5`;
  expect((await api.get(`/v1/indexes?${query}`, header)).body).toEqual({ ...page, limit: 5 });
  const { status, body } = await ofTable('T', 'Main');
  expect([status, body]).toEqual([200, { indexes: [] }]);
});

test.each([
  { index_name: 'words', index_type: 'bm25', columns: ['note'] },
  { index_name: 'points', index_type: 'vector', columns: ['point'], dimensions: 2 },
  { index_name: 'order', index_type: 'sorted', columns: ['id'] },
])('the job of a build tells how many rows and bytes it has read: $index_type', async (index) => {
  const table = `built_${index.index_type}`;
  const sql =
    "SELECT i AS id, 'note ' || i AS note, [i, i + 1]::float[] AS point FROM range(3) t(i)";
  const { result_id } = (await api.query(database.id, sql, { dialect: 'duckdb' })).body;
  expect((await api.load(database.id, table, { result_id })).status).toBe(200);
  const connection = database.default_connection_id;
  const path = `/v1/connections/${connection}/tables/main/${table}/indexes`;
  const asked = await api.post(path, { ...index, async: true });
  expect(asked.status).toBe(202);
  await eventually(async () => {
    const { status, progress } = (await api.get(`/v1/jobs/${asked.body.id}`)).body;
    expect([status, progress]).toEqual(['succeeded', { rows: 3, bytes: expect.any(Number) }]);
    expect(progress.bytes).toBeGreaterThan(0);
  });
});
