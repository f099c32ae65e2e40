import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { endlessSql } from '../occupy-workers.ts';

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await startService({ env: { QUERN_PREVIEW_ROWS: '10', QUERN_PREVIEW_BYTES: '64KiB' } });
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'people', 'id,name\n1,Ada\n2,Grace\n3,\n');
});

afterAll(() => service.dispose());

const query = (sql: string, options: Record<string, unknown> = {}) =>
  api.query(database.id, sql, options);
const scoped = () => api.with({ 'x-database-id': database.id });
const runOf = async (id: string): Promise<Json> =>
  (await scoped().get(`/v1/query-runs/${id}`)).body;

function endOf(id: string): Promise<Json> {
  return eventually(async () => {
    const run = await runOf(id);
    expect(run.status).not.toBe('running');
    return run;
  });
}

async function refusal(sql: string, options: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await query(sql, options);
  expect(body).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  expect(status).toBe(400);
  return body.error.message;
}

describe('the database of a query', () => {
  const sql = 'SELECT 1 AS one';
  const required =
    'a database is required: set the X-Database-Id header or the database_id body field';
  const post = (body: Record<string, unknown>, header?: string) =>
    api.post(
      '/v1/query',
      { sql, ...body },
      header === undefined ? {} : { 'x-database-id': header },
    );

  it('is said by the header, by the body field, also beside an empty header, or by both alike', async () => {
    expect((await post({}, database.id)).status).toBe(200);
    expect((await post({ database_id: null }, database.id)).status).toBe(200);
    expect((await post({ database_id: database.id })).status).toBe(200);
    expect((await post({ database_id: database.id }, database.id)).status).toBe(200);
    for (const empty of ['', ' '])
      expect((await post({ database_id: database.id }, empty)).body.rows).toEqual([[1]]);
  });

  it.each([
    ['none', {}, undefined],
    ['null', { database_id: null }, undefined],
    ['an empty field', { database_id: '' }, undefined],
    ['an empty header', {}, ''],
  ])('is missing with %s: 400 in the words that clients look for', async (_, body, header) => {
    const answer = await post(body, header);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual({ code: 'BAD_REQUEST', message: required });
  });

  it('is 400 when header and field differ, whether they exist or not', async () => {
    const other = await api.createDatabase();
    for (const field of [other.id, 'dbid_nothing']) {
      const { status, body } = await post({ database_id: field }, database.id);
      expect(status).toBe(400);
      expect(body.error.message).toMatch(/X-Database-Id header and the database_id body field/);
    }
  });

  it('is 404 when it is unknown, by header and by field, and 400 when it is no id at all', async () => {
    for (const answer of [
      await post({}, 'dbid_nothing'),
      await post({ database_id: 'dbid_nothing' }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const id of ['../x', 'a b', "x'y", 'a'.repeat(200)])
      expect((await post({}, id)).status).toBe(400);
  });

  it.each(['/v1/query-runs', '/v1/query-runs/qrun1', '/v1/results', '/v1/results/rslt1'])(
    'is said by the header alone at %s',
    async (path) => {
      const missing = await api.get(path);
      expect(missing.status).toBe(400);
      expect(missing.body.error.message).toContain('X-Database-Id header is required');
      expect((await api.get(path, { 'x-database-id': 'dbid_nothing' })).status).toBe(404);
      expect((await api.get(path, { 'x-database-id': '%%%' })).status).toBe(400);
    },
  );
});

describe('the answer of a query', () => {
  it('has every field, in its type', async () => {
    const { status, headers, body } = await query('SELECT id, name FROM people ORDER BY id');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({
      columns: ['id', 'name'],
      rows: [
        [1, 'Ada'],
        [2, 'Grace'],
        [3, null],
      ],
      preview_row_count: 3,
      row_count: 3,
      total_row_count: 3,
      truncated: false,
    });
    expect(body.nullable).toHaveLength(2);
    for (const flag of body.nullable) expect(typeof flag).toBe('boolean');
    expect(body.nullable[1]).toBe(true);
    expect(Number.isInteger(body.execution_time_ms) && body.execution_time_ms >= 0).toBe(true);
    expect(body.query_run_id).toMatch(/^qrun[0-9a-z]{26}$/);
    expect(body.result_id).toMatch(/^rslt[0-9a-z]{26}$/);
    expect(body.warning ?? null).toBeNull();
  });

  it('is whole at the limit of rows and a preview one row above it', async () => {
    const whole = (await query('SELECT * FROM generate_series(1, 10) AS t(n)')).body;
    expect(whole).toMatchObject({ truncated: false, preview_row_count: 10, total_row_count: 10 });
    const cut = (await query('SELECT n FROM generate_series(1, 11) AS t(n) ORDER BY n')).body;
    expect(cut).toMatchObject({
      truncated: true,
      preview_row_count: 10,
      row_count: 10,
      total_row_count: null,
    });
    expect(cut.rows).toEqual(Array.from({ length: 10 }, (_, index) => [index + 1]));
    const run = await endOf(cut.query_run_id);
    expect(run).toMatchObject({ status: 'succeeded', row_count: 11, result_id: cut.result_id });
    const result = await scoped().get(`/v1/results/${cut.result_id}`);
    expect(result.headers.get('x-total-row-count')).toBe('11');
    expect(result.body.rows.slice(0, 10)).toEqual(cut.rows);
  });

  it('that is truncated is there within async_after_ms only with a result that can be fetched', async () => {
    // The first rows are known long before the other rows are written.
    const sql = 'SELECT n, repeat(n::text, 20) AS wide FROM generate_series(1, 300000) AS t(n)';
    const { status, body } = await query(sql, { async: true, async_after_ms: 60_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ truncated: true, row_count: 10, total_row_count: 300_000 });
    const fetched = await scoped().get(`/v1/results/${body.result_id}?limit=1`);
    expect([fetched.status, fetched.body.total_row_count]).toEqual([200, 300_000]);
    const file = await scoped().get(`/v1/results/${body.result_id}?format=parquet`);
    expect(file.headers.get('x-total-row-count')).toBe('300000');
    const run = await scoped().get(`/v1/query-runs/${body.query_run_id}`);
    expect(run.body.status).toBe('succeeded');
  });

  it('is a preview when the rows are few and their bytes many, and still a right one', async () => {
    const { body } = await query(
      "SELECT n, repeat('x', 30000) AS wide FROM generate_series(1, 5) AS t(n) ORDER BY n",
    );
    expect(body.truncated).toBe(true);
    expect(body.total_row_count).toBeNull();
    expect(body.preview_row_count).toBeLessThan(5);
    expect(body.rows).toHaveLength(body.preview_row_count);
    expect(JSON.stringify(body).length).toBeLessThan(80_000);
    expect(await endOf(body.query_run_id)).toMatchObject({ status: 'succeeded', row_count: 5 });
  });

  it('with one row over the limit of bytes still has a result to fetch', async () => {
    const { status, body } = await query("SELECT repeat('x', 100000) AS wide");
    expect(status).toBe(200);
    if (!body.truncated) expect(body.rows[0][0]).toHaveLength(100_000);
    await endOf(body.query_run_id);
    const { body: result } = await scoped().get(`/v1/results/${body.result_id}`);
    expect(result.rows[0][0]).toHaveLength(100_000);
  });

  it('has the columns of a result without rows', async () => {
    const { body } = await query('SELECT id, name FROM people WHERE false');
    expect(body).toMatchObject({
      columns: ['id', 'name'],
      rows: [],
      total_row_count: 0,
      truncated: false,
    });
  });

  it('keeps column names as PostgreSQL gives them, twice the same ones and none alike', async () => {
    const { body } = await query(
      'SELECT id, id, count(*), count(*), 1, 1 AS "Ä b", max(id) FROM people GROUP BY id LIMIT 1',
    );
    expect(body.columns).toEqual(['id', 'id', 'count', 'count', '?column?', 'Ä b', 'max']);
    expect(body.rows[0]).toHaveLength(7);
    const stored = await scoped().get(`/v1/results/${body.result_id}`);
    expect(stored.body.columns).toEqual(body.columns);
    expect(stored.body.rows).toEqual(body.rows);
  });
});

describe('texts that differ in their constants alone', () => {
  const rowsOf = async (sql: string, inDatabase: Json = database) => {
    const { status, body } = await api.query(inDatabase.id, sql);
    return status === 200 ? [body.columns, body.rows] : body.error.message;
  };

  it('answer each for itself, also where what looks like a constant is a name', async () => {
    await api.loadCsv(database.id, 'one', 'x\n1\n');
    await api.loadCsv(database.id, 'two', 'y\nzwei\n');
    const between = (table: string) => `SELECT q.*, 1 AS "it's" FROM ${table} AS q WHERE 'a' = 'a'`;
    for (let round = 0; round < 2; round += 1) {
      for (const id of [1, 2])
        expect(await rowsOf(`SELECT id FROM people WHERE id = ${id}`)).toEqual([['id'], [[id]]]);
      expect(await rowsOf(between('one'))).toEqual([['x', "it's"], [[1, 1]]]);
      expect(await rowsOf(between('two'))).toEqual([['y', "it's"], [['zwei', 1]]]);
      expect(await rowsOf(between('three'))).toContain('not found');
      for (const name of ['Ada', "SELECT FROM two''"])
        expect(await rowsOf(`SELECT count(*) AS n FROM people WHERE name = '${name}'`)).toEqual([
          ['n'],
          [[name === 'Ada' ? 1 : 0]],
        ]);
    }
  });

  it('name tables or results, as the catalog of the request says', async () => {
    const result = (await query('SELECT 7 AS kept')).body.result_id;
    await api.loadCsv(database.id, result, 'loaded\n1\n');
    const sql = `SELECT * FROM ${result}`;
    expect((await query(sql)).body).toMatchObject({ columns: ['loaded'], rows: [[1]] });
    const inResults = { default_catalog: 'quern', default_schema: 'results' };
    expect((await query(sql, inResults)).body).toMatchObject({ columns: ['kept'], rows: [[7]] });
  });

  it('see the tables of their own database, as they are now', async () => {
    const other = await api.createDatabase();
    expect(await rowsOf('SELECT name FROM people WHERE id = 1')).toEqual([['name'], [['Ada']]]);
    expect(await rowsOf('SELECT name FROM people WHERE id = 2', other)).toContain('not found');
    await api.loadCsv(other.id, 'people', 'id,name\n3,7\n');
    expect(await rowsOf('SELECT name FROM people WHERE id = 3', other)).toEqual([['name'], [[7]]]);
  });
});

describe('an asynchronous query', () => {
  it('answers 202 with the run, which succeeds with a result that is ready', async () => {
    const { status, body } = await query('SELECT 42 AS answer', { async: true });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      status: 'running',
      status_url: `/v1/query-runs/${body.query_run_id}`,
    });
    const run = await endOf(body.query_run_id);
    expect(run).toMatchObject({ status: 'succeeded', row_count: 1 });
    const result = await scoped().get(`/v1/results/${run.result_id}`);
    expect(result.status).toBe(200);
    expect(result.body.rows).toEqual([[42]]);
  });

  it('answers 200 with the rows when it ends within async_after_ms', async () => {
    const { status, body } = await query('SELECT 42 AS answer', {
      async: true,
      async_after_ms: 1000,
    });
    expect(status).toBe(200);
    expect(body.rows).toEqual([[42]]);
  });

  it('answers 202 when it does not, goes on, and is cancelled on demand', async () => {
    const { status, body } = await query(endlessSql, {
      async: true,
      async_after_ms: 1000,
      dialect: 'duckdb',
    });
    expect(status).toBe(202);
    expect(await runOf(body.query_run_id)).toMatchObject({ status: 'running', completed_at: null });
    const cancelled = await scoped().post(`/v1/query-runs/${body.query_run_id}/cancel`, undefined);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({
      id: body.query_run_id,
      status: 'cancelled',
      result_id: null,
    });
    expect((await runOf(body.query_run_id)).status).toBe('cancelled');
    const again = await scoped().post(`/v1/query-runs/${body.query_run_id}/cancel`, undefined);
    expect(again).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  });

  it('that fails within async_after_ms is answered with its error', async () => {
    const { status, body } = await query('SELECT 1/0', { async: true, async_after_ms: 5000 });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/division by zero/i);
  });

  it('that fails later is a failed run with the reason', async () => {
    const { status, body } = await query('SELECT 1 / (id - id) FROM people', { async: true });
    expect(status).toBe(202);
    const run = await endOf(body.query_run_id);
    expect(run).toMatchObject({ status: 'failed', result_id: null, row_count: null });
    expect(run.error_message).toMatch(/division by zero/i);
  });

  it.each([
    ['without async', { async_after_ms: 1000 }],
    ['with async false', { async: false, async_after_ms: 1000 }],
    ['below 1000', { async: true, async_after_ms: 999 }],
    ['over the maximum', { async: true, async_after_ms: 60_001 }],
    ['of a fraction', { async: true, async_after_ms: 1000.5 }],
    ['as text', { async: true, async_after_ms: '1000' }],
  ])('is 400 with an async_after_ms %s, and leaves no run', async (_, options) => {
    const before = (await scoped().get('/v1/query-runs?limit=1000')).body.count;
    expect(await refusal('SELECT 1', options)).toMatch(/async_after_ms/);
    expect((await scoped().get('/v1/query-runs?limit=1000')).body.count).toBe(before);
  });

  it('takes the nulls and defaults that clients send', async () => {
    const { status } = await query('SELECT 1', {
      async: false,
      async_after_ms: null,
      database_id: null,
      default_catalog: null,
      default_schema: null,
      dialect: null,
    });
    expect(status).toBe(200);
  });
});

