import { sqlError } from '../../../kernel/sql-error.ts';
import {
  distance,
  inRange,
  type Nearest,
  nearestOf,
  nearestOfSegment,
  nearestOfSegments,
  onSegment,
  segmentCrossing,
} from './segments.ts';
import {
  type Box,
  boxOf,
  type Circle,
  less,
  lessOrNear,
  near,
  type Path,
  type Point,
  type Polygon,
  type Segment,
  samePoint,
} from './shapes.ts';

/** Boxes, paths, polygons and circles, in the same steps as PostgreSQL's geo_ops.c. */

export const boxArea = ({ high, low }: Box) =>
  inRange((high.x - low.x) * (high.y - low.y), high.x, high.y, low.x, low.y);

export const boxCenter = ({ high, low }: Box): Point => ({
  x: (high.x + low.x) / 2,
  y: (high.y + low.y) / 2,
});

export const boxesMeet = (one: Box, other: Box) =>
  lessOrNear(one.low.x, other.high.x) &&
  lessOrNear(other.low.x, one.high.x) &&
  lessOrNear(one.low.y, other.high.y) &&
  lessOrNear(other.low.y, one.high.y);

export const boxHolds = (outer: Box, inner: Box) =>
  lessOrNear(inner.high.x, outer.high.x) &&
  lessOrNear(outer.low.x, inner.low.x) &&
  lessOrNear(inner.high.y, outer.high.y) &&
  lessOrNear(outer.low.y, inner.low.y);

export const boxHoldsPoint = ({ high, low }: Box, { x, y }: Point) =>
  high.x >= x && low.x <= x && high.y >= y && low.y <= y;

export const commonBox = (one: Box, other: Box): Box => ({
  high: { x: Math.min(one.high.x, other.high.x), y: Math.min(one.high.y, other.high.y) },
  low: { x: Math.max(one.low.x, other.low.x), y: Math.max(one.low.y, other.low.y) },
});

export const boxAround = (points: readonly Point[]): Box => ({
  high: {
    x: Math.max(...points.map(({ x }) => x)),
    y: Math.max(...points.map(({ y }) => y)),
  },
  low: {
    x: Math.min(...points.map(({ x }) => x)),
    y: Math.min(...points.map(({ y }) => y)),
  },
});

/** The four edges of a box, in PostgreSQL's order. */
function edgesOf({ high, low }: Box): readonly Segment[] {
  const [left, right] = [
    { x: low.x, y: high.y },
    { x: high.x, y: low.y },
  ];
  return [
    [low, left],
    [high, left],
    [low, right],
    [high, right],
  ];
}

export function nearestOfBox(box: Box, point: Point): Nearest {
  if (boxHoldsPoint(box, point)) return { point, distance: 0 };
  return nearestOf(edgesOf(box).map((edge) => nearestOfSegment(edge, point)));
}

export function boxMeetsSegment(box: Box, segment: Segment): boolean {
  if (!boxesMeet(boxOf(...segment), box)) return false;
  return (
    segment.some((end) => boxHoldsPoint(box, end)) ||
    edgesOf(box).some((edge) => segmentCrossing(edge, segment) !== undefined)
  );
}

export function nearestOfBoxToSegment(box: Box, segment: Segment): Nearest {
  if (boxMeetsSegment(box, segment))
    return { point: nearestOfSegment(segment, boxCenter(box)).point, distance: 0 };
  return nearestOf(edgesOf(box).map((edge) => nearestOfSegments(edge, segment)));
}

/** The segments of a path, with the closing segment first. */
export function segmentsOf({ points, isClosed }: Path): readonly Segment[] {
  return points.flatMap((point, index): Segment[] => {
    const before = index > 0 ? points[index - 1] : isClosed ? points.at(-1) : undefined;
    return before === undefined ? [] : [[before, point]];
  });
}

export const polygonSegments = (points: Polygon) => segmentsOf({ points, isClosed: true });

