import { sqlError } from '../../kernel/sql-error.ts';
import { withoutEnd } from '../../kernel/without-end.ts';
import { julianOf, microsPerDay, splitMicros } from '../../values/calendar.ts';
import { absolute, type Decimal, readDecimal, tens, trimDecimal } from '../../values/decimal.ts';
import { floatDeviation, floatPairs } from '../../values/float-deviations.ts';
import {
  addNumerics,
  compareNumerics,
  divideNumerics,
  fitNumeric,
  isSpecial,
  type Numeric,
  numericFunctionsOfOne,
  numericOperations,
  printNumeric,
  readNumeric,
  roundNumeric,
  truncateNumeric,
} from '../../values/numeric.ts';
import {
  aggregateNumerics,
  deviationNamed,
  deviationOf,
  distinctNumerics,
  joinedParts,
  modeOf,
  numericSeries,
} from '../../values/numeric-aggregates.ts';
import { bigint, double, integer, list, real, text } from './codecs.ts';
import { decimalOfDouble, roundDecimal as roundExact } from './decimal-text.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

function expectBuckets(count: number, hasRange: boolean): void {
  if (count <= 0) sqlError('2201G', 'count must be greater than zero');
  if (!hasRange) sqlError('2201G', 'lower bound cannot equal upper bound');
}

/** The bucket after the last, in PostgreSQL an integer. */
const afterLast = (count: number) =>
  count < 2_147_483_647 ? count + 1 : sqlError('22003', 'integer out of range');

function floatBucket(value: number, low: number, high: number, count: number): number {
  expectBuckets(count, low !== high);
  if ([value, low, high].some(Number.isNaN)) {
    return sqlError('2201G', 'operand, lower bound, and upper bound cannot be NaN');
  }
  if (![low, high].every(Number.isFinite))
    return sqlError('2201G', 'lower and upper bounds must be finite');
  const isRising = low < high;
  if (isRising ? value < low : value > low) return 0;
  if (isRising ? value >= high : value <= high) return afterLast(count);
  // The halved width of a range cannot overflow.
  const part = Number.isFinite(high - low)
    ? (value - low) / (high - low)
    : (value / 2 - low / 2) / (high / 2 - low / 2);
  return Math.min(Math.trunc(count * part), count - 1) + 1;
}

function numericBucket(
  valueText: string,
  lowText: string,
  highText: string,
  count: number,
): number {
  const [value, low, high] = [valueText, lowText, highText].map(readNumeric) as [
    Numeric,
    Numeric,
    Numeric,
  ];
  expectBuckets(count, compareNumerics(low, high) !== 0);
  if ([value, low, high].includes('NaN')) {
    return sqlError('2201G', 'operand, lower bound, and upper bound cannot be NaN');
  }
  if (isSpecial(low) || isSpecial(high))
    return sqlError('2201G', 'lower and upper bounds must be finite');
  const isRising = compareNumerics(low, high) < 0;
  const [toLow, toHigh] = [compareNumerics(value, low), compareNumerics(value, high)];
  if (isRising ? toLow < 0 : toLow > 0) return 0;
  if (isSpecial(value) || (isRising ? toHigh >= 0 : toHigh <= 0)) return afterLast(count);
  const scale = Math.max(value.scale, low.scale, high.scale);
  const [at, from, to] = [value, low, high].map(
    (item) => item.digits * tens(scale - item.scale),
  ) as [bigint, bigint, bigint];
  return Number((BigInt(count) * (at - from)) / (to - from)) + 1;
}

/**
 * Marks for numbers below the least and above the greatest, which never occur in a key's digits.
 */
const [belowAll, aboveAll] = ['-', '~'];
const exponentShift = 200_000;
const complement = (digits: string) => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));

/**
 * A text with the byte order of numerics. Equal numerics share a text, and no text is a prefix of
 * another.
 */