describe('a query that fails', () => {
  it.each([
    ['division by zero', 'SELECT 1/0', /division by zero/i],
    ['a bad cast', "SELECT 'x'::int", /invalid input syntax|could not convert/i],
    ['overflow', 'SELECT 9223372036854775807 + id FROM people', /out of range|overflow/i],
  ])('for %s is 400 inline and a failed run with the same text', async (_, sql, message) => {
    expect(await refusal(sql)).toMatch(message);
    const { body } = await scoped().get('/v1/query-runs?limit=1');
    expect(body.query_runs[0]).toMatchObject({ status: 'failed', sql_text: sql, result_id: null });
    expect(body.query_runs[0].error_message).toMatch(message);
    expect(body.query_runs[0].completed_at).not.toBeNull();
  });

  it.each([
    ['no text', '', /^SQL query cannot be empty$/],
    ['blanks', ' \n\t', /^SQL query cannot be empty$/],
    ['a semicolon', ';', /empty|statement/i],
    ['a comment', '-- nothing', /empty|statement/i],
    ['bad syntax', 'SELEC 1', /syntax/i],
    ['two statements', 'SELECT 1; SELECT 2', /one statement/i],
    ['a SET', 'SET threads = 1', /SET/],
    ['a COPY', "COPY people TO '/tmp/x.csv'", /COPY/],
    ['a writing CTE', 'WITH x AS (DELETE FROM people RETURNING id) SELECT * FROM x', /DELETE/],
    ['an unknown function', 'SELECT upperr(name) FROM people', /upperr.*upper/s],
    ['an unknown column', 'SELECT nam FROM people', /nam.*name/s],
  ])('for %s is 400 and says what is wrong', async (_, sql, message) => {
    const text = await refusal(sql);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/quern-worker|\/tmp\/quern|hotsql:/);
    expect((await query('SELECT count(*) FROM people')).body.rows).toEqual([[3]]);
  });

  it('for text over 1 MB is 400, and text of 1 MB runs', async () => {
    const padded = (length: number) => `SELECT 1 /*${'x'.repeat(length - 13)}*/`;
    expect(await refusal(padded(1_000_001))).toMatch(/1 MB/);
    expect((await query(padded(1_000_000))).status).toBe(200);
  });

  it('is told of its own faults before those of the database', async () => {
    const { status, body } = await api.query('dbid_nothing', ' ');
    expect([status, body.error.message]).toEqual([400, 'SQL query cannot be empty']);
  });

  it('for a table or a syntax error is a failed run too, with the text of the answer', async () => {
    for (const sql of ['SELECT * FROM no_such_table', 'SELECT FROM WHERE']) {
      for (const options of [{}, { async: true }]) {
        const message = await refusal(sql, options);
        const { body } = await scoped().get('/v1/query-runs?limit=1');
        expect(body.query_runs[0]).toMatchObject({
          status: 'failed',
          sql_text: sql,
          error_message: message,
        });
        expect(body.query_runs[0]).toMatchObject({
          result_id: null,
          rows_scanned: null,
          row_count: null,
        });
      }
    }
  });

  it.each([
    ["SELECT SUM('a'::DATE) AS x", /^Invalid argument types for function 'SUM': \(DATE\)$/],
    ['SELECT NO_SUCH_FUNCTION(1)', /^Unknown function NO_SUCH_FUNCTION$|not .*NO_SUCH_FUNCTION/i],
    ['SELECT LENGTH(ARRAY_CONSTRUCT(1), 2)', /LENGTH/],
  ])(
    "says nothing of the engine's own functions in Snowflake's dialect: %s",
    async (sql, words) => {
      const message = await refusal(sql, { dialect: 'snowflake' });
      expect(message).toMatch(words);
      expect(message).not.toMatch(/candidate|->/i);
    },
  );

  it('is a failed run too where its text would show a NUL', async () => {
    const sql = "SELECT ('\\x5c27''2024-01-01'bytea, '\\x0061'::bytea)::text";
    const message = await refusal(sql, { dialect: 'snowflake' });
    expect(message).toContain("'\\061'");
    const { body } = await scoped().get('/v1/query-runs?limit=1');
    expect(body.query_runs[0]).toMatchObject({
      status: 'failed',
      sql_text: sql,
      error_message: message,
    });
  });

  it.each([
    ['no SQL', {}, /'sql' is required/],
    ['SQL that is no text', { sql: 1 }, /sql/],
    ['null SQL', { sql: null }, /sql/],
    ['an unknown field', { sql: 'SELECT 1', limit: 1 }, /'limit'/],
    ['an unknown dialect', { sql: 'SELECT 1', dialect: 'mysql' }, /dialect/],
    ['a NUL', { sql: "SELECT '\0'" }, /NUL/],
  ])('for %s is 400', async (_, body, message) => {
    const answer = await scoped().post('/v1/query', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
  });
});

