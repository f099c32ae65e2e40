import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LakeColumn } from '../../src/engine/ingest/type-evolution.ts';
import { writeLakeFiles } from '../../src/engine/ingest/write-lake-files.ts';
import { closeQueryCatalogs, openQueryCatalogs } from '../../src/engine/query/query-catalog.ts';
import type { QueryFile } from '../../src/engine/query/query-request.ts';
import { serializedTree } from '../../src/engine/serialized-tree.ts';
import type { LakeFile, Manifest } from '../../src/lake/model.ts';
import { columnsRead } from '../../src/plan/duckdb/columns-read.ts';
import { readTree } from '../../src/plan/duckdb/read-tree.ts';
import { fileMatcher } from '../../src/plan/filters/match-files.ts';
import { runTimeAt } from '../../src/plan/filters/time-steps.ts';
import type { Plan } from '../../src/plan/types.ts';
import { randomSeeds } from '../random-runs.ts';
import { createTestPlanner, scopeTable, type TestPlanner } from './planner.ts';
import { Chance, randomColumns, randomQuery } from './random-queries.ts';

const directory = mkdtempSync(join(tmpdir(), 'quern-pruning-'));
let planner: TestPlanner;
let writes = 0;

beforeAll(async () => {
  planner = await createTestPlanner();
  await planner.connection.run(
    "SET TimeZone = 'UTC'; SET default_null_order = 'nulls_last'; SET threads = 1",
  );
});
afterAll(() => {
  planner.connection.closeSync();
  rmSync(directory, { recursive: true, force: true });
});

interface TestTable {
  readonly name: string;
  readonly columns: readonly LakeColumn[];
  readonly manifests: readonly Manifest[];
}

const column = (id: number, name: string, type: string): LakeColumn => ({
  id,
  name,
  type,
  nullable: true,
});

async function writeRows(select: string, columns: readonly LakeColumn[]): Promise<LakeFile[]> {
  writes += 1;
  const folder = join(directory, String(writes));
  mkdirSync(folder);
  const layout = { sortedBy: [], partitionBy: [], expectedBytes: 0 };
  const files = await writeLakeFiles(planner.connection, { select, columns, ...layout }, folder);
  return files.map(({ path, rowCount, sizeBytes, footerBytes, columns: statistics }) => ({
    key: path,
    rowCount,
    sizeBytes,
    footerBytes,
    columns: statistics,
  }));
}

/** Rows of neighbouring values, so files differ; in some files a column has one value, or none. */
function randomRows(chance: Chance, firstId: number, columns: readonly LakeColumn[]): string {
  const ranges = new Map(
    columns.map(
      ({ name }) =>
        [name, { start: chance.below(100), width: chance.oneOf([1, 1, 2, 4]) }] as const,
    ),
  );
  const rows = Array.from({ length: 1 + chance.below(5) }, (_unused, index) => {
    const cells = columns.map(({ name, type }) => {
      if (name === 'id') return `CAST(${firstId + index} AS BIGINT)`;
      const values = randomColumns.find((random) => random.name === name)?.values ?? [];
      const { start, width } = ranges.get(name) ?? { start: 0, width: 1 };
      const isNull = start > 94 || chance.below(12) === 0;
      const place = Math.floor((start * values.length) / 100) + chance.below(width);
      return `CAST(${isNull ? 'NULL' : (values[Math.min(place, values.length - 1)] ?? 'NULL')} AS ${type})`;
    });
    return `(${cells.join(', ')})`;
  });
  return `FROM (VALUES ${rows.join(', ')}) AS r(${columns.map(({ name }) => name).join(', ')})`;
}

async function randomTable(name: string, chance: Chance): Promise<TestTable> {
  const columns = [
    column(1, 'id', 'BIGINT'),
    ...randomColumns.map((random, index) => column(index + 2, random.name, random.type)),
  ];
  const oldColumns = columns.flatMap((present) => {
    const random = randomColumns.find((item) => item.name === present.name);
    if (random === undefined) return [present];
    return random.oldType === null ? [] : [{ ...present, type: random.oldType }];
  });
  const manifests: Manifest[] = [];
  let id = 0;
  for (const written of [oldColumns, columns]) {
    const files: LakeFile[] = [];
    for (let file = 0; file < 12; file += 1) {
      files.push(...(await writeRows(randomRows(chance, id, written), written)));
      id += 100;
    }
    manifests.push({ columns: written, files });
  }
  return { name, columns, manifests };
}

