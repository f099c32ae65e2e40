import { reject } from '../read/refusal.ts';
import { locationOf, openNode } from '../read/tree.ts';
import type { Expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { showType } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import type { Printing } from './printing.ts';

/**
 * Like `printCondition`, for a condition that decides on a row: the engine stops early in such a
 * test.
 */
export function printTest(
  printing: Printing,
  node: unknown,
  namespace: Namespace,
  what: string,
): Expr {
  // In a grouped query the condition may be a grouped expression, which is computed as a value.
  if (namespace.groupKeys.size === 0) printing.tested.add(openNode(node).fields);
  return printCondition(printing, node, namespace, what);
}

/** A condition; `what` names its place in the error for a type other than boolean. */
export function printCondition(
  printing: Printing,
  node: unknown,
  namespace: Namespace,
  what: string,
): Expr {
  const printed = printing.expression(node, namespace);
  const location = locationOf(openNode(node).fields);
  if (!['bool', 'unknown', 'engine'].includes(printed.type.name)) {
    reject(
      `argument of ${what} must be type boolean, not type ${showType(printed.type)}`,
      location,
      '42804',
    );
  }
  return printed.type.name === 'engine'
    ? printed
    : coerce(printing, printed, 'bool', 'i', location);
}
