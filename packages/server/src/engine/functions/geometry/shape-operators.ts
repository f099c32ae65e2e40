import { sqlError } from '../../../kernel/sql-error.ts';
import {
  boxArea,
  boxAround,
  boxCenter,
  boxesMeet,
  boxHolds,
  boxHoldsPoint,
  boxInCircle,
  boxMeetsSegment,
  circleArea,
  circleAround,
  commonBox,
  distanceToPath,
  distanceToPolygon,
  isInside,
  nearestOfBox,
  nearestOfBoxToSegment,
  pathArea,
  pathDistance,
  pathHoldsPoint,
  pathLength,
  pathsMeet,
  polygonDistance,
  polygonHolds,
  polygonsMeet,
  samePolygon,
} from './areas.ts';
import {
  acrossSlope,
  crossing,
  distance,
  hypotenuse,
  inRange,
  isShorter,
  lengthOf,
  lineDistance,
  middle,
  minus,
  type Nearest,
  nearestOfLine,
  nearestOfSegment,
  nearestOfSegments,
  nearestToLine,
  onLine,
  onSegment,
  over,
  parallel,
  perpendicular,
  plus,
  sameLine,
  sameSegment,
  segmentCrossing,
  segmentCrossingLine,
  segmentSlope,
  slopeOfLine,
  times,
} from './segments.ts';
import {
  type Box,
  boxOf,
  type Circle,
  less,
  lessOrNear,
  lineThrough,
  near,
  type Point,
  readShape,
  type Shapes,
  type ShapeType,
  samePoint,
  showShape,
  slope,
} from './shapes.ts';

/** One operation on one or two shapes, with texts of shapes as arguments and result. */
export type ShapeOperation<Result> = (one: string, other: string) => Result | null;

const unary =
  <Type extends ShapeType, Result>(type: Type, make: (shape: Shapes[Type]) => Result) =>
  (one: string): Result =>
    make(readShape(type, one));

const binary =
  <Left extends ShapeType, Right extends ShapeType, Result>(
    left: Left,
    right: Right,
    make: (one: Shapes[Left], other: Shapes[Right]) => Result,
  ) =>
  (one: string, other: string): Result =>
    make(readShape(left, one), readShape(right, other));

/** A key for each pair of types: `left op right`. */
function pair<Left extends ShapeType, Right extends ShapeType, Result>(
  left: Left,
  operator: string,
  right: Right,
  make: (one: Shapes[Left], other: Shapes[Right]) => Result,
): [string, (one: string, other: string) => Result] {
  return [`${left} ${operator} ${right}`, binary(left, right, make)];
}

/** Both orders of operands. */
function both<Left extends ShapeType, Right extends ShapeType, Result>(
  left: Left,
  operator: string,
  right: Right,
  make: (one: Shapes[Left], other: Shapes[Right]) => Result,
): [string, (one: string, other: string) => Result][] {
  return [
    pair(left, operator, right, make),
    pair(right, operator, left, (other, one) => make(one, other)),
  ];
}

/** `@>` and `<@`. */
function holds<Outer extends ShapeType, Inner extends ShapeType>(
  outer: Outer,
  inner: Inner,
  test: (outer: Shapes[Outer], inner: Shapes[Inner]) => boolean,
): [string, ShapeOperation<boolean>][] {
  return [
    pair(outer, '@>', inner, test),
    pair(inner, '<@', outer, (part, whole) => test(whole, part)),
  ];
}

/** Comparisons by a measure. */
function measured<Type extends ShapeType>(
  type: Type,
  measure: (shape: Shapes[Type]) => number,
  operators: readonly string[],
): [string, ShapeOperation<boolean>][] {
  const tests: Readonly<Record<string, (one: number, other: number) => boolean>> = {
    '=': near,
    '<>': (one, other) => !near(one, other),
    '<': less,
    '>': (one, other) => less(other, one),
    '<=': lessOrNear,
    '>=': (one, other) => lessOrNear(other, one),
  };
  return operators.map((operator) =>
    pair(
      type,
      operator,
      type,
      (one, other) => tests[operator]?.(measure(one), measure(other)) ?? false,
    ),
  );
}

