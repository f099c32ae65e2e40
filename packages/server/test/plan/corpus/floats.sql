SELECT 0.1::float8, 0.1::float4, 1.0::float8, 1e15::float8, 1e16::float8, 123456789012345678::float8
SELECT 1e-4::float8, 1e-5::float8, 1.5e300::float8, 5e-324::float8, 1e6::float4, 1e5::float4, 1e-4::float4, 1e-5::float4
SELECT 0.1::float8 + 0.2::float8, 0.1::float4 + 0.2::float4, 0.1::float4 + 0.2::float8, 0.1::float4::float8
SELECT 'NaN'::float8, 'Infinity'::float8, '-Infinity'::float8, 'inf'::float8, '-inf'::float8, 'nan'::float8, '+Infinity'::float8
SELECT 'NaN'::float4, 'Infinity'::float4, '-inf'::float4
SELECT ''::float8
SELECT 'abc'::float8
SELECT '1e'::float8
SELECT '1.5x'::float8
SELECT '1 2'::float8
SELECT '1e400'::float8
SELECT '1e39'::float4
SELECT 1e39::float8::float4
SELECT 'NaN'::float8 = 'NaN'::float8, 'NaN'::float8 > 'Infinity'::float8, 'NaN'::float8 < 1, 'NaN'::float8 <> 'NaN'::float8
SELECT 'NaN'::float8 + 1, 'NaN'::float8 * 0, 'Infinity'::float8 - 'Infinity'::float8, 'Infinity'::float8 * 0
SELECT 'Infinity'::float8 + 1, 1 / 'Infinity'::float8, -1 / 'Infinity'::float8, 'Infinity'::float8 / 'Infinity'::float8
SELECT 1::float8 / 0
SELECT 0::float8 / 0
SELECT 'Infinity'::float8 / 0
SELECT 1e-308::float8 / 1e10::float8
SELECT -0.0::float8, 0.0::float8 * -1, '-0'::float8 = '0'::float8, -('0'::float8), abs('-0'::float8)
SELECT f8 FROM extremes ORDER BY f8, id
SELECT f8 FROM extremes ORDER BY f8 DESC, id
SELECT f4 FROM extremes ORDER BY f4, id
SELECT f8, count(*) FROM extremes GROUP BY f8 ORDER BY f8
SELECT DISTINCT f4 FROM extremes ORDER BY 1
SELECT min(f8), max(f8), min(f4), max(f4) FROM extremes
SELECT min(f8), max(f8) FROM extremes WHERE id <> 1
SELECT sum(f8) FROM extremes
SELECT sum(f8) FROM extremes WHERE id = 2
SELECT sum(f8), avg(f8) FROM extremes WHERE id IN (2, 3)
SELECT sum(f8), avg(f8), count(f8) FROM extremes WHERE id > 3
SELECT sum(f4), avg(f4) FROM extremes WHERE id IN (6, 8)
SELECT f8 + 1, f8 * 2, f8 - f8, -f8 FROM extremes ORDER BY id
SELECT f8 = f4 FROM extremes ORDER BY id
SELECT f8 > 0, f8 >= 0, f8 < 0, f8 <> 0, f8 = 0 FROM extremes ORDER BY id
SELECT f8 > f4, f8 IS DISTINCT FROM f4 FROM extremes ORDER BY id
SELECT id FROM extremes WHERE f8 = 'NaN' OR f8 = 'Infinity' ORDER BY id
SELECT id FROM extremes WHERE f8 > 1e100 ORDER BY id
SELECT id FROM extremes WHERE f4 = 0.1::float4
SELECT id FROM extremes WHERE f4 = '0.1'
SELECT id FROM extremes WHERE f8 = 0.1
SELECT id FROM extremes WHERE f8 IN (0.1, 'NaN') ORDER BY id
SELECT abs(f8), sign(f8), f8::text FROM extremes ORDER BY id
SELECT ceil(f8), floor(f8), round(f8), trunc(f8) FROM extremes ORDER BY id
SELECT round(0.5::float8), round(1.5::float8), round(2.5::float8), round(-0.5::float8), round(-1.5::float8), round(0.49999999999999994::float8)
SELECT round(0.5::float4), round(2.5::float4), round(1e20::float8)
SELECT trunc(-0.5::float8), ceil(-0.5::float8), floor(0.5::float8)
SELECT round(1.5::float8, 1)
SELECT f8::int FROM extremes WHERE id = 8
SELECT f8::int FROM extremes WHERE id = 1
SELECT f8::int FROM extremes WHERE id = 2
SELECT f8::int8 FROM extremes WHERE id = 7
SELECT 0.5::float8::int, 1.5::float8::int, 2.5::float8::int, -0.5::float8::int, -1.5::float8::int, 0.5::float4::int2
SELECT 2147483647.4::float8::int, -2147483648.5::float8::int
SELECT 9223372036854775807::float8::int8
SELECT 1e19::float8::int8
SELECT 40000::float8::int2
SELECT 1.5::float8 || '', 1e16::float8 || 'x', 'y' || 0.1::float4
SELECT d::text, r::text FROM numbers ORDER BY i
SELECT d + 1, d * 2, d / 3, d - 0.1, -d FROM numbers ORDER BY i
SELECT r + d, r * d, r / d, r - d FROM numbers ORDER BY i
SELECT avg(d), sum(d), min(d), max(d) FROM numbers
SELECT avg(r), sum(r), min(r), max(r) FROM numbers
SELECT stddev(d), stddev_pop(d), stddev_samp(d), variance(d), var_pop(d), var_samp(d) FROM numbers
SELECT stddev(score), var_pop(score), corr(score, val), covar_pop(score, val), covar_samp(score, val) FROM readings
SELECT sqrt(2::float8), sqrt(0::float8), cbrt(2::float8), exp(1::float8), exp(-1::float8), ln(2::float8), log(10::float8), log(2::float8), log10(2::float8)
SELECT sqrt(-1::float8)
SELECT ln(0::float8)
SELECT ln(-1::float8)
SELECT log10(-1::float8)
SELECT exp(1000::float8)
SELECT power(10::float8, 400)
SELECT power(0::float8, -1)
SELECT power(-1::float8, 0.5)
SELECT power(2::float8, 0.5), power('NaN'::float8, 0), power(1, 'NaN'::float8), power('Infinity'::float8, -1), power(0::float8, 0)
SELECT sin(1), cos(1), tan(1), asin(1), acos(1), atan(1), atan2(1, 2), cot(1)
SELECT sind(30), cosd(60), tand(45), asind(0.5), acosd(0.5), atand(1), cotd(45), atan2d(1, 1)
SELECT sinh(1), cosh(1), tanh(1), asinh(1), acosh(2), atanh(0.5)
SELECT asin(2)
SELECT acos(-2)
SELECT atanh(2)
SELECT acosh(0.5)
SELECT sin('Infinity'::float8)
SELECT degrees(pi()), radians(180), pi(), degrees(1), radians(1)
SELECT erf(0.5), erfc(0.5), gamma(5), lgamma(10)
SELECT gamma(0)
SELECT 'Infinity'::float8 ^ 2, 'NaN'::float8 ^ 2, 2 ^ 'Infinity'::float8
SELECT greatest('NaN'::float8, 1), least('NaN'::float8, 1), greatest(1::float8, NULL), least('-Infinity'::float8, 'NaN')
SELECT nullif('NaN'::float8, 'NaN'::float8), coalesce(NULL::float8, 1)
SELECT 'NaN'::float8 IN (1, 'NaN'), 1 IN ('NaN'::float8, 2), 'NaN'::float8 BETWEEN 0 AND 'Infinity'
SELECT 0.1::float4 = 0.1::float8, 0.5::float4 = 0.5::float8, 0.1::float4 < 0.1::float8
SELECT pg_typeof(1::float4 + 1), pg_typeof(1::float4 + 1.5), pg_typeof(1::float4 + 1::float8), pg_typeof(1::float4 * 1::float4), pg_typeof(round(1::float4)), pg_typeof(abs(1::float4))
SELECT float8 '1.5', real '1.5', double precision '2.5', float '3.5', float(24) '0.1', float(53) '0.1'
SELECT 1.5::float(10), 1.5::float(30), 0.1::float(24)
SELECT isfinite(date '2024-01-01')
SELECT f8::numeric(20,6) FROM extremes WHERE id IN (5, 6, 7, 8) ORDER BY id
SELECT f8::numeric(20,6) FROM extremes WHERE id = 2
SELECT setseed(0.5) IS NOT NULL
SELECT score, score / 3, score * 1e10, score + 0.1 FROM readings ORDER BY id
SELECT sum(score), avg(score), sum(score * score), sum(score) / count(*) FROM readings
SELECT grp, avg(score), stddev(score), var_samp(score) FROM readings GROUP BY grp ORDER BY grp
SELECT 1e-50::float8::float4
SELECT 1e308::float8 * 10
SELECT 1e308::float8 + 1e308::float8
SELECT -1e308::float8 - 1e308::float8
SELECT 1e-200::float8 * 1e-200::float8
SELECT 3e38::float4 * 10::float4
SELECT 3e38::float4 + 3e38::float4
SELECT 5e-324::float8 / 2
SELECT f4 + 1, f4 * 2::float4, f4 - f4, -f4 FROM extremes ORDER BY id
SELECT id FROM extremes WHERE f4 = 0.1
SELECT id FROM extremes WHERE f4 = 16777217
SELECT r + 1, r * 2, r / 3, r * r, r + 0.1 FROM numbers ORDER BY i
SELECT d % 2 FROM numbers
SELECT mod(d::numeric, 2) FROM numbers WHERE i = 7
SELECT 1::float4 / 3, 1::float4 / 3::float8, 1::float8 / 3, 10::float4 / 4
SELECT 16777216::float4 + 1, 16777216::float4 + 1::float8, 16777216::float4 + 1::float4
SELECT round(1000000000000000.5::float8)::text, round(4503599627370494.5::float8)::text, round(4503599627370495.5::float8)::text, round(-1000000000000000.5::float8)::text, round(-0.3::float8)::text, round(0.5::float8)::text, round(-1.5::float8)::text, round('NaN'::float8)::text, round('-Infinity'::float8)::text, round(1e308::float8)::text, round(0.49999999999999994::float8)::text
SELECT round((g || '.5')::float8)::text FROM generate_series(999999999999990, 1000000000000009) g ORDER BY g
SELECT round(d)::text, round(r::float8)::text, round(-d / 7)::text FROM numbers ORDER BY i
-- A zero keeps its sign among what is aggregated in its order.
SELECT array_agg(x ORDER BY x) FROM (VALUES ('-0'::float8), (0::float8), (-1), (1)) v(x)
SELECT array_agg(x ORDER BY x DESC) FROM (VALUES (0::float4), ('-0'::float4), (-1), (1)) v(x)
SELECT json_agg(x ORDER BY x), string_agg(x::text, ',' ORDER BY x) FROM (VALUES (0::float8), ('-0'::float8)) v(x)
-- The sign of zero outlasts a sort, a window and a set operation.
SELECT array_agg(f) FROM (SELECT f FROM (VALUES (-0.0::float8), (1)) t(f) ORDER BY f LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f FROM (VALUES (-0.0::float4), (-1)) t(f) ORDER BY 1 DESC LIMIT 5) q
SELECT array_agg(g) FROM (SELECT -f AS g FROM (VALUES (0.0::float8), (1)) t(f) ORDER BY g DESC LIMIT 5) q
SELECT array_agg(g) FROM (SELECT DISTINCT f * 2 AS g FROM (VALUES (-0.0::float8), (1)) t(f) ORDER BY f * 2 LIMIT 5) q
SELECT array_agg(f) FROM (SELECT DISTINCT ON (f) f FROM (VALUES (-0.0::float8), (1)) t(f) ORDER BY f DESC LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f FROM (VALUES (-0.0::float8), (1)) t(f) GROUP BY f ORDER BY 1 LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f FROM (VALUES (-0.0::float8), (1)) t(f) ORDER BY f FETCH FIRST 1 ROW WITH TIES) q
SELECT array_agg(column1) FROM (VALUES (-0.0::float8), (1) ORDER BY column1 DESC LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f FROM (VALUES (-0.0::float8)) t(f) UNION SELECT 1 ORDER BY 1 LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f FROM (VALUES (-0.0::float8)) t(f) UNION ALL SELECT 1 ORDER BY f DESC LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f, rank() OVER (ORDER BY f) FROM (VALUES (-0.0::float8), (1)) t(f) ORDER BY 2 LIMIT 5) q
SELECT array_agg(f) FROM (SELECT f, lag(f) OVER (PARTITION BY f ORDER BY f) FROM (VALUES (-0.0::float8)) t(f)) q
SELECT array_agg(DISTINCT f), array_agg(DISTINCT f ORDER BY f DESC), array_agg(f ORDER BY f) FROM (VALUES (-0.0::float8), (1)) t(f)
SELECT array_agg(DISTINCT f), min(f)::text, max(f)::text FROM (VALUES (-0.0::float4)) t(f)
SELECT a FROM (VALUES (ARRAY[-0.0::float8, NULL]), (NULL), ('{1,2}')) t(a) ORDER BY a NULLS FIRST
SELECT array_agg(f8) FROM (SELECT f8 FROM extremes WHERE f8 = 0 AND id = 5 ORDER BY f8 LIMIT 1) q
