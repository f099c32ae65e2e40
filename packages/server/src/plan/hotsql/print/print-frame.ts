import { infiniteSpan } from '../../macros.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, locationOf } from '../read/tree.ts';
import { type Expr, integerConstant, isNull } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { isExact, showType } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import type { Printing } from './printing.ts';
import { intervalKey } from './row-value.ts';

// FRAMEOPTION_* of src/include/nodes/parsenodes.h.
const frame = {
  nonDefault: 0x1,
  rows: 0x4,
  groups: 0x8,
  startUnboundedPreceding: 0x20,
  endUnboundedFollowing: 0x100,
  startCurrentRow: 0x200,
  endCurrentRow: 0x400,
  startOffsetPreceding: 0x800,
  endOffsetPreceding: 0x1000,
  startOffsetFollowing: 0x2000,
  endOffsetFollowing: 0x4000,
  excludeCurrentRow: 0x8000,
  excludeGroup: 0x10000,
  excludeTies: 0x20000,
} as const;

const optionsOf = (window: Fields) =>
  typeof window.frameOptions === 'number' ? window.frameOptions : 0;

export const hasFrame = (window: Fields) => (optionsOf(window) & frame.nonDefault) !== 0;

/** True if the frame is bounded by a distance from the row's own sort key. */
export const isByDistance = (window: Fields) =>
  (optionsOf(window) & (frame.rows | frame.groups)) === 0 &&
  (window.startOffset !== undefined || window.endOffset !== undefined);

/** The representations of sort key and offsets while a frame by distance compares them. */
interface Distance {
  /** PostgreSQL's type of the offsets. */
  readonly offset: string;
  readonly key: (text: string) => string;
  readonly distance: (text: string) => string;
}

const plain = (offset: string): Distance => ({
  offset,
  key: (text) => text,
  distance: (text) => text,
});
const wider = (offset: string, engine: string): Distance => {
  const cast = (text: string) => `CAST(${text} AS ${engine})`;
  return { offset, key: cast, distance: cast };
};
/** A time does not pass midnight there; only hours and smaller units of the interval count. */
const time: Distance = {
  offset: 'interval',
  key: (text) => `date_diff('microsecond', TIME '00:00:00', ${text})`,
  distance: (text) =>
    `(date_part('hour', ${text}) * 3600000000 + date_part('minute', ${text}) * 60000000 + date_part('microsecond', ${text}))`,
};

/**
 * in_range of PostgreSQL's operator families. A wider type has room beyond the largest integers.
 */
const distances: Readonly<Record<string, Distance>> = {
  int2: wider('int8', 'HUGEINT'),
  int4: wider('int8', 'HUGEINT'),
  int8: wider('int8', 'HUGEINT'),
  float4: wider('float8', 'DOUBLE'),
  float8: plain('float8'),
  numeric: plain('numeric'),
  date: plain('interval'),
  timestamp: plain('interval'),
  timestamptz: plain('interval'),
  interval: { offset: 'interval', key: intervalKey, distance: intervalKey },
  time,
};

function distanceOf({ type }: Expr, location: number | undefined): Distance {
  if (isExact(type))
    return refuse(
      'RANGE over numerics that are computed exactly',
      location,
      'cast them to numeric(p, s)',
    );
  const known = distances[type.name];
  if (known !== undefined) return known;
  if (type.name === 'timetz' || type.name === 'engine')
    return refuse(`RANGE over ${showType(type)}`, location);
  const what = `column type ${showType(type)}`;
  return reject(
    `RANGE with offset PRECEDING/FOLLOWING is not supported for ${what}`,
    location,
    '0A000',
  );
}

/** The text of the only sort key of a frame by distance. */
export const distanceKey = (key: Expr, location: number | undefined) =>
  distanceOf(key, location).key(key.text);

