import { snowflakeMacros } from '../snowflake/macros.ts';

/**
 * DuckDB macros that HotSQL's translation calls. A worker runs these statements once, before it locks its configuration;
 * they hold no state. They exist for two reasons that text alone cannot serve:
 *
 * - a result whose type depends on an operand's type: macros have typed overloads (`sum_result`, `round_result`). An overload is
 *   chosen by the types of columns and literals; aggregates and columns of an outer query have no type at that time, and
 *   DuckDB then refuses the call ("multiple overloads"), it never guesses;
 * - `typeof(x)` of an operand is folded to a constant when the query is bound, so a CASE over it costs nothing per row.
 */

/** No catalog of a caller can have this name: operations/databases/catalog-names.ts reserves it. */
export const macroCatalog = 'hotsql:';

const integers = ['TINYINT', 'SMALLINT', 'INTEGER'];
const wideIntegers = ['BIGINT', 'UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'HUGEINT'];

interface Macro {
  readonly name: string;
  /** Parameters and body of each overload. */
  readonly overloads: readonly (readonly [parameters: string, body: string])[];
}

const single = (name: string, parameters: string, body: string): Macro => ({ name, overloads: [[parameters, body]] });

/** Casts of text are checked as PostgreSQL does; DuckDB would take '1.5' and round. */
const toInteger = (name: string, type: string): Macro =>
  single(
    name,
    'x',
    `CASE WHEN typeof(x) = 'VARCHAR' AND NOT regexp_full_match(CAST(x AS VARCHAR), '\\s*[+-]?[0-9]+\\s*')
      THEN error('invalid input syntax for type ${name.replace('to_', '')}') ELSE CAST(x AS ${type}) END`,
  );

/** PostgreSQL turns to exponents at 1e15, DuckDB at 1e16; whole doubles have no '.0'. */
const textOfDouble = `regexp_replace(regexp_replace(regexp_replace(replace(replace(CAST(x AS VARCHAR), 'inf', 'Infinity'), 'nan', 'NaN'),
  '^(-?\\d)(\\d{15})\\.0$', '\\1.\\2e+15'), '\\.?0*e', 'e'), '\\.0$', '')`;

/** PostgreSQL's text of a value; what has another text in DuckDB raises. */
const textOfValue = (name: string, trueText: string, falseText: string): Macro =>
  single(
    name,
    'x',
    `CASE WHEN typeof(x) = 'DOUBLE' THEN ${textOfDouble}
      WHEN typeof(x) = 'FLOAT' THEN CASE WHEN abs(CAST(CAST(x AS VARCHAR) AS DOUBLE)) >= 1000000 THEN error('casting a large real to text; cast it to double precision or numeric(p, s) first') ELSE ${textOfDouble} END
      WHEN typeof(x) = 'BOOLEAN' THEN CASE CAST(x AS VARCHAR) WHEN 'true' THEN '${trueText}' WHEN 'false' THEN '${falseText}' END
      WHEN typeof(x) IN ('INTERVAL', 'BLOB', 'TIME WITH TIME ZONE') OR typeof(x) LIKE '%]' OR typeof(x) LIKE '%(%' AND typeof(x) NOT LIKE 'DECIMAL%'
      THEN error('HotSQL does not support the text of a value of type ' || typeof(x)) ELSE CAST(x AS VARCHAR) END`,
  );

const sumResult: Macro = {
  name: 'sum_result',
  overloads: [
    ...integers.map((type) => [`x ${type}, s`, 'CAST(s AS BIGINT)'] as const),
    ...wideIntegers.map((type) => [`x ${type}, s`, 'CAST(s AS DECIMAL(38,0))'] as const),
    ['x FLOAT, s', 'CAST(s AS FLOAT)'],
    ['x DOUBLE, s', 's'],
    ['x DECIMAL, s', 's'],
  ],
};

/** sum(sum(x)): a sum of integers of any width is numeric once more. */
const sumOfSums: Macro = {
  name: 'sum_of_sums',
  overloads: [
    ...[...integers, ...wideIntegers].map((type) => [`x ${type}, s`, 'CAST(s AS DECIMAL(38,0))'] as const),
    ['x FLOAT, s', 'CAST(s AS FLOAT)'],
    ['x DOUBLE, s', 's'],
    ['x DECIMAL, s', 's'],
  ],
};

/**
 * An overload casts its typed argument (DECIMAL means DECIMAL(18,3)), so the type is read from a witness and the value
 * handed over apart from it. PostgreSQL rounds doubles half to even, numerics half away from zero.
 */
const roundResult: Macro = {
  name: 'round_result',
  overloads: [
    ...[...integers, ...wideIntegers].map((type) => [`x ${type}, v`, 'round(CAST(v AS DOUBLE))'] as const),
    ['x DECIMAL, v', 'round(v)'],
    ['x FLOAT, v', 'round_even(CAST(v AS DOUBLE), 0)'],
    ['x DOUBLE, v', 'round_even(v, 0)'],
  ],
};

const precisionNeeded = (what: string) =>
  `CASE WHEN v IS NULL THEN NULL ELSE error('casting ${what} to numeric needs a precision and scale: numeric(p, s)') END`;

/** An average or a quotient of a sum of integers is a double by now, and stays one. */
const integerAsNumeric = `CASE WHEN typeof(v) = 'DOUBLE' THEN v ELSE CAST(v AS DECIMAL(38,0)) END`;

const toNumeric: Macro = {
  name: 'to_numeric',
  overloads: [
    ...[...integers, ...wideIntegers].map((type) => [`x ${type}, v`, integerAsNumeric] as const),
    ['x DECIMAL, v', 'v'],
    ['x DOUBLE, v', precisionNeeded('double precision')],
    ['x VARCHAR, v', precisionNeeded('text')],
  ],
};

const dateTrunc: Macro = {
  name: 'date_trunc',
  overloads: [
    ['f, x DATE', 'CAST(date_trunc(f, x) AS TIMESTAMP WITH TIME ZONE)'],
    ['f, x TIMESTAMP', 'CAST(date_trunc(f, x) AS TIMESTAMP)'],
    ['f, x TIMESTAMP WITH TIME ZONE', 'date_trunc(f, x)'],
    ['f, x INTERVAL', 'date_trunc(f, x)'],
  ],
};

const macros: readonly Macro[] = [
  single('divisor', 'x', `CASE WHEN x = 0 THEN error('division by zero') ELSE x END`),
  single(
    'power',
    'x, y',
    `CASE WHEN x = 0 AND y < 0 THEN error('zero raised to a negative power is undefined')
      WHEN x < 0 AND y <> floor(y) THEN error('a negative number raised to a non-integer power yields a complex result')
      WHEN isinf(pow(x, y)) AND NOT isinf(CAST(x AS DOUBLE)) AND NOT isinf(CAST(y AS DOUBLE)) THEN error('value out of range: overflow')
      ELSE pow(x, y) END`,
  ),
  single(
    'exp',
    'x',
    `CASE WHEN isinf(exp(x)) AND NOT isinf(CAST(x AS DOUBLE)) THEN error('value out of range: overflow') ELSE exp(x) END`,
  ),
  single('substr_from', 's, n', 'CASE WHEN n < 1 THEN s ELSE substr(s, n) END'),
  single(
    'substr_for',
    's, n, c',
    `CASE WHEN c < 0 THEN error('negative substring length not allowed') WHEN n < 1 THEN CASE WHEN n + c <= 1 THEN s[:0] ELSE left(s, n + c - 1) END
      ELSE substr(s, n, c) END`,
  ),
  single(
    'overlay',
    's, r, n, c',
    `CASE WHEN n < 1 THEN error('negative substring length not allowed') ELSE left(s, n - 1) || r || CASE WHEN n + c < 1 THEN s ELSE substr(s, n + c) END END`,
  ),
  single(
    'split_part',
    's, d, n',
    `CASE WHEN n = 0 THEN error('field position must not be zero')
      WHEN d = '' THEN CASE WHEN n IN (1, -1) THEN s ELSE left(s, 0) END ELSE split_part(s, d, n) END`,
  ),
  single('subscript', 'l, n', 'CASE WHEN n < 1 THEN NULL ELSE l[n] END'),
  single('string_to_array', 's, d', `CASE WHEN s = '' THEN CAST([] AS VARCHAR[]) ELSE string_split(s, d) END`),
  single('array_to_string', 'l, d', `CASE WHEN l IS NULL THEN NULL ELSE coalesce(array_to_string(l, d), '') END`),
  single(
    'initcap',
    's',
    `array_to_string(list_transform(regexp_extract_all(s, '[[:alnum:]]+|[^[:alnum:]]+'), lambda w: upper(left(w, 1)) || lower(substr(w, 2))), '')`,
  ),
  single(
    'concat_operand',
    'x',
    `CASE WHEN typeof(x) IN ('DOUBLE', 'FLOAT', 'BOOLEAN', 'INTERVAL', 'BLOB') THEN error('an operand of || is of type ' || typeof(x) || '; cast it: x::text') ELSE x END`,
  ),
  textOfValue('to_text', 'true', 'false'),
  textOfValue('to_output', 't', 'f'),
  toInteger('to_smallint', 'SMALLINT'),
  toInteger('to_integer', 'INTEGER'),
  toInteger('to_bigint', 'BIGINT'),
  sumResult,
  sumOfSums,
  roundResult,
  toNumeric,
  dateTrunc,
  ...snowflakeMacros,
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
