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
-- As engineers and agents ask.
SELECT date_trunc('quarter', "at")::date AS q, sum(amount) AS total, sum(sum(amount)) OVER (ORDER BY date_trunc('quarter', "at")) AS running FROM orders GROUP BY 1, date_trunc('quarter', "at") ORDER BY 1
SELECT grp, min(pos) AS start, max(pos) AS stop, count(*) FROM (SELECT grp, pos, pos - row_number() OVER (PARTITION BY grp ORDER BY pos) AS island FROM readings WHERE val IS NOT NULL) x GROUP BY grp, island ORDER BY grp, start
SELECT grp, min(day) AS from_day, max(day) AS to_day FROM (SELECT grp, day, day - (dense_rank() OVER (PARTITION BY grp ORDER BY day))::int AS island FROM readings WHERE day IS NOT NULL) x GROUP BY grp, island ORDER BY grp, from_day
SELECT id, day, lead(day) OVER (ORDER BY day, id) - day AS gap FROM readings WHERE day IS NOT NULL ORDER BY day, id
SELECT id, val, count(val) OVER (ORDER BY id) AS filled_group, first_value(val) OVER (PARTITION BY grp ORDER BY id) AS first FROM readings ORDER BY id
SELECT id, val, max(val) OVER (PARTITION BY g) AS filled FROM (SELECT id, val, count(val) OVER (ORDER BY id) AS g FROM readings) x ORDER BY id
SELECT ntile(4) OVER (ORDER BY salary NULLS FIRST), name FROM people ORDER BY id
SELECT id, sum(val) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), avg(val) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), count(*) OVER (ORDER BY day RANGE BETWEEN interval '3 days' PRECEDING AND interval '1 day' FOLLOWING) FROM readings ORDER BY id
SELECT id, last_value(val) OVER (PARTITION BY grp ORDER BY pos RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), nth_value(val, 2) OVER (PARTITION BY grp ORDER BY pos), lag(val, 2, -1) OVER (ORDER BY id), lead(val, 1, 0) OVER (PARTITION BY grp ORDER BY pos, id) FROM readings ORDER BY id
SELECT id, sum(val) OVER (ORDER BY pos GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), sum(val) OVER (ORDER BY pos, id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM readings ORDER BY id
SELECT id, sum(amount) OVER (ORDER BY amount RANGE BETWEEN 1.5 PRECEDING AND 1.5 FOLLOWING) FROM readings ORDER BY id
SELECT id, round(avg(score) OVER (PARTITION BY grp ORDER BY pos ROWS 1 PRECEDING)::numeric, 2), sum(val) FILTER (WHERE val > 0) OVER (PARTITION BY grp), val * 100.0 / nullif(sum(val) OVER (PARTITION BY grp), 0) FROM readings ORDER BY id
SELECT grp, val, rank() OVER w, dense_rank() OVER w, row_number() OVER (PARTITION BY grp ORDER BY val, id), percent_rank() OVER w, cume_dist() OVER w FROM readings WINDOW w AS (PARTITION BY grp ORDER BY val) ORDER BY grp, val, id
SELECT id, first_value(name) OVER (PARTITION BY team ORDER BY salary DESC NULLS LAST), salary - avg(salary) OVER (PARTITION BY team) AS diff FROM people ORDER BY id
SELECT DISTINCT team, first_value(name) OVER (PARTITION BY team ORDER BY id), count(*) OVER (PARTITION BY team) FROM people ORDER BY team
SELECT p.id, t.id AS oid, t.amount, t.rn FROM people p CROSS JOIN LATERAL (SELECT o.id, o.amount, row_number() OVER (ORDER BY amount DESC NULLS LAST) AS rn FROM orders o WHERE o.person_id = p.id ORDER BY amount DESC NULLS LAST LIMIT 2) t ORDER BY p.id, t.rn
SELECT id, lag(amount) OVER (ORDER BY "at") AS prev, round((amount - lag(amount) OVER (ORDER BY "at")) / nullif(lag(amount) OVER (ORDER BY "at"), 0) * 100, 1) AS pct FROM orders ORDER BY "at"
SELECT sum(amount) OVER (ORDER BY id) / sum(amount) OVER () AS share, round(100 * sum(amount) OVER (ORDER BY id) / sum(amount) OVER (), 1) AS pct FROM orders ORDER BY id
SELECT extract(epoch FROM now() - "at") > 0, extract(epoch FROM "at" - lag("at") OVER (ORDER BY "at")) / 3600 AS hours FROM orders ORDER BY "at"
SELECT date_trunc('week', day)::date AS wk, count(*), sum(count(*)) OVER (ORDER BY date_trunc('week', day)) FROM readings WHERE day IS NOT NULL GROUP BY 1, date_trunc('week', day) ORDER BY 1
SELECT name, sum(age) OVER w, rank() OVER (w ROWS UNBOUNDED PRECEDING) FROM people WINDOW w AS (ORDER BY id) ORDER BY id
SELECT team, sum(salary) AS total, round(sum(salary) * 100.0 / sum(sum(salary)) OVER (), 2) AS pct, rank() OVER (ORDER BY sum(salary) DESC NULLS LAST) FROM people GROUP BY team ORDER BY total DESC NULLS LAST
SELECT x, sum(x) OVER (ORDER BY x) FROM generate_series(1, 5) x WHERE x % 2 = 1
SELECT id, ts, ts - lag(ts) OVER (ORDER BY ts) FROM extremes WHERE ts > '1950-01-01' AND id <> 2 ORDER BY ts
SELECT grp, count(*), sum(val), lag(sum(val)) OVER (ORDER BY grp) AS prev, sum(val) - lag(sum(val)) OVER (ORDER BY grp) AS delta FROM readings GROUP BY grp ORDER BY grp
SELECT grp, pos, val, sum(val) OVER (PARTITION BY grp ORDER BY pos ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM readings ORDER BY grp, pos, id
SELECT id, val, CASE WHEN val > lag(val) OVER w THEN 'up' WHEN val < lag(val) OVER w THEN 'down' ELSE 'flat' END AS trend, ntile(2) OVER w FROM readings WINDOW w AS (PARTITION BY grp ORDER BY pos, id) ORDER BY id
SELECT date_trunc('month', o."at") AS month, p.team, sum(o.amount) AS revenue, sum(sum(o.amount)) OVER (PARTITION BY p.team ORDER BY date_trunc('month', o."at") ROWS UNBOUNDED PRECEDING) AS cum FROM orders o JOIN people p ON p.id = o.person_id GROUP BY 1, 2 ORDER BY 2 NULLS LAST, 1
SELECT x.person_id, x.first_at::date, x.second_at::date, x.second_at - x.first_at AS gap FROM (SELECT person_id, "at" AS first_at, lead("at") OVER (PARTITION BY person_id ORDER BY "at") AS second_at, row_number() OVER (PARTITION BY person_id ORDER BY "at") AS rn FROM orders WHERE person_id IS NOT NULL) x WHERE rn = 1 ORDER BY 1
SELECT name, salary, round(salary / sum(salary) OVER () * 100, 2) AS pct, sum(salary) OVER (ORDER BY salary DESC NULLS LAST, id) AS cum, round(sum(salary) OVER (ORDER BY salary DESC NULLS LAST, id) / sum(salary) OVER () * 100, 1) AS cum_pct FROM people ORDER BY salary DESC NULLS LAST, id
SELECT people.*, count(*) OVER () AS total FROM people WHERE age IS NOT NULL ORDER BY id LIMIT 2 OFFSET 1
SELECT t.* FROM (SELECT p.*, rank() OVER (PARTITION BY team ORDER BY age DESC) AS rk FROM people p) t WHERE rk = 1 ORDER BY id
SELECT grp, val, val - avg(val) OVER (PARTITION BY grp) AS diff, (val - avg(val) OVER (PARTITION BY grp)) / nullif(stddev(val) OVER (PARTITION BY grp), 0) AS z FROM readings ORDER BY id
SELECT day, day - lag(day) OVER (ORDER BY day, id), day + (pos || ' days')::interval, day + pos, day + make_interval(months => pos), day - interval '1 day' * pos FROM readings WHERE day IS NOT NULL ORDER BY id
SELECT date_trunc('month', "at") AS m, lag(sum(amount), 1) OVER (ORDER BY date_trunc('month', "at")) AS prev, sum(amount) - lag(sum(amount), 1) OVER (ORDER BY date_trunc('month', "at")) AS mom FROM orders WHERE "at" IS NOT NULL GROUP BY 1 ORDER BY 1
SELECT id, "at", extract(epoch FROM ("at" - lag("at") OVER (PARTITION BY person_id ORDER BY "at")))::int / 86400 AS days_since FROM orders ORDER BY id
SELECT DISTINCT date_trunc('day', taken)::date, count(*) OVER (PARTITION BY date_trunc('day', taken)) FROM readings ORDER BY 1
SELECT * FROM (SELECT name, ntile(3) OVER (ORDER BY salary NULLS FIRST, id) AS bucket FROM people) x WHERE bucket = 1 ORDER BY name
SELECT x.team, x.name FROM (SELECT team, name, row_number() OVER (PARTITION BY team ORDER BY salary DESC NULLS LAST) AS rn FROM people) AS x WHERE x.rn = 1 ORDER BY x.team
SELECT id, sum(quantity) OVER w AS s, avg(quantity) OVER w AS a, min(quantity) OVER w, max(quantity) OVER w, count(*) OVER w FROM orders WINDOW w AS (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) ORDER BY id
SELECT id, taken, count(*) OVER (ORDER BY taken RANGE BETWEEN interval '24 hours' PRECEDING AND CURRENT ROW) AS last_day FROM readings WHERE taken IS NOT NULL ORDER BY taken, id
SELECT id, first_value(val) OVER w, last_value(val) OVER w, nth_value(val, 2) OVER w, lead(val, 2, -1) OVER (PARTITION BY grp ORDER BY id) FROM readings WINDOW w AS (PARTITION BY grp ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) ORDER BY id
SELECT id, val, sum(val) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING), avg(val) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING), sum(val) OVER (ORDER BY id DESC) FROM readings ORDER BY id
SELECT id, string_agg(grp, '') OVER (ORDER BY id), array_agg(val) OVER (PARTITION BY grp ORDER BY pos, id), bool_or(val > 10) OVER (PARTITION BY grp) FROM readings ORDER BY id
SELECT grp, sum(val), rank() OVER (ORDER BY sum(val) DESC NULLS LAST), sum(sum(val)) OVER (), round(sum(val) * 1.0 / sum(sum(val)) OVER (), 3) FROM readings GROUP BY grp ORDER BY grp
SELECT id, val, avg(val) OVER (ORDER BY id ROWS 2 PRECEDING)::numeric(8,2) AS ma3 FROM readings ORDER BY id
SELECT n, n * n AS sq, sum(n) OVER (ORDER BY n), string_agg(n::text, ',') OVER (ORDER BY n) FROM generate_series(1, 4) AS g(n)
SELECT sum(count(*)) OVER () FROM people GROUP BY team
SELECT rank() OVER (ORDER BY count(*) DESC, team), team FROM people GROUP BY team ORDER BY 1, 2
SELECT id FROM people WHERE row_number() OVER () = 1
SELECT name FROM people ORDER BY row_number() OVER (ORDER BY age DESC NULLS LAST, id)
SELECT count(*) OVER (), * FROM nothing
SELECT id, ntile(pos) OVER (ORDER BY id) FROM readings ORDER BY id
SELECT id, ntile(1 + 2) OVER (ORDER BY id), ntile((SELECT 4)) OVER (ORDER BY id) FROM readings ORDER BY id
