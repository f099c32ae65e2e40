SELECT * FROM generate_series(1, 5)
SELECT * FROM generate_series(1, 5) AS g
SELECT g FROM generate_series(1, 5) g
SELECT g.g FROM generate_series(1, 3) g
SELECT x FROM generate_series(1, 3) AS g(x)
SELECT * FROM generate_series(5, 1)
SELECT * FROM generate_series(5, 1, -2)
SELECT * FROM generate_series(1, 10, 3)
SELECT * FROM generate_series(1, 5, -1)
SELECT * FROM generate_series(NULL, 5)
SELECT * FROM generate_series(1, NULL::int)
SELECT * FROM generate_series(-2, 2)
SELECT * FROM generate_series(2147483646, 2147483647)
SELECT * FROM generate_series(9223372036854775806, 9223372036854775807)
SELECT pg_typeof(g) FROM generate_series(1, 1) g
SELECT pg_typeof(g) FROM generate_series(1, 1::int8) g
SELECT pg_typeof(g) FROM generate_series(1.0, 1) g
SELECT * FROM generate_series(1.0, 2.0, 0.25)
SELECT * FROM generate_series(0.5, 3)
SELECT * FROM generate_series(1, 2, 0.5)
SELECT * FROM generate_series(1.5::float8, 3)
SELECT * FROM generate_series('2024-01-01'::timestamp, '2024-01-03', '1 day')
SELECT * FROM generate_series('2024-01-01'::timestamp, '2024-01-01 12:00', interval '6 hours')
SELECT * FROM generate_series('2024-01-31'::timestamp, '2024-06-30', '1 month')
SELECT * FROM generate_series('2024-03-01'::timestamp, '2024-01-01', '-1 month')
SELECT g::date FROM generate_series('2024-02-27'::date, '2024-03-02'::date, '1 day') g
SELECT * FROM generate_series('2024-01-01'::timestamptz, '2024-01-02', '12 hours')
SELECT * FROM generate_series('2024-01-01'::timestamp, '2024-01-03')
SELECT generate_series(1, 3)
SELECT generate_series(1, 3) AS g, 'x'
SELECT generate_series(1, 3), generate_series(1, 2)
SELECT generate_series(1, 2), generate_series(10, 13), 'k'
SELECT generate_series(1, 3) + 10
SELECT generate_series(1, 2) * generate_series(1, 3)
SELECT generate_series(1, pos) FROM readings WHERE grp = 'b'
SELECT id, generate_series(1, pos) FROM readings WHERE grp = 'a'
SELECT generate_series(1, 3) ORDER BY 1 DESC
SELECT generate_series(1, 10) LIMIT 3
SELECT generate_series(1, 10) ORDER BY 1 LIMIT 3 OFFSET 2
SELECT DISTINCT generate_series(1, 3) % 2
SELECT count(*) FROM (SELECT generate_series(1, 5)) x
SELECT sum(generate_series(1, 3))
SELECT generate_series(1, 3) WHERE generate_series(1, 3) > 1
SELECT 1 WHERE generate_series(1, 2) = 1
SELECT CASE WHEN true THEN generate_series(1, 3) END
SELECT coalesce(generate_series(1, 3), 0)
SELECT generate_series(1, 2), count(*) FROM readings
SELECT generate_series(1, 2) AS g, count(*) FROM readings GROUP BY g
SELECT (SELECT generate_series(1, 1))
SELECT ARRAY(SELECT generate_series(1, 3))
SELECT unnest(ARRAY[1, 2, 3])
SELECT unnest(ARRAY[1, 2]), unnest(ARRAY['a', 'b', 'c'])
SELECT unnest('{}'::int[])
SELECT unnest(NULL::int[])
SELECT unnest(ARRAY[1, NULL, 3]) AS u
SELECT id, unnest(ARRAY[id, id * 10]) FROM people WHERE id < 3
SELECT id, unnest('{}'::int[]) FROM people
SELECT * FROM unnest(ARRAY[1, 2, 3])
SELECT * FROM unnest(ARRAY[1, 2, 3]) AS u(x)
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a', 'b', 'c'])
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a', 'b', 'c']) AS u(n, t)
SELECT * FROM unnest(ARRAY[1, 2, 3]) WITH ORDINALITY
SELECT * FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY AS u(t, n)
SELECT * FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY AS u(t)
SELECT * FROM generate_series(5, 7) WITH ORDINALITY
SELECT * FROM ROWS FROM (generate_series(1, 2), generate_series(5, 7))
SELECT * FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['x'])) AS t(a, b)
SELECT * FROM ROWS FROM (generate_series(1, 2), generate_series(5, 7)) WITH ORDINALITY AS t(a, b, n)
SELECT p.id, u.x FROM people p, unnest(ARRAY[p.id, p.age]) u(x) ORDER BY p.id, u.x
SELECT p.id, u.x FROM people p LEFT JOIN unnest(ARRAY[p.age]) u(x) ON x > 30 ORDER BY p.id
SELECT p.id, u.x, u.o FROM people p, unnest(string_to_array(p.name, 'a')) WITH ORDINALITY u(x, o) ORDER BY p.id, u.o
SELECT g, count(*) FROM generate_series(1, 10) g GROUP BY g % 3, g ORDER BY g
SELECT g % 3 AS m, count(*), sum(g) FROM generate_series(1, 10) g GROUP BY m ORDER BY m
SELECT a.g, b.g FROM generate_series(1, 2) a(g), generate_series(1, 2) b(g) ORDER BY 1, 2
SELECT d::date, count(r.id) FROM generate_series('2024-01-01'::date, '2024-01-04', '1 day') d LEFT JOIN readings r ON r.day = d GROUP BY 1 ORDER BY 1
SELECT generate_subscripts(ARRAY['a', 'b', 'c'], 1)
SELECT * FROM generate_subscripts(ARRAY['a', 'b'], 1) s
SELECT * FROM regexp_split_to_table('a,b,c', ',') s
SELECT regexp_split_to_table('a b', ' ')
SELECT * FROM string_to_table('a,b', ',')
VALUES (1), (2), (3)
VALUES (1, 'a'), (2, 'b') ORDER BY 1 DESC
VALUES (1, 'a', NULL), (2, NULL, 1.5)
VALUES (1), (2) LIMIT 1
VALUES (1, 2), (3)
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v
SELECT column1, column2 FROM (VALUES (1, 'a'), (2, 'b')) v
SELECT v.column1 FROM (VALUES (1), (2)) v WHERE column1 > 1
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v(id)
SELECT id, column2 FROM (VALUES (1, 'a'), (2, 'b')) v(id)
SELECT * FROM (VALUES (DEFAULT)) v
SELECT * FROM current_date
SELECT * FROM abs(-5)
SELECT * FROM abs(-5) AS a(x)
SELECT * FROM upper('x') u
SELECT * FROM nosuch(1)
SELECT * FROM json_each('{"a":1}')
SELECT * FROM generate_series('2024-01-01'::date, '2024-01-03'::date, '1 day')
SELECT * FROM generate_series(1, 5, 0)
SELECT * FROM generate_series('2024-01-01'::timestamp, '2024-01-03', '0 days')
SELECT * FROM ROWS FROM (unnest(ARRAY[1, 2], ARRAY['x', 'y', 'z']), abs(-4)) WITH ORDINALITY
SELECT * FROM ROWS FROM (generate_series(1, 2)) AS t
SELECT t FROM ROWS FROM (generate_series(1, 2)) AS t
SELECT t FROM ROWS FROM (generate_series(1, 2), generate_series(1, 1)) AS t
SELECT * FROM current_date WHERE false
SELECT u FROM upper('x') u
SELECT * FROM coalesce(1, 2)
SELECT * FROM coalesce(1, 2) WITH ORDINALITY
SELECT x.* FROM people p, LATERAL upper(p.name) x ORDER BY p.id
SELECT * FROM now() WHERE false
SELECT * FROM generate_series(3.0, 1.0, -0.5)
SELECT * FROM generate_series(3.0, 1.0)
SELECT * FROM generate_series(-0.25, 0.25, 0.25)
SELECT * FROM generate_series(1.0, 2.0, 0.0)
SELECT * FROM generate_series(1.0, NULL, 0.5)
SELECT * FROM generate_series(1, generate_series(1, 2))
SELECT x.id, y.g FROM tree x, ROWS FROM (generate_series(1, x.id), unnest(ARRAY[x.name])) WITH ORDINALITY AS y(g, n, o) WHERE x.id < 3 ORDER BY 1, y.o
SELECT g.ordinality, g FROM generate_series(5, 7) WITH ORDINALITY g ORDER BY 1
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a']) WITH ORDINALITY u(x, y, z) ORDER BY z
SELECT u FROM unnest(ARRAY[1, 2], ARRAY['a', 'b']) u(x, y) ORDER BY u
SELECT count(*) FROM generate_series(1, 10) g(x) JOIN generate_series(5, 15) h(x) USING (x)
SELECT a.n, b.n FROM generate_series(1, 2) AS a(n) LEFT JOIN generate_series(2, 3) AS b(n) ON a.n = b.n ORDER BY 1
SELECT d::date, count(r.id) FROM generate_series('2024-01-01'::timestamp, '2024-01-04', '1 day') d LEFT JOIN readings r ON r.day = d::date GROUP BY d ORDER BY d
-- As engineers and agents ask.
SELECT d::date AS missing FROM generate_series(date '2024-01-01', date '2024-01-10', interval '1 day') d WHERE NOT EXISTS (SELECT 1 FROM readings r WHERE r.day = d::date) ORDER BY 1
SELECT g::date, coalesce(sum(o.amount), 0) AS total, count(o.id) FROM generate_series(date '2024-01-01', date '2024-04-01', '1 month') g LEFT JOIN orders o ON date_trunc('month', o."at") = g GROUP BY g ORDER BY g
SELECT date_trunc('month', g) + interval '1 month - 1 day' AS last_day, extract(days FROM date_trunc('month', g) + interval '1 month - 1 day') AS days FROM generate_series(timestamp '2024-01-15', timestamp '2024-05-15', interval '1 month') g
SELECT generate_series(1, 10, 3), generate_series(5, 1, -2)
SELECT x, y FROM generate_series(1, 3) x, generate_series(x, 3) y ORDER BY x, y
SELECT m::date, (m + interval '1 month')::date - m::date AS days FROM generate_series('2024-01-01'::date, '2024-12-01', '1 month') AS m
SELECT s.d, r.n FROM (SELECT generate_series('2024-01-01'::date, '2024-01-05'::date, '1 day')::date AS d) s LEFT JOIN (SELECT day, count(*) AS n FROM readings GROUP BY day) r ON r.day = s.d ORDER BY 1
SELECT bool_and(x > 0), bool_or(x > 4), every(x < 10) FROM generate_series(1, 5) x WHERE x > 100
SELECT k, v FROM (SELECT 'a' AS k, 1 AS v UNION ALL SELECT 'b', 2) x CROSS JOIN generate_series(1, 2) ORDER BY 1, 2
SELECT a.d::date, b.d::date FROM generate_series(timestamp '2024-01-01', '2024-01-02', '1 day') a(d), generate_series(a.d, a.d + interval '1 day', '1 day') b(d) ORDER BY 1, 2
SELECT generate_series(1, 3) AS n, generate_series(date '2024-01-01', date '2024-01-03', interval '1 day')::date AS d
SELECT t.day::date, extract(isodow FROM t.day) IN (6, 7) AS weekend FROM generate_series(timestamp '2024-03-01', timestamp '2024-03-05', interval '1 day') AS t(day)
SELECT hour, count(r.id) FROM generate_series(0, 23, 6) AS hour LEFT JOIN readings r ON extract(hour FROM r.taken) BETWEEN hour AND hour + 5 GROUP BY hour ORDER BY hour
SELECT min(x), max(x), count(*) FROM generate_series('2024-01-01 00:00'::timestamptz, '2024-01-02 00:00', '15 minutes') x
SELECT * FROM generate_series(NULL::int4, 5, 0)
SELECT * FROM generate_series(1, NULL, 0) g
SELECT * FROM generate_series(1, 5, 0) g
