SELECT (SELECT val FROM readings)
SELECT (SELECT val FROM readings WHERE grp = 'a')
SELECT (SELECT 1, 2)
SELECT (SELECT val, id FROM readings LIMIT 1)
SELECT (SELECT val FROM readings ORDER BY id LIMIT 1) + 1
SELECT id, (SELECT count(*) FROM readings r2 WHERE r2.val < r1.val) FROM readings r1 ORDER BY id
SELECT id, (SELECT max(r2.id) FROM readings r2 WHERE r2.grp = r1.grp AND r2.id < r1.id) FROM readings r1 ORDER BY id
SELECT id, (SELECT r2.val FROM readings r2 WHERE r2.grp = r1.grp ORDER BY r2.id LIMIT 1) FROM readings r1 ORDER BY id
SELECT id, (SELECT r2.val FROM readings r2 WHERE r2.grp = r1.grp) FROM readings r1
SELECT id FROM readings r1 WHERE val > (SELECT avg(val) FROM readings r2 WHERE r2.grp = r1.grp) ORDER BY id
SELECT id FROM readings WHERE val = (SELECT max(val) FROM readings)
SELECT id FROM readings WHERE val = (SELECT i FROM nothing)
SELECT id FROM readings WHERE EXISTS (SELECT 1 FROM nothing)
SELECT id FROM readings r WHERE NOT EXISTS (SELECT 1 FROM readings x WHERE x.grp = r.grp AND x.id <> r.id) ORDER BY id
SELECT EXISTS (SELECT 1), EXISTS (SELECT NULL), EXISTS (SELECT 1 WHERE false), NOT EXISTS (SELECT 1)
SELECT EXISTS (SELECT FROM readings), EXISTS (SELECT 1, 2, 3 FROM readings)
SELECT id FROM readings WHERE val IN (SELECT val FROM readings WHERE grp = 'a') ORDER BY id
SELECT id FROM readings WHERE val NOT IN (SELECT val FROM readings WHERE grp = 'a') ORDER BY id
SELECT id FROM readings WHERE val NOT IN (SELECT val FROM readings WHERE grp = 'b') ORDER BY id
SELECT id FROM readings WHERE grp IN (SELECT team FROM people) ORDER BY id
SELECT id FROM readings WHERE val IN (SELECT i::float8 FROM numbers) ORDER BY id
SELECT id FROM readings WHERE (grp, val) IN (SELECT 'a', 20) ORDER BY id
SELECT id FROM readings WHERE (grp, val) IN (SELECT grp, max(val) FROM readings GROUP BY grp) ORDER BY id
SELECT id FROM readings WHERE (grp, val) NOT IN (SELECT grp, val FROM readings WHERE grp = 'a' AND val IS NOT NULL) ORDER BY id
SELECT id FROM readings WHERE (grp, val) = (SELECT 'a', 10)
SELECT (1, 2) = (SELECT 1, 2), (1, 2) < (SELECT 1, 3), (1, NULL) = (SELECT 1, 2)
SELECT (1, 2) IN (SELECT 1, 2), (1, 2) = ANY (SELECT 1, 2 UNION ALL SELECT 3, 4), (1, 2) <> ALL (SELECT 3, 4)
SELECT (1, 2) IN (SELECT 1)
SELECT 1 IN (SELECT 1, 2)
SELECT 5 > ALL (SELECT val FROM readings WHERE grp = 'c'), 5 > ANY (SELECT val FROM readings), 5 > SOME (SELECT val FROM readings WHERE val > 10)
SELECT 5 < ALL (SELECT val FROM readings WHERE grp = 'a'), 100 > ALL (SELECT val FROM readings), -100 > ANY (SELECT val FROM readings)
SELECT 'a' LIKE ANY (SELECT grp FROM readings), 'zz' NOT LIKE ALL (SELECT grp FROM readings WHERE grp IS NOT NULL)
SELECT id, val IN (SELECT 20), val NOT IN (SELECT 20) FROM readings ORDER BY id
SELECT id, val IN (SELECT NULL::int), val IN (SELECT i FROM nothing) FROM readings ORDER BY id
SELECT id, 20 = ANY (SELECT val FROM readings x WHERE x.grp = readings.grp) FROM readings ORDER BY id
SELECT id, EXISTS (SELECT 1 FROM orders o WHERE o.person_id = readings.id) FROM readings ORDER BY id
SELECT ARRAY(SELECT val FROM readings ORDER BY id), ARRAY(SELECT i FROM nothing), ARRAY(SELECT grp FROM readings ORDER BY id DESC LIMIT 2)
SELECT id, ARRAY(SELECT o.id FROM orders o WHERE o.person_id = p.id ORDER BY o.id) FROM people p ORDER BY id
SELECT ARRAY(SELECT 1, 2)
SELECT array_length(ARRAY(SELECT val FROM readings), 1)
SELECT * FROM (SELECT 1) x
SELECT * FROM (SELECT 1 AS a, 2 AS b) x WHERE a < b
SELECT * FROM (SELECT 1 AS a) AS x(b)
SELECT a FROM (SELECT 1 AS a) AS x(b)
SELECT x.b FROM (SELECT 1, 2) AS x(a, b)
SELECT * FROM (SELECT 1, 2) AS x(a)
SELECT * FROM (SELECT * FROM (SELECT 1 AS deep) y) x
SELECT y.deep FROM (SELECT * FROM (SELECT 1 AS deep) y) x
SELECT count(*) FROM (SELECT grp FROM readings GROUP BY grp) x
SELECT max(s) FROM (SELECT grp, sum(val) AS s FROM readings GROUP BY grp HAVING sum(val) > 0) x
SELECT id FROM (SELECT id, val FROM readings ORDER BY val DESC NULLS LAST, id LIMIT 3) x ORDER BY id
SELECT id FROM readings WHERE val > (SELECT min(x) FROM (VALUES (5), (15)) v(x)) ORDER BY id
SELECT (SELECT x FROM (VALUES (1)) v(x)), (VALUES (5))
SELECT (TABLE nothing)
SELECT CASE WHEN EXISTS (SELECT 1 FROM nothing) THEN 'some' ELSE 'none' END
SELECT coalesce((SELECT i FROM nothing), 0), nullif((SELECT 1), 1)
SELECT sum((SELECT count(*) FROM orders o WHERE o.person_id = p.id)) FROM people p
SELECT team, (SELECT count(*) FROM orders o WHERE o.person_id = max(p.id)) FROM people p GROUP BY team ORDER BY team
SELECT team, (SELECT sum(x.age) FROM people x WHERE x.team = p.team) FROM people p GROUP BY team ORDER BY team
SELECT (SELECT p.age) FROM people p ORDER BY id
SELECT (SELECT sum(p.age)) FROM people p
SELECT (SELECT count(p.id) FROM orders) FROM people p
SELECT (SELECT count(*) FILTER (WHERE o.quantity > p.age) FROM orders o) FROM people p ORDER BY id
SELECT id, (SELECT string_agg(o.note, ',' ORDER BY o.id) FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY id
SELECT id FROM people p WHERE (SELECT count(*) FROM orders o WHERE o.person_id = p.id) > 1 ORDER BY id
SELECT id FROM people p ORDER BY (SELECT count(*) FROM orders o WHERE o.person_id = p.id) DESC, id
SELECT id FROM people p WHERE id = (SELECT o.person_id FROM orders o WHERE o.person_id = p.id LIMIT 1) ORDER BY id
SELECT id FROM people p WHERE id = (SELECT DISTINCT o.person_id FROM orders o WHERE o.person_id = p.id) ORDER BY id
SELECT (SELECT a.id FROM people a WHERE a.id = b.id AND EXISTS (SELECT 1 FROM people c WHERE c.id = a.id AND c.id = b.id)) FROM people b ORDER BY b.id
SELECT id, (SELECT (SELECT max(x.id) FROM people x WHERE x.id < p.id AND x.age > o.quantity) FROM orders o WHERE o.person_id = p.id ORDER BY o.id LIMIT 1) FROM people p ORDER BY id
SELECT (SELECT nosuch FROM people LIMIT 1)
SELECT (SELECT outer_nosuch.id) FROM people
SELECT id FROM people WHERE id IN (SELECT nosuch FROM orders)
SELECT id FROM people WHERE id IN (SELECT age FROM orders) ORDER BY id
SELECT id FROM people WHERE id IN (SELECT id FROM orders) ORDER BY id
SELECT id FROM people LIMIT (SELECT 2)
SELECT id FROM people ORDER BY id OFFSET (SELECT count(*) FROM orders) - 2
SELECT 1 WHERE 1 IN (SELECT 1)
SELECT 1 WHERE NULL IN (SELECT 1 WHERE false)
SELECT NULL IN (SELECT 1), NULL NOT IN (SELECT 1 WHERE false), NULL = ALL (SELECT 1 WHERE false)
SELECT 3 > ALL (SELECT unnest(ARRAY[1, 2])), 1 IN (SELECT unnest(ARRAY[1, 2]))
SELECT id FROM people WHERE age < (SELECT avg(age) FROM people WHERE team = 'blue') ORDER BY id
SELECT (SELECT id FROM people WHERE false) IS NULL
SELECT (SELECT sum(age) FROM people) / (SELECT count(*) FROM people)
SELECT ROW(1, (SELECT 2)) = ROW(1, 2)
SELECT (SELECT row(1, 2))
SELECT (SELECT l FROM l WHERE a = 1)
SELECT x FROM (SELECT l AS x FROM l WHERE a = 1) q
SELECT (SELECT 1), (SELECT NULL), (SELECT max(val) FROM readings), (SELECT i FROM nothing)
SELECT 1 = ANY (SELECT 1), 1 = ANY (SELECT NULL), 1 <> ALL (SELECT NULL::int), 1 = ALL (SELECT 1 WHERE false), 1 = ANY (SELECT 1 WHERE false)
SELECT * FROM (SELECT 1, 2)
SELECT count(*) FROM (SELECT FROM people) q
SELECT id FROM people p WHERE EXISTS (SELECT FROM orders o WHERE o.person_id = p.id) ORDER BY id
SELECT id FROM people p WHERE NOT EXISTS (SELECT FROM orders o WHERE o.person_id = p.id) ORDER BY id
SELECT (SELECT max(p.id)) FROM people p
SELECT team, (SELECT max(p.id) + count(*) FROM orders) FROM people p GROUP BY team ORDER BY team
SELECT team, (SELECT sum(o.id + p.id) FROM orders o) FROM people p GROUP BY team
SELECT id, (SELECT sum(o.id + p.id) FROM orders o) FROM people p ORDER BY id
SELECT id, (SELECT max(p.id) FROM orders) FROM people p
SELECT team FROM people p GROUP BY team HAVING EXISTS (SELECT 1 FROM orders o WHERE o.person_id = max(p.id)) ORDER BY team
SELECT id FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.person_id = max(p.id))
SELECT team, (SELECT count(p.id) FILTER (WHERE p.age > 30)) FROM people p GROUP BY team ORDER BY team
SELECT team, (SELECT string_agg(p.name, ',' ORDER BY p.id)) FROM people p GROUP BY team ORDER BY team
SELECT team, (SELECT (SELECT max(p.id))) FROM people p GROUP BY team ORDER BY team
SELECT team FROM people p GROUP BY team ORDER BY (SELECT min(o.id) FROM orders o WHERE o.person_id >= min(p.id)), team
SELECT (SELECT l.a FROM l)
SELECT (SELECT l.a FROM l WHERE false)
-- Grouped by what reads the same table in a subquery.
SELECT people.id + (SELECT max(people.id) FROM people) AS k, count(*) FROM people GROUP BY k ORDER BY k
SELECT id + (SELECT max(age) FROM people) AS k, count(*) FROM people GROUP BY k ORDER BY k
SELECT id + (SELECT max(id) FROM people) AS k FROM people GROUP BY k ORDER BY k
SELECT id + (SELECT id FROM people LIMIT 1) AS k FROM people GROUP BY k ORDER BY k
SELECT (SELECT max(id) FROM people) + id AS k FROM people GROUP BY k ORDER BY k
SELECT id + (SELECT max(id) FROM orders) AS k FROM people GROUP BY k ORDER BY k
SELECT max(id + (SELECT max(id) FROM people)) AS k FROM people
SELECT team, max(id) + (SELECT max(id) FROM people) AS k FROM people GROUP BY team ORDER BY 2, 1
SELECT id + (SELECT max(id) FROM people WHERE id < (SELECT max(id) FROM people)) AS k, count(*) FROM people GROUP BY k ORDER BY k
SELECT id + (SELECT max(id) FROM people) AS k, count(*) FROM people GROUP BY id + (SELECT max(id) FROM people) HAVING id + (SELECT max(id) FROM people) > 8 ORDER BY id + (SELECT max(id) FROM people)
SELECT width_bucket(val, (SELECT min(val) FROM readings), (SELECT max(val) + 1 FROM readings), 5) AS bucket, count(*), array_agg(val ORDER BY val) FROM readings WHERE val IS NOT NULL GROUP BY bucket ORDER BY bucket
SELECT val > (SELECT avg(val) FROM readings) AS above, count(*) FROM readings GROUP BY above ORDER BY above
SELECT (SELECT count(*) FROM people a JOIN people b ON a.team = b.team WHERE a.id = people.id) AS n, count(*) FROM people GROUP BY n ORDER BY n
SELECT (SELECT count(*) FROM (SELECT DISTINCT team FROM people) t) AS n, count(*) FROM people GROUP BY n
SELECT (SELECT count(*) FROM (SELECT DISTINCT team FROM people)) AS n, count(*) FROM people GROUP BY n
SELECT (id, age) IN (SELECT id, max(age) FROM people GROUP BY id) AS top, count(*) FROM people GROUP BY top ORDER BY top
SELECT id % 2 = ANY (SELECT id FROM people) AS hit, count(*) FROM people GROUP BY hit
SELECT (id, 1) = (SELECT min(id), 1 FROM people) AS first, count(*) FROM people GROUP BY first ORDER BY first
-- As engineers and agents ask.
SELECT grp, sum(val) AS s FROM readings GROUP BY grp HAVING sum(val) > (SELECT avg(val) FROM readings) ORDER BY s DESC
SELECT team, age FROM people WHERE (team, age) IN (SELECT team, max(age) FROM people GROUP BY team) ORDER BY 1
SELECT id FROM people p WHERE salary > ALL (SELECT amount FROM orders WHERE amount IS NOT NULL) AND EXISTS (SELECT FROM orders o WHERE o.person_id = p.id) ORDER BY id
SELECT count(*) FROM people WHERE id NOT IN (SELECT person_id FROM orders)
(SELECT a FROM l EXCEPT SELECT a FROM r) INTERSECT SELECT 3 ORDER BY 1
SELECT (p).name, (p).age + 1 FROM (SELECT people AS p FROM people WHERE id = 1) x
SELECT md5(string_agg(p::text, '' ORDER BY id)) FROM (SELECT id, name, age FROM people) p
SELECT team, max(name) FILTER (WHERE age = (SELECT max(age) FROM people)) FROM people GROUP BY team ORDER BY team
SELECT p.name FROM people p WHERE (SELECT count(*) FROM orders o WHERE o.person_id = p.id) >= 2 ORDER BY 1
SELECT avg(val), (SELECT avg(val) FROM readings r2 WHERE r2.grp = r.grp) AS grp_avg, r.grp FROM readings r GROUP BY r.grp ORDER BY grp
SELECT * FROM l WHERE (a, b) IN (SELECT a, b FROM r) ORDER BY a
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE r.a = l.a AND r.b = l.b) UNION SELECT * FROM l WHERE c < 0 ORDER BY 1, 2
SELECT a, sum(c) FROM l GROUP BY a HAVING sum(c) >= ALL (SELECT sum(c) FROM l WHERE c IS NOT NULL GROUP BY a)
SELECT count(*) FILTER (WHERE age > avg_age), count(*) FROM people, (SELECT avg(age) AS avg_age FROM people) a
SELECT (WITH q AS (SELECT max(age) AS m FROM people) SELECT name FROM people, q WHERE age = q.m)
SELECT * FROM people p WHERE p.salary = (SELECT max(salary) FROM people WHERE team = p.team) ORDER BY id
SELECT name, (SELECT count(*) + 1 FROM people o WHERE o.salary > p.salary) AS rank FROM people p ORDER BY 2, 1
SELECT id, name FROM people WHERE born > '1990-01-01' AND seen < now() ORDER BY born LIMIT (SELECT count(*) / 2 FROM people)
SELECT (SELECT name FROM people WHERE id > 1)
SELECT (SELECT id, name FROM people LIMIT 1)
SELECT * FROM people WHERE (SELECT true)
(SELECT a FROM l ORDER BY a LIMIT 1) UNION ALL (SELECT a FROM r ORDER BY a DESC NULLS LAST LIMIT 1) ORDER BY 1
SELECT a, count(*) FROM (SELECT a FROM l UNION ALL SELECT a FROM r) u GROUP BY a ORDER BY 2 DESC, 1
SELECT string_agg(name, ',') FROM (SELECT name FROM people ORDER BY name DESC) s
SELECT EXISTS (SELECT * FROM orders WHERE person_id = p.id AND amount > 100), p.id IN (SELECT person_id FROM orders), (SELECT sum(amount) FROM orders WHERE person_id = p.id) FROM people p ORDER BY id
SELECT p.name, (SELECT o.id FROM orders o WHERE o.person_id = p.id ORDER BY o.amount DESC NULLS LAST LIMIT 1) AS best FROM people p ORDER BY p.id
SELECT * FROM (SELECT id, id FROM people) s
SELECT s.id FROM (SELECT id, id FROM people) s
SELECT t.n FROM (SELECT count(*) AS n FROM people) AS t WHERE n > 1
SELECT n FROM (SELECT count(*) n FROM people)
-- What a row of the outer query is computed for once: equal intervals are of several lengths of months and days.
SELECT x.id, (SELECT x.iv), (SELECT x.iv::text || count(*) FROM readings) FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g)
SELECT x.id, q.o, q.z FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g), LATERAL (SELECT x.iv AS o, timestamp '2024-01-31' + x.iv AS z) q
SELECT x.id, q.o FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) LEFT JOIN LATERAL (SELECT x.iv AS o FROM readings y WHERE y.id = x.id) q ON true
SELECT x.id, count(*) FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g), generate_series(timestamp '2024-02-01', timestamp '2024-02-01' + x.iv, interval '12 hours') WITH ORDINALITY q GROUP BY x.id
SELECT x.id FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) WHERE EXISTS (SELECT 1 FROM readings y WHERE y.taken + x.iv = timestamp '2024-03-30 00:00:00') OR (SELECT timestamp '2024-02-01' + x.iv) = timestamp '2024-03-01'
SELECT x.id, (SELECT (x).iv), (SELECT count(*) FROM (VALUES (interval '1 day')) y(iv) WHERE y.iv = x.iv) FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g)
SELECT x.id, q.o FROM readings y RIGHT JOIN (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) ON y.id = x.id + 3, LATERAL (SELECT x.iv AS o) q
SELECT q.o, q.z FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) FULL JOIN (VALUES (interval '1 mon'), ('2 mons')) y(iv) USING (iv), LATERAL (SELECT iv AS o, y.iv AS z) q
SELECT x.id, (SELECT r.v FROM (SELECT x.rec AS v) r) FROM (SELECT z.id, row(z.iv, 1) AS rec FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) z(id, iv, g)) x
SELECT x.iv > interval '20 days', (SELECT count(*) FROM (VALUES (interval '30 days'), ('1 day'), ('24:00:00')) y(iv) WHERE y.iv = x.iv), count(*) FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) GROUP BY x.iv
SELECT x.iv, x.g, (SELECT x.iv::text) FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) GROUP BY x.iv, x.g
SELECT x.g, sum((SELECT x.iv)) FROM (VALUES (1, interval '30 days', 'a'), (2, '1 mon', 'a'), (3, '24:00:00', 'b'), (4, '1 day', 'b'), (5, NULL, NULL)) x(id, iv, g) GROUP BY x.g
