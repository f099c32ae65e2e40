-- What PostgreSQL raises for: wrong types of clauses, names, places of aggregates and windows, terms of recursion.
SELECT 33 = ANY('{1,2,33}')
SELECT 33 = ANY('{a,b}')
SELECT 'a' = ANY('{a,b}')
SELECT 33 = ANY(ARRAY['a','b'])
SELECT 33 = ANY(ARRAY['33','b'])
SELECT '33' = ANY(ARRAY[1,33])
SELECT 33.5 = ANY(ARRAY[1,33])
SELECT 33 * ANY('{1,2,3}')
SELECT 33 + ANY(ARRAY[1,2])
SELECT 33 = ALL('{33}'), 33 < ALL('{34,35}'), 33 > ANY('{1}')
SELECT 33 = ANY(44)
SELECT 33 = ANY('44')
SELECT 33 = ANY(NULL)
SELECT 33 = ANY(NULL::int[]), NULL = ANY('{1}'), NULL::int = ANY('{1}')
SELECT i = ANY('{1,2}') FROM numbers
SELECT name = ANY('{Ann,bob}') FROM people
SELECT born = ANY('{1990-02-28}') FROM people
SELECT n = ANY('{2.5,1.005}') FROM numbers
SELECT d = ANY('{2.5,x}') FROM numbers
SELECT name LIKE ANY('{A%,b%}') FROM people
SELECT name ~~ ANY(ARRAY['A%','b%']) FROM people
SELECT name ~ ANY('{^A,^b}') FROM people
SELECT 1 = ANY(SELECT 'a')
SELECT 1 = ANY(SELECT '1')
SELECT 1 IN (SELECT '1'::text)
SELECT '1' IN (SELECT 1)
SELECT 'a' IN (SELECT 1)
SELECT 1 IN ('1', 2)
SELECT 1 IN ('a', 2)
SELECT 1 IN ('1'::text, 2)
SELECT string_agg(DISTINCT name, ',' ORDER BY id) FROM people
SELECT string_agg(DISTINCT name::text, ',' ORDER BY name) FROM people
SELECT string_agg(DISTINCT name, ',' ORDER BY name::varchar) FROM people
SELECT string_agg(DISTINCT name, ',' ORDER BY name DESC) FROM people
SELECT string_agg(DISTINCT team, name ORDER BY team, name) FROM people
SELECT string_agg(DISTINCT team, ',' ORDER BY team, ',') FROM people
SELECT string_agg(DISTINCT age::text, ',' ORDER BY age) FROM people
SELECT string_agg(DISTINCT age::text, ',' ORDER BY age::text) FROM people
SELECT array_agg(DISTINCT age ORDER BY age + 0) FROM people
SELECT array_agg(DISTINCT age ORDER BY id) FROM people
SELECT array_agg(DISTINCT age ORDER BY 1) FROM people
SELECT count(DISTINCT age ORDER BY age), count(DISTINCT age ORDER BY id) FROM people
SELECT sum(DISTINCT age ORDER BY age) FROM people
SELECT sum(DISTINCT age ORDER BY team) FROM people
SELECT group_concat(name) FROM people
SELECT group_concat(name, ',') FROM people
WITH RECURSIVE foo(i) AS (SELECT i::numeric(3,0) FROM (VALUES(1),(2)) t(i) UNION ALL SELECT (i+1)::numeric(10,0) FROM foo WHERE i < 10) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT i::numeric(3,0) FROM (VALUES(1),(2)) t(i) UNION ALL SELECT (i+1)::numeric(3,0) FROM foo WHERE i < 10) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT i::numeric(3,0) FROM (VALUES(1),(2)) t(i) UNION ALL SELECT i+1 FROM foo WHERE i < 10) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT 1::numeric UNION ALL SELECT (i+1)::numeric(10,0) FROM foo WHERE i < 10) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT 'a'::varchar(3) UNION ALL SELECT (i || 'b')::varchar(5) FROM foo WHERE length(i) < 3) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT 'a'::varchar(3) UNION ALL SELECT i || 'b' FROM foo WHERE length(i) < 3) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT 1 UNION ALL SELECT i + 1.5 FROM foo WHERE i < 3) SELECT * FROM foo
WITH RECURSIVE foo(i) AS (SELECT 1.5 UNION ALL SELECT i + 1 FROM foo WHERE i < 3) SELECT * FROM foo
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) SEARCH DEPTH FIRST BY f, t, f SET seq SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) CYCLE f, f SET c USING p SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) SEARCH DEPTH FIRST BY f SET seq CYCLE f SET seq USING p SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) SEARCH DEPTH FIRST BY f SET s CYCLE f SET c USING s SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) CYCLE f SET c USING c SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) SEARCH DEPTH FIRST BY nosuch SET s SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) CYCLE f SET c TO 1 DEFAULT 'a' USING p SELECT * FROM sg
WITH RECURSIVE sg(f, t) AS (SELECT id, parent FROM tree UNION ALL SELECT x.id, x.parent FROM tree x, sg WHERE x.parent = sg.f) CYCLE f SET c TO 'Y' DEFAULT 'N' USING p SELECT * FROM sg ORDER BY f, t, p
SELECT sum(id) FROM people WHERE sum(id) > 1
SELECT id FROM people WHERE rank() OVER () = 1
SELECT id FROM people GROUP BY sum(id)
SELECT id FROM people GROUP BY rank() OVER ()
SELECT sum(sum(id)) FROM people
SELECT sum(rank() OVER ()) FROM people
SELECT rank() OVER (ORDER BY rank() OVER ()) FROM people
SELECT sum(id) OVER (ORDER BY sum(id)) FROM people
SELECT sum(sum(id)) OVER () FROM people
SELECT id, sum(sum(id)) OVER () FROM people
SELECT id FROM people HAVING count(*) > 1
SELECT count(*) FROM people HAVING id > 1
SELECT id FROM people ORDER BY sum(id)
SELECT id FROM people p, orders o
SELECT p.nosuch FROM people p
SELECT nosuch.id FROM people p
SELECT people.id FROM people p
SELECT * FROM people p, people p
SELECT * FROM people JOIN orders USING (nosuch)
SELECT * FROM people JOIN orders USING (id, id)
SELECT id FROM people JOIN orders USING (id) JOIN numbers USING (id)
SELECT * FROM people LIMIT 'a'
SELECT * FROM people LIMIT 1.5
SELECT id FROM people ORDER BY id LIMIT '2'
SELECT id FROM people ORDER BY id LIMIT 1.5
SELECT id FROM people ORDER BY id LIMIT 2.5
SELECT id FROM people ORDER BY id LIMIT true
SELECT id FROM people ORDER BY id LIMIT id
SELECT id FROM people ORDER BY id LIMIT -1
SELECT id FROM people ORDER BY id OFFSET -1
SELECT id FROM people ORDER BY id LIMIT NULL OFFSET NULL
SELECT id FROM people ORDER BY id LIMIT (SELECT 2) OFFSET (SELECT 1)
SELECT id FROM people ORDER BY id LIMIT (SELECT NULL::int)
SELECT id FROM people ORDER BY id LIMIT (SELECT -1)
SELECT id FROM people ORDER BY id LIMIT count(*)
SELECT id FROM people ORDER BY id LIMIT ALL
SELECT (SELECT id, name FROM people)
SELECT (SELECT id FROM people)
SELECT id = (SELECT id FROM people) FROM people
SELECT id IN (SELECT id, name FROM people) FROM people
SELECT (id, name) IN (SELECT id FROM people) FROM people
SELECT (id, name) IN (SELECT id, name, age FROM people) FROM people
SELECT (id, name) = (SELECT id, name FROM people WHERE id = 1) FROM people
SELECT (id, name) = (SELECT id FROM people WHERE id = 1) FROM people
SELECT id FROM people UNION SELECT name FROM people
SELECT id FROM people UNION SELECT id, name FROM people
SELECT id FROM people UNION SELECT 'a'
SELECT id FROM people UNION SELECT '7' ORDER BY 1
SELECT id FROM people UNION SELECT NULL ORDER BY 1
SELECT NULL UNION SELECT NULL
SELECT NULL UNION SELECT 1 UNION SELECT 'a'
SELECT id FROM people UNION SELECT id FROM orders ORDER BY name
SELECT id FROM people UNION SELECT id FROM orders ORDER BY id + 1
SELECT id FROM people UNION SELECT id FROM orders ORDER BY people.id
SELECT id AS x FROM people UNION SELECT id FROM orders ORDER BY x LIMIT 3
SELECT id FROM people ORDER BY 2
SELECT id FROM people ORDER BY 0
SELECT id FROM people ORDER BY 'a'
SELECT id FROM people GROUP BY 2
SELECT id FROM people GROUP BY 'a'
SELECT DISTINCT id FROM people ORDER BY name
SELECT DISTINCT ON (id) name FROM people ORDER BY name
SELECT id AS x, name AS x FROM people ORDER BY x
SELECT id AS x, id AS x FROM people ORDER BY x
SELECT id FROM people FOR UPDATE
SELECT * FROM (SELECT 1 AS a, 2 AS a) s WHERE a = 1
SELECT a FROM (SELECT 1 AS a, 2 AS a) s
SELECT * FROM (VALUES (1,2),(3)) v
VALUES (1),('a')
VALUES (1),(NULL),(2.5)
SELECT * FROM people WHERE id
SELECT * FROM people WHERE 'yes'
SELECT * FROM people WHERE NULL
SELECT * FROM people WHERE 1
SELECT CASE WHEN id THEN 1 END FROM people
SELECT CASE WHEN true THEN 1 ELSE 'a' END
SELECT CASE WHEN true THEN 1 ELSE '2' END
SELECT CASE WHEN true THEN 1 ELSE true END
SELECT coalesce(1, 'a')
SELECT coalesce(id, name) FROM people
SELECT nullif(id, name) FROM people
SELECT greatest(id, 'x') FROM people
SELECT NOT id FROM people
SELECT id AND true FROM people
SELECT id IS TRUE FROM people
SELECT EXISTS (SELECT nosuch FROM people)
SELECT count(*) FILTER (WHERE id) FROM people
SELECT lower(name) FILTER (WHERE true) FROM people
SELECT lower(DISTINCT name) FROM people
SELECT lower(name ORDER BY name) FROM people
SELECT lower(*) FROM people
SELECT sum() FROM people
SELECT sum(id, id) FROM people
SELECT count(DISTINCT *) FROM people
SELECT count() FROM people
SELECT row_number() FROM people
SELECT row_number(1) OVER () FROM people
SELECT rank() OVER w FROM people
SELECT rank() OVER (w ORDER BY id) FROM people WINDOW w AS (ORDER BY name)
SELECT ntile(0) OVER () FROM people
SELECT nth_value(id, 0) OVER () FROM people
SELECT lag(id, 'a') OVER () FROM people
SELECT lag(id, 1, 'a') OVER () FROM people
SELECT lag(name, 1, 5) OVER () FROM people
SELECT sum(id) OVER (ROWS BETWEEN UNBOUNDED FOLLOWING AND CURRENT ROW) FROM people
SELECT sum(id) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED PRECEDING) FROM people
SELECT sum(id) OVER (ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING) FROM people
SELECT sum(id) OVER (ORDER BY name RANGE 1 PRECEDING) FROM people
SELECT sum(id) OVER (ORDER BY id ROWS -1 PRECEDING) FROM people
SELECT sum(id) OVER (ORDER BY id ROWS NULL PRECEDING) FROM people
SELECT sum(id) OVER (ORDER BY id ROWS 'a' PRECEDING) FROM people
WITH t AS (SELECT 1) SELECT * FROM t, t
WITH t AS (SELECT 1), t AS (SELECT 2) SELECT * FROM t
WITH t(a, b) AS (SELECT 1) SELECT * FROM t
WITH t AS (SELECT * FROM u), u AS (SELECT 1) SELECT * FROM t
WITH RECURSIVE t AS (SELECT 1) SELECT * FROM t
WITH RECURSIVE t AS (SELECT * FROM t) SELECT * FROM t
WITH t AS (DELETE FROM people RETURNING *) SELECT * FROM t
SELECT nosuch()
SELECT lower(1)
SELECT abs('a')
SELECT 1 + 'a'
SELECT 1 || 2
SELECT 'a' + 'b'
SELECT '1' + '2'
SELECT name + 1 FROM people
SELECT -name FROM people
SELECT 1 = true
SELECT born > 1 FROM people
SELECT born > 'x' FROM people
SELECT born > '2000-01-01' FROM people
SELECT 1::date
SELECT true::int, 1::bool, 1.5::bool
SELECT 'a'::int
SELECT id::date FROM people