describe('what a run records of a query', () => {
  it('is complete once it succeeded', async () => {
    const sql = 'SELECT name FROM people WHERE id < 3';
    const traceId = '0123456789abcdef0123456789abcdef';
    const headers = { traceparent: `00-${traceId}-0123456789abcdef-01` };
    const { body } = await scoped().post('/v1/query', { sql }, headers);
    const run = await runOf(body.query_run_id);
    expect(run).toMatchObject({
      id: body.query_run_id,
      status: 'succeeded',
      sql_text: sql,
      sql_hash: createHash('sha256').update(sql).digest('hex'),
      result_id: body.result_id,
      row_count: 2,
      rows_scanned: 3,
      saved_query_id: null,
      saved_query_version: null,
      error_message: null,
      warning_message: null,
      trace_id: traceId,
    });
    expect(run.snapshot_id).toMatch(/^snap/);
    expect(run.user_public_id).toMatch(/^user_/);
    for (const field of ['execution_time_ms', 'server_processing_ms', 'bytes_scanned']) {
      expect(Number.isInteger(run[field]), field).toBe(true);
    }
    expect(run.server_processing_ms).toBeGreaterThanOrEqual(run.execution_time_ms);
    expect(Date.parse(run.completed_at)).toBeGreaterThanOrEqual(Date.parse(run.created_at));
    expect(run.database_snapshots).toEqual({ default: expect.any(Number) });
  });

  it('gives the same text the same hash and snapshot, and another text others', async () => {
    const runs = [];
    for (const sql of ['SELECT 7', 'SELECT 7', 'SELECT 8'])
      runs.push(await runOf((await query(sql)).body.query_run_id));
    expect(runs[1]).toMatchObject({ sql_hash: runs[0].sql_hash, snapshot_id: runs[0].snapshot_id });
    expect(runs[2].sql_hash).not.toBe(runs[0].sql_hash);
    expect(runs[2].snapshot_id).not.toBe(runs[0].snapshot_id);
  });

  it('has null rows and bytes scanned where no table was read', async () => {
    for (const sql of [
      'SELECT 1',
      'SELECT * FROM generate_series(1, 5) AS t(n)',
      "VALUES (1, 'x')",
    ]) {
      const run = await runOf((await query(sql)).body.query_run_id);
      expect(run, sql).toMatchObject({
        rows_scanned: null,
        bytes_scanned: null,
        database_snapshots: null,
      });
    }
  });

  it('has 0 bytes once the table is warm, and counts rows before the filter', async () => {
    await api.loadCsv(
      database.id,
      'numbers',
      `n\n${Array.from({ length: 5000 }, (_, index) => index).join('\n')}\n`,
    );
    const sql = 'SELECT count(*) FROM numbers WHERE n % 2 = 0';
    const first = await runOf((await query(sql)).body.query_run_id);
    expect(first.rows_scanned).toBe(5000);
    expect(first.bytes_scanned).toBeGreaterThanOrEqual(0);
    await eventually(async () => {
      const executed = await api.with({ 'cache-control': 'no-cache' }).query(database.id, sql);
      const warm = await runOf(executed.body.query_run_id);
      expect(warm).toMatchObject({ rows_scanned: 5000, bytes_scanned: 0 });
    });
  });
});

