import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
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
});

/**
 * A table written by pyarrow 26.0.1: `id`, `v` of three float32 each, `d` of two float64, `n` of
 * two int32, and `w` of any number of float32.
 */
const written = Buffer.from(
  'UEFSMRUAFTwVRiwVBhUAFQYVBhwAAAAotS/9IB7VAACQAgAAAAYBAQACAAMAAAAAAAAAAgBg4AFwARUAFUoVXCwVDhUAFQYVBhwAAAAotS/9ICUpAQACAA' +
    'AAA2YDAAAAAz8/AACAPwAAAEAAAEBAAAAAPwAAAAAAAIC/FQAVWhVcLBUKFQAVBhUGHAAAACi1L/0gLS0BAOACAAAAAwoDAAAAA/8A8D8AQAAIQAAAAAAA' +
    'ABBAAxAAAo9h+AIVABVIFVosFQwVABUGFQYcAAAAKLUv/SAkIQEAAgAAAAMqAgAAAAwDAQAAAAIAAAADAAAABAAAAAUAAAAGAAAAFQAVMhVELBUIFQAVBh' +
    'UGHAAAACi1L/0gGckAAAIAAAADCAMAAAAD9wAAAIA/AACAPwAAAEAVBBnsNQAYBnNjaGVtYRUKABUEJQIYAmlkADUCGAF2FQIVBkw8AAAANQQYBGxpc3QV' +
    'AgAVCCUCGAdlbGVtZW50ADUCGAFkFQIVBkw8AAAANQQYBGxpc3QVAgAVCiUCGAdlbGVtZW50ADUCGAFuFQIVBkw8AAAANQQYBGxpc3QVAgAVAiUCGAdlbG' +
    'VtZW50ADUCGAF3FQIVBkw8AAAANQQYBGxpc3QVAgAVCCUCGAdlbGVtZW50ABYGGRwZXCYAHBUEGSUGABkYAmlkFQwWBhZiFmwmCEkcFQAVABUCADwpBhkm' +
    'AAYAAAAmABwVCBklBgAZOAF2BGxpc3QHZWxlbWVudBUMFg4WcBaCASZ0SRwVABUAFQIAPCkmBggZRgIAAAwAAAAmABwVChklBgAZOAFkBGxpc3QHZWxlbW' +
    'VudBUMFgoWgAEWggEm9gFJHBUAFQAVAgA8KSYGBBlGAgAACAAAACYAHBUCGSUGABk4AW4EbGlzdAdlbGVtZW50FQwWDBZuFoABJvgCSRwVABUAFQIAPCkm' +
    'BgYZRgAAAAwAAAAmABwVCBklBgAZOAF3BGxpc3QHZWxlbWVudBUMFggWWBZqJvgDSRwVABUAFQIAPCkmBgIZRgACAAYAAAAWmAQWBiYIFtoEABkcGAxBUl' +
    'JPVzpzY2hlbWEYrAUvLy8vLy9nQkFBQVFBQUFBQUFBS0FBd0FCZ0FGQUFnQUNnQUFBQUFCQkFBTUFBQUFDQUFJQUFBQUJBQUlBQUFBQkFBQUFBVUFBQUNR' +
    'QVFBQUhBRUFBTUFBQUFCZ0FBQUFCQUFBQUpUKy8vOEFBQUVNRkFBQUFCd0FBQUFFQUFBQUFRQUFBQlFBQUFBQkFBQUFkd0FBQUFRQUJBQUVBQUFBd1A3Ly' +
    '93QUFBUU1RQUFBQUdBQUFBQVFBQUFBQUFBQUFCQUFBQUdsMFpXMEFBQUFBOHY3Ly93QUFBUURzL3YvL0FBQUJFQlFBQUFBWUFBQUFCQUFBQUFFQUFBQVVB' +
    'QUFBQVFBQUFHNEFBQUJPLy8vL0FnQUFBQmovLy84QUFBRUNFQUFBQUJnQUFBQUVBQUFBQUFBQUFBUUFBQUJwZEdWdEFBQUFBQXovLy84QUFBQUJJQUFBQU' +
    'VqLy8vOEFBQUVRRkFBQUFCZ0FBQUFFQUFBQUFRQUFBQlFBQUFBQkFBQUFaQUFBQUtyLy8vOENBQUFBZFAvLy93QUFBUU1RQUFBQUdBQUFBQVFBQUFBQUFB' +
    'QUFCQUFBQUdsMFpXMEFBQUFBcHYvLy93QUFBZ0NnLy8vL0FBQUJFQlFBQUFBY0FBQUFCQUFBQUFFQUFBQVlBQUFBQVFBQUFIWUFCZ0FJQUFRQUJnQUFBQU' +
    '1BQUFEUS8vLy9BQUFCQXhBQUFBQWNBQUFBQkFBQUFBQUFBQUFFQUFBQWFYUmxiUUFBQmdBSUFBWUFCZ0FBQUFBQUFRQVFBQlFBQ0FBR0FBY0FEQUFBQUJB' +
    'QUVBQUFBQUFBQVFJUUFBQUFIQUFBQUFRQUFBQUFBQUFBQWdBQUFHbGtBQUFJQUF3QUNBQUhBQWdBQUFBQUFBQUJRQUFBQUFBQUFBQT0AGCBwYXJxdWV0LW' +
    'NwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRlcHAAAHAAAHAAAHAAAHAAAANkEAABQQVIx',
  'base64',
);
/** The Arrow schema that pyarrow says of a table of `id` and `v` of three float32 each. */
const arrowSchema =
  '/////+AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAIAAAB4AAAABAAAAKD///8AAAEQFAAAABwAAAAEAAAAAQAAAB' +
  'gAAAABAAAAdgAGAAgABAAGAAAAAwAAAND///8AAAEDEAAAABwAAAAEAAAAAAAAAAQAAABpdGVtAAAGAAgABgAGAAAAAAABABAAFAAIAAYABwAMAAAAEAAQ' +
  'AAAAAAABAhAAAAAcAAAABAAAAAAAAAACAAAAaWQAAAgADAAIAAcACAAAAAAAAAFAAAAAAAAAAA==';

