SELECT l.a, r FROM l LEFT JOIN r ON l.a = r.a ORDER BY 1, 2
SELECT q FROM l LEFT JOIN (SELECT a + 1 AS b, b AS b FROM r) q ON true WHERE l.a = 1
SELECT q FROM l LEFT JOIN (SELECT a + 1, b AS c FROM r) q ON l.a = q."?column?"
SELECT g FROM l LEFT JOIN LATERAL generate_series(1, l.a) g ON g > 1
SELECT g FROM l LEFT JOIN LATERAL unnest(ARRAY[l.a], ARRAY['x']) g(x, y) ON g.x > 1
SELECT q FROM l LEFT JOIN LATERAL (SELECT l.a + 1 AS z, 'k' AS k WHERE l.a > 1) q ON true
SELECT row(1, 2), (1, 2), ROW('a', NULL, 1.5, true, date '2024-01-01')
SELECT ROW(1), ROW(NULL), ROW('a b', 'c,d', '', 'e"f', 'g\h', '(x)')
SELECT (ROW(1, 'x')).f3
SELECT (l).a, (l).b FROM l
SELECT (l).* FROM l
SELECT ROW(l.*), ROW(1, l.*) FROM l
SELECT ROW(l) FROM l
SELECT l::text, 'x' || l::text FROM l
SELECT 'x' || l FROM l
SELECT id FROM people ORDER BY ROW(team, -id) DESC
SELECT count(DISTINCT (grp, val)), count((grp, val)) FROM readings
SELECT DISTINCT (grp, val) FROM readings ORDER BY 1
SELECT (grp, val), count(*) FROM readings GROUP BY grp, val ORDER BY 1
SELECT (grp, val), count(*) FROM readings GROUP BY (grp, val) ORDER BY 1 DESC
SELECT ROW(grp, val), count(*) FROM readings GROUP BY ROW(grp, val) ORDER BY 1 NULLS FIRST
SELECT max((val, id)), min((val, id)) FROM readings
SELECT max(ROW(grp, val)), min(r) FROM readings r
SELECT array_agg((id, val) ORDER BY id) FROM readings WHERE id < 4
SELECT array_agg(r ORDER BY id) FROM readings r WHERE id < 3
SELECT a FROM l WHERE l = ROW(1, 'x', 1.00)
SELECT a FROM l WHERE l = ROW(1, 'x'::text, 1.00)
SELECT l1.a FROM l l1, l l2 WHERE l1 = l2
SELECT l1.a, l2.a FROM l l1, l l2 WHERE l1 < l2 ORDER BY 1, 2
SELECT l = r FROM l, r
SELECT l = ROW(1) FROM l
SELECT ROW(1, NULL) = ROW(1, NULL), ROW(1, 2) < ROW(1, NULL), ROW(1, 3) > ROW(1, 2)
SELECT a FROM (SELECT ROW(1, NULL) AS x, ROW(1, NULL) AS y) q(a, b) WHERE a = b
SELECT a < b, a >= b, a IS DISTINCT FROM b, nullif(a, b) FROM (SELECT ROW(1, NULL::int) AS x, ROW(1, 2) AS y) q(a, b)
SELECT q.x IN (ROW(1, 2), ROW(3, 4)), q.x NOT IN (ROW(1, 3)) FROM (SELECT ROW(1, 2) AS x) q
SELECT ROW(1, 2) = ANY (ARRAY[ROW(1, 2), ROW(NULL, 1)])
SELECT coalesce(NULL, ROW(1, 2)), CASE WHEN true THEN ROW(1, 2) ELSE ROW(3, 4) END
SELECT ROW(1, 2) UNION ALL SELECT ROW(3, 4)
SELECT ROW(1, 2) UNION SELECT ROW(1, 2)
SELECT * FROM (VALUES (ROW(1, 2)), (ROW(3, NULL))) v(x)
SELECT ROW(1, ROW(2, 'x')), (ROW(1, ROW(2, 'x'))).f2, ROW(ROW(NULL)) IS NULL, ROW(NULL, NULL) IS NULL, ROW(1, NULL) IS NOT NULL, ROW(1, NULL) IS NULL
SELECT to_json(ROW(1, 'a')), row_to_json(ROW(1, 'a', NULL)), to_jsonb(ROW(1, ROW('x')))
SELECT row_to_json(q) FROM (SELECT id, name FROM people WHERE id < 3) q ORDER BY id
SELECT json_agg(q ORDER BY id) FROM (SELECT id, name FROM people WHERE id < 3) q
SELECT count(*) FROM l WHERE l IS NOT NULL
SELECT l IS NULL, l IS NOT NULL FROM l
SELECT (SELECT l FROM l WHERE a = 99) IS NULL
SELECT ((SELECT l FROM l WHERE a = 1)).b
SELECT id FROM readings WHERE (grp, val) NOT IN (SELECT grp, val FROM readings WHERE grp = 'a') ORDER BY id
SELECT id, (grp, val) IN (SELECT grp, val FROM readings WHERE pos > 1) FROM readings ORDER BY id
SELECT id, (grp, val) NOT IN (SELECT grp, val FROM readings WHERE pos > 1) FROM readings ORDER BY id
SELECT (1, 2) = (SELECT 1, 2 WHERE false), (1, 2) <> (SELECT 1, 3), (2, NULL) > (SELECT 1, 2), (1, NULL) > (SELECT 1, 2)
SELECT (1, 2) = (SELECT a, a FROM l)
SELECT (1, 2) < ANY (SELECT 1, 3), (1, 2) >= ALL (SELECT 1, 2 UNION ALL SELECT 0, 9), (1, NULL) < ALL (SELECT 1, 2 WHERE false)
SELECT (1, 2) = (SELECT 1)
SELECT (1, 2) = (SELECT 1, 2, 3)
SELECT (count(*), 1) IN (SELECT 6, 1), (count(*), 1) = (SELECT 6, 1) FROM people
SELECT ('2024-01-01', 1) = (SELECT day, pos FROM readings WHERE id = 1)
SELECT ('2024-01-01', 1) IN (SELECT day, pos FROM readings)
SELECT id FROM people WHERE name LIKE ANY (SELECT '%' || name FROM people WHERE id < 3)
SELECT '1.0'::jsonb IN (SELECT '1'::jsonb), '1.0'::jsonb = ALL (SELECT '1'::jsonb)
SELECT 1 + 1 = ANY (SELECT 2.0), 2.5 > ALL (SELECT a FROM l WHERE a < 3)
SELECT 'ab' ~ ANY (SELECT 'a.'), 5 * 2 = ANY (SELECT a FROM r)
SELECT l IN (SELECT x FROM l x) FROM l
SELECT team, (SELECT count(*) FROM orders WHERE person_id = p.id) FROM people p GROUP BY team
SELECT (l.*).a, (l).* FROM l
SELECT (q.x).*, (q.x).f1 FROM (SELECT ROW(1, 2.5) AS x) q
SELECT * FROM (VALUES (ROW(1, 2)), (ROW(3, NULL))) v(x)
SELECT ROW(1, NULL) UNION ALL SELECT ROW(2, 'x'::text)
SELECT (1, 'a') BETWEEN (1, 'a') AND (2, 'b'), (1, 2) NOT BETWEEN (1, 3) AND (0, 0), (1, 2) BETWEEN SYMMETRIC (2, 0) AND (1, 1)
SELECT (1, NULL) BETWEEN (0, 1) AND (1, 2), (a, b) BETWEEN (1, 'a') AND (2, 'z') FROM l
SELECT a BETWEEN 1 AND 2, b NOT BETWEEN 'x' AND 'y', c BETWEEN SYMMETRIC 3 AND 1 FROM l
SELECT '(1,2)'::record
SELECT l.a FROM l, (SELECT l.a) x
SELECT nosuch.a FROM l
SELECT * FROM (SELECT 1 AS a, 2 AS a) q
SELECT a FROM (SELECT 1 AS a, 2 AS a) q
SELECT a FROM l WHERE x = 1
SELECT DISTINCT ON (1) a, b FROM l ORDER BY 1, 2
SELECT a FROM l ORDER BY a FETCH FIRST ROW ONLY
SELECT a FROM l ORDER BY a FETCH FIRST 2 ROWS WITH TIES
SELECT a FROM l FETCH FIRST 2 ROWS WITH TIES
SELECT DISTINCT a FROM l ORDER BY a FETCH FIRST 2 ROWS WITH TIES
VALUES (3), (1), (2) ORDER BY column1
SELECT * FROM (VALUES (1, 'x'), (2, NULL)) v(a, b) WHERE b IS NULL
SELECT column2 FROM (VALUES (1, 'x'), (2, 'y')) v ORDER BY column1 DESC
SELECT (VALUES (1))
SELECT 1 WHERE 1 IN (VALUES (1), (2))
SELECT p, to_json(p) FROM people p WHERE id = 6
SELECT p.*, p FROM tree p WHERE id = 1
SELECT to_jsonb(p) - 'name' FROM tree p WHERE id < 3
SELECT jsonb_build_object('row', p) FROM tree p WHERE id < 3
SELECT json_agg(p) FROM tree p WHERE id > 90
SELECT array_to_json(array_agg(p)) FROM tree p WHERE id < 3
SELECT row_to_json((SELECT q FROM (SELECT 1 AS a, 'x' AS b) q))
SELECT (SELECT to_json(q) FROM (SELECT p.id, p.name) q) FROM people p ORDER BY p.id
SELECT count(p), count(p.*), count(DISTINCT p) FROM people p
SELECT p = p, p IS DISTINCT FROM p, p <> p FROM tree p
SELECT min(p.id) FROM tree p GROUP BY p ORDER BY 1
SELECT p FROM tree p GROUP BY p ORDER BY p
SELECT p FROM tree p ORDER BY p DESC
SELECT p.id.x FROM people p
SELECT (p).nosuch FROM people p
SELECT ROW(1, 2).f1
SELECT (ROW(1, 2)).f1 = 1
SELECT ROW(1) = 1
SELECT (1, 2) + (1, 2)
SELECT (1, 2) LIKE (1, 2)
SELECT (1, 'a') BETWEEN (1, 'a') AND (2, 'b')
SELECT (1, 2) IS NULL, (NULL, NULL) IS NULL, NOT (1, NULL) IS NULL, (1, NULL) IS DISTINCT FROM (1, NULL)
SELECT CASE (1, 2) WHEN (1, 2) THEN 'y' ELSE 'n' END
SELECT nullif((1, 2), (1, 2)), coalesce((1, 2), (3, 4))
SELECT greatest((1, 2), (1, 3)), least((1, 2), (1, 3))
SELECT ARRAY[(1, 'a'), (2, 'b')]
SELECT unnest(ARRAY[(1, 'a'), (2, 'b')])
SELECT (1, 2)::text, (1, 'a b')::text || 'x', concat((1, 2), 'x'), format('%s', (1, NULL))
SELECT length((1, 2)::text)
SELECT (1, 2)::int
SELECT x FROM (SELECT p AS x FROM tree p) q WHERE (q.x).id = 1
SELECT (x).weight * 2 FROM (SELECT p AS x FROM tree p) q ORDER BY 1
SELECT (q.r).f1, count(*) FROM (SELECT ROW(grp, pos) AS r FROM readings) q GROUP BY (q.r).f1 ORDER BY 1
SELECT r, count(*) FROM (SELECT ROW(grp, pos > 2) AS r FROM readings) q GROUP BY r ORDER BY r
SELECT id FROM readings ORDER BY (grp, -pos) DESC NULLS LAST LIMIT 3
SELECT (SELECT (grp, val) FROM readings r2 WHERE r2.id = r.id) FROM readings r ORDER BY id LIMIT 2
SELECT a FROM l WHERE (a, b) = (1, 'x') OR (a, b) > (2, 'y') ORDER BY a
SELECT a FROM l WHERE (a, b) IN ((1, 'x'), (5, 'x'), (NULL, 'z')) ORDER BY a
SELECT a FROM l WHERE (a, b) NOT IN ((1, 'x'), (NULL, 'z')) ORDER BY a
SELECT a FROM l WHERE (a, b, c) IN (SELECT a, b, c FROM l WHERE c > 2) ORDER BY a
SELECT a FROM l WHERE (a + 1, upper(b)) IN (SELECT a, upper(b) FROM l) ORDER BY a
SELECT a, (a, c) IN (SELECT a, d FROM r) FROM l ORDER BY a
SELECT a FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE (r.a, r.b) = (l.a, l.b)) ORDER BY a
SELECT a FROM l WHERE (a, b) < ALL (SELECT a, b FROM r WHERE a IS NOT NULL AND b IS NOT NULL) ORDER BY a
SELECT a FROM l WHERE (a, b) >= ANY (SELECT a, b FROM r) ORDER BY a
SELECT a FROM l WHERE (SELECT a, b FROM r LIMIT 1) = (a, b)
SELECT a, b FROM l WHERE (a, b) = (SELECT a, b FROM r WHERE d = 1.5)
SELECT grp, (grp, count(*)) IN (SELECT grp, 5 FROM readings) FROM readings GROUP BY grp ORDER BY grp
SELECT grp FROM readings GROUP BY grp HAVING (grp, count(*)) = ('a', 5)
SELECT sum(val) FROM readings GROUP BY ROLLUP ((grp, pos)) ORDER BY 1
SELECT team, array_agg(name ORDER BY id) AS names FROM people GROUP BY team HAVING count(*) > 1 ORDER BY team NULLS FIRST
SELECT string_agg(DISTINCT name, ', ' ORDER BY name) FROM people
SELECT (SELECT count(DISTINCT o.person_id) FROM orders o WHERE o.id > p.id) FROM people p ORDER BY p.id
SELECT max((SELECT o.id FROM orders o WHERE o.person_id = p.id ORDER BY o.id LIMIT 1)) FROM people p
SELECT team, sum((SELECT count(*) FROM orders o WHERE o.person_id = p.id)) FROM people p GROUP BY team ORDER BY team
SELECT team, (SELECT p.team || 'x'), (SELECT max(o.id) FROM orders o WHERE o.note <> p.team) FROM people p GROUP BY team ORDER BY team
SELECT team FROM people p GROUP BY team HAVING (SELECT count(*) FROM orders) > count(*) ORDER BY 1
-- Untyped literals within rows.
SELECT name FROM people ORDER BY ROW(team, NULL)
SELECT ROW(NULL, 1) AS r ORDER BY r
SELECT array_agg(id ORDER BY ROW(team, NULL)) FROM people
SELECT rank() OVER (ORDER BY ROW(team, 'x')) FROM people
SELECT id FROM people ORDER BY ROW(team, NULL::int), id
SELECT (ROW(1,'x')).f2
SELECT (ROW(1,'x')).*
SELECT (ROW(1,'x'::text)).*
SELECT (ROW(1,NULL)).f2 IS NULL
SELECT (r).f2 FROM (SELECT ROW(1,'x') AS r) s
-- Rows grouped by other keys than themselves.
SELECT ROW('a'::char(3), 1), count(*) FROM people GROUP BY ROW('a'::char(3), 1)
SELECT ROW(c, 1) AS r, count(*) FROM (VALUES ('a'::char(3)), ('a '::char(3)), ('b'::char(3))) v(c) GROUP BY ROW(c, 1)
SELECT ROW(c, 1) AS r, count(*) FROM (VALUES ('a'::char(3)), ('a '::char(3)), ('b'::char(3))) v(c) GROUP BY r ORDER BY r
SELECT grouping(ROW(c, 1)), count(*) FROM (VALUES ('a'::char(3)), ('a '::char(3)), ('b'::char(3))) v(c) GROUP BY ROLLUP (ROW(c, 1))
SELECT ROW(c, d) AS r, count(*) FROM (VALUES ('a'::char(3), interval '1 mon'), ('a '::char(3), interval '30 days'), (NULL, NULL)) v(c, d) GROUP BY ROLLUP(ROW(c, d)) ORDER BY 2, 1
SELECT ROW(i, 1) AS r, count(*) FROM (VALUES (1), (1), (2)) v(i) GROUP BY ROW(i, 1) ORDER BY r
-- A column as a function of its row.
select last(f) from (select 'a' as first, 'b' as last) f
select last(f), first(f), f.last, (f).first from (select 'a' as first, 'b' as last) f
select name(p), p.name, age(p) from people p where id = 1
select id(p), upper(name(p)) from people p order by id(p)
select amount(o) from orders o order by 1
select sum(amount(o)) from orders o
select nosuch(p) from people p
select team(p), count(*) from people p group by team(p) order by 1
-- Two bounds of a list or a row, of which DuckDB would make one BETWEEN.
SELECT f1 FROM (VALUES (ARRAY[1,2,10]), (ARRAY[1,5,3]), (ARRAY[1,2,3])) t(f1) WHERE f1 > '{1,2,3}' AND f1 <= '{1,5,3}'
SELECT a FROM (SELECT ARRAY[id, age] AS a FROM people) t WHERE a >= ARRAY[2,0] AND a < ARRAY[5,0]
SELECT a FROM (SELECT ROW(id, age) AS a FROM people) t WHERE a >= ROW(2,0) AND a < ROW(5,0)
SELECT a FROM (SELECT ARRAY[name, team] AS a FROM people) t WHERE a BETWEEN ARRAY['A','a'] AND ARRAY['c','d']
SELECT a FROM (SELECT ROW(id, age) AS a FROM people) t WHERE ROW(2,0) <= a AND ROW(5,0) > a
-- A table's row knows no alias of its columns; those of other relations do.
SELECT row_to_json(i), i.x FROM l i(x, y) ORDER BY x, y
SELECT to_jsonb(i) FROM l AS i(x, y, z) WHERE x = 1
SELECT row_to_json(i) FROM (SELECT a, b FROM l) i(x, y) WHERE x = 1
WITH c AS (SELECT a, b FROM l) SELECT row_to_json(i) FROM c i(x) WHERE x = 1
SELECT row_to_json(i) FROM unnest(ARRAY[1,2]) WITH ORDINALITY i(a, b)
SELECT max(r), min(r) FROM (VALUES (row(1, 'a'::text)), (row(1, 'b'::text))) t(r)
SELECT max(r) FROM (VALUES (row(1, 2)), (row(1, 3))) t(r)
SELECT min(r) FROM (VALUES (row(1, 'a')), (row(1, 'b'))) t(r)
