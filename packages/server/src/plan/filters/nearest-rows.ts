import { allowedAggregates, allowedScalars } from '../duckdb/function-lists.ts';
import { foldName, nodesOf } from '../duckdb/read-tree.ts';
import { type Fields, isFields } from '../fields.ts';
import { serviceFunctionNames } from '../service-functions.ts';
import { constant } from './constant-count.ts';
import { type DistanceOrder, distanceOrder } from './distance-order.ts';
import { orderedItem } from './ordered-item.ts';

/**
 * The rows that a SELECT shows of its only table: at most `count` rows, those with the nearest
 * vectors.
 */
export type NearestRows = DistanceOrder & {
  readonly count: number;
  /** Another key sorts rows at equal distances. */
  readonly isTieBroken: boolean;
};

/** A table reference of the tree, with the location of the condition on its rows. */
export interface Wanted {
  readonly reference: Fields;
  readonly nearest?: NearestRows;
  /** The SELECT with the condition that alone decides which rows are searched; absent: all rows. */
  readonly filteredBy?: Fields;
  /** The deciding parts of the condition, as indexes of its AND; absent: the whole condition. */
  readonly parts?: readonly number[];
}

/** Undefined if the SELECT may show other rows, or merges several rows. */
export function nearestRows(select: Fields): Wanted | undefined {
  const { from_table: table, modifiers, select_list: list, where_clause: where } = select;
  if (!isFields(table) || !readsRowByRow(select, table)) return undefined;
  const [order, cut, ...more] = Array.isArray(modifiers) ? modifiers.filter(isFields) : [];
  if (order?.type !== 'ORDER_MODIFIER' || cut?.type !== 'LIMIT_MODIFIER' || more.length > 0)
    return undefined;
  const [first, ...others] = Array.isArray(order.orders) ? order.orders.filter(isFields) : [];
  if (!first || !/^(?:ORDER_DEFAULT|ASCENDING)$/.test(String(first.type))) return undefined;
  if (first.null_order === 'NULLS FIRST') return undefined;
  const name = foldName(String(table.alias || table.table_name));
  const by = distanceOrder(orderedItem(first.expression, list), name);
  const count = constant(cut.limit);
  const offset = isFields(cut.offset) ? constant(cut.offset) : 0;
  if (by === undefined || count === undefined || offset === undefined) return undefined;
  if (where !== null && !isPlainCondition(where)) return undefined;
  return {
    reference: table,
    nearest: { ...by, count: count + offset, isTieBroken: others.length > 0 },
    ...(isFields(where) && { filteredBy: select }),
  };
}

/** True for a SELECT of one table that shows or drops each row. */
function readsRowByRow(select: Fields, table: Fields): boolean {
  if (table.type !== 'BASE_TABLE' || isFields(table.sample) || isFields(select.sample))
    return false;
  if (nonEmpty(table.column_name_alias) || isFields(select.having) || isFields(select.qualify))
    return false;
  if (nonEmpty(select.group_expressions) || select.aggregate_handling === 'FORCE_AGGREGATES')
    return false;
  return Array.isArray(select.select_list) && select.select_list.every(givesOneValue);
}

const nonEmpty = (value: unknown) => Array.isArray(value) && value.length > 0;

/** True without aggregate, window or function of several rows; a subquery is one value. */
function givesOneValue(item: unknown): boolean {
  const pending: unknown[] = [item];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (isFields(node) && typeof node.class === 'string') {
      if (node.class === 'SUBQUERY') continue;
      if (!rowClasses.has(node.class)) return false;
      if (node.class === 'FUNCTION' && !isScalar(node)) return false;
    }
    pending.push(...Object.values(node));
  }
  return true;
}

const rowClasses = new Set([
  ...['STAR', 'COLUMN_REF', 'CONSTANT', 'CAST', 'FUNCTION', 'OPERATOR', 'COMPARISON'],
  ...['CONJUNCTION', 'CASE', 'BETWEEN', 'LAMBDA', 'LAMBDA_REF', 'COLLATE'],
]);

function isScalar({ function_name }: Fields): boolean {
  const name = String(function_name).toLowerCase();
  if (name === 'unnest' || allowedAggregates.has(name)) return false;
  return allowedScalars.has(name) || serviceFunctionNames.has(name) || name.startsWith('hotsql_');
}

/**
 * True if a condition can be evaluated on the table alone. It has no subquery, which could refer to
 * the enclosing query.
 */
function isPlainCondition(where: unknown): boolean {
  for (const node of nodesOf(where)) if (node.class === 'SUBQUERY') return false;
  return true;
}

/**
 * The wanted rows of a search with a fixed number of hits: all hits must meet the condition. Parts
 * of the condition about the score stay in the text, because they concern the hits. `limited` has
 * the marks of such searches.
 */
export function searchedRows(
  select: Fields,
  limited: ReadonlySet<string>,
  scores: ReadonlySet<string>,
): Wanted | undefined {
  const { from_table: table, where_clause: where } = select;
  if (!isFields(table) || !isFields(where) || table.type !== 'BASE_TABLE') return undefined;
  if (!limited.has(String(table.catalog_name)) || isFields(table.sample)) return undefined;
  if (nonEmpty(table.column_name_alias)) return undefined;
  const conditions =
    where.type === 'CONJUNCTION_AND' && Array.isArray(where.children) ? where.children : [where];
  const parts = conditions.flatMap((condition, index) =>
    isPlainCondition(condition) && !mentions(condition, scores) ? [index] : [],
  );
  if (parts.length === 0) return undefined;
  const isAll = parts.length === conditions.length;
  return { reference: table, filteredBy: select, ...(!isAll && { parts }) };
}

function mentions(condition: unknown, scores: ReadonlySet<string>): boolean {
  for (const { class: kind, column_names: names } of nodesOf(condition)) {
    if (kind === 'COLUMN_REF' && Array.isArray(names) && scores.has(foldName(String(names.at(-1)))))
      return true;
  }
  return false;
}
