import { beforeAll, describe, expect, it } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { makeParquet } from '../parquet-files.ts';

let service: SharedService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
});

const people = 'id,name,age\n1,Ada,36\n2,Grace,85\n3,Mary,\n';
const key = ['id'];

async function rows(sql: string): Promise<unknown[][]> {
  const { status, body } = await api.query(database.id, sql);
  if (status !== 200) throw new Error(`query: ${status} ${JSON.stringify(body)}`);
  return body.rows;
}

const load = (table: string, mode: string, data: string, more: Record<string, unknown> = { key }) =>
  api.load(database.id, table, { mode, data, ...more });

async function loaded(
  table: string,
  mode: string,
  data: string,
  more?: Record<string, unknown>,
): Promise<number> {
  const { status, body } = await load(table, mode, data, more);
  if (status !== 200) throw new Error(`${mode}: ${status} ${JSON.stringify(body)}`);
  return body.row_count;
}

/** Declares a table; `layout` is what the declaration has beside the name. */
async function declare(name: string, layout: Json): Promise<void> {
  const path = `/v1/databases/${database.id}/schemas/main/tables`;
  const { status, body } = await api.post(path, { name, ...layout });
  if (status !== 201) throw new Error(`declare: ${status} ${JSON.stringify(body)}`);
}

describe('an upsert', () => {
  it('replaces rows with a key of the file, adds the others, and answers with the rows of the table', async () => {
    await loaded('u1', 'replace', people);
    expect(await loaded('u1', 'upsert', 'id,name,age\n2,Hopper,86\n4,Emmy,53\n')).toBe(4);
    expect(await rows('SELECT * FROM u1 ORDER BY id')).toEqual([
      [1, 'Ada', 36],
      [2, 'Hopper', 86],
      [3, 'Mary', null],
      [4, 'Emmy', 53],
    ]);
    expect(await loaded('u1', 'upsert', 'id,name,age\n2,G,1\n4,E,2\n1,A,3\n3,M,4\n')).toBe(4);
    expect(await rows('SELECT name FROM u1 ORDER BY id')).toEqual([['A'], ['G'], ['M'], ['E']]);
  });

  it('keeps the last row of a key that the file has more than once', async () => {
    await loaded('u2', 'replace', people);
    expect(
      await loaded('u2', 'upsert', 'id,name,age\n9,first,1\n1,x,1\n9,second,2\n1,y,2\n9,third,3\n'),
    ).toBe(4);
    expect(await rows('SELECT id, name FROM u2 WHERE id IN (1, 9) ORDER BY id')).toEqual([
      [1, 'y'],
      [9, 'third'],
    ]);
  });

  it('is the first load of a table that was declared or not there, each key once', async () => {
    await declare('u3', { key });
    expect(await loaded('u3', 'upsert', 'id,v\n1,a\n2,b\n1,c\n', {})).toBe(2);
    expect(await rows('SELECT * FROM u3 ORDER BY id')).toEqual([
      [1, 'c'],
      [2, 'b'],
    ]);
    expect(await loaded('u3_new', 'upsert', 'id,v\n1,a\n')).toBe(1);
  });

  it('widens types and adds columns; a column that the file lacks is null in its rows', async () => {
    await loaded('u4', 'replace', 'id,n,t\n1,2,x\n2,3,y\n', {
      columns: { id: 'INTEGER', n: 'INTEGER', t: 'VARCHAR' },
    });
    const columns = { id: 'BIGINT', n: 'BIGINT', extra: 'BOOLEAN' };
    expect(
      await loaded('u4', 'upsert', 'id,n,extra\n2,5000000000,true\n6000000000,7,false\n', {
        key,
        columns,
      }),
    ).toBe(3);
    expect(await rows('SELECT * FROM u4 ORDER BY id')).toEqual([
      [1, 2, 'x', null],
      [2, 5_000_000_000, null, true],
      [6_000_000_000, 7, null, false],
    ]);
    expect(await loaded('u4', 'upsert', 'id,n,t,extra\n1,8,z,true\n')).toBe(3);
    expect(await rows('SELECT * FROM u4 WHERE id = 1')).toEqual([[1, 8, 'z', true]]);
  });

  it('leaves one row of a key of which the table had several', async () => {
    await loaded('u5', 'replace', 'id,v\n1,a\n1,b\n2,c\n');
    await loaded('u5', 'append', 'id,v\n1,d\n');
    expect(await loaded('u5', 'upsert', 'id,v\n1,z\n')).toBe(2);
    expect(await rows('SELECT * FROM u5 ORDER BY id')).toEqual([
      [1, 'z'],
      [2, 'c'],
    ]);
  });

  it('of no rows changes none', async () => {
    await loaded('u6', 'replace', people);
    expect(await loaded('u6', 'upsert', 'id,name,age\n')).toBe(3);
    expect(await loaded('u6', 'delete', 'id\n')).toBe(3);
    expect(await loaded('u6', 'update', 'id,name\n')).toBe(3);
  });
});

