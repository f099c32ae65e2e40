/**
 * The DuckDB driver through real source workers, on real files: docs/types.md row by row, and what
 * fails.
 */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseType, printType } from '../../src/engine/types/duckdb-type.ts';
import type { SourceConfig } from '../../src/sources/source.ts';
import { documentedTypes, type ReadTable, SourceFixture } from './source-fixture.ts';

const documented = documentedTypes('Types of a DuckDB file as a source');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-duckdb-')));
const fixture = new SourceFixture('duckdb', {
  rules: {
    allow: [{ kind: 'folder', path: folder }],
    deny: [],
    loopbackOpen: false,
    own: [],
    ownPaths: [],
  },
});
const path = join(folder, 'shop.duckdb');
let config: SourceConfig;

/**
 * Another writer's work, done and closed: DuckDB lets nobody read a file that a process has open
 * for writing.
 */
async function write(sql: string, file = path): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    // The newest storage has additional types.
    await connection.run(`ATTACH '${file}' AS written (STORAGE_VERSION 'v1.5.0'); USE written`);
    await connection.run(sql);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Checksum of the first block, without which the file counts as damaged. */
function headerChecksum(file: Buffer): bigint {
  let sum = 5381n;
  for (let at = 8; at < 4096; at += 8)
    sum ^= BigInt.asUintN(64, file.readBigUInt64LE(at) * 0xbf58476d1ce4e5b9n);
  return sum;
}

const read = (table: string, more: object = {}) =>
  fixture.read(config, { schema: 'main', table, ...more });
let ofTypes: ReadTable;

