-- Numerics by whole numbers, buckets, and functions of floats.
SELECT floor(a / b), ceil(a / b), trunc(a / b), round(a / b), (a / b)::int, div(a, b) FROM (VALUES (0.3, 0.1), (-0.3, 0.1), (0.145, 0.01), (2.9, 0.1), (7.0, 2.0), (-7.5, 3.0), (1.0, 3.0), (0.6, 0.2), (4.35, 0.01), (0.0, 1.0)) t(a, b)
SELECT floor(avg(val)), ceil(avg(val)), round(avg(val) * 2), trunc(avg(amount)), round(sum(amount) / 0.1), (sum(amount) / 0.1)::bigint FROM readings
SELECT div(n, 0.3), div(n, i), div(n, -7) FROM numbers WHERE i <> 0 ORDER BY i
SELECT div(n, 0) FROM numbers
SELECT div(n / 3, 2) FROM numbers ORDER BY i
SELECT round(n, -1), round(n, -3), trunc(n, -1), trunc(n, -2), round(n, -50), round(n, 0) FROM numbers ORDER BY i
SELECT round(n, 3), round(n, -3) FROM extremes ORDER BY id
SELECT round(x, -2), round(x, -1), trunc(x, -1) FROM (VALUES (99.5), (50.0), (-50.0), (149.99), (-5.5)) t(x)
SELECT scale(n), scale(salary), min_scale(n), trim_scale(n) FROM numbers, people WHERE people.id = 1 ORDER BY i
SELECT scale(1.50), scale(1), scale(0.001), min_scale(1.500), trim_scale(1.500), trim_scale(100.00), scale(NULL::numeric), min_scale(0.000)
SELECT factorial(5), factorial(0), factorial(20), factorial(33), factorial(i) FROM numbers WHERE i IN (2, 7)
SELECT factorial(-1)
SELECT gcd(n, 0.5), lcm(n, 0.25), gcd(n, n), gcd(i, 6), lcm(i, 4) FROM numbers WHERE i > 0 ORDER BY i
SELECT numeric_inc(1.5), div(10.5, 3), gcd(12.5, 7.5), lcm(1.5, 2.5)
SELECT width_bucket(5, 0, 10, 5), width_bucket(-1, 0, 10, 5), width_bucket(10, 0, 10, 5), width_bucket(0, 0, 10, 5), width_bucket(5, 10, 0, 5), width_bucket(10, 10, 0, 5), width_bucket(0, 10, 0, 5)
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(5.35::float8, 0.024, 10.06, 5), width_bucket(2.5, 0.0, 5.0, 10)
SELECT width_bucket(d, 0, 10, 4), width_bucket(n, 0, 10, 4), width_bucket(i, -10, 10, 4), width_bucket(n, 10.5, -3.25, 7) FROM numbers ORDER BY i
SELECT width_bucket(score, -2.5, 8.25, 10), count(*) FROM readings GROUP BY 1 ORDER BY 1
SELECT width_bucket(1, 0, 10, 0)
SELECT width_bucket(1.0, 5.0, 5.0, 3)
SELECT width_bucket('nan'::float8, 0, 10, 3)
SELECT width_bucket(1, 0, 'inf', 3)
SELECT width_bucket('inf'::float8, 0, 10, 3), width_bucket('-inf'::float8, 0, 10, 3), width_bucket(NULL, 0, 10, 3)
SELECT width_bucket('1e308'::float8, '-1.5e308', '1.5e308', 4), width_bucket(0.1, 0, 0.3, 3), width_bucket(0.2::numeric, 0, 0.3, 3), width_bucket(0.3::float8 - 0.1::float8, 0, 0.3, 3)
SELECT width_bucket(35, ARRAY[10, 20, 30, 40]), width_bucket(5, ARRAY[10, 20]), width_bucket(50, ARRAY[10, 20]), width_bucket(20, ARRAY[10, 20]), width_bucket(NULL, ARRAY[1]), width_bucket(5, ARRAY[]::int[])
SELECT width_bucket(born, ARRAY['1990-01-01', '2000-01-01']::date[]), width_bucket(name, ARRAY['a', 'm']) FROM people ORDER BY id
SELECT width_bucket(1, ARRAY[1, NULL])
SELECT sinh(1), cosh(1), tanh(1), asinh(1), acosh(2), atanh(0.5), asinh(-0.5), acosh(1), atanh(1), atanh(-1), asinh('inf'::float8), atanh('nan'::float8), acosh('nan'::float8)
SELECT atanh(2)
SELECT acosh(0.5)
SELECT round(n / 3, 2), round(avg(n)) FROM numbers GROUP BY n ORDER BY n
SELECT int4larger(3, 5), int4smaller(3, 5), int8larger(1, 2), int2smaller(1::int2, 2::int2)
SELECT int4pl(1, 2), int4mul(3, 4), int4div(7, 2), int8mi(5, 3), int2pl(1::int2, 2::int2), int4mod(7, -1), int4um(5), int8abs(-3)
SELECT int4pl(2147483647, 1)
SELECT int4div(1, 0)
SELECT mod(salary, 0.375)::text, mod(n, 2) FROM people, numbers WHERE people.id = 1 AND n < 10 ORDER BY n
select x, erf(x), erfc(x), erf(-x), erfc(-x) from (values (0.0::float8), ('-0'), (1e-300), (1e-31), (1e-10), (0.001), (0.1), (0.3), (0.5), (0.84375), (0.9), (1.0), (1.25), (1.5), (1.7), (2.0), (2.5), (2.857), (3.0), (3.3), (4.0), (5.0), (5.5), (5.99), (6.0), (6.5), (7.7), (9.3), (12.1), (15.0), (20.0), (25.0), (26.5), (27.2), (30.0), ('Infinity'), ('NaN'), (null)) t(x)
select x, gamma(x), lgamma(x) from (values (0.5::float8), (1.0), (1.5), (2.0), (3.0), (5.0), (6.0), (10.5), (100.0), (170.5), (-0.5), (-1.5), (-20.3), ('Infinity'), ('NaN'), (null), (1e-5), (0.1)) t(x)
select lgamma(x) from (values (1000.0::float8), (1e10), (1e300), ('-Infinity'), (-1e-5), (-100.7)) t(x)
select gamma(0)
select gamma(-3)
select gamma(172)
select gamma('-Infinity')
select gamma(-185.5)
select lgamma(0)
select lgamma(-2)
select lgamma(1e308)
select erf(id / 3.0), erfc(id), gamma(id), round(lgamma(id + 10)::numeric, 6) from people order by id
