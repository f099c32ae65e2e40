import { numericOperand, printRoundable } from './print-cast.ts';
import { printDivisor } from './print-operation.ts';
import { refuse } from './refusal.ts';
import { type Call, type FunctionRule, macro, renamed, same, scalar } from './rule.ts';
import { integerLiteral, staticType } from './static-type.ts';

export const numberRules: Readonly<Record<string, FunctionRule>> = {
  abs: same(1),
  acos: same(1),
  asin: same(1),
  atan: same(1),
  atan2: same(2),
  cbrt: same(1),
  ceil: same(1),
  ceiling: renamed('ceil', 1),
  cos: same(1),
  cot: same(1),
  degrees: same(1),
  div: scalar(2, 2, (call) => `trunc(${divide(call)})`),
  exp: macro('exp', 1),
  floor: same(1),
  gcd: same(2),
  lcm: same(2),
  ln: same(1),
  log: same(1, 2),
  log10: same(1),
  mod: scalar(
    2,
    2,
    ({ printing, args: [x, y], location }) => `(${printing.expression(x)} % ${printDivisor(printing, y, location)})`,
  ),
  pi: same(0),
  pow: macro('power', 2),
  power: macro('power', 2),
  radians: same(1),
  random: same(0),
  round: scalar(1, 2, printRound),
  sign: scalar(1, 1, ({ printing, args: [x] }) => `CAST(sign(${printing.expression(x)}) AS DOUBLE)`),
  sin: same(1),
  sinh: same(1),
  cosh: same(1),
  tanh: same(1),
  sqrt: same(1),
  tan: same(1),
  trunc: scalar(1, 2, printTrunc),
};

function divide({ printing, args: [x, y], location }: Call): string {
  return `${printing.expression(x)} / ${printDivisor(printing, y, location)}`;
}

/** round(numeric) is half away from zero, round(double precision) half to even. */
function printRound({ printing, args: [value, places], location }: Call): string {
  if (places === undefined) {
    if (staticType(value) === 'decimal') return `round(${printing.expression(value)})`;
    return printing.typed('round_result', value, location);
  }
  const digits = integerLiteral(places);
  if (digits === undefined || digits < 0) return refuse('round() to a number of places that is no literal', location);
  const operand = numericOperand(value);
  if (operand !== undefined && staticType(operand) !== 'text' && digits <= 15) {
    return `round(${printRoundable(printing, operand)}, ${digits})`;
  }
  if (staticType(value) === 'float')
    return refuse('round(double precision, integer)', location, 'cast to numeric first');
  return `round(${printing.expression(value)}, ${digits})`;
}

function printTrunc({ printing, args: [value, places], location }: Call): string {
  if (places === undefined) return `trunc(${printing.expression(value)})`;
  const digits = integerLiteral(places);
  return digits === undefined || digits < 0
    ? refuse('trunc() to a number of places that is no literal', location)
    : `trunc(${printing.expression(value)}, ${digits})`;
}
