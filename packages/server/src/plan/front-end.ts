import { badRequest, QuernError } from '../kernel/errors.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { quoteIdentifier, quoteLiteral } from '../kernel/quoting.ts';
import { defaultSizeLimits, maxSqlBytes, type SizeLimits } from '../kernel/size-limits.ts';
import { allowedAggregates, allowedScalars } from './duckdb/function-lists.ts';
import { coerce } from './hotsql/print/coerce.ts';
import { functionNames } from './hotsql/print/functions/all-functions.ts';
import { isObjectKind } from './hotsql/print/functions/object-names.ts';
import {
  type InlinedQueries,
  noneInlined,
  queriesToInline,
} from './hotsql/print/inlined-queries.ts';
import { printExpression } from './hotsql/print/print-expression.ts';
import { printQuery } from './hotsql/print/print-query.ts';
import { Printing, type PrintingOptions } from './hotsql/print/printing.ts';
import { nameKey, nameParts } from './hotsql/read/name-parts.ts';
import { loadParser, parseStatements } from './hotsql/read/parser.ts';
import { type PrePassed, prePass } from './hotsql/read/pre-pass.ts';
import { NeedsExactNumbers, Refusal, refuse } from './hotsql/read/refusal.ts';
import { settingNamed, shownSettings } from './hotsql/read/session-constants.ts';
import { refuseUnusedMarks } from './hotsql/read/time-travel.ts';
import {
  anyWithin,
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  listOf,
  nameList,
  openNode,
  textOf,
} from './hotsql/read/tree.ts';
import { classifyTree } from './hotsql/resolve/classify-tree.ts';
import { findTables } from './hotsql/resolve/find-tables.ts';
import { nullFreeColumns } from './hotsql/resolve/null-free-columns.ts';
import { type Query, settle } from './hotsql/resolve/query.ts';
import { holdsExact } from './hotsql/resolve/type.ts';
import { visibleCatalogs } from './hotsql/resolve/visible-catalogs.ts';
import { deriveSelect } from './hotsql/write/derive-rows.ts';
import { serviceFunctionNames } from './service-functions.ts';
import { translateSnowflake } from './snowflake/translate-snowflake.ts';
import type { Derivation } from './statements/derivation.ts';
import type {
  Classification,
  Dialect,
  StatementKind,
  TableShape,
  TablesNeeded,
  Translation,
  WrittenName,
} from './types.ts';

export { loadParser };

export interface TranslateRequest {
  readonly sql: string;
  readonly dialect: Dialect;
  /** Shapes of the text's tables. If one is missing, the answer is the list of table names. */
  readonly shapes?: readonly TableShape[];
  /**
   * HotSQL: compute numerics in 38 digits, because 18 were too few, and check the values of
   * aggregates of floats.
   */
  readonly isWide?: boolean;
  /**
   * HotSQL: compute numerics exactly, because 38 digits were too few, or a NaN or an infinity
   * occurred.
   */
  readonly isExact?: boolean;
  /** The limits of the settings; by default the built-in ones. */
  readonly limits?: SizeLimits;
  /** HotSQL: the SELECT of a statement that writes, in place of the statement. */
  readonly derivation?: Derivation;
}

/**
 * Translates one read-only statement to DuckDB SQL. Throws BAD_REQUEST with the construct and its
 * location in a sentence. `loadParser()` must have completed.
 */
export function translate(request: TranslateRequest): Translation | TablesNeeded {
  const { sql, dialect } = request;
  if (Buffer.byteLength(sql) > maxSqlBytes)
    throw badRequest(`the SQL text is larger than ${maxSqlBytes} bytes`);
  if (sql.includes('\0')) throw badRequest('the SQL text holds a NUL character');
  let passed: PrePassed | undefined;
  try {
    if (dialect === 'snowflake')
      return translateSnowflake(sql) ?? constantStatement('show_tables', showTablesSql);
    passed = prePass(sql, dialect === 'duckdb' ? 'duckdb' : 'postgres');
    if (passed.kind === 'show_tables') return constantStatement('show_tables', showTablesSql);
    if (passed.kind === 'show_functions')
      return constantStatement('show_functions', showFunctionsSql(dialect));
    return dialect === 'duckdb' ? takeAsWritten(passed) : translatePostgres(request, passed);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    throw new QuernError('BAD_REQUEST', thrown.message + place(sql, passed, thrown.location), {
      cause: thrown,
    });
  }
}

