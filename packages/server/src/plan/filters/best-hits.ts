import { allowedAggregates, allowedScalars } from '../duckdb/function-lists.ts';
import { foldName, nodesOf } from '../duckdb/read-tree.ts';
import { type Fields, isFields } from '../fields.ts';
import type { BestRows } from './best-rows.ts';
import { constant, isZero } from './constant-count.ts';
import { orderedItem } from './ordered-item.ts';

/**
 * The number of rows that a SELECT can show of a search: LIMIT plus OFFSET, if the SELECT sorts by
 * a column in descending order, drops no row before, and reads nothing else. Undefined if the
 * SELECT may read more. `reference` is the search's node.
 */
export function bestHits(
  select: Fields,
): { readonly reference: Fields; readonly best: BestRows } | undefined {
  const { from_table: table, modifiers } = select;
  if (
    !isFields(table) ||
    table.type !== 'BASE_TABLE' ||
    !String(table.catalog_name).startsWith('@search')
  )
    return undefined;
  if (isFields(table.sample) || isFields(select.sample) || nonEmpty(table.column_name_alias))
    return undefined;
  if (['where_clause', 'having', 'qualify'].some((name) => isFields(select[name])))
    return undefined;
  if (nonEmpty(select.group_expressions) || select.aggregate_handling === 'FORCE_AGGREGATES')
    return undefined;
  if (!Array.isArray(modifiers) || modifiers.length !== 2 || !isRowByRow(select.select_list))
    return undefined;
  const order = modifiers.find(
    (modifier) => isFields(modifier) && modifier.type === 'ORDER_MODIFIER',
  );
  const cut = modifiers.find(
    (modifier) => isFields(modifier) && modifier.type === 'LIMIT_MODIFIER',
  );
  const by = order === undefined ? undefined : columnOfOrder(order, table, select.select_list);
  if (by === undefined || cut === undefined) return undefined;
  const count = constant(cut.limit);
  const offset = isFields(cut.offset) ? constant(cut.offset) : 0;
  if (count === undefined || offset === undefined) return undefined;
  return { reference: table, best: { ...by, count: count + offset } };
}

const nonEmpty = (value: unknown) => Array.isArray(value) && value.length > 0;

/** The table's column by which rows are sorted in descending order, regardless of further keys. */
function columnOfOrder(
  modifier: Fields,
  table: Fields,
  list: unknown,
): Omit<BestRows, 'count'> | undefined {
  const [first, ...others] = Array.isArray(modifier.orders) ? modifier.orders : [];
  if (!isFields(first) || first.type !== 'DESCENDING') return undefined;
  const names = columnNames(withoutZero(orderedItem(first.expression, list)));
  const [by, qualifier] = [names?.at(-1), names?.at(-2)];
  if (names === undefined || by === undefined) return undefined;
  const found = { by, isTieBroken: others.length > 0 };
  if (qualifier !== undefined) {
    const isOwn =
      names.length === 2 && qualifier === foldName(String(table.alias || table.table_name));
    return isOwn ? found : undefined;
  }
  // A bare name may mean another item of the list, or a column that a star has replaced.
  const items = Array.isArray(list) ? list.filter(isFields) : [];
  if (items.some((item) => item.class === 'STAR' && !isPlainStar(item))) return undefined;
  const isOther = items.some(
    (item) => foldName(String(item.alias ?? '')) === by && columnNames(item)?.at(-1) !== by,
  );
  return isOther ? undefined : found;
}

/** HotSQL's `score + 0`. */
function withoutZero(node: unknown): unknown {
  if (!isFields(node) || node.class !== 'FUNCTION' || node.function_name !== '+') return node;
  const [value, zero, ...more] = Array.isArray(node.children) ? node.children : [];
  return more.length === 0 && isZero(zero) ? value : node;
}

const isPlainStar = (star: Fields) =>
  star.columns !== true &&
  !isFields(star.expr) &&
  !nonEmpty(star.replace_list) &&
  !nonEmpty(star.rename_list);

function columnNames(node: unknown): string[] | undefined {
  if (!isFields(node) || node.class !== 'COLUMN_REF' || !Array.isArray(node.column_names))
    return undefined;
  return node.column_names.map((name) => foldName(String(name)));
}

/** True if each row becomes one row: no aggregate, window or function with several rows. */
function isRowByRow(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  for (const node of nodesOf(list)) {
    if (typeof node.class !== 'string') continue;
    if (!rowClasses.has(node.class)) return false;
    if (node.class === 'FUNCTION' && !isScalar(String(node.function_name).toLowerCase()))
      return false;
  }
  return true;
}

const rowClasses = new Set([
  'STAR',
  'COLUMN_REF',
  'CONSTANT',
  'CAST',
  'FUNCTION',
  'OPERATOR',
  'COMPARISON',
  'CONJUNCTION',
  'CASE',
  'BETWEEN',
]);

function isScalar(name: string): boolean {
  if (name === 'unnest' || allowedAggregates.has(name)) return false;
  return allowedScalars.has(name) || name.startsWith('hotsql_');
}