/** A Parquet file with the given Arrow schema, independent of its rows. */
async function parquet(select: string, schema = arrowSchema): Promise<Buffer> {
  const path = join(tmpdir(), `quern-vectors-${process.pid}.parquet`);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(
    `COPY (${select}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048, KV_METADATA {'ARROW:schema': '${schema}'})`,
  );
  connection.closeSync();
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

const load = async (table: string, bytes: Buffer, body: object = {}) =>
  api.load(database.id, table, { upload_id: await api.upload(bytes), ...body });
const json = (text: string) => Buffer.from(text);

async function rows(sql: string, dialect = 'hotsql'): Promise<Json[][]> {
  const { status, body } = await api.query(database.id, sql, { dialect });
  if (status !== 200) throw new Error(`${sql}: ${JSON.stringify(body)}`);
  return body.rows;
}
async function typesOf(table: string): Promise<Record<string, string>> {
  const path = `/v1/information_schema?connection_id=${database.default_connection_id}&table=${table}&include_columns=true`;
  const { columns } = (await api.get(path)).body.tables[0];
  return Object.fromEntries(columns.map((column: Json) => [column.name, column.arrow_type]));
}
const refusal = async (loaded: ReturnType<typeof load>) => {
  const { status, body } = await loaded;
  return [status, body.error?.message];
};
const three = 'SELECT i::BIGINT AS id, [i, i + 0.5, -i]::FLOAT[] AS v FROM range(1, 4) t(i)';

test('vectors of one length in a Parquet file keep it', async () => {
  const { status, body } = await load('kept', written);
  expect([status, body.row_count]).toEqual([200, 3]);
  expect(await typesOf('kept')).toEqual({
    id: 'Int64',
    v: 'FixedSizeList(Float32, 3)',
    d: 'FixedSizeList(Float64, 2)',
    n: 'List(Int32)',
    w: 'List(Float32)',
  });
  const fields = JSON.parse(body.arrow_schema_json).fields;
  expect(fields.map((field: Json) => Object.keys(field.data_type)[0])).toEqual([
    '0',
    'FixedSizeList',
    'FixedSizeList',
    'List',
    'List',
  ]);
  const all = [
    [1, [1, 2, 3], [1, 2]],
    [2, null, [3, 4]],
    [3, [0.5, 0, -1], null],
  ];
  for (const dialect of ['hotsql', 'postgres', 'duckdb', 'snowflake'])
    expect(await rows('SELECT id, v, d FROM kept ORDER BY id', dialect)).toEqual(all);
  expect(await rows('SELECT typeof(v), typeof(w) FROM kept LIMIT 1', 'duckdb')).toEqual([
    ['FLOAT[3]', 'FLOAT[]'],
  ]);
  expect((await rows('DESCRIBE kept', 'duckdb')).map(([name, type]) => [name, type])).toEqual([
    ['id', 'BIGINT'],
    ['v', 'FLOAT[3]'],
    ['d', 'DOUBLE[2]'],
    ['n', 'INTEGER[]'],
    ['w', 'FLOAT[]'],
  ]);
  const shown =
    "SELECT data_type FROM information_schema.columns WHERE table_name = 'kept' AND column_name = 'v'";
  expect(await rows(shown)).toEqual([['FLOAT[3]']]);
  const types =
    "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute JOIN pg_class c ON attrelid = c.oid WHERE relname = 'kept' AND attnum > 0 ORDER BY attnum";
  expect(await rows(types)).toEqual([
    ['id', 'bigint'],
    ['v', 'real[]'],
    ['d', 'double precision[]'],
    ['n', 'integer[]'],
    ['w', 'real[]'],
  ]);
});

test('vectors of one length keep it through a result, read in SQL and loaded', async () => {
  const sql =
    'SELECT i AS id, [i, 1, -i]::FLOAT[3] AS v, [i]::DOUBLE[1] AS d, [i]::INTEGER[1] AS n, [i]::FLOAT[] AS w FROM range(1, 4) t(i)';
  const made = (await api.query(database.id, sql, { dialect: 'duckdb' })).body.result_id;
  const table = `quern.results."${made}"`;
  const types = ['FLOAT[3]', 'DOUBLE[1]', 'INTEGER[]', 'FLOAT[]'];
  const typesIn = (relation: string) =>
    rows(`SELECT typeof(v), typeof(d), typeof(n), typeof(w) FROM ${relation} LIMIT 1`, 'duckdb');
  expect(await typesIn(table)).toEqual([types]);
  for (const dialect of ['hotsql', 'postgres', 'duckdb'])
    expect(await rows(`SELECT v, d FROM ${table} ORDER BY id LIMIT 1`, dialect)).toEqual([
      [[1, 1, -1], [1]],
    ]);
  const again = await api.query(database.id, `SELECT * FROM ${table}`, { dialect: 'duckdb' });
  for (const [name, id] of [
    ['of_result', made],
    ['of_result_again', again.body.result_id],
  ]) {
    expect((await api.load(database.id, name, { mode: 'replace', result_id: id })).status).toBe(
      200,
    );
    expect(await typesOf(name)).toMatchObject({
      v: 'FixedSizeList(Float32, 3)',
      d: 'FixedSizeList(Float64, 1)',
      n: 'List(Int32)',
      w: 'List(Float32)',
    });
    expect(await typesIn(name)).toEqual([types]);
  }
  const other = 'SELECT 9 AS id, [1, 2]::FLOAT[] AS v';
  const short = (await api.query(database.id, other, { dialect: 'duckdb' })).body.result_id;
  const refused = await api.load(database.id, 'of_result', { mode: 'append', result_id: short });
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    expect.stringMatching(/'v'.*3/),
  ]);
});

