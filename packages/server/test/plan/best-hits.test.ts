import { beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/plan/types.ts';
import { createTestPlanner, scopeTable, type TestPlanner } from './planner.ts';

const dialects: readonly Dialect[] = ['hotsql', 'postgres', 'duckdb'];
const hits = "bm25_search('docs', 'body', 'words')";
const columns = { id: 'BIGINT', body: 'VARCHAR', score: 'DOUBLE' };

let planner: TestPlanner;

/** Most hits of the search that the plan of a text can show. */
async function bestOf(sql: string, dialect: Dialect) {
  const mark = '@search0_0';
  const tables = [scopeTable('bm25_search', columns)];
  const { tables: bound } = await planner.plan(sql, dialect, {
    catalogs: [
      { names: ['default'], defaultSchema: 'main', schemas: [] },
      { names: [mark], defaultSchema: 'main', schemas: [{ name: 'main', tables }] },
    ],
    defaultCatalogIndex: 0,
  });
  expect(bound, sql).toMatchObject([{ kind: 'table', catalog: mark }]);
  return bound[0]?.kind === 'table' ? bound[0].best : undefined;
}

describe.each(dialects)('in %s the best hits of a search are asked for', (dialect) => {
  beforeAll(async () => {
    planner ??= await createTestPlanner();
  });

  test.each([
    [`SELECT id, score FROM ${hits} ORDER BY score DESC LIMIT 10`, 10, false],
    [`SELECT id, score FROM ${hits} ORDER BY score DESC LIMIT 10 OFFSET 5`, 15, false],
    [`SELECT id, score FROM ${hits} ORDER BY 2 DESC LIMIT 10`, 10, false],
    [`SELECT id, score AS s FROM ${hits} ORDER BY s DESC LIMIT 10`, 10, false],
    [`SELECT h.id FROM ${hits} AS h ORDER BY h.score DESC LIMIT 3`, 3, false],
    [`SELECT * FROM ${hits} ORDER BY score DESC LIMIT 3`, 3, false],
    [`SELECT id, score FROM ${hits} ORDER BY score DESC, id LIMIT 10`, 10, true],
  ])('by %s', async (sql, count, isTieBroken) => {
    expect(await bestOf(sql, dialect)).toEqual({ by: 'score', count, isTieBroken });
  });

  test.each([
    `SELECT id, score FROM ${hits} ORDER BY score LIMIT 10`,
    `SELECT id, score FROM ${hits} ORDER BY score DESC`,
    `SELECT id, score FROM ${hits} LIMIT 10`,
    `SELECT id, score FROM ${hits} WHERE id > 3 ORDER BY score DESC LIMIT 10`,
    `SELECT id, -score AS score FROM ${hits} ORDER BY score DESC LIMIT 10`,
    `SELECT id, -score AS s FROM ${hits} ORDER BY s DESC LIMIT 10`,
    `SELECT id, score FROM ${hits} ORDER BY score + id DESC LIMIT 10`,
    `SELECT count(*) FROM ${hits} GROUP BY score ORDER BY score DESC LIMIT 10`,
    `SELECT DISTINCT score FROM ${hits} ORDER BY score DESC LIMIT 10`,
  ])('and all of them by %s', async (sql) => {
    expect(await bestOf(sql, dialect)).toBeUndefined();
  });
});
