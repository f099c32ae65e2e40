import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isError } from './differential/answer.ts';
import { HotsqlEngine } from './differential/hotsql-engine.ts';

const tablesSql = `CREATE TABLE visits (id INTEGER, amount DECIMAL(8,2), score DOUBLE, seen TIMESTAMP, "at" TIMESTAMP WITH TIME ZONE, day DATE, stamp TEXT, tags TEXT[]);
INSERT INTO visits VALUES
 (1, 1.50, 0.5, '2024-01-01 10:07:30.5', '2024-01-01 10:07:30+00', '2024-01-01', '2024-01-01T10:07:30Z', ['a', 'b']),
 (2, 2.75, 1.5, '2024-01-01 10:22:00', '2024-01-01 23:59:59+00', '2024-02-29', '2024-01-01 10:22:00+02:00', ['b']),
 (3, 2.75, 2.5, '1969-12-31 23:59:58.5', NULL, '1969-12-31', '2024-01-01', []),
 (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL);`;

/** Functions absent from PostgreSQL, with rows by their documentation. */
const answers: readonly (readonly [sql: string, rows: readonly (readonly (string | null)[])[]])[] =
  [
    [
      "SELECT arrow_typeof(1), arrow_typeof('1'::int), arrow_typeof(1::smallint), arrow_typeof('x'), arrow_typeof(true)",
      [['Int64', 'Int32', 'Int16', 'Utf8', 'Boolean']],
    ],
    [
      'SELECT arrow_typeof(1::int), arrow_typeof(CAST(-2 AS integer)), arrow_typeof(n) FROM (SELECT 3::int AS n) x',
      [['Int32', 'Int32', 'Int32']],
    ],
    [
      "SELECT arrow_typeof(1.5), arrow_typeof(1.5::float8), arrow_typeof(1::real), arrow_typeof(NULL), arrow_typeof(date '2024-01-01')",
      [['Decimal128(2, 1)', 'Float64', 'Float32', 'Null', 'Date32']],
    ],
    [
      "SELECT arrow_typeof(now()), arrow_typeof(localtimestamp), arrow_typeof(interval '1 day'), arrow_typeof(time '10:00'), arrow_typeof('\\x00'::bytea)",
      [
        [
          'Timestamp(Microsecond, Some("UTC"))',
          'Timestamp(Microsecond, None)',
          'Interval(MonthDayNano)',
          'Time64(Microsecond)',
          'Binary',
        ],
      ],
    ],
    [
      'SELECT arrow_typeof(amount), arrow_typeof(tags), arrow_typeof(id + 1), arrow_typeof(sum(id)) FROM visits GROUP BY amount, tags, id LIMIT 1',
      [['Decimal128(8, 2)', 'List(Utf8)', 'Int32', 'Int64']],
    ],
    [
      "SELECT arrow_cast(1.7, 'Int64'), arrow_cast(-1.7::float8, 'Int32'), arrow_cast('12', 'Int16'), arrow_cast(true, 'Int8'), arrow_cast(200, 'UInt8')",
      [['1', '-1', '12', '1', '200']],
    ],
    [
      "SELECT arrow_typeof(arrow_cast(1, 'Int8')), arrow_typeof(arrow_cast(1, 'UInt64')), arrow_typeof(arrow_cast(1, 'Decimal128(10, 2)')), arrow_typeof(arrow_cast('1', 'Float32'))",
      [['Int8', 'UInt64', 'Decimal128(10, 2)', 'Float32']],
    ],
    [
      "SELECT arrow_cast(12.345, 'Decimal128(10, 2)'), arrow_cast(5, 'Utf8'), arrow_cast('true', 'Boolean'), arrow_cast('2024-02-29', 'Date32')",
      [['12.35', '5', 't', '2024-02-29']],
    ],
    [
      "SELECT arrow_cast(seen, 'Timestamp(Second, None)'), arrow_cast(seen, 'Timestamp(Nanosecond, None)'), arrow_cast(seen, 'Timestamp(Second, Some(\"UTC\"))') FROM visits WHERE id = 1",
      [['2024-01-01 10:07:30', '2024-01-01 10:07:30.5', '2024-01-01 10:07:30+00']],
    ],
    [
      "SELECT arrow_cast(1700000000, 'Timestamp(Second, None)'), arrow_cast(1700000000500, 'Timestamp(Millisecond, None)'), arrow_cast('10:20:30.123456', 'Time32(Millisecond)')",
      [['2023-11-14 22:13:20', '2023-11-14 22:13:20.5', '10:20:30.123']],
    ],
    [
      "SELECT arrow_cast('ab', 'Binary'), arrow_cast(NULL, 'Int64'), arrow_cast('1 day', 'Interval(MonthDayNano)')",
      [['\\x6162', null, '1 day']],
    ],
    [
      'SELECT to_unixtime(seen), to_unixtime(at), to_unixtime(day), to_unixtime(stamp) FROM visits ORDER BY id',
      [
        ['1704103650', '1704103650', '1704067200', '1704103650'],
        ['1704104520', '1704153599', '1709164800', '1704097320'],
        ['-1', null, '-86400', '1704067200'],
        [null, null, null, null],
      ],
    ],
    [
      "SELECT to_unixtime(5), to_unixtime(5.9), to_unixtime(-5.9::float8), to_unixtime('2020-09-08T12:00:00+00:00')",
      [['5', '5', '-5', '1599566400']],
    ],
    [
      "SELECT date_bin('15 minutes', seen), date_bin(interval '1 day', at), date_bin('1 day', day) FROM visits WHERE id < 3 ORDER BY id",
      [
        ['2024-01-01 10:00:00', '2024-01-01 00:00:00+00', '2024-01-01 00:00:00'],
        ['2024-01-01 10:15:00', '2024-01-01 00:00:00+00', '2024-02-29 00:00:00'],
      ],
    ],
    [
      "SELECT date_bin('1 hour', stamp), date_bin(interval '1 hour', stamp, '2024-01-01 00:30:00'), date_bin('1 hour', seen, stamp) FROM visits WHERE id = 1",
      [['2024-01-01 10:00:00', '2024-01-01 09:30:00', '2024-01-01 10:07:30']],
    ],
    [
      'SELECT approx_distinct(amount), approx_distinct(id), approx_distinct(tags) FROM visits',
      [['2', '4', '3']],
    ],
    [
      'SELECT approx_percentile_cont(score, 0.5), approx_percentile_cont(id, 0), approx_percentile_cont(id, 1), approx_percentile_cont(score, 0.5, 200), approx_median(score), approx_median(amount) FROM visits',
      [['1.5', '1', '4', '1.5', '1.5', '2.75']],
    ],
    [
      'SELECT approx_percentile_cont(0.5) WITHIN GROUP (ORDER BY score), approx_percentile_cont(0) WITHIN GROUP (ORDER BY id DESC), approx_percentile_cont(0.5) WITHIN GROUP (ORDER BY score) FILTER (WHERE id < 2) FROM visits',
      [['1.5', '4', '0.5']],
    ],
    [
      'SELECT arrow_typeof(approx_percentile_cont(id, 0.5)), arrow_typeof(approx_percentile_cont(amount, 0.5)), arrow_typeof(approx_distinct(id)) FROM visits',
      [['Int32', 'Float64', 'Int64']],
    ],
    [
      "SELECT array_has_all(ARRAY[1, 2, 3], ARRAY[1, 3]), array_has_all(ARRAY[1, 2], ARRAY[1, 3]), array_has_any(ARRAY[1, 2], ARRAY[9, 2]), array_has(ARRAY[1, 2], 2), array_has(tags, 'b') FROM visits WHERE id = 1",
      [['t', 'f', 't', 't', 't']],
    ],
    [
      "SELECT id, array_has_all(tags, ARRAY['b']), array_has_any(tags, ARRAY['a', 'z']) FROM visits ORDER BY id",
      [
        ['1', 't', 't'],
        ['2', 't', 'f'],
        ['3', 'f', 'f'],
        ['4', null, null],
      ],
    ],
    [
      "SELECT date_bin('15 minutes', seen) AS bin, count(*), approx_distinct(id) FROM visits GROUP BY 1 ORDER BY 1 NULLS LAST",
      [
        ['1969-12-31 23:45:00', '1', '1'],
        ['2024-01-01 10:00:00', '1', '1'],
        ['2024-01-01 10:15:00', '1', '1'],
        [null, '1', '1'],
      ],
    ],
  ];

