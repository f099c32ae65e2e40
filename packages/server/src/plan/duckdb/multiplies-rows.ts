import { nodesOf } from './read-tree.ts';

/** What may give more rows than are read: `type` of a query or of an item of FROM. */
const multiplyingNodes: ReadonlySet<unknown> = new Set([
  'CTE_NODE',
  'JOIN',
  'PIVOT',
  'RECURSIVE_CTE_NODE',
  'SET_OPERATION_NODE',
  'SHOW_REF',
  'TABLE_FUNCTION',
]);

/** Functions of a SELECT list that make rows of a value. */
const unnestingFunctions: ReadonlySet<unknown> = new Set([
  'generate_subscripts',
  'unlist',
  'unnest',
]);

/**
 * Whether a text may give more rows than its table has and it writes itself. `tree` is DuckDB's.
 */
export function multipliesRows(tree: unknown): boolean {
  for (const node of nodesOf(tree)) {
    if (multiplyingNodes.has(node.type)) return true;
    if (node.class === 'FUNCTION' && unnestingFunctions.has(node.function_name)) return true;
    if (Array.isArray(node.group_sets) && node.group_sets.length > 1) return true;
  }
  return false;
}
