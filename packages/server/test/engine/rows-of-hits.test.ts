import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeptCatalogs } from '../../src/engine/query/kept-catalogs.ts';
import type { ExecuteQueryRequest, QueryHits } from '../../src/engine/query/query-request.ts';

const directory = mkdtempSync(join(tmpdir(), 'quern-hits-'));
const rowCount = 20_000;
const gigabyte = 2 ** 30;
let instance: DuckDBInstance;
let maker: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  maker = await instance.connect();
  for (const file of [0, 1]) {
    await maker.run(
      `COPY (SELECT i + ${file * rowCount} AS id, 'name ' || i AS name, DATE '2024-01-01' + CAST(i AS INTEGER) AS day, NULLIF(i % 7, 3) AS part
       FROM range(${rowCount}) AS r(i)) TO '${pathOf(file)}' (ROW_GROUP_SIZE 2048)`,
    );
  }
});
afterAll(() => {
  maker.closeSync();
  rmSync(directory, { recursive: true, force: true });
});

const pathOf = (file: number) => join(directory, `${file}.parquet`);

function requestFor(hits: QueryHits): ExecuteQueryRequest {
  const table = {
    name: 'bm25_search',
    columns: [
      { name: 'id', type: 'BIGINT', stored: 1 },
      { name: 'name', type: 'VARCHAR', stored: 2 },
      { name: 'day', type: 'DATE', stored: 3 },
      { name: 'part', type: 'BIGINT', stored: 4 },
      { name: 'score', type: 'DOUBLE', stored: -1 },
      ...(hits.ranks ? [{ name: 'bm25_rank', type: 'BIGINT', stored: -1 }] : []),
    ],
    files: [0, 1].map((file) => ({ path: pathOf(file), rowCount, isCurrent: true as const })),
    hits,
  };
  return {
    catalogs: [{ name: '@search0_0', schemas: [{ name: 'main', tables: [table] }] }],
    defaultCatalog: '@search0_0',
    defaultSchema: 'main',
    sql: 'SELECT 1',
  } as unknown as ExecuteQueryRequest;
}

function hitsAt(
  places: readonly (readonly [file: number, row: number])[],
  ranks = false,
): QueryHits {
  return {
    rowCount: places.length,
    files: Uint32Array.from(places, ([file]) => file),
    rows: Uint32Array.from(places, ([, row]) => row),
    scores: Float64Array.from(places, (_place, index) => 10 / (index + 3)),
    ...(ranks && { ranks: [places.map((_place, index) => (index === 1 ? null : index + 1))] }),
  };
}

const anyPlaces = (seed: number, files = [0, 1]) =>
  Array.from({ length: 12 }, (_unused, index): [number, number] => [
    files[index % files.length] ?? 0,
    (index * 7919 + seed * 104_729) % rowCount,
  ]);

