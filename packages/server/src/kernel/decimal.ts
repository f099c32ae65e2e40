/** PostgreSQL's numeric where json needs it: exact, with the number of decimals that is shown. */
export interface Decimal {
  /** The value times ten to the power of `scale`. */
  readonly digits: bigint;
  readonly scale: number;
}

const tens = (count: number) => 10n ** BigInt(count);

/** The text of a number in JSON, or of a numeric: digits, point, exponent. */
export function readDecimal(text: string): Decimal {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}` || '0');
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * tens(-scale), scale: 0 };
}

export function printDecimal({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

function aligned(a: Decimal, b: Decimal): readonly [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * tens(scale - a.scale), b.digits * tens(scale - b.scale), scale];
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  return { digits: x + y, scale };
}

export const negateDecimal = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});

/** As the dividend's sign; `b` is not zero. */
export function moduloDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  return { digits: x % y, scale };
}

/** The weight and the first digit in base 10,000, as numeric keeps a number. */
function firstDigit(value: Decimal): readonly [weight: number, digit: number] {
  const text = (value.digits < 0n ? -value.digits : value.digits).toString();
  if (text === '0') return [0, 0];
  // Place of the leading decimal digit: 0 for ones.
  const place = text.length - 1 - value.scale;
  const weight = Math.floor(place / 4);
  return [weight, Number(text.slice(0, place - weight * 4 + 1).padEnd(place - weight * 4 + 1, '0'))];
}

/** As many decimals as PostgreSQL gives a quotient (select_div_scale): 16 significant digits or more. */
function quotientScale(a: Decimal, b: Decimal): number {
  const [weightA, digitA] = firstDigit(a);
  const [weightB, digitB] = firstDigit(b);
  const weight = weightA - weightB - (digitA <= digitB ? 1 : 0);
  return Math.min(Math.max(16 - weight * 4, a.scale, b.scale, 0), 1000);
}

/** Rounded half away from zero; `b` is not zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = quotientScale(a, b);
  const [x, y] = aligned(a, b);
  return { digits: roundedQuotient(x * tens(scale), y), scale };
}

function roundedQuotient(x: bigint, y: bigint): bigint {
  const negative = x < 0n !== y < 0n;
  const [dividend, divisor] = [x < 0n ? -x : x, y < 0n ? -y : y];
  const quotient = (2n * dividend + divisor) / (2n * divisor);
  return negative ? -quotient : quotient;
}

export function roundDecimal(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { digits: value.digits * tens(scale - value.scale), scale };
  const rounded = roundedQuotient(value.digits, tens(value.scale - scale));
  return scale >= 0 ? { digits: rounded, scale } : { digits: rounded * tens(-scale), scale: 0 };
}

/** The greatest whole number that is not above. */
export function floorDecimal({ digits, scale }: Decimal): Decimal {
  const unit = tens(scale);
  const truncated = digits / unit;
  return { digits: digits < 0n && truncated * unit !== digits ? truncated - 1n : truncated, scale: 0 };
}

export const ceilDecimal = (value: Decimal): Decimal => {
  const { digits } = floorDecimal(negateDecimal(value));
  return { digits: -digits, scale: 0 };
};
