import type { Fields } from '../fields.ts';

/**
 * The name of the one table whose rows a text gives as they are, all of them and in their order:
 * `SELECT * FROM t`, `SELECT b, a AS x FROM s.t`. Null of any other text. `tree` is DuckDB's.
 */
export function plainReadOf(tree: unknown): string | null {
  const [statement, ...others] = listIn((tree as Fields | null)?.statements);
  const node = statement?.node as Fields | undefined;
  if (node?.type !== 'SELECT_NODE' || others.length > 0) return null;
  const isBare =
    restClauses.every((clause) => isNothing(node[clause])) &&
    isNothing((node.cte_map as Fields | undefined)?.map) &&
    node.aggregate_handling === 'STANDARD_HANDLING';
  const table = node.from_table as Fields | undefined;
  if (!isBare || table?.type !== 'BASE_TABLE' || !isNothing(table.sample)) return null;
  const list = listIn(node.select_list);
  const isRead = list.length > 0 && list.every(isColumns);
  return isRead && typeof table.table_name === 'string' ? table.table_name : null;
}

/** What else a SELECT may have. */
const restClauses = [
  'modifiers',
  'where_clause',
  'group_expressions',
  'group_sets',
  'having',
  'sample',
  'qualify',
];

const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : []);

const isNothing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** A column, or all of them. */
function isColumns(item: Fields): boolean {
  if (item.class === 'COLUMN_REF') return true;
  return (
    item.class === 'STAR' &&
    item.columns === false &&
    isNothing(item.expr) &&
    isNothing(item.replace_list)
  );
}
