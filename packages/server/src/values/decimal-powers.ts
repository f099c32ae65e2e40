/**
 * Roots, powers and logarithms of numerics, with PostgreSQL's number of digits. PostgreSQL's
 * numeric.c chooses the number from the size of the result.
 */
import {
  absolute,
  type Decimal,
  divideDecimals,
  groupsOf,
  multiplyDecimals,
  roundDecimal,
  tens,
} from './decimal.ts';

/** The least number of significant digits of a result. */
const minDigits = 16;
const maxScale = 1000;
/** Extra digits beyond the result's, because rounding errors grow from step to step. */
const guard = 24;
const log10e = Math.LOG10E;
const log10of2 = Math.log10(2);

const clamp = (scale: number) => Math.min(Math.max(scale, 0), maxScale);
const numberOf = ({ digits, scale }: Decimal) => Number(`${digits}e${-scale}`);
const one: Decimal = { digits: 1n, scale: 0 };

function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The square root of a number that is not negative. */
export function squareRoot(value: Decimal): Decimal {
  const { weight } = groupsOf(value);
  const places = weight >= 0 ? weight * 2 + 1 : 1 - Math.trunc((1 - weight * 4) / 2);
  const scale = clamp(Math.max(minDigits - places, value.scale));
  return squareRootTo(value, scale);
}

/** The square root with `scale` decimals, at least half as many as the value has. */
export function squareRootTo(value: Decimal, scale: number): Decimal {
  const scaled = value.digits * tens(2 * scale + 2 - value.scale);
  return roundDecimal({ digits: wholeRoot(scaled), scale: scale + 1 }, scale);
}

/** `value` with `places` decimals, as a whole number. */
const fixed = (value: Decimal, places: number) => roundDecimal(value, places).digits;

const bitsOf = (places: number) => BigInt(Math.ceil(places / log10of2));
const toBinary = (x: bigint, places: number, bits: bigint) => (x << bits) / tens(places);

/** e to the power of x, in fixed point. */
function fixedExp(x: bigint, places: number): bigint {
  const whole = Math.max(absolute(x).toString().length - places, 0);
  // Digits before the point of the result come from the same precision.
  const bits = bitsOf(places + guard + (x > 0n ? Math.ceil(Number(x / tens(places)) * log10e) : 0));
  return (binaryExp(toBinary(x, places, bits), bits, whole) * tens(places)) >> bits;
}

/**
 * e to the power of x with `bits` bits after the point: the series of a small part of x, squared
 * once for each halving.
 */
function binaryExp(x: bigint, bits: bigint, wholeDigits: number): bigint {
  const halvings = BigInt(
    8 + Math.ceil(wholeDigits / log10of2) + Math.floor(Math.sqrt(Number(bits)) / 2),
  );
  const inner = bits + 2n * halvings + 64n;
  const small = (x << (inner - bits)) >> halvings;
  const unit = 1n << inner;
  let [sum, term] = [unit, unit];
  for (let count = 1n; term !== 0n && term !== -1n; count += 1n) {
    term = ((term * small) >> inner) / count;
    sum += term;
  }
  for (let count = 0n; count < halvings; count += 1n) sum = (sum * sum) >> inner;
  return sum >> (inner - bits);
}

/** The natural logarithm of a positive number, in fixed point. */
function fixedLn(x: Decimal, places: number): bigint {
  const digits = x.digits.toString();
  const power = digits.length - 1 - x.scale;
  const bits = bitsOf(places + guard);
  const near = binaryLn(
    toBinary(x.digits, digits.length - 1, bits),
    Number(`${digits[0]}.${digits.slice(1, 17)}`),
    bits,
  );
  const sum = power === 0 ? near : near + BigInt(power) * lnOfTen(bits);
  return (sum * tens(places)) >> bits;
}

/**
 * The logarithm of x, given the approximation `rough`. The series of atanh computes the error of
 * the double.
 */
function binaryLn(x: bigint, rough: number, bits: bigint): bigint {
  const unit = 1n << bits;
  const guess = (BigInt(Math.round(Math.log(rough) * 2 ** 50)) << bits) >> 50n;
  const near = (x * binaryExp(-guess, bits, 1)) >> bits;
  const ratio = ((near - unit) << bits) / (near + unit);
  const square = (ratio * ratio) >> bits;
  let [sum, term] = [0n, ratio];
  for (let count = 1n; term !== 0n && term !== -1n; count += 2n) {
    sum += term / count;
    term = (term * square) >> bits;
  }
  return guess + 2n * sum;
}

let knownTen = { bits: 0n, value: 0n };

/** The logarithm of ten, cached for the largest number of bits so far. */
function lnOfTen(bits: bigint): bigint {
  if (knownTen.bits < bits) knownTen = { bits, value: binaryLn(10n << bits, 10, bits) };
  return knownTen.value >> (knownTen.bits - bits);
}

