SELECT int4pl(1, 2), texteq('a', 'b'), numeric_mul(1.5, 2), float8div(1, 3), date_pli('2024-01-01', 3), interval_um('1 day'), textlike('abc', 'a%'), textcat('a', 'b'), int4larger(1, 2), int8xor(5, 3), booleq(true, false), timestamp_lt('2024-01-01', '2024-01-02'), byteacat('a', 'b'), jsonb_contains('{"a":1}', '{}'), bpcharne('a', 'a '), nameeq('a', 'a'), oideq(1, 1), array_eq(array[1], array[1]), arrayoverlap(array[1], array[2]), range_contains_elem(int4range(1, 3), 2), numeric_add(1, 2.50), int4div(7, 2), int4mod(7, 2), time_pl_interval('10:00', '1 hour'), uuid_eq('550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'), network_sub('10.0.0.1', '10.0.0.0/8')
SELECT int4div(1, 0)
SELECT '\x616263'::bytea LIKE '\x6125'::bytea, '\x616263'::bytea NOT LIKE 'b%'::bytea, ('abc'::bytea) ~~ ('a%'::bytea)
SELECT null::int::date
SELECT null::bool::int8
SELECT (null::int)::text, (null::text)::int, null::timestamp::date, (null::jsonb)::int
SELECT pg_typeof(null::bool), pg_typeof(null), pg_typeof('x'), pg_typeof(1.5), pg_typeof(array[1]), pg_typeof(row(1)), pg_typeof(null::int[])
SELECT CASE WHEN x > 0 THEN 10 / x ELSE 0 END FROM (VALUES (0), (5)) t(x)
SELECT x, CASE WHEN x = 0 THEN null ELSE 1.0 / x END FROM generate_series(0, 2) x
SELECT sum(CASE WHEN active THEN 1 ELSE 0 END)::float / count(*), round(100.0 * sum(CASE WHEN active THEN 1 END) / count(*), 2) FROM people
SELECT team, round(avg(age), 1), round(avg(salary), 2), to_char(avg(salary), 'FM999,990.00') FROM people GROUP BY team ORDER BY team
SELECT avg(age)::int, avg(age)::numeric(5,1), sum(salary) / count(*), sum(salary)::float8 / 3 FROM people
SELECT date_trunc('month', born)::date, count(*) FROM people WHERE born IS NOT NULL GROUP BY 1 HAVING count(*) >= 1 ORDER BY 1 LIMIT 3
SELECT extract(year from "at")::int AS y, extract(month from "at") AS m, sum(quantity) FROM orders GROUP BY 1, 2 ORDER BY 1, 2
WITH m AS (SELECT date_trunc('month', "at") AS mon, sum(amount) AS s FROM orders GROUP BY 1) SELECT mon, s, s - lag(s) OVER (ORDER BY mon) AS d, round(100 * (s / lag(s) OVER (ORDER BY mon) - 1), 1) AS pct FROM m ORDER BY mon
SELECT name, salary, rank() OVER (ORDER BY salary DESC NULLS LAST), round(salary / sum(salary) OVER () * 100, 2) FROM people ORDER BY id
SELECT p.team, count(DISTINCT o.id), sum(o.amount * o.quantity) FROM people p LEFT JOIN orders o ON p.id = o.person_id GROUP BY p.team ORDER BY 3 DESC NULLS LAST, 1
SELECT name FROM people WHERE salary > (SELECT avg(salary) FROM people) ORDER BY name
SELECT name FROM people p WHERE salary = (SELECT max(salary) FROM people q WHERE q.team = p.team) ORDER BY name
SELECT team FROM people GROUP BY team HAVING avg(age) > (SELECT avg(age) FROM people) ORDER BY 1
SELECT a.name, b.name FROM people a JOIN people b ON a.team = b.team AND a.id < b.id ORDER BY 1, 2
SELECT count(*) FILTER (WHERE o.amount IS NULL) AS missing, coalesce(max(o.note), '-') FROM orders o
SELECT DISTINCT ON (person_id) person_id, amount FROM orders WHERE amount IS NOT NULL ORDER BY person_id, amount DESC
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount), percentile_disc(0.9) WITHIN GROUP (ORDER BY amount) FROM orders
SELECT width_bucket(amount, 0, 300, 3) AS b, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT to_char("at", 'YYYY-MM'), sum(amount) FROM orders WHERE "at" >= '2024-01-01' AND "at" < '2025-01-01' GROUP BY 1 ORDER BY 1
SELECT s.d::date, count(o.id) FROM generate_series('2024-01-01'::date, '2024-01-03', '1 day') AS s(d) LEFT JOIN orders o ON o."at"::date = s.d GROUP BY 1 ORDER BY 1
SELECT x.team, x.n FROM (SELECT team, count(*) AS n, row_number() OVER (ORDER BY count(*) DESC, team) AS r FROM people GROUP BY team) x WHERE r <= 2
SELECT string_agg(DISTINCT team, ', ' ORDER BY team DESC), array_to_string(array_agg(DISTINCT age ORDER BY age), '/') FROM people
SELECT name, CASE WHEN age < 30 THEN 'young' WHEN age < 50 THEN 'mid' WHEN age IS NULL THEN 'unknown' ELSE 'old' END AS grp FROM people ORDER BY id
SELECT coalesce(team, 'none') AS t, sum(CASE WHEN age > 30 THEN salary END) FROM people GROUP BY coalesce(team, 'none') ORDER BY t
SELECT lower(name) AS n FROM people WHERE lower(name) LIKE '%e%' OR name ILIKE 'A%' ORDER BY n
SELECT id, amount, sum(amount) OVER (ORDER BY id), avg(amount) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM orders ORDER BY id
SELECT count(*), count(*) * 1.0 / (SELECT count(*) FROM people) FROM people WHERE active
SELECT team, active, count(*) FROM people GROUP BY GROUPING SETS ((team, active), (team), ()) HAVING count(*) > 1 ORDER BY team NULLS FIRST, active NULLS FIRST
SELECT CASE grouping(team) WHEN 1 THEN 'total' ELSE coalesce(team, '?') END AS t, sum(salary) FROM people GROUP BY ROLLUP (team) ORDER BY grouping(team), t
SELECT p.name, t.tag FROM people p, unnest(string_to_array(p.name, 'n')) AS t(tag) ORDER BY p.id, 2
SELECT (SELECT count(*) FROM orders o WHERE o.person_id = p.id AND o.amount > (SELECT avg(amount) FROM orders)) FROM people p ORDER BY id
SELECT id FROM people WHERE EXISTS (SELECT 1 FROM orders WHERE person_id = people.id HAVING sum(amount) > 50) ORDER BY id
SELECT * FROM (SELECT team, age, salary FROM people) q WHERE (team, age) IN (('red', 34), ('blue', 28)) ORDER BY 1, 2
SELECT avg(x) FROM (SELECT sum(amount) AS x FROM orders GROUP BY person_id) q
SELECT sum(x), avg(x), stddev(x), min(x), max(x) FROM (VALUES (1.10), (2.2), (3.345)) t(x)
SELECT i / 2, i % 2, i::numeric / 2, i * 1.5, round(i / 2.0), i ^ 2, sqrt(i) FROM (VALUES (1), (2), (5)) t(i)
SELECT n / 3, n * n, round(n, 1), n::int, -n, abs(n), n % 2, n ^ 2 FROM numbers ORDER BY n
SELECT d / 3, round(d::numeric, 2), trunc(d), d::int, floor(d), sign(d) FROM numbers WHERE d < 1e10 ORDER BY d
SELECT i + b, i * s, b / i, n + i, d + n, r + d, i - r FROM numbers ORDER BY i
SELECT i4 + 1 FROM extremes WHERE id = 2
SELECT i8 * 2 FROM extremes WHERE id = 2
SELECT f8 > 'Infinity'::float8, f8 = 'NaN', f4 < 0, f8::text FROM extremes ORDER BY id
SELECT max(f8), min(f8), max(n), sum(n), avg(i4) FROM extremes
SELECT sum(i8) FROM extremes
SELECT avg(i8), sum(i2), avg(f8) FROM extremes WHERE id > 2
SELECT t::int FROM extremes WHERE id = 3
SELECT t::float8 FROM extremes WHERE id IN (3, 6)
SELECT t::int FROM extremes
SELECT d + 1, ts + interval '1 day', d - d, extract(year from d), to_char(ts, 'YYYY-MM-DD') FROM extremes WHERE id <> 2 ORDER BY id
SELECT a.id, count(b.id) FROM tree a LEFT JOIN tree b ON b.parent = a.id GROUP BY a.id ORDER BY a.id
WITH RECURSIVE r AS (SELECT id, weight FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, t.weight FROM tree t JOIN r ON t.parent = r.id) SELECT sum(weight), count(*) FROM r
WITH RECURSIVE up AS (SELECT id, parent, 0 AS d FROM tree WHERE id = 6 UNION ALL SELECT t.id, t.parent, d + 1 FROM tree t, up WHERE t.id = up.parent) SELECT array_agg(id ORDER BY d) FROM up
WITH RECURSIVE s(n, f) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, f * (n + 1) FROM s WHERE n < 25) SELECT max(f) FROM s
WITH RECURSIVE c(d) AS (SELECT date '2024-01-29' UNION ALL SELECT (d + interval '1 day')::date FROM c WHERE d < '2024-02-02') SELECT string_agg(to_char(d, 'DD'), ',') FROM c
WITH RECURSIVE x(s) AS (SELECT 'a'::text UNION ALL SELECT s || 'b' FROM x WHERE length(s) < 4) SELECT * FROM x ORDER BY s
WITH RECURSIVE x(s) AS (SELECT 'a' UNION ALL SELECT s || 'b' FROM x WHERE length(s) < 4) SELECT * FROM x ORDER BY s
WITH RECURSIVE x AS (SELECT 1 AS n UNION SELECT n + 1 FROM x WHERE n < 3), y AS (SELECT n * 10 AS m FROM x) SELECT * FROM x, y ORDER BY 1, 2
SELECT * FROM generate_series(1, 2) a, generate_series(a, 3) b
SELECT a, b FROM generate_series(1, 2) a LEFT JOIN generate_series(2, 3) b ON a = b ORDER BY 1
SELECT x, y, x + y FROM unnest(array[1,2]) x CROSS JOIN unnest(array[10,20]) y ORDER BY 1, 2
SELECT unnest(array[1,2,3]), generate_series(1, 2), 'k'
SELECT id, unnest(array[name, team]) FROM people ORDER BY id, 2 NULLS FIRST
SELECT count(*) FROM (SELECT generate_series(1, 5) g) q WHERE g > 2
SELECT generate_series(1, 3) AS g ORDER BY g DESC LIMIT 2
SELECT max(generate_series(1, 3))
SELECT CASE WHEN true THEN generate_series(1, 3) END
SELECT id FROM people WHERE generate_series(1, 2) = 1
SELECT (jsonb_each('{"a":1,"b":2}')).*
SELECT (json_each_text('{"a":1}')).value
SELECT jsonb_object_keys('{"b":1,"a":2}') AS k ORDER BY k
SELECT * FROM jsonb_to_record('{"a":{"b":[1,2]},"c":"2024-01-01"}') AS x(a jsonb, c date)
SELECT p.id, j.* FROM people p, jsonb_to_record(jsonb_build_object('x', p.age, 'y', p.name)) AS j(x int, y text) ORDER BY 1
SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY id) FROM people WHERE id < 3
SELECT jsonb_path_query_array('{"a":[{"b":1},{"b":2}]}', '$.a[*].b'), jsonb_path_query_array('[1,2,3]', '$[*] ? (@ >= 2 && @ < 3)'), jsonb_path_exists('[1]', '$[*] ? (@ > 5)')
SELECT data -> 'tags' ->> 0, jsonb_array_length(data -> 'tags'), data #>> '{o,k}', data ? 'o' FROM (VALUES ('{"tags":["x","y"],"o":{"k":true}}'::jsonb), ('{"tags":[]}')) v(data)
SELECT table_name FROM information_schema.tables WHERE table_name = 'people'
SELECT relname, relkind FROM pg_class WHERE relname = 'people'
SELECT current_user IS NOT NULL, session_user IS NOT NULL, current_role IS NOT NULL, current_catalog IS NOT NULL, user IS NOT NULL, version() LIKE 'PostgreSQL 18%', pg_backend_pid() > 0, current_setting('server_version_num')::int >= 180000
SELECT current_setting('nosuch')
SELECT current_setting('nosuch', true)
SELECT current_setting('TimeZone')
SELECT current_setting('DateStyle')
SELECT 'int4'::regtype, 'integer'::regtype::text, 'numeric(5,2)'::regtype, format_type(23, null), format_type(1043, 14), to_regtype('nosuch'), to_regclass('nosuch')
SELECT 'nosuch'::regclass
SELECT 'nosuch'::regtype
SELECT inet '192.168.1.5/24', host('192.168.1.5/24'::inet), network('192.168.1.5/24'::inet), '192.168.1.5'::inet << '192.168.1.0/24', inet '10.0.0.1' + 5, masklen('10.0.0.0/8'::cidr), macaddr '08:00:2b:01:02:03', family('::1'::inet), broadcast('10.1.2.3/8'), set_masklen('10.1.2.3/8'::inet, 16)
SELECT '300.1.1.1'::inet
SELECT '10.0.0.1/8'::cidr
SELECT '12.34'::money, 12.345::money, '12.34'::money * 2, '10'::money / '4'::money, '($5.00)'::money, '1,234.56'::money::numeric
SELECT 'abc'::bytea || 'd', sha256('a') = sha256('a'), length('\x00ff'::bytea), '\xff'::bytea > '\x01'::bytea, encode('\x00ff'::bytea, 'hex')
SELECT array_agg(x ORDER BY x DESC), array_agg(DISTINCT x) FROM unnest(array[3,1,2,3]) x
SELECT x FROM unnest(array['b','a',null]) x ORDER BY x NULLS FIRST
SELECT x FROM unnest(array['b','a',null]) WITH ORDINALITY AS t(x, n) ORDER BY n DESC
SELECT array_position(array['a','b'], x) FROM (VALUES ('b'), ('z')) t(x)
SELECT array[x, y], array[x, y][1], (array[x, y])[2:] FROM (VALUES (1, 2)) t(x, y)
SELECT 'a' IN ('a', null), 'b' IN ('a', null), 'b' NOT IN ('a', null), null IN (1), 1 IN (1.0, 2), (1, 2) IN ((1, 2), (3, 4)), 1 NOT IN (SELECT 1)
SELECT 1 IN ()
SELECT 1 IN (1, 'a')
SELECT (1, 2) IN (SELECT 1, 2)
SELECT (1, null) IN (SELECT 1, 2)
SELECT (SELECT 1, 2) = (1, 2)
SELECT row(1, 'a') = (SELECT 1, 'a')
SELECT ALL 1
SELECT DISTINCT 2
SELECT ALL team FROM people ORDER BY team LIMIT 1
SELECT exists(SELECT 1 WHERE false), exists(SELECT null), NOT exists(SELECT 1), array(SELECT 1 UNION SELECT 2 ORDER BY 1 DESC)
SELECT people.*, orders.id FROM people JOIN orders ON people.id = orders.person_id WHERE orders.id = 10
SELECT "people"."id" FROM "people" WHERE "people"."name" = 'Ann'
SELECT PEOPLE.ID FROM People WHERE NAME = 'Ann'
SELECT "People".id FROM people
SELECT p."Id" FROM people p
SELECT id id, name "the name", age AS "Age!" FROM people ORDER BY "Age!" NULLS LAST, id LIMIT 1
SELECT id AS people, people.name FROM people LIMIT 0
SELECT name AS select FROM people LIMIT 0
SELECT name AS from FROM people
SELECT -- comment
 1 /* block /* nested */ */ + 1
