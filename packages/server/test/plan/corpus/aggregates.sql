SELECT count(*), count(i), sum(i), avg(i), min(i), max(i) FROM nothing
SELECT count(*), sum(n), avg(n), min(t), max(ts), bool_and(y), bool_or(y), string_agg(t, ','), array_agg(i) FROM nothing
SELECT stddev(f), variance(f), corr(f, f), regr_count(f, f), covar_pop(f, f) FROM nothing
SELECT i, count(*) FROM nothing GROUP BY i
SELECT count(*) FROM nothing GROUP BY ()
SELECT count(*) FROM nothing HAVING count(*) = 0
SELECT 1 FROM nothing HAVING true
SELECT 1 HAVING false
SELECT count(*), count(val), count(DISTINCT val), count(DISTINCT grp) FROM readings
SELECT sum(val), sum(DISTINCT val), avg(val), avg(DISTINCT val), min(val), max(val) FROM readings
SELECT grp, count(*), count(val), sum(val), avg(val), min(val), max(val) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, sum(amount), avg(amount), min(amount), max(amount), sum(DISTINCT amount) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, min(taken), max(taken), min(day), max(day), count(DISTINCT day) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, max(taken) - min(taken), max(day) - min(day) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, string_agg(val::text, ',' ORDER BY id), string_agg(val::text, ',' ORDER BY val DESC, id) FROM readings GROUP BY grp ORDER BY grp
SELECT string_agg(grp, ',' ORDER BY grp DESC NULLS LAST, id) FROM readings
SELECT string_agg(DISTINCT grp, ',' ORDER BY id) FROM readings
SELECT string_agg(grp, ', ' ORDER BY id) FILTER (WHERE val > 5) FROM readings
SELECT string_agg(grp) FROM readings
SELECT array_agg(val ORDER BY id), array_agg(val ORDER BY val, id), array_agg(DISTINCT val ORDER BY val) FROM readings
SELECT array_agg(val ORDER BY val DESC, id), array_agg(val ORDER BY val NULLS FIRST, id) FROM readings
SELECT array_agg(val ORDER BY id) FILTER (WHERE val IS NOT NULL), array_agg(grp ORDER BY id) FROM readings
SELECT grp, array_agg(id ORDER BY score DESC, id DESC) FROM readings GROUP BY grp ORDER BY grp
SELECT array_agg(DISTINCT grp ORDER BY grp DESC) FROM readings
SELECT array_agg(ARRAY[id, val] ORDER BY id) FROM readings WHERE grp = 'a'
SELECT array_agg(x) FROM (VALUES (NULL::int), (NULL)) t(x)
SELECT bool_and(val > 0), bool_or(val > 100), every(val IS NULL OR val > -10) FROM readings
SELECT grp, bool_and(val > 0), bool_or(val > 5) FROM readings GROUP BY grp ORDER BY grp
SELECT bit_and(val), bit_or(val), bit_xor(val) FROM readings
SELECT grp, bit_and(pos), bit_or(pos), bit_xor(pos) FROM readings GROUP BY grp ORDER BY grp
SELECT count(*) FILTER (WHERE val > 0), sum(val) FILTER (WHERE grp = 'a'), avg(val) FILTER (WHERE false), count(val) FILTER (WHERE val IS NULL) FROM readings
SELECT grp, count(*) FILTER (WHERE val > 5), max(val) FILTER (WHERE val < 5) FROM readings GROUP BY grp ORDER BY grp
SELECT sum(val) FILTER (WHERE NULL) FROM readings
SELECT stddev(val), stddev_pop(val), stddev_samp(val), variance(val), var_pop(val), var_samp(val) FROM readings
SELECT grp, stddev(val), var_pop(val) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, stddev(amount), var_pop(amount) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, stddev(score), stddev_pop(score), var_samp(score) FROM readings GROUP BY grp ORDER BY grp
SELECT corr(val, score), covar_pop(val, score), covar_samp(val, score) FROM readings
SELECT regr_slope(val, score), regr_intercept(val, score), regr_r2(val, score), regr_count(val, score) FROM readings
SELECT regr_avgx(val, score), regr_avgy(val, score), regr_sxx(val, score), regr_syy(val, score), regr_sxy(val, score) FROM readings
SELECT grp, corr(val, score), regr_slope(val, score), regr_r2(val, score), regr_count(val, score) FROM readings GROUP BY grp ORDER BY grp
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY val), percentile_disc(0.5) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY score), percentile_cont(0) WITHIN GROUP (ORDER BY score), percentile_cont(1) WITHIN GROUP (ORDER BY score) FROM readings
SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY grp), percentile_disc(0) WITHIN GROUP (ORDER BY taken), percentile_disc(1) WITHIN GROUP (ORDER BY day) FROM readings
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY val DESC), percentile_cont(0.3) WITHIN GROUP (ORDER BY val DESC) FROM readings
SELECT grp, percentile_cont(0.5) WITHIN GROUP (ORDER BY val), percentile_disc(0.5) WITHIN GROUP (ORDER BY amount) FROM readings GROUP BY grp ORDER BY grp
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY i), percentile_disc(0.5) WITHIN GROUP (ORDER BY t) FROM nothing
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY taken - '2024-01-01'::timestamp) FROM readings
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY grp) FROM readings
SELECT mode() WITHIN GROUP (ORDER BY val) FROM readings
SELECT mode() WITHIN GROUP (ORDER BY grp), mode() WITHIN GROUP (ORDER BY grp DESC) FROM readings
SELECT grp, mode() WITHIN GROUP (ORDER BY amount) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, mode() WITHIN GROUP (ORDER BY val DESC) FROM readings GROUP BY grp ORDER BY grp
SELECT mode() WITHIN GROUP (ORDER BY i) FROM nothing
SELECT rank(20) WITHIN GROUP (ORDER BY val), dense_rank(20) WITHIN GROUP (ORDER BY val) FROM readings
SELECT rank(7) WITHIN GROUP (ORDER BY val DESC), dense_rank(-100) WITHIN GROUP (ORDER BY val), percent_rank(7) WITHIN GROUP (ORDER BY val), cume_dist(7) WITHIN GROUP (ORDER BY val) FROM readings
SELECT grp, rank(5) WITHIN GROUP (ORDER BY val), cume_dist(5) WITHIN GROUP (ORDER BY val) FROM readings GROUP BY grp ORDER BY grp
SELECT rank(NULL) WITHIN GROUP (ORDER BY val) FROM readings
SELECT any_value(x) FROM (VALUES (NULL::int), (5), (5)) t(x)
SELECT count(DISTINCT (grp, val)) FROM readings
SELECT count((grp, val)) FROM readings
SELECT count(*) + count(*), sum(val) * 2, max(val) - min(val), -sum(val) FROM readings
SELECT grp, sum(val) * 100.0 / count(*) FROM readings GROUP BY grp ORDER BY grp
SELECT grp, sum(val) / count(val) FROM readings GROUP BY grp HAVING count(val) > 0 ORDER BY grp
SELECT grp FROM readings GROUP BY grp HAVING sum(val) > 10 ORDER BY grp
SELECT grp, pos % 2, count(*) FROM readings GROUP BY grp, pos % 2 ORDER BY grp, 2
SELECT pos % 2 AS p, count(*) FROM readings GROUP BY p ORDER BY p
SELECT grp AS g FROM readings GROUP BY g ORDER BY g
SELECT lower(grp) AS grp, count(*) FROM readings GROUP BY grp ORDER BY 1
SELECT val + 1 AS v, count(*) FROM readings GROUP BY val + 1 ORDER BY v
SELECT val + 1, count(*) FROM readings GROUP BY val ORDER BY val
SELECT upper(grp), count(*) FROM readings GROUP BY upper(grp) ORDER BY upper(grp) DESC
SELECT grp, val FROM readings GROUP BY grp, val ORDER BY grp, val
SELECT grp, val FROM readings GROUP BY grp
SELECT val FROM readings GROUP BY val + 1
SELECT grp, sum(val) FROM readings
SELECT * FROM readings GROUP BY id
SELECT grp FROM readings WHERE sum(val) > 1 GROUP BY grp
SELECT sum(sum(val)) FROM readings
SELECT sum(val) FROM readings GROUP BY sum(val)
SELECT count(*) FROM readings ORDER BY val
SELECT grp, count(*) FROM readings GROUP BY grp ORDER BY val
SELECT grp, count(*) FROM readings GROUP BY grp ORDER BY sum(val), grp
SELECT grp FROM readings GROUP BY grp ORDER BY max(val) DESC NULLS LAST, grp
SELECT grp, count(*) FROM readings GROUP BY 2
SELECT count(*) FROM readings WHERE grp = 'zzz'
SELECT grp, count(*) FROM readings WHERE grp = 'zzz' GROUP BY grp
SELECT max(grp), min(grp), count(grp) FROM readings
SELECT max(amount), max(val), max(score), max(taken), max(day), max(grp) FROM readings
SELECT sum(i2), sum(i4), avg(i2), avg(i4) FROM extremes WHERE id > 2
SELECT sum(i4) FROM extremes
SELECT avg(i8) FROM extremes
SELECT sum(f4), sum(f8), avg(f4) FROM extremes WHERE id > 4
SELECT max(i2), max(i4), max(i8), max(n), max(t), max(d), max(ts) FROM extremes
SELECT min(i2), min(i4), min(i8), min(n), min(t), min(d), min(ts) FROM extremes
SELECT max(f8), min(f8) FROM extremes WHERE id IN (1, 2)
SELECT sum(interval '1 day' * pos), avg(interval '1 hour' * pos), min(interval '1 day' * pos), max(interval '1 mon' * pos) FROM readings
SELECT grp, sum(taken - timestamp '2024-01-01') FROM readings GROUP BY grp ORDER BY grp
SELECT max(time '10:00'), min(date '2024-01-01')
SELECT count(*) FROM (SELECT DISTINCT grp, val FROM readings) x
SELECT sum(x) FROM (SELECT sum(val) AS x FROM readings GROUP BY grp) y
SELECT avg(x) FROM (SELECT count(*) AS x FROM readings GROUP BY grp) y
SELECT max(n) FROM (SELECT grp, count(*) n FROM readings GROUP BY grp) q
SELECT count(*) FROM people, readings
SELECT sum(1), sum(1.5), sum(0.5::float8), count(1), count(NULL), avg(1), max('x') FROM readings
SELECT sum(CASE WHEN val > 5 THEN 1 ELSE 0 END), sum(CASE WHEN val > 5 THEN 1 END), count(CASE WHEN val > 5 THEN 1 END) FROM readings
SELECT sum(val::numeric), sum(val::int8), sum(val::float8), sum(val::int2) FROM readings
SELECT pg_typeof(sum(val)), pg_typeof(sum(val::int8)), pg_typeof(avg(val)), pg_typeof(avg(score)), pg_typeof(count(*)), pg_typeof(stddev(val)), pg_typeof(stddev(score)), pg_typeof(max(val)), pg_typeof(sum(amount)) FROM readings
SELECT pg_typeof(array_agg(val)), pg_typeof(string_agg(grp, '')), pg_typeof(bool_and(true)), pg_typeof(percentile_cont(0.5) WITHIN GROUP (ORDER BY val)), pg_typeof(percentile_disc(0.5) WITHIN GROUP (ORDER BY val)), pg_typeof(corr(val, val)) FROM readings
SELECT sum(DISTINCT val) FILTER (WHERE val > 0), count(DISTINCT val) FILTER (WHERE grp = 'a'), avg(DISTINCT amount) FROM readings
SELECT (SELECT sum(val) FROM readings) + 1, (SELECT count(*) FROM readings WHERE grp = 'a')
SELECT grp, (SELECT count(*) FROM readings r2 WHERE r2.grp = r1.grp) FROM readings r1 GROUP BY grp ORDER BY grp
SELECT grp, count(*) FROM readings GROUP BY ALL ORDER BY grp
SELECT grp, count(*) FROM readings GROUP BY DISTINCT grp ORDER BY grp
SELECT DISTINCT count(*) FROM readings GROUP BY grp ORDER BY 1
SELECT abs(sum(val)), round(avg(val), 2), round(avg(score)::numeric, 2), coalesce(sum(val), 0) FROM readings WHERE grp = 'b'
SELECT sum(val) = 0 FROM readings WHERE grp = 'zz'
SELECT grp, sum(val) > 5 AS big FROM readings GROUP BY grp ORDER BY big, grp
SELECT count(*) AS "Count", sum(val) "Sum" FROM readings
SELECT max(val) FROM readings HAVING max(val) > 100
SELECT nosuch(val) FROM readings
SELECT count(DISTINCT *) FROM readings
SELECT count() FROM readings
SELECT sum(*) FROM readings
SELECT sum(val, val) FROM readings
SELECT range_agg(int4range(pos, pos + 1)) FROM readings
SELECT xmlagg(xmlelement(name x)) FROM readings
SELECT array_agg(val ORDER BY id)[2:3], (array_agg(val ORDER BY id))[1], array_length(array_agg(val), 1) FROM readings
SELECT grp, array_agg(pos ORDER BY pos) = ARRAY[1, 2] FROM readings GROUP BY grp ORDER BY grp
SELECT string_agg(c, '' ORDER BY c COLLATE "C") FROM (VALUES ('b'), ('A'), ('a')) t(c)
SELECT string_agg(DISTINCT c::text, '|') FROM (VALUES (1), (1)) t(c)
SELECT array_agg(c ORDER BY c DESC) FROM (VALUES (1), (NULL), (3)) t(c)
SELECT every(c) FROM (VALUES (true), (NULL), (true)) t(c)
SELECT bool_or(c) FROM (VALUES (false), (NULL)) t(c)
SELECT min(c), max(c) FROM (VALUES (ARRAY[1, 2]), (ARRAY[1, 3])) t(c)
SELECT sum(c) FROM (VALUES ('NaN'::float8), (1)) t(c)
SELECT sum(c) FROM (VALUES ('Infinity'::float8), ('-Infinity')) t(c)
SELECT avg(c), stddev(c) FROM (VALUES (1e300::float8), (-1e300)) t(c)
SELECT variance(c), stddev_pop(c) FROM (VALUES (5)) t(c)
SELECT variance(c), stddev_pop(c) FROM (VALUES (5::float8)) t(c)
SELECT corr(x, y), regr_slope(y, x), regr_r2(y, x) FROM (VALUES (1.0::float8, 1.0::float8), (1, 2), (1, 3)) t(x, y)
SELECT regr_r2(y, x), corr(y, x) FROM (VALUES (1.0::float8, 5.0::float8), (2, 5), (3, 5)) t(x, y)
SELECT regr_slope(y, x), regr_intercept(y, x) FROM (VALUES (1.0::float8, 5.0::float8)) t(x, y)
SELECT string_agg(val, ',') FROM readings
SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY val), percentile_disc(ARRAY[0.1, NULL, 0.9]) WITHIN GROUP (ORDER BY val) FROM readings
SELECT grp, count(*) FROM readings GROUP BY 3
SELECT grp, count(*) AS n FROM readings GROUP BY grp HAVING n > 1
SELECT max(b) FROM extremes
SELECT string_agg(grp, '' ORDER BY id), string_agg(DISTINCT grp, ',' ORDER BY grp), string_agg(grp, NULL ORDER BY id) FROM readings
SELECT string_agg(id::text, grp ORDER BY id) FROM readings
SELECT percentile_cont(NULL) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FILTER (WHERE amount > 0) FROM readings
SELECT rank(1) FROM readings
SELECT grp, sum(taken - timestamp '2024-01-01'), avg(taken - timestamp '2024-01-01') FROM readings GROUP BY grp ORDER BY grp
SELECT sum(i) , avg(i) FROM (VALUES (interval '1 mon 10 days -01:00:00.5'), ('-3 mons 2 days 100:00'), (NULL)) v(i)
SELECT sum(i), avg(i) FROM (VALUES (NULL::interval)) v(i)
SELECT id, sum(interval '1 day' * pos) OVER (PARTITION BY grp ORDER BY id) FROM readings ORDER BY id
SELECT avg(interval '1 mon') FROM nothing
SELECT sum(interval '1 day') FILTER (WHERE val > 5) FROM readings
SELECT string_agg(grp, pos::text ORDER BY id DESC), string_agg(grp, NULL ORDER BY id), string_agg(NULL, grp) FROM readings
SELECT grp, string_agg(name, left(name, 1) ORDER BY p.id) FROM people p JOIN readings r ON r.id = p.id GROUP BY grp ORDER BY grp
SELECT string_agg(t, t) FROM nothing
SELECT id, string_agg(grp, id::text) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT array_agg(DISTINCT val ORDER BY val DESC) FROM readings
SELECT array_agg(DISTINCT val ORDER BY id) FROM readings
SELECT string_agg(DISTINCT grp, ',' ORDER BY grp DESC) FROM readings
SELECT string_agg(DISTINCT grp, ',' ORDER BY length(grp)) FROM readings
SELECT count(DISTINCT grp) FILTER (WHERE val > 0), sum(DISTINCT val), avg(DISTINCT pos) FROM readings
SELECT count(id, val) FROM readings
SELECT any_value(grp) IS NOT NULL, any_value(NULL::int) FROM readings
SELECT max(ARRAY[pos, val]), min(ARRAY[pos, val]) FROM readings
SELECT bool_and(active), every(active), bool_or(active) FROM people
SELECT array_agg(val ORDER BY val NULLS FIRST, id), array_agg(grp ORDER BY grp DESC, id) FROM readings
SELECT stddev(val), variance(val), corr(val, pos), regr_slope(val, pos) FROM readings WHERE grp = 'zz'
SELECT sum(val) FILTER (WHERE false), count(*) FILTER (WHERE NULL) FROM readings
SELECT max(grp) FILTER (WHERE max(val) > 1) FROM readings
SELECT sum(sum(val)) OVER () FROM readings
SELECT grp, sum(sum(val)) OVER (ORDER BY grp) FROM readings GROUP BY grp ORDER BY grp
SELECT grp FROM readings HAVING true
SELECT count(*) FROM readings HAVING false
SELECT 1 FROM readings HAVING count(*) > 1
SELECT grp || 'x', upper(grp || 'x') FROM readings GROUP BY grp || 'x' ORDER BY 1
SELECT grp AS g, count(*) FROM readings GROUP BY g ORDER BY g
SELECT pos + 1 AS pos, count(*) FROM readings GROUP BY pos ORDER BY 1
-- Distinct values come sorted.
SELECT array_agg(DISTINCT grp) FROM readings
SELECT string_agg(DISTINCT grp, ',' ORDER BY grp DESC), array_agg(DISTINCT val), array_agg(DISTINCT amount), string_agg(DISTINCT grp, '') FROM readings
SELECT array_agg(DISTINCT ARRAY[val, pos]), array_agg(DISTINCT 1), array_agg(DISTINCT day) FILTER (WHERE val > 0), string_agg(DISTINCT 'x', ',') FROM readings
SELECT array_agg(DISTINCT upper(team)), string_agg(DISTINCT team || id, ','), array_agg(DISTINCT active), string_agg(DISTINCT left(name, 1), '') FROM people
-- As engineers and agents ask.
SELECT width_bucket(age, 0, 60, 6) AS b, count(*), min(age), max(age) FROM people GROUP BY b ORDER BY b NULLS LAST
SELECT round(sum(amount) / count(*), 2), round(avg(amount), 4), round((sum(amount) * 100 / 7)::numeric, 3), trunc(avg(amount), 1), ceil(sum(amount)), sum(amount)::money FROM orders
SELECT round(sum(amount), 1), sum(amount * quantity), sum(amount)::int, avg(quantity)::numeric(10, 3), (sum(amount) / nullif(sum(quantity), 0))::numeric(12, 4), round(100.0 * sum(amount) / 500, 1) || '%' FROM orders
SELECT corr(age, salary), regr_slope(salary, age), regr_intercept(salary, age), regr_r2(salary, age), regr_count(salary, age), covar_pop(age, height), covar_samp(age, height), stddev_pop(age), stddev_samp(age), var_pop(age), variance(age), regr_avgx(salary, age), regr_sxx(salary, age) FROM people
SELECT grp, stddev(val), variance(val), stddev_pop(amount), corr(val, score), regr_slope(score, val), count(*) FROM readings GROUP BY grp ORDER BY grp
SELECT team, bool_and(active), bool_or(active), every(age > 20), bit_and(age), bit_or(age), bit_xor(age) FROM people GROUP BY team ORDER BY team
SELECT avg(age), sum(age), avg(salary), sum(salary), sum(height), avg(height), avg(DISTINCT age), sum(DISTINCT salary), count(DISTINCT team), min(name), max(name), any_value(id) IS NOT NULL FROM people
SELECT i, count(*) FROM nothing GROUP BY i
SELECT CASE WHEN age BETWEEN 20 AND 30 THEN '20s' WHEN age > 30 THEN '30+' WHEN age IS NULL THEN 'n/a' ELSE 'kid' END AS band, count(*), round(avg(salary)) FROM people GROUP BY 1 ORDER BY min(age) NULLS LAST
SELECT 'total: ' || sum(amount) || ' of ' || count(*) FROM orders
SELECT sum(amount)::text, max(amount)::varchar(4), (amount * 2)::text FROM orders GROUP BY amount ORDER BY amount
SELECT coalesce(sum(amount), 0)::text FROM orders
SELECT avg(age)::int, avg(age)::float8, round(avg(age)), avg(age)::numeric(6, 2)::text FROM people
SELECT casefold('STRASSE'), unistr('\0041'), normalize('é', NFD) = 'é', bit_count('\x0f'::bytea), crc32('abc'::bytea), reverse('abc'), string_to_table('a,b', ',')
SELECT count(*), count(DISTINCT (team, active)), count(DISTINCT team || active::text) FROM people
SELECT sum(n), avg(n), min(n), max(n), count(n), stddev(n) FROM numbers
SELECT pg_typeof(avg(age)), pg_typeof(sum(age)), pg_typeof(sum(salary)), pg_typeof(count(*)), pg_typeof(max(born) - min(born)), pg_typeof(max(seen) - min(seen)) FROM people
SELECT sum(c) AS total, sum(c) FILTER (WHERE b = 'x') / sum(c) AS share FROM l
SELECT a, b, count(*) AS dup FROM l GROUP BY a, b HAVING count(*) > 1
SELECT floor(val / 10.0) * 10 AS bin, count(*) FROM readings WHERE val IS NOT NULL GROUP BY bin ORDER BY bin
SELECT sum(age::text) FROM people
SELECT name, count(*) FROM people
SELECT sum(b), sum(b) * 2, avg(b), sum(i) * 1000000000 FROM numbers
SELECT team, count(*) AS n FROM people GROUP BY team ORDER BY count(*) DESC, team LIMIT 2
SELECT count(*) AS total, count(*) FILTER (WHERE salary > 4000) AS well_paid, round(100.0 * count(*) FILTER (WHERE salary > 4000) / nullif(count(*), 0), 1) AS pct FROM people
SELECT count(*) FROM people HAVING count(*) > 3
SELECT sum(age) FROM people GROUP BY () HAVING sum(age) IS NOT NULL
SELECT team, count(*) FROM people WHERE count(*) > 1 GROUP BY team
SELECT team, age FROM people GROUP BY team
SELECT max(sum(age)) FROM people GROUP BY team
SELECT count(l.*), count(DISTINCT l), count(l) FROM l
SELECT sum(DISTINCT age), avg(DISTINCT age), count(DISTINCT age), count(age), sum(age) FILTER (WHERE team = 'red'), max(age) - min(age) FROM people
SELECT sum(age) total, count(*) "n" FROM people
SELECT age / 10 * 10 AS decade, count(*) FROM people GROUP BY age / 10 ORDER BY 1
SELECT age / 10 AS d, avg(salary) FROM people GROUP BY age / 10 ORDER BY age / 10
SELECT team || '!' FROM people GROUP BY team || '!' ORDER BY 1
SELECT team, count(*) FROM people GROUP BY team ORDER BY max(age) DESC NULLS LAST
SELECT team FROM people GROUP BY team ORDER BY age
SELECT team, min(name) FROM people WHERE false GROUP BY team