/** The number of digits before the point in the logarithm of a positive number, minus one. */
function logarithmWeight(value: Decimal): number {
  const size = numberOf(value);
  if (size >= 0.9 && size <= 1.1) {
    const { weight, groups } = groupsOf(
      roundDecimal({ digits: value.digits - tens(value.scale), scale: value.scale }, value.scale),
    );
    return groups[0] === undefined ? 0 : weight * 4 + Math.trunc(Math.log10(groups[0]));
  }
  const { weight, groups } = groupsOf(value);
  const [first = 1, second] = groups;
  const [digits, power] =
    second === undefined ? [first, weight * 4] : [first * 10_000 + second, weight * 4 - 4];
  return Math.trunc(Math.log10(Math.abs(Math.log(digits) + power * Math.LN10)));
}

/** The natural logarithm of a positive number. */
export function naturalLogarithm(value: Decimal): Decimal {
  const scale = clamp(Math.max(minDigits - logarithmWeight(value), value.scale));
  return roundDecimal({ digits: fixedLn(value, scale + guard), scale: scale + guard }, scale);
}

/** The logarithm of a positive number to a positive base other than 1. */
export function logarithm(base: Decimal, value: Decimal): Decimal {
  const scale = clamp(
    Math.max(minDigits - logarithmWeight(value) + logarithmWeight(base), base.scale, value.scale),
  );
  const places = scale + guard;
  const [dividend, divisor] = [fixedLn(value, places), fixedLn(base, places)];
  return divideDecimals(
    { digits: dividend, scale: places },
    { digits: divisor, scale: places },
    scale,
  );
}

/**
 * e to the power of `value`; undefined where the result has more than `mostDigits` before or after
 * the point.
 */
export function exponential(value: Decimal, mostDigits = maxScale): Decimal | undefined {
  const weight = Math.trunc(numberOf(value) * log10e);
  if (Math.abs(weight) > mostDigits) return undefined;
  const scale = clamp(Math.max(minDigits - weight, value.scale));
  const places = Math.max(scale, value.scale) + guard;
  return roundDecimal({ digits: fixedExp(fixed(value, places), places), scale: places }, scale);
}

/** A fractional power is computed by a logarithm, whose size PostgreSQL limits. */
const mostOfLogarithms = 2614;

/**
 * `base` to the power of `exponent`; undefined where PostgreSQL raises, or where the result has
 * more than `mostDigits` before the point.
 */
export function power(
  base: Decimal,
  exponent: Decimal,
  mostDigits = maxScale,
): Decimal | undefined {
  const isWhole = exponent.digits % tens(exponent.scale) === 0n;
  const whole = exponent.digits / tens(exponent.scale);
  if (isWhole && absolute(whole) < 2n ** 31n)
    return wholePower(base, Number(whole), exponent.scale, mostDigits);
  if (base.digits === 0n)
    return exponent.digits < 0n ? undefined : { digits: 0n, scale: minDigits };
  if (base.digits < 0n) return undefined;
  const rough = numberOf(exponent) * logarithmSize(base) * log10e;
  if (rough < -mostOfLogarithms && mostDigits > maxScale) return { digits: 0n, scale: maxScale };
  if (!(Math.abs(rough) < Math.min(mostDigits, mostOfLogarithms))) return undefined;
  const scale = clamp(Math.max(minDigits - Math.trunc(rough), base.scale, exponent.scale));
  const places = scale + guard + Math.ceil(Math.abs(rough));
  const product = (fixedLn(base, places) * exponent.digits) / tens(exponent.scale);
  return roundDecimal({ digits: fixedExp(product, places), scale: places }, scale);
}

/** The natural logarithm of a positive number, even beyond doubles. */
function logarithmSize({ digits, scale }: Decimal): number {
  const text = digits.toString();
  return (
    Math.log(Number(`${text[0]}.${text.slice(1, 17)}`)) + (text.length - 1 - scale) * Math.LN10
  );
}

function wholePower(
  base: Decimal,
  exponent: number,
  exponentScale: number,
  mostDigits: number,
): Decimal | undefined {
  const { weight, groups } = groupsOf(base);
  let [size, places] = [groups[0] ?? 0, weight * 4];
  for (const group of groups.slice(1, 4)) {
    size = size * 10_000 + group;
    places -= 4;
  }
  const rough = size === 0 ? 0 : exponent * (Math.log10(size) + places);
  if (rough + 1 < -maxScale && mostDigits > maxScale) return { digits: 0n, scale: maxScale };
  if (!(Math.abs(rough) < mostDigits)) return undefined;
  const scale = clamp(Math.max(minDigits - Math.trunc(rough), base.scale, exponentScale));
  if (base.digits === 0n && exponent < 0) return undefined;
  // Each squaring doubles the error of the previous one, so a ten-digit exponent costs ten digits.
  const raised = repeated(
    base,
    Math.abs(exponent),
    scale + Math.ceil(Math.abs(rough)) + guard + 12,
  );
  return exponent < 0 ? divideDecimals(one, raised, scale) : roundDecimal(raised, scale);
}

/** Computes exactly while the digits are few, then to `kept` significant digits. */
function repeated(base: Decimal, exponent: number, kept: number): Decimal {
  let [result, square] = [one, base];
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = shortened(multiplyDecimals(result, square), kept);
    if (rest > 1) square = shortened(multiplyDecimals(square, square), kept);
  }
  return result;
}

function shortened(value: Decimal, kept: number): Decimal {
  const excess = absolute(value.digits).toString().length - kept;
  return excess > 0 ? roundDecimal(value, Math.max(value.scale - excess, 0)) : value;
}
