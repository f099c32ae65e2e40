import { foldName } from '../duckdb/read-tree.ts';
import type { Filter } from './filter.ts';

/**
 * The filter of a table bound in this catalog and schema. A test of a column with another qualifier
 * concerns another table (or a field of a struct), and is dropped; undefined if no test remains.
 * For `a.t.x` DuckDB 1.5.6 first looks for a table in catalog `a`, then in schema `a`. If the
 * catalog exists, the owner of `x` is unknown.
 */
export function settleNames(
  filter: Filter,
  place: readonly [catalog: string, schema: string],
  catalogs: ReadonlySet<string>,
): Filter | undefined {
  if ('column' in filter) {
    const { within, ...test } = filter;
    if (within === undefined) return filter;
    const [schema = '', ...more] = within;
    if (more.length === 0 && catalogs.has(schema)) return undefined;
    const names = place.slice(-within.length).map(foldName);
    return within.every((name, index) => name === names[index]) ? test : undefined;
  }
  const parts = filter.parts.map((part) => settleNames(part, place, catalogs));
  const known = parts.filter((part) => part !== undefined);
  const isKnown = filter.kind === 'or' ? known.length === parts.length : known.length > 0;
  return isKnown ? { ...filter, parts: known } : undefined;
}
