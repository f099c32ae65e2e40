import { refuse } from '../../read/refusal.ts';
import { type Expr, expr } from '../../resolve/expr.ts';
import { decimalOf, decimalType, isInexact } from '../../resolve/type.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { withTextBy } from '../numeric-text.ts';
import { asDouble, floatPower, inexact, numericPower } from './doubles.ts';
import { floatOperation } from './float-arithmetic.ts';

/**
 * DuckDB's widths: a result stays within 18 digits if both operands do, and overflow raises. A
 * wider type is slower (a product twenty times, a query like the first of TPC-H's five times), so a
 * text is printed wide (`widened`) only after an overflow.
 */
function widthFor(needed: number, operands: number, scale: number): number {
  if (needed > 18 && operands <= 18 && scale < 18) return 18;
  return Math.min(needed, 38);
}

/** An operand of 19 digits makes DuckDB compute in 128 bits: up to 38 digits. */
function widened(call: Call): Call {
  const [left, ...others] = call.args;
  const { scale } = decimalOf(left?.type ?? inexact) ?? { scale: 0 };
  const wide = expr(`CAST(${left?.text ?? ''} AS DECIMAL(19,${scale}))`, decimalType(19, scale));
  return { ...call, args: [wide, ...others] };
}

const isTooWide = (call: Call, needed: number, operands: number) =>
  call.printing.isWide && needed > 18 && operands <= 18;

function holdings(call: Call) {
  return call.args.map(({ type }) => decimalOf(type) ?? { precision: 38, scale: 0 });
}

const infix = ({ args: [left, right] }: Call, operator: string) =>
  `(${left?.text ?? ''} ${operator} ${right?.text ?? ''})`;

const hasInexact = ({ args }: Call) => args.some(({ type }) => isInexact(type));

const numericSum =
  (operator: '+' | '-', name: string) =>
  (call: Call): Expr =>
    withTextBy(name, call, sumOf(call, operator));

function sumOf(call: Call, operator: '+' | '-'): Expr {
  if (hasInexact(call)) return expr(infix(call, operator), inexact);
  const decimals = holdings(call);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  const whole = Math.max(...decimals.map((decimal) => decimal.precision - decimal.scale));
  const width = Math.max(...decimals.map((decimal) => decimal.precision));
  const needed = Math.max(scale + whole, width) + 1;
  if (isTooWide(call, needed, width)) return sumOf(widened(call), operator);
  return expr(infix(call, operator), decimalType(widthFor(needed, width, 0), scale));
}

const numericProduct = (call: Call) => withTextBy('hotsql_numeric_product', call, productOf(call));
const negative = (call: Call) => {
  const [value] = call.args;
  return withTextBy(
    'hotsql_numeric_negative',
    call,
    expr(`(-${value?.text ?? ''})`, value?.type ?? inexact),
  );
};

function productOf(call: Call): Expr {
  if (hasInexact(call)) return expr(infix(call, '*'), inexact);
  const [left, right] = holdings(call);
  const scale = (left?.scale ?? 0) + (right?.scale ?? 0);
  if (scale > 38) call.printing.expectExact();
  if (scale > 38)
    return refuse(
      'a product of numerics with more than 38 decimal places',
      call.location,
      'round them first',
    );
  const width = Math.max(left?.precision ?? 0, right?.precision ?? 0);
  const needed = (left?.precision ?? 0) + (right?.precision ?? 0);
  if (isTooWide(call, needed, width)) return productOf(widened(call));
  return expr(
    infix(call, '*'),
    decimalType(Math.max(widthFor(needed, width, scale), scale), scale),
  );
}

/** A quotient of numerics is represented as a double. */
const numericQuotient = (call: Call): Expr => {
  const [left, right] = call.args;
  const quotient = expr(
    `(${asDouble(left)} / ${divisor(call, asDouble(left), asDouble(right))})`,
    inexact,
  );
  return withTextBy('hotsql_numeric_quotient', call, quotient);
};

export function numericRemainder(call: Call): Expr {
  const text = `(${call.args[0]?.text ?? ''} % ${divisor(call, call.args[0]?.text ?? '')})`;
  if (hasInexact(call)) return expr(text, inexact);
  const decimals = holdings(call);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  const whole = Math.max(...decimals.map((decimal) => decimal.precision - decimal.scale));
  return expr(text, decimalType(Math.min(38, scale + whole), scale));
}

/**
 * The second argument, checked against zero: for division by zero DuckDB returns null, and
 * PostgreSQL raises unless the dividend is null.
 */
export function divisor(
  { args: [, value], printing }: Call,
  dividend: string,
  text = value?.text ?? '',
): string {
  const constant = value?.constant;
  if (constant?.kind === 'number' && Number(constant.value) !== 0) return text;
  return printing.divisor(text, dividend);
}

/**
 * Integers of two widths are computed in the wider type; DuckDB would give a literal the narrower.
 */
