import { refuse, reject } from '../../read/refusal.ts';
import { type Expr, integerConstant } from '../../resolve/expr.ts';
import { dimensionsOf, isExact, showType, textType } from '../../resolve/type.ts';
import { sameHolding } from '../holding.ts';
import type {
  AggregateFrame,
  AggregateImplementation,
  Call,
  Implementations,
} from '../implementation.ts';
import { hasQuery, hasWindow, readsColumns } from '../printed-facts.ts';
import { comparisonKey, expectSortable } from '../row-value.ts';
import { distinctItems } from './distinct-items.ts';
import { numericAggregates } from './numeric-aggregates.ts';
import { checkedRows } from './wide-arrays.ts';

const as = (
  spelling: string,
  more: Omit<AggregateImplementation, 'spelling'> = {},
): AggregateImplementation => ({
  spelling,
  ...more,
});

const argumentEngine = ({ args: [value] }: Call) => value?.type.engine ?? '';
const sameEngine = { engine: argumentEngine };

/**
 * Overflow raises. An infinite or NaN sum is correct if a value is infinite or NaN: then the sum of
 * the zeros made from all values is NaN. If the statement may run again, the check is made only
 * after such a sum (10M rows by 1,000 keys: 206 ms of CPU, the same as without a check; 226 with
 * it).
 */
const sumOfDoubles: AggregateImplementation = {
  spelling: 'sum',
  compose: ({ printing, args: [value] }, frame) => {
    const text = value?.text ?? '';
    const sum = frame.write('sum', text);
    return printing.looksLater
      ? printing.macro('unlooked_sum', sum)
      : printing.macro('float_sum', sum, frame.write('sum', `${text} * 0`));
  },
  engine: () => 'DOUBLE',
};

/**
 * A value too large for PostgreSQL raises. If the statement may run again, a sum of squares proves
 * that there is none (10M rows: 25 ms of CPU, the other check 100). The square repeats the value,
 * so it is not used for a subquery, which would run once more (three nested averages took four
 * times the CPU).
 */
const averageOfDoubles: AggregateImplementation = {
  spelling: 'avg',
  compose: ({ printing, args: [value] }, frame) => {
    const text = value?.text ?? '';
    const average = frame.write('avg', text);
    if (printing.looksLater && !hasQuery(text))
      return printing.macro('unlooked_average', average, frame.write('sum', `${text} * ${text}`));
    const sizes = frame.write('sum', `greatest(abs(${text}) * 1e-154 - 1, 0)`);
    return printing.macro('float_average', average, sizes);
  },
};

const numbers = 'int2|int4|int8|numeric|float4|float8';
const ordered = `${numbers}|bytea|oid|text|bpchar|date|time|timetz|timestamp|timestamptz|interval|inet|money|anyarray|anyenum|record`;

/** The key of a value that DuckDB does not compare as PostgreSQL does; undefined otherwise. */
function otherKey(value: Expr | undefined, location: number | undefined): string | undefined {
  const key = value && comparisonKey(value, location);
  return key === value?.text ? undefined : key;
}

const extreme = (spelling: 'max' | 'min'): AggregateImplementation => ({
  spelling,
  compose: ({ printing, args: [value], location }, frame) => {
    if (value !== undefined) expectSortable(value, location);
    // PostgreSQL returns the last of equal numerics; a statement that reads a table may have too
    // many for a list.
    if (value !== undefined && isExact(value.type) && !printing.readsTables) {
      return `hotsql_numeric_${spelling}(${frame.write('list', value.text)})`;
    }
    const key = otherKey(value, location);
    return key === undefined ? undefined : frame.write(`arg_${spelling}`, `${value?.text}, ${key}`);
  },
  ...sameEngine,
});

/** The value before or after, and the default, which may have more decimals. */
const withDefault = (spelling: string) =>
  as(spelling, {
    args: ({ printing, args: [value, offset, otherwise] }) => {
      const [held = value, given = otherwise] =
        value && otherwise ? sameHolding(printing, [value, otherwise]) : [];
      return [held, offset, given].map((arg) => arg?.text).join(', ');
    },
    engine: ({ printing, args: [value, , otherwise] }) =>
      (value && otherwise ? sameHolding(printing, [value, otherwise])[0] : value)?.type.engine ??
      '',
  });