/** ` (line 2, column 5)` in the caller's text. */
function place(sql: string, passed: PrePassed | undefined, byteOffset: number | undefined): string {
  if (byteOffset === undefined) return '';
  const before = Buffer.from(passed?.text ?? sql)
    .subarray(0, byteOffset)
    .toString();
  const original = sql.slice(
    0,
    passed === undefined ? before.length : passed.originalOffset(before.length),
  );
  const line = original.split('\n').length;
  return ` (line ${line}, column ${original.length - original.lastIndexOf('\n')})`;
}

const showTablesSql = `SELECT table_catalog, table_schema, table_name, table_type FROM information_schema.tables
  WHERE ${visibleCatalogs('table_catalog')} ORDER BY table_catalog, table_schema, table_name`;

function showFunctionsSql(dialect: Dialect): string {
  const names =
    dialect === 'duckdb'
      ? [...allowedScalars, ...allowedAggregates, ...serviceFunctionNames]
          .filter((name) => /^[a-z]/.test(name))
          .sort()
      : functionNames();
  return `SELECT unnest([${names.map(quoteLiteral).join(', ')}]) AS function_name`;
}

function constantStatement(statementKind: StatementKind, sql: string): Translation {
  return { statementKind, sql, tableNames: null, usesMacros: false };
}

function takeAsWritten(passed: PrePassed): Translation {
  return {
    statementKind: passed.kind,
    sql: passed.text,
    tableNames: null,
    usesMacros: false,
    ...marks(passed),
  };
}

const marks = ({ timeTravel, searches }: PrePassed) => ({
  ...(timeTravel.length > 0 && { timeTravel }),
  ...(searches.length > 0 && { searches }),
});

const explainFields = fieldSet('query', 'options');

function translatePostgres(
  {
    sql,
    shapes,
    isWide = false,
    isExact = false,
    limits = defaultSizeLimits,
    derivation,
  }: TranslateRequest,
  passed: PrePassed,
): Translation | TablesNeeded {
  // Keyed by the caller's text: `default.t` and `"default".t` are equal after the first pass, but
  // are two names.
  const statement = derivation
    ? readDerived(sql, passed, derivation)
    : (askedAbout.get(sql) ?? readStatement(passed));
  if ('sql' in statement) return statement;
  const { statementKind, classification, tables } = statement;
  const names = new Set(tables.map(({ parts }) => nameKey(parts)));
  const told = (shapes ?? []).map((shape) => [nameKey(shape.parts), shape] as const);
  // Shapes of tables that the text does not name are dropped: a taken name changes the printed
  // text.
  const known = new Map(told.filter(([name]) => names.has(name)));
  if (known.size < names.size) {
    if (!derivation) askedAbout.set(sql, statement, sql.length);
    return { tables, classification, ...marks(passed) };
  }
  // A text without tables is quick with any kind of number.
  const { maxColumns } = limits;
  const select = statement.widen
    ? statement.widen((query) => queryWidth(query, passed, known, maxColumns))
    : statement.select;
  const prefersExact = isExact || (names.size === 0 && !makesManyRows(select));
  const print: Print = (numbers) =>
    printStatement(select, passed, known, { isWide, maxColumns, ...numbers });
  const { printing, ...printed } = prefersExact ? exactOr(print) : inexactOr(print);
  const { tableNames, usesMacros } = printing;
  return { statementKind, ...printed, tableNames, usesMacros, classification, ...marks(passed) };
}

type PrintedStatement = Pick<Translation, 'sql' | 'exactColumns' | 'nullFreeColumns'> & {
  readonly printing: Printing;
};

type Print = (numbers: Pick<PrintingOptions, 'isExact' | 'mayRunAgain'>) => PrintedStatement;

const exact = { isExact: true, mayRunAgain: false };

