import { sqlError } from '../../../kernel/sql-error.ts';
import {
  type Line,
  less,
  lineAt,
  lineThrough,
  near,
  type Point,
  type Segment,
  samePoint,
  slope,
  unsigned,
} from './shapes.ts';

/** Points, lines and segments, in the same steps as PostgreSQL's geo_ops.c. */

/** A point and its distance. */
export interface Nearest {
  readonly point: Point;
  readonly distance: number;
}

/** Raises where finite numbers have an infinite result. */
export function inRange(value: number, ...from: readonly number[]): number {
  if (!Number.isFinite(value) && from.every(Number.isFinite))
    return sqlError('22003', 'value out of range: overflow');
  return value;
}

/** PostgreSQL's own computation of the hypotenuse, equal to the last digit. */
export function hypotenuse(x: number, y: number): number {
  if (Math.abs(x) === Number.POSITIVE_INFINITY || Math.abs(y) === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY;
  const [short, long] = [Math.abs(x), Math.abs(y)].sort((one, other) => one - other);
  if (short === undefined || long === undefined || Number.isNaN(x) || Number.isNaN(y))
    return Number.NaN;
  if (short === 0) return long;
  const ratio = short / long;
  return inRange(long * Math.sqrt(1 + ratio * ratio), x, y);
}

export const distance = (one: Point, other: Point) =>
  hypotenuse(inRange(one.x - other.x, one.x, other.x), inRange(one.y - other.y, one.y, other.y));

export const middle = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});

export const plus = (one: Point, other: Point): Point => ({
  x: inRange(one.x + other.x, one.x, other.x),
  y: inRange(one.y + other.y, one.y, other.y),
});
export const minus = (one: Point, other: Point): Point => ({
  x: inRange(one.x - other.x, one.x, other.x),
  y: inRange(one.y - other.y, one.y, other.y),
});
/** Points are multiplied and divided as complex numbers. */
export const times = (one: Point, other: Point): Point => ({
  x: inRange(one.x * other.x - one.y * other.y, one.x, one.y, other.x, other.y),
  y: inRange(one.x * other.y + one.y * other.x, one.x, one.y, other.x, other.y),
});
export function over(one: Point, other: Point): Point {
  const divisor = other.x * other.x + other.y * other.y;
  if (divisor === 0) return sqlError('22012', 'division by zero');
  return {
    x: (one.x * other.x + one.y * other.y) / divisor,
    y: (one.y * other.x - one.x * other.y) / divisor,
  };
}

/** The crossing of two lines; undefined for lines without a crossing. */
export function crossing(one: Line, other: Line): Point | undefined {
  const meet = (first: Line, second: Line): Point | undefined => {
    if (near(second.a, first.a * (second.b / first.b))) return undefined;
    const x = (first.b * second.c - second.b * first.c) / (first.a * second.b - second.a * first.b);
    return { x: unsigned(x), y: unsigned(-(first.a * x + first.c) / first.b) };
  };
  if (!near(one.b, 0)) return meet(one, other);
  return near(other.b, 0) ? undefined : meet(other, one);
}

export function perpendicular(one: Line, other: Line): boolean {
  if (near(one.a, 0)) return near(other.b, 0);
  if (near(other.a, 0)) return near(one.b, 0);
  if (near(one.b, 0)) return near(other.a, 0);
  if (near(other.b, 0)) return near(one.a, 0);
  return near((one.a * other.a) / (one.b * other.b), -1);
}

export function sameLine(one: Line, other: Line): boolean {
  const [first, second] = [one, other].map(({ a, b, c }) => [a, b, c]) as [number[], number[]];
  if ([...first, ...second].some(Number.isNaN))
    return first.every((value, index) => Object.is(value, second[index]));
  const base = second.findIndex((value) => !near(value, 0));
  const ratio = base < 0 ? 1 : (first[base] ?? 0) / (second[base] ?? 1);
  return first.every((value, index) => near(value, ratio * (second[index] ?? 0)));
}

