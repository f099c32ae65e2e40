import { beforeAll, describe, expect, it } from 'vitest';
import { readArrow } from '../../encode/decode.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
let other: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase({
    schemas: [{ name: 'main', tables: [{ name: 'waiting' }] }, { name: 'sales' }],
  });
  other = await api.createDatabase({ default_catalog: 'shop', schemas: [{ name: 'public' }] });
  await api.loadCsv(database.id, 'people', 'id,name\n1,Ada\n2,Grace\n');
  await api.load(database.id, 'orders', { data: 'id,amount\n1,9.5\n' }, 'sales');
  await api.load(other.id, 'secrets', { data: 'id,word\n1,sesame\n' }, 'public');
});

async function rows(
  sql: string,
  options: Record<string, unknown> = {},
  id = database.id,
): Promise<unknown[][]> {
  const { status, body } = await api.query(id, sql, options);
  if (status !== 200) throw new Error(`${sql}: ${status} ${JSON.stringify(body)}`);
  return body.rows;
}

async function refusal(
  sql: string,
  options: Record<string, unknown> = {},
  id = database.id,
): Promise<string> {
  const { status, body } = await api.query(id, sql, options);
  expect(body).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  expect(status).toBe(400);
  expect(body.error.message).not.toMatch(/quern-worker|hotsql:/);
  return body.error.message;
}

describe('names of tables', () => {
  it.each([
    'people',
    'main.people',
    'default.main.people',
    '"default"."main"."people"',
    'default.sales.orders',
    'sales.orders',
    'PEOPLE',
    'Main.People',
  ])('%s is found', async (name) => {
    expect(await rows(`SELECT id FROM ${name} ORDER BY id LIMIT 1`)).toEqual([[1]]);
  });

  it('qualify columns, also with the catalog', async () => {
    expect(await rows('SELECT default.main.people.id FROM default.main.people ORDER BY 1')).toEqual(
      [[1], [2]],
    );
    expect(await rows('SELECT people.name FROM main.people WHERE people.id = 1')).toEqual([
      ['Ada'],
    ]);
  });

  it('that are quoted are exact', async () => {
    expect(await refusal('SELECT * FROM "People"')).toBe(
      "table 'default.main.People' not found; did you mean 'default.main.people'?",
    );
  });

  it('answer to a declared default catalog and always to default', async () => {
    for (const name of [
      'secrets',
      'public.secrets',
      'shop.public.secrets',
      'default.public.secrets',
    ]) {
      expect(await rows(`SELECT word FROM ${name}`, {}, other.id)).toEqual([['sesame']]);
    }
  });

  it('follow default_schema and default_catalog of the request; full names do not', async () => {
    expect(await rows('SELECT amount FROM orders', { default_schema: 'sales' })).toEqual([[9.5]]);
    expect(await refusal('SELECT * FROM people', { default_schema: 'sales' })).toMatch(
      /^table 'default\.sales\.people' not found/,
    );
    expect(
      await rows('SELECT id FROM main.people WHERE id = 2', { default_schema: 'sales' }),
    ).toEqual([[2]]);
    expect(await refusal('SELECT * FROM orders', { default_schema: 'nowhere' })).toMatch(
      /^table 'default\.nowhere\.orders' not found/,
    );
    expect(
      await rows('SELECT id FROM people WHERE id = 2', { default_catalog: 'default' }),
    ).toEqual([[2]]);
    expect(await rows('SELECT word FROM secrets', { default_catalog: 'shop' }, other.id)).toEqual([
      ['sesame'],
    ]);
    expect(await refusal('SELECT 1', { default_catalog: 'elsewhere' })).toMatch(
      /default_catalog 'elsewhere'/,
    );
    expect(await refusal('SELECT 1', { default_catalog: 'shop' })).toMatch(
      /default_catalog 'shop'/,
    );
  });

  it('that are not there are told in the words that clients look for', async () => {
    expect(await refusal('SELECT * FROM nothing_like_it')).toMatch(
      /^table 'default\.main\.nothing_like_it' not found/,
    );
    expect(await refusal('SELECT * FROM shop.public.secrets')).toMatch(
      /^table 'shop\.public\.secrets' not found/,
    );
    expect(await refusal('SELECT * FROM waiting')).toBe(
      "table 'default.main.waiting' not found: declared but has no data; load it first",
    );
  });

  it('of another database are not to be had under any name', async () => {
    for (const name of [
      'secrets',
      'public.secrets',
      `"${other.id}".public.secrets`,
      `"${other.default_connection_id}".public.secrets`,
      `"__db_${other.id}".public.secrets`,
    ]) {
      expect(await refusal(`SELECT * FROM ${name}`)).not.toContain('sesame');
    }
  });
});

