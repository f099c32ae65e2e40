import type { DuckdbType } from '../types/duckdb-type.ts';
import { noValue, wholeWithinDouble } from './type-merge.ts';

/** Statistics about the values of a column, or of a part of a column. */
export interface ColumnValues {
  /** All values are null. */
  readonly isEmpty: boolean;
  readonly bounds?: { readonly min: bigint; readonly max: bigint };
  /** The most digits before the point of any value. */
  readonly wholeDigits?: number;
}

const largestExactDouble = 2n ** 53n;

/** The type that the values of a leaf need, or the leaf's own type without statistics. */
export function seenLeaf(leaf: DuckdbType, values: ColumnValues | undefined): DuckdbType {
  if (values === undefined) return leaf;
  if (values.isEmpty) return noValue;
  if (leaf.kind === 'decimal') {
    const { wholeDigits = leaf.precision } = values;
    return { ...leaf, precision: Math.min(leaf.precision, wholeDigits + leaf.scale) };
  }
  if (leaf.kind !== 'scalar' || !/^U?BIGINT$/.test(leaf.name) || !values.bounds) return leaf;
  const { min, max } = values.bounds;
  return min >= -largestExactDouble && max <= largestExactDouble ? wholeWithinDouble : leaf;
}
