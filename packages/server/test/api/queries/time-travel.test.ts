import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
/** Instants of the snapshots, by number. */
let committed: Record<number, string>;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase({ name: 'past', default_catalog: 'shop' });
  const { id } = database;
  await api.loadCsv(id, 'items', 'id,name\n1,tea\n');
  await api.loadCsv(id, 'items', 'id,name,price\n2,oil,1.5\n', { mode: 'append' });
  await api.post(`/v1/databases/${id}/schemas`, { name: 'archive' });
  await api.load(id, 'items', { data: 'id\n7\n' }, 'archive');
  await api.delete(`/v1/databases/${id}/schemas/main/tables/items`);
  await api.loadCsv(id, 'items', 'other\nnew\n');
  await api.loadCsv(id, 'later', 'id\n1\n');
  const { snapshots } = (await api.get(`/v1/databases/${id}/snapshots`)).body;
  committed = Object.fromEntries(snapshots.map((one: Json) => [one.snapshot_id, one.committed_at]));
  expect(Object.keys(committed)).toHaveLength(8);
});

const dialects = ['hotsql', 'duckdb'] as const;

describe.each(dialects)('under %s, AT', (dialect) => {
  const query = (sql: string, options: Record<string, unknown> = {}) =>
    api.query(database.id, sql, { dialect, ...options });
  const rows = async (sql: string, options = {}) => {
    const { status, body } = await query(sql, options);
    expect(status, `${sql}: ${JSON.stringify(body)}`).toBe(200);
    return body.rows;
  };

  test.each([
    ['a snapshot’s number', 'SELECT * FROM items AT (VERSION => 2)', [[1, 'tea']]],
    ['letters of any case', 'select * from items at (version => 2)', [[1, 'tea']]],
    ['no blanks and comments', 'SELECT * FROM items AT(VERSION=>/* two */2)', null],
    [
      'comments between its words',
      'SELECT id FROM items /* a */ AT /* b */ ( -- c\n VERSION => 2 )',
      [[1]],
    ],
    [
      'columns added later',
      'SELECT id, price FROM items AT (VERSION => 3) ORDER BY id',
      [
        [1, null],
        [2, 1.5],
      ],
    ],
    ['a table dropped since', 'SELECT count(*) FROM items AT (VERSION => 5)', [[2]]],
    ['the present', 'SELECT * FROM items AT (VERSION => 8)', [['new']]],
    ['the table’s own name', 'SELECT items.name FROM items AT (VERSION => 2)', [['tea']]],
    ['a schema', 'SELECT main.items.name FROM main.items AT (VERSION => 2)', [['tea']]],
    ['another schema', 'SELECT items.id FROM archive.items AT (VERSION => 5)', [[7]]],
    ['a catalog', 'SELECT shop.main.items.name FROM shop.main.items AT (VERSION => 2)', [['tea']]],
    [
      'the catalog’s other name',
      'SELECT name FROM default.main.items AT (VERSION => 2)',
      [['tea']],
    ],
    [
      'default before dots',
      'SELECT default.main.items.id FROM default.main.items AT (VERSION => 2)',
      [[1]],
    ],
    ['quoted names', 'SELECT "items"."id" FROM "shop"."main"."items" AT (VERSION => 2)', [[1]]],
    ['an alias after it', 'SELECT i.id FROM items AT (VERSION => 2) i', [[1]]],
    ['an alias with AS after it', 'SELECT i.id FROM main.items AT (VERSION => 2) AS i', [[1]]],
    ['an alias before it', 'SELECT i.id FROM items i AT (VERSION => 2)', [[1]]],
    [
      'an alias with AS before it',
      'SELECT i.id FROM shop.main.items AS i AT (VERSION => 2)',
      [[1]],
    ],
    ['names of columns', 'SELECT a FROM items AT (VERSION => 2) AS i(a, b)', [[1]]],
    [
      'two versions of one table',
      'SELECT a.id, b.price FROM items AT (VERSION => 2) a JOIN items AT (VERSION => 3) b ON a.id = b.id',
      [[1, null]],
    ],
    [
      'two in a list',
      'SELECT count(*) FROM items AT (VERSION => 3) AS a, items AT (VERSION => 3) AS b',
      [[4]],
    ],
    [
      'what is there no more, beside what is',
      'SELECT old.id FROM items AT (VERSION => 3) AS old WHERE old.id NOT IN (SELECT id FROM items AT (VERSION => 2))',
      [[2]],
    ],
    [
      'past and present of one table',
      'SELECT (SELECT count(*) FROM items AT (VERSION => 3)), (SELECT max(other) FROM items)',
      [[2, 'new']],
    ],
    [
      'a common table expression of the same name',
      'WITH items AS (SELECT 1 AS x) SELECT (SELECT x FROM items), (SELECT max(id) FROM items AT (VERSION => 3))',
      [[1, 2]],
    ],
    [
      'a predicate',
      "SELECT name, price FROM items AT (VERSION => 3) WHERE id = 2 AND name = 'oil'",
      [['oil', 1.5]],
    ],
    [
      'a predicate on each of two versions',
      'SELECT a.id, b.id FROM items AT (VERSION => 2) a, items AT (VERSION => 3) b WHERE a.id = 1 AND b.id = 2',
      [[1, 2]],
    ],
    [
      'a predicate that rules everything out',
      'SELECT id FROM items AT (VERSION => 2) WHERE id = 2',
      [],
    ],
    ['a subquery', 'SELECT * FROM (SELECT id FROM items AT (VERSION => 2)) AS s', [[1]]],
    [
      'brackets around a join',
      'SELECT a.id FROM (items AT (VERSION => 2) a CROSS JOIN later l)',
      [[1]],
    ],
    [
      'a set operation',
      'SELECT id FROM items AT (VERSION => 3) EXCEPT SELECT id FROM items AT (VERSION => 2)',
      [[2]],
    ],
    [
      'a text that looks like it',
      "SELECT 'items AT (VERSION => 2)' -- items AT (VERSION => 2)",
      [['items AT (VERSION => 2)']],
    ],
    [
      'names that look like its own',
      'SELECT 1 AS "@at0_0", i.id FROM items AT (VERSION => 2) AS i',
      [[1, 1]],
    ],
    ['DESCRIBE', 'DESCRIBE items AT (VERSION => 2)', null],
    ['SUMMARIZE', 'SUMMARIZE main.items AT (VERSION => 3)', null],
    ['SHOW COLUMNS', 'SHOW COLUMNS FROM items AT (VERSION => 2)', null],
    ['EXPLAIN', 'EXPLAIN SELECT * FROM items AT (VERSION => 2)', null],
  ])('takes %s', async (what, sql, expected) => {
    if (what.startsWith('no blanks')) {
      const { status, body } = await query(sql);
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringContaining('takes the number of a snapshot'),
      ]);
    } else if (expected === null) expect((await rows(sql)).length).toBeGreaterThan(0);
    else expect(await rows(sql)).toEqual(expected);
  });

  test('describes the columns of then', async () => {
    const columns = (await rows('DESCRIBE items AT (VERSION => 3)')).map((row: Json) => row[0]);
    expect(columns).toEqual(['id', 'name', 'price']);
  });

  test('is bound to the default catalog and schema of the request', async () => {
    const sql = 'SELECT id FROM items AT (VERSION => 5)';
    expect(await rows(sql, { default_schema: 'archive' })).toEqual([[7]]);
    expect(await rows(sql, { default_catalog: 'shop', default_schema: 'archive' })).toEqual([[7]]);
    const both =
      'SELECT a.id, m.id FROM items AT (VERSION => 5) a, main.items AT (VERSION => 5) m ORDER BY m.id';
    expect(await rows(both, { default_schema: 'archive' })).toEqual([
      [7, 1],
      [7, 2],
    ]);
  });

  test.each([
    ['plain', (at: string) => `'${at}'`],
    ['of a type', (at: string) => `TIMESTAMPTZ '${at}'`],
    ['cast', (at: string) => `'${at}'::timestamptz`],
    ['without zone: UTC', (at: string) => `TIMESTAMP '${at.replace('T', ' ').replace('Z', '')}'`],
    [
      'with an offset',
      (at: string) =>
        `'${new Date(Date.parse(at) + 5_400_000).toISOString().replace('Z', '+01:30')}'`,
    ],
    ['to the microsecond', (at: string) => `'${at.replace('Z', '999Z')}'`],
  ])('takes a time %s: the newest snapshot at or before it', async (_, literal) => {
    const at = (snapshot: number) => literal(committed[snapshot] ?? '');
    const answer = await query(`SELECT count(*) FROM items AT (TIMESTAMP => ${at(3)})`);
    // Of two commits with one instant, the newer counts.
    expect(answer.body.rows).toEqual([[2]]);
    const run = await api.get(`/v1/query-runs/${answer.body.query_run_id}`, {
      'x-database-id': database.id,
    });
    const [[name, snapshot] = ['', 0]] = Object.entries(
      run.body.database_snapshots as Record<string, number>,
    );
    expect(snapshot).toBeGreaterThanOrEqual(3);
    expect(name).toBe(`shop@${snapshot}`);
    expect(await rows(`SELECT * FROM items AT (TIMESTAMP => ${at(8)})`)).toEqual([['new']]);
  });

  test.each([
    [
      'a version to come',
      'SELECT * FROM items AT (VERSION => 9)',
      "Snapshot 9 of catalog 'shop' does not exist yet; the newest is 8",
    ],
    [
      'version 0',
      'SELECT * FROM items AT (VERSION => 0)',
      "Snapshot 0 of catalog 'shop' is not kept; the oldest is snapshot 1, of ",
    ],
    [
      'a time before all',
      "SELECT * FROM items AT (TIMESTAMP => '2001-01-01')",
      'is not kept; the oldest is snapshot 1',
    ],
    ['a time to come', "SELECT * FROM items AT (TIMESTAMP => '2901-01-01')", 'lies in the future'],
    [
      'a time that is none',
      "SELECT * FROM items AT (TIMESTAMP => 'yesterday')",
      'takes a literal such as',
    ],
    [
      'a day that is none',
      "SELECT * FROM items AT (TIMESTAMP => '2026-02-30')",
      'takes a literal such as',
    ],
    [
      'an expression',
      "SELECT * FROM items AT (TIMESTAMP => now() - INTERVAL '1 day')",
      'takes a literal such as',
    ],
    [
      'a zone that its type ignores',
      "SELECT * FROM items AT (TIMESTAMP => TIMESTAMP '2026-01-01 00:00:00+02')",
      'takes a literal such as',
    ],
    [
      'a version that is text',
      "SELECT * FROM items AT (VERSION => 'x')",
      'takes the number of a snapshot',
    ],
    [
      'a negative version',
      'SELECT * FROM items AT (VERSION => -1)',
      'takes the number of a snapshot',
    ],
    [
      'a version of 30 digits',
      `SELECT * FROM items AT (VERSION => ${'9'.repeat(30)})`,
      'takes the number of a snapshot',
    ],
    ['no end', 'SELECT * FROM items AT (VERSION => 2', 'without its closing parenthesis'],
    [
      'a table made later',
      'SELECT * FROM later AT (VERSION => 7)',
      "table 'shop.main.later' not found at snapshot 7",
    ],
    [
      'a schema made later',
      'SELECT * FROM archive.items AT (VERSION => 3)',
      "table 'shop.archive.items' not found at snapshot 3",
    ],
    [
      'an unknown catalog',
      'SELECT * FROM no.main.items AT (VERSION => 3)',
      "table 'no.main.items' not found",
    ],
    ['a column added later', 'SELECT price FROM items AT (VERSION => 2)', 'price'],
    ['a result', 'SELECT * FROM quern.results.x AT (VERSION => 2)', 'results have no snapshots'],
    [
      'information_schema',
      'SELECT * FROM information_schema.tables AT (VERSION => 2)',
      'shows the present only',
    ],
    ['a column', 'SELECT id AT (VERSION => 2) FROM items', 'goes after the name of a table'],
    [
      'a column of a list',
      'SELECT 1, id AT (VERSION => 2) FROM items',
      'goes after the name of a table',
    ],
    [
      'a subquery',
      'SELECT * FROM (SELECT 1) AS s AT (VERSION => 2)',
      'goes after the name of a table',
    ],
    ['nothing', 'SELECT at(VERSION => 2)', 'goes after the name of a table'],
  ])('refuses %s with 400', async (_, sql, message) => {
    const { status, body } = await query(sql);
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain(message);
    expect(body.error.message).not.toMatch(/@at\d/);
  });
});

