import {
  addDecimals,
  ceilDecimal,
  commonDivisor,
  commonMultiple,
  type Decimal,
  divideDecimals,
  divideWhole,
  floorDecimal,
  multiplyDecimals,
  negateDecimal,
  printDecimal,
  readDecimal,
  roundDecimal,
  trimDecimal,
  truncateDecimal,
} from '../../kernel/decimal.ts';
import { sqlError } from '../../kernel/sql-error.ts';
import { bigint, double, integer, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const ofTwo = (compute: (a: Decimal, b: Decimal) => Decimal) => (a: string, b: string) =>
  printDecimal(compute(readDecimal(a), readDecimal(b)));

const ofOne = (compute: (value: Decimal) => Decimal) => (value: string) => printDecimal(compute(readDecimal(value)));

const quotient = (a: Decimal, b: Decimal): Decimal =>
  b.digits === 0n ? sqlError('22012', 'division by zero') : divideDecimals(a, b);

function wholeQuotient(a: Decimal, b: Decimal): Decimal {
  return b.digits === 0n ? sqlError('22012', 'division by zero') : { digits: divideWhole(a, b), scale: 0 };
}

function factorial(count: bigint): string {
  if (count < 0n) return sqlError('22003', 'factorial of a negative number is undefined');
  if (count > 33n) return sqlError('0A000', 'HotSQL does not support a factorial of more than 38 digits');
  let product = 1n;
  for (let factor = 2n; factor <= count; factor += 1n) product *= factor;
  return String(product);
}

function expectBuckets(count: number, hasRange: boolean): void {
  if (count <= 0) sqlError('2201G', 'count must be greater than zero');
  if (!hasRange) sqlError('2201G', 'lower bound cannot equal upper bound');
}

/** The bucket after the last, in PostgreSQL an integer. */
const afterLast = (count: number) => (count < 2_147_483_647 ? count + 1 : sqlError('22003', 'integer out of range'));

function floatBucket(value: number, low: number, high: number, count: number): number {
  expectBuckets(count, low !== high);
  if ([value, low, high].some(Number.isNaN)) {
    return sqlError('2201G', 'operand, lower bound, and upper bound cannot be NaN');
  }
  if (![low, high].every(Number.isFinite)) return sqlError('2201G', 'lower and upper bounds must be finite');
  const isRising = low < high;
  if (isRising ? value < low : value > low) return 0;
  if (isRising ? value >= high : value <= high) return afterLast(count);
  // Halved, the width of a range cannot overflow.
  const part = Number.isFinite(high - low)
    ? (value - low) / (high - low)
    : (value / 2 - low / 2) / (high / 2 - low / 2);
  return Math.min(Math.trunc(count * part), count - 1) + 1;
}

function numericBucket(valueText: string, lowText: string, highText: string, count: number): number {
  const texts = [valueText, lowText, highText].map(readDecimal);
  const scale = Math.max(...texts.map((item) => item.scale));
  const [value = 0n, low = 0n, high = 0n] = texts.map((item) => item.digits * 10n ** BigInt(scale - item.scale));
  expectBuckets(count, low !== high);
  const isRising = low < high;
  if (isRising ? value < low : value > low) return 0;
  if (isRising ? value >= high : value <= high) return afterLast(count);
  return Number((BigInt(count) * (value - low)) / (high - low)) + 1;
}

/** Functions of numerics, which come as their texts, and what is counted in buckets. */
export const numericFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_numeric_div', [text, text], text, ofTwo(wholeQuotient)),
  strictFunction('hotsql_numeric_gcd', [text, text], text, ofTwo(commonDivisor)),
  strictFunction('hotsql_numeric_lcm', [text, text], text, ofTwo(commonMultiple)),
  strictFunction('hotsql_numeric_quotient', [text, text], text, ofTwo(quotient)),
  strictFunction('hotsql_numeric_sum', [text, text], text, ofTwo(addDecimals)),
  strictFunction(
    'hotsql_numeric_difference',
    [text, text],
    text,
    ofTwo((a, b) => addDecimals(a, negateDecimal(b))),
  ),
  strictFunction('hotsql_numeric_product', [text, text], text, ofTwo(multiplyDecimals)),
  strictFunction('hotsql_numeric_ceil', [text], text, ofOne(ceilDecimal)),
  strictFunction('hotsql_numeric_negative', [text], text, ofOne(negateDecimal)),
  strictFunction('hotsql_numeric_floor', [text], text, ofOne(floorDecimal)),
  strictFunction(
    'hotsql_numeric_round',
    [text],
    text,
    ofOne((value) => roundDecimal(value, 0)),
  ),
  strictFunction(
    'hotsql_numeric_trunc',
    [text],
    text,
    ofOne((value) => truncateDecimal(value, 0)),
  ),
  strictFunction('hotsql_min_scale', [text], integer, (value) => trimDecimal(readDecimal(value)).scale),
  strictFunction('hotsql_factorial', [bigint], text, factorial),
  strictFunction('hotsql_width_bucket', [double, double, double, integer], integer, floatBucket),
  strictFunction('hotsql_numeric_bucket', [text, text, text, integer], integer, numericBucket),
];
