import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import { ofTable, plainRows, SourceColumns } from './source-columns.ts';

/**
 * A column of PostgreSQL keeps its meaning in HotSQL. Both sides run each query: on the first query
 * of the table, on the fetched table, and live.
 */
const tables = {
  amounts: `(id int primary key, n numeric, big numeric, wide numeric(60,30), list numeric[], prices numeric(10,2)[])`,
  odd: `(id int primary key, two numeric(10,2), grid int[], far timestamp, label text)`,
  codes: `(id int primary key, seg char(10), label varchar(10))`,
  hosts: `(id int primary key, ip inet, net cidr, ips inet[], mac macaddr)`,
  moods: `(id int primary key, m mood, all_of mood[])`,
  times: `(id int primary key, t time, tz timetz, iv interval, ivs interval[])`,
  docs: `(id int primary key, j json, b jsonb)`,
  others: `(id int primary key, bits bit(3), more varbit, r int4range, mr int4multirange, spot point, one "char", cash money)`,
};
const values = {
  amounts: `(1, 9.5, 1e45, 1.5, '{1.5,NaN}', '{1.50,2.25}'), (2, 10, 2.5, 10, '{10}', '{}'), (3, 100, 'NaN', 9, null, null),
    (4, null, null, null, '{9.5,100}', '{10,9.5}')`,
  odd: `(1, 1.25, '{1}', '294276-12-31 23:59:59', 'a'), (2, 'NaN', '{{1,2},{3,4}}', '2024-01-01', 'b'), (3, 3, null, 'infinity', null)`,
  codes: `(1, 'BUILDING', 'BUILDING'), (2, 'A', 'A'), (3, 'A  ', 'A '), (4, null, null)`,
  hosts: `(1, '10.0.0.1', '10.0.0.0/8', '{10.0.0.1,10.0.0.0/8}', '08:00:2b:01:02:03'), (2, '9.0.0.1/24', '9.0.0.0/24', '{}', null), (3, '2001:db8::1', '2001:db8::/32', null, null)`,
  moods: `(1, 'sad', '{sad,happy}'), (2, 'ok', '{}'), (3, 'happy', '{ok}'), (4, 'Angry', null), (5, null, null)`,
  times: `(1, '24:00:00', '04:05:06.789+05:30', '2 days', '{1 day,2 hours}'), (2, '23:59:59.999999', '23:00:00+00', '10 days', '{}'), (3, '00:00', '01:00:00-01', '-1 mon', null),
    (4, null, null, 'infinity', null)`,
  docs: `(1, '{"a":  1.10}', '{"a":  1.10, "b": [1, 2]}'), (2, '{"a": "x"}', '{"a": 2}'), (3, null, null)`,
  others: `(1, '101', '1', '[1,5)', '{[1,3),[5,7)}', '(1.5,-2)', 'x', 12.5), (2, '011', '0101', '[10,20)', '{}', '(0,0)', 'A', 100), (3, null, null, 'empty', null, null, null, -3)`,
} satisfies Record<keyof typeof tables, string>;

