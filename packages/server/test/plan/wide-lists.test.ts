import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/plan/types.ts';
import { createTestPlanner, type TestPlanner } from './planner.ts';

const constants = (count: number) => Array.from({ length: count }, (_, index) => index).join(', ');
const schemas = [{ name: 'main', tables: [] }];
const scope = {
  defaultCatalogIndex: 0,
  catalogs: [{ names: ['default'], defaultSchema: 'main', schemas }],
};

describe('lists of more columns than a result may have', () => {
  let planner: TestPlanner;
  beforeAll(async () => {
    planner = await createTestPlanner();
  });
  afterAll(() => planner?.connection.closeSync());

  const dialects: readonly Dialect[] = ['hotsql', 'duckdb', 'snowflake'];
  it.each(dialects)('are refused while a text of %s is planned', async (dialect) => {
    const plan = (sql: string) => planner.plan(sql, dialect, scope);
    const refusal = /^the query gives 4097 columns; 4096 is the most, so name fewer/;
    await expect(plan(`SELECT ${constants(4097)}`)).rejects.toThrow(refusal);
    await expect(plan(`SELECT 1 FROM (SELECT ${constants(4097)}) s`)).rejects.toThrow(refusal);
    await expect(plan(`WITH c AS (SELECT ${constants(4097)}) SELECT 1 FROM c`)).rejects.toThrow(
      refusal,
    );
    await expect(plan(`SELECT ${constants(4096)}`)).resolves.toBeDefined();
  });

  it('are refused of VALUES and of what a star stands for', async () => {
    const plan = (sql: string) => planner.plan(sql, 'hotsql', scope);
    const refusal = /columns; 4096 is the most/;
    await expect(plan(`VALUES (${constants(4097)})`)).rejects.toThrow(refusal);
    const half = `(SELECT ${constants(2100)})`;
    await expect(plan(`SELECT * FROM ${half} a, ${half} b`)).rejects.toThrow(refusal);
  });
});
