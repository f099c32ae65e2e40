import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryPreview } from '../../src/engine/query/query-request.ts';
import { eventually } from '../eventually.ts';
import { EngineFixture, inDuckdb, mebibyte, tableCatalog } from './engine-fixture.ts';

describe('running a query', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
  });
  afterAll(() => engine.close());

  const scope = { defaultCatalog: 'default', defaultSchema: 'main' };

  async function tableOfTwoFiles() {
    const first = await engine.object(
      'first.parquet',
      `SELECT range AS id, 'n' || range AS name FROM range(1000)`,
      ', field_ids {id: 1, name: 2}',
    );
    // A later file with renamed, narrower and reordered columns, and a column missing in the table.
    const second = await engine.object(
      'second.parquet',
      `SELECT 'last' AS called, 5000::SMALLINT AS number, 1.5 AS dropped`,
      ', field_ids {called: 2, number: 1, dropped: 9}',
    );
    return [
      { path: first, rowCount: 1000 },
      { path: second, rowCount: 1 },
    ];
  }

  it('keeps one result: the file holds what the preview shows', async () => {
    const resultPath = engine.resultPath();
    const reply = await engine.query(`SELECT 7 AS a, 'x' AS b, NULL AS c`, { resultPath });
    expect(reply.preview).toEqual({ text: '[[7,"x",null]]', rowCount: 1, truncated: false });
    expect(reply).toMatchObject({ rowCount: 1, rowsScanned: null, bytesScanned: null });
    expect(reply.columns.map((column) => column.name)).toEqual(['a', 'b', 'c']);
    expect(statSync(resultPath).size).toBe(reply.sizeBytes);
    expect(await inDuckdb(`FROM '${resultPath}'`)).toEqual([[7, 'x', null]]);
  });

  it('offers tables with the columns that are named, and with all where the text does not bind to those', async () => {
    const request = { catalogs: [tableCatalog(await tableOfTwoFiles())], ...scope };
    const last = 'FROM t ORDER BY id DESC LIMIT 1';
    for (let time = 0; time < 2; time += 1) {
      expect(await engine.rows(`SELECT * ${last}`, request)).toEqual([[5000, 'last']]);
      expect(await engine.rows(`SELECT name ${last}`, request)).toEqual([['last']]);
      expect(await engine.rows(`SELECT t ${last}`, request)).toEqual([
        [{ id: 5000, name: 'last' }],
      ]);
      expect(await engine.rows('SELECT column_name FROM (DESCRIBE t)', request)).toEqual([
        ['id'],
        ['name'],
      ]);
      const described = await engine.rows('SELECT id FROM t', { ...request, kind: 'describe' });
      expect(described.map(([column, type]) => [column, type])).toEqual([['id', 'BIGINT']]);
    }
    await expect(engine.rows('SELECT nam FROM t', request)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('"name"'),
    });
  });

  it.each([
    ["SELECT getenv('HOME')", "function 'getenv' is not available"],
    ["SELECT * FROM read_text('/etc/hostname')", "table function 'read_text' is not available"],
    ['SELECT 1; SELECT 2', 'more than one statement'],
    ['SELECT $1', 'parameters such as'],
    ['SELECT * FROM duckdb_settings()', "table function 'duckdb_settings' is not available"],
    ['CREATE TABLE x (a INTEGER)', 'cannot be translated'],
    [`SELECT 1${' + 1'.repeat(1200)}`, 'nested too deeply'],
  ])('holds a text that nobody has checked against the allow-list: %.40s', async (sql, message) => {
    await expect(engine.rows(sql, { isChecked: false })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
    expect(await engine.rows('SELECT abs(-1)', { isChecked: false })).toEqual([[1]]);
  });

  it('emits the preview of a large result before the result is written, and it is its first rows', async () => {
    const resultPath = engine.resultPath();
    const parts: { part: QueryPreview; writtenBytes: number }[] = [];
    const writtenBytes = () => (existsSync(resultPath) ? statSync(resultPath).size : 0);
    const onPart = (part: unknown) =>
      parts.push({ part: part as QueryPreview, writtenBytes: writtenBytes() });
    const sql = 'SELECT i, random() AS r FROM range(2000000) t(i) ORDER BY hash(i)';
    const reply = await engine.query(sql, { resultPath, previewRows: 1000 }, { onPart });
    expect(parts).toHaveLength(1);
    expect(parts[0]?.writtenBytes).toBeLessThan(reply.sizeBytes);
    expect(parts[0]?.part).toMatchObject({ kind: 'preview', rowCount: 2_000_000 });
    expect(parts[0]?.part.preview).toMatchObject({ rowCount: 1000, truncated: true });
    expect(reply.preview).toEqual({ text: '', rowCount: 1000, truncated: true });
    const first = await inDuckdb(`FROM '${resultPath}' LIMIT 1000`);
    const shown: unknown[][] = JSON.parse(parts[0]?.part.preview.text ?? '');
    expect(shown.map(([i, r]) => [String(i), r])).toEqual(first);
    expect(await inDuckdb(`SELECT count(*), count(DISTINCT i) FROM '${resultPath}'`)).toEqual([
      ['2000000', '2000000'],
    ]);
  });

  it('bounds the preview by bytes', async () => {
    const reply = await engine.query(`SELECT repeat('x', 1000) FROM range(100)`, {
      previewBytes: 10_000,
    });
    expect(reply.preview).toMatchObject({ rowCount: 9, truncated: true });
    expect(reply.rowCount).toBe(100);
  });

  it('keeps duplicate and unnamed columns as the query has them', async () => {
    const reply = await engine.query(
      `SELECT 1 AS id, 2 AS id, 3 AS "ID", 4 AS "?column?", 5 AS "?column?", count(*)`,
    );
    expect(reply.columns.map((column) => column.name)).toEqual([
      'id',
      'id',
      'ID',
      '?column?',
      '?column?',
      'count_star()',
    ]);
    expect(new Set(reply.columns.map((column) => column.storedName.toLowerCase())).size).toBe(6);
    expect(reply.preview.text).toBe('[[1,2,3,4,5,1]]');
  });

  it('stores an empty result with its columns', async () => {
    const resultPath = engine.resultPath();
    const reply = await engine.query(`SELECT 1::BIGINT AS a, 'x' AS b WHERE false`, { resultPath });
    expect(reply).toMatchObject({ rowCount: 0, preview: { text: '[]', truncated: false } });
    expect(
      await inDuckdb(`SELECT column_name, column_type FROM (DESCRIBE FROM '${resultPath}')`),
    ).toEqual([
      ['a', 'BIGINT'],
      ['b', 'VARCHAR'],
    ]);
  });

  it('binds names as the caller wrote them, over exactly the files and columns of the table', async () => {
    const catalogs = [tableCatalog(await tableOfTwoFiles())];
    const request = { catalogs, ...scope };
    const sql = `SELECT "default".main.t.id, t.name FROM "default".main.t WHERE id >= 999 ORDER BY id`;
    expect(await engine.rows(sql, request)).toEqual([
      [999, 'n999'],
      [5000, 'last'],
    ]);
    expect(await engine.rows('SELECT * FROM main.t WHERE id = 5000', request)).toEqual([
      [5000, 'last'],
    ]);
    for (const hidden of ['filename', 'file_row_number', 'dropped', 'number']) {
      await expect(engine.query(`SELECT ${hidden} FROM t`, request)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
  });

  it("attaches catalogs whose names are DuckDB's own or need quotes", async () => {
    const files = await tableOfTwoFiles();
    const catalogs = [tableCatalog(files, 'memory'), tableCatalog([], 'x "y"')];
    expect(await engine.rows('SELECT count(*) FROM memory.main.t', { catalogs })).toEqual([[1001]]);
    expect(await engine.rows('SELECT count(*) FROM "x ""y""".main.t', { catalogs })).toEqual([[0]]);
  });

  it('shows a table without files as empty, with its declared columns', async () => {
    const request = { catalogs: [tableCatalog([])], ...scope };
    const reply = await engine.query('SELECT * FROM t', request);
    expect(reply).toMatchObject({ rowCount: 0, bytesScanned: 0 });
    expect(reply.columns.map(({ name, storedType }) => [name, storedType])).toEqual([
      ['id', 'BIGINT'],
      ['name', 'VARCHAR'],
    ]);
  });

  it('counts rows before filters and bytes from storage: some cold, none warm', async () => {
    const request = { catalogs: [tableCatalog(await tableOfTwoFiles())], ...scope };
    const path = await engine.object(
      'cold.parquet',
      `SELECT range AS id, 'c' || range AS name FROM range(5000)`,
      ', field_ids {id: 1, name: 2}',
    );
    const cold = { catalogs: [tableCatalog([{ path, rowCount: 5000 }])], ...scope };
    const first = await engine.query('SELECT sum(id) FROM t', cold);
    expect(first.rowsScanned).toBe(5000);
    expect(first.bytesScanned).toBeGreaterThan(0);
    expect(await engine.query('SELECT sum(id) FROM t', cold)).toMatchObject({
      rowsScanned: 5000,
      bytesScanned: 0,
    });
    expect(await engine.query('SELECT name FROM t WHERE id = 7', request)).toMatchObject({
      rowCount: 1,
      rowsScanned: 1001,
    });
    const joined = await engine.query(
      'SELECT count(*) FROM t a JOIN t b ON a.id = b.id + 0',
      request,
    );
    expect(joined.rowsScanned).toBe(2002);
    expect(await engine.query('SELECT 1 FROM range(10)', {})).toMatchObject({
      rowsScanned: null,
      bytesScanned: null,
    });
  });

  it('reads a stored result by its stored names', async () => {
    const resultPath = engine.resultPath();
    const reply = await engine.query('SELECT 1 AS a, 2 AS b', { resultPath });
    const columns = reply.columns.map(({ name, storedName, storedType }) => ({
      name,
      type: storedType,
      stored: storedName,
    }));
    const table = { name: 'rslt1', columns, files: [{ path: resultPath, rowCount: 1 }] };
    const catalogs = [{ name: 'quern', schemas: [{ name: 'results', tables: [table] }] }];
    expect(await engine.rows('SELECT b, a FROM quern.results.rslt1', { catalogs })).toEqual([
      [2, 1],
    ]);
  });

  it('has the macros that translated texts call, and they stay', async () => {
    expect(await engine.rows(`SELECT "hotsql:".main.divisor(5, 1)`)).toEqual([[5]]);
    await expect(engine.query(`SELECT "hotsql:".main.divisor(0, 1)`)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(engine.query('SELECT * FROM nowhere')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await engine.rows(`SELECT "hotsql:".main.divisor(5, 1)`)).toEqual([[5]]);
  });

  it('stores whole numbers of 128 bits exactly, and as text where they do not fit', async () => {
    const fits = await engine.query(
      'SELECT sum(i) AS s FROM (VALUES (9223372036854775807), (9223372036854775807)) t(i)',
    );
    expect(fits.preview.text).toBe('[[18446744073709551614]]');
    const wide = await engine.query('SELECT 170141183460469231731687303715884105727::HUGEINT AS h');
    expect(wide.columns[0]?.storedType).toBe('VARCHAR');
    expect(wide.preview.text).toBe('[["170141183460469231731687303715884105727"]]');
  });

  it('tells a text of numerics from the same text of texts, whichever came first', async () => {
    for (const [name, exactFirst] of [
      ['x', true],
      ['y', false],
    ] as const) {
      for (const isExact of [exactFirst, !exactFirst]) {
        const request = isExact ? { exactColumns: [0] } : {};
        const { columns } = await engine.query(`SELECT '5' AS ${name}`, {
          ...request,
          resultPath: engine.resultPath(),
        });
        expect(columns[0]?.storedType).toBe(isExact ? 'DECIMAL(38,0)' : 'VARCHAR');
      }
    }
  });

  it('keeps an array of numerics as a list of numbers where one type has room for all', async () => {
    const stored = async (sql: string) => {
      const { columns, preview } = await engine.query(sql, {
        exactColumns: [0],
        resultPath: engine.resultPath(),
      });
      return [columns[0]?.storedType, preview.text];
    };
    expect(await stored("SELECT unnest([['0.1', NULL, '0.25'], [], NULL, ['-12']]) AS x")).toEqual([
      'DECIMAL(38,2)[]',
      '[[[0.10,null,0.25]],[[]],[null],[[-12.00]]]',
    ]);
    expect(await stored("SELECT [['0.1'], NULL, ['2']] AS x")).toEqual([
      'DECIMAL(38,1)[][]',
      '[[[[0.1],null,[2.0]]]]',
    ]);
    for (const other of ['NaN', '-Infinity', '1'.repeat(38)])
      expect((await stored(`SELECT ['0.1', '${other}'] AS x`))[0]).toBe('VARCHAR[]');
  });

  it('describes, summarizes and explains', async () => {
    const request = { catalogs: [tableCatalog(await tableOfTwoFiles())], ...scope };
    const described = await engine.rows('SELECT id, name FROM t', { ...request, kind: 'describe' });
    expect(described.map((row) => row.slice(0, 2))).toEqual([
      ['id', 'BIGINT'],
      ['name', 'VARCHAR'],
    ]);
    expect(await engine.rows('SELECT id FROM t', { ...request, kind: 'summarize' })).toHaveLength(
      1,
    );
    for (const kind of ['explain', 'explain_analyze'] as const) {
      const reply = await engine.query('SELECT name FROM t WHERE id < 5', { ...request, kind });
      expect(reply.columns.map((column) => column.name)).toEqual(['QUERY PLAN']);
      expect(reply.preview.text).toContain('READ_PARQUET');
      expect(reply.preview.text).not.toContain(engine.root);
    }
  });

  it('gives the profile of an execution that took as long as asked, and of no other', async () => {
    const request = { catalogs: [tableCatalog(await tableOfTwoFiles())], ...scope };
    const sql = 'SELECT count(*) FROM t a, t b WHERE a.id + b.id > 7';
    const profile = async (profileFromMs?: number) =>
      (
        await engine.query(sql, {
          ...request,
          ...(profileFromMs === undefined ? {} : { profileFromMs }),
        })
      ).profile;
    expect(await profile()).toBeNull();
    expect(await profile(60_000)).toBeNull();
    const shown = await profile(0.001);
    expect(shown?.operators[0]).toMatchObject({ name: 'RESULT', parent_id: null, rows: 1 });
    const scanned = shown?.operators.filter(({ table }) => table === 'default.main.t') ?? [];
    expect(scanned.map(({ rows }) => rows)).toEqual([1001, 1001]);
    expect(
      (await engine.query('SELECT 1', { profileFromMs: 0 })).profile?.operators.length,
    ).toBeGreaterThan(0);
    expect((await engine.query('SELECT 1', { profileFromMs: 0.001 })).profile).toBeNull();
  });

  it('runs nothing but one query that returns rows', async () => {
    const refused = [
      'SELECT 1; SELECT 2',
      'CREATE TABLE x (i INTEGER)',
      `COPY (SELECT 1) TO '${join(engine.objectsDir, 'stolen.parquet')}'`,
      `ATTACH ':memory:' AS other`,
      'SET threads = 1',
      'PRAGMA database_list',
      'EXPLAIN SELECT 1',
      'SELECT 1) AS q(c0); DROP TABLE result; --',
      'SELECT $1',
      '',
    ];
    for (const sql of refused) {
      await expect(engine.query(sql), sql).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      await expect(engine.query(sql, { kind: 'explain' }), sql).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    expect(readdirSync(engine.objectsDir)).not.toContain('stolen.parquet');
    expect(await engine.rows('SELECT 1; -- the end')).toEqual([[1]]);
    expect(await engine.rows('SELECT 1 -- the end')).toEqual([[1]]);
  });

  it('refuses files beside those of the query, even where the sandbox could open them', async () => {
    const other = await engine.object('other.parquet', 'SELECT 42 AS secret');
    const request = { catalogs: [tableCatalog(await tableOfTwoFiles())], ...scope };
    for (const sql of [
      `SELECT * FROM '${other}'`,
      `SELECT * FROM read_parquet('${other}')`,
      `SELECT * FROM t, read_parquet('${other}')`,
      `SELECT (SELECT max(secret + 0) FROM read_parquet('${other}'))`,
      `SELECT * FROM glob('${engine.objectsDir}/*')`,
      `SELECT * FROM read_text('${other}')`,
      `SELECT * FROM parquet_metadata('${other}')`,
      `SELECT * FROM read_csv('/etc/passwd')`,
      'SELECT * FROM duckdb_settings()',
    ]) {
      await expect(engine.query(sql, request), sql).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('leaves no file when a query fails', async () => {
    const resultPath = engine.resultPath();
    await expect(
      engine.query(`SELECT CAST('x' || i AS INTEGER) FROM range(10) t(i)`, { resultPath }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "Could not convert string 'x0' to INTEGER",
    });
    expect(existsSync(resultPath)).toBe(false);
  });

  it('spills inside the spool directory, and nothing of it stays', async () => {
    const sql =
      'SELECT count(*) FROM (SELECT DISTINCT i, i::VARCHAR AS s FROM range(5000000) t(i))';
    let most = 0;
    // The file exists for some tenths of a second.
    const looking = setInterval(() => {
      most = Math.max(most, spilled(engine.spoolDir).length);
    }, 5);
    const running = engine.query(sql, {}, { memoryBytes: 200 * mebibyte, threads: 1 });
    expect((await running.finally(() => clearInterval(looking))).preview.text).toBe('[[5000000]]');
    expect(most).toBeGreaterThan(0);
    await eventually(() => expect(spilled(engine.spoolDir)).toEqual([]));
  });
});

/** Names and sizes of the files with content. */
function spilled(spoolDir: string): string[] {
  return readdirSync(join(spoolDir, 'main'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name, parentPath }) => [name, readFileSize(join(parentPath, name))] as const)
    .filter(([, bytes]) => bytes > 0)
    .map(([name, bytes]) => `${name} of ${bytes} bytes`);
}

/** 0 for a file removed meanwhile. */
function readFileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
