import type { DuckDBConnection } from '@duckdb/node-api';
import { readColumn } from '../read-column.ts';
import type { PlanNode } from './shown-plan.ts';

/** Executes a statement, and returns its plan with the work of each operator. */
export async function analysedPlan(
  connection: DuckDBConnection,
  statement: string,
): Promise<PlanNode> {
  return JSON.parse(await shownPlan(connection, `EXPLAIN (ANALYZE, FORMAT json) ${statement}`));
}

/** The output of an EXPLAIN, as text. */
export async function shownPlan(connection: DuckDBConnection, explain: string): Promise<string> {
  const [plan] = await readColumn(connection, explain, 1);
  return String(plan ?? '');
}
