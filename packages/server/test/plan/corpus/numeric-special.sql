-- NaN and the infinities of numeric, and numerics of more than 38 digits.
SELECT 'NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric
SELECT 'nan'::numeric, 'inf'::numeric, '-inf'::numeric, '+Infinity'::numeric, ' iNf '::numeric
SELECT numeric 'NaN' + 1, numeric 'Infinity' + 1, numeric 'Infinity' - 'Infinity', numeric '-Infinity' * 2, numeric 'Infinity' * 0
SELECT 'Infinity'::numeric / 2, 1 / 'Infinity'::numeric, 'Infinity'::numeric / 'Infinity', 'NaN'::numeric / 0
SELECT 'Infinity'::numeric / 0
SELECT 1::numeric / 0
SELECT 'Infinity'::numeric % 3, 3 % 'Infinity'::numeric, 'NaN'::numeric % 0, mod('Infinity', 'Infinity'::numeric)
SELECT 'Infinity'::numeric % 0
SELECT 'NaN'::numeric = 'NaN', 'NaN'::numeric > 'Infinity', 'NaN'::numeric < 1, 'Infinity'::numeric > 1e100, '-Infinity'::numeric < -1e100
SELECT 'NaN'::numeric <> 'NaN'::numeric, 'Infinity'::numeric >= 'Infinity', '-Infinity'::numeric <= 0
SELECT 'NaN'::numeric::text, 'Infinity'::numeric::text, '-Infinity'::numeric::varchar
SELECT 'NaN'::numeric::float8, 'Infinity'::numeric::float4, '-Infinity'::numeric::float8
SELECT 'NaN'::float8::numeric, 'Infinity'::float8::numeric, '-Infinity'::float4::numeric, 'NaN'::float4::numeric
SELECT 'NaN'::numeric::int
SELECT 'Infinity'::numeric::bigint
SELECT '-Infinity'::numeric::smallint
SELECT 'NaN'::numeric(5,2)
SELECT 'Infinity'::numeric(5,2)
SELECT 'Infinity'::numeric::numeric(10,3)
SELECT 'NaN'::float8::numeric(10,3)
SELECT x FROM (VALUES ('NaN'::numeric), (1), ('Infinity'), (-5.5), (NULL), ('-Infinity')) t(x) ORDER BY x
SELECT x FROM (VALUES ('NaN'::numeric), (1), ('Infinity'), (-5.5), (NULL), ('-Infinity')) t(x) ORDER BY x DESC
SELECT x, count(*) FROM (VALUES ('NaN'::numeric), (1), ('NaN'), (1.0), ('Infinity'), (NULL)) t(x) GROUP BY x ORDER BY x
SELECT DISTINCT x FROM (VALUES ('NaN'::numeric), (1), ('NaN'), (2), ('Infinity'), (NULL)) t(x) ORDER BY x
SELECT max(x), min(x) FROM (VALUES ('NaN'::numeric), (1), ('-Infinity')) t(x)
SELECT sum(x), avg(x) FROM (VALUES ('Infinity'::numeric), (1)) t(x)
SELECT sum(x), avg(x) FROM (VALUES ('Infinity'::numeric), ('-Infinity')) t(x)
SELECT sum(x), avg(x), stddev(x), variance(x) FROM (VALUES ('NaN'::numeric), (1)) t(x)
SELECT abs('NaN'::numeric), abs('-Infinity'::numeric), sign('NaN'::numeric), sign('-Infinity'::numeric), -'Infinity'::numeric, - 'NaN'::numeric
SELECT ceil('NaN'::numeric), floor('Infinity'::numeric), round('-Infinity'::numeric), trunc('NaN'::numeric), round('NaN'::numeric, 2), trunc('Infinity'::numeric, 2)
SELECT sqrt('NaN'::numeric), sqrt('Infinity'::numeric), exp('NaN'::numeric), exp('Infinity'::numeric), exp('-Infinity'::numeric)
SELECT sqrt('-Infinity'::numeric)
SELECT sqrt(-1::numeric)
SELECT ln('NaN'::numeric), ln('Infinity'::numeric), log('Infinity'::numeric), log10('NaN'::numeric)
SELECT ln('-Infinity'::numeric)
SELECT ln(0::numeric)
SELECT ln(-1::numeric)
SELECT log('Infinity', 'Infinity'::numeric), log(2.0, 'Infinity'::numeric), log('Infinity', 2.0), log('NaN', 2.0)
SELECT log(1.0, 5.0)
SELECT log(0.0, 5.0)
SELECT power('NaN'::numeric, 0), power('NaN'::numeric, 1), power(1, 'NaN'::numeric), power(2, 'NaN'::numeric), power('Infinity'::numeric, 0)
SELECT power('Infinity'::numeric, 2), power('Infinity'::numeric, -2), power('-Infinity'::numeric, 3), power('-Infinity'::numeric, 2), power('-Infinity'::numeric, -3)
SELECT power(2, 'Infinity'::numeric), power(0.5, 'Infinity'::numeric), power(2, '-Infinity'::numeric), power(0.5, '-Infinity'::numeric), power(-1, 'Infinity'::numeric), power(1, 'Infinity'::numeric), power(0, 'Infinity'::numeric)
SELECT power(0, '-Infinity'::numeric)
SELECT power('-Infinity'::numeric, 1.5)
SELECT power(0.0, -1.0)
SELECT power(-2.0, 0.5)
SELECT div('Infinity'::numeric, 3), div(3, 'Infinity'::numeric), div('NaN', 3::numeric), gcd('NaN'::numeric, 3), lcm(3, 'Infinity'::numeric)
SELECT scale('NaN'::numeric), min_scale('Infinity'::numeric), trim_scale('NaN'::numeric)
SELECT width_bucket('Infinity'::numeric, 1, 10, 5), width_bucket('-Infinity'::numeric, 1, 10, 5)
SELECT width_bucket('NaN'::numeric, 1, 10, 5)
SELECT width_bucket(5::numeric, 1, 'Infinity', 5)
SELECT greatest('NaN'::numeric, 5, 'Infinity'), least('NaN'::numeric, 5), greatest(1, 2.50, 2.5)
SELECT coalesce(NULL, 'NaN'::numeric), nullif('NaN'::numeric, 'NaN'), nullif('Infinity'::numeric, 1)
SELECT CASE WHEN true THEN 'NaN'::numeric ELSE 1 END, CASE 'NaN'::numeric WHEN 'NaN' THEN 'yes' ELSE 'no' END
SELECT 'NaN'::numeric IN (1, 'NaN'), 'NaN'::numeric IS NULL, 'NaN'::numeric BETWEEN 1 AND 'NaN', 'Infinity'::numeric IS DISTINCT FROM 'Infinity'
SELECT ARRAY['NaN'::numeric, 1, 2.50], ARRAY['NaN'::numeric]::text, '{NaN,1.5,Infinity}'::numeric[], ('{NaN,1.5}'::numeric[])[2]
SELECT array_agg(x ORDER BY x), array_agg(x ORDER BY x DESC) FROM (VALUES ('NaN'::numeric), (1), (2.50)) t(x)
SELECT to_json('NaN'::numeric), to_jsonb('Infinity'::numeric), json_build_object('a', '-Infinity'::numeric), jsonb_build_array('NaN'::numeric, 1.50)
SELECT to_char('NaN'::numeric, '999.99'), to_char('Infinity'::numeric, '999.99'), to_char('Infinity'::numeric, '99999999.99'), to_char('NaN'::numeric, '9'), to_char('-Infinity'::numeric, 'FM999999999')
SELECT row('NaN'::numeric, 1) = row('NaN'::numeric, 1), row(1.0, 2) < row(1.00, 'NaN'::numeric)
SELECT a.x FROM (VALUES ('NaN'::numeric), (1.0)) a(x) JOIN (VALUES ('NaN'::numeric), (1.00)) b(y) ON a.x = b.y ORDER BY 1
SELECT x FROM (VALUES ('NaN'::numeric), (1.5)) a(x) UNION SELECT 1.50 ORDER BY 1
SELECT x FROM (VALUES ('NaN'::numeric), (1.5)) a(x) INTERSECT SELECT 'NaN'
SELECT x FROM (VALUES ('NaN'::numeric), (1.5)) a(x) EXCEPT SELECT 1.50
SELECT x FROM (VALUES ('NaN'::numeric), (1.5)) a(x) UNION ALL SELECT 2 ORDER BY 1 DESC
SELECT x, row_number() OVER (ORDER BY x), sum(x) OVER (ORDER BY x), rank() OVER (PARTITION BY x) FROM (VALUES ('NaN'::numeric), (1), (2.5), ('NaN')) t(x) ORDER BY 1, 2
SELECT x, lag(x) OVER (ORDER BY x), lead(x, 1, 0) OVER (ORDER BY x), first_value(x) OVER (ORDER BY x DESC) FROM (VALUES ('NaN'::numeric), (1), (2.5)) t(x) ORDER BY x
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES ('NaN'::numeric), (1), (2.5)) t(x)
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (3::numeric), (1), (2.5)) t(x)
SELECT generate_series(1, 'NaN'::numeric)
SELECT generate_series('Infinity'::numeric, 10)
SELECT generate_series(1, 10, 'NaN'::numeric)
SELECT generate_series(0, 1, 0.25), generate_series(1.0, 2, 0.5)
SELECT * FROM generate_series(1.0, 3.5, 0.75) x
SELECT * FROM generate_series(5, 1.0, -1.5) x
SELECT generate_series(1, 2, 0.0)
SELECT name FROM people WHERE salary < 'NaN' AND salary > '-Infinity' ORDER BY id
SELECT id, salary + 'NaN', salary = 'NaN'::numeric, salary * 'Infinity' FROM people ORDER BY id
SELECT id, CASE WHEN salary > 5000 THEN 'Infinity'::numeric ELSE salary END FROM people ORDER BY id
SELECT sum(CASE WHEN salary > 5000 THEN 'NaN'::numeric ELSE salary END) FROM people
SELECT id, f8::numeric, f4::numeric FROM extremes ORDER BY id
SELECT id, f8::numeric::text FROM extremes ORDER BY id
SELECT id FROM extremes WHERE f8::numeric = 'NaN'
SELECT f8::numeric + 1 FROM extremes ORDER BY id
SELECT t::numeric FROM extremes WHERE t IN ('NaN', '0', ' -1 ', '1e3') ORDER BY id
-- More than 38 digits.
SELECT 123456789012345678901234567890123456789012345678901234567890 + 1
SELECT 1e50::numeric, 1e-50::numeric, 1e50 * 1e50, 1e50 / 3, -1e60
SELECT 99999999999999999999999999999999999999.99 + 0.01, 0.00000000000000000000000000000000000000000001 * 2
SELECT 2::numeric ^ 200, 3::numeric ^ 100, power(2::numeric, -200), factorial(50), factorial(34)
SELECT x * x, x + x, x - 1, x / 7, -x, abs(-x), x % 1000007 FROM (VALUES (123456789012345678901234567890::numeric)) t(x)
SELECT x, length(x::text) FROM (VALUES (12345678901234567890123456789012345678901234567890::numeric), (1.5)) t(x)
SELECT x::float8, x::text, round(x, -20), trunc(x / 1000, 3), x > 1e40 FROM (VALUES (12345678901234567890123456789012345678901234567890::numeric)) t(x)
SELECT (1e50::numeric)::int
SELECT 1e50::numeric(60,5), 1.5::numeric(100,50), 12345.678::numeric(5,-2), 0.000012345::numeric(3,6), 1e10::numeric(3,-8)
SELECT 1e50::numeric(50,5)
SELECT 12345.6::numeric(3,-1)
SELECT 1.5::numeric(1001,5)
SELECT 1.5::numeric(0)
SELECT 1.5::numeric(10,1001)
SELECT x::numeric(3,-2), x::numeric(45,10) FROM (VALUES (1234.5), (99949.999)) t(x)
SELECT sum(x), avg(x), max(x), min(x) FROM (VALUES (1e40::numeric), (2e40), (1)) t(x)
SELECT x FROM (VALUES (1e40::numeric), (2e-40), (-1e40), (0), (1e39)) t(x) ORDER BY x
SELECT gcd(1e40::numeric, 15e39), lcm(1e20::numeric, 3e25), div(1e50, 7), mod(1e50, 7)
SELECT exp(100.0), exp(-100.0), exp(1000.0), ln(1e100), log(1e100), sqrt(1e81), sqrt(2e-60)
SELECT exp(6000.0)
SELECT exp(-6000.0) = 0
SELECT 10::numeric ^ 131072
SELECT 10.0 ^ -2000 = 0, 1.5 ^ 1000
SELECT power(x, 50), power(x, -50), x ^ 0.5, x ^ 10.5 FROM (VALUES (12.5)) t(x)
SELECT salary * 1e40, salary + 1e-40 FROM people ORDER BY id
SELECT salary ^ 20 FROM people ORDER BY id
SELECT sum(n * n * n * n * n) FROM extremes
SELECT n * n * n * n FROM extremes ORDER BY id
SELECT i8::numeric * i8 * i8 FROM extremes ORDER BY id
SELECT i8 * 1.5::numeric * n * n, i8::numeric ^ 3 FROM extremes ORDER BY id
SELECT t::numeric FROM (VALUES ('123456789012345678901234567890.5'), ('1e-30'), ('12')) v(t)
SELECT ('1' || repeat('0', id))::numeric FROM people WHERE id > 0 ORDER BY id
SELECT ('1' || repeat('0', id * 10))::numeric + 1 FROM people ORDER BY id
SELECT to_json(1e40::numeric), to_jsonb(123456789012345678901234567890123456789012::numeric), to_char(1e40::numeric, '9.99EEEE')
SELECT pg_typeof('NaN'::numeric), pg_typeof(1e50::numeric), pg_typeof(sum(1e50::numeric))
SELECT 'NaN'::numeric || 'x', concat('NaN'::numeric, 1e40::numeric), format('%s', 'Infinity'::numeric)
SELECT '"NaN"'::jsonb, ('1e400'::jsonb)::numeric > 1, ('12345678901234567890123456789012345678901234567890'::jsonb)::numeric
SELECT exists(SELECT 1 FROM (VALUES ('NaN'::numeric)) t(x) WHERE x = 'NaN'), 'NaN'::numeric = ANY (ARRAY[1, 'NaN'::numeric]), 1 < ALL (ARRAY['NaN'::numeric, 2])
SELECT 'NaN'::numeric IN (SELECT x FROM (VALUES ('NaN'::numeric), (1)) t(x)), 5 IN (SELECT x FROM (VALUES ('NaN'::numeric), (5.0)) t(x))
WITH RECURSIVE r(n, x) AS (SELECT 1, 1.5::numeric UNION ALL SELECT n + 1, x * 1.5 FROM r WHERE n < 6) SELECT n, x FROM r ORDER BY n
WITH RECURSIVE r(n, x) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, x / 3 FROM r WHERE n < 4) SELECT n, x FROM r ORDER BY n
WITH t AS (SELECT 'NaN'::numeric AS x UNION ALL SELECT 2) SELECT x, x + 1, x IS NULL FROM t ORDER BY x
SELECT array_position(ARRAY[1.5, 2], 2), array_append(ARRAY[1.5, 2], 3), array_remove(ARRAY[1.5, 2.0], 2), array_cat(ARRAY[1.5, 2], ARRAY[3.25])
SELECT ARRAY[1.5, 2] = ARRAY[1.50, 2.0], ARRAY[1.5, 2] @> ARRAY[2.0], ARRAY[1.5, 2] < ARRAY['NaN'::numeric], ARRAY[1.5, 2] || 3, ARRAY['NaN'::numeric] && ARRAY[1, 'NaN']
SELECT unnest(ARRAY[1.5, 2, 'NaN']::numeric[]), array_length(ARRAY[1, 2.5, 3], 1), array_to_string(ARRAY[1.50, 2, NULL], ',', '*')
SELECT mode() WITHIN GROUP (ORDER BY x), array_agg(DISTINCT x) FROM (VALUES (1.5), (2), (1.5)) t(x)
SELECT median FROM (SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY x) AS median FROM (VALUES (1.5), (2), (1.25)) t(x)) q
SELECT x FROM (VALUES (1.5), (2)) t(x) INTERSECT ALL SELECT 2.0
SELECT sum(x) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (VALUES (1.5), (2), (2.75), (9)) t(x) ORDER BY 1
SELECT count(*) FROM (VALUES (1.5), (2), (2.75), (9)) t(x) WHERE x BETWEEN 2 AND 3 OR x IN (9.0, 10)
SELECT x, x::int, x::float8, x::numeric(5,1), round(x), round(x, 1), x::text || '!' FROM (VALUES (1.5), (2), (2.75), (-9.125)) t(x) ORDER BY x
SELECT string_agg(x::text, ',' ORDER BY x DESC), json_agg(x ORDER BY x), jsonb_agg(x ORDER BY x), min(x::text) FROM (VALUES (1.5), (2), (2.75)) t(x)
SELECT x, count(*) FROM (VALUES (1.5), (1.50), (2)) t(x) GROUP BY x HAVING x > 1.6 ORDER BY x
SELECT x + 1, count(*) FROM (VALUES (1.5), (1.50), (2)) t(x) GROUP BY x + 1 ORDER BY x + 1
SELECT x::text, count(*) FROM (VALUES (1.5), (1.50), (2)) t(x) GROUP BY x::text ORDER BY 1
SELECT x::text FROM (VALUES (1.5), (2)) t(x) GROUP BY x ORDER BY x
SELECT x FROM (VALUES (1.5), (2)) t(x) GROUP BY x::text
SELECT sum(x) / count(*), sum(x) * 1.0 / 3, sum(x)::numeric(10,2), avg(x)::numeric(10,3) FROM (VALUES (1.5), (2), (2.75)) t(x)
SELECT i, i / 3.0, i * 0.1, 100.0 * i / 7, round(100.0 * i / 7, 1) FROM generate_series(1, 4) i
SELECT sum(i), avg(i), stddev(i), sum(i) / 7.0 FROM generate_series(1, 100) i
SELECT a.x, b.y FROM (VALUES (1.5), (2)) a(x) LEFT JOIN (VALUES (1.50, 'a')) b(x, y) USING (x) ORDER BY 1
SELECT x FROM (VALUES (1.5), (2)) a(x) NATURAL JOIN (VALUES (1.50), (2.000)) b(x) ORDER BY 1
SELECT (SELECT max(x) FROM (VALUES (1.5), (2)) t(x)) + 1, (SELECT avg(x) FROM (VALUES (1.5), (2)) t(x)) > 1.7
SELECT interval '1 day' * 1.5, 2.5 * interval '1 hour', date '2024-01-01' + (2.5::numeric)::int, make_interval(secs => 1.5), to_timestamp(1.5)
SELECT extract(epoch FROM interval '1.5 s') / 3, extract(year FROM date '2024-02-01') * 2.5
SELECT to_number('1,234.5', '9,999.9') / 3, to_char(x / 3, 'FM999.0000'), to_char(x, '9.9EEEE') FROM (VALUES (1.5), (2)) t(x) ORDER BY x
SELECT greatest(x, 1.75), least(x, 1.75), coalesce(NULL, x), nullif(x, 2.0), CASE WHEN x > 1.6 THEN x ELSE 0 END FROM (VALUES (1.5), (2)) t(x) ORDER BY x
SELECT width_bucket(x, ARRAY[1, 1.75, 3]), width_bucket(x, 0, 4, 8), sign(x), mod(x, 1), div(x, 0.4), x % 0.4 FROM (VALUES (1.5), (2)) t(x) ORDER BY x
SELECT DISTINCT ON (x) x, y FROM (VALUES (1.5, 'a'), (1.50, 'b'), (2, 'c')) t(x, y) ORDER BY x, y
SELECT x, ntile(2) OVER (ORDER BY x), percent_rank() OVER (ORDER BY x), dense_rank() OVER (ORDER BY x DESC) FROM (VALUES (1.5), (2), (2.0)) t(x) ORDER BY 1, 2
SELECT (row(1.5, 2)).f1 + 1, row(x, x / 3)::text, row(x) = row(2.0) FROM (VALUES (1.5), (2)) t(x) ORDER BY x
SELECT '1.50'::jsonb, (jsonb '{"a": 1.50}' ->> 'a')::numeric + 1, (jsonb '1.50')::numeric * 2, to_jsonb(1.50 / 3)
SELECT x = 1.5, x <> 2, x IS DISTINCT FROM 2.0, x NOT IN (1.50), NOT x < 2 FROM (VALUES (1.5), (2), (NULL)) t(x)
SELECT count(DISTINCT x), sum(DISTINCT x), max(DISTINCT x), array_agg(DISTINCT x ORDER BY x) FROM (VALUES (1.5), (2.5), (1.5)) t(x)
SELECT every(x > 1), bool_or(x = 2), regr_slope(x, y), corr(x, y) FROM (VALUES (1.5, 1), (2, 3), (2.75, 4)) t(x, y)
SELECT mode() WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY -x) FROM (VALUES (1.5), (2), (2.0), (1.5), ('NaN'::numeric)) t(x)
