/**
 * The BigQuery driver through real source workers, on bqemulator: over REST and the Storage Read
 * API, names, views, cursors.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceConfig } from '../../src/sources/source.ts';
import { installTimeoutMs } from '../clients/python-environment.ts';
import { type BigqueryEmulator, startBigqueryEmulator } from './bigquery-emulator.ts';
import { documentedTypes, SourceFixture } from './source-fixture.ts';

/**
 * The emulator stores these types in another way; test/sources/bigquery-wire.test.ts reads them as
 * BigQuery documents them.
 */
const otherwise = /NUMERIC|^(BYTES|GEOGRAPHY|JSON|INTERVAL|RANGE|TIMESTAMP\(12\))/;
const documented = documentedTypes('Types of BigQuery as a source').filter(
  ({ sourceType }) => !otherwise.test(sourceType),
);

const fixture = new SourceFixture('bigquery');
const project = 'acme-shop';
let server: BigqueryEmulator;
let overRest: SourceConfig;
let overStorage: SourceConfig;
beforeAll(async () => {
  server = await startBigqueryEmulator();
  overRest = fixture.config({ project_id: project, host: server.origin });
  overStorage = fixture.config({
    project_id: project,
    host: server.origin,
    storage_host: server.storageOrigin,
  });
  for (const datasetId of ['shop', 'Odd_1']) {
    await server.post(`/projects/${project}/datasets`, {
      datasetReference: { datasetId },
      location: 'EU',
    });
  }
}, installTimeoutMs);
afterAll(async () => {
  await fixture.close();
  await server?.stop();
});

describe('a column', () => {
  beforeAll(async () => {
    const columns = documented.map(({ sourceType }, index) => `c${index} ${sourceType}`);
    await server.run(project, [
      `CREATE TABLE shop.every (${columns.join(', ')})`,
      `INSERT INTO shop.every SELECT ${documented.map(({ value }) => value).join(', ')}`,
      `INSERT INTO shop.every (c0) VALUES (NULL)`,
    ]);
  }, 60_000);

  test.each(['REST', 'the Storage Read API'])('is kept as documented over %s', async (way) => {
    const config = way === 'REST' ? overRest : overStorage;
    const { rows: inAnyOrder, summary } = await fixture.read(config, {
      schema: 'shop',
      table: 'every',
    });
    const rows = inAnyOrder.toSorted(
      (one, other) => Number(one[0] === null) - Number(other[0] === null),
    );
    const [table] = await fixture.discover(config, { schema: 'shop', table: 'every' });
    for (const [index, { sourceType, type, text }] of documented.entries()) {
      const found = [rows[0]?.[index], summary.columns[index]?.type, table?.columns[index]?.type];
      expect([sourceType, ...found]).toEqual([sourceType, text, type, type]);
      if (!sourceType.startsWith('ARRAY')) expect(rows[1]?.[index]).toBeNull();
    }
  });
});

test('discovery tells tables of all datasets or of one, with names, nullability, comments and rows', async () => {
  await server.run(project, [
    'CREATE TABLE Odd_1.`Orders` (`Id` INT64 NOT NULL, myColumn STRING)',
    "INSERT INTO Odd_1.`Orders` VALUES (1, 'x'), (2, NULL)",
    'CREATE VIEW Odd_1.seen AS SELECT Id FROM Odd_1.Orders',
  ]);
  const found = await fixture.discover(overRest);
  expect(found.filter(({ schema }) => schema === 'Odd_1')).toMatchObject([
    {
      name: 'Orders',
      kind: 'table',
      rowEstimate: expect.any(Number),
      columns: [
        { name: 'Id', nullable: false, type: 'BIGINT', sourceType: 'INT64' },
        { name: 'myColumn', nullable: true, type: 'VARCHAR', sourceType: 'STRING' },
      ],
    },
    { name: 'seen', kind: 'view', rowEstimate: null },
  ]);
  expect(found.map(({ schema }) => schema)).toContain('shop');
  const one = fixture.config({ ...overRest, dataset: 'Odd_1' });
  expect((await fixture.discover(one)).map(({ name }) => name)).toEqual(['Orders', 'seen']);
  expect(await fixture.discover(one, { schema: 'shop' })).toEqual([]);
  expect(await fixture.discover(overRest, { schema: 'Odd_1', table: 'Orders' })).toHaveLength(1);
  expect(await fixture.discover(overRest, { schema: 'Odd_1', table: 'gone' })).toEqual([]);
  expect(await fixture.discover(fixture.config({ ...overRest, region: 'us-east1' }))).toEqual([]);
  expect(await fixture.check(overRest)).toEqual({ version: 'BigQuery' });
  const wrong = fixture.config({ ...overRest, dataset: 'nowhere' });
  await expect(fixture.check(wrong)).rejects.toMatchObject({ class: 'not_found' });
});

