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
      // What only the values decide is text until they are known.
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
      { column: columnOf("'24:00:00'"), message: '24:00:00 became 00:00:00', count: 1 },
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
});
