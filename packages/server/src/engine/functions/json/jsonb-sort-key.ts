import { withoutEnd } from '../../../kernel/without-end.ts';
import type { Decimal } from '../../../values/decimal.ts';
import { isArray, isObject, JsonNumber, type JsonValue } from './json-value.ts';

/**
 * A text with the byte order of jsonb in PostgreSQL, equal for equal values such as `1.0` and `1`.
 * Letters order the kinds: null, string, number, boolean, array, object. Of two arrays or objects,
 * the shorter is less. At the top level, a scalar comes between the empty array and an array of
 * one, because PostgreSQL stores the scalar as an array.
 */
export function jsonbSortKey(value: JsonValue): string {
  if (isObject(value)) return keyed(value, '');
  if (!isArray(value)) return keyed(value, 'e1');
  return value.length === 0 ? 'e0' : keyed(value, 'e2');
}

/** `before`, followed by the key of a value, in one string that is copied once (json-value.ts). */
function keyed(value: JsonValue, before: string): string {
  if (value === null) return `${before}a`;
  if (typeof value === 'string') return `${before}b${stringKey(value)}`;
  if (value instanceof JsonNumber) return `${before}c${numberKey(value.decimal)}`;
  if (typeof value === 'boolean') return before + (value ? 'd1' : 'd0');
  let text = before;
  if (isArray(value)) {
    text += `e${countKey(value.length)}`;
    for (const element of value) text = keyed(element, text);
  } else if (isObject(value)) {
    text += `f${countKey(value.size)}`;
    for (const [key, member] of value) text = keyed(member, text + stringKey(key));
  }
  return text;
}

/** The string ends in a character below all others. U+0001 and U+0002 are escaped by U+0002. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: jsonb may hold them
const stringKey = (text: string) => `${text.replace(/[\u0001\u0002]/g, '\u0002$&')}\u0001`;

const countKey = (count: number) => String(count).padStart(9, '0');

/**
 * The sign, the place of the first digit, and the digits without trailing zeros. Every digit is
 * complemented for a negative number.
 */
function numberKey({ digits, scale }: Decimal): string {
  if (digits === 0n) return '1';
  const text = (digits < 0n ? -digits : digits).toString();
  const place = 500_000 + text.length - scale;
  const key = `${String(place).padStart(6, '0')}${withoutEnd(text, '0')}`;
  if (digits > 0n) return `2${key}/`;
  return `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}:`;
}
