import type { Fields } from '../fields.ts';

/** The names in a plain read, as written. */
export interface PlainRead {
  readonly table: string;
  /**
   * The last part of each name in the select list: a column of the table, or a word that DuckDB
   * reads as a value if no column has the name (`current_timestamp`).
   */
  readonly columns: readonly string[];
}

/**
 * The table whose rows a text returns unchanged, complete and in order: `SELECT * FROM t`,
 * `SELECT b, a AS x FROM s.t`. Null for any other text. `tree` is DuckDB's.
 */
export function plainReadOf(tree: unknown): PlainRead | null {
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
  if (!isRead || typeof table.table_name !== 'string') return null;
  const columns = list.flatMap(({ column_names: names }) =>
    Array.isArray(names) ? [String(names.at(-1))] : [],
  );
  return { table: table.table_name, columns };
}

/** All other clauses of a SELECT. */
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

/** True for a column and for a star. */
function isColumns(item: Fields): boolean {
  if (item.class === 'COLUMN_REF') return true;
  return (
    item.class === 'STAR' &&
    item.columns === false &&
    isNothing(item.expr) &&
    isNothing(item.replace_list)
  );
}
