import { sameHolding } from '../holding.ts';
import type { AggregateImplementation, Call, Implementations } from '../implementation.ts';
import { refuse, reject } from '../refusal.ts';
import { decimalOf } from '../type.ts';

const as = (spelling: string, more: Omit<AggregateImplementation, 'spelling'> = {}): AggregateImplementation => ({
  spelling,
  ...more,
});

const argumentEngine = ({ args: [value] }: Call) => value?.type.engine ?? '';
const sameEngine = { engine: argumentEngine };
/** Without variance PostgreSQL gives null, DuckDB NaN. */
const nullForNaN = { wrap: "nullif($, CAST('NaN' AS DOUBLE))" };
const double = { engine: () => 'DOUBLE' };

/** What overflows raises; the sum of zeros beside it is NaN where an infinity was among the values. */
const sumOfFloats = (engine: string): AggregateImplementation => ({
  spelling: 'sum',
  beside: { spelling: 'sum', args: '$1 * 0' },
  wrap: ({ printing }, text, zeros) => `CAST(${printing.macro('float_sum', text, zeros)} AS ${engine})`,
  engine: () => engine,
});

const averageOfFloats: AggregateImplementation = {
  spelling: 'avg',
  beside: { spelling: 'sum', args: 'greatest(abs(CAST($1 AS DOUBLE)) * 1e-154 - 1, 0)' },
  wrap: ({ printing }, text, sizes) => printing.macro('float_average', text, sizes),
};

const numbers = 'int2|int4|int8|numeric|float4|float8';
// DuckDB orders timetz by the clock in min() and max().
const ordered = `${numbers}|text|bpchar|date|time|timestamp|timestamptz|interval|anyarray|record`;

const sumOfNumerics = ({ args: [value] }: Call) => {
  const held = value && decimalOf(value.type);
  return held === undefined ? 'DOUBLE' : `DECIMAL(38,${held.scale})`;
};

/** The value before or after, and what stands where there is none, which may have more decimal places. */
const withDefault = (spelling: string) =>
  as(spelling, {
    args: ({ args: [value, offset, otherwise] }) => {
      const [held = value, given = otherwise] = value && otherwise ? sameHolding([value, otherwise]) : [];
      return [held, offset, given].map((arg) => arg?.text).join(', ');
    },
    engine: ({ args: [value, , otherwise] }) =>
      (value && otherwise ? sameHolding([value, otherwise])[0] : value)?.type.engine ?? '',
  });

/** DuckDB takes a constant separator only; without one PostgreSQL joins what there is. */
function separated({ args: [value, separator], location }: Call): string {
  if (separator?.constant === undefined) return refuse('a separator of string_agg() that is no literal', location);
  return `${value?.text}, ${separator.constant.kind === 'null' ? "''" : separator.text}`;
}

/** What DuckDB would call a binder's error. */
function ofFraction({ args: [fraction], location }: Call, text: string): string {
  const { constant } = fraction ?? {};
  if (constant === undefined || constant.kind === 'null') {
    refuse('a fraction of a percentile that is no literal number', location);
  }
  const value = Number(constant.kind === 'number' || constant.kind === 'text' ? constant.value : Number.NaN);
  if (value < 0 || value > 1) reject(`percentile value ${value} is not between 0 and 1`, location, '22003');
  return text;
}

