import { refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from '../read/tree.ts';
import { asExpression, type Expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { shapeTypes, showType, type Type } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { expectSortCollation } from './collation.ts';
import { distanceKey, hasFrame, isByDistance, printFrame } from './print-frame.ts';
import { isTextLiteral } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { comparisonKey, expectSortable } from './row-value.ts';

const sortFields = fieldSet('node', 'sortby_dir', 'sortby_nulls', 'useOp');
const windowFields = fieldSet(
  'name',
  'refname',
  'partitionClause',
  'orderClause',
  'frameOptions',
  'startOffset',
  'endOffset',
);

/**
 * `ORDER BY ...` of an aggregate, or nothing. A bare number in it is a constant. `made` transforms
 * each key's text.
 */
export function printSortClause(
  printing: Printing,
  items: readonly unknown[],
  namespace: Namespace,
  made: (text: string, key: Expr) => string,
): string {
  const keys = items.map((item) => printing.expression(openNode(item).fields.node, namespace));
  return printSortKeys(printing, items, keys, (key, location) =>
    made(sortable(printing, key, location), key),
  );
}

function printSortKeys(
  printing: Printing,
  items: readonly unknown[],
  keys: readonly Expr[],
  keyText?: (key: Expr, location: number | undefined) => string,
): string {
  if (items.length === 0) return '';
  const written = items.map((item, index) => {
    const location = locationOf(openNode(openNode(item).fields.node).fields);
    const key = keys[index];
    if (key === undefined) return '';
    expectSortable(key, location);
    const own = () => keyApart(sortable(printing, key, location), key.type);
    const text = keyText === undefined ? own() : keyText(key, location);
    return `${asExpression(key, text)} ${sortDirection(item)}`;
  });
  return `ORDER BY ${written.join(', ')}`;
}

/**
 * A float's sort key in a form that differs from the value. DuckDB returns a sorted value from its
 * key, and keys do not preserve the sign of zero. Costs a hundredth of the sort.
 */
export function keyApart(text: string, { name }: Type): string {
  if (name === '_float4' || name === '_float8') return `coalesce(${text}, NULL)`;
  return name === 'float4' || name === 'float8' ? `(${text} + 0)` : text;
}

const unsortable = new Set<string>(['json', 'jsonpath', 'xml', ...shapeTypes]);

/**
 * Refuses values whose equality DuckDB's grouping does not know: `1` and `1.0` are equal in jsonb.
 */
export function expectGroupable(value: Expr, what: string, location: number | undefined): void {
  expectEquality(value, location);
  if (value.type.name === 'jsonb')
    refuse(`${what} of jsonb`, location, "use its text: x::text, or ->> 'key'");
}

export function expectEquality({ type }: Expr, location: number | undefined): void {
  if (unsortable.has(type.name)) {
    reject(`could not identify an equality operator for type ${showType(type)}`, location, '42883');
  }
}

/** The text of a sort key; raises for a type without an order. */
export function sortable(printing: Printing, key: Expr, location: number | undefined): string {
  if (unsortable.has(key.type.name)) {
    reject(
      `could not identify an ordering operator for type ${showType(key.type)}`,
      location,
      '42883',
    );
  }
  expectSortCollation(key, location);
  if (key.type.name === 'unknown') return coerce(printing, key, 'text', 'i', location).text;
  const text = comparisonKey(key, location);
  // DuckDB refuses literals other than positions.
  return isTextLiteral(text) ? `CAST(${text} AS VARCHAR)` : text;
}

/**
 * The position of nulls is always printed: PostgreSQL's default is last for ascending order and
 * first for descending.
 */
export function sortDirection(item: unknown): string {
  const { fields } = openNode(item);
  expectFields('SortBy', fields, sortFields);
  const direction = textOf(fields, 'sortby_dir');
  const operator =
    direction === 'SORTBY_USING' ? (nameList(fields, 'useOp').at(-1) ?? '') : undefined;
  if (operator !== undefined && operator !== '<' && operator !== '>') {
    reject(`operator ${operator} is not a valid ordering operator`, locationOf(fields), '42809');
  }
  const descending = direction === 'SORTBY_DESC' || operator === '>';
  const nulls = textOf(fields, 'sortby_nulls');
  const nullsFirst =
    nulls === 'SORTBY_NULLS_FIRST' || (nulls === 'SORTBY_NULLS_DEFAULT' && descending);
  return `${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
}

/** A window's definition, with the parts copied from a named window. */
interface WindowParts {
  readonly partition: readonly unknown[];
  readonly order: readonly unknown[];
}

function partsOf(window: Fields, namespace: Namespace): WindowParts {
  const own = {
    partition: listOf(window, 'partitionClause'),
    order: listOf(window, 'orderClause'),
  };
  const name = textOf(window, 'refname');
  if (name === '') return own;
  const location = locationOf(window);
  const copied = namedWindow(name, namespace, location);
  const from = partsOf(copied, namespace);
  if (own.partition.length > 0)
    reject(`cannot override PARTITION BY clause of window '${name}'`, location, '42P20');
  if (own.order.length > 0 && from.order.length > 0) {
    reject(`cannot override ORDER BY clause of window '${name}'`, location, '42P20');
  }
  if (hasFrame(copied))
    reject(`cannot copy window '${name}' because it has a frame clause`, location, '42P20');
  return { partition: from.partition, order: own.order.length > 0 ? own.order : from.order };
}

/** A window of the query's WINDOW clause. */
export function namedWindow(
  name: string,
  namespace: Namespace,
  location: number | undefined,
): Fields {
  return (
    namespace.windows.get(name) ?? reject(`window '${name}' does not exist`, location, '42704')
  );
}

/** `(PARTITION BY ... ORDER BY ... frame)`, with all parts of a named window written out. */
export function printWindow(printing: Printing, window: Fields, namespace: Namespace): string {
  expectFields('WindowDef', window, windowFields);
  const { partition, order } = partsOf(window, namespace);
  const groups = partition.map((item) => {
    const printed = printing.expression(item, namespace);
    return keyApart(sortable(printing, printed, locationOf(openNode(item).fields)), printed.type);
  });
  const keys = order.map((item) => printing.expression(openNode(item).fields.node, namespace));
  const parts = [
    groups.length === 0 ? '' : `PARTITION BY ${groups.join(', ')}`,
    printSortKeys(printing, order, keys, isByDistance(window) ? distanceKey : undefined),
    printFrame(printing, window, keys, namespace),
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}
