import { parseNumberTemplate } from '../../../../values/number-template.ts';
import { placesOf, readNumber } from '../../../../values/read-number.ts';
import { type Expr, expr, shownText, textConstant } from '../../resolve/expr.ts';
import { decimalType, isInexact, unvarying } from '../../resolve/type.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { readNumericLiteral } from '../literals.ts';
import { readingAt } from '../print-input.ts';

export const formattingFunctions: Implementations<Implementation> = {
  'to_char(timestamp,text)': 'hotsql_to_char_timestamp($1, $2)',
  'to_char(timestamptz,text)': 'hotsql_to_char_timestamptz($1, $2)',
  'to_char(interval,text)': 'hotsql_to_char_interval($1, $2)',
  'to_char(int4,text)': 'hotsql_to_char_integer($1, $2)',
  'to_char(int8,text)': 'hotsql_to_char_bigint($1, $2)',
  'to_char(float4,text)': 'hotsql_to_char_real($1, $2)',
  'to_char(float8,text)': 'hotsql_to_char_double($1, $2)',
  'to_char(numeric,text)': printNumeric,
  'to_number(text,text)': printToNumber,
  'to_date(text,text)': 'hotsql_to_date($1, $2)',
  'to_timestamp(text,text)': 'hotsql_to_timestamp($1, $2)',
};

/** How many zeros the number itself shows is the template's matter. */
function printNumeric({ args: [value, template], printing, location }: Call): string {
  const pattern = template?.text ?? '';
  if (value !== undefined && isInexact(value.type) && shownText(value) === undefined)
    return `hotsql_to_char_inexact(${value.text}, ${pattern})`;
  const exact =
    value && (shownText(value) === undefined ? { ...value, type: unvarying(value.type) } : value);
  return `hotsql_to_char_numeric(${exact === undefined ? '' : printing.castTo(exact, 'text', location).text}, ${pattern})`;
}

/** Places of a number whose template is known only when the query runs. */
const computedPlaces = 10;

/**
 * The result has the places that were read; of a computed text it is held with those of the
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

export const spanFunctions: Implementations<Implementation> = {
  'date_bin(interval,timestamp,timestamp)': 'hotsql_date_bin_timestamp($1, $2, $3)',
  'date_bin(interval,timestamptz,timestamptz)': 'hotsql_date_bin_timestamptz($1, $2, $3)',
  'isfinite(interval)': ({ args, printing }) =>
    printing.macro('is_finite_span', args[0]?.text ?? ''),
  'justify_days(interval)': 'hotsql_justify_days($1)',
  'justify_hours(interval)': 'hotsql_justify_hours($1)',
  'justify_interval(interval)': 'hotsql_justify_interval($1)',
  'make_interval(int4,int4,int4,int4,int4,int4,float8)': ({ args }) => {
    const given = args.map(({ text }) => text);
    return `hotsql_make_interval(${[...given, ...['0', '0', '0', '0', '0', '0', '0'].slice(given.length)].join(', ')})`;
  },
  'timezone(interval,timestamp)': 'CAST(($2 - hotsql_zone_span($1)) AS TIMESTAMP WITH TIME ZONE)',
  'timezone(interval,timestamptz)': '(CAST($2 AS TIMESTAMP) + hotsql_zone_span($1))',
};

export const spanOperators: Implementations<Implementation> = {
  'interval * float8': 'hotsql_interval_multiply($1, $2)',
  'float8 * interval': 'hotsql_interval_multiply($2, $1)',
  'interval / float8': 'hotsql_interval_divide($1, $2)',
  // DuckDB subtracts no times.
  'timetz + interval': 'hotsql_add_timetz($1, $2)',
  'interval + timetz': 'hotsql_add_timetz($2, $1)',
  'timetz - interval':
    "hotsql_add_timetz($1, -hotsql_finite_span(CASE WHEN $1 IS NOT NULL THEN $2 END, 'subtract'))",
  'date + timetz': '($1 + $2)',
  'timetz + date': '($2 + $1)',
  'time - time': "to_microseconds(date_diff('microsecond', $2, $1))",
};