/** Files of every table of a plan: all files, or the remaining ones. */
function filesOf(
  plan: Plan,
  tables: readonly TestTable[],
  pruned: boolean,
): Map<string, QueryFile[]> {
  return new Map(
    plan.tables.map((bound) => {
      const table = tables.find(({ name }) => name === bound.table);
      const filters = pruned && bound.kind === 'table' ? bound.filters : undefined;
      const matcher =
        filters && table && fileMatcher(filters, table.columns, runTimeAt(Date.now()));
      const files = (table?.manifests ?? []).flatMap((manifest) =>
        (matcher ? matcher(manifest) : manifest.files).map(({ key, rowCount }) => ({
          path: key,
          rowCount,
          ...(manifest.columns === table?.columns
            ? { isCurrent: true }
            : { written: manifest.columns }),
        })),
      );
      return [bound.table, files];
    }),
  );
}

/** `isNarrow`: only with the columns that the text may read. */
async function run(
  { sql }: Plan,
  tables: readonly TestTable[],
  files: Map<string, QueryFile[]>,
  isNarrow: boolean,
): Promise<{ rows: string[]; isNarrowed: boolean }> {
  const queryTables = tables.map(({ name, columns }) => ({
    name,
    columns: columns.map(({ id, name: columnName, type }) => ({
      name: columnName,
      type,
      stored: id,
    })),
    files: files.get(name) ?? [],
  }));
  const catalogs = [{ name: 'lake', schemas: [{ name: 'main', tables: queryTables }] }];
  const named = isNarrow
    ? columnsRead(
        readTree(await serializedTree(planner.connection, sql)),
        new Set(['lake', 'main']),
      )
    : null;
  await openQueryCatalogs(
    planner.connection,
    { catalogs, defaultCatalog: 'lake', defaultSchema: 'main' },
    named,
  );
  try {
    const found = (await planner.connection.runAndReadAll(sql)).getRowsJson();
    return { rows: found.map((row) => JSON.stringify(row)).sort(), isNarrowed: named !== null };
  } finally {
    await planner.connection.run('USE memory');
    await closeQueryCatalogs(planner.connection, catalogs);
  }
}

const scopeOf = (tables: readonly TestTable[]) => ({
  catalogs: [
    {
      names: ['lake'],
      defaultSchema: 'main',
      schemas: [{ name: 'main', tables: tables.map(({ name }) => scopeTable(name)) }],
    },
  ],
  defaultCatalogIndex: 0,
});

const countFiles = (files: Map<string, QueryFile[]>) =>
  [...files.values()].reduce((sum, list) => sum + list.length, 0);

describe('a column that is qualified by schema or catalog', () => {
  const columns = { id: 'BIGINT', other: 'STRUCT(t STRUCT(id BIGINT))' };
  const schemas = ['main', 'other'].map((name) => ({ name, tables: [scopeTable('t', columns)] }));
  const scope = {
    catalogs: [{ names: ['lake'], defaultSchema: 'main', schemas }],
    defaultCatalogIndex: 0,
  };

  test.each([
    ['t', 'main.t.id', true],
    ['t', 'LAKE.Main.T.id', true],
    ['main.t', 'lake.main.t.id', true],
    ['lake.main.t', 'main.t.id', true],
    ['other.t', 'other.t.id', true],
    // A field of the column `other`: the table is in `main`.
    ['t', 'other.t.id', false],
    ['main.t', 'other.t.id', false],
    ['t AS x', 'x.other.t.id', false],
    ['t AS t', 'other.t.id', false],
    ['t AS other', 'other.other.t.id', false],
  ])(
    'of FROM %s, as %s, says of its table what is left out: %s',
    async (table, column, isItsOwn) => {
      const plan = await planner.plan(
        `SELECT 1 FROM ${table} WHERE ${column} = 5`,
        'duckdb',
        scope,
      );
      const [bound] = plan.tables;
      const five = {
        kind: 'compare',
        column: 'id',
        operator: '=',
        constant: { type: 'exact', unscaled: '5', scale: 0 },
      };
      expect(bound?.kind === 'table' && bound.filters).toEqual(isItsOwn ? [five] : undefined);
    },
  );

  test('is left out of a condition that says something else too', async () => {
    const filtersOf = async (condition: string) => {
      const [bound] = (await planner.plan(`SELECT 1 FROM t WHERE ${condition}`, 'duckdb', scope))
        .tables;
      return bound?.kind === 'table' ? bound.filters : undefined;
    };
    expect(await filtersOf('other.t.id = 5 AND id = 6')).toMatchObject([
      { parts: [{ constant: { unscaled: '6' } }] },
    ]);
    expect(await filtersOf('other.t.id = 5 OR id = 6')).toBeUndefined();
  });
});

