import { badRequest, type QuernError } from '../../kernel/errors.ts';
import { loadParser, type TranslateRequest } from '../../plan/front-end.ts';
import { planText } from '../../plan/plan-text.ts';
import type { Dialect, PlannedText, TablesNeeded } from '../../plan/types.ts';
import type { Task } from '../task.ts';
import { type ParseSqlReply, parseSql } from './parse-sql.ts';

export type PlanSqlRequest = TranslateRequest;

/**
 * Translates a text and checks what it becomes against the allow-list. Runs in a worker of its own pool: two parsers see
 * whatever a caller sends, and a crash or a long parse of one must touch nobody else. Throws BAD_REQUEST.
 */
export const planSql: Task<PlanSqlRequest, PlannedText | TablesNeeded> = async (context, request) => {
  await loadParser();
  return planText(request, async (sql) => {
    const parsed = await parseSql(context, { sql });
    if (parsed.tree === null) throw refusal(parsed, request.dialect);
    return parsed.tree;
  });
};

/** Under `duckdb` the text is the caller's own, so DuckDB's words are about it; a translated text they never saw. */
function refusal({ error, statements }: ParseSqlReply, dialect: Dialect): QuernError {
  const [first, second] = statements;
  if (error?.message.startsWith('Max expression depth')) return badRequest('the statement is nested too deeply');
  if (second !== undefined) return badRequest('more than one statement; send them one by one');
  if (dialect !== 'duckdb') return badRequest('the query cannot be translated; write it in simpler terms');
  if (error?.isSyntax) return badRequest(`syntax error: ${error.message.replaceAll('"', "'").slice(0, 200)}`);
  if (first === undefined) return badRequest('the SQL text is empty; write one SELECT');
  return badRequest(
    `${first} is not supported: exactly one read-only query is (SELECT, FROM, WITH, VALUES); PIVOT needs its values listed: IN (...)`,
  );
}