test('numerics that a query computed are vectors, and can be indexed', async () => {
  const sql =
    'SELECT * FROM (VALUES (1, ARRAY[0.1, 0.25]), (2, ARRAY[0.3, 0.25]), (3, NULL)) AS t(id, v)';
  const { body } = await api.query(database.id, sql);
  expect(body.rows[0]).toEqual([1, [0.1, 0.25]]);
  await api.load(database.id, 'computed', { result_id: body.result_id });
  const path = `/v1/connections/${database.default_connection_id}/tables/main/computed/indexes`;
  const index = { index_name: 'near', index_type: 'vector', columns: ['v'], metric: 'l2' };
  expect((await api.post(path, index)).status).toBe(201);
  expect(
    await rows("SELECT id FROM vector_search_vector('computed', 'v', ARRAY[0.3, 0.3], 1)"),
  ).toEqual([[2]]);
});

test('vectors of one length are arrays as others are to PostgreSQL', async () => {
  await load('arrays', written);
  expect(
    await rows(
      `SELECT id, CASE WHEN id = 2 THEN ARRAY[9]::real[] ELSE v END, v[1], cardinality(v), v || ARRAY[7]::real[], v = ARRAY[1,2,3]::real[],
        pg_typeof(v)::text FROM arrays WHERE id < 3 UNION ALL SELECT 0, ARRAY[]::real[], 1, 1, ARRAY[1]::real[], true, '' ORDER BY 1`,
    ),
  ).toEqual([
    [0, [], 1, 1, [1], true, ''],
    [1, [1, 2, 3], 1, 3, [1, 2, 3, 7], true, 'real[]'],
    [2, [9], null, null, [7], null, 'real[]'],
  ]);
  expect(await rows('SELECT unnest(v) FROM arrays WHERE id = 3')).toEqual([[0.5], [0], [-1]]);
  const far =
    'SELECT id, l2_distance(v, ARRAY[0.5, 0, 1]) FROM arrays WHERE v IS NOT NULL ORDER BY 2';
  const distances = [
    [3, 4],
    [1, 8.25],
  ];
  expect(await rows(far)).toEqual(distances);
  expect(await rows(far.replace('ARRAY', ''), 'duckdb')).toEqual(distances);
});