export function numericSortKey(written: string): string {
  const value = readNumeric(written);
  if (value === 'NaN') return '9';
  if (isSpecial(value)) return value === 'Infinity' ? '8' : '0';
  if (value.digits === 0n) return '4';
  const digits = absolute(value.digits).toString();
  const exponent = String(digits.length - value.scale + exponentShift).padStart(6, '0');
  const size = `${exponent}${withoutEnd(digits, '0')}`;
  return value.digits > 0n ? `5${size}${belowAll}` : `3${complement(size)}${aboveAll}`;
}

const limits: Readonly<Record<number, string>> = { 16: 'smallint', 32: 'integer', 64: 'bigint' };

function wholeNumber(written: string, bits: number): bigint {
  const value = readNumeric(written);
  const type = limits[bits] ?? 'bigint';
  if (isSpecial(value))
    return sqlError('0A000', `cannot convert ${value === 'NaN' ? 'NaN' : 'infinity'} to ${type}`);
  const { digits } = roundNumeric(value, 0) as Decimal;
  return BigInt.asIntN(bits, digits) === digits
    ? digits
    : sqlError('22003', `${type} out of range`);
}

/** PostgreSQL's numeric of a float: the certain digits, with halves rounded to even. */
function numericOfFloat(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const exact = decimalOfDouble(value);
  const scale = digits - (exact.digits.toString().length - exact.scale);
  const sign = exact.negative ? '-' : '';
  const rounded = readNumeric(
    `${sign}${roundExact(exact, scale, 'even').digits}e${-scale}`,
  ) as Decimal;
  return printNumeric(roundNumeric(rounded, trimDecimal(rounded).scale));
}

const valuesOf = (items: readonly (string | null)[]): readonly Numeric[] =>
  items.filter((item) => item !== null).map(readNumeric);

function aggregate(name: string, items: readonly (string | null)[]): string | null {
  const [kind = '', distinct] = name.split(' ');
  const values = valuesOf(items);
  const kept =
    distinct === undefined
      ? values
      : distinctNumerics(values.map((value) => ({ value }))).map(({ value }) => value);
  const found = aggregateNumerics(kind, kept);
  return found === undefined ? null : printNumeric(found);
}

function deviation(name: string, count: bigint, sum: string, squares: string): string | null {
  const found = deviationOf(deviationNamed(name), count, readDecimal(sum), readDecimal(squares));
  return found === undefined ? null : printNumeric(found);
}

/**
 * The deviation from the sum and the sum of squares in parts: `high, low` of the sum, and three
 * such pairs of the squares.
 */
function deviationOfParts(
  name: string,
  count: bigint,
  scale: number,
  parts: readonly (string | null)[],
): string | null {
  const [sum = 0n, ...squares] = Array.from({ length: parts.length / 2 }, (_, index) =>
    joinedParts(parts[2 * index] ?? '0', parts[2 * index + 1] ?? '0'),
  );
  const [high = 0n, middle = 0n, low = 0n] = squares;
  const digits = high * tens(38) + 2n * middle * tens(19) + low;
  const found = deviationOf(
    deviationNamed(name),
    count,
    { digits: sum, scale },
    { digits, scale: 2 * scale },
  );
  return found === undefined ? null : printNumeric(found);
}

const readItems = (items: readonly (string | null)[]) =>
  items.filter((item) => item !== null).map((item) => ({ item, value: readNumeric(item) }));

function distinctTexts(items: readonly (string | null)[]): readonly (string | null)[] {
  const distinct: (string | null)[] = distinctNumerics(readItems(items)).map(({ item }) => item);
  return items.includes(null) ? [...distinct, null] : distinct;
}

const operations = Object.entries(numericOperations).map(([name, compute]) =>
  strictFunction(`hotsql_numeric_${name}`, [text, text], text, (a, b) =>
    printNumeric(compute(readNumeric(a), readNumeric(b))),
  ),
);

const functionsOfOne = Object.entries(numericFunctionsOfOne).map(([name, compute]) =>
  strictFunction(`hotsql_numeric_${name}`, [text], text, (value) =>
    printNumeric(compute(readNumeric(value))),
  ),
);

