-- Numerics that are known when the statement is translated: PostgreSQL's digits and decimals.
SELECT 10.0 / 4, 1.0 / 3, 2 / 3.0, 1 / 3.0 * 3, 1e10 / 3, 1 / 1e10, 123456.789 / 0.001, 0 / 3.0, -7.5 / 2, 22.00 / 7.0
SELECT 9999.0 / 10000, 10000.0 / 9999, 1.0/9999, 99999999.0/3, 0.00001/3, 0.0001/0.3, 3/0.00007, 1e20/7
SELECT (1.0 / 3)::text, (10.0/4)::text, round(2.345, 2), round(-2.345, 2), round(2.5, 0), round(1234.5678, -2), round(1250, -2), round(99.99, 1)
SELECT trunc(2.567, 2), trunc(-2.567, 1), trunc(2.9), trunc(-2.9), trunc(1234.5, -2), trunc(5, 2), ceil(-1.5), floor(-1.5), ceil(1.000), round(0.5), round(-0.5), round(1.5)
SELECT sqrt(2.0), sqrt(16.00), sqrt(0.0), sqrt(0.0001), sqrt(1e10), sqrt(123456789.123456789), sqrt(2e-20), sqrt(99999999999999999999.0), sqrt(0.5), sqrt(10.0), sqrt(99.0), sqrt(100.0), sqrt(9999.0), sqrt(10000.0), sqrt(0.00012), sqrt(0.012)
SELECT exp(1.0), exp(0.0), exp(-1.5), exp(10.123), exp(0.00001), exp(1e-10), exp(2.302585), exp(5.5), exp(20.0)
SELECT ln(2.0), ln(10.0), ln(1.0), ln(1.05), ln(0.95), ln(1.000001), ln(0.5), ln(1e20), ln(1e-20), ln(123456.789), ln(2.718281828459045), ln(0.9), ln(1.1), ln(12345678.9), ln(3.0), ln(0.1)
SELECT log(100.0), log(2.0, 64.0), log(2.0, 8.0), log(10.0), log10(1000.0), log(3.0, 7.5), log(0.5, 3.0), log(1.5), log(1e-5), log(2, 8), log(10, 0.001), log(1.05), log(7, 1.1)
SELECT 2.0 ^ 3, 2.5 ^ 2, 2.0 ^ -2, 1.1 ^ 10, power(2.0, 0.5), power(1.5, 2), 2.0 ^ 100, 0.5 ^ 30, 10.0 ^ -5, 3.0 ^ 0, 0.0 ^ 0, 0.0 ^ 5, 0.0 ^ 1.5, 1.5 ^ 1.5, 99.9 ^ 2.5, 1.00001 ^ 1000, (-2.0) ^ 3, (-1.5) ^ -3, 2 ^ 0.5, 7.77 ^ 3.3, 12345.678 ^ 3, 0.001 ^ 0.5, 1.5 ^ 1.0, 2.5 ^ 1, 2.5^-1, 1.23 ^ 5.00
SELECT power(0.0, -1)
SELECT (-8.0) ^ 0.5
SELECT ln(0.0)
SELECT ln(-1.0)
SELECT sqrt(-1.0)
SELECT log(1.0, 5.0)
SELECT log(-2.0, 5.0)
SELECT 1.0 / 0
SELECT 5.5 % 0
SELECT div(7.5, 2), div(-7.5, 2), div(0.3, 0.1), div(1e20, 3), mod(7.5, 2), mod(-7.5, 2.25), 7.5 % -2, gcd(12.5, 7.5), lcm(1.5, 2.5), gcd(0.0, 5.5), lcm(0.0, 1.5), gcd(-4.0, 6.00)
SELECT trim_scale(1.500), trim_scale(100.00), trim_scale(0.000), sign(-2.5), abs(-2.50), - 1.50, + 2.50, @ -3.5, numeric_inc(1.5)
SELECT 12345678901234567890.12345678901234567890::text, 1e308::float8, 1e-308::float8 / 1e10::float8
SELECT 12345678901234567890.12345678901234567890 * 12345678901234567890.12345678901234567890
SELECT 99999999999999999999999999999999999999 + 1
SELECT (99999999999999999999999999999999999999 + 1)::text, (1e50)::text, (2.0 ^ 200)::text
SELECT 99.95::numeric(3,1)
SELECT 1.005::numeric(10,2), '1.005'::numeric(10,2), -0.005::numeric(5,2), 5::numeric(3,1), 0.05::numeric(2,2), 1e3::numeric(4,0)
SELECT 12345.6::numeric(5,2)
SELECT 1234.5::numeric(3)
SELECT 2147483647.5::int
SELECT 32767.5::int2
SELECT 9223372036854775807.5::int8
SELECT 2.5::int, -2.5::int, 3.5::int8, 0.5::int2
SELECT n::numeric(6,1), n::numeric(10,0), n::int FROM numbers ORDER BY i
SELECT n::numeric(3,1) FROM numbers
SELECT f8::numeric(20,6) FROM extremes WHERE id IN (5, 6, 7, 8) ORDER BY id
SELECT f8::numeric(20,6) FROM extremes WHERE id = 2
SELECT sum(1.5), count(*), sum(1.0 / 3)::text FROM people
SELECT x + 1.0 / 3 FROM (VALUES (1.5)) t(x)
SELECT 1e-4::float8, 1e-5::float8, 1.5e300::float8, 5e-324::float8, 1e6::float4, 1e5::float4
SELECT id FROM extremes WHERE f8 > 1e100 ORDER BY id
SELECT 1e39::float8::float4
SELECT 1e-50::float8::float4
SELECT to_char(1.0/3, '9.999'), round(1.0/3, 5), (1.0/3)::float8, (1.0/3)::numeric(10,5), (1.0/3)::int, -(1.0/3)
SELECT 1.5 AS x GROUP BY 1.0/3 ORDER BY 1.0/3
SELECT 1.0/3 AS x, count(*) FROM people GROUP BY 1.0/3
SELECT '1e5'::numeric, '  12.50 '::numeric, 'abc'::numeric
SELECT '1e200000'::numeric
SELECT 3 * 1.5, 3 - 0.50, 7 % 2.5, 1.5 * 2.25 * 3, 100 * 0.01, 12 * (1 - 0.06)
SELECT pg_typeof(1.0/3), pg_typeof(2^2), pg_typeof(2^2.0), pg_typeof(sqrt(4)), pg_typeof(sqrt(4.0)), pg_typeof(round(1.5))
SELECT 5.0 / 7e16, 1.0 / 3e10, exp(30.0), exp(-20.5), 0.3 / 3 = 0.1, '0.1'::numeric + '0.2' = 0.3
SELECT power(1.0000001, 2147483648)::numeric(38,0) > 0, power(-1.0000001, 3000001)
SELECT 1.0000001 ^ 1000000, power(0.999999, 5000000), 2 ^ 3.0
-- Long results, to their last digit.
SELECT exp(179.0)::text, exp(942.0)::text, exp(330.000000000000000000000000000001497822264)::text
SELECT exp(212.00666960795537099)::text, exp(682.749599334409931)::text, exp(244.000000000009073302)::text, exp(-212.5)::text, exp(-942.25)::text, exp(661.4021525905927237)::text
SELECT (2.5 ^ 999.5)::text, (1.0000001 ^ 2000000000)::text, (1.5 ^ 300.25)::text, (0.7 ^ -500.5)::text, (0.7 ^ 500.5)::text
SELECT ln(1e-300)::text, ln(1.000000000000000000000000000001)::text, ln(123456789012345678901234567890.5)::text, ln(10.0)::text, ln(1.0)::text, ln(0.9999999999)::text, ln(2.5e50)::text
SELECT log(2.0, 10)::text, log(7.5, 1e30)::text, log(0.5, 3)::text, log(1.0001, 5)::text, log(1e-10, 1.5)::text, log(100.0)::text, log(12345.678)::text
SELECT (1.0001 ^ 100000)::text
SELECT (3 ^ 200.0)::text, (0.5 ^ 300)::text
SELECT (7.77 ^ 77)::text, (1.1 ^ -1000)::text, (0.99999 ^ 123456)::text
SELECT (1.0000001 ^ 2000000000)::text
SELECT (7.7712345678901234 ^ 770)::text
SELECT (0.12345678901234567890 ^ 99)::text
