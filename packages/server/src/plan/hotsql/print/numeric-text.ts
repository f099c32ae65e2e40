/**
 * The texts of numerics whose representation in DuckDB differs from PostgreSQL's: quotients,
 * averages, choices of several scales. They are computed from the texts of the operands, and only
 * on demand.
 */
import { type Expr, shownText } from '../resolve/expr.ts';
import { decimalOf, isInexact, isVarying } from '../resolve/type.ts';
import type { Call } from './implementation.ts';
import type { Printing } from './printing.ts';

/** The text of a numeric, if known. */
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
 * The result of a call. If DuckDB's text would differ, `name` computes the text from the texts of
 * the arguments.
 */
export function withTextBy(name: string, { printing, args, location }: Call, made: Expr): Expr {
  if (!isInexact(made.type) && !args.some(({ type }) => isVarying(type))) return made;
  const texts = args.map((arg) => textOfNumeric(printing, arg, location));
  return texts.includes(undefined) ? made : withShown(made, `${name}(${texts.join(', ')})`);
}
