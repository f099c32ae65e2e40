import { notHeldAsDecimal, wantsCloserLook } from '../kernel/sql-error.ts';
import { jsonMacros } from './json-macros.ts';
import { serviceFunctions } from './service-functions.ts';
import { snowflakeMacros } from './snowflake/macros.ts';

/**
 * DuckDB macros called by HotSQL's printed text. A worker runs these statements once, before
 * locking the configuration; macros have no state. They contain longer texts, mostly for cases in
 * which PostgreSQL raises and DuckDB does not.
 */

/** finding/catalog-names.ts reserves the name, so no caller's catalog can have it. */
export const macroCatalog = 'hotsql:';

interface Macro {
  readonly name: string;
  /** Parameters and body of each overload. */
  readonly overloads: readonly (readonly [parameters: string, body: string])[];
}

const single = (name: string, parameters: string, body: string): Macro => ({
  name,
  overloads: [[parameters, body]],
});

const trimmed = "trim(x, ' ' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13))";

/**
 * The engine reads plain digits. The worker's function reads PostgreSQL's other forms of numbers,
 * and raises for any other text.
 */
const numberFromText = (name: string, type: string, pattern: string, otherwise: string): Macro =>
  single(
    name,
    'x',
    `CASE WHEN regexp_full_match(x, '\\s*[+-]?${pattern}\\s*') THEN CAST(x AS ${type}) ELSE CAST(${otherwise} AS ${type}) END`,
  );
const integerFromText = (name: string, type: string, bits: number) =>
  numberFromText(name, type, '[0-9]{1,18}', `hotsql_integer_in(x, ${bits})`);
/** Numbers with this few digits are in the range of a real. */
const floatFromText = (name: string, type: string, typeName: string) =>
  numberFromText(
    name,
    type,
    '(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})',
    `hotsql_float_in(x, '${typeName}')`,
  );

/** The engine reads the usual form, and Quern's reader all other forms of PostgreSQL. */
const momentFromText = (name: string, type: string, pattern: string): Macro =>
  single(
    `to_${name}`,
    'x',
    `CASE WHEN regexp_full_match(x, '${pattern}') THEN CAST(x AS ${type}) ELSE hotsql_${name}_in(x) END`,
  );

const isoDate = '[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}';
const isoTime = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,6})?';
const quoted = (words: string) =>
  words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(', ');

const spanOf = (months: string, days: string, micros: string) =>
  `(to_months(${months}) + to_days(${days}) + to_microseconds(CAST('${micros}' AS BIGINT)))`;
/** The interval shown by PostgreSQL as infinity. */
export const infiniteSpan = spanOf('2147483647', '2147483647', '9223372036854775807');
const endlessSpan = spanOf('-2147483648', '-2147483648', '-9223372036854775808');