test('later loads are held to the length, and refused with their row', async () => {
  expect((await load('held', await parquet(three))).status).toBe(200);
  const all = await rows('SELECT id, v FROM held ORDER BY id');
  expect(all).toEqual([
    [1, [1, 1.5, -1]],
    [2, [2, 2.5, -2]],
    [3, [3, 3.5, -3]],
  ]);
  const append = { mode: 'append' };
  const short = 'SELECT 7::BIGINT AS id, [1, 2, 3]::FLOAT[] AS v UNION ALL SELECT 8, [1, 2]';
  const said = (row: number, length: number) =>
    `Row ${row}: Column 'v' is FLOAT[3], of 3 numbers each, and the file has a vector of ${length}`;
  for (const [bytes, message] of [
    [await parquet(short), said(2, 2)],
    [await parquet(short, 'none'), said(2, 2)],
    [
      json('{"id": 7, "v": [1.5, 2, 3]}\n{"id": 8, "v": [1.5]}'),
      said(2, 1).replace('FLOAT', 'DOUBLE'),
    ],
    [json('{"id": 7, "v": [1, 2, 3, 4]}'), said(1, 4)],
    [json('{"id": 7, "v": []}\n{"id": 8, "v": [1, 2, 3]}'), said(1, 0)],
  ] as const)
    expect(await refusal(load('held', bytes, append))).toEqual([409, message]);
  const csv = { ...append, data: 'id,v\n7,"[1,2,3]"\n8,\n9,"[1,2]"\n' };
  expect(await refusal(api.load(database.id, 'held', csv))).toEqual([
    409,
    "Row 3: Column 'v' holds vectors (FLOAT[3]), and '[1,2]' in the file is none: a text such as [1.5,2] of finite numbers is",
  ]);
  const keyed = { mode: 'upsert', key: ['id'] };
  expect(await refusal(load('held', json('{"id": 3, "v": [1, 2]}'), keyed))).toEqual([
    409,
    said(1, 2),
  ]);
  expect(await rows('SELECT id, v FROM held ORDER BY id')).toEqual(all);
  expect(await typesOf('held')).toEqual({ id: 'Int64', v: 'FixedSizeList(Float32, 3)' });
});

test('later loads of the length are taken from any file, and changed by key', async () => {
  await load('grows', await parquet(three));
  const loads = [
    await load('grows', await parquet('SELECT 4::BIGINT AS id, [4, 4, 4]::FLOAT[] AS v'), {
      mode: 'append',
    }),
    await load('grows', json('{"id": 5, "v": [5, 5, 5]}\n{"id": 6}'), { mode: 'append' }),
    await api.load(database.id, 'grows', { mode: 'append', data: 'id,v\n7,"[7,7,7]"\n' }),
    await load('grows', json('{"id": 2, "v": [0, 0, 0]}\n{"id": 8, "v": [8, 8, 8]}'), {
      mode: 'upsert',
      key: ['id'],
    }),
    await load('grows', json('{"id": 1, "v": [6, 6, 6]}'), { mode: 'update', key: ['id'] }),
    await load('grows', json('{"id": 3}'), { mode: 'delete', key: ['id'] }),
    await api.load(database.id, 'grows', { mode: 'append', data: 'id,other\n9,x\n' }),
  ];
  expect(loads.map(({ status, body }) => [status, body.error?.message])).toEqual(
    loads.map(() => [200, undefined]),
  );
  const all = [
    [1, [6, 6, 6]],
    [2, [0, 0, 0]],
    [4, [4, 4, 4]],
    [5, [5, 5, 5]],
    [6, null],
    [7, [7, 7, 7]],
    [8, [8, 8, 8]],
    [9, null],
  ];
  for (const dialect of ['hotsql', 'duckdb'])
    expect(await rows('SELECT id, v FROM grows ORDER BY id', dialect)).toEqual(all);
  const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
  const ofFork = await api.query(fork.id, 'SELECT id, v FROM grows ORDER BY id');
  expect(ofFork.body.rows).toEqual(all);
});