beforeAll(async () => {
  config = fixture.config({ path });
  const columns = documented.map(({ sourceType }, index) => `v${index} ${sourceType}`);
  const values = documented.map(({ value }) => value);
  const nulls = documented.map(() => 'NULL');
  await write(
    `CREATE TABLE types (${columns.join(', ')}); INSERT INTO types VALUES (${values.join(', ')}), (${nulls.join(', ')})`,
  );
  ofTypes = await read('types');
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

test.each(documented.map((row, index) => [row.sourceType, row.value, row, index] as const))(
  'a column of %s with %s is kept as documented',
  (_type, _value, { type, text }, index) => {
    const { summary, rows } = ofTypes;
    expect(summary.columns[index]).toMatchObject({
      name: `v${index}`,
      type: printType(parseType(type)),
    });
    expect(rows.map((row) => row[index])).toEqual([text, null]);
  },
);

test('discovery tells tables, views, names, keys, comments and what cannot be kept as it is', async () => {
  await write(`CREATE SCHEMA "Odd ""One"; CREATE TABLE "Odd ""One"."T.1" ("a b" INTEGER, b VARCHAR NOT NULL, h HUGEINT, u UUID,
      PRIMARY KEY (b, "a b")); COMMENT ON TABLE "Odd ""One"."T.1" IS 'of ''all'''; COMMENT ON COLUMN "Odd ""One"."T.1"."a b" IS 'first';
    CREATE TABLE gone (v INTEGER); CREATE VIEW seen AS SELECT 1 AS one, [1.5] AS many; CREATE VIEW lost AS SELECT v FROM gone;
    DROP TABLE gone; CREATE TYPE mood AS ENUM ('a'); CREATE TABLE moods (m mood, n mood[])`);
  const found = await fixture.discover(config);
  expect(found.map(({ name }) => name).filter((name) => name !== 'types')).toEqual([
    'T.1',
    'moods',
    'seen',
  ]);
  expect(found[0]).toEqual({
    schema: 'Odd "One',
    name: 'T.1',
    kind: 'table',
    primaryKey: ['b', 'a b'],
    comment: "of 'all'",
    rowEstimate: 0,
    columns: [
      {
        name: 'a b',
        sourceType: 'INTEGER',
        type: 'INTEGER',
        nullable: false,
        comment: 'first',
        note: null,
      },
      {
        name: 'b',
        sourceType: 'VARCHAR',
        type: 'VARCHAR',
        nullable: false,
        comment: null,
        note: null,
      },
      expect.objectContaining({
        type: 'DECIMAL(38,0)',
        note: 'comes as DECIMAL(38,0), as text where a value does not fit',
      }),
      expect.objectContaining({ type: 'VARCHAR', note: 'comes as VARCHAR' }),
    ],
  });
  expect(await fixture.discover(config, { schema: 'main', table: 'moods' })).toMatchObject([
    { columns: [{ type: 'VARCHAR' }, { sourceType: "ENUM('a')[]", type: 'VARCHAR[]' }] },
  ]);
  expect((await read('seen')).rows).toEqual([['1', '[1.5]']]);
});

test('many rows, chosen columns and rows over a cursor come as finished files', async () => {
  await write(
    `CREATE TABLE large AS SELECT i, 'it''s ' || i AS label, i / 7 AS share FROM range(300000) t(i)`,
  );
  const { summary } = await read('large', { columns: ['label', 'i'] });
  expect(summary).toMatchObject({
    rows: 300_000,
    columns: [{ name: 'label' }, { name: 'i', type: 'BIGINT' }],
    files: [
      { rows: 300_000, finished: { columns: { i: { min: '0', max: '299999', nullCount: 0 } } } },
    ],
  });
  const above = await read('large', { columns: ['i'], cursor: { column: 'i', value: '299998' } });
  expect([above.rows, above.summary.cursor]).toEqual([[['299999']], '299999']);
  const text = await read('large', {
    columns: ['i'],
    cursor: { column: 'label', value: "it's 99998" },
  });
  expect([text.rows, text.summary.cursor]).toEqual([[['99999']], "it's 99999"]);
  const none = await read('large', { columns: ['i'], cursor: { column: 'i', value: '299999' } });
  expect([none.rows, none.summary.cursor]).toEqual([[], null]);
});

describe('a failure', () => {
  const failing = (name: string) =>
    fixture.check(fixture.config({ path: join(folder, name) })).catch((error) => error);

  test('is told by class and sentence', async () => {
    writeFileSync(
      join(folder, 'text.db'),
      'no database at all, only some words, and more of them'.repeat(999),
    );
    expect(await failing('text.db')).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining('is not a DuckDB database'),
    });
    expect(await failing('none.db')).toMatchObject({ class: 'address_refused' });
    expect(
      await fixture.check(fixture.config({ path: '/etc/passwd' })).catch((error) => error),
    ).toMatchObject({
      class: 'address_refused',
    });
    await expect(read('absent')).rejects.toMatchObject({ class: 'not_found' });
    await expect(read('large', { columns: ['absent'] })).rejects.toMatchObject({
      class: 'not_found',
    });
  });

  test('a file that is damaged, encrypted, of another version or being written', async () => {
    const large = join(folder, 'cut.db');
    cpSync(path, large);
    truncateSync(large, 1_000_000);
    const cut = await fixture
      .extract(fixture.config({ path: large }), { schema: 'main', table: 'large' })
      .catch((error) => error);
    expect(cut).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is damaged'),
    });
    await write(
      `SET force_mbedtls_unsafe = 'true'; ATTACH '${join(folder, 'secret.db')}' AS s (ENCRYPTION_KEY 'of four words')`,
    );
    expect(await failing('secret.db')).toMatchObject({
      class: 'unsupported',
      message: expect.stringContaining('is encrypted'),
    });
    for (const version of [31n, 300n]) {
      const other = readFileSync(path);
      other.writeBigUInt64LE(version, 12);
      other.writeBigUInt64LE(headerChecksum(other), 0);
      writeFileSync(join(folder, 'other.db'), other);
      expect(await failing('other.db')).toMatchObject({
        class: 'unsupported',
        message: expect.stringContaining('was written by another version of DuckDB'),
      });
    }
    const writer = await DuckDBInstance.create(join(folder, 'busy.db'));
    try {
      expect(await failing('busy.db')).toMatchObject({ class: 'conflict', retryable: true });
    } finally {
      writer.closeSync();
    }
  });

  test('a view that reads other files shows nothing of them', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'quern-outside-'));
    writeFileSync(join(outside, 'other.csv'), 'secret\nof another\n');
    await write(`CREATE VIEW thief AS SELECT * FROM read_csv('${join(outside, 'other.csv')}');
      CREATE MACRO steal() AS TABLE SELECT * FROM read_text('/etc/passwd'); CREATE VIEW indirect AS SELECT * FROM steal()`);
    const found = (await fixture.discover(config)).map(({ name }) => name);
    expect(found).not.toContain('indirect');
    for (const table of ['thief', 'indirect'])
      await expect(read(table)).rejects.toMatchObject({
        class: 'unsupported',
        message: expect.stringContaining('reads other files'),
      });
    rmSync(outside, { recursive: true });
  });

  test("a view's own error is told without its value, and not as the file's", async () => {
    await write(
      "CREATE VIEW casts AS SELECT CAST('secret' || i AS INTEGER) AS v FROM range(3) t(i)",
    );
    const failure = await read('casts').catch((error: Error) => error);
    expect(failure).toMatchObject({
      class: 'table_failed',
      message: expect.stringMatching(/A value that a view in '.*' computes cannot be had/),
    });
    expect((failure as Error).message).not.toContain('secret');
  });

  test('a view that never ends is ended', async () => {
    await write(
      'CREATE VIEW endless AS SELECT sum(a.i + b.i) AS s FROM range(10000000) a(i), range(10000000) b(i)',
    );
    const extraction = fixture.extract(
      config,
      { schema: 'main', table: 'endless' },
      { deadlineMs: 500 },
    );
    await expect(extraction).rejects.toMatchObject({ class: 'time_limit' });
    expect(await fixture.check(config)).toEqual({ version: expect.stringMatching(/^DuckDB 1\./) });
  });
});
