import { isFields } from '../fields.ts';

/** A literal limit, inside any casts. */
export function constant(node: unknown): number | undefined {
  if (!isFields(node)) return undefined;
  if (node.class === 'CAST') return constant(node.child);
  if (node.class !== 'CONSTANT' || !isFields(node.value)) return undefined;
  const { value } = node.value;
  const count = typeof value === 'number' ? value : Number.NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** HotSQL adds zero to a floating point sort key, so that -0 equals 0. */
export const isZero = (node: unknown) =>
  isFields(node) && node.class === 'CONSTANT' && isFields(node.value) && node.value.value === 0;
