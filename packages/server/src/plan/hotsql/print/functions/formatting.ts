import { parseNumberTemplate } from '../../../../values/number-template.ts';
import { placesOf, readNumber } from '../../../../values/read-number.ts';
import { type Expr, expr, shownText, textConstant } from '../../resolve/expr.ts';
import { decimalType, isInexact, unvarying } from '../../resolve/type.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { readNumericLiteral } from '../literals.ts';
import { readingAt } from '../print-input.ts';
import { writtenSpan } from '../printed-facts.ts';
import { momentRead } from './moment-read.ts';
import { momentText } from './moment-text.ts';
import { numberText } from './number-text.ts';

/** Integers and doubles by the worker's function `name`, if DuckDB cannot. */
const ownNumber =
  (name: string): Implementation =>
  (call) =>
    numberText(call, `${name}(${call.args.map(({ text }) => text).join(', ')})`);

export const formattingFunctions: Implementations<Implementation> = {
  'to_char(timestamp,text)': momentText(false),
  'to_char(timestamptz,text)': momentText(true),
  'to_char(interval,text)': 'hotsql_to_char_interval($1, $2)',
  'to_char(int4,text)': ownNumber('hotsql_to_char_integer'),
  'to_char(int8,text)': ownNumber('hotsql_to_char_bigint'),
  'to_char(float4,text)': 'hotsql_to_char_real($1, $2)',
  'to_char(float8,text)': ownNumber('hotsql_to_char_double'),
  'to_char(numeric,text)': printNumeric,
  'to_number(text,text)': printToNumber,
  'to_date(text,text)': momentRead('to_date'),
  'to_timestamp(text,text)': momentRead('to_timestamp'),
};

/** The template decides the number of zeros. */
function printNumeric(call: Call): string {
  const { args, printing, location } = call;
  const [value, template] = args;
  const pattern = template?.text ?? '';
  if (value !== undefined && isInexact(value.type) && shownText(value) === undefined)
    return `hotsql_to_char_inexact(${value.text}, ${pattern})`;
  const exact =
    value && (shownText(value) === undefined ? { ...value, type: unvarying(value.type) } : value);
  const digits = exact === undefined ? '' : printing.castTo(exact, 'text', location).text;
  return numberText(call, `hotsql_to_char_numeric(${digits}, ${pattern})`);
}

/** Decimals of a number whose template is known only at execution. */
const computedPlaces = 10;

/**
 * The result has the decimals read from the text; for a computed text, the decimals of the
 * template.
 */
function printToNumber({ printing, args: [value, template], location }: Call): Expr {
  const [text, pattern] = [value && textConstant(value), template && textConstant(template)];
  if (pattern === undefined) return numberOf(value, template, 38, computedPlaces);
  if (text !== undefined) {
    const read = readingAt(location, () => readNumber(text, pattern));
    if (read === null) return expr('CAST(NULL AS DECIMAL(38,0))', decimalType(38, 0));
    return readNumericLiteral(printing, read.digits, location);
  }
  const parsed = readingAt(location, () => parseNumberTemplate(pattern));
  const places = Math.min(placesOf(parsed), 38);
  return numberOf(value, template, Math.min(38, Math.max(parsed.before, 15) + places), places);
}

function numberOf(
  value: Expr | undefined,
  template: Expr | undefined,
  width: number,
  places: number,
): Expr {
  const digits = `hotsql_to_number(${value?.text ?? ''}, ${template?.text ?? ''}, ${places})`;
  return expr(`CAST(${digits} AS DECIMAL(${width},${places}))`, decimalType(width, places));
}

/** With a whole factor, months leave no remainder for days, nor days for the time. */
function multiplied(span: Expr | undefined, factor: Expr | undefined): string {
  const [interval, by] = [span?.text ?? '', factor?.text ?? ''];
  const own = `hotsql_interval_multiply(${interval}, ${by})`;
  const written = writtenSpan(interval);
  if (written === undefined) return own;
  const [months = 0, days = 0, micros = 0] = written;
  const most = Math.floor(Math.min(1e9 / Math.max(months, days, 1), 9e15 / Math.max(micros, 1)));
  const whole = `CAST(${by} AS BIGINT)`;
  const parts = [
    ...(months === 0 ? [] : [`to_months(CAST(${whole} * ${months} AS INTEGER))`]),
    ...(days === 0 ? [] : [`to_days(CAST(${whole} * ${days} AS INTEGER))`]),
    `to_microseconds(${whole} * ${micros})`,
  ];
  return `CASE WHEN abs(${by}) <= ${most} AND ${by} = trunc(${by}) THEN ${parts.join(' + ')} ELSE ${own} END`;
}

