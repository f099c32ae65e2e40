/** Computes calls with constant numerics at translation, exactly and with PostgreSQL's decimals. */
import {
  absolute,
  addDecimals,
  ceilDecimal,
  commonDivisor,
  commonMultiple,
  type Decimal,
  divideDecimals,
  divideWhole,
  floorDecimal,
  moduloDecimals,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  trimDecimal,
  truncateDecimal,
} from '../../../../values/decimal.ts';
import {
  exponential,
  logarithm,
  naturalLogarithm,
  power,
  squareRoot,
} from '../../../../values/decimal-powers.ts';
import type { Expr } from '../../resolve/expr.ts';
import { type Implementations, indexImplementations } from '../implementation.ts';
import { decimalConstant, numericConstant } from '../literals.ts';
import type { Printing } from '../printing.ts';

/** The value; undefined if PostgreSQL raises. The engine then raises if it executes the call. */
type Computation = (a: Decimal, b: Decimal) => Decimal | undefined;

const whole = (digits: bigint): Decimal => ({ digits, scale: 0 });
const ten = whole(10n);
const isPositive = ({ digits }: Decimal) => digits > 0n;
const places = ({ digits }: Decimal) => Math.min(Math.max(Number(digits), -2000), 2000);

const remainder: Computation = (a, b) => (b.digits === 0n ? undefined : moduloDecimals(a, b));
const log: Computation = (base, value) =>
  isPositive(base) && isPositive(value) && base.digits !== 10n ** BigInt(base.scale)
    ? logarithm(base, value)
    : undefined;
const log10: Computation = (value) => (isPositive(value) ? logarithm(ten, value) : undefined);
const absoluteValue: Computation = ({ digits, scale }) => ({ digits: absolute(digits), scale });

const computations = indexImplementations<Computation>([
  {
    'numeric + numeric': addDecimals,
    'numeric - numeric': (a, b) => addDecimals(a, negateDecimal(b)),
    'numeric * numeric': multiplyDecimals,
    'numeric / numeric': (a, b) => (b.digits === 0n ? undefined : divideDecimals(a, b)),
    'numeric % numeric': remainder,
    'numeric ^ numeric': (base, exponent) => power(base, exponent),
    '- numeric': negateDecimal,
    '+ numeric': (value) => value,
    '@ numeric': absoluteValue,
    'abs(numeric)': absoluteValue,
    'ceil(numeric)': ceilDecimal,
    'ceiling(numeric)': ceilDecimal,
    'div(numeric,numeric)': (a, b) => (b.digits === 0n ? undefined : whole(divideWhole(a, b))),
    'exp(numeric)': (value) => exponential(value),
    'floor(numeric)': floorDecimal,
    'gcd(numeric,numeric)': commonDivisor,
    'lcm(numeric,numeric)': commonMultiple,
    'ln(numeric)': (value) => (isPositive(value) ? naturalLogarithm(value) : undefined),
    'log(numeric)': log10,
    'log(numeric,numeric)': log,
    'log10(numeric)': log10,
    'mod(numeric,numeric)': remainder,
    'numeric_inc(numeric)': (value) => addDecimals(value, whole(1n)),
    'pow(numeric,numeric)': (base, exponent) => power(base, exponent),
    'power(numeric,numeric)': (base, exponent) => power(base, exponent),
    'round(numeric)': (value) => roundDecimal(value, 0),
    'round(numeric,int4)': (value, digits) => roundDecimal(value, places(digits)),
    'sign(numeric)': ({ digits }) => whole(digits > 0n ? 1n : digits < 0n ? -1n : 0n),
    'sqrt(numeric)': (value) => (value.digits < 0n ? undefined : squareRoot(value)),
    'trim_scale(numeric)': trimDecimal,
    'trunc(numeric)': (value) => truncateDecimal(value, 0),
    'trunc(numeric,int4)': (value, digits) => truncateDecimal(value, places(digits)),
  },
] satisfies readonly Implementations<Computation>[]);

/** True for powers, logarithms and roots, whose digits cost as much as many digits of a sum. */
const isCostly = (key: string) => /^(?:exp|ln|log|log10|pow|power|sqrt)\(|\^/.test(key);
const costOfPower = 10;
const plainDigits = 38;

/** The result of a call with constant numbers. */
export function computeConstant(
  printing: Printing,
  key: string,
  args: readonly Expr[],
  location: number | undefined,
): Expr | undefined {
  const compute = computations.get(key);
  if (compute === undefined) return undefined;
  const values: Decimal[] = [];
  for (const arg of args) {
    const value = decimalConstant(printing, arg, location);
    if (value === undefined) return undefined;
    values.push(value);
  }
  const [a, b = a] = values;
  if (a === undefined || b === undefined) return undefined;
  const value = compute(a, b);
  if (value === undefined) return undefined;
  const digits = value.scale + absolute(value.digits).toString().length;
  if (isCostly(key)) printing.spendDigits(costOfPower * digits, location);
  else if (digits > plainDigits) printing.spendDigits(digits, location);
  return numericConstant(printing, value);
}