test('AT in an expression of a text that is taken as written is refused in the same words', async () => {
  const { status, body } = await api.query(database.id, 'SELECT id AT (VERSION => 2) FROM items', {
    dialect: 'duckdb',
  });
  expect([status, body.error?.message]).toEqual([
    400,
    'AT (VERSION => n) goes after the name of a table',
  ]);
});

test('an error after AT has its place in the text as it was written', async () => {
  const sql =
    "SELECT *\nFROM default.main.items AT (VERSION => 2) AS i, default.main.items\nWHERE i.name @@@ 'x'";
  const { body } = await api.query(database.id, sql);
  expect(body.error.message).toContain('(line 3, column 14)');
});

test('an attached catalog is read at its own snapshots, and a run says which', async () => {
  const other = await api.createDatabase({ name: 'other', default_catalog: 'crm' });
  await api.loadCsv(other.id, 'leads', 'id\n1\n');
  await api.loadCsv(other.id, 'leads', 'id\n2\n');
  const attached = { connection_id: other.default_connection_id, alias: 'sales' };
  expect((await api.post(`/v1/databases/${database.id}/catalogs`, attached)).status).toBe(204);
  const sql = `SELECT a.id, b.id, i.id FROM sales.main.leads AT (VERSION => 2) a, sales.main.leads b, items AT (VERSION => 2) i`;
  const { body } = await api.query(database.id, sql);
  expect(body.rows).toEqual([[1, 2, 1]]);
  const run = await api.get(`/v1/query-runs/${body.query_run_id}`, {
    'x-database-id': database.id,
  });
  expect(run.body.database_snapshots).toEqual({ 'sales@2': 2, sales: 3, 'shop@2': 2 });
  const { body: fork } = await api.post(`/v1/databases/${database.id}/fork`, { snapshot_id: 2 });
  expect(
    (await api.query(fork.id, 'SELECT id FROM sales.main.leads AT (VERSION => 2)')).body.rows,
  ).toEqual([[1]]);
  const detail = (await api.get(`/v1/databases/${fork.id}`)).body;
  expect(detail.attachments).toEqual([attached]);
  const tooNew = await api.query(fork.id, 'SELECT id FROM sales.main.leads AT (VERSION => 4)');
  expect(tooNew.body.error.message).toBe(
    "Snapshot 4 of catalog 'sales' does not exist yet; the newest is 3",
  );
});

