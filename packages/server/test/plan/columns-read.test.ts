import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serializedTree } from '../../src/engine/serialized-tree.ts';
import { columnsRead } from '../../src/plan/duckdb/columns-read.ts';
import { readTree } from '../../src/plan/duckdb/read-tree.ts';
import type { Dialect } from '../../src/plan/types.ts';
import { createTestPlanner, scopeTable, type TestPlanner } from './planner.ts';

let planner: TestPlanner;
beforeAll(async () => {
  planner = await createTestPlanner();
  const { connection } = planner;
  await connection.run('CREATE TABLE a (x INTEGER, y VARCHAR, z STRUCT(w INTEGER), extra INTEGER)');
  await connection.run(
    "INSERT INTO a VALUES (1, 'one', {w: 10}, 7), (2, 'two', {w: 20}, 7), (3, NULL, NULL, 7)",
  );
  await connection.run(
    'CREATE TABLE b (x INTEGER, y VARCHAR, more INTEGER, a INTEGER, main INTEGER)',
  );
  await connection.run("INSERT INTO b VALUES (1, 'one', 70, 5, 1000), (2, 'TWO', 80, 6, 2000)");
});
afterAll(() => planner.connection.closeSync());

const columns = {
  a: { x: 'INTEGER', y: 'VARCHAR', z: 'STRUCT(w INTEGER)', extra: 'INTEGER' },
  b: { x: 'INTEGER', y: 'VARCHAR', more: 'INTEGER', a: 'INTEGER', main: 'INTEGER' },
};
const tables = [scopeTable('a', columns.a), scopeTable('b', columns.b)];
const scope = {
  catalogs: [{ names: ['memory'], defaultSchema: 'main', schemas: [{ name: 'main', tables }] }],
  defaultCatalogIndex: 0,
};

async function columnsOf(sql: string, dialect: Dialect): Promise<readonly string[] | null> {
  const plan = await planner.plan(sql, dialect, scope);
  const schemas = new Set(['memory', 'main']);
  const read = columnsRead(readTree(await serializedTree(planner.connection, plan.sql)), schemas);
  return read && [...read].sort();
}

