import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
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

const people = 'id,name\n1,Ada\n2,Grace\n';

async function rows(sql: string, id: string = database.id): Promise<unknown[][]> {
  const { status, body } = await api.query(id, sql);
  if (status !== 200) throw new Error(`query: ${status} ${JSON.stringify(body)}`);
  return body.rows;
}

/**
 * Name and type of a table's columns as the information schema shows them; null when there is no
 * such table.
 */
async function columnsOf(
  table: string,
  schema = 'main',
  id = database.default_connection_id,
): Promise<string[] | null> {
  const { body } = await api.get(
    `/v1/information_schema?connection_id=${id}&schema=${schema}&table=${table}&include_columns=true`,
  );
  const [found] = body.tables;
  return found ? found.columns.map((column: Json) => `${column.name} ${column.data_type}`) : null;
}

describe('a replace', () => {
  it('answers with connection, lower-cased names, the rows of the table and its Arrow schema as text', async () => {
    const { status, body } = await api.load(database.id, 'People', { data: people }, 'Main');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      connection_id: database.default_connection_id,
      schema_name: 'main',
      table_name: 'people',
      row_count: 2,
    });
    expect(typeof body.arrow_schema_json).toBe('string');
    expect(JSON.parse(body.arrow_schema_json)).toBeTypeOf('object');
    expect(await rows('SELECT * FROM people ORDER BY id')).toEqual([
      [1, 'Ada'],
      [2, 'Grace'],
    ]);
  });

  it('sets content and schema anew, whatever they were', async () => {
    await api.loadCsv(database.id, 'renewed', 'a,b\n1,2\n3,4\n');
    const { row_count } = await api.loadCsv(database.id, 'renewed', 'b,c\nx,2024-01-31\n');
    expect(row_count).toBe(1);
    expect(await columnsOf('renewed')).toEqual(['b Utf8', 'c Date32']);
    expect(await rows('SELECT * FROM renewed')).toEqual([['x', '2024-01-31']]);
  });

  it('works over the connection route just the same', async () => {
    const path = `/v1/connections/${database.default_connection_id}/schemas/main/tables/by_connection/loads`;
    const { status, body } = await api.post(path, { mode: 'replace', data: people });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      connection_id: database.default_connection_id,
      table_name: 'by_connection',
    });
    expect(await rows('SELECT count(*) FROM by_connection')).toEqual([[2]]);
  });

  it('takes nulls for every optional field, and a key, which it ignores', async () => {
    const { status } = await api.load(database.id, 'nulls', {
      data: people,
      upload_id: null,
      result_id: null,
      format: null,
      key: null,
      idempotency_key: null,
      async: false,
      async_after_ms: null,
    });
    expect(status).toBe(200);
    expect((await api.load(database.id, 'nulls', { data: people, key: ['id'] })).status).toBe(200);
  });
});

describe('an append', () => {
  it('adds rows and answers with the total', async () => {
    await api.loadCsv(database.id, 'grown', people);
    expect(
      (await api.loadCsv(database.id, 'grown', 'id,name\n3,Mary\n', { mode: 'append' })).row_count,
    ).toBe(3);
    expect(await rows('SELECT name FROM grown ORDER BY id')).toEqual([
      ['Ada'],
      ['Grace'],
      ['Mary'],
    ]);
  });

  it('makes the table when there is none', async () => {
    expect((await api.loadCsv(database.id, 'appended', people, { mode: 'append' })).row_count).toBe(
      2,
    );
  });

  it('widens types, adds new columns as null, and leaves missing columns null', async () => {
    await api.loadCsv(database.id, 'evolved', 'i,f,t\n1,2,x\n', {
      columns: { i: 'INTEGER', f: 'REAL', t: 'VARCHAR' },
    });
    await api.loadCsv(database.id, 'evolved', 'i,f,extra\n5000000000,0.5,true\n', {
      mode: 'append',
      columns: { i: 'BIGINT', f: 'DOUBLE', extra: 'BOOLEAN' },
    });
    expect(await columnsOf('evolved')).toEqual(['i Int64', 'f Float64', 't Utf8', 'extra Boolean']);
    expect(await rows('SELECT * FROM evolved ORDER BY i')).toEqual([
      [1, 2, 'x', null],
      [5_000_000_000, 0.5, null, true],
    ]);
  });

  it('refuses a narrowing with 409, names column and both types, and changes nothing', async () => {
    await api.loadCsv(database.id, 'narrowed', 'id,at\n1,2024-01-31\n');
    const { status, body } = await api.load(database.id, 'narrowed', {
      mode: 'append',
      data: 'id,at\ntwo,2024-02-01\n',
    });
    expect(status).toBe(409);
    expect(body.error.code).toBe('CONFLICT');
    expect(body.error.message).toMatch(/'id'.*'main\.narrowed'.*BIGINT.*VARCHAR/);
    expect(await columnsOf('narrowed')).toEqual(['id Int64', 'at Date32']);
    expect(await rows('SELECT * FROM narrowed')).toEqual([[1, '2024-01-31']]);
  });

  it('keeps what an earlier snapshot of the table held readable after many appends', async () => {
    await api.loadCsv(database.id, 'many', 'n\n0\n');
    for (let index = 1; index < 6; index += 1) {
      await api.loadCsv(database.id, 'many', `n\n${index}\n`, { mode: 'append' });
    }
    expect(await rows('SELECT count(*), sum(n) FROM many')).toEqual([[6, 15]]);
  });
});

