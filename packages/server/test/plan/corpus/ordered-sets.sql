SELECT rank(NULL) WITHIN GROUP (ORDER BY val NULLS FIRST), dense_rank(NULL) WITHIN GROUP (ORDER BY val DESC), cume_dist(NULL) WITHIN GROUP (ORDER BY val), percent_rank(NULL) WITHIN GROUP (ORDER BY val) FROM readings
SELECT rank('a', 20) WITHIN GROUP (ORDER BY grp, val), dense_rank('b', 0) WITHIN GROUP (ORDER BY grp DESC, val NULLS FIRST), cume_dist('b', 0) WITHIN GROUP (ORDER BY grp, val DESC) FROM readings
SELECT rank(1.5) WITHIN GROUP (ORDER BY val), rank(20) WITHIN GROUP (ORDER BY amount), rank('2024-01-02') WITHIN GROUP (ORDER BY day) FROM readings
SELECT rank(20) WITHIN GROUP (ORDER BY val) FILTER (WHERE grp = 'a'), percent_rank(20) WITHIN GROUP (ORDER BY val) FILTER (WHERE grp = 'zz'), cume_dist(20) WITHIN GROUP (ORDER BY val) FILTER (WHERE grp = 'zz') FROM readings
SELECT rank(1) WITHIN GROUP (ORDER BY i), dense_rank(1) WITHIN GROUP (ORDER BY i), percent_rank(1) WITHIN GROUP (ORDER BY i), cume_dist(1) WITHIN GROUP (ORDER BY i) FROM nothing
SELECT rank(val) WITHIN GROUP (ORDER BY val) FROM readings
SELECT grp, rank(grp) WITHIN GROUP (ORDER BY 'b') FROM readings GROUP BY grp ORDER BY grp
SELECT pos, rank(pos) WITHIN GROUP (ORDER BY val) FROM readings GROUP BY pos ORDER BY pos
SELECT rank(1, 2) WITHIN GROUP (ORDER BY val) FROM readings
SELECT rank('x'::text) WITHIN GROUP (ORDER BY val) FROM readings
SELECT rank() WITHIN GROUP (ORDER BY val) FROM readings
SELECT rank(1) WITHIN GROUP (ORDER BY val) OVER () FROM readings
SELECT rank('NaN'::float8) WITHIN GROUP (ORDER BY f8), rank(0) WITHIN GROUP (ORDER BY f8) FROM extremes
SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY interval '1 day' * pos), percentile_cont(0.9) WITHIN GROUP (ORDER BY interval '1 hour' * val DESC) FROM readings
SELECT grp, percentile_cont(ARRAY[0, 1]) WITHIN GROUP (ORDER BY score), percentile_disc(ARRAY[0.5]) WITHIN GROUP (ORDER BY day) FROM readings GROUP BY grp ORDER BY grp
SELECT percentile_disc(ARRAY[0.5, 0.25]) WITHIN GROUP (ORDER BY grp DESC), percentile_disc(ARRAY[0.3]) WITHIN GROUP (ORDER BY amount) FROM readings
SELECT percentile_cont(ARRAY[0.5]) WITHIN GROUP (ORDER BY i), percentile_disc(ARRAY[0.5]) WITHIN GROUP (ORDER BY t) FROM nothing
SELECT percentile_cont(ARRAY[0.5, 1.5]) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(NULL) WITHIN GROUP (ORDER BY val), percentile_disc(NULL) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(NULL::float8[]) WITHIN GROUP (ORDER BY val) FROM readings
SELECT pos, percentile_cont(pos / 10.0) WITHIN GROUP (ORDER BY val), percentile_disc(pos / 10.0) WITHIN GROUP (ORDER BY val) FROM readings GROUP BY pos ORDER BY pos
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY val DESC) FILTER (WHERE grp = 'a'), percentile_cont(ARRAY[0.5]) WITHIN GROUP (ORDER BY val) FILTER (WHERE grp = 'a') FROM readings
SELECT percentile_disc(1.5) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_disc(val) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY taken), percentile_disc(0.5) WITHIN GROUP (ORDER BY grp), mode() WITHIN GROUP (ORDER BY grp DESC), mode() WITHIN GROUP (ORDER BY amount) FROM readings
SELECT mode() WITHIN GROUP (ORDER BY val), mode() WITHIN GROUP (ORDER BY val DESC), mode() WITHIN GROUP (ORDER BY taken) FROM readings
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY val, id) FROM readings
SELECT id, rank(1) WITHIN GROUP (ORDER BY val) OVER () FROM readings
-- As engineers and agents ask.
SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY score) FROM readings
SELECT percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY val) FROM readings
SELECT grp, percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS med, percentile_disc(0.5) WITHIN GROUP (ORDER BY amount) AS med_disc FROM readings GROUP BY grp ORDER BY grp
SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY taken - timestamp '2024-01-01') FROM readings
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY name) FROM people
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY i), mode() WITHIN GROUP (ORDER BY t) FROM nothing
SELECT percentile_cont(NULL::float8) WITHIN GROUP (ORDER BY val), percentile_cont(ARRAY[0.5, NULL]) WITHIN GROUP (ORDER BY val) FROM readings
SELECT percentile_cont(1.5) WITHIN GROUP (ORDER BY val) FROM readings
SELECT mode() WITHIN GROUP (ORDER BY val), mode() WITHIN GROUP (ORDER BY val DESC), mode() WITHIN GROUP (ORDER BY team) FROM readings JOIN people ON people.id = readings.id
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY day DESC) FILTER (WHERE grp = 'a') FROM readings
SELECT count(*), count(i), sum(n), coalesce(sum(n), 0), max(t), string_agg(t, ','), bool_or(y), array_agg(i), percentile_disc(0.5) WITHIN GROUP (ORDER BY i), stddev(f), regr_count(f, f), sum(i) FILTER (WHERE y) FROM nothing
SELECT name, salary FROM people WHERE salary > (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY salary) FROM people) ORDER BY 1
SELECT percent_rank(28) WITHIN GROUP (ORDER BY age), rank(28) WITHIN GROUP (ORDER BY age), dense_rank(28) WITHIN GROUP (ORDER BY age), cume_dist(28) WITHIN GROUP (ORDER BY age) FROM people
SELECT team, percentile_cont(0.5) WITHIN GROUP (ORDER BY salary) FILTER (WHERE active) FROM people GROUP BY team ORDER BY team
SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY age) AS q1, percentile_cont(0.75) WITHIN GROUP (ORDER BY age) - percentile_cont(0.25) WITHIN GROUP (ORDER BY age) AS iqr FROM people
SELECT team, avg(salary)::numeric(10,2), percentile_cont(0.5) WITHIN GROUP (ORDER BY salary)::numeric(10,2) AS median FROM people GROUP BY team HAVING count(*) > 1 ORDER BY team
SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY val) AS p95, percentile_cont(0.99) WITHIN GROUP (ORDER BY val::float8) AS p99, max(val) FROM readings
SELECT avg(val) FILTER (WHERE val BETWEEN (SELECT percentile_cont(0.05) WITHIN GROUP (ORDER BY val) FROM readings) AND (SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY val) FROM readings)) FROM readings
SELECT mode() WITHIN GROUP (ORDER BY age), mode() WITHIN GROUP (ORDER BY team), mode() WITHIN GROUP (ORDER BY salary) FROM people
-- The first of all in a descending order.
SELECT percentile_disc(0) WITHIN GROUP (ORDER BY x DESC), percentile_disc(0.0) WITHIN GROUP (ORDER BY x DESC NULLS LAST), percentile_cont(0) WITHIN GROUP (ORDER BY x DESC), percentile_disc('0') WITHIN GROUP (ORDER BY x DESC NULLS FIRST) FROM (VALUES (1), (2), (NULL), (10)) t(x)
SELECT percentile_cont(0) WITHIN GROUP (ORDER BY x DESC), percentile_cont(0) WITHIN GROUP (ORDER BY x) FROM (VALUES ('NaN'::float8), (3), (5)) t(x)
SELECT grp, percentile_disc(0) WITHIN GROUP (ORDER BY day DESC), percentile_disc(0) WITHIN GROUP (ORDER BY day) FROM readings GROUP BY grp
