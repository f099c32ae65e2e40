/**
 * The SQLite driver through real source workers, on real files: docs/types.md row by row, and what
 * fails.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceConfig } from '../../src/sources/source.ts';
import { documentedTypes, SourceFixture } from './source-fixture.ts';

const documented = documentedTypes('Types of an SQLite file as a source');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-sqlite-')));
const fixture = new SourceFixture('sqlite', {
  rules: {
    allow: [{ kind: 'folder', path: folder }],
    deny: [],
    loopbackOpen: false,
    own: [],
    ownPaths: [],
  },
});
const path = join(folder, 'shop.db');
let database: Database.Database;
let config: SourceConfig;

beforeAll(() => {
  database = new Database(path);
  config = fixture.config({ path });
});
afterAll(async () => {
  await fixture.close();
  database.close();
  rmSync(folder, { recursive: true });
});

const read = (table: string, more: object = {}) =>
  fixture.read(config, { schema: 'main', table, ...more });

test.each(documented.map((row) => [row.sourceType, row.value, row] as const))(
  'a column of %s with %s is kept as documented',
  async (sourceType, value, { type, text }) => {
    database.exec(
      `DROP TABLE IF EXISTS one; CREATE TABLE one (v ${sourceType}); INSERT INTO one VALUES (${value}), (NULL)`,
    );
    const { summary, rows } = await read('one');
    expect(summary.columns).toMatchObject([{ name: 'v', type }]);
    expect(rows).toEqual([[text], [null]]);
  },
);

test('values of several kinds in one column lose nothing', async () => {
  const mixed = async (...values: string[]) => {
    database.exec(
      `DROP TABLE IF EXISTS mixed; CREATE TABLE mixed (v); INSERT INTO mixed VALUES ${values.map((value) => `(${value})`).join(', ')}`,
    );
    const { summary, rows } = await read('mixed');
    return [summary.columns[0]?.type, ...rows.map(([text]) => text)];
  };
  expect(await mixed('1', '0.5')).toEqual(['DOUBLE', '1.0', '0.5']);
  expect(await mixed('9007199254740993', '0.1 + 0.2')).toEqual([
    'DECIMAL(38,17)',
    '9007199254740993.00000000000000000',
    '0.30000000000000004',
  ]);
  expect(await mixed('1', "'x'", '0.5', 'NULL')).toEqual(['VARCHAR', '1', 'x', '0.5', null]);
  expect(await mixed("'x'", "x'ff'")).toEqual(['BLOB', 'x', '\\xFF']);
  await expect(mixed("CAST(x'ff' AS TEXT)")).rejects.toMatchObject({
    class: 'value_not_representable',
    message: expect.stringContaining("Column 'v' has text that is not UTF-8"),
  });
});

test.each(['UTF-16le', 'UTF-16be'])('texts of a file in %s are what they are', async (encoding) => {
  const wide = join(folder, `${encoding}.db`);
  const file = new Database(wide);
  file.pragma(`encoding = '${encoding}'`);
  file.exec(`CREATE TABLE t (v TEXT, mixed, bytes); CREATE TABLE broken AS SELECT CAST(x'd8d8' AS TEXT) AS v;
    INSERT INTO t VALUES ('grün 😀', 0.5, 'ü'), ('', 'é', x'ff00'), (NULL, 12, 7)`);
  file.close();
  const readWide = (table: string) =>
    fixture.read(fixture.config({ path: wide }), { schema: 'main', table });
  expect((await readWide('t')).rows).toEqual([
    ['grün 😀', '0.5', '\\xC3\\xBC'],
    ['', 'é', '\\xFF\\x00'],
    [null, '12', '7'],
  ]);
  await expect(readWide('broken')).rejects.toMatchObject({
    class: 'value_not_representable',
    message: expect.stringContaining(`has text that is not ${encoding.toUpperCase()}`),
  });
});

test.each([
  ['an integer and a text', '', '1', "'x'"],
  ['a real and a text', '', '0.5', "'x'"],
  ['a text and a blob', '', "'x'", "x'62'"],
  ['a flag and a number', 'BOOLEAN', '0', '2'],
])(
  'of a view that gives now %s, nothing is written as what it is not',
  async (_, declared, one, other) => {
    database.exec(`DROP VIEW IF EXISTS turning; DROP TABLE IF EXISTS turns; CREATE TABLE turns (v ${declared});
    INSERT INTO turns VALUES (${one}), (${other}); CREATE VIEW turning AS SELECT v FROM turns ORDER BY random() LIMIT 1`);
    // One reading in four checks the first value and then reads another.
    const failures: unknown[] = [];
    for (let attempt = 0; attempt < 100 && failures.length === 0; attempt += 1)
      await fixture
        .extract(config, { schema: 'main', table: 'turning' })
        .catch((error) => failures.push(error));
    expect(failures).toMatchObject([{ class: 'definition_changed', retryable: true }]);
  },
);

test('discovery leaves out what SQLite itself cannot read, and tells the rest', async () => {
  const partly = join(folder, 'partly.db');
  const file = new Database(partly);
  file.exec('CREATE VIEW lost AS SELECT v FROM gone; CREATE TABLE kept (v)');
  file.unsafeMode();
  file.pragma('writable_schema = ON');
  file.exec(`INSERT INTO sqlite_schema VALUES ('table', 'foreign_one', 'foreign_one', 0,
    'CREATE VIRTUAL TABLE foreign_one USING no_such_module(v)')`);
  file.close();
  const found = await fixture.discover(fixture.config({ path: partly }));
  expect(found.map(({ name }) => name)).toEqual(['kept']);
});

test('discovery tells tables, views, names, keys and nullability', async () => {
  database.exec(`CREATE TABLE "Odd ""Table""" (b TEXT NOT NULL, "a b" INTEGER, c AS (b || 'x'), PRIMARY KEY ("a b", b));
    CREATE VIEW seen AS SELECT 1 AS one; CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)`);
  const found = await fixture.discover(config);
  expect(found.map(({ name }) => name)).not.toContain('sqlite_sequence');
  expect(found.find(({ name }) => name === 'seen')).toMatchObject({ schema: 'main', kind: 'view' });
  const [odd] = await fixture.discover(config, { table: 'Odd "Table"' });
  expect(odd).toMatchObject({
    kind: 'table',
    primaryKey: ['a b', 'b'],
    columns: [
      { name: 'b', sourceType: 'TEXT', type: 'VARCHAR', nullable: false },
      { name: 'a b', type: 'BIGINT', nullable: true },
      { name: 'c' },
    ],
  });
  expect(await fixture.discover(config, { schema: 'temp' })).toEqual([]);
});

test('many rows in several files, chosen columns, rows over a cursor', async () => {
  database.exec(`CREATE TABLE large AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
    SELECT i, hex(randomblob(500)) AS filler, 'it''s ' || i AS label FROM n`);
  const { summary, progress } = await read('large', { columns: ['filler', 'i'] });
  expect(summary).toMatchObject({
    rows: 120_000,
    columns: [{ name: 'filler' }, { name: 'i', type: 'BIGINT' }],
  });
  expect(summary.files.length).toBeGreaterThan(1);
  expect(progress.some(({ file }) => file?.name === 'part-00001.parquet')).toBe(true);
  const above = await read('large', { columns: ['i'], cursor: { column: 'i', value: '119998' } });
  expect(above.rows).toEqual([['119999'], ['120000']]);
  expect(above.summary.cursor).toBe('120000');
  const text = await read('large', {
    columns: ['i'],
    cursor: { column: 'label', value: "'it''s 99998'" },
  });
  expect(text.rows).toEqual([['99999']]);
  expect(text.summary.cursor).toBe("'it''s 99999'");
  expect(
    (await read('large', { columns: ['i'], cursor: { column: 'i', value: '120000' } })).summary
      .cursor,
  ).toBeNull();
});

describe('a failure', () => {
  const failing = async (name: string, content?: string) => {
    if (content !== undefined) writeFileSync(join(folder, name), content);
    return fixture.check(fixture.config({ path: join(folder, name) })).catch((error) => error);
  };

  test('is told by class and sentence', async () => {
    expect(
      await failing('text.db', 'no database at all, only some words, and more of them'.repeat(99)),
    ).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining('is not an SQLite database'),
    });
    expect(await failing('none.db')).toMatchObject({ class: 'address_refused' });
    expect(
      await fixture.check(fixture.config({ path: '/etc/passwd' })).catch((error) => error),
    ).toMatchObject({
      class: 'address_refused',
      message: expect.stringMatching(/^Cannot read file '\/etc\/passwd': it is not there, or/),
    });
    await expect(read('gone')).rejects.toMatchObject({ class: 'not_found' });
    await expect(read('large', { columns: ['gone'] })).rejects.toMatchObject({
      class: 'not_found',
    });
  });

  test("a view's own error is told, and not the file's", async () => {
    database.exec(
      'CREATE TABLE passing (v); CREATE VIEW of_passing AS SELECT v FROM passing; DROP TABLE passing',
    );
    await expect(read('of_passing')).rejects.toMatchObject({
      class: expect.stringMatching(/^(table_failed|not_found)$/),
      message: expect.stringMatching(/of_passing/),
    });
    database.exec('CREATE VIEW beyond AS SELECT abs(-9223372036854775807 - 1) AS v');
    await expect(read('beyond')).rejects.toMatchObject({
      class: 'table_failed',
      message: expect.stringMatching(
        /^Table 'main\.beyond': .*a view or a generated column.*integer overflow/,
      ),
    });
    database.exec('DROP VIEW of_passing; DROP VIEW beyond');
  });

  test('a view that never ends is ended with its worker', async () => {
    database.exec(
      `CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS m FROM n`,
    );
    const extraction = fixture.extract(
      config,
      { schema: 'main', table: 'endless' },
      { deadlineMs: 300 },
    );
    await expect(extraction).rejects.toMatchObject({ class: 'time_limit' });
    expect(await fixture.check(config)).toEqual({ version: expect.stringMatching(/^SQLite 3/) });
  });
});

test('wide tables come to the service in several parts', async () => {
  const columns = Array.from({ length: 2_000 }, (_unused, at) => `c${at} INT`).join(', ');
  const names = Array.from({ length: 12 }, (_unused, at) => `wide_${at + 10}`);
  for (const name of names) database.exec(`CREATE TABLE ${name} (${columns})`);
  const parts: string[][] = [];
  await fixture.workers.discover(
    fixture.target(config),
    {},
    {
      signal: new AbortController().signal,
      deadlineMs: 60_000,
      onTables: (tables) => {
        parts.push(tables.map(({ name }) => name));
      },
    },
  );
  expect(parts.flat().filter((name) => name.startsWith('wide_'))).toEqual(names);
  expect(parts.length).toBeGreaterThan(2);
});