const widerIntegers: Readonly<Record<string, string>> = {
  'int2,int4': 'INTEGER',
  'int4,int2': 'INTEGER',
};

function widenedOperands({ args, signature }: Call): readonly [left: string, right: string] {
  const wide = widerIntegers[signature.args.join()];
  const [left = '', right = ''] = args.map(({ text, type }) =>
    wide !== undefined && type.name === 'int2' ? `CAST(${text} AS ${wide})` : text,
  );
  return [left, right];
}

const integerInfix =
  (operator: string) =>
  (call: Call): string => {
    const [left, right] = widenedOperands(call);
    return `(${left} ${operator} ${operator === '//' ? divisor(call, left, right) : right})`;
  };

/** The remainder of a division of integers. */
export function integerRemainder(call: Call): string {
  const [left, right] = widenedOperands(call);
  const constant = call.args[1]?.constant;
  const isPlain = constant?.kind === 'number' && BigInt(constant.value) ** 2n > 1n;
  return `(${left} % ${isPlain ? right : call.printing.macro('modulus', right, left)})`;
}

const shiftWidths: Readonly<Record<string, readonly [mask: string, bits: number]>> = {
  int2: ['65535', 31],
  int4: ['4294967295', 31],
  int8: ['18446744073709551615', 63],
};

/**
 * PostgreSQL shifts like the processor: by the count modulo the width, and drops overflowing bits.
 */
function shiftLeft({ args: [value, count], printing, result }: Call): string {
  const [mask = '', bits = 31] = shiftWidths[result.name] ?? [];
  const wide = `CAST(${value?.text} AS HUGEINT)`;
  return `CAST(${printing.macro('shift_left', wide, count?.text ?? '', mask, String(bits))} AS ${result.engine})`;
}

function shiftRight({ args: [value, count], result }: Call): string {
  const [, bits = 31] = shiftWidths[result.name] ?? [];
  const wide = result.name === 'int2' ? `CAST(${value?.text} AS INTEGER)` : value?.text;
  return `CAST((${wide} >> (${count?.text} & ${bits})) AS ${result.engine})`;
}

/** real and double precision together are computed in double precision. */
const floatInfix =
  (operator: string) =>
  (call: Call): Expr => {
    const isMixed = call.signature.args[0] !== call.signature.args[1];
    const args = call.args.map((arg) =>
      isMixed && arg.type.name === 'float4' ? expr(`CAST(${arg.text} AS DOUBLE)`, 'float8') : arg,
    );
    return floatOperation({ ...call, args }, operator);
  };

const integers = 'int2|int4|int8';
const floats = 'float4|float8';

export const numberOperators: Implementations<Implementation> = {
  [`${integers} + ${integers}`]: integerInfix('+'),
  [`${integers} - ${integers}`]: integerInfix('-'),
  [`${integers} * ${integers}`]: integerInfix('*'),
  [`${integers} / ${integers}`]: integerInfix('//'),
  [`${integers} % ${integers}`]: integerRemainder,
  'numeric + numeric': numericSum('+', 'hotsql_numeric_sum'),
  'numeric - numeric': numericSum('-', 'hotsql_numeric_difference'),
  'numeric * numeric': numericProduct,
  'numeric / numeric': numericQuotient,
  'numeric % numeric': numericRemainder,
  'numeric ^ numeric': numericPower,
  [`${floats} + ${floats}`]: floatInfix('+'),
  [`${floats} - ${floats}`]: floatInfix('-'),
  [`${floats} * ${floats}`]: floatInfix('*'),
  [`${floats} / ${floats}`]: floatInfix('/'),
  'float8 ^ float8': floatPower,
  [`- ${integers}|${floats}`]: '(-$1)',
  '- numeric': negative,
  [`+ ${integers}|numeric|${floats}`]: '$1',
  [`@ ${integers}|numeric|${floats}`]: 'abs($1)',
  [`~ ${integers}`]: '(~$1)',
  'int2 & int2': '($1 & $2)',
  'int4 & int4': '($1 & $2)',
  'int8 & int8': '($1 & $2)',
  'int2 | int2': '($1 | $2)',
  'int4 | int4': '($1 | $2)',
  'int8 | int8': '($1 | $2)',
  'int2 # int2': 'xor($1, $2)',
  'int4 # int4': 'xor($1, $2)',
  'int8 # int8': 'xor($1, $2)',
  [`${integers} << int4`]: shiftLeft,
  [`${integers} >> int4`]: shiftRight,
  '|/ float8': 'sqrt($1)',
  '||/ float8': 'cbrt($1)',
  'float8 * interval': '($2 * $1)',
  'interval * float8': '($1 * $2)',
  'interval / float8': (call) =>
    `(${call.args[0]?.text ?? ''} / ${divisor(call, call.args[0]?.text ?? '')})`,
};