describe('a table that was not there', () => {
  it('is made with its schema by the load, and shows in both information schemas', async () => {
    const other = await api.createDatabase();
    const { status } = await api.load(other.id, 'fresh', { data: people }, 'brand_new');
    expect(status).toBe(200);
    expect(await columnsOf('fresh', 'brand_new', other.default_connection_id)).toEqual([
      'id Int64',
      'name Utf8',
    ]);
    const listed = await rows(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'brand_new'",
      other.id,
    );
    expect(listed).toEqual([['fresh']]);
  });

  it.each([
    ['CSV', Buffer.from('id,name\n'), ['id Utf8', 'name Utf8'], 'text/csv'],
    ['Parquet', null, ['id Int64', 'name Utf8'], 'application/octet-stream'],
  ])(
    'is published with its columns by an empty %s file',
    async (format, bytes, columns, contentType) => {
      const file = bytes ?? (await makeParquet("SELECT 1::BIGINT AS id, 'x' AS name LIMIT 0"));
      const table = `empty_${format.toLowerCase()}`;
      const upload = await api.upload(file, { content_type: contentType });
      const { status, body } = await api.load(database.id, table, { upload_id: upload });
      expect(body).toMatchObject({ row_count: 0 });
      expect(status).toBe(200);
      expect(await columnsOf(table)).toEqual(columns);
      expect(await rows(`SELECT * FROM ${table}`)).toEqual([]);
      expect(await rows(`SELECT count(*) FROM ${table}`)).toEqual([[0]]);
    },
  );

  it('can be emptied by an empty replace', async () => {
    await api.loadCsv(database.id, 'emptied', people);
    expect((await api.loadCsv(database.id, 'emptied', 'id,name\n')).row_count).toBe(0);
    expect(await rows('SELECT count(*) FROM emptied')).toEqual([[0]]);
  });
});

describe('inline CSV', () => {
  it('has declared columns of any name, also of those by which requests name files', async () => {
    const names = ['id', 'path', 'paths', 'directory', 'filePath', 'allPaths'];
    const columns = Object.fromEntries(names.map((name) => [name, 'TEXT']));
    const typed = { ...columns, path: { type: 'TEXT' } };
    const data = `${names.join()}\n1,/x,a,b,c,d\n`;
    const loaded = await api.load(database.id, 'named_like_files', { data, columns: typed });
    expect(loaded.status).toBe(200);
    const read = await api.query(database.id, 'SELECT * FROM named_like_files');
    expect(read.body).toMatchObject({ columns: names, rows: [['1', '/x', 'a', 'b', 'c', 'd']] });
  });

  it('takes types by name and as objects for every column', async () => {
    const data = 'a,b,c,d,e,f\n1,1.50,x,2024-01-31T10:00:00,true,01\n';
    const columns = {
      a: 'SMALLINT',
      b: { type: 'DECIMAL', precision: 10, scale: 2 },
      c: { type: 'TEXT' },
      d: 'timestamp',
      e: 'BOOLEAN',
      f: 'VARCHAR',
    };
    await api.loadCsv(database.id, 'typed', data, { columns, format: 'csv' });
    expect(await columnsOf('typed')).toEqual([
      'a Int16',
      'b Decimal128(10, 2)',
      'c Utf8',
      'd timestamp[us]',
      'e Boolean',
      'f Utf8',
    ]);
    expect(await rows('SELECT * FROM typed')).toEqual([
      [1, 1.5, 'x', '2024-01-31T10:00:00', true, '01'],
    ]);
  });

  it('tells a null from an empty text', async () => {
    await api.loadCsv(database.id, 'blanks', 'a,b\n,x\n"",y\n');
    expect(await rows('SELECT a, b FROM blanks ORDER BY b')).toEqual([
      [null, 'x'],
      ['', 'y'],
    ]);
  });

  it('takes 2 MiB and answers 413 for a byte more', async () => {
    const header = 'text\n';
    const most = `${header}${'a'.repeat(2 ** 21 - header.length)}`;
    expect((await api.load(database.id, 'wide', { data: most })).status).toBe(200);
    const { status, body } = await api.load(database.id, 'wide', { data: `${most}b` });
    expect(status).toBe(413);
    expect(body.error.code).toBe('INLINE_DATA_TOO_LARGE');
    expect(await rows('SELECT length(text) FROM wide')).toEqual([[most.length - header.length]]);
    const huge = await api.load(database.id, 'wide', { data: 'c'.repeat(14 * 2 ** 20) });
    expect(huge.status).toBe(413);
    expect(huge.body.error.code).toBe('INLINE_DATA_TOO_LARGE');
  });
});

