/**
 * PostgreSQL's numeric with NaN and the infinities. NaN equals itself and is the greatest value.
 */

import { sqlError } from '../kernel/sql-error.ts';
import {
  absolute,
  addDecimals,
  ceilDecimal,
  commonDivisor,
  commonMultiple,
  compareDecimals,
  type Decimal,
  divideDecimals,
  divideWhole,
  floorDecimal,
  moduloDecimals,
  multiplyDecimals,
  negateDecimal,
  printDecimal,
  readDecimal,
  roundDecimal,
  tens,
  trimDecimal,
  truncateDecimal,
} from './decimal.ts';
import { exponential, logarithm, naturalLogarithm, power, squareRoot } from './decimal-powers.ts';

export type Special = 'NaN' | 'Infinity' | '-Infinity';
export type Numeric = Decimal | Special;

export const isSpecial = (value: Numeric): value is Special => typeof value === 'string';

const whole = (digits: bigint): Decimal => ({ digits, scale: 0 });
const zero = whole(0n);
const one = whole(1n);
const ten = whole(10n);

/** The text of a numeric in PostgreSQL's spelling, or digits with an exponent. */
export function readNumeric(text: string): Numeric {
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity' ? text : readDecimal(text);
}

const maxWhole = 131_072;
const maxScale = 16_383;

/** Prints a result within the range of the type, with at most the type's decimals. */
export function printNumeric(value: Numeric): string {
  if (isSpecial(value)) return value;
  const fitted = value.scale > maxScale ? roundDecimal(value, maxScale) : value;
  // A hexadecimal digit exceeds a decimal digit, and 131,072 digits are seldom near.
  const isLong = fitted.digits > 1_000_000n || fitted.digits < -1_000_000n;
  const text = printDecimal(fitted);
  if (isLong && text.length - fitted.scale > maxWhole + 2) return overflow();
  return text;
}

const overflow = (): never => sqlError('22003', 'value overflows numeric format');
const divisionByZero = (): never => sqlError('22012', 'division by zero');
const wrongPower = (message: string): never => sqlError('2201F', message);

function signOf(value: Numeric): number {
  if (isSpecial(value)) return value === 'NaN' ? Number.NaN : value === 'Infinity' ? 1 : -1;
  return value.digits > 0n ? 1 : value.digits < 0n ? -1 : 0;
}

const infinity = (sign: number): Special =>
  Number.isNaN(sign) ? 'NaN' : sign > 0 ? 'Infinity' : '-Infinity';

