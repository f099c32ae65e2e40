import { sqlError } from '../../../kernel/sql-error.ts';
import { doubleText } from '../float-text.ts';

/** Shapes in the plane, as in PostgreSQL's geometric types. Texts are in PostgreSQL's spelling. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line segment. */
export type Segment = readonly [from: Point, to: Point];

/** `ax + by + c = 0`. */
export interface Line {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export interface Box {
  readonly high: Point;
  readonly low: Point;
}

export interface Path {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

export type Polygon = readonly Point[];

export interface Circle {
  readonly center: Point;
  readonly radius: number;
}

/** The shape of each type, by the type's name. */
export interface Shapes {
  readonly point: Point;
  readonly lseg: Segment;
  readonly line: Line;
  readonly box: Box;
  readonly path: Path;
  readonly polygon: Polygon;
  readonly circle: Circle;
}

export type ShapeType = keyof Shapes;

export const shapeTypes = [
  'point',
  'lseg',
  'line',
  'box',
  'path',
  'polygon',
  'circle',
] as const satisfies readonly ShapeType[];

/** The corners' order does not matter. */
export const boxOf = (one: Point, other: Point): Box => ({
  high: { x: larger(one.x, other.x), y: larger(one.y, other.y) },
  low: { x: smaller(one.x, other.x), y: smaller(one.y, other.y) },
});

/** NaN is the largest of all, as everywhere in PostgreSQL. */
const isAbove = (one: number, other: number) =>
  Number.isNaN(one) ? !Number.isNaN(other) : one > other;
const larger = (one: number, other: number) => (isAbove(one, other) ? one : other);
const smaller = (one: number, other: number) => (isAbove(one, other) ? other : one);

const showPoint = ({ x, y }: Point) => `(${doubleText(x)},${doubleText(y)})`;
const showPoints = (points: readonly Point[]) => points.map(showPoint).join(',');

const shown: { readonly [Type in ShapeType]: (shape: Shapes[Type]) => string } = {
  point: showPoint,
  lseg: (segment) => `[${showPoints(segment)}]`,
  line: ({ a, b, c }) => `{${[a, b, c].map(doubleText).join(',')}}`,
  box: ({ high, low }) => showPoints([high, low]),
  path: ({ points, isClosed }) =>
    isClosed ? `(${showPoints(points)})` : `[${showPoints(points)}]`,
  polygon: (points) => `(${showPoints(points)})`,
  circle: ({ center, radius }) => `<${showPoint(center)},${doubleText(radius)}>`,
};

export const showShape = <Type extends ShapeType>(type: Type, shape: Shapes[Type]): string =>
  shown[type](shape);

const numberForm = /^\s*([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan))\s*/i;

/** The rest of a text during reading from left to right. A step that does not fit raises. */
class Reading {
  readonly #type: ShapeType;
  readonly #text: string;
  #rest: string;

  constructor(type: ShapeType, text: string) {
    this.#type = type;
    this.#text = text;
    this.#rest = text.trimStart();
  }

  fail(): never {
    return sqlError('22P02', `invalid input syntax for type ${this.#type}: "${this.#text}"`);
  }

  /** Consumes the next character where it is one of `characters`. */
  takes(characters: string): string | undefined {
    const [first] = this.#rest;
    if (first === undefined || !characters.includes(first)) return undefined;
    this.#rest = this.#rest.slice(1).trimStart();
    return first;
  }

  expect(character: string): void {
    if (this.takes(character) === undefined) this.fail();
  }

