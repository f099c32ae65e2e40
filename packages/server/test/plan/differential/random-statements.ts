import type { Chance } from '../random-queries.ts';

type Kind = 'int' | 'bigint' | 'numeric' | 'float' | 'text' | 'bool' | 'date' | 'timestamp';

/** Columns of the corpus' tables by type. */
const columns: Readonly<Record<Kind, readonly string[]>> = {
  int: ['t.id', 't.pos', 't.val'],
  bigint: ['CAST(t.val AS bigint)', 't.id::bigint'],
  numeric: ['t.amount'],
  float: ['t.score'],
  text: ['t.grp'],
  bool: ['(t.val > 5)', "(t.grp = 'a')"],
  date: ['t.day'],
  timestamp: ['t.taken'],
};

const literals: Readonly<Record<Kind, readonly string[]>> = {
  int: ['0', '1', '-1', '7', '100', 'NULL::int'],
  bigint: ['0::bigint', '3000000000', '-5::bigint'],
  numeric: ['0.5', '1.50', '-2.25', '100.001', 'NULL::numeric(5,2)'],
  float: ['0.5::float8', '-1.25::float8', '1e10::float8'],
  text: ["'a'", "''", "'B'", "'a b'", "'é'", 'NULL::text'],
  bool: ['true', 'false', 'NULL::bool'],
  date: ["date '2024-01-01'", "date '2024-02-29'", 'NULL::date'],
  timestamp: ["timestamp '2024-01-01 06:00'", "timestamp '2023-12-31 23:59:59.5'"],
};

type Maker = (make: (kind: Kind) => string) => string;

/**
 * Expressions of a kind over other expressions. Division and similar operations on numerics are
 * inexact and stay outermost (`aggregates`).
 */
const makers: Readonly<Record<Kind, readonly Maker[]>> = {
  int: [
    (of) => `(${of('int')} + ${of('int')})`,
    (of) => `(${of('int')} - ${of('int')})`,
    (of) => `(${of('int')} * ${of('int')})`,
    (of) => `(${of('int')} / ${of('int')})`,
    (of) => `(${of('int')} % ${of('int')})`,
    (of) => `(- ${of('int')})`,
    (of) => `abs(${of('int')})`,
    (of) => `length(${of('text')})`,
    (of) => `coalesce(${of('int')}, ${of('int')})`,
    (of) => `nullif(${of('int')}, ${of('int')})`,
    (of) => `CASE WHEN ${of('bool')} THEN ${of('int')} ELSE ${of('int')} END`,
    (of) => `greatest(${of('int')}, ${of('int')})`,
    (of) => `(${of('date')} - ${of('date')})`,
    (of) => `strpos(${of('text')}, ${of('text')})`,
    (of) => `CAST(${of('float')} AS integer)`,
    (of) => `ascii(${of('text')})`,
    (of) => `CAST(${of('bool')} AS integer)`,
  ],
  bigint: [
    (of) => `(${of('bigint')} + ${of('int')})`,
    (of) => `(${of('int')} * ${of('bigint')})`,
    (of) => `(${of('bigint')} / ${of('int')})`,
    (of) => `(${of('bigint')} % ${of('bigint')})`,
    (of) => `least(${of('bigint')}, ${of('int')})`,
  ],
  numeric: [
    (of) => `(${of('numeric')} + ${of('numeric')})`,
    (of) => `(${of('numeric')} - ${of('int')})`,
    (of) => `(${of('numeric')} * ${of('numeric')})`,
    (of) => `round(${of('numeric')}, 1)`,
    (of) => `trunc(${of('numeric')}, 1)`,
    (of) => `abs(${of('numeric')})`,
    (of) => `(- ${of('numeric')})`,
    (of) => `CAST(${of('int')} AS numeric(12,2))`,
    (of) => `ceil(${of('numeric')})`,
    (of) => `floor(${of('numeric')})`,
  ],
  float: [
    (of) => `(${of('float')} + ${of('int')})`,
    (of) => `(${of('float')} * ${of('float')})`,
    (of) => `(${of('float')} - ${of('numeric')})`,
    (of) => `(${of('int')} / ${of('float')})`,
    (of) => `round(${of('float')})`,
    (of) => `floor(${of('float')})`,
    (of) => `CAST(${of('int')} AS double precision)`,
    (of) => `sqrt(abs(${of('float')}))`,
    (of) => `CASE WHEN ${of('bool')} THEN ${of('float')} ELSE ${of('int')} END`,
  ],
  text: [
    (of) => `(${of('text')} || ${of('text')})`,
    (of) => `upper(${of('text')})`,
    (of) => `lower(${of('text')})`,
    (of) => `substr(${of('text')}, ${of('int')})`,
    (of) => `substring(${of('text')} FROM 2 FOR 1)`,
    (of) => `left(${of('text')}, 1)`,
    (of) => `right(${of('text')}, -1)`,
    (of) => `replace(${of('text')}, 'a', ${of('text')})`,
    (of) => `CAST(${of('int')} AS text)`,
    (of) => `CAST(${of('date')} AS text)`,
    (of) => `coalesce(${of('text')}, ${of('text')})`,
    (of) => `trim(${of('text')})`,
    (of) => `reverse(${of('text')})`,
    (of) => `(${of('text')} || ${of('int')})`,
    (of) => `CASE ${of('int')} WHEN 1 THEN ${of('text')} ELSE ${of('text')} END`,
  ],
  bool: [
    (of) => `(${of('int')} = ${of('bigint')})`,
    (of) => `(${of('numeric')} < ${of('int')})`,
    (of) => `(${of('float')} >= ${of('numeric')})`,
    (of) => `(${of('text')} < ${of('text')})`,
    (of) => `(${of('text')} LIKE 'a%')`,
    (of) => `(${of('bool')} AND ${of('bool')})`,
    (of) => `(${of('bool')} OR ${of('bool')})`,
    (of) => `(NOT ${of('bool')})`,
    (of) => `(${of('int')} IS NULL)`,
    (of) => `(${of('int')} IN (1, ${of('int')}, 3))`,
    (of) => `(${of('int')} NOT IN (1, ${of('int')}))`,
    (of) => `(${of('int')} BETWEEN ${of('int')} AND ${of('int')})`,
    (of) => `(${of('text')} IS DISTINCT FROM ${of('text')})`,
    (of) => `(${of('bool')} IS NOT TRUE)`,
    (of) => `(${of('date')} <= ${of('timestamp')})`,
    (of) => `(${of('int')} = ANY (ARRAY[1, ${of('int')}]))`,
    (of) => `EXISTS (SELECT 1 FROM readings u WHERE u.pos = ${of('int')})`,
    (of) => `(${of('int')} > ALL (SELECT u.val FROM readings u WHERE u.pos = 2))`,
    (of) => `(${of('int')} IN (SELECT u.val FROM readings u WHERE u.val IS NOT NULL))`,
  ],
  date: [
    (of) => `(${of('date')} + ${of('int')} % 1000)`,
    (of) => `(${of('date')} - ${of('int')} % 1000)`,
    (of) => `CAST(${of('timestamp')} AS date)`,
    (of) => `greatest(${of('date')}, ${of('date')})`,
  ],
  timestamp: [
    (of) => `(${of('timestamp')} + interval '1 month')`,
    (of) => `(${of('date')} - interval '36 hours')`,
    (of) => `date_trunc('month', ${of('timestamp')})`,
    (of) => `CAST(${of('date')} AS timestamp)`,
  ],
};

