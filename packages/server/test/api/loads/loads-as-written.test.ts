import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { sharedService } from '../../shared-service.ts';

let api: Api;
let database: Json;

beforeAll(async () => {
  api = (await sharedService()).api();
  database = await api.createDatabase();
});

const load = (body: Json, table = 't') =>
  api.load(database.id, table, { mode: 'replace', ...body });
const rows = async (table = 't') =>
  (await api.query(database.id, `SELECT * FROM ${table} ORDER BY 1`)).body.rows;

const german = 'Bericht\nid;preis;tag\n1;9,5;31.01.2024\n2;-;\n';
const options = { skip: 1, decimal: ',', date_format: '%d.%m.%Y', null_values: ['-'] };
const expected = [
  [1, 9.5, '2024-01-31'],
  [2, null, null],
];

describe('options of a load', () => {
  test('go with text in the request, an upload, and a job', async () => {
    expect(await load({ data: german, ...options })).toMatchObject({ status: 200 });
    expect(await rows()).toEqual(expected);
    const utf16 = Buffer.from(`\uFEFF${german}`, 'utf16le');
    const encoding = 'utf-16';
    const upload = await api.upload(utf16);
    expect((await load({ upload_id: upload })).body.error.message).toMatch(/encoding 'utf-16'/);
    expect(await load({ upload_id: upload, encoding, ...options }, 'u')).toMatchObject({
      status: 200,
    });
    expect(await rows('u')).toEqual(expected);
    const { status, body } = await load(
      { upload_id: await api.upload(utf16), encoding, ...options, async: true },
      'j',
    );
    expect(status).toBe(202);
    await eventually(async () =>
      expect((await api.get(`/v1/jobs/${body.id}`)).body.status).toBe('succeeded'),
    );
    expect(await rows('j')).toEqual(expected);
  });

  test('may be null, and go with keyed modes and declared types', async () => {
    const none = { delimiter: null, quote: null, null_values: null, decimal: null };
    expect(
      await load(
        { data: 'id,v\n1,a\n', ...none, encoding: null, skip: null, date_format: null },
        'k',
      ),
    ).toMatchObject({ status: 200 });
    expect(
      await load({ mode: 'upsert', key: ['id'], data: 'x\nid;v\n1;b\n2;c\n', skip: 1 }, 'k'),
    ).toMatchObject({ status: 200 });
    expect(await rows('k')).toEqual([
      [1, 'b'],
      [2, 'c'],
    ]);
    const columns = { id: 'BIGINT', preis: 'DECIMAL(10,2)', tag: 'DATE' };
    expect(await load({ data: german, ...options, columns }, 'd')).toMatchObject({ status: 200 });
    expect(await rows('d')).toEqual([
      [1, 9.5, '2024-01-31'],
      [2, null, null],
    ]);
  });

  test('are part of what makes two loads the same', async () => {
    const upload = await api.upload(Buffer.from('a~b\n1~2\n'));
    const first = await load({ upload_id: upload, delimiter: '~' }, 'once');
    expect((await load({ upload_id: upload, delimiter: '~' }, 'once')).body).toEqual(first.body);
    expect(await load({ upload_id: upload, delimiter: '|' }, 'once')).toMatchObject({
      status: 409,
    });
    expect(await load({ upload_id: upload }, 'once')).toMatchObject({ status: 409 });
    const keyed = { data: 'a~b\n1~2\n', idempotency_key: 'as written' };
    const one = await load({ ...keyed, delimiter: '~' }, 'keyed');
    expect(one.status).toBe(200);
    expect((await load({ ...keyed, delimiter: '~' }, 'keyed')).body).toEqual(one.body);
    expect(await load(keyed, 'keyed')).toMatchObject({
      status: 409,
      body: { error: { code: 'IDEMPOTENCY_KEY_CONFLICT' } },
    });
  });

  test('tell by a warning that a date format fits no column', async () => {
    const { body } = await load({ data: 'a,b\n1,2024-01-31\n', date_format: '%d.%m.%Y' }, 'w');
    expect(body.warnings).toEqual([
      "No column holds dates of 'date_format' alone, so it changed nothing",
    ]);
  });
});

describe('a file that is not what the table has', () => {
  beforeEach(async () => {
    await load({ data: 'id,name\n1,Ada\n' }, 'kept');
  });
  const unchanged = async () => expect(await rows('kept')).toEqual([[1, 'Ada']]);

  test.each([
    ['a page of XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', {}],
    ['JSON', '{"error":"not found"}', {}],
    ['a delimiter that may be one of two', 'id;name|alias\n1;a|b\n', {}],
  ])('(%s) is refused, and replaces nothing', async (_what, data, rest) => {
    expect(await load({ data, ...rest }, 'kept')).toMatchObject({ status: 400 });
    await unchanged();
  });

  test.each([
    ['small', 1],
    ['large', 100_000],
  ])('is refused by an append that shares no column (%s)', async (_what, count) => {
    const data = Buffer.from(`nr^wer\n${'2^Bob\n'.repeat(count)}`);
    const upload = await api.upload(data);
    const { status, body } = await load({ mode: 'append', upload_id: upload }, 'kept');
    expect([status, body.error]).toEqual([
      409,
      {
        code: 'CONFLICT',
        message:
          "The file has no column of table 'main.kept'; load a file of the table, give its 'delimiter', or load it with mode 'replace'",
      },
    ]);
    await unchanged();
    // The refused upload is still there for the right way.
    expect(
      await load({ mode: 'replace', upload_id: upload, delimiter: '^' }, 'other'),
    ).toMatchObject({ status: 200, body: { row_count: count } });
  });

  test('is appended by the delimiter that it has', async () => {
    expect(await load({ mode: 'append', data: 'ID;name\n2;Bob\n' }, 'kept')).toMatchObject({
      status: 200,
    });
    expect(await rows('kept')).toEqual([
      [1, 'Ada'],
      [2, 'Bob'],
    ]);
  });

  test('(a header that breaks its line) ends its job at once', async () => {
    const data = 'x,"y\nz"\r\n1,2\r\n';
    const { body } = await load({ data, async: true, async_after_ms: 5_000 }, 'broken');
    expect(body).toMatchObject({ row_count: 1 });
    expect(await rows('broken')).toEqual([[1, 2]]);
  });
});
