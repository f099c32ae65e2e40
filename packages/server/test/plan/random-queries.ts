/**
 * Random tables and queries for tests that compare two ways to answer. The same seed gives the same
 * output.
 */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to and without `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  }

  oneOf<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
}

/** Values of a column, from small to large as SQL literals, and other comparable expressions. */
interface RandomColumn {
  readonly name: string;
  readonly type: string;
  /** Type in files written before the column was widened; null for files without the column. */
  readonly oldType: string | null;
  readonly values: readonly string[];
  readonly constants: readonly string[];
}

const long = 'x'.repeat(70);
/** For columns of times: expressions that depend on the query's time, and truncations. */
const clockTimes = ["(now() - INTERVAL '40 days')", 'now()', "(now() + INTERVAL '40 days')"];
const timeConstants = [
  'now()',
  'today()',
  "now() - INTERVAL '10 days'",
  "now() + INTERVAL '1 month'",
  '(today() - 7)',
  "date_trunc('month', now())",
  "CAST(now() AS DATE) + INTERVAL '39 days'",
  "date_trunc('week', DATE '2024-02-29')",
  "date_trunc('month', TIMESTAMP '2024-02-29 13:00:00')",
  "CAST(TIMESTAMP '2024-02-29 13:00:00' AS DATE)",
];
const truncations = [
  (name: string) => `CAST(${name} AS DATE)`,
  (name: string) => `date_trunc('month', ${name})`,
  (name: string) => `date_trunc('WEEK', ${name})`,
  (name: string) => `date_trunc('quarter', CAST(${name} AS TIMESTAMP))`,
  (name: string) => `CAST(date_trunc('year', ${name}) AS DATE)`,
  // Without the second cast DuckDB 1.5.6 takes the hour of a date for the following hour.
  (name: string) => `date_trunc('hour', CAST(CAST(${name} AS DATE) AS TIMESTAMP))`,
  (name: string) => `CAST(${name} AS TIMESTAMP WITH TIME ZONE)`,
];

/** For columns of numbers: a fraction makes another value, and too many digits make no value. */
const wholes = [20, 38, 3].map(
  (digits) => (name: string) => `CAST(${name} AS DECIMAL(${digits},0))`,
);

export const randomColumns: readonly RandomColumn[] = [
  {
    name: 'i',
    type: 'INTEGER',
    oldType: 'SMALLINT',
    values: ['-300', '-7', '-1', '0', '1', '2', '3', '7', '8', '300'],
    constants: [
      '-7',
      '0',
      '2',
      '2.5',
      '-7.000',
      '2e0',
      "'3'",
      "'2.5'",
      "CAST('7' AS INTEGER)",
      '(-1)',
      '99999999999',
      '1e30',
      'NULL',
      'true',
      "'x'",
      '9007199254740993',
      '3 + 4',
    ],
  },
  {
    name: 'b',
    type: 'BIGINT',
    oldType: 'BIGINT',
    values: [
      '-9223372036854775808',
      '-9007199254740993',
      '-1',
      '0',
      '1',
      '9007199254740992',
      '9007199254740993',
      '9223372036854775807',
    ],
    constants: [
      '9007199254740992',
      '9007199254740993',
      '9007199254740992.0',
      '9.007199254740992e15',
      '0',
      "'0'",
      '-9223372036854775808',
      '9223372036854775807',
      '1e18',
      '0.5',
      '18446744073709551616',
    ],
  },
  {
    name: 'n',
    type: 'UBIGINT',
    oldType: 'UBIGINT',
    values: ['0', '1', '7', '4294967295', '9007199254740993', '18446744073709551615'],
    constants: ['-1', '0', '7', '7.5', "'7'", '9007199254740993', '18446744073709551615', '1e30'],
  },
  {
    name: 'd',
    type: 'DECIMAL(10,2)',
    oldType: 'DECIMAL(5,1)',
    values: ['-99.9', '-0.1', '0', '0.1', '0.5', '1', '1.5', '99.9'],
    constants: [
      '0.1',
      '0.10',
      '0.105',
      '-0.1',
      '1',
      '1.5e0',
      '0.1::DOUBLE',
      "'0.1'",
      "'0.105'",
      "CAST('1.5' AS DECIMAL(2,1))",
      '100',
      '1e-3',
      '0.1::FLOAT',
    ],
  },
  {
    name: 'f',
    type: 'DOUBLE',
    oldType: 'FLOAT',
    values: [
      "'-inf'",
      '-1e30',
      '-0.1',
      "'-0.0'",
      '0',
      '5e-30',
      '0.1',
      "'nan'",
      '0.3',
      '1e30',
      "'inf'",
    ],
    constants: [
      '0.1',
      '0.1::DOUBLE',
      '0.1::FLOAT',
      '0',
      '0.30000000000000004',
      '0.1000000005',
      "'nan'::DOUBLE",
      "'inf'::DOUBLE",
      '1e30',
      '-1e400',
      "'0.1'",
      "'nan'",
      '3',
    ],
  },
  {
    name: 'r',
    type: 'FLOAT',
    oldType: 'FLOAT',
    values: ['-1e30', '-0.1', '0', '1e-40', '0.1', "'nan'", '0.3', '16777216', '1e30'],
    constants: [
      '0.1',
      '0.1::DOUBLE',
      '0.1::FLOAT',
      '0',
      '16777217',
      '0.3',
      '1e39',
      "'0.3'",
      '1e-40',
      '1e-50',
    ],
  },
  {
    name: 's',
    type: 'VARCHAR',
    oldType: 'VARCHAR',
    values: [
      "''",
      "'1'",
      "'10'",
      "'2'",
      "'A'",
      "'a'",
      "'ab'",
      `'${long}'`,
      `'${long}b'`,
      "'é'",
      "'\uE000'",
      "'\uFFFD'",
      "'\u{1F600}'",
    ],
    constants: [
      "'a'",
      "'A'",
      "''",
      '1',
      '2.0',
      `'${long}a'`,
      `'${long.slice(0, 63)}'`,
      "'é'",
      "'\uFFFD'",
      "'\u{1F600}'",
      "'a'::VARCHAR",
      "('a' COLLATE NOCASE)",
      "DATE '2024-01-01'",
      "'a' || 'b'",
    ],
  },
  {
    name: 'day',
    type: 'DATE',
    oldType: 'DATE',
    values: [
      "'-infinity'",
      "'0044-03-15 (BC)'",
      "'0001-01-01'",
      "'1969-12-31'",
      "'1970-01-01'",
      "'2024-02-28'",
      "'2024-02-29'",
      "'2024-03-01'",
      "'2024-12-31'",
      ...clockTimes,
      "'12000-01-01'",
      "'infinity'",
    ],
    constants: [
      ...timeConstants,
      "DATE '2024-02-29'",
      "'2024-02-29'",
      "TIMESTAMP '2024-02-29 00:00:00'",
      "TIMESTAMP '2024-02-28 12:00:00'",
      "TIMESTAMPTZ '2024-02-29 01:00:00+02'",
      "DATE '2024-03-31' - INTERVAL '1 month'",
      "DATE '2023-02-28' + INTERVAL 1 YEAR",
      "DATE '2024-02-28' + 1",
      "(CAST('2024-02-29' AS DATE) + (to_months(12) + to_days(0) + to_microseconds(0)))",
      "'infinity'",
      "DATE '0044-03-15 (BC)'",
      "'2024-02-30'",
      "'1970-1-1'",
      "DATE '12000-01-01'",
    ],
  },
  {
    name: 'ts',
    type: 'TIMESTAMP',
    oldType: 'DATE',
    values: [
      "'1969-12-31'",
      "'1970-01-01'",
      "'2024-02-28'",
      "'2024-02-29'",
      "'2024-02-29 13:00:00'",
      "'2024-03-01'",
      ...clockTimes,
      "'infinity'",
    ],
    constants: [
      ...timeConstants,
      "TIMESTAMP '2024-02-29 00:00:00'",
      "'2024-02-29 00:00:00.000001'",
      "'2024-02-29'",
      "DATE '2024-02-29'",
      "TIMESTAMPTZ '2024-02-29 00:00:00+01'",
      "TIMESTAMP '2024-02-29 06:00:00' - INTERVAL '6 hours'",
      "'2024-02-29T00:00:00Z'",
      "TIMESTAMP '2024-01-31 10:00:00' + INTERVAL '1 month'",
    ],
  },
  {
    name: 'tz',
    type: 'TIMESTAMP WITH TIME ZONE',
    oldType: null,
    values: [
      "'1970-01-01 00:00:00+00'",
      "'2024-02-28 23:30:00+00'",
      "'2024-02-29 00:30:00+02'",
      "'2024-02-29 00:00:00+00'",
      "'2024-03-01 12:00:00.123456+00'",
      ...clockTimes,
    ],
    constants: [
      ...timeConstants,
      "DATE '2024-02-28'",
      "DATE '2024-03-01'",
      "TIMESTAMPTZ '2024-02-29 02:00:00+02'",
      "'2024-02-28 22:30:00+00'",
      "'2024-02-29'",
      "TIMESTAMP '2024-02-29 00:00:00'",
      "DATE '2024-02-29'",
      "'2024-02-28 20:00:00-05'",
      "'2024-02-29 00:00:00 UTC'",
    ],
  },
  {
    name: 'yes',
    type: 'BOOLEAN',
    oldType: null,
    values: ['false', 'true'],
    constants: ['true', 'false', "'true'", '1', "CAST('t' AS BOOLEAN)", '(1 = 1)'],
  },
  {
    name: 'u',
    type: 'UUID',
    oldType: null,
    values: [
      "'00000000-0000-0000-0000-000000000001'",
      "'7fffffff-0000-0000-0000-000000000000'",
      "'80000000-0000-0000-0000-000000000000'",
      "'e13761b8-e35e-4081-a1e2-081ffe884d85'",
    ],
    constants: [
      "'E13761B8-e35e-4081-a1e2-081ffe884d85'",
      "CAST('7fffffff-0000-0000-0000-000000000000' AS UUID)",
      "'80000000000000000000000000000000'",
    ],
  },
];

/**
 * A condition over the columns of the tables under these names; an empty name leaves the column
 * bare.
 */
export function randomCondition(chance: Chance, tables: readonly string[], depth = 0): string {
  const kind = chance.below(depth > 2 ? 12 : 18);
  const inner = () => randomCondition(chance, tables, depth + 1);
  if (kind >= 16) return `(${inner()} AND ${inner()})`;
  if (kind >= 13) return `(${inner()} OR ${inner()})`;
  if (kind === 12)
    return chance.oneOf([
      () => `NOT (${inner()})`,
      () => `CASE WHEN ${inner()} THEN ${inner()} ELSE false END`,
      () => `(${inner()}) IS NOT TRUE`,
    ])();
  const column = chance.oneOf(randomColumns);
  const table = chance.oneOf(tables);
  const name = `${table === '' ? '' : `${table}.`}${column.name}`;
  const isTime = ['day', 'ts', 'tz'].includes(column.name);
  const isNumber = ['i', 'b', 'n', 'd'].includes(column.name);
  const changes = isTime ? truncations : isNumber ? wholes : [];
  const left = changes.length > 0 && chance.below(2) === 0 ? chance.oneOf(changes)(name) : name;
  const constant = () => {
    const value = () => `CAST(${chance.oneOf(column.values)} AS ${column.type})`;
    return chance.below(3) === 0 ? value() : chance.oneOf(column.constants);
  };
  const operator = chance.oneOf([
    '=',
    '=',
    '<',
    '<=',
    '>',
    '>=',
    '<>',
    'IS NOT DISTINCT FROM',
    'IS DISTINCT FROM',
  ]);
  if (kind < 6) return `${left} ${operator} ${constant()}`;
  if (kind === 6) return `${constant()} ${operator} ${left}`;
  if (kind === 7) return `${left} BETWEEN ${constant()} AND ${constant()}`;
  if (kind === 8)
    return `${left} IN (${constant()}, ${constant()}, ${chance.oneOf(['NULL', constant()])})`;
  if (kind === 9) return `${left} IS ${chance.oneOf(['', 'NOT '])}NULL`;
  if (kind === 10) return `${left} NOT IN (${constant()})`;
  return `coalesce(${name}, ${chance.oneOf(column.values)}) = ${chance.oneOf(column.values)}`;
}

/** A query over the tables `t` and `v`, which have the random columns and an `id`. */
export function randomQuery(chance: Chance): string {
  const where = (...tables: string[]) => randomCondition(chance, tables);
  const join = chance.oneOf(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN']);
  const shapes = [
    () => `SELECT id, i FROM t WHERE ${where('')}`,
    () => `SELECT id FROM t WHERE ${where('', 't')} AND ${where('')}`,
    () => `SELECT main.t.id FROM t WHERE ${where('main.t', 't')} AND ${where('lake.main.t', '')}`,
    () => `SELECT main.t.id FROM main.t WHERE ${where('main.t', 't')} AND ${where('main.t', '')}`,
    () =>
      `SELECT t.id, v.id FROM lake.main.t ${join} main.v ON t.i = main.v.i AND ${where('lake.main.t', 'v')} WHERE ${where('main.t', 'main.v')}`,
    () =>
      `SELECT main.id, t.id FROM main.t, v AS main WHERE main.i = main.t.i AND ${where('main.t', 'main')}`,
    () =>
      `SELECT id FROM main.t WHERE ${chance.oneOf(['', 'NOT '])}EXISTS (SELECT 1 FROM v WHERE v.i = main.t.i AND ${where('main.t', 'v')})`,
    () => `SELECT X.id FROM t AS x WHERE ${where('x', '')}`,
    () => `SELECT i + 1 AS b, -f AS f, id FROM t WHERE ${where('')}`,
    () => `SELECT count(*), max(i) FROM t WHERE ${where('')} GROUP BY yes HAVING count(*) < 5`,
    () =>
      `SELECT t.id, v.id FROM t, v WHERE t.i = v.i AND ${where('t', 'v')} AND ${where('t', 'v')}`,
    () =>
      `SELECT t.id, v.id FROM t ${join} v ON t.i = v.i AND ${where('t', 'v')} WHERE ${where('t', 'v')}`,
    () => `SELECT t.id, v.id FROM t ${join} v ON t.i = v.i AND ${where('t', 'v')}`,
    () =>
      `SELECT t.id, v.id FROM t ${join} v USING (i) WHERE ${chance.oneOf(['i', 't.i', 'v.i'])} ${chance.oneOf(['= 2', 'IS NULL', '> 2'])} AND ${where('t', 'v')}`,
    () => `SELECT t.id, v.id FROM t NATURAL ${join} v WHERE ${where('t', 'v', '')}`,
    () =>
      `SELECT x.id, y.id, v.id FROM (t AS x ${join} t AS y ON x.i = y.i AND ${where('x', 'y')}) ${chance.oneOf(['JOIN', 'LEFT JOIN', 'FULL JOIN'])} v ON y.s = v.s AND ${where('x', 'y', 'v')} WHERE ${where('x', 'y', 'v')}`,
    () =>
      `SELECT id FROM t ${chance.oneOf(['SEMI', 'ANTI'])} JOIN v ON t.i = v.i AND ${where('t', 'v')} WHERE ${where('', 't')}`,
    () =>
      `SELECT id FROM t WHERE ${chance.oneOf(['', 'NOT '])}EXISTS (SELECT 1 FROM v WHERE v.i = t.i AND ${where('t', 'v', '')}) ${chance.oneOf(['AND', 'OR'])} ${where('t')}`,
    () =>
      `SELECT id FROM t WHERE i ${chance.oneOf(['', 'NOT '])}IN (SELECT i FROM v WHERE i IS NOT NULL AND ${where('v', '')})`,
    () =>
      `SELECT id, (SELECT max(v.id) FROM v WHERE v.i = t.i AND ${where('v', 't')}) FROM t WHERE ${where('')}`,
    () => `SELECT * FROM (SELECT id, i FROM t WHERE ${where('')}) AS q WHERE i > 0`,
    () => `SELECT q.id FROM (SELECT * FROM t) AS q, v WHERE q.i = v.i AND ${where('q', 'v')}`,
    () =>
      `WITH c AS (SELECT * FROM t WHERE ${where('')}), v AS (SELECT * FROM c WHERE ${where('')}) SELECT a.id FROM c AS a, v WHERE a.id = v.id AND ${where('a', 'v')}`,
    () => `WITH t AS MATERIALIZED (SELECT * FROM v) SELECT id FROM t WHERE ${where('', 't')}`,
    () =>
      `SELECT id FROM t WHERE ${where('')} ${chance.oneOf(['UNION ALL', 'EXCEPT', 'INTERSECT'])} SELECT id FROM v WHERE ${where('v')}`,
    () => `SELECT id FROM t WHERE ${where('')} UNION ALL SELECT id FROM main.t WHERE ${where('t')}`,
    () =>
      `SELECT id, row_number() OVER (ORDER BY id) FROM t WHERE ${where('')} QUALIFY ${where('')}`,
    () => `SELECT y.id FROM t AS y(id, b, i) WHERE y.i > 0 AND y.b = 1`,
    () => `SELECT t.id, v.id FROM t POSITIONAL JOIN v WHERE ${where('t', 'v')}`,
    () =>
      `SELECT t.id, q.id FROM t, LATERAL (SELECT v.id FROM v WHERE v.i = t.i AND ${where('t', 'v')}) AS q WHERE ${where('t')}`,
    () =>
      `SELECT t.id, v.id FROM t ASOF ${chance.oneOf(['', 'LEFT '])}JOIN v ON t.day >= v.day AND t.yes = v.yes WHERE ${where('t', 'v')}`,
    () =>
      `WITH RECURSIVE w AS (SELECT id, i FROM t WHERE ${where('')} UNION SELECT v.id, v.i FROM v, w WHERE v.i = w.i + 1 AND ${where('v')}) SELECT id FROM w`,
  ];
  return chance.oneOf(shapes)();
}
