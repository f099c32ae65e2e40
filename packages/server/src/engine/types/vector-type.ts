/**
 * Types of columns of vectors: lists of FLOAT or DOUBLE, of a length of their own each, or all of
 * that of the column (`FLOAT[3]`). In files and in the worker both are lists, since DuckDB (1.5.6)
 * has no CASE of its arrays, and takes a UNION ALL with a list for one of arrays.
 */

/** `FLOAT[]`, `DOUBLE[384]`. */
export interface VectorType {
  readonly element: 'FLOAT' | 'DOUBLE';
  readonly length: number | null;
}

const vectors = /^(FLOAT|DOUBLE)\[(\d*)\]$/;

/** Undefined of a type that is no vector's. */
export function vectorType(type: string): VectorType | undefined {
  const [, element, length] = vectors.exec(type) ?? [];
  if (element === undefined) return undefined;
  return {
    element: element === 'FLOAT' ? 'FLOAT' : 'DOUBLE',
    length: length ? Number(length) : null,
  };
}

/** The type that the values of a column have in files: without the length of vectors. */
export const heldType = (type: string) => type.replace(vectors, '$1[]');
