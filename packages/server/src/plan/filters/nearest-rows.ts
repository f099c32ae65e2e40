import { allowedAggregates, allowedScalars } from '../duckdb/function-lists.ts';
import { foldName, nodesOf } from '../duckdb/read-tree.ts';
import { type Fields, isFields } from '../fields.ts';
import { serviceFunctionNames } from '../service-functions.ts';
import { constant } from './constant-count.ts';
import { type DistanceOrder, distanceOrder } from './distance-order.ts';
import { orderedItem } from './ordered-item.ts';

/**
 * What a SELECT shows of the one table that it reads: no more than so many of its rows, those whose
 * vectors are nearest to another.
 */
export type NearestRows = DistanceOrder & {
  readonly count: number;
  /** Rows that are equally far are put in order by something else. */
  readonly isTieBroken: boolean;
};

/** A table reference of the tree, and where the condition stands that its rows have to meet. */
export interface Wanted {
  readonly reference: Fields;
  readonly nearest?: NearestRows;
  /** The SELECT whose condition decides alone which rows are looked at; absent: all are. */
  readonly filteredBy?: Fields;
  /** Of the parts of that condition joined by AND the ones that do; absent: all of it. */
  readonly parts?: readonly number[];
}

/** Undefined where it may show other rows, or makes one of several. */
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

/** A SELECT of the rows of one table under a condition, each of which it shows or leaves out. */
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

/** No aggregate, no window, nothing that gives several rows; a subquery is one value. */
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
 * Whether a condition can be asked of the table alone, before anything else is known: it has no
 * subqueries, which may be about what stands around it.
 */
function isPlainCondition(where: unknown): boolean {
  for (const node of nodesOf(where)) if (node.class === 'SUBQUERY') return false;
  return true;
}

/**
 * Of a SELECT that reads a search of so many hits: its condition is met by all of these, and not by
 * some. Its parts that are about the score are left to the text, which is about the hits. `limited`
 * has the marks of such searches.
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