/** The area; null for an open path. */
export function pathArea({ points, isClosed }: Path): number | null {
  if (!isClosed) return null;
  let area = 0;
  for (const [index, point] of points.entries()) {
    const next = points[(index + 1) % points.length] ?? point;
    area += point.x * next.y;
    area -= point.y * next.x;
  }
  return Math.abs(area) / 2;
}

export const pathLength = (path: Path) =>
  segmentsOf(path).reduce((total, [from, to]) => total + distance(from, to), 0);

/** The least of the distances, or null for an empty list. */
const least = (distances: readonly number[]): number | null =>
  distances.length === 0 ? null : distances.reduce((one, other) => (other < one ? other : one));

export const distanceToPath = (path: Path, point: Point): number | null =>
  path.points.length === 1
    ? distance(path.points[0] ?? point, point)
    : least(segmentsOf(path).map((segment) => nearestOfSegment(segment, point).distance));

export const pathDistance = (one: Path, other: Path): number | null =>
  least(
    segmentsOf(one).flatMap((first) =>
      segmentsOf(other).map((second) => nearestOfSegments(first, second).distance),
    ),
  );

const meet = (one: readonly Segment[], other: readonly Segment[]) =>
  one.some((first) => other.some((second) => segmentCrossing(first, second) !== undefined));

export const pathsMeet = (one: Path, other: Path) =>
  boxesMeet(boxAround(one.points), boxAround(other.points)) &&
  meet(segmentsOf(one), segmentsOf(other));

export const pathHoldsPoint = (path: Path, point: Point) =>
  path.isClosed
    ? isInside(point, path.points)
    : segmentsOf(path).some((segment) => onSegment(segment, point));

const onEdge = 'on the edge';

/** The turn of the edge between two points around the origin. */
function turns(point: Point, before: Point): number | typeof onEdge {
  const { x, y } = point;
  const isRight = less(0, before.x);
  const isLeft = less(before.x, 0);
  if (near(y, 0)) {
    if (near(x, 0)) return onEdge;
    if (less(0, x)) {
      if (near(before.y, 0)) return isRight ? 0 : onEdge;
      return less(before.y, 0) ? 1 : -1;
    }
    if (near(before.y, 0)) return isLeft ? 0 : onEdge;
    return 0;
  }
  const sign = less(0, y) ? 1 : -1;
  if (near(before.y, 0)) return isLeft ? 0 : sign;
  if ((sign < 0 && less(before.y, 0)) || (sign > 0 && less(0, before.y))) return 0;
  if (lessOrNear(0, x) && isRight) return 2 * sign;
  if (less(x, 0) && lessOrNear(before.x, 0)) return 0;
  const side = (x - before.x) * y - (y - before.y) * x;
  if (near(side, 0)) return onEdge;
  if ((sign < 0 && less(side, 0)) || (sign > 0 && less(0, side))) return 0;
  return 2 * sign;
}

/** True within the polygon or on its edge. */
export function isInside(point: Point, polygon: Polygon): boolean {
  const seen = polygon.map(({ x, y }) => ({ x: x - point.x, y: y - point.y }));
  const [first, ...rest] = seen;
  if (first === undefined) return false;
  let total = 0;
  let before = first;
  for (const next of [...rest, first]) {
    const turned = turns(next, before);
    if (turned === onEdge) return true;
    total += turned;
    before = next;
  }
  return total !== 0;
}

export function samePolygon(one: Polygon, other: Polygon): boolean {
  if (one.length !== other.length) return false;
  const count = one.length;
  const isSame = (start: number, step: number) =>
    one.every((point, index) => {
      const twin = other[(start + step * index + count * count) % count];
      return twin !== undefined && samePoint(twin, point);
    });
  return other.some((_, start) => isSame(start, 1) || isSame(start, -1));
}

