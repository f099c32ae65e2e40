/** Distances of vectors for the rare cases in which DuckDB's single pass goes wrong. */
import { double, list } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

type Vector = readonly (number | null)[];

const largest = (vector: Vector) =>
  vector.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);

/**
 * One minus the cosine of the angle between two vectors of equal length. NaN where a vector has no
 * direction (zero length, or a NaN). Each vector is first scaled by its largest number, so no
 * square overflows or vanishes.
 */
export function cosineDistance(a: Vector, b: Vector): number {
  const [scaleA, scaleB] = [largest(a), largest(b)];
  let [dot, squareA, squareB] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [(a[index] ?? 0) / scaleA, (b[index] ?? 0) / scaleB];
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const distance = 1 - dot / (Math.sqrt(squareA) * Math.sqrt(squareB));
  return Number.isNaN(distance) ? Number.NaN : Math.min(Math.max(distance, 0), 2);
}

export const vectorFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_cosine_distance', [list(double), list(double)], double, cosineDistance),
];