const queries: readonly (readonly [keyof typeof tables, string])[] = [
  ['amounts', 'SELECT sum(n), max(n), min(n), count(n) FROM t'],
  ['amounts', 'SELECT id FROM t ORDER BY n DESC NULLS LAST, id'],
  ['amounts', 'SELECT id FROM t WHERE n > 9.75 ORDER BY id'],
  ['amounts', 'SELECT n + 1, n * 2, -n, abs(n), round(n, 1) FROM t ORDER BY id'],
  ['amounts', 'SELECT id FROM t WHERE n BETWEEN 9 AND 11 ORDER BY id'],
  ['amounts', 'SELECT id FROM t WHERE n IN (10.0, 100) ORDER BY id'],
  ['amounts', 'SELECT n, count(*) FROM t GROUP BY n ORDER BY n NULLS FIRST'],
  ['amounts', 'SELECT max(big), min(big) FROM t'],
  ['amounts', 'SELECT id FROM t ORDER BY big, id'],
  ['amounts', 'SELECT sum(big) FROM t WHERE id < 3'],
  ['amounts', 'SELECT id FROM t WHERE big = 2.50 ORDER BY id'],
  ['amounts', 'SELECT sum(wide), max(wide), min(wide) FROM t'],
  ['amounts', 'SELECT a.id, b.id FROM t a JOIN t b ON a.wide = b.n ORDER BY 1, 2'],
  ['odd', 'SELECT max(two), min(two) FROM t'],
  ['odd', 'SELECT sum(two) FROM t WHERE id <> 2'],
  ['odd', 'SELECT id FROM t WHERE two < 2 ORDER BY id'],
  ['odd', 'SELECT count(*), count(two), count(grid), count(far), max(label) FROM t'],
  ['odd', 'SELECT id, label, far::text FROM t ORDER BY id'],
  ['odd', 'SELECT id FROM t WHERE grid IS NULL'],
  ['amounts', 'SELECT coalesce(n, 0) + id FROM t ORDER BY id'],
  ['amounts', 'SELECT CASE WHEN n > 50 THEN n ELSE wide END FROM t ORDER BY id'],
  ['amounts', 'SELECT id, rank() OVER (ORDER BY n) FROM t ORDER BY id'],
  ['amounts', 'SELECT id, sum(n) OVER (ORDER BY id) FROM t ORDER BY id'],
  ['amounts', 'SELECT DISTINCT n FROM t ORDER BY n'],
  ['amounts', 'SELECT n FROM t UNION SELECT wide FROM t ORDER BY 1'],
  ['amounts', 'WITH x AS (SELECT n AS v FROM t) SELECT sum(v) FROM x WHERE v > 9.75'],
  ['amounts', 'SELECT list[1], array_length(list, 1) FROM t ORDER BY id'],
  ['amounts', 'SELECT id, v FROM t, unnest(list) AS v WHERE v > 9.75 ORDER BY 1, 2'],
  ['amounts', 'SELECT id FROM t WHERE 100 = ANY(list) ORDER BY id'],
  ['amounts', 'SELECT prices[1], array_length(prices, 1), cardinality(prices) FROM t ORDER BY id'],
  ['amounts', 'SELECT id, v * 2 FROM t, unnest(prices) AS v ORDER BY 1, 2'],
  ['amounts', 'SELECT id FROM t WHERE 9.5 = ANY(prices) ORDER BY id'],
  ['codes', `SELECT id FROM t WHERE seg = 'BUILDING'`],
  ['codes', 'SELECT a.id, b.id FROM t a JOIN t b ON a.seg = b.label ORDER BY 1, 2'],
  ['codes', 'SELECT count(*) FROM t GROUP BY seg ORDER BY 1'],
  ['codes', `SELECT length(seg), seg || 'x', upper(seg) FROM t ORDER BY id`],
  ['codes', `SELECT id FROM t WHERE seg IN ('A', 'B') ORDER BY id`],
  ['codes', `SELECT id FROM t WHERE seg LIKE 'BUILD%' ORDER BY id`],
  ['codes', `SELECT id FROM t WHERE seg > 'A' ORDER BY id`],
  ['hosts', `SELECT id FROM t WHERE ip = '10.0.0.1'`],
  ['hosts', 'SELECT id FROM t ORDER BY ip'],
  ['hosts', `SELECT id FROM t WHERE ip << '10.0.0.0/8'`],
  ['hosts', 'SELECT id FROM t ORDER BY net DESC'],
  ['hosts', `SELECT max(ip), min(ip), count(DISTINCT ip) FROM t`],
  ['hosts', 'SELECT host(ip), masklen(ip) FROM t ORDER BY id'],
  ['hosts', `SELECT id FROM t WHERE '10.0.0.1' = ANY(ips)`],
  ['hosts', `SELECT id FROM t WHERE mac = '08-00-2b-01-02-03'`],
  ['moods', 'SELECT id FROM t ORDER BY m NULLS FIRST'],
  ['moods', 'SELECT id FROM t ORDER BY m DESC NULLS LAST'],
  ['moods', 'SELECT max(m), min(m) FROM t'],
  ['moods', `SELECT id FROM t WHERE m > 'sad' ORDER BY id`],
  ['moods', `SELECT id FROM t WHERE m = 'ok'`],
  ['moods', `SELECT id FROM t WHERE m IN ('ok', 'Angry') ORDER BY id`],
  ['moods', `SELECT id FROM t WHERE m BETWEEN 'ok' AND 'happy' ORDER BY id`],
  ['moods', 'SELECT m, count(*) FROM t GROUP BY m ORDER BY m'],
  ['moods', 'SELECT DISTINCT m FROM t ORDER BY m DESC'],
  ['moods', `SELECT upper(m::text), m || '!' FROM t ORDER BY id`],
  ['moods', 'SELECT id, row_number() OVER (ORDER BY m) FROM t ORDER BY id'],
  ['moods', `SELECT id FROM t WHERE 'ok' = ANY(all_of)`],
  ['moods', 'SELECT a.id, b.id FROM t a JOIN t b ON a.m < b.m ORDER BY 1, 2'],
  ['moods', `SELECT CASE WHEN m IS NULL THEN 'sad' ELSE m END FROM t ORDER BY 1, id`],
  ['moods', `SELECT coalesce(m, 'happy') FROM t ORDER BY m, id`],
  ['times', 'SELECT t FROM t ORDER BY t'],
  ['times', 'SELECT max(t), min(t) FROM t'],
  ['times', `SELECT id FROM t WHERE t > '23:59:59.999999'`],
  ['times', 'SELECT id FROM t ORDER BY tz NULLS FIRST'],
  ['times', `SELECT id FROM t WHERE tz = '22:35:06.789+00'`],
  ['times', 'SELECT id FROM t ORDER BY iv'],
  ['times', `SELECT id FROM t WHERE iv > '3 days' ORDER BY id`],
  ['times', 'SELECT sum(iv)::text, max(iv)::text FROM t WHERE id < 3'],
  ['times', `SELECT ('2024-01-31'::timestamp + iv)::text FROM t WHERE id < 4 ORDER BY id`],
  ['times', 'SELECT extract(day FROM iv) FROM t WHERE id < 3 ORDER BY id'],
  ['times', 'SELECT ivs[1]::text FROM t ORDER BY id'],
  ['docs', `SELECT j ->> 'a', b ->> 'a' FROM t ORDER BY id`],
  ['docs', `SELECT id FROM t WHERE b @> '{"a": 2}'`],
  ['docs', `SELECT id FROM t WHERE b = '{"b": [1, 2], "a": 1.1}'`],
  ['docs', `SELECT (b ->> 'a')::numeric FROM t ORDER BY id`],
  ['docs', `SELECT id, v FROM t, jsonb_array_elements_text(b -> 'b') AS v ORDER BY 1, 2`],
  ['others', 'SELECT id FROM t ORDER BY bits NULLS FIRST'],
  ['others', `SELECT id FROM t WHERE bits = B'101'`],
  ['others', 'SELECT length(more) FROM t ORDER BY id'],
  ['others', 'SELECT id FROM t ORDER BY r'],
  ['others', 'SELECT id FROM t WHERE r @> 12'],
  ['others', 'SELECT lower(r), upper(r), isempty(r) FROM t ORDER BY id'],
  ['others', 'SELECT id FROM t WHERE mr @> 5'],
  ['others', `SELECT id FROM t WHERE spot <-> '(0,0)' < 1`],
  ['others', `SELECT id FROM t WHERE one = 'x'`],
  ['others', 'SELECT max(cash)::numeric, min(cash)::numeric FROM t'],
];

