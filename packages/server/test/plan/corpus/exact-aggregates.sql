-- Deviations and averages of numbers that are large beside what they differ in, exactly or by the method of Youngs and Cramer.
SELECT variance(x), stddev(x), var_pop(x), stddev_pop(x), var_samp(x), stddev_samp(x) FROM (VALUES (1700000000), (1700000001), (1700000003)) t(x)
SELECT variance(x), stddev(x) FROM (VALUES (9223372036854775806), (9223372036854775807)) t(x)
SELECT variance(x), stddev_pop(x) FROM (VALUES (-9223372036854775808), (9223372036854775807)) t(x)
SELECT stddev(x), variance(x) FROM (VALUES (1000000000000000001::numeric), (1000000000000000003)) t(x)
SELECT stddev(x), variance(x), avg(x) FROM (VALUES (1000000000000000001.25::numeric(30,2)), (1000000000000000003.5)) t(x)
SELECT round(stddev(x)::numeric, 10) FROM (VALUES (1700000000), (1700000001), (1700000003)) t(x)
SELECT round(stddev(x), 10), round(variance(x), 4), trunc(stddev(x), 3) FROM (VALUES (1700000000), (1700000001), (1700000003)) t(x)
SELECT round(avg(x), 2) FROM (VALUES (9007199254740993.125::numeric)) t(x)
SELECT round(avg(x), 2), avg(x)::text FROM (VALUES (9007199254740993.125::numeric), (9007199254740993.135)) t(x)
SELECT variance(x), stddev(x) FROM (VALUES (1700000000::float8), (1700000001), (1700000003)) t(x)
SELECT variance(x), stddev_pop(x) FROM (VALUES (1e15::float8), (1e15 + 1), (1e15 + 2), (1e15 + 7)) t(x)
SELECT variance(x), stddev(x) FROM (VALUES (16777215::float4), (16777216), (16777214)) t(x)
SELECT var_pop('inf'::float8), var_samp('inf'::float8), stddev_pop('nan'::float8), stddev_samp('nan'::float8)
SELECT var_pop(x), stddev(x) FROM (VALUES ('inf'::float8), (1)) t(x)
SELECT var_pop(x), stddev(x) FROM (VALUES ('-inf'::float8), ('inf'), (1)) t(x)
SELECT var_pop(x), stddev(x), avg(x), sum(x) FROM (VALUES ('nan'::float8), (1), (2)) t(x)
SELECT var_pop('inf'::numeric), var_samp('inf'::numeric), stddev_pop('nan'::numeric), stddev_samp('nan'::numeric)
SELECT corr(y, x), covar_pop(y, x), covar_samp(y, x) FROM (VALUES (1e9::float8, 1e9::float8), (1e9 + 1, 1e9 + 2), (1e9 + 3, 1e9 + 5)) t(y, x)
SELECT regr_slope(y, x), regr_intercept(y, x), regr_r2(y, x), regr_count(y, x) FROM (VALUES (1e9::float8, 1e9::float8), (1e9 + 1, 1e9 + 2), (1e9 + 3, 1e9 + 5)) t(y, x)
SELECT regr_sxx(y, x), regr_syy(y, x), regr_sxy(y, x), regr_avgx(y, x), regr_avgy(y, x) FROM (VALUES (1e9::float8, 1e9::float8), (1e9 + 1, 1e9 + 2), (1e9 + 3, 1e9 + 5)) t(y, x)
SELECT corr(y, x), regr_slope(y, x) FROM (VALUES (1::float8, 2::float8), (NULL, 3), (4, NULL), (5, 7), (6, 1)) t(y, x)
SELECT corr(y, x), covar_pop(y, x), regr_r2(y, x) FROM (VALUES ('nan'::float8, 2::float8), (5, 7), (6, 1)) t(y, x)
SELECT corr(y, x), covar_pop(y, x), regr_sxx(y, x) FROM (VALUES ('inf'::float8, 2::float8), (5, 7), (6, 1)) t(y, x)
SELECT corr(y, x), regr_r2(y, x), regr_slope(y, x) FROM (VALUES (1::float8, 5::float8), (2, 5), (3, 5)) t(y, x)
SELECT corr(y, x), regr_r2(y, x), regr_intercept(y, x) FROM (VALUES (5::float8, 1::float8), (5, 2), (5, 3)) t(y, x)
SELECT covar_samp(y, x), covar_pop(y, x), regr_sxy(y, x) FROM (VALUES (1::float8, 2::float8)) t(y, x)
SELECT corr(DISTINCT y, x), regr_sxx(DISTINCT y, x) FROM (VALUES (1::float8, 2::float8), (1, 2), (5, 7), (6, 1)) t(y, x)
SELECT variance(DISTINCT x), stddev(DISTINCT x), avg(DISTINCT x), sum(DISTINCT x) FROM (VALUES (1), (1), (2), (4), (-1)) t(x)
SELECT variance(DISTINCT x), stddev(DISTINCT x), avg(DISTINCT x), sum(DISTINCT x) FROM (VALUES (1.0), (1.00), (2.5), (-2.5)) t(x)
SELECT variance(DISTINCT x), stddev(DISTINCT x) FROM (VALUES (1::float8), (1), (2.5), (-2.5)) t(x)
SELECT variance(x) FILTER (WHERE x > 1), stddev(x) FILTER (WHERE x > 100), avg(x) FILTER (WHERE x < 3) FROM (VALUES (1), (2), (3), (NULL)) t(x)
SELECT variance(x), stddev(x), var_pop(x), stddev_pop(x) FROM (VALUES (5::numeric)) t(x)
SELECT variance(x), stddev(x), var_pop(x), stddev_pop(x) FROM (VALUES (NULL::int)) t(x)
SELECT variance(x), stddev(x), var_pop(x), stddev_pop(x) FROM (VALUES (3), (3), (3)) t(x)
SELECT variance(x), stddev_pop(x) FROM (VALUES (0.1::numeric), (0.2), (0.3)) t(x)
SELECT variance(x), stddev_pop(x) FROM (VALUES (0.1::numeric), (0.25), (0.375)) t(x)
SELECT variance(x), stddev(x) FROM (VALUES (1e-20::numeric), (3e-20)) t(x)
SELECT variance(x), stddev(x) FROM (VALUES (1e30::numeric), (1e30 + 1)) t(x)
SELECT variance(x), stddev(x), sum(x), avg(x) FROM (VALUES (99999999999999999999999999999999999999::numeric), (99999999999999999999999999999999999997)) t(x)
SELECT g, variance(x), stddev(x) FROM (VALUES ('a', 1000000001), ('a', 1000000002), ('b', 7), ('b', NULL), ('c', NULL)) t(g, x) GROUP BY g ORDER BY g
SELECT g, variance(x), var_pop(x) FROM (VALUES ('a', 1e10::float8), ('a', 1e10 + 1), ('b', 7)) t(g, x) GROUP BY ROLLUP (g) ORDER BY g
SELECT x, variance(x) OVER (ORDER BY x), stddev_pop(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (VALUES (1700000000), (1700000001), (1700000003)) t(x) ORDER BY x
SELECT x, variance(x) OVER (ORDER BY x), avg(x) OVER (ORDER BY x ROWS 1 PRECEDING) FROM (VALUES (1.5), (2.25), (10)) t(x) ORDER BY x
SELECT x, variance(x) OVER (ORDER BY x), stddev(x) OVER (ORDER BY x ROWS 1 PRECEDING) FROM (VALUES (1e12::float8), (1e12 + 1), (1e12 + 4)) t(x) ORDER BY x
SELECT x, corr(x, y) OVER (ORDER BY x), covar_pop(y, x) OVER (ORDER BY x) FROM (VALUES (1::float8, 4::float8), (2, 3), (3, 9)) t(x, y) ORDER BY x
SELECT stddev(x)::text, variance(x)::numeric(20,5), variance(x) > 2.3333, stddev(x) * 2 FROM (VALUES (1700000000), (1700000001), (1700000003)) t(x)
SELECT stddev(b), variance(b), round(stddev(b)::numeric, 3) FROM numbers
SELECT round(stddev(n), 6), round(variance(n), 6), round(avg(n), 6) FROM numbers
SELECT round(stddev(i8), 3), round(variance(i8), 3), round(avg(i8), 3) FROM extremes
SELECT round(stddev(i4), 3), round(variance(i4), 3) FROM extremes
SELECT round(stddev(n), 3), round(variance(n), 3) FROM extremes
SELECT round(avg(n), 8), round(avg(i8), 8), trunc(avg(i8), 2) FROM extremes WHERE id > 4
SELECT var_pop(f8), stddev(f8), avg(f8) FROM extremes
SELECT var_pop(f8) FROM extremes WHERE id > 5
SELECT var_samp(f4), stddev_pop(f4) FROM extremes WHERE id > 4
SELECT variance(score + 1e9), stddev_pop(score + 1e9) FROM readings
SELECT grp, variance(score + 1e9) FROM readings GROUP BY grp ORDER BY grp
SELECT corr(score + 1e9, pos), covar_pop(score + 1e9, pos + 1e9), regr_slope(score + 1e9, pos + 1e9) FROM readings
SELECT grp, round(variance(amount), 5), round(stddev(val), 5), round(avg(amount), 5) FROM readings GROUP BY grp ORDER BY grp
SELECT round(sum(amount) / count(amount), 4), round(avg(amount), 4), round(sum(amount) / 3, 2), trunc(sum(amount) / 7, 5) FROM readings
SELECT id, round(amount / 3, 2), round(amount / 7, 3), trunc(amount / 3, 1), round(amount / 8, 3) FROM readings ORDER BY id
SELECT id, round(amount / 2, 3), round(amount * amount / 4, 4) FROM readings ORDER BY id
SELECT avg(x), sum(x), avg(x)::text FROM (VALUES (1), (2), (2)) t(x)
SELECT avg(x), sum(x) FROM (VALUES (1.5), (2.25), (2)) t(x)
SELECT avg(x) FROM (VALUES (10000000000::int8), (3), (4)) t(x)
SELECT avg(x) + 1, avg(x) * 3, avg(x) / 7, -avg(x), abs(avg(x)), ceil(avg(x)), floor(avg(x)), sqrt(avg(x)) FROM (VALUES (1), (2), (2)) t(x)
SELECT max(x), min(x), sum(x), avg(x), count(x), count(DISTINCT x) FROM (VALUES ('NaN'::numeric), (1), (NULL), ('Infinity')) t(x)
SELECT var_pop(c), var_samp(c), stddev(c), stddev_pop(c) FROM (VALUES (5::float8), (5), (5)) t(c)
SELECT var_pop(c), var_samp(c), stddev(c), stddev_pop(c) FROM (VALUES (1::float8), (1.0000000000000002)) t(c)
SELECT var_pop(c), stddev(c) FROM (VALUES (1.0000000000000002::float8), (1)) t(c)
SELECT var_pop(c), stddev(c) FROM (VALUES (10000000000000002::float8), (10000000000000000)) t(c)
SELECT var_pop(c), stddev(c) FROM (VALUES (10000000000000000::float8), (10000000000000002), (10000000000000002)) t(c)
SELECT var_pop(c), stddev(c) FROM (VALUES (1e-170::float8), (2e-170)) t(c)
SELECT stddev(c), var_pop(c) FROM (VALUES ('Infinity'::float8), (1)) t(c)
SELECT stddev(c), var_pop(c) FROM (VALUES ('Infinity'::float8), ('-Infinity')) t(c)
SELECT stddev(c), var_pop(c) FROM (VALUES ('NaN'::float8), (1)) t(c)
SELECT stddev(c), stddev_pop(c), var_pop(c) FROM (VALUES (100::float8), (103.5), (null)) t(c)
SELECT stddev(c), stddev_pop(c), var_pop(c) FROM (VALUES (100::float8), (104.0), (null)) t(c)
SELECT corr(x, y), covar_pop(x, y), regr_slope(y, x), regr_sxx(y, x) FROM (VALUES (7::float8, 1::float8), (7, 2), (null, 9), (1000, null)) t(x, y)
SELECT corr(x, y), covar_samp(x, y), regr_syy(y, x) FROM (VALUES (1700000000::float8, 1::float8), (1700000001, 2), (1700000003, 7)) t(x, y)
SELECT corr(x, y), regr_r2(y, x), regr_intercept(y, x) FROM (VALUES ('Infinity'::float8, 1::float8), (1, 2)) t(x, y)
