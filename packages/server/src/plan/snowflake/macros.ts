import { arrayMacros } from './array-macros.ts';
import { ownName } from './own-name.ts';

/**
 * DuckDB macros called by the translation of Snowflake's SQL, created together with HotSQL's.
 * `typeof(x)` is constant after binding, so a CASE over it costs nothing per row. A branch that
 * must bind for any type goes through text.
 */
interface Macro {
  readonly name: string;
  readonly overloads: readonly (readonly [parameters: string, body: string])[];
}

const macro = (name: string, parameters: string, body: string): Macro => ({
  name: `snowflake_${name}`,
  overloads: [[parameters, body]],
});

const isDouble = `typeof(x) IN ('DOUBLE', 'FLOAT')`;

const divisor = (name: string) =>
  `CASE WHEN ${name} = 0 THEN error('division by zero') ELSE ${name} END`;

/**
 * The type of a NUMBER division: six more digits than the dividend, or a double if either side is a
 * double.
 */
const quotient = (x: string, y: string, value: string) =>
  `cast_to_type(CASE WHEN regexp_matches(typeof(${x}), ',([7-9]|1[0-2])\\)') THEN round(${value}, 12) ELSE ${value} END, ${x} * 1.000000 + 0 * ${y})`;

/** TIMESTAMP_NTZ is local time, so a written offset is ignored. */
const offset = `(?:[+-]\\d\\d:?\\d*|Z)\\s*$`;

const truths = `('true', 't', 'yes', 'y', 'on', '1')`;
const falsehoods = `('false', 'f', 'no', 'n', 'off', '0')`;

const sortedKeys = 'list_sort(json_keys(x))';

/** Parameters of lambdas in which an argument of the macro may appear. */
const [item, place, key] = [ownName('item'), ownName('place'), ownName('key')];

/** Key, index and value of each row that FLATTEN makes of a JSON array or object. */
const flattened = `CASE json_type(x)
  WHEN 'ARRAY' THEN list_transform(from_json(x, '["JSON"]'), lambda ${item}, ${place}: {'key': CAST(NULL AS VARCHAR), 'index': ${place} - 1, 'value': ${item}})
  WHEN 'OBJECT' THEN list_transform(${sortedKeys}, lambda ${key}: {'key': ${key}, 'index': CAST(NULL AS BIGINT), 'value': json_extract(x, '$."' || replace(${key}, '"', '\\"') || '"')})
  ELSE [] END`;

