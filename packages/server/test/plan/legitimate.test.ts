import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFixtures } from '../../src/engine/sandbox.ts';
import { hotsqlFixtures } from '../../src/engine/worker/hotsql-fixtures.ts';
import type { Dialect, Plan, VisibleCatalogs } from '../../src/plan/types.ts';
import { createTestPlanner, scopeTable, type TestPlanner } from './planner.ts';

const corpus = new URL('corpus/', import.meta.url);
const text = readFileSync(new URL('legitimate.sql', corpus), 'utf8');

const statements: { dialect: Dialect; sql: string }[] = [];
let section: Dialect = 'duckdb';
for (const line of text.split('\n')) {
  if (line.startsWith('-- dialect ')) section = line.slice('-- dialect '.length) as Dialect;
  else if (line !== '' && !line.startsWith('--')) statements.push({ dialect: section, sql: line });
}

/** The columns of tables.sql. */
const tables = [
  scopeTable('people', {
    id: 'INTEGER',
    name: 'VARCHAR',
    age: 'INTEGER',
    height: 'DOUBLE',
    salary: 'DECIMAL(12,2)',
    born: 'DATE',
    seen: 'TIMESTAMP',
    active: 'BOOLEAN',
    team: 'VARCHAR',
  }),
  scopeTable('orders', {
    id: 'BIGINT',
    person_id: 'INTEGER',
    amount: 'DECIMAL(10,2)',
    quantity: 'SMALLINT',
    at: 'TIMESTAMP WITH TIME ZONE',
    note: 'VARCHAR',
  }),
  scopeTable('numbers', {
    i: 'INTEGER',
    b: 'BIGINT',
    d: 'DOUBLE',
    n: 'DECIMAL(18,4)',
    s: 'SMALLINT',
    r: 'FLOAT',
  }),
];

const scope: VisibleCatalogs = {
  defaultCatalogIndex: 0,
  catalogs: [{ names: ['default'], defaultSchema: 'main', schemas: [{ name: 'main', tables }] }],
};

const prefixes: Partial<Record<Plan['statementKind'], string>> = {
  describe: 'DESCRIBE ',
  show_columns: 'DESCRIBE ',
  summarize: 'SUMMARIZE ',
  explain: 'EXPLAIN ',
  explain_analyze: 'EXPLAIN ANALYZE ',
};

describe('legitimate statements', () => {
  let planner: TestPlanner;
  beforeAll(async () => {
    planner = await createTestPlanner();
    const { connection } = planner;
    await makeFixtures(connection, hotsqlFixtures);
    await connection.run(`ATTACH ':memory:' AS "default"; USE "default"`);
    await connection.run(readFileSync(new URL('tables.sql', corpus), 'utf8'));
  });

  it('are at least 100', () => expect(statements.length).toBeGreaterThanOrEqual(100));

  it.each(statements)('$dialect plans and runs: $sql', async ({ sql, dialect }) => {
    const plan = await planner.plan(sql, dialect, scope);
    const reader = await planner.connection.runAndReadAll(
      (prefixes[plan.statementKind] ?? '') + plan.sql,
    );
    expect(reader.columnCount).toBeGreaterThan(0);
  });
});
