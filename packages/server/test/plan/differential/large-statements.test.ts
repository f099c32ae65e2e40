import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesSql } from './corpus.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { judge } from './verdict.ts';

/** `count` pieces of a statement, joined by a separator. */
const pieces = (count: number, piece: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => piece(index)).join(between);

/** Statements of sizes beyond the corpus of single lines; PostgreSQL accepts them. */
const statements: readonly (readonly [what: string, sql: string])[] = [
  [
    '100 joins over one key',
    `WITH v(n, x) AS (VALUES (1, 10), (2, 20)) SELECT count(*), sum(t99.x) FROM v t0
     ${pieces(99, (index) => `JOIN v t${index + 1} ON t${index + 1}.n = t0.n`, ' ')}`,
  ],
  ...commaJoins(100),
  [
    '2,000 branches of UNION ALL',
    pieces(2000, (index) => `SELECT ${index}, 'x${index}'`, ' UNION ALL '),
  ],
  [
    '2,000 branches of UNION',
    `${pieces(2000, (index) => `SELECT ${index % 7} AS a`, ' UNION ')} ORDER BY a`,
  ],
  [
    '1,000 branches with numerics',
    pieces(1000, (index) => `SELECT ${index % 3}.${1000 + index}`, ' UNION ALL '),
  ],
  [
    '200 branches of several kinds',
    `SELECT 5 AS a ${pieces(200, (index) => `${['UNION ALL', 'EXCEPT', 'UNION'][index % 3]} SELECT ${index % 9}`, ' ')} ORDER BY a`,
  ],
  ['a sum of 1,000 constants', `SELECT ${pieces(1000, () => '1', ' + ')}`],
  ['a sum of 1,000 numerics', `SELECT ${pieces(1000, (index) => `1.${index % 10}`, ' + ')}`],
  ['1,000 differences', `SELECT id, ${pieces(1000, () => 'id', ' - ')} FROM people`],
  [
    'a sum of 1,000 columns and nulls',
    `SELECT id, ${pieces(1000, () => 'id', ' + ')} + NULL FROM people`,
  ],
  [
    'a sum of 1,000 that is out of range',
    `SELECT 2147483000 + ${pieces(1000, () => '1', ' + ')} - 2000`,
  ],
  ['a sum of 1,000 floats', `SELECT ${pieces(1000, (index) => `'0.${index}'::float8`, ' + ')}`],
  [
    'a product of 1,000 floats out of range',
    `SELECT ${pieces(1000, () => "'10.5'::float8", ' * ')}`,
  ],
  [
    '1,000 remainders',
    `SELECT id, ${pieces(1000, (index) => `(id + ${2000 - index})`, ' % ')} FROM people`,
  ],
  [
    '1,000 divisions of which one is by zero',
    `SELECT id / ${pieces(1000, (index) => `(${index} - 700)`, ' / ')} FROM people`,
  ],
  [
    '1,000 texts one after another',
    `SELECT id, ${pieces(1000, (index) => (index % 2 === 0 ? 'name' : "','"), ' || ')} FROM people`,
  ],
  [
    '1,000 texts and other values',
    `SELECT 'a' || ${pieces(1000, (index) => ['1', '2.50', "'x'", 'true'][index % 4] ?? '', ' || ')}`,
  ],
  [
    '1,000 conditions',
    `SELECT count(*) FROM people WHERE ${pieces(1000, (index) => `id <> ${index + 3}`, ' AND ')}`,
  ],
  [
    '1,000 alternatives as a value',
    `SELECT id, ${pieces(1000, (index) => `id / ${index + 1} = 7`, ' OR ')} FROM people`,
  ],
  [
    '4,000 alternatives of two conditions',
    `SELECT count(*) FROM people WHERE ${pieces(4000, (index) => `(id = ${index % 9} AND name = 'a${index}')`, ' OR ')} OR (id = 2 AND active = false)`,
  ],
  ...lists(5000),
];

