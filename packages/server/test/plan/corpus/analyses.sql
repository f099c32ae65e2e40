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
-- Edges of many areas, one after the other.
SELECT 'a' = 'a ', 'a'::char(3) = 'a', length('a'::char(3)), 'a '::varchar(1), 'abc'::varchar(2)
SELECT 1::numeric / 3, 1::numeric(10,4) / 3, 2.0 ^ 0.5, 2 ^ 62, 2::numeric ^ 100
SELECT sum(x) FROM (VALUES (1.5), (2.25), (NULL)) v(x)
SELECT avg(x) FROM (VALUES (1), (2)) v(x)
SELECT x, x::text FROM (VALUES (1.5), (2.25), (3)) v(x) ORDER BY x
SELECT max(x)::text, min(x)::text FROM (VALUES (1.5), (2.25)) v(x)
SELECT round(-2.5), round(2.5), round(-0.5::numeric), round(0.5::float8), round(1.5::float8), round(2.5::float8)
SELECT 5 / 2 * 2.0, 5 / 2.0 * 2, -5 / 2, -5 % 3, 5 % -3, mod(-5, 3)
SELECT 1e10::int8, 1e5::text, 123456789.123::float4, 0.1::float4::float8, 1e15::float8::text, 1e16::float8::text, 1e-5::float8::text
SELECT 'Infinity'::float8 - 'Infinity'::float8, 'NaN'::float8 = 'NaN'::float8, 0.0::float8 = -0.0::float8, '-0'::float8::text
SELECT greatest(1, NULL, 3), least(NULL, 2), greatest(NULL, NULL), greatest(1, 2.5), greatest('a', 'B')
SELECT coalesce(NULL, 1.5, 2), nullif(1, 1.0), nullif('a', 'b')
SELECT CASE WHEN true THEN 1 ELSE 2.5 END, CASE 1 WHEN 1.0 THEN 'x' END, CASE WHEN NULL THEN 1 END
SELECT NOT (1 = NULL), (1 = 1) = NULL, NULL::int + 1, -NULL::int
SELECT 'abc' LIKE 'A%', 'abc' ILIKE 'A%', 'a\b' LIKE 'a\\b', 'a%b' LIKE 'a\%b', '' LIKE '', 'a' LIKE '_', 'é' LIKE '_'
SELECT substring('hello', 0, 3), substring('hello', -1, 3), substring('hello', 2), substr('hello', 10), left('hello', -2), right('hello', -2), left('hello', 0)
SELECT strpos('hello', 'l'), position('' IN 'abc'), overlay('hello' PLACING 'XX' FROM 2 FOR 3), repeat('a', -1), lpad('abc', 2), lpad('a', 5, ''), rpad('a', 3, 'xy')
SELECT trim(both 'x' from 'xxaxx'), ltrim('aabc', 'ab'), rtrim('abcc', 'c'), btrim('  a '), trim(leading from '  a')
SELECT split_part('a.b', '.', 3), split_part('abc', '', 1), string_to_array('', ','), string_to_array('abc', NULL), string_to_array('a,,b', ',', '')
SELECT upper('straße'), lower('İ'), initcap('o''neil mc-donald'), reverse('añb'), length('😀'), char_length(''), octet_length('é'), bit_length('a')
SELECT ascii(''), ascii('é'), chr(233), to_hex(-1), md5(''), quote_literal('a''b\c'), quote_ident('Ab'), quote_nullable(NULL)
SELECT concat(NULL, NULL), concat(1, 2.50, true, '2020-01-01'::date), concat_ws(',', 1, NULL, '', 2), 'a' || NULL || 'b', 1 || '', true || 'x'
SELECT format('%s %s', 'a', NULL), format('%5s|%-5s|', 'a', 'b'), format('%2$s %1$s', 'a', 'b'), format('%%')
SELECT date '2024-01-31' + interval '1 month', date '2024-02-29' - interval '1 year', date '2024-03-31' + interval '1 month' * 2, timestamp '2024-01-31 12:00' + interval '1 month 1 day'
SELECT date '2024-03-10' - 5, date '2024-03-10' - date '2024-01-01', timestamp '2024-03-10' - timestamp '2024-01-01 12:00', age(date '2024-03-10', date '2024-01-31'), age(timestamp '2024-01-31', timestamp '2024-03-10')
SELECT extract(week FROM date '2021-01-03'), extract(isoyear FROM date '2021-01-03'), extract(quarter FROM date '2024-05-01'), extract(doy FROM date '2024-12-31'), extract(dow FROM date '2024-01-07'), extract(century FROM date '2000-12-31'), extract(millennium FROM date '2001-01-01'), extract(decade FROM date '1999-01-01')
SELECT extract(second FROM timestamp '2024-01-01 00:00:01.5'), extract(milliseconds FROM time '00:00:01.5'), extract(microseconds FROM interval '1.5 seconds'), extract(epoch FROM timestamp '2024-01-01'), extract(epoch FROM date '2024-01-01'), extract(julian FROM date '2024-01-01')
SELECT date_trunc('week', timestamp '2024-01-07 10:00'), date_trunc('quarter', date '2024-05-05'), date_trunc('decade', timestamp '2024-05-05'), date_trunc('century', timestamp '2024-05-05'), date_trunc('hour', interval '1 day 2:30')
SELECT '2024-01-01'::date::timestamp, '2024-01-01 10:00+02'::timestamptz, '2024-01-01 10:00'::timestamp::date, '10:30'::time + interval '20 hours', '10:30'::time - '09:00'::time
SELECT interval '1 year 13 months', interval '36 hours', interval '-1 day 2 hours', justify_days('35 days'::interval), justify_interval('1 month -1 hour'::interval), interval '1.5 months', interval '0.5 day'
SELECT interval '1 month' = interval '30 days', interval '1 day' = interval '24 hours', interval '1 month' > interval '29 days', interval '1 day' * 1.5, interval '1 month' / 2
SELECT to_char(timestamp '2024-03-05 14:05:09.123', 'YYYY-MM-DD HH12:MI:SS.MS AM'), to_char(date '2024-03-05', 'FMDay, DDth FMMonth YYYY'), to_char(1234.5, '9G999D99'), to_char(-0.5, 'FM0.00'), to_char(interval '26 hours', 'HH24:MI')
SELECT to_date('05 Mar 2024', 'DD Mon YYYY'), to_timestamp('2024-03-05 14:05', 'YYYY-MM-DD HH24:MI'), to_timestamp(0), to_number('1,234.50', '9,999.99')
SELECT ARRAY[1,2,3][1], ARRAY[1,2,3][0], ARRAY[1,2,3][2:3], (ARRAY[1,2,3])[4], ARRAY[]::int[], array_length(ARRAY[]::int[], 1), cardinality(ARRAY[]::int[]), ARRAY[1,NULL]
SELECT array_append(ARRAY[1], 2), array_prepend(0, ARRAY[1]), ARRAY[1] || ARRAY[2], ARRAY[1] || 2, array_cat(ARRAY[1], NULL), array_remove(ARRAY[1,2,1], 1), array_replace(ARRAY[1,2], 2, 3), array_position(ARRAY['a','b'], 'b'), array_positions(ARRAY[1,2,1], 1)
SELECT ARRAY[1,2] = ARRAY[1,2], ARRAY[1,2] < ARRAY[1,3], ARRAY[1,NULL] = ARRAY[1,NULL], 1 = ANY(ARRAY[NULL,1]), 2 = ANY(ARRAY[NULL,1]), 1 <> ALL(ARRAY[]::int[]), ARRAY[1,2] <@ ARRAY[1,2,3]
SELECT '{1,2,NULL}'::int[], '{"a b",c}'::text[], ARRAY['a,b', 'c"d', '', NULL]::text, ARRAY[1.5, 2]::text, ARRAY[true]::text
SELECT '{"a":1,"b":[1,2]}'::json->'b'->0, '{"a":1}'::jsonb || '{"b":2}', '{"a":1,"b":2}'::jsonb - 'a', '{"a":{"b":1}}'::jsonb #> '{a,b}', '{"a":1}'::jsonb @> '{"a":1.0}', '{"a":1}'::jsonb ? 'a', '[1,2]'::jsonb @> '1'
SELECT '{"b":1,"a":2,"a":3}'::jsonb, '{"a": 1.0, "b": 1e2}'::jsonb, '{"a":"\u00e9"}'::jsonb->>'a', 'null'::jsonb IS NULL, jsonb_typeof('null'), '{"a":null}'::jsonb->>'a', '{"a":null}'::jsonb->'a'
SELECT jsonb_set('{"a":1}', '{b}', '2'), jsonb_insert('[1,2]', '{1}', '9'), jsonb_strip_nulls('{"a":null,"b":1}'), jsonb_pretty('{"a":[1]}'), to_jsonb(1.50), to_json('a"b'::text), row_to_json(row(1,'a')), json_build_array(1, 'a', NULL, true)
SELECT jsonb_path_query_array('{"a":[1,2,3]}', '$.a[*] ? (@ > 1)'), jsonb_path_exists('{"a":1}', '$.b'), '{"a":[1,2]}'::jsonb @? '$.a[*] ? (@ == 2)'
SELECT count(*), sum(id) FROM people TABLESAMPLE BERNOULLI (100)
SELECT string_agg(name, ',' ORDER BY name DESC), array_agg(DISTINCT team ORDER BY team), json_object_agg(id, name ORDER BY id) FROM people
SELECT count(DISTINCT (age, team)), count(age) FILTER (WHERE active), sum(DISTINCT age) FROM people
SELECT team, age, count(*) FROM people GROUP BY GROUPING SETS ((team), (age), ()) ORDER BY 1, 2, 3
SELECT bit_and(age), bit_or(age), bit_xor(age) FROM people
SELECT stddev_pop(age), stddev_samp(age), var_pop(age), regr_count(age, height), regr_r2(age, height) FROM people
SELECT first_value(name) OVER (PARTITION BY team ORDER BY age), lag(name, 2, 'none') OVER (ORDER BY id), lead(age) OVER (ORDER BY id), dense_rank() OVER (ORDER BY team) FROM people ORDER BY id
SELECT id, sum(age) OVER (ORDER BY age), sum(age) OVER (ORDER BY age ROWS UNBOUNDED PRECEDING), count(*) OVER (ORDER BY age GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW), sum(age) OVER (ORDER BY age RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING) FROM people ORDER BY id
SELECT id, avg(salary) OVER (PARTITION BY team), max(salary) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING), count(*) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) FROM people ORDER BY id
SELECT p.*, o.id FROM people p JOIN orders o ON o.person_id = p.id WHERE p.team = 'red' ORDER BY o.id
SELECT p FROM people p WHERE id = 1
SELECT (p).name, (p.*) IS NULL FROM people p ORDER BY id LIMIT 2
SELECT row(1, 'a') = row(1, 'a'), row(1, NULL) = row(1, NULL), row(1, 2) < row(1, 3), (1, 2) IN ((1, 2), (3, 4)), row(1, NULL) IS NULL, row(NULL, NULL) IS NULL, row(1, NULL) IS NOT NULL
SELECT * FROM people WHERE (team, age) IN (SELECT team, age FROM people WHERE active) ORDER BY id
SELECT id FROM people WHERE age > ALL (SELECT age FROM people WHERE team = 'blue') ORDER BY id
SELECT id FROM people WHERE age = ANY (SELECT age FROM people WHERE team = 'blue') ORDER BY id
SELECT (SELECT name FROM people WHERE id = o.person_id) FROM orders o ORDER BY id
SELECT * FROM generate_series(1, 3) WITH ORDINALITY, generate_series(1, 2) AS b
SELECT generate_series(1, 3), generate_series(1, 2)
SELECT unnest(ARRAY[1,2]), unnest(ARRAY['a','b','c'])
SELECT * FROM unnest(ARRAY[1,2], ARRAY['a']) AS u(x, y)
SELECT g, count(*) FROM generate_series(1, 5) g, LATERAL (SELECT 1 FROM people WHERE id = g) s GROUP BY g ORDER BY g
SELECT * FROM (SELECT 1 AS a, 2 AS b) x(c) 
SELECT 1 AS "select", 2 AS "A b", "Weird" FROM (SELECT 3 AS "Weird") q
SELECT name AS n FROM people ORDER BY n || 'x'
SELECT age AS a, count(*) FROM people GROUP BY a ORDER BY a
SELECT name, count(*) FROM people GROUP BY 1 HAVING count(*) > 0 ORDER BY 2 DESC, 1
SELECT DISTINCT age FROM people ORDER BY age DESC
SELECT DISTINCT name FROM people ORDER BY id
SELECT id FROM people UNION ALL SELECT person_id FROM orders ORDER BY 1
SELECT 1 UNION SELECT 1.0 UNION SELECT '1'
SELECT NULL UNION SELECT 1
SELECT 1, 'a' UNION ALL SELECT 2.5, 'b' ORDER BY 1
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a) SELECT a.x, b.x FROM a, b
WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT (n % 5) + 1 FROM t) SELECT * FROM t ORDER BY n
WITH a AS MATERIALIZED (SELECT random() AS r) SELECT count(*) FROM a x JOIN a y ON x.r = y.r
SELECT * FROM people LEFT JOIN orders USING (id) ORDER BY people.id
SELECT o.id, p.id FROM orders o LEFT JOIN people p ON p.id = o.person_id AND p.active ORDER BY o.id
SELECT a.id FROM people a, people b WHERE a.id = b.id + 1 AND a.team <> b.team ORDER BY 1
SELECT count(*) FROM people a FULL JOIN orders b ON a.id = b.person_id
SELECT gen_random_uuid() IS NOT NULL, random() < 1, now() = current_timestamp, current_date = now()::date, clock_timestamp() >= now()
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, 'A0EEBC999C0B4EF8BB6D6BB9BD380A11'::uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT '\xdeadbeef'::bytea, 'abc'::bytea, encode('\x01ff'::bytea, 'base64'), length('\x0102'::bytea), get_byte('\x0102'::bytea, 1), '\x01'::bytea || '\x02'::bytea
SELECT 10::bit(4), B'101', 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, -16 >> 2
SELECT i4 + i2, i8 + i4, i2 * i2 FROM extremes WHERE id IN (3, 5, 6) ORDER BY id
SELECT f8::int FROM extremes WHERE id = 2
SELECT f8::numeric FROM extremes WHERE id IN (5, 6, 8) ORDER BY id
SELECT n::int, n::float8, n::text, n::int8 FROM extremes WHERE id IN (3, 5, 6, 7, 8) ORDER BY id
SELECT t::int FROM extremes WHERE id = 5
SELECT t::float8 FROM extremes WHERE id IN (2, 6) ORDER BY id
SELECT d - 1, d + interval '1 day', extract(year FROM d), d::timestamp FROM extremes WHERE id IN (3, 5, 6, 7) ORDER BY id
SELECT min(w), max(w), count(DISTINCT lower(w)) FROM words
SELECT w FROM words WHERE w BETWEEN 'a' AND 'b' ORDER BY w, id
SELECT w, w ~ '^[[:alpha:]]+$', w ~ '^\w+$' FROM words ORDER BY id
SELECT count(*) FROM words WHERE w > 'Z'
SELECT trunc(12.789, -1), round(1234.5678, -2), ceil(-1.5), floor(-1.5), trunc(-1.5), abs(-1.50), sign(-2.5), scale(1.500), trim_scale(1.500)
SELECT div(7, 2), mod(7.5, 2), gcd(12, 18), lcm(4, 6), factorial(5), power(2, 3), sqrt(16), cbrt(8), exp(0), ln(1), log(2, 8), log10(100)
SELECT random() BETWEEN 0 AND 1, setseed(0.5) IS NULL
SELECT width_bucket(5.5, 0, 10, 5), width_bucket(11, 0, 10, 5), width_bucket(3, ARRAY[1, 3, 5])
SELECT 1 WHERE false UNION ALL SELECT 2 ORDER BY 1 LIMIT 1
SELECT id FROM people ORDER BY id OFFSET 2 ROWS FETCH NEXT 2 ROWS ONLY
SELECT id FROM people ORDER BY age FETCH FIRST 2 ROWS WITH TIES
SELECT id FROM people LIMIT ALL OFFSET 5
SELECT id FROM people LIMIT NULL
SELECT id FROM people ORDER BY id LIMIT 1 + 1
SELECT id FROM people LIMIT -1
SELECT sum(age) OVER w FROM people WINDOW w AS (ORDER BY id) ORDER BY id
SELECT max(age) FROM people HAVING max(age) > 100
SELECT 1 HAVING true
SELECT count(*) FROM people WHERE name = name || ''
SELECT age BETWEEN SYMMETRIC 40 AND 20 FROM people ORDER BY id
SELECT id, active IS TRUE, active IS NOT FALSE, active IS UNKNOWN FROM people ORDER BY id
SELECT 'x' IN ('x', NULL), 'y' IN ('x', NULL), NULL IN (1), 1 IN (SELECT i FROM nothing), 1 NOT IN (SELECT i FROM nothing)
SELECT num_nulls(1, NULL), num_nonnulls(1, NULL), pg_typeof(1), pg_typeof(1.5), pg_typeof('a'), pg_typeof(now()), pg_typeof(ARRAY[1])
SELECT to_json(p) FROM people p WHERE id = 2
SELECT json_agg(o) FROM orders o WHERE id = 10
SELECT row_to_json(t) FROM (SELECT id, name FROM people WHERE id < 3 ORDER BY id) t
-- As engineers and agents ask.
SELECT width_bucket(5, 10, 0, 5), width_bucket(11, 10, 0, 5), width_bucket(-1.5, 0, 10, 5)
SELECT width_bucket(1, 1, 1, 5)
SELECT width_bucket(1, 1, 2, 0)
SELECT to_number('$1,234.50', 'L9,999.99'), to_number('-12.3', 'S99.9'), '1,234'::text, cast('12.50' AS numeric(10, 2)), round(2.5), round(-2.5), round(2.5::float8), round(3.5::float8), trunc(-2.7), 7 / 2, -7 / 2, 7 % -3, mod(-7, 3), 2 ^ 10, power(2, 0.5), sqrt(2), cbrt(27), abs(-3), sign(-2.5), greatest(1, 2.5, NULL), least('b', 'a')
SELECT gcd(12, 18), lcm(4, 6), factorial(5), div(7, 2), scale(1.230), min_scale(1.230), trim_scale(1.230), random() BETWEEN 0 AND 1, random_normal() IS NOT NULL, erf(0.5), gamma(5)
SELECT log(100), ln(10), exp(1), log(2, 8), degrees(pi()), radians(180), sin(1), atan2(1, 1), cot(1), asinh(1), sind(30)
SELECT a.name, b.name FROM people a, people b WHERE a.id < b.id AND a.age = b.age
SELECT i, i::bit(4) FROM numbers
SELECT 5 / 2.0, 5 / 2, 5 % 3, 5.5 % 2, 2 ^ 3 ^ 2, -2 ^ 2, 10 / 3.0 * 3, 0.1 + 0.2 = 0.3, 1e3, 1.5e-2, 0x1F, 1_000
SELECT 1/0
SELECT corr(val, score)::numeric(6,4), round(corr(val, score)::numeric, 3), regr_slope(score, val) IS NOT NULL, covar_samp(val, score)::numeric(10,3) FROM readings
SELECT sqrt(-1)
SELECT ln(0)
SELECT 'abc'::int
SELECT to_date('2024-02-30', 'YYYY-MM-DD')
SELECT nope FROM people
SELECT CAST('12abc' AS numeric)
SELECT power(10, 400)
SELECT 9223372036854775807 + 1
SELECT 2147483647 + 1, 2147483647::int + 1
SELECT round(1234.5678, 2), round(1234.5678, -2), round(-0.5), round(0.5), round(1.5), trunc(1.999, 2), ceil(-1.5), floor(-1.5), 17 % 5, -17 % 5, 17.5 % 5, div(17, 5), 1.0 / 7, 22 / 7, 22 / 7.0, 2 ^ 0.5, |/ 16, 5 ! = 120
SELECT 1 = 1.0, '1' = 1, 'a' < 'b', NULL = NULL, NULL IS NULL, true AND NULL, false AND NULL, true OR NULL, NOT NULL::bool, 1 IN (2, NULL), 1 NOT IN (2, NULL), 1 BETWEEN SYMMETRIC 3 AND 0
SELECT pg_size_pretty(123456789::bigint), pg_typeof(1.5), version() IS NOT NULL, current_database() IS NOT NULL, current_schema() IS NOT NULL
SELECT encode(sha256('abc'), 'hex'), decode('YWJj', 'base64'), encode('\xdeadbeef'::bytea, 'hex'), md5('x') = md5('x'), length(gen_random_uuid()::text), convert_from('\x616263', 'UTF8'), to_hex(-1)
SELECT id FROM people LIMIT -1
SELECT 1 FROM people HAVING true
SELECT p.* FROM people p, orders o WHERE p.id = o.person_id AND o.id = 10
SELECT l = (1, 'x', 1.00) FROM l WHERE a = 1
SELECT max(l) FROM l
SELECT id FROM people WHERE team NOT IN ('red', NULL)
SELECT id FROM people WHERE name > 5
SELECT id FROM people WHERE id = '1x'
SELECT '1' + '2'
SELECT 'a' + 1
SELECT true + 1
SELECT -'5'::int, +3, - - 2, @ -5, NOT true = false, 2 - -3
SELECT 10 / 4, 10 / 4.0, 10 % 4, 10 / 4::float8, 1 / 2 * 2.0, 2 * 1 / 2.0
SELECT 5::numeric / 2, 7.0 / 2, 1e0 / 3, 0.1 * 3, 1.10 - 0.1, 2.50 * 2
SELECT cast(1.5 AS int), cast(2.5 AS int), cast(-1.5 AS int), cast(2.5::float8 AS int), cast('  7 ' AS int), cast(true AS int), cast(3 AS boolean), cast('yes' AS boolean), cast(1.999 AS numeric(3,1))
SELECT cast(99.95 AS numeric(3,1))
SELECT cast(300 AS smallint), cast(3e9 AS int)
SELECT CASE WHEN true THEN 1 ELSE 'x' END
SELECT coalesce(age, 'n/a') FROM people
SELECT coalesce(team, 5) FROM people
SELECT "people"."name" AS "Full Name", age "Age" FROM people WHERE id = 1
SELECT People.Name, PEOPLE.id FROM people WHERE ID = 1
SELECT people.nope FROM people
SELECT p.name FROM people
SELECT name FROM people p WHERE people.id = 1
SELECT name, name FROM people WHERE id = 1
SELECT id AS "select", name AS "order" FROM people WHERE id = 1
SELECT min(name) FROM people WHERE false
SELECT random(3, 3), random(2.5, 2.5), array_shuffle(ARRAY[b, b]) FROM extremes WHERE b
SELECT array_shuffle(ARRAY[s, s]) FROM numbers
