import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { Printing } from './printing.ts';
import { refuse } from './refusal.ts';
import { integerLiteral } from './static-type.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from './tree.ts';
import { visibleCatalogs } from './visible-catalogs.ts';

const rangeVarFields = fieldSet('catalogname', 'schemaname', 'relname', 'inh', 'relpersistence', 'alias');
const subselectFields = fieldSet('lateral', 'subquery', 'alias');
const functionFields = fieldSet('lateral', 'ordinality', 'functions', 'alias');
const joinFields = fieldSet('jointype', 'isNatural', 'larg', 'rarg', 'usingClause', 'quals', 'rtindex');
const aliasFields = fieldSet('aliasname', 'colnames');

/** One item of FROM: a table, subquery, function or join. */
export function printFromItem(printing: Printing, item: unknown): string {
  const { kind, fields } = openNode(item);
  switch (kind) {
    case 'RangeVar':
      return printTable(printing, fields);
    case 'RangeSubselect':
      return printSubselect(printing, fields);
    case 'RangeFunction':
      return printTableFunction(printing, fields);
    case 'JoinExpr':
      return printJoin(printing, fields);
    case 'RangeTableSample':
      return refuse('TABLESAMPLE', locationOf(fields), 'use ORDER BY random() LIMIT n');
    default:
      return refuse(`${describeKind(kind)} in FROM`, locationOf(fields));
  }
}

function printTable(printing: Printing, table: Fields): string {
  expectFields('a table', table, rangeVarFields);
  // ONLY and * mean nothing where no table has children.
  const parts = [textOf(table, 'catalogname'), textOf(table, 'schemaname'), textOf(table, 'relname')];
  const schema = textOf(table, 'schemaname');
  if (schema === 'information_schema') return printSystemTable(table);
  // To DuckDB it would be the same schema, and then with the worker's own catalogs in it.
  if (schema.toLowerCase() === 'information_schema')
    refuse(`the schema '${schema}'`, locationOf(table), 'write information_schema in lower case');
  const name = printing.tableName(
    parts.filter((part) => part !== ''),
    locationOf(table),
  );
  return name + printAlias(fieldsOf(table, 'alias'));
}

function printSystemTable(table: Fields): string {
  if (textOf(table, 'catalogname') !== '') {
    refuse(
      'information_schema within a catalog',
      locationOf(table),
      'write information_schema.tables: it lists all catalogs',
    );
  }
  const name = textOf(table, 'relname');
  const catalog = name === 'schemata' ? 'catalog_name' : 'table_catalog';
  const alias = printAlias(fieldsOf(table, 'alias')) || ` AS ${quoteIdentifier(name)}`;
  // A table that the query also reads is a view in the worker.
  const columns = name === 'tables' ? "* REPLACE ('BASE TABLE' AS table_type, 'YES' AS is_insertable_into)" : '*';
  return `(SELECT ${columns} FROM information_schema.${quoteIdentifier(name)} WHERE ${visibleCatalogs(catalog)})${alias}`;
}

function printAlias(alias: Fields | undefined): string {
  if (alias === undefined) return '';
  expectFields('an alias', alias, aliasFields);
  const columns = nameList(alias, 'colnames').map(quoteIdentifier);
  return ` AS ${quoteIdentifier(textOf(alias, 'aliasname'))}${columns.length === 0 ? '' : `(${columns.join(', ')})`}`;
}

function printSubselect(printing: Printing, item: Fields): string {
  expectFields('a subquery', item, subselectFields);
  const query = printing.query(openNode(item.subquery).fields, printing.innerPosition);
  return `${flagOf(item, 'lateral') ? 'LATERAL ' : ''}(${query})${printAlias(fieldsOf(item, 'alias'))}`;
}

const joinKeywords: Readonly<Record<string, string>> = {
  JOIN_INNER: 'JOIN',
  JOIN_LEFT: 'LEFT JOIN',
  JOIN_RIGHT: 'RIGHT JOIN',
  JOIN_FULL: 'FULL JOIN',
};

