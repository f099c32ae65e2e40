import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { visibleCatalogs } from '../hotsql/resolve/visible-catalogs.ts';
import { indexRows } from '../shown-indexes.ts';
import type { NamePart } from '../types.ts';
import { jsonPath } from './functions/variant-functions.ts';
import { ownName } from './own-name.ts';
import { printPivot } from './print-pivot.ts';
import { printName } from './print-window.ts';
import type { Printing } from './printing.ts';
import {
  expectFields,
  type Fields,
  identifierOf,
  integerValue,
  isFields,
  listOf,
  type Node,
  openNode,
  present,
  refuse,
  stringValue,
} from './tree.ts';

/** ` AS "t"("a", "b")`, or nothing. */
function aliasText(alias: unknown, columns: readonly unknown[]): string {
  if (!present(alias))
    return columns.length === 0 ? '' : refuse('names of columns without a name of the table');
  return ` AS ${printName(alias)}${columns.length === 0 ? '' : `(${columns.map(printName).join(', ')})`}`;
}

/** An item of FROM. */
export function printSource(printing: Printing, value: unknown): string {
  const { kind, fields } = openNode(value);
  switch (kind) {
    case 'table':
      return printTable(printing, fields);
    case 'subquery':
      return printSubquery(printing, fields);
    case 'values':
      expectFields('VALUES', fields, 'expressions', 'alias', 'column_aliases');
      return printValues(printing, fields, fields.alias, listOf(fields, 'column_aliases'));
    case 'lateral':
      expectFields('LATERAL', fields, 'this', 'alias');
      return printTableFunction(
        printing,
        openNode(fields.this),
        typeof fields.alias === 'string' ? { name: fields.alias } : undefined,
      );
    case 'alias':
      expectFields('a table function', fields, 'this', 'alias');
      return printTableFunction(printing, tableFunction(openNode(fields.this)), fields.alias);
    case 'function':
      return printTableFunction(printing, tableFunction({ kind, fields }), undefined);
    case 'pivot':
      return printPivot(printing, fields, printSource);
    case 'unpivot':
      return printUnpivot(printing, fields);
    default:
      return refuse(`${kind.replaceAll('_', ' ').toUpperCase()} in FROM`);
  }
}

function printTable(printing: Printing, fields: Fields): string {
  const { table_sample: sample, when } = fields;
  if (present(when))
    refuse(
      'AT or BEFORE after a table',
      "use dialect 'hotsql' or 'duckdb' to read an earlier snapshot",
    );
  expectFields(
    'a table',
    fields,
    'name',
    'schema',
    'catalog',
    'alias',
    'column_aliases',
    'table_sample',
    'when',
  );
  const parts: NamePart[] = [fields.catalog, fields.schema, fields.name]
    .filter(present)
    .map(identifierOf);
  if (parts.length === 2 && parts[0]?.name.toLowerCase() === 'information_schema')
    return informationSchema(parts, fields);
  printing.addTable(parts);
  const alias = aliasText(fields.alias, listOf(fields, 'column_aliases'));
  return `${parts.map(({ name }) => quoteIdentifier(name)).join('.')}${alias}${present(sample) ? printSample(sample) : ''}`;
}

/** The tables in scope only; analyze.ts decides which tables may be read. */
function informationSchema(parts: readonly NamePart[], fields: Fields): string {
  if (present(fields.table_sample) || listOf(fields, 'column_aliases').length > 0)
    refuse('this form of information_schema');
  const table = parts[1]?.name.toLowerCase() ?? '';
  const catalog = table === 'schemata' ? 'catalog_name' : 'table_catalog';
  const alias = present(fields.alias) ? printName(fields.alias) : quoteIdentifier(table);
  if (table === 'indexes') return `(${indexRows}) AS ${alias}`;
  // A table of the query is a view in the worker.
  const columns =
    table === 'tables'
      ? "* REPLACE ('BASE TABLE' AS table_type, 'YES' AS is_insertable_into)"
      : '*';
  return `(SELECT ${columns} FROM information_schema.${quoteIdentifier(table)} WHERE ${visibleCatalogs(catalog)}) AS ${alias}`;
}

/** Samples each row with the given percentage. */
function printSample(sample: unknown): string {
  if (!isFields(sample)) return refuse('this SAMPLE');
  expectFields(
    'SAMPLE',
    sample,
    'method',
    'size',
    'use_sample_keyword',
    'explicit_method',
    'method_before_size',
  );
  const { kind, fields } = openNode(sample.size);
  const percent =
    kind === 'literal' && fields.literal_type === 'number' ? Number(fields.value) : Number.NaN;
  const isRowwise = sample.method === 'Bernoulli' || sample.method === 'Row';
  if (!isRowwise || !(percent >= 0 && percent <= 100))
    return refuse('this SAMPLE', 'SAMPLE (percent) is known');
  return ` TABLESAMPLE BERNOULLI(${percent} PERCENT)`;
}

function printSubquery(printing: Printing, fields: Fields): string {
  expectFields('a subquery in FROM', fields, 'this', 'alias', 'column_aliases', 'lateral');
  const columns = listOf(fields, 'column_aliases');
  const { kind, fields: inner } = openNode(fields.this);
  if (kind === 'values') return printValues(printing, inner, fields.alias, columns);
  const lateral = fields.lateral === true ? 'LATERAL ' : '';
  return `${lateral}(${printing.query(fields.this)})${aliasText(fields.alias, columns)}`;
}

