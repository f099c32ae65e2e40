import { refuse } from './refusal.ts';
import { aggregate, type Call, type FunctionRule, window } from './rule.ts';
import { staticType } from './static-type.ts';
import { listOf, nameList, openNode } from './tree.ts';
import { holdsAggregate } from './witness.ts';

export const aggregateRules: Readonly<Record<string, FunctionRule>> = {
  any_value: aggregate(1),
  array_agg: aggregate(1),
  avg: aggregate(1),
  bit_and: aggregate(1),
  bit_or: aggregate(1),
  bit_xor: aggregate(1),
  bool_and: aggregate(1),
  bool_or: aggregate(1),
  corr: aggregate(2, 2, { wrap: nullForNaN }),
  count: aggregate(1),
  covar_pop: aggregate(2),
  covar_samp: aggregate(2),
  every: aggregate(1, 1, { spelling: 'bool_and' }),
  max: aggregate(1),
  min: aggregate(1),
  percentile_cont: aggregate(2, 2, {
    spelling: 'percentile_cont',
    withinGroup: true,
    wrap: (_call, text) => `CAST(${text} AS DOUBLE)`,
  }),
  percentile_disc: aggregate(2, 2, { spelling: 'percentile_disc', withinGroup: true }),
  regr_avgx: aggregate(2),
  regr_avgy: aggregate(2),
  regr_count: aggregate(2, 2, { wrap: (_call, text) => `CAST(${text} AS BIGINT)` }),
  regr_intercept: aggregate(2, 2, { wrap: nullForNaN }),
  regr_r2: aggregate(2, 2, { wrap: nullForNaN }),
  regr_slope: aggregate(2, 2, { wrap: nullForNaN }),
  stddev: aggregate(1),
  stddev_pop: aggregate(1),
  stddev_samp: aggregate(1),
  string_agg: aggregate(2, 2, { print: printStringAgg }),
  sum: aggregate(1, 1, { wrap: wrapSum }),
  var_pop: aggregate(1),
  var_samp: aggregate(1),
  variance: aggregate(1, 1, { spelling: 'var_samp' }),
};

export const windowRules: Readonly<Record<string, FunctionRule>> = {
  cume_dist: window(0),
  dense_rank: window(0),
  first_value: window(1),
  lag: window(1, 3),
  last_value: window(1),
  lead: window(1, 3),
  nth_value: window(2),
  ntile: window(1, 1, { wrap: (_call, text) => `CAST(${text} AS INTEGER)` }),
  percent_rank: window(0),
  rank: window(0),
  row_number: window(0),
};

/**
 * DuckDB sums integers as HUGEINT; PostgreSQL gives bigint for integers up to 32 bits and numeric for bigint. The macro
 * chooses by the operand's type, which is known for columns but not for aggregates: those stay as they are.
 */
function wrapSum(call: Call, text: string): string {
  const [operand] = call.args;
  if (staticType(operand) === 'interval') refuse('sum() of intervals', call.location);
  if (holdsAggregate(operand)) return wrapSumOfAggregate(call, operand, text);
  return call.printing.macro('sum_result', call.printing.expression(operand), text);
}

/** Over an aggregate that is the whole operand the type is that of its own operand. */
function wrapSumOfAggregate(call: Call, operand: unknown, text: string): string {
  const { kind, fields } = openNode(operand);
  if (kind !== 'FuncCall') return text;
  const name = nameList(fields, 'funcname').at(-1) ?? '';
  if (name === 'count') return `CAST(${text} AS DECIMAL(38,0))`;
  const [inner] = listOf(fields, 'args');
  if (inner === undefined || holdsAggregate(inner)) return text;
  if (name === 'min' || name === 'max') return call.printing.macro('sum_result', call.printing.expression(inner), text);
  return name === 'sum' ? call.printing.macro('sum_of_sums', call.printing.expression(inner), text) : text;
}

/** Without variance PostgreSQL gives null, DuckDB NaN. */
function nullForNaN(_call: Call, text: string): string {
  return `nullif(${text}, CAST('NaN' AS DOUBLE))`;
}

function printStringAgg({ printing, args: [text, delimiter], location }: Call): string {
  const known = staticType(text);
  if (known !== 'text' && known !== 'unknown') refuse('string_agg() of what is no text', location, 'cast it: x::text');
  return `${printing.expression(text)}, ${printing.expression(delimiter)}`;
}
