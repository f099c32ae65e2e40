/**
 * The Snowflake driver through real source workers, on fakesnow: docs/types.md row by row, names,
 * cursors, large tables.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiscoveredTable, SourceConfig } from '../../src/sources/source.ts';
import { installTimeoutMs } from '../clients/python-environment.ts';
import { type Fakesnow, startFakesnow } from './fakesnow.ts';
import { documentedTypes, type ReadTable, SourceFixture } from './source-fixture.ts';

/**
 * fakesnow stores these as other types; test/sources/snowflake-wire.test.ts reads them as Snowflake
 * sends them.
 */
const otherwise =
  /^(BINARY|MAP|GEOGRAPHY|GEOMETRY|VECTOR|DECFLOAT|TIMESTAMP_LTZ|NUMBER\(38,0\))|NUMBER\(38,37\)/;
const documented = documentedTypes('Types of Snowflake as a source').filter(
  ({ sourceType, value }) => !otherwise.test(sourceType) && !value.includes('.123456789'),
);

const fixture = new SourceFixture('snowflake');
let server: Fakesnow;
let config: SourceConfig;
beforeAll(async () => {
  server = await startFakesnow();
  config = fixture.config({
    account: 'acme-shop',
    user: 'reader',
    password: 'any',
    warehouse: 'wh',
    database: 'shop',
    host: server.origin,
  });
}, installTimeoutMs);
afterAll(async () => {
  await fixture.close();
  await server?.stop();
});

const read = (table: string, more: object = {}) =>
  fixture.read(config, { schema: 'PUBLIC', table, ...more });

