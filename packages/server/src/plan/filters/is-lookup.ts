import type { TableReference } from '../types.ts';
import type { Filter } from './filter.ts';

/** IN lists up to this length still find few rows. */
const maxValues = 100;

/**
 * True for a lookup: `tables` are all table references of a text, and the text reads one table
 * once, with one of a few values in some column. Few rows are expected from a table of any size.
 */
export function isLookupOf({
  tables,
}: {
  readonly tables: readonly Pick<TableReference, 'filters'>[];
}): boolean {
  const [table, ...others] = tables;
  const [filter, ...references] = table?.filters ?? [];
  return (
    filter !== undefined && references.length === 0 && others.length === 0 && findsValues(filter)
  );
}

function findsValues(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.some(findsValues);
    case 'or':
      return filter.parts.length <= maxValues && filter.parts.every(findsValues);
    case 'compare':
      return filter.operator === '=';
    case 'in':
      return filter.constants.length <= maxValues;
    default:
      return false;
  }
}
