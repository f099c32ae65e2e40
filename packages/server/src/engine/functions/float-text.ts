import { withoutEnd } from '../../kernel/without-end.ts';
import { decimalOfDouble, roundDecimal } from './decimal-text.ts';

/**
 * The text of a float with the fewest digits that identify the value, as PostgreSQL writes floats.
 * From ten to the power of `digits` on, the text has an exponent. `shortest` always writes an
 * exponent.
 */
function floatText(value: number, digits: number, shortest: (size: number) => string): string {
  if (!Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  if (size === 0) return `${sign}0`;
  const text = shortest(size);
  // Between the two bounds, JavaScript's text has no exponent either.
  if (size >= 1e-4 && size < 10 ** digits) return `${sign}${Number(text)}`;
  const [mantissa = '', exponent = ''] = text.split('e');
  return `${sign}${mantissa}e${exponent.replace(/([+-])(\d)$/, '$10$2')}`;
}

export const doubleText = (value: number): string => floatText(value, 15, shortestDouble);
export const realText = (value: number): string => floatText(value, 6, shortestReal);

/**
 * JavaScript's digits equal PostgreSQL's except where a shorter number lies halfway between two
 * doubles. Readers round such a number to the even double, and PostgreSQL does not rely on the
 * rounding. Only whole numbers beyond 53 bits are so far apart.
 */
function shortestDouble(size: number): string {
  return size >= 2 ** 53 && size < 1e24 ? exactShortest(size, doubleBeside) : size.toExponential();
}

function shortestReal(size: number): string {
  // Above a power of two, reals are further apart than below.
  if (size >= 2 ** 24 || Number.isInteger(Math.log2(size))) return exactShortest(size, realBeside);
  for (let precision = 1; precision < 9; precision += 1) {
    if (Math.fround(Number(size.toPrecision(precision))) !== size) continue;
    const finer = size.toPrecision(precision + 1);
    const isTie = finer.endsWith('5') && Number(finer) === size;
    return isTie ? exactShortest(size, realBeside) : size.toExponential(precision - 1);
  }
  return size.toExponential(8);
}

const view = new DataView(new ArrayBuffer(8));

function doubleBeside(size: number, step: 1 | -1): number {
  view.setFloat64(0, size);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(step));
  return view.getFloat64(0);
}

function realBeside(size: number, step: 1 | -1): number {
  view.setFloat32(0, size);
  view.setInt32(0, view.getInt32(0) + step);
  const beside = view.getFloat32(0);
  // Beyond the largest real, the step equals the step before.
  return Number.isFinite(beside) ? beside : size + (size - realBeside(size, -1));
}

/**
 * The nearest number to `size` among the shortest numbers that are nearer to `size` than to its
 * neighbours. Of two equally near numbers, the even one.
 */
function exactShortest(size: number, beside: (size: number, step: 1 | -1) => number): string {
  const exact = [beside(size, -1), size, beside(size, 1)].map(decimalOfDouble);
  const scale = Math.max(...exact.map((value) => value.scale));
  const [below = 0n, value = 0n, above = 0n] = exact.map(
    (item) => roundDecimal(item, scale, 'even').digits,
  );
  const length = String(value).length;
  for (let precision = 1; ; precision += 1) {
    const unit = 10n ** BigInt(length - precision);
    const floor = value / unit;
    const isNear = (digits: bigint) =>
      2n * digits * unit > below + value && 2n * digits * unit < value + above;
    const rest = 2n * (value % unit) - unit;
    const nearest = rest > 0n || (rest === 0n && floor % 2n === 1n) ? floor + 1n : floor;
    const chosen = [nearest, floor, floor + 1n].find(isNear);
    if (chosen !== undefined) return withExponent(String(chosen), length - precision - scale);
  }
}

/** `digits` times ten to the power of `power`, with one digit before the point. */
function withExponent(digits: string, power: number): string {
  const exponent = digits.length - 1 + power;
  const fraction = withoutEnd(digits.slice(1), '0');
  return `${digits[0]}${fraction === '' ? '' : `.${fraction}`}e${exponent < 0 ? '' : '+'}${exponent}`;
}
