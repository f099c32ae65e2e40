import { quoteLiteral } from '../../../kernel/quoting.ts';
import { type Expr, expr, textConstant } from '../resolve/expr.ts';
import { isArray } from '../resolve/type.ts';
import { printOtherFunction } from './other-calls.ts';
import type { Printing } from './printing.ts';

/**
 * The operators of PostgreSQL's vector extension, as the service's functions: `<->` is the
 * distance, and `l2_distance` its square.
 */
const functions: Readonly<Record<string, string>> = {
  '<->': 'l2_distance',
  '<=>': 'cosine_distance',
  '<#>': 'negative_dot_product',
};

/**
 * `a <-> b` of two vectors, possibly with a literal such as '[1,2]'; undefined for PostgreSQL's own
 * operators.
 */
export function printVectorOperator(
  printing: Printing,
  operator: string,
  operands: readonly Expr[],
  location: number | undefined,
): Expr | undefined {
  const name = Object.hasOwn(functions, operator) ? functions[operator] : undefined;
  if (name === undefined || operands.length !== 2 || !operands.some(({ type }) => isArray(type)))
    return undefined;
  const distance = printOtherFunction(printing, name, operands.map(asArray), location);
  return operator === '<->' ? expr(`sqrt(${distance.text})`, 'float8') : distance;
}

/** The extension writes a vector in brackets, unlike PostgreSQL's arrays in braces. */
function asArray(operand: Expr): Expr {
  const written = textConstant(operand);
  const inner = /^\s*\[([^[\]{}"]*)\]\s*$/.exec(written ?? '')?.[1];
  if (inner === undefined || isArray(operand.type)) return operand;
  return {
    ...operand,
    text: quoteLiteral(`{${inner}}`),
    constant: { kind: 'text', value: `{${inner}}` },
  };
}
