import { analyze } from './analyze.ts';
import { translate } from './front-end.ts';
import { loadSnowflakeParser } from './snowflake/parse.ts';
import type { Dialect, PlannedText } from './types.ts';

/**
 * The two stages over a text alone. `parse` gives DuckDB's parse tree (json_serialize_sql) of the SQL to run, verbatim, also when
 * it says that the text does not parse. Throws BAD_REQUEST.
 */
export async function planText(
  request: { readonly sql: string; readonly dialect: Dialect },
  parse: (sql: string) => Promise<string>,
): Promise<PlannedText> {
  if (request.dialect === 'snowflake') await loadSnowflakeParser();
  const translation = translate(request);
  // SHOW is answered with text of ours, whatever the dialect of the rest.
  const isShow = translation.statementKind.startsWith('show_');
  return { translation, analysis: analyze(await parse(translation.sql), isShow ? 'hotsql' : request.dialect) };
}
