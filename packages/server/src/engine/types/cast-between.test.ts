import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { castBetween } from './cast-between.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson()[0];

describe('a cast between types of a column', () => {
  it.each([
    ['BIGINT', 'DOUBLE', 'CAST(v AS DOUBLE)'],
    ['DATE', 'TIMESTAMP', 'CAST(v AS TIMESTAMP)'],
    ['BIGINT[]', 'DOUBLE[]', 'CAST(v AS DOUBLE[])'],
    ['VARCHAR[]', 'STRUCT("a" BIGINT)[]', 'CAST(v AS STRUCT("a" BIGINT)[])'],
    ['INTEGER', 'BIGINT[]', 'CAST(CAST(v AS VARCHAR) AS BIGINT[])'],
    [
      'STRUCT("a" INTEGER, "b" DATE)',
      'STRUCT("a" BLOB, "b" TIMESTAMP)',
      'CAST(CAST(v AS STRUCT("a" VARCHAR, "b" DATE)) AS STRUCT("a" BLOB, "b" TIMESTAMP))',
    ],
    ['DATE', 'DATE', 'v'],
    ['TINYINT', 'BOOLEAN', 'CAST(v AS BOOLEAN)'],
    ['BOOLEAN', 'DECIMAL(10,2)', 'CAST(v AS DECIMAL(10,2))'],
  ])('from %s to %s', (from, to, sql) => {
    expect(castBetween('v', from, to)).toBe(sql);
  });

  it.each([
    ['NULL::INTEGER', 'INTEGER', 'STRUCT("a" BIGINT)', null],
    ['[NULL::INTEGER]', 'INTEGER[]', 'STRUCT("a" BIGINT)[]', [null]],
    [
      "{'a': NULL::DATE, 'b': 1}",
      'STRUCT("a" DATE, "b" INTEGER)',
      'STRUCT("a" BLOB[], "b" BIGINT)',
      { a: null, b: '1' },
    ],
    [
      "map{'k': NULL::BOOLEAN}",
      'MAP(VARCHAR, BOOLEAN)',
      'MAP(VARCHAR, TIMESTAMP)',
      [{ key: 'k', value: null }],
    ],
  ])('of nulls works where DuckDB has none: %s', async (value, from, to, expected) => {
    expect(await ask(`SELECT ${castBetween('v', from, to)} FROM (SELECT ${value} AS v)`)).toEqual([
      expected,
    ]);
  });

  it.each(['TINYINT', 'BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE', 'DECIMAL(10,2)'])(
    'of a boolean to %s and back changes nothing',
    async (type) => {
      const there = castBetween('v', type, 'BOOLEAN', 'TRY_CAST');
      const back = castBetween(there, 'BOOLEAN', type, 'TRY_CAST');
      const rows = `SELECT CAST(unnest([0, 1, 2]) AS ${type}) AS v`;
      expect(
        await ask(`SELECT string_agg(CAST(v = ${back} AS VARCHAR), ' ' ORDER BY v) FROM (${rows})`),
      ).toEqual(['true true false']);
    },
  );

  it.each([
    ["TIMESTAMP_NS '1969-12-31 23:59:59.123456789'", '1969-12-31 23:59:59.123456'],
    ["TIMESTAMP_NS '1969-12-31 23:59:59.123456'", '1969-12-31 23:59:59.123456'],
    ["TIMESTAMP_NS '2024-02-29 12:34:56.123456999'", '2024-02-29 12:34:56.123456'],
    ["TIMESTAMP_NS 'infinity'", 'infinity'],
    ["TIMESTAMP_NS '-infinity'", '-infinity'],
    ["TIME_NS '23:59:59.999999999'", '23:59:59.999999'],
    ["TIME_NS '00:00:00.000000999'", '00:00:00'],
    ["TIME_NS '24:00:00'", '24:00:00'],
    ['NULL::TIME_NS', null],
    ["[TIME_NS '01:02:03.000004999', NULL]", "['01:02:03.000004', NULL]"],
    ["[[TIME_NS '01:02:03.000004999'], NULL]", "[['01:02:03.000004'], NULL]"],
    ["{'a': 1, 'b c': [TIME_NS '01:02:03.000004999']}", "{'a': 1, 'b c': ['01:02:03.000004']}"],
    ["CASE WHEN false THEN {'a': TIME_NS '01:02:03'} END", null],
  ])('cuts nanoseconds: %s', async (value, expected) => {
    const [type] = (await ask(`SELECT typeof(${value})`)) ?? [];
    const to = String(type).replaceAll('_NS', '');
    const cast = castBetween('v', String(type), to);
    expect(
      await ask(`SELECT CAST(${cast} AS VARCHAR), typeof(${cast}) FROM (SELECT ${value} AS v)`),
    ).toEqual([expected, to]);
  });

  it('of a value that is there after all raises, and drops nothing', async () => {
    const cast = castBetween('v', 'DATE', 'BIGINT[]');
    await expect(ask(`SELECT ${cast} FROM (SELECT DATE '2024-01-01' AS v)`)).rejects.toThrow(
      'Conversion Error',
    );
  });
});
