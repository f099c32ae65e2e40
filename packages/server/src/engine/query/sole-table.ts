import { foldName, nodesOf } from '../../plan/duckdb/read-tree.ts';
import type { QueryTable } from './query-request.ts';

/** The tables that a text reads, as far as rows of them can be written before it, `WITH t AS`. */
export interface TablesNamed {
  /** The one table that it reads, where that is one, once, and by its bare name. */
  readonly sole: string | null;
  /** All that it names bare, in lower case; null where nothing can be written before it. */
  readonly bare: ReadonlySet<string> | null;
}

/**
 * Nothing can be written before a text that has CTEs or parameters of its own, or names that might
 * be more than a table's and a column's. `tree` is DuckDB's.
 */
export function tablesNamed(tree: unknown): TablesNamed {
  const bare = new Set<string>();
  let sole: string | null = null;
  let count = 0;
  for (const node of nodesOf(tree)) {
    if (node.type === 'BASE_TABLE') {
      count += 1;
      const isBare = node.catalog_name === '' && node.schema_name === '';
      const name = typeof node.table_name === 'string' ? node.table_name : '';
      sole = isBare && count === 1 ? name : null;
      if (isBare) bare.add(foldName(name));
    }
    const isOther = otherNodes.has(node.type) || hasCtes(node.cte_map);
    const isLong = Array.isArray(node.column_names) && node.column_names.length > 2;
    if (isOther || isLong) return { sole: null, bare: null };
  }
  return { sole, bare };
}

const otherNodes: ReadonlySet<unknown> = new Set([
  'CTE_NODE',
  'PIVOT',
  'RECURSIVE_CTE_NODE',
  'SHOW_REF',
  'TABLE_FUNCTION',
  'VALUE_PARAMETER',
]);

function hasCtes(ctes: unknown): boolean {
  if (typeof ctes !== 'object' || ctes === null) return false;
  const { map } = ctes as { readonly map?: unknown };
  return Array.isArray(map) && map.length > 0;
}

/** Whether its rows are those of its files, and nothing else is told of it. */
export const isPlainTable = ({ hits, place }: QueryTable) =>
  hits === undefined && place === undefined;