describe('results as tables', () => {
  it('are read as quern.results.<id>, with types and names', async () => {
    const { body } = await api.query(
      database.id,
      "SELECT id, name AS who FROM people UNION ALL SELECT 3, 'Mary'",
    );
    const table = `quern.results.${body.result_id}`;
    expect(await rows(`SELECT who FROM ${table} WHERE id > 1 ORDER BY id`)).toEqual([
      ['Grace'],
      ['Mary'],
    ]);
    expect(
      await rows(`SELECT p.name FROM people p JOIN ${table} r ON r.id = p.id ORDER BY 1`),
    ).toEqual([['Ada'], ['Grace']]);
  });

  it('that are kept as rows are read together: their files are made before the query begins', async () => {
    const kept: string[] = [];
    for (const n of [1, 2, 3]) {
      const { body } = await api.query(database.id, `SELECT ${n} AS n, id FROM people`);
      kept.push(`quern.results.${body.result_id}`);
    }
    const [a, b, c] = kept;
    for (let again = 0; again < 3; again += 1) {
      const counted = `SELECT count(*) + ${again} FROM`;
      expect(await rows(`${counted} ${a}, ${b}`)).toEqual([[4 + again]]);
      expect(await rows(`${counted} ${a}, ${b}, ${c}`)).toEqual([[8 + again]]);
    }
  });

  it('of another database do not exist', async () => {
    const { body } = await api.query(other.id, 'SELECT word FROM secrets');
    expect(await refusal(`SELECT * FROM quern.results.${body.result_id}`)).toBe(
      `table 'quern.results.${body.result_id}' not found`,
    );
    expect(await refusal('SELECT * FROM quern.results.rslt_nothing')).toMatch(/not found/);
    expect(await refusal('SELECT * FROM quern.other.x')).toMatch(/not found/);
    const unscoped = await api.get(`/v1/results/${body.result_id}`, {
      'x-database-id': database.id,
    });
    expect(unscoped.status).toBe(404);
    const run = await api.get(`/v1/query-runs/${body.query_run_id}`, {
      'x-database-id': database.id,
    });
    expect(run.status).toBe(404);
    const cancel = await api.post(`/v1/query-runs/${body.query_run_id}/cancel`, undefined, {
      'x-database-id': database.id,
    });
    expect(cancel.status).toBe(404);
  });
});

