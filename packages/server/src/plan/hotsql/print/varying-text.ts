import { type Expr, isNull } from '../resolve/expr.ts';
import { isInexact, isVarying, type Type } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { textOfNumeric, withShown } from './numeric-text.ts';
import type { Printing } from './printing.ts';

/**
 * A choice among values with varying decimals has a text if each value has one:
 * `coalesce(sum(x), 0)::text` is `0` or `374.25`. `choose` turns the choice of values into a choice
 * of texts.
 */
export function withTextOf(
  printing: Printing,
  chosen: { readonly text: string; readonly type: Type },
  values: readonly Expr[],
  choose: (texts: readonly string[]) => string,
  location: number | undefined,
): Expr {
  if (chosen.type.name !== 'numeric' || (!isVarying(chosen.type) && !isInexact(chosen.type)))
    return chosen;
  const texts: string[] = [];
  for (const value of values) {
    const numeric = coerce(printing, value, 'numeric', 'i', location);
    const text = isNull(value)
      ? 'CAST(NULL AS VARCHAR)'
      : textOfNumeric(printing, numeric, location);
    if (text === undefined) return chosen;
    texts.push(text);
  }
  return withShown(chosen, choose(texts));
}
