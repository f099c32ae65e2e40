SELECT count(*), count(age), count(DISTINCT age), sum(age), avg(age), min(age), max(age), sum(salary), avg(salary), stddev(age), variance(age), bool_and(active), bool_or(active), every(age > 10) FROM people
SELECT count(*), sum(i), avg(n), min(t), array_agg(i), string_agg(t, ','), bool_and(y), stddev(f), json_agg(i), corr(f, f) FROM nothing
SELECT bit_and(i), bit_or(i), bit_xor(s), sum(s), sum(b), sum(d), sum(r), avg(i), avg(b), avg(d), avg(r), sum(n), avg(n) FROM numbers
SELECT stddev_pop(val), stddev_samp(val), var_pop(val), var_samp(val), stddev(amount), variance(amount), stddev_pop(score), var_samp(score) FROM readings
SELECT corr(val, score), covar_pop(val, score), covar_samp(val, score), regr_slope(val, score), regr_intercept(val, score), regr_r2(val, score), regr_count(val, score), regr_avgx(val, score), regr_avgy(val, score), regr_sxx(val, score), regr_syy(val, score), regr_sxy(val, score) FROM readings
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY val), percentile_cont(array[0.25,0.5,0.75]) WITHIN GROUP (ORDER BY val), percentile_disc(0.5) WITHIN GROUP (ORDER BY val), percentile_disc(array[0,1]) WITHIN GROUP (ORDER BY grp), mode() WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(1.5) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY grp) FROM readings
SELECT rank(20) WITHIN GROUP (ORDER BY val), dense_rank(20) WITHIN GROUP (ORDER BY val), percent_rank(20) WITHIN GROUP (ORDER BY val), cume_dist(20) WITHIN GROUP (ORDER BY val) FROM readings
SELECT any_value(team) FILTER (WHERE team = 'red'), count(*) FILTER (WHERE age > 30), sum(age) FILTER (WHERE active), avg(salary) FILTER (WHERE team = 'none') FROM people
SELECT sum(age) FILTER (WHERE sum(age) > 1) FROM people
SELECT sum(sum(age)) FROM people
SELECT sum(name) FROM people
SELECT count() FROM people
SELECT sum(*) FROM people
SELECT team, sum(age) FROM people
SELECT team FROM people GROUP BY age
SELECT name FROM people WHERE count(*) > 1
SELECT team, count(*) FROM people GROUP BY team HAVING count(*) > 1 ORDER BY count(*) DESC, team
SELECT team FROM people HAVING count(*) > 1
SELECT count(*) FROM people HAVING count(*) > 100
SELECT 1 FROM people HAVING true
SELECT team, active, count(*), grouping(team), grouping(active), grouping(team, active) FROM people GROUP BY ROLLUP (team, active) ORDER BY 1, 2, 3
SELECT team, active, sum(age) FROM people GROUP BY CUBE (team, active) ORDER BY 1 NULLS FIRST, 2 NULLS FIRST, 3
SELECT team, active, count(*) FROM people GROUP BY GROUPING SETS ((team), (active), ()) ORDER BY 1, 2, 3
SELECT team, count(*) FROM people GROUP BY team, ROLLUP (active) ORDER BY 1, 2
SELECT count(*) FROM people GROUP BY ()
SELECT team, count(*) FROM people GROUP BY DISTINCT ROLLUP (team, team) ORDER BY 1, 2
SELECT grouping(age) FROM people GROUP BY team
SELECT extract(year from born) AS y, count(*) FROM people GROUP BY y ORDER BY y
SELECT age AS team, count(*) FROM people GROUP BY team ORDER BY 1
SELECT upper(team), count(*) FROM people GROUP BY 1 ORDER BY 2 DESC, 1
SELECT count(*) FROM people GROUP BY 5
SELECT team, count(*) FROM people GROUP BY count(*)
SELECT DISTINCT team FROM people ORDER BY team DESC
SELECT DISTINCT ON (team) team, name, age FROM people ORDER BY team, age DESC NULLS LAST, id
SELECT DISTINCT ON (team) team, name FROM people ORDER BY name
SELECT DISTINCT team, active FROM people ORDER BY age
SELECT count(DISTINCT (team, active)), count((team, active)), count(DISTINCT team || active) FROM people
SELECT sum(DISTINCT age), avg(DISTINCT age), count(DISTINCT age) FILTER (WHERE age > 28) FROM people
SELECT array_agg(DISTINCT age ORDER BY age DESC), string_agg(DISTINCT name, ',' ORDER BY name) FROM people
SELECT string_agg(DISTINCT name, ',' ORDER BY id) FROM people
SELECT id, rank() OVER w, dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w, ntile(3) OVER w FROM readings WINDOW w AS (ORDER BY val NULLS FIRST) ORDER BY id
SELECT id, lag(val) OVER w, lead(val, 2) OVER w, lag(val, 1, -1) OVER w, first_value(val) OVER w, last_value(val) OVER w, nth_value(val, 2) OVER w FROM readings WINDOW w AS (PARTITION BY grp ORDER BY pos, id) ORDER BY id
SELECT id, sum(val) OVER (PARTITION BY grp ORDER BY pos ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), avg(val) OVER (PARTITION BY grp), count(*) OVER (ORDER BY day RANGE BETWEEN interval '1 day' PRECEDING AND CURRENT ROW), sum(val) OVER (ORDER BY pos GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM readings ORDER BY id
SELECT id, sum(val) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW), max(val) OVER (ORDER BY val RANGE BETWEEN 5 PRECEDING AND 5 FOLLOWING EXCLUDE TIES), count(*) OVER (ORDER BY grp ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE GROUP) FROM readings ORDER BY id
SELECT id, nth_value(val, 0) OVER () FROM readings
SELECT ntile(0) OVER () FROM readings
SELECT id, sum(val) OVER (ROWS BETWEEN -1 PRECEDING AND CURRENT ROW) FROM readings
SELECT id, sum(val) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM readings
SELECT id, sum(val) OVER (RANGE 1 PRECEDING) FROM readings
SELECT rank() FROM people
SELECT id FROM people WHERE row_number() OVER () = 1
SELECT sum(rank() OVER ()) FROM people
SELECT sum(age) OVER (PARTITION BY sum(age)) FROM people
SELECT team, sum(age), sum(sum(age)) OVER (ORDER BY team), rank() OVER (ORDER BY sum(age) DESC NULLS LAST) FROM people GROUP BY team ORDER BY team
SELECT sum(DISTINCT age) OVER () FROM people
SELECT id, sum(age) FILTER (WHERE active) OVER (ORDER BY id), count(*) FILTER (WHERE age > 28) OVER () FROM people ORDER BY id
SELECT lag(id) FILTER (WHERE true) OVER () FROM people
SELECT id, first_value(name) OVER (PARTITION BY team ORDER BY age DESC NULLS LAST, id), array_agg(id) OVER (PARTITION BY team ORDER BY id), string_agg(name, '>') OVER (ORDER BY id) FROM people ORDER BY id
SELECT id, sum(salary) OVER w / nullif(sum(salary) OVER (), 0) FROM people WINDOW w AS (PARTITION BY team) ORDER BY id
SELECT id, avg(score) OVER (ORDER BY id ROWS 2 PRECEDING), stddev(val) OVER (PARTITION BY grp), var_pop(amount) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT x, sum(x) OVER (ORDER BY x DESC) FROM generate_series(1, 5) x ORDER BY x
SELECT id, lead(name, -1) OVER (ORDER BY id), lag(name, null) OVER (ORDER BY id) FROM people ORDER BY id
SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY team ORDER BY salary DESC NULLS LAST, id) AS rn FROM people) q WHERE rn = 1 ORDER BY id
SELECT id, count(*) OVER w1, count(*) OVER (w1 ORDER BY id) FROM people WINDOW w1 AS (PARTITION BY team) ORDER BY id
SELECT count(*) OVER (w1 PARTITION BY id) FROM people WINDOW w1 AS (ORDER BY team)
SELECT count(*) OVER nowindow FROM people
SELECT p.name, o.amount FROM people p JOIN orders o ON o.person_id = p.id ORDER BY o.id
SELECT p.name, count(o.id), coalesce(sum(o.amount), 0) FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id, p.name ORDER BY p.id
SELECT p.name, o.id FROM people p FULL JOIN orders o ON o.person_id = p.id ORDER BY p.id NULLS LAST, o.id
SELECT p.id, o.id FROM people p RIGHT JOIN orders o ON o.person_id = p.id AND o.amount > 10 ORDER BY 2
SELECT count(*) FROM people CROSS JOIN orders
SELECT * FROM l JOIN r USING (a) ORDER BY a, l.b, r.b
SELECT * FROM l NATURAL JOIN r ORDER BY a
SELECT a, l.b, r.b FROM l FULL JOIN r USING (a) ORDER BY a, 2, 3
SELECT * FROM l LEFT JOIN r USING (a, b) ORDER BY a, b
SELECT * FROM l JOIN r USING (nope)
SELECT * FROM l JOIN r ON a = a
SELECT l.a FROM l JOIN r USING (a) AS j WHERE j.a = 2
SELECT x.* FROM l AS x(q, w) ORDER BY q, w
SELECT * FROM l AS x(q, w, e, t)
SELECT l.a FROM l AS x
SELECT * FROM people p, people p
SELECT p1.id, p2.id FROM people p1, people p2 WHERE p1.age = p2.age AND p1.id < p2.id
SELECT id FROM people WHERE id IN (SELECT person_id FROM orders) ORDER BY id
SELECT id FROM people WHERE id NOT IN (SELECT person_id FROM orders)
SELECT id FROM people p WHERE NOT EXISTS (SELECT FROM orders o WHERE o.person_id = p.id) ORDER BY 1
SELECT id, (SELECT max(amount) FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY id
SELECT (SELECT id FROM people)
SELECT (SELECT id, name FROM people LIMIT 1)
SELECT id FROM people WHERE (team, active) IN (SELECT team, active FROM people WHERE id = 1) ORDER BY id
SELECT id FROM people WHERE age > ALL (SELECT age FROM people WHERE team = 'blue') ORDER BY id
SELECT id FROM people WHERE age = ANY (SELECT age FROM people WHERE team = 'blue') ORDER BY id
SELECT id FROM people WHERE (age, id) > (28, 2) ORDER BY id
SELECT p.id, q.total FROM people p, LATERAL (SELECT sum(amount) AS total FROM orders o WHERE o.person_id = p.id) q ORDER BY p.id
SELECT p.id, q.id FROM people p LEFT JOIN LATERAL (SELECT id FROM orders o WHERE o.person_id = p.id ORDER BY amount DESC NULLS LAST LIMIT 1) q ON true ORDER BY p.id
SELECT p.id, g FROM people p CROSS JOIN LATERAL generate_series(1, p.id % 3) g ORDER BY 1, 2
SELECT * FROM people p JOIN (SELECT p.id) q ON true
WITH t AS (SELECT team, avg(age) AS a FROM people GROUP BY team) SELECT p.name, p.age - t.a FROM people p JOIN t USING (team) ORDER BY p.id
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n), count(*), array_agg(n) FROM t
WITH RECURSIVE t AS (SELECT id, parent, name, 1 AS depth, name AS path FROM tree WHERE parent IS NULL UNION ALL SELECT c.id, c.parent, c.name, t.depth + 1, t.path || '/' || c.name FROM tree c JOIN t ON c.parent = t.id) SELECT * FROM t ORDER BY path, id
WITH RECURSIVE fib(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM fib WHERE b < 100) SELECT a FROM fib
WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT (n * 2) % 7 FROM t) SELECT n FROM t ORDER BY n
WITH RECURSIVE t(n) AS (SELECT n FROM t) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT 'a' FROM t) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT count(*) FROM t) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t ORDER BY n LIMIT 3) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT * FROM t LIMIT 4
WITH RECURSIVE t(id, path, cyc) AS (SELECT id, array[id], false FROM tree WHERE id = 1 UNION ALL SELECT c.id, path || c.id, c.id = ANY(path) FROM tree c, t WHERE c.parent = t.id AND NOT cyc) SELECT * FROM t ORDER BY path
WITH RECURSIVE t(id) AS (SELECT 1 UNION ALL SELECT tree.id FROM tree JOIN t ON tree.parent = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT * FROM t ORDER BY ord
WITH RECURSIVE t(id) AS (SELECT 1 UNION ALL SELECT tree.id FROM tree JOIN t ON tree.parent = t.id) SEARCH BREADTH FIRST BY id SET ord CYCLE id SET is_cycle USING path SELECT id, is_cycle FROM t ORDER BY ord
WITH a AS (SELECT 1 AS x), b AS MATERIALIZED (SELECT x + 1 AS y FROM a), c AS NOT MATERIALIZED (SELECT * FROM a, b) SELECT * FROM c
WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a
WITH a(x, y) AS (SELECT 1) SELECT * FROM a
SELECT 1 UNION SELECT 1.5 UNION ALL SELECT 1 ORDER BY 1
SELECT 'a' UNION SELECT 1
SELECT 1, 2 UNION SELECT 1
SELECT a FROM l INTERSECT SELECT a FROM r ORDER BY a
SELECT a FROM l EXCEPT SELECT a FROM r ORDER BY a
SELECT a, b FROM l EXCEPT ALL SELECT a, b FROM l WHERE a = 1 ORDER BY 1, 2
SELECT a FROM l INTERSECT ALL SELECT a FROM l ORDER BY 1
SELECT 1 AS x UNION SELECT 2 ORDER BY y
(SELECT 1 AS x LIMIT 1) UNION ALL (SELECT 2 LIMIT 1) ORDER BY x DESC
SELECT null UNION SELECT 1 ORDER BY 1
SELECT null UNION SELECT 'a' UNION SELECT null ORDER BY 1 NULLS FIRST
VALUES (1, 'a'), (2, 'b')
VALUES (1), (2.5), (null) ORDER BY 1 DESC
VALUES (1, 2), (3)
VALUES (1), ('a')
SELECT * FROM (VALUES (1, 'x'), (2, null)) AS t(a, b) WHERE b IS NULL
TABLE goods
SELECT id FROM people ORDER BY age DESC NULLS LAST, id LIMIT 2 OFFSET 1
SELECT id FROM people ORDER BY id FETCH FIRST 2 ROWS ONLY
SELECT id, age FROM people ORDER BY age FETCH FIRST 2 ROWS WITH TIES
SELECT id FROM people LIMIT -1
SELECT id FROM people LIMIT 'a'
SELECT id FROM people ORDER BY id LIMIT 1 + 1 OFFSET (SELECT 1)
SELECT id FROM people LIMIT NULL OFFSET 4
SELECT id FROM people ORDER BY id OFFSET 10
SELECT id FROM people LIMIT 1.5
SELECT id FROM people LIMIT ALL
SELECT id AS x FROM people ORDER BY x + 1
SELECT id AS x FROM people ORDER BY -id
SELECT id FROM people ORDER BY 2
SELECT id FROM people ORDER BY 'a'
SELECT name AS id FROM people ORDER BY id
SELECT id FROM people ORDER BY age USING >, id
SELECT id FROM people WHERE name = 'Ann' AND nosuch = 1
SELECT nosuch FROM people
SELECT people.nosuch FROM people
SELECT q.id FROM people
SELECT * FROM nosuch
SELECT id FROM people, orders
SELECT * FROM people WHERE id
SELECT id FROM people WHERE name
SELECT people FROM people ORDER BY id LIMIT 1
SELECT (people).name, (p).* FROM people, people p WHERE people.id = p.id ORDER BY p.id LIMIT 1
SELECT count(people), count(p.*) FROM people LEFT JOIN people p ON false
SELECT p IS NULL, p IS NOT NULL FROM (VALUES (1, null), (null, null)) p(a, b)
SELECT x FROM (SELECT 1)
SELECT x FROM (SELECT 1 AS x) AS t(y)
SELECT * FROM (SELECT 1 AS a, 2 AS a) q
SELECT a FROM (SELECT 1 AS a, 2 AS a) q
SELECT max(a.x) FROM (VALUES (1)) a(x), (VALUES (2)) b(x)
SELECT * FROM ROWS FROM (generate_series(1, 3), generate_series(10, 11)) AS t(a, b)
SELECT * FROM people TABLESAMPLE BERNOULLI (100) ORDER BY id
SELECT * FROM people FOR UPDATE
SELECT 1 INTO x
