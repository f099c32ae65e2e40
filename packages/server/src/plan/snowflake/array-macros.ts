import { ownName } from './own-name.ts';

/** Macros for Snowflake's functions of arrays. */

const [item, place, other] = [ownName('item'), ownName('place'), ownName('other')];

/** The elements of an array; another value has none, and is refused. */
const items = (x: string) =>
  `CASE WHEN json_type(${x}) = 'ARRAY' THEN from_json(${x}, '["JSON"]') WHEN ${x} IS NOT NULL THEN error('the value is no ARRAY') END`;

/** Equal numbers have one text: 5, 5.0 and 5.00. */
const key = (x: string) =>
  `CASE WHEN json_type(${x}) <> 'DOUBLE' THEN CAST(${x} AS VARCHAR)
    WHEN abs(CAST(${x} AS DOUBLE)) < 1e15 AND CAST(${x} AS DOUBLE) = trunc(CAST(${x} AS DOUBLE)) THEN CAST(CAST(CAST(${x} AS DOUBLE) AS BIGINT) AS VARCHAR)
    ELSE CAST(CAST(${x} AS DOUBLE) AS VARCHAR) END`;
const keys = (x: string) => `list_transform(${items(x)}, lambda ${item}: ${key(item)})`;

/** The elements and the keys of both arrays, each computed once. */
const lists = ownName('lists');
const [elements, own, others] = ['elements', 'own', 'others'].map((list) => `${lists}['${list}']`);
/** How often the element at `place` is among those before it and itself, and in the other array. */
const turn = `len(list_filter(${own}[:${place}], lambda ${other}: ${other} IS NOT DISTINCT FROM ${own}[${place}]))`;
const inOther = `len(list_filter(${others}, lambda ${other}: ${other} IS NOT DISTINCT FROM ${own}[${place}]))`;

/** The elements of x that pass a test; `y` prints the keys of the other array. */
const kept = (test: string, y: string) =>
  `list_transform([{'elements': ${items('x')}, 'own': ${keys('x')}, 'others': ${y}}], lambda ${lists}:
    CASE WHEN ${own} IS NOT NULL AND ${others} IS NOT NULL THEN to_json(list_filter(${elements}, lambda ${item}, ${place}: ${test})) END)[1]`;

const joined = (...parts: readonly string[]) => `to_json(list_concat(${parts.join(', ')}))`;
const one = (x: string) => `[CAST(${x} AS JSON)]`;
const where = (value: string) => `CASE WHEN x IS NOT NULL THEN ${value} END`;
const from = `CASE WHEN f < 0 THEN greatest(len(${items('x')}) + f, 0) ELSE f END`;
const to = `CASE WHEN t < 0 THEN len(${items('x')}) + t ELSE t END`;

/** Name, parameters and body. */
export const arrayMacros: readonly (readonly [name: string, parameters: string, body: string])[] = [
  ['array_append', 'x, v', where(joined(items('x'), one('v')))],
  ['array_prepend', 'x, v', where(joined(one('v'), items('x')))],
  [
    'array_cat',
    'x, y',
    `CASE WHEN x IS NOT NULL AND y IS NOT NULL THEN ${joined(items('x'), items('y'))} END`,
  ],
  [
    'array_compact',
    'x',
    where(`to_json(list_filter(${items('x')}, lambda ${item}: json_type(${item}) <> 'NULL'))`),
  ],
  [
    'array_contains',
    'v, x',
    `list_contains(list_transform(from_json(x, '["JSON"]'), lambda ${item}: ${key(item)}), ${key('v')})`,
  ],
  ['array_distinct', 'x', kept(`${turn} = 1`, '[]::VARCHAR[]')],
  ['array_except', 'x, y', kept(`${turn} > ${inOther}`, keys('y'))],
  ['array_intersection', 'x, y', kept(`${turn} <= ${inOther}`, keys('y'))],
  ['arrays_overlap', 'x, y', `list_has_any(${keys('x')}, ${keys('y')})`],
  [
    'array_position',
    'v, x',
    `CASE WHEN v IS NOT NULL AND x IS NOT NULL THEN nullif(list_position(${keys('x')}, ${key('v')}), 0) - 1 END`,
  ],
  ['array_reverse', 'x', where(`to_json(list_reverse(${items('x')}))`)],
  [
    'array_flatten',
    'x',
    where(`to_json(flatten(list_transform(${items('x')}, lambda ${item}: ${items(item)})))`),
  ],
  [
    'array_slice',
    'x, f, t',
    `CASE WHEN x IS NOT NULL AND f IS NOT NULL AND t IS NOT NULL THEN to_json(CASE WHEN ${to} > ${from}
      THEN list_slice(${items('x')}, ${from} + 1, ${to}) ELSE list_slice(${items('x')}, 1, 0) END) END`,
  ],
  [
    'array_remove_at',
    'x, f',
    `CASE WHEN x IS NOT NULL AND f IS NOT NULL THEN to_json(list_filter(${items('x')}, lambda ${item}, ${place}: ${place} - 1 <> CASE WHEN f < 0 THEN len(${items('x')}) + f ELSE f END)) END`,
  ],
  [
    'array_insert',
    'x, f, v',
    `CASE WHEN x IS NOT NULL AND f IS NOT NULL THEN CASE WHEN f BETWEEN 0 AND len(${items('x')})
      THEN ${joined(`list_slice(${items('x')}, 1, f)`, one('v'), `list_slice(${items('x')}, f + 1, len(${items('x')}))`)}
      ELSE error('ARRAY_INSERT takes a position from 0 to the size of the array') END END`,
  ],
  [
    'array_generate_range',
    'f, t, s',
    `CASE WHEN s = 0 THEN error('the step of ARRAY_GENERATE_RANGE is zero') ELSE to_json(range(CAST(f AS BIGINT), CAST(t AS BIGINT), CAST(s AS BIGINT))) END`,
  ],
];