const all = ['=', '<>', '<', '>', '<=', '>='];

/** Operators for the relative place of shapes, by their extents. */
function sides<Type extends ShapeType>(
  type: Type,
  reach: (shape: Shapes[Type]) => Box,
  isLess: (one: number, other: number) => boolean,
  isAtMost: (one: number, other: number) => boolean,
): [string, ShapeOperation<boolean>][] {
  const test = (operator: string, make: (one: Box, other: Box) => boolean) =>
    pair(type, operator, type, (one, other) => make(reach(one), reach(other)));
  return [
    test('<<', (one, other) => isLess(one.high.x, other.low.x)),
    test('&<', (one, other) => isAtMost(one.high.x, other.high.x)),
    test('>>', (one, other) => isLess(other.high.x, one.low.x)),
    test('&>', (one, other) => isAtMost(other.low.x, one.low.x)),
    test('<<|', (one, other) => isLess(one.high.y, other.low.y)),
    test('&<|', (one, other) => isAtMost(one.high.y, other.high.y)),
    test('|>>', (one, other) => isLess(other.high.y, one.low.y)),
    test('|&>', (one, other) => isAtMost(other.low.y, one.low.y)),
  ];
}

const exactly = {
  less: (one: number, other: number) => one < other,
  atMost: (one: number, other: number) => one <= other,
};
const reachOf = ({ center: { x, y }, radius }: Circle): Box => ({
  high: { x: x + radius, y: y + radius },
  low: { x: x - radius, y: y - radius },
});
const isUpright = ([from, to]: Shapes['lseg']) => near(from.x, to.x);
const isLevel = ([from, to]: Shapes['lseg']) => near(from.y, to.y);
const sameCircle = (one: Circle, other: Circle) =>
  (near(one.radius, other.radius) || (Number.isNaN(one.radius) && Number.isNaN(other.radius))) &&
  samePoint(one.center, other.center);
const boxCrossedBy = ({ high, low }: Box, line: Shapes['line']) => {
  const corners = [low, { x: low.x, y: high.y }, high, { x: high.x, y: low.y }, low];
  return corners
    .slice(1)
    .some((to, index) => segmentCrossingLine([corners[index] ?? to, to], line) !== undefined);
};

const pointTests: [string, ShapeOperation<boolean>][] = [
  pair('point', '~=', 'point', samePoint),
  pair('point', '<>', 'point', (one, other) => !samePoint(one, other)),
  pair('point', '<<', 'point', (one, other) => less(one.x, other.x)),
  pair('point', '>>', 'point', (one, other) => less(other.x, one.x)),
  ...['<<|', '<^'].map((operator) =>
    pair('point', operator, 'point', (one, other) => less(one.y, other.y)),
  ),
  ...['|>>', '>^'].map((operator) =>
    pair('point', operator, 'point', (one, other) => less(other.y, one.y)),
  ),
  pair('point', '?-', 'point', (one, other) => near(one.y, other.y)),
  pair('point', '?|', 'point', (one, other) => near(one.x, other.x)),
  ...holds('line', 'point', onLine),
  ...holds('lseg', 'point', onSegment),
  ...holds('box', 'point', boxHoldsPoint),
  ...holds('path', 'point', pathHoldsPoint),
  ...holds('polygon', 'point', (polygon, point) => isInside(point, polygon)),
  ...holds('circle', 'point', ({ center, radius }, point) => distance(center, point) <= radius),
];

