import type { Fields } from '../fields.ts';

/** What a plain read names, as it is written. */
export interface PlainRead {
  readonly table: string;
  /**
   * The last part of each name in its list: a column of the table, or a word that DuckDB takes for
   * a value where there is none of that name (`current_timestamp`).
   */
  readonly columns: readonly string[];
}

/**
 * The one table whose rows a text gives as they are, all of them and in their order:
 * `SELECT * FROM t`, `SELECT b, a AS x FROM s.t`. Null of any other text. `tree` is DuckDB's.
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
