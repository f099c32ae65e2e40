import type { DuckdbType } from '../types/duckdb-type.ts';
import { noValue } from './type-merge.ts';

/**
 * The types with other types at their leaves. Leaves are the parts with a column of their own in a
 * Parquet file, listed depth first. `change` receives the number of the leaf. Null where the types
 * do not have `count` leaves: the file then has a type with more leaves.
 */
export function withLeaves(
  types: readonly DuckdbType[],
  count: number,
  change: (leaf: DuckdbType, index: number) => DuckdbType,
): DuckdbType[] | null {
  let next = 0;
  const walk = (type: DuckdbType): DuckdbType => {
    switch (type.kind) {
      case 'list':
      case 'array':
        return { ...type, element: walk(type.element) };
      case 'map': {
        const key = walk(type.key);
        return { ...type, key, value: walk(type.value) };
      }
      case 'struct':
        return {
          ...type,
          fields: type.fields.map((field) => ({ ...field, type: walk(field.type) })),
        };
      default:
        return change(type, next++);
    }
  };
  const changed = types.map(walk);
  return next === count ? changed : null;
}

/** The types of a file's columns, with NULL for each leaf without a type in the file. */
export function markUntyped(
  types: readonly DuckdbType[],
  isUntyped: readonly boolean[],
): readonly DuckdbType[] {
  if (!isUntyped.includes(true)) return types;
  const mark = (leaf: DuckdbType, index: number) => (isUntyped[index] ? noValue : leaf);
  return withLeaves(types, isUntyped.length, mark) ?? types;
}
