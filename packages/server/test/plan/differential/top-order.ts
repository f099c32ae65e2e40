import { parseStatements } from '../../../src/plan/hotsql/read/parser.ts';
import { listOf, openNode } from '../../../src/plan/hotsql/read/tree.ts';

/** True if a statement orders its rows, so the order is part of the answer. */
export function orderedAtTop(sql: string): boolean {
  try {
    const statement = parseStatements(sql)[0]?.stmt;
    return statement !== undefined && listOf(openNode(statement).fields, 'sortClause').length > 0;
  } catch {
    // PostgreSQL would have raised as well; what only HotSQL parses is compared as a set.
    return false;
  }
}