/** DuckDB accepts only a constant separator; without a separator PostgreSQL joins all values. */
function separated(
  { printing, name, args: [value, separator], location }: Call,
  frame: AggregateFrame,
): string {
  if (separator?.constant !== undefined) {
    return frame.write(
      'string_agg',
      `${value?.text}, ${separator.constant.kind === 'null' ? "''" : separator.text}`,
    );
  }
  if (frame.isDistinct)
    return refuse(`${name}(DISTINCT ...) with a separator that is no literal`, location);
  return printing.macro(
    'joined',
    frame.ordered('list', `{'v': ${value?.text}, 's': ${separator?.text}}`),
  );
}

/**
 * DuckDB counts the rows of a frame from start to end, and the end may precede the start: the count
 * is then negative.
 */
function countRows(_call: Call, frame: AggregateFrame): string {
  const text = frame.write('count', '');
  return hasWindow(text) ? `greatest(${text}, 0)` : text;
}

/** DuckDB takes one literal fraction, and no intervals; for all else the values are listed. */
function percentile(
  spelling: 'percentile_cont' | 'percentile_disc',
): NonNullable<AggregateImplementation['compose']> {
  return ({ printing, signature, args: [fraction, value], location }, frame) => {
    const { constant, text = '' } = fraction ?? {};
    const isInterval = spelling === 'percentile_cont' && value?.type.name === 'interval';
    if (
      constant?.kind === 'number' ||
      (constant?.kind === 'text' && signature.args[0] === 'float8')
    ) {
      const number = Number(constant.value);
      if (number < 0 || number > 1)
        reject(`percentile value ${number} is not between 0 and 1`, location, '22003');
      // DuckDB uses the fraction's sign for the direction, and 0 has none.
      const hasSign = number > 0 || frame.directions[0]?.startsWith('ASC') === true;
      if (hasSign && !isInterval && otherKey(value, location) === undefined) {
        const found = frame.write(spelling, text);
        return spelling === 'percentile_cont' ? `CAST(${found} AS DOUBLE)` : found;
      }
    }
    const sorted = `list_filter(${frame.ordered('list', value?.text ?? '')}, lambda "v": "v" IS NOT NULL)`;
    const at = (place: string) =>
      printing.macro(isInterval ? 'percentile_interval' : spelling, sorted, place);
    if (signature.args[0] === 'float8') return at(text);
    return `CASE WHEN len(${sorted}) > 0 THEN list_transform(${text}, lambda "f": ${at('"f"')}) END`;
  };
}

/** Distinct numerics represented as text; DuckDB would distinguish 1 from 1.0. */
function distinctNumerics(
  { args: [value], location }: Call,
  frame: AggregateFrame,
): string | undefined {
  if (value === undefined || !isExact(value.type)) return undefined;
  const list = `hotsql_numeric_distinct(${frame.over('list', value.text)})`;
  const [direction = 'ASC NULLS LAST'] = frame.directions;
  if (direction === 'ASC NULLS LAST') return list;
  return direction === 'DESC NULLS FIRST'
    ? `list_reverse(${list})`
    : refuse('this order of distinct numerics', location);
}

/** Left to DuckDB if its equality is PostgreSQL's. */
function distinctArray(call: Call, frame: AggregateFrame): string | undefined {
  const [value] = call.args;
  if (!frame.isDistinct || value === undefined) return undefined;
  if (isExact(value.type)) return distinctNumerics(call, frame);
  return value.type.name === 'jsonb' ? distinctItems(call, frame, (item) => item) : undefined;
}

const months = (interval: string) =>
  `(date_part('year', ${interval}) * 12 + date_part('month', ${interval}))`;
const microseconds = (interval: string) =>
  `(date_part('hour', ${interval}) * 3600000000 + date_part('minute', ${interval}) * 60000000 + date_part('microsecond', ${interval}))`;

/** Months, days and microseconds are summed separately. */
function sumOfIntervals(
  { name, args: [value], printing, location }: Call,
  frame: AggregateFrame,
): string {
  if (frame.isDistinct) return refuse(`${name}(DISTINCT ...) of intervals`, location);
  const interval = value?.text ?? '';
  const end = printing.macro('span_end', interval);
  const sum = (part: string) => frame.over('sum', `CASE WHEN ${end} = 0 THEN ${part} END`);
  const count = (sign: number) => frame.over('count', `CASE WHEN ${end} = ${sign} THEN 1 END`);
  const parts = [
    sum(months(interval)),
    sum(`date_part('day', ${interval})`),
    sum(microseconds(interval)),
  ];
  return `hotsql_interval_total(${[...parts, count(1), count(-1)].map((part) => `CAST(${part} AS BIGINT)`).join(', ')})`;
}

