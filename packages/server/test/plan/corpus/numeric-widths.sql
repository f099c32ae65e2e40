-- Sums and products of numerics of up to 18 digits that need more.
SELECT x * y FROM (VALUES (99999999999999.9999::numeric(18,4), 12345678901234.5678::numeric(18,4))) t(x, y)
SELECT x * y, x + y, x - y, -x - y FROM (VALUES (999999999999999999::numeric(18,0), 999999999999999999::numeric(18,0))) t(x, y)
SELECT x + 1, 1 + x, x - -1, x + x + x FROM (VALUES (999999999999999999::numeric(18,0))) t(x)
SELECT 999999999999999999::numeric(18,0) + 1::numeric(18,0)
SELECT 5 * x * x, x * 5 * x, x * (x * 5) FROM (VALUES (99999999999.9999::numeric(15,4))) t(x)
SELECT (x * y)::text, (x + x)::text, (x * y) || '' FROM (VALUES (99999999999999.9999::numeric(18,4), 10000.5::numeric(10,2))) t(x, y)
SELECT sum(x * x), min(x * x), max(x * x), count(DISTINCT x * x) FROM (VALUES (99999999999999.9999::numeric(18,4)), (1), (-99999999999999.9999)) t(x)
SELECT x * x AS sq FROM (VALUES (99999999999999.9999::numeric(18,4)), (2), (-3)) t(x) ORDER BY sq DESC
SELECT x FROM (VALUES (99999999999999.9999::numeric(18,4)), (2), (-3)) t(x) WHERE x * x > 5 ORDER BY x
SELECT x FROM (VALUES (99999999999999.9999::numeric(18,4)), (2), (-3)) t(x) WHERE x * x BETWEEN 4 AND 1e30 ORDER BY x * x
SELECT x * x, count(*) FROM (VALUES (99999999999999.9999::numeric(18,4)), (99999999999999.9999), (2)) t(x) GROUP BY x * x ORDER BY 1
SELECT round(x * x, 2), trunc(x * x), floor(x * x), ceil(x * x), abs(-x * x), sign(x * x) FROM (VALUES (12345678901234.5678::numeric(18,4))) t(x)
SELECT (x * y)::numeric(30,2), (x * y)::float8, (x * 0)::int FROM (VALUES (12345678901234.5678::numeric(18,4), 1000.25::numeric(8,2))) t(x, y)
SELECT (x * y)::int FROM (VALUES (12345678901234.5678::numeric(18,4), 1000.25::numeric(8,2))) t(x, y)
SELECT CASE WHEN x > 10 THEN x * x ELSE x END FROM (VALUES (99999999999999.9999::numeric(18,4)), (2)) t(x) ORDER BY 1
SELECT coalesce(x * x, 0), nullif(x * x, 4), greatest(x * x, x), least(x * x, x) FROM (VALUES (99999999999999.9999::numeric(18,4)), (2), (NULL)) t(x) ORDER BY x
WITH p AS (SELECT x * y AS z FROM (VALUES (99999999999999.99::numeric(16,2), 1000000.5::numeric(8,1))) t(x, y)) SELECT z, z + 1, z - z FROM p
SELECT sum(x * y) OVER (ORDER BY y) FROM (VALUES (99999999999999.99::numeric(16,2), 1000000.5::numeric(8,1)), (1, 2)) t(x, y) ORDER BY y
SELECT (SELECT max(x * u.y) FROM (VALUES (99999999999999.99::numeric(16,2))) t(x)) FROM (VALUES (1000000.5::numeric(8,1))) u(y)
SELECT ARRAY[x * x, x * 1.0000], (ARRAY[x * x])[1] + 1 FROM (VALUES (99999999999999.9999::numeric(18,4))) t(x)
SELECT json_build_object('p', x * x), to_json(x * x) FROM (VALUES (99999999999999.9999::numeric(18,4))) t(x)
SELECT x * x = y FROM (VALUES (99999999999999.9999::numeric(18,4), 9999999999999999980000000000.00000001)) t(x, y)
SELECT x * x UNION SELECT x + x FROM (VALUES (99999999999999.9999::numeric(18,4))) t(x)
SELECT x * x FROM (VALUES (99999999999999.9999::numeric(18,4))) t(x) UNION ALL SELECT 1 ORDER BY 1
SELECT n * n * 1000000, n + n FROM numbers ORDER BY n
SELECT n * 99999999999999.9999::numeric(18,4) FROM numbers ORDER BY n
SELECT amount * 99999999999999.99 + quantity FROM orders ORDER BY id
SELECT sum(amount * 9999999999999.99 * quantity) FROM orders
SELECT x / y, x * x / y FROM (VALUES (12345678901234.5678::numeric(18,4), 1000.25::numeric(8,2))) t(x, y)
SELECT x * x % 7 FROM (VALUES (12345678901234::numeric(18,0))) t(x)
SELECT x * x FROM (VALUES (0.123456789012345678::numeric(18,18))) t(x)
SELECT x * y FROM (VALUES (123456789012.345678::numeric(18,6), 0.123456789012::numeric(12,12))) t(x, y)
SELECT x * x * x FROM (VALUES (99999999999999.9999::numeric(18,4))) t(x)
-- Of different decimals, whose values are compared as one DECIMAL or, where they do not fit it, by the key of each.
SELECT i, sum(n) > (SELECT sum(n) * 0.0001000000 FROM numbers) FROM numbers GROUP BY i ORDER BY i
SELECT i FROM numbers GROUP BY i HAVING sum(n) >= (SELECT sum(n) * 0.0001000000 FROM numbers) ORDER BY i
SELECT a.id, b.id FROM extremes a JOIN extremes b ON sum_of.s = b.n CROSS JOIN (SELECT 1.5000000000000000 * 1.0 AS s) sum_of WHERE a.id = 7 ORDER BY 1, 2
SELECT x.s = y.s, x.s < y.s, x.s <> y.s FROM (SELECT sum(n) AS s FROM numbers) x, (SELECT sum(n) * 1.000000000000 AS s FROM numbers) y
SELECT x.s = y.s, x.s < y.s, x.s <= y.s FROM (SELECT sum(n) * 1000000000000000 AS s FROM extremes) x, (SELECT sum(n) * 1.000000000000 AS s FROM numbers) y
SELECT x.s > y.s, x.s >= y.s FROM (SELECT sum(n * 99999999999.99) * 100 AS s FROM extremes WHERE id = 2) x, (SELECT sum(n) * 0.000000000001 AS s FROM numbers) y
SELECT count(*) FROM extremes a, numbers b WHERE a.n * 1000000000000 > b.n * 0.000000000001
-- Where exact numbers are refused there is no other run: the keys are compared at once.
SELECT i, count(*) OVER (ORDER BY s RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (SELECT i, sum(n) * 1.5 AS s FROM numbers GROUP BY i) q WHERE (SELECT sum(n) * 1000000000000000 FROM extremes WHERE id = 2) > (SELECT sum(n) * 1.0000000000000001 FROM numbers) ORDER BY 1
