import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineFunctions } from '../../src/engine/functions/engine-functions.ts';
import { allowedAggregates, allowedScalars } from '../../src/plan/duckdb/function-lists.ts';
import { loadParser, translate } from '../../src/plan/front-end.ts';
import { isRepeatable } from '../../src/plan/repeatable.ts';
import { loadSnowflakeParser } from '../../src/plan/snowflake/parse.ts';
import type { Dialect } from '../../src/plan/types.ts';

beforeAll(async () => {
  await loadParser();
  await loadSnowflakeParser();
});

const isAgain = (sql: string, dialect: Dialect = 'hotsql') => {
  const translated = translate({ sql, dialect, shapes: [] });
  if ('tables' in translated) throw new Error('names no table');
  return isRepeatable(translated.sql);
};

describe('a text is repeatable', () => {
  it('unless it names a function that the engine holds for volatile, or a macro over one', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const reader = await connection.runAndReadAll(
      `SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability IN ('VOLATILE', 'CONSISTENT_WITHIN_QUERY')
         OR (function_type = 'macro' AND regexp_matches(macro_definition,
           '\\b(random|now|today|current_date|current_timestamp|get_current_time|get_current_timestamp|uuid)\\b'))`,
    );
    const volatile = (reader.getColumns()[0] ?? []).map(String);
    const allowed = volatile.filter(
      (name) => allowedScalars.has(name) || allowedAggregates.has(name),
    );
    // Raises, or gives, the same each time.
    const same = new Set(['error', 'constant_or_null']);
    expect(allowed).toEqual(expect.arrayContaining(['random', 'now', 'uuid']));
    expect(allowed.filter((name) => !same.has(name) && isRepeatable(`SELECT ${name}()`))).toEqual(
      [],
    );
  });

  it('where every function of our own gives the same of the same', () => {
    expect(engineFunctions.filter(({ volatile }) => volatile)).toEqual([]);
  });

  it.each([
    'SELECT now()',
    'SELECT current_date, 1',
    'SELECT CURRENT_TIMESTAMP(3)',
    'SELECT localtime',
    'SELECT clock_timestamp() > statement_timestamp()',
    "SELECT 'today'::date",
    "SELECT x::timestamptz FROM (VALUES ('now'), ('epoch')) t(x)",
    "SELECT timestamp 'tomorrow'",
    "SELECT age(timestamp '2020-01-01')",
    'SELECT random()',
    'SELECT random(1, 6)',
    'SELECT random_normal()',
    'SELECT gen_random_uuid()',
    'SELECT array_sample(ARRAY[1,2,3], 1)',
    'SELECT array_shuffle(ARRAY[1,2,3])',
    "SELECT to_char(now(), 'YYYY')",
    'SELECT * FROM (VALUES (1)) t(x) ORDER BY random()',
  ])('but not %s', (sql) => {
    expect(isAgain(sql)).toBe(false);
  });

  it.each(['SELECT CURRENT_DATE()', 'SELECT SYSDATE()'])('nor %s of Snowflake', (sql) => {
    expect(isAgain(sql, 'snowflake')).toBe(false);
  });

  it.each([
    'SELECT "now"()',
    'SELECT Today()',
    'FROM range(10) USING SAMPLE 3',
    'SELECT * FROM range(9) TABLESAMPLE 10%',
    'SELECT ago(INTERVAL 1 DAY)',
  ])('nor %s of DuckDB', (sql) => {
    expect(isAgain(sql, 'duckdb')).toBe(false);
  });

  it.each([
    'SELECT 1',
    "SELECT date '2020-01-01' + 1, 'x' || 'y', round(1.5), md5('a')",
    "SELECT sum(x) FILTER (WHERE x > 1), string_agg(x::text, ',' ORDER BY x) FROM (VALUES (1), (2)) t(x)",
    "SELECT to_timestamp(0), extract(epoch FROM timestamp '2020-01-01')",
  ])('as %s is', (sql) => {
    expect(isAgain(sql)).toBe(true);
  });
});
