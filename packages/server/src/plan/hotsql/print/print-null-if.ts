import { refuse, reject } from '../read/refusal.ts';
import { type Fields, locationOf } from '../read/tree.ts';
import { operatorsNamed } from '../resolve/catalog/postgres-catalog.ts';
import { resolveOperator } from '../resolve/catalog/resolve.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { showType } from '../resolve/type.ts';
import { applySignature } from './apply-call.ts';
import { comparedTexts } from './apply-operator.ts';
import { expectComparable } from './collation.ts';
import { once } from './operand-once.ts';
import type { Printing } from './printing.ts';

/** The result has the type of the left operand of `=`. */
export function printNullIf(printing: Printing, operation: Fields, namespace: Namespace): Expr {
  const location = locationOf(operation);
  const operands = [operation.lexpr, operation.rexpr].map((side) =>
    printing.expression(side, namespace),
  );
  const resolution = resolveOperator(
    operatorsNamed('='),
    operands.map(({ type }) => type.name),
  );
  if (resolution.kind !== 'found') {
    const [one, other] = operands.map(({ type }) => showType(type));
    return reject(`operator does not exist: ${one} = ${other}`, location, '42883');
  }
  const { args } = applySignature(printing, resolution.candidate, operands, location);
  expectComparable(operands, location);
  return once(args, ([left, right]) => {
    if (left === undefined || right === undefined) return refuse('NULLIF here', location);
    const isSame = comparedTexts([left, right], location).join(' = ');
    return expr(`CASE WHEN ${isSame} THEN NULL ELSE ${left.text} END`, left.type);
  });
}