/** Between these ends, with a stride without months, DuckDB's buckets equal PostgreSQL's. */
function binned(type: 'timestamp' | 'timestamptz'): Implementation {
  return ({ args }) => {
    const [stride = '', value = '', origin = ''] = args.map(({ text }) => text);
    const own = `hotsql_date_bin_${type}(${stride}, ${value}, ${origin})`;
    const [months, days = 0, micros = 0] = writtenSpan(stride) ?? [];
    const length = days * 86_400_000_000 + micros;
    if (months !== 0 || length === 0 || length > 9e15 || type !== 'timestamp') return own;
    const [first, last] = ['0001-01-01', '9999-12-31'].map((end) => `CAST('${end}' AS TIMESTAMP)`);
    const isNear = (moment: string) => `${moment} BETWEEN ${first} AND ${last}`;
    return `CASE WHEN ${isNear(value)} AND ${isNear(origin)} THEN time_bucket(to_microseconds(${length}), ${value}, ${origin}) ELSE ${own} END`;
  };
}

/** DuckDB's parts are the same for numbers in the usual range. */
function makeInterval({ args }: Call): string {
  const given = args.map(({ text }) => text);
  const [
    years = '0',
    months = '0',
    weeks = '0',
    days = '0',
    hours = '0',
    minutes = '0',
    seconds = '0',
  ] = given;
  const own = `hotsql_make_interval(${[years, months, weeks, days, hours, minutes, seconds].join(', ')})`;
  if (seconds !== '0') return own;
  const varying = [years, months, weeks, days, hours, minutes].filter((text) => text !== '0');
  const test =
    varying.map((text) => `${text} BETWEEN -1000000 AND 1000000`).join(' AND ') || 'true';
  const parts = [
    ...(years === '0' && months === '0' ? [] : [`to_months(${years} * 12 + ${months})`]),
    ...(weeks === '0' && days === '0' ? [] : [`to_days(${weeks} * 7 + ${days})`]),
    `to_microseconds(CAST(${hours} AS BIGINT) * 3600000000 + CAST(${minutes} AS BIGINT) * 60000000)`,
  ];
  return `CASE WHEN ${test} THEN ${parts.join(' + ')} ELSE ${own} END`;
}

export const spanFunctions: Implementations<Implementation> = {
  'date_bin(interval,timestamp,timestamp)': binned('timestamp'),
  'date_bin(interval,timestamptz,timestamptz)': binned('timestamptz'),
  'isfinite(interval)': ({ args, printing }) =>
    printing.macro('is_finite_span', args[0]?.text ?? ''),
  'justify_days(interval)': 'hotsql_justify_days($1)',
  'justify_hours(interval)': 'hotsql_justify_hours($1)',
  'justify_interval(interval)': 'hotsql_justify_interval($1)',
  'make_interval(int4,int4,int4,int4,int4,int4,float8)': makeInterval,
  'timezone(interval,timestamp)': 'CAST(($2 - hotsql_zone_span($1)) AS TIMESTAMP WITH TIME ZONE)',
  'timezone(interval,timestamptz)': '(CAST($2 AS TIMESTAMP) + hotsql_zone_span($1))',
};

export const spanOperators: Implementations<Implementation> = {
  'interval * float8': ({ args: [span, factor] }) => multiplied(span, factor),
  'float8 * interval': ({ args: [factor, span] }) => multiplied(span, factor),
  'interval / float8': 'hotsql_interval_divide($1, $2)',
  // DuckDB cannot subtract times.
  'timetz + interval': 'hotsql_add_timetz($1, $2)',
  'interval + timetz': 'hotsql_add_timetz($2, $1)',
  'timetz - interval':
    "hotsql_add_timetz($1, -hotsql_finite_span(CASE WHEN $1 IS NOT NULL THEN $2 END, 'subtract'))",
  'date + timetz': '($1 + $2)',
  'timetz + date': '($2 + $1)',
  'time - time': "to_microseconds(date_diff('microsecond', $2, $1))",
};
