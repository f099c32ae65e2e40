import type { ReactNode } from 'react';
import { ScrollX } from './scroll-x.tsx';

/** The head of a column; that of numbers stands on their side. */
type Column = string | { readonly number: string };

/**
 * A list of things as a table, the last column of which has what can be done with each. Its rows
 * are the children.
 */
export function ListTable({
  label = 'List',
  columns,
  children,
}: {
  readonly label?: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}) {
  return (
    <ScrollX label={label}>
      <table className="list">
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column}>{column}</th>
              ) : (
                <th key={column.number} className="number">
                  {column.number}
                </th>
              ),
            )}
            <th>
              <span className="hidden-label">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollX>
  );
}
