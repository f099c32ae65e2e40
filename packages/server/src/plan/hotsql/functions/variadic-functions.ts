/** Functions that take any number of values, and the same with `VARIADIC array` for them. */
import { type Expr, expr } from '../expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import type { Printing } from '../printing.ts';
import { elementTexts } from './array-values.ts';

const counted = (test: string): Implementation => {
  return ({ args }: Call) =>
    `CAST(${args.map(({ text }) => `CAST(${text} ${test} AS INTEGER)`).join(' + ')} AS INTEGER)`;
};

export const variadicFunctions: Implementations<Implementation> = {
  'num_nulls(any)': counted('IS NULL'),
  'num_nonnulls(any)': counted('IS NOT NULL'),
};

interface VariadicCall {
  readonly printing: Printing;
  /** The arguments before the array. */
  readonly before: readonly Expr[];
  readonly array: Expr;
  readonly location: number | undefined;
}

const joined = ({ printing, array, location }: VariadicCall, separator: string) =>
  expr(printing.macro('array_to_string', elementTexts(printing, array, location), separator), 'text');
const countedIn =
  (test: string) =>
  ({ array }: VariadicCall) =>
    expr(`CAST(len(list_filter(${array.text}, lambda "v": "v" ${test})) AS INTEGER)`, 'int4');

/** By the name: null where the array is. */
export const variadicCalls: Readonly<Record<string, (call: VariadicCall) => Expr>> = {
  concat: (call) => joined(call, "''"),
  concat_ws: (call) => joined(call, call.before[0]?.text ?? "''"),
  num_nulls: countedIn('IS NULL'),
  num_nonnulls: countedIn('IS NOT NULL'),
};
