import { beforeAll, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase({
    schemas: [{ name: 'main', tables: [{ name: 'keyed', key: ['id'] }] }],
  });
});

/** A data frame without columns, written by pyarrow. */
const withoutColumns = Buffer.from(
  'UEFSMRUCGRw1ABgGc2NoZW1hFQAAFgAZHBkMFgAWACYAFgAAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRkMAEUAAABQQVIx',
  'base64',
);

const load = async (table: string, mode: string) =>
  api.load(database.id, table, { mode, upload_id: await api.upload(withoutColumns) });
const rows = async (sql: string) => {
  const { body } = await api.query(database.id, sql);
  return body.rows ?? body.error.message;
};

test('a Parquet file without columns is no file for a key', async () => {
  for (const mode of ['upsert', 'update', 'delete'])
    expect((await load('keyed', mode)).status).toBeGreaterThanOrEqual(400);
  expect((await load('keyed', 'replace')).body.error.message).toMatch(/'id' in 'key'/);
  expect(await rows('SELECT * FROM keyed')).toMatch(/declared but has no data/);
});

test.each(['replace', 'append'])(
  'a Parquet file without columns loads as an empty table by %s, which takes rows then',
  async (mode) => {
    const table = `empty_${mode}`;
    const { status, body } = await load(table, mode);
    expect([status, body.row_count, JSON.parse(body.arrow_schema_json).fields]).toEqual([
      200,
      0,
      [],
    ]);
    const path = `/v1/information_schema?connection_id=${database.default_connection_id}&table=${table}&include_columns=true`;
    expect((await api.get(path)).body.tables).toMatchObject([{ table, synced: true, columns: [] }]);
    for (const sql of [`SELECT * FROM ${table}`, `SELECT count(*) FROM ${table}`]) {
      expect(await rows(sql)).toMatch(/has no data; load it first/);
    }
    const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
    expect((await api.load(fork.id, table, { mode: 'append', data: 'id\n1\n' })).status).toBe(200);
    await api.loadCsv(database.id, table, 'id,name\n1,x\n', { mode: 'append' });
    expect(await rows(`SELECT * FROM ${table}`)).toEqual([[1, 'x']]);
  },
);

test('a Parquet file without columns adds nothing to a table, and replaces all of it', async () => {
  await api.loadCsv(database.id, 'filled', 'id\n1\n2\n');
  expect((await load('filled', 'append')).body.row_count).toBe(2);
  expect(await rows('SELECT count(*) FROM filled')).toEqual([[2]]);
  expect((await load('filled', 'replace')).body.row_count).toBe(0);
  expect(await rows('SELECT * FROM filled')).toMatch(/has no data/);
});
