import type { Decimal } from '../../../../values/decimal.ts';
import { refuse } from '../../read/refusal.ts';
import { type Expr, expr, integerConstant, shownText } from '../../resolve/expr.ts';
import {
  decimalOf,
  decimalType,
  isExact,
  isVarying,
  unvarying,
  varying,
} from '../../resolve/type.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { decimalConstant } from '../literals.ts';
import { withTextBy } from '../numeric-text.ts';
import { doubleLiteral } from '../printed-facts.ts';
import { asDouble, inexact } from './doubles.ts';
import { divisor } from './number-operators.ts';

/**
 * The whole number of floor, ceil, round and trunc. A double in place of a numeric may lie slightly
 * beside the numeric's value.
 */
export const wholeNumeric =
  (name: 'floor' | 'ceil' | 'round' | 'trunc') =>
  (call: Call): Expr => {
    const [value] = call.args;
    const text = value?.text ?? '';
    const held = value && decimalOf(value.type);
    if (held === undefined) {
      return withTextBy(
        `hotsql_numeric_${name}`,
        call,
        expr(call.printing.macro(`${name}_inexact`, text), inexact),
      );
    }
    return expr(`${name}(${text})`, decimalType(held.precision, 0));
  };

/** Rounds doubles in place of numerics by their digits: 15 digits are certain and preserved. */
export function roundNumeric(name: 'round' | 'trunc') {
  return (call: Call): Expr => {
    const [value, places] = call.args;
    const digits = places && integerConstant(places);
    if (value === undefined || digits === undefined) {
      call.printing.expectExact();
      return refuse(`${name}() to a number of places that is no literal`, call.location);
    }
    const held = decimalOf(value.type);
    return held === undefined
      ? roundInexact(name, value, digits, call)
      : roundDecimals(name, value, digits, call);
  };
}

/** Rounds a double by 15 certain digits if they decide; otherwise by the text of the numeric. */
function roundInexact(
  name: 'round' | 'trunc',
  value: Expr,
  digits: number,
  { printing, location }: Call,
): Expr {
  const shown = shownText(value);
  const type = decimalType(38, Math.min(Math.max(digits, 0), 38));
  const exact = `CAST(hotsql_numeric_${name}_to(${shown}, ${digits}) AS ${type.engine})`;
  const hasSureDigits = digits >= 0 && digits <= 15;
  if (shown === undefined && !hasSureDigits) {
    printing.expectExact();
    return refuse(
      `${name}() of an inexact numeric to more than 15 places, or before the point`,
      location,
    );
  }
  if (!hasSureDigits) return expr(exact, type);
  const byDigits = `${name}(CAST(format('{:.15g}', ${value.text}) AS DECIMAL(38,15)), ${digits})`;
  return expr(
    `CASE WHEN ${isSure(name, value.text, digits)} THEN ${wholeParts(name, value.text, digits)} ELSE ${shown === undefined ? byDigits : exact} END`,
    type,
  );
}

/**
 * The nearest decimal of a double that passed `isSure`. A cast of a text to a wide decimal takes 12
 * us in DuckDB.
 */
export function wholeParts(name: 'round' | 'trunc', text: string, digits: number): string {
  const whole = `CAST(CAST(${name}(${text} * CAST(1e${digits} AS DOUBLE)) AS BIGINT) AS DECIMAL(14,0))`;
  if (digits === 0) return `CAST(${whole} AS DECIMAL(38,0))`;
  const unit = `CAST('${(1 / 10 ** digits).toFixed(digits)}' AS DECIMAL(${digits + 1},${digits}))`;
  return `CAST(${whole} * ${unit} AS DECIMAL(38,${digits}))`;
}

/**
 * True if a double is far from the point at which rounding changes, so its last digits do not
 * matter.
 */
export function isSure(name: 'round' | 'trunc', text: string, digits: number): string {
  const scaled = `(abs(${text}) * CAST(1e${digits} AS DOUBLE))`;
  const turn =
    name === 'round'
      ? `abs(${scaled} - floor(${scaled}) - 0.5)`
      : `abs(${scaled} - round(${scaled}))`;
  return `${scaled} < 1e13 AND ${turn} > 1e-9 + ${scaled} * 1e-14`;
}