test('a statement reads 50 snapshots, not 51, and many tables of one', async () => {
  const one = await api.createDatabase();
  await api.loadCsv(one.id, 't', 'id\n1\n');
  for (let count = 0; count < 50; count++)
    await api.post(`/v1/databases/${one.id}/schemas`, { name: `s${count}` });
  const union = (versions: readonly number[]) =>
    `SELECT count(*) FROM (${versions.map((n) => `SELECT id FROM t AT (VERSION => ${n})`).join(' UNION ALL ')}) AS u`;
  const numbers = Array.from({ length: 51 }, (_, index) => index + 2);
  expect((await api.query(one.id, union(numbers.slice(1)))).body.rows).toEqual([[50]]);
  const refused = await api.query(one.id, union(numbers));
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'more than 50 snapshots in one statement',
  ]);
  expect((await api.query(one.id, union(numbers.map(() => 2)))).body.rows).toEqual([[51]]);
});

test('what retention has passed is refused with the oldest snapshot, in SQL, as a fork and in the list', async () => {
  const one = await api.createDatabase({ name: 'old' });
  await api.loadCsv(one.id, 't', 'id\n1\n');
  await api.loadCsv(one.id, 't', 'id\n2\n');
  await api.loadCsv(one.id, 't', 'id\n3\n');
  const day = 86_400_000;
  const metadata = new Database(join(service.dataDir, 'quern.db'));
  const move = metadata.prepare(
    'UPDATE lake_snapshots SET committed_at = ?, superseded_at = ? WHERE lake_id = ? AND snapshot = ?',
  );
  const ago = (days: number) => Date.now() - days * day;
  move.run(ago(30), ago(20), one.default_connection_id, 1);
  move.run(ago(20), ago(8), one.default_connection_id, 2);
  move.run(ago(8), ago(1), one.default_connection_id, 3);
  metadata.close();
  expect((await api.query(one.id, 'SELECT * FROM t AT (VERSION => 3)')).body.rows).toEqual([[2]]);
  const since = new Date(ago(7.5)).toISOString();
  expect(
    (await api.query(one.id, `SELECT * FROM t AT (TIMESTAMP => '${since}')`)).body.rows,
  ).toEqual([[2]]);
  const before = new Date(ago(9)).toISOString();
  const oldest = 'is not kept; the oldest is snapshot 3, of 20';
  for (const answer of [
    await api.query(one.id, 'SELECT * FROM t AT (VERSION => 2)'),
    await api.query(one.id, `SELECT * FROM t AT (TIMESTAMP => '${before}')`),
    await api.post(`/v1/databases/${one.id}/fork`, { snapshot_id: 2 }),
    await api.post(`/v1/databases/${one.id}/fork`, { at: before }),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.error.message).toContain(oldest);
  }
  const { snapshots } = (await api.get(`/v1/databases/${one.id}/snapshots`)).body;
  expect(snapshots.map((row: Json) => row.snapshot_id)).toEqual([4, 3]);
});
