import { type Fields, isFields } from '../fields.ts';
import { elementType, isFloating, withoutCasts } from './without-casts.ts';

/** A literal vector, inside casts that preserve the numbers; undefined for any other expression. */
export function constantVector(expression: unknown): readonly number[] | undefined {
  const node = withoutCasts(expression);
  if (!isFields(node)) return undefined;
  if (node.class === 'CAST') {
    const type = elementType(node.cast_type);
    const numbers = type && constantVector(node.child);
    return numbers?.every((number) => holds(type, number)) ? numbers : undefined;
  }
  if (node.class === 'CONSTANT') return vectorOfText(constantOf(node));
  const isList = node.class === 'FUNCTION' && /^(?:list|array)_value$/.test(nameOf(node));
  if (!isList || !Array.isArray(node.children) || node.children.length === 0) return undefined;
  const numbers = node.children.map(numberOf);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

const nameOf = (node: Fields) => String(node.function_name);

/** `[1, 2]`, as texts become lists. */
function vectorOfText(value: unknown): readonly number[] | undefined {
  const inner = typeof value === 'string' ? /^\s*\[([^[\]]+)\]\s*$/.exec(value)?.[1] : undefined;
  const numbers = inner?.split(',').map(numberOfText);
  return numbers?.every(Number.isFinite) ? numbers : undefined;
}

const numberOfText = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/** NaN for anything but a literal number. */
function numberOf(node: unknown): number {
  if (!isFields(node)) return Number.NaN;
  if (node.class === 'CAST') {
    const number = numberOf(node.child);
    return holds(node.cast_type, number) ? number : Number.NaN;
  }
  if (node.class === 'FUNCTION' && nameOf(node) === '-' && Array.isArray(node.children))
    return node.children.length === 1 ? -numberOf(node.children[0]) : Number.NaN;
  if (node.class !== 'CONSTANT') return Number.NaN;
  const value = constantOf(node);
  if (typeof value === 'string') return numberOfText(value);
  const unscaled = isFields(value) ? Number(value.upper) * 2 ** 64 + Number(value.lower) : value;
  return typeof unscaled === 'number'
    ? unscaled / 10 ** scaleOf(isFields(node.value) ? node.value.type : null)
    : Number.NaN;
}

/** True if a cast to the type preserves the number. */
function holds(type: unknown, number: number): boolean {
  if (isFloating(type)) return true;
  if (!isFields(type) || !/^(?:DECIMAL|(?:TINY|SMALL|BIG)INT|INTEGER)$/.test(String(type.id)))
    return false;
  const shifted = number * 10 ** scaleOf(type);
  return Math.abs(shifted - Math.round(shifted)) <= 1e-6 + Math.abs(shifted) * 1e-15;
}

const scaleOf = (type: unknown) =>
  isFields(type) && isFields(type.type_info) ? Number(type.type_info.scale ?? 0) : 0;

const constantOf = ({ value }: Fields) =>
  isFields(value) && value.is_null === false ? value.value : undefined;
