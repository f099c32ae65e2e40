import { readdir } from 'node:fs/promises';
import { tableFromIPC } from 'apache-arrow';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { readParquet } from '../parquet-files.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** 25 rows: n, a text, a double. */
let numbers: Json;

beforeAll(async () => {
  service = await startService({ env: { QUERN_PREVIEW_ROWS: '10', QUERN_SWEEP_INTERVAL: '1' } });
  await connect();
  database = await api.createDatabase();
  numbers = await resultOf(
    "SELECT n, 'row ' || n AS label, n / 2.0::float8 AS half FROM generate_series(1, 25) AS t(n)",
  );
});

afterAll(() => service.dispose());

async function connect(): Promise<void> {
  api = service.api();
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: Json;
}

/** A ready result of the query. */
async function resultOf(sql: string, options: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await api.query(database.id, sql, options);
  if (status !== 200) throw new Error(`query: ${status} ${JSON.stringify(body)}`);
  await eventually(async () =>
    expect((await fetchResult(body.result_id, 'limit=0')).status).toBe(200),
  );
  return body.result_id;
}

async function fetchResult(
  id: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<Fetched> {
  const response = await fetch(`${service.origin}/v1/results/${id}?${query}`, {
    headers: { authorization: `Bearer ${testToken}`, 'x-database-id': database.id, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const text = bytes.toString();
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: isJson ? JSON.parse(text) : null,
  };
}

const formats = ['json', 'arrow', 'csv', 'md', 'parquet'] as const;

describe('a ready result', () => {
  it('as JSON has its id, status, columns, rows, both counts and the total in a header', async () => {
    const { status, headers, json } = await fetchResult(numbers);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-total-row-count')).toBe('25');
    expect(headers.get('link')).toBeNull();
    expect(json).toMatchObject({
      result_id: numbers,
      status: 'ready',
      columns: ['n', 'label', 'half'],
      row_count: 25,
      total_row_count: 25,
    });
    expect(json.nullable).toHaveLength(3);
    expect(json.rows[0]).toEqual([1, 'row 1', 0.5]);
    expect(json.rows[24]).toEqual([25, 'row 25', 12.5]);
    expect(json.error_message ?? null).toBeNull();
  });

  it('as CSV has one header line, LF ends and doubled quotes', async () => {
    const id = await resultOf(
      'SELECT 1 AS a, \'x,"y"\' AS "b""c" UNION ALL SELECT 2, NULL UNION ALL SELECT 3, E\'l\\nm\'',
    );
    const { status, headers, text } = await fetchResult(id, 'format=csv');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('x-total-row-count')).toBe('3');
    expect(text).toBe('a,"b""c"\n1,"x,""y"""\n2,\n3,"l\nm"\n');
  });

  it('as Markdown is one pipe table; markdown is another name of md', async () => {
    const id = await resultOf("SELECT 1 AS a, 'x|y' AS b UNION ALL SELECT 2, NULL");
    const { status, headers, text } = await fetchResult(id, 'format=md');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('x-total-row-count')).toBe('2');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\| a \| b \|$/);
    expect(lines[1]).toMatch(/^\|( ?:?-+:? ?\|){2}$/);
    expect(lines[2]).toBe('| 1 | x\\|y |');
    expect((await fetchResult(id, 'format=markdown')).text).toBe(text);
    expect((await fetchResult(id, 'format=markdown')).headers.get('content-type')).toBe(
      'text/markdown; charset=utf-8',
    );
  });

  it('as Arrow is an uncompressed stream with Int64 for integers and Utf8 for text', async () => {
    const id = await resultOf(
      "SELECT x, msg FROM (SELECT 1 AS x, 'hello' AS msg UNION ALL SELECT 2, 'world') ORDER BY x",
    );
    const { status, headers, bytes } = await fetchResult(id, 'format=arrow');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    expect(headers.get('x-total-row-count')).toBe('2');
    // A stream begins with a continuation mark and ends with one and a zero length; a file would
    // say ARROW1.
    expect(bytes.subarray(0, 4).toString('hex')).toBe('ffffffff');
    expect(bytes.subarray(-8).toString('hex')).toBe('ffffffff00000000');
    const table = tableFromIPC(bytes);
    expect(table.schema.fields.map((field) => `${field.name} ${field.type}`)).toEqual([
      'x Int64',
      'msg Utf8',
    ]);
    expect(table.toArray().map((row) => [row?.x, row?.msg])).toEqual([
      [1n, 'hello'],
      [2n, 'world'],
    ]);
  });

  it('as Parquet is the stored file, whatever offset and limit', async () => {
    const { status, headers, bytes } = await fetchResult(numbers, 'format=parquet');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(await readParquet(bytes, 'count(*), sum(n), max(label)')).toEqual([
      ['25', '325', 'row 9'],
    ]);
    expect(
      (await fetchResult(numbers, 'format=parquet&offset=5&limit=1')).bytes.equals(bytes),
    ).toBe(true);
  });

  it('without rows has its columns in every format', async () => {
    const id = await resultOf("SELECT 1 AS a, 'x' AS b WHERE false");
    expect((await fetchResult(id)).json).toMatchObject({
      columns: ['a', 'b'],
      rows: [],
      total_row_count: 0,
    });
    expect((await fetchResult(id, 'format=csv')).text).toBe('a,b\n');
    expect((await fetchResult(id, 'format=md')).text.split('\n')[0]).toBe('| a | b |');
    const table = tableFromIPC((await fetchResult(id, 'format=arrow')).bytes);
    expect(table.numRows).toBe(0);
    expect(table.schema.fields.map((field) => `${field.name} ${field.type}`)).toEqual([
      'a Int64',
      'b Utf8',
    ]);
    expect(await readParquet((await fetchResult(id, 'format=parquet')).bytes)).toEqual([]);
    for (const format of ['json', 'csv', 'md', 'arrow']) {
      expect((await fetchResult(id, `format=${format}`)).headers.get('x-total-row-count')).toBe(
        '0',
      );
    }
  });

  it('shows non-finite numbers as null or nothing in text, and as they are in Arrow and Parquet', async () => {
    const id = await resultOf(
      "SELECT 'NaN'::float8 AS a, 'Infinity'::float8 AS b, '-Infinity'::float8 AS c",
    );
    const { json } = await fetchResult(id);
    expect(json.rows).toEqual([[null, null, null]]);
    expect(json.nullable).toEqual([true, true, true]);
    expect((await fetchResult(id, 'format=csv')).text).toBe('a,b,c\n,,\n');
    const row = tableFromIPC((await fetchResult(id, 'format=arrow')).bytes).get(0);
    expect([row?.a, row?.b, row?.c]).toEqual([Number.NaN, Infinity, -Infinity]);
    const stored = await readParquet(
      (await fetchResult(id, 'format=parquet')).bytes,
      'isnan(a), isinf(b), c < 0',
    );
    expect(stored).toEqual([[true, true, true]]);
  });
});

