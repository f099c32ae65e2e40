import type { AggregateFrame, Call } from '../implementation.ts';
import { comparisonKey } from '../row-value.ts';

/**
 * The distinct values of an aggregate's argument as a list, each printed by `show`. Used if DuckDB
 * distinguishes values with equal keys (`1` and `1.0` of jsonb). The order is that of PostgreSQL's
 * sort for DISTINCT.
 */
export function distinctItems(
  { args: [value], location }: Call,
  { over, directions: [direction = 'ASC NULLS LAST'] }: AggregateFrame,
  show: (item: string) => string,
): string {
  if (value === undefined) throw new Error('an aggregate of distinct items has no argument');
  const key = comparisonKey(value, location);
  const isPlain = key === value.text;
  const kept = isPlain
    ? value.text
    : `CASE WHEN ${value.text} IS NOT NULL THEN {'k': ${key}, 'v': ${value.text}} END`;
  const [way, nulls] = /^(\w+) (.*)$/.exec(direction)?.slice(1) ?? [];
  const sorted = `list_sort(${over('list', `DISTINCT ${kept}`)}, '${way}', '${nulls}')`;
  const isNew = `lambda "d", "i": "i" = 1 OR struct_extract("d", 'k') IS DISTINCT FROM struct_extract(${sorted}["i" - 1], 'k')`;
  const shown = show(isPlain ? '"d"' : `struct_extract("d", 'v')`);
  return `list_transform(${isPlain ? sorted : `list_filter(${sorted}, ${isNew})`}, lambda "d": ${shown})`;
}