describe('an update', () => {
  it('changes matching rows only, and of them only the columns that the file brings', async () => {
    await loaded('d1', 'replace', people);
    expect(await loaded('d1', 'update', 'age,id\n37,1\n1,7\n')).toBe(3);
    expect(await rows('SELECT * FROM d1 ORDER BY id')).toEqual([
      [1, 'Ada', 37],
      [2, 'Grace', 85],
      [3, 'Mary', null],
    ]);
    expect(await loaded('d1', 'update', 'id,name,age\n2,G,\n3,M,1\n2,H,\n')).toBe(3);
    expect(await rows('SELECT * FROM d1 ORDER BY id')).toEqual([
      [1, 'Ada', 37],
      [2, 'H', null],
      [3, 'M', 1],
    ]);
  });

  it('changes every row of a key, each in its other columns as it was', async () => {
    await loaded('d2', 'replace', 'id,a,b\n1,x,1\n1,y,2\n2,z,3\n');
    expect(await loaded('d2', 'update', 'id,a\n1,w\n')).toBe(3);
    expect(await rows('SELECT * FROM d2 ORDER BY id, b')).toEqual([
      [1, 'w', 1],
      [1, 'w', 2],
      [2, 'z', 3],
    ]);
  });

  it('widens types and adds columns as an append does, also where nothing matches', async () => {
    await loaded('d3', 'replace', 'id,n\n1,2\n2,3\n', { columns: { id: 'INTEGER', n: 'INTEGER' } });
    const columns = { id: 'BIGINT', n: 'BIGINT', extra: 'VARCHAR' };
    expect(await loaded('d3', 'update', 'id,n,extra\n2,5000000000,new\n', { key, columns })).toBe(
      2,
    );
    expect(await rows('SELECT * FROM d3 ORDER BY id')).toEqual([
      [1, 2, null],
      [2, 5_000_000_000, 'new'],
    ]);
    expect(await loaded('d3', 'update', 'id,later\n77,1.5\n')).toBe(2);
    expect(await rows('SELECT id, later FROM d3 ORDER BY id')).toEqual([
      [1, null],
      [2, null],
    ]);
  });

  it('reads rows that earlier loads wrote with fewer columns', async () => {
    await loaded('d4', 'replace', 'id,a\n1,x\n2,y\n');
    await loaded('d4', 'append', 'id,a,b\n3,z,1\n');
    expect(await loaded('d4', 'update', 'id,a\n1,xx\n3,zz\n')).toBe(3);
    expect(await rows('SELECT * FROM d4 ORDER BY id')).toEqual([
      [1, 'xx', null],
      [2, 'y', null],
      [3, 'zz', 1],
    ]);
  });
});

describe('a delete', () => {
  it('takes the key alone, removes matching rows, and ignores what else the file has', async () => {
    await loaded('x1', 'replace', people);
    expect(await loaded('x1', 'delete', 'id\n2\n77\n')).toBe(2);
    expect(await loaded('x1', 'delete', 'name,id,unknown\n5,3,what\n')).toBe(1);
    expect(await rows('SELECT * FROM x1')).toEqual([[1, 'Ada', 36]]);
    expect(await rows('SELECT count(*) FROM x1')).toEqual([[1]]);
  });

  it('of every row leaves an empty table with its columns, which can be filled again', async () => {
    await loaded('x2', 'replace', people);
    expect(await loaded('x2', 'delete', 'id\n1\n2\n3\n2\n')).toBe(0);
    expect(await rows('SELECT * FROM x2')).toEqual([]);
    expect(await loaded('x2', 'delete', 'id\n1\n')).toBe(0);
    expect(await loaded('x2', 'upsert', 'id,name,age\n1,Ada,36\n')).toBe(1);
    expect(await rows('SELECT * FROM x2')).toEqual([[1, 'Ada', 36]]);
  });

  it('compares in a wider type than the table has, and leaves the table its own', async () => {
    await loaded('x3', 'replace', 'id,v\n1,a\n2,b\n', {
      columns: { id: 'SMALLINT', v: 'VARCHAR' },
    });
    expect(await loaded('x3', 'delete', 'id\n2\n5000000000\n')).toBe(1);
    expect(
      await rows("SELECT data_type FROM information_schema.columns WHERE table_name = 'x3'"),
    ).toEqual([['SMALLINT'], ['VARCHAR']]);
  });

  it('again and again adds up, over files of several loads', async () => {
    const line = (from: number) =>
      Array.from({ length: 20 }, (_, index) => `${from + index},v\n`).join('');
    await loaded('x4', 'replace', `id,v\n${line(0)}`);
    await loaded('x4', 'append', `id,v\n${line(20)}`);
    let left = 40;
    for (const ids of [[0, 39], [1, 2, 3], [20, 21], [0, 4], [38]]) {
      left -= ids.filter((id) => id !== 0).length + (ids.includes(39) ? 1 : 0);
      expect(await loaded('x4', 'delete', `id\n${ids.join('\n')}\n`)).toBe(left);
    }
    expect(await rows('SELECT count(*), sum(id), min(id), max(id) FROM x4')).toEqual([
      [left, 780 - 39 - 6 - 41 - 4 - 38, 5, 37],
    ]);
  });
});

