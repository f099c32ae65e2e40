/** Numbers as exact decimal text. Halves are rounded as in PostgreSQL for each type. */

export interface Decimal {
  readonly negative: boolean;
  /** All digits, without the point. */
  readonly digits: bigint;
  readonly scale: number;
}

export function decimalOf(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}` || '0');
  return scale < 0
    ? { negative: sign === '-', digits: digits * 10n ** BigInt(-scale), scale: 0 }
    : { negative: sign === '-', digits, scale };
}

/** The exact value of a double. */
export function decimalOfDouble(value: number): Decimal {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const field = Number(bits >> 52n);
  const mantissa = field === 0 ? bits : (bits & 0xf_ffff_ffff_ffffn) | (1n << 52n);
  const exponent = Math.max(field, 1) - 1075;
  const negative = value < 0 || Object.is(value, -0);
  if (exponent >= 0) return { negative, digits: mantissa << BigInt(exponent), scale: 0 };
  return { negative, digits: mantissa * 5n ** BigInt(-exponent), scale: -exponent };
}

/** Numerics round a half away from zero, doubles to even. */
export type Halves = 'away' | 'even';

export function roundDecimal(value: Decimal, scale: number, halves: Halves): Decimal {
  if (scale >= value.scale)
    return { ...value, digits: value.digits * 10n ** BigInt(scale - value.scale), scale };
  const unit = 10n ** BigInt(value.scale - scale);
  const [quotient, rest] = [value.digits / unit, value.digits % unit];
  const isUp =
    rest * 2n > unit || (rest * 2n === unit && (halves === 'away' || quotient % 2n === 1n));
  return { negative: value.negative, digits: isUp ? quotient + 1n : quotient, scale };
}

/** The text without a sign. */
export function plainText({ digits, scale }: Decimal): string {
  if (scale <= 0) return String(digits * 10n ** BigInt(-scale));
  const text = String(digits).padStart(scale + 1, '0');
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** `d.ddde+XX` without a sign. */
export function scientificText(value: Decimal, scale: number, halves: Halves): string {
  if (value.digits === 0n) return `0${scale > 0 ? `.${'0'.repeat(scale)}` : ''}e+00`;
  let exponent = String(value.digits).length - 1 - value.scale;
  let rounded = roundDecimal({ ...value, scale: value.scale + exponent }, scale, halves);
  // PostgreSQL writes a numeric rounded up to the next power of ten as 10.0e+01.
  if (halves === 'even' && String(rounded.digits).length > scale + 1) {
    exponent += 1;
    rounded = { ...rounded, digits: rounded.digits / 10n };
  }
  const sign = exponent < 0 ? '-' : '+';
  return `${plainText(rounded)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
