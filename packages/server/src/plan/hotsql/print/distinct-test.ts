import type { Expr } from '../resolve/expr.ts';
import { comparable } from './apply-operator.ts';
import type { Printing } from './printing.ts';

export function distinct(
  printing: Printing,
  operands: readonly Expr[],
  words: string,
  location: number | undefined,
): string {
  const [left, right] = comparable(printing, operands, location);
  return `(${left} ${words} ${right})`;
}
