import type { ReactNode } from 'react';
import { ScrollX } from './scroll-x.tsx';

/** Head of a column; heads of numbers are aligned right. */
type Column = string | { readonly number: string };

/** A list as a table; the last column has the actions. The children are the rows. */
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
