import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecuteQueryRequest, QueryFile } from '../../src/engine/query/query-request.ts';
import { EngineFixture, mebibyte } from './engine-fixture.ts';

/**
 * Each file has its own thousands of ids, in order, and one name; the last file has more of the
 * name.
 */
const files = [
  "SELECT i AS id, 'low' AS name FROM range(0, 30000) t(i)",
  "SELECT i AS id, 'middle' AS name FROM range(30000, 60000) t(i)",
  "SELECT i AS id, 'high' AS name FROM range(60000, 90000) t(i)",
];

describe('a lookup in a file of an index', () => {
  let engine: EngineFixture;
  const paths: string[] = [];
  beforeAll(async () => {
    engine = new EngineFixture({ verify: false });
    await engine.pool.ready();
    for (const [at, sql] of files.entries())
      paths.push(await engine.object(`sorted-${at}.parquet`, sql, ', field_ids {id: 1, name: 2}'));
  });
  afterAll(() => engine.close());

  const few = {
    inlineBytes: 32 * 1024,
    keptCatalogs: 'w d',
    fewRowsIf: 'lookup',
    isPrinted: true,
  } as const;
  /** `orders` ordered by id, with names of the type. */
  const reading = (type: string, file: QueryFile) => {
    const columns = [
      { name: 'id', type: 'BIGINT', stored: 1 },
      { name: 'name', type, stored: 2 },
    ];
    const tables = [{ name: 'orders', index: 'by_id', columns, files: [file] }];
    return {
      catalogs: [{ name: 'default', schemas: [{ name: 'main', tables }] }],
      defaultCatalog: 'default',
      defaultSchema: 'main',
    };
  };
  /** Rows of a text on one of the files, by the lane of few rows and without the lane. */
  const bothWays = async (sql: string, file: number, more: Partial<ExecuteQueryRequest> = few) => {
    const scope = reading('VARCHAR', { path: paths[file] ?? '', rowCount: 30_000 });
    const own = await engine.query(sql, { ...scope, ...more });
    const plain = await engine.query(sql, scope);
    expect(own.preview).toEqual(plain.preview);
    expect(own.rowCount).toBe(plain.rowCount);
    expect(own.columns).toEqual(plain.columns);
    return { isFew: own.rows !== undefined, rows: own.preview.text, bytes: own.bytesScanned ?? -1 };
  };

  it('gives its row, of another file each time and of the same one again', async () => {
    for (const id of [5, 30_005, 60_005, 60_006, 60_006, 6, 7, 8, 30_008]) {
      const found = await bothWays(
        `SELECT id, name FROM orders WHERE id = ${id}`,
        Math.floor(id / 30_000),
      );
      const name = ['low', 'middle', 'high'][Math.floor(id / 30_000)];
      expect(found).toMatchObject({ isFew: true, rows: JSON.stringify([[id, name]]) });
    }
  });

  it('reads no large file into memory, however often it is looked up in', async () => {
    const path = await engine.object(
      'large.parquet',
      'SELECT i AS id, [repeat(md5(i::VARCHAR), 20)] AS name FROM range(20000) t(i)',
      ', field_ids {id: 1, name: {__duckdb_field_id: 2, element: 3}}, row_group_size 2048',
    );
    expect(statSync(path).size).toBeGreaterThan(mebibyte);
    const scope = reading('VARCHAR[]', { path, rowCount: 20_000 });
    for (let id = 0; id < 5; id += 1) {
      const reply = await engine.query(`SELECT id FROM orders WHERE id = ${id}`, {
        ...scope,
        ...few,
      });
      expect(reply.preview.text).toBe(`[[${id}]]`);
      expect(reply.bytesScanned).toBeGreaterThan(0);
    }
  });

  it('gives few rows in their order, and names that come twice', async () => {
    const { isFew, rows } = await bothWays(
      'SELECT id, name AS id FROM orders WHERE id = 9 OR id = 4 ORDER BY orders.id DESC',
      0,
    );
    expect(isFew).toBe(true);
    expect(rows).toBe('[[9,"low"],[4,"low"]]');
  });

  it.each([2048, 2049, 30_000])('gives all rows where there are %d', async (count) => {
    const sql = `SELECT id FROM orders WHERE name = 'middle' AND id < ${30_000 + count} ORDER BY id`;
    const { isFew, bytes } = await bothWays(sql, 1);
    expect(isFew).toBe(count === 2048);
    expect(bytes).toBeLessThan(1.5 * statSync(paths[1] ?? '').size);
  });

  it('knows a text by its constants too, where it was not printed', async () => {
    const chosen = (column: string) =>
      `WITH q AS (FROM orders WHERE id = 1) SELECT COLUMNS(c -> c = '${column}') FROM q`;
    const { isPrinted: _printed, ...written } = few;
    for (const [column, value] of [
      ['id', '[[1]]'],
      ['name', '[["low"]]'],
    ] as const)
      expect((await bothWays(chosen(column), 0, written)).rows).toBe(value);
  });

  it('says what is wrong with a value as any other does', async () => {
    const sql = 'SELECT CAST(name AS INTEGER) AS n FROM orders WHERE id = 3';
    await expect(bothWays(sql, 0)).rejects.toThrow("Could not convert string 'low'");
    expect(await bothWays('SELECT name FROM orders WHERE id = 3', 0)).toMatchObject({
      isFew: true,
      rows: '[["low"]]',
    });
  });
});
