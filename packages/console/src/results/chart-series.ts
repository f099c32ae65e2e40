import { type ColumnKind, cellText, hasZone, kindOf, numberOf, timeOf } from './cell-text.ts';
import type { Row } from './result-rows.ts';

export const chartTypes = ['bar', 'line', 'area', 'scatter', 'histogram'] as const;
export type ChartType = (typeof chartTypes)[number];

/** Rows that a chart is drawn of: more are more than a screen has pixels for. */
export const mostPoints = 10_000;
/** Most series that colours can tell apart. */
export const mostSeries = 8;
const mostBars = 200;
const histogramBars = 40;

export interface ChartChoice {
  readonly type: ChartType;
  readonly x: number;
  readonly y: readonly number[];
  /** Column whose values get a series each. */
  readonly split?: number | undefined;
}

/** Format of the times of an axis. */
export interface TimeAxis {
  /**
   * `written`: as in the column, without a zone. `utc`: instants, as in the rows. `reader`:
   * instants, in the zone of the browser.
   */
  readonly zone: 'written' | 'utc' | 'reader';
  /** Each is a day without a time. */
  readonly isDate: boolean;
}

export interface ChartSeries {
  /** Kind of x. */
  readonly across: string;
  /** Ascending for lines; for bars 0, 1, 2... */
  readonly x: readonly number[];
  /** Null if x is no time. */
  readonly time: TimeAxis | null;
  /** Label at each x of a bar chart. */
  readonly labels: readonly string[] | null;
  readonly series: readonly {
    readonly name: string;
    /** Undefined where only another series has a point; the line continues. */
    readonly values: readonly (number | null | undefined)[];
  }[];
  /** Sentence about omitted points. */
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

/**
 * The chart with the column that groups the rows. Several rows at one x would make one line go up
 * and down. Rows become points if no column tells the rows apart.
 */
export function splitChoice(
  choice: ChartChoice,
  kinds: readonly ColumnKind[],
  rows: readonly Row[],
): ChartChoice {
  const placed = rows.filter((row) => row[choice.x] !== null);
  if (choice.type === 'histogram' || !isRepeated(placed, [choice.x])) return choice;
  const others = kinds.flatMap((kind, index) => (index === choice.x ? [] : [{ kind, index }]));
  const numbers = others.filter(({ kind }) => kind === 'number');
  const names = others.filter(
    ({ kind, index }) => (kind === 'text' || kind === 'boolean') && isFew(placed, index),
  );
  // A number can tell rows apart where another one is left to draw.
  const codes = numbers.slice(0, -1).filter(({ index }) => isCode(placed, index));
  const split =
    [...names, ...codes].find(({ index }) => !isRepeated(placed, [choice.x, index]))?.index ??
    names[0]?.index;
  if (split === undefined) return choice.type === 'bar' ? choice : { ...choice, type: 'scatter' };
  const y = choice.y.filter((index) => index !== split);
  return { ...choice, split, y: y.length > 0 ? y.slice(0, 1) : [numbers.at(-1)?.index ?? split] };
}

/** True if a column has few enough values for a series each. */
function isFew(rows: readonly Row[], column: number): boolean {
  const count = new Set(rows.map((row) => cellText(row[column]))).size;
  return count <= mostSeries || count <= rows.length / 3;
}

const isCode = (rows: readonly Row[], column: number) =>
  rows.every((row) => row[column] === null || Number.isInteger(row[column])) && isFew(rows, column);

/** True if two rows have the same values in some columns. */
function isRepeated(rows: readonly Row[], columns: readonly number[]): boolean {
  const seen = new Set(rows.map((row) => JSON.stringify(columns.map((at) => cellText(row[at])))));
  return seen.size < rows.length;
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
  const time = timeAxisOf(rows.map((row) => row[choice.x]));
  const points = rows
    .map((row) => ({ at: time ? timeOf(row[choice.x]) : numberOf(row[choice.x]), row }))
    .filter((point): point is Point => point.at !== null);
  points.sort((one, other) => one.at - other.at);
  const groups = groupsOf(choice, points);
  const drawn = groups.slice(0, mostSeries);
  const { x, series } = seriesOf(choice, columns, points, drawn);
  return {
    across: `${columns[choice.x] ?? ''}${time?.zone === 'utc' ? ' (UTC)' : ''}`,
    // Seconds, as the chart counts time.
    x: time ? x.map((at) => at / 1000) : x,
    time,
    labels: null,
    series,
    note: notes([
      rows.length > points.length &&
        `${rows.length - points.length} rows have no place on the axis.`,
      groups.length > drawn.length &&
        `${drawn.length} of ${groups.length} groups are drawn, those with the most rows.`,
      choice.type !== 'scatter' &&
        isPiled(choice, points) &&
        'Several rows stand at one place: split them by a column, or sum them up in the query.',
    ]),
  };
}

interface Point {
  readonly at: number;
  readonly row: Row;
}

const notes = (said: readonly (string | false)[]) =>
  said.filter((one) => one !== false).join(' ') || null;

/** Instants are in UTC, as in the rows. */
function timeAxisOf(values: readonly unknown[]): TimeAxis | null {
  const times = values.filter((value): value is string => timeOf(value) !== null);
  if (times.length === 0) return null;
  return {
    zone: times.some(hasZone) ? 'utc' : 'written',
    isDate: times.every((text) => text.length === 10),
  };
}

const groupName = (value: unknown) =>
  value === null || value === undefined ? 'null' : cellText(value);

/** Groups, largest first; one group without a name for unsplit rows. */
function groupsOf({ split }: ChartChoice, points: readonly Point[]): readonly (string | null)[] {
  if (split === undefined) return [null];
  const counts = new Map<string, number>();
  for (const { row } of points) {
    const name = groupName(row[split]);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** Rows of each group by position, one below the other for rows at one position. */
function seriesOf(
  { y, split }: ChartChoice,
  columns: readonly string[],
  points: readonly Point[],
  groups: readonly (string | null)[],
): Pick<ChartSeries, 'x' | 'series'> {
  const x: number[] = [];
  const series = groups.flatMap((group) =>
    y.map((index) => ({
      name: group === null || y.length > 1 ? `${columns[index] ?? ''}` : group,
      index,
      group,
      values: [] as (number | null | undefined)[],
    })),
  );
  const byGroup = new Map(
    groups.map((group) => [group, series.filter((one) => one.group === group)]),
  );
  let first = 0;
  let used = new Map<string | null, number>();
  for (const { at, row } of points) {
    if (x[first] !== at) {
      first = x.length;
      used = new Map();
    }
    const group = split === undefined ? null : groupName(row[split]);
    const members = byGroup.get(group);
    if (members === undefined) continue;
    const place = first + (used.get(group) ?? 0);
    used.set(group, (used.get(group) ?? 0) + 1);
    x[place] = at;
    for (const member of members) member.values[place] = numberOf(row[member.index]);
  }
  return {
    x,
    series: series.map(({ name, values }) => ({
      name,
      values: x.map((_, place) => values[place]),
    })),
  };
}

/** True if a line would go up and down at one position. */
function isPiled({ x, split }: ChartChoice, points: readonly Point[]): boolean {
  const columns = split === undefined ? [x] : [x, split];
  return isRepeated(
    points.map(({ row }) => row),
    columns,
  );
}

function barsOf(
  choice: ChartChoice,
  columns: readonly string[],
  rows: readonly Row[],
): ChartSeries {
  const shown = rows.slice(0, mostBars);
  const { split } = choice;
  return {
    across: [choice.x, ...(split === undefined ? [] : [split])]
      .map((index) => columns[index] ?? '')
      .join(', '),
    x: shown.map((_, index) => index),
    time: null,
    labels: shown.map((row) =>
      [row[choice.x], ...(split === undefined ? [] : [row[split]])].map(groupName).join(', '),
    ),
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
    time: null,
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