describe('the format of a result', () => {
  const types: Record<string, string> = {
    json: 'application/json',
    arrow: 'application/vnd.apache.arrow.stream',
    csv: 'text/csv',
    md: 'text/markdown',
    parquet: 'application/vnd.apache.parquet',
  };

  it.each(formats)('%s is had by Accept alone', async (format) => {
    const { headers } = await fetchResult(numbers, '', { accept: types[format] ?? '' });
    expect(headers.get('content-type')?.split(';')[0]).toBe(types[format]);
  });

  it.each(formats)('%s is had by the parameter against Accept', async (format) => {
    const against = format === 'json' ? 'text/csv' : 'application/json';
    const { headers } = await fetchResult(numbers, `format=${format}`, { accept: against });
    expect(headers.get('content-type')?.split(';')[0]).toBe(types[format]);
  });

  it.each([
    ['text/html, text/csv;q=0.1, application/json;q=0.9', 'text/csv'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    ['APPLICATION/JSON', 'application/json'],
    ['text/markdown; charset=utf-8', 'text/markdown'],
  ])('for Accept %s is %s', async (accept, type) => {
    const { status, headers } = await fetchResult(numbers, '', { accept });
    expect(status).toBe(200);
    expect(headers.get('content-type')?.split(';')[0]).toBe(type);
  });

  it.each(['xml', 'JSON', '', 'json,csv'])('%s is 400', async (format) => {
    const { status, json } = await fetchResult(numbers, `format=${format}`);
    expect(status).toBe(400);
    expect(json.error.code).toBe('BAD_REQUEST');
  });
});

describe('offset and limit', () => {
  it.each(['json', 'csv', 'md', 'arrow'])(
    'cut %s, keep the total and link to the next page',
    async (format) => {
      const { headers, bytes, text, json } = await fetchResult(
        numbers,
        `format=${format}&offset=5&limit=10`,
      );
      expect(headers.get('x-total-row-count')).toBe('25');
      const link = /^<(.+)>; *rel="?next"?$/.exec(headers.get('link') ?? '');
      const next = new URL(link?.[1] ?? '', service.origin);
      expect(next.pathname).toBe(`/v1/results/${numbers}`);
      expect(Object.fromEntries(next.searchParams)).toEqual({ offset: '15', limit: '10', format });
      if (format === 'json') expect(json).toMatchObject({ row_count: 10, total_row_count: 25 });
      if (format === 'arrow') expect(tableFromIPC(bytes).numRows).toBe(10);
      if (format === 'csv') expect(text.split('\n')[1]).toBe('6,row 6,3.0');
      if (format === 'md') expect(text.trimEnd().split('\n')).toHaveLength(12);
    },
  );

  it('leave the link out once the end is reached', async () => {
    for (const query of [
      'offset=15&limit=10',
      'limit=25',
      'limit=26',
      'offset=24&limit=1',
      'offset=3',
    ]) {
      expect((await fetchResult(numbers, query)).headers.get('link'), query).toBeNull();
    }
    expect((await fetchResult(numbers, 'offset=14&limit=10')).headers.get('link')).not.toBeNull();
  });

  it('may be 0 and beyond the end', async () => {
    const none = await fetchResult(numbers, 'limit=0');
    expect(none.status).toBe(200);
    expect(none.json).toMatchObject({
      rows: [],
      row_count: 0,
      total_row_count: 25,
      columns: ['n', 'label', 'half'],
    });
    expect(none.headers.get('x-total-row-count')).toBe('25');
    for (const offset of ['25', '26', '9007199254740993']) {
      expect((await fetchResult(numbers, `offset=${offset}`)).json).toMatchObject({
        rows: [],
        total_row_count: 25,
      });
    }
    expect((await fetchResult(numbers, 'limit=99999999999')).json.row_count).toBe(25);
    expect((await fetchResult(numbers, 'limit=0&format=csv')).text).toBe('n,label,half\n');
    expect(
      tableFromIPC((await fetchResult(numbers, 'limit=0&format=arrow')).bytes).schema.fields,
    ).toHaveLength(3);
  });

  it.each(['offset=-1', 'limit=-1', 'offset=x', 'limit=1.5', 'limit=', 'limit=1&limit=2'])(
    'are 400 as %s',
    async (query) => {
      for (const format of formats) {
        const { status, json } = await fetchResult(numbers, `${query}&format=${format}`);
        expect(status).toBe(400);
        expect(json.error.message).toMatch(/offset|limit/);
      }
    },
  );

  it('page through a large result in a stable order, each row once', async () => {
    const id = await resultOf('SELECT n, hash(n) % 1000 AS h FROM range(30000) t(n) ORDER BY h', {
      dialect: 'duckdb',
    });
    const whole = (await fetchResult(id)).json.rows;
    expect(whole).toHaveLength(30_000);
    expect(new Set(whole.map(([n]: number[]) => n)).size).toBe(30_000);
    for (const format of ['json', 'csv', 'arrow']) {
      const paged: unknown[] = [];
      let query: string | null = `offset=0&limit=7000&format=${format}`;
      while (query !== null) {
        const { headers, text, bytes, json } = await fetchResult(id, query);
        if (format === 'json') paged.push(...json.rows.map(([n]: number[]) => n));
        if (format === 'csv')
          paged.push(
            ...text
              .trimEnd()
              .split('\n')
              .slice(1)
              .map((line) => Number(line.split(',')[0])),
          );
        if (format === 'arrow') for (const row of tableFromIPC(bytes)) paged.push(Number(row?.n));
        const next = /<(.+)>/.exec(headers.get('link') ?? '')?.[1];
        query = next === undefined ? null : new URL(next).search.slice(1);
      }
      expect(paged, format).toEqual(whole.map(([n]: number[]) => n));
    }
  });
});

describe('a result that is not ready', () => {
  it('is 202 with status, id and Retry-After in any format while it is written, then ready', async () => {
    const sql =
      'SELECT n, md5(n::varchar) AS a, md5((n + 1)::varchar) AS b FROM range(6000000) t(n)';
    const { body } = await api.query(database.id, sql, { dialect: 'duckdb' });
    expect(body).toMatchObject({ truncated: true, total_row_count: null, preview_row_count: 10 });
    const waiting = await fetchResult(body.result_id, 'format=arrow&limit=0');
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get('content-type')).toMatch(/^application\/json/);
    expect(waiting.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(waiting.json).toMatchObject({
      result_id: body.result_id,
      status: expect.stringMatching(/pending|processing/),
    });
    expect(waiting.json.rows ?? null).toBeNull();
    const load = await api.load(database.id, 'early', { result_id: body.result_id });
    const read = await api.query(database.id, `SELECT * FROM quern.results.${body.result_id}`);
    if ((await fetchResult(body.result_id, 'limit=0')).status === 202)
      expect([load.status, read.status]).toEqual([409, 409]);
    await eventually(async () =>
      expect((await fetchResult(body.result_id, 'limit=0')).status).toBe(200),
    );
    expect((await fetchResult(body.result_id, 'limit=1')).headers.get('x-total-row-count')).toBe(
      '6000000',
    );
  });

  it('is 409 with the reason once its query was cancelled', async () => {
    const scoped = api.with({ 'x-database-id': database.id });
    let body: Json;
    let status = '';
    // Between the preview and the last byte of the file lie some 0.3 s: on a busy machine the
    // request may come after them.
    for (let millions = 4; status !== 'cancelled' && millions <= 64; millions *= 2) {
      const sql = `SELECT n, md5(n::varchar) AS a, md5((n + 1)::varchar) AS b FROM range(${millions}000000) t(n)`;
      body = (await api.query(database.id, sql, { dialect: 'duckdb' })).body;
      status = (await scoped.post(`/v1/query-runs/${body.query_run_id}/cancel`, undefined)).body
        .status;
      expect(['cancelled', 'succeeded']).toContain(status);
    }
    expect(status).toBe('cancelled');
    for (const format of formats) {
      const failed = await fetchResult(body.result_id, `format=${format}`);
      expect(failed.status).toBe(409);
      expect(failed.json).toMatchObject({ result_id: body.result_id, status: 'failed' });
      expect(failed.json.error_message).toMatch(/cancelled/);
    }
    const load = await api.load(database.id, 'failed', { result_id: body.result_id });
    expect(load).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/failed/) } },
    });
  });

  it('is 404 for an unknown id, and for the id of another database', async () => {
    const other = await api.createDatabase();
    for (const [id, scope] of [
      ['rslt_nothing', database.id],
      [numbers, other.id],
    ]) {
      const { status, json } = await fetchResult(id, '', { 'x-database-id': scope });
      expect(status).toBe(404);
      expect(json.error).toEqual({ code: 'NOT_FOUND', message: `Result '${id}' not found` });
    }
  });
});