/** Unnamed columns of VALUES are column1, column2 and so on. */
export function printValues(
  printing: Printing,
  fields: Fields,
  alias: unknown,
  columns: readonly unknown[],
): string {
  const rows = listOf(fields, 'expressions').map((row) => {
    if (!isFields(row)) return refuse('this row of VALUES');
    expectFields('a row of VALUES', row, 'expressions');
    return listOf(row, 'expressions').map((item) => printing.any(item));
  });
  const width = rows[0]?.length ?? 0;
  if (width === 0 || rows.some((row) => row.length !== width))
    return refuse('rows of VALUES of different lengths');
  const names =
    columns.length > 0
      ? columns.map(printName)
      : Array.from({ length: width }, (_, index) => `"column${index + 1}"`);
  const table = present(alias) ? printName(alias) : ownName('values');
  return `(VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}) AS ${table}(${names.join(', ')})`;
}

/** The call inside TABLE( ... ). */
function tableFunction({ kind, fields }: Node): Node {
  const args = listOf(fields, 'args');
  if (kind !== 'function' || String(fields.name).toLowerCase() !== 'table' || args.length !== 1) {
    return refuse(
      `${String(fields.name ?? kind)
        .toUpperCase()
        .slice(0, 60)} in FROM`,
    );
  }
  return openNode(args[0]);
}

type NamedArguments = ReadonlyMap<string, unknown>;

function namedArguments(name: string, fields: Fields, known: readonly string[]): NamedArguments {
  const found = new Map<string, unknown>();
  for (const arg of listOf(fields, 'args')) {
    const { kind, fields: named } = openNode(arg);
    const key = kind === 'named_argument' ? identifierOf(named.name).name : 'input';
    if (!known.includes(key) || found.has(key))
      refuse(`the argument ${key.toUpperCase().slice(0, 40)} of ${name.toUpperCase()}`);
    found.set(key, kind === 'named_argument' ? named.value : arg);
  }
  return found;
}

function printTableFunction(printing: Printing, { kind, fields }: Node, alias: unknown): string {
  const name = kind === 'function' ? String(fields.name).toLowerCase() : kind;
  if (kind === 'function') expectFields('a table function', fields, 'name', 'args');
  if (name === 'flatten' && kind === 'function')
    return printFlatten(
      printing,
      namedArguments(name, fields, ['input', 'path', 'outer', 'mode']),
      alias,
    );
  if (name === 'generator' && kind === 'function') {
    const rows = integerValue(namedArguments(name, fields, ['rowcount']).get('rowcount'));
    if (rows === undefined || rows > 1e9) return refuse('GENERATOR without a literal ROWCOUNT');
    if (!printing.hasGenerator) return refuse('GENERATOR beside other tables');
    return `range(${rows}) AS ${ownName('generator')}("seq")`;
  }
  return refuse(`the table function ${name.toUpperCase().slice(0, 60)}`);
}

/** The columns of FLATTEN, except SEQ and PATH, which are refused if named. */
function printFlatten(printing: Printing, args: NamedArguments, alias: unknown): string {
  const input = args.get('input');
  if (input === undefined) return refuse('FLATTEN without INPUT');
  const mode = args.get('mode');
  if (mode !== undefined && stringValue(mode)?.toUpperCase() !== 'BOTH')
    return refuse('FLATTEN with a MODE');
  const path = args.get('path');
  const pathText =
    path === undefined ? undefined : (stringValue(path) ?? refuse('a computed PATH of FLATTEN'));
  const base = `CAST(${printing.any(input)} AS JSON)`;
  const json = pathText === undefined ? base : `json_extract(${base}, ${jsonPath(pathText)})`;
  const outer = args.get('outer');
  const keeps = outer !== undefined && openNode(outer).fields.value === true;
  const items = printing.macro('flatten', json);
  const list = keeps ? `CASE WHEN len(${items}) > 0 THEN ${items} ELSE [NULL] END` : items;
  const name = present(alias) ? printName(alias) : ownName('flatten');
  const [item, whole] = [ownName('item'), ownName('this')];
  const columns = ['key', 'index', 'value'].map(
    (column) => `${item}.${quoteIdentifier(column)} AS ${quoteIdentifier(column)}`,
  );
  // The query's own text comes before any column has a plain name: a column 'key' would hide
  // another.
  return `LATERAL (SELECT ${columns.join(', ')}, ${whole} AS "this" FROM (SELECT unnest(${list}) AS ${item}, ${json} AS ${whole})) AS ${name}`;
}

/** The names of the columns become values in upper case, as unquoted names are in Snowflake. */
function printUnpivot(printing: Printing, fields: Fields): string {
  expectFields('UNPIVOT', fields, 'this', 'value_column', 'name_column', 'columns', 'alias');
  const columns = listOf(fields, 'columns').map((column) => {
    const { kind, fields: inner } = openNode(column);
    if (kind !== 'column' || present(inner.table)) return refuse('this column in UNPIVOT');
    const { name, quoted } = identifierOf(inner.name);
    return `${quoteIdentifier(name)} AS ${quoteLiteral(quoted ? name : name.toUpperCase())}`;
  });
  const source = openNode(fields.this);
  if (source.kind === 'table' && present(source.fields.alias))
    return refuse('UNPIVOT of a table with another name', 'name the result of UNPIVOT');
  return `(SELECT * FROM ${printSource(printing, fields.this)} UNPIVOT (${printName(fields.value_column)} FOR ${printName(fields.name_column)} IN (${columns.join(', ')})))${aliasText(fields.alias, [])}`;
}
