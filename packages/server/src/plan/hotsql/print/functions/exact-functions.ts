/**
 * Operators and functions of numerics in a statement with exact numbers, by their names in
 * `engine/functions/numeric-functions.ts`.
 */
import { exactCall, exactText } from '../../resolve/exact-numeric.ts';
import { type Expr, expr, integerConstant } from '../../resolve/expr.ts';
import { decimalOf, isVarying } from '../../resolve/type.ts';
import { type Call, type Implementations, indexImplementations } from '../implementation.ts';

type ExactImplementation = (call: Call) => Expr;

const numericTexts = ({ args }: Call) =>
  args.map((arg) => (arg.type.name === 'numeric' ? exactText(arg) : arg.text));

const exact =
  (name: string): ExactImplementation =>
  (call) =>
    exactCall(name, numericTexts(call));

const counted =
  (name: string): ExactImplementation =>
  (call) =>
    expr(`${name}(${numericTexts(call).join(', ')})`, 'int4');

const exactImplementations = indexImplementations<ExactImplementation>([
  {
    'numeric + numeric': exact('sum'),
    'numeric - numeric': exact('difference'),
    'numeric * numeric': exact('product'),
    'numeric / numeric': exact('quotient'),
    'numeric % numeric': exact('remainder'),
    'numeric ^ numeric': exact('power'),
    '- numeric': exact('negative'),
    '@ numeric': exact('absolute'),
    '+ numeric': ({ args: [value] }) => value as Expr,
    'abs(numeric)': exact('absolute'),
    'ceil(numeric)': exact('ceil'),
    'ceiling(numeric)': exact('ceil'),
    'div(numeric,numeric)': exact('div'),
    'exp(numeric)': exact('exp'),
    'factorial(int8)': ({ args: [count] }) =>
      exactCall('factorial', [`CAST(${count?.text} AS VARCHAR)`]),
    'floor(numeric)': exact('floor'),
    'gcd(numeric,numeric)': exact('gcd'),
    'lcm(numeric,numeric)': exact('lcm'),
    'ln(numeric)': exact('ln'),
    'log(numeric)': exact('log10'),
    'log(numeric,numeric)': exact('logarithm'),
    'log10(numeric)': exact('log10'),
    'mod(numeric,numeric)': exact('remainder'),
    'min_scale(numeric)': counted('hotsql_min_scale'),
    'numeric_inc(numeric)': exact('inc'),
    'pow(numeric,numeric)': exact('power'),
    'power(numeric,numeric)': exact('power'),
    'round(numeric)': exact('round'),
    'round(numeric,int4)': exact('round_to'),
    'scale(numeric)': counted('hotsql_numeric_scale'),
    'sign(numeric)': exact('sign'),
    'sqrt(numeric)': exact('sqrt'),
    'trim_scale(numeric)': exact('trim'),
    'trunc(numeric)': exact('trunc'),
    'trunc(numeric,int4)': exact('trunc_to'),
    'width_bucket(numeric,numeric,numeric,int4)': counted('hotsql_numeric_bucket'),
    'numeric_add(numeric,numeric)': exact('sum'),
    'numeric_sub(numeric,numeric)': exact('difference'),
    'numeric_mul(numeric,numeric)': exact('product'),
    'numeric_div(numeric,numeric)': exact('quotient'),
    'numeric_mod(numeric,numeric)': exact('remainder'),
    'numeric_power(numeric,numeric)': exact('power'),
    'numeric_sqrt(numeric)': exact('sqrt'),
    'numeric_exp(numeric)': exact('exp'),
    'numeric_ln(numeric)': exact('ln'),
    'numeric_log(numeric,numeric)': exact('logarithm'),
    'numeric_abs(numeric)': exact('absolute'),
    'numeric_uminus(numeric)': exact('negative'),
    'numeric_sign(numeric)': exact('sign'),
    'numeric_div_trunc(numeric,numeric)': exact('div'),
  },
] satisfies readonly Implementations<ExactImplementation>[]);

/** Operations that DuckDB computes exactly on DECIMALs, with PostgreSQL's number of decimals. */
const plain = new Set([
  '- numeric',
  '+ numeric',
  '@ numeric',
  'abs(numeric)',
  'ceil(numeric)',
  'ceiling(numeric)',
  'floor(numeric)',
  'round(numeric)',
  'trunc(numeric)',
  'sign(numeric)',
  'scale(numeric)',
]);

interface Width {
  readonly precision: number;
  readonly scale: number;
}

/** The width of an operator's result. */
const widths: Readonly<Record<string, (left: Width, right: Width) => Width>> = {
  'numeric + numeric': sumWidth,
  'numeric - numeric': sumWidth,
  'numeric % numeric': sumWidth,
  'mod(numeric,numeric)': sumWidth,
  'numeric * numeric': (left, right) => ({
    precision: left.precision + right.precision,
    scale: left.scale + right.scale,
  }),
};

function sumWidth(left: Width, right: Width): Width {
  const scale = Math.max(left.scale, right.scale);
  return {
    precision: scale + Math.max(left.precision - left.scale, right.precision - right.scale) + 1,
    scale,
  };
}

/** True if the ordinary implementation gives PostgreSQL's exact result. */
function isPlain(key: string, args: readonly Expr[]): boolean {
  const decimals = args.map(({ type }) => (isVarying(type) ? undefined : decimalOf(type)));
  const [left, right] = decimals;
  if (left === undefined) return false;
  if (plain.has(key)) return true;
  if (/^(?:round|trunc)\(numeric,int4\)$/.test(key)) {
    const places = args[1] && integerConstant(args[1]);
    return (
      places !== undefined &&
      places >= 0 &&
      left.precision - left.scale + Math.max(places, left.scale) <= 38
    );
  }
  const width = widths[key];
  return width !== undefined && right !== undefined && width(left, right).precision <= 38;
}

/**
 * The call computed exactly; undefined if the ordinary implementation is exact, and for functions
 * of other types.
 */
export function computeExactly(key: string, call: Call): Expr | undefined {
  if (!call.printing.isExact) return undefined;
  const implementation = exactImplementations.get(key);
  return implementation === undefined || isPlain(key, call.args) ? undefined : implementation(call);
}