/** The frame of a window, or nothing; `keys` are the window's sort expressions. */
export function printFrame(
  printing: Printing,
  window: Fields,
  keys: readonly Expr[],
  namespace: Namespace,
): string {
  if (!hasFrame(window)) return '';
  const options = optionsOf(window);
  const has = (bit: number) => (options & bit) !== 0;
  const location = locationOf(window);
  const mode = has(frame.rows) ? 'ROWS' : has(frame.groups) ? 'GROUPS' : 'RANGE';
  if (mode === 'GROUPS' && keys.length === 0)
    reject('GROUPS mode requires an ORDER BY clause', location, '42P20');
  if (isByDistance(window) && keys.length !== 1) {
    reject(
      'RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column',
      location,
      '42P20',
    );
  }
  const offset = (name: 'startOffset' | 'endOffset') => {
    if (readsColumn(window[name]))
      reject(`argument of ${mode} must not contain variables`, location, '42P10');
    const bound = name === 'startOffset' ? 'starting' : 'ending';
    const printed = printing.expression(window[name], namespace);
    if (isNull(printed)) reject(`frame ${bound} offset must not be null`, location, '22004');
    const [key] = keys;
    if (mode === 'RANGE' && key !== undefined)
      return frameDistance(printing, printed, key, bound, location);
    return frameCount(printing, printed, bound, location);
  };
  const start = has(frame.startUnboundedPreceding)
    ? 'UNBOUNDED PRECEDING'
    : has(frame.startCurrentRow)
      ? 'CURRENT ROW'
      : `${offset('startOffset')} ${has(frame.startOffsetPreceding) ? 'PRECEDING' : 'FOLLOWING'}`;
  const end = has(frame.endUnboundedFollowing)
    ? 'UNBOUNDED FOLLOWING'
    : has(frame.endCurrentRow)
      ? 'CURRENT ROW'
      : `${offset('endOffset')} ${has(frame.endOffsetPreceding) ? 'PRECEDING' : 'FOLLOWING'}`;
  const exclude = has(frame.excludeCurrentRow)
    ? ' EXCLUDE CURRENT ROW'
    : has(frame.excludeGroup)
      ? ' EXCLUDE GROUP'
      : has(frame.excludeTies)
        ? ' EXCLUDE TIES'
        : '';
  return `${mode} BETWEEN ${start} AND ${end}${exclude}`;
}

/** No table has more rows; as a JavaScript number the value stays below the end of BIGINT. */
const mostRows = 2 ** 62;

/** Rows or groups of a frame's bound. DuckDB treats a negative or null number as an empty frame. */
function frameCount(
  printing: Printing,
  count: Expr,
  bound: string,
  location: number | undefined,
): string {
  const literal = integerConstant(count);
  if (literal !== undefined && literal >= 0) return String(Math.min(literal, mostRows));
  return printing.macro(
    'frame_count',
    coerce(printing, count, 'int8', 'a', location).text,
    `'${bound}'`,
  );
}

function frameDistance(
  printing: Printing,
  written: Expr,
  key: Expr,
  bound: string,
  location: number | undefined,
): string {
  const { offset, distance } = distanceOf(key, location);
  const isWide = offset === 'int8' && !/^(?:int[248]|unknown)$/.test(written.type.name);
  const isOther = offset === 'interval' && !['interval', 'unknown'].includes(written.type.name);
  if (isWide || isOther) {
    const types = `column type ${showType(key.type)} and offset type ${showType(written.type)}`;
    return reject(
      `RANGE with offset PRECEDING/FOLLOWING is not supported for ${types}`,
      location,
      '0A000',
    );
  }
  const size = distance(coerce(printing, written, offset, 'i', location).text);
  const literal = integerConstant(written);
  if (literal !== undefined && literal >= 0) return size;
  const zero =
    offset === 'interval' && !/^(?:time|interval)$/.test(key.type.name) ? 'INTERVAL 0 SECOND' : '0';
  const endless =
    offset === 'float8' ? `CAST('Infinity' AS DOUBLE)` : zero === '0' ? 'NULL' : infiniteSpan;
  return printing.macro('frame_distance', size, zero, endless, `'${bound}'`);
}

function readsColumn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return 'ColumnRef' in node || Object.values(node).some(readsColumn);
}
