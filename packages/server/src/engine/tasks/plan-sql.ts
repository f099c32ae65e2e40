import { badRequest } from '../../kernel/errors.ts';
import { analyze } from '../../plan/analyze.ts';
import { loadParser, translate } from '../../plan/front-end.ts';
import type { Dialect, PlannedText } from '../../plan/types.ts';
import type { Task } from '../task.ts';
import { type ParseSqlReply, parseSql } from './parse-sql.ts';

export interface PlanSqlRequest {
  readonly sql: string;
  readonly dialect: Dialect;
}

/**
 * Translates a text and checks what it becomes against the allow-list. Runs in a worker of its own pool: two parsers see
 * whatever a caller sends, and a crash or a long parse of one must touch nobody else. Throws BAD_REQUEST.
 */
export const planSql: Task<PlanSqlRequest, PlannedText> = async (context, { sql, dialect }) => {
  await loadParser();
  const translation = translate({ sql, dialect });
  const parsed = await parseSql(context, { sql: translation.sql });
  if (parsed.tree === null) throw badRequest(refusal(parsed, dialect));
  return { translation, analysis: analyze(parsed.tree, dialect) };
};

/** Under `duckdb` the text is the caller's own, so DuckDB's words are about it; a translated text they never saw. */
function refusal({ error, statements }: ParseSqlReply, dialect: Dialect): string {
  const [first, second] = statements;
  if (second !== undefined) return 'only one statement can be run at a time; send them one by one';
  if (dialect === 'duckdb') {
    if (error && !error.isSyntax && first !== undefined && first !== 'SELECT') {
      return `${first} cannot be run: queries are read-only (SELECT, WITH, VALUES, FROM, SHOW, DESCRIBE, SUMMARIZE, EXPLAIN)`;
    }
    return `syntax error: ${error?.message ?? 'the text does not parse'}`;
  }
  return 'the query cannot be translated; write it in simpler terms';
}
