import { snowflakeMacros } from '../snowflake/macros.ts';

/**
 * DuckDB macros that HotSQL's translation calls. A worker runs these statements once, before it locks its configuration; they
 * hold no state. They say what takes more than a line, mostly where PostgreSQL raises and DuckDB answers.
 */

/** No catalog of a caller can have this name: operations/databases/catalog-names.ts reserves it. */
export const macroCatalog = 'hotsql:';

interface Macro {
  readonly name: string;
  /** Parameters and body of each overload. */
  readonly overloads: readonly (readonly [parameters: string, body: string])[];
}

const single = (name: string, parameters: string, body: string): Macro => ({ name, overloads: [[parameters, body]] });

const trimmed = "trim(x, ' ' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13))";

/** Casts of text are checked as PostgreSQL does; DuckDB would take '1.5' and round. */
const fromText = (name: string, type: string, shown: string, pattern: string): Macro =>
  single(
    name,
    'x',
    `CASE WHEN NOT regexp_full_match(x, '\\s*(?:${pattern})\\s*', 'i')
      THEN error('invalid input syntax for type ${shown}: ''' || x || '''') ELSE CAST(${trimmed} AS ${type}) END`,
  );

const integerText = '[+-]?[0-9]+';
const numericText = '[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[+-]?[0-9]+)?';
const floatText = `${numericText}|[+-]?inf(?:inity)?|nan`;
const quoted = (words: string) =>
  words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(', ');

/** PostgreSQL turns to exponents at 1e15, DuckDB at 1e16; whole doubles have no '.0'. */
const textOfDouble = `regexp_replace(regexp_replace(regexp_replace(replace(replace(CAST(x AS VARCHAR), 'inf', 'Infinity'), 'nan', 'NaN'),
  '^(-?\\d)(\\d{15})\\.0$', '\\1.\\2e+15'), '\\.?0*e', 'e'), '\\.0$', '')`;

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
  single('step', 'x', `CASE WHEN x = x - x THEN error('[22023] step size cannot equal zero') ELSE x END`),
  single('subscript', 'l, n', 'CASE WHEN n < 1 THEN NULL ELSE l[n] END'),
  single('string_to_array', 's, d', `CASE WHEN s = '' THEN CAST([] AS VARCHAR[]) ELSE string_split(s, d) END`),
  single('array_to_string', 'l, d', `CASE WHEN l IS NULL THEN NULL ELSE coalesce(array_to_string(l, d), '') END`),
  single(
    'initcap',
    's',
    `array_to_string(list_transform(regexp_extract_all(s, '[[:alnum:]]+|[^[:alnum:]]+'), lambda w: upper(left(w, 1)) || lower(substr(w, 2))), '')`,
  ),
  single('text_of_double', 'x', textOfDouble),
  single(
    'text_of_real',
    'x',
    `CASE WHEN abs(CAST(x AS DOUBLE)) >= 1000000 AND NOT isinf(x) AND NOT isnan(x)
      THEN error('casting a large real to text; cast it to double precision or numeric(p, s) first') ELSE ${textOfDouble} END`,
  ),
  fromText('to_smallint', 'SMALLINT', 'smallint', integerText),
  fromText('to_integer', 'INTEGER', 'integer', integerText),
  fromText('to_bigint', 'BIGINT', 'bigint', integerText),
  fromText('to_double', 'DOUBLE', 'double precision', floatText),
  fromText('to_real', 'FLOAT', 'real', floatText),
  fromText('numeric_text', 'VARCHAR', 'numeric', numericText),
  single(
    'to_boolean',
    'x',
    `CASE WHEN lower(${trimmed}) IN (${quoted('t tr tru true y ye yes on 1')}) THEN true
      WHEN lower(${trimmed}) IN (${quoted('f fa fal fals false n no of off 0')}) THEN false
      WHEN x IS NULL THEN NULL ELSE error('invalid input syntax for type boolean: ''' || x || '''') END`,
  ),
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
