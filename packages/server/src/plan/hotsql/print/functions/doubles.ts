import { type Expr, expr } from '../../resolve/expr.ts';
import { isInexact, type Type } from '../../resolve/type.ts';
import type { Call } from '../implementation.ts';

/** A numeric represented as a double. */
export const inexact: Type = { name: 'numeric', engine: 'DOUBLE' };

export const asDouble = (value: Expr | undefined): string =>
  value !== undefined && isInexact(value.type)
    ? value.text
    : `CAST(${value?.text ?? ''} AS DOUBLE)`;

/**
 * Raises if DuckDB's result exceeds the range of a double: PostgreSQL raises too, or returns a
 * numeric.
 */
export const ranged =
  (name: 'exp' | 'power', ofNumerics: boolean) =>
  ({ args, printing }: Call) => {
    const what = ofNumerics
      ? '[0A000] HotSQL holds this numeric as a double: value'
      : '[22003] value';
    const operands = ofNumerics ? args.map(asDouble) : args.map(({ text }) => text);
    return expr(printing.macro(name, ...operands, `'${what}'`), ofNumerics ? inexact : 'float8');
  };
export const floatPower = ranged('power', false);
export const numericPower = ranged('power', true);