export function lineDistance(one: Line, other: Line): number {
  if (crossing(one, other) !== undefined) return 0;
  const ratio =
    !near(one.a, 0) && !near(other.a, 0)
      ? one.a / other.a
      : !near(one.b, 0) && !near(other.b, 0)
        ? one.b / other.b
        : 1;
  return Math.abs(one.c - ratio * other.c) / hypotenuse(one.a, one.b);
}

export const slopeOfLine = ({ a, b }: Line): number => {
  if (near(a, 0)) return 0;
  return near(b, 0) ? Number.POSITIVE_INFINITY : a / -b;
};

export const onLine = ({ a, b, c }: Line, { x, y }: Point) => near(a * x + b * y + c, 0);

const lost: Nearest = { point: { x: Number.NaN, y: Number.NaN }, distance: Number.NaN };

export function nearestOfLine(line: Line, point: Point): Nearest {
  const { a, b } = line;
  const rise = near(a, 0) ? Number.POSITIVE_INFINITY : near(b, 0) ? 0 : b / a;
  const place = crossing(line, lineAt(point, rise));
  return place === undefined ? lost : { point: place, distance: distance(place, point) };
}

export const segmentSlope = ([from, to]: Segment) => slope(from, to);

/** The slope of a perpendicular line. */
export function acrossSlope([from, to]: Segment): number {
  if (near(from.x, to.x)) return 0;
  if (near(from.y, to.y)) return Number.POSITIVE_INFINITY;
  return (from.x - to.x) / (to.y - from.y);
}

export const onSegment = ([from, to]: Segment, point: Point) =>
  near(distance(point, from) + distance(point, to), distance(from, to));

export function segmentCrossingLine(segment: Segment, line: Line): Point | undefined {
  const [from, to] = segment;
  const place = crossing(lineThrough(from, to), line);
  if (place === undefined || !onSegment(segment, place)) return undefined;
  return samePoint(from, place) ? from : samePoint(to, place) ? to : place;
}

export function segmentCrossing(one: Segment, other: Segment): Point | undefined {
  const place = segmentCrossingLine(one, lineThrough(...other));
  return place !== undefined && onSegment(other, place) ? place : undefined;
}

export function nearestToLine(segment: Segment, line: Line): Nearest {
  const place = segmentCrossingLine(segment, line);
  if (place !== undefined) return { point: place, distance: 0 };
  const [one, other] = segment.map((end) => nearestOfLine(line, end).distance);
  return (one ?? 0) < (other ?? 0)
    ? { point: segment[0], distance: one ?? 0 }
    : { point: segment[1], distance: other ?? 0 };
}

export function nearestOfSegment(segment: Segment, point: Point): Nearest {
  const { point: place } = nearestToLine(segment, lineAt(point, acrossSlope(segment)));
  return { point: place, distance: distance(place, point) };
}

/** The point on the first segment nearest to the second. */
export function nearestOfSegments(on: Segment, to: Segment): Nearest {
  const place = segmentCrossing(on, to);
  if (place !== undefined) return { point: place, distance: 0 };
  const found = [
    nearestOfSegment(on, to[0]),
    nearestOfSegment(on, to[1]),
    ...on.map((end) => ({ point: end, distance: nearestOfSegment(to, end).distance })),
  ];
  return nearestOf(found);
}

export const nearestOf = ([first, ...rest]: readonly Nearest[]): Nearest =>
  rest.reduce((best, next) => (next.distance < best.distance ? next : best), first ?? lost);

export const parallel = (one: Segment, other: Segment) =>
  near(segmentSlope(one), segmentSlope(other));

export const lengthOf = ([from, to]: Segment) => distance(from, to);
export const sameSegment = (one: Segment, other: Segment) =>
  samePoint(one[0], other[0]) && samePoint(one[1], other[1]);
export const isShorter = (one: Segment, other: Segment) => less(lengthOf(one), lengthOf(other));
