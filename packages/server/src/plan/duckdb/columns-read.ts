import type { Fields } from '../fields.ts';
import { nodesOf } from './read-tree.ts';

/**
 * Every name of DuckDB's parse tree that may mean a column of a table, without case, so that tables
 * can be offered without their others: a view of 105 columns takes 5 ms to bind where one of the
 * one that is read takes 0.5. Null where columns may be read without being named (`*`, NATURAL,
 * PIVOT, a row as a value, information_schema): nothing may be left out then. `schemas`: the names
 * of all schemas and catalogs, folded; null where they are not known, and any name may be one.
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
    // `x.f()` may be a call of f with the column x, of which the tree knows a schema.
    if (typeof node.function_name === 'string')
      for (const name of namesIn([node.schema, node.catalog])) names.add(name);
    if (typeof node.type !== 'string' || node.class !== undefined) continue;
    for (const name of namesIn([node.table_name, node.alias])) tables.add(name);
  }
  for (const parts of references) {
    const [last, qualifier] = [parts.at(-1) ?? '', parts.at(-2)];
    // `t`, and `s.t` where s is a schema or catalog, are rows of a table. (`t.t` is a column, of
    // which there need not be one.)
    if (tables.has(last) && (qualifier === undefined || schemas === null || schemas.has(qualifier)))
      return null;
    // What stands before a column's name may be the column, and the name a field of it.
    for (const part of parts) names.add(part);
  }
  return names;
}

function readsUnnamed(node: Fields): boolean {
  // `#1` is the first column of FROM.
  if (node.class === 'STAR' || node.class === 'POSITIONAL_REFERENCE') return true;
  if (node.class !== undefined) return false;
  if (node.type === 'PIVOT' || node.type === 'SHOW_REF' || node.ref_type === 'NATURAL') return true;
  // Under `t AS x(a, b)` columns are named by their places.
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