describe('the list of results', () => {
  it('is newest first with its paging by offset', async () => {
    const fresh = await api.createDatabase();
    const list = (query = '') => api.get(`/v1/results?${query}`, { 'x-database-id': fresh.id });
    expect((await list()).body).toEqual({
      results: [],
      count: 0,
      has_more: false,
      limit: 100,
      offset: 0,
    });
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1)
      made.unshift((await api.query(fresh.id, `SELECT ${index}`)).body.result_id);
    await api.query(fresh.id, 'SELECT 1/0');
    const ids = (body: Json) => body.results.map((result: Json) => result.id);
    const { body } = await list();
    expect(ids(body)).toEqual(made);
    expect(body.results[0]).toMatchObject({ status: 'ready', row_count: 1, error_message: null });
    expect(Date.parse(body.results[0].created_at)).toBeGreaterThan(0);
    expect(Date.parse(body.results[0].expires_at) - Date.parse(body.results[0].created_at)).toBe(
      7 * 86_400_000,
    );
    expect((await list('limit=2')).body).toMatchObject({
      count: 2,
      has_more: true,
      limit: 2,
      offset: 0,
    });
    expect(ids((await list('limit=2&offset=2')).body)).toEqual(made.slice(2, 4));
    expect((await list('limit=2&offset=4')).body).toMatchObject({
      count: 1,
      has_more: false,
      offset: 4,
    });
    expect((await list('limit=5000')).body.limit).toBe(1000);
    for (const query of ['limit=-1', 'offset=-1', 'limit=x', 'cursor=x'])
      expect((await list(query)).status).toBe(400);
  });
});

