import { beforeAll, describe, expect, it } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { makeParquet } from '../parquet-files.ts';

let service: SharedService;
let api: Api;
let database: Json;
/** Every state that a refused load could change. */
let before: unknown;

const key = ['id'];

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'plain', 'id,name,age\n1,Ada,36\n2,Grace,85\n');
  await declare('keyed', ['id']);
  await api.loadCsv(database.id, 'keyed', 'id,v\n1,a\n', { mode: 'upsert' });
  await declare('unloaded', ['id']);
  before = await visible();
});

async function declare(name: string, columns: readonly string[]): Promise<void> {
  const answer = await api.post(`/v1/databases/${database.id}/schemas/main/tables`, {
    name,
    key: columns,
  });
  expect(answer.status).toBe(201);
}

async function visible(): Promise<unknown> {
  const listed = await api.get(
    `/v1/information_schema?connection_id=${database.default_connection_id}&include_columns=true`,
  );
  const plain = await api.query(database.id, 'SELECT * FROM plain ORDER BY id');
  const keyed = await api.query(database.id, 'SELECT * FROM keyed ORDER BY id');
  return [listed.body, plain.body.rows, keyed.body.rows];
}

async function refused(
  table: string,
  body: Record<string, unknown>,
  status = 400,
): Promise<string> {
  const answer = await api.load(database.id, table, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(await visible()).toEqual(before);
  return answer.body.error.message;
}

describe('a keyed load that says the wrong thing changes nothing', () => {
  it.each([
    [
      'upsert',
      "Load mode 'upsert' needs a key, and table 'main.plain' declares none; name its columns in 'key'",
    ],
    [
      'update',
      "Load mode 'update' needs a key, and table 'main.plain' declares none; name its columns in 'key'",
    ],
    [
      'delete',
      "Load mode 'delete' needs a key, and table 'main.plain' declares none; name its columns in 'key'",
    ],
  ])('%s without a key is 400', async (mode, message) => {
    expect(await refused('plain', { mode, data: 'id\n1\n' })).toBe(message);
    expect(await refused('plain', { mode, data: 'id\n1\n', key: [] })).toBe(message);
    expect(await refused('plain', { mode, data: 'id\n1\n', key: null })).toBe(message);
    expect(await refused('plain', { mode, data: 'id\n1\n', async: true })).toBe(message);
  });

  it('an upsert of a new table without a key is 400, and makes no table', async () => {
    expect(await refused('brand_new', { mode: 'upsert', data: 'id\n1\n' })).toMatch(/needs a key/);
  });

  it.each(['update', 'delete'])('%s of a table that has never had rows is 404', async (mode) => {
    const told = await refused('unloaded', { mode, data: 'id\n1\n' }, 404);
    expect(told).toMatch(/^Table 'main\.unloaded' not found: declared but has no data; /);
    expect(await refused('nowhere', { mode, data: 'id\n1\n', key }, 404)).toMatch(
      /^Table 'main\.nowhere' not found; /,
    );
  });

  it.each([
    ['an empty name', [''], /empty/],
    ['a name twice', ['id', 'ID'], /'ID' twice/],
    ['a text', 'id', /key/],
    ['numbers', [1], /key/],
  ])('a key of %s is 400', async (_, wrong, message) => {
    expect(await refused('plain', { mode: 'delete', data: 'id\n1\n', key: wrong })).toMatch(
      message,
    );
  });

  it.each(['upsert', 'update', 'delete'])(
    '%s by a column that table or file lack is 400 and names it',
    async (mode) => {
      const data = 'id,other\n1,x\n';
      expect(await refused('plain', { mode, data, key: ['id', 'other'] })).toBe(
        "Table 'main.plain' has no column 'other', which the key names",
      );
      expect(await refused('plain', { mode, data, key: ['name', 'id'] })).toBe(
        "The file has no column 'name', which the key names; every row needs its key",
      );
      expect(await refused('keyed', { mode, data: 'v\nb\n' })).toMatch(/'id'/);
    },
  );

  it('an upsert of a new table by a column that the file lacks is 400', async () => {
    expect(await refused('brand_new', { mode: 'upsert', data: 'id\n1\n', key: ['x'] })).toMatch(
      /'x'/,
    );
    expect(await refused('unloaded', { mode: 'upsert', data: 'other\n1\n' })).toMatch(/'id'/);
  });

  it.each(['upsert', 'update', 'delete'])(
    '%s with a null in the key is 400 and names the column',
    async (mode) => {
      const told =
        "Column 'name' is in the key, and a row of the file has no value in it; give every row its key";
      const named = ['id', 'name'];
      expect(await refused('plain', { mode, data: 'id,name\n1,Ada\n2,\n', key: named })).toBe(told);
      expect(await refused('plain', { mode, data: 'id,name\n1,\n', key: named })).toBe(told);
      const ndjson = await api.upload(Buffer.from('{"id":1,"name":"x"}\n{"id":2}\n'));
      expect(await refused('plain', { mode, upload_id: ndjson, key: named })).toBe(told);
      const parquet = await api.upload(
        await makeParquet('SELECT 1::BIGINT AS id, NULL::VARCHAR AS name'),
      );
      expect(await refused('plain', { mode, upload_id: parquet, key: named })).toBe(told);
    },
  );

  it.each(['upsert', 'update', 'delete'])(
    '%s whose key has another kind of type is 409',
    async (mode) => {
      const data = 'id,v\none,z\n';
      expect(await refused('keyed', { mode, data }, 409)).toMatch(
        /'id'.*'main\.keyed'.*BIGINT.*VARCHAR/,
      );
    },
  );

  it.each(['upsert', 'update'])('%s that narrows another column is 409', async (mode) => {
    const told = await refused('plain', { mode, data: 'id,name,age\n1,x,old\n', key }, 409);
    expect(told).toMatch(/'age'.*BIGINT.*VARCHAR/);
  });

  it('a file that cannot be read is 400, and stays loadable', async () => {
    expect(await refused('plain', { mode: 'upsert', data: 'id,name\n1\n', key })).toMatch(
      /line 2/i,
    );
    const upload = await api.upload(Buffer.from('PAR1 no Parquet PAR1'), {
      content_type: 'application/parquet',
    });
    expect(await refused('plain', { mode: 'delete', upload_id: upload, key })).toMatch(/Parquet/);
    expect(await refused('plain', { mode: 'delete', upload_id: upload, key })).toMatch(/Parquet/);
  });

  it('a job tells what the request could not', async () => {
    const body = {
      mode: 'delete',
      data: 'id,name\n1,\n',
      key: ['name'],
      async: true,
      async_after_ms: 30_000,
    };
    const submitted = await api.load(database.id, 'plain', body);
    expect(submitted.status).toBe(202);
    const { body: job } = await api.get(`/v1/jobs/${submitted.body.id}`);
    expect(job).toMatchObject({ status: 'failed', result: null });
    expect(job.error_message).toMatch(/'name' is in the key/);
    expect(await visible()).toEqual(before);
  });
});
