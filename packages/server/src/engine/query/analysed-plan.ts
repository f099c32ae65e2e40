import type { DuckDBConnection } from '@duckdb/node-api';
import { readColumn } from '../read-column.ts';
import type { PlanNode } from './shown-plan.ts';

/** Executes a statement; gives its plan, with what each operator did. */
export async function analysedPlan(
  connection: DuckDBConnection,
  statement: string,
): Promise<PlanNode> {
  return JSON.parse(await shownPlan(connection, `EXPLAIN (ANALYZE, FORMAT json) ${statement}`));
}

/** What an EXPLAIN gives, as text. */
export async function shownPlan(connection: DuckDBConnection, explain: string): Promise<string> {
  const [plan] = await readColumn(connection, explain, 1);
  return String(plan ?? '');
}