  /** True where two `(` come next. */
  hasTwo(): boolean {
    return /^\(\s*\(/.test(this.#rest);
  }

  number(): number {
    const [whole, digits = ''] = numberForm.exec(this.#rest) ?? this.fail();
    this.#rest = this.#rest.slice(whole.length);
    const word = digits.toLowerCase().replace(/^[+-]/, '');
    const sign = digits.startsWith('-') ? -1 : 1;
    if (word === 'nan') return Number.NaN;
    if (word.startsWith('inf')) return sign * Number.POSITIVE_INFINITY;
    const value = Number(digits);
    if (!Number.isFinite(value) || (value === 0 && /[1-9]/.test(word.replace(/e.*/, ''))))
      return sqlError('22003', `"${digits}" is out of range for type double precision`);
    return value;
  }

  /** `(x,y)` or `x,y`. */
  point(): Point {
    const isEnclosed = this.takes('(') !== undefined;
    const x = this.number();
    this.expect(',');
    const y = this.number();
    if (isEnclosed) this.expect(')');
    return { x, y };
  }

  points(): readonly Point[] {
    const points = [this.point()];
    while (this.takes(',') !== undefined) points.push(this.point());
    return points;
  }

  end(): void {
    if (this.#rest !== '') this.fail();
  }
}

/** Reads points in `(...)` or without brackets. Where open paths are allowed, also in `[...]`. */
function readPoints(reading: Reading, mayBeOpen: boolean): Path {
  const isOpen = mayBeOpen && reading.takes('[') !== undefined;
  const isEnclosed = !isOpen && reading.hasTwo() && reading.takes('(') !== undefined;
  const points = reading.points();
  if (isOpen) reading.expect(']');
  if (isEnclosed) reading.expect(')');
  reading.end();
  return { points, isClosed: !isOpen };
}

/** `(x,y,x,y)` is also valid for a path or a polygon. */
function readMany(type: 'path' | 'polygon', text: string): Path {
  const flat = /^\s*\(([^()]*)\)\s*$/.exec(text)?.[1];
  const isFlat = flat !== undefined && flat.split(',').length > 2;
  return readPoints(new Reading(type, isFlat ? flat : text), type === 'path');
}

function twoPoints(type: ShapeType, text: string, mayBeOpen: boolean): Segment {
  const reading = new Reading(type, text);
  const { points } = readPoints(reading, mayBeOpen);
  const [from, to] = points;
  if (from === undefined || to === undefined || points.length !== 2) return reading.fail();
  return [from, to];
}

function readCircle(text: string): Circle {
  const reading = new Reading('circle', text);
  const end =
    reading.takes('<') !== undefined
      ? '>'
      : reading.hasTwo() && reading.takes('(') !== undefined
        ? ')'
        : '';
  const center = reading.point();
  reading.expect(',');
  const radius = reading.number();
  if (radius < 0) reading.fail();
  if (end !== '') reading.expect(end);
  reading.end();
  return { center, radius };
}

const readers: { readonly [Type in ShapeType]: (text: string) => Shapes[Type] } = {
  point: (text) => {
    const reading = new Reading('point', text);
    const point = reading.point();
    reading.end();
    return point;
  },
  lseg: (text) => twoPoints('lseg', text, true),
  line: (text) => readLine(text),
  box: (text) => boxOf(...twoPoints('box', text, false)),
  path: (text) => readMany('path', text),
  polygon: (text) => readMany('polygon', text).points,
  circle: readCircle,
};

/** Reads `{a,b,c}`, or two points on the line. */
function readLine(text: string): Line {
  const reading = new Reading('line', text);
  if (reading.takes('{') === undefined) {
    const [from, to] = twoPoints('line', text, true);
    if (near(from.x, to.x) && near(from.y, to.y))
      return sqlError('22P02', 'invalid line specification: must be two distinct points');
    return lineThrough(from, to);
  }
  const a = reading.number();
  reading.expect(',');
  const b = reading.number();
  reading.expect(',');
  const c = reading.number();
  reading.expect('}');
  reading.end();
  if (near(a, 0) && near(b, 0))
    return sqlError('22P02', 'invalid line specification: A and B cannot both be zero');
  return { a, b, c };
}

/** Raises 22P02 for any text outside the type. */
export const readShape = <Type extends ShapeType>(type: Type, text: string): Shapes[Type] =>
  readers[type](text);

/** PostgreSQL's geometry takes numbers within the tolerance as equal. */
const tolerance = 1e-6;

export const near = (one: number, other: number) =>
  one === other || Math.abs(one - other) <= tolerance;
export const less = (one: number, other: number) => other - one > tolerance;
export const lessOrNear = (one: number, other: number) => one - other <= tolerance;

export const samePoint = (one: Point, other: Point): boolean =>
  [one.x, one.y, other.x, other.y].some(Number.isNaN)
    ? Object.is(one.x, other.x) && Object.is(one.y, other.y)
    : near(one.x, other.x) && near(one.y, other.y);

/** The slope from one point to another; infinite for a vertical slope. */
export function slope(one: Point, other: Point): number {
  if (near(one.x, other.x)) return Number.POSITIVE_INFINITY;
  if (near(one.y, other.y)) return 0;
  return (one.y - other.y) / (one.x - other.x);
}

/** A zero in a line is never negative. */
export const unsigned = (value: number) => (value === 0 ? 0 : value);

export function lineAt(point: Point, rise: number): Line {
  if (!Number.isFinite(rise) && !Number.isNaN(rise)) return { a: -1, b: 0, c: point.x };
  if (rise === 0) return { a: 0, b: -1, c: point.y };
  return { a: rise, b: -1, c: unsigned(point.y - rise * point.x) };
}

export const lineThrough = (one: Point, other: Point): Line => lineAt(one, slope(one, other));
