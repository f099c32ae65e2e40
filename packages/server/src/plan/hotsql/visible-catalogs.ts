/**
 * A predicate over a catalog name column of information_schema. The worker's own catalogs are not the scope's: theirs are
 * names that no caller can choose, and DuckDB's two.
 */
export function visibleCatalogs(column: string): string {
  return `regexp_full_match(${column}, '[a-z0-9_]+') AND ${column} NOT IN ('system', 'temp')`;
}
