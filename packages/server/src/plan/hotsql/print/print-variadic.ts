import { refuse, reject } from '../read/refusal.ts';
import { type Fields, listOf, locationOf, openNode } from '../read/tree.ts';
import type { Expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { isArray } from '../resolve/type.ts';
import { argumentsBefore, variadicCalls } from './functions/variadic-functions.ts';
import type { Printing } from './printing.ts';

/**
 * The elements of `VARIADIC ARRAY[...]`, usable as separate arguments; undefined for any other
 * array.
 */
export function variadicElements(node: unknown): readonly unknown[] | undefined {
  const { kind, fields } = openNode(node);
  const elements = kind === 'A_ArrayExpr' ? listOf(fields, 'elements') : [];
  return elements.length > 0 &&
    elements.every((element) => openNode(element).kind !== 'A_ArrayExpr')
    ? elements
    : undefined;
}

/** `f(a, VARIADIC array)` with a computed array. */
export function printVariadic(
  printing: Printing,
  call: Fields,
  name: string,
  namespace: Namespace,
): Expr {
  const location = locationOf(call);
  const args = listOf(call, 'args').map((arg) => printing.expression(arg, namespace));
  const [before, array] = [args.slice(0, -1), args.at(-1)];
  const print = variadicCalls[name];
  const takes = argumentsBefore[name] ?? 0;
  if (array === undefined || print === undefined || before.length !== takes) {
    return refuse(`VARIADIC of an array that is not written out, for ${name}()`, location);
  }
  const isLiteral = array.type.name === 'unknown' && /_path(?:_text)?$/.test(name);
  if (!isArray(array.type) && !isLiteral)
    return reject('VARIADIC argument must be an array', location, '42804');
  return print({ printing, before, array, location });
}
