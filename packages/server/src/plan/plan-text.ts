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
   * Leaves DuckDB's tree of the text to the executing worker, if the translation alone shows its
   * tables. The analysis then has `isFromTree: false`.
   */
  readonly leavesTree?: boolean;
  /**
   * Requests the names that may mean a column: a table is read elsewhere, without unwanted columns.
   */
  readonly namesColumns?: boolean;
}

/**
 * Translates and analyzes a text. Without shapes, a text with tables is answered with its table
 * names. `parse` returns DuckDB's parse tree (json_serialize_sql) of the SQL to run, verbatim, also
 * for a parse error. Throws BAD_REQUEST.
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
  // SHOW is answered by Quern's own text in every dialect.
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
 * Prints a condition of DuckDB's tree as a SELECT of `place` for the rows that meet the condition;
 * null if not possible.
 */
export type ConditionPrinter = (
  tree: string,
  at: ConditionPlace,
  place: string,
) => Promise<string | null>;

/** A name absent from callers' columns; only Quern's own text contains it. */
const placeColumn = '@place';

/**
 * The table with its condition as a text. A condition with changing results is left out, so all
 * rows are wanted.
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

/** Longer texts stay with the planner: parsing must not occupy a worker. */
const maxLeftLength = 16 * 1024;
const maxLeftTables = 100;
/**
 * Words of texts that list a catalog's tables or indexes, or read the defaults for names. The
 * pattern also matches inside a caller's constant.
 */
const readsCatalogs = /information_schema|hotsql_indexes|current_(?:database|schema)/i;

/** The analysis from the translation alone; null if the tree is needed. */
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
