/**
 * Where rows of one height are when there are more than an element can be high: the scroll bar is
 * then a scale of the rows, and what moves by rows moves `topRow`.
 */
export const rowHeight = 28;

/** Browsers end an element's height at some 17 million pixels (Firefox) or more. */
export const mostPixels = 8_000_000;

export interface GridExtent {
  readonly rows: number;
  /** Of the part that scrolls, in pixels. */
  readonly viewportHeight: number;
}

export const heightOf = ({ rows }: GridExtent) => Math.min(rows * rowHeight, mostPixels);
export const isScaled = ({ rows }: GridExtent) => rows * rowHeight > mostPixels;

/** The largest `topRow`: the last row is then the last that is seen whole. */
export const lastTopRow = ({ rows, viewportHeight }: GridExtent) =>
  Math.max(0, rows - viewportHeight / rowHeight);

const scrollableOf = (extent: GridExtent) => Math.max(1, heightOf(extent) - extent.viewportHeight);

/** The row at the upper edge, with its part that is above it as a fraction. */
export function topRowAt(scrollTop: number, extent: GridExtent): number {
  if (!isScaled(extent)) return scrollTop / rowHeight;
  return Math.min(1, scrollTop / scrollableOf(extent)) * lastTopRow(extent);
}

export function scrollTopOf(topRow: number, extent: GridExtent): number {
  if (!isScaled(extent)) return topRow * rowHeight;
  return (topRow / lastTopRow(extent)) * scrollableOf(extent);
}

/**
 * Which rows are seen, [from, to), and where the first of them is, in pixels from the upper edge of
 * the content.
 */
export function visibleRows(
  topRow: number,
  extent: GridExtent,
): { from: number; to: number; y: number } {
  const from = Math.max(0, Math.floor(topRow) - 4);
  const to = Math.min(extent.rows, Math.ceil(topRow + extent.viewportHeight / rowHeight) + 4);
  return { from, to, y: scrollTopOf(topRow, extent) - (topRow - from) * rowHeight };
}

/** The `topRow` that shows a row whole, nearest to the present one. */
export function topRowToShow(row: number, topRow: number, extent: GridExtent): number {
  const whole = Math.max(1, Math.floor(extent.viewportHeight / rowHeight));
  if (row < topRow) return row;
  if (row > topRow + whole - 1) return Math.min(lastTopRow(extent), row - whole + 1);
  return topRow;
}