test('a declared length is kept likewise, and an index is of it', async () => {
  const columns = { id: 'BIGINT', v: 'DOUBLE[2]' };
  await api.load(database.id, 'declared', { data: 'id,v\n1,"[1, 0.5]"\n2,\n', columns });
  expect(await typesOf('declared')).toMatchObject({ v: 'FixedSizeList(Float64, 2)' });
  const indexes = `/v1/connections/${database.default_connection_id}/tables/main/declared/indexes`;
  const index = { index_name: 'v', index_type: 'vector', columns: ['v'] };
  expect(await refusal(api.post(indexes, { ...index, dimensions: 3 }))).toEqual([
    400,
    "'dimensions' is 3, and column 'v' has 2",
  ]);
  expect((await api.post(indexes, index)).status).toBe(201);
  expect((await api.get(indexes)).body.indexes).toMatchObject([{ index_type: 'vector' }]);
  const nearest = "SELECT id FROM vector_search_vector('declared', 'v', ARRAY[1, 0], 1)";
  expect(await rows(nearest)).toEqual([[1]]);
  for (const dialect of ['hotsql', 'duckdb']) {
    const list = dialect === 'duckdb' ? '[1.0, 0]' : 'ARRAY[1.0, 0]';
    const ordered = `SELECT id, v FROM declared ORDER BY l2_distance(v, ${list}) LIMIT 1`;
    expect(await rows(ordered, dialect)).toEqual([[1, [1, 0.5]]]);
  }
});

test('a file that says another length than its rows have is refused with the first such row', async () => {
  const lying = 'SELECT 1::BIGINT AS id, [1, 2, 3]::FLOAT[] AS v UNION ALL SELECT 2, [1]';
  expect(await refusal(load('lying', await parquet(lying)))).toEqual([
    409,
    "Row 2: Column 'v' is FLOAT[3], of 3 numbers each, and the file has a vector of 1",
  ]);
  expect(await refusal(load('lying', await parquet(three), { mode: 'append' }))).toEqual([
    200,
    undefined,
  ]);
});

test('of a file that is damaged behind a vector of another length the damage is told', async () => {
  await load('behind', await parquet(three));
  const bytes = await parquet(
    'SELECT i::BIGINT AS id, CASE WHEN i = 5 THEN [1] ELSE [random(), i, i] END::FLOAT[] AS v FROM range(3000) t(i)',
  );
  // The values of the last row group, whose pages end where the footer begins.
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  bytes.fill(0xff, footer - 2_000, footer - 1_900);
  for (const body of [{ mode: 'append' }, { mode: 'upsert', key: ['id'] }])
    expect(await refusal(load('behind', bytes, body))).toEqual([
      400,
      'The Parquet file is damaged or cut off and cannot be read; upload it again',
    ]);
});

test('an Arrow schema that cannot be read says nothing', async () => {
  const bytes = Buffer.from(arrowSchema, 'base64');
  const damaged = [
    '',
    'none of it',
    bytes.subarray(0, 20).toString('base64'),
    bytes.subarray(0, bytes.length / 2).toString('base64'),
    Buffer.alloc(64, 0xff).toString('base64'),
    ...[8, 12, 20, 30, 40, 60, 80].map((at) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt32LE(0xfffffff0, at);
      return changed.toString('base64');
    }),
  ];
  for (const schema of damaged) {
    const { status, body } = await load('unsaid', await parquet(three, schema));
    expect([schema, status, body.error?.message]).toEqual([schema, 200, undefined]);
    expect((await typesOf('unsaid')).v).toMatch(
      /^(?:List\(Float32\)|FixedSizeList\(Float32, 3\))$/,
    );
  }
});
