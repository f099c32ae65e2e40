/** Kinds of sources that are a file on the service's machine. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { documentedTypes } from '../source-fixture.ts';
import {
  changesBy,
  type RunningSubject,
  type Subject,
  stampedTable,
  typeHeadings,
} from './subject.ts';

const odd = { schema: 'main', table: 'Straße "x"', row: { Größe: 7, select: 'yes' } };
const oddTable = `CREATE TABLE "Straße ""x""" ("Größe" int, "select" text); INSERT INTO "Straße ""x""" VALUES (7, 'yes')`;
const orders = `CREATE TABLE orders (id int NOT NULL PRIMARY KEY, label text, amount double);
  INSERT INTO orders VALUES (1, 'ü', 0.5), (2, NULL, 1.25)`;

/** Common parts of all kinds of files. */
function fileSubject(
  path: string,
  folder: string,
  run: (sql: string) => Promise<void>,
): Omit<RunningSubject, 'types'> {
  return {
    config: { path },
    secrets: [],
    wrong: [
      ['path', { path: join(folder, 'nowhere') }, /nowhere/],
      ['folder', { path: '/etc/passwd' }, /'\/etc\/passwd'/],
    ],
    schema: 'main',
    orders: 'orders',
    odd,
    add: () => run("INSERT INTO orders VALUES (3, 'c', 2)"),
    changes: changesBy((...sql) => run(sql.join('; '))),
    alter: () =>
      run('DROP TABLE orders; CREATE TABLE orders AS SELECT 1 AS id, 7 AS label, 0.5 AS amount'),
    drop: () => run('DROP TABLE orders'),
    breakOff: async () => renameSync(path, `${path}.away`),
    mend: async () => renameSync(`${path}.away`, path),
    stop: async () => {},
  };
}

export const sqlite: Subject = {
  type: 'sqlite',
  isTypedByValues: true,
  server: 'a file',
  says: { notNull: true, key: true, comments: [] },
  async start(folder) {
    const documented = documentedTypes(typeHeadings.sqlite);
    const path = join(folder, 'shop.db');
    const run = async (sql: string) => {
      const file = new Database(path);
      file.exec(sql);
      file.close();
    };
    const columns = documented.map(({ sourceType }, index) => `v${index} ${sourceType}`);
    await run(`${orders}; ${oddTable}; ${stampedTable('text').join('; ')}; CREATE TABLE types (${columns.join(', ')});
      INSERT INTO types VALUES (${documented.map(({ value }) => value).join(', ')});
      INSERT INTO types (v0) VALUES (NULL)`);
    return {
      ...fileSubject(path, folder, run),
      types: { schema: 'main', tables: ['types'], documented },
    };
  },
};

export const duckdb: Subject = {
  type: 'duckdb',
  server: 'a file',
  says: { notNull: true, key: true, comments: ['table', 'column'] },
  async start(folder) {
    const documented = documentedTypes(typeHeadings.duckdb);
    const path = join(folder, 'shop.duckdb');
    const run = async (sql: string) => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      try {
        await connection.run(
          `ATTACH '${path}' AS written (STORAGE_VERSION 'v1.5.0'); USE written; ${sql}`,
        );
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    };
    const columns = documented.map(({ sourceType }, index) => `v${index} ${sourceType}`);
    const values = documented.map(({ value }) => value);
    await run(`${orders}; ${oddTable}; ${stampedTable('timestamptz').join('; ')}; COMMENT ON COLUMN orders.label IS 'as it is printed'; COMMENT ON TABLE orders IS 'what was ordered';
      CREATE TABLE types (${columns.join(', ')}); INSERT INTO types VALUES (${values.join(', ')}), (${values.map(() => 'NULL').join(', ')});
      CREATE TABLE nested AS SELECT i AS id, 'ü' || i AS label, i / 2 AS share, {'n': i} AS nested FROM range(5) t(i);
      CREATE TABLE odd AS SELECT 7 AS filename, 8 AS file_row_number; CREATE TABLE empty (i INTEGER, "Name" VARCHAR)`);
    return {
      ...fileSubject(path, folder, run),
      types: { schema: 'main', tables: ['types'], documented },
      own: {
        "has its files become the lake's as they are, also those of odd names and of no rows":
          async ({ rows }) => {
            const nested = 'SELECT * FROM src.main.nested WHERE id >= 3 ORDER BY id';
            expect(await rows(nested)).toEqual([
              [3, 'ü3', 1.5, { n: 3 }],
              [4, 'ü4', 2.0, { n: 4 }],
            ]);
            const sql = 'SELECT filename, file_row_number FROM src.main.odd';
            expect(await rows(sql)).toEqual([[7, 8]]);
            expect(await rows('SELECT * FROM src.main.empty')).toEqual([]);
          },
      },
    };
  },
};
