import { type Call, checkCount, type Rule, type Rules } from '../call.ts';
import { ownName } from '../own-name.ts';
import type { Printing } from '../printing.ts';
import { isFields, isNode, openNode, refuse, stringValue } from '../tree.ts';
import { operand } from './number-functions.ts';
import { textOf } from './text-functions.ts';
import { asVariant } from './variant-functions.ts';

function refuseWithin(call: Call): void {
  if (call.within !== undefined) refuse(`WITHIN GROUP after ${call.name.toUpperCase()}`);
  if (call.ignoreNulls) refuse(`IGNORE NULLS in ${call.name.toUpperCase()}`);
}

const distinctOf = ({ distinct }: Call) => (distinct ? 'DISTINCT ' : '');

const aggregate =
  (
    name: string,
    count = 1,
    argument: (printing: Printing, node: unknown) => string = (printing, node) =>
      printing.value(node),
  ): Rule =>
  (call, printing) => {
    checkCount(call, count);
    refuseWithin(call);
    if (call.distinct && count > 1) refuse(`DISTINCT in ${call.name.toUpperCase()}`);
    return `${name}(${distinctOf(call)}${call.args.map((arg) => argument(printing, arg)).join(', ')})${call.over}`;
  };

const number = (name: string, count = 1) =>
  aggregate(name, count, (printing, node) => operand(printing, node));

/**
 * AVG of NUMBER has six digits more than its argument; a second aggregate carries the argument's
 * type.
 */
const average: Rule = (call, printing) => {
  checkCount(call, 1);
  refuseWithin(call);
  const x = operand(printing, call.args[0]);
  return printing.macro(
    'average',
    `avg(${distinctOf(call)}${x})${call.over}`,
    `max(${x})${call.over}`,
  );
};

/** LISTAGG of nothing is the empty string. */
const listagg: Rule = (call, printing) => {
  checkCount(call, 1, 2);
  if (call.ignoreNulls) refuse('IGNORE NULLS in LISTAGG');
  if (call.overHasOrder) refuse('LISTAGG over a window with ORDER BY');
  const [value, separator] = call.args;
  const literal = separator === undefined ? '' : stringValue(separator);
  if (literal === undefined) return refuse('a computed separator in LISTAGG');
  const by = separator === undefined ? "''" : printing.value(separator);
  if (call.distinct && call.within !== undefined) return distinctListagg(call, printing, by);
  return `coalesce(string_agg(${distinctOf(call)}${textOf(printing, value)}, ${by}${orderWithin(call)})${call.over}, '')`;
};

/** Distinct values in order of value; DuckDB would sort as text. */
function distinctListagg(call: Call, printing: Printing, separator: string): string {
  const [item, ...others] = call.within?.items ?? [];
  const value = call.args[0];
  if (!isFields(item) || others.length > 0 || printing.value(item.this) !== printing.value(value)) {
    return refuse('LISTAGG(DISTINCT x) in the order of anything but x');
  }
  const x = printing.value(value);
  const listed = ownName('item');
  const sorted = `list_sort(array_agg(DISTINCT ${x}) FILTER (WHERE ${x} IS NOT NULL)${call.over}, '${item.desc === true ? 'DESC' : 'ASC'}')`;
  return `coalesce(array_to_string(list_transform(${sorted}, lambda ${listed}: ${printing.macro('to_text', listed)}), ${separator}), '')`;
}

const orderWithin = ({ within }: Call) => (within === undefined ? '' : ` ORDER BY ${within.text}`);

/** Nulls are left out; without values the result is the empty array. */
const arrayAgg: Rule = (call, printing) => {
  checkCount(call, 1);
  if (call.over !== '') refuse('ARRAY_AGG as a window function');
  const value = call.args[0];
  const printed = printing.any(value);
  const item = printing.variants.isVariant(value) ? asVariant(printing, value) : printed;
  return `to_json(coalesce(array_agg(${distinctOf(call)}${item}${orderWithin(call)}) FILTER (WHERE ${printed} IS NOT NULL), []))`;
};

const percentile =
  (name: string): Rule =>
  (call, printing) => {
    checkCount(call, 1);
    if (call.within === undefined || call.within.items.length !== 1)
      return refuse(`${call.name.toUpperCase()} without WITHIN GROUP (ORDER BY one expression)`);
    if (call.over !== '') refuse(`${call.name.toUpperCase()} as a window function`);
    return `${name}(${printing.value(call.args[0])}) WITHIN GROUP (ORDER BY ${call.within.text})`;
  };

