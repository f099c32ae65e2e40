/** PostgreSQL's numeric: an exact number with its count of shown decimals. */
export interface Decimal {
  /** The value times ten to the power of `scale`. */
  readonly digits: bigint;
  readonly scale: number;
}

export const tens = (count: number): bigint => 10n ** BigInt(count);
export const absolute = (digits: bigint): bigint => (digits < 0n ? -digits : digits);

/** The text of a number in JSON, or of a numeric: digits, point, exponent. */
export function readDecimal(text: string): Decimal {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}` || '0');
  const scale = fraction.length - Number(exponent);
  // Zero is short whatever the exponent: `0e30000000` took seconds.
  if (scale < 0 && digits === 0n) return { digits, scale: 0 };
  return scale >= 0 ? { digits, scale } : { digits: digits * tens(-scale), scale: 0 };
}

export function printDecimal({ digits, scale }: Decimal): string {
  const text = absolute(digits)
    .toString()
    .padStart(scale + 1, '0');
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

/** The remainder has the dividend's sign; `b` is not zero. */
export function moduloDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  return { digits: x % y, scale };
}

/**
 * The digits in base 10,000, as in PostgreSQL's numeric, and the weight of the first; empty for
 * zero.
 */
export function groupsOf(value: Decimal): {
  readonly weight: number;
  readonly groups: readonly number[];
} {
  const text = absolute(value.digits).toString();
  if (text === '0') return { weight: 0, groups: [] };
  // The place of the leading decimal digit: 0 for ones.
  const place = text.length - 1 - value.scale;
  const weight = Math.floor(place / 4);
  const padded = '0'.repeat(3 - (place - weight * 4)) + text;
  const groups = padded.match(/\d{1,4}/g)?.map((group) => Number(group.padEnd(4, '0'))) ?? [];
  while (groups.at(-1) === 0) groups.pop();
  return { weight, groups };
}

/**
 * PostgreSQL's number of decimals in a quotient (select_div_scale): at least 16 significant digits.
 */
function quotientScale(a: Decimal, b: Decimal): number {
  const [left, right] = [groupsOf(a), groupsOf(b)];
  const weight =
    left.weight - right.weight - ((left.groups[0] ?? 0) <= (right.groups[0] ?? 0) ? 1 : 0);
  return Math.min(Math.max(16 - weight * 4, a.scale, b.scale, 0), 1000);
}

/** Rounded half away from zero; `b` is not zero. */
export function divideDecimals(
  a: Decimal,
  b: Decimal,
  scale: number = quotientScale(a, b),
): Decimal {
  const [x, y] = aligned(a, b);
  return { digits: roundedQuotient(x * tens(scale), y), scale };
}

function roundedQuotient(x: bigint, y: bigint): bigint {
  const negative = x < 0n !== y < 0n;
  const [dividend, divisor] = [absolute(x), absolute(y)];
  const quotient = (2n * dividend + divisor) / (2n * divisor);
  return negative ? -quotient : quotient;
}

export function roundDecimal(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { digits: value.digits * tens(scale - value.scale), scale };
  const rounded = roundedQuotient(value.digits, tens(value.scale - scale));
  return scale >= 0 ? { digits: rounded, scale } : { digits: rounded * tens(-scale), scale: 0 };
}

/** The greatest whole number not above the value. */
export function floorDecimal({ digits, scale }: Decimal): Decimal {
  const unit = tens(scale);
  const truncated = digits / unit;
  return {
    digits: digits < 0n && truncated * unit !== digits ? truncated - 1n : truncated,
    scale: 0,
  };
}

export const ceilDecimal = (value: Decimal): Decimal => {
  const { digits } = floorDecimal(negateDecimal(value));
  return { digits: -digits, scale: 0 };
};

/** Drops the digits beyond `scale` places; `scale` may be negative. */
export function truncateDecimal(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return roundDecimal(value, scale);
  const kept = value.digits / tens(value.scale - scale);
  return scale >= 0 ? { digits: kept, scale } : { digits: kept * tens(-scale), scale: 0 };
}

/** The whole part of a quotient; `b` is not zero. */
export function divideWhole(a: Decimal, b: Decimal): bigint {
  const [x, y] = aligned(a, b);
  return x / y;
}

/** The greatest number that divides both without remainder. */
export function commonDivisor(a: Decimal, b: Decimal): Decimal {
  let [x, y, scale] = aligned(a, b);
  while (y !== 0n) [x, y] = [y, x % y];
  return { digits: absolute(x), scale };
}

/** The smallest positive number that is a multiple of both; 0 where one operand is 0. */
export function commonMultiple(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  if (x === 0n || y === 0n) return { digits: 0n, scale };
  return { digits: absolute((x / commonDivisor(a, b).digits) * y), scale };
}

/** Removes trailing zeros after the point. */
export function trimDecimal({ digits, scale }: Decimal): Decimal {
  if (digits === 0n) return { digits, scale: 0 };
  const text = digits.toString();
  let zeros = 0;
  while (zeros < scale && text.at(-1 - zeros) === '0') zeros += 1;
  return { digits: digits / tens(zeros), scale: scale - zeros };
}