/** Refusals with their words. */
const refusals: readonly (readonly [sql: string, words: RegExp])[] = [
  ["SELECT arrow_cast(1, 'Float16')", /does not support arrow_cast\(\) to 'Float16'/],
  [
    'SELECT arrow_cast(now(), \'Timestamp(Second, Some("Europe/Berlin"))\')',
    /time zone 'Europe\/Berlin'/,
  ],
  ["SELECT arrow_cast(now(), 'Utf8')", /use to_char/],
  ["SELECT arrow_cast(300, 'UInt8')", /out of range|Conversion Error/i],
  ['SELECT arrow_cast(1, stamp) FROM visits', /name of an Arrow type/],
  ['SELECT arrow_typeof(1, 2)', /takes one value/],
  ["SELECT to_unixtime('08/09/2020', '%d/%m/%Y')", /to_unixtime\(\) with formats/],
  ["SELECT to_unixtime('nonsense')", /invalid input syntax/],
  ['SELECT approx_percentile_cont(score, 1.5) FROM visits', /not between 0 and 1/],
  ['SELECT approx_percentile_cont(score, score) FROM visits', /percentile that is no literal/],
  [
    'SELECT approx_percentile_cont_with_weight(score, id, 0.5) FROM visits',
    /approx_percentile_cont_with_weight/,
  ],
  [
    'SELECT id FROM visits WHERE approx_distinct(id) > 1',
    /aggregate functions are not allowed in WHERE/,
  ],
  ["SELECT date_bin('1 month', seen) FROM visits", /months or years/],
  ['SELECT arrow_typeof(1) OVER () FROM visits', /not a window function/],
];

describe('functions of DataFusion', () => {
  let hotsql: HotsqlEngine;

  beforeAll(async () => {
    hotsql = await HotsqlEngine.start(tablesSql);
  });
  afterAll(() => hotsql?.stop());

  it.each(answers)('%s', async (sql, rows) => {
    const answer = await hotsql.ask(sql);
    expect(isError(answer) ? answer.message : answer.rows).toEqual(rows);
  });

  it.each(refusals)('refuses %s', async (sql, words) => {
    const answer = await hotsql.ask(sql);
    expect(isError(answer) ? answer.message : JSON.stringify(answer.rows)).toMatch(words);
  });
});
