SELECT team, count(*) FROM people GROUP BY team ORDER BY team
SELECT team, count(*) FROM people GROUP BY 1 ORDER BY 2 DESC, 1
SELECT team, count(*) AS n FROM people GROUP BY team HAVING count(*) > 1 ORDER BY n, team
SELECT team, avg(age), sum(salary), min(born), max(height) FROM people GROUP BY team ORDER BY team
SELECT age FROM people ORDER BY age
SELECT age FROM people ORDER BY age DESC
SELECT age FROM people ORDER BY age NULLS FIRST
SELECT age FROM people ORDER BY age DESC NULLS LAST
SELECT name, age FROM people ORDER BY age DESC, name
SELECT -age AS age, name FROM people ORDER BY age, name
SELECT -age AS age, name FROM people ORDER BY age + 1, name
SELECT age % 2 AS age, count(*) FROM people GROUP BY age ORDER BY 1, 2
SELECT DISTINCT age FROM people ORDER BY age
SELECT DISTINCT ON (team) team, name FROM people ORDER BY team, id DESC
SELECT p.name, o.amount FROM people p JOIN orders o ON o.person_id = p.id ORDER BY o.id
SELECT p.name, o.amount FROM people p LEFT JOIN orders o ON o.person_id = p.id ORDER BY p.id, o.id
SELECT p.name, o.amount FROM people p RIGHT JOIN orders o ON o.person_id = p.id ORDER BY o.id
SELECT p.name, o.id FROM people p FULL JOIN orders o ON o.person_id = p.id ORDER BY p.id, o.id
SELECT count(*) FROM people CROSS JOIN orders
SELECT count(*) FROM people, orders WHERE people.id = orders.person_id
SELECT id::int8 FROM people JOIN orders USING (id)
SELECT * FROM (SELECT 1 AS a, 2 AS b) x JOIN (SELECT 1 AS a, 3 AS c) y USING (a)
SELECT * FROM (SELECT 1 AS a, 2 AS b) x NATURAL JOIN (SELECT 1 AS a, 3 AS c) y
SELECT * FROM (SELECT 1 AS a, 2 AS b) x FULL JOIN (SELECT 2 AS a, 3 AS c) y USING (a) ORDER BY a
SELECT p.name, x.total FROM people p, LATERAL (SELECT sum(amount) AS total FROM orders o WHERE o.person_id = p.id) x ORDER BY p.id
SELECT p.name, x.n FROM people p LEFT JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.person_id = p.id) x ON true ORDER BY p.id
SELECT name, (SELECT count(*) FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY id
SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.person_id = p.id) ORDER BY id
SELECT name FROM people WHERE id IN (SELECT person_id FROM orders) ORDER BY id
SELECT name FROM people WHERE id NOT IN (SELECT person_id FROM orders) ORDER BY id
SELECT name FROM people WHERE id NOT IN (SELECT person_id FROM orders WHERE person_id IS NOT NULL) ORDER BY id
SELECT name FROM people WHERE age > ALL (SELECT age FROM people WHERE team = 'blue') ORDER BY id
SELECT name FROM people WHERE age = ANY (SELECT age FROM people WHERE team = 'blue') ORDER BY id
SELECT ARRAY(SELECT id FROM people ORDER BY id), ARRAY(SELECT id FROM people WHERE false)
WITH t AS (SELECT team, sum(salary) AS s FROM people GROUP BY team) SELECT * FROM t WHERE s > 5000 ORDER BY team
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a) SELECT * FROM a UNION ALL SELECT * FROM b ORDER BY 1
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r ORDER BY n
WITH RECURSIVE r AS (SELECT 1 AS n, 1 AS f UNION ALL SELECT n + 1, f * (n + 1) FROM r WHERE n < 6) SELECT n, f FROM r ORDER BY n
WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT (n % 3) + 1 FROM r) SELECT * FROM r ORDER BY n
SELECT id FROM people UNION SELECT id FROM orders ORDER BY id
SELECT age FROM people EXCEPT SELECT 28 ORDER BY 1
SELECT age FROM people INTERSECT SELECT 28
SELECT 1 UNION ALL SELECT 1
(SELECT id FROM people ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM people ORDER BY id DESC LIMIT 1) ORDER BY 1
SELECT id FROM people ORDER BY id LIMIT 2 OFFSET 1
SELECT id FROM people ORDER BY id OFFSET 4
SELECT id FROM people ORDER BY id FETCH FIRST 2 ROWS ONLY
SELECT id FROM people ORDER BY id LIMIT ALL
SELECT id FROM people ORDER BY id LIMIT 1 + 1
SELECT team, active, count(*) FROM people GROUP BY ROLLUP (team, active) ORDER BY team, active, 3
SELECT team, active, count(*) FROM people GROUP BY CUBE (team, active) ORDER BY team, active, 3
SELECT team, count(*), grouping(team) FROM people GROUP BY GROUPING SETS ((team), ()) ORDER BY 3, 1
SELECT generate_series FROM generate_series(1, 5)
SELECT g FROM generate_series(1, 10, 3) g
SELECT g.i FROM generate_series(3, 1, -1) AS g(i)
SELECT sum(g) / 2 FROM generate_series(1, 4) g
SELECT * FROM generate_series(timestamp '2024-01-01', timestamp '2024-01-03', interval '1 day') d
SELECT generate_series(1, 3), generate_series(1, 2)
SELECT unnest(ARRAY[1, 2, 3])
SELECT * FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY
SELECT x, n FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY AS t(x, n) ORDER BY n DESC
SELECT p.id, u FROM people p, unnest(ARRAY[p.id, p.age]) u ORDER BY p.id, u
SELECT name, row_number() OVER (ORDER BY id), rank() OVER (ORDER BY age), dense_rank() OVER (ORDER BY age) FROM people ORDER BY id
SELECT name, lag(name) OVER (ORDER BY id), lead(age, 1, -1) OVER (ORDER BY id), first_value(name) OVER (ORDER BY id), last_value(name) OVER (ORDER BY id) FROM people ORDER BY id
SELECT id, ntile(3) OVER (ORDER BY id), percent_rank() OVER (ORDER BY id), cume_dist() OVER (ORDER BY id), nth_value(id, 2) OVER (ORDER BY id) FROM people ORDER BY id
SELECT id, count(*) OVER (PARTITION BY team), avg(age) OVER (PARTITION BY team), max(age) OVER w FROM people WINDOW w AS (PARTITION BY team ORDER BY id) ORDER BY id
SELECT id, sum(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), sum(id) OVER (ORDER BY age RANGE BETWEEN 5 PRECEDING AND CURRENT ROW), sum(id) OVER (ORDER BY age GROUPS 1 PRECEDING) FROM people WHERE age IS NOT NULL ORDER BY id
SELECT id, sum(id) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) FROM people ORDER BY id
SELECT id, array_agg(id) OVER (ORDER BY age ROWS UNBOUNDED PRECEDING) FROM people ORDER BY id
SELECT rank() OVER (ORDER BY age DESC), age FROM people ORDER BY 1, 2
SELECT count(DISTINCT age), count(age), count(*) FILTER (WHERE active), bool_and(active), bool_or(active), every(active) FROM people
SELECT string_agg(name, ',' ORDER BY id), string_agg(DISTINCT team, '|' ORDER BY team) FROM people
SELECT array_agg(id ORDER BY id DESC), array_agg(DISTINCT age ORDER BY age) FROM people
SELECT array_agg(age ORDER BY age DESC) FROM people
SELECT array_agg(id) FROM people WHERE false
SELECT stddev(age), stddev_pop(age), variance(age), var_pop(age), var_samp(age), stddev_samp(height) FROM people
SELECT stddev(age), variance(age) FROM people WHERE id = 1
SELECT corr(age, height), covar_pop(age, height), covar_samp(age, height), regr_slope(age, height), regr_intercept(age, height), regr_count(age, height), regr_r2(age, height) FROM people
SELECT corr(1, age) FROM people
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY age), percentile_disc(0.5) WITHIN GROUP (ORDER BY age), percentile_cont(0.25) WITHIN GROUP (ORDER BY salary) FROM people
SELECT mode() WITHIN GROUP (ORDER BY age) FROM people
SELECT bit_and(id), bit_or(id), bit_xor(id) FROM people
SELECT min(active::int), max(name), any_value(team) FROM people WHERE team = 'red'
SELECT sum(amount), count(amount), avg(quantity) FROM orders
SELECT sum(amount) FROM orders WHERE false
SELECT (1, 2) = (1, 2), (1, NULL) = (2, 3), (1, 2) < (1, 3), (1, NULL) = (1, 2)
SELECT id FROM people WHERE (age, team) IN ((28, 'blue'), (34, 'red')) ORDER BY id
SELECT id FROM people WHERE (age, team) NOT IN ((28, 'blue')) ORDER BY id
SELECT NULL IS DISTINCT FROM 1, 1 IS NOT DISTINCT FROM 1, NULL = NULL
SELECT active IS TRUE, active IS NOT TRUE, active IS UNKNOWN, active IS FALSE FROM people ORDER BY id
SELECT CASE age WHEN 28 THEN 'x' WHEN 34 THEN 'y' ELSE 'z' END FROM people ORDER BY id
SELECT CASE WHEN age > 30 THEN 'old' WHEN age IS NULL THEN 'none' END AS c FROM people ORDER BY id
SELECT (SELECT name FROM people)
SELECT nosuch FROM people
SELECT nosuch(1)
SELECT name FROM people GROUP BY team
SELECT count(*) FROM people WHERE count(*) > 1
SELECT 1 FROM people HAVING true
SELECT sum(sum(age)) OVER (ORDER BY team) FROM people GROUP BY team ORDER BY 1
SELECT max(age) - min(age) AS spread FROM people
SELECT team, sum(salary) / count(*) AS mean FROM people GROUP BY team ORDER BY team
SELECT sum(age) / count(age) FROM people
SELECT (SELECT sum(o.quantity) FROM orders o WHERE o.person_id = p.id) / 2 FROM people p ORDER BY id
SELECT (SELECT max(o.quantity) / p.age FROM orders o) FROM people p WHERE p.age > 0 ORDER BY id
SELECT sum(CASE WHEN active THEN 1 ELSE 0 END) FROM people
SELECT 100.0 * count(*) FILTER (WHERE active) / count(*) FROM people
SELECT count(*)::float8 / 4, count(*)::numeric / 4 FROM people
SELECT avg(age)::numeric(10,2), avg(age)::int FROM people
SELECT date_trunc('month', seen) AS m, count(*) FROM people GROUP BY m ORDER BY m
SELECT date_trunc('month', seen), count(*) FROM people GROUP BY date_trunc('month', seen) ORDER BY 1
SELECT extract(year from seen) AS y, sum(age) FROM people GROUP BY 1 ORDER BY 1
SELECT round(sum(amount), 1), round(sum(amount) / 3, 2) FROM orders
SELECT name FROM people FOR UPDATE
SELECT * INTO x FROM people
SELECT '{"a": 1}'::json -> 'a'
SELECT $1
SELECT row(1, 2)
