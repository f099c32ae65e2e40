SELECT * FROM l JOIN r ON l.a = r.a
SELECT * FROM l RIGHT JOIN r USING (a)
SELECT * FROM l FULL JOIN r USING (a)
SELECT * FROM l FULL JOIN r USING (a, b)
SELECT * FROM l NATURAL RIGHT JOIN r
SELECT * FROM l NATURAL FULL JOIN r
SELECT a, l.a, r.a FROM l FULL JOIN r USING (a)
SELECT pg_typeof(a) FROM l FULL JOIN r USING (a) LIMIT 1
SELECT b, l.b, r.b FROM l RIGHT JOIN r USING (b)
SELECT l.*, r.* FROM l JOIN r USING (a)
SELECT l.*, r.d FROM l LEFT JOIN r ON l.a = r.a AND l.b = r.b
SELECT * FROM l LEFT JOIN r ON l.a = r.a AND r.d > 2
SELECT * FROM l LEFT JOIN r ON l.a = r.a WHERE r.d > 2
SELECT * FROM l LEFT JOIN r ON l.a = r.a WHERE r.a IS NULL
SELECT * FROM l FULL JOIN r ON l.a = r.a
SELECT * FROM l FULL JOIN r ON true
SELECT * FROM l FULL JOIN r ON l.a = r.a AND l.b = r.b AND r.d > 1
SELECT * FROM l RIGHT JOIN r ON l.a > r.a
SELECT * FROM l LEFT JOIN r ON false
SELECT * FROM l LEFT JOIN r ON NULL
SELECT count(*) FROM l CROSS JOIN r
SELECT count(*) FROM l, r
SELECT count(*) FROM l, r WHERE l.a = r.a
SELECT * FROM l a JOIN l b ON a.a = b.a AND a.c < b.c
SELECT x.a, y.a FROM l x LEFT JOIN l y ON x.a = y.a + 1
SELECT * FROM l JOIN r ON l.a = r.a JOIN l l2 ON l2.b = r.b
SELECT * FROM l JOIN r USING (a) JOIN l l2 USING (b)
SELECT * FROM (l JOIN r USING (a)) j
SELECT j.a, j.d FROM (l JOIN r USING (a)) j
SELECT * FROM (l JOIN r USING (a)) AS j (x, y, z, w, v)
SELECT j.x FROM (l JOIN r ON l.a = r.a) AS j (x)
SELECT l.a FROM (l JOIN r USING (a)) j
SELECT * FROM l JOIN (r JOIN tree ON r.a = tree.id) ON l.a = r.a
SELECT * FROM l LEFT JOIN (r JOIN tree ON r.a = tree.id) ON l.a = r.a
SELECT * FROM l JOIN r USING (a) AS j
SELECT j.a, l.b, r.b FROM l JOIN r USING (a) AS j
SELECT j.b FROM l JOIN r USING (a) AS j
SELECT * FROM l JOIN r USING (nosuch)
SELECT * FROM l JOIN r USING (c)
SELECT a FROM l, r
SELECT b FROM l JOIN r USING (a)
SELECT * FROM l JOIN l ON true
SELECT x.a FROM l
SELECT l.a FROM l AS x
SELECT l.nosuch FROM l
SELECT * FROM l x, r x
SELECT l.a, s.total FROM l, LATERAL (SELECT sum(d) AS total FROM r WHERE r.a = l.a) s
SELECT l.a, s.d FROM l LEFT JOIN LATERAL (SELECT d FROM r WHERE r.a = l.a ORDER BY d DESC NULLS LAST LIMIT 1) s ON true
SELECT l.a, s.d FROM l CROSS JOIN LATERAL (SELECT d FROM r WHERE r.a >= l.a ORDER BY d LIMIT 2) s
SELECT l.a, g FROM l, generate_series(1, l.a) g
SELECT l.a, g FROM l LEFT JOIN LATERAL generate_series(1, l.a) g ON true
SELECT l.a, g.n, g.o FROM l, LATERAL generate_series(l.a, 3) WITH ORDINALITY AS g(n, o)
SELECT l.a, x.* FROM l, LATERAL (VALUES (l.a + 1, 'p'), (l.a + 2, 'q')) x(v, w)
SELECT l.a, x.y FROM l, LATERAL (SELECT l.a * 2 AS y) x
SELECT x.y, z.w FROM l, LATERAL (SELECT l.a * 2 AS y) x, LATERAL (SELECT x.y + 1 AS w) z
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v(x, y) JOIN l ON l.a = v.x
SELECT * FROM (VALUES (1), (2)) v(a) NATURAL JOIN l
SELECT * FROM (SELECT 1 AS x) a NATURAL JOIN (SELECT 2 AS y) b
SELECT count(*) FROM l JOIN r ON l.b = r.b
SELECT count(*) FROM l JOIN r ON l.b IS NOT DISTINCT FROM r.b
SELECT count(*) FROM l JOIN r ON l.b || 'x' = r.b || 'x'
SELECT l.a, r.a FROM l JOIN r ON l.c = r.d
SELECT l.a, r.d FROM l JOIN r ON l.c < r.d
SELECT l.b, count(r.a), sum(r.d) FROM l LEFT JOIN r ON l.b = r.b GROUP BY l.b
SELECT l.a, r.a FROM l JOIN r ON l.a = r.a ORDER BY r.d, l.c
SELECT a.id, b.name AS parent FROM tree a LEFT JOIN tree b ON b.id = a.parent ORDER BY a.id
SELECT a.name || '/' || b.name FROM tree a, tree b WHERE a.id = b.parent ORDER BY b.id
SELECT p.name, q.name FROM people p JOIN people q ON p.team = q.team AND p.id < q.id ORDER BY p.id, q.id
SELECT p.name, count(o.id), sum(o.amount) FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id, p.name ORDER BY p.id
SELECT p.team, o.note FROM people p FULL JOIN orders o ON p.id = o.person_id AND o.quantity > 1
SELECT p.id FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.person_id = p.id) ORDER BY id
SELECT * FROM nothing JOIN l ON true
SELECT l.a, n.i FROM l LEFT JOIN nothing n ON true
SELECT l.a, n.i FROM nothing n RIGHT JOIN l ON n.i = l.a
SELECT l.a, n.i FROM nothing n FULL JOIN l ON n.i = l.a
SELECT count(l), count(l.*) FROM l
SELECT l.* FROM l WHERE l IS NULL
SELECT (l).a FROM l ORDER BY 1
SELECT r.a, (SELECT max(l.c) FROM l WHERE l.a = r.a) FROM r
SELECT * FROM l TABLESAMPLE BERNOULLI (100)
SELECT * FROM l TABLESAMPLE SYSTEM (100)
SELECT * FROM l TABLESAMPLE BERNOULLI (0)
SELECT count(*) <= 6 FROM l TABLESAMPLE BERNOULLI (50)
SELECT count(*) <= 6 FROM l TABLESAMPLE BERNOULLI (50) REPEATABLE (1)
SELECT * FROM l TABLESAMPLE BERNOULLI (-1)
SELECT * FROM l TABLESAMPLE BERNOULLI (101)
SELECT * FROM ONLY l
SELECT * FROM l *
SELECT * FROM l (x, y) ORDER BY c
SELECT x, y, c FROM l AS t(x, y) ORDER BY c
SELECT a FROM l AS t(x, y)
SELECT * FROM l AS t(p, q, s, u)
SELECT l FROM l ORDER BY c NULLS LAST
SELECT * FROM l JOIN r USING (a)
SELECT * FROM l JOIN r USING (a, b)
SELECT * FROM l NATURAL JOIN r
SELECT * FROM l LEFT JOIN r USING (a)
SELECT * FROM l NATURAL LEFT JOIN r
SELECT a FROM l JOIN r USING (a)
SELECT * FROM l JOIN r USING (a) JOIN l l2 USING (a)
SELECT * FROM l, (SELECT l.a) x
SELECT * FROM (SELECT 1 AS a, 2 AS a) x NATURAL JOIN (SELECT 1 AS a) y
SELECT i::bigint * 3000000000, s + 32767 FROM numbers ORDER BY b
SELECT id FROM people JOIN orders USING (id)
SELECT * FROM l RIGHT JOIN LATERAL (SELECT l.a) x ON true
SELECT * FROM l x TABLESAMPLE SYSTEM (100)
SELECT count(*) <= 6 FROM l q TABLESAMPLE BERNOULLI (50) WHERE q.a > 0
SELECT * FROM l TABLESAMPLE nosuch (101)
SELECT * FROM (SELECT 1) l TABLESAMPLE system (10)
SELECT l, r FROM l FULL JOIN r ON l.a = r.a
SELECT j FROM l FULL JOIN (l x JOIN r ON x.a = r.a) AS j ON l.a = j.d
SELECT j, to_json(j) FROM l LEFT JOIN (l x LEFT JOIN r ON x.a = r.a) AS j (p, q) ON l.a = j.p
SELECT a FROM l FULL JOIN r USING (a) WHERE a > 1
SELECT * FROM l FULL JOIN r ON l.a < r.a
SELECT * FROM l FULL JOIN r ON l.a = r.a AND l.b < r.b
SELECT * FROM l FULL JOIN r ON l.a + 1 = r.a
SELECT * FROM l FULL JOIN r ON l.a = 1
SELECT * FROM l FULL JOIN r ON l.a + r.a = 2
SELECT count(*) FROM l FULL JOIN r ON true
SELECT count(*) FROM l FULL JOIN r ON false
SELECT count(*) FROM l FULL JOIN r ON 1 = 2
SELECT count(*) FROM l FULL JOIN r ON l.a = r.a OR l.b = r.b
SELECT count(*) FROM l FULL JOIN r ON (l.a, l.b) = (r.a, r.b)
SELECT count(*) FROM l FULL JOIN r ON l.a BETWEEN r.a AND r.a
SELECT count(*) FROM l FULL JOIN r ON l = r
SELECT l.a, x.b FROM l CROSS JOIN LATERAL (SELECT r.b FROM r WHERE r.a = l.a ORDER BY r.b LIMIT 1) x ORDER BY 1, 2
SELECT l.a, x.n FROM l LEFT JOIN LATERAL (SELECT count(*) AS n FROM r WHERE r.a = l.a) x ON true ORDER BY 1, 2
SELECT l.a, x.*, y.* FROM l, LATERAL (SELECT l.a * 2 AS d) x, LATERAL (SELECT x.d + l.a AS e) y ORDER BY 1
SELECT * FROM l FULL JOIN LATERAL (SELECT 1) x ON true
SELECT l.a, x.v FROM l LEFT JOIN LATERAL (VALUES (l.a), (l.a + 1)) x(v) ON x.v > 2 ORDER BY 1, 2
SELECT l.a, x.v FROM l, LATERAL (SELECT l.a AS v UNION ALL SELECT -l.a) x ORDER BY 1, 2
SELECT l.a, x.s FROM l, LATERAL (SELECT sum(r.d) AS s FROM r WHERE r.a <= l.a) x ORDER BY 1
SELECT l.a, w.r FROM l, LATERAL (SELECT r.a, row_number() OVER (ORDER BY r.d) AS r FROM r WHERE r.a > l.a) w ORDER BY 1, 2
SELECT * FROM l NATURAL LEFT JOIN r ORDER BY 1, 2, 3, 4
SELECT * FROM l NATURAL FULL JOIN r ORDER BY 1, 2, 3, 4
SELECT a, b, c, d FROM l FULL JOIN r USING (a, b) ORDER BY 1, 2, 3, 4
SELECT l.a, r.a, a FROM l FULL JOIN r USING (a) ORDER BY 3, 1, 2
SELECT * FROM l x JOIN l y USING (a) JOIN l z USING (a) ORDER BY 1, 2, 3
SELECT * FROM l, r WHERE l.a = r.a AND l.b = r.b
SELECT * FROM l JOIN r ON l.a = r.a JOIN people p ON p.id = r.a ORDER BY 1, 2, 4, 5
SELECT * FROM (l JOIN r ON l.a = r.a) JOIN people p ON p.id = l.a ORDER BY 1, 2, 4, 5
SELECT * FROM l LEFT JOIN (r JOIN people p ON p.id = r.a) ON l.a = r.a ORDER BY 1, 2, 3, 4, 5
SELECT l.* FROM l JOIN l ON true
SELECT x.a FROM l x, l x
SELECT b FROM l, r
WITH RECURSIVE t(id) AS (SELECT 1 UNION ALL SELECT x.id FROM t, LATERAL (SELECT c.id FROM tree c WHERE c.parent = t.id) x) SELECT * FROM t ORDER BY 1
SELECT p.id, o FROM people p LEFT JOIN orders o ON o.person_id = p.id AND o.amount > 50 ORDER BY p.id, o
SELECT p.id, (o).amount, (o).nosuch FROM people p LEFT JOIN orders o ON o.person_id = p.id
SELECT p.id, (o).amount FROM people p LEFT JOIN orders o ON o.person_id = p.id ORDER BY 1, 2
SELECT p.id, json_agg(o ORDER BY o.id) FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id ORDER BY p.id
SELECT p.id, count(o), count(o.*), count(DISTINCT o) FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id ORDER BY p.id
SELECT p.id, array_agg(o ORDER BY o.id) FILTER (WHERE o IS NOT NULL) FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id ORDER BY p.id
SELECT p.id FROM people p LEFT JOIN orders o ON o.person_id = p.id WHERE o IS NULL ORDER BY p.id
SELECT p.id FROM people p LEFT JOIN orders o ON o.person_id = p.id WHERE NOT (o IS NULL) ORDER BY p.id
SELECT p.id FROM people p LEFT JOIN LATERAL (SELECT o.id, o.amount FROM orders o WHERE o.person_id = p.id ORDER BY o.amount DESC NULLS LAST LIMIT 1) best ON true WHERE best IS NOT NULL ORDER BY p.id
SELECT to_jsonb(best) FROM people p LEFT JOIN LATERAL (SELECT o.id FROM orders o WHERE o.person_id = p.id ORDER BY o.id LIMIT 1) best ON true ORDER BY p.id
SELECT coalesce(to_jsonb(o), '{}') FROM people p LEFT JOIN orders o ON o.person_id = p.id AND o.id = 10 WHERE p.id < 3 ORDER BY p.id
WITH o AS (SELECT id, person_id FROM orders) SELECT p.id, o FROM people p LEFT JOIN o ON o.person_id = p.id ORDER BY 1, 2
SELECT j.* FROM (l LEFT JOIN r USING (a, b)) j ORDER BY 1, 2, 3, 4
SELECT j FROM (l LEFT JOIN r ON l.a = r.a) j (a1, b1, c1, a2, b2, d2) ORDER BY j
SELECT k.x, j.a FROM (l JOIN r USING (a)) AS j (x) JOIN tree k ON k.id = j.x
SELECT p.name, s.total FROM people p JOIN LATERAL (SELECT sum(o.amount) AS total FROM orders o WHERE o.person_id = p.id) s ON s.total > 10 ORDER BY 1
SELECT DISTINCT ON (p.team) p.team, p.name FROM people p LEFT JOIN orders o ON o.person_id = p.id ORDER BY p.team, o.amount DESC NULLS LAST, p.id
-- As engineers and agents ask.
SELECT p.team, count(*) FILTER (WHERE o.id IS NOT NULL) AS with_orders, count(*) FILTER (WHERE o.id IS NULL) AS without, round(avg(o.amount) FILTER (WHERE o.quantity > 0), 2) AS mean FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.team ORDER BY p.team NULLS FIRST
SELECT string_agg(name, '') FILTER (WHERE active), string_agg(NULL, ','), string_agg(t, ',') FROM people LEFT JOIN nothing ON true
SELECT p.id, x.* FROM people p LEFT JOIN LATERAL (SELECT count(*) AS n, max(o.amount) AS top FROM orders o WHERE o.person_id = p.id) x ON x.n > 0 ORDER BY p.id
SELECT id, v.k, v.val FROM people, LATERAL (VALUES ('age', age::text), ('team', team), ('name', name)) AS v(k, val) WHERE id < 3 ORDER BY id, k
SELECT p.name, m.name AS peer FROM people p JOIN people m ON m.team = p.team AND m.id <> p.id ORDER BY 1, 2
SELECT coalesce(a.b, r.b) AS b, a.c, r.d FROM l a FULL OUTER JOIN r ON a.a = r.a AND a.b IS NOT DISTINCT FROM r.b ORDER BY 1, 2, 3
SELECT p.name, o.total FROM people p JOIN (SELECT person_id, sum(amount) AS total FROM orders GROUP BY person_id HAVING sum(amount) > 50) o ON o.person_id = p.id ORDER BY 2 DESC
SELECT * FROM people NATURAL JOIN (SELECT 1 AS id) x
SELECT count(*) FROM people p LEFT JOIN orders o ON o.person_id = p.id AND o.amount > 10 WHERE o.id IS NULL
SELECT p.name, count(o.*) AS n, coalesce(string_agg(o.note, '; ' ORDER BY o.id), '-') FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.name ORDER BY n DESC, 1
SELECT a.id, b.id, a.day - b.day AS days FROM readings a JOIN readings b ON a.grp = b.grp AND a.id > b.id AND a.day - b.day <= 1 ORDER BY 1, 2
SELECT l.a, coalesce(r.d, 0), l.c + coalesce(r.d, 0)::numeric FROM l LEFT JOIN r USING (a, b) ORDER BY 1, 2
SELECT p1.name AS a, p2.name AS b, abs(p1.age - p2.age) AS diff FROM people p1 CROSS JOIN people p2 WHERE p1.id < p2.id AND abs(p1.age - p2.age) <= 6 ORDER BY diff, 1, 2
SELECT s.team, s.active, count(p.id) FROM (SELECT DISTINCT a.team, b.active FROM people a, people b) s LEFT JOIN people p ON p.team IS NOT DISTINCT FROM s.team AND p.active IS NOT DISTINCT FROM s.active GROUP BY 1, 2 ORDER BY 1, 2
SELECT p.id, o.* FROM people p LEFT JOIN orders o ON p.id = o.person_id AND o.amount > 90 ORDER BY 1
SELECT id FROM people p JOIN orders o ON p.id = o.person_id
SELECT * FROM l JOIN r USING (a) ORDER BY 1, 2, 3, 4
SELECT * FROM l FULL JOIN r USING (b) ORDER BY 1, 2, 3, 4
SELECT a, l.a, r.a FROM l FULL JOIN r USING (a) ORDER BY 1, 2, 3
SELECT * FROM l NATURAL LEFT JOIN r ORDER BY 1, 2, 3
SELECT x.a FROM l AS x (a, bb) JOIN r AS y (aa, bb) USING (bb) ORDER BY 1
SELECT j.a FROM (l JOIN r USING (a)) AS j ORDER BY 1
SELECT j.a, j.b FROM (l JOIN r USING (a, b)) AS j (a, b, c, d) ORDER BY 1
SELECT x.* FROM l JOIN r USING (a) AS x ORDER BY 1
SELECT l, r FROM l JOIN r ON l.a = r.a ORDER BY l.a, r.b
SELECT p.name, t.total FROM people p, LATERAL (SELECT sum(amount) AS total FROM orders o WHERE o.person_id = p.id) t WHERE t.total IS NOT NULL ORDER BY 2
SELECT o.id, prev.id FROM orders o LEFT JOIN LATERAL (SELECT id FROM orders p WHERE p."at" < o."at" ORDER BY p."at" DESC LIMIT 1) prev ON true ORDER BY o.id
-- Outer queries' columns in the condition of a right join.
SELECT p.id, x.amount FROM people p, LATERAL (SELECT o.amount FROM orders o RIGHT JOIN (VALUES (1)) v(i) ON o.person_id = p.id) x ORDER BY 1, 2
SELECT p.id, (SELECT count(o.id) FROM orders o RIGHT JOIN l ON o.person_id = p.id) FROM people p ORDER BY 1
SELECT p.id, x.* FROM people p, LATERAL (SELECT * FROM orders o RIGHT JOIN l ON o.person_id = p.id AND l.a = o.quantity) x ORDER BY 1, 2, 8, 9, 10
SELECT p.id, (SELECT string_agg(l.b, ',' ORDER BY l.b) FROM orders o RIGHT JOIN l ON o.person_id = p.id AND p.age > 30 WHERE o.id IS NULL) FROM people p ORDER BY 1
SELECT p.id, (SELECT count(*) FROM r LEFT JOIN (orders o RIGHT JOIN l ON o.person_id = p.id) ON r.a = l.a) FROM people p ORDER BY 1
SELECT p.id, x FROM people p, LATERAL (SELECT o FROM orders o RIGHT JOIN l ON o.person_id = p.id AND o.id > 11) x ORDER BY 1, 2
