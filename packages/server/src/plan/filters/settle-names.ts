import { foldName } from '../duckdb/read-tree.ts';
import type { Filter } from './filter.ts';

/**
 * The filter of a table that is bound in this catalog and schema. A test of a column that is
 * qualified by others is not about this table (it may be about a field of a struct), and so is left
 * out; undefined where nothing is left to say. Of `a.t.x` DuckDB looks for a table of the catalog
 * `a` before one of a schema (1.5.6), so where there is such a catalog it is not said whose `x` is.
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
