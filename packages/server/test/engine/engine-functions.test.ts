import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bigint,
  boolean,
  bytes,
  date,
  double,
  interval,
  list,
  real,
  text,
  timestamp,
} from '../../src/engine/functions/codecs.ts';
import {
  nullableFunction,
  registerFunctions,
  strictFunction,
} from '../../src/engine/functions/engine-function.ts';
import { engineFunctions } from '../../src/engine/functions/engine-functions.ts';
import { mapDuckdbError } from '../../src/engine/map-duckdb-error.ts';
import { sqlError, sqlStateOf } from '../../src/kernel/sql-error.ts';

const functions = [
  strictFunction('hotsql_test_add', [bigint, bigint], bigint, (a, b) => a + b),
  strictFunction('hotsql_test_fail', [text], text, (value) =>
    value === 'boom' ? sqlError('22023', "'boom' does not do") : value,
  ),
  nullableFunction('hotsql_test_shown', [text], text, (value) => value ?? 'none'),
  strictFunction('hotsql_test_pairs', [text], list(list(text)), (value) => [
    [value, null],
    [],
    null,
  ]),
  strictFunction('hotsql_test_bytes', [bytes], bytes, (value) => value.slice(1)),
  strictFunction('hotsql_test_next', [timestamp, interval], timestamp, (at, by) => at + by.micros),
  strictFunction('hotsql_test_same', [text], text, (value) => value),
  strictFunction('hotsql_test_same_bytes', [bytes], bytes, (value) => value),
  strictFunction('hotsql_test_same_span', [interval], interval, (value) => value),
  strictFunction('hotsql_test_both', [boolean, boolean], boolean, (a, b) => a && b),
  strictFunction('hotsql_test_sign', [double], text, (value) =>
    Object.is(value, -0) ? '-0' : String(value),
  ),
  strictFunction('hotsql_test_real', [real], real, (value) => value),
  strictFunction('hotsql_test_day', [date], date, (day) => (day === 0 ? null : day + 1)),
];

describe('a function in TypeScript', () => {
  let connection: DuckDBConnection;
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
    registerFunctions(connection, functions);
  });

  it('gives NULL for NULL where it is strict, and else is asked', async () => {
    expect(
      await ask('SELECT hotsql_test_add(1, NULL), hotsql_test_add(2, 3), hotsql_test_shown(NULL)'),
    ).toEqual([[null, '5', 'none']]);
  });

  it('is called for every row of many chunks on many threads', async () => {
    const sql = `SELECT sum(hotsql_test_add(i, CASE WHEN i % 2 = 0 THEN NULL ELSE 1 END)) = (SELECT sum(i + 1) FILTER (WHERE i % 2 = 1) FROM range(20000) t(i)) FROM range(20000) t(i)`;
    expect(await ask(sql)).toEqual([[true]]);
  });

  it('takes and gives lists, bytes, times and intervals', async () => {
    expect(await ask(`SELECT hotsql_test_pairs('a'), hotsql_test_pairs(NULL)`)).toEqual([
      [[['a', null], [], null], null],
    ]);
    expect(
      await ask(
        `SELECT hex(hotsql_test_bytes('\\x00\\x01\\xFF'::BLOB)), hotsql_test_next(TIMESTAMP '1970-01-01', INTERVAL 1 SECOND)::VARCHAR, hotsql_test_day(DATE '1970-01-01'), hotsql_test_day(DATE '1970-01-02')::VARCHAR`,
      ),
    ).toEqual([['01FF', '1970-01-01 00:00:01', null, '1970-01-03']]);
  });

  /** Short and long, of one to four bytes a letter, null, repeated, and near and far in memory. */
  it.each([
    ["repeat('x', CAST(i % 40 AS INTEGER)) || i", 'texts of up to 45 letters'],
    ["repeat('ü😀', CAST(i % 9 AS INTEGER))", 'letters of several bytes'],
    [
      "CASE WHEN i % 3 = 0 THEN NULL ELSE repeat('long and ', 1 + CAST(i % 5 AS INTEGER)) END",
      'nulls',
    ],
    [
      "CASE WHEN i % 700 = 0 THEN repeat(chr(65 + CAST(i % 26 AS INTEGER)), 5000) ELSE 'é' || i END",
      'texts of 5,000 letters between',
    ],
    [
      "['', 'a', 'twelve bytes', 'thirteen byte', 'a' || chr(0) || 'b and more text'][1 + CAST(i % 5 AS INTEGER)]",
      'the length that stands in place',
    ],
    ["chr(65279) || 'after a mark of the byte order'", 'a constant'],
    ['x', 'texts of a table, in another order'],
  ])('takes and gives every text as it is: %s', async (made) => {
    await connection.run(
      "CREATE OR REPLACE TABLE strings AS SELECT i, repeat('row ', 1 + CAST(i % 7 AS INTEGER)) || i AS x FROM range(6000) t(i)",
    );
    const rows = `(SELECT ${made} AS v FROM strings ORDER BY i * 7919 % 6007)`;
    expect(
      await ask(
        `SELECT count(*) FILTER (WHERE hotsql_test_same(v) IS DISTINCT FROM v), count(*) FILTER (WHERE hotsql_test_same_bytes(encode(v)) IS DISTINCT FROM encode(v)), count(*) FROM ${rows}`,
      ),
    ).toEqual([['0', '0', '6000']]);
  });

  it('takes and gives spans, truths and floats as they are, null or not', async () => {
    const rows = `(SELECT to_months(CAST(i AS INTEGER) - 9) + to_days(CAST(-i AS INTEGER)) + to_microseconds(i * 9000000000000) AS span,
      i % 2 = 0 AS a, CASE WHEN i % 3 <> 0 THEN i % 5 = 0 END AS b, CAST(i / 3 AS FLOAT) AS f FROM range(5000) t(i))`;
    expect(
      await ask(
        `SELECT count(*) FILTER (WHERE hotsql_test_same_span(span) IS DISTINCT FROM span),
          count(*) FILTER (WHERE hotsql_test_both(a, b) IS DISTINCT FROM CASE WHEN b IS NOT NULL THEN a AND b END),
          count(*) FILTER (WHERE hotsql_test_real(f) IS DISTINCT FROM f) FROM ${rows}`,
      ),
    ).toEqual([['0', '0', '0']]);
  });

  it('computes each distinct value, of which 0 and -0 are two', async () => {
    expect(
      await ask(
        `SELECT list_sort(list(DISTINCT hotsql_test_sign(CASE WHEN i % 2 = 0 THEN 0.0::DOUBLE ELSE -0.0::DOUBLE END))) FROM range(4000) t(i)`,
      ),
    ).toEqual([[['-0', '0']]]);
  });

  it('fails the query with its own words and class, and the connection goes on', async () => {
    const thrown = await ask(
      `SELECT hotsql_test_fail(CASE WHEN i = 15000 THEN 'boom' ELSE 'x' END) FROM range(20000) t(i)`,
    ).catch((error: Error) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(sqlStateOf((thrown as Error).message)).toBe('22023');
    expect(mapDuckdbError(thrown)).toMatchObject({
      code: 'BAD_REQUEST',
      message: "'boom' does not do",
    });
    expect(await ask(`SELECT hotsql_test_fail('x')`)).toEqual([['x']]);
  });

  it('has a name of its own', () => {
    const names = engineFunctions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^hotsql_[a-z0-9_]+$/.test(name))).toEqual([]);
  });
});