/** Prints with exact numbers, or with DuckDB's own if exact numbers are refused. */
function exactOr(print: Print): PrintedStatement {
  try {
    return print(exact);
  } catch (refused) {
    if (!(refused instanceof Refusal) || refused.sqlState !== undefined) throw refused;
    try {
      return print({ isExact: false, mayRunAgain: false });
    } catch {
      throw refused;
    }
  }
}

/** Prints with DuckDB's own numbers, or with exact numbers if necessary. */
function inexactOr(print: Print): PrintedStatement {
  try {
    return print({ isExact: false, mayRunAgain: true });
  } catch (thrown) {
    if (!(thrown instanceof NeedsExactNumbers)) throw thrown;
    return print(exact);
  }
}

type NumberOptions = Pick<PrintingOptions, 'isWide' | 'isExact' | 'mayRunAgain' | 'maxColumns'>;

const newPrinting = (
  passed: PrePassed,
  shapes: ReadonlyMap<string, TableShape>,
  options: NumberOptions,
  inlined: InlinedQueries,
) =>
  new Printing({
    printers: { expression: printExpression, coerce, query: printQuery },
    length: passed.text.length,
    quotedAt: passed.quotedAt,
    shapes,
    inlined,
    ...options,
  });

/** The statement in DuckDB's SQL. */
function printStatement(
  select: Fields,
  passed: PrePassed,
  shapes: ReadonlyMap<string, TableShape>,
  options: NumberOptions,
): PrintedStatement {
  const print = (inlined: InlinedQueries) => {
    const printing = newPrinting(passed, shapes, options, inlined);
    return { printing, query: outermost(printing.query(select, undefined)) };
  };
  let printed = print(noneInlined);
  const inlined = queriesToInline(printed.printing.commonReads);
  if (inlined.reads.size > 0) printed = print(inlined);
  const { printing, query } = printed;
  const exactColumns = query.columns.flatMap(({ type }, index) =>
    holdsExact(type) ? [index] : [],
  );
  const free = nullFreeColumns(select, query.columns.length, (written, location) =>
    // A present declaration of a column may not apply to an earlier snapshot.
    passed.timeTravel.length > 0
      ? undefined
      : printing.shapeNamed(nameParts(passed, written, location)),
  );
  return {
    printing,
    sql: query.render(),
    ...(exactColumns.length > 0 && { exactColumns }),
    ...(free.length > 0 && { nullFreeColumns: free }),
  };
}

/** Exact computation of a numeric in this many rows takes a tenth of a second. */
const manyRows = 100_000;

/** True if the text has a series with a large literal bound. */
function makesManyRows(select: Fields): boolean {
  const isSeries = (node: Fields) =>
    node.funcname !== undefined && nameList(node, 'funcname').at(-1) === 'generate_series';
  const isLarge = ({ ival }: Fields) => typeof ival === 'number' && ival > manyRows;
  return anyWithin(select, (node) => isSeries(node) && anyWithin(node, isLarge));
}

/** The number of columns that a query gives. */
function queryWidth(
  select: Fields,
  passed: PrePassed,
  shapes: ReadonlyMap<string, TableShape>,
  maxColumns: number,
): number {
  const printing = newPrinting(
    passed,
    shapes,
    { isWide: false, maxColumns, ...exact },
    noneInlined,
  );
  return printing.query(select, undefined).columns.length;
}

/** The properties of a statement from its text alone. */
interface ReadStatement {
  readonly statementKind: StatementKind;
  /** Of a derivation that depends on the width of a query with a star: derives it anew. */
  readonly widen?: (widthOf: (query: Fields) => number) => Fields;
  readonly select: Fields;
  readonly classification: Classification;
  readonly tables: readonly WrittenName[];
}

/** Recent texts that were answered with table names: each comes again at once, with shapes. */
const askedAbout = new LruCache<ReadStatement>(128 * 2 ** 10);

