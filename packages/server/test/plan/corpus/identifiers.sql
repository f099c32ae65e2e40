SELECT 1 AS a, 2 AS "A", 3 AS "a b"
SELECT 1 AS Foo, 2 AS "Foo", 3 AS FOO
SELECT 1 foo
SELECT 1 AS "select", 2 AS "from"
SELECT 1 select
SELECT 1 AS select
SELECT 1 value, 2 name, 3 type, 4 AS user
SELECT 1 AS "with ""quotes"""
SELECT 1 AS "ünï cödé", 2 AS "日本"
SELECT 1 AS été, 2 AS ÉTÉ
SELECT 1 AS U&"d\0061t\+000061"
SELECT 1 AS ""
SELECT 1, 2, 'x', NULL, true
SELECT 1 + 1, -1, 1::int, 'x'::text, '1'::int
SELECT count(*), sum(id), max(id) + 1 FROM people
SELECT upper('x'), lower('X') AS l, coalesce(1, 2), nullif(1, 2), greatest(1, 2), least(1, 2)
SELECT CASE WHEN true THEN 1 END, CASE WHEN true THEN 1 ELSE id END FROM people WHERE id = 1
SELECT CASE id WHEN 1 THEN name END FROM people WHERE id = 1
SELECT (SELECT 1), (SELECT 1 AS x), (SELECT max(id) FROM people), EXISTS (SELECT 1), ARRAY(SELECT 1)
SELECT ARRAY[1], ROW(1, 2), (1, 2)
SELECT current_date IS NOT NULL, now() IS NULL
SELECT id::text, id::numeric(5,1), CAST(id AS int8), name::varchar(3) FROM people WHERE id = 1
SELECT extract(year FROM born), date_part('year', born), date_trunc('year', born) FROM people WHERE id = 1
SELECT substring('abc' FROM 2), trim('  x '), position('b' IN 'abc'), overlay('abc' PLACING 'x' FROM 1), 'a' || 'b'
SELECT id IN (1), id BETWEEN 1 AND 2, id IS NULL, NOT true, name LIKE 'A%' FROM people WHERE id = 1
SELECT interval '1 day', date '2024-01-01', int '5', text 'x'
SELECT people.id, people.name, public.people.age FROM public.people WHERE id = 1
SELECT p.* FROM people p WHERE id = 1
SELECT p.id AS id, p.name AS id FROM people p WHERE id = 1
SELECT ID, Name, "age" FROM PEOPLE WHERE Id = 1
SELECT * FROM "People"
SELECT * FROM "people" WHERE id = 1
SELECT "at" FROM orders WHERE id = 10
SELECT at FROM orders WHERE id = 10
SELECT "p"."id" FROM people AS "p" WHERE "p"."id" = 1
SELECT P.id FROM people AS p WHERE P.ID = 1
SELECT x.y FROM (SELECT 1 AS y) AS x
SELECT x."Y" FROM (SELECT 1 AS "Y") AS x
SELECT a.b.c FROM people
SELECT nosuch FROM people
SELECT people.nosuch FROM people
SELECT nosuch.id FROM people
SELECT id FROM nosuch
SELECT id FROM nosuch.people
SELECT nosuch(1)
SELECT id.name FROM people
SELECT pg_catalog.upper('x'), pg_catalog.abs(-1)
SELECT nosuch.upper('x')
SELECT public.upper('x')
SELECT "upper"('x'), UPPER('x'), "UPPER"('x')
SELECT "abs"(-1), ABS(-1)
SELECT count(*) AS count, sum(id) AS sum FROM people
SELECT sum FROM (SELECT sum(id) AS sum FROM people) x
SELECT date FROM (SELECT born AS date FROM people WHERE id = 1) x
SELECT user_name FROM (SELECT 1 AS user_name) x
SELECT timestamp, time, interval FROM (SELECT 1 AS timestamp, 2 AS time, 3 AS interval) x
SELECT id /* comment */, name -- trailing
  FROM people WHERE id = 1
SELECT /* nested /* comment */ here */ 1
SELECT 1 -- comment
SELECT 'it''s', E'a\nb', E'tab\there', $$dollar$$, $tag$it's$tag$, U&'\0041', 'a' 'b'
SELECT 'a'
  'b'
