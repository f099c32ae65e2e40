-- Floats that leave their range raise; the steps of a longer sum or product too.
SELECT f8 * 1e300::float8 FROM extremes WHERE id = 7
SELECT f8 * 2, f8 + 1, f8 - f8, f8 / 2, f8 * f8, 1 / (f8 + 3) FROM extremes WHERE id <> 6 ORDER BY id
SELECT x * x FROM (VALUES ('1e300'::float8)) t(x)
SELECT x * x FROM (VALUES ('1e-300'::float8)) t(x)
SELECT x / 1e10 FROM (VALUES ('1e-320'::float8)) t(x)
SELECT x + x FROM (VALUES ('1.7e308'::float8)) t(x)
SELECT x - y FROM (VALUES ('1.7e308'::float8, '-1.7e308'::float8)) t(x, y)
SELECT x * y + 1, x * y * 0, (x + 1) * (y - 1) / 3 FROM (VALUES (2.5::float8, 0::float8), (0, 5), (NULL, 1), (-1.5, 'inf')) t(x, y)
SELECT x * y + 1 FROM (VALUES ('1e-200'::float8, '1e-200'::float8)) t(x, y)
SELECT x * y * z FROM (VALUES ('1e-200'::float8, '1e-200'::float8, '1e300'::float8)) t(x, y, z)
SELECT x / (y * y) FROM (VALUES (1::float8, '1e200'::float8)) t(x, y)
SELECT x / y FROM (VALUES (1::float8, 'inf'::float8), ('inf', 2), (0, 5), ('nan', 0), ('nan', 'inf'), (-0.0, 1)) t(x, y)
SELECT x / y FROM (VALUES (1::float8, 0::float8)) t(x, y)
SELECT x / y FROM (VALUES ('inf'::float8, 0::float8)) t(x, y)
SELECT 1 / x FROM (VALUES ('1e-320'::float8)) t(x)
SELECT x + 'inf' - 'inf', 'inf' * x FROM (VALUES (0::float8), (1)) t(x)
SELECT 'inf'::float8 + x * x FROM (VALUES ('1e300'::float8)) t(x)
SELECT sum(x) FROM (VALUES ('1e308'::float8), ('1e308')) t(x)
SELECT sum(x), avg(x) FROM (VALUES ('1e308'::float8), ('1e300')) t(x)
SELECT avg(x) FROM (VALUES ('1e308'::float8), ('1e308')) t(x)
SELECT sum(x), avg(x), max(x) FROM (VALUES ('inf'::float8), ('1e308')) t(x)
SELECT sum(x) FROM (VALUES ('inf'::float8), ('-inf')) t(x)
SELECT sum(x), avg(x) FROM (VALUES ('nan'::float8), ('-inf')) t(x)
SELECT sum(x) FROM (VALUES (1.5::float8)) t(x) WHERE x > 5
SELECT grp, sum(score), avg(score), sum(DISTINCT score), sum(score) FILTER (WHERE pos > 2) FROM readings GROUP BY grp ORDER BY grp
SELECT id, sum(score) OVER (PARTITION BY grp ORDER BY id), avg(score) OVER w FROM readings WINDOW w AS (ORDER BY id ROWS 2 PRECEDING) ORDER BY id
SELECT sum(score * 2 + 1), avg(score / 2), sum(score) / count(*), sum(score) * 2.5 FROM readings
SELECT grp, sum(score) FROM readings GROUP BY grp HAVING sum(score) * 2 > 3 ORDER BY sum(score) DESC, grp
SELECT r * r FROM (VALUES ('1e30'::float4)) t(r)
SELECT r * r FROM (VALUES ('1e-30'::float4)) t(r)
SELECT r + r, r * 2::float4, r / 3::float4, r * 2, r * 0.1::float8, r - d FROM numbers ORDER BY i
SELECT sum(r), avg(r) FROM numbers WHERE i < 5
SELECT sum(r) FROM (VALUES ('3e38'::float4), ('3e38')) t(r)
SELECT exp(1000::float8)
SELECT exp(-1000::float8)
SELECT exp(x), power(x, 2) FROM (VALUES ('inf'::float8), ('-inf'), ('nan'), (0), (1.5), (NULL)) t(x)
SELECT power(10::float8, -400)
SELECT power(x, y) FROM (VALUES (0::float8, 2::float8), (2, 0.5), (-2, 3), ('inf', -1), (0.5, 'inf'), (1, 'nan')) t(x, y)
SELECT power(0::float8, -1)
SELECT power(-1::float8, 0.5)
SELECT degrees(1e308::float8)
SELECT degrees(1), degrees(0.5), degrees(3.14159), radians(180), radians(45.5), degrees(score), radians(score) FROM readings WHERE id < 4
SELECT cot(0), cot(1), atan2(0,0), cot(-0.5)
SELECT sqrt(score * score + 1) * 2 - 1, abs(score - 3) / 2 + score, (score + 1) * (score + 2) * (score + 3) FROM readings WHERE id <> 8 ORDER BY id
SELECT 2 * 6371 * asin(sqrt(power(sin(radians(x - 48.85) / 2), 2) + cos(radians(48.85)) * cos(radians(x)) * power(sin(radians(y - 2.35) / 2), 2))) FROM (VALUES (51.5::float8, -0.12::float8), (40.7, -74)) t(x, y)
SELECT d * (SELECT max(d) FROM numbers WHERE d < 10) + 1 FROM numbers WHERE d < 100 ORDER BY i
SELECT ARRAY[d * 2, d + 1] FROM numbers WHERE d < 10 ORDER BY i
SELECT i FROM numbers WHERE d * 2 > 3 AND d + 1 < 100 ORDER BY i
SELECT score * 2, count(*) FROM readings GROUP BY score * 2 ORDER BY score * 2
SELECT round((score + 0.5) * 2), (score * 2)::int, (score * 1.5)::text, -(score + 1), -score * 2 FROM readings ORDER BY id
SELECT d FROM numbers n WHERE EXISTS (SELECT 1 FROM numbers m WHERE m.d * 2 = n.d * 2) ORDER BY i
SELECT '1e-310'::float8 * 2, '1e-310'::float8 + '1e-310'::float8, 0::float8 * 5, -0.0::float8 * 5
SELECT x ^ 0.5, exp(x), power(x, 3) FROM (VALUES (2.0), (3.5)) t(x)
SELECT 1e308::float8 * 10::float8 / 10
SELECT x * 2 + y FROM (VALUES (NULL::float8, 1::float8), (1, NULL)) t(x, y)
SELECT grp FROM readings GROUP BY grp HAVING power(sum(score), 2) > 30 AND exp(min(score)) < 2 ORDER BY grp
-- Of integers and decimals nothing leaves the range: the steps are not tested, but for a divisor that is zero.
SELECT x::float8 / 3, x::float8 * 2.5 + 1, (x::float8 - 0.5::float8) / 7, x::float4 / 3, x::float4 * x::float4 FROM (VALUES (0::int8), (1), (-7), (9223372036854775807), (-9223372036854775808), (NULL)) t(x)
SELECT x::float8 / y::float8, x::float4 / y::float4, (x + 1)::float8 / (y * 2)::float8 FROM (VALUES (0, 5), (-7, 2), (2147483646, 3), (NULL, 1)) t(x, y)
SELECT x::float8 / y::float8 FROM (VALUES (1, 0)) t(x, y)
SELECT (x + 1)::float8 / (y - 1)::float8 FROM (VALUES (1, 1)) t(x, y)
SELECT x::float8 / 0 FROM (VALUES (1)) t(x)
SELECT d::float8 / 3, d::float8 * d::float8 - 1, d::float8 * 0, n::float8 / d::float8 FROM (VALUES (0.001::numeric(10, 3), 12345.6789::numeric(30, 10)), (-9999999.999, 0), (5, NULL)) t(d, n)
SELECT x::float8 * 1e300::float8 * 1e300::float8 FROM (VALUES (1)) t(x)
SELECT x::float8 * 1e-300::float8 / 1e300::float8 FROM (VALUES (1)) t(x)
SELECT x::float8 / 1e300::float8, x::float8 / 3 * y FROM (VALUES (1, 'inf'::float8), (2, 1e300)) t(x, y)
SELECT x::float8 / 3 * y FROM (VALUES (30, '1e308'::float8)) t(x, y)
SELECT x::float4 * x::float4 * x::float4 FROM (VALUES (9223372036854775807)) t(x)
SELECT sum(x::float8 / 4), avg(x::float8 * 0.5), sum(x)::float8 / count(*), count(*)::float8 / sum(x) FROM (VALUES (1), (2), (4)) t(x)
SELECT -(x::float8 / 3), abs(x::float8 / -3), (x::float8 / 3)::int, round((x::float8 / 3)::numeric, 2) FROM (VALUES (10), (-10)) t(x)
SELECT x / 3::float8, x * 1.5::float8, 10.0::float8 / x FROM (VALUES (2::int2), (3)) t(x)
-- What is computed once and what is read of a query around this one, in one expression.
SELECT (SELECT max(f * abs(u.x)) FROM (VALUES (1::float8), (-3)) u(x)) FROM (VALUES (1.5::float8), (2)) t(f) ORDER BY 1
SELECT (SELECT f + ('0'::text)::float8 + f * abs(f)) FROM (VALUES (1.5::float8), (NULL)) t(f) ORDER BY 1
SELECT (SELECT sum(f * abs(u.x) * u.x) FROM (VALUES (1e200::float8)) u(x)) FROM (VALUES (1e200::float8)) t(f)
SELECT (SELECT sum((u.x + 1)::float8 / f) FROM (VALUES (1), (2)) u(x)) FROM (VALUES (2::float8), (-4)) t(f) ORDER BY 1
-- Of a table, sums are looked at more closely once they are infinite, and averages once squares are.
SELECT sum(f8), avg(f8), sum(f4), avg(f4) FROM extremes WHERE id < 6
SELECT sum(f8) FROM extremes
SELECT avg(f8) FROM extremes
SELECT id, sum(f8) FROM extremes GROUP BY id ORDER BY id
SELECT id, avg(f8) FROM extremes GROUP BY id ORDER BY id
SELECT sum(x) FROM (SELECT 1e308::float8 + score - score AS x FROM readings) t
SELECT avg(x) FROM (SELECT 1e308::float8 + score - score AS x FROM readings) t
SELECT sum(-x) FROM (SELECT 1e308::float8 + score - score AS x FROM readings) t
SELECT sum(x), avg(x) FROM (SELECT CASE WHEN id = 1 THEN 'inf'::float8 ELSE score END AS x FROM readings) t
SELECT sum(x), avg(x) FROM (SELECT CASE WHEN id = 1 THEN '-inf'::float8 ELSE score END AS x FROM readings) t
SELECT sum(x), avg(x) FROM (SELECT CASE id WHEN 1 THEN '-inf'::float8 WHEN 2 THEN 'inf' ELSE score END AS x FROM readings) t
SELECT sum(x), avg(x) FROM (SELECT CASE WHEN id = 1 THEN 'nan'::float8 ELSE score END AS x FROM readings) t
SELECT sum(x), avg(x) FROM (SELECT CASE id WHEN 1 THEN 'nan'::float8 WHEN 2 THEN 'inf' ELSE score END AS x FROM readings) t
SELECT grp, sum(x), avg(x) FROM (SELECT grp, CASE WHEN id = 1 THEN 'inf'::float8 ELSE score END AS x FROM readings) t GROUP BY grp ORDER BY grp
SELECT grp, sum(x), sum(score::numeric(8,2)) FROM (SELECT *, CASE WHEN id = 1 THEN 'inf'::float8 ELSE score END AS x FROM readings) t GROUP BY grp ORDER BY grp
SELECT grp FROM (SELECT *, CASE WHEN id = 1 THEN 'inf'::float8 ELSE score END AS x FROM readings) t GROUP BY grp HAVING sum(x) > 5 ORDER BY avg(x) DESC, grp
SELECT id, sum(x) OVER (ORDER BY id), avg(x) OVER (ORDER BY id ROWS 1 PRECEDING) FROM (SELECT id, CASE WHEN id = 3 THEN 'inf'::float8 ELSE score END AS x FROM readings) t ORDER BY id
SELECT sum(x) OVER (ORDER BY id) FROM (SELECT id, 1e308::float8 + score - score AS x FROM readings) t
SELECT sum(x) FILTER (WHERE id > 1), sum(DISTINCT x) FROM (SELECT id, CASE WHEN id = 1 THEN 'inf'::float8 ELSE score END AS x FROM readings) t
SELECT sum(r::float4), avg(r::float4) FROM (SELECT CASE WHEN id = 1 THEN 'inf'::float8 ELSE score END AS r FROM readings) t
SELECT sum(r), avg(r) FROM (SELECT '1e38'::float4 * (score - score + 1)::float4 AS r FROM readings) t
SELECT sum(r) FROM (SELECT '3e38'::float4 * (score - score + 1)::float4 AS r FROM readings) t
SELECT max(s) FROM (SELECT sum(CASE WHEN i % 32 < 16 THEN 1e308 ELSE -1e308 END::float8) OVER (ORDER BY i ROWS BETWEEN 40 PRECEDING AND 40 FOLLOWING) AS s FROM generate_series(0, 255) i) t
SELECT max(s) FROM (SELECT sum(CASE WHEN i % 32 < 16 THEN 1e308 ELSE -1e308 END::float8 + score - score) OVER (ORDER BY i ROWS BETWEEN 40 PRECEDING AND 40 FOLLOWING) AS s FROM generate_series(0, 255) i, (SELECT max(score) AS score FROM readings) r) t
SELECT max(s) FROM (SELECT sum(CASE i % 32 WHEN 5 THEN 'inf' WHEN 20 THEN '-inf' ELSE score END::float8) OVER (ORDER BY i ROWS BETWEEN 40 PRECEDING AND 40 FOLLOWING) AS s FROM generate_series(0, 255) i, (SELECT max(score) AS score FROM readings) r) t
