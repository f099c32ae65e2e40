import type { Expr } from '../resolve/expr.ts';
import { coerce } from './coerce.ts';
import { readsColumns } from './printed-facts.ts';
import type { Printing } from './printing.ts';

type Location = number | undefined;

/** A member of a list searched for a real: PostgreSQL casts the whole list to reals. */
export function memberOf(printing: Printing, operand: Expr, value: Expr, location: Location): Expr {
  const isOther = /^(?:int[248]|numeric)$/.test(value.type.name);
  return operand.type.name === 'float4' && isOther
    ? coerce(printing, value, 'float4', 'i', location)
    : value;
}

/** The members of `x IN (...)`; members that read columns are compared individually. */
export function membersOf(
  printing: Printing,
  operand: Expr,
  written: readonly Expr[],
  location: Location,
): readonly Expr[] {
  const listed = written.filter(({ text }) => !readsColumns(text));
  const isReal = listed.every(({ type }) =>
    /^(?:int[248]|numeric|float4|unknown)$/.test(type.name),
  );
  if (listed.length < 2 || !isReal) return written;
  return written.map((value) =>
    listed.includes(value) ? memberOf(printing, operand, value, location) : value,
  );
}