const ranking =
  (name: string): Rule =>
  (call) => {
    checkCount(call, 0);
    refuseWithin(call);
    if (call.over === '') refuse(`${call.name.toUpperCase()} without OVER`);
    return `${name}()${call.over}`;
  };

const overRows =
  (name: string, least: number, most: number): Rule =>
  (call, printing) => {
    checkCount(call, least, most);
    if (call.over === '') refuse(`${call.name.toUpperCase()} without OVER`);
    if (call.within !== undefined || call.distinct)
      refuse(`this form of ${call.name.toUpperCase()}`);
    const [value, ...rest] = call.args.map((arg) => printing.any(arg));
    return `${name}(${[value, ...rest].join(', ')}${call.ignoreNulls ? ' IGNORE NULLS' : ''})${call.over}`;
  };

const count: Rule = (call, printing) => {
  refuseWithin(call);
  if (call.args.length !== 1) return refuse('COUNT of several columns without DISTINCT');
  const { kind, fields } = openNode(call.args[0]);
  if (kind === 'star') return refuse('COUNT of a star with a prefix', 'write COUNT(*)');
  if (kind !== 'tuple')
    return `count(${distinctOf(call)}${printing.any(call.args[0])})${call.over}`;
  const items = (Array.isArray(fields.expressions) ? fields.expressions : [])
    .filter(isNode)
    .map((item) => printing.value(item));
  if (!call.distinct || items.length === 0)
    return refuse('COUNT of several columns without DISTINCT');
  const complete = items.map((item) => `(${item}) IS NOT NULL`).join(' AND ');
  return `count(DISTINCT CASE WHEN ${complete} THEN row(${items.join(', ')}) END)${call.over}`;
};

export { count as countRule };

export const aggregateFunctions: Rules = {
  any_value: aggregate('any_value', 1, (printing, node) => printing.any(node)),
  approx_count_distinct: (call, printing) => {
    checkCount(call, 1);
    refuseWithin(call);
    return `count(DISTINCT ${printing.value(call.args[0])})${call.over}`;
  },
  array_agg: arrayAgg,
  avg: average,
  bitand_agg: number('bit_and'),
  bitor_agg: number('bit_or'),
  bitxor_agg: number('bit_xor'),
  booland_agg: aggregate('bool_and'),
  boolor_agg: aggregate('bool_or'),
  conditional_true_event: (call, printing) => {
    checkCount(call, 1);
    refuseWithin(call);
    if (!call.overHasOrder) return refuse('CONDITIONAL_TRUE_EVENT without OVER (ORDER BY ...)');
    return `count_if(${printing.value(call.args[0])})${call.over.replace(/\)$/, ' ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)')}`;
  },
  corr: number('corr', 2),
  count_if: aggregate('count_if'),
  covar_pop: number('covar_pop', 2),
  covar_samp: number('covar_samp', 2),
  cume_dist: ranking('cume_dist'),
  dense_rank: ranking('dense_rank'),
  first_value: overRows('first_value', 1, 1),
  hll: (call, printing) => aggregateFunctions.approx_count_distinct?.(call, printing) ?? '',
  lag: overRows('lag', 1, 3),
  last_value: overRows('last_value', 1, 1),
  lead: overRows('lead', 1, 3),
  listagg,
  max: aggregate('max'),
  max_by: aggregate('arg_max', 2),
  median: number('median'),
  min: aggregate('min'),
  min_by: aggregate('arg_min', 2),
  mode: aggregate('mode'),
  nth_value: overRows('nth_value', 2, 2),
  ntile: (call, printing) => {
    checkCount(call, 1);
    refuseWithin(call);
    if (call.over === '') return refuse('NTILE without OVER');
    return `ntile(${printing.value(call.args[0])})${call.over}`;
  },
  percent_rank: ranking('percent_rank'),
  percentile_cont: percentile('percentile_cont'),
  percentile_disc: percentile('percentile_disc'),
  rank: ranking('rank'),
  ratio_to_report: (call, printing) => {
    checkCount(call, 1);
    refuseWithin(call);
    if (call.over === '' || call.overHasOrder)
      return refuse('RATIO_TO_REPORT without OVER ([PARTITION BY ...])');
    const x = operand(printing, call.args[0]);
    return printing.macro('divide', x, `sum(${x})${call.over}`);
  },
  regr_slope: number('regr_slope', 2),
  row_number: ranking('row_number'),
  stddev: number('stddev_samp'),
  stddev_pop: number('stddev_pop'),
  stddev_samp: number('stddev_samp'),
  sum: number('sum'),
  var_pop: number('var_pop'),
  var_samp: number('var_samp'),
  variance: number('var_samp'),
  variance_pop: number('var_pop'),
  variance_samp: number('var_samp'),
};