describe('the key', () => {
  it('is the declared one, or the one of the request instead', async () => {
    await declare('k1', { key: ['a', 'b'] });
    await loaded('k1', 'upsert', 'a,b,v\n1,x,1\n1,y,2\n2,x,3\n', {});
    expect(await loaded('k1', 'upsert', 'v,b,a\n9,y,1\n8,z,1\n', { key: [] })).toBe(4);
    expect(await rows('SELECT * FROM k1 ORDER BY a, b')).toEqual([
      [1, 'x', 1],
      [1, 'y', 9],
      [1, 'z', 8],
      [2, 'x', 3],
    ]);
    expect(await loaded('k1', 'delete', 'A\n1\n', { key: ['A'] })).toBe(1);
  });

  it.each([
    ['TINYINT', ['-1', '2', '127']],
    ['UBIGINT', ['0', '18446744073709551615', '5']],
    ['DECIMAL(38,4)', ['0.0001', '-9999999999999999999999999999999999.9999', '12']],
    ['FLOAT', ["'nan'", '0.1', '1e30']],
    ['DOUBLE', ["'nan'", '0.1', "'-inf'"]],
    ['BOOLEAN', ['true', 'false']],
    ['VARCHAR', ["''", "'é'", `'${'long '.repeat(40)}'`]],
    ['DATE', ["'2024-02-29'", "'0001-01-01'", "'infinity'"]],
    ['TIME', ["'00:00:00'", "'23:59:59.999999'"]],
    ['TIMESTAMP', ["'2024-02-29 12:00:00.000001'", "'1900-01-01'"]],
    ['TIMESTAMP_NS', ["'2024-02-29 12:00:00.000001'", "'1999-01-01'"]],
    ['TIMESTAMP WITH TIME ZONE', ["'2024-02-29 12:00:00+02'", "'1900-01-01 00:00:00Z'"]],
    ['UUID', ["'ffffffff-ffff-ffff-ffff-ffffffffffff'", "'00000000-0000-0000-0000-00000000000a'"]],
    ['BLOB', ["'\\x00'", "'\\xFFab'", "''"]],
    ['INTEGER[]', ['[1, NULL]', '[]', '[1]']],
    ['STRUCT(a INTEGER, b VARCHAR)', ['{a: 1, b: NULL}', "{a: 1, b: 'x'}"]],
    ['HUGEINT', ['-170141183460469231731687303715884105728', '0']],
    ['INTERVAL', ["'3 days'", "'1 month'", "'1 second'"]],
    ['TIME WITH TIME ZONE', ["'12:00:00+02'", "'12:00:00+00'"]],
    ['BIT', ["'0101'", "'101'"]],
    ["ENUM('b', 'a')", ["'a'", "'b'"]],
    ['DOUBLE[]', ["[0, 'nan'::DOUBLE]", "['inf'::DOUBLE]", '[]']],
    ['MAP(VARCHAR, INTEGER)', ["MAP {'a': 1}", "MAP {'a': 2}", 'MAP {}']],
  ])('may be %s', async (type, values) => {
    const table = `type_${type.replace(/\W+/g, '_').toLowerCase()}`;
    const file = (shown: readonly string[], text: string) =>
      makeParquet(
        shown
          .map((value) => `SELECT CAST(${value} AS ${type}) AS id, '${text}' AS v`)
          .join(' UNION ALL ') || `SELECT CAST(NULL AS ${type}) AS id, 'x' AS v LIMIT 0`,
      );
    const via = async (mode: string, bytes: Uint8Array) => {
      const answer = await api.load(database.id, table, {
        mode,
        upload_id: await api.upload(bytes),
        key,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.row_count;
    };
    const [first = '', second = ''] = values;
    expect(await via('replace', await file(values, 'old'))).toBe(values.length);
    expect(await via('upsert', await file([second, second, first], 'new'))).toBe(values.length);
    expect(await rows(`SELECT v, count(*) FROM ${table} GROUP BY v ORDER BY v`)).toEqual(
      values.length > 2
        ? [
            ['new', 2],
            ['old', values.length - 2],
          ]
        : [['new', 2]],
    );
    expect(await via('update', await file([first], 'newer'))).toBe(values.length);
    expect(await rows(`SELECT count(*) FROM ${table} WHERE v = 'newer'`)).toEqual([[1]]);
    expect(await via('delete', await file([first], ''))).toBe(values.length - 1);
    expect(await rows(`SELECT count(*) FROM ${table} WHERE v = 'newer'`)).toEqual([[0]]);
  });

  it('takes 0 and -0 for one, and any NaN for another', async () => {
    const file = (list: string) =>
      makeParquet(`SELECT unnest([${list}]::VARCHAR[])::DOUBLE AS id, 'x' AS v`);
    const via = async (mode: string, list: string) =>
      (
        await api.load(database.id, 'zeros', {
          mode,
          upload_id: await api.upload(await file(list)),
          key,
        })
      ).body.row_count;
    expect(await via('replace', "'-0.0', 'nan', '5'")).toBe(3);
    expect(await via('upsert', "'0.0', '-nan', '-0.0', 'nan'")).toBe(3);
    expect(await rows('SELECT count(*) FROM zeros WHERE id = 0')).toEqual([[1]]);
    expect(await via('delete', "'0.0'")).toBe(2);
    expect(await via('delete', "'-nan'")).toBe(1);
    expect(await rows('SELECT id FROM zeros')).toEqual([[5]]);
  });

  it('finds a FLOAT of an earlier load in the DOUBLE that the column has become', async () => {
    const via = async (mode: string, sql: string) =>
      (
        await api.load(database.id, 'floats', {
          mode,
          upload_id: await api.upload(await makeParquet(sql)),
          key,
        })
      ).body;
    await via('replace', "SELECT 0.1::FLOAT AS id, 'old' AS v");
    expect((await via('upsert', "SELECT 0.1::FLOAT::DOUBLE AS id, 'new' AS v")).row_count).toBe(1);
    expect((await via('upsert', "SELECT 0.1::DOUBLE AS id, 'other' AS v")).row_count).toBe(2);
  });
});

describe('constant_per_key', () => {
  const layout = { key, partition_by: [{ column: 'day', transform: 'month' }] };
  const first = 'id,day,v\n1,2024-01-05,a\n2,2024-01-06,b\n';
  const second = 'id,day,v\n3,2024-02-05,c\n';

  it('finds rows of the same key in the partitions that the file names', async () => {
    await declare('c1', { ...layout, constant_per_key: ['day'] });
    await loaded('c1', 'append', first, {});
    await loaded('c1', 'append', second, {});
    expect(await loaded('c1', 'upsert', 'id,day,v\n1,2024-01-05,z\n3,2024-02-28,y\n', {})).toBe(3);
    expect(await rows('SELECT id, v FROM c1 ORDER BY id')).toEqual([
      [1, 'z'],
      [2, 'b'],
      [3, 'y'],
    ]);
  });

  it('is taken at its word: a key whose partition changes is searched in the new one only', async () => {
    await declare('c2', { ...layout, constant_per_key: ['day'] });
    await declare('c3', layout);
    for (const table of ['c2', 'c3']) {
      await loaded(table, 'append', first, {});
      await loaded(table, 'append', second, {});
    }
    const moved = 'id,day,v\n1,2024-02-01,moved\n';
    expect(await loaded('c3', 'upsert', moved, {})).toBe(3);
    expect(await loaded('c2', 'upsert', moved, {})).toBe(4);
  });

  it('narrows nothing where the file does not bring the column', async () => {
    await declare('c4', { ...layout, constant_per_key: ['day'] });
    await loaded('c4', 'append', first, {});
    await loaded('c4', 'append', second, {});
    expect(await loaded('c4', 'delete', 'id\n1\n3\n', {})).toBe(1);
    expect(await loaded('c4', 'update', 'id,v\n2,new\n', {})).toBe(1);
    expect(await rows('SELECT id, v FROM c4')).toEqual([[2, 'new']]);
  });

  it('finds rows whose partition is null', async () => {
    await declare('c5', { ...layout, constant_per_key: ['day'] });
    await loaded('c5', 'append', 'id,day,v\n1,,a\n2,2024-01-01,b\n', {});
    await loaded('c5', 'append', second, {});
    expect(await loaded('c5', 'upsert', 'id,day,v\n1,,z\n', {})).toBe(3);
    expect(await rows('SELECT v FROM c5 WHERE id = 1')).toEqual([['z']]);
  });
});

describe('a sorted table', () => {
  it('keeps its order in the files of keyed loads', async () => {
    await declare('s1', { key, sorted_by: [{ column: 'v', direction: 'desc' }] });
    await loaded('s1', 'upsert', 'id,v\n1,5\n2,9\n3,7\n', {});
    expect(await rows('SELECT v FROM s1')).toEqual([[9], [7], [5]]);
    await loaded('s1', 'update', 'id,v\n1,6\n3,8\n2,1\n', {});
    expect(await rows('SELECT v FROM s1')).toEqual([[8], [6], [1]]);
  });
});

describe('the source of a keyed load', () => {
  it('may be NDJSON, Parquet, an upload and a result', async () => {
    const ndjson = Buffer.from('{"id":1,"v":"a"}\n{"id":2,"v":"b"}\n{"id":1,"v":"c"}\n');
    const upload = await api.upload(ndjson, { content_type: 'application/x-ndjson' });
    const answer = await api.load(database.id, 'f1', { mode: 'upsert', upload_id: upload, key });
    expect(answer.body.row_count).toBe(2);
    const { body } = await api.query(database.id, "SELECT id, v || '!' AS v FROM f1");
    const result = await api.load(database.id, 'f1', {
      mode: 'update',
      result_id: body.result_id,
      key,
    });
    expect(result.body.row_count).toBe(2);
    expect(await rows('SELECT * FROM f1 ORDER BY id')).toEqual([
      [1, 'c!'],
      [2, 'b!'],
    ]);
    const parquet = await api.upload(await makeParquet('SELECT 2::BIGINT AS id'));
    expect(
      (await api.load(database.id, 'f1', { mode: 'delete', upload_id: parquet, key })).body
        .row_count,
    ).toBe(1);
  });

  it('is loaded once: a repeat with mode and key the same is answered, another is refused', async () => {
    await loaded('f2', 'replace', people);
    const upload_id = await api.upload(Buffer.from('id,name,age\n1,Once,1\n'), {
      content_type: 'text/csv',
    });
    const send = (more: object) =>
      api.load(database.id, 'f2', { mode: 'upsert', upload_id, ...more });
    const done = await send({ key });
    expect(done.status).toBe(200);
    await loaded('f2', 'delete', 'id\n1\n');
    expect((await send({ key: ['ID'] })).body).toEqual(done.body);
    expect((await send({ key: ['name'] })).status).toBe(409);
    expect((await send({ key, mode: 'update' })).status).toBe(409);
    expect(await rows('SELECT count(*) FROM f2')).toEqual([[2]]);
  });

  it('has an idempotency_key that covers mode and key', async () => {
    await loaded('f3', 'replace', people);
    const data = 'id,name,age\n1,Once,1\n';
    const first = await load('f3', 'upsert', data, { key, idempotency_key: 'one' });
    expect(first.status).toBe(200);
    expect((await load('f3', 'upsert', data, { key, idempotency_key: 'one' })).body).toEqual(
      first.body,
    );
    expect(
      (await load('f3', 'upsert', data, { key: ['name'], idempotency_key: 'one' })).status,
    ).toBe(409);
    expect((await load('f3', 'update', data, { key, idempotency_key: 'one' })).status).toBe(409);
  });

  it('may be loaded by a job', async () => {
    await loaded('f4', 'replace', people);
    const { status, body } = await load('f4', 'delete', 'id\n1\n2\n', {
      key,
      async: true,
      async_after_ms: 30_000,
    });
    expect(status).toBe(200);
    expect(body.row_count).toBe(1);
  });
});

describe('a declared key', () => {
  it('lets GROUP BY of it select the columns that depend on it, in a table and not in a subquery', async () => {
    await declare('grouped', { key: ['id'] });
    await loaded('grouped', 'replace', people, {});
    const sql = 'SELECT id, upper(name), sum(age) FROM grouped GROUP BY id ORDER BY name';
    expect(await rows(sql)).toEqual([
      [1, 'ADA', 36],
      [2, 'GRACE', 85],
      [3, 'MARY', null],
    ]);
    const { status, body } = await api.query(
      database.id,
      'SELECT id, name FROM (SELECT * FROM grouped) g GROUP BY id',
    );
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining("'g.name' must appear in the GROUP BY"),
    ]);
  });
});
