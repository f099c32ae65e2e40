import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VisibleCatalogs } from '../../src/plan/types.ts';
import { createTestPlanner, type TestPlanner } from './planner.ts';

const columns = [
  { name: 'i', type: 'INTEGER' },
  { name: 'n', type: 'DECIMAL(12,2)' },
  { name: 'f', type: 'DOUBLE' },
];
const tables = [{ name: 't', id: 't', loaded: true, columns }];
const scope: VisibleCatalogs = {
  defaultCatalogIndex: 0,
  catalogs: [{ names: ['default'], defaultSchema: 'main', schemas: [{ name: 'main', tables }] }],
};

let planner: TestPlanner;
beforeAll(async () => {
  planner = await createTestPlanner();
});
afterAll(() => planner.connection.closeSync());

const isTested = async (expression: string) =>
  (await planner.plan(`SELECT ${expression} FROM t`, 'hotsql', scope)).sql.includes('isfinite');

it.each([
  'i::float8 / 3',
  'i::float8 * 2.5 + n::float8',
  '(i + 1)::float8 / (i * 2)::float8',
  'i::real / 3::real',
  'sum(i)::float8 / count(*)',
])('%s, which cannot leave its type, is not tested for it', async (expression) => {
  expect(await isTested(expression)).toBe(false);
});

it.each([
  'f / 3',
  'i::float8 * f',
  'i::float8 * 1e300::float8',
  'i::real * i::real * i::real',
  "i::float8 / '1e-300'::float8",
  'random() * i',
])('%s, which might, is', async (expression) => {
  expect(await isTested(expression)).toBe(true);
});

it('an average of a query has that query twice at most', async () => {
  const sql = 'SELECT avg((SELECT avg((SELECT max(f) FROM t)) FROM t)) FROM t';
  const printed = (await planner.plan(sql, 'hotsql', scope)).sql;
  expect(printed.match(/\bSELECT\b/g)).toHaveLength(1 + 2 + 2 * 2);
});
