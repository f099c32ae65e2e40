import { distinctGroupingSets } from '../read/grouping-sets.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  type Fields,
  flagOf,
  listOf,
  locationOf,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import { asExpression, type Expr, isBareNumber } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { outputPosition } from '../resolve/output-keys.ts';
import { coerce } from './coerce.ts';
import { sortable } from './print-window.ts';
import { isRowCall } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { type Item, itemExpr } from './select-items.ts';

const groupingKeywords: Readonly<Record<string, string>> = {
  GROUPING_SET_ROLLUP: 'ROLLUP ',
  GROUPING_SET_CUBE: 'CUBE ',
  GROUPING_SET_SETS: 'GROUPING SETS ',
};

/** GROUP BY's result for an item of the select list, referred to by number or name. */
export interface GroupedItem {
  readonly key: string;
  /** The key in the absence of other items with the same text. */
  readonly plain: string;
  /**
   * A constant is grouped in a form that is no position. Another item with the same text is grouped
   * in a different form.
   */
  readonly kind: 'plain' | 'constant' | 'another';
  /** The item's value in each group; null in the sets without the item. */
  readonly value: string;
}

/** Prints GROUP BY, and records the printed expressions in the namespace. */
export function printGroupBy(
  printing: Printing,
  select: Fields,
  items: readonly Item[],
  grouped: Map<Item, GroupedItem>,
  namespace: Namespace,
): string {
  const groups = listOf(select, 'groupClause');
  if (groups.length === 0) return '';
  namespace.clause = 'GROUP BY';
  const keys: string[] = [];
  namespace.hasGroupingSets = groups.some((group) => openNode(group).kind === 'GroupingSet');
  const print = (group: unknown): string => {
    const { kind, fields } = openNode(group);
    if (kind === 'GroupingSet') {
      if (textOf(fields, 'kind') === 'GROUPING_SET_EMPTY') return '()';
      const keyword = groupingKeywords[textOf(fields, 'kind')];
      if (keyword === undefined) return refuse('this grouping set', locationOf(fields));
      return `${keyword}(${listOf(fields, 'content').map(print).join(', ')})`;
    }
    const isList = kind === 'RowExpr' && textOf(fields, 'row_format') === 'COERCE_IMPLICIT_CAST';
    return isList ? `(${listOf(fields, 'args').map(print).join(', ')})` : keyOf(group);
  };
  const keyOf = (node: unknown): string => {
    const key = groupKey(printing, node, items, grouped, namespace);
    keys.push(key);
    return key;
  };
  const text = flagOf(select, 'groupDistinct')
    ? distinctGroupingSets(groups, keyOf)
    : groups.map(print).join(', ');
  for (const key of keys) namespace.groupKeys.add(key);
  return `GROUP BY ${text}`;
}

/** A column of FROM, else an output's name or position, else an expression. */
function groupKey(
  printing: Printing,
  node: unknown,
  items: readonly Item[],
  grouped: Map<Item, GroupedItem>,
  namespace: Namespace,
): string {
  const { kind, fields } = openNode(node);
  const location = locationOf(fields);
  let item: Item | undefined;
  if (kind === 'A_Const') item = items[outputPosition(fields, items.length, 'GROUP BY')];
  else if (
    kind === 'ColumnRef' &&
    listOf(fields, 'fields').length === 1 &&
    !isOwnColumn(fields, namespace)
  ) {
    const name = stringValue(listOf(fields, 'fields')[0]) ?? '';
    const named = items.filter((own) => own.name === name);
    if (named.length > 1) reject(`GROUP BY '${name}' is ambiguous`, location, '42702');
    item = named[0];
  }
  let printed =
    item === undefined ? printing.expression(node, namespace) : itemExpr(printing, item, namespace);
  if (printed.type.name === 'unknown') printed = coerce(printing, printed, 'text', 'i', location);
  const isNumber = isBareNumber(printed);
  const plain = isNumber
    ? asExpression(printed, printed.text)
    : groupable(printing, printed, location);
  const known = item && grouped.get(item);
  if (known !== undefined) return known.key;
  const twins =
    namespace.hasGroupingSets && item !== undefined
      ? [...grouped.values()].filter((other) => other.plain === plain).length
      : 0;
  const key = toldApart(plain, twins);
  const isKey = isNumber || plain === printed.text;
  const value = isKey ? key : `CASE WHEN grouping(${key}) = 0 THEN any_value(${printed.text}) END`;
  // The first of several equal items is the expression itself.
  if (!isKey && twins === 0) namespace.groupedAs.set(printed.text, { text: value, key });
  const own = printed.constant === undefined ? 'plain' : 'constant';
  if (item !== undefined)
    grouped.set(item, { key, plain, kind: twins > 0 ? 'another' : own, value });
  return key;
}

/**
 * An output's key, distinct from those of other outputs with the same text: in some sets only one
 * of two outputs is null.
 */
const toldApart = (key: string, twins: number): string =>
  twins === 0 ? key : `coalesce(${key}${', NULL'.repeat(twins)})`;

/** DuckDB's grouping() accepts no `row(...)`, but accepts a list with the row. */
function groupable(printing: Printing, value: Expr, location: number | undefined): string {
  const key = sortable(printing, value, location);
  return isRowCall(key) ? `[${key}]` : key;
}

function isOwnColumn(column: Fields, namespace: Namespace): boolean {
  const name = stringValue(listOf(column, 'fields')[0]) ?? '';
  return namespace.columns().some((own) => own.name === name);
}
