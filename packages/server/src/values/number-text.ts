/** PostgreSQL's reading of a number's text, both for literals and for texts of columns. */
export type NumberReading<Value> = { readonly value: Value } | 'malformed' | 'out of range';

const radixes: Readonly<Record<string, string>> = { x: '0x', o: '0o', b: '0b' };
const wholeForm =
  /^([+-]?)(?:(\d+(?:_\d+)*)|0(?:([x])((?:_?[0-9a-f])+)|([o])((?:_?[0-7])+)|([b])((?:_?[01])+)))$/i;

const blanks = new Set(' \t\n\v\f\r');

/** Removes C's blanks at both ends. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blanks.has(text.charAt(start))) start += 1;
  while (start < end && blanks.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function readWhole(text: string): bigint | undefined {
  const [match, sign = '', decimal, ...based] = wholeForm.exec(trimmed(text)) ?? [];
  if (match === undefined) return undefined;
  const [radix = '', digits = ''] = based.filter((part) => part !== undefined);
  const value = BigInt((decimal ?? `${radixes[radix.toLowerCase()]}${digits}`).replaceAll('_', ''));
  return sign === '-' ? -value : value;
}

/** Reads an integer of `bits` bits, such as `12`, `1_000`, `-0x1F`. */
export function readIntegerText(text: string, bits: number): NumberReading<bigint> {
  const value = readWhole(text);
  if (value === undefined) return 'malformed';
  return BigInt.asIntN(bits, value) === value ? { value } : 'out of range';
}

/**
 * Reads a 32-bit number as C's strtoul does. `0x1f` and `017` are accepted, and negative numbers
 * count from 2^32.
 */
export function readOidText(text: string): NumberReading<bigint> {
  const [match, sign = '', hexadecimal, octal, decimal] =
    /^([+-]?)(?:0x([0-9a-f]+)|0([0-7]+)|(\d+))$/i.exec(trimmed(text)) ?? [];
  if (match === undefined) return 'malformed';
  const size = BigInt(hexadecimal ? `0x${hexadecimal}` : octal ? `0o${octal}` : (decimal ?? '0'));
  const value = sign === '-' ? -size : size;
  if (value < -(2n ** 31n) || value >= 2n ** 32n) return 'out of range';
  return { value: BigInt.asUintN(32, value) };
}

const groups = '\\d+(?:_\\d+)*';
const decimalForm = new RegExp(
  `^[+-]?(?:${groups}(?:\\.(?:${groups})?)?|\\.${groups})(?:e[+-]?${groups})?$`,
  'i',
);

/**
 * The parts of a number in digits, point and exponent: `digits` times ten to the power of
 * `exponent`.
 */
export interface DecimalParts {
  readonly sign: string;
  /** Digits without leading zeros; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

/** The digits are not expanded: `1e131071` has one digit. */
export function decimalParts(decimal: string): DecimalParts {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return { sign: sign === '-' ? '-' : '', digits, exponent: Number(exponent) - fraction.length };
}

/** The number of digits before and after the point of a numeric in full notation. */
export function decimalSize({ digits, exponent }: DecimalParts): {
  readonly whole: number;
  readonly scale: number;
} {
  return {
    whole: digits === '' ? 0 : Math.max(digits.length + exponent, 0),
    scale: Math.max(-exponent, 0),
  };
}

/** The limits of PostgreSQL's numeric before and after the point. */
const maxWhole = 131_072;
const maxScale = 16_383;
/** The largest exponent that PostgreSQL reads, even of zero. */
const maxExponent = 2 ** 30 - 1;

export function isTooLarge(parts: DecimalParts): boolean {
  const { whole, scale } = decimalSize(parts);
  return whole > maxWhole || scale > maxScale || parts.exponent > maxExponent;
}

/**
 * The text of a numeric as plain digits, point and exponent. `NaN` and `Infinity` are in
 * PostgreSQL's spelling.
 */
export function readNumericText(text: string): NumberReading<string> {
  const written = trimmed(text);
  if (decimalForm.test(written)) {
    const value = written.replaceAll('_', '').replace(/^\+/, '');
    return isTooLarge(decimalParts(value)) ? 'out of range' : { value };
  }
  const whole = readWhole(written);
  if (whole !== undefined) return { value: String(whole) };
  const infinity = /^([+-]?)inf(?:inity)?$/i.exec(written);
  if (infinity !== null) return { value: infinity[1] === '-' ? '-Infinity' : 'Infinity' };
  return /^nan$/i.test(written) ? { value: 'NaN' } : 'malformed';
}

const hexadecimalForm = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?\d+))?$/i;

/** The text of a float in a portable form: digits, point, exponent, `NaN`, `Infinity`. */
export function readFloatText(text: string, type: 'float4' | 'float8'): NumberReading<string> {
  const written = trimmed(text);
  const infinity = /^([+-]?)inf(?:inity)?$/i.exec(written);
  if (infinity !== null) return { value: infinity[1] === '-' ? '-Infinity' : 'Infinity' };
  if (/^[+-]?nan(?:\(\w*\))?$/i.test(written)) return { value: 'NaN' };
  const number = plainFloat(written);
  if (number === undefined) return 'malformed';
  const value = type === 'float4' ? Math.fround(Number(number)) : Number(number);
  const isLost = !Number.isFinite(value) || (value === 0 && /^[^e]*[1-9]/i.test(number));
  return isLost ? 'out of range' : { value: number };
}

/** A hexadecimal float is converted to the equal decimal. */
function plainFloat(written: string): string | undefined {
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(written))
    return written.replace(/^\+/, '');
  const [match, sign = '', whole = '', fraction = '', power = '0'] =
    hexadecimalForm.exec(written) ?? [];
  if (match === undefined || whole + fraction === '') return undefined;
  const digits = BigInt(`0x${whole}${fraction}`);
  const value = Number(digits) * 2 ** (Number(power) - 4 * fraction.length);
  // The value is too small for any double.
  if (value === 0 && digits !== 0n) return '1e-400';
  return `${sign === '-' ? '-' : ''}${value}`;
}
