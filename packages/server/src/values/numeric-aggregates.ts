/** Exact aggregates of numerics, with PostgreSQL's number of decimals. */

import { sqlError } from '../kernel/sql-error.ts';
import { type Decimal, divideDecimals } from './decimal.ts';
import { squareRootTo } from './decimal-powers.ts';
import {
  addNumerics,
  compareNumerics,
  divideNumerics,
  isSpecial,
  type Numeric,
} from './numeric.ts';

const whole = (digits: bigint): Decimal => ({ digits, scale: 0 });

/**
 * The kinds of PostgreSQL's deviation aggregates: `stddev` is `stddev_samp`, `variance` is
 * `var_samp`.
 */
export interface Deviation {
  readonly isSample: boolean;
  readonly isRoot: boolean;
}

export function deviationNamed(name: string): Deviation {
  return { isSample: !name.endsWith('_pop'), isRoot: name.startsWith('stddev') };
}

/**
 * The deviation of `count` numbers from their sum and sum of squares. The sum of squares has twice
 * the decimals of the sum. Undefined for too few numbers.
 */
export function deviationOf(
  { isSample, isRoot }: Deviation,
  count: bigint,
  sum: Decimal,
  squares: Decimal,
): Decimal | undefined {
  if (count < (isSample ? 2n : 1n)) return undefined;
  const scale = Math.max(2 * sum.scale, squares.scale);
  const digits =
    count * squares.digits * 10n ** BigInt(scale - squares.scale) -
    sum.digits * sum.digits * 10n ** BigInt(scale - 2 * sum.scale);
  if (digits <= 0n) return whole(0n);
  const variance = divideDecimals(
    { digits, scale },
    whole(count * (isSample ? count - 1n : count)),
  );
  return isRoot ? squareRootTo(variance, variance.scale) : variance;
}

function sumOf(values: readonly Numeric[]): Numeric {
  return values.reduce<Numeric>(addNumerics, whole(0n));
}

/** The aggregate of values other than null; undefined for a null result. */
export function aggregateNumerics(name: string, values: readonly Numeric[]): Numeric | undefined {
  if (values.length === 0) return undefined;
  if (name === 'sum') return sumOf(values);
  if (name === 'avg') return divideNumerics(sumOf(values), whole(BigInt(values.length)));
  const deviation = deviationNamed(name);
  if (deviation.isSample && values.length < 2) return undefined;
  let [sum, squares] = [whole(0n), whole(0n)];
  const scale = Math.max(...values.map((value) => (isSpecial(value) ? 0 : value.scale)));
  for (const value of values) {
    if (isSpecial(value)) return 'NaN';
    const digits = value.digits * 10n ** BigInt(scale - value.scale);
    sum = { digits: sum.digits + digits, scale };
    squares = { digits: squares.digits + digits * digits, scale: 2 * scale };
  }
  return deviationOf(deviation, BigInt(values.length), sum, squares);
}

/** Each value once, in order; the first among equal values. */
export function distinctNumerics<Item extends { readonly value: Numeric }>(
  items: readonly Item[],
): readonly Item[] {
  const sorted = items.toSorted((a, b) => compareNumerics(a.value, b.value));
  return sorted.filter((item, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareNumerics(before.value, item.value) !== 0;
  });
}

/** The most frequent value; the least among equally frequent values. */
export function modeOf<Item extends { readonly value: Numeric }>(
  items: readonly Item[],
): Item | undefined {
  let [best, most, run] = [items[0], 0, 0];
  let before: Item | undefined;
  for (const item of items.toSorted((a, b) => compareNumerics(a.value, b.value))) {
    run = before !== undefined && compareNumerics(before.value, item.value) === 0 ? run + 1 : 1;
    if (run > most) [best, most] = [item, run];
    before = item;
  }
  return best;
}

/** `generate_series`: the numbers from `from` on, by the step. */
export function numericSeries(from: Numeric, to: Numeric, step: Numeric): readonly Numeric[] {
  for (const [name, value] of [
    ['start', from],
    ['stop', to],
    ['step size', step],
  ] as const) {
    if (isSpecial(value))
      sqlError('22023', `${name} value cannot be ${value === 'NaN' ? 'NaN' : 'infinity'}`);
  }
  if (isSpecial(step) || isSpecial(from) || isSpecial(to)) return [];
  if (step.digits === 0n) return sqlError('22023', 'step size cannot equal zero');
  const direction = step.digits > 0n ? 1 : -1;
  const found: Numeric[] = [];
  for (
    let value: Numeric = from;
    compareNumerics(value, to) * direction <= 0;
    value = addNumerics(value, step)
  ) {
    if (found.length === maxSeries)
      return sqlError('54000', `a series of numerics has at most ${maxSeries} values`);
    found.push(value);
  }
  return found;
}

const maxSeries = 1_000_000;

/** A whole number from two partial sums: `high` counts units of ten to the power of 19. */
export const joinedParts = (high: string, low: string): bigint =>
  BigInt(high) * 10n ** 19n + BigInt(low);
