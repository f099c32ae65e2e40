/**
 * Deviations of floats and of pairs of floats by the method of Youngs and Cramer, in the same steps
 * as PostgreSQL's float.c.
 */
import { sqlError } from '../kernel/sql-error.ts';

const isInfinite = (value: number) => Math.abs(value) === Number.POSITIVE_INFINITY;
const overflow = () => sqlError('22003', 'value out of range: overflow');

/** Count, sum, and the sum of squared differences from the mean. */
class Spread {
  count = 0;
  sum = 0;
  squares = 0;

  add(value: number): void {
    const [before, sumBefore] = [this.count, this.sum];
    this.count += 1;
    this.sum += value;
    if (before === 0) {
      if (!Number.isFinite(value)) this.squares = Number.NaN;
      return;
    }
    const distance = value * this.count - this.sum;
    this.squares += (distance * distance) / (this.count * before);
    if (!isInfinite(this.sum) && !isInfinite(this.squares)) return;
    if (!isInfinite(sumBefore) && !isInfinite(value)) overflow();
    this.squares = Number.NaN;
  }
}

/**
 * `var_pop`, `var_samp`, `stddev_pop`, `stddev_samp` of the values other than null. Null for too
 * few values.
 */
export function floatDeviation(name: string, values: readonly (number | null)[]): number | null {
  const spread = new Spread();
  for (const value of values) if (value !== null) spread.add(value);
  const divisor = name.endsWith('_pop') ? spread.count : spread.count - 1;
  if (divisor < 1) return null;
  const variance = spread.squares / divisor;
  return name.startsWith('stddev') ? Math.sqrt(variance) : variance;
}

/** The sums for the functions of pairs; `x` is the independent variable. */
class PairSpread {
  count = 0;
  sumX = 0;
  sumY = 0;
  squaresX = 0;
  squaresY = 0;
  products = 0;

  add(y: number, x: number): void {
    const [before, sumX, sumY] = [this.count, this.sumX, this.sumY];
    this.count += 1;
    this.sumX += x;
    this.sumY += y;
    if (before === 0) {
      this.#first(y, x);
      return;
    }
    const [distanceX, distanceY] = [x * this.count - this.sumX, y * this.count - this.sumY];
    const scale = 1 / (this.count * before);
    this.squaresX += distanceX * distanceX * scale;
    this.squaresY += distanceY * distanceY * scale;
    this.products += distanceX * distanceY * scale;
    const isGivenX = isInfinite(sumX) || isInfinite(x);
    const isGivenY = isInfinite(sumY) || isInfinite(y);
    if ((isInfinite(this.sumX) || isInfinite(this.squaresX)) && !isGivenX) overflow();
    if ((isInfinite(this.sumY) || isInfinite(this.squaresY)) && !isGivenY) overflow();
    if (isInfinite(this.products) && !isGivenX && !isGivenY) overflow();
    if (isInfinite(this.squaresX)) this.squaresX = Number.NaN;
    if (isInfinite(this.squaresY)) this.squaresY = Number.NaN;
    if (isInfinite(this.products)) this.products = Number.NaN;
  }

  #first(y: number, x: number): void {
    if (!Number.isFinite(x)) this.squaresX = Number.NaN;
    if (!Number.isFinite(y)) this.squaresY = Number.NaN;
    if (!Number.isFinite(x) || !Number.isFinite(y)) this.products = Number.NaN;
  }
}

const pairFunctions: Readonly<Record<string, (spread: PairSpread) => number | null>> = {
  regr_sxx: ({ squaresX }) => squaresX,
  regr_syy: ({ squaresY }) => squaresY,
  regr_sxy: ({ products }) => products,
  covar_pop: ({ products, count }) => products / count,
  covar_samp: ({ products, count }) => (count < 2 ? null : products / (count - 1)),
  corr: ({ products, squaresX, squaresY }) =>
    squaresX === 0 || squaresY === 0 ? null : products / Math.sqrt(squaresX * squaresY),
  regr_r2: ({ products, squaresX, squaresY }) =>
    squaresX === 0 ? null : squaresY === 0 ? 1 : (products * products) / (squaresX * squaresY),
  regr_slope: ({ products, squaresX }) => (squaresX === 0 ? null : products / squaresX),
  regr_intercept: ({ sumX, sumY, products, squaresX, count }) =>
    squaresX === 0 ? null : (sumY - (sumX * products) / squaresX) / count,
};

/** `corr`, `covar_*` and `regr_*` of the pairs without a null. */
export function floatPairs(
  name: string,
  ys: readonly (number | null)[],
  xs: readonly (number | null)[],
): number | null {
  const spread = new PairSpread();
  for (const [index, y] of ys.entries()) {
    const x = xs[index] ?? null;
    if (y !== null && x !== null) spread.add(y, x);
  }
  return spread.count === 0 ? null : (pairFunctions[name]?.(spread) ?? null);
}
