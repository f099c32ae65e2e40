import type { CastContext } from '../resolve/catalog/postgres-catalog.ts';
import { heldAs } from '../resolve/exact-numeric.ts';
import type { Expr } from '../resolve/expr.ts';
import type { Type } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import type { Printing } from './printing.ts';

/** An output column cast to another type and representation. */
export function castExpr(
  printing: Printing,
  item: Expr,
  target: string,
  context: CastContext,
  holding: Type | undefined,
): Expr {
  const cast = coerce(printing, item, target, context, undefined);
  const kept =
    item.isLiteralInteger === true && cast.type.name === 'int4' ? { isLiteralInteger: true } : {};
  if (holding === undefined || cast.type.engine === holding.engine) return { ...cast, ...kept };
  return heldAs(cast, holding);
}
