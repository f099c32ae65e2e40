import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { makeParquet } from '../parquet-files.ts';
import { openSession } from '../upload-session.ts';

let service: SharedService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase({
    schemas: [{ name: 'main', tables: [{ name: 'declared' }] }],
  });
});

/** Everything a reader can see of the database. */
async function visible(): Promise<unknown> {
  const listing = await api.get(
    `/v1/information_schema?connection_id=${database.default_connection_id}&include_columns=true`,
  );
  const content = await api.query(database.id, 'SELECT * FROM kept ORDER BY id');
  expect([listing.status, content.status]).toEqual([200, 200]);
  return { tables: listing.body.tables, rows: content.body.rows, columns: content.body.columns };
}

let before: unknown;
beforeEach(async () => {
  await api.loadCsv(database.id, 'kept', 'id,name\n1,Ada\n2,Grace\n');
  await api.delete(`/v1/databases/${database.id}/schemas/main/tables/never_made`);
  before = await visible();
});

/** Refusal of one load, into a table with data and into a missing table; neither leaves a trace. */
async function refused(
  body: Record<string, unknown>,
  status = 400,
  code = 'BAD_REQUEST',
): Promise<string> {
  let message = '';
  for (const table of ['kept', 'never_made']) {
    const answer = await api.load(database.id, table, body);
    message = answer.body.error?.message ?? `loaded: ${JSON.stringify(answer.body)}`;
    expect(answer, message).toMatchObject({ status, body: { error: { code } } });
    expect(message).not.toMatch(/not declared/i);
    expect(message).not.toMatch(/\/tmp|quern-data|spool|objects\/|at \w+ \(/);
  }
  expect(await visible()).toEqual(before);
  return message;
}

const csv = (text: string) => refused({ data: text });

/** Refusal of an uploaded file; the upload stays loadable. */
async function refusedFile(
  bytes: Uint8Array,
  session: Record<string, unknown> = {},
  load: Record<string, unknown> = {},
): Promise<string> {
  const upload = await api.upload(bytes, session);
  return refused({ upload_id: upload, ...load });
}

describe('a request that says the wrong thing is 400 and changes nothing', () => {
  it.each([
    ['an unknown mode', { mode: 'truncate', data: 'a\n1\n' }, /mode/],
    ['no mode', { mode: undefined, data: 'a\n1\n' }, /'mode' is required/],
    ['a null mode', { mode: null, data: 'a\n1\n' }, /mode/],
    ['no source', {}, /exactly one source/],
    ['null sources', { data: null, upload_id: null, result_id: null }, /exactly one source/],
    ['two sources', { data: 'a\n1\n', upload_id: 'upld1' }, /exactly one source/],
    [
      'three sources',
      { data: 'a\n1\n', upload_id: 'upld1', result_id: 'rslt1' },
      /exactly one source/,
    ],
    ['a URL as source', { url: 'http://127.0.0.1/x.csv' }, /'url'/],
    ['columns without data', { upload_id: 'upld1', columns: { a: 'TEXT' } }, /columns/],
    [
      'an idempotency key without data',
      { upload_id: 'upld1', idempotency_key: 'k' },
      /idempotency_key/,
    ],
    ['a format with a result', { result_id: 'rslt1', format: 'csv' }, /format/],
    ['another format than CSV with data', { data: '{"a":1}', format: 'json' }, /csv/],
    ['an unknown format', { upload_id: 'upld1', format: 'xlsx' }, /format/],
    ['async_after_ms without async', { data: 'a\n1\n', async_after_ms: 1000 }, /async/],
    ['async_after_ms below 1000', { data: 'a\n1\n', async: true, async_after_ms: 999 }, /1000/],
    [
      'async_after_ms over the maximum',
      { data: 'a\n1\n', async: true, async_after_ms: 60_001 },
      /60000/,
    ],
    ['data that is no text', { data: 1 }, /data/],
    ['a NUL in the data', { data: 'a\n\0\n' }, /NUL/],
    [
      'an unknown column type',
      { data: 'id,name\n1,x\n', columns: { id: 'NUMBER', name: 'TEXT' } },
      /'?id'?.*NUMBER/,
    ],
    [
      'a type for a column that is not there',
      { data: 'id\n1\n', columns: { id: 'INTEGER', x: 'TEXT' } },
      /'x'/,
    ],
    ['a column without a type', { data: 'id,name\n1,x\n', columns: { id: 'INTEGER' } }, /'name'/],
    ['a precision over 38', { data: 'id\n1\n', columns: { id: 'DECIMAL(39,0)' } }, /38/],
    [
      'a scale over the precision',
      { data: 'id\n1\n', columns: { id: { type: 'DECIMAL', precision: 2, scale: 3 } } },
      /scale/,
    ],
    ['data that does not fit its type', { data: 'id\nx\n', columns: { id: 'INTEGER' } }, /'?id'?/],
  ])('%s', async (_, body, message) => {
    expect(await refused(body)).toMatch(message);
  });

  it.each(['a-b', '1a', 'a.b', "a'b", 'a%2Fb', 'a%20b', 'é', 'a'.repeat(129), '..%2F..%2Fx'])(
    'a table or schema called %s',
    async (name) => {
      for (const [schema, table] of [
        ['main', name],
        [name, 't'],
      ]) {
        const path = `/v1/databases/${database.id}/schemas/${schema}/tables/${table}/loads`;
        const { status, body } = await api.post(path, { mode: 'replace', data: 'a\n1\n' });
        expect(status).toBe(400);
        expect(body.error.message).toMatch(/name|malformed|NUL/i);
      }
      expect(await visible()).toEqual(before);
    },
  );

  it.each(['information_schema', 'pg_catalog'])('the schema %s', async (schema) => {
    expect((await api.load(database.id, 't', { data: 'a\n1\n' }, schema)).status).toBe(400);
    expect(await visible()).toEqual(before);
  });
});

describe('a file that cannot be read is 400, changes nothing and stays loadable', () => {
  it('CSV: rows of another width, with their line', async () => {
    expect(await csv('a,b\n1,2\n3\n')).toMatch(/line 3/i);
    expect(await csv('a,b\n1,2\n3,4,5\n')).toMatch(/line 3/i);
    expect(await csv('a,b\n"x\ny",2\n3\n')).toMatch(/line 4/i);
  });

  it('CSV: a quote without end, columns of one name, names that differ only by case, a header without names', async () => {
    expect(await csv('a,b\n1,"2\n')).toMatch(/line 2|quote/i);
    expect(await csv('a,a\n1,2\n')).toMatch(/'a'/);
    expect(await csv('a,A\n1,2\n')).toMatch(/'A'|'a'/);
    expect(await csv('a,\n1,2\n')).toMatch(/name/i);
    expect(await csv('')).toMatch(/header|empty/i);
  });

  it('CSV: text that is not UTF-8, with its line', async () => {
    expect(
      await refusedFile(Buffer.from('a,b\n1,x\n2,M\xfcller\n', 'latin1'), {
        content_type: 'text/csv',
      }),
    ).toMatch(/line 3.*UTF-8/i);
    const utf16 = Buffer.from('\ufeffa,b\n1,2\n', 'utf16le');
    expect(await refusedFile(utf16, { content_type: 'text/csv' })).toMatch(/UTF-8|UTF-16/i);
  });

  it('Parquet: cut off, damaged, or something else under its name', async () => {
    const whole = await makeParquet("SELECT range AS a, 'text ' || range AS b FROM range(5000)");
    expect(await refusedFile(whole.subarray(0, whole.length - 10))).toMatch(/Parquet/);
    expect(await refusedFile(whole.subarray(0, 100))).toMatch(/Parquet/);
    expect(await refusedFile(Buffer.from('PAR1'))).toMatch(/Parquet/);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 40, 4000);
    expect(await refusedFile(damaged)).toMatch(/Parquet/);
    const footer = Buffer.from(whole);
    footer.fill(0xff, whole.length - 200, whole.length - 8);
    expect(await refusedFile(footer)).toMatch(/Parquet/);
    expect(
      await refusedFile(Buffer.from('a\n1\n'), { content_type: 'application/parquet' }),
    ).toMatch(/Parquet/);
    expect(await refusedFile(whole, {}, { format: 'csv' })).toMatch(/Parquet, not CSV/);
  });

  it('JSON: broken, not objects, or CSV under its name', async () => {
    expect(await refusedFile(Buffer.from('{"a":1}\n{"a":\n'))).toMatch(/JSON/);
    expect(await refusedFile(Buffer.from('[1,2,3]'))).toMatch(/object/i);
    expect(await refusedFile(Buffer.from('a,b\n1,2\n'), {}, { format: 'json' })).toMatch(/JSON/);
    expect(await refusedFile(Buffer.from('"text"'), {}, { format: 'json' })).toMatch(/JSON/);
  });

  it('JSON: an array that is cut off', async () => {
    expect(await refusedFile(Buffer.from('[{"a":1},{"a":'))).toMatch(/JSON/);
    expect(await refusedFile(Buffer.from('[{"a":1},'))).toMatch(/JSON/);
    expect(await refusedFile(Buffer.from('[{"a":1}'))).toMatch(/JSON/);
  });

  it('packed otherwise than it says, or unpacking beyond the limit', async () => {
    const packed = gzipSync('a\n1\n');
    expect(await refusedFile(Buffer.from('a\n1\n'), { content_encoding: 'gzip' })).toMatch(/gzip/);
    expect(await refusedFile(Buffer.from('a\n1\n'), { content_encoding: 'zstd' })).toMatch(/zstd/);
    expect(
      await refusedFile(packed.subarray(0, packed.length - 6), { content_encoding: 'gzip' }),
    ).toMatch(/gzip/);
    expect(await refusedFile(packed, { content_type: 'text/csv' })).toMatch(/gzip/);
  });

  it('and loads as it should once asked for rightly', async () => {
    const upload = await api.upload(Buffer.from('{"a":1}\n'), { content_type: 'application/json' });
    const wrong = await api.load(database.id, 'rightly', { upload_id: upload, format: 'parquet' });
    expect(wrong.status).toBe(400);
    expect((await api.load(database.id, 'rightly', { upload_id: upload })).status).toBe(200);
    await api.delete(`/v1/databases/${database.id}/schemas/main/tables/rightly`);
  });
});

