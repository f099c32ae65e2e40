import type { TableReference } from '../types.ts';
import type { Filter } from './filter.ts';

/** Values of an IN list that still find few rows. */
const maxValues = 100;

/**
 * Whether a text, of which these are all table references, reads one table once, and of that the
 * rows that have one of a few values in some column: a lookup, of which few rows are expected
 * however large the table is.
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