describe('the catalog as SQL shows it', () => {
  /** Text of every cell, to search for foreign names. */
  const told = (answer: unknown[][]) => JSON.stringify(answer);
  const inner = /quern-worker|hotsql|"result"|temp|system|memory|duckdb_|secrets|shop/;

  it('lists schemas, tables and columns of the scope in information_schema, and nothing else', async () => {
    const schemas = await rows(
      'SELECT catalog_name, schema_name FROM information_schema.schemata ORDER BY 1, 2',
    );
    expect(schemas).toContainEqual(['default', 'main']);
    expect(schemas).toContainEqual(['default', 'sales']);
    expect(told(schemas)).not.toMatch(inner);
    const tables = await rows(
      'SELECT table_catalog, table_schema, table_name, table_type FROM information_schema.tables ORDER BY 3',
    );
    expect(tables).toContainEqual(['default', 'main', 'people', 'BASE TABLE']);
    expect(tables).toContainEqual(['default', 'sales', 'orders', 'BASE TABLE']);
    expect(told(tables)).not.toMatch(inner);
    const columns = await rows(
      `SELECT table_name, column_name, ordinal_position, data_type, is_nullable FROM information_schema.columns
       WHERE table_schema = 'main' ORDER BY table_name, ordinal_position`,
    );
    expect(columns).toEqual([
      ['people', 'id', 1, 'BIGINT', 'YES'],
      ['people', 'name', 2, 'VARCHAR', 'YES'],
    ]);
  });

  it.each(['hotsql', 'postgres', 'snowflake'])(
    'calls every table a BASE TABLE in %s, also one that the query reads, and counts columns from 1 as Int32',
    async (dialect) => {
      const kinds = await rows(
        `SELECT DISTINCT t.table_type FROM information_schema.tables t, people p WHERE p.id IS NOT NULL`,
        { dialect },
      );
      expect(kinds).toEqual([['BASE TABLE']]);
      const sql = `SELECT min(ordinal_position) AS first, max(is_nullable) AS is_nullable, min(data_type) AS data_type
        FROM information_schema.columns WHERE lower(table_name) = 'people'`;
      expect(await rows(sql, { dialect })).toEqual([[1, 'YES', expect.any(String)]]);
      const { body } = await api.query(database.id, sql, { dialect });
      const stored = await api
        .with({ 'x-database-id': database.id })
        .open(`/v1/results/${body.result_id}?format=arrow`);
      expect(readArrow(Buffer.from(await stored.arrayBuffer())).types[0]).toBe('Int32');
    },
  );

  it('names the default catalog as it was declared', async () => {
    const tables = await rows(
      'SELECT table_catalog, table_name FROM information_schema.tables',
      {},
      other.id,
    );
    expect(tables).toEqual([['shop', 'secrets']]);
  });

  it('lists the tables of the scope in SHOW TABLES', async () => {
    const tables = await rows('SHOW TABLES');
    expect(told(tables)).toContain('people');
    expect(told(tables)).not.toMatch(inner);
    const all = await rows('SHOW ALL TABLES', { dialect: 'duckdb' }).catch(() => []);
    expect(told(all)).not.toMatch(inner);
  });

  it('describes tables and queries', async () => {
    const described = await rows('DESCRIBE people');
    expect(described.map((row) => row.slice(0, 2))).toEqual([
      ['id', 'BIGINT'],
      ['name', 'VARCHAR'],
    ]);
    expect((await rows('DESCRIBE default.sales.orders')).map(([name]) => name)).toEqual([
      'id',
      'amount',
    ]);
    expect(await refusal('DESCRIBE nothing')).toMatch(/not found/);
    expect(await refusal('DESCRIBE waiting')).toMatch(/declared but has no data/);
    expect((await rows('SUMMARIZE people')).length).toBe(2);
  });

  it('lists the columns of a table in SHOW COLUMNS', async () => {
    const listed = await rows('SHOW COLUMNS FROM people');
    expect(listed.map((row) => row.slice(0, 2))).toEqual([
      ['id', 'BIGINT'],
      ['name', 'VARCHAR'],
    ]);
  });

  it('says nothing of the machine in EXPLAIN', async () => {
    for (const sql of [
      'EXPLAIN SELECT * FROM people',
      'EXPLAIN ANALYZE SELECT * FROM people WHERE id = 1',
    ]) {
      const text = told(await rows(sql));
      expect(text).toMatch(/Projections|Cardinality|Rows/i);
      expect(text).not.toMatch(/quern-worker|\.parquet|objects\/|\/tmp|lakes\//);
      expect(text).not.toContain(service.dataDir);
    }
  });

  it('shows no database, file, setting or log of the engine', async () => {
    for (const sql of [
      'SELECT * FROM duckdb_databases()',
      'SELECT * FROM duckdb_settings()',
      'SELECT * FROM duckdb_views()',
      'SELECT * FROM pragma_database_list()',
      "SELECT * FROM glob('/**')",
      "SELECT * FROM read_csv('/etc/passwd')",
      "SELECT * FROM '/etc/passwd'",
    ]) {
      for (const dialect of ['hotsql', 'duckdb']) await refusal(sql, { dialect });
    }
    const { status } = await api.query(database.id, 'SELECT * FROM "quern-worker".main.result');
    expect(status).toBe(400);
    const current = await rows('SELECT current_database(), current_schema()').catch(() => []);
    expect(told(current)).not.toMatch(/quern-worker/);
  });

  it('names nothing inner in errors about names', async () => {
    for (const sql of [
      'SELECT nothing FROM people',
      'SELECT people.nothing FROM people',
      'SELECT default.main.people.nothing FROM people',
      'SELECT result.id FROM people',
      'SELECT id FROM people GROUP BY name',
      'SELECT sum(name) FROM people',
      'SELECT nothing(id) FROM people',
      'SELECT id FROM people p, people q',
    ]) {
      for (const dialect of ['hotsql', 'duckdb']) await refusal(sql, { dialect });
    }
  });
});

describe('what is written as people write it', () => {
  it.each([
    ['a trailing semicolon', 'SELECT 1 AS x;', [[1]]],
    ['blanks and comments around it', ' /* a */ SELECT 1 AS x ; -- b\n', [[1]]],
    ['a semicolon in a text', "SELECT ';' AS x;", [[';']]],
    [
      'VALUES',
      "VALUES (1, 'a'), (2, 'b')",
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'TABLE',
      'TABLE people',
      [
        [1, 'Ada'],
        [2, 'Grace'],
      ],
    ],
    ['WITH', 'WITH p AS (SELECT id FROM people) SELECT max(id) FROM p', [[2]]],
    [
      'a subquery without an alias',
      "SELECT x, msg FROM (SELECT 1 AS x, 'hello' AS msg UNION ALL SELECT 2, 'world') ORDER BY x",
      [
        [1, 'hello'],
        [2, 'world'],
      ],
    ],
    ['a sum over a table', 'SELECT sum(id) FROM people', [[3]]],
    ['a division as PostgreSQL does it', 'SELECT 7/2 AS x', [[3]]],
  ])('%s', async (_, sql, expected) => {
    expect(await rows(sql as string)).toEqual(expected);
  });

  it('follows the dialect', async () => {
    expect(
      await rows('FROM people SELECT len(name) AS n ORDER BY id', { dialect: 'duckdb' }),
    ).toEqual([[3], [5]]);
    expect(await rows('SELECT 7/2 AS x', { dialect: 'duckdb' })).toEqual([[3.5]]);
    expect(await rows('SELECT MOD(7, 2) AS x', { dialect: 'postgres' })).toEqual([[1]]);
    expect(await refusal('FROM people SELECT id')).toMatch(/syntax/i);
    expect(await refusal('DELETE FROM people', { dialect: 'duckdb' })).toMatch(/DELETE/);
    const { status } = await api.query(database.id, 'SELECT IFF(true, 1, 2) AS x', {
      dialect: 'snowflake',
    });
    expect([200, 400]).toContain(status);
  });
});
