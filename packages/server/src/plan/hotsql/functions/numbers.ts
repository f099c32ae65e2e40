import { type Expr, expr, integerConstant } from '../expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { refuse } from '../refusal.ts';
import { decimalOf, decimalType } from '../type.ts';
import { asDouble, floatPower, inexact, numericPower, ranged } from './doubles.ts';
import { floatOperation } from './float-arithmetic.ts';
import { divisor, integerRemainder } from './number-operators.ts';

/** A function of numerics that DuckDB computes in doubles. */
const throughDoubles =
  (template: string) =>
  ({ args }: Call): Expr =>
    expr(
      template.replaceAll(/\$(\d)/g, (_, digit: string) => asDouble(args[Number(digit) - 1])),
      inexact,
    );

/** A numeric without decimal places: of floor, ceil, round and trunc. */
const wholeNumeric =
  (name: string) =>
  ({ args: [value] }: Call): Expr => {
    const text = `${name}(${value?.text ?? ''})`;
    const held = value && decimalOf(value.type);
    if (held === undefined) return expr(text, inexact);
    return expr(text, decimalType(held.precision, 0));
  };

/** Doubles that stand for numerics are rounded by their digits: the 15 that are sure are kept. */
function roundNumeric(name: 'round' | 'trunc') {
  return (call: Call): Expr => {
    const [value, places] = call.args;
    const digits = places && integerConstant(places);
    if (value === undefined || digits === undefined || digits < 0) {
      return refuse(`${name}() to a number of places that is no literal or negative`, call.location);
    }
    const held = decimalOf(value.type);
    if (held !== undefined) {
      if (digits >= held.scale) {
        if (held.precision - held.scale + digits > 38) return refuse(`${name}() to so many places`, call.location);
        const type = decimalType(held.precision - held.scale + digits, digits);
        return expr(
          digits === held.scale ? value.text : `CAST(${value.text} AS ${type.engine})`,
          digits === held.scale ? value.type : type,
        );
      }
      return expr(`${name}(${value.text}, ${digits})`, decimalType(held.precision, digits));
    }
    if (digits > 15) return refuse(`${name}() of an inexact numeric to more than 15 places`, call.location);
    return expr(
      `${name}(CAST(format('{:.15g}', ${value.text}) AS DECIMAL(38,15)), ${digits})`,
      decimalType(38, digits),
    );
  };
}

/** An angle in other units, as PostgreSQL computes it. */
const scaled = (operator: string) => (call: Call) =>
  floatOperation(
    { ...call, args: [...call.args, expr("CAST('0.0174532925199432957692' AS DOUBLE)", 'float8')] },
    operator,
  );

const integers = 'int2|int4|int8';
const floats = 'float4|float8';

const plainFloat = (names: string): Implementations<Implementation> =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}(float8)`, `${name}($1)`]));

export const numberFunctions: Implementations<Implementation> = {
  ...plainFloat('acos asin atan cbrt cos cosh ln sin sinh sqrt tan tanh'),
  [`abs(${integers}|numeric|${floats})`]: 'abs($1)',
  'cot(float8)': '(1 / tan($1))',
  'degrees(float8)': scaled('/'),
  'radians(float8)': scaled('*'),
  'atan2(float8,float8)': 'atan2($1, $2)',
  'ceil(float8)': 'ceil($1)',
  'ceil(numeric)': wholeNumeric('ceil'),
  'ceiling(float8)': 'ceil($1)',
  'ceiling(numeric)': wholeNumeric('ceil'),
  'floor(float8)': 'floor($1)',
  'floor(numeric)': wholeNumeric('floor'),
  'round(float8)': 'round_even($1, 0)',
  'round(numeric)': wholeNumeric('round'),
  'round(numeric,int4)': roundNumeric('round'),
  'trunc(float8)': 'trunc($1)',
  'trunc(numeric)': wholeNumeric('trunc'),
  'trunc(numeric,int4)': roundNumeric('trunc'),
  'div(numeric,numeric)': (call) =>
    expr(`trunc(${asDouble(call.args[0])} / ${divisor(call, asDouble(call.args[1]))})`, inexact),
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
  'mod(numeric,numeric)': (call) => `(${call.args[0]?.text ?? ''} % ${divisor(call)})`,
  'pi()': 'pi()',
  'pow(float8,float8)': floatPower,
  'pow(numeric,numeric)': numericPower,
  'power(float8,float8)': floatPower,
  'power(numeric,numeric)': numericPower,
  'random()': 'random()',
  'sign(float8)': 'CAST(sign($1) AS DOUBLE)',
  'sign(numeric)': ({ args: [value] }) => expr(`CAST(sign(${value?.text ?? ''}) AS DECIMAL(1,0))`, decimalType(1, 0)),
  'sqrt(numeric)': throughDoubles('sqrt($1)'),
};
