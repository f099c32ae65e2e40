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
  const translation = translate(request);
  if ('tables' in translation) return translation;
  // SHOW is answered with text of ours, whatever the dialect of the rest.
  const isShow = translation.statementKind.startsWith('show_');
  const analysis = analyze(await parse(translation.sql), isShow ? 'hotsql' : request.dialect);
  const { classification = analysis.classification } = translation;
  return { translation, analysis: { ...analysis, classification } };
}