/** -1, 0 or 1: NaN equals itself and is greater than all other values. */
export function compareNumerics(a: Numeric, b: Numeric): number {
  if (!isSpecial(a) && !isSpecial(b)) return compareDecimals(a, b);
  const [x, y] = [rank(a), rank(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const rank = (value: Numeric) =>
  value === 'NaN' ? 2 : value === 'Infinity' ? 1 : value === '-Infinity' ? -1 : 0;

export function addNumerics(a: Numeric, b: Numeric): Numeric {
  if (!isSpecial(a) && !isSpecial(b)) return addDecimals(a, b);
  if (a === 'NaN' || b === 'NaN') return 'NaN';
  if (isSpecial(a) && isSpecial(b)) return a === b ? a : 'NaN';
  return isSpecial(a) ? a : b;
}

export function negateNumeric(value: Numeric): Numeric {
  return isSpecial(value) ? infinity(-signOf(value)) : negateDecimal(value);
}

export function multiplyNumerics(a: Numeric, b: Numeric): Numeric {
  if (!isSpecial(a) && !isSpecial(b)) return multiplyDecimals(a, b);
  const sign = signOf(a) * signOf(b);
  return sign === 0 ? 'NaN' : infinity(sign);
}

/** Quotients with a special value on one side; undefined where both sides are numbers. */
function specialQuotient(a: Numeric, b: Numeric): Numeric | undefined {
  if (!isSpecial(a)) return isSpecial(b) ? (b === 'NaN' ? 'NaN' : zero) : undefined;
  if (a === 'NaN' || isSpecial(b)) return 'NaN';
  return b.digits === 0n ? divisionByZero() : infinity(signOf(a) * signOf(b));
}

export function divideNumerics(a: Numeric, b: Numeric): Numeric {
  const special = specialQuotient(a, b);
  if (special !== undefined) return special;
  const [x, y] = [a as Decimal, b as Decimal];
  return y.digits === 0n ? divisionByZero() : divideDecimals(x, y);
}

function wholeQuotient(a: Numeric, b: Numeric): Numeric {
  const special = specialQuotient(a, b);
  if (special !== undefined) return special;
  const [x, y] = [a as Decimal, b as Decimal];
  return y.digits === 0n ? divisionByZero() : whole(divideWhole(x, y));
}

function remainder(a: Numeric, b: Numeric): Numeric {
  if (a === 'NaN' || b === 'NaN') return 'NaN';
  if (!isSpecial(b) && b.digits === 0n) return divisionByZero();
  if (isSpecial(a)) return 'NaN';
  return isSpecial(b) ? a : moduloDecimals(a, b);
}

const finite =
  (compute: (value: Decimal) => Decimal) =>
  (value: Numeric): Numeric =>
    isSpecial(value) ? value : compute(value);

const ofFinite =
  (compute: (a: Decimal, b: Decimal) => Decimal) =>
  (a: Numeric, b: Numeric): Numeric =>
    isSpecial(a) || isSpecial(b) ? 'NaN' : compute(a, b);

function squareRootOf(value: Numeric): Numeric {
  if (signOf(value) < 0) return wrongPower('cannot take square root of a negative number');
  return isSpecial(value) ? value : squareRoot(value);
}

function expectLogarithm(value: Numeric): void {
  if (signOf(value) === 0) sqlError('2201E', 'cannot take logarithm of zero');
  if (signOf(value) < 0) sqlError('2201E', 'cannot take logarithm of a negative number');
}

function naturalLogarithmOf(value: Numeric): Numeric {
  expectLogarithm(value);
  return isSpecial(value) ? value : naturalLogarithm(value);
}

function logarithmOf(base: Numeric, value: Numeric): Numeric {
  if (base === 'NaN' || value === 'NaN') return 'NaN';
  expectLogarithm(base);
  expectLogarithm(value);
  if (isSpecial(base)) return isSpecial(value) ? 'NaN' : zero;
  if (isSpecial(value)) return value;
  return base.digits === tens(base.scale) ? divisionByZero() : logarithm(base, value);
}

/** The most digits before the point in a power of e. */
const maxExponential = 6000;

function exponentialOf(value: Numeric): Numeric {
  if (isSpecial(value)) return value === '-Infinity' ? zero : value;
  const size = Number(printDecimal(value));
  if (Math.abs(size) >= maxExponential) return size > 0 ? overflow() : { digits: 0n, scale: 1000 };
  return exponential(value, maxExponential) ?? overflow();
}

const isWhole = ({ digits, scale }: Decimal) => digits % tens(scale) === 0n;
const isOne = (value: Numeric) => !isSpecial(value) && value.digits === tens(value.scale);

function powerOf(base: Numeric, exponent: Numeric): Numeric {
  if (base === 'NaN') return signOf(exponent) === 0 ? one : 'NaN';
  if (exponent === 'NaN') return isOne(base) ? one : 'NaN';
  const [sign, exponentSign] = [signOf(base), signOf(exponent)];
  if (sign === 0 && exponentSign < 0)
    return wrongPower('zero raised to a negative power is undefined');
  if (sign < 0 && !isSpecial(exponent) && !isWhole(exponent)) {
    return wrongPower('a negative number raised to a non-integer power yields a complex result');
  }
  if (isSpecial(base) || isSpecial(exponent)) return powerOfInfinity(base, exponent);
  return power(base, exponent, maxWhole) ?? overflow();
}

function powerOfInfinity(base: Numeric, exponent: Numeric): Numeric {
  const exponentSign = signOf(exponent);
  if (isOne(base) || exponentSign === 0) return one;
  if (signOf(base) === 0) return zero;
  if (isSpecial(exponent)) {
    const size = isSpecial(base)
      ? 1
      : compareDecimals({ ...base, digits: absolute(base.digits) }, one);
    if (size === 0) return one;
    return size > 0 === exponentSign > 0 ? 'Infinity' : zero;
  }
  if (exponentSign < 0) return zero;
  const isOdd = (exponent.digits / tens(exponent.scale)) % 2n !== 0n;
  return base === '-Infinity' && isOdd ? '-Infinity' : 'Infinity';
}

/** The factorial of an int8, given as a numeric. */
function factorial(count: Numeric): Numeric {
  const last = isSpecial(count) ? -1n : count.digits;
  if (last < 0n) return sqlError('22003', 'factorial of a negative number is undefined');
  if (last > 32_177n) return overflow();
  return whole(productOfRange(1n, last));
}

/** Halving multiplies numbers of similar size, which is faster. */
function productOfRange(from: bigint, to: bigint): bigint {
  if (from > to) return 1n;
  if (to - from < 8n) {
    let product = from;
    for (let factor = from + 1n; factor <= to; factor += 1n) product *= factor;
    return product;
  }
  const middle = (from + to) / 2n;
  return productOfRange(from, middle) * productOfRange(middle + 1n, to);
}

/** Computations on one or two numerics, by the name in the engine's functions. */
export const numericOperations = {
  sum: addNumerics,
  difference: (a: Numeric, b: Numeric) => addNumerics(a, negateNumeric(b)),
  product: multiplyNumerics,
  quotient: divideNumerics,
  remainder,
  div: wholeQuotient,
  gcd: ofFinite(commonDivisor),
  lcm: ofFinite(commonMultiple),
  power: powerOf,
  logarithm: logarithmOf,
} satisfies Record<string, (a: Numeric, b: Numeric) => Numeric>;

export const numericFunctionsOfOne = {
  negative: negateNumeric,
  absolute: (value: Numeric) => (signOf(value) < 0 ? negateNumeric(value) : value),
  ceil: finite(ceilDecimal),
  floor: finite(floorDecimal),
  round: finite((value) => roundDecimal(value, 0)),
  trunc: finite((value) => truncateDecimal(value, 0)),
  sign: (value: Numeric): Numeric => (value === 'NaN' ? value : whole(BigInt(signOf(value)))),
  sqrt: squareRootOf,
  exp: exponentialOf,
  ln: naturalLogarithmOf,
  log10: (value: Numeric) => logarithmOf(ten, value),
  trim: finite(trimDecimal),
  inc: (value: Numeric) => addNumerics(value, one),
  factorial,
} satisfies Record<string, (value: Numeric) => Numeric>;

const placesWithin = (places: number) => Math.min(Math.max(places, -maxWhole), maxScale);

export const roundNumeric = (value: Numeric, places: number): Numeric =>
  isSpecial(value) ? value : roundDecimal(value, placesWithin(places));

export const truncateNumeric = (value: Numeric, places: number): Numeric =>
  isSpecial(value) ? value : truncateDecimal(value, placesWithin(places));

/** The value as stored in `numeric(precision, scale)`. */
export function fitNumeric(value: Numeric, precision: number, scale: number): Numeric {
  if (value === 'NaN') return value;
  const rounded = isSpecial(value) ? value : roundDecimal(value, scale);
  const unit = isSpecial(rounded) ? 0n : absolute(rounded.digits);
  if (isSpecial(rounded) || unit >= tens(precision + Math.max(-scale, 0))) {
    return sqlError('22003', 'numeric field overflow');
  }
  return rounded;
}
