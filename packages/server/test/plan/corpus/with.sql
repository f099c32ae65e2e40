WITH x AS (SELECT 1 AS a) SELECT * FROM x
WITH x(b) AS (SELECT 1 AS a) SELECT b FROM x
WITH x AS (SELECT 1 AS a), y AS (SELECT a + 1 AS b FROM x) SELECT * FROM x, y
WITH x AS MATERIALIZED (SELECT 1 AS a) SELECT * FROM x a, x b
WITH x AS NOT MATERIALIZED (SELECT 1 AS a) SELECT * FROM x a, x b
WITH y AS (SELECT * FROM x), x AS (SELECT 1) SELECT * FROM y
WITH people AS (SELECT 1 AS id) SELECT * FROM people
WITH people AS (SELECT * FROM people WHERE id = 1) SELECT id, name FROM people
WITH x AS (SELECT 1 AS a) SELECT * FROM (WITH x AS (SELECT 2 AS a) SELECT * FROM x) y, x
WITH x AS (SELECT 1 AS a) SELECT (SELECT a FROM x), (WITH z AS (SELECT a + 5 AS b FROM x) SELECT b FROM z)
WITH x AS (SELECT 1), x AS (SELECT 2) SELECT * FROM x
WITH x AS (SELECT 1 AS a) SELECT * FROM x UNION ALL SELECT a + 1 FROM x
WITH x(a, b) AS (VALUES (1, 'p'), (2, 'q')) SELECT b, a FROM x ORDER BY a DESC
WITH x(a) AS (SELECT 1, 2) SELECT * FROM x
WITH unused AS (SELECT 1 / 0) SELECT 1
WITH x AS (SELECT grp, sum(val) AS s FROM readings GROUP BY grp) SELECT * FROM x WHERE s > (SELECT avg(s) FROM x) ORDER BY grp
WITH "X" AS (SELECT 1 AS "A") SELECT "A" FROM "X"
WITH X AS (SELECT 1 AS A) SELECT x.a FROM x
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 100) SELECT sum(n), count(*) FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n % 3 + 1 FROM t) SELECT n FROM t ORDER BY n
WITH RECURSIVE t(n, s) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, s || 'y' FROM t WHERE n < 4) SELECT * FROM t ORDER BY n
WITH RECURSIVE t(n, s) AS (SELECT 1, 'x'::text UNION ALL SELECT n + 1, s || n FROM t WHERE n < 4) SELECT * FROM t ORDER BY n
WITH RECURSIVE t(n) AS (SELECT 1.0 UNION ALL SELECT n + 0.5 FROM t WHERE n < 3) SELECT * FROM t ORDER BY n
WITH RECURSIVE f(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM f WHERE b < 100) SELECT a FROM f ORDER BY a, b
WITH RECURSIVE d AS (SELECT id, name, 0 AS depth FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, t.name, d.depth + 1 FROM tree t JOIN d ON t.parent = d.id) SELECT * FROM d ORDER BY id
WITH RECURSIVE d AS (SELECT id, ARRAY[id] AS path FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, d.path || t.id FROM tree t JOIN d ON t.parent = d.id) SELECT * FROM d ORDER BY path
WITH RECURSIVE d AS (SELECT id, name::text AS path FROM tree WHERE id = 6 UNION ALL SELECT t.parent, d.path || '>' || t.name FROM tree t JOIN d ON t.id = d.id) SELECT * FROM d ORDER BY length(path)
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3), u AS (SELECT n * 10 AS m FROM t) SELECT * FROM u ORDER BY m
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT n FROM t LIMIT 3
WITH RECURSIVE t(n) AS (SELECT n + 1 FROM t UNION ALL SELECT 1) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM (SELECT * FROM t) q WHERE n < 3) SELECT * FROM t ORDER BY n
WITH RECURSIVE t(n) AS ((SELECT 1 UNION SELECT 2) UNION ALL SELECT n + 2 FROM t WHERE n < 5) SELECT * FROM t ORDER BY n
WITH RECURSIVE t(n) AS (SELECT 1 INTERSECT SELECT n FROM t) SELECT * FROM t
WITH RECURSIVE x AS (SELECT 1 AS a) SELECT * FROM x
WITH RECURSIVE t(id, parent) AS (SELECT id, parent FROM tree WHERE id = 1 UNION ALL SELECT c.id, c.parent FROM tree c JOIN t ON c.parent = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT id FROM t ORDER BY ord
WITH RECURSIVE t(id, parent) AS (SELECT id, parent FROM tree WHERE id = 1 UNION ALL SELECT c.id, c.parent FROM tree c JOIN t ON c.parent = t.id) SEARCH BREADTH FIRST BY id SET ord SELECT id FROM t ORDER BY ord
WITH RECURSIVE t(id) AS (SELECT 1 UNION ALL SELECT id % 3 + 1 FROM t) CYCLE id SET is_cycle USING path SELECT id, is_cycle FROM t ORDER BY 1, 2
WITH x AS (SELECT id FROM people ORDER BY id DESC LIMIT 2) SELECT id FROM x ORDER BY id
WITH x AS (INSERT INTO people VALUES (1) RETURNING id) SELECT * FROM x
WITH x AS (DELETE FROM people RETURNING id) SELECT * FROM x
WITH x AS (SELECT count(*) AS n FROM readings), y AS (SELECT max(val) AS m FROM readings) SELECT n, m, n * m FROM x, y
WITH x AS (SELECT 1 AS a) SELECT x.a, y.a FROM x, x AS y WHERE x.a = y.a
WITH x AS (SELECT 5 AS a) SELECT a FROM x WHERE a = (SELECT max(a) FROM x)
WITH x AS (SELECT generate_series(1, 3) AS g) SELECT sum(g) FROM x
WITH x AS (SELECT NULL AS a) SELECT a IS NULL FROM x
WITH x AS (SELECT 'a' AS a) SELECT a || 'b' FROM x
WITH x AS (SELECT 1 AS a), y AS (SELECT 1.5 AS a), z AS (SELECT * FROM x UNION ALL SELECT * FROM y) SELECT a FROM z ORDER BY a
SELECT * FROM nosuch_cte
WITH x AS (SELECT 1 AS a) SELECT b FROM x
WITH x AS (SELECT 1 AS a) SELECT x.b FROM x
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3 ORDER BY n) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 5) SELECT * FROM t
WITH x(a, b) AS (SELECT 1) SELECT * FROM x
WITH "X" AS (SELECT 1 AS a) SELECT * FROM x
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 0.5 FROM t WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT sum(n) FROM t) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT a.n + b.n FROM t a, t b WHERE a.n < 3) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT x.id FROM tree x LEFT JOIN t ON t.n = x.parent) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n IN (SELECT n FROM t)) SELECT * FROM t
WITH x AS (SELECT 1 AS a), y AS (SELECT a + 1 AS a FROM x) SELECT * FROM x, y
WITH x(b, c) AS (SELECT 1) SELECT * FROM x
WITH x AS (SELECT 1) SELECT * FROM x, x y
WITH x AS MATERIALIZED (SELECT a FROM l) SELECT count(*) FROM x
WITH x AS (SELECT 1 AS a) SELECT * FROM (WITH x AS (SELECT 2 AS a) SELECT * FROM x) q, x
WITH l AS (SELECT 1 AS a) SELECT * FROM l
WITH l AS (SELECT a FROM l) SELECT count(*) FROM l
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT sum(n) FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n % 3 + 1 FROM t) SELECT * FROM t ORDER BY 1
WITH RECURSIVE t AS (SELECT id, parent, name::text AS path, 1 AS depth FROM tree WHERE parent IS NULL UNION ALL SELECT c.id, c.parent, t.path || '/' || c.name, t.depth + 1 FROM tree c JOIN t ON c.parent = t.id) SELECT * FROM t ORDER BY path, id
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3), u AS (SELECT n * 2 AS m FROM t) SELECT * FROM u ORDER BY 1
WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a WHERE n < 3), b(m) AS (SELECT n FROM a UNION ALL SELECT m + 10 FROM b WHERE m < 20) SELECT * FROM b ORDER BY 1
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL (SELECT n + 1 FROM t WHERE n < 3)) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM (SELECT n FROM t) q WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT count(*) FROM t) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t UNION ALL SELECT 2) SELECT * FROM t LIMIT 3
WITH RECURSIVE t(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s || 'b' FROM t WHERE n < 3) SELECT * FROM t ORDER BY n
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t, l WHERE n < 2) SELECT count(*) FROM t
WITH RECURSIVE t(p) AS (SELECT ARRAY[1] UNION ALL SELECT p || 2 FROM t WHERE cardinality(p) < 3) SELECT * FROM t
SELECT (WITH x AS (SELECT 5 AS a) SELECT a FROM x)
SELECT * FROM l WHERE a IN (WITH x AS (SELECT 1 AS a) SELECT a FROM x)
-- As engineers and agents ask.
WITH first AS (SELECT person_id, date_trunc('month', min("at"))::date AS cohort FROM orders WHERE person_id IS NOT NULL GROUP BY person_id), activity AS (SELECT o.person_id, f.cohort, (extract(year FROM age(date_trunc('month', o."at"), f.cohort::timestamptz)) * 12 + extract(month FROM age(date_trunc('month', o."at"), f.cohort::timestamptz)))::int AS month_no FROM orders o JOIN first f USING (person_id)) SELECT cohort, month_no, count(DISTINCT person_id) AS users FROM activity GROUP BY cohort, month_no ORDER BY cohort, month_no
WITH c AS (SELECT person_id, to_char(min("at"), 'YYYY-MM') AS cohort FROM orders GROUP BY 1) SELECT c.cohort, count(*) AS size, round(100.0 * count(*) / sum(count(*)) OVER (), 2) AS pct FROM c GROUP BY 1 ORDER BY 1 NULLS LAST
WITH marked AS (SELECT id, grp, taken, CASE WHEN taken - lag(taken) OVER w > interval '1 day' OR lag(taken) OVER w IS NULL THEN 1 ELSE 0 END AS is_new FROM readings WHERE taken IS NOT NULL WINDOW w AS (PARTITION BY grp ORDER BY taken, id)), sessions AS (SELECT *, sum(is_new) OVER (PARTITION BY grp ORDER BY taken, id) AS session FROM marked) SELECT grp, session, count(*), max(taken) - min(taken) AS length FROM sessions GROUP BY grp, session ORDER BY grp, session
WITH RECURSIVE walk AS (SELECT id, parent, name, 1 AS depth, ARRAY[id] AS path, weight::numeric AS total FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, t.parent, t.name, w.depth + 1, w.path || t.id, w.total + coalesce(t.weight, 0) FROM tree t JOIN walk w ON t.parent = w.id) SELECT repeat('  ', depth - 1) || name AS label, depth, path, total FROM walk ORDER BY path
WITH RECURSIVE sub AS (SELECT id AS root, id, weight FROM tree UNION ALL SELECT s.root, t.id, t.weight FROM tree t JOIN sub s ON t.parent = s.id) SELECT root, count(*) - 1 AS below, sum(weight) FROM sub GROUP BY root ORDER BY root
WITH RECURSIVE walk AS (SELECT id, name FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, t.name FROM tree t, walk w WHERE t.parent = w.id) SEARCH DEPTH FIRST BY id SET ord SELECT id, name FROM walk ORDER BY ord
WITH RECURSIVE d(day) AS (VALUES (date '2024-02-27') UNION ALL SELECT day + 1 FROM d WHERE day < date '2024-03-02') SELECT day, extract(isodow FROM day) AS dow, to_char(day, 'Dy DD Mon') FROM d
WITH RECURSIVE f(n, fact) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, fact * (n + 1) FROM f WHERE n < 15) SELECT n, fact FROM f
WITH RECURSIVE c(n) AS (SELECT 1 UNION SELECT (n * 2) % 7 FROM c) SELECT array_agg(n ORDER BY n) FROM c
WITH t AS MATERIALIZED (SELECT * FROM people), u AS NOT MATERIALIZED (SELECT * FROM t WHERE age > 20) SELECT count(*) FROM u
WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY team ORDER BY salary DESC NULLS LAST, id) AS rn FROM people) SELECT team, name, salary FROM ranked WHERE rn <= 1 ORDER BY team NULLS LAST
WITH RECURSIVE cal AS (SELECT min(day) AS d FROM readings UNION ALL SELECT (d + interval '1 month')::date FROM cal WHERE d < (SELECT max(day) FROM readings)) SELECT d, count(r.id), coalesce(sum(r.val), 0) FROM cal LEFT JOIN readings r ON date_trunc('month', r.day) = date_trunc('month', d::timestamp) GROUP BY d ORDER BY d
WITH RECURSIVE t AS (SELECT id, parent, name, name AS path, 0 AS lvl FROM tree WHERE parent IS NULL UNION ALL SELECT c.id, c.parent, c.name, t.path || ' > ' || c.name, lvl + 1 FROM tree c JOIN t ON c.parent = t.id WHERE lvl < 10) SELECT lpad('', lvl * 2) || name, path, lvl FROM t ORDER BY path, id
WITH RECURSIVE up AS (SELECT id, parent, 0 AS d FROM tree WHERE id = 6 UNION ALL SELECT t.id, t.parent, d + 1 FROM tree t JOIN up ON t.id = up.parent) SELECT string_agg(id::text, '<' ORDER BY d) FROM up
WITH RECURSIVE e(a, b) AS (VALUES (1, 2), (2, 3), (3, 1), (3, 4)), p AS (SELECT a, b, ARRAY[a, b] AS path, false AS cyc FROM e WHERE a = 1 UNION ALL SELECT e.a, e.b, path || e.b, e.b = ANY (path) FROM e JOIN p ON e.a = p.b WHERE NOT cyc) SELECT path, cyc FROM p ORDER BY path
WITH RECURSIVE e(a, b) AS (VALUES (1, 2), (2, 3), (3, 1), (3, 4)), p(a, b) AS (SELECT a, b FROM e WHERE a = 1 UNION ALL SELECT e.a, e.b FROM e JOIN p ON e.a = p.b) CYCLE a, b SET is_cycle USING path SELECT a, b, is_cycle FROM p ORDER BY a, b, is_cycle
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a), c AS (SELECT * FROM a UNION ALL SELECT * FROM b) SELECT sum(x), max(x), array_agg(x ORDER BY x) FROM c
WITH x AS (SELECT 1 AS a), y AS (SELECT a FROM x), x2 AS (WITH x AS (SELECT 2 AS a) SELECT a FROM x) SELECT y.a, x2.a FROM y, x2
WITH people AS (SELECT 'shadow' AS name) SELECT name FROM people
WITH t(a, b) AS (VALUES (1, 2)) SELECT a + b, t FROM t
WITH t AS (SELECT * FROM people) SELECT t.team, count(*) FROM t JOIN t u USING (team) GROUP BY t.team ORDER BY 1
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT max(n) + 1 FROM t WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT p.id FROM people p JOIN t ON p.id = t.n + 1 GROUP BY p.id HAVING count(*) > 0) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < (SELECT count(*) FROM people) - 3) SELECT * FROM t ORDER BY n
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM (SELECT n FROM t WHERE n < 3 GROUP BY n) q) SELECT sum(n), count(*) FROM t
-- A column keeps the precision it was declared with through the steps of a recursive query.
WITH RECURSIVE t AS (SELECT id, parent, weight FROM tree UNION ALL SELECT t.id, p.parent, t.weight FROM t JOIN tree p ON t.parent = p.id) SELECT parent, sum(weight) FROM t GROUP BY parent ORDER BY parent NULLS FIRST
WITH RECURSIVE t AS (SELECT id, parent, weight FROM tree UNION ALL SELECT t.id, p.parent, t.weight * p.weight FROM t JOIN tree p ON t.parent = p.id) SELECT parent, sum(weight) FROM t GROUP BY parent ORDER BY parent NULLS FIRST
WITH RECURSIVE t AS (SELECT id, parent, weight FROM tree UNION ALL SELECT t.id, p.parent, (t.weight * p.weight)::numeric(6,2) FROM t JOIN tree p ON t.parent = p.id) SELECT parent, sum(weight), pg_typeof(max(weight)) FROM t GROUP BY parent ORDER BY parent NULLS FIRST
WITH RECURSIVE t(a, b) AS (SELECT 1.25::numeric(5,2), 'ab'::varchar(3) UNION ALL SELECT a, b FROM t WHERE false) SELECT * FROM t UNION ALL SELECT a * 2, b || 'cdef' FROM t
WITH RECURSIVE t(a) AS (SELECT 1.25::numeric(5,2) UNION ALL SELECT a FROM (SELECT a, 1 AS one FROM t) q WHERE a > 5) SELECT * FROM t
WITH RECURSIVE t(a, n) AS (SELECT 1.25::numeric(5,2), 0 UNION ALL SELECT CASE WHEN n > 1 THEN a ELSE a END, n + 1 FROM t WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(a, n) AS (SELECT 1.25::numeric(5,2), 0 UNION ALL SELECT coalesce(a, a), n + 1 FROM t WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(a, n) AS (SELECT 1.25::numeric(5,2), 0 UNION ALL SELECT coalesce(a, 0), n + 1 FROM t WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(a, n) AS (SELECT 1.25::numeric(5,2), 0 UNION ALL SELECT max(a) OVER (), n + 1 FROM t WHERE n < 3) SELECT * FROM t
WITH RECURSIVE t(a, n) AS (SELECT price, 0 FROM goods WHERE id = 1 UNION ALL SELECT (SELECT g.price FROM goods g WHERE id = 2), n + 1 FROM t WHERE n < 1) SELECT * FROM t
WITH RECURSIVE t AS (SELECT id, parent, salary FROM (SELECT id, id - 1 AS parent, salary FROM people) q WHERE id = 4 UNION ALL SELECT p.id, p.id - 1, p.salary FROM people p JOIN t ON p.id = t.parent), u AS (SELECT * FROM t) SELECT sum(salary) FROM u
WITH RECURSIVE bom AS (SELECT id, weight, 1 AS lvl FROM tree WHERE id = 1 UNION SELECT t.id, bom.weight, lvl + 1 FROM bom JOIN tree t ON t.parent = bom.id) SELECT * FROM bom ORDER BY id
