import type { KeyboardEvent } from 'react';
import { type GridExtent, rowHeight } from './grid-place.ts';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Moves the active cell by the keys that grids have everywhere; with Ctrl, to the ends. */
export function useGridKeys(
  { row, column }: CellPlace,
  count: { readonly rows: number; readonly columns: number },
  extent: GridExtent,
  move: (cell: CellPlace) => void,
): (event: KeyboardEvent) => void {
  const page = Math.max(1, Math.floor(extent.viewportHeight / rowHeight) - 1);
  const [lastRow, lastColumn] = [count.rows - 1, count.columns - 1];
  return (event) => {
    const isFar = event.ctrlKey || event.metaKey;
    const places: Readonly<Record<string, CellPlace>> = {
      ArrowDown: { row: isFar ? lastRow : row + 1, column },
      ArrowUp: { row: isFar ? 0 : row - 1, column },
      ArrowRight: { row, column: isFar ? lastColumn : column + 1 },
      ArrowLeft: { row, column: isFar ? 0 : column - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row: isFar ? 0 : row, column: 0 },
      End: { row: isFar ? lastRow : row, column: lastColumn },
    };
    const wanted = places[event.key];
    if (!wanted) return;
    event.preventDefault();
    move({ row: between(wanted.row, lastRow), column: between(wanted.column, lastColumn) });
  };
}

const between = (index: number, last: number) => Math.max(0, Math.min(last, index));
