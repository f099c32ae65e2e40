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

  const ask = (columns: readonly string[], hits: QueryHits) =>
    askFor(columns, requestFor(hits), new Set());

  /** `bare`: other names in the text; null if no rewriting is possible. */
  async function askFor(
    columns: readonly string[],
    request: ExecuteQueryRequest,
    bare: ReadonlySet<string> | null,
  ) {
    const text = `SELECT ${columns.join(', ')} FROM "@search0_0"."main"."bm25_search" ORDER BY score DESC`;
    const named = new Set(columns);
    const { connection, inText } = await kept.enter(request, 'scope', { named, bare }, text);
    const sql = inText ? `${inText.before}${inText.text}` : text;
    const run = async (statement: string) => {
      const prepared = await connection.prepare(statement);
      inText?.bind(prepared);
      return (await prepared.runAndReadAll()).getRowsJson();
    };
    const rows = await run(sql);
    const plan = await run(`EXPLAIN ${sql}`);
    return { sql, rows, readsFiles: JSON.stringify(plan).includes('PARQUET') };
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

  /** Returns the columns to read for a search of the columns. */
  async function readAll(columns: readonly string[]): Promise<void> {
    for (let read = 0; read < 2; read += 1) {
      await ask(columns, hitsAt(anyPlaces(read)));
      await kept.noteHits(1e6, gigabyte)?.();
    }
  }

  test('come from memory once they took as long as reading them, and are the same', async () => {
    const columns = ['id', 'day', 'part', 'score'];
    const first = await ask(columns, hitsAt(anyPlaces(1)));
    expect(first).toMatchObject({
      rows: expected(columns, hitsAt(anyPlaces(1))),
      readsFiles: true,
    });
    expect(kept.noteHits(0.001, gigabyte)).toBeUndefined();
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
    await ask(columns, hitsAt(anyPlaces(7, [0])));
    await kept.noteHits(1e6, gigabyte)?.();
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

  test('of a small file are read at once, so that those of a large one stay in memory', async () => {
    await kept.leave();
    const columns = ['day', 'id', 'score'];
    await readAll(columns);
    const path = join(directory, 'small.parquet');
    await maker.run(`COPY (FROM '${pathOf(1)}' LIMIT 100) TO '${path}'`);
    const hits = hitsAt([...anyPlaces(4, [0]), [1, 7], [1, 99]]);
    const request = requestFor(hits);
    const [large] = request.catalogs[0]?.schemas[0]?.tables[0]?.files ?? [];
    const files = [large, { path, rowCount: 100, isCurrent: true }];
    Object.assign(request.catalogs[0]?.schemas[0]?.tables[0] ?? {}, { files });
    expect(await askFor(columns, request, new Set())).toMatchObject({
      rows: expected(columns, hits),
      readsFiles: false,
    });
    const text = ['name', 'id', 'score'];
    expect(await askFor(text, request, new Set())).toMatchObject({
      rows: expected(text, hits),
      readsFiles: true,
    });
  });

  test('of many small files are read together, and not one file after the other', async () => {
    await kept.leave();
    const columns = ['id', 'score'];
    const files = Array.from({ length: 20 }, (_unused, file) => ({
      path: join(directory, `one-of-many-${file}.parquet`),
      rowCount: 10,
      isCurrent: true,
    }));
    for (const { path } of files)
      await maker.run(`COPY (FROM '${pathOf(0)}' LIMIT 10) TO '${path}'`);
    const hits = hitsAt(files.map((_file, index) => [index, index % 10]));
    const request = requestFor(hits);
    Object.assign(request.catalogs[0]?.schemas[0]?.tables[0] ?? {}, { files });
    const { rows, readsFiles } = await askFor(columns, request, new Set());
    expect(rows.map(([id]) => Number(id)).sort()).toEqual(
      files.map((_file, index) => index % 10).sort(),
    );
    expect(readsFiles).toBe(true);
  });

  test('stay in memory while they are asked for, however many files come and go beside them', async () => {
    await kept.leave();
    const columns = ['id', 'day', 'score'];
    await readAll(columns);
    const request = requestFor(hitsAt(anyPlaces(1)));
    const hits = request.catalogs[0]?.schemas[0]?.tables[0]?.hits;
    for (let version = 0; version < 60; version += 1) {
      // Files that were there before a compaction: two for each version of the table.
      const past = mkdtempSync(join(directory, `v${version}-`));
      for (const file of [0, 1]) copyFileSync(pathOf(file), join(past, `${file}.parquet`));
      const of = JSON.parse(JSON.stringify(request).replaceAll(`${directory}/`, `${past}/`));
      of.catalogs[0].schemas[0].tables[0].hits = hits;
      await askFor(columns, of, new Set());
      kept.noteHits(0.001, gigabyte);
      const own = hitsAt(anyPlaces(version));
      expect(await ask(columns, own)).toMatchObject({
        rows: expected(columns, own),
        readsFiles: false,
      });
    }
  });

  test('make room for those of another file, which are asked for now', async () => {
    await kept.leave();
    const columns = ['id', 'score'];
    // The limit has room for one of the two files.
    const room = 16 * 2 ** 20;
    for (const file of [0, 1]) {
      const hits = hitsAt(anyPlaces(file, [file]));
      await ask(columns, hits);
      await kept.noteHits(1e6, room)?.();
      expect(await ask(columns, hits)).toMatchObject({ readsFiles: false });
    }
    expect(await ask(columns, hitsAt(anyPlaces(3, [0])))).toMatchObject({ readsFiles: true });
  });

  test('are not read where there is no room for them, or rows are not what the file says', async () => {
    await kept.leave();
    const request = requestFor(hitsAt(anyPlaces(1)));
    await askFor(['id', 'score'], request, new Set());
    expect(kept.noteHits(1e6, 2 ** 20)).toBeUndefined();
    const [catalog] = request.catalogs;
    const [table] = catalog?.schemas[0]?.tables ?? [];
    const files = table?.files.map((file) => ({ ...file, rowCount: rowCount + 1 })) ?? [];
    const wrong = {
      ...request,
      catalogs: [
        { name: '@search0_0', schemas: [{ name: 'main', tables: [{ ...table, files }] }] },
      ],
    } as ExecuteQueryRequest;
    await askFor(['id', 'score'], wrong, new Set());
    for (const _file of files) await kept.noteHits(1e6, gigabyte)?.();
    expect(await askFor(['id', 'score'], wrong, new Set())).toMatchObject({ readsFiles: true });
    expect(kept.noteHits(1e6, gigabyte)).toBeUndefined();
  });

  test('are given to one statement, whatever was found, from files as from memory', async () => {
    await kept.leave();
    const columns = ['id', 'score', 'bm25_rank'];
    const texts = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const hits = hitsAt(anyPlaces(seed), true);
      const { sql, rows } = await ask(columns, hits);
      expect(rows).toEqual(expected(columns, hits));
      texts.add(sql);
    }
    expect(texts.size).toBe(1);
    await readAll(['id', 'score']);
    const hits = hitsAt(anyPlaces(4), true);
    const { sql, rows } = await ask(columns, hits);
    expect(rows).toEqual(expected(columns, hits));
    texts.add(sql);
    texts.add((await ask(columns, hitsAt(anyPlaces(5), true))).sql);
    expect(texts.size).toBe(2);
  });

  test('are a view where the text has CTEs of its own, or another table of their name', async () => {
    const columns = ['id', 'name', 'score'];
    const hits = hitsAt(anyPlaces(1));
    for (const bare of [null, new Set(['bm25_search'])]) {
      const { sql, rows } = await askFor(columns, requestFor(hits), bare);
      expect(sql).toMatch(/^SELECT/);
      expect(rows).toEqual(expected(columns, hits));
    }
  });
});

