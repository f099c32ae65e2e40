import type mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lane, ofThisLane } from '../../lane.ts';
import { hasMariaDb, startMariaDb } from '../../mariadb.ts';
import { hasMySql, startMySql } from '../../mysql.ts';
import type { MySqlServer } from '../../mysql-server.ts';
import { ofTable, plainRows, SourceColumns } from './source-columns.ts';

/** A column of MySQL keeps its meaning in HotSQL, by the first query and read live. */
const tables = {
  amounts: `(id int primary key, wide decimal(65,30), longest decimal(65,0))`,
  choices: `(id int primary key, e enum('small','large','it''s','Big'), s set('b','a','c'))`,
  times: `(id int primary key, t time, u time(3), d date)`,
  docs: `(id int primary key, j json)`,
  flags: `(id int primary key, flag tinyint(1), many tinyint(1))`,
};
const values = {
  amounts: `(1, 9.5, 9), (2, 10, ${'9'.repeat(60)}), (3, 100, 10), (4, NULL, NULL), (5, 12345678901234567890.000000000000000000000000000001, -1)`,
  choices: `(1, 'small', 'b'), (2, 'large', 'a'), (3, 'it''s', 'b,a'), (4, 'Big', 'c'), (5, NULL, NULL), (6, 'large', '')`,
  times: `(1, '23:59:59', '838:59:59.000', '2024-02-29'), (2, '09:00:00', '99:00:00', '0000-11-30'), (3, NULL, '-01:00:00.5', '0001-01-01')`,
  docs: `(1, '{"a": 1}'), (2, '{"a": "x", "b": [1, 2]}'), (3, NULL)`,
  flags: `(1, 1, 1), (2, 0, 2), (3, NULL, -1)`,
} satisfies Record<keyof typeof tables, string>;

/** Types that MySQL writes in another way, with MySQL's text. */
const queries: readonly (readonly [keyof typeof tables, string, string?])[] = [
  ['amounts', 'SELECT sum(wide), max(wide), min(wide) FROM t'],
  ['amounts', 'SELECT id FROM t WHERE wide > 9.75 ORDER BY wide'],
  ['amounts', 'SELECT id FROM t WHERE id <> 4 ORDER BY longest DESC, id'],
  ['amounts', 'SELECT max(longest), min(longest), sum(longest) FROM t'],
  ['amounts', 'SELECT longest, count(*) FROM t WHERE wide > 1 GROUP BY longest ORDER BY longest'],
  ['amounts', 'SELECT a.id, b.id FROM t a JOIN t b ON a.wide = b.longest ORDER BY 1, 2'],
  ['choices', 'SELECT id FROM t WHERE id < 5 ORDER BY e, id'],
  ['choices', 'SELECT id FROM t WHERE id < 5 ORDER BY e DESC, id'],
  ['choices', 'SELECT max(e), min(e) FROM t'],
  ['choices', "SELECT id FROM t WHERE e = 'large' ORDER BY id"],
  ['choices', "SELECT id FROM t WHERE e > 'large' ORDER BY id"],
  ['choices', "SELECT id FROM t WHERE e IN ('small', 'it''s') ORDER BY id"],
  ['choices', "SELECT id FROM t WHERE e LIKE 'l%' ORDER BY id"],
  ['choices', 'SELECT upper(e), e FROM t ORDER BY id'],
  ['choices', 'SELECT e, count(*) FROM t WHERE e IS NOT NULL GROUP BY e ORDER BY e'],
  ['choices', 'SELECT DISTINCT e FROM t WHERE e IS NOT NULL ORDER BY e'],
  ['choices', 'SELECT id FROM t WHERE s IS NOT NULL ORDER BY s, id'],
  ['choices', "SELECT id FROM t WHERE s = 'b,a'"],
  ['choices', 'SELECT a.id, b.id FROM t a JOIN t b ON a.e = b.e ORDER BY 1, 2'],
  ['times', 'SELECT id FROM t WHERE t IS NOT NULL ORDER BY t'],
  ['times', "SELECT id FROM t WHERE t > '10:00:00'"],
  ['times', 'SELECT id FROM t ORDER BY u'],
  ['times', "SELECT id FROM t WHERE u > '100:00:00'"],
  ['times', 'SELECT id FROM t WHERE u = (SELECT max(u) FROM t)'],
  [
    'docs',
    "SELECT j ->> 'a' FROM t ORDER BY id",
    "SELECT json_unquote(json_extract(j, '$.a')) FROM t ORDER BY id",
  ],
  ['flags', 'SELECT sum(many), max(many) FROM t'],
  ['flags', 'SELECT id FROM t WHERE many = 2'],
  ['flags', 'SELECT id FROM t WHERE flag'],
  ['flags', 'SELECT count(*) FROM t WHERE NOT flag'],
];

interface Kind {
  readonly name: string;
  readonly lane?: Lane;
  readonly isHere: boolean;
  start(): Promise<MySqlServer>;
}

const kinds: readonly Kind[] = [
  { name: 'MySQL', lane: 'slow', isHere: hasMySql, start: startMySql },
  { name: 'MariaDB', isHere: hasMariaDb, start: startMariaDb },
];

describe.each(ofThisLane(kinds))('a column of $name', ({ isHere, start }) => {
  describe.skipIf(!isHere)('means in HotSQL what it means there:', () => {
    let server: MySqlServer;
    let client: mysql.Connection;
    let columns: SourceColumns;

    beforeAll(async () => {
      server = await start();
      client = await server.connect();
      await client.query(
        "CREATE DATABASE shop CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; USE shop; SET sql_mode = ''",
      );
      for (const [name, list] of Object.entries(tables)) {
        await client.query(`CREATE TABLE ${name} ${list}`);
        await client.query(`INSERT INTO ${name} VALUES ${values[name as keyof typeof values]}`);
      }
      const { host, port, password } = server;
      const config = { host, port, user: 'quern', password, database: 'shop' };
      columns = await SourceColumns.attach('mysql', config, 'shop');
    }, 120_000);
    afterAll(async () => {
      await client?.end();
      await server?.stop();
    });

    const there = async (table: string, sql: string) => {
      const asked = { sql: ofTable(sql, table), rowsAsArray: true } as const;
      const typeCast = (field: { string(): string | null }) => field.string();
      const [rows] = await client.query({ ...asked, typeCast } as mysql.QueryOptions);
      return plainRows(rows as never);
    };

    const asked = queries.map(([table, sql, own = sql]) => [table, sql, own] as const);
    test.each(asked)('%s: %s', async (table, sql, own) => {
      const expected = await there(table, own);
      await columns.purge(table);
      expect(await columns.rows(sql, table)).toEqual(expected);
      expect(await columns.rows(sql, table)).toEqual(expected);
    });
    test('what a first query is told of depends on what the values are, too', async () => {
      await columns.purge('flags');
      const plan = await columns.rows('EXPLAIN SELECT sum(many) FROM t', 'flags');
      expect(plan.length).toBeGreaterThan(0);
      await columns.purge('flags');
      expect(await columns.refusal('SELECT sum(flag) + nowhere FROM t', 'flags')).toMatch(
        /column 'nowhere' does not exist|sum\(boolean\) does not exist/,
      );
      expect(await columns.refusal('SELECT sum(flag) FROM t', 'flags')).toContain(
        'function sum(boolean) does not exist',
      );
    });

    test('a date of the year 0 is none', async () => {
      expect(await columns.rows('SELECT d FROM t ORDER BY id', 'times')).toEqual([
        ['2024-02-29'],
        [null],
        ['0001-01-01'],
      ]);
    });
  });
});
