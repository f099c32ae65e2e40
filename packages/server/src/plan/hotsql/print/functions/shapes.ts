/** Shapes in the plane are represented as PostgreSQL's text, and computed in TypeScript. */
import { operatorsNamed, type Signature } from '../../resolve/catalog/postgres-catalog.ts';
import { isShape } from '../../resolve/type.ts';
import { type Implementation, type Implementations, operatorKey } from '../implementation.ts';

/** The call of an operation by its key, with the result type of PostgreSQL's catalog. */
function operation(key: string, count: number, result: string): Implementation {
  const operands = count === 1 ? "$1, ''" : '$1, $2';
  if (result === 'bool') return `hotsql_shape_test('${key}', ${operands})`;
  if (result === 'float8') return `hotsql_shape_number('${key}', ${operands})`;
  if (result === 'int4') return `CAST(hotsql_shape_number('${key}', ${operands}) AS INTEGER)`;
  return `hotsql_shape_text('${key}', ${operands})`;
}

const symbols =
  '+ - * / # ## @@ @-@ <-> @> <@ && << >> &< &> <<| |>> &<| |&> <^ >^ ?# ?- ?| ?-| ?|| ~= = <> < > <= >=';

const isOfShapes = ({ args }: Signature) => args.every(isShape);

/** Every operator whose operands are all shapes. */
export const shapeOperators: Implementations<Implementation> = Object.fromEntries(
  symbols.split(' ').flatMap((symbol) =>
    operatorsNamed(symbol)
      .filter(isOfShapes)
      .map(({ args, result }) => {
        const key = operatorKey(symbol, args);
        return [key, operation(key, args.length, result)];
      }),
  ),
);

/** Functions with an operation of the same name, by result type. */
const named: Readonly<Record<string, string>> = {
  bool: 'isclosed(path) isopen(path)',
  float8:
    'area(box) area(path) area(circle) diameter(circle) radius(circle) height(box) width(box) slope(point,point)',
  text: `bound_box(box,box) diagonal(box) pclose(path) popen(path) box(circle) box(point) box(point,point) box(polygon)
    circle(box) circle(polygon) line(point,point) lseg(point,point) path(polygon) polygon(box) polygon(path)`,
};

/** Functions with another name for an operator. */
const aliases: readonly (readonly [key: string, operator: string])[] = [
  ...['box', 'circle'].map((type) => [`center(${type})`, `@@ ${type}`] as const),
  ...['box', 'circle', 'lseg', 'polygon'].map((type) => [`point(${type})`, `@@ ${type}`] as const),
  ['lseg(box)', 'diagonal(box)'],
  ...['lseg', 'path'].map((type) => [`length(${type})`, `@-@ ${type}`] as const),
  ...['path', 'polygon'].map((type) => [`npoints(${type})`, `# ${type}`] as const),
  ...['line', 'lseg'].flatMap((type) => [
    [`isparallel(${type},${type})`, `${type} ?|| ${type}`] as const,
    [`isperp(${type},${type})`, `${type} ?-| ${type}`] as const,
    [`isvertical(${type})`, `?| ${type}`] as const,
    [`ishorizontal(${type})`, `?- ${type}`] as const,
  ]),
  ['isvertical(point,point)', 'point ?| point'],
  ['ishorizontal(point,point)', 'point ?- point'],
];

const namedFunctions: Implementations<Implementation> = Object.fromEntries(
  Object.entries(named).flatMap(([result, keys]) =>
    keys.split(/\s+/).map((key) => [key, operation(key, key.includes(',') ? 2 : 1, result)]),
  ),
);

/** Maximum corners of a polygon made from a circle: a million of them are 40 MB of text. */
const mostCorners = 1_000_000;

/** A circle as a polygon with the given number of corners. */
function polygonOf(count: string, circle: string): string {
  const corners = `CASE WHEN ${count} > ${mostCorners} THEN error('[54000] too many points requested') ELSE ${count} END`;
  const each = (name: string) =>
    `list_transform(range(${corners}), lambda "i": ${name}(2 * pi() / ${count} * "i"))`;
  return `hotsql_polygon_of(${circle}, ${each('cos')}, ${each('sin')})`;
}

/** The cast between two shapes, as a template of `$`. */
export function shapeCast(source: string, target: string): string {
  if (source === 'circle' && target === 'polygon') return polygonOf('12', '$');
  const name =
    target === 'point'
      ? `@@ ${source}`
      : target === 'lseg'
        ? 'diagonal(box)'
        : `${target}(${source})`;
  return `hotsql_shape_text('${name}', $, '')`;
}

export const shapeFunctions: Implementations<Implementation> = {
  ...namedFunctions,
  ...Object.fromEntries(
    aliases.flatMap(([key, operator]) => {
      const implementation = shapeOperators[operator] ?? namedFunctions[operator];
      return implementation === undefined ? [] : [[key, implementation]];
    }),
  ),
  'point(float8,float8)': 'hotsql_point_of($1, $2)',
  'circle(point,float8)': 'hotsql_circle_of($1, $2)',
  'polygon(circle)': polygonOf('12', '$1'),
  'polygon(int4,circle)': polygonOf('$1', '$2'),
};
