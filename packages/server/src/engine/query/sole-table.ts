import { foldName, nodesOf } from '../../plan/duckdb/read-tree.ts';
import type { QueryTable } from './query-request.ts';

/** The tables of a text, as far as their rows can be put before the text in `WITH t AS`. */
export interface TablesNamed {
  /** The single table of the text, where it occurs once and by its bare name. */
  readonly sole: string | null;
  /** All bare names, in lower case; null where nothing can be put before the text. */
  readonly bare: ReadonlySet<string> | null;
}

/**
 * Finds the tables of a text. Nothing can be put before a text with CTEs, parameters, or names with
 * more parts than table and column. `tree` is DuckDB's.
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

/** True where the table's rows are exactly those of its files. */
export const isPlainTable = ({ hits, place }: QueryTable) =>
  hits === undefined && place === undefined;
