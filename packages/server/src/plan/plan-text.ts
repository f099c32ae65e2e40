import { badRequest } from '../kernel/errors.ts';
import { analyze } from './analyze.ts';
import { type TranslateRequest, translate } from './front-end.ts';
import { loadSnowflakeParser } from './snowflake/parse.ts';
import type { PlannedText, TablesNeeded } from './types.ts';

/**
 * The two stages over a text and the shapes of its tables; without shapes a text that needs them is answered with the names of
 * its tables. `parse` gives DuckDB's parse tree (json_serialize_sql) of the SQL to run, verbatim, also when it says that the
 * text does not parse. Throws BAD_REQUEST.
 */
export async function planText(
  request: TranslateRequest,
  parse: (sql: string) => Promise<string>,
): Promise<PlannedText | TablesNeeded> {
  if (request.dialect === 'snowflake') await loadSnowflakeParser();
  const translation = withinStack(() => translate(request));
  if ('tables' in translation) return translation;
  // SHOW is answered with text of ours, whatever the dialect of the rest.
  const isShow = translation.statementKind.startsWith('show_');
  const tree = await parse(translation.sql);
  const analysis = withinStack(() => analyze(tree, isShow ? 'hotsql' : request.dialect));
  const { classification = analysis.classification } = translation;
  return { translation, analysis: { ...analysis, classification } };
}

/** A chain that the parser takes (`1.5 + 1.5 + ...`, 4,000 times) may be deeper than a walk over its tree can go. */
function withinStack<T>(walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    const isTooDeep = error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
    throw isTooDeep ? badRequest('the statement is nested too deeply') : error;
  }
}