describe('rows that searches found', () => {
  let kept: KeptCatalogs;
  beforeAll(() => {
    kept = new KeptCatalogs(() => instance.connect(), maker);
  });
  afterAll(() => kept.leave());

  async function ask(columns: readonly string[], hits: QueryHits) {
    const request = requestFor(hits);
    const { connection } = await kept.enter(request, 'scope', { named: new Set(columns) });
    const sql = `SELECT ${columns.join(', ')} FROM "@search0_0".main.bm25_search ORDER BY score DESC`;
    const rows = (await connection.runAndReadAll(sql)).getRowsJson();
    const plan = (await connection.runAndReadAll(`EXPLAIN ${sql}`)).getRowsJson();
    return { request, rows, readsFiles: JSON.stringify(plan).includes('PARQUET') };
  }

  const expected = (columns: readonly string[], hits: QueryHits) =>
    Array.from(hits.rows, (row, index) => {
      const file = hits.files[index] ?? 0;
      const [part, day] = [row % 7, new Date(Date.UTC(2024, 0, 1 + row)).toISOString()];
      const values: Record<string, unknown> = {
        id: String(row + file * rowCount),
        name: `name ${row}`,
        day: day.slice(0, 10),
        part: part === 3 ? null : String(part),
        score: hits.scores[index],
        bm25_rank: index === 1 ? null : String(index + 1),
      };
      return columns.map((name) => values[name]);
    });

  /** Reads what a search of these columns is to be read of. */
  async function readAll(columns: readonly string[]): Promise<void> {
    for (let read = 0; read < 2; read += 1) {
      const { request } = await ask(columns, hitsAt(anyPlaces(read)));
      await kept.noteHits(request, 1e6, gigabyte)?.();
    }
  }

  test('come from memory once they took as long as reading them, and are the same', async () => {
    const columns = ['id', 'day', 'part', 'score'];
    const first = await ask(columns, hitsAt(anyPlaces(1)));
    expect(first).toMatchObject({
      rows: expected(columns, hitsAt(anyPlaces(1))),
      readsFiles: true,
    });
    expect(kept.noteHits(first.request, 0.001, gigabyte)).toBeUndefined();
    await readAll(columns);
    for (const seed of [2, 3, 4]) {
      const hits = hitsAt(anyPlaces(seed));
      expect(await ask(columns, hits)).toMatchObject({
        rows: expected(columns, hits),
        readsFiles: false,
      });
    }
  });

  test('come from their files where a column is a text, and both ways beside each other', async () => {
    await readAll(['id', 'score']);
    const text = ['id', 'name', 'score'];
    await readAll(text);
    const hits = hitsAt(anyPlaces(5));
    expect(await ask(text, hits)).toMatchObject({ rows: expected(text, hits), readsFiles: true });
    const ranked = hitsAt(anyPlaces(6), true);
    const columns = ['id', 'score', 'bm25_rank'];
    expect(await ask(columns, ranked)).toMatchObject({
      rows: expected(columns, ranked),
      readsFiles: false,
    });
  });

  test('come from the file that has them where another is in memory', async () => {
    await kept.leave();
    const columns = ['part', 'id', 'score'];
    const { request } = await ask(columns, hitsAt(anyPlaces(7, [0])));
    await kept.noteHits(request, 1e6, gigabyte)?.();
    const hits = hitsAt(anyPlaces(8));
    expect(await ask(columns, hits)).toMatchObject({
      rows: expected(columns, hits),
      readsFiles: true,
    });
    const own = hitsAt(anyPlaces(9, [0]));
    expect(await ask(columns, own)).toMatchObject({
      rows: expected(columns, own),
      readsFiles: false,
    });
  });

  test('come from memory again where a scope has seen many files: it begins anew', async () => {
    await kept.leave();
    const columns = ['id', 'day', 'score'];
    const withPaths = (request: ExecuteQueryRequest, prefix: string) =>
      JSON.parse(JSON.stringify(request).replaceAll(`${directory}/`, prefix));
    const { request } = await ask(columns, hitsAt(anyPlaces(1)));
    for (let version = 0; version < 60; version += 1) {
      // Files that were there before a compaction: two for each version of the table.
      const past = mkdtempSync(join(directory, `v${version}-`));
      for (const file of [0, 1]) copyFileSync(pathOf(file), join(past, `${file}.parquet`));
      const hits = { ...request.catalogs[0]?.schemas[0]?.tables[0]?.hits };
      const of = withPaths(request, `${past}/`);
      of.catalogs[0].schemas[0].tables[0].hits = hits;
      await kept.enter(of, 'scope', { named: new Set(columns) });
      kept.noteHits(of, 0.001, gigabyte);
    }
    await readAll(columns);
    const hits = hitsAt(anyPlaces(2));
    expect(await ask(columns, hits)).toMatchObject({
      rows: expected(columns, hits),
      readsFiles: false,
    });
  });

  test('are not read where there is no room for them, or rows are not what the file says', async () => {
    await kept.leave();
    const { request } = await ask(['id', 'score'], hitsAt(anyPlaces(1)));
    expect(kept.noteHits(request, 1e6, 2 ** 20)).toBeUndefined();
    const [catalog] = request.catalogs;
    const [table] = catalog?.schemas[0]?.tables ?? [];
    const files = table?.files.map((file) => ({ ...file, rowCount: rowCount + 1 })) ?? [];
    const wrong = {
      ...request,
      catalogs: [
        { name: '@search0_0', schemas: [{ name: 'main', tables: [{ ...table, files }] }] },
      ],
    } as ExecuteQueryRequest;
    await kept.enter(wrong, 'scope', { named: new Set(['id', 'score']) });
    await kept.noteHits(wrong, 1e6, gigabyte)?.();
    await kept.enter(wrong, 'scope', { named: new Set(['id', 'score']) });
    const plan = await kept.connection?.runAndReadAll('EXPLAIN SELECT id, score FROM bm25_search');
    expect(JSON.stringify(plan?.getRowsJson())).toContain('PARQUET');
  });
});
