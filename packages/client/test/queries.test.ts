import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { type RunningService, startService, testToken } from '../../server/test/service.ts';
import { type Client, createClient, type Database } from '../src/index.ts';

let service: RunningService;
let client: Client;
let database: Database;

beforeAll(async () => {
  service = await startService({ env: { QUERN_JSON_FETCH_BYTES: '1MiB' } });
  client = createClient({ url: service.origin, token: testToken });
  database = client.database((await client.databases.create({ name: 'trial' })).id);
});
afterAll(() => service.dispose());

/** A query longer than the wait of any test. */
const endless =
  'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 10000000) b WHERE a # b = 7';

async function statusOfNewestRun(): Promise<string | undefined> {
  const page = await client.queryRuns.list({ database_id: database.id, limit: 1 });
  return page.query_runs[0]?.status;
}

describe('a query', () => {
  it('gives its rows as objects of the type asked for', async () => {
    const { rows, columns, resultId } = await database.query<{ id: number; name: string | null }>(
      "SELECT * FROM (VALUES (1, 'Ada'), (2, NULL)) AS t(id, name) ORDER BY id",
    );
    const names: (string | null)[] = rows.map((row) => row.name);
    expect(names).toEqual(['Ada', null]);
    expect(rows[0]).toEqual({ id: 1, name: 'Ada' });
    expect(columns).toEqual(['id', 'name']);
    expect(resultId).toMatch(/^rslt/);
  });

  it('keeps every digit: long integers are bigints, long decimals texts', async () => {
    const sql = `SELECT 9223372036854775807 AS i, 9007199254740991 AS n, 12345678901234567.89::numeric AS d,
      1.10::numeric AS p, 0.1::float8 + 0.2::float8 AS f, '9223372036854775807' AS t`;
    const { rows } = await database.query(sql);
    expect(rows).toEqual([
      {
        i: 9223372036854775807n,
        n: 9007199254740991,
        d: '12345678901234567.89',
        p: 1.1,
        f: 0.1 + 0.2,
        t: '9223372036854775807',
      },
    ]);
  });

  it('refuses to lose one of two columns of a name, and gives both as lists', async () => {
    const sql = 'SELECT 1 AS a, 2 AS a';
    await expect(database.query(sql)).rejects.toMatchObject({ code: 'DUPLICATE_COLUMNS' });
    for await (const { rows } of database.query(sql).slices()) expect(rows).toEqual([[1, 2]]);
    const { rows } = await database.query('SELECT 7 AS "__proto__"');
    expect(Object.entries(rows[0] ?? {})).toEqual([['__proto__', 7]]);
  });

  it('pages through a large result by itself, in slices', async () => {
    const query = database.query<{ n: number }>('SELECT n FROM generate_series(1, 123456) AS t(n)');
    const seen = new Set<number>();
    let largest = 0;
    for await (const { rows } of query.slices()) {
      largest = Math.max(largest, rows.length);
      for (const [n] of rows) seen.add(n as number);
    }
    expect(seen.size).toBe(123_456);
    expect(largest).toBeLessThan(123_456);
    const { rows } = await query;
    expect(rows).toHaveLength(123_456);
    expect(new Set(rows.map(({ n }) => n))).toEqual(seen);
  });

  it('takes fewer rows at a time where an answer would be too large', async () => {
    let rows = 0;
    const wide = database.query<{ n: number; wide: string }>(
      "SELECT n, repeat('x', 40000) AS wide FROM generate_series(1, 400) AS t(n)",
    );
    for await (const row of wide) {
      expect(row.wide).toHaveLength(40_000);
      rows += 1;
    }
    expect(rows).toBe(400);
  });

  it('collects no more rows than it was allowed', async () => {
    const query = database.query('SELECT n FROM generate_series(1, 20000) AS t(n)', {
      maxRows: 15_000,
    });
    await expect(query).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
  });

  it('gives Arrow as bytes and as a table, and files as streams', async () => {
    const query = database.query('SELECT n FROM generate_series(1, 30000) AS t(n)');
    const table = await query.arrow(tableFromIPC);
    expect(table.numRows).toBe(30_000);
    expect((await query.arrow()).length).toBeGreaterThan(30_000);
    const csv = await new Response(await query.stream('csv')).text();
    expect(csv.split('\n').filter(Boolean)).toHaveLength(30_001);
    expect(new TextDecoder().decode((await query.bytes('parquet')).subarray(0, 4))).toBe('PAR1');
  });

  it('runs in the background where it is asked to, and says how it failed there', async () => {
    const { rows } = await database.query('SELECT 1 + 1 AS two', { background: true });
    expect(rows).toEqual([{ two: 2 }]);
    const failing = database.query('SELECT n / (n - 1) FROM generate_series(1, 3) AS t(n)', {
      background: true,
    });
    await expect(failing).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      message: expect.stringContaining('zero'),
    });
  });

  it.each([{ background: false }, { background: true }])(
    'is cancelled by its signal: %o',
    async (how) => {
      const abort = new AbortController();
      const query = database.query(endless, { ...how, signal: abort.signal }).then(() => 'ended');
      await eventually(async () => expect(await statusOfNewestRun()).toBe('running'));
      abort.abort(new Error('enough'));
      await expect(query).rejects.toThrow('enough');
      await eventually(async () => expect(await statusOfNewestRun()).toBe('cancelled'));
    },
  );

  it('fails with the code, the status and the sentence of the service', async () => {
    const failed = await database.query('SELECT * FROM nowhere').then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      name: 'QuernError',
      code: 'BAD_REQUEST',
      status: 400,
      operation: 'queries.run',
      message: expect.stringContaining('nowhere'),
      requestId: expect.any(String),
    });
  });
});

describe('a kept result', () => {
  it('is read again by its id, whole and in part', async () => {
    const { resultId } = await database.query(
      'SELECT n FROM generate_series(1, 100) AS t(n) ORDER BY n',
    );
    const result = database.result<{ n: number }>(resultId ?? '');
    const all: number[] = [];
    for await (const { n } of result) all.push(n);
    expect(all).toHaveLength(100);
    for await (const slice of result.slices({ offset: 95, limit: 3 })) {
      expect(slice).toEqual({
        columns: ['n'],
        offset: 95,
        rows: [[96], [97], [98]],
        totalRows: 100,
      });
    }
  });
});

describe('a listing', () => {
  it('is a page when it is awaited, and every item when it is iterated, by cursor and by offset', async () => {
    const made = new Set<string>();
    for (const name of ['one', 'two', 'three'])
      made.add((await client.databases.create({ name })).id);
    expect((await client.databases.list({ limit: 2 })).databases).toHaveLength(2);
    const ids = (await client.databases.list({ limit: 2 }).all()).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([...made, database.id]));
    expect(ids).toHaveLength(4);

    const offsets = await client.results.list({ database_id: database.id, limit: 3 }).all();
    expect(offsets.length).toBeGreaterThan(3);
    expect(new Set(offsets.map(({ id }) => id)).size).toBe(offsets.length);
    for await (const token of client.tokens.list()) expect(token.kind).toBe('organization');
  });

  it('refuses arguments that it does not have', async () => {
    const list = client.databases.list as (args: object) => PromiseLike<unknown>;
    await expect(client.databases.get({ database_id: '' })).rejects.toThrow(
      "databases.get needs 'database_id'",
    );
    await expect(Promise.resolve(list({ limt: 2 }))).rejects.toThrow(
      "databases.list takes no 'limt'",
    );
  });
});