const segmentTests: [string, ShapeOperation<boolean>][] = [
  ['?- line', unary('line', ({ a }) => near(a, 0))],
  ['?| line', unary('line', ({ b }) => near(b, 0))],
  ['?- lseg', unary('lseg', isLevel)],
  ['?| lseg', unary('lseg', isUpright)],
  pair('line', '=', 'line', sameLine),
  pair('line', '?#', 'line', (one, other) => crossing(one, other) !== undefined),
  pair('line', '?||', 'line', (one, other) => crossing(one, other) === undefined),
  pair('line', '?-|', 'line', perpendicular),
  pair('lseg', '?#', 'line', (segment, line) => segmentCrossingLine(segment, line) !== undefined),
  pair('lseg', '?#', 'lseg', (one, other) => segmentCrossing(one, other) !== undefined),
  pair('lseg', '?#', 'box', (segment, box) => boxMeetsSegment(box, segment)),
  pair('line', '?#', 'box', (line, box) => boxCrossedBy(box, line)),
  pair('lseg', '?||', 'lseg', parallel),
  pair('lseg', '?-|', 'lseg', (one, other) => near(segmentSlope(one), acrossSlope(other))),
  pair('lseg', '=', 'lseg', sameSegment),
  pair('lseg', '<>', 'lseg', (one, other) => !sameSegment(one, other)),
  pair('lseg', '<', 'lseg', isShorter),
  pair('lseg', '>', 'lseg', (one, other) => isShorter(other, one)),
  ...measured('lseg', lengthOf, ['<=', '>=']),
  ...holds('line', 'lseg', (line, segment) => segment.every((end) => onLine(line, end))),
  ...holds('box', 'lseg', (box, segment) => segment.every((end) => boxHoldsPoint(box, end))),
];

const areaTests: [string, ShapeOperation<boolean>][] = [
  pair(
    'box',
    '~=',
    'box',
    (one, other) => samePoint(one.high, other.high) && samePoint(one.low, other.low),
  ),
  pair('box', '&&', 'box', boxesMeet),
  pair('box', '?#', 'box', boxesMeet),
  pair('box', '<^', 'box', (one, other) => lessOrNear(one.high.y, other.low.y)),
  pair('box', '>^', 'box', (one, other) => lessOrNear(other.high.y, one.low.y)),
  ...holds('box', 'box', boxHolds),
  ...sides('box', (box) => box, less, lessOrNear),
  ...measured('box', boxArea, ['=', '<', '>', '<=', '>=']),
  pair('path', '?#', 'path', pathsMeet),
  ...['=', '<', '>', '<=', '>='].map((operator) =>
    pair('path', operator, 'path', (one, other) => {
      const [count, another] = [one.points.length, other.points.length];
      if (operator === '=') return count === another;
      const isOrdered = operator.startsWith('<') ? count < another : count > another;
      return isOrdered || (operator.endsWith('=') && count === another);
    }),
  ),
  ['isclosed(path)', unary('path', ({ isClosed }) => isClosed)],
  ['isopen(path)', unary('path', ({ isClosed }) => !isClosed)],
  pair('polygon', '~=', 'polygon', samePolygon),
  pair('polygon', '&&', 'polygon', polygonsMeet),
  ...holds('polygon', 'polygon', polygonHolds),
  ...sides('polygon', boxAround, exactly.less, exactly.atMost),
  pair('circle', '~=', 'circle', sameCircle),
  pair('circle', '&&', 'circle', (one, other) =>
    lessOrNear(distance(one.center, other.center), one.radius + other.radius),
  ),
  ...holds('circle', 'circle', (outer, inner) =>
    lessOrNear(distance(outer.center, inner.center), outer.radius - inner.radius),
  ),
  ...sides('circle', reachOf, less, lessOrNear),
  ...measured('circle', circleArea, all),
];

/** Tests, by `left op right` and `function(type)`. */
export const shapeTests: ReadonlyMap<string, ShapeOperation<boolean>> = new Map([
  ...pointTests,
  ...segmentTests,
  ...areaTests,
]);

const positive = (value: number) => (value < 0 ? 0 : value);

