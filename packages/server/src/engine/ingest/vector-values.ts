/** Values of files as vectors. */
import { quoteLiteral } from '../../kernel/quoting.ts';
import { heldType, vectorType } from '../types/vector-type.ts';
import { raisedConflict } from './map-ingest-error.ts';

/** The form in which the file gives a vector. */
export type VectorReading = 'text' | 'whole' | 'list';

/**
 * A condition that is true for a text that is not a vector. `type` may have a length: `FLOAT[3]`.
 */
export function isNoVector(value: string, type: string): string {
  const vector = `TRY_CAST(${value} AS ${type})`;
  return `(${vector} IS NULL OR len(list_filter(${vector}::${heldType(type)}, lambda x: x IS NULL OR NOT isfinite(x))) > 0)`;
}

interface Fault {
  /** True for a value that the column cannot store. */
  readonly condition: string;
  /** The error message, as SQL. */
  readonly message: string;
}

/** The possible faults of a file's value, each with a message. */
export function vectorFaults(
  value: string,
  name: string,
  type: string,
  reading: VectorReading,
): readonly Fault[] {
  const { element, length } = vectorType(type) ?? { element: 'FLOAT', length: null };
  const faults: Fault[] = [];
  if (reading === 'text') {
    const before = quoteLiteral(`Column '${name}' holds vectors (${type}), and '`);
    const after = quoteLiteral(
      "' in the file is none: a text such as [1.5,2] of finite numbers is",
    );
    const condition = `${value} IS NOT NULL AND ${isNoVector(value, type)}`;
    return [{ condition, message: `${before} || left(${value}, 60) || ${after}` }];
  }
  if (reading === 'whole') {
    const largest = element === 'FLOAT' ? 2 ** 24 : 2 ** 53;
    faults.push({
      condition: `len(list_filter(${value}, lambda x: abs(CAST(x AS HUGEINT)) > ${largest})) > 0`,
      message: quoteLiteral(
        `Column '${name}' is ${type}, and the file has a whole number beyond ${largest} in it, which that would change; load it with mode 'replace'`,
      ),
    });
  }
  if (length !== null) {
    const before = quoteLiteral(
      `Column '${name}' is ${type}, of ${length} numbers each, and the file has a vector of `,
    );
    faults.push({
      condition: `len(${value}) <> ${length}`,
      message: `${before} || len(${value})`,
    });
  }
  return faults;
}

/** The vector of a value, as a list. A vector that cannot be stored ends the load (409). */
export function asVector(
  value: string,
  name: string,
  type: string,
  reading: VectorReading,
): string {
  const vector = `CAST(${value} AS ${heldType(type)})`;
  const faults = vectorFaults(value, name, type, reading);
  if (faults.length === 0) return vector;
  const whens = faults.map(
    ({ condition, message }) =>
      `WHEN ${condition} THEN error(${quoteLiteral(raisedConflict + vectorMark)} || ${message})`,
  );
  return `CASE ${whens.join(' ')} ELSE ${vector} END`;
}

/** Begins the sentence about a vector, until the row is known. */
export const vectorMark = 'quern vector: ';
