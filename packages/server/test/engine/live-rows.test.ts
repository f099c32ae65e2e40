import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryCatalog, QueryColumn, QueryFile } from '../../src/engine/query/query-request.ts';
import { EngineFixture } from './engine-fixture.ts';

describe('a table with deleted rows', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
  });
  afterAll(() => engine.close());

  const scope = { defaultCatalog: 'default', defaultSchema: 'main' };
  let made = 0;

  /** Ten rows, `id` from `from` on. */
  async function file(from: number, isCurrent = true): Promise<QueryFile> {
    made += 1;
    const sql = `SELECT (${from} + range)::BIGINT AS id, 'n' || (${from} + range) AS name FROM range(10)`;
    const path = await engine.object(`rows-${made}.parquet`, sql, ', field_ids {id: 1, name: 2}');
    return { path, rowCount: 10, isCurrent };
  }

  async function deletesOf(parts: Readonly<Record<number, readonly number[]>>): Promise<string> {
    made += 1;
    const rows = Object.entries(parts).flatMap(([part, positions]) =>
      positions.map((pos) => `(${part}, ${pos})`),
    );
    const sql = `SELECT part::INTEGER AS part, pos::BIGINT AS pos FROM (VALUES ${rows.join(', ')}) AS v(part, pos)`;
    return engine.object(`deletes-${made}.parquet`, `${sql} ORDER BY part, pos`);
  }

  const plainColumns: QueryColumn[] = [
    { name: 'id', type: 'BIGINT', stored: 1 },
    { name: 'name', type: 'VARCHAR', stored: 2 },
  ];
  const catalogOf = (
    files: readonly QueryFile[],
    columns = plainColumns,
    name = 't',
  ): QueryCatalog => ({
    name: 'default',
    schemas: [{ name: 'main', tables: [{ name, columns, files }] }],
  });
  const ids = async (files: readonly QueryFile[], columns = plainColumns) =>
    (
      await engine.rows(`SELECT id FROM t`, { catalogs: [catalogOf(files, columns)], ...scope })
    ).map(([id]) => id);

  it('shows the others, one object of deletes serving several files', async () => {
    const path = await deletesOf({ 0: [0, 9], 3: [1, 2, 3, 4, 5, 6, 7, 8] });
    const other = await deletesOf({ 0: [5] });
    const files = [
      { ...(await file(0)), deletes: { path, part: 0 } },
      await file(10),
      { ...(await file(20)), deletes: { path, part: 3 } },
      { ...(await file(30)), deletes: { path: other, part: 0 } },
    ];
    // The engine promises no order for rows with deleted ones.
    const sortedIds = async (of: readonly QueryFile[]) =>
      (await ids(of)).map(Number).sort((left, right) => left - right);
    const from = (start: number, skipped: readonly number[]) =>
      Array.from({ length: 10 }, (_, index) => start + index).filter((id) => !skipped.includes(id));
    const expected = [
      ...from(0, [0, 9]),
      ...from(10, []),
      ...from(20, [21, 22, 23, 24, 25, 26, 27, 28]),
      ...from(30, [35]),
    ];
    expect(await sortedIds(files)).toEqual(expected);
    // The same when the files are read under the table's schema.
    expect(await sortedIds(files.map((one) => ({ ...one, isCurrent: false })))).toEqual(expected);
    expect(
      await sortedIds(files.map((one, index) => ({ ...one, isCurrent: index % 2 === 0 }))),
    ).toEqual(expected);
  });

  it.each(['filename', 'label'])(
    'reads older files by what was written into them, with a column %s',
    async (own) => {
      made += 1;
      const sql = `SELECT 7::SMALLINT AS number, 'seven' AS "${own}", 1.5::DECIMAL(4,1) AS "c0", 9 AS dropped`;
      const path = await engine.object(
        `old-${made}.parquet`,
        sql,
        `, field_ids {number: 1, "${own}": 2, c0: 3, dropped: 9}`,
      );
      const written = [
        { id: 1, name: 'number', type: 'SMALLINT' },
        { id: 2, name: own, type: 'VARCHAR' },
        { id: 3, name: 'c0', type: 'DECIMAL(4,1)' },
      ];
      const columns: QueryColumn[] = [
        ...plainColumns,
        { name: 'd', type: 'DECIMAL(6,2)', stored: 3 },
        { name: 'added', type: 'INTEGER', stored: 4 },
      ];
      const request = {
        catalogs: [catalogOf([{ path, rowCount: 1, written }], columns)],
        ...scope,
      };
      expect(await engine.rows('SELECT * FROM t', request)).toEqual([[7, 'seven', 1.5, null]]);
      expect(await engine.rows('SELECT added, count(*) FROM t GROUP BY added', request)).toEqual([
        [null, 1],
      ]);
      expect(await engine.rows('SELECT d FROM t WHERE d = 1.5 AND id = 7', request)).toEqual([
        [1.5],
      ]);
      expect(await engine.rows('SELECT d FROM t WHERE d = 1.45', request)).toEqual([]);
      const explained = await engine.rows('SELECT d FROM t WHERE added IS NULL', {
        ...request,
        kind: 'explain',
      });
      expect(explained.join()).toMatch(own === 'filename' ? /\bd\b/ : /c0/);
    },
  );

  it('counts, filters and joins live rows only', async () => {
    const path = await deletesOf({ 0: [0, 1, 2], 1: [9] });
    const files = [
      { ...(await file(0)), deletes: { path, part: 0 } },
      { ...(await file(10)), deletes: { path, part: 1 } },
    ];
    const request = { catalogs: [catalogOf(files)], ...scope };
    expect(await engine.rows('SELECT count(*) FROM t', request)).toEqual([[16]]);
    expect(await engine.rows('SELECT min(id), max(id), count(name) FROM t', request)).toEqual([
      [3, 18, 16],
    ]);
    expect(
      await engine.rows('SELECT name FROM t WHERE id IN (2, 3, 18, 19) ORDER BY id', request),
    ).toEqual([['n3'], ['n18']]);
    expect(
      await engine.rows('SELECT id FROM t WHERE id >= 1 ORDER BY id LIMIT 2', request),
    ).toEqual([[3], [4]]);
    expect(await engine.rows('SELECT count(*) FROM t a JOIN t b ON a.id = b.id', request)).toEqual([
      [16],
    ]);
  });

  it('reads many alternating files in few scans, whole and once', async () => {
    const path = await deletesOf(
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index, [index % 10]])),
    );
    const files: QueryFile[] = [];
    for (let index = 0; index < 24; index += 1) {
      const clean = await file(index * 10);
      files.push(index % 2 === 0 ? clean : { ...clean, deletes: { path, part: (index - 1) / 2 } });
    }
    const request = { catalogs: [catalogOf(files)], ...scope };
    const sums = 'SELECT count(*), count(DISTINCT id), sum(id) FROM t';
    const gone = Array.from({ length: 12 }, (_, index) => (2 * index + 1) * 10 + (index % 10));
    const total = (240 * 239) / 2 - gone.reduce((sum, id) => sum + id, 0);
    expect(await engine.rows(sums, request)).toEqual([[228, 228, total]]);
  });

  it('hides the columns it works with, and takes columns of their names', async () => {
    const path = await deletesOf({ 0: [0] });
    const files = [{ ...(await file(0)), deletes: { path, part: 0 } }];
    const request = { catalogs: [catalogOf(files)], ...scope };
    for (const hidden of [
      'filename',
      'file_row_number',
      'file_index',
      'pos',
      'part',
      'gone.pos',
      'f.id',
    ]) {
      await expect(engine.query(`SELECT ${hidden} FROM t`, request)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    const names = [
      'file',
      'pos',
      'part',
      'object',
      'f',
      'gone',
      'file_row_number',
      'file_index',
      'filename',
      'd',
      'm',
    ];
    for (const own of [
      names,
      names.filter((name) => !name.startsWith('file_') && name !== 'filename'),
    ]) {
      made += 1;
      const list = own
        .map((name, index) => `(range * 100 + ${index})::BIGINT AS "${name}"`)
        .join(', ');
      const fieldIds = own.map((name, index) => `"${name}": ${index + 1}`).join(', ');
      const odd = await engine.object(
        `odd-${made}.parquet`,
        `SELECT ${list} FROM range(3)`,
        `, field_ids {${fieldIds}}`,
      );
      const columns = own.map((name, index) => ({ name, type: 'BIGINT', stored: index + 1 }));
      const table = catalogOf(
        [{ path: odd, rowCount: 3, isCurrent: true, deletes: { path, part: 0 } }],
        columns,
      );
      const rows = await engine.rows('SELECT * FROM t', { catalogs: [table], ...scope });
      expect(rows).toEqual([1, 2].map((row) => own.map((_, index) => row * 100 + index)));
    }
  });

  it('counts rows that storage gave, not those of the deletes, and each scan for itself', async () => {
    const path = await deletesOf({ 0: [0, 1, 2], 1: [4] });
    const files = [
      { ...(await file(0)), deletes: { path, part: 0 } },
      await file(10),
      { ...(await file(20, false)), deletes: { path, part: 1 } },
    ];
    const request = { catalogs: [catalogOf(files)], ...scope };
    expect(await engine.query('SELECT sum(id) FROM t', request)).toMatchObject({ rowsScanned: 30 });
    const filtered = await engine.query('SELECT name FROM t WHERE id >= 9 AND id <= 20', request);
    expect(filtered).toMatchObject({ rowCount: 12, rowsScanned: 30 });
    expect(filtered.bytesScanned).not.toBeNull();
  });

  it('keeps one file apart in two tables that share it, deleted from in one', async () => {
    const path = await deletesOf({ 0: [0] });
    const shared = await file(0);
    const left = {
      name: 'left_side',
      columns: plainColumns,
      files: [{ ...shared, deletes: { path, part: 0 } }],
    };
    const right = { name: 'right_side', columns: plainColumns, files: [shared] };
    const catalogs = [{ name: 'default', schemas: [{ name: 'main', tables: [left, right] }] }];
    const reply = await engine.query(
      'SELECT (SELECT count(*) FROM left_side), (SELECT count(*) FROM right_side)',
      {
        catalogs,
        ...scope,
      },
    );
    expect(JSON.parse(reply.preview.text)).toEqual([[9, 10]]);
  });
});
