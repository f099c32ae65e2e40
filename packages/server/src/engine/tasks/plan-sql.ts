import { loadParser } from '../../plan/front-end.ts';
import { type PlanTextRequest, planText } from '../../plan/plan-text.ts';
import type { PlannedText, TablesNeeded } from '../../plan/types.ts';
import { conditionText } from '../condition-text.ts';
import type { Task } from '../task.ts';
import { parsedTree } from './parsed-tree.ts';

export type PlanSqlRequest = PlanTextRequest;

/**
 * Translates a text and checks the translation against the allow-list. The task runs in a pool of
 * its own: two parsers read whatever a caller sends, and a crash or a long parse must not affect
 * others. Throws BAD_REQUEST.
 */
export const planSql: Task<PlanSqlRequest, PlannedText | TablesNeeded> = async (
  context,
  request,
) => {
  await loadParser();
  return planText(
    request,
    (sql) => parsedTree(context, sql, request.dialect),
    (tree, at, place) => conditionText(context.connection, tree, at, place),
  );
};
