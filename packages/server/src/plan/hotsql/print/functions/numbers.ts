import { type Expr, expr } from '../../resolve/expr.ts';
import { decimalType } from '../../resolve/type.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { asDouble, floatPower, inexact, numericPower, ranged } from './doubles.ts';
import { floatOperation } from './float-arithmetic.ts';
import { integerRemainder, numericRemainder } from './number-operators.ts';

/** A function of numerics that DuckDB computes in doubles. */
const throughDoubles =
  (template: string) =>
  ({ args }: Call): Expr =>
    expr(
      template.replaceAll(/\$(\d)/g, (_, digit: string) => asDouble(args[Number(digit) - 1])),
      inexact,
    );

/** Converts an angle, with PostgreSQL's arithmetic. */
const scaled = (operator: string) => (call: Call) =>
  floatOperation(
    { ...call, args: [...call.args, expr("CAST('0.0174532925199432957692' AS DOUBLE)", 'float8')] },
    operator,
  );

const integers = 'int2|int4|int8';
const floats = 'float4|float8';

const plainFloat = (names: string): Implementations<Implementation> =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}(float8)`, `${name}($1)`]));

const raised = (direction: 'overflow' | 'underflow') =>
  `error('[22003] value out of range: ${direction}')`;

/** DuckDB's own functions lack range checks; both have poles at zero and at negative integers. */
const gammaFunctions: Implementations<Implementation> = {
  'gamma(float8)': `list_transform([$1], lambda "g": CASE WHEN isnan("g") OR "g" = CAST('inf' AS DOUBLE) THEN "g"
    WHEN "g" <= 0 AND "g" = floor("g") THEN ${raised('overflow')} WHEN isinf(gamma("g")) THEN ${raised('overflow')}
    WHEN gamma("g") = 0 THEN ${raised('underflow')} ELSE gamma("g") END)[1]`,
  'lgamma(float8)': `list_transform([$1], lambda "g": CASE WHEN isinf("g") THEN abs("g")
    WHEN "g" <= 0 AND "g" = floor("g") THEN ${raised('overflow')} WHEN isinf(lgamma("g")) THEN ${raised('overflow')} ELSE lgamma("g") END)[1]`,
};

export const numberFunctions: Implementations<Implementation> = {
  ...gammaFunctions,
  'erf(float8)': 'hotsql_erf($1)',
  'erfc(float8)': 'hotsql_erfc($1)',
  ...plainFloat('acos asin atan cbrt cos cosh ln sin sinh sqrt tan tanh'),
  [`abs(${integers}|numeric|${floats})`]: 'abs($1)',
  'cot(float8)': '(1 / tan($1))',
  'degrees(float8)': scaled('/'),
  'radians(float8)': scaled('*'),
  'atan2(float8,float8)': 'atan2($1, $2)',
  'ceil(float8)': 'ceil($1)',
  'ceiling(float8)': 'ceil($1)',
  'floor(float8)': 'floor($1)',
  // Rounds to even, as DuckDB's cast does; its round_even turns 1000000000000000.5 into
  // 1000000000000001.
  'round(float8)':
    'CASE WHEN abs($1) < 4503599627370496 THEN CASE WHEN signbit($1) THEN -abs(CAST(CAST($1 AS BIGINT) AS DOUBLE)) ELSE abs(CAST(CAST($1 AS BIGINT) AS DOUBLE)) END ELSE $1 END',
  'trunc(float8)': 'trunc($1)',
  'exp(float8)': ranged('exp', false),
  'exp(numeric)': ranged('exp', true),
  'gcd(int4,int4)': 'CAST(gcd($1, $2) AS INTEGER)',
  'gcd(int8,int8)': 'CAST(gcd($1, $2) AS BIGINT)',
  'lcm(int4,int4)': 'CAST(lcm($1, $2) AS INTEGER)',
  'lcm(int8,int8)': 'CAST(lcm($1, $2) AS BIGINT)',
  'ln(numeric)': throughDoubles('ln($1)'),
  'log(float8)': 'log10($1)',
  'log(numeric)': throughDoubles('log10($1)'),
  'log(numeric,numeric)': throughDoubles('log($1, $2)'),
  'log10(float8)': 'log10($1)',
  'log10(numeric)': throughDoubles('log10($1)'),
  [`mod(${integers},${integers})`]: integerRemainder,
  'mod(numeric,numeric)': numericRemainder,
  'acosh(float8)':
    "CASE WHEN $1 < 1 THEN CAST(error('[22003] input is out of range') AS DOUBLE) ELSE acosh($1) END",
  'asinh(float8)': 'asinh($1)',
  'atanh(float8)': `CASE WHEN abs($1) > 1 AND NOT isnan($1) THEN CAST(error('[22003] input is out of range') AS DOUBLE)
    WHEN $1 = -1 THEN CAST('-Infinity' AS DOUBLE) ELSE atanh($1) END`,
  'pi()': 'pi()',
  'pow(float8,float8)': floatPower,
  'pow(numeric,numeric)': numericPower,
  'power(float8,float8)': floatPower,
  'power(numeric,numeric)': numericPower,
  'random()': 'random()',
  'sign(float8)': 'CAST(sign($1) AS DOUBLE)',
  'sign(numeric)': ({ args: [value] }) =>
    expr(`CAST(sign(${value?.text ?? ''}) AS DECIMAL(1,0))`, decimalType(1, 0)),
  'sqrt(numeric)': throughDoubles('sqrt($1)'),
};
