/**
 * Types of vector columns: lists of FLOAT or DOUBLE, each of its own length or all of the column's
 * length (`FLOAT[3]`). In files and in the worker both are lists. DuckDB (1.5.6) has no CASE of
 * arrays, and takes a UNION ALL of an array and a list as an array.
 */

/** `FLOAT[]`, `DOUBLE[384]`. */
export interface VectorType {
  readonly element: 'FLOAT' | 'DOUBLE';
  readonly length: number | null;
}

const vectors = /^(FLOAT|DOUBLE)\[(\d*)\]$/;

/** Undefined for a type other than a vector's. */
export function vectorType(type: string): VectorType | undefined {
  const [, element, length] = vectors.exec(type) ?? [];
  if (element === undefined) return undefined;
  return {
    element: element === 'FLOAT' ? 'FLOAT' : 'DOUBLE',
    length: length ? Number(length) : null,
  };
}

/** The type of a column's values in files: without the length of vectors. */
export const heldType = (type: string) => type.replace(vectors, '$1[]');
