/** DuckDB's type of the numbers in a literal list. */
export type ListType = 'INTEGER' | 'DOUBLE' | `DECIMAL(${number},${number})`;

const plain = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/;
/** Beyond these a number is at or near the end of the 32-bit range. */
const [least, most] = [1e-30, 1e30];
/** Maximum digits of a written double. */
const maxDigits = 17;

/**
 * The numbers of a list as written; undefined if one is not plain. PostgreSQL, DuckDB and
 * JavaScript read plain numbers as the same double and the same 32-bit float.
 */
export function plainNumbers(list: string): readonly string[] | undefined {
  const numbers = list.split(',').map((text) => text.trim());
  return numbers.every(isPlain) ? numbers : undefined;
}

function isPlain(text: string): boolean {
  const [, sign, whole = '', decimals = ''] = plain.exec(text) ?? [];
  if (sign === undefined) return false;
  const digits = `${whole}${decimals}`.replace(/^0+/, '');
  const size = Math.abs(Number(text));
  // A zero of a numeric has no sign, unlike a zero of a double.
  if (size === 0) return sign === '' && digits === '';
  return digits.length <= maxDigits && size > least && size < most;
}

/**
 * DuckDB's type of the numbers of `[1, 0.5]`. A cast of the list's text to this type gives the same
 * values. Undefined for any other type, and if DuckDB converts the decimals to doubles by other
 * steps.
 */
export function listType(numbers: readonly string[]): ListType | undefined {
  const parts = numbers.map((text) => plain.exec(text) ?? []);
  const isInteger = ([, , , decimals, exponent]: readonly (string | undefined)[]) =>
    decimals === undefined && exponent === undefined;
  if (numbers.some((text, at) => isInteger(parts[at] ?? []) && Math.abs(Number(text)) >= 2 ** 31))
    return undefined;
  if (parts.some(([, , , , exponent]) => exponent !== undefined)) {
    // A decimal becomes a double by a division of whole numbers, exact below 2^53.
    const isExact = parts.every(
      ([, , whole = '', decimals = '', exponent]) =>
        exponent !== undefined || (`${whole}${decimals}`.length <= 15 && decimals.length <= 15),
    );
    return isExact ? 'DOUBLE' : undefined;
  }
  if (parts.every(isInteger)) return 'INTEGER';
  const scale = Math.max(...parts.map(([, , , decimals = '']) => decimals.length));
  const whole = Math.max(
    ...parts.map((part) => (isInteger(part) ? integerDigits : (part[2] ?? '').length)),
  );
  return whole + scale <= maxWidth ? `DECIMAL(${whole + scale},${scale})` : undefined;
}

/** Width of an INTEGER as a decimal. */
const integerDigits = 10;
const maxWidth = 38;