function readStatement(passed: PrePassed): ReadStatement | Translation {
  const statements = parseStatements(passed.text);
  if (statements.length === 0) refuse('an empty statement', undefined, 'write one SELECT');
  if (statements.length > 1)
    refuse('more than one statement', statements[1]?.stmt_location, 'send them one by one');
  let { kind, fields } = openNode(statements[0]?.stmt);
  let statementKind = passed.kind;
  if (kind === 'ExplainStmt') {
    expectFields('EXPLAIN', fields, explainFields);
    statementKind = explainKind(fields);
    ({ kind, fields } = openNode(fields.query));
  }
  if (kind === 'VariableShowStmt' && statementKind === 'select')
    return showSetting(textOf(fields, 'name'));
  if (kind !== 'SelectStmt')
    refuse(
      statementName(kind),
      undefined,
      'queries are read-only: SELECT, WITH, VALUES, TABLE, SHOW, DESCRIBE, SUMMARIZE and EXPLAIN',
    );
  return readSelect(passed, statementKind, fields);
}

function readSelect(
  passed: PrePassed,
  statementKind: StatementKind,
  select: Fields,
): ReadStatement {
  const { quotedAt } = passed;
  const classification = classifyTree(select);
  const tables = findTables(select, { quotedAt: (at) => (at === undefined ? [] : quotedAt(at)) });
  refuseUnusedMarks(
    passed,
    tables.flatMap(({ parts }) => parts.map(({ name }) => name)),
  );
  return { statementKind, select, classification, tables };
}

/** The SELECT that is derived of a statement that writes. */
function readDerived(sql: string, passed: PrePassed, derivation: Derivation): ReadStatement {
  const asked: Fields[] = [];
  const select = deriveSelect(sql, derivation, (query) => {
    asked.push(query);
    return derivation.columns.length;
  });
  const widen = (widthOf: (query: Fields) => number) => deriveSelect(sql, derivation, widthOf);
  return { ...readSelect(passed, 'select', select), ...(asked.length > 0 && { widen }) };
}

/** A bare integer literal as a select item is BIGINT (docs/contract/sql.md#numbers). */
function outermost(query: Query): Query {
  if (query.columns.length === 0)
    refuse('an empty select list', undefined, 'name at least one column');
  for (const [index, { isLiteralInteger, type }] of settle(query).columns.entries()) {
    if (isLiteralInteger) query.cast(index, 'int8', 'i');
    // Represented as oids, shown as names.
    if (isObjectKind(type.name)) query.cast(index, 'text', 'e');
  }
  return query;
}

/** SHOW of one setting or of all, as a query. */
function showSetting(written: string): Translation {
  if (written === 'all') {
    const rows = shownSettings.map(({ name, value }) => `('${name}', ${value}, NULL)`);
    return constantStatement(
      'select',
      `SELECT * FROM (VALUES ${rows.join(', ')}) AS s(name, setting, description) ORDER BY lower(name)`,
    );
  }
  const setting = settingNamed(written.replaceAll(' ', '_'));
  if (setting === undefined)
    throw new Refusal(`unrecognized configuration parameter '${written}'`, undefined, '42704');
  return constantStatement('select', `SELECT ${setting.value} AS ${quoteIdentifier(setting.name)}`);
}

function explainKind(explain: Fields): StatementKind {
  let analyze = false;
  for (const option of listOf(explain, 'options')) {
    const { fields } = openNode(option);
    const name = textOf(fields, 'defname');
    if (name !== 'analyze')
      refuse(`EXPLAIN with the option '${name}'`, undefined, 'write EXPLAIN or EXPLAIN ANALYZE');
    if (fields.arg !== undefined)
      refuse('a value of the EXPLAIN option analyze', undefined, 'write EXPLAIN ANALYZE');
    analyze = true;
  }
  return analyze ? 'explain_analyze' : 'explain';
}

const statementNames: Readonly<Record<string, string>> = {
  VariableSetStmt: 'SET',
  VariableShowStmt: 'SHOW of a setting',
  CreateTableAsStmt: 'CREATE TABLE AS',
  CreateStmt: 'CREATE TABLE',
  ViewStmt: 'CREATE VIEW',
  CopyStmt: 'COPY',
  TransactionStmt: 'a transaction statement',
};

/** `InsertStmt` as INSERT. */
function statementName(kind: string): string {
  return statementNames[kind] ?? describeKind(kind.replace(/Stmt$/, '')).toUpperCase();
}
