import { analyze } from './analyze.ts';
import { referenceOf } from './bind.ts';
import { columnsRead } from './duckdb/columns-read.ts';
import { readTree } from './duckdb/read-tree.ts';
import { type TranslateRequest, translate } from './front-end.ts';
import { isRepeatable } from './repeatable.ts';
import { loadSnowflakeParser } from './snowflake/parse.ts';
import type {
  Analysis,
  ConditionPlace,
  PlannedText,
  TableReference,
  TablesNeeded,
  Translation,
} from './types.ts';
import { withinStack } from './within-stack.ts';

export interface PlanTextRequest extends TranslateRequest {
  /**
   * Leave DuckDB's tree of the text to whoever runs it, where the translation alone says which
   * tables it reads. The analysis is then not `isFromTree`.
   */
  readonly leavesTree?: boolean;
  /**
   * Say which names may mean a column: a table is read elsewhere, without the columns that are not
   * wanted.
   */
  readonly namesColumns?: boolean;
}

/**
 * The two stages over a text and the shapes of its tables; without shapes a text that needs them is
 * answered with the names of its tables. `parse` gives DuckDB's parse tree (json_serialize_sql) of
 * the SQL to run, verbatim, also when it says that the text does not parse. Throws BAD_REQUEST.
 */
export async function planText(
  request: PlanTextRequest,
  parse: (sql: string) => Promise<string>,
  printCondition: ConditionPrinter = async () => null,
): Promise<PlannedText | TablesNeeded> {
  if (request.dialect === 'snowflake') await loadSnowflakeParser();
  const translation = withinStack(() => translate(request), request.sql);
  if ('tables' in translation) return translation;
  const written = request.leavesTree ? writtenTables(request, translation) : null;
  if (written) return { translation, analysis: written };
  // SHOW is answered with text of ours, whatever the dialect of the rest.
  const isShow = translation.statementKind.startsWith('show_');
  const tree = await parse(translation.sql);
  const analysis = withinStack(
    () => analyze(tree, isShow ? 'hotsql' : request.dialect, request.limits, translation.searches),
    request.sql,
  );
  const tables = await Promise.all(
    analysis.tables.map((table) => withCondition(table, tree, printCondition)),
  );
  const { classification = analysis.classification } = translation;
  const isRead = request.namesColumns === true && translation.statementKind === 'select';
  const columnNames = isRead ? columnsRead(readTree(tree), null) : null;
  return {
    translation,
    analysis: {
      ...analysis,
      tables,
      classification,
      ...(columnNames && { columnNames: [...columnNames] }),
    },
  };
}

/**
 * A condition of DuckDB's tree as the text of a SELECT of `place` of the rows that meet it; null
 * where it cannot be one.
 */
export type ConditionPrinter = (
  tree: string,
  at: ConditionPlace,
  place: string,
) => Promise<string | null>;

/** No column of a caller is called so: the text that names it is ours. */
const placeColumn = '@place';

/**
 * The table with its condition as a text. Without it where that gives other rows each time: then
 * all rows are wanted.
 */
async function withCondition(
  table: TableReference,
  tree: string,
  printCondition: ConditionPrinter,
): Promise<TableReference> {
  const { conditionAt, nearest, ...all } = table;
  if (conditionAt === undefined) return table;
  const sql = await printCondition(tree, conditionAt, placeColumn);
  if (sql === null || !isRepeatable(sql)) return all;
  return { ...all, ...(nearest && { nearest }), filtered: { sql, place: placeColumn } };
}

/** A text of some length stays with the planner: a worker is not to be kept by what only parses. */
const maxLeftLength = 16 * 1024;
const maxLeftTables = 100;
/**
 * What lists a catalog's tables or indexes, or says where names are looked up; also where a
 * caller's constant only looks like it.
 */
const readsCatalogs = /information_schema|hotsql_indexes|current_(?:database|schema)/i;

/** What the tables of a translated text are by its translation; null where the tree has to say. */
function writtenTables({ dialect }: TranslateRequest, translation: Translation): Analysis | null {
  const { sql, tableNames, classification, timeTravel, searches } = translation;
  if ((dialect !== 'hotsql' && dialect !== 'postgres') || !tableNames || !classification)
    return null;
  if (timeTravel || searches) return null;
  if (sql.length > maxLeftLength || tableNames.length > maxLeftTables || readsCatalogs.test(sql))
    return null;
  return {
    tables: tableNames.map(({ parts }) => referenceOf(parts)),
    functions: [],
    tableFunctions: [],
    readsInformationSchema: false,
    isFromTree: false,
    classification,
  };
}