const pairs = (names: string, more: Omit<AggregateImplementation, 'spelling'>) =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}(float8,float8)`, as(name, more)]));

/** The parts of an interval are added each by itself, as whole numbers. */
const partsOfIntervals = [
  "date_part('year', $1) * 12 + date_part('month', $1)",
  "date_part('day', $1)",
  "date_part('hour', $1) * 3600000000 + date_part('minute', $1) * 60000000 + date_part('microseconds', $1)",
];
const intervalOfSums =
  '(to_months(CAST($1 AS INTEGER)) + to_days(CAST($2 AS INTEGER)) + to_microseconds(CAST($3 AS BIGINT)))';
const countOfIntervals = 'CASE WHEN $1 IS NOT NULL THEN 1 END';

export const aggregateFunctions: Implementations<AggregateImplementation> = {
  'any_value(anyelement)': as('any_value', sameEngine),
  'array_agg(anynonarray)': as('array_agg', { engine: ({ args: [value] }) => `${value?.type.engine ?? ''}[]` }),
  'avg(int2|int4|int8|numeric)': as('avg', double),
  'avg(float4|float8)': averageOfFloats,
  'bit_and(int2|int4|int8)': as('bit_and'),
  'bit_or(int2|int4|int8)': as('bit_or'),
  'bit_xor(int2|int4|int8)': as('bit_xor'),
  'bool_and(bool)': as('bool_and'),
  'bool_or(bool)': as('bool_or'),
  'count()': as('count'),
  'count(any)': as('count'),
  'every(bool)': as('bool_and'),
  [`max(${ordered})`]: as('max', sameEngine),
  [`min(${ordered})`]: as('min', sameEngine),
  'percentile_cont(float8,float8)': as('percentile_cont', {
    wrap: (call, text) => `CAST(${ofFraction(call, text)} AS DOUBLE)`,
  }),
  'percentile_disc(float8,anyelement)': as('percentile_disc', {
    wrap: ofFraction,
    engine: ({ args: [, value] }) => value?.type.engine ?? '',
  }),
  ...pairs('covar_pop covar_samp regr_avgx regr_avgy regr_sxx regr_sxy regr_syy', {}),
  ...pairs('corr regr_intercept regr_r2 regr_slope', nullForNaN),
  'regr_count(float8,float8)': as('regr_count', { wrap: 'CAST($ AS BIGINT)' }),
  [`stddev(${numbers})`]: as('stddev', double),
  [`stddev_pop(${numbers})`]: as('stddev_pop', double),
  [`stddev_samp(${numbers})`]: as('stddev_samp', double),
  'mode(anyelement)': as('mode', sameEngine),
  'string_agg(text,text)': as('string_agg', { args: separated }),
  'sum(int2|int4)': as('sum', { wrap: 'CAST($ AS BIGINT)' }),
  'sum(int8)': as('sum', { wrap: 'CAST($ AS DECIMAL(38,0))', engine: () => 'DECIMAL(38,0)' }),
  'sum(numeric)': as('sum', { engine: sumOfNumerics }),
  'sum(float4)': sumOfFloats('FLOAT'),
  'sum(float8)': sumOfFloats('DOUBLE'),
  'sum(interval)': as('sum', { parts: partsOfIntervals, wrap: intervalOfSums }),
  'avg(interval)': as('sum', {
    parts: [...partsOfIntervals, countOfIntervals],
    wrap: `hotsql_interval_divide(${intervalOfSums}, CAST($4 AS DOUBLE))`,
  }),
  [`var_pop(${numbers})`]: as('var_pop', double),
  [`var_samp(${numbers})`]: as('var_samp', double),
  [`variance(${numbers})`]: as('var_samp', double),
};

export const windowFunctions: Implementations<AggregateImplementation> = {
  'cume_dist()': as('cume_dist'),
  'dense_rank()': as('dense_rank'),
  'first_value(anyelement)': as('first_value', sameEngine),
  'lag(anyelement)': as('lag', sameEngine),
  'lag(anyelement,int4)': as('lag', sameEngine),
  'lag(anycompatible,int4,anycompatible)': withDefault('lag'),
  'last_value(anyelement)': as('last_value', sameEngine),
  'lead(anyelement)': as('lead', sameEngine),
  'lead(anyelement,int4)': as('lead', sameEngine),
  'lead(anycompatible,int4,anycompatible)': withDefault('lead'),
  'nth_value(anyelement,int4)': as('nth_value', sameEngine),
  'ntile(int4)': as('ntile', { wrap: 'CAST($ AS INTEGER)' }),
  'percent_rank()': as('percent_rank'),
  'rank()': as('rank'),
  'row_number()': as('row_number'),
};