describe('values of hits from memory', () => {
  const values: Readonly<Record<string, readonly string[]>> = {
    BOOLEAN: ['true', 'false'],
    TINYINT: ['-128', '127'],
    USMALLINT: ['65535'],
    BIGINT: ['-9223372036854775808', '9223372036854775807'],
    UBIGINT: ['18446744073709551615'],
    FLOAT: ["'nan'", "'-inf'", '1e-45', '-0.0', '0.1'],
    DOUBLE: ["'nan'", '5e-324', '-0.0', '123456789012345680'],
    DATE: ["'-infinity'", "'infinity'", "'0044-03-15 (BC)'", "'9999-12-31'"],
    TIME: ["'00:00:00'", "'23:59:59.999999'"],
    TIMESTAMP: ["'-infinity'", "'0044-03-15 (BC) 01:02:03.5'", "'2024-02-29 23:59:59.999999'"],
    TIMESTAMP_S: ["'2024-02-29 23:59:59'"],
    TIMESTAMP_MS: ["'2024-02-29 23:59:59.999'"],
    TIMESTAMP_NS: ["'2024-02-29 23:59:59.999999999'"],
    TIMESTAMPTZ: ["'infinity'", "'2024-02-29 23:59:59.5+00'"],
    TIMETZ: ["'23:59:59.5+02'"],
    'DECIMAL(4,2)': ['-99.99'],
    'DECIMAL(9,0)': ['-999999999'],
    'DECIMAL(18,6)': ['-999999999999.999999'],
    'DECIMAL(38,10)': ['-9999999999999999999999999999.9999999999'],
    UUID: ["'00000000-0000-0000-0000-000000000001'"],
    INTERVAL: ["'1 month 3 days'"],
    "ENUM('a', 'b')": ["'b'"],
  };

  test.each(Object.keys(values))('of %s are those of the file, NULL too', async (type) => {
    const kept = new KeptCatalogs(() => instance.connect(), maker);
    const rows = [...(values[type] ?? []), 'NULL'];
    const path = join(directory, `${type.replaceAll(/\W/g, '')}.parquet`);
    const list = rows.map((value) => `(CAST(${value} AS ${type}))`).join(', ');
    // Too many hits for one read.
    const others = `SELECT CAST(NULL AS ${type}) FROM range(16000)`;
    await maker.run(
      `COPY (SELECT v AS v FROM (VALUES ${list}) AS t(v) UNION ALL ${others}) TO '${path}'`,
    );
    const hits = hitsAt(rows.map((_value, row): [number, number] => [0, row]).reverse());
    const table = {
      name: 'bm25_search',
      columns: [
        { name: 'v', type, stored: 1 },
        { name: 'score', type: 'DOUBLE', stored: -1 },
      ],
      files: [{ path, rowCount: rows.length + 16_000, isCurrent: true }],
      hits,
    };
    const catalogs = [{ name: '@search0_0', schemas: [{ name: 'main', tables: [table] }] }];
    const request = { ...requestFor(hits), catalogs } as ExecuteQueryRequest;
    const text = 'SELECT v, v::VARCHAR FROM "@search0_0"."main"."bm25_search" ORDER BY score DESC';
    const read = async () => {
      const names = { named: new Set(['v', 'score']), bare: new Set<string>() };
      const { connection, inText } = await kept.enter(request, 'scope', names, text);
      const prepared = await connection.prepare(`${inText?.before}${inText?.text}`);
      inText?.bind(prepared);
      const found = await prepared.runAndReadAll();
      return { parameters: inText?.parameterCount, rows: found.getRowsJson() };
    };
    const fromFile = await read();
    await kept.noteHits(1e6, gigabyte)?.();
    const fromMemory = await read();
    expect([fromFile.parameters, fromMemory.parameters]).toEqual([3, 2]);
    expect(fromMemory.rows).toEqual(fromFile.rows);
    expect(fromMemory.rows).toHaveLength(rows.length);
    await kept.leave();
  });
});
