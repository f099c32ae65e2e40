import { foldName } from '../duckdb/read-tree.ts';
import { type Fields, isFields } from '../fields.ts';
import { isZero } from './constant-count.ts';
import { constantVector } from './constant-vector.ts';
import { type DistanceMetric, distanceMetrics } from './distance-metrics.ts';
import { isFloating, withoutCasts } from './without-casts.ts';

/** A sort by the distance of a column's vectors from a given vector. */
export type DistanceOrder =
  | {
      /** The written name in lower case; its table is already checked. */
      readonly column: string;
      readonly metric: DistanceMetric;
      readonly vector: readonly number[];
    }
  /** The distance of a column's texts, through a search of the text. */
  | { readonly column: string; readonly mark: string };

/**
 * Reads an ORDER BY expression as a distance on the table, whose columns may be qualified by
 * `table`. Undefined for any other expression, and for a distance that grows as vectors get nearer.
 */
export function distanceOrder(expression: unknown, table: string): DistanceOrder | undefined {
  const node = withoutSteady(expression);
  if (node?.class === 'SUBQUERY') return searchedDistance(node, table);
  const [one, other, ...more] = childrenOf(node);
  const metric = distanceMetrics.get(String(node?.function_name ?? '').toLowerCase());
  if (node?.class !== 'FUNCTION' || metric === undefined || more.length > 0) return undefined;
  for (const [side, constant] of [
    [one, other],
    [other, one],
  ]) {
    const column = columnOf(withoutCasts(side), table);
    const vector = column === undefined ? undefined : constantVector(constant);
    if (column !== undefined && vector !== undefined) return { column, metric, vector };
  }
  return undefined;
}

const childrenOf = (node: Fields | undefined): readonly unknown[] =>
  node !== undefined && Array.isArray(node.children) ? node.children : [];

/** Removes operations that preserve the order of values: a root, a sum with zero, a cast. */
function withoutSteady(expression: unknown): Fields | undefined {
  let node = isFields(expression) ? expression : undefined;
  for (let depth = 0; node !== undefined && depth < maxDepth; depth += 1) {
    const [first, second] = childrenOf(node);
    const name = node.class === 'FUNCTION' ? String(node.function_name) : '';
    let inner: unknown;
    if (name === 'sqrt') inner = first;
    else if (name === '+' && isZero(second)) inner = first;
    else if (node.class === 'CAST' && isFloating(node.cast_type)) inner = node.child;
    else return node;
    node = isFields(inner) ? inner : undefined;
  }
  return node;
}

const maxDepth = 10;

/** The folded name of a column of the table; `table` is the valid qualifier. */
function columnOf(node: unknown, table: string): string | undefined {
  if (!isFields(node) || node.class !== 'COLUMN_REF' || !Array.isArray(node.column_names))
    return undefined;
  const names = node.column_names.map((name) => foldName(String(name)));
  const [name, qualifier] = [names.at(-1), names.at(-2)];
  return names.length <= 2 && (qualifier === undefined || qualifier === table) ? name : undefined;
}

/** The lookup printed for `vector_distance` (plan/hotsql/read/search-calls.ts). */
function searchedDistance(node: Fields, table: string): DistanceOrder | undefined {
  const inner = isFields(node.subquery) ? node.subquery.node : undefined;
  if (!isFields(inner) || !isFields(inner.from_table) || !isFields(inner.where_clause))
    return undefined;
  const mark = String(inner.from_table.alias);
  const column = columnOf(inner.where_clause.right, table);
  return mark.startsWith('@search') && column !== undefined ? { column, mark } : undefined;
}