/** Operations on shapes with a number as result, in double precision. */
export const shapeNumbers: ReadonlyMap<string, ShapeOperation<number>> = new Map<
  string,
  ShapeOperation<number>
>([
  pair('point', '<->', 'point', distance),
  pair('line', '<->', 'line', lineDistance),
  pair('lseg', '<->', 'lseg', (one, other) => nearestOfSegments(one, other).distance),
  pair('box', '<->', 'box', (one, other) => distance(boxCenter(one), boxCenter(other))),
  pair('path', '<->', 'path', pathDistance),
  pair('polygon', '<->', 'polygon', polygonDistance),
  pair('circle', '<->', 'circle', (one, other) =>
    positive(distance(one.center, other.center) - (one.radius + other.radius)),
  ),
  ...both('point', '<->', 'line', (point, line) => nearestOfLine(line, point).distance),
  ...both('point', '<->', 'lseg', (point, lseg) => nearestOfSegment(lseg, point).distance),
  ...both('point', '<->', 'box', (point, box) => nearestOfBox(box, point).distance),
  ...both('point', '<->', 'path', (point, path) => distanceToPath(path, point)),
  ...both('point', '<->', 'polygon', (point, polygon) => distanceToPolygon(polygon, point)),
  ...both('point', '<->', 'circle', (point, { center, radius }) =>
    positive(distance(point, center) - radius),
  ),
  ...both('lseg', '<->', 'line', (segment, line) => nearestToLine(segment, line).distance),
  ...both('lseg', '<->', 'box', (segment, box) => nearestOfBoxToSegment(box, segment).distance),
  ...both('circle', '<->', 'polygon', ({ center, radius }, polygon) =>
    positive(distanceToPolygon(polygon, center) - radius),
  ),
  ['@-@ lseg', unary('lseg', lengthOf)],
  ['@-@ path', unary('path', pathLength)],
  ['area(box)', unary('box', boxArea)],
  ['area(path)', unary('path', pathArea)],
  ['area(circle)', unary('circle', circleArea)],
  ['diameter(circle)', unary('circle', ({ radius }) => inRange(radius * 2, radius))],
  ['radius(circle)', unary('circle', ({ radius }) => radius)],
  ['height(box)', unary('box', ({ high, low }) => high.y - low.y)],
  ['width(box)', unary('box', ({ high, low }) => high.x - low.x)],
  ['slope(point,point)', binary('point', 'point', slope)],
  ['# path', unary('path', ({ points }) => points.length)],
  ['# polygon', unary('polygon', (points) => points.length)],
]);

/** Operations on a shape and a point, for each shape that can be moved and turned. */
function moved(
  operator: string,
  move: (one: Point, by: Point) => Point,
  grow: (radius: number, by: Point) => number,
): [string, ShapeOperation<string>][] {
  return [
    pair('point', operator, 'point', (one, by) => showShape('point', move(one, by))),
    pair('box', operator, 'point', ({ high, low }, by) =>
      showShape('box', boxOf(move(high, by), move(low, by))),
    ),
    pair('path', operator, 'point', ({ points, isClosed }, by) =>
      showShape('path', { points: points.map((point) => move(point, by)), isClosed }),
    ),
    pair('circle', operator, 'point', ({ center, radius }, by) =>
      showShape('circle', { center: move(center, by), radius: grow(radius, by) }),
    ),
  ];
}

const same = (radius: number) => radius;
const found = (point: Point | undefined) =>
  point === undefined || Number.isNaN(point.x) || Number.isNaN(point.y)
    ? null
    : showShape('point', point);
const foundAt = ({ point }: Nearest) => found(point);
const point = (value: Point) => showShape('point', value);