export function polygonsMeet(one: Polygon, other: Polygon): boolean {
  if (!boxesMeet(boxAround(one), boxAround(other))) return false;
  const [first, second] = [one[0], other[0]];
  return (
    meet(polygonSegments(one), polygonSegments(other)) ||
    (first !== undefined && isInside(first, other)) ||
    (second !== undefined && isInside(second, one))
  );
}

export const polygonHolds = (outer: Polygon, inner: Polygon) =>
  boxHolds(boxAround(outer), boxAround(inner)) &&
  polygonSegments(inner).every((segment) => holdsSegment(segment, outer, 0));

/** True where a segment lies within a polygon, by the edges from `start` on. */
function holdsSegment([from, to]: Segment, polygon: Polygon, start: number): boolean {
  for (const [index, edge] of polygonSegments(polygon).entries()) {
    if (index < start) continue;
    const [holdsFrom, holdsTo] = [onSegment(edge, from), onSegment(edge, to)];
    if (holdsFrom && holdsTo) return true;
    if (holdsFrom || holdsTo) {
      const [touching, other] = holdsFrom ? [from, to] : [to, from];
      if (!holdsTouching(touching, other, edge, polygon, index + 1)) return false;
      continue;
    }
    const place = segmentCrossing([from, to], edge);
    if (place === undefined) continue;
    return (
      holdsSegment([from, place], polygon, index + 1) &&
      holdsSegment([to, place], polygon, index + 1)
    );
  }
  return isInside({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, polygon);
}

/**
 * Tests a segment with an end on an edge. Where segment and edge overlap, the rest of the segment
 * is tested.
 */
function holdsTouching(
  touching: Point,
  other: Point,
  [start, end]: Segment,
  polygon: Polygon,
  next: number,
): boolean {
  const segment: Segment = [touching, other];
  const rest = (from: Point) => holdsSegment([other, from], polygon, next);
  if (samePoint(touching, start)) return onSegment(segment, end) ? rest(end) : true;
  if (samePoint(touching, end)) return onSegment(segment, start) ? rest(start) : true;
  if (onSegment(segment, start)) return rest(start);
  return onSegment(segment, end) ? rest(end) : true;
}

export const distanceToPolygon = (polygon: Polygon, point: Point): number =>
  isInside(point, polygon)
    ? 0
    : nearestOf(polygonSegments(polygon).map((edge) => nearestOfSegment(edge, point))).distance;

export const polygonDistance = (one: Polygon, other: Polygon): number =>
  polygonsMeet(one, other)
    ? 0
    : (least(
        polygonSegments(one).flatMap((first) =>
          polygonSegments(other).map((second) => nearestOfSegments(first, second).distance),
        ),
      ) ?? Number.NaN);

/** A circle around the mean of the points. The radius is their mean distance. */
export function circleAround(points: Polygon): Circle {
  const mean = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + of(point), 0) / points.length;
  const center = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
  return { center, radius: mean((point) => distance(point, center)) };
}

/**
 * Points on a circle, one for each given sine and cosine. The values come from the C library,
 * because JavaScript's differ in the last digit.
 */
export function polygonOfCircle(
  { center, radius }: Circle,
  cosines: readonly (number | null)[],
  sines: readonly (number | null)[],
): Polygon {
  if (near(radius, 0))
    return sqlError('0A000', 'cannot convert circle with radius zero to polygon');
  if (sines.length < 2) return sqlError('22023', 'must request at least 2 points');
  return sines.map((sine, index) => ({
    x: center.x - radius * (cosines[index] ?? 0),
    y: center.y + radius * (sine ?? 0),
  }));
}

export const circleArea = ({ radius }: Circle) => inRange(radius * radius * Math.PI, radius);

export function boxInCircle({ center: { x, y }, radius }: Circle): Box {
  const reach = radius / Math.SQRT2;
  return boxOf({ x: x + reach, y: y + reach }, { x: x - reach, y: y - reach });
}
