import { nodesOf } from '../../plan/duckdb/read-tree.ts';
import type { QueryTable } from './query-request.ts';

/**
 * The table that a text reads, where it reads one, once, and by its bare name: before such a text
 * the table's rows can be written as `WITH <name> AS`. Null where a text has CTEs of its own, or
 * names that might be more than a table's and a column's. `tree` is DuckDB's.
 */
export function soleTable(tree: unknown): string | null {
  let name: string | null = null;
  for (const node of nodesOf(tree)) {
    if (node.type === 'BASE_TABLE') {
      const isBare = node.catalog_name === '' && node.schema_name === '';
      if (name !== null || !isBare || typeof node.table_name !== 'string') return null;
      name = node.table_name;
    }
    if (otherNodes.has(node.type) || hasCtes(node.cte_map)) return null;
    if (Array.isArray(node.column_names) && node.column_names.length > 2) return null;
  }
  return name;
}

const otherNodes: ReadonlySet<unknown> = new Set([
  'CTE_NODE',
  'PIVOT',
  'RECURSIVE_CTE_NODE',
  'SHOW_REF',
  'TABLE_FUNCTION',
]);

function hasCtes(ctes: unknown): boolean {
  if (typeof ctes !== 'object' || ctes === null) return false;
  const { map } = ctes as { readonly map?: unknown };
  return Array.isArray(map) && map.length > 0;
}

/** Whether its rows are those of its files, and nothing else is told of it. */
export const isPlainTable = ({ hits, place }: QueryTable) =>
  hits === undefined && place === undefined;