SELECT E'\x41', E'\101', E'\u00e9', E'\\', E'\''
SELECT B'101', X'1F'
SELECT N'x'
SELECT 'unterminated
SELECT 1 +
SELECT (1
SELECT 1)
SELECT FROM people WHERE id = 1
SELECT
SELECT * 
SELECT *, id FROM people WHERE id = 1
SELECT id, * FROM people WHERE id = 1
SELECT people.*, id FROM people WHERE id = 1
SELECT * FROM people p, orders o WHERE p.id = o.person_id AND o.id = 10
SELECT id FROM people p, orders o
SELECT p.id, o.id FROM people p, orders o WHERE p.id = 1 AND o.id = 10
SELECT "?column?" FROM (SELECT 1) x
SELECT upper FROM (SELECT upper('x')) x
SELECT "case" FROM (SELECT CASE WHEN true THEN 5 END) x
SELECT int4 FROM (SELECT '5'::int) x
SELECT DISTINCT name AS n FROM people WHERE id = 1 ORDER BY n
SELECT name n, age "The Age" FROM people WHERE id = 1 ORDER BY "The Age"
SELECT true AS true, false AS "false"
SELECT current_user IS NOT NULL, session_user IS NOT NULL, current_schema IS NOT NULL
SELECT id FROM nosuch.public.people
SELECT "ID" FROM people
SELECT "Name" FROM people
SELECT y, "Y" FROM (SELECT 1 AS y, 2 AS "Y") x
SELECT * FROM (SELECT 1 AS a, 2 AS a) x
SELECT a FROM (SELECT 1 AS a, 2 AS a) x
SELECT x.* FROM (SELECT 1, 2) x
SELECT "?column?" FROM (SELECT 1, 2) x
SELECT "P".id FROM people p
SELECT "p".id FROM people P WHERE P.id = 1
SELECT l.a, (SELECT max(x) FROM (SELECT r.a + l.a AS x FROM r) q) FROM l ORDER BY 1
SELECT l.a AS "A", l.b AS "a b", 1 AS "select" FROM l WHERE l.a = 1
SELECT "A" FROM (SELECT 1 AS "A") q
SELECT "a" FROM (SELECT 1 AS A) q
SELECT q."A", q.a FROM (SELECT 1 AS "A", 2 AS a) q
SELECT q.* FROM (SELECT 1 AS a, 2 AS "A", 3 AS a) q
SELECT a FROM l ORDER BY "A"
SELECT 1 AS x ORDER BY X
SELECT a AS x FROM l GROUP BY X ORDER BY x
SELECT a + 1 AS b FROM l ORDER BY b
SELECT a AS b, b AS a FROM l ORDER BY a, b
SELECT a AS b FROM l ORDER BY l.b, 1
SELECT b AS x, count(*) AS n FROM l GROUP BY b HAVING n > 1
SELECT a AS x FROM l WHERE x = 1
-- Tables of PostgreSQL's own catalog have names, too.
SELECT 'pg_class'::regclass::text, 'pg_type'::regclass::text, 1255::regclass::text, 0::regclass::text
-- Literals and names that look like the words of a statement.
SELECT CASE floor(random()) WHEN 0 THEN 'SELECT' ELSE 'FROM' END
SELECT nullif(floor(random())::text || 'SELECT 1', '1')
SELECT (SELECT max(o.a || ' SELECT ') FROM (VALUES (1)) AS v(n)) FROM (VALUES ('x'), ('y')) AS o(a)
SELECT a, ntile(length(' " ')) OVER (ORDER BY a) FROM (VALUES (1), (2), (3), (4)) AS o(a) ORDER BY a
SELECT generate_series(1, 2) AS n, 'unnest(' || a AS t FROM (VALUES ('y'), ('x')) AS o(a) ORDER BY t, n
SELECT "SELECT", "OVER" + 1 AS o, "unnest(", "NULL" FROM (VALUES (1, 2, 3, 4.5)) AS t("SELECT", "OVER", "unnest(", "NULL") ORDER BY "SELECT", "unnest(" + 1
SELECT "random(" > 1 AND 10 / "random(" > 1 FROM (VALUES (2), (0)) AS t("random(") ORDER BY 1
SELECT ("SELECT", ' OVER ') IN (SELECT 1, ' OVER ') FROM (VALUES (1), (2)) AS t("SELECT") ORDER BY 1
SELECT a AS x, coalesce(a, NULL) AS y, count(*) FROM (VALUES (1), (1), (2)) AS t(a) GROUP BY GROUPING SETS ((x), (y)) ORDER BY 1, 2, 3
SELECT a AS x, 'coalesce' AS z, count(*) FROM (VALUES (1), (1), (2)) AS t(a) GROUP BY GROUPING SETS ((x), (z)) ORDER BY 1, 2, 3
SELECT 'a' AS x, 2 AS y, NULL AS z, count(*) FROM (VALUES (1), (2)) AS t(a) GROUP BY CUBE (x, y, z) ORDER BY 1, 2, 3, 4
SELECT 'uuid(' || a || 'random()', a || ' AND ' || 10 / a FROM (VALUES (1), (2)) AS t(a) ORDER BY a
