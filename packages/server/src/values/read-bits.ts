import { sqlError } from '../kernel/sql-error.ts';

/**
 * Reads the text of a bit string as binary digits. The text has binary digits, perhaps after a `b`,
 * or hexadecimal digits after an `x`.
 */
export function readBits(text: string): string {
  const isHexadecimal = /^x/i.test(text);
  const digits = /^[bx]/i.test(text) ? text.slice(1) : text;
  const wrong = (isHexadecimal ? /[^0-9a-f]/iu : /[^01]/u).exec(digits)?.[0];
  if (wrong !== undefined) {
    return sqlError(
      '22P02',
      `"${wrong}" is not a valid ${isHexadecimal ? 'hexadecimal' : 'binary'} digit`,
    );
  }
  if (!isHexadecimal) return digits;
  return Array.from(digits, (digit) =>
    Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
  ).join('');
}
