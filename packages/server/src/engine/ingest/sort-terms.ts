import { quoteIdentifier } from '../../kernel/quoting.ts';

export interface SortKey {
  readonly column: string;
  readonly direction?: 'asc' | 'desc' | null;
  readonly nulls?: 'first' | 'last' | null;
}

/**
 * The terms of an ORDER BY. The default place of nulls is PostgreSQL's: nulls are the largest
 * values.
 */
export function sortTerms(keys: readonly SortKey[]): string[] {
  return keys.map(({ column, direction, nulls }) => {
    const nullOrder = nulls ?? (direction === 'desc' ? 'first' : 'last');
    return `${quoteIdentifier(column)} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS ${nullOrder === 'first' ? 'FIRST' : 'LAST'}`;
  });
}