describe('over the life of the service', () => {
  it('a result outlives a restart; one whose retention has ended is 404, unlisted, and its file goes', async () => {
    // Both too large to be kept in the metadata, as `numbers` is.
    const large = 'SELECT md5(CAST(n AS text)) AS digest FROM generate_series(1, 3000) AS t(n)';
    const [expiring, kept] = [await resultOf(large), await resultOf(`${large} WHERE n > 0`)];
    const before = (await fetchResult(numbers, 'format=csv')).text;
    await service.stop();
    const metadata = new Database(`${service.dataDir}/quern.db`);
    metadata.prepare('UPDATE results SET expires_at = ? WHERE id = ?').run(1, expiring);
    metadata.close();
    service = await startService({ dataDir: service.dataDir, env: { QUERN_SWEEP_INTERVAL: '1' } });
    await connect();
    expect((await fetchResult(numbers, 'format=csv')).text).toBe(before);
    expect((await fetchResult(expiring)).status).toBe(404);
    expect((await api.query(database.id, `SELECT * FROM quern.results.${expiring}`)).status).toBe(
      400,
    );
    expect((await api.load(database.id, 't', { result_id: expiring })).status).toBe(404);
    const { body } = await api.get('/v1/results?limit=1000', { 'x-database-id': database.id });
    const ids = body.results.map((result: Json) => result.id);
    expect([ids.includes(numbers), ids.includes(expiring)]).toEqual([true, false]);
    await eventually(async () => {
      const files = await readdir(`${service.dataDir}/objects`, { recursive: true });
      expect(files.some((file) => file.includes(expiring))).toBe(false);
      expect(files.some((file) => file.includes(kept))).toBe(true);
    });
  });
});