function roundDecimals(
  name: string,
  value: Expr,
  digits: number,
  { printing, location }: Call,
): Expr {
  const { precision = 38, scale = 0 } = decimalOf(value.type) ?? {};
  if (digits === scale) return { ...value, type: unvarying(value.type) };
  if (digits > scale) {
    if (precision - scale + digits > 38) {
      printing.expectExact();
      return refuse(`${name}() to so many places`, location);
    }
    const type = decimalType(precision - scale + digits, digits);
    return expr(`CAST(${value.text} AS ${type.engine})`, type);
  }
  if (digits >= 0) return expr(`${name}(${value.text}, ${digits})`, decimalType(precision, digits));
  const type = decimalType(38, 0);
  if (-digits > precision - scale) return expr(`CAST(${value.text} * 0 AS ${type.engine})`, type);
  // Rounding may add a digit before the point.
  return expr(
    `CAST(${name}(CAST(${value.text} AS DECIMAL(38,${scale})), ${digits}) AS ${type.engine})`,
    type,
  );
}

/**
 * The text of a numeric for a function in TypeScript: the text of its value, with any number of
 * zeros.
 */
function digitsOf(value: Expr | undefined, call: Call): string {
  if (value === undefined || decimalOf(value.type) === undefined) {
    call.printing.expectExact();
    return refuse(
      `${call.name}() of a numeric that was divided or averaged`,
      call.location,
      'round(x, n) it first',
    );
  }
  return `CAST(${value.text} AS VARCHAR)`;
}

const ofTwo = (name: 'gcd' | 'lcm') => (call: Call) => {
  const digits = call.args.map((value) => digitsOf(value, call));
  const scale = Math.max(...call.args.map(({ type }) => decimalOf(type)?.scale ?? 0));
  const type = decimalType(38, scale);
  return expr(`CAST(hotsql_numeric_${name}(${digits.join(', ')}) AS ${type.engine})`, type);
};

function wholeQuotient(call: Call): Expr {
  const [left, right] = call.args;
  if ([left, right].every((value) => value && decimalOf(value.type) !== undefined)) {
    const digits = call.args.map((value) => digitsOf(value, call)).join(', ');
    return expr(`CAST(hotsql_numeric_div(${digits}) AS DECIMAL(38,0))`, decimalType(38, 0));
  }
  const quotient = `(${asDouble(left)} / ${divisor(call, asDouble(left), asDouble(right))})`;
  return expr(call.printing.macro('trunc_inexact', quotient), inexact);
}

/** The type determines the scale, except for numerics with varying decimals. */
function scale(call: Call): string {
  const [value] = call.args;
  const held = value && decimalOf(value.type);
  if (value === undefined || held === undefined || isVarying(value.type)) {
    call.printing.expectExact();
    return refuse(
      'scale() of a numeric whose decimals vary',
      call.location,
      'cast it to numeric(p, s)',
    );
  }
  return `CASE WHEN ${value.text} IS NOT NULL THEN CAST(${held.scale} AS INTEGER) END`;
}

/** The bucket is a product if both ends are finite and ascending and the buckets few. */
function floatBucket({ args }: Call): string {
  const [value = '', low = '', high = '', count = ''] = args.map(({ text }) => text);
  const own = `hotsql_width_bucket(${[value, low, high, count].join(', ')})`;
  const [from, to] = [doubleLiteral(low), doubleLiteral(high)];
  const buckets = args[3] && integerConstant(args[3]);
  if (from === undefined || to === undefined || !buckets || buckets < 1 || buckets > 1e6)
    return own;
  if (from >= to) return own;
  const place = `CAST(trunc(${count} * ((${value} - ${low}) / (${high} - ${low}))) AS INTEGER)`;
  return `CASE WHEN ${value} >= ${low} AND ${value} < ${high} THEN least(${place}, ${buckets - 1}) + 1 WHEN ${value} < ${low} THEN 0 WHEN ${value} >= ${high} AND NOT isnan(${value}) THEN ${buckets + 1} ELSE ${own} END`;
}

