/** Values of vectors as SQL sees them: lists of finite numbers. */
import { quoteLiteral } from '../../kernel/quoting.ts';
import { raisedConflict } from './map-ingest-error.ts';

export type VectorType = 'FLOAT[]' | 'DOUBLE[]';

export const isVectorType = (type: string): type is VectorType =>
  type === 'FLOAT[]' || type === 'DOUBLE[]';

/** A condition that holds of a text that is no vector; `type` may have a length: `FLOAT[3]`. */
export function isNoVector(value: string, type: string): string {
  const vector = `TRY_CAST(${value} AS ${type})`;
  const open = `${vector}::${type.replace(/\[\d*\]$/, '[]')}`;
  return `(${vector} IS NULL OR len(list_filter(${open}, lambda x: x IS NULL OR NOT isfinite(x))) > 0)`;
}

/** The vector that a text holds; the load ends at a text that is none (409). */
export function textAsVector(value: string, name: string, type: VectorType): string {
  const before = quoteLiteral(`${raisedConflict}Column '${name}' holds vectors (${type}), and '`);
  const after = quoteLiteral("' in the file is none: a text such as [1.5,2] of finite numbers is");
  return (
    `CASE WHEN ${value} IS NOT NULL AND ${isNoVector(value, type)} ` +
    `THEN error(${before} || left(${value}, 60) || ${after}) ELSE CAST(${value} AS ${type}) END`
  );
}

/** Whole numbers of JSON as a vector; one that the vector's numbers would change is 409. */
export function wholeAsVector(value: string, name: string, type: VectorType): string {
  const largest = type === 'FLOAT[]' ? 2 ** 24 : 2 ** 53;
  const message = quoteLiteral(
    `${raisedConflict}Column '${name}' is ${type}, and the file has a whole number beyond ${largest} in it, which that would change; load it with mode 'replace'`,
  );
  return (
    `CASE WHEN len(list_filter(${value}, lambda x: abs(CAST(x AS HUGEINT)) > ${largest})) > 0 ` +
    `THEN error(${message}) ELSE CAST(${value} AS ${type}) END`
  );
}
