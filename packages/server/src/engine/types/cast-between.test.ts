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

  it('of a value that is there after all raises, and drops nothing', async () => {
    const cast = castBetween('v', 'DATE', 'BIGINT[]');
    await expect(ask(`SELECT ${cast} FROM (SELECT DATE '2024-01-01' AS v)`)).rejects.toThrow(
      'Conversion Error',
    );
  });
});
