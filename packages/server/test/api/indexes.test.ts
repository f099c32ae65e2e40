import { beforeAll, expect, test } from 'vitest';
import type { Api, Json } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

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