const averageOfIntervals = (call: Call, frame: AggregateFrame) => {
  const count = frame.over('count', call.args[0]?.text ?? '');
  return `hotsql_interval_divide(${sumOfIntervals(call, frame)}, CAST(nullif(${count}, 0) AS DOUBLE))`;
};

export const noEmptyArrays = "error('[2202E] cannot accumulate empty arrays')";

export const aggregateFunctions: Implementations<AggregateImplementation> = {
  ...numericAggregates,
  'any_value(anyelement)': as('any_value', sameEngine),
  'array_agg(anyarray)': as('array_agg', {
    wrap: ({ args: [value] }, text) =>
      checkedRows(text, dimensionsOf(value?.type ?? textType) + 1, noEmptyArrays),
    engine: ({ args: [value] }) => `${value?.type.engine ?? ''}[]`,
  }),
  'array_agg(anynonarray)': as('array_agg', {
    compose: distinctArray,
    engine: ({ args: [value] }) => `${value?.type.engine ?? ''}[]`,
  }),
  // Summed as doubles, which no number of reals can overflow.
  'avg(float4)': as('avg'),
  'avg(float8)': averageOfDoubles,
  'bit_and(int2|int4|int8)': as('bit_and'),
  'bit_or(int2|int4|int8)': as('bit_or'),
  'bit_xor(int2|int4|int8)': as('bit_xor'),
  'bool_and(bool)': as('bool_and'),
  'bool_or(bool)': as('bool_or'),
  'count()': as('', { compose: countRows }),
  'count(any)': as('count'),
  'every(bool)': as('bool_and'),
  [`max(${ordered})`]: extreme('max'),
  [`min(${ordered})`]: extreme('min'),
  'percentile_cont(float8|_float8,float8|interval)': as('', {
    compose: percentile('percentile_cont'),
  }),
  'percentile_disc(float8,anyelement)': as('', {
    compose: percentile('percentile_disc'),
    engine: ({ args: [, value] }) => value?.type.engine ?? '',
  }),
  'percentile_disc(_float8,anyelement)': as('', {
    compose: percentile('percentile_disc'),
    engine: ({ args: [, value] }) => `${value?.type.engine ?? ''}[]`,
  }),
  // DuckDB returns null for no rows.
  'regr_count(float8,float8)': as('regr_count', { wrap: 'coalesce(CAST($ AS BIGINT), 0)' }),
  'mode(anyelement)': as('mode', {
    compose: ({ args: [value], location }, frame) =>
      value && isExact(value.type) && frame.directions[0]?.startsWith('ASC')
        ? `hotsql_numeric_mode(${frame.ordered('list', value.text)})`
        : otherKey(value, location) &&
          refuse(`mode() of ${showType(value?.type ?? textType)}`, location),
    ...sameEngine,
  }),
  'string_agg(text,text)': as('string_agg', { compose: separated }),
  'avg(interval)': as('', { compose: averageOfIntervals }),
  'sum(interval)': as('', { compose: sumOfIntervals }),
  'sum(int2|int4)': as('sum', { wrap: 'CAST($ AS BIGINT)' }),
  'sum(int8)': as('sum', { wrap: 'CAST($ AS DECIMAL(38,0))', engine: () => 'DECIMAL(38,0)' }),
  'sum(float4)': as('sum', { wrap: 'CAST($ AS FLOAT)' }),
  'sum(float8)': sumOfDoubles,
};

/** DuckDB returns null for a position before the first. */
function placed({ printing, args: [value, place], location }: Call): string {
  const literal = place && integerConstant(place);
  if (literal !== undefined && literal < 1) {
    reject('argument of nth_value must be greater than zero', location, '22016');
  }
  const checked =
    literal === undefined ? printing.macro('nth_place', place?.text ?? '') : place?.text;
  return `${value?.text}, ${checked}`;
}

/** PostgreSQL evaluates the count on the first row of each partition, and DuckDB on every row. */
function buckets({ args: [count], location }: Call): string {
  const text = count?.text ?? '';
  const isColumn = readsColumns(text) && !hasQuery(text);
  return isColumn ? refuse('ntile() of a number that rows may have of their own', location) : text;
}

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
  'nth_value(anyelement,int4)': as('nth_value', { ...sameEngine, args: placed }),
  'ntile(int4)': as('ntile', { wrap: 'CAST($ AS INTEGER)', args: buckets }),
  'percent_rank()': as('percent_rank'),
  'rank()': as('rank'),
  'row_number()': as('row_number'),
};
