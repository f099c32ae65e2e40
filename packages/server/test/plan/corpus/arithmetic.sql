SELECT 7 / 2, -7 / 2, 7 / -2, 7 % 2, -7 % 2, 7 % -2
SELECT 7.0 / 2, 7 / 2.0
SELECT i / 2, i % 2 FROM numbers ORDER BY b
SELECT b / 3, b % 3 FROM numbers ORDER BY b
SELECT d / 2 FROM numbers ORDER BY b
SELECT i / nullif(i, 7) FROM numbers ORDER BY b
SELECT 1 / 0
SELECT 1.0 / 0
SELECT 1 % 0
SELECT mod(5, 0)
SELECT 1::float8 / 0
SELECT 10 / (age - 28) FROM people
SELECT i / 0 FROM numbers
SELECT 1 / NULL
SELECT i / NULL::int FROM numbers ORDER BY b
SELECT 10 / (2 / (4 / 2))
SELECT sum(i) / 2 FROM numbers
SELECT sum(b) / 2 FROM numbers
SELECT sum(i) / count(*) FROM numbers
SELECT sum(b) / count(*) FROM numbers
SELECT sum(s) / 4 FROM numbers
SELECT sum(n) / 2 FROM numbers
SELECT sum(d) / 2 FROM numbers
SELECT s / n FROM (SELECT sum(i) AS s, count(*) AS n FROM numbers) t
SELECT count(*) / 4 FROM numbers
SELECT avg(i), avg(b), avg(n), avg(d) FROM numbers
SELECT sum(i), sum(b), sum(n), sum(d), sum(s) FROM numbers
SELECT sum(r) FROM numbers
SELECT sum(i) FILTER (WHERE i > 2), sum(DISTINCT i) FROM numbers
SELECT i, sum(i) OVER (ORDER BY b) FROM numbers ORDER BY b
SELECT i, sum(i) OVER (ORDER BY b) / 2 FROM numbers ORDER BY b
SELECT i + 1, i - 1, i * 2, -i FROM numbers ORDER BY b
SELECT n + 1, n - 0.5, n * 2, n * n, -n FROM numbers ORDER BY b
SELECT n + i, n + d FROM numbers ORDER BY b
SELECT d + 1, d * 2, d - i FROM numbers ORDER BY b
SELECT i * 1000000000 FROM numbers
SELECT b * 10000000000 FROM numbers
SELECT 2 ^ 3, 2 ^ 0.5, 2.0 ^ 3
SELECT 0 ^ -1
SELECT power(-8, 0.5)
SELECT power(2, 10), pow(2.5, 2), sqrt(2), sqrt(2.25), cbrt(27)
SELECT sqrt(-1)
SELECT ln(0)
SELECT ln(10), log(100), log(2.0, 8.0), log10(1000), exp(1)
SELECT abs(-5), abs(-5.5), abs(-1e3::float8), sign(-3), sign(2.5), sign(0)
SELECT ceil(1.2), ceiling(-1.2), floor(1.8), floor(-1.8), trunc(1.8), trunc(-1.8), trunc(1.2345, 2)
SELECT round(2.5), round(-2.5), round(3.5), round(2.4)
SELECT round(2.5::float8), round(3.5::float8), round(-2.5::float8), round(0.5::float8)
SELECT round(d) FROM numbers ORDER BY b
SELECT round(n), round(n, 2), round(n, 1) FROM numbers ORDER BY b
SELECT round(1.005, 2), round(2.675, 2), round(2.675::numeric, 2)
SELECT round(d::numeric, 1) FROM numbers ORDER BY b
SELECT round(avg(i), 2), round(avg(n), 1), round(avg(age)::numeric, 2) FROM numbers, people
SELECT round(i) FROM numbers ORDER BY b
SELECT gcd(12, 18), lcm(4, 6), mod(10, 3), div(7, 2), div(-7.5, 2)
SELECT 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, 256 >> 2
SELECT @ -5, |/ 16, ||/ 27
SELECT sin(0), cos(0), tan(0), atan2(1, 1), degrees(pi()), radians(180)
SELECT acos(2)
SELECT greatest(1, NULL, 3), least(NULL, 2), greatest(1, 2.5)
SELECT i FROM numbers WHERE i BETWEEN 2 AND 7 ORDER BY i
SELECT 5 BETWEEN 7 AND 2, 5 BETWEEN SYMMETRIC 7 AND 2, 5 NOT BETWEEN SYMMETRIC 7 AND 2
SELECT 1 = 1.0, 1 < 2.5, 0.1 = 0.1::float8
SELECT n::int, d::int FROM numbers WHERE b < 100 ORDER BY b
SELECT 2.5::int, 3.5::int, -2.5::int, 2.5::float8::int, 3.5::float8::int
SELECT 3000000000::int
SELECT '12'::int + 1, ' 12 '::int, '1.5'::numeric + 1
SELECT '1.5'::int
SELECT 'abc'::int
SELECT note::int FROM orders
SELECT 1.23456::numeric, 1.23456::numeric(5,2), 1.235::numeric(10,2), -1.235::numeric(10,2)
SELECT 12345.6::numeric(5,2)
SELECT '1e3'::float8, '1e400'::float8
SELECT 'NaN'::float8, 'Infinity'::float8, '-inf'::float8
SELECT 2.675::float8::numeric(10,2), 1.005::float8::numeric(10,2)
SELECT i::numeric / 2, i::float8 / 2, i::numeric(10,2) FROM numbers ORDER BY b
SELECT 1::boolean, 0::boolean, true::int, 'yes'::boolean, 'off'::bool
SELECT width_bucket(5, 0, 10, 5)
SELECT i::smallint, b::text, d::text, n::text, r::text FROM numbers ORDER BY b
SELECT 1e15::float8::text, 1e14::float8::text, 123456789.125::float8::text, 1e-5::float8::text, 0.0001::float8::text, 100::float8::text
SELECT 1e16::float8::text, 1.5e15::float8::text, 1234567890123456::float8::text, 123456789012345678::float8::text, (-1e15)::float8::text, 1.2e-7::float8::text
SELECT 0.5::real::text, 99999.5::real::text, 12::real::text
SELECT -9223372036854775808, -1.50, -3000000000
SELECT n::numeric, b::numeric FROM numbers ORDER BY b
SELECT '-0.00'::numeric, '1e-3'::numeric, '123456789012345678901234567890.12'::numeric
SELECT 32767::smallint + 1::smallint
SELECT -(-32768)::smallint
SELECT i::smallint * 10000::smallint FROM numbers
SELECT abs((-2147483647 - 1)::int)
SELECT 0.1::real + 0.2::real, 0.5::real * 3::real
SELECT 1.0 / 3, 2.0 / 3 * 3
SELECT 10.5 % 3, -10.5 % 3, mod(10.5, 3)
SELECT exp(1000)
SELECT round(123.456, 0), round(-0.5), round(12345.678, 1), trunc(-1.5), ceil(-0.5)
SELECT sum(i * 1.5), avg(i * 1.5), max(n) - min(n) FROM numbers
SELECT d = 0.1, n = 0.125, i = 2.0 FROM numbers ORDER BY b
SELECT count(*) % 4, count(i) * 1.5 FROM numbers
SELECT i % s, b / i, b % i FROM numbers ORDER BY b
SELECT factorial(5)
SELECT 7 / 2::numeric, 7::numeric / 2, 6::numeric / 2
SELECT max(i) / min(s), (max(i) + min(i)) / 2 FROM numbers
SELECT sum(i) + sum(b), sum(i) * 2, sum(i) % 4 FROM numbers
SELECT sum(i)::numeric / count(*), sum(b)::float8 / 2, sum(i)::text FROM numbers
SELECT sum(max(i)) OVER () FROM numbers GROUP BY s ORDER BY 1 LIMIT 1
SELECT sum(count(*)) OVER () FROM numbers GROUP BY s LIMIT 1
SELECT round(sum(d)), round(max(d)) FROM numbers WHERE b < 100
SELECT round(i / 2.0), round(n * 2), round(d * 2 + 0.5) FROM numbers ORDER BY b
SELECT i::bigint * 3000000000, s + 32760::int4 FROM numbers ORDER BY b
SELECT greatest(i, n), least(d, i), coalesce(i, 1.5) FROM numbers ORDER BY b
SELECT CASE WHEN i > 2 THEN i ELSE n END FROM numbers ORDER BY b
SELECT i / 2 + d, i / 2.5, i / n FROM numbers WHERE i > 0 ORDER BY b
SELECT round(n / 2), round(n * 10000 / 3), round(max(n)), round(sum(n) / 2), round(max(i) / 2.0), round(d / 2) FROM numbers WHERE b < 100 GROUP BY n, d ORDER BY n
SELECT 1.4999::numeric(10,4)::numeric(38,10), round(1.4999), round(n - 0.0001) FROM numbers ORDER BY b
SELECT sum(n)::numeric, max(b)::numeric FROM numbers
SELECT round(avg(i)), round(avg(b)), round(avg(n)), round(avg(d)) FROM numbers WHERE b < 100
SELECT round(avg(d)) FROM (VALUES (2::float8), (3::float8)) AS t(d)
SELECT round(avg(i)), round(avg(i) * 2), round(sum(b) / 2), round(sum(i) / 2) FROM (VALUES (2, 2::bigint), (3, 3::bigint)) AS t(i, b)
SELECT (sum(b) / 2)::numeric, avg(i)::numeric, (avg(i) * 2)::numeric FROM (VALUES (2, 2::bigint), (3, 3::bigint)) AS t(i, b)
SELECT round(stddev(i)), round(sum(d) / 2), round(max(d) * 1.5) FROM numbers WHERE b < 100
SELECT sum(x) / 2 FROM (SELECT 2 AS x UNION ALL SELECT 3) t
WITH t AS (SELECT 5 AS x) SELECT sum(x) / 2 FROM t
SELECT i, pg_typeof(i)::text FROM generate_series(3, -3, -2) AS g(i)
SELECT count(*), sum(i), min(i), max(i) FROM generate_series(-5, 100000) AS g(i)
SELECT g.i + 2147483647 FROM generate_series(0, 0) AS g(i)
SELECT a.i, b.j FROM generate_series(1, 3) AS a(i), generate_series(1, 2) AS b(j) ORDER BY 1, 2
SELECT a.i, b.j FROM generate_series(1, 3) AS a(i), LATERAL generate_series(1, a.i) AS b(j) ORDER BY 1, 2
SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS g(v, n)
SELECT i FROM generate_series(5, 1) AS g(i)
