import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachSource } from '../api/attach-source.ts';
import { type Api, type RunningService, startService } from '../service.ts';

/** Each row twice: with nanoseconds, and as PostgreSQL would have it. */
const rows = [
  "(1, TIMESTAMP_NS '2024-02-29 12:34:56.123456', TIME_NS '01:02:03.000004')",
  "(2, TIMESTAMP_NS '2024-03-01 00:00:00', TIME_NS '00:00:00')",
  "(3, TIMESTAMP_NS '1969-12-31 23:59:59.999999', TIME_NS '23:59:59.999999')",
  '(4, NULL, NULL)',
];

/** Between two microseconds, before 1970 and after. */
const finer = [
  "(TIMESTAMP_NS '2024-02-29 12:34:56.123456789', TIME_NS '01:02:03.000004999')",
  "(TIMESTAMP_NS '1969-12-31 23:59:59.123456789', TIME_NS '23:59:59.999999999')",
];

let folder: string;
let service: RunningService;
let api: Api;
let database: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-nanoseconds-'));
  const path = join(folder, 'source.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE ns AS SELECT id, seen, tm, [seen] AS list, {'seen': seen} AS part FROM (VALUES ${rows.join(', ')}) AS t(id, seen, tm)`,
  );
  await connection.run(
    "CREATE TABLE us AS SELECT id, seen::TIMESTAMP AS seen, tm::TIME AS tm, [seen::TIMESTAMP] AS list, {'seen': seen::TIMESTAMP} AS part FROM ns",
  );
  await connection.run(
    "CREATE TABLE fine AS SELECT TIMESTAMP_NS '2024-02-29 12:34:56.123456789' AS seen",
  );
  await connection.run(`CREATE TABLE cut AS SELECT seen, tm, [seen] AS list, [tm] AS times,
    {'seen': seen} AS part, map{tm: seen} AS pairs FROM (VALUES ${finer.join(', ')}) AS t(seen, tm)`);
  connection.closeSync();
  instance.closeSync();
  service = await startService({ env: { QUERN_SOURCES_ALLOW: `* ${folder}` } });
  api = service.api();
  ({ database } = await attachSource(api, 'duckdb', { path }));
});
afterAll(async () => {
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (sql: string, dialect = 'hotsql') => {
  const { status, body } = await api.query(database, sql, { dialect });
  return status === 200 ? body.rows : `${status} ${body.error.message}`;
};

const expressions = [
  'min(seen)',
  'max(seen)',
  'count(DISTINCT seen)',
  "array_agg(date_trunc('day', seen) ORDER BY id)",
  'sum(extract(year FROM seen))',
  "sum(date_part('epoch', seen))",
  "max(seen + interval '1 day 1 microsecond')",
  "min(seen - interval '1 month')",
  "max(seen - timestamp '2024-01-01')",
  "string_agg(to_char(seen, 'YYYY-MM-DD HH24:MI:SS.US'), ' ' ORDER BY id)",
  "array_agg(coalesce(seen, timestamp '2000-01-01') ORDER BY id)",
  'bool_or(seen > now())',
  "count(*) FILTER (WHERE seen >= '2024-01-01')",
  "count(*) FILTER (WHERE seen BETWEEN '1969-01-01' AND '3000-01-01')",
  "count(*) FILTER (WHERE seen < timestamp '9999-12-31')",
  "count(*) FILTER (WHERE seen = timestamp '2024-02-29 12:34:56.123456')",
  "count(*) FILTER (WHERE seen IN ('2024-03-01', '2025-01-01'))",
  "count(*) FILTER (WHERE seen > date '2024-02-29')",
  'array_agg(seen::date ORDER BY id)',
  'array_agg(seen::time ORDER BY id)',
  'array_agg(seen::text ORDER BY id)',
  "max(seen AT TIME ZONE 'UTC')",
  'max(seen::timestamptz)',
  "max(age(timestamp '2025-01-01', seen))",
  "array_agg(greatest(seen, timestamp '2024-01-01') ORDER BY id)",
  "array_agg(CASE WHEN id > 1 THEN seen ELSE timestamp '2000-01-01' END ORDER BY id)",
  "array_agg(nullif(seen, timestamp '2024-03-01') ORDER BY id)",
  'min(tm)',
  "array_agg(tm + interval '1 hour' ORDER BY id)",
  'sum(extract(hour FROM tm))',
  "count(*) FILTER (WHERE tm > '00:00:00')",
  'array_agg(tm::text ORDER BY id)',
  'max(tm::interval)',
  "max(date_trunc('hour', seen) + tm)",
  'max(list[1])',
  "max(list[1] + interval '1 day')",
  'max((part).seen)',
  "date_bin('15 minutes', max(seen), timestamp '2000-01-01')",
];

describe('a column of nanoseconds is what PostgreSQL has in its place', () => {
  test.each(expressions)('%s', async (expression) => {
    const expected = await ask(`SELECT ${expression} FROM src.main.us`);
    expect(expected).toEqual(expect.any(Array));
    expect(await ask(`SELECT ${expression} FROM src.main.ns`)).toEqual(expected);
  });

  test('joined, united and grouped with one of microseconds', async () => {
    const both = 'src.main.ns JOIN src.main.us USING (seen, tm)';
    expect(await ask(`SELECT count(*) FROM ${both}`)).toEqual([[3]]);
    const all = 'SELECT seen FROM src.main.ns UNION SELECT seen FROM src.main.us';
    expect(await ask(`SELECT count(*) FROM (${all}) AS t`)).toEqual([[4]]);
    expect(
      await ask('SELECT count(*) FROM (SELECT seen FROM src.main.ns GROUP BY seen) t'),
    ).toEqual([[4]]);
  });

  test('by its type', async () => {
    expect(await ask('SELECT pg_typeof(seen), pg_typeof(tm) FROM src.main.ns LIMIT 1')).toEqual([
      ['timestamp without time zone', 'time without time zone'],
    ]);
  });

  test.each([
    ['seen', '1969-12-31 23:59:59.123456', '2024-02-29 12:34:56.123456'],
    ['list[1]', '1969-12-31 23:59:59.123456', '2024-02-29 12:34:56.123456'],
    ['(part).seen', '1969-12-31 23:59:59.123456', '2024-02-29 12:34:56.123456'],
    ['tm', '01:02:03.000004', '23:59:59.999999'],
    ['times[1]', '01:02:03.000004', '23:59:59.999999'],
  ])('which lies in the microsecond: %s', async (value, least, greatest) => {
    expect(await ask(`SELECT min(${value})::text, max(${value})::text FROM src.main.cut`)).toEqual([
      [least, greatest],
    ]);
    for (const one of [least, greatest])
      for (const is of ['=', '<=', '>='])
        expect([
          one,
          is,
          await ask(
            `SELECT bool_or(${value}::text = '${one}') FROM src.main.cut WHERE ${value} ${is} '${one}'`,
          ),
        ]).toEqual([one, is, [[true]]]);
  });

  test('and DuckDB sees all of its digits', async () => {
    const digits = '2024-02-29 12:34:56.123456';
    expect(await ask('SELECT seen::text FROM src.main.fine')).toEqual([[digits]]);
    expect(await ask('SELECT seen::VARCHAR FROM src.main.fine', 'duckdb')).toEqual([
      [`${digits}789`],
    ]);
  });
});
