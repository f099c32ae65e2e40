import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { multipliesRows } from './multiplies-rows.ts';
import { readTree } from './read-tree.ts';

async function answerOf(sql: string): Promise<boolean> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(
    `SELECT json_serialize_sql('${sql.replaceAll("'", "''")}')`,
  );
  return multipliesRows(readTree(String(reader.getRows()[0]?.[0])));
}

it.each([
  'SELECT 1',
  'SELECT name, id + 2 FROM small WHERE id < 3 ORDER BY id LIMIT 5',
  'SELECT kind, count(*) FROM small GROUP BY kind HAVING count(*) > 1',
  'SELECT * FROM (SELECT id FROM small) AS q WHERE id IN (SELECT 3)',
  'SELECT * FROM (VALUES (1), (2)) AS v(i)',
])('gives no more rows than it reads: %s', async (sql) => {
  expect(await answerOf(sql)).toBe(false);
});

it.each([
  'SELECT a.id FROM small a JOIN small b ON a.id < b.id',
  'SELECT a.id FROM small a, small b',
  'SELECT id FROM small UNION ALL SELECT id FROM small',
  'SELECT unnest([1, 2, 3]), id FROM small',
  'SELECT UNNEST([1, 2, 3])',
  'SELECT generate_subscripts([7, 8], 1)',
  'SELECT * FROM range(100000)',
  'SELECT a, b, count(*) FROM small GROUP BY CUBE (a, b)',
  'WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 9) SELECT * FROM r',
  'SELECT * FROM small WHERE id = (SELECT max(a.id) FROM small a, small b)',
])('may give more rows than it reads: %s', async (sql) => {
  expect(await answerOf(sql)).toBe(true);
});