/** The greatest (1) or the least (-1), and the last among equal values. */
function extremeOf(items: readonly (string | null)[], sign: number): string | null {
  let found: Numeric | undefined;
  for (const item of items) {
    if (item === null) continue;
    const value = readNumeric(item);
    if (found === undefined || compareNumerics(found, value) * sign <= 0) found = value;
  }
  return found === undefined ? null : printNumeric(found);
}

/**
 * The Julian day of a moment in microseconds since 1970. The fraction of the day is a quotient of
 * numerics.
 */
function julianText(micros: bigint): string {
  const { days, rest } = splitMicros(micros);
  const whole = (value: bigint): Decimal => ({ digits: value, scale: 0 });
  const share = divideNumerics(whole(BigInt(rest)), whole(microsPerDay));
  return printNumeric(addNumerics(whole(BigInt(julianOf(days))), share));
}

const scaleOf = (value: Numeric, trim: (value: Decimal) => Decimal) =>
  isSpecial(value) ? null : trim(value).scale;

/** Functions of numerics, given as texts, and the counts in buckets. */
export const numericFunctions: readonly EngineFunction[] = [
  ...operations,
  ...functionsOfOne,
  strictFunction('hotsql_numeric_round_to', [text, integer], text, (value, places) =>
    printNumeric(roundNumeric(readNumeric(value), places)),
  ),
  strictFunction('hotsql_numeric_trunc_to', [text, integer], text, (value, places) =>
    printNumeric(truncateNumeric(readNumeric(value), places)),
  ),
  strictFunction('hotsql_numeric_fit', [text, integer, integer], text, (value, precision, scale) =>
    printNumeric(fitNumeric(readNumeric(value), precision, scale)),
  ),
  strictFunction('hotsql_numeric_key', [text], text, numericSortKey),
  strictFunction('hotsql_numeric_whole', [text, integer], bigint, wholeNumber),
  strictFunction('hotsql_numeric_of_double', [double], text, (value) => numericOfFloat(value, 15)),
  strictFunction('hotsql_numeric_of_real', [real], text, (value) => numericOfFloat(value, 6)),
  strictFunction('hotsql_numeric_scale', [text], integer, (value) =>
    scaleOf(readNumeric(value), (item) => item),
  ),
  strictFunction('hotsql_min_scale', [text], integer, (value) =>
    scaleOf(readNumeric(value), trimDecimal),
  ),
  strictFunction('hotsql_numeric_aggregate', [text, list(text)], text, aggregate),
  strictFunction('hotsql_numeric_deviation', [text, bigint, text, text], text, deviation),
  strictFunction(
    'hotsql_numeric_deviation_of_parts',
    [text, bigint, integer, list(text)],
    text,
    deviationOfParts,
  ),
  strictFunction('hotsql_float_deviation', [text, list(double)], double, floatDeviation),
  strictFunction('hotsql_float_pairs', [text, list(double), list(double)], double, floatPairs),
  strictFunction('hotsql_numeric_distinct', [list(text)], list(text), distinctTexts),
  strictFunction(
    'hotsql_numeric_mode',
    [list(text)],
    text,
    (items) => modeOf(readItems(items))?.item ?? null,
  ),
  strictFunction('hotsql_numeric_joined', [text, text, integer], text, (high, low, scale) =>
    printNumeric({ digits: joinedParts(high, low), scale }),
  ),
  strictFunction('hotsql_numeric_series', [text, text, text], list(text), (from, to, step) =>
    numericSeries(readNumeric(from), readNumeric(to), readNumeric(step)).map(printNumeric),
  ),
  strictFunction('hotsql_numeric_max', [list(text)], text, (items) => extremeOf(items, 1)),
  strictFunction('hotsql_numeric_min', [list(text)], text, (items) => extremeOf(items, -1)),
  strictFunction('hotsql_numeric_julian', [bigint], text, julianText),
  strictFunction('hotsql_width_bucket', [double, double, double, integer], integer, floatBucket),
  strictFunction('hotsql_numeric_bucket', [text, text, text, integer], integer, numericBucket),
];
