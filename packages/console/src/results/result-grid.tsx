// biome-ignore-all lint/a11y/useSemanticElements: a table has all of its rows in the document, and this has those in sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and says which cell is meant.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useKept } from '../kept-state.ts';
import { typeText } from '../sql/type-text.ts';
import { Problem } from '../ui/problem.tsx';
import { cellText, isNumericType } from './cell-text.ts';
import { columnEdges, columnsBetween, columnWidths } from './column-widths.ts';
import { heightOf, lastTopRow, rowHeight, topRowToShow, visibleRows } from './grid-place.ts';
import { GridRow } from './grid-row.tsx';
import type { ResultRows, Row } from './result-rows.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridScroll } from './use-grid-scroll.ts';

export interface SortOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

interface Properties {
  readonly label: string;
  readonly columns: readonly string[];
  readonly types: readonly (string | undefined)[];
  readonly rows: ResultRows;
  readonly firstRows: readonly Row[];
  readonly sort: SortOrder | null;
  readonly onSort: ((column: string) => void) | null;
}

const numbersWidth = (totalRows: number) => Math.max(44, String(totalRows).length * 8.5 + 18);

/** Grid of a result. The document holds the visible rows, memory a few thousand around them. */
export function ResultGrid({ label, columns, types, rows, firstRows, sort, onSort }: Properties) {
  useKept(rows.version);
  const problem = useKept(rows.problem);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  const { totalRows } = rows;
  const place = useGridScroll(scroller, totalRows);
  const { extent, topRow, moveTo } = place;
  const edges = useMemo(
    () => columnEdges(columnWidths(columns, firstRows), numbersWidth(totalRows)),
    [columns, firstRows, totalRows],
  );
  const numeric = useMemo(() => types.map(isNumericType), [types]);
  const seen = visibleRows(topRow, extent);
  const across = columnsBetween(edges, place.left - 200, place.left + place.width + 200);
  useEffect(() => rows.want(seen.from, seen.to), [rows, seen.from, seen.to]);

  const onKeyDown = useGridKeys(
    active,
    { rows: totalRows, columns: columns.length },
    place.extent,
    (next) => {
      setActive(next);
      moveTo(topRowToShow(next.row, topRow, extent));
      place.showColumn(edges[next.column] ?? 0, edges[next.column + 1] ?? 0, edges[0] ?? 0);
    },
  );
  const activeValue = rows.at(active.row)?.[active.column];
  const width = edges.at(-1) ?? 0;
  return (
    <div className="grid-frame">
      <div
        ref={scroller}
        className="grid"
        role="grid"
        aria-label={label}
        aria-rowcount={totalRows + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={`cell-${active.row}-${active.column}`}
        tabIndex={0}
        onKeyDown={(event) => {
          onKeyDown(event);
          copyOnKey(event, activeValue);
        }}
      >
        <div
          className="grid-canvas"
          role="rowgroup"
          style={{ height: heightOf(extent) + rowHeight, width }}
        >
          <HeaderRow {...{ columns, types, edges, across, sort, onSort }} />
          <GridRows {...{ rows, seen, edges, numeric, across, active }} onActivate={setActive} />
        </div>
      </div>
      {problem !== null && (
        <Problem
          error={problem}
          retry={() => rows.want(seen.from, Math.min(seen.to, lastTopRow(extent)))}
        />
      )}
      <CellBar name={columns[active.column] ?? ''} row={active.row} value={activeValue} />
    </div>
  );
}

function copyOnKey(event: KeyboardEvent, value: unknown): void {
  if (!(event.ctrlKey || event.metaKey) || event.key !== 'c') return;
  if (window.getSelection()?.isCollapsed === false) return;
  void navigator.clipboard?.writeText(cellText(value));
}

function GridRows({
  rows,
  seen,
  edges,
  numeric,
  across,
  active,
  onActivate,
}: Pick<Properties, 'rows'> &
  Pick<HeaderProperties, 'edges' | 'across'> & {
    readonly numeric: readonly boolean[];
    readonly seen: { readonly from: number; readonly to: number; readonly y: number };
    readonly active: { readonly row: number; readonly column: number };
    readonly onActivate: (place: { row: number; column: number }) => void;
  }) {
  return (
    <div className="grid-rows" role="presentation" style={{ transform: `translateY(${seen.y}px)` }}>
      {Array.from({ length: seen.to - seen.from }, (_, index) => seen.from + index).map((index) => (
        <GridRow
          key={index}
          {...{ index, row: rows.at(index), edges, numeric, across, onActivate }}
          active={active.row === index ? active.column : null}
        />
      ))}
    </div>
  );
}

interface HeaderProperties extends Pick<Properties, 'columns' | 'types' | 'sort' | 'onSort'> {
  readonly edges: readonly number[];
  readonly across: { readonly from: number; readonly to: number };
}

function HeaderRow({ columns, types, edges, across, sort, onSort }: HeaderProperties) {
  return (
    <div className="grid-head" role="row" aria-rowindex={1} style={{ width: edges.at(-1) }}>
      <div
        className="grid-number"
        role="columnheader"
        aria-colindex={1}
        style={{ width: edges[0] }}
      >
        <span className="hidden-label">Row</span>
      </div>
      {columns.slice(across.from, across.to).map((name, at) => {
        const index = across.from + at;
        const order =
          sort?.column === name ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
        const left = edges[index] ?? 0;
        const width = (edges[index + 1] ?? 0) - left;
        const sign = order === 'none' ? '' : order === 'descending' ? ' ↓' : ' ↑';
        return (
          <div
            key={index}
            className="grid-heading"
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={order}
            style={{ left, width }}
          >
            {onSort ? (
              <button type="button" aria-label={`Sort by ${name}`} onClick={() => onSort(name)}>
                {name}
                {sign}
              </button>
            ) : (
              <span>{name}</span>
            )}
            <small className="muted">{typeText(types[index] ?? '')}</small>
          </div>
        );
      })}
    </div>
  );
}

/** The whole of the value that a cell has room for a part of. */
function CellBar({
  name,
  row,
  value,
}: {
  readonly name: string;
  readonly row: number;
  readonly value: unknown;
}) {
  const text = value === null ? 'null' : cellText(value);
  return (
    <div className="cell-bar">
      <span className="muted">
        {name}, row {(row + 1).toLocaleString('en')}
      </span>
      <code>{text.length > 4000 ? `${text.slice(0, 4000)}…` : text}</code>
    </div>
  );
}
