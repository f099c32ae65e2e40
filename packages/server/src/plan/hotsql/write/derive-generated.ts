import type { Derivation } from '../../statements/derivation.ts';
import type { Fields } from '../read/tree.ts';
import { assigned, column, defaults, item, parseExpression, subquery } from './nodes.ts';

/** The rows with their generated columns; `more` are columns that only pass. */
export function withGenerated(rows: Fields, asked: Derivation, more: readonly string[]): Fields {
  if (asked.columns.every(({ generated }) => generated === null)) return rows;
  const targetList = [
    ...more.map((name) => item(column(asked.table, name), name)),
    ...asked.columns.map((of) =>
      item(
        of.generated === null
          ? column(asked.table, of.name)
          : assigned(parseExpression(of.generated), of),
        of.name,
      ),
    ),
  ];
  return { targetList, fromClause: [subquery(rows, asked.table)], ...defaults };
}
