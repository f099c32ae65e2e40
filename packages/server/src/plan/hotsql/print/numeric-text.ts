/**
 * The texts of numerics that DuckDB does not hold as PostgreSQL does: quotients, averages, choices
 * of several scales. They are computed of the texts of the operands, and only where a text is asked
 * for.
 */
import { type Expr, shownText } from '../resolve/expr.ts';
import { decimalOf, isInexact, isVarying } from '../resolve/type.ts';
import type { Call } from './implementation.ts';
import type { Printing } from './printing.ts';

/** The text of a numeric, where it is known. */
export function textOfNumeric(
  printing: Printing,
  value: Expr,
  location: number | undefined,
): string | undefined {
  const isExact = decimalOf(value.type) !== undefined && !isVarying(value.type);
  return isExact ? printing.castTo(value, 'text', location).text : shownText(value);
}

export const withShown = (value: Expr, text: string): Expr => ({
  ...value,
  shown: { of: value.text, text },
});

/**
 * The result of a call, with its text as `name` computes it of the texts of the arguments, where
 * DuckDB's would be another.
 */
export function withTextBy(name: string, { printing, args, location }: Call, made: Expr): Expr {
  if (!isInexact(made.type) && !args.some(({ type }) => isVarying(type))) return made;
  const texts = args.map((arg) => textOfNumeric(printing, arg, location));
  return texts.includes(undefined) ? made : withShown(made, `${name}(${texts.join(', ')})`);
}
