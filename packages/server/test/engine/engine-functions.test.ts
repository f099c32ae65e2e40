import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bigint,
  bytes,
  date,
  interval,
  list,
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
