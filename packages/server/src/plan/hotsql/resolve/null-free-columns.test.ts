import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser, translate } from '../../front-end.ts';
import type { TableShape } from '../../types.ts';

beforeAll(loadParser);

const notNull = true as const;
/** `id`, `name` and `j` are declared NOT NULL; `j` contains JSON. */
const columns: TableShape['columns'] = [
  { name: 'id', type: 'INTEGER', notNull },
  { name: 'name', type: 'VARCHAR', notNull },
  { name: 'note', type: 'VARCHAR' },
  { name: 'j', type: 'JSON', notNull },
];

/** The flags of the columns, `!` for a column without nulls. */
function flags(sql: string): string {
  const first = translate({ sql, dialect: 'hotsql' });
  const translated =
    'tables' in first
      ? translate({
          sql,
          dialect: 'hotsql',
          shapes: first.tables.map(({ parts }) => ({
            parts,
            qualifiers: ['default', 'main'],
            columns,
          })),
        })
      : first;
  if ('tables' in translated) return expect.fail('the tables are told');
  const free = new Set(translated.nullFreeColumns ?? []);
  const last = Math.max(-1, ...free);
  return Array.from({ length: last + 1 }, (_, index) => (free.has(index) ? '!' : '?')).join('');
}

describe('the columns without nulls', () => {
  it.each([
    ["SELECT 1, 1.5, 'a', true, DATE '2020-01-01', NULL, -1, 2::int8", '!!!!!?!!'],
    ['SELECT NULL::int', ''],
    ['SELECT count(*), count(note), sum(id), min(id) FROM t', '!!'],
    ['SELECT count(*) FILTER (WHERE id > 1), count(DISTINCT note) FROM t', '!!'],
    ['SELECT count(*) OVER (), row_number() OVER (), lag(id) OVER () FROM t', '!!'],
    ['SELECT id, name, note, j FROM t', '!!'],
    ['SELECT ID, t.Name FROM t', '!!'],
    ['SELECT t.Name, x.id FROM t, t AS x', '!!'],
    ['SELECT * FROM t', '!!'],
    ['SELECT t.* FROM t', '!!'],
    ['SELECT b, a FROM t AS x(a, b)', '!!'],
    ['SELECT coalesce(note, name), coalesce(note, NULL), coalesce(note, 1::text) FROM t', '!?!'],
    ["SELECT CASE WHEN id > 1 THEN 'a' ELSE name END FROM t", '!'],
    ["SELECT CASE WHEN id > 1 THEN 'a' END FROM t", ''],
    ["SELECT CASE WHEN id > 1 THEN note ELSE 'b' END FROM t", ''],
    [
      'SELECT note IS NULL, note IS DISTINCT FROM name, EXISTS (SELECT 1), note = name FROM t',
      '!!!',
    ],
    ['SELECT id + 1, id * 2, id / 2, name || note, name || 1, id = 1 AND true FROM t', '!!??!!'],
    ['SELECT nullif(1, 1), (SELECT 1), (SELECT id FROM t LIMIT 1)', ''],
    ["SELECT 'null'::jsonb, ('null'::jsonb)::text, ('null'::jsonb)::int", ''],
    ['SELECT j::text FROM t', ''],
  ])('are found in %s', (sql, expected) => {
    expect(flags(sql)).toBe(expected);
  });

  it.each([
    ['SELECT a.id, b.id FROM t a JOIN t b ON a.id = b.id', '!!'],
    ['SELECT a.id, b.id FROM t a LEFT JOIN t b ON a.id = b.id', '!'],
    ['SELECT a.id, b.id FROM t a RIGHT JOIN t b ON a.id = b.id', '?!'],
    ['SELECT a.id, b.id FROM t a FULL JOIN t b ON a.id = b.id', ''],
    ['SELECT a.id, b.id, c.id FROM t a JOIN t b ON true LEFT JOIN t c ON true', '!!'],
    ['SELECT a.id, c.id FROM t a LEFT JOIN (t b JOIN t c ON true) ON true', '!'],
    ['SELECT c.n FROM t a LEFT JOIN (SELECT count(*) AS n FROM t) c ON false', ''],
    ['SELECT coalesce(b.id, 0), count(b.id) OVER () FROM t a LEFT JOIN t b ON true', '!!'],
    ['SELECT * FROM t a LEFT JOIN t b ON true', '!!'],
    ['SELECT * FROM t a JOIN t b USING (id)', ''],
    ['SELECT id FROM t a FULL JOIN t b USING (id)', ''],
    ['SELECT j.id FROM (t a LEFT JOIN (SELECT 1 AS z) b ON true) AS j', ''],
    ['SELECT id, x FROM t, generate_series(1, 2) AS g(x)', ''],
    ['SELECT t.id FROM t, generate_series(1, 2) AS g(x)', '!'],
  ])('are those of the sides that a join keeps in %s', (sql, expected) => {
    expect(flags(sql)).toBe(expected);
  });

  it.each([
    ['SELECT n, m FROM (SELECT count(*) AS n, max(id) AS m FROM t) q', '!'],
    ['WITH q AS (SELECT id, note FROM t) SELECT * FROM q', '!'],
    ['WITH q(a, b) AS (SELECT note, id FROM t) SELECT b, a FROM q', '!'],
    ['WITH t AS (SELECT NULL::int AS id) SELECT id FROM t', ''],
    [
      'WITH RECURSIVE q(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM q WHERE a < 3) SELECT a FROM q',
      '',
    ],
    ['SELECT id FROM t UNION ALL SELECT 1', '!'],
    ['SELECT id, id FROM t UNION SELECT 1, NULL', '!'],
    ["VALUES (1, NULL), (2, 'a')", '!'],
    ['SELECT column1, column2 FROM (VALUES (1, NULL), (2, 3)) v', '!'],
    ['SELECT id, count(*) FROM t GROUP BY id', '!!'],
    ['SELECT id, 1, count(*) FROM t GROUP BY ROLLUP (id, 2)', '??!'],
    ['SELECT id, count(*) FROM t GROUP BY GROUPING SETS ((id), ())', '?!'],
    ['SELECT (SELECT note FROM t x WHERE x.id = t.id) FROM t', ''],
    ['SELECT id FROM (SELECT note AS id FROM t) q', ''],
    ['SELECT id FROM t LIMIT 1', '!'],
    ['SELECT count, q.max FROM (SELECT count(*), max(id) FROM t) q', '!'],
    ['SELECT "ID", id FROM (SELECT 1 AS id, note AS "ID" FROM t) q', ''],
    ['SELECT DISTINCT id FROM t ORDER BY id', '!'],
  ])('go through queries in %s', (sql, expected) => {
    expect(flags(sql)).toBe(expected);
  });

  it('are not those of an earlier snapshot, of which other columns may have been declared', () => {
    expect(flags('SELECT id FROM t AT (VERSION => 1)')).toBe('');
  });

  it('are found in long chains without a deep recursion', () => {
    const sums = `SELECT ${Array(2000).fill('1').join(' + ')}`;
    const unions = Array(300).fill('SELECT 1').join(' UNION ALL ');
    expect([flags(sums), flags(unions)]).toEqual(['', '']);
  });
});
