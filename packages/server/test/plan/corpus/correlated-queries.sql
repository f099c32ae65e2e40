-- Subqueries that read columns of the queries around them, where DuckDB 1.5 answers otherwise.
SELECT count(*) FROM (VALUES (1,5),(2,7),(3,9)) a(id,m) WHERE EXISTS (SELECT 1 FROM (SELECT a.id AS c, b.m FROM (VALUES (1,5),(2,7),(3,9)) b(id,m) WHERE a.m > b.m) s WHERE s.m <> a.m)
SELECT p.id FROM people p WHERE EXISTS (SELECT 1 FROM (SELECT p.age AS own, q.age FROM people q WHERE p.age > q.age) s WHERE s.age <> p.age)
SELECT t.id FROM tree t LEFT JOIN people p ON p.id = t.parent WHERE EXISTS (SELECT 1 FROM readings r WHERE r.val <> p.age)
SELECT t.id FROM tree t LEFT JOIN people p ON p.id = t.parent WHERE NOT EXISTS (SELECT 1 FROM readings r WHERE r.val < p.age)
SELECT t.id, (SELECT count(*) FROM readings r WHERE r.val >= p.age) FROM tree t LEFT JOIN people p ON p.id = t.parent
-- A WITH query that reads outer columns, read again in a subquery of its own.
SELECT p.id, (WITH c AS (SELECT o.amount FROM orders o WHERE o.person_id = p.id) SELECT count(*) FROM c WHERE c.amount > (SELECT min(d.amount) FROM c d)) FROM people p
SELECT p.id FROM people p WHERE EXISTS (WITH c AS (SELECT o.id FROM orders o WHERE o.person_id = p.id) SELECT 1 FROM c WHERE c.id IN (SELECT d.id FROM c d WHERE d.id >= c.id))
SELECT p.id FROM people p WHERE NOT EXISTS (WITH c AS MATERIALIZED (SELECT p.age + 2 AS x FROM tree t) SELECT 1 FROM c WHERE NOT EXISTS (SELECT DISTINCT d.x FROM c d WHERE c.x = c.x))
SELECT p.id, (WITH c AS NOT MATERIALIZED (SELECT r.val, p.age FROM readings r WHERE r.val < p.age) SELECT max((SELECT count(*) FROM c d WHERE d.val < c.val)) FROM c) FROM people p
SELECT p.id FROM people p WHERE p.id NOT IN (WITH c AS (SELECT r.id, p.age AS a FROM readings r) SELECT 1 FROM tree t LEFT JOIN c ON t.id = c.id WHERE EXISTS (SELECT d.a FROM c d WHERE d.a <> 28 AND t.parent IS NULL ORDER BY 1 LIMIT 3))
SELECT p.id, (WITH c AS (SELECT o.id FROM orders o WHERE o.person_id = p.id), d AS (SELECT c.id + 1 AS id FROM c) SELECT (SELECT max(d.id) FROM d WHERE d.id > (SELECT min(c.id) FROM c)) FROM tree t WHERE t.id = 1) FROM people p
SELECT p.id, (WITH RECURSIVE c(n) AS (SELECT p.id UNION ALL SELECT n + 1 FROM c WHERE n < 5) SELECT count(*) FROM c WHERE c.n > (SELECT min(d.n) FROM c d WHERE d.n >= p.id)) FROM people p
SELECT q.id, q.n FROM people p, LATERAL (WITH c AS (SELECT o.id FROM orders o WHERE o.person_id = p.id) SELECT p.id, (SELECT count(*) FROM c WHERE c.id <> t.id) AS n FROM tree t) q
-- One that reads none, read through more than one level.
WITH c AS (SELECT id, val FROM readings) SELECT count(*) FROM people p WHERE EXISTS (SELECT 1 FROM (SELECT * FROM c ORDER BY id LIMIT 3) s WHERE s.id = p.id)
WITH c AS MATERIALIZED (SELECT id, val FROM readings) SELECT count(*) FROM c a WHERE EXISTS (SELECT 1 FROM (SELECT * FROM c ORDER BY id DESC LIMIT 3) s WHERE s.id = a.id)
WITH c AS (SELECT DISTINCT id FROM tree) SELECT a.id, (SELECT max(b.id) FROM c b WHERE a.id NOT IN (SELECT d.id FROM c d WHERE d.id < b.id)) FROM c a
WITH c AS (SELECT id FROM tree), d AS (SELECT id + 1 AS id FROM c) SELECT a.id FROM c a WHERE EXISTS (SELECT 1 FROM (SELECT id FROM d LIMIT 2 OFFSET 0) s, (SELECT id FROM c ORDER BY id LIMIT 2) u WHERE s.id >= 0 AND u.id = a.id)
WITH people AS (SELECT id FROM tree) SELECT t.id FROM tree t WHERE EXISTS (SELECT 1 FROM tree people WHERE EXISTS (SELECT 1 FROM (SELECT id FROM people p ORDER BY id LIMIT 1) s WHERE s.id = t.id AND people.id = t.id))
-- Rows within subqueries that read columns two levels out.
SELECT t.id FROM tree t WHERE EXISTS (SELECT 1 FROM people p WHERE (t.parent, coalesce(t.id, 0)) IN (SELECT r.pos, p.id FROM readings r WHERE r.id > p.id))
SELECT t.id FROM tree t WHERE NOT EXISTS (SELECT 1 FROM people p WHERE (t.parent, p.id) NOT IN (SELECT r.pos, p.id FROM readings r WHERE r.id > t.id))
SELECT t.id, (SELECT count(*) FROM people p WHERE (t.id, p.id) > ANY (SELECT r.pos, t.parent FROM readings r WHERE r.id = p.id)) FROM tree t
SELECT t.id, (SELECT count(*) FROM people p WHERE (t.id, p.id) <= ALL (SELECT r.pos, t.parent FROM readings r WHERE r.id <> p.id)) FROM tree t
SELECT t.id, (t.parent, t.id) IN (SELECT p.id, t.id FROM people p WHERE p.id <> t.id), (t.id, t.parent) NOT IN (SELECT u.id, u.parent FROM tree u WHERE u.id = t.id) FROM tree t
-- Aggregates of nothing.
SELECT regr_count(score, val) FROM readings WHERE false
SELECT grp, regr_count(score, NULL::double precision), count(*) FROM readings GROUP BY grp
SELECT t.id, (SELECT regr_count(r.score, r.val) FROM readings r WHERE r.id = t.parent), (SELECT count(DISTINCT r.val) FROM readings r WHERE r.id = t.parent), (SELECT count(r.val) FILTER (WHERE r.val > 0) FROM readings r WHERE r.id = t.parent) FROM tree t
SELECT id, regr_count(score, val) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 2 PRECEDING) FROM readings
-- Aggregates without groups, which have a row where nothing is found.
SELECT p.id, (SELECT min(t.id) FROM tree t CROSS JOIN LATERAL (SELECT max(r.id) AS m FROM readings r WHERE r.id <> p.id AND r.id > 100) s) FROM people p
SELECT p.id, (SELECT t.id FROM tree t, LATERAL (SELECT max(r.id) AS m FROM readings r WHERE r.id <> p.id AND r.id > 100) s WHERE s.m IS NULL ORDER BY 1 LIMIT 1) FROM people p
SELECT p.id, (SELECT min(t.id) FROM (SELECT max(r.id) AS m FROM readings r WHERE r.id = p.id AND r.id > 100) s, tree t) FROM people p
SELECT p.id, (SELECT count(*) FROM (SELECT max(r.id) FROM readings r WHERE r.id = p.id AND r.id > 100 UNION ALL SELECT max(r.id) FROM readings r WHERE r.id = p.id) s) FROM people p
SELECT p.id, (SELECT 7 FROM readings r WHERE r.id = p.id AND r.id > 100 HAVING max(r.id) IS NULL), (SELECT 8 FROM readings r WHERE r.id = p.id HAVING max(r.id) > 1 OR count(*) = 0) FROM people p
SELECT p.id FROM people p WHERE NOT EXISTS (SELECT 1 FROM readings r WHERE r.id = p.id AND r.id > 100 HAVING sum(r.id) IS NOT NULL)
SELECT p.id, (WITH s AS (SELECT sum(r.id) AS n FROM readings r WHERE r.id = p.id AND r.id > 100) SELECT max(t.id) FROM s, tree t) FROM people p
SELECT p.id, q.x FROM people p LEFT JOIN LATERAL (SELECT sum(t.id) AS x FROM tree t, (SELECT avg(r.id) AS n FROM readings r WHERE r.id = p.id AND r.id > 100) s) q ON true
SELECT count(DISTINCT x) FROM (WITH c AS (SELECT random() r) SELECT (SELECT (SELECT r FROM c WHERE u.i >= 0 LIMIT 1)) x FROM (VALUES (1), (2), (3)) u(i)) q
SELECT q.i, (WITH c6 AS (SELECT q.i x) SELECT max((SELECT x FROM c6)) FROM (VALUES (1), (2)) z(y)) FROM (VALUES (1), (2)) q(i) ORDER BY 1
