/**
 * Positions of rows of one height, also for more rows than the highest element can show. The scroll
 * bar is then a scale of the rows, and movements by rows change `topRow`.
 */
export const rowHeight = 28;

/** Browsers end an element's height at some 17 million pixels (Firefox) or more. */
export const mostPixels = 8_000_000;

export interface GridExtent {
  readonly rows: number;
  /** Height of the scrolling part, in pixels. */
  readonly viewportHeight: number;
}

export const heightOf = ({ rows }: GridExtent) => Math.min(rows * rowHeight, mostPixels);
export const isScaled = ({ rows }: GridExtent) => rows * rowHeight > mostPixels;

/** The largest `topRow`: the last row is then the last that is seen whole. */
export const lastTopRow = ({ rows, viewportHeight }: GridExtent) =>
  Math.max(0, rows - viewportHeight / rowHeight);

const scrollableOf = (extent: GridExtent) => Math.max(1, heightOf(extent) - extent.viewportHeight);

/** Row at the upper edge, with the hidden part as a fraction. */
export function topRowAt(scrollTop: number, extent: GridExtent): number {
  if (!isScaled(extent)) return scrollTop / rowHeight;
  return Math.min(1, scrollTop / scrollableOf(extent)) * lastTopRow(extent);
}

export function scrollTopOf(topRow: number, extent: GridExtent): number {
  if (!isScaled(extent)) return topRow * rowHeight;
  return (topRow / lastTopRow(extent)) * scrollableOf(extent);
}

/**
 * Visible rows, [from, to), and the first row's position in pixels from the upper edge of the
 * content.
 */
export function visibleRows(
  topRow: number,
  extent: GridExtent,
): { from: number; to: number; y: number } {
  const from = Math.max(0, Math.floor(topRow) - 4);
  const to = Math.min(extent.rows, Math.ceil(topRow + extent.viewportHeight / rowHeight) + 4);
  return { from, to, y: scrollTopOf(topRow, extent) - (topRow - from) * rowHeight };
}

/** The `topRow` nearest to the present one that shows a row whole. */
export function topRowToShow(row: number, topRow: number, extent: GridExtent): number {
  const whole = Math.max(1, Math.floor(extent.viewportHeight / rowHeight));
  if (row < topRow) return row;
  if (row > topRow + whole - 1) return Math.min(lastTopRow(extent), row - whole + 1);
  return topRow;
}