describe('a column', () => {
  let found: ReadTable;
  let table: DiscoveredTable | undefined;
  beforeAll(async () => {
    const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType}`);
    await server.run('SHOP', [
      `CREATE TABLE every (${columns.join(', ')})`,
      `INSERT INTO every SELECT ${documented.map(({ value }) => value).join(', ')}`,
      `INSERT INTO every SELECT ${documented.map(() => 'NULL').join(', ')}`,
    ]);
    [table] = await fixture.discover(config, { table: 'EVERY' });
    found = await read('EVERY');
  }, 60_000);

  test.each(documented.map((row, index) => [row.sourceType, row.value, index, row] as const))(
    '%s with %s is kept as documented',
    (sourceType, _value, index, { type, text }) => {
      expect(found.summary.columns[index]).toMatchObject({ name: `C${index}`, type });
      expect(found.rows.map((row) => row[index])).toEqual([
        text === '' && sourceType !== 'TEXT' ? null : text,
        null,
      ]);
      expect(table?.columns[index]).toMatchObject({ type });
    },
  );
});

test('discovery tells tables of all schemas by their exact names, keys, nullability, comments and rows', async () => {
  await server.run('ODD', [
    'CREATE SCHEMA "my schema"',
    `CREATE TABLE "my schema"."Orders" ("Id" NUMBER(10,0) NOT NULL, "o""q" DATE, "my-column" VARCHAR(5) NOT NULL,
      PRIMARY KEY ("my-column", "Id"))`,
    `COMMENT ON TABLE "my schema"."Orders" IS 'what was ordered'`,
    `INSERT INTO "my schema"."Orders" VALUES (1, '2024-01-01', 'x')`,
    'CREATE TABLE PUBLIC.plain (a NUMBER(5,0))',
    'CREATE VIEW PUBLIC.seen AS SELECT a FROM PUBLIC.plain',
  ]);
  const odd = fixture.config({ ...config, database: 'ODD' });
  const found = await fixture.discover(odd);
  expect(found.map(({ schema, name, kind }) => [schema, name, kind])).toEqual([
    ['PUBLIC', 'PLAIN', 'table'],
    ['PUBLIC', 'SEEN', 'view'],
    ['my schema', 'Orders', 'table'],
  ]);
  expect(found[2]).toMatchObject({
    primaryKey: ['my-column', 'Id'],
    comment: 'what was ordered',
    rowEstimate: 1,
    columns: [
      { name: 'Id', nullable: false, type: 'DECIMAL(10,0)', sourceType: 'NUMBER(10,0)' },
      { name: 'o"q', nullable: true, type: 'DATE' },
      { name: 'my-column', nullable: false, sourceType: 'TEXT' },
    ],
  });
  expect(await fixture.discover(odd, { schema: 'my schema', table: 'Orders' })).toHaveLength(1);
  expect(await fixture.discover(odd, { schema: 'MY SCHEMA' })).toEqual([]);
  const only = fixture.config({ ...config, database: 'odd', schema: '"my schema"' });
  expect((await fixture.discover(only)).map(({ name }) => name)).toEqual(['Orders']);
  const { rows } = await fixture.read(odd, {
    schema: 'my schema',
    table: 'Orders',
    columns: ['o"q', 'Id'],
  });
  expect(rows).toEqual([['2024-01-01', '1']]);
});

test('views, empty tables, chosen columns and rows over a cursor', async () => {
  await server.run('SHOP', [
    'CREATE TABLE cursors (id NUMBER(18,0), seen_at TIMESTAMP_NTZ, label VARCHAR(99))',
    'CREATE VIEW above AS SELECT id + 1 AS n, label FROM cursors',
  ]);
  const empty = await read('CURSORS', { cursor: { column: 'SEEN_AT', value: null } });
  expect(empty.summary).toMatchObject({ rows: 0, cursor: null, files: [{ rows: 0 }] });
  await server.run('SHOP', [
    `INSERT INTO cursors VALUES (9007199254740993, '2024-01-01 00:00:00.000001', 'a\\\\''b'), (9007199254740994, NULL, 'c')`,
  ]);
  expect((await read('ABOVE', { columns: ['N'] })).rows).toEqual([
    ['9007199254740994'],
    ['9007199254740995'],
  ]);
  const byTime = await read('CURSORS', { cursor: { column: 'SEEN_AT', value: null } });
  expect(byTime.summary).toMatchObject({
    rows: 2,
    cursor: expect.stringMatching(/^2024-01-01 00:00:00.000001/),
  });
  expect(
    (await read('CURSORS', { cursor: { column: 'SEEN_AT', value: byTime.summary.cursor } })).rows,
  ).toEqual([]);
  const byId = await read('CURSORS', { cursor: { column: 'ID', value: '9007199254740993' } });
  expect(byId.rows.map(([id]) => id)).toEqual(['9007199254740994']);
  expect(byId.summary.cursor).toBe('9007199254740994');
  const from = { column: 'ID', value: '9007199254740993', isInclusive: true };
  expect((await read('CURSORS', { cursor: from })).rows).toHaveLength(2);
  const byText = await read('CURSORS', { cursor: { column: 'LABEL', value: "a\\' OR 1=1 -- " } });
  expect(byText.rows.map(([, , label]) => label)).toEqual(["a\\'b", 'c']);
  for (const [cursor, errorClass] of [
    [{ column: 'ID', value: '1 OR 1' }, 'configuration'],
    [{ column: 'NO', value: null }, 'not_found'],
  ] as const) {
    await expect(read('CURSORS', { cursor })).rejects.toMatchObject({ class: errorClass });
  }
});

test('many rows in several row groups are all there, and what is gone is named', async () => {
  await server.run('SHOP', [
    `CREATE TABLE large AS SELECT seq4() AS id, 'x' || seq4() AS label FROM TABLE(GENERATOR(ROWCOUNT => 300000))`,
  ]);
  const { summary, progress, rows } = await read('LARGE');
  expect(summary.rows).toBe(300_000);
  expect(new Set(rows.map(([id]) => id)).size).toBe(300_000);
  expect(rows.every(([id, label]) => label === `x${id}`)).toBe(true);
  expect(progress.at(-1)?.rows).toBeGreaterThan(0);
  await expect(read('GONE')).rejects.toMatchObject({
    class: 'not_found',
    message: expect.stringContaining("'PUBLIC.GONE'"),
  });
  await expect(read('LARGE', { columns: ['NO'] })).rejects.toMatchObject({ class: 'not_found' });
  expect(await fixture.check(config)).toEqual({ version: expect.stringMatching(/^Snowflake \d/) });
});
