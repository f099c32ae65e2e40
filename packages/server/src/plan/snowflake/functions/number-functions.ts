import { checkCount, type Rule, type Rules, refuseModifiers, scalar } from '../call.ts';
import type { Printing } from '../printing.ts';
import { openNode, refuse } from '../tree.ts';

/**
 * An operand of arithmetic. Whole literals become BIGINT: Snowflake's NUMBER has room where INTEGER
 * overflows.
 */
export function operand(printing: Printing, node: unknown): string {
  const printed = operandAsWritten(printing, node);
  return openNode(node).kind === 'literal' && /^\d{1,18}$/.test(printed)
    ? `CAST(${printed} AS BIGINT)`
    : printed;
}

export function operandAsWritten(printing: Printing, node: unknown): string {
  const { kind, fields } = openNode(node);
  const printed = printing.value(node);
  if (
    kind === 'literal' &&
    (fields.literal_type === 'string' || fields.literal_type === 'dollar_string')
  ) {
    refuse('text as an operand of arithmetic', 'cast it to a number');
  }
  return printed;
}

export function division(printing: Printing, left: unknown, right: unknown): string {
  return printing.macro('divide', operand(printing, left), operand(printing, right));
}

export function remainder(printing: Printing, left: unknown, right: unknown): string {
  return `(${operand(printing, left)} % ${printing.macro('divisor', operand(printing, right))})`;
}

const calling = (name: string): Rule => scalar(1, (x) => `${name}(${x})`);

const rounding =
  (name: string): Rule =>
  (call, printing) => {
    checkCount(call, 1, 2);
    refuseModifiers(call);
    const [x, digits] = call.args;
    const places = digits === undefined ? '' : `, CAST(${printing.value(digits)} AS INTEGER)`;
    return `${name}(${operand(printing, x)}${places})`;
  };

const bits = (operator: string): Rule =>
  scalar(2, (a, b) => `(CAST(${a} AS BIGINT) ${operator} CAST(${b} AS BIGINT))`);

const widthBucket = scalar(
  4,
  (value, low, high, count) =>
    `CASE WHEN ${value} < ${low} THEN 0 WHEN ${value} >= ${high} THEN ${count} + 1 ELSE CAST(floor((${value} - ${low}) * ${count} / (${high} - ${low})) AS BIGINT) + 1 END`,
);

export const numberFunctions: Rules = {
  abs: calling('abs'),
  acos: calling('acos'),
  asin: calling('asin'),
  atan: calling('atan'),
  atan2: scalar(2, (y, x) => `atan2(${y}, ${x})`),
  bitand: bits('&'),
  bitnot: scalar(1, (a) => `(~ CAST(${a} AS BIGINT))`),
  bitor: bits('|'),
  bitshiftleft: bits('<<'),
  bitshiftright: bits('>>'),
  bitxor: scalar(2, (a, b) => `xor(CAST(${a} AS BIGINT), CAST(${b} AS BIGINT))`),
  cbrt: calling('cbrt'),
  ceil: calling('ceil'),
  cos: calling('cos'),
  cot: calling('cot'),
  degrees: calling('degrees'),
  div0: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return printing.macro('div0', operand(printing, call.args[0]), operand(printing, call.args[1]));
  },
  div0null: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return printing.macro(
      'div0',
      operand(printing, call.args[0]),
      `coalesce(${operand(printing, call.args[1])}, 0)`,
    );
  },
  exp: calling('exp'),
  factorial: calling('factorial'),
  floor: calling('floor'),
  ln: calling('ln'),
  log: scalar(2, (base, x) => `(ln(${x}) / ln(${base}))`),
  mod: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return remainder(printing, call.args[0], call.args[1]);
  },
  pi: scalar(0, () => 'pi()'),
  pow: scalar(2, (x, y) => `pow(CAST(${x} AS DOUBLE), CAST(${y} AS DOUBLE))`),
  power: scalar(2, (x, y) => `pow(CAST(${x} AS DOUBLE), CAST(${y} AS DOUBLE))`),
  radians: calling('radians'),
  round: rounding('round'),
  sign: calling('sign'),
  sin: calling('sin'),
  sqrt: calling('sqrt'),
  square: scalar(1, (x) => `(CAST(${x} AS DOUBLE) * CAST(${x} AS DOUBLE))`),
  tan: calling('tan'),
  width_bucket: widthBucket,
  truncate: rounding('trunc'),
};

export const truncateNumber = rounding('trunc');
