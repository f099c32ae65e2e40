import { nodesOf } from './read-tree.ts';

/** `type` of queries and FROM items that may return additional rows. */
const multiplyingNodes: ReadonlySet<unknown> = new Set([
  'CTE_NODE',
  'JOIN',
  'PIVOT',
  'RECURSIVE_CTE_NODE',
  'SET_OPERATION_NODE',
  'SHOW_REF',
  'TABLE_FUNCTION',
]);

/** Functions of a SELECT list that expand a value into rows. */
const unnestingFunctions: ReadonlySet<unknown> = new Set([
  'generate_subscripts',
  'unlist',
  'unnest',
]);

/**
 * True if a text may return more rows than its table and its literal rows have. `tree` is DuckDB's.
 */
export function multipliesRows(tree: unknown): boolean {
  for (const node of nodesOf(tree)) {
    if (multiplyingNodes.has(node.type)) return true;
    if (node.class === 'FUNCTION' && unnestingFunctions.has(node.function_name)) return true;
    if (Array.isArray(node.group_sets) && node.group_sets.length > 1) return true;
  }
  return false;
}