describe('the format of an upload', () => {
  const json = Buffer.from('{"a":1}\n{"a":2}\n');
  const array = Buffer.from('[{"a":1},{"a":2}]');
  const asText = async (
    bytes: Uint8Array,
    session: Record<string, unknown>,
    load: Record<string, unknown> = {},
  ) => {
    const upload = await api.upload(bytes, session);
    return api.load(database.id, 'formats', { upload_id: upload, ...load });
  };

  it.each([
    ['application/parquet'],
    ['application/vnd.apache.parquet'],
    ['application/octet-stream'],
    [null],
  ])('is Parquet for %s', async (contentType) => {
    const file = await makeParquet('SELECT * FROM range(3) t(a)');
    const { body } = await asText(file, { content_type: contentType });
    expect(body.row_count).toBe(3);
  });

  it('is found in the content: NDJSON, a JSON array, CSV', async () => {
    expect((await asText(json, {})).body.row_count).toBe(2);
    expect(await rows('SELECT a FROM formats ORDER BY a')).toEqual([[1], [2]]);
    expect((await asText(array, {})).body.row_count).toBe(2);
    expect((await asText(Buffer.from('a\n1\n2\n3\n'), {})).body.row_count).toBe(3);
  });

  it('is the content type before the content, and the field before the content type', async () => {
    const lines = Buffer.from('{a}\n1\n2\n');
    expect((await asText(lines, { content_type: 'text/csv' })).body.row_count).toBe(2);
    expect((await asText(lines, {})).status).toBe(400);
    expect(
      (await asText(lines, { content_type: 'application/json' }, { format: 'csv' })).body.row_count,
    ).toBe(2);
    expect(
      (await asText(json, { content_type: 'text/csv' }, { format: 'json' })).body.row_count,
    ).toBe(2);
    const parquet = await makeParquet('SELECT * FROM range(3) t(a)');
    expect(
      (await asText(parquet, { content_type: 'text/csv' }, { format: 'parquet' })).body.row_count,
    ).toBe(3);
  });

  it('separates by tabs for text/tab-separated-values', async () => {
    await asText(Buffer.from('a\tb\n1\tx,y\n'), { content_type: 'text/tab-separated-values' });
    expect(await rows('SELECT * FROM formats')).toEqual([[1, 'x,y']]);
  });

  it('may be packed with gzip or zstd', async () => {
    expect((await asText(gzipSync(people), { content_encoding: 'gzip' })).body.row_count).toBe(2);
    // Made by zstd 1.5 from 'id,name\n1,Ada\n2,Grace\n'.
    const zstd = zstdFrame(Buffer.from(people));
    expect(
      (await asText(zstd, { content_encoding: 'zstd', content_type: 'text/csv' })).body.row_count,
    ).toBe(2);
    expect(await rows('SELECT name FROM formats ORDER BY id')).toEqual([['Ada'], ['Grace']]);
    expect((await asText(gzipSync(json), { content_encoding: 'GZIP' })).body.row_count).toBe(2);
  });
});