test.each(['REST', 'the Storage Read API'])(
  'views, empty tables, chosen columns and cursors over %s',
  async (way) => {
    const config = way === 'REST' ? overRest : overStorage;
    const read = (table: string, more: object = {}) =>
      fixture.read(config, { schema: 'shop', table, ...more });
    await server.run(project, [
      'CREATE OR REPLACE TABLE shop.cursors (id INT64, seen_at TIMESTAMP, label STRING)',
      'CREATE OR REPLACE VIEW shop.above AS SELECT label, id + 1 AS n FROM shop.cursors',
    ]);
    const empty = await read('cursors');
    expect(empty.summary).toMatchObject({ rows: 0, cursor: null, files: [{ rows: 0 }] });
    expect(
      (await read('cursors', { cursor: { column: 'id', value: null } })).summary,
    ).toMatchObject({
      rows: 0,
      cursor: null,
    });
    await server.run(project, [
      `INSERT INTO shop.cursors VALUES (9007199254740993, TIMESTAMP '2024-01-01 00:00:00.000001+00', "a'b"), (9007199254740994, NULL, 'c')`,
    ]);
    expect((await read('above')).rows.toSorted()).toEqual([
      ["a'b", '9007199254740994'],
      ['c', '9007199254740995'],
    ]);
    expect((await read('cursors', { columns: ['label', 'id'] })).rows.toSorted()).toEqual([
      ["a'b", '9007199254740993'],
      ['c', '9007199254740994'],
    ]);
    const all = await read('cursors', { cursor: { column: 'id', value: null } });
    expect(all.summary).toMatchObject({ rows: 2, cursor: '9007199254740994' });
    const above = await read('cursors', {
      cursor: { column: 'id', value: '9007199254740993' },
      columns: ['id'],
    });
    expect(above.rows).toEqual([['9007199254740994']]);
    const from = { column: 'id', value: '9007199254740993', isInclusive: true };
    expect((await read('cursors', { cursor: from })).rows).toHaveLength(2);
    const byText = await read('cursors', {
      cursor: { column: 'label', value: "a' OR 1=1 -- " },
      columns: ['label'],
    });
    expect(byText.rows.toSorted()).toEqual([["a'b"], ['c']]);
    for (const [cursor, errorClass] of [
      [{ column: 'id', value: '1 OR 1' }, 'configuration'],
      [{ column: 'no', value: null }, 'not_found'],
    ] as const) {
      await expect(read('cursors', { cursor })).rejects.toMatchObject({ class: errorClass });
    }
    await expect(read('gone')).rejects.toMatchObject({
      class: 'not_found',
      message: expect.stringContaining("'shop.gone'"),
    });
  },
);

test.each(['REST', 'the Storage Read API'])('many rows come whole over %s', async (way) => {
  await server.run(project, [
    "CREATE OR REPLACE TABLE shop.large AS SELECT i AS id, CONCAT('x', CAST(i AS STRING)) AS label FROM UNNEST(GENERATE_ARRAY(1, 60000)) AS i",
  ]);
  const { summary, rows, progress } = await fixture.read(way === 'REST' ? overRest : overStorage, {
    schema: 'shop',
    table: 'large',
  });
  expect(summary.rows).toBe(60_000);
  expect(new Set(rows.map(([id]) => id)).size).toBe(60_000);
  expect(rows.every(([id, label]) => label === `x${id}`)).toBe(true);
  expect(progress.at(-1)).toMatchObject({ rows: 60_000 });
});