const places: [string, ShapeOperation<string>][] = [
  ['@@ lseg', unary('lseg', ([from, to]) => point(middle(from, to)))],
  ['@@ box', unary('box', (box) => point(boxCenter(box)))],
  ['@@ polygon', unary('polygon', (polygon) => point(circleAround(polygon).center))],
  ['@@ circle', unary('circle', ({ center }) => point(center))],
  pair('lseg', '#', 'lseg', (one, other) => found(segmentCrossing(one, other))),
  pair('line', '#', 'line', (one, other) => found(crossing(one, other))),
  pair('point', '##', 'line', (place, line) => foundAt(nearestOfLine(line, place))),
  pair('point', '##', 'lseg', (place, lseg) => foundAt(nearestOfSegment(lseg, place))),
  pair('point', '##', 'box', (place, box) => foundAt(nearestOfBox(box, place))),
  pair('lseg', '##', 'box', (segment, box) => foundAt(nearestOfBoxToSegment(box, segment))),
  pair('lseg', '##', 'lseg', (one, other) =>
    segmentSlope(one) === segmentSlope(other) ? null : foundAt(nearestOfSegments(other, one)),
  ),
  pair('line', '##', 'lseg', (line, segment) =>
    segmentSlope(segment) === slopeOfLine(line) ? null : foundAt(nearestToLine(segment, line)),
  ),
];

/** Operations on shapes with a shape as result. */
export const shapeTexts: ReadonlyMap<string, ShapeOperation<string>> = new Map<
  string,
  ShapeOperation<string>
>([
  ...places,
  ...moved('+', plus, same),
  ...moved('-', minus, same),
  ...moved('*', times, (radius, { x, y }) => radius * hypotenuse(x, y)),
  ...moved('/', over, (radius, { x, y }) => radius / hypotenuse(x, y)),
  pair('path', '+', 'path', (one, other) =>
    one.isClosed || other.isClosed
      ? null
      : showShape('path', { points: [...one.points, ...other.points], isClosed: false }),
  ),
  pair('box', '#', 'box', (one, other) =>
    boxesMeet(one, other) ? showShape('box', commonBox(one, other)) : null,
  ),
  [
    'bound_box(box,box)',
    binary('box', 'box', (one, other) =>
      showShape('box', boxAround([one.high, one.low, other.high, other.low])),
    ),
  ],
  ['diagonal(box)', unary('box', ({ high, low }) => showShape('lseg', [high, low]))],
  ['pclose(path)', unary('path', ({ points }) => showShape('path', { points, isClosed: true }))],
  ['popen(path)', unary('path', ({ points }) => showShape('path', { points, isClosed: false }))],
  ['box(circle)', unary('circle', (circle) => showShape('box', boxInCircle(circle)))],
  ['box(point)', unary('point', (place) => showShape('box', { high: place, low: place }))],
  ['box(point,point)', binary('point', 'point', (a, b) => showShape('box', boxOf(a, b)))],
  ['box(polygon)', unary('polygon', (polygon) => showShape('box', boxAround(polygon)))],
  [
    'circle(box)',
    unary('box', (box) => {
      const center = boxCenter(box);
      return showShape('circle', { center, radius: distance(center, box.high) });
    }),
  ],
  ['circle(polygon)', unary('polygon', (polygon) => showShape('circle', circleAround(polygon)))],
  ['line(point,point)', binary('point', 'point', lineOfPoints)],
  ['lseg(point,point)', binary('point', 'point', (a, b) => showShape('lseg', [a, b]))],
  ['path(polygon)', unary('polygon', (points) => showShape('path', { points, isClosed: true }))],
  [
    'polygon(box)',
    unary('box', ({ high, low }) =>
      showShape('polygon', [low, { x: low.x, y: high.y }, high, { x: high.x, y: low.y }]),
    ),
  ],
  [
    'polygon(path)',
    unary('path', ({ points, isClosed }) =>
      isClosed
        ? showShape('polygon', points)
        : sqlError('22023', 'open path cannot be converted to polygon'),
    ),
  ],
]);

function lineOfPoints(one: Point, other: Point): string {
  if (samePoint(one, other))
    return sqlError('22023', 'invalid line specification: must be two distinct points');
  return showShape('line', lineThrough(one, other));
}