describe('a column that is qualified by the name of a schema and of a catalog', () => {
  const catalogOf = (name: string, schema: string) => ({
    names: [name],
    defaultSchema: 'main',
    schemas: ['main', schema].map((name) => ({
      name,
      tables: [scopeTable('t', { id: 'BIGINT' })],
    })),
  });
  const scope = {
    catalogs: [catalogOf('lake', 'Other'), catalogOf('other', 's')],
    defaultCatalogIndex: 0,
  };

  test('is of the table in that catalog, as DuckDB has it', async () => {
    const { connection } = planner;
    for (const [catalog, schema, id] of [
      ['lake', 'other', 1],
      ['other', 's', 2],
    ]) {
      await connection.run(`ATTACH ':memory:' AS ${catalog}`);
      await connection.run(`CREATE SCHEMA ${catalog}.${schema}`);
      await connection.run(`CREATE TABLE ${catalog}.${schema}.t AS SELECT ${id} AS id`);
    }
    const found = await connection.runAndReadAll('SELECT other.t.id FROM lake.other.t, other.s.t');
    expect(found.getRows()).toEqual([[2]]);
    for (const catalog of ['lake', 'other']) await connection.run(`DETACH ${catalog}`);
  });

  test.each([
    ['FROM lake.other.t, other.s.t WHERE other.t.id = 2', []],
    ['FROM lake.other.t JOIN other.s.t ON OTHER.t.id = 2', []],
    ['FROM lake.other.t, other.s.t WHERE other.t.id = 2 AND lake.other.t.id = 1', ['lake']],
    ['FROM t, other.s.t WHERE main.t.id = 1 AND s.t.id = 2', ['lake', 'other']],
  ])('prunes no other table: %s', async (rest, expected) => {
    const { tables } = await planner.plan(`SELECT 1 ${rest}`, 'duckdb', scope);
    const filtered = tables.filter(
      (table) => table.kind === 'table' && table.filters !== undefined,
    );
    expect(filtered.map(({ catalog }) => catalog).sort()).toEqual(expected);
  });
});

describe('a query over the files that its conditions leave, and the columns that it names', () => {
  test.each(randomSeeds(1))(
    'gives what it gives over all of them, whatever is asked (%i)',
    async (seed) => {
      const chance = new Chance(seed);
      const tables = [await randomTable('t', chance), await randomTable('v', chance)];
      let [compared, narrowed, kept, all] = [0, 0, 0, 0];
      for (let round = 0; round < 300; round += 1) {
        const sql = randomQuery(chance);
        const plan = await planner.plan(sql, 'duckdb', scopeOf(tables));
        const [everything, left] = [filesOf(plan, tables, false), filesOf(plan, tables, true)];
        // Some statements are nonsense (a text as a number), which shows only on reading rows.
        const expected = await run(plan, tables, everything, false).catch(() => null);
        if (expected === null) continue;
        const found = await run(plan, tables, left, true).catch((e) => String(e));
        if (typeof found === 'string') throw new Error(`${sql}: ${found}`);
        expect(found.rows, sql).toEqual(expected.rows);
        if (found.isNarrowed) narrowed += 1;
        if (countFiles(left) === countFiles(everything)) continue;
        compared += 1;
        kept += countFiles(left);
        all += countFiles(everything);
      }
      expect(compared).toBeGreaterThan(60);
      expect(narrowed).toBeGreaterThan(60);
      expect(kept / all).toBeLessThan(0.7);
    },
    60_000,
  );
});
