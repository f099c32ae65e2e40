/** The oldest supported versions. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOldPostgres, oldPostgresVersions, startOldPostgres } from '../old-postgres.ts';
import { connectionConfigOf } from '../postgres.ts';
import type { RunningServer } from '../postgres-server.ts';
import { documentedTypes, SourceFixture } from './source-fixture.ts';

const fixture = new SourceFixture('postgres');
afterAll(() => fixture.close());

describe.each(oldPostgresVersions)('PostgreSQL %s', (version) => {
  if (!hasOldPostgres) {
    test.skip('cannot be installed here');
    return;
  }
  let server: RunningServer;
  let client: pg.Client;
  const config = () => fixture.config(connectionConfigOf(server.url));

  beforeAll(async () => {
    server = await startOldPostgres(version);
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
  }, 300_000);
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  test('is discovered, keys, comments, partitions and views with it', async () => {
    await client.query(`CREATE TABLE orders (b int, a int, total numeric(10,2) NOT NULL, PRIMARY KEY (a, b));
      COMMENT ON COLUMN orders.total IS 'in euros'; CREATE VIEW v AS SELECT a FROM orders;
      CREATE TABLE parts (a integer, d date) PARTITION BY RANGE (d);
      CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      INSERT INTO parts VALUES (1, '2024-05-05')`);
    const found = await fixture.discover(config());
    expect(found.map(({ name, kind, primaryKey }) => [name, kind, primaryKey])).toEqual([
      ['orders', 'table', ['a', 'b']],
      ['parts', 'table', []],
      ['parts_1', 'table', []],
      ['v', 'view', []],
    ]);
    expect(found[0]?.columns[2]).toMatchObject({ comment: 'in euros', nullable: false });
    expect(found.map(({ rowEstimate }) => rowEstimate)).toEqual([null, null, null, null]);
    for (const table of ['parts', 'parts_1'])
      expect((await fixture.read(config(), { schema: 'public', table })).rows).toEqual([
        ['1', '2024-05-05'],
      ]);
  });

  test('is read, floats with all of their digits and a large table whole', async () => {
    await client.query(`CREATE TABLE floats (id int, f float8, g float8[], n numeric, p point);
      INSERT INTO floats VALUES (1, 0.1::float8 + 0.2::float8, array[0.1::float8 + 0.2::float8], 12345678901234567890.5, point(0.1::float8 + 0.2::float8, 1));
      CREATE TABLE large AS SELECT i AS id, repeat(md5(i::text), 12) AS filler FROM generate_series(1, 170000) i`);
    const { rows } = await fixture.read(config(), { schema: 'public', table: 'floats' });
    expect(rows).toEqual([
      [
        '1',
        '0.30000000000000004',
        '[0.30000000000000004]',
        '12345678901234567890.5',
        expect.stringMatching(/^\(0\.30000000000000004\d*,1\)$/),
      ],
    ]);
    const { summary } = await fixture.read(config(), { schema: 'public', table: 'large' });
    expect(summary.rows).toBe(170_000);
  });

  test('has every type that it knows kept as documented', async () => {
    await client.query(`CREATE TYPE mood AS ENUM ('fine', 'so, so'); CREATE DOMAIN positive AS numeric(10,2);
      CREATE DOMAIN price AS positive CHECK (value > 0); CREATE TYPE pair AS (a integer, b text)`);
    const known = [];
    for (const row of documentedTypes('Types of PostgreSQL as a source')) {
      const isKnown = await client.query(`SELECT CAST(${row.value} AS ${row.sourceType})`).then(
        () => true,
        () => false,
      );
      if (isKnown) known.push(row);
    }
    expect(known.length).toBeGreaterThan(60);
    await client.query(`CREATE TABLE every (${known.map(({ sourceType }, at) => `c${at} ${sourceType}`).join(', ')});
      INSERT INTO every VALUES (${known.map(({ value }) => value).join(', ')})`);
    const { rows, summary } = await fixture.read(config(), { schema: 'public', table: 'every' });
    expect(summary.columns.map(({ type }) => type)).toEqual(known.map(({ type }) => type));
    expect(rows).toEqual([known.map(({ text }) => text)]);
  });
});