/** Lists of relations joined by WHERE, as tools write them. */
function commaJoins(count: number): readonly (readonly [what: string, sql: string])[] {
  const v = 'WITH v(n, x) AS (VALUES (1, 10), (2, 20), (NULL, 30))';
  const list = pieces(count, (index) => `v t${index}`, ', ');
  const last = `t${count - 1}`;
  const where = (test: (index: number) => string) =>
    pieces(count - 1, (index) => test(index + 1), ' AND ');
  const chain = where((index) => `t${index}.n = t${index - 1}.n`);
  return [
    [
      '100 relations of a chain',
      `${v} SELECT count(*), sum(${last}.x) FROM ${list} WHERE ${chain}`,
    ],
    [
      '100 relations around the last',
      `${v} SELECT t0.x, ${last}.n FROM ${list} WHERE ${where((index) => `t${index - 1}.n = ${last}.n`)} ORDER BY 1`,
    ],
    [
      '100 relations and conditions of one',
      `${v} SELECT t0.*, t9.x + ${last}.x FROM ${list} WHERE t50.x > 10 AND ${chain} AND t3.n IS NOT NULL AND t4.x = t5.x`,
    ],
    [
      '100 relations in two chains',
      `${v} SELECT t0.n, t1.n FROM ${list} WHERE ${where((index) => (index === 1 ? 'true' : `t${index}.n = t${index - 2}.n`))} ORDER BY 1, 2`,
    ],
    [
      '100 relations and rows of a function',
      `${v} SELECT t0.n, g FROM ${list}, generate_series(1, t7.n) g, LATERAL (SELECT t8.x + g AS y) l WHERE ${chain} AND g = t0.n AND y > 11`,
    ],
    [
      '100 relations and names of columns alone',
      `SELECT c0, c99 FROM ${pieces(count, (index) => `(VALUES (${index % 2}, ${index}), (2, ${index})) s${index}(k${index}, c${index})`, ', ')} WHERE ${where((index) => `k${index} = k0`)}`,
    ],
    [
      '100 relations within a query that they read',
      `${v} SELECT o.n, (SELECT sum(${last}.x) FROM ${list} WHERE ${chain} AND t0.n = o.n) FROM v o ORDER BY 1`,
    ],
    [
      '100 relations of which one has no such column',
      `${v} SELECT 1 FROM ${list} WHERE ${chain} AND t4.z = t5.n`,
    ],
  ];
}

