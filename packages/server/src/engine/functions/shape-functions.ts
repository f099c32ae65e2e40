import { boolean, double, integer, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { polygonOfCircle } from './geometry/areas.ts';
import {
  type ShapeOperation,
  shapeNumbers,
  shapeTests,
  shapeTexts,
} from './geometry/shape-operators.ts';
import { readShape, type ShapeType, showShape } from './geometry/shapes.ts';

/** The operation with the name. Printed calls only use existing names. */
function operationOf<Result>(
  operations: ReadonlyMap<string, ShapeOperation<Result>>,
  name: string,
): ShapeOperation<Result> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`there is no operation '${name}' of shapes`);
  return operation;
}

/** A number of a point or line, by its index from 0. */
function coordinate(type: string, shape: string, index: number): number | null {
  if (type === 'line') {
    const { a, b, c } = readShape('line', shape);
    return [a, b, c][index] ?? null;
  }
  const { x, y } = readShape('point', shape);
  return [x, y][index] ?? null;
}

/**
 * A corner of a box (the upper right corner first), or an end of a segment, by its index from 0.
 */
function corner(type: string, shape: string, index: number): string | null {
  const corners =
    type === 'lseg' ? readShape('lseg', shape) : Object.values(readShape('box', shape));
  const point = corners[index];
  return point === undefined ? null : showShape('point', point);
}

/**
 * Points, lines, segments, boxes, paths, polygons and circles, represented by PostgreSQL's texts.
 */
export const shapeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_shape_in', [text, text], text, (type, value) =>
    showShape(type as ShapeType, readShape(type as ShapeType, value)),
  ),
  strictFunction('hotsql_shape_test', [text, text, text], boolean, (name, one, other) =>
    operationOf(shapeTests, name)(one, other),
  ),
  strictFunction('hotsql_shape_number', [text, text, text], double, (name, one, other) =>
    operationOf(shapeNumbers, name)(one, other),
  ),
  strictFunction('hotsql_shape_text', [text, text, text], text, (name, one, other) =>
    operationOf(shapeTexts, name)(one, other),
  ),
  strictFunction('hotsql_shape_coordinate', [text, text, integer], double, coordinate),
  strictFunction('hotsql_shape_corner', [text, text, integer], text, corner),
  strictFunction('hotsql_point_of', [double, double], text, (x, y) => showShape('point', { x, y })),
  strictFunction('hotsql_circle_of', [text, double], text, (center, radius) =>
    showShape('circle', { center: readShape('point', center), radius }),
  ),
  strictFunction(
    'hotsql_polygon_of',
    [text, list(double), list(double)],
    text,
    (circle, cosines, sines) =>
      showShape('polygon', polygonOfCircle(readShape('circle', circle), cosines, sines)),
  ),
];
