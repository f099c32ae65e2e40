SELECT 1.5 + 2.25, 1.5 - 2.25, 1.5 * 2.25, -1.50, 1.50 + 1
SELECT 1.0 + 2, 1 + 2.00, 1.10 * 10, 0.1 + 0.2 = 0.3
SELECT 0.1 * 0.1, 0.10 * 0.10, 100 * 0.01, 1.000 * 1.00
SELECT 10.0 / 4, 1.0 / 3, 2 / 3.0, 1 / 3.0 * 3
SELECT 7.5 % 2, -7.5 % 2, 7.5 % -2, 7.55 % 0.1, mod(7.5, 2.0), 10 % 3.3
SELECT 1.5 / 0
SELECT 1.5 % 0
SELECT 1.5 / 0.0
SELECT mod(1.5, 0.00)
SELECT round(2.5), round(3.5), round(-2.5), round(0.5), round(-0.5), round(1.4999)
SELECT round(2.345, 2), round(-2.345, 2), round(2.5, 0), round(1234.5678, -2), round(1250, -2), round(99.99, 1)
SELECT round(1.5, 5), round(1.123456789, 7), round(5, 2), round(15, -1), round(14, -1), round(-15, -1)
SELECT trunc(2.567, 2), trunc(-2.567, 1), trunc(2.9), trunc(-2.9), trunc(1234.5, -2), trunc(5, 2)
SELECT ceil(2.1), ceil(-2.1), ceiling(2.0), floor(2.9), floor(-2.1), floor(2.0), ceil(0.0)
SELECT abs(-2.50), abs(2.50), sign(-2.50), sign(0.00), -(-2.50)
SELECT round(n, 1), round(n, 2), round(n, 0), trunc(n, 1) FROM numbers ORDER BY i, n
SELECT n + 1, n - 1, n * 2, n * n, -n FROM numbers ORDER BY i
SELECT n + i, n - b, n * s, n / 2 FROM numbers ORDER BY i
SELECT n + 0.00001, n * 0.1, n * 1.50 FROM numbers ORDER BY i
SELECT n / i FROM numbers ORDER BY i
SELECT n % 2, mod(n, 0.3) FROM numbers ORDER BY i
SELECT pg_typeof(n + d), pg_typeof(n + r), pg_typeof(n + i), pg_typeof(n * 2.5) FROM numbers LIMIT 1
SELECT sum(n), min(n), max(n), count(n), sum(n) / count(n) FROM numbers
SELECT avg(n), stddev(n), variance(n) FROM numbers
SELECT sum(salary), sum(salary) * 2, sum(salary) + 0.001, avg(salary) FROM people
SELECT salary * 1.1, salary * 0.075, salary + 100, salary / 12 FROM people ORDER BY id
SELECT round(salary * 1.075, 2), round(salary / 12, 2), trunc(salary / 7, 3) FROM people ORDER BY id
SELECT amount * quantity, amount / quantity FROM orders WHERE quantity <> 0 ORDER BY id
SELECT sum(amount * quantity), sum(amount) * sum(quantity) FROM orders
SELECT amount * amount, amount * amount * amount FROM orders ORDER BY id
SELECT amount = 12.5, amount = 12.50, amount > 12.499, amount < 12.501 FROM orders ORDER BY id
SELECT id FROM orders WHERE amount = 5
SELECT id FROM orders WHERE amount = '5.00'
SELECT id FROM orders WHERE amount = 5.0::float8
SELECT id FROM orders WHERE amount BETWEEN 5 AND 99.99 ORDER BY id
SELECT id FROM orders WHERE amount IN (5, 12.5, 1.01) ORDER BY id
SELECT 1.10 = 1.1, 1.10 = 1.1000, 1.1 < 1.10, 1.1 IS DISTINCT FROM 1.10
SELECT DISTINCT x FROM (VALUES (1.0), (1.00), (1)) t(x)
SELECT x, count(*) FROM (VALUES (1.0), (1.00), (2.5), (2.50)) t(x) GROUP BY x ORDER BY x
SELECT 12345678901234567890, 0.00000000000000000001, 123456789.123456789
SELECT 99999999999999999999 + 1, 12345678901234567890 * 10, 0.1 + 12345678901234567890
SELECT 99999999999999999999999999999999999999 + 1
SELECT 12345678901234567890.12345678901234567890 * 12345678901234567890.12345678901234567890
SELECT 1e5, 1e-5, 1.5e3, 1e0, 1E+2, 2.50e1
SELECT 1e5 + 1, 1e2 * 1.5
SELECT 1.5::numeric(3,1), 1.55::numeric(3,1), 1.45::numeric(3,1), -1.55::numeric(3,1), 9.95::numeric(3,1)
SELECT 99.95::numeric(3,1)
SELECT 123456::numeric(5,2)
SELECT 1234.5::numeric(3)
SELECT 123.5::numeric(3), 0.5::numeric(1), 122.5::numeric(3)
SELECT '1.50'::numeric(5,2), ' 2.5 '::numeric(5,2), '1e2'::numeric(5,1), '-.5'::numeric(3,2), '+5'::numeric(3)
SELECT '1.50'::numeric, '1.500'::numeric + 1, '0.1'::numeric * 3
SELECT 'abc'::numeric
SELECT ''::numeric
SELECT '1.2.3'::numeric(5,2)
SELECT '1,5'::numeric(5,2)
SELECT 1.5::numeric::int, 2.5::numeric::int, -2.5::numeric::int, 0.4::int, 2147483647.4::int
SELECT 2147483647.5::int
SELECT 32767.5::int2
SELECT 9223372036854775807.4::int8
SELECT 9223372036854775807.5::int8
SELECT n::text, n::numeric(10,2)::text, n::float8::text FROM numbers ORDER BY i
SELECT n::numeric(6,1), n::numeric(10,0), n::int FROM numbers ORDER BY i
SELECT n::numeric(3,1) FROM numbers
SELECT 5::numeric, 5::numeric(5,2), 5::int8::numeric, 5::int2::numeric(4,1)
SELECT 1.5::float8::numeric(5,2), 0.1::float8::numeric(20,18), 1e10::float8::numeric(20,2)
SELECT greatest(1.5, 2.25), least(1.5, 2.25), greatest(1, 2.5), least(1, 0.5), greatest(1.50, 1.5)
SELECT coalesce(NULL, 1.5), coalesce(NULL::numeric, 1), coalesce(1, 2.5), nullif(1.5, 1.50), nullif(1.5, 2)
SELECT CASE WHEN true THEN 1 ELSE 2.5 END, CASE WHEN false THEN 1 ELSE 2.50 END
SELECT sqrt(2.0), sqrt(16.00), exp(1.0), ln(10.0), log(100.0), log(2.0, 64.0), power(2.0, 0.5), power(1.5, 2)
SELECT 2.0 ^ 3, 2.5 ^ 2, 2.0 ^ -2, 1.1 ^ 10
SELECT sqrt(-1.0)
SELECT ln(0.0)
SELECT 0.0 ^ -1
SELECT (-2.0) ^ 0.5
SELECT scale(1.50), scale(1), scale(0.001), min_scale(1.500), trim_scale(1.500), trim_scale(100.00)
SELECT numeric_inc(1.5), div(10.5, 3), gcd(12.5, 7.5), lcm(1.5, 2.5)
SELECT width_bucket(2.5, 0.0, 5.0, 10), width_bucket(n, 0, 10, 4) FROM numbers WHERE n IS NOT NULL ORDER BY n
SELECT sum(x) FROM (VALUES (1.5), (2.25), (NULL)) t(x)
SELECT sum(x), avg(x) FROM (VALUES (1), (2), (4)) t(x)
SELECT sum(x) FROM (VALUES (0.1), (0.2), (0.3)) t(x)
SELECT sum(x::numeric(10,2)) FROM (VALUES ('1.5'), ('2.25')) t(x)
SELECT sum(b) FROM numbers
SELECT sum(b) + 1, sum(b) * 2, sum(b) / 3 FROM numbers
SELECT pg_typeof(sum(b)), pg_typeof(sum(i)), pg_typeof(sum(n)), pg_typeof(sum(r)), pg_typeof(sum(d)), pg_typeof(avg(i)), pg_typeof(avg(d)), pg_typeof(avg(r)) FROM numbers
SELECT n FROM extremes ORDER BY n
SELECT n * 2 FROM extremes ORDER BY id
SELECT n * n FROM extremes ORDER BY id
SELECT n + n, n - n, n / 3 FROM extremes ORDER BY id
SELECT round(n), ceil(n), floor(n), trunc(n) FROM extremes ORDER BY id
SELECT round(n, 3), round(n, -3) FROM extremes ORDER BY id
SELECT sum(n), avg(n), max(n), min(n) FROM extremes
SELECT n::int8 FROM extremes WHERE id > 2 ORDER BY id
SELECT n::float8, n::float4 FROM extremes ORDER BY id
SELECT n = n::float8 FROM extremes WHERE id > 2 ORDER BY id
SELECT amount::int, amount::int8, amount::int2 FROM readings ORDER BY id
SELECT amount, round(amount, 1), round(amount, 2), trunc(amount, 1), ceil(amount), floor(amount) FROM readings ORDER BY id
SELECT sum(amount) OVER (ORDER BY id), avg(amount) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT grp, sum(amount), sum(amount) - min(amount), max(amount) * 2 FROM readings GROUP BY grp ORDER BY grp
SELECT 3 * 0.1 = 0.3, 3 * 0.1::float8 = 0.3::float8, 0.3::float8 = 0.3
SELECT 1.0::float8 / 3, 1.0 / 3::float8
SELECT random() < 1, random() >= 0
SELECT x / y FROM (VALUES (1.0, 3.0), (22.00, 7.0)) t(x, y)
SELECT (1.0 / 3)::numeric(10,5), (2.0 / 3)::numeric(4,2), round(2.0 / 3, 4)
SELECT (0.5 + 0.5)::int, (1.5 + 1)::int, 2.5::int + 1
SELECT 1.5 || 'x', 'x' || 2.50, 1.0::numeric(5,3) || ''
SELECT to_char(12345.678, '99999.99')
SELECT 1.2345678901234567890123456789
SELECT -0.0, -0.00, 0.0 * -1
SELECT 1.5 IN (1.5, 2), 1.50 IN (1.5), 1.5 NOT IN (1, 2)
SELECT 1.5 BETWEEN 1 AND 2, 2 BETWEEN 1.5 AND 2.5, 1.5 BETWEEN SYMMETRIC 2 AND 1
SELECT n + d, n * r, n / d FROM numbers WHERE d < 100 ORDER BY i
SELECT 'NaN'::numeric
SELECT 'Infinity'::numeric
SELECT 0.1::float8::numeric, 1e20::float8::numeric, 123456.789::float8::numeric, 0.1::float4::numeric
