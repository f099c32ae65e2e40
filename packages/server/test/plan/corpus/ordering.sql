SELECT val FROM readings ORDER BY val
SELECT val FROM readings ORDER BY val DESC
SELECT val FROM readings ORDER BY val NULLS FIRST
SELECT val FROM readings ORDER BY val DESC NULLS LAST
SELECT val, id FROM readings ORDER BY val ASC NULLS LAST, id DESC
SELECT id FROM readings ORDER BY grp, val DESC, id
SELECT id FROM readings ORDER BY val IS NULL, val, id
SELECT id FROM readings ORDER BY -val, id
SELECT id FROM readings ORDER BY val + pos DESC NULLS LAST, id
SELECT id FROM readings ORDER BY CASE WHEN grp = 'b' THEN 0 ELSE 1 END, id
SELECT id, val AS v FROM readings ORDER BY v, id
SELECT id AS val, val AS id FROM readings ORDER BY val
SELECT id AS val FROM readings ORDER BY val
SELECT id AS val FROM readings ORDER BY readings.val, id
SELECT id AS val FROM readings ORDER BY val + 0, id
SELECT id a, id a FROM readings ORDER BY a
SELECT id FROM readings ORDER BY 0
SELECT id FROM readings ORDER BY 1 + 0, id
SELECT id FROM readings ORDER BY 'id', id
SELECT id FROM readings ORDER BY NULL, id
SELECT id FROM readings ORDER BY nosuch
SELECT id FROM readings ORDER BY 1.5
SELECT id, val FROM readings ORDER BY 2 DESC, 1
SELECT * FROM readings ORDER BY 1 LIMIT 2
SELECT * FROM readings ORDER BY 3, 1 LIMIT 2
SELECT id FROM readings ORDER BY id LIMIT 3
SELECT id FROM readings ORDER BY id LIMIT 0
SELECT id FROM readings ORDER BY id LIMIT ALL
SELECT id FROM readings ORDER BY id LIMIT NULL
SELECT id FROM readings ORDER BY id LIMIT -1
SELECT id FROM readings ORDER BY id OFFSET 12
SELECT id FROM readings ORDER BY id OFFSET 100
SELECT id FROM readings ORDER BY id OFFSET -1
SELECT id FROM readings ORDER BY id OFFSET NULL
SELECT id FROM readings ORDER BY id LIMIT 2 OFFSET 3
SELECT id FROM readings ORDER BY id OFFSET 3 LIMIT 2
SELECT id FROM readings ORDER BY id LIMIT 1 + 1
SELECT id FROM readings ORDER BY id LIMIT 2.5
SELECT id FROM readings ORDER BY id LIMIT 2.4
SELECT id FROM readings ORDER BY id LIMIT id
SELECT id FROM readings ORDER BY id LIMIT 'a'
SELECT id FROM readings ORDER BY id LIMIT 9223372036854775807
SELECT id FROM readings ORDER BY id FETCH FIRST 2 ROWS ONLY
SELECT id FROM readings ORDER BY id FETCH FIRST ROW ONLY
SELECT id FROM readings ORDER BY id OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY
SELECT id, val FROM readings ORDER BY val FETCH FIRST 1 ROWS WITH TIES
SELECT val FROM readings ORDER BY val FETCH FIRST 2 ROWS WITH TIES
SELECT val FROM readings ORDER BY val DESC FETCH FIRST 1 ROW WITH TIES
SELECT pos FROM readings ORDER BY pos OFFSET 2 FETCH FIRST 3 ROWS WITH TIES
SELECT pos, count(*) FROM readings GROUP BY pos ORDER BY count(*) DESC FETCH FIRST 2 ROWS WITH TIES
SELECT grp, sum(val) FROM readings GROUP BY grp ORDER BY sum(val) IS NULL FETCH FIRST 1 ROWS WITH TIES
SELECT id FROM readings FETCH FIRST 2 ROWS WITH TIES
SELECT DISTINCT pos FROM readings ORDER BY pos FETCH FIRST 2 ROWS WITH TIES
SELECT 1 AS a UNION ALL SELECT 1 UNION ALL SELECT 2 ORDER BY a FETCH FIRST 1 ROWS WITH TIES
SELECT * FROM (SELECT val FROM readings ORDER BY val FETCH FIRST 2 ROWS WITH TIES) x
SELECT val FROM readings ORDER BY val FETCH FIRST 0 ROWS WITH TIES
SELECT val FROM readings ORDER BY val FETCH FIRST NULL ROWS WITH TIES
SELECT val FROM readings ORDER BY val FETCH FIRST (1 + 1) ROWS WITH TIES
SELECT pos, pos + 1 AS next FROM readings ORDER BY next FETCH FIRST 1 ROWS WITH TIES
SELECT id FROM readings ORDER BY val USING <, id
SELECT id FROM readings ORDER BY val USING >, id
SELECT id FROM readings ORDER BY id USING >=
SELECT id FROM people ORDER BY name, id
SELECT id FROM people ORDER BY name COLLATE "C", id
SELECT id FROM people ORDER BY lower(name), id
SELECT name FROM people ORDER BY length(name), name
SELECT id FROM people ORDER BY active, id
SELECT id FROM people ORDER BY active DESC, id
SELECT id FROM people ORDER BY born, id
SELECT id FROM people ORDER BY seen DESC NULLS LAST, id
SELECT id FROM people ORDER BY (team, id)
SELECT id FROM people ORDER BY ROW(team, -id)
SELECT id FROM people ORDER BY ARRAY[age, id]
SELECT team, count(*) FROM people GROUP BY team ORDER BY count(*) DESC, team NULLS FIRST
SELECT team AS t, count(*) AS c FROM people GROUP BY t ORDER BY c DESC, t
SELECT team, max(age) FROM people GROUP BY team ORDER BY max(age) NULLS FIRST, team
SELECT x FROM (SELECT id AS x FROM people ORDER BY id DESC) q ORDER BY x LIMIT 1
SELECT id FROM people FOR UPDATE
SELECT id FROM people FOR SHARE
SELECT id INTO newtable FROM people
SELECT i4 FROM extremes ORDER BY i4 DESC NULLS LAST
SELECT id FROM extremes ORDER BY f8, id
SELECT id FROM extremes ORDER BY f4 DESC NULLS LAST, id
SELECT id FROM extremes ORDER BY n, id
SELECT id FROM extremes ORDER BY b, t, id
SELECT d, ts FROM extremes ORDER BY d, ts
SELECT a, b, c FROM l ORDER BY b, a, c
SELECT a FROM l ORDER BY c DESC NULLS LAST, a
SELECT id, val AS v FROM readings ORDER BY v + 1, id
SELECT id a, pos a FROM readings ORDER BY a
SELECT id FROM readings ORDER BY 2
SELECT id FROM readings ORDER BY -1, id
SELECT id FROM readings ORDER BY id LIMIT '2'
SELECT id FROM readings ORDER BY id LIMIT 1 + 1 OFFSET 1.5
SELECT id FROM readings ORDER BY id LIMIT (SELECT count(*) / 2 FROM people)
SELECT id FROM readings ORDER BY id LIMIT (SELECT -1)
SELECT id FROM readings ORDER BY id OFFSET (SELECT -1)
SELECT id FROM readings ORDER BY id LIMIT (SELECT NULL::int) OFFSET NULL
SELECT id FROM readings ORDER BY id LIMIT 'x'
SELECT (SELECT max(p.id) FROM orders LIMIT 1) FROM people p
SELECT a FROM l ORDER BY b FETCH FIRST 2 ROWS WITH TIES
SELECT id FROM readings ORDER BY grp, pos FETCH FIRST 3 ROWS WITH TIES
SELECT grp FROM readings ORDER BY pos DESC, grp FETCH FIRST 3 ROWS WITH TIES
SELECT id FROM readings ORDER BY rank() OVER (ORDER BY grp), id FETCH FIRST 3 ROWS WITH TIES
SELECT pos FROM readings ORDER BY pos OFFSET 1 ROWS FETCH FIRST 3 ROWS WITH TIES
SELECT DISTINCT ON (grp) grp, pos FROM readings ORDER BY grp, pos DESC FETCH FIRST 2 ROWS WITH TIES
SELECT pos FROM readings ORDER BY pos FETCH FIRST 0 ROWS WITH TIES
SELECT pos FROM readings ORDER BY pos FETCH FIRST (1 + 1) ROWS WITH TIES
SELECT generate_series(1, 3) AS g FROM l ORDER BY g FETCH FIRST 2 ROWS WITH TIES
SELECT pos FROM readings ORDER BY pos FETCH FIRST NULL ROWS WITH TIES
VALUES (3), (1), (2) ORDER BY column1 + 1 DESC
VALUES (3, 'a'), (1, 'b'), (NULL, 'c') ORDER BY column1 IS NULL, -column1 LIMIT 2
VALUES (3), (1), (1) ORDER BY -column1 DESC FETCH FIRST 1 ROW WITH TIES
VALUES (1) ORDER BY nosuch
SELECT l.a, (SELECT array_agg(r.b ORDER BY r.b) FROM r WHERE r.a = l.a) FROM l ORDER BY 1
SELECT l.a, (SELECT r.b FROM r WHERE r.a = l.a AND r.b = l.b) FROM l ORDER BY 1
SELECT l.a, EXISTS (SELECT 1 FROM r WHERE r.a = l.a HAVING count(*) > 1) FROM l ORDER BY 1
SELECT l.a, (SELECT count(*) FROM r WHERE r.a = l.a HAVING count(*) > 0) FROM l ORDER BY 1
SELECT l.a IN (SELECT r.a FROM r), l.a NOT IN (SELECT r.a FROM r), l.a NOT IN (SELECT r.a FROM r WHERE r.a IS NOT NULL) FROM l ORDER BY l.a
SELECT l.a = ANY (SELECT r.a FROM r), l.a > ALL (SELECT r.a FROM r WHERE r.a < 0), l.a <> ANY (SELECT r.a FROM r WHERE false) FROM l ORDER BY l.a
SELECT ARRAY(SELECT a FROM l ORDER BY a DESC), ARRAY(SELECT a FROM l WHERE false)
SELECT a, a + 1 FROM l ORDER BY a + 1
SELECT DISTINCT a FROM l ORDER BY b
SELECT DISTINCT a FROM l ORDER BY a + 1
SELECT DISTINCT ON (a) a, b FROM l ORDER BY a, b DESC
SELECT DISTINCT ON (b) a, b FROM l ORDER BY a
SELECT DISTINCT ON (a, b) a FROM l ORDER BY b, a
SELECT DISTINCT ON (a + 1) a, b FROM l ORDER BY a + 1, b
SELECT DISTINCT ON (team) team, max(id) FROM people GROUP BY team, active ORDER BY team, max(id) DESC
SELECT DISTINCT count(*) FROM l GROUP BY a
SELECT a, sum(c) FROM l GROUP BY a ORDER BY sum(c) DESC NULLS LAST, a
SELECT a FROM l GROUP BY a ORDER BY count(*) DESC, a NULLS FIRST
SELECT a FROM l ORDER BY 2
SELECT a FROM l ORDER BY 0
SELECT a FROM l ORDER BY 1.5
SELECT a FROM l ORDER BY 'a'
SELECT a FROM l ORDER BY NULL, a
SELECT a FROM l ORDER BY a USING >
SELECT a FROM l ORDER BY a USING <=
SELECT a FROM l ORDER BY a DESC NULLS LAST LIMIT 2 OFFSET 1
TABLE l ORDER BY a LIMIT 1
SELECT DISTINCT p FROM tree p ORDER BY p
-- As engineers and agents ask.
SELECT width_bucket(salary, 0, 8000, 4), width_bucket(height, 1.5, 1.9, 4) FROM people ORDER BY id
SELECT DISTINCT ON (team) team, name, salary FROM people ORDER BY team, salary DESC NULLS LAST, id
SELECT id FROM people ORDER BY age FETCH FIRST 2 ROWS WITH TIES
SELECT num_nulls(age, salary, height), num_nonnulls(age, team), nullif(age, 28), age IS DISTINCT FROM 28 FROM people ORDER BY id
SELECT coalesce(amount, 0)::text, coalesce(amount, 0.00)::text, greatest(amount, 10)::text FROM orders ORDER BY id
SELECT CASE WHEN amount > 50 THEN amount ELSE 0 END || ' eur' FROM orders ORDER BY id
SELECT round(amount * 1.19, 2)::text, round(amount / 3, 2)::text, trunc(amount / 3, 2) FROM orders ORDER BY id
SELECT name, (age > 30)::text, active::int, (NOT active)::text, age::bool FROM people ORDER BY id
SELECT * FROM people TABLESAMPLE BERNOULLI (100) ORDER BY id
SELECT id, CASE id % 3 WHEN 0 THEN 'fizz' WHEN 1 THEN 'one' END FROM people ORDER BY id
SELECT name, name COLLATE "C" < 'b' FROM people ORDER BY name COLLATE "C"
TABLE l ORDER BY a, b, c
SELECT DISTINCT ON (person_id) person_id, id, amount FROM orders WHERE person_id IS NOT NULL ORDER BY person_id, "at" DESC
SELECT * FROM people ORDER BY 99
SELECT name, age, salary FROM people ORDER BY CASE WHEN team = 'red' THEN 0 ELSE 1 END, salary DESC NULLS LAST, name
SELECT name FROM people ORDER BY length(name) DESC, name COLLATE "C" LIMIT 3
SELECT id FROM people ORDER BY id LIMIT NULL OFFSET 2 + 1
SELECT DISTINCT team, active FROM people ORDER BY team NULLS FIRST, active
SELECT DISTINCT team FROM people ORDER BY age
SELECT age + 1 AS next_age FROM people ORDER BY next_age + 1
SELECT age AS id FROM people ORDER BY id NULLS LAST
SELECT l IS NULL, l IS NOT NULL, l.* IS NULL FROM l ORDER BY a
SELECT name = 'Ann' AND age > 30 OR NOT active, (age > 30) IS TRUE, (age > 30) IS NOT FALSE, (age > 30) IS UNKNOWN FROM people ORDER BY id
SELECT id FROM people WHERE (team, age) IN (('blue', 28), ('red', NULL)) ORDER BY id
SELECT id FROM people WHERE (age, id) > (28, 2) ORDER BY id
SELECT id FROM people WHERE team IN ('red', NULL) ORDER BY id
SELECT id FROM people WHERE age BETWEEN SYMMETRIC 50 AND 28 ORDER BY id
SELECT id FROM people WHERE age > '28' ORDER BY id
SELECT id, CASE team WHEN 'red' THEN 1 WHEN NULL THEN 2 ELSE 3 END, CASE WHEN team IS NULL THEN 'none' ELSE team END FROM people ORDER BY id
SELECT CASE WHEN id = 1 THEN 1 WHEN id = 2 THEN 2.5 ELSE NULL END FROM people ORDER BY id
SELECT CASE WHEN age > 0 THEN 100 / age END FROM people ORDER BY id
SELECT nullif(age, 28) + 1, nullif(team, 'red') || 'x', nullif(salary, 0) FROM people ORDER BY id
SELECT id FROM people ORDER BY 'x'::name, ''::text, id DESC
SELECT first_value(id) OVER (ORDER BY 'x'::text, id), array_agg(id ORDER BY 'a'::varchar, id DESC) OVER (ORDER BY id ROWS 1 PRECEDING) FROM people WHERE false
