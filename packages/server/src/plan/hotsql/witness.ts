import { refuse } from './refusal.ts';
import { listOf, nameList, openNode, textOf } from './tree.ts';

/**
 * Expressions whose sum has the type that PostgreSQL gives `node`. DuckDB knows the type of columns at the time it chooses a
 * macro's overload, of aggregates it does not: for those the operand stands in. A quotient has the type of its operands' sum.
 */
export function witnessOf(node: unknown, location: number | undefined): readonly unknown[] {
  const { kind, fields } = openNode(node);
  if (kind === 'FuncCall') {
    const name = nameList(fields, 'funcname').at(-1) ?? '';
    const [operand] = listOf(fields, 'args');
    if (operand !== undefined && passing.has(name)) return witnessOf(operand, location);
  }
  if (kind === 'A_Expr' && textOf(fields, 'kind') === 'AEXPR_OP' && fields.lexpr !== undefined) {
    const operator = nameList(fields, 'name').at(-1) ?? '';
    if (['+', '-', '*', '/', '%'].includes(operator)) {
      return [...witnessOf(fields.lexpr, location), ...witnessOf(fields.rexpr, location)];
    }
  }
  if (holdsAggregate(node)) {
    refuse(
      'round() or a cast to numeric of this expression over aggregates',
      location,
      'cast to numeric(p, s) or double precision first',
    );
  }
  return [node];
}

/** Aggregates whose result is of their operand's kind: integers and numerics give numerics, doubles doubles. */
const passing: ReadonlySet<string> = new Set([
  'any_value',
  'avg',
  'max',
  'min',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'sum',
  'var_pop',
  'var_samp',
  'variance',
]);

const aggregates: ReadonlySet<string> = new Set([
  'any_value',
  'array_agg',
  'avg',
  'bit_and',
  'bit_or',
  'bit_xor',
  'bool_and',
  'bool_or',
  'corr',
  'count',
  'covar_pop',
  'covar_samp',
  'every',
  'max',
  'min',
  'percentile_cont',
  'percentile_disc',
  'regr_avgx',
  'regr_avgy',
  'regr_count',
  'regr_intercept',
  'regr_r2',
  'regr_slope',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'string_agg',
  'sum',
  'var_pop',
  'var_samp',
  'variance',
]);

/** Whether an aggregate call is anywhere in the tree below. */
export function holdsAggregate(node: unknown): boolean {
  const pending: unknown[] = [node];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    if ('funcname' in item && aggregates.has(nameList(item as Record<string, unknown>, 'funcname').at(-1) ?? ''))
      return true;
    pending.push(...Object.values(item));
  }
  return false;
}
