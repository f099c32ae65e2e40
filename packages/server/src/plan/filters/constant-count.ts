import { isFields } from '../fields.ts';

/** A limit that is written out, in whatever casts. */
export function constant(node: unknown): number | undefined {
  if (!isFields(node)) return undefined;
  if (node.class === 'CAST') return constant(node.child);
  if (node.class !== 'CONSTANT' || !isFields(node.value)) return undefined;
  const { value } = node.value;
  const count = typeof value === 'number' ? value : Number.NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** HotSQL adds it to a floating point number that it orders by: -0 and 0 are equal. */
export const isZero = (node: unknown) =>
  isFields(node) && node.class === 'CONSTANT' && isFields(node.value) && node.value.value === 0;