const unitsOf = ({ digits, scale }: Decimal, places: number) =>
  digits * 10n ** BigInt(places - scale);

/** The bucket is a quotient of integers if the ends and the buckets are literals. */
function numericBucket(call: Call): string {
  const { args, printing, location } = call;
  const digits = args.map((arg, index) => (index < 3 ? digitsOf(arg, call) : arg.text));
  const own = `hotsql_numeric_bucket(${digits.join(', ')})`;
  const [value, from, to, count] = args;
  const held = value && !isVarying(value.type) ? decimalOf(value.type) : undefined;
  const ends = [from, to].map((end) => end && decimalConstant(printing, end, location));
  const buckets = count && integerConstant(count);
  const [low, high] = ends;
  if (held === undefined || low === undefined || high === undefined) return own;
  if (buckets === undefined || buckets < 1 || buckets > 1e6) return own;
  const places = Math.max(held.scale, low.scale, high.scale);
  const [first, last] = [unitsOf(low, places), unitsOf(high, places)];
  const isNarrow = held.precision - held.scale + places <= 18 && first < last;
  if (!isNarrow || [first, last].some((end) => end > 10n ** 18n || end < -(10n ** 18n))) return own;
  const units = `CAST(CAST(${value?.text} AS DECIMAL(18,${places})) * 1${'0'.repeat(places)} AS HUGEINT)`;
  const place = `(${units} - (${first})) * ${buckets} // ${last - first} + 1`;
  const [least, most] = [from?.text, to?.text];
  return `CAST(CASE WHEN ${value?.text} < ${least} THEN 0 WHEN ${value?.text} >= ${most} THEN ${buckets + 1}
    ELSE ${place} END AS INTEGER)`;
}

export const numericFunctions: Implementations<Implementation> = {
  'ceil(numeric)': wholeNumeric('ceil'),
  'ceiling(numeric)': wholeNumeric('ceil'),
  'floor(numeric)': wholeNumeric('floor'),
  'round(numeric)': wholeNumeric('round'),
  'round(numeric,int4)': roundNumeric('round'),
  'trunc(numeric)': wholeNumeric('trunc'),
  'trunc(numeric,int4)': roundNumeric('trunc'),
  'div(numeric,numeric)': wholeQuotient,
  'factorial(int8)': ({ args: [count] }) =>
    expr(
      `CAST(hotsql_numeric_factorial(CAST(${count?.text} AS VARCHAR)) AS DECIMAL(38,0))`,
      decimalType(38, 0),
    ),
  'gcd(numeric,numeric)': ofTwo('gcd'),
  'lcm(numeric,numeric)': ofTwo('lcm'),
  'scale(numeric)': scale,
  'min_scale(numeric)': (call) => `hotsql_min_scale(${digitsOf(call.args[0], call)})`,
  'trim_scale(numeric)': ({ args: [value] }) =>
    value === undefined ? '' : expr(value.text, varying(value.type)),
  'width_bucket(float8,float8,float8,int4)': floatBucket,
  'width_bucket(numeric,numeric,numeric,int4)': numericBucket,
  'width_bucket(anycompatible,anycompatiblearray)': ({ args: [operand, list], location }) => {
    // The text order of exact numerics differs; the caller then tries the engine's numerics.
    if (operand && isExact(operand.type))
      refuse('width_bucket() of a numeric of so many digits and an array', location);
    const [one = '', many = ''] = [operand?.text, list?.text];
    return `CAST(CASE WHEN len(list_filter(${many}, lambda "v": "v" IS NULL)) > 0
    THEN error('[22004] thresholds array must not contain NULLs') WHEN ${one} IS NULL THEN NULL
    ELSE len(list_filter(${many}, lambda "v": "v" <= ${one})) END AS INTEGER)`;
  },
};
