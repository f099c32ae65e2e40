import type { Fields } from '../fields.ts';
import { nodesOf } from './read-tree.ts';

/**
 * Every name of DuckDB's parse tree that may mean a column of a table, folded. Tables are then
 * offered without their other columns: binding a view of 105 columns takes 5 ms, and of the single
 * column in use 0.5. Null if columns may be read without a name (`*`, NATURAL, PIVOT, a row as a
 * value, information_schema), and no column may be left out. `schemas`: the folded names of all
 * schemas and catalogs; null if unknown, so that any name may be one.
 */
export function columnsRead(
  tree: unknown,
  schemas: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  const names = new Set<string>();
  const references: string[][] = [];
  const tables = new Set<string>();
  for (const node of nodesOf(tree)) {
    if (readsUnnamed(node)) return null;
    if (node.class === 'COLUMN_REF') references.push(namesIn(node.column_names));
    for (const name of namesIn(node.using_columns)) names.add(name);
    // `x.f()` may call f with the column x, which the tree shows as a schema.
    if (typeof node.function_name === 'string')
      for (const name of namesIn([node.schema, node.catalog])) names.add(name);
    if (typeof node.type !== 'string' || node.class !== undefined) continue;
    for (const name of namesIn([node.table_name, node.alias])) tables.add(name);
  }
  for (const parts of references) {
    const [last, qualifier] = [parts.at(-1) ?? '', parts.at(-2)];
    // `t`, and `s.t` with a schema or catalog s, are rows of a table. (`t.t` is a column, which
    // need not exist.)
    if (tables.has(last) && (qualifier === undefined || schemas === null || schemas.has(qualifier)))
      return null;
    // The part before a column's name may be the column, and the name a field.
    for (const part of parts) names.add(part);
  }
  return names;
}

function readsUnnamed(node: Fields): boolean {
  // `#1` is the first column of FROM.
  if (node.class === 'STAR' || node.class === 'POSITIONAL_REFERENCE') return true;
  if (node.class !== undefined) return false;
  if (node.type === 'PIVOT' || node.type === 'SHOW_REF' || node.ref_type === 'NATURAL') return true;
  // `t AS x(a, b)` names columns by position.
  if (node.type !== 'BASE_TABLE') return false;
  return (
    namesIn(node.column_name_alias).length > 0 ||
    namesIn([node.schema_name])[0] === 'information_schema'
  );
}

function namesIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((name) => typeof name === 'string' && name !== '')
    .map((name) => String(name).toLowerCase());
}
