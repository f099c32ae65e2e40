import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { Json } from '../../service.ts';
import { moveLake, unpackLake } from '../ducklake-fixture.ts';
import { documentedTypes } from '../source-fixture.ts';
import { type Connected, type Subject, typeHeadings } from './subject.ts';

/**
 * A lake made by DuckDB's own extension. Changes are written by the specification
 * (ducklake.select/docs/stable/specification), because no package installed by the tests has the
 * extension.
 */
export const ducklake: Subject = {
  type: 'ducklake',
  server: 'a catalog on SQLite',
  says: { notNull: true, key: false, comments: ['table', 'column'] },
  async start(folder) {
    const lake = unpackLake('sqlite', join(folder, 'lake'));
    moveLake(lake);
    const run = async (...statements: string[]) => {
      const catalog = new Database(lake.catalog);
      catalog.exec(`INSERT INTO ducklake_snapshot SELECT snapshot_id + 1, snapshot_time, schema_version, next_catalog_id, next_file_id
        FROM ducklake_snapshot ORDER BY 1 DESC LIMIT 1`);
      const [{ now } = { now: 0 }] = catalog
        .prepare<[], { now: number }>('SELECT max(snapshot_id) AS now FROM ducklake_snapshot')
        .all();
      for (const statement of statements) catalog.exec(statement.replaceAll('$now', String(now)));
      catalog.close();
    };
    const column = (id: number, name: string, type: string, nulls = 1) =>
      `INSERT INTO ducklake_column VALUES (${id}, $now, NULL, 900, ${id}, '${name}', '${type}', NULL, 'NULL', ${nulls}, NULL, 'literal', 'duckdb')`;
    const rows = (name: string, type: string) =>
      `CREATE TABLE ${name} (row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, id BIGINT, label ${type}, amount DOUBLE)`;
    const inlined = (name: string, version: number) =>
      `INSERT INTO ducklake_inlined_data_tables VALUES (900, '${name}', ${version})`;
    await run(
      "INSERT INTO ducklake_table VALUES (900, 'e13761b8-e35e-4081-a1e2-081ffe884d85', $now, NULL, 0, 'orders', 'orders/', 1)",
      ...[
        column(1, 'id', 'int32', 0),
        column(2, 'label', 'varchar'),
        column(3, 'amount', 'float64'),
      ],
      "INSERT INTO ducklake_tag VALUES (900, $now, NULL, 'comment', 'what was ordered')",
      "INSERT INTO ducklake_column_tag VALUES (900, 2, $now, NULL, 'comment', 'as it is printed')",
      ...[
        rows('ducklake_inlined_data_900_1', 'VARCHAR'),
        inlined('ducklake_inlined_data_900_1', 1),
      ],
      'INSERT INTO ducklake_schema_versions VALUES ($now, 1, 900)',
      "INSERT INTO ducklake_inlined_data_900_1 VALUES (0, $now, NULL, 1, 'ü', 0.5), (1, $now, NULL, 2, NULL, 1.25)",
    );
    return {
      config: { catalog_url: `sqlite:${lake.catalog}` },
      secrets: [],
      wrong: [
        ['catalog', { catalog_url: `sqlite:${join(folder, 'nowhere')}` }, /nowhere/],
        ['folder', { catalog_url: 'sqlite:/etc/passwd' }, /'\/etc\/passwd'/],
        ['host', { catalog_url: 'postgres://me:pw@127.0.0.1:1/lake' }, /127\.0\.0\.1/],
      ],
      schema: 'main',
      orders: 'orders',
      odd: { schema: 'Odd "One', table: 'T.1', row: {} },
      types: {
        ...{ schema: 'main', tables: ['types_file', 'types_inlined'] },
        documented: documentedTypes(typeHeadings.ducklake),
      },
      add: () => run("INSERT INTO ducklake_inlined_data_900_1 VALUES (2, $now, NULL, 3, 'c', 2)"),
      alter: () =>
        run(
          'UPDATE ducklake_column SET end_snapshot = $now WHERE table_id = 900 AND column_id = 2',
          column(4, 'label', 'int32'),
        ),
      drop: () =>
        run(
          'UPDATE ducklake_table SET end_snapshot = $now WHERE table_id = 900',
          'UPDATE ducklake_column SET end_snapshot = $now WHERE table_id = 900 AND end_snapshot IS NULL',
        ),
      breakOff: async () => renameSync(lake.catalog, `${lake.catalog}.away`),
      mend: async () => renameSync(`${lake.catalog}.away`, lake.catalog),
      stop: async () => {},
      own: {
        'has its files linked, which outlast those of the lake': (connected) =>
          outlasts(connected, lake),
      },
    };
  },
};

async function outlasts(
  { api, connectionId, rows }: Connected,
  lake: ReturnType<typeof unpackLake>,
): Promise<void> {
  const sums = 'SELECT count(*), sum(i), min(s), max(day) FROM src.main.plain';
  expect(await rows(sums)).toEqual([[400, 79800, 'n0', '2024-10-26']]);
  const { columns = [], rows: evolved = [] } = lake.expected['main.evolved'] ?? {};
  const texts = evolved.map((row) => [row[columns.indexOf('i')], row[columns.indexOf('txt')]]);
  const byText = (one: unknown, other: unknown) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  const found: Json[] = await rows('SELECT i::text, txt FROM src.main.evolved');
  expect(found.sort(byText)).toEqual(texts.sort(byText));
  rmSync(lake.dataPath, { recursive: true });
  expect(await rows('SELECT s FROM src.main.plain WHERE i = 299')).toEqual([['n299']]);
  const refresh = { schema_name: 'main', table_name: 'plain', data: true };
  const { status, body } = await api.post('/v1/refresh', {
    connection_id: connectionId,
    ...refresh,
  });
  expect([status, body.error.message]).toEqual([502, expect.stringContaining('Cannot read file')]);
  expect(await rows('SELECT count(*) FROM src.main.plain')).toEqual([[400]]);
}
