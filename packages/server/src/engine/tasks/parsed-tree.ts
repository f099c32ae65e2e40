import { badRequest, type QuernError } from '../../kernel/errors.ts';
import { nestedTooDeeply } from '../../plan/nested-construct.ts';
import type { Dialect } from '../../plan/types.ts';
import type { TaskContext } from '../task.ts';
import { type ParseSqlReply, parseSql } from './parse-sql.ts';

/**
 * DuckDB's parse tree of a text in some dialect, or of its translation, as JSON. Throws BAD_REQUEST
 * where no tree exists.
 */
export async function parsedTree(
  context: TaskContext,
  sql: string,
  dialect: Dialect,
): Promise<string> {
  const parsed = await parseSql(context, { sql });
  if (parsed.tree === null) throw refusal(parsed, dialect);
  return parsed.tree;
}

/**
 * Under `duckdb` the text is the caller's own, so DuckDB's message fits. A caller never sees a
 * translated text.
 */
function refusal({ error, statements }: ParseSqlReply, dialect: Dialect): QuernError {
  const [first, second] = statements;
  if (error?.message.startsWith('Max expression depth')) return badRequest(nestedTooDeeply);
  if (second !== undefined) return badRequest('more than one statement; send them one by one');
  if (dialect !== 'duckdb')
    return badRequest('the query cannot be translated; write it in simpler terms');
  if (error?.isSyntax)
    return badRequest(`syntax error: ${error.message.replaceAll('"', "'").slice(0, 200)}`);
  if (first === undefined) return badRequest('the SQL text is empty; write one SELECT');
  return badRequest(
    `${first} is not supported: exactly one read-only query is (SELECT, FROM, WITH, VALUES); PIVOT needs its values listed: IN (...)`,
  );
}
