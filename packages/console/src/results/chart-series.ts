import { type ColumnKind, cellText, kindOf, numberOf, timeOf } from './cell-text.ts';
import type { Row } from './result-rows.ts';

export const chartTypes = ['bar', 'line', 'area', 'scatter', 'histogram'] as const;
export type ChartType = (typeof chartTypes)[number];

/** Rows that a chart is drawn of: more are more than a screen has pixels for. */
export const mostPoints = 10_000;
const mostBars = 200;
const histogramBars = 40;

export interface ChartChoice {
  readonly type: ChartType;
  readonly x: number;
  readonly y: readonly number[];
}

export interface ChartSeries {
  /** What x is. */
  readonly across: string;
  /** Ascending for lines; for bars 0, 1, 2... */
  readonly x: readonly number[];
  readonly isTime: boolean;
  /** What stands at each x of a bar chart. */
  readonly labels: readonly string[] | null;
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
  /** What was left out, in words. */
  readonly note: string | null;
}

export function kindsOf(columns: readonly string[], rows: readonly Row[]): ColumnKind[] {
  return columns.map((_, index) => kindOf(rows.slice(0, 500).map((row) => row[index])));
}

/** The chart that most would draw of such columns; null where there is no number to draw. */
export function chooseChart(kinds: readonly ColumnKind[], rowCount: number): ChartChoice | null {
  const numbers = kinds.flatMap((kind, index) => (kind === 'number' ? [index] : []));
  const time = kinds.indexOf('time');
  const text = kinds.findIndex((kind) => kind === 'text' || kind === 'boolean');
  const [first, second] = numbers;
  if (first === undefined) return null;
  if (time >= 0) return { type: 'line', x: time, y: numbers.slice(0, 4) };
  if (text >= 0 && rowCount <= mostBars) return { type: 'bar', x: text, y: [first] };
  if (text < 0 && second !== undefined) {
    return rowCount <= 30
      ? { type: 'bar', x: first, y: [second] }
      : { type: 'scatter', x: first, y: [second] };
  }
  return { type: 'histogram', x: first, y: [] };
}

export function chartSeries(
  choice: ChartChoice,
  columns: readonly string[],
  rows: readonly Row[],
): ChartSeries {
  if (choice.type === 'histogram')
    return histogramOf(
      columns[choice.x] ?? '',
      rows.map((row) => numberOf(row[choice.x])),
    );
  if (choice.type === 'bar') return barsOf(choice, columns, rows);
  const points = rows
    .map((row) => ({ at: timeOf(row[choice.x]) ?? numberOf(row[choice.x]), row }))
    .filter((point): point is { at: number; row: Row } => point.at !== null);
  points.sort((one, other) => one.at - other.at);
  const isTime = rows.some((row) => timeOf(row[choice.x]) !== null);
  const left = rows.length - points.length;
  return {
    across: columns[choice.x] ?? '',
    // Seconds, as the chart counts time.
    x: points.map(({ at }) => (isTime ? at / 1000 : at)),
    isTime,
    labels: null,
    series: choice.y.map((index) => ({
      name: columns[index] ?? '',
      values: points.map(({ row }) => numberOf(row[index])),
    })),
    note: left > 0 ? `${left} rows have no place on the axis.` : null,
  };
}

function barsOf(
  choice: ChartChoice,
  columns: readonly string[],
  rows: readonly Row[],
): ChartSeries {
  const shown = rows.slice(0, mostBars);
  return {
    across: columns[choice.x] ?? '',
    x: shown.map((_, index) => index),
    isTime: false,
    labels: shown.map((row) => cellText(row[choice.x]) || 'null'),
    series: choice.y.map((index) => ({
      name: columns[index] ?? '',
      values: shown.map((row) => numberOf(row[index])),
    })),
    note: rows.length > mostBars ? `The first ${mostBars} rows are drawn.` : null,
  };
}

function histogramOf(name: string, found: readonly (number | null)[]): ChartSeries {
  const values = found.filter((value) => value !== null);
  const least = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const width = (most - least) / histogramBars || 1;
  const counts = new Array<number>(
    values.length === 0 ? 0 : most === least ? 1 : histogramBars,
  ).fill(0);
  for (const value of values) {
    const at = Math.min(counts.length - 1, Math.floor((value - least) / width));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const nulls = found.length - values.length;
  return {
    across: name,
    x: counts.map((_, index) => index),
    isTime: false,
    labels: counts.map((_, index) => String(Number((least + index * width).toPrecision(4)))),
    series: [{ name: `rows by ${name}`, values: counts }],
    note: nulls > 0 ? `${nulls} rows without a number are left out.` : null,
  };
}

/** The range of an axis that has 0, with room beyond the values; null where there are none. */
export function rangeFromZero(least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.min(0, least ?? 0), Math.max(0, most ?? 0)];
  const room = (high - low || 1) * 0.06;
  return [low < 0 ? low - room : 0, high > 0 || low === 0 ? high + room : 0];
}
