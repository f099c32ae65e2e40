import { cellText } from './cell-text.ts';
import type { Row } from './result-rows.ts';

/** Digits are the widest of what is common, and must not be cut. */
const characterPx = 8.4;
/** Width in characters of the type, in small print beside a column's name. */
const besideName = 9;
const least = 76;
const most = 360;
/** Columns with fewer rows than this give no width. */
const looked = 60;

/** Widths in pixels, by the names and the first rows. */
export function columnWidths(columns: readonly string[], rows: readonly Row[]): number[] {
  return columns.map((name, index) => {
    const lengths = rows.slice(0, looked).map((row) => Math.min(60, cellText(row[index]).length));
    const longest = Math.max(name.length + besideName, ...lengths);
    return Math.round(Math.min(most, Math.max(least, longest * characterPx + 18)));
  });
}

/** Left edge of each column, and right edge of the last. */
export function columnEdges(widths: readonly number[], start: number): number[] {
  const edges = [start];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

/** The columns between two places, [from, to). */
export function columnsBetween(
  edges: readonly number[],
  left: number,
  right: number,
): { from: number; to: number } {
  const count = edges.length - 1;
  let from = 0;
  while (from < count - 1 && (edges[from + 1] ?? 0) < left) from += 1;
  let to = from;
  while (to < count && (edges[to] ?? 0) < right) to += 1;
  return { from, to };
}