const macros: readonly Macro[] = [
  single(
    'span_end',
    'x',
    `CASE WHEN x = ${infiniteSpan} THEN 1 WHEN x = ${endlessSpan} THEN -1 WHEN x IS NOT NULL THEN 0 END`,
  ),
  single(
    'is_finite_span',
    'x',
    `CASE WHEN x IN (${infiniteSpan}, ${endlessSpan}) THEN false WHEN x IS NOT NULL THEN true END`,
  ),
  single(
    'finite_span',
    'x, verb',
    `CASE WHEN x IN (${infiniteSpan}, ${endlessSpan}) THEN hotsql_finite_span(x, verb) ELSE x END`,
  ),
  // `plain` is DuckDB's sum, equal to PostgreSQL's between these ends.
  single(
    'moved_moment',
    'x, i, plain, sign',
    `CASE WHEN x > make_timestamp(-156000000000000000) AND i BETWEEN to_years(-1000) AND to_years(1000) THEN plain ELSE hotsql_moved_moment(x, i, sign) END`,
  ),
  single(
    'moment_difference',
    'x, y',
    'CASE WHEN isfinite(x) AND isfinite(y) THEN x - y ELSE hotsql_moment_difference(x, y) END',
  ),
  // DuckDB in HAVING reads a member after a point as a column, hence f['x']. `may_be_infinite` and
  // `may_be_zero`: operands of the float function allow infinity or zero.
  single(
    'in_range',
    'r, may_be_infinite, may_be_zero, what',
    `CASE WHEN isinf(r) AND NOT may_be_infinite THEN error(what || ' out of range: overflow')
      WHEN r = 0 AND NOT may_be_infinite AND NOT may_be_zero THEN error(what || ' out of range: underflow') ELSE r END`,
  ),
  // A null divided by anything is null, also by zero.
  single(
    'divisor',
    'x, y',
    `CASE WHEN x = 0 AND y IS NOT NULL THEN error('division by zero') ELSE x END`,
  ),
  // The remainder by -1 is 0; DuckDB's computation divides and overflows.
  single(
    'modulus',
    'x, y',
    `CASE WHEN x = 0 AND y IS NOT NULL THEN error('division by zero') WHEN x = -1 THEN -x ELSE x END`,
  ),
  single(
    'float_divisor',
    'y, x',
    `CASE WHEN y = 0 AND NOT isnan(x) THEN error('division by zero') ELSE y END`,
  ),
  single(
    'power',
    'x, y, what',
    `list_transform([{'x': CAST(x AS DOUBLE), 'y': CAST(y AS DOUBLE)}], lambda f: CASE WHEN f['x'] = 0 AND f['y'] < 0 THEN error('zero raised to a negative power is undefined')
      WHEN f['x'] < 0 AND f['y'] <> floor(f['y']) THEN error('a negative number raised to a non-integer power yields a complex result')
      ELSE "${macroCatalog}".main.in_range(pow(f['x'], f['y']), isinf(f['x']) OR isinf(f['y']), f['x'] = 0, what) END)[1]`,
  ),
  single(
    'exp',
    'x, what',
    `list_transform([x], lambda f: "${macroCatalog}".main.in_range(exp(f), isinf(f), false, what))[1]`,
  ),
  // Results of infinite or NaN values are correct, and an overflow must raise. An overflow may also
  // give NaN, if partial sums overflow in both directions.
  single(
    'unlooked_sum',
    'r',
    `list_transform([r], lambda f: CASE WHEN NOT isfinite(f) THEN error('[0A000] ${wantsCloserLook}') ELSE f END)[1]`,
  ),
  // Values below 1e154, and a NaN among the values, need no closer check.
  single(
    'unlooked_average',
    'r, squares',
    `list_transform([{'r': r, 'squares': squares}], lambda f: CASE WHEN f['squares'] > 1e307 AND NOT isnan(f['squares'])
      THEN error('[0A000] ${wantsCloserLook}') ELSE f['r'] END)[1]`,
  ),
  // PostgreSQL also sums squares for an average, and raises if they are too large.
  single(
    'float_average',
    'r, sizes',
    `list_transform([{'r': r, 'sizes': sizes}], lambda f: CASE WHEN f['sizes'] > 0 AND isfinite(f['sizes'])
      THEN error('[0A000] HotSQL does not support averages of doubles beyond 1e154') ELSE f['r'] END)[1]`,
  ),
  single(
    'float_sum',
    'r, zeros',
    `list_transform([{'r': r, 'zeros': zeros}], lambda f: CASE WHEN NOT isfinite(f['r']) AND NOT isnan(f['zeros']) THEN error('[22003] value out of range: overflow') ELSE f['r'] END)[1]`,
  ),
  // DuckDB's deviations lose digits if the numbers are large compared with their differences. A
  // mean that is not finite shows values that are not, and sums that are not.
  ...(
    [
      ['well_spread', 'r, mean, deviation', "f['deviation'] * 40"],
      // At least 40 times the deviation of the population: of two values it is 0.71 of a sample's.
      ['spread_by_stddev_samp', 'r, mean', "f['r'] * 28"],
      ['spread_by_var_samp', 'r, mean', "sqrt(f['r']) * 28"],
      ['spread_by_stddev_pop', 'r, mean', "f['r'] * 40"],
      ['spread_by_var_pop', 'r, mean', "sqrt(f['r']) * 40"],
    ] as const
  ).map(([name, parameters, spread]) =>
    single(
      name,
      parameters,
      `list_transform([{${parameters.replace(/\w+/g, "'$&': $&")}}], lambda f: CASE
      WHEN NOT isfinite(f['mean']) OR ${spread} > 0 AND NOT ${spread} > abs(f['mean'])
      THEN error('[0A000] ${notHeldAsDecimal}') ELSE f['r'] END)[1]`,
    ),
  ),
  single('substr_from', 's, n', 'CASE WHEN n < 1 THEN s ELSE substr(s, n) END'),
  single(
    'substr_for',
    's, n, c',
    `CASE WHEN c < 0 AND s IS NOT NULL AND n IS NOT NULL THEN error('negative substring length not allowed') WHEN n < 1 THEN CASE WHEN n + c <= 1 THEN s[:0] ELSE left(s, n + c - 1) END
      ELSE substr(s, n, c) END`,
  ),
  single(
    'overlay',
    's, r, n, c',
    `CASE WHEN n < 1 AND s IS NOT NULL AND r IS NOT NULL AND c IS NOT NULL THEN error('negative substring length not allowed') ELSE left(s, n - 1) || r || CASE WHEN n + c < 1 THEN s ELSE substr(s, n + c) END END`,
  ),
  single(
    'split_part',
    's, d, n',
    `CASE WHEN n = 0 THEN error('field position must not be zero')
      WHEN d = '' THEN CASE WHEN n IN (1, -1) THEN s ELSE left(s, 0) END ELSE split_part(s, d, n) END`,
  ),
  single(
    'any_of',
    't',
    'CASE WHEN t IS NULL THEN NULL WHEN list_contains(t, true) THEN true WHEN len(list_filter(t, lambda x: x IS NULL)) > 0 THEN NULL ELSE false END',
  ),
  single(
    'all_of',
    't',
    'CASE WHEN t IS NULL THEN NULL WHEN list_contains(t, false) THEN false WHEN len(list_filter(t, lambda x: x IS NULL)) > 0 THEN NULL ELSE true END',
  ),
  single(
    'array_slice',
    'l, a, b',
    'CASE WHEN l IS NULL OR a IS NULL OR b IS NULL THEN NULL WHEN b < greatest(a, 1) THEN list_slice(l, 1, 0) ELSE list_slice(l, greatest(a, 1), b) END',
  ),
  single(
    'frame_count',
    'n, bound',
    `CASE WHEN n IS NULL THEN error('[22004] frame ' || bound || ' offset must not be null')
      WHEN n < 0 THEN error('[22013] frame ' || bound || ' offset must not be negative') ELSE n END`,
  ),
  single(
    'frame_distance',
    'n, zero, endless, bound',
    `CASE WHEN n IS NULL THEN error('[22004] frame ' || bound || ' offset must not be null')
      WHEN n < zero THEN error('[22013] invalid preceding or following size in window function')
      WHEN n >= endless THEN error('[0A000] HotSQL does not support an infinite offset of RANGE') ELSE n END`,
  ),
  single(
    'joined',
    'l',
    `CASE WHEN len(list_filter(l, lambda x: x.v IS NOT NULL)) > 0 THEN array_to_string(
      list_transform(list_filter(l, lambda x: x.v IS NOT NULL), lambda x, i: CASE WHEN i = 1 THEN '' ELSE coalesce(x.s, '') END || x.v), '') END`,
  ),
  single(
    'fraction',
    'f',
    `CASE WHEN f < 0 OR f > 1 THEN error('[22003] percentile value is not between 0 and 1') ELSE f END`,
  ),
  single(
    'percentile_disc',
    'l, f',
    `CASE WHEN f IS NOT NULL THEN l[greatest(1, CAST(ceil("${macroCatalog}".main.fraction(f) * len(l)) AS BIGINT))] END`,
  ),
  single(
    'percentile_cont',
    'l, f',
    `l[CAST(floor(f * (len(l) - 1)) AS BIGINT) + 1] + CASE WHEN floor(f * (len(l) - 1)) = ceil("${macroCatalog}".main.fraction(f) * (len(l) - 1)) THEN 0
      ELSE (f * (len(l) - 1) - floor(f * (len(l) - 1))) * (l[CAST(ceil(f * (len(l) - 1)) AS BIGINT) + 1] - l[CAST(floor(f * (len(l) - 1)) AS BIGINT) + 1]) END`,
  ),
  single(
    'percentile_interval',
    'l, f',
    `l[CAST(floor(f * (len(l) - 1)) AS BIGINT) + 1] + hotsql_interval_multiply(
      l[CAST(ceil("${macroCatalog}".main.fraction(f) * (len(l) - 1)) AS BIGINT) + 1] - l[CAST(floor(f * (len(l) - 1)) AS BIGINT) + 1], f * (len(l) - 1) - floor(f * (len(l) - 1)))`,
  ),
  single(
    'nth_place',
    'n',
    `CASE WHEN n < 1 THEN error('[22016] argument of nth_value must be greater than zero') ELSE n END`,
  ),
  single(
    'moment_series',
    'x, y, step, otherwise',
    `CASE WHEN isfinite(x) AND isfinite(y) AND step BETWEEN to_years(-1000) AND to_years(1000) AND step <> to_days(0)
      AND NOT (contains(CAST(step AS VARCHAR), '-') AND regexp_matches(CAST(step AS VARCHAR), '(^| )[0-9]')) THEN generate_series(x, y, step) ELSE otherwise END`,
  ),
  single(
    'to_oid',
    'x',
    `CASE WHEN x NOT BETWEEN 0 AND 4294967295 THEN error('[22003] OID out of range') ELSE x END`,
  ),
  single(
    'step',
    'x',
    `CASE WHEN x = x - x THEN error('[22023] step size cannot equal zero') ELSE x END`,
  ),
  single('subscript', 'l, n', 'CASE WHEN n < 1 THEN NULL ELSE l[n] END'),
  single(
    'string_to_array',
    's, d',
    `CASE WHEN s = '' THEN CAST([] AS VARCHAR[]) ELSE string_split(s, d) END`,
  ),
  single(
    'array_to_string',
    'l, d',
    `CASE WHEN l IS NULL THEN NULL ELSE coalesce(array_to_string(l, d), '') END`,
  ),
  single(
    'initcap',
    's',
    `array_to_string(list_transform(regexp_extract_all(s, '[[:alnum:]]+|[^[:alnum:]]+'), lambda w: upper(left(w, 1)) || lower(substr(w, 2))), '')`,
  ),
  single(
    'real_of_double',
    'x',
    "CASE WHEN CAST(x AS FLOAT) = 0 AND x <> 0 THEN error('[22003] value out of range: underflow') ELSE CAST(x AS FLOAT) END",
  ),
  // A quotient represented as a double differs from the numeric by up to three halves of its last
  // bit: 0.3 / 0.1 is 3.
  single('floor_inexact', 'x', 'floor(x + abs(x) * 4.5e-16)'),
  single('ceil_inexact', 'x', 'ceil(x - abs(x) * 4.5e-16)'),
  single('trunc_inexact', 'x', 'trunc(x * 1.0000000000000004::DOUBLE)'),
  single('round_inexact', 'x', 'round(x * 1.0000000000000004::DOUBLE)'),
  integerFromText('to_smallint', 'SMALLINT', 16),
  integerFromText('to_integer', 'INTEGER', 32),
  integerFromText('to_bigint', 'BIGINT', 64),
  // DuckDB reads a decimal of 64 bits in 0.04 us, and a wider decimal in 12.
  single(
    'to_numeric',
    'x',
    `CASE WHEN regexp_full_match(x, '\\s*[+-]?[0-9]{1,9}(?:\\.[0-9]{0,9})?\\s*') THEN CAST(CAST(x AS DECIMAL(18,9)) AS DECIMAL(38,14))
      WHEN regexp_full_match(x, '\\s*[+-]?[0-9]{1,18}\\s*') THEN CAST(CAST(x AS BIGINT) AS DECIMAL(38,14))
      WHEN regexp_full_match(x, '\\s*[+-]?[0-9]{1,24}(?:\\.[0-9]{0,14})?\\s*') THEN CAST(x AS DECIMAL(38,14)) ELSE CAST(hotsql_numeric_held(x) AS DECIMAL(38,14)) END`,
  ),
  floatFromText('to_double', 'DOUBLE', 'float8'),
  floatFromText('to_real', 'FLOAT', 'float4'),
  single(
    'shift_left',
    'x, n, width, bits',
    `(((((x & width) * (CAST(1 AS HUGEINT) << (n & bits))) & width) + ((width + 1) // 2)) & width) - ((width + 1) // 2)`,
  ),
  momentFromText('date', 'DATE', isoDate),
  momentFromText('time', 'TIME', isoTime),
  momentFromText('timestamp', 'TIMESTAMP', `${isoDate}[ T]${isoTime}`),
  momentFromText(
    'timestamptz',
    'TIMESTAMP WITH TIME ZONE',
    `${isoDate}[ T]${isoTime}(?:[+-](?:0[0-9]|1[0-4])(?::[0-5][0-9])?)?`,
  ),
  single(
    'year_of_era',
    'x, part',
    'CASE WHEN date_part(part, x) > 0 THEN date_part(part, x) ELSE date_part(part, x) - 1 END',
  ),
  single('decade_of_era', 'x', "CAST(floor(date_part('year', x) / 10) AS BIGINT)"),
  single(
    'counted_year',
    'y, isWhole',
    "CASE WHEN y > 0 THEN y WHEN y < 0 THEN y + 1 WHEN y = 0 AND isWhole THEN error('[22008] date field value out of range: year 0') END",
  ),
  single(
    'finite_part',
    'part, x',
    "CASE WHEN part IS NULL AND x IS NOT NULL THEN error('[0A000] extract() of infinity is not supported; use date_part()') ELSE part END",
  ),
  single(
    'part_or_infinity',
    'part, x',
    "CASE WHEN part IS NULL AND x IS NOT NULL THEN CAST(CASE WHEN x > DATE '2000-01-01' THEN 'Infinity' ELSE '-Infinity' END AS DOUBLE) ELSE part END",
  ),
  // DuckDB's infinities are the greatest day numbers but one.
  single(
    'date_in_range',
    'x',
    `CASE WHEN NOT isfinite(x) THEN x WHEN x < DATE '1970-01-01' - 2440588 OR x > DATE '1970-01-01' + 2145042905 THEN error('[22008] date out of range') ELSE x END`,
  ),
  single(
    'moment_in_range',
    'x',
    `CASE WHEN isfinite(x) AND x < make_timestamp(-210866803200000000) THEN error('[22008] timestamp out of range') ELSE x END`,
  ),
  single(
    'clock_second',
    's, isWhole',
    `CASE WHEN isWhole AND (s < 0 OR s > 60) THEN error('[22008] time field value out of range') ELSE s END`,
  ),
  single(
    'repeat',
    's, n',
    `CASE WHEN n > 0 AND strlen(s) * CAST(n AS BIGINT) > 1073741819 THEN error('[54000] requested length too large') ELSE repeat(s, n) END`,
  ),
  single(
    'days_between',
    'x, y',
    `CASE WHEN date_diff('day', y, x) IS NULL AND x IS NOT NULL AND y IS NOT NULL THEN error('[22008] cannot subtract infinite dates')
      ELSE CAST(date_diff('day', y, x) AS INTEGER) END`,
  ),
  single(
    'age',
    'x, y',
    'CASE WHEN age(x, y) IS NULL AND x IS NOT NULL AND y IS NOT NULL THEN hotsql_infinite_distance(x, y) ELSE age(x, y) END',
  ),
  single(
    'moment_of_epoch',
    'x',
    "CASE WHEN isinf(x) THEN CAST(CASE WHEN x > 0 THEN 'infinity' ELSE '-infinity' END AS TIMESTAMP WITH TIME ZONE) ELSE to_timestamp(x) END",
  ),
  single(
    'overlaps',
    'a, b, c, d',
    `CASE WHEN least(a, b) > least(c, d) THEN CASE WHEN c IS NULL OR d IS NULL THEN NULL
        WHEN least(a, b) < greatest(c, d) THEN true WHEN a IS NULL OR b IS NULL THEN NULL ELSE false END
      WHEN least(a, b) < least(c, d) THEN CASE WHEN a IS NULL OR b IS NULL THEN NULL
        WHEN least(c, d) < greatest(a, b) THEN true WHEN c IS NULL OR d IS NULL THEN NULL ELSE false END
      WHEN least(a, b) = least(c, d) THEN CASE WHEN a IS NULL OR b IS NULL OR c IS NULL OR d IS NULL THEN NULL ELSE true END END`,
  ),
  single(
    'text_of_moment',
    'x',
    `CASE WHEN contains(CAST(x AS VARCHAR), ' (BC)') THEN replace(CAST(x AS VARCHAR), ' (BC)', '') || ' BC' ELSE CAST(x AS VARCHAR) END`,
  ),
  single(
    'to_boolean',
    'x',
    `CASE WHEN lower(${trimmed}) IN (${quoted('t tr tru true y ye yes on 1')}) THEN true
      WHEN lower(${trimmed}) IN (${quoted('f fa fal fals false n no of off 0')}) THEN false
      WHEN x IS NULL THEN NULL ELSE error('invalid input syntax for type boolean: ''' || x || '''') END`,
  ),
  ...jsonMacros.map(([name, parameters, body]) => single(name, parameters, body)),
  ...snowflakeMacros,
  ...serviceFunctions,
];

/** Statements for a worker's start, in order. */
export const macroStatements: readonly string[] = [
  `ATTACH ':memory:' AS "${macroCatalog}"`,
  ...macros.map(({ name, overloads }) => {
    const bodies = overloads.map(([parameters, body]) => `(${parameters}) AS (${body})`);
    return `CREATE MACRO "${macroCatalog}".main."${name}"${bodies.join(', ')}`;
  }),
];

export const macroNames: ReadonlySet<string> = new Set(macros.map(({ name }) => name));

/** The macros with one of `names` in the body, directly or through another macro. */
export function volatileMacros(names: readonly string[]): string[] {
  const found: string[] = [];
  for (let before = -1; before !== found.length; ) {
    before = found.length;
    const word = new RegExp(`\\b(?:${[...names, ...found].join('|')})\\b`, 'i');
    for (const { name, overloads } of macros) {
      if (!found.includes(name) && overloads.some(([, body]) => word.test(body))) found.push(name);
    }
  }
  return found;
}
