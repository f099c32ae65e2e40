import { expect, test } from 'vitest';
import { guessTables } from '../read/guess-tables.ts';
import { loadParser, parseStatements } from '../read/parser.ts';
import { prePass } from '../read/pre-pass.ts';
import { openNode } from '../read/tree.ts';
import { findTables } from './find-tables.ts';

await loadParser();

/** The table names of a text by the parser. */
function named(sql: string): string[] {
  const { text, quotedAt } = prePass(sql);
  const { fields } = openNode(parseStatements(text)[0]?.stmt);
  const quoting = { quotedAt: (at: number | undefined) => (at === undefined ? [] : quotedAt(at)) };
  return shown(findTables(fields, quoting));
}

const shown = (names: ReturnType<typeof guessTables>) =>
  names
    .map(({ parts }) => parts.map(({ name, quoted }) => (quoted ? `"${name}"` : name)).join('.'))
    .sort();

test.each([
  'SELECT * FROM t',
  'select a,b from T as x, sales.Orders o, "Quoted"."T""s" q where a in (select b from u)',
  'SELECT extract(year FROM d), substring(s FROM 2), trim(both FROM s) FROM a LEFT JOIN b USING (x, y) JOIN c.d.e ON true',
  'WITH r (n) AS (SELECT 1 FROM t), s AS MATERIALIZED (SELECT * FROM v) SELECT * FROM r, s ORDER BY a, b',
  'SELECT a, (SELECT max(b), min(c) FROM t2, LATERAL (SELECT 1) l, t3) FROM generate_series(1, 2) g(i), t4 GROUP BY x, y',
  "SELECT 'FROM no', $$ FROM no $$ /* FROM no */ FROM yes -- FROM no",
  'SELECT 1 FROM a UNION SELECT b, c FROM d EXCEPT SELECT 2 FROM e ORDER BY f, g',
  'SELECT a IS DISTINCT FROM b FROM default.main.t, other.main.t',
  'SELECT 1',
])('guesses the tables of %s', (sql) => {
  expect(shown(guessTables(sql))).toEqual(named(sql));
});

test('takes what it cannot tell, or would take long, as naming nothing', () => {
  expect(guessTables('SELECT * FROM t /* no end')).toEqual([]);
  expect(guessTables(`SELECT * FROM t -- ${'x'.repeat(40_000)}`)).toEqual([]);
  expect(guessTables('SELECT * FROM t '.repeat(250))).toHaveLength(1);
  expect(guessTables('FROM a.b.c.d, (VALUES (1)) v, f(1), 5')).toEqual([]);
});