describe('the columns that a text may read', () => {
  test.each([
    ['SELECT count(*) FROM a', []],
    ['SELECT X FROM a', ['x']],
    ['SELECT a.x, sum(y) OVER (PARTITION BY "Z" ORDER BY w) FROM a', ['a', 'w', 'x', 'y', 'z']],
    ['SELECT z.w FROM a', ['w', 'z']],
    ['SELECT 1 FROM a JOIN b USING (x, y)', ['x', 'y']],
    ['SELECT 1 FROM a JOIN b ON a.x = b.more', ['a', 'b', 'more', 'x']],
    [
      'SELECT (SELECT max(more) FROM b WHERE b.x = q.x) FROM (SELECT x FROM a) AS q',
      ['b', 'more', 'q', 'x'],
    ],
    ['WITH c AS (SELECT x AS k FROM a) SELECT k FROM c', ['k', 'x']],
    ['SELECT x FROM a ORDER BY extra LIMIT 1', ['extra', 'x']],
    ['SELECT x AS y FROM a GROUP BY ALL', ['x']],
    ['SELECT list_transform([1], lambda e: e + x) FROM a', ['e', 'main', 'x']],
    ['EXPLAIN SELECT x FROM a', ['x']],
    ['SELECT q.a FROM b AS q', ['a', 'q']],
    ['SELECT q.c FROM (SELECT x AS c FROM a) AS q, a AS c', ['c', 'q', 'x']],
  ])('are those that it names: %s', async (sql, expected) => {
    expect(await columnsOf(sql, 'duckdb')).toEqual(expected);
  });

  test.each([
    'SELECT * FROM a',
    'FROM a',
    'TABLE a',
    'SELECT a.* FROM a',
    'SELECT x, * EXCLUDE (y) FROM a',
    "SELECT COLUMNS('x') FROM a",
    'SELECT count(*) FROM a WHERE x IN (SELECT COLUMNS(*) FROM b)',
    'SELECT #1 FROM a',
    'SELECT a FROM a',
    'SELECT A FROM a',
    'SELECT q FROM a AS q',
    'SELECT main.a FROM main.a',
    'SELECT (a).x FROM a',
    'SELECT count(a) FROM a',
    'SELECT c FROM (SELECT x FROM a) AS c',
    'SELECT k FROM a AS q(k)',
    'SELECT x FROM a NATURAL JOIN b',
    'SELECT x FROM (PIVOT a ON x IN (1, 2) USING count(*))',
    'SELECT v FROM (UNPIVOT a ON x, extra INTO NAME n VALUE v)',
    'SELECT column_name FROM (DESCRIBE a)',
    'DESCRIBE a',
    'SUMMARIZE a',
    'SELECT memory.main.a FROM main.a',
    'SELECT main.a FROM a, b AS main',
  ])('are all where it may read others than it names: %s', async (sql) => {
    expect(await columnsOf(sql, 'duckdb')).toBeNull();
  });

  test.each([
    ['hotsql', 'SELECT X FROM a', ['x']],
    ['hotsql', 'SELECT "a"."x" FROM a', ['x']],
    ['hotsql', 'SELECT * FROM a', ['extra', 'x', 'y', 'z']],
    ['postgres', 'SELECT count(*) FROM a', []],
    ['snowflake', 'SELECT x FROM a', ['x']],
  ] as const)('are known in %s: %s', async (dialect, sql, expected) => {
    const read = await columnsOf(sql, dialect);
    expect(read?.filter((name) => name !== 'a')).toEqual(expected);
  });

  test.each([
    ['hotsql', 'SELECT column_name FROM information_schema.columns'],
    ['postgres', 'SELECT attname FROM pg_attribute'],
    ['hotsql', 'SHOW TABLES'],
  ] as const)('are all in %s: %s', async (dialect, sql) => {
    expect(await columnsOf(sql, dialect)).toBeNull();
  });

  // A text means the same over whole tables and over tables of only the readable columns.
  test.each([
    'SELECT a FROM a ORDER BY x',
    'SELECT b.a FROM b',
    'SELECT a FROM b ORDER BY 1',
    'SELECT a.a FROM b AS a',
    'SELECT a.x, b.a FROM a JOIN b USING (x) ORDER BY 1',
    'SELECT to_json(a) FROM a ORDER BY x',
    'SELECT q.w FROM (SELECT z FROM a) AS t(q) ORDER BY 1',
    'SELECT a.z.w FROM a ORDER BY 1',
    'SELECT main.a FROM a, b AS main ORDER BY ALL',
    'SELECT q.a FROM b AS q, a ORDER BY ALL',
    'SELECT 5 AS main, main.pg_size_pretty() AS size FROM b ORDER BY ALL',
    'SELECT TRUE AS main, main.pg_typeof() AS type FROM b ORDER BY ALL',
    'SELECT #2 FROM a ORDER BY x',
    'SELECT * FROM a NATURAL JOIN b ORDER BY ALL',
    'SELECT x FROM a NATURAL JOIN b',
    'SELECT y FROM a SEMI JOIN b USING (x) ORDER BY 1',
    'SELECT a.y, b.y FROM a POSITIONAL JOIN b ORDER BY a.x',
    'SELECT k, l FROM a AS q(k, l) ORDER BY 1',
    'SELECT x AS extra FROM a WHERE extra = 7 ORDER BY 1',
    'SELECT x + 1 AS n FROM a WHERE n > 2 ORDER BY 1',
    'SELECT count(*), count(a), count(a.z) FROM a',
    'SELECT x FROM a UNION BY NAME SELECT more FROM b ORDER BY ALL',
    "SELECT (SELECT string_agg(y, ',' ORDER BY more) FROM b WHERE b.x <= a.x) FROM a ORDER BY x",
    'SELECT * FROM (SELECT x FROM a) ORDER BY 1',
    'FROM (PIVOT b ON x IN (1, 2) USING count(*)) ORDER BY ALL',
    "SELECT struct_extract(z, 'w') FROM a ORDER BY 1",
    'SELECT DISTINCT ON (y) y FROM a ORDER BY y, x',
  ])('are enough for %s', async (sql) => {
    const { connection } = planner;
    const read = await columnsOf(sql, 'duckdb');
    const whole = (await connection.runAndReadAll(sql)).getRowsJson();
    await connection.run('CREATE SCHEMA narrow');
    try {
      for (const [table, all] of Object.entries(columns)) {
        const left = Object.keys(all).filter((name) => read?.includes(name) ?? true);
        await connection.run(
          `CREATE VIEW narrow.${table} AS SELECT ${left.join(', ') || 'x'} FROM memory.main.${table}`,
        );
      }
      await connection.run('USE memory.narrow');
      expect((await connection.runAndReadAll(sql)).getRowsJson()).toEqual(whole);
    } finally {
      await connection.run('USE memory.main');
      await connection.run('DROP SCHEMA narrow CASCADE');
    }
  });
});