export const snowflakeMacros: readonly Macro[] = [
  macro('divide', 'x, y', quotient('x', 'y', `x / (${divisor('y')})`)),
  macro(
    'div0',
    'x, y',
    `CASE WHEN y = 0 THEN 0 ELSE ${quotient('x', 'y', 'x / nullif(y, 0)')} END`,
  ),
  macro('divisor', 'x', divisor('x')),
  macro('average', 'a, x', 'cast_to_type(a, x * 1.000000)'),
  macro('keep_type', 'v, x', 'cast_to_type(v, x)'),
  macro(
    'to_integer',
    'x',
    `CASE WHEN ${isDouble} THEN CAST(round(CAST(CAST(x AS VARCHAR) AS DOUBLE)) AS BIGINT) ELSE CAST(x AS BIGINT) END`,
  ),
  macro(
    'to_text',
    'x',
    `CASE WHEN ${isDouble} THEN CASE WHEN x IS NULL THEN NULL
        WHEN abs(CAST(CAST(x AS VARCHAR) AS DOUBLE)) < 1e15 AND round(CAST(CAST(x AS VARCHAR) AS DOUBLE)) = CAST(CAST(x AS VARCHAR) AS DOUBLE)
        THEN CAST(CAST(CAST(CAST(x AS VARCHAR) AS DOUBLE) AS BIGINT) AS VARCHAR)
        ELSE error('the text of a FLOAT is not the same everywhere; cast it to NUMBER(p, s) first') END
      WHEN typeof(x) LIKE 'TIMESTAMP WITH%' OR typeof(x) LIKE 'TIME WITH%' OR typeof(x) IN ('INTERVAL', 'BLOB') OR typeof(x) LIKE '%]' OR typeof(x) LIKE 'STRUCT%' OR typeof(x) LIKE 'MAP%'
      THEN error('a value of type ' || typeof(x) || ' has no text here; use TO_CHAR with a format')
      WHEN typeof(x) LIKE 'TIMESTAMP%' THEN strftime(CAST(CAST(x AS VARCHAR) AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g')
      WHEN typeof(x) = 'TIME' THEN left(CAST(x AS VARCHAR), 8)
      WHEN typeof(x) = 'JSON' THEN json_extract_string(CAST(CAST(x AS VARCHAR) AS JSON), '$')
      ELSE CAST(x AS VARCHAR) END`,
  ),
  macro(
    'to_boolean',
    'x',
    `CASE WHEN typeof(x) = 'VARCHAR' THEN CASE WHEN x IS NULL THEN NULL WHEN lower(CAST(x AS VARCHAR)) IN ${truths} THEN true
        WHEN lower(CAST(x AS VARCHAR)) IN ${falsehoods} THEN false ELSE error('Boolean value ''' || CAST(x AS VARCHAR) || ''' is not recognized') END
      ELSE CAST(x AS BOOLEAN) END`,
  ),
  macro(
    'try_to_boolean',
    'x',
    `CASE WHEN lower(CAST(x AS VARCHAR)) IN ${truths} THEN true WHEN lower(CAST(x AS VARCHAR)) IN ${falsehoods} THEN false END`,
  ),
  macro(
    'to_timestamp',
    'x',
    `CASE WHEN typeof(x) LIKE '%INT%' THEN make_timestamp(CAST(CAST(x AS VARCHAR) AS BIGINT) * 1000000)
      WHEN typeof(x) LIKE 'DECIMAL%' OR ${isDouble} THEN error('TO_TIMESTAMP takes whole seconds; cast the number to INTEGER')
      WHEN typeof(x) = 'VARCHAR' AND regexp_matches(CAST(x AS VARCHAR), ':\\d\\d.*${offset}')
      THEN CAST(regexp_replace(CAST(x AS VARCHAR), '\\s*${offset}', '') AS TIMESTAMP) ELSE CAST(x AS TIMESTAMP) END`,
  ),
  macro(
    'to_date',
    'x',
    `CASE WHEN typeof(x) LIKE '%INT%' OR typeof(x) LIKE 'DECIMAL%' OR ${isDouble} THEN error('TO_DATE takes text, dates and timestamps') ELSE CAST(x AS DATE) END`,
  ),
  macro(
    'add_months',
    'd, n',
    `cast_to_type(CASE WHEN CAST(d AS DATE) = last_day(d) THEN last_day(d + to_months(n)) + (CAST(d AS TIMESTAMP) - date_trunc('day', CAST(d AS TIMESTAMP))) ELSE d + to_months(n) END, d)`,
  ),
  macro('substr_from', 's, n', 'substr(s, CASE WHEN n = 0 THEN 1 ELSE n END)'),
  macro(
    'substr',
    's, n, c',
    `CASE WHEN c <= 0 THEN left(s, 0) ELSE substr(s, CASE WHEN n = 0 THEN 1 ELSE n END, c) END`,
  ),
  macro(
    'split_part',
    's, d, n',
    `CASE WHEN d = '' THEN CASE WHEN n IN (0, 1, -1) THEN s ELSE left(s, 0) END ELSE split_part(s, d, CASE WHEN n = 0 THEN 1 ELSE n END) END`,
  ),
  macro(
    'strtok',
    's, d, n',
    `CASE WHEN d IS NULL THEN NULL ELSE list_filter(string_split(translate(s, d, repeat(left(d, 1), length(d))), left(d, 1)), lambda ${item}: ${item} <> '')[CASE WHEN n < 1 THEN NULL ELSE n END] END`,
  ),
  macro(
    'charindex',
    'n, h, p',
    `CASE WHEN strpos(substr(h, greatest(p, 1)), n) = 0 THEN 0 ELSE strpos(substr(h, greatest(p, 1)), n) + greatest(p, 1) - 1 END`,
  ),
  macro(
    'initcap',
    's',
    `array_to_string(list_transform(regexp_extract_all(s, '[^\\s!?@"^#$&~,.:;+\\-*%/|\\\\\\[\\](){}<>_]+|[\\s!?@"^#$&~,.:;+\\-*%/|\\\\\\[\\](){}<>_]+'), lambda ${item}: upper(left(${item}, 1)) || lower(substr(${item}, 2))), '')`,
  ),
  macro(
    'array_size',
    'x',
    `CASE WHEN json_type(x) = 'ARRAY' THEN CAST(json_array_length(x) AS BIGINT) END`,
  ),
  macro(
    'array_to_string',
    'x, d',
    `CASE WHEN x IS NULL OR d IS NULL THEN NULL ELSE array_to_string(list_transform(from_json(x, '["JSON"]'), lambda ${item}: coalesce(json_extract_string(${item}, '$'), '')), d) END`,
  ),
  macro(
    'months_between',
    'd, f',
    `CASE WHEN day(d) = day(f) OR last_day(d) = CAST(d AS DATE) AND last_day(f) = CAST(f AS DATE)
      THEN CAST((year(d) - year(f)) * 12 + month(d) - month(f) AS DOUBLE)
      ELSE round((year(d) - year(f)) * 12 + month(d) - month(f) + (day(d) - day(f) + (epoch(CAST(d AS TIMESTAMP)) - epoch(date_trunc('day', CAST(d AS TIMESTAMP)))
        - epoch(CAST(f AS TIMESTAMP)) + epoch(date_trunc('day', CAST(f AS TIMESTAMP)))) / 86400) / 31, 6) END`,
  ),
  macro('object_keys', 'x', `to_json(${sortedKeys})`),
  macro(
    'object',
    'k, v',
    `CAST('{' || array_to_string(list_filter(list_transform(list_zip(k, v), lambda ${item}: CASE WHEN ${item}[1] IS NULL OR ${item}[2] IS NULL THEN NULL ELSE to_json(${item}[1]) || ':' || ${item}[2] END), lambda ${item}: ${item} IS NOT NULL), ',') || '}' AS JSON)`,
  ),
  macro(
    'typeof',
    'x',
    `CASE json_type(x) WHEN 'UBIGINT' THEN 'INTEGER' WHEN 'BIGINT' THEN 'INTEGER' WHEN 'HUGEINT' THEN 'INTEGER' WHEN 'DOUBLE' THEN 'DECIMAL' WHEN 'NULL' THEN 'NULL_VALUE' ELSE json_type(x) END`,
  ),
  ...arrayMacros.map(([name, parameters, body]) => macro(name, parameters, body)),
  macro('flatten', 'x', flattened),
];