/** A zstd frame with the bytes in one raw block (RFC 8878, 3.1.1), made without a compressor. */
function zstdFrame(bytes: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, bytes.length]);
  const block = Buffer.alloc(3);
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([head, block, bytes]);
}

describe('a load from a result', () => {
  it('copies it, into any number of tables, while the result stays', async () => {
    const { body } = await api.query(
      database.id,
      "SELECT 1 AS id, 'Ada' AS name UNION ALL SELECT 2, 'Grace'",
    );
    for (const table of ['copied', 'copied_again']) {
      const loaded = await api.load(database.id, table, { result_id: body.result_id, key: ['id'] });
      expect(loaded.body).toMatchObject({ row_count: 2 });
    }
    const appended = await api.load(database.id, 'copied', {
      mode: 'append',
      result_id: body.result_id,
    });
    expect(appended.body.row_count).toBe(4);
    expect(await columnsOf('copied')).toEqual(['id Int64', 'name Utf8']);
    expect(await rows('SELECT DISTINCT name FROM copied ORDER BY name')).toEqual([
      ['Ada'],
      ['Grace'],
    ]);
  });

  it('works over the connection route, where the header may say the database again', async () => {
    const { body } = await api.query(database.id, 'SELECT 1 AS one');
    const path = `/v1/connections/${database.default_connection_id}/schemas/main/tables/one/loads`;
    const request = { mode: 'replace', result_id: body.result_id };
    expect((await api.post(path, request, { 'x-database-id': database.id })).status).toBe(200);
    expect((await api.post(path, request)).status).toBe(200);
  });

  it('is 404 for an unknown result and for one of another database', async () => {
    const other = await api.createDatabase();
    const { body } = await api.query(other.id, 'SELECT 1 AS one');
    for (const id of ['rslt_nothing', body.result_id]) {
      const refused = await api.load(database.id, 'stolen', { result_id: id });
      expect(refused.status).toBe(404);
      expect(refused.body.error.message).toMatch(/Result '.*' not found/);
    }
    expect(await columnsOf('stolen')).toBeNull();
  });

  it('is 400 for a format and for columns without names of their own', async () => {
    const { body } = await api.query(database.id, 'SELECT 1 AS a, 2 AS a');
    const twice = await api.load(database.id, 'doubled', { result_id: body.result_id });
    expect(twice.status).toBe(400);
    expect(twice.body.error.message).toMatch(/more than one column named 'a'/);
    const good = (await api.query(database.id, 'SELECT 1 AS a')).body.result_id;
    expect(
      (await api.load(database.id, 'doubled', { result_id: good, format: 'parquet' })).status,
    ).toBe(400);
    expect(await columnsOf('doubled')).toBeNull();
  });
});