/** The same 5,000 constants wherever a list of constants may stand. */
function lists(count: number): readonly (readonly [what: string, sql: string])[] {
  const whole = pieces(count, (index) => `${index * 3 - 6}`, ', ');
  const texts = pieces(count, (index) => `'n${index}'`, ', ');
  const dates = pieces(count, (index) => `'20${10 + (index % 30)}-01-${10 + (index % 18)}'`, ', ');
  const decimals = pieces(count, (index) => `${index}.25`, ', ');
  const rows = 'FROM generate_series(-10, 50) AS g(n)';
  const ask = (what: string, test: string, from = rows): [string, string][] => [
    [`${what} in WHERE`, `SELECT n ${from} WHERE ${test} ORDER BY 1`],
    [`${what} as a value`, `SELECT n, ${test} ${from} ORDER BY 1`],
    [`${what} under NOT`, `SELECT n ${from} WHERE NOT (${test}) ORDER BY 1`],
  ];
  const textRows = `FROM (VALUES ('n1'), ('x'), (NULL), ('n4999')) AS t(n)`;
  const dateRows = `FROM (VALUES (DATE '2010-01-10'), (NULL), (DATE '2011-01-10')) AS t(n)`;
  return [
    ...ask('5,000 integers', `n IN (${whole})`),
    ...ask('5,000 integers and NULL', `n IN (${whole}, NULL)`),
    ...ask('NOT IN 5,000 integers', `n NOT IN (${whole})`),
    ...ask('5,000 numerics', `n + 0.25 IN (${decimals})`),
    ...ask('5,000 numerics against integers', `n IN (${decimals}, 5)`),
    ...ask('5,000 numerics against floats', `n::float8 + 0.25 IN (${decimals}, 5)`),
    ...ask('5,000 texts', `n IN (${texts})`, textRows),
    ...ask('5,000 texts and NULL', `n NOT IN (${texts}, NULL)`, textRows),
    ...ask('5,000 dates', `n IN (${dates})`, dateRows),
    ...ask('ANY of 5,000', `n = ANY (ARRAY[${whole}])`),
    ...ask('ANY of 5,000 in a literal', `n = ANY ('{${whole}, NULL}')`),
    ...ask('ALL of 5,000', `n <> ALL (ARRAY[${whole}, NULL])`),
    ...ask('less than ANY of 5,000', `n < ANY (ARRAY[${whole}])`),
    ...ask('ANY of 5,000 texts', `n = ANY (ARRAY[${texts}])`, textRows),
    ['dates in an array of texts', `SELECT n ${dateRows} WHERE n = ANY (ARRAY[${dates}])`],
    ['texts that are no dates', `SELECT n ${dateRows} WHERE n IN (${dates}, 'x')`],
    ['integers beside texts', `SELECT n ${rows} WHERE n IN (${whole}, 'x')`],
    [
      '5,000 in a sum',
      `SELECT sum((n IN (${whole}))::int), count(*) FILTER (WHERE n IN (${whole})) ${rows}`,
    ],
    ['5,000 in CASE', `SELECT sum(CASE WHEN n IN (${whole}) THEN n ELSE 0 END) ${rows}`],
    [
      '5,000 in GROUP BY and HAVING',
      `SELECT n IN (${whole}) AS x, count(*) ${rows} GROUP BY 1 HAVING count(*) NOT IN (${whole}) ORDER BY 1`,
    ],
    [
      '5,000 that are grouped by',
      `SELECT n IN (${whole}), count(*) ${rows} GROUP BY n IN (${whole}) ORDER BY 2`,
    ],
    [
      '5,000 in a join',
      `SELECT count(*) ${rows} LEFT JOIN generate_series(1, 9) m ON m = n AND m IN (${whole})`,
    ],
    ...['LEFT', 'RIGHT', 'FULL'].map((kind): [string, string] => [
      `5,000 in the condition of a ${kind} join`,
      `SELECT n, m FROM (VALUES (1), (3), (6), (NULL)) a(n) ${kind} JOIN (VALUES (1), (3), (6), (NULL)) b(m)
       ON n = m AND m IN (${whole}) AND (n NOT IN (${whole}, NULL)) IS NOT TRUE ORDER BY 1, 2`,
    ]),
    [
      '5,000 for a hundred thousand rows of a join',
      `SELECT count(*), count(m) FROM generate_series(1, 100000) n
       LEFT JOIN (SELECT m FROM generate_series(1, 100000) m) b ON n = m AND m IN (${whole}) AND n IN (${whole})`,
    ],
    ['5,000 in OR', `SELECT n ${rows} WHERE n IN (${whole}) OR n % 2 = 0 ORDER BY n`],
    [
      '5,000 rows in IN',
      `SELECT n ${rows} WHERE (n, 'x' || n) IN (${pieces(count, (index) => `(${index}, 'x${index + (index % 2)}')`, ', ')}) ORDER BY n`,
    ],
    [
      '5,000 rows in IN for nulls',
      `SELECT n ${textRows} WHERE (n, 1) IN (${pieces(count, (index) => `('n${index}', ${index % 2})`, ', ')}) OR n = 'x'`,
    ],
    [
      'a constant among 5,000',
      `SELECT 9 IN (${whole}), 8 IN (${whole}), NULL IN (${whole}), '9' IN (${whole})`,
    ],
    [
      'random() among 5,000',
      `SELECT count(*) FROM generate_series(1, 1000) WHERE (random() * 2)::int NOT IN (${whole}, 1, 2)`,
    ],
    [
      'an array of 5,000',
      `SELECT cardinality(a), a[3], pg_typeof(a) FROM (SELECT ARRAY[${whole}, NULL] AS a) t`,
    ],
    [
      'an array of 5,000 that need 64 bits',
      `SELECT a[5001], pg_typeof(a) FROM (SELECT ARRAY[${whole}, -2147483648] AS a) t`,
    ],
    [
      'an array of 5,000 texts',
      `SELECT cardinality(a), a[5001], a[5002], a[5003] FROM (SELECT ARRAY[${texts}, NULL, '', 'it''s'] AS a) t`,
    ],
    [
      'an array of 5,000 numerics',
      `SELECT a[3], pg_typeof(a) FROM (SELECT ARRAY[${decimals}] AS a) t`,
    ],
    [
      '5,000 rows of VALUES',
      `VALUES ${pieces(count, (index) => `(${index}, 'it''s ${index}', ${index}.5, NULL)`, ', ')}`,
    ],
    [
      '5,000 rows of two types',
      `SELECT sum(a), max(b) FROM (VALUES ${pieces(count, (index) => `(${index}, '${index}')`, ', ')}, (2.5, NULL)) t(a, b)`,
    ],
    [
      '5,000 rows of dates',
      `SELECT min(a), max(b) FROM (VALUES ${pieces(count, () => `(DATE '2020-01-31', 5::bigint)`, ', ')}) t(a, b)`,
    ],
    [
      '5,000 rows in order',
      `SELECT column1 FROM (VALUES ${pieces(count, (index) => `(${(index * 7) % 5000})`, ', ')}) t LIMIT 5`,
    ],
    [
      '5,000 rows with an expression',
      `SELECT sum(a) FROM (VALUES ${pieces(count, (index) => `(${index})`, ', ')}, (1 + 1)) t(a)`,
    ],
  ];
}

describe('large statements, against PostgreSQL 18', () => {
  let postgres: PostgresOracle;
  let hotsql: HotsqlEngine;

  beforeAll(async () => {
    [postgres, hotsql] = await Promise.all([
      PostgresOracle.start(tablesSql),
      HotsqlEngine.start(tablesSql),
    ]);
  });

  afterAll(async () => {
    hotsql?.stop();
    await postgres?.stop();
  });

  it.each(statements)('answers %s as PostgreSQL does', async (_what, sql) => {
    const [expected, actual] = await Promise.all([postgres.ask(sql), hotsql.ask(sql)]);
    expect(judge(sql, expected, actual)).toEqual({ kind: 'same' });
  });
});
