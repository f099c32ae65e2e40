/**
 * JSON_TABLE: the items found by paths as rows, with nested paths in parallel, and their columns.
 */
import { quoteLiteral } from '../../../kernel/quoting.ts';
import { readAlias } from '../read/alias.ts';
import { reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, locationOf, openNode, textOf } from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { isJsonType } from './json-format.ts';
import { readTypeName } from './print-cast.ts';
import {
  type JsonSource,
  jsonContext,
  passedValues,
  printJsonLookup,
} from './print-json-function.ts';
import type { Printing } from './printing.ts';
import { relationItem } from './relation-item.ts';

/**
 * A path whose items are rows, with the paths of NESTED PATH below; passed to `hotsql_json_table`
 * as JSON.
 */
interface RowPath {
  readonly path: string;
  readonly raises: boolean;
  readonly nested: readonly RowPath[];
}

interface TableColumn {
  readonly name: string;
  readonly expr: Expr;
}

/**
 * The JSON_TABLE in progress: its columns in order, and the position of each path's items in a row.
 */
interface Building {
  readonly printing: Printing;
  readonly namespace: Namespace;
  readonly variables: string;
  readonly raises: boolean;
  readonly columns: TableColumn[];
  readonly names: Set<string>;
  paths: number;
}

export function printJsonTable(printing: Printing, table: Fields, lateral: Namespace): FromItem {
  const location = locationOf(table);
  const before = lateral.clause;
  lateral.clause = 'functions in FROM';
  const context = jsonContext(printing, fieldsOf(table, 'context_item') ?? {}, lateral, location);
  const variables = passedValues(printing, listOf(table, 'passing'), lateral, location);
  const raises = raisesErrors(table);
  const building = {
    printing,
    namespace: lateral,
    variables,
    raises,
    columns: [],
    names: new Set<string>(),
    paths: 0,
  };
  const root = rowPath(building, table, listOf(table, 'columns'));
  lateral.clause = before;
  const plan = quoteLiteral(JSON.stringify(root));
  const rows = `SELECT unnest(hotsql_json_table(${context}, ${plan}, ${variables})) AS "r"`;
  const columns: readonly TableColumn[] = building.columns;
  const text = `(SELECT ${columns.map((column) => column.expr.text).join(', ')} FROM (${rows}))`;
  const parts = {
    text,
    name: 'json_table',
    qualifiers: [],
    columns: columns.map((column) => ({
      name: column.name,
      type: column.expr.type,
      isLiteralInteger: false,
    })),
    isTable: false,
    isLateral: true,
  };
  const alias = readAlias(fieldsOf(table, 'alias')) ?? { name: 'json_table', columns: [] };
  return relationItem(printing, parts, alias, lateral, location);
}

function raisesErrors(table: Fields): boolean {
  const behavior = fieldsOf(table, 'on_error');
  if (behavior === undefined) return false;
  const kind = textOf(behavior, 'btype');
  if (!/_(?:ERROR|EMPTY|EMPTY_ARRAY)$/.test(kind))
    reject('invalid ON ERROR behavior', locationOf(behavior), '42601');
  return kind === 'JSON_BEHAVIOR_ERROR';
}

function expectFreshName({ names }: Building, name: string, location: number | undefined): void {
  if (names.has(name))
    reject(`duplicate JSON_TABLE column or path name: ${name}`, location, '42712');
  names.add(name);
}

/** A path with its columns in written order, followed by the columns of nested paths. */
function rowPath(building: Building, fields: Fields, columns: readonly unknown[]): RowPath {
  const written = fieldsOf(fields, 'pathspec') ?? {};
  const name = textOf(written, 'name');
  if (name !== '') expectFreshName(building, name, locationOf(written));
  const at = building.paths;
  building.paths += 1;
  const items = columns.map((node) => openNode(node).fields);
  let hasOrdinality = false;
  for (const column of items) {
    const kind = textOf(column, 'coltype');
    if (kind === 'JTC_NESTED') continue;
    expectFreshName(building, textOf(column, 'name'), locationOf(column));
    if (kind !== 'JTC_FOR_ORDINALITY') {
      building.columns.push({
        name: textOf(column, 'name'),
        expr: printColumn(building, column, `"r"[${2 * at + 1}]`),
      });
      continue;
    }
    if (hasOrdinality)
      reject('only one FOR ORDINALITY column is allowed', locationOf(column), '42601');
    hasOrdinality = true;
    building.columns.push({
      name: textOf(column, 'name'),
      expr: expr(`CAST("r"[${2 * at + 2}] AS INTEGER)`, 'int4'),
    });
  }
  const nested = items
    .filter((column) => textOf(column, 'coltype') === 'JTC_NESTED')
    .map((column) => rowPath(building, column, listOf(column, 'columns')));
  return { path: pathOf(written), raises: building.raises, nested };
}

function pathOf(written: Fields): string {
  const value = fieldsOf(openNode(written.string).fields, 'sval');
  return textOf(value ?? {}, 'sval');
}

const operations: Readonly<Record<string, string>> = {
  JTC_EXISTS: 'JSON_EXISTS_OP',
  JTC_FORMATTED: 'JSON_QUERY_OP',
};

function printColumn(
  { printing, namespace, variables }: Building,
  column: Fields,
  context: string,
): Expr {
  const name = textOf(column, 'name');
  const type = readTypeName(fieldsOf(column, 'typeName') ?? {});
  const isQuery =
    type.isArray ||
    isJsonType(type) ||
    textOf(column, 'quotes') !== 'JS_QUOTES_UNSPEC' ||
    textOf(column, 'wrapper') !== 'JSW_UNSPEC';
  const kind = textOf(column, 'coltype');
  const { typeName, format, on_empty, on_error, quotes, wrapper, location } = column;
  const path = fieldsOf(column, 'pathspec')?.string ?? {
    A_Const: { sval: { sval: `$.${JSON.stringify(name)}` }, location },
  };
  const source: JsonSource = { context, variables };
  const fields = {
    op: operations[kind] ?? (isQuery ? 'JSON_QUERY_OP' : 'JSON_VALUE_OP'),
    column_name: name,
    pathspec: path,
    output: { typeName, returning: { ...(format === undefined ? {} : { format }) } },
    ...(on_empty === undefined ? {} : { on_empty }),
    ...(on_error === undefined ? {} : { on_error }),
    quotes,
    wrapper,
    location,
  };
  return printJsonLookup(printing, fields, namespace, source);
}
