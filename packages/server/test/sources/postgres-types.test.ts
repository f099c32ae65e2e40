/** docs/types.md, row by row, on a real PostgreSQL. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiscoveredTable, SourceConfig } from '../../src/sources/source.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { documentedTypes, type ReadTable, SourceFixture } from './source-fixture.ts';

const documented = documentedTypes('Types of PostgreSQL as a source');
const fixture = new SourceFixture('postgres');
let database: PostgresDatabase;
let client: pg.Client;
let config: SourceConfig;
let read: ReadTable;
let table: DiscoveredTable | undefined;

beforeAll(async () => {
  database = await createPostgresDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  config = fixture.config({ url: database.url });
  await client.query(`CREATE TYPE mood AS ENUM ('fine', 'so, so'); CREATE DOMAIN positive AS numeric(10,2);
    CREATE DOMAIN price AS positive CHECK (value > 0); CREATE TYPE pair AS (a integer, b text)`);
  const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType}`);
  await client.query(`CREATE TABLE every (${columns.join(', ')})`);
  await client.query(
    `INSERT INTO every VALUES (${documented.map(({ value }) => value).join(', ')})`,
  );
  await client.query(`INSERT INTO every SELECT`);
  [table] = await fixture.discover(config, { table: 'every' });
  read = await fixture.read(config, { schema: 'public', table: 'every' });
}, 120_000);

afterAll(async () => {
  await fixture.close();
  await client.end();
  await database.drop();
});

describe('a column of PostgreSQL', () => {
  test.each(documented.map((row, index) => [row.sourceType, row.value, index, row] as const))(
    '%s with %s is kept as documented',
    (_type, _value, index, { type, text }) => {
      expect(read.summary.columns[index]).toMatchObject({ name: `c${index}`, type });
      expect(read.rows.map((row) => row[index])).toEqual([text, null]);
      const discovered = table?.columns[index];
      expect(discovered?.name).toBe(`c${index}`);
      // A type that the values decide is text until the values are known.
      if (type !== discovered?.type) {
        expect(discovered).toMatchObject({
          type: 'VARCHAR',
          note: expect.stringContaining('DECIMAL(38,s)'),
        });
      }
    },
  );

  test('says what is not its exact counterpart, and what was changed is counted', () => {
    const note = (type: string) =>
      table?.columns[documented.findIndex(({ sourceType }) => sourceType === type)]?.note;
    expect(note('interval')).toBe('kept as the text that PostgreSQL writes');
    expect(note('integer')).toBeNull();
    expect(note('integer[][]')).toBe('an array of several dimensions: JSON as text');
    const columnOf = (value: string) => `c${documented.findIndex((row) => row.value === value)}`;
    expect(read.summary.warnings).toEqual([
      {
        column: columnOf("'[5:6]={1,2}'"),
        message: 'arrays whose first index is not 1 now begin with 1',
        count: 1,
      },
    ]);
  });

  test.each([
    ['numeric(4,2)', "'NaN'", 'NaN or an infinity, which DECIMAL(4,2) cannot hold'],
    ['timestamp', "'294276-12-31 23:59:59'", 'a timestamp after the year 294246'],
    ['integer[]', "'{{1,2},{3,4}}'", 'arrays of several dimensions'],
  ])('%s with %s ends the read in a sentence that names the column', async (type, value, what) => {
    await client.query(
      `DROP TABLE IF EXISTS odd; CREATE TABLE odd (v ${type}); INSERT INTO odd VALUES (${value})`,
    );
    await expect(fixture.read(config, { schema: 'public', table: 'odd' })).rejects.toMatchObject({
      class: 'value_not_representable',
      message: `Column 'v' has ${what}; make a view in the source that gives it as text (v::text), and read that`,
    });
  });

  test('numerics without a scale are DECIMAL over all rows, or text when one does not fit', async () => {
    const typeOf = async (values: string) => {
      await client.query(
        `DROP TABLE IF EXISTS odd; CREATE TABLE odd (v numeric); INSERT INTO odd VALUES ${values}`,
      );
      return (await fixture.read(config, { schema: 'public', table: 'odd' })).summary.columns[0]
        ?.type;
    };
    expect(await typeOf('(1), (2.25), (-0.1)')).toBe('DECIMAL(38,2)');
    expect(await typeOf(`(${'9'.repeat(36)}), (0.01)`)).toBe('DECIMAL(38,2)');
    expect(await typeOf(`(${'9'.repeat(36)}), (0.001)`)).toBe('VARCHAR');
    expect(await typeOf('(NULL)')).toBe('VARCHAR');
  });

  test('text of a database without an encoding is checked', async () => {
    const name = `ascii_${Math.random().toString(36).slice(2)}`;
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`,
    );
    const url = new URL(database.url);
    url.pathname = name;
    const other = new pg.Client({ connectionString: url.href });
    await other.connect();
    try {
      await other.query(`SET client_encoding = 'SQL_ASCII'; CREATE TABLE t (id int, v text);
        INSERT INTO t VALUES (1, convert_from('\\x66c3bc', 'SQL_ASCII'))`);
      const asciiConfig = fixture.config({ url: url.href });
      expect((await fixture.read(asciiConfig, { schema: 'public', table: 't' })).rows).toEqual([
        ['1', 'fü'],
      ]);
      await other.query(`INSERT INTO t VALUES (2, convert_from('\\xff', 'SQL_ASCII'))`);
      await expect(
        fixture.read(asciiConfig, { schema: 'public', table: 't' }),
      ).rejects.toMatchObject({
        class: 'value_not_representable',
        message: expect.stringContaining('holds text that is not valid in its encoding'),
      });
    } finally {
      await other.end();
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  test('of every other type that the server has, in arrays too, is the text that it writes', async () => {
    const { rows: types } = await client.query<{ name: string }>(`
      SELECT pg_catalog.format_type(t.oid, NULL) AS name FROM pg_type t
      WHERE t.typnamespace = 'pg_catalog'::regnamespace AND t.typtype IN ('b', 'r', 'm') AND t.typarray <> 0
      ORDER BY 1`);
    // Null: types without writable values. Other types belong to statistics, never to columns.
    await client.query(`CREATE FUNCTION value_of(type text, candidates text[]) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE candidate text; BEGIN
        FOREACH candidate IN ARRAY candidates LOOP
          BEGIN EXECUTE format('SELECT %L::%s', candidate, type); RETURN candidate;
          EXCEPTION WHEN OTHERS THEN END;
        END LOOP; RETURN NULL; END $$`);
    const values: (string | null)[] = [];
    for (const { name } of types) {
      const sql = 'SELECT value_of($1, $2) AS value';
      const found = await client.query(sql, [name, candidates]);
      values.push(found.rows[0].value);
    }
    expect(values.filter((value) => value !== null).length).toBeGreaterThan(60);
    const columns = types.flatMap(({ name }, at) => [`v${at} ${name}`, `a${at} ${name}[]`]);
    const row = types.flatMap(({ name }, at) => {
      const value = literal(values[at], name);
      return [value, `ARRAY[${value}, NULL]`];
    });
    await client.query(
      `CREATE TABLE known (${columns.join(', ')}); INSERT INTO known VALUES (${row}); INSERT INTO known SELECT`,
    );
    const written = await client.query({
      text: `SELECT ${types.map((_type, at) => `CASE WHEN v${at} IS NOT NULL THEN format('%s', v${at}) END`).join(', ')} FROM known`,
      rowMode: 'array',
    });
    const known = await fixture.read(config, { schema: 'public', table: 'known' });
    for (const [at, { name }] of types.entries()) {
      const [value, list] = [known.rows[0]?.[2 * at], known.rows[0]?.[2 * at + 1]];
      const type = known.summary.columns[2 * at]?.type;
      expect([name, value === null]).toEqual([name, values[at] === null]);
      if (type === 'VARCHAR') expect([name, value]).toEqual([name, written.rows[0]?.[at]]);
      expect([name, list]).toEqual([name, expect.stringMatching(/, NULL\]$/)]);
      expect([name, known.rows[1]?.[2 * at]]).toEqual([name, null]);
    }
  }, 60_000);
});

const literal = (value: string | null | undefined, type: string) =>
  `${value === null || value === undefined ? 'NULL' : `'${value}'`}::${type}`;

/** Each type takes at most one of them. */
const candidates = [
  ...['1', 'a', 't', '2024-02-29', '10:00', '1 day', '10.0.0.1', '08:00:2b:01:02:03'],
  ...['08:00:2b:01:02:03:04:05', '(1,2)', '((0,0),(1,1))', '<(0,0),1>', '{1,2,3}', '[(0,0),(1,1)]'],
  ...[
    '[1,3)',
    '{[1,3)}',
    '[2024-02-29,2024-03-01)',
    '{[2024-02-29,2024-03-01)}',
    '<a/>',
    '{"a":1}',
  ],
  ...['1:3:2', '16/B374D848', '(0,1)', 'simple', 'pg_class', 'int4', 'now()', '-(integer)'],
  ...[
    'abs(integer)',
    'pg_catalog.default',
    'public',
    '$.a',
    'e13761b8-e35e-4081-a1e2-081ffe884d85',
  ],
  ...['postgres=r/postgres', 'postgres'],
];
