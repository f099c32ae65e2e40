import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowGroupRows } from '../../src/engine/encode/row-size.ts';
import { openWorkbench, type Workbench } from './stored-result.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await openWorkbench();
});
afterAll(() => workbench.close());

test.each([
  ['narrow rows', 'SELECT i, i * 2 AS j FROM range(200000) t(i)', 122_880],
  ['rows of 10 kB', "SELECT i, repeat('x', 10000) AS s FROM range(5000) t(i)", 2048],
  ['many rows of 1 kB', "SELECT i, repeat('x', 1000) AS s FROM range(120000) t(i)", 22_528],
  ['few rows', "SELECT repeat('x', 10000) AS s FROM range(5) t(i)", 122_880],
])('%s are stored in row groups of a bounded size', async (_, sql, expected) => {
  const { columns, rowCount } = await workbench.store(sql);
  const rows = await rowGroupRows(workbench.connection, 'stored', columns, rowCount);
  expect(Math.abs(rows - expected)).toBeLessThanOrEqual(2048);
});
