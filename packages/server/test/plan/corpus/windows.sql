SELECT id, row_number() OVER (ORDER BY id), rank() OVER (ORDER BY val), dense_rank() OVER (ORDER BY val) FROM readings ORDER BY id
SELECT id, rank() OVER (ORDER BY val DESC), dense_rank() OVER (ORDER BY val NULLS FIRST), percent_rank() OVER (ORDER BY val), cume_dist() OVER (ORDER BY val) FROM readings ORDER BY id
SELECT id, rank() OVER (PARTITION BY grp ORDER BY val), row_number() OVER (PARTITION BY grp ORDER BY val, id) FROM readings ORDER BY id
SELECT id, ntile(3) OVER (ORDER BY id), ntile(5) OVER (PARTITION BY grp ORDER BY id), ntile(100) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT ntile(0) OVER (ORDER BY id) FROM readings
SELECT ntile(-1) OVER (ORDER BY id) FROM readings
SELECT ntile(NULL) OVER (ORDER BY id) FROM readings
SELECT id, lag(val) OVER (ORDER BY id), lead(val) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, lag(val, 2) OVER (ORDER BY id), lead(val, 2, -1) OVER (ORDER BY id), lag(val, 0) OVER (ORDER BY id), lag(val, -1) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, lag(val, 1, 0) OVER (PARTITION BY grp ORDER BY id), lead(grp, 1, 'none') OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, lag(val, NULL) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, lag(val, pos) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, lag(val, 1, 'x') OVER (ORDER BY id) FROM readings
SELECT id, first_value(val) OVER (ORDER BY id), last_value(val) OVER (ORDER BY id), nth_value(val, 2) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, first_value(val) OVER w, last_value(val) OVER w, nth_value(val, 3) OVER w FROM readings WINDOW w AS (PARTITION BY grp ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) ORDER BY id
SELECT id, last_value(id) OVER (PARTITION BY grp ORDER BY val) FROM readings WHERE grp <> 'c' AND val IS NOT NULL AND id NOT IN (2, 6) ORDER BY id
SELECT id, nth_value(val, NULL) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, nth_value(val, 99) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, sum(val) OVER (), count(*) OVER (), avg(val) OVER (PARTITION BY grp) FROM readings ORDER BY id
SELECT id, sum(val) OVER (ORDER BY id), sum(val) OVER (PARTITION BY grp ORDER BY id), count(val) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, sum(val) OVER (ORDER BY val), count(*) OVER (ORDER BY val), min(id) OVER (ORDER BY val), max(id) OVER (ORDER BY val) FROM readings ORDER BY id
SELECT id, sum(amount) OVER (PARTITION BY grp ORDER BY amount), max(amount) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, avg(score) OVER (ORDER BY id), sum(score) OVER (PARTITION BY grp ORDER BY id), stddev(score) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, sum(val) FILTER (WHERE val > 0) OVER (ORDER BY id), count(*) FILTER (WHERE grp = 'a') OVER () FROM readings ORDER BY id
SELECT id, bool_and(val > 0) OVER (ORDER BY id), bool_or(val > 40) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, string_agg(grp, '') OVER (ORDER BY id), array_agg(pos) OVER (PARTITION BY grp ORDER BY id) FROM readings ORDER BY id
SELECT grp, sum(val) AS s, rank() OVER (ORDER BY sum(val) DESC) FROM readings GROUP BY grp ORDER BY s, grp
SELECT grp, sum(sum(val)) OVER (ORDER BY grp), sum(val) * 1.0 / sum(sum(val)) OVER () FROM readings GROUP BY grp ORDER BY grp
SELECT grp, count(*), sum(count(*)) OVER (), lag(count(*)) OVER (ORDER BY grp) FROM readings GROUP BY grp ORDER BY grp
SELECT DISTINCT grp, count(*) OVER (PARTITION BY grp) FROM readings ORDER BY grp
SELECT id FROM readings ORDER BY row_number() OVER (ORDER BY val DESC, id)
SELECT id, row_number() OVER (ORDER BY val DESC, id) AS rn FROM readings ORDER BY rn
SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY grp ORDER BY val DESC, id) AS rn FROM readings) x WHERE rn = 1 ORDER BY id
SELECT id, row_number() OVER w, rank() OVER w FROM readings WINDOW w AS (ORDER BY grp, id) ORDER BY id
SELECT id, sum(val) OVER w, sum(val) OVER (w ORDER BY id) FROM readings WINDOW w AS (PARTITION BY grp) ORDER BY id
SELECT id, sum(val) OVER (w ROWS 1 PRECEDING) FROM readings WINDOW w AS (PARTITION BY grp ORDER BY id) ORDER BY id
SELECT id, sum(val) OVER w2 FROM readings WINDOW w1 AS (PARTITION BY grp), w2 AS (w1 ORDER BY id) ORDER BY id
SELECT sum(val) OVER nosuch FROM readings
SELECT sum(val) OVER (w ORDER BY id) FROM readings WINDOW w AS (ORDER BY val)
SELECT id FROM readings WHERE row_number() OVER () = 1
SELECT grp FROM readings GROUP BY grp HAVING row_number() OVER () > 0
SELECT sum(row_number() OVER ()) FROM readings
SELECT rank() OVER (ORDER BY rank() OVER (ORDER BY id)) FROM readings
SELECT row_number() FROM readings
SELECT lower('x') OVER () FROM readings
SELECT count(*) OVER (PARTITION BY nosuch) FROM readings
SELECT row_number() OVER (ORDER BY 1) FROM nothing
SELECT sum(i) OVER (ORDER BY i) FROM nothing
SELECT row_number() OVER (ORDER BY 1), id FROM readings WHERE id = 1
SELECT id, sum(id) OVER (ORDER BY 1) FROM readings ORDER BY id
SELECT id, rank() OVER (ORDER BY 'x'::text) FROM readings ORDER BY id
SELECT id, sum(val) OVER (ORDER BY grp, id DESC) FROM readings ORDER BY id
SELECT id, count(*) OVER (PARTITION BY val IS NULL ORDER BY id) FROM readings ORDER BY id
SELECT id, count(*) OVER (PARTITION BY grp, pos) FROM readings ORDER BY id
SELECT id, rank() OVER (PARTITION BY day ORDER BY amount DESC) FROM readings ORDER BY id
SELECT id, val - lag(val) OVER (ORDER BY id), val - avg(val) OVER () FROM readings ORDER BY id
SELECT id, coalesce(lag(val) OVER (PARTITION BY grp ORDER BY id), -1) FROM readings ORDER BY id
SELECT id, CASE WHEN row_number() OVER (ORDER BY id) % 2 = 0 THEN 'even' ELSE 'odd' END FROM readings ORDER BY id
SELECT id, 100 * val / sum(val) OVER (), round(100.0 * val / sum(val) OVER (), 1) FROM readings ORDER BY id
SELECT id, taken - lag(taken) OVER (ORDER BY taken, id), day - lag(day) OVER (ORDER BY day, id) FROM readings ORDER BY id
SELECT id, first_value(taken) OVER (PARTITION BY grp ORDER BY taken), last_value(grp) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT pg_typeof(row_number() OVER ()), pg_typeof(rank() OVER ()), pg_typeof(ntile(2) OVER ()), pg_typeof(percent_rank() OVER ()), pg_typeof(sum(val) OVER ()), pg_typeof(lag(val) OVER ()) FROM readings LIMIT 1
SELECT rank() OVER (), dense_rank() OVER (), percent_rank() OVER (), cume_dist() OVER () FROM readings WHERE id < 3
SELECT id, lag(id) IGNORE NULLS OVER (ORDER BY id) FROM readings
SELECT id, first_value(val) RESPECT NULLS OVER (ORDER BY id) FROM readings
SELECT name, age, avg(age) OVER (PARTITION BY team), age - avg(age) OVER (PARTITION BY team) FROM people ORDER BY id
SELECT o.id, sum(o.amount) OVER (PARTITION BY p.team ORDER BY o.id) FROM orders o JOIN people p ON p.id = o.person_id ORDER BY o.id
SELECT id, sum(f8) OVER (ORDER BY id) FROM extremes WHERE id > 4 ORDER BY id
SELECT id, rank() OVER (ORDER BY f8), rank() OVER (ORDER BY w.t) FROM extremes w ORDER BY id
SELECT id, sum(i2) OVER (ORDER BY id), sum(i4) OVER (ORDER BY id) FROM extremes ORDER BY id
SELECT id, sum(i8) OVER (ORDER BY id) FROM extremes WHERE id > 2 ORDER BY id
SELECT w, rank() OVER (ORDER BY w) FROM words ORDER BY id
SELECT id, string_agg(grp, ',' ORDER BY id) OVER () FROM readings
SELECT id, count(DISTINCT val) OVER () FROM readings
SELECT sum(val) OVER (w PARTITION BY grp) FROM readings WINDOW w AS (ORDER BY id)
SELECT id, lag(val, 1, 2.5) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT nth_value(val, 0) OVER (ORDER BY id) FROM readings
SELECT nth_value(val, pos) OVER (ORDER BY id), id FROM readings ORDER BY id
SELECT nth_value(val, pos - 1) OVER (ORDER BY id), id FROM readings ORDER BY id
SELECT row_number() FILTER (WHERE val > 5) OVER (ORDER BY id) FROM readings
SELECT DISTINCT ON (a) a, count(*) OVER () FROM l ORDER BY a
SELECT first_value(val) OVER w, last_value(val) OVER w, nth_value(val, 2) OVER w FROM readings WINDOW w AS (PARTITION BY grp ORDER BY id) ORDER BY id
SELECT id, lag(val) OVER (ORDER BY id), lead(val, 2, -1) OVER (ORDER BY id), lag(val, 0) OVER (ORDER BY id), lag(val, -1) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, ntile(3) OVER (ORDER BY id), ntile(100) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT ntile(NULL) OVER (ORDER BY id) FROM readings LIMIT 1
SELECT id, rank() OVER (), dense_rank() OVER (), percent_rank() OVER (), cume_dist() OVER () FROM readings ORDER BY id
SELECT sum(val) OVER (ORDER BY val) FROM readings WHERE sum(val) OVER () > 1
SELECT id FROM readings ORDER BY row_number() OVER (ORDER BY id DESC)
SELECT grp, row_number() OVER (ORDER BY sum(val) DESC NULLS LAST, grp) FROM readings GROUP BY grp ORDER BY 2
SELECT count(*) OVER (PARTITION BY grp ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING), id FROM readings ORDER BY id
SELECT count(*) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 1 FOLLOWING) FROM readings
SELECT count(*) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 2 PRECEDING), id FROM readings ORDER BY id
SELECT count(*) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED FOLLOWING AND 1 FOLLOWING) FROM readings
SELECT sum(val) OVER (ORDER BY pos GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), id FROM readings ORDER BY id
SELECT first_value(id) OVER (ORDER BY pos, id GROUPS 1 PRECEDING EXCLUDE GROUP), id FROM readings ORDER BY id
SELECT string_agg(grp, ',') OVER (ORDER BY id ROWS 2 PRECEDING), id FROM readings ORDER BY id
SELECT array_agg(val) OVER (PARTITION BY grp ORDER BY id), id FROM readings ORDER BY id
SELECT count(*) FILTER (WHERE val > 5) OVER (ORDER BY id), id FROM readings ORDER BY id
SELECT lag(val ORDER BY id) OVER () FROM readings
SELECT sum(val) OVER (PARTITION BY grp, pos > 2), id FROM readings ORDER BY id
SELECT sum(amount) OVER (ORDER BY amount RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), id FROM readings ORDER BY id
SELECT sum(DISTINCT val) OVER () FROM readings
SELECT id, sum(score) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND CURRENT ROW) FROM readings ORDER BY id