describe('what is not there is 404 and changes nothing', () => {
  it('an upload, a result, a database, a connection', async () => {
    expect(await refused({ upload_id: 'upld_nothing' }, 404, 'NOT_FOUND')).toMatch(
      /Upload 'upld_nothing' not found/,
    );
    expect(await refused({ result_id: 'rslt_nothing' }, 404, 'NOT_FOUND')).toMatch(
      /Result 'rslt_nothing' not found/,
    );
    const load = { mode: 'replace', data: 'a\n1\n' };
    for (const id of ['dbid_nothing', database.default_connection_id]) {
      const unknown = await api.post(`/v1/databases/${id}/schemas/main/tables/t/loads`, load);
      expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
    for (const id of ['conn_nothing', database.id]) {
      const unknown = await api.post(`/v1/connections/${id}/schemas/main/tables/t/loads`, load);
      expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
  });

  it('an upload that is not finalized is 400 and says so', async () => {
    const session = await openSession(api, { declared_size_bytes: 3 });
    expect(await refused({ upload_id: session.id })).toMatch(/finalize it first/);
  });
});

describe('an append that does not fit', () => {
  it.each([
    ['text for a number', 'id,name\nx,y\n', /'id'.*BIGINT.*VARCHAR/],
    ['a date for a number', 'id,name\n2024-01-01,y\n', /'id'.*BIGINT.*DATE/],
  ])(
    'is 409 for %s, naming the column and both types, and changes nothing',
    async (_, data, message) => {
      const answer = await api.load(database.id, 'kept', { mode: 'append', data });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
      expect(answer.body.error.message).toMatch(message);
      expect(await visible()).toEqual(before);
    },
  );
});

describe('a declared table', () => {
  it('keeps its declaration when its first load fails, and takes the next one', async () => {
    expect((await api.load(database.id, 'declared', { data: 'a,b\n1\n' })).status).toBe(400);
    const { status, body } = await api.query(database.id, 'SELECT * FROM declared');
    expect(status).toBe(400);
    expect(body.error.message).toBe(
      "table 'default.main.declared' not found: declared but has no data; load it first",
    );
    expect(await visible()).toEqual(before);
  });

  it('is refused with 400 where the first load does not bring its layout columns, or cannot partition by them', async () => {
    const table = (name: string, layout: Json) => ({ name, ...layout });
    const other = await api.createDatabase({
      schemas: [
        {
          name: 'main',
          tables: [
            table('sorted', { sorted_by: [{ column: 'at' }] }),
            table('keyed', { key: ['id'] }),
            table('parted', { partition_by: [{ column: 'name', transform: 'year' }] }),
          ],
        },
      ],
    });
    for (const [name, message] of [
      ['sorted', /'at'/],
      ['keyed', /'id'/],
      ['parted', /year of 'name'/],
    ] as const) {
      const answer = await api.load(other.id, name, { data: 'name\nx\n' });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
      expect((await api.query(other.id, `SELECT * FROM ${name}`)).body.error.message).toMatch(
        /has no data/,
      );
    }
  });
});