const kinds = Object.keys(columns) as Kind[];

function expression(chance: Chance, kind: Kind, depth: number): string {
  if (depth === 0 || chance.below(5) === 0)
    return chance.oneOf(chance.below(3) === 0 ? literals[kind] : columns[kind]);
  return chance.oneOf(makers[kind])((inner) => expression(chance, inner, depth - 1));
}

const aggregates: readonly ((of: (kind: Kind) => string) => string)[] = [
  () => 'count(*)',
  (of) => `count(${of('text')})`,
  (of) => `count(DISTINCT ${of('int')})`,
  (of) => `sum(${of('int')})`,
  (of) => `sum(${of('numeric')})`,
  (of) => `avg(${of('numeric')})`,
  (of) => `avg(${of('int')})`,
  (of) => `min(${of('text')})`,
  (of) => `max(${of('date')})`,
  (of) => `max(${of('float')})`,
  (of) => `bool_or(${of('bool')})`,
  (of) => `sum(${of('int')}) FILTER (WHERE ${of('bool')})`,
  (of) => `string_agg(${of('text')}, ',' ORDER BY t.id)`,
  (of) => `array_agg(${of('int')} ORDER BY t.id DESC)`,
  (of) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${of('int')})`,
  (of) => `percentile_disc(0) WITHIN GROUP (ORDER BY ${of('text')} DESC)`,
  (of) => `percentile_disc(1) WITHIN GROUP (ORDER BY ${of('numeric')} DESC NULLS LAST)`,
  (of) => `percentile_cont(0) WITHIN GROUP (ORDER BY ${of('int')} DESC)`,
];

const frames = [
  '',
  ' ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
  ' ROWS UNBOUNDED PRECEDING',
  ' ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW',
  ' GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW',
  ' RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES',
  ' GROUPS BETWEEN 2 FOLLOWING AND 1 FOLLOWING',
  ' ROWS BETWEEN 1 PRECEDING AND 2 PRECEDING EXCLUDE CURRENT ROW',
];

/** Equal intervals of several months and days, which a subquery has to tell apart. */
const spans = `(SELECT *, CASE id % 5 WHEN 0 THEN interval '1 mon' WHEN 1 THEN interval '30 days' WHEN 2 THEN interval '720 hours' WHEN 3 THEN taken - day END AS span FROM readings) t`;

/** Chained set operations, with untyped nulls among the operands. */
function setOperations(chance: Chance, of: (kind: Kind) => string): string {
  const kind = chance.oneOf<Kind>(['int', 'bigint', 'numeric']);
  const side = () =>
    chance.below(3) === 0
      ? `SELECT ${chance.oneOf(['NULL', '1', '2.5', '-0.125'])}`
      : `SELECT ${of(chance.oneOf<Kind>([kind, 'int', 'numeric']))} FROM readings t`;
  let chain = `SELECT ${of(kind)} FROM readings t`;
  for (let left = 2 + chance.below(3); left > 0; left -= 1)
    chain += ` ${chance.oneOf(['UNION', 'UNION ALL', 'EXCEPT', 'EXCEPT ALL', 'INTERSECT'])} ${side()}`;
  return chain;
}

/**
 * A statement over the corpus' tables; the same chance gives the same statement. ORDER BY, if
 * present, is complete.
 */
export function randomStatement(chance: Chance): string {
  const of = (kind: Kind) => expression(chance, kind, 1 + chance.below(3));
  const some = () => of(chance.oneOf(kinds));
  const where = () => (chance.below(3) === 0 ? '' : ` WHERE ${of('bool')}`);
  const direction = () => chance.oneOf(['', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST']);
  const aggregate = () => chance.oneOf(aggregates)(of);
  const shapes: readonly (() => string)[] = [
    () => `SELECT ${some()} AS a, ${some()} AS b, ${some()} AS c FROM readings t${where()}`,
    () => `SELECT t.id, ${some()} FROM readings t${where()} ORDER BY ${some()}${direction()}, t.id`,
    () =>
      `SELECT ${some()} AS a FROM readings t${where()} ORDER BY 1${direction()}, t.id${direction()} LIMIT ${chance.below(5)} OFFSET ${chance.below(4)}`,
    () => `SELECT DISTINCT ${some()} AS a, ${of('bool')} AS b FROM readings t${where()}`,
    () => `SELECT ${aggregate()} AS a, ${aggregate()} AS b FROM readings t${where()}`,
    () =>
      `SELECT t.grp, ${aggregate()} AS a, ${aggregate()} AS b FROM readings t${where()} GROUP BY t.grp ORDER BY t.grp${direction()}`,
    () =>
      `SELECT ${of('int')} AS k, ${aggregate()} AS a FROM readings t GROUP BY 1 HAVING count(*) ${chance.oneOf(['>', '<='])} 1`,
    () =>
      `SELECT t.grp, t.pos, ${aggregate()} AS a FROM readings t GROUP BY ${chance.oneOf(['ROLLUP', 'CUBE'])} (t.grp, t.pos)`,
    () =>
      `SELECT t.id, ${chance.oneOf(['sum(t.val)', 'count(*)', 'max(t.amount)', 'first_value(t.id)', 'last_value(t.id)'])} OVER (${chance.oneOf(['', 'PARTITION BY t.grp '])}ORDER BY ${chance.oneOf(['t.id', 't.val, t.id', 't.id DESC'])}${chance.oneOf(frames)}) AS w FROM readings t ORDER BY t.id`,
    () =>
      `SELECT t.id, u.id FROM readings t ${chance.oneOf(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'])} people u ON t.pos = u.id AND t.id > 3`,
    () =>
      `SELECT t.id, u.name FROM readings t LEFT JOIN people u ON u.id = t.pos AND ${of('bool')}`,
    () =>
      `SELECT ${of('int')} FROM readings t${where()} ${chance.oneOf(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'])} SELECT ${of(chance.oneOf(['int', 'bigint', 'numeric']))} FROM readings t`,
    () => `WITH t AS (SELECT * FROM readings t${where()}) SELECT count(*), ${aggregate()} FROM t`,
    () =>
      `SELECT t.id, (SELECT ${chance.oneOf(['max(u.id)', 'count(*)', 'sum(u.val)'])} FROM readings u WHERE u.grp = t.grp AND u.id <= t.id) FROM readings t${where()}`,
    () => `SELECT t.id, q.* FROM readings t, LATERAL (SELECT ${some()} AS x) q${where()}`,
    () =>
      `SELECT t.id, q.*, (SELECT ${chance.oneOf(['t.span', 't.span::text', 't.taken + t.span', 'max(u.taken + t.span) FROM readings u WHERE u.grp = t.grp'])}) AS y FROM ${spans}, LATERAL (SELECT t.span AS x, ${some()} AS z) q${where()}`,
    () =>
      `SELECT t.id, count(q) FROM ${spans}, generate_series(t.taken, t.taken + t.span, interval '5 days') q${where()} GROUP BY t.id`,
    () => setOperations(chance, of),
    () => `SELECT count(*), count(q.x) FROM (${setOperations(chance, of)}) q(x)`,
    () => `SELECT DISTINCT ON (k) ${some()} AS k, t.id FROM readings t${where()} ORDER BY k, t.id`,
    () =>
      `SELECT count(*), min(q.k) FROM (SELECT ${of('int')} AS k FROM readings t${where()} ORDER BY 1${direction()} FETCH FIRST ${1 + chance.below(4)} ROWS WITH TIES) q`,
  ];
  return chance.oneOf(shapes)();
}
