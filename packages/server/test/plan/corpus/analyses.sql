-- What analysts and agents ask: several areas in one statement.
SELECT team, count(*) AS n, round(avg(salary), 2) AS mean, max(born) AS youngest FROM people WHERE active IS NOT FALSE GROUP BY team HAVING count(*) > 0 ORDER BY mean DESC NULLS LAST, team
SELECT p.name, coalesce(sum(o.amount), 0) AS total, count(o.id) AS orders FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id, p.name ORDER BY total DESC, p.name
SELECT date_trunc('month', "at") AS month, count(*) AS n, sum(quantity) AS q, sum(amount) FILTER (WHERE amount > 10) AS big FROM orders GROUP BY 1 ORDER BY 1 NULLS FIRST
SELECT name, salary, rank() OVER (ORDER BY salary DESC NULLS LAST) AS r, salary - lag(salary) OVER (ORDER BY salary DESC NULLS LAST) AS gap FROM people ORDER BY r, name
WITH monthly AS (SELECT date_trunc('month', "at")::date AS m, sum(amount) AS s FROM orders WHERE "at" IS NOT NULL GROUP BY 1) SELECT m, s, sum(s) OVER (ORDER BY m) AS running, round(s / sum(s) OVER () * 100, 1) AS pct FROM monthly ORDER BY m
SELECT CASE WHEN age < 30 THEN 'young' WHEN age < 50 THEN 'middle' ELSE 'other' END AS band, count(*), array_agg(name ORDER BY name) FROM people GROUP BY 1 ORDER BY 1
SELECT id, name FROM people WHERE id IN (SELECT person_id FROM orders WHERE amount > (SELECT avg(amount) FROM orders)) ORDER BY id
SELECT p.name, o.note FROM people p JOIN LATERAL (SELECT note FROM orders WHERE person_id = p.id ORDER BY amount DESC NULLS LAST LIMIT 1) o ON true ORDER BY p.name
SELECT DISTINCT ON (grp) grp, id, val FROM readings ORDER BY grp, val DESC NULLS LAST, id
SELECT to_char(taken, 'YYYY-MM') AS ym, count(*) FROM readings GROUP BY 1 ORDER BY 1
SELECT extract(year FROM born) AS y, count(*) FROM people GROUP BY 1 ORDER BY 1
SELECT extract(epoch FROM (seen - born::timestamp)) FROM people ORDER BY id
SELECT age(seen, born) FROM people ORDER BY id
SELECT seen::date - born AS days, (seen::date - born) / 365 AS years, (seen::date - born) % 365 AS rest FROM people ORDER BY id
SELECT upper(left(name, 1)) || lower(substr(name, 2)) AS title, length(name), octet_length(name), position('e' IN name) FROM people ORDER BY id
SELECT name FROM people WHERE name ILIKE '%e%' OR name ~* '^b' ORDER BY name
SELECT string_agg(DISTINCT team, ', ' ORDER BY team) FROM people
SELECT count(*) AS n, count(age) AS k, count(DISTINCT age) AS d, sum(age) / count(age) AS whole, sum(age)::float8 / count(age) AS mean FROM people
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY age) AS median, percentile_disc(0.9) WITHIN GROUP (ORDER BY age) AS p90, mode() WITHIN GROUP (ORDER BY age) AS m FROM people
SELECT grp, percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY val) FROM readings GROUP BY grp ORDER BY grp
SELECT i, b, i * 2 + 1, b / 2, b % 3, abs(i), sign(i), -i FROM numbers ORDER BY i NULLS LAST
SELECT d, round(d), ceil(d), floor(d), trunc(d), d::int FROM numbers WHERE abs(d) < 1e9 ORDER BY d
SELECT n, round(n, 2), round(n), trunc(n, 1), ceil(n), n::int, n * 2, n + 0.001 FROM numbers ORDER BY n NULLS LAST
SELECT 7 / 2, -7 / 2, 7 % -2, -7 % 2, 7.0 / 2, 7 / 2.0, 2 ^ 10, 10 / 4 * 4, 10 * 4 / 4
SELECT 1 / 3.0, 2 / 3.0, 10.00 / 3, round(2.0 / 3, 4), 1.10 + 2.2, 1.10 * 2.2, 0.1 + 0.2, 0.1::float8 + 0.2::float8
SELECT sum(amount), avg(amount), sum(amount) * 1.19, round(sum(amount) * 1.19, 2) FROM orders
SELECT sum(quantity), avg(quantity), stddev(quantity), variance(quantity), min(quantity), max(quantity) FROM orders
SELECT bool_and(active), bool_or(active), every(active) FROM people
SELECT corr(age, height), regr_slope(height, age), covar_pop(age, height) FROM people
SELECT generate_series('2024-01-01'::date, '2024-03-01'::date, '1 month')::date AS m ORDER BY 1
SELECT d::date, count(o.id) FROM generate_series('2024-01-01'::timestamp, '2024-01-05', '1 day') d LEFT JOIN orders o ON o."at"::date = d::date GROUP BY d ORDER BY d
WITH RECURSIVE up AS (SELECT id, parent, name, 0 AS depth, name::text AS path FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, t.parent, t.name, up.depth + 1, up.path || '/' || t.name FROM tree t JOIN up ON t.parent = up.id) SELECT id, depth, path FROM up ORDER BY path, id
WITH RECURSIVE fib(a, b) AS (VALUES (0, 1) UNION ALL SELECT b, a + b FROM fib WHERE b < 100) SELECT string_agg(a::text, ',' ORDER BY a) FROM fib
SELECT grp, day, sum(val) FROM readings GROUP BY ROLLUP (grp, day) ORDER BY grp NULLS FIRST, day NULLS FIRST, 3 NULLS FIRST
SELECT grp, pos, grouping(grp, pos), count(*) FROM readings GROUP BY CUBE (grp, pos) ORDER BY 3, 1, 2
SELECT id, val, avg(val) OVER (PARTITION BY grp ORDER BY pos ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM readings ORDER BY id
SELECT id, first_value(val) OVER w, last_value(val) OVER w, nth_value(val, 2) OVER w FROM readings WINDOW w AS (PARTITION BY grp ORDER BY pos ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) ORDER BY id
SELECT id, ntile(3) OVER (ORDER BY id), percent_rank() OVER (ORDER BY val), cume_dist() OVER (ORDER BY val) FROM readings ORDER BY id
SELECT id, sum(amount) OVER (ORDER BY day RANGE BETWEEN '2 days' PRECEDING AND CURRENT ROW) FROM readings WHERE day IS NOT NULL ORDER BY id
SELECT name, nullif(team, 'red'), coalesce(team, 'none'), greatest(age, 30), least(age, 30) FROM people ORDER BY id
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(n, s) WHERE n > 1
SELECT a.b, count(*) FROM l a JOIN r b USING (b) GROUP BY a.b ORDER BY 1
SELECT l.a, r.a, l.b, r.d FROM l FULL JOIN r ON l.a = r.a AND l.b = r.b ORDER BY l.a, r.a, l.b, r.d
SELECT * FROM l NATURAL JOIN r ORDER BY a, b
SELECT a FROM l UNION SELECT a FROM r ORDER BY a NULLS FIRST
SELECT a, b FROM l INTERSECT SELECT a, b FROM r ORDER BY 1
SELECT b FROM l EXCEPT ALL SELECT b FROM r ORDER BY b
SELECT count(*) FROM l WHERE a NOT IN (SELECT a FROM r WHERE a IS NOT NULL)
SELECT count(*) FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.a = l.a)
SELECT split_part('a,b,c', ',', 2), split_part('a,b,c', ',', -1), string_to_array('a,b,c', ','), array_to_string(ARRAY[1, NULL, 3], ',', '*')
SELECT regexp_replace('phone: 555-1234', '\D', '', 'g'), (regexp_match('id=42;', 'id=(\d+)'))[1]::int + 1
SELECT '{"a": {"b": [1, 2, 3]}}'::jsonb -> 'a' -> 'b' ->> 1, jsonb_array_length('{"a": [1, 2]}'::jsonb -> 'a'), '{"x": 1.50}'::jsonb ->> 'x'
SELECT key, value FROM jsonb_each_text('{"a": 1, "b": null, "c": "x"}') ORDER BY key
SELECT e->>'n' AS n, (e->>'v')::int AS v FROM jsonb_array_elements('[{"n": "a", "v": 1}, {"n": "b", "v": 2}]') AS e ORDER BY v DESC
SELECT json_build_object('id', id, 'name', name, 'age', age) FROM people ORDER BY id
SELECT json_agg(json_build_object('n', name) ORDER BY id) FROM people WHERE id < 3
SELECT unnest(ARRAY[3, 1, 2]) AS x ORDER BY x
SELECT id, x FROM people, unnest(string_to_array(name, 'o')) AS x ORDER BY id, x
SELECT ARRAY(SELECT id FROM people ORDER BY id DESC), 3 = ANY (ARRAY[1, 2, 3]), 3 <> ALL (ARRAY[1, 2]), ARRAY[1, 2] @> ARRAY[2], ARRAY[1, 2] && ARRAY[3]
SELECT now() > '2020-01-01', current_date > '2020-01-01'::date, now() - interval '1 day' < now()
SELECT '2024-02-29'::date + interval '1 year', '2024-01-31'::date + interval '1 month', '2024-03-31'::timestamp - interval '1 month', date '2024-01-01' + 45, date '2024-03-01' - date '2024-02-01'
SELECT timestamp '2024-01-01 10:00' AT TIME ZONE 'Europe/Berlin', timestamptz '2024-07-01 10:00+00' AT TIME ZONE 'America/New_York', (timestamptz '2024-07-01 10:00+00')::date
SELECT "at"::date, to_char("at", 'Dy DD Mon YYYY HH24:MI'), extract(dow FROM "at"), extract(isodow FROM "at"), extract(week FROM "at") FROM orders ORDER BY id
SELECT to_char(1234567.891, 'FM9,999,999.00'), to_char(0.5, '0.00'), to_char(-5, '99'), to_char(12, '0000')
SELECT lpad(id::text, 5, '0'), rpad(name, 6, '.'), repeat('-', id), reverse(name), initcap('hello WORLD'), btrim('  x '), replace(name, 'o', '0'), translate('abc', 'ab', 'xy') FROM people ORDER BY id
SELECT md5('a'), encode('abc'::bytea, 'hex'), encode(sha256('a'::bytea), 'hex'), ascii('A'), chr(66), to_hex(255)
SELECT name FROM people ORDER BY lower(name) COLLATE "C" LIMIT 3 OFFSET 1
SELECT name, age FROM people ORDER BY age DESC NULLS LAST, name ASC FETCH FIRST 2 ROWS ONLY
SELECT count(*) FROM people WHERE (age, active) = (28, true)
SELECT count(*) FROM people WHERE age BETWEEN 28 AND 34 AND name NOT LIKE '\_%' AND team IS DISTINCT FROM 'blue'
SELECT (SELECT count(*) FROM orders o WHERE o.person_id = p.id) AS n, p.name FROM people p ORDER BY n DESC, p.name
SELECT team, sum(CASE WHEN active THEN 1 ELSE 0 END) AS on, sum((NOT active)::int) AS off FROM people GROUP BY team ORDER BY team
SELECT width_bucket(val, 0, 50, 5) AS b, count(*) FROM readings WHERE val IS NOT NULL GROUP BY b ORDER BY b
SELECT log(100), ln(2.718281828459045), exp(1), sqrt(2), power(2, 0.5), cbrt(27), pi(), degrees(pi()), sin(1), atan2(1, 2)
SELECT 'a' || 1, 1 || 'a', 'x' || NULL, concat('x', NULL, 1, true), concat_ws('-', 'a', NULL, 'b'), format('%s-%I-%L', 'a', 'B c', 'd''e')
SELECT true AND NULL, false AND NULL, true OR NULL, NOT NULL::bool, NULL = NULL, NULL IS NOT DISTINCT FROM NULL, 1 IN (1, NULL), 2 IN (1, NULL), 2 NOT IN (1, NULL)
SELECT '10'::int + 5, '1e2'::float8, '  42 '::int, 't'::bool, 'yes'::bool, 3.7::int, -3.5::int, 2.5::int, 3.5::int, 2.5::float8::int, 1::bool, true::int
SELECT 'abc' < 'abd', 'B' < 'a', 'Z' < 'a', 'é' > 'z', '10' < '9', '' < 'a'
SELECT avg(age), avg(salary), avg(height), sum(age), sum(salary), sum(height) FROM people WHERE false
SELECT count(*), count(*) FILTER (WHERE false), max(id), array_agg(id), string_agg(name, ','), json_agg(id) FROM people WHERE false
SELECT row_number() OVER (), name FROM (SELECT name FROM people ORDER BY id) q ORDER BY 1
SELECT person_id, array_agg(note ORDER BY note NULLS FIRST), array_length(array_agg(id), 1), min(amount), max("at") FROM orders GROUP BY person_id ORDER BY person_id
SELECT t.id, t.name, p.name AS parent FROM tree t LEFT JOIN tree p ON p.id = t.parent ORDER BY t.id
SELECT name, sum(weight) OVER (PARTITION BY parent ORDER BY id), count(*) OVER (PARTITION BY parent) FROM tree ORDER BY id
SELECT w, length(w), upper(w), lower(w), w = upper(w) FROM words ORDER BY id
SELECT w FROM words ORDER BY w, id
SELECT w, count(*) FROM words GROUP BY w ORDER BY w NULLS FIRST
SELECT min(w), max(w) FROM words
SELECT id, i4 + 1 FROM extremes WHERE id = 2
SELECT id, i8 * 2 FROM extremes WHERE id = 2
SELECT sum(i8), avg(i8) FROM extremes
SELECT f8, f8 = 'NaN', f8 > 0, f8::text FROM extremes ORDER BY f8, id
SELECT n * n FROM extremes WHERE id = 5
SELECT d + 1 FROM extremes WHERE id IN (3, 5, 6) ORDER BY id
SELECT make_date(2024, 2, 29), make_timestamp(2024, 2, 29, 12, 30, 1.5), make_interval(days => 3, hours => 2), justify_hours('27 hours'::interval), date_part('day', '3 days'::interval)
SELECT interval '1 day 2 hours' * 2, interval '1 month' + interval '1 day', '1 year 2 months'::interval, extract(epoch FROM interval '1 day 1 hour'), interval '90 minutes' > interval '1 hour'
SELECT date_bin('15 minutes', taken, '2024-01-01') AS slot, count(*) FROM readings WHERE taken IS NOT NULL GROUP BY slot ORDER BY slot
SELECT grp, string_agg(val::text, ',' ORDER BY pos DESC) FROM readings WHERE val IS NOT NULL GROUP BY grp ORDER BY grp
SELECT x.id, y.id FROM readings x, readings y WHERE x.taken = y.taken AND x.id < y.id ORDER BY 1, 2
SELECT id, taken, lead(taken) OVER (PARTITION BY grp ORDER BY pos, id) - taken AS wait FROM readings ORDER BY id
SELECT id FROM readings WHERE taken >= '2024-01-01' AND taken < '2024-01-01'::timestamp + interval '1 month' ORDER BY id
SELECT id FROM orders WHERE "at" >= '2024-01-15' AND "at" < timestamptz '2024-03-01 00:00+00' ORDER BY id
SELECT count(*) FROM orders WHERE note LIKE '%\%' ESCAPE '\'
SELECT id, amount::text, amount::float8, amount::int, round(amount, 1), amount / 3, amount % 7, -amount FROM orders ORDER BY id
SELECT p.team, o.quantity, count(*) FROM people p CROSS JOIN orders o WHERE p.id <= 2 AND o.id <= 11 GROUP BY p.team, o.quantity ORDER BY 1, 2
SELECT (SELECT max(id) FROM people) + (SELECT min(id) FROM orders), EXISTS (SELECT 1 FROM nothing), (SELECT i FROM nothing), ARRAY(SELECT i FROM nothing)
SELECT sum(i), count(*), max(t), avg(n), bool_and(y), min(ts) FROM nothing
SELECT i, count(*) FROM nothing GROUP BY i
SELECT nosuch FROM people
SELECT name FROM people GROUP BY team
SELECT count(*) FROM people WHERE sum(age) > 1
SELECT 1 / 0
SELECT age / (id - 1) FROM people
SELECT 'abc'::int
SELECT '2024-13-01'::date
SELECT (SELECT id FROM people)
SELECT name + 1 FROM people
SELECT 2147483647 + 1
SELECT 9223372036854775807 + 1
SELECT sqrt(-1)
SELECT substring('abc' FROM 2 FOR -1)