describe('a client that goes away', () => {
  it('cancels its synchronous query', async () => {
    const leaving = new AbortController();
    const request = fetch(`${service.origin}/v1/query`, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${testToken}`,
        'content-type': 'application/json',
        'x-database-id': database.id,
      },
      body: JSON.stringify({ sql: endlessSql, dialect: 'duckdb' }),
    });
    const running = await eventually(async () => {
      const { body } = await scoped().get('/v1/query-runs?status=running');
      expect(body.count).toBe(1);
      return body.query_runs[0];
    });
    leaving.abort();
    await expect(request).rejects.toThrow();
    const run = await endOf(running.id);
    expect(run).toMatchObject({ status: 'cancelled', result_id: null });
    expect(run.error_message).toMatch(/client went away/);
  });

  it('does not cancel a query it had sent as asynchronous', async () => {
    const leaving = new AbortController();
    const sql = 'SELECT count(*) FROM range(300000000) t(n) WHERE n % 7 = 3';
    const request = fetch(`${service.origin}/v1/query`, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${testToken}`,
        'content-type': 'application/json',
        'x-database-id': database.id,
      },
      body: JSON.stringify({ sql, dialect: 'duckdb', async: true, async_after_ms: 60_000 }),
    });
    const running = await eventually(async () => {
      const { body } = await scoped().get('/v1/query-runs?status=running');
      expect(body.count).toBe(1);
      return body.query_runs[0];
    });
    leaving.abort();
    await expect(request).rejects.toThrow();
    expect(await endOf(running.id)).toMatchObject({ status: 'succeeded', row_count: 1 });
  });
});
