// biome-ignore-all lint/a11y/useSemanticElements: a table has all of its rows in the document, and this has those in sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and says which cell is meant.
import { memo } from 'react';
import { cellText } from './cell-text.ts';
import type { Row } from './result-rows.ts';

interface Properties {
  readonly index: number;
  /** Undefined until fetched. */
  readonly row: Row | undefined;
  readonly edges: readonly number[];
  /** For each column: true for numbers, which are aligned right. */
  readonly numeric: readonly boolean[];
  readonly across: { readonly from: number; readonly to: number };
  /** Column of the active cell, if in the row. */
  readonly active: number | null;
  readonly onActivate: (cell: { row: number; column: number }) => void;
}

/** One row, drawn again only after a change. */
export const GridRow = memo(function GridRow({
  index,
  row,
  edges,
  numeric,
  across,
  active,
  onActivate,
}: Properties) {
  return (
    <div className="grid-row" role="row" aria-rowindex={index + 2}>
      <div className="grid-number" role="rowheader" aria-colindex={1} style={{ width: edges[0] }}>
        {(index + 1).toLocaleString('en')}
      </div>
      {Array.from({ length: across.to - across.from }, (_, at) => across.from + at).map(
        (column) => (
          <Cell
            key={column}
            {...{
              index,
              column,
              value: row?.[column],
              isHere: row !== undefined,
              isNumber: numeric[column] ?? false,
              isActive: active === column,
              onActivate,
            }}
            left={edges[column] ?? 0}
            width={(edges[column + 1] ?? 0) - (edges[column] ?? 0)}
          />
        ),
      )}
    </div>
  );
}, isSame);

/** Compares objects by content. */
function isSame(one: Properties, other: Properties): boolean {
  return (
    one.index === other.index &&
    one.row === other.row &&
    one.edges === other.edges &&
    one.numeric === other.numeric &&
    one.active === other.active &&
    one.across.from === other.across.from &&
    one.across.to === other.across.to
  );
}

interface CellProperties {
  readonly index: number;
  readonly column: number;
  readonly value: unknown;
  readonly isHere: boolean;
  readonly isNumber: boolean;
  readonly isActive: boolean;
  readonly left: number;
  readonly width: number;
  readonly onActivate: Properties['onActivate'];
}

function Cell({
  index,
  column,
  value,
  isHere,
  isNumber,
  isActive,
  left,
  width,
  onActivate,
}: CellProperties) {
  const kind = !isHere ? ' waiting' : value === null ? ' null' : isNumber ? ' number' : '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys.
    <div
      id={`cell-${index}-${column}`}
      className={`grid-cell${kind}${isActive ? ' active' : ''}`}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isActive}
      style={{ left, width }}
      onClick={() => onActivate({ row: index, column })}
    >
      {value === null ? 'null' : cellText(value).slice(0, 300)}
    </div>
  );
}