describe('a load of a result in the background', () => {
  it('is answered like any other, at once or by its job', async () => {
    const { result_id } = (await api.query(database.id, 'SELECT 1 AS a')).body;
    const request = { result_id, async: true, async_after_ms: 20_000 };
    const waited = await api.load(database.id, 'background_a', request);
    expect([waited.status, waited.body.row_count]).toEqual([200, 1]);
    const submitted = await api.load(database.id, 'background_b', { result_id, async: true });
    expect(submitted.status).toBe(202);
    await eventually(async () => {
      const { body } = await api.get(submitted.body.status_url);
      expect(body).toMatchObject({
        status: 'succeeded',
        result: { table_name: 'background_b', row_count: 1 },
      });
    });
    const unknown = await api.load(database.id, 'background_c', {
      result_id: 'rslt1',
      async: true,
    });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a repeated load', () => {
  it('of an upload into the same table with the same mode is answered again and not done again', async () => {
    const upload = await api.upload(Buffer.from(people));
    const first = await api.load(database.id, 'once', { mode: 'append', upload_id: upload });
    expect(first.body.row_count).toBe(2);
    await api.loadCsv(database.id, 'once', 'id,name\n3,Mary\n', { mode: 'append' });
    const second = await api.load(database.id, 'once', { mode: 'append', upload_id: upload });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await rows('SELECT count(*) FROM once')).toEqual([[3]]);
  });

  it('of an upload elsewhere, or in another mode, is 409', async () => {
    const upload = await api.upload(Buffer.from(people));
    await api.load(database.id, 'there', { upload_id: upload });
    const other = await api.createDatabase();
    const refusals = [
      await api.load(database.id, 'elsewhere', { upload_id: upload }),
      await api.load(database.id, 'there', { mode: 'append', upload_id: upload }),
      await api.load(database.id, 'there', { upload_id: upload }, 'public'),
      await api.load(other.id, 'there', { upload_id: upload }),
      await api.load(database.id, 'elsewhere', { upload_id: upload, async: true }),
    ];
    for (const { status, body } of refusals) {
      expect(status).toBe(409);
      expect(body.error.message).toMatch(/loaded already/);
    }
    expect(await columnsOf('elsewhere')).toBeNull();
  });

  it('of an upload whose table was deleted meanwhile is 409: there is nothing to answer about', async () => {
    const upload = await api.upload(Buffer.from(people));
    const path = `/v1/databases/${database.id}/schemas/main/tables/gone`;
    await api.load(database.id, 'gone', { upload_id: upload });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.load(database.id, 'gone', { upload_id: upload })).status).toBe(409);
    await api.loadCsv(database.id, 'gone', 'x\n1\n');
    expect((await api.load(database.id, 'gone', { upload_id: upload })).status).toBe(409);
    expect(await rows('SELECT * FROM gone')).toEqual([[1]]);
  });

  it('with an idempotency key is answered again; other data, columns or mode under it are 409', async () => {
    const request = { mode: 'append', data: people, idempotency_key: 'load-1' };
    const first = await api.load(database.id, 'keyed', request);
    await api.loadCsv(database.id, 'keyed', 'id,name\n3,Mary\n', { mode: 'append' });
    const second = await api.load(database.id, 'keyed', request);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await rows('SELECT count(*) FROM keyed')).toEqual([[3]]);
    const others = [
      { ...request, data: 'id,name\n9,Eve\n' },
      { ...request, mode: 'replace' },
      { ...request, columns: { id: 'BIGINT', name: 'TEXT' } },
    ];
    for (const other of others) {
      const refused = await api.load(database.id, 'keyed', other);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
      expect(refused.body.error.message).toMatch(/idempotency_key/);
    }
    expect(await rows('SELECT count(*) FROM keyed')).toEqual([[3]]);
  });

  it('with the same idempotency key into another table is 409, also at once, and loads nothing', async () => {
    const request = { data: people, idempotency_key: 'load-2' };
    expect((await api.load(database.id, 'keyed_a', request)).status).toBe(200);
    const other = await api.load(database.id, 'keyed_b', request);
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
    expect(await columnsOf('keyed_b')).toBeNull();
    const tables = Array.from({ length: 6 }, (_, index) => `keyed_raced_${index}`);
    const raced = await Promise.all(
      tables.map((table) =>
        api.load(database.id, table, { data: people, idempotency_key: 'raced' }),
      ),
    );
    const codes = raced
      .map(({ status, body }) => (status === 200 ? 'loaded' : body.error.code))
      .sort();
    expect(codes).toEqual([...Array(5).fill('IDEMPOTENCY_KEY_CONFLICT'), 'loaded']);
    const loaded = await Promise.all(tables.map((table) => columnsOf(table)));
    expect(loaded.filter((columns) => columns !== null)).toHaveLength(1);
  });

  it('with the same idempotency key in another database, or after a failure, is a load of its own', async () => {
    const other = await api.createDatabase();
    expect(
      (await api.load(other.id, 'keyed_a', { data: people, idempotency_key: 'load-2' })).status,
    ).toBe(200);
    expect(
      (await api.load(database.id, 'keyed_c', { data: 'a\n1,2\n', idempotency_key: 'k' })).status,
    ).toBe(400);
    expect(
      (await api.load(database.id, 'keyed_c', { data: 'a\n1\n', idempotency_key: 'k' })).status,
    ).toBe(200);
    expect(
      (await api.load(database.id, 'keyed_c', { data: 'a\n1\n', idempotency_key: 'k'.repeat(256) }))
        .status,
    ).toBe(400);
  });

  it('with an idempotency key after the table was deleted loads again', async () => {
    const request = { data: people, idempotency_key: 'load-3' };
    await api.load(database.id, 'keyed_gone', request);
    await api.delete(`/v1/databases/${database.id}/schemas/main/tables/keyed_gone`);
    expect((await api.load(database.id, 'keyed_gone', request)).status).toBe(200);
    expect(await rows('SELECT count(*) FROM keyed_gone')).toEqual([[2]]);
  });
});