describe('a column of PostgreSQL', () => {
  let source: PostgresDatabase;
  let client: pg.Client;
  let columns: SourceColumns;

  beforeAll(async () => {
    source = await createPostgresDatabase();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy', 'Angry')");
    for (const [name, list] of Object.entries(tables)) {
      await client.query(`CREATE TABLE ${name} ${list}`);
      await client.query(`INSERT INTO ${name} VALUES ${values[name as keyof typeof values]}`);
    }
    columns = await SourceColumns.attach('postgres', connectionConfigOf(source.url), 'public');
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await source?.drop();
  });

  const there = async (table: string, sql: string) => {
    const types = { getTypeParser: () => (text: string) => text };
    const { rows } = await client.query({ text: ofTable(sql, table), rowMode: 'array', types });
    return plainRows(rows);
  };

  test.each(queries)('of %s means the same: %s', async (table, sql) => {
    const expected = await there(table, sql);
    await columns.purge(table);
    expect(await columns.rows(sql, table)).toEqual(expected);
    expect(await columns.rows(sql, table)).toEqual(expected);
  });

  describe('that is read live', () => {
    beforeAll(async () => {
      for (const table of Object.keys(tables)) await columns.readLive(table);
    });

    // PostgreSQL refuses a value outside the type.
    test.each(queries.filter(([table]) => table !== 'odd'))(
      'of %s means the same: %s',
      async (table, sql) => {
        expect(await columns.rows(sql, table)).toEqual(await there(table, sql));
      },
    );
  });
});