function printJoin(printing: Printing, join: Fields): string {
  expectFields('a join', join, joinFields);
  const keyword = joinKeywords[textOf(join, 'jointype')];
  if (keyword === undefined) refuse('this kind of join', locationOf(join));
  const left = printFromItem(printing, join.larg);
  const right = printFromItem(printing, join.rarg);
  const using = nameList(join, 'usingClause').map(quoteIdentifier);
  if (flagOf(join, 'isNatural')) return `(${left} NATURAL ${keyword} ${right})`;
  if (using.length > 0) return `(${left} ${keyword} ${right} USING (${using.join(', ')}))`;
  if (join.quals !== undefined) return `(${left} ${keyword} ${right} ON ${printing.expression(join.quals)})`;
  return `(${left} CROSS JOIN ${right})`;
}

/** Set-returning functions in FROM; the column of a function is named after its alias, as in PostgreSQL. */
function printTableFunction(printing: Printing, item: Fields): string {
  expectFields('a function in FROM', item, functionFields);
  const functions = listOf(item, 'functions');
  const [only] = functions;
  if (functions.length !== 1 || only === undefined) refuse('ROWS FROM', locationOf(item), 'join the functions instead');
  const [call] = listOf(openNode(only).fields, 'items');
  if (call === undefined) refuse('this function in FROM', locationOf(item));
  const { kind, fields } = openNode(call);
  const name = kind === 'FuncCall' ? (nameList(fields, 'funcname').at(-1) ?? '') : describeKind(kind);
  const args = listOf(fields, 'args');
  const rows = printRows(printing, name, args, fields);
  const ordinality = flagOf(item, 'ordinality');
  const alias = fieldsOf(item, 'alias') ?? {};
  expectFields('an alias', alias, aliasFields);
  const table = textOf(alias, 'aliasname') || name;
  const columns = nameList(alias, 'colnames');
  const [first = table, second = 'ordinality'] = columns;
  // DuckDB has no WITH ORDINALITY on these functions inside a subquery; the lists keep their order.
  const body = ordinality
    ? `SELECT unnest("l"), unnest(range(1, len("l") + 1)) FROM (SELECT ${rows.list} AS "l")`
    : (rows.select ?? `SELECT unnest(${rows.list})`);
  const names = (ordinality ? [first, second] : [first]).map(quoteIdentifier).join(', ');
  return `LATERAL (${body}) AS ${quoteIdentifier(table)}(${names})`;
}

const rowFunctionFields = fieldSet('funcname', 'args', 'funcformat');

interface RowSource {
  /** An expression that gives the rows as a list. */
  readonly list: string;
  /** The same rows as a SELECT, where there is one that needs no list: ten million rows in a list take 16 times the CPU. */
  readonly select?: string;
}

function printRows(printing: Printing, name: string, args: readonly unknown[], call: Fields): RowSource {
  expectFields(`${name}() in FROM`, call, rowFunctionFields);
  if (name === 'generate_series') return printSeriesRows(printing, args, locationOf(call));
  if (name === 'unnest' && args.length === 1) return { list: printing.expression(args[0]) };
  return refuse(`${name}() in FROM`, locationOf(call), 'the functions that give rows are generate_series and unnest');
}

/** DuckDB's table function takes constants; of integers alone it gives what PostgreSQL does, but as BIGINT. */
function printSeriesRows(printing: Printing, args: readonly unknown[], location: number | undefined): RowSource {
  const list = printSeries(printing, args, location);
  if (!args.every((arg) => integerLiteral(arg) !== undefined)) return { list };
  const series = `generate_series(${printing.expressions(args)})`;
  return { list, select: `SELECT CAST(generate_series AS INTEGER) FROM ${series}` };
}

/** generate_series as a list: of INTEGER where PostgreSQL's would be int4, of what DuckDB gives elsewhere. */
export function printSeries(printing: Printing, args: readonly unknown[], location: number | undefined): string {
  if (args.length < 2 || args.length > 3) refuse('generate_series() without two or three arguments', location);
  const list = `generate_series(${printing.expressions(args)})`;
  return args.every((arg) => integerLiteral(arg) !== undefined) ? `CAST(${list} AS INTEGER[])` : list;
}