SELECT E'a\'b', 'a''b', 'a\b', E'\\', E'\n' = chr(10), 'tab	tab'
SELECT U&"d\0061t" FROM (VALUES (1)) t(dat)
SELECT interval '1' year + interval '2' month, interval '1 2' day to hour, interval '90' second, interval '1.5' hour, interval '2' minute
SELECT timestamp '2024-02-30'
SELECT timestamp with time zone '2024-01-01 00:00+02', time with time zone '10:00+01', timestamp without time zone '2024-01-01 10:00+05', double precision '1.5', character varying(3) 'abcd', bit varying(3) '1011'
SELECT cast('2024-01-01' as timestamp with time zone), cast('1.5' as decimal(3,1)), cast(1 as real), cast(3.7 as smallint), cast('x' as character(3)), cast('1' as bit)
SELECT x::int FROM (VALUES ('1'), ('b')) t(x)
SELECT x::date FROM (VALUES ('2024-01-01'), ('2024-02-30')) t(x)
SELECT pg_input_is_valid('42', 'int'), pg_input_is_valid('x', 'int'), (pg_input_error_info('x', 'int')).sql_error_code
SELECT bool_and(x > 1), every(x > 0), bool_or(null), count(nullif(x, 1)) FROM (VALUES (1), (2)) t(x)
SELECT max(x), min(x) FROM (VALUES ('b'), ('a'), (null)) t(x)
SELECT max(x), min(x) FROM (VALUES (array[1,2]), (array[1,3])) t(x)
SELECT max(x) FROM (VALUES (true), (false)) t(x)
SELECT sum(x), avg(x) FROM (VALUES (1::money), (2.5::money)) t(x)
SELECT sum(x) FROM (VALUES ('1'), ('2')) t(x)
SELECT max(x), min(y) FROM (VALUES (inet '10.0.0.1', '2024-01-01'::date), ('9.0.0.1', '2023-01-01')) t(x, y)
SELECT range_agg(x), range_intersect_agg(x) FROM (VALUES (int4range(1, 3)), (int4range(2, 5))) t(x)
SELECT bit_and(x), bit_or(x), bit_xor(x) FROM (VALUES (B'101'), (B'110')) t(x)
SELECT regr_slope(y, x), regr_intercept(y, x), corr(y, x) FROM (VALUES (1, 2), (2, 4), (3, 6.5)) t(x, y)
SELECT string_agg(x, '' ORDER BY x COLLATE "C" DESC), string_agg(DISTINCT x, '-') FROM (VALUES ('b'), ('A'), ('c')) t(x)
SELECT array_agg(x ORDER BY y DESC, x) FILTER (WHERE y > 1) FROM (VALUES (1, 2), (2, 1), (3, 2)) t(x, y)
SELECT count(*) OVER (PARTITION BY team ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), lag(name, 2, 'none') OVER (ORDER BY id) FROM people ORDER BY id
SELECT id, sum(salary) OVER (PARTITION BY team ORDER BY born RANGE BETWEEN '10 years' PRECEDING AND CURRENT ROW) FROM people WHERE born IS NOT NULL ORDER BY id
SELECT id, sum(age) OVER (ORDER BY age RANGE BETWEEN 5 PRECEDING AND 5 FOLLOWING), count(*) OVER (ORDER BY salary RANGE BETWEEN 1000.5 PRECEDING AND CURRENT ROW) FROM people ORDER BY id
SELECT id, count(*) OVER (ORDER BY height RANGE BETWEEN 0.1 PRECEDING AND 0.1 FOLLOWING) FROM people ORDER BY id
SELECT id, ntile(4) OVER (ORDER BY id), ntile(null) OVER () FROM people ORDER BY id
SELECT id, first_value(age) IGNORE NULLS OVER (ORDER BY id) FROM people
SELECT id, last_value(id) OVER (ORDER BY team ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) IS NOT NULL FROM people ORDER BY id
SELECT a.n, b.n FROM (VALUES (1), (null)) a(n) JOIN (VALUES (1), (null)) b(n) ON a.n IS NOT DISTINCT FROM b.n ORDER BY 1
SELECT * FROM l FULL JOIN r ON l.a = r.a AND l.b = r.b ORDER BY 1, 2, 3, 4, 5, 6
SELECT * FROM l FULL JOIN r ON l.a < r.a ORDER BY 1, 2, 3, 4
SELECT x.a, y.a FROM l x LEFT JOIN (r y JOIN l z ON y.a = z.a) ON x.a = y.a ORDER BY 1, 2
SELECT l.a FROM l WHERE l.a IN (SELECT r.a FROM r WHERE r.b = l.b) ORDER BY 1
SELECT count(*) FROM l, r WHERE l.a = r.a OR l.b = r.b
SELECT * FROM l CROSS JOIN LATERAL (SELECT count(*) c FROM r WHERE r.a > l.a) q ORDER BY a, b, c
SELECT t.* FROM (SELECT 1 AS x UNION ALL SELECT 2) t WHERE t.x > 1
SELECT sum(v) FROM (SELECT 1 AS v UNION ALL SELECT 2 UNION ALL (SELECT 3 EXCEPT SELECT 3)) q
SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 2 ORDER BY 1
SELECT '1' UNION SELECT 2
SELECT '2024-01-01' UNION SELECT date '2024-02-01' ORDER BY 1
SELECT date '2024-01-01' UNION SELECT timestamp '2024-02-01 10:00' ORDER BY 1
SELECT 1::int2 UNION SELECT 2::int8 UNION SELECT 3.5::float4 ORDER BY 1
SELECT array[1] UNION SELECT array[2] ORDER BY 1
SELECT row(1, 2) UNION SELECT row(1, 2)
SELECT '{"a":1}'::json UNION SELECT '{}'::json
SELECT '{"a":1}'::jsonb UNION SELECT '{"a": 1}'::jsonb
SELECT DISTINCT x FROM (VALUES (1.0), (1.00), (1)) t(x)
SELECT DISTINCT x::text FROM (VALUES (1.0), (1.00), (1)) t(x) ORDER BY 1
SELECT x, count(*) FROM (VALUES ('a '::char(3)), ('a')) t(x) GROUP BY x
SELECT count(DISTINCT x) FROM (VALUES (interval '1 day'), ('24 hours')) t(x)
SELECT x FROM (VALUES (0.0::float8), ('-0'::float8), ('NaN')) t(x) ORDER BY x
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(n, s) ORDER BY s DESC, n
SELECT * FROM (VALUES (1), (2)) t(n) WHERE n > 1 UNION ALL VALUES (5)
SELECT nullif(team, 'red') AS t, count(*) FROM people GROUP BY 1 ORDER BY 1
SELECT * FROM people WHERE age BETWEEN 20 AND 40 AND team IN ('red', 'blue') AND name LIKE '%n%' AND born > '1980-01-01' ORDER BY id
SELECT id, name FROM people ORDER BY length(name), name COLLATE "C", id
SELECT id FROM people ORDER BY active DESC NULLS LAST, salary ASC NULLS FIRST, id
SELECT id % 2 AS odd, array_agg(id ORDER BY id) FROM people GROUP BY id % 2 ORDER BY odd
SELECT substring(name, 1, 1) AS i, count(*) FROM people GROUP BY i ORDER BY 2 DESC, 1
SELECT name || ' (' || coalesce(age::text, '?') || ')' FROM people ORDER BY id
