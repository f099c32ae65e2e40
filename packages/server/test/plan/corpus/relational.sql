-- Joins, subqueries, rows and functions that read what stands around them; named arguments, samples, rows within rows.
SELECT * FROM people p LEFT JOIN LATERAL (SELECT * FROM orders o WHERE o.person_id = p.id) s ON s.amount > 10 ORDER BY p.id, s.id
SELECT p.id, s.id FROM people p LEFT JOIN LATERAL (SELECT * FROM orders o WHERE o.person_id = p.id) s ON true ORDER BY 1, 2
SELECT p.id, s.id FROM people p LEFT JOIN LATERAL (SELECT * FROM orders o WHERE o.person_id = p.id) s ON s.amount > p.age ORDER BY 1, 2
SELECT p.id, s.m FROM people p LEFT JOIN LATERAL (SELECT max(amount) m FROM orders o WHERE o.person_id = p.id) s ON s.m > 10 ORDER BY 1, 2
SELECT p.id, g FROM people p LEFT JOIN LATERAL generate_series(1, p.id) g ON g > 2 ORDER BY 1, 2
SELECT p.id, g FROM people p LEFT JOIN generate_series(1, p.id) g ON g > 2 AND p.id < 5 ORDER BY 1, 2
SELECT p.id, s.id FROM people p JOIN LATERAL (SELECT * FROM orders o WHERE o.person_id = p.id LIMIT 1) s ON s.amount > 1 ORDER BY 1, 2
SELECT p.id, s.id FROM people p INNER JOIN LATERAL (SELECT * FROM orders o WHERE o.person_id = p.id ORDER BY amount DESC LIMIT 1) s ON p.age > 1 ORDER BY 1, 2
SELECT p.id, u FROM people p LEFT JOIN LATERAL unnest(ARRAY[p.id, p.age]) u ON u > 20 ORDER BY 1, 2
SELECT p.id, s.x FROM people p LEFT JOIN LATERAL (VALUES (p.id), (p.age)) s(x) ON s.x > 20 ORDER BY 1, 2
SELECT p.id, a.x, b.y FROM people p LEFT JOIN LATERAL (SELECT p.id + 1 AS x) a ON a.x > 3 LEFT JOIN LATERAL (SELECT a.x * 2 AS y) b ON b.y > 10 ORDER BY 1
SELECT p.id, s.n FROM people p CROSS JOIN LATERAL (SELECT count(*) n FROM orders o WHERE o.person_id = p.id) s ORDER BY 1
SELECT p.id, s.id FROM people p LEFT JOIN LATERAL (SELECT * FROM orders o LEFT JOIN numbers n ON n.i = p.id WHERE o.person_id = p.id) s ON true ORDER BY 1, 2
select * from l a, lateral (select * from l b left join r c on (b.a = c.a and a.a = c.a)) ss order by 1,2,3,4,5,6,7,8,9
SELECT generate_series(1, generate_series(1, 3))
SELECT generate_series(generate_series(1,3), generate_series(2, 4))
SELECT generate_series(1, generate_series(1, 3)), generate_series(2, 4)
SELECT unnest(ARRAY[generate_series(1,2), 7])
SELECT id, generate_series(1, generate_series(1, id)) FROM people WHERE id < 3
SELECT abs(generate_series(-2, 2)), generate_series(1, 2)
SELECT * FROM generate_series(1, generate_series(1,2))
SELECT unnest(string_to_array(unnest(ARRAY['a,b','c']), ','))
SELECT regexp_split_to_table(unnest(ARRAY['a b','c']), ' ')
SELECT sum(id) OVER (PARTITION BY generate_series(1,2)) FROM people
SELECT (SELECT n FROM (VALUES (1)) AS x, (SELECT n FROM generate_series(1,10) AS n ORDER BY n LIMIT 1 OFFSET s-1) AS y) AS z FROM generate_series(1,10) AS s
SELECT (SELECT generate_series(1,3) LIMIT 1 OFFSET g.i) FROM generate_series(0,3) g(i)
SELECT id, (SELECT o.id FROM orders o ORDER BY o.id LIMIT 1 OFFSET p.id) FROM people p ORDER BY 1
SELECT id, ARRAY(SELECT o.id FROM orders o ORDER BY o.id LIMIT p.id) FROM people p ORDER BY 1
SELECT p.id, s.id FROM people p, LATERAL (SELECT o.id FROM orders o ORDER BY o.amount DESC NULLS LAST, o.id LIMIT p.id - 1) s ORDER BY 1, 2
SELECT row(1,1.1) = any (array[row(7,7.7), row(1,1.1), row(0,0.0)])
SELECT row(1,1.1) = any (array[row(7,7.7), row(1,1.0), row(0,0.0)])
SELECT ARRAY[ROW(1, 2.5), ROW(3, 4)]
SELECT CASE WHEN id = 1 THEN ROW(1, 'a') ELSE ROW(2, 'b') END FROM people ORDER BY id LIMIT 2
SELECT CASE WHEN id = 1 THEN ROW(1, 'a'::text) ELSE ROW(2.5, 3) END FROM people ORDER BY id LIMIT 2
SELECT ROW(1, 2.5) UNION ALL SELECT ROW(3, 4)
SELECT r FROM (VALUES (ROW(1, 2)), (ROW(3, NULL))) v(r)
SELECT r FROM (VALUES (ROW(1, 2)), (ROW(3, 4.5))) v(r)
SELECT coalesce(ROW(1, 'a'), ROW(2, 3))
SELECT ROW()
SELECT ROW() IS NULL
SELECT union SELECT
SELECT FROM people UNION ALL SELECT FROM orders
SELECT EXISTS (SELECT FROM people)
SELECT count(*) FROM (SELECT FROM people) s
SELECT count(*) FROM (SELECT FROM people UNION ALL SELECT FROM orders) s
SELECT id FROM people TABLESAMPLE SYSTEM (100) ORDER BY 1
SELECT id FROM people TABLESAMPLE SYSTEM (0)
SELECT count(*) >= 0 FROM people TABLESAMPLE SYSTEM (50)
SELECT count(*) >= 0 FROM people TABLESAMPLE BERNOULLI (50) REPEATABLE (1)
SELECT count(*) >= 0 FROM people TABLESAMPLE SYSTEM (50) REPEATABLE (3)
SELECT count(*) >= 0 FROM people TABLESAMPLE BERNOULLI (10 + 20)
SELECT (p).* FROM people p ORDER BY id
SELECT (p).name FROM people p ORDER BY id
SELECT p.* FROM people p ORDER BY id
SELECT (p.*).name FROM people p ORDER BY id
SELECT row_to_json(p) FROM people p WHERE id = 1
SELECT p FROM people p WHERE id = 1
SELECT p = p FROM people p ORDER BY id
SELECT count(p), count(DISTINCT p) FROM people p
SELECT p IS NULL, p IS NOT NULL FROM people p ORDER BY id
SELECT (SELECT p FROM people p WHERE id = 1)
SELECT ((SELECT p FROM people p WHERE id = 1)).name
SELECT (ROW(1, 'a')).f1
SELECT (r).f2 FROM (SELECT ROW(1, 'a'::text) AS r) s
SELECT s FROM (SELECT 1 AS a, 2 AS b) s
SELECT s.s FROM (SELECT 1 AS s) s
SELECT make_interval(days => 3, hours => 2)
SELECT make_interval(days := 3)
SELECT make_date(day => 3, month => 4, year => 2024)
SELECT age(timestamp '2024-01-01')
SELECT jsonb_set(target => '{"a":1}', path => '{a}', new_value => '2')
SELECT jsonb_set('{"a":1}', '{a}', new_value => '2')
SELECT jsonb_set('{"a":1}', '{b}', '2', create_if_missing => false)
SELECT jsonb_insert('{"a":[1]}', '{a,0}', '2', insert_after => true)
SELECT jsonb_path_query_first(target => '{"a":1}', path => '$.a')
SELECT jsonb_path_exists('{"a":1}', '$.a ? (@ > $x)', vars => '{"x":0}')
SELECT regexp_replace(string => 'abc', pattern => 'b', replacement => 'x')
SELECT regexp_count(string => 'abcb', pattern => 'b'), regexp_instr(string => 'abcb', pattern => 'b', start => 1, "N" => 2), regexp_substr(string => 'abcb', pattern => 'b.')
SELECT date_bin(stride => '15 minutes', source => timestamp '2024-01-01 00:17', origin => timestamp '2024-01-01')
SELECT make_timestamp(year => 2024, month => 1, mday => 2, hour => 3, min => 4, sec => 5.5)
SELECT lower(x => 'A')
SELECT sum(x => 1)
SELECT json_strip_nulls(target => '{"a":null}', strip_in_arrays => true)
SELECT random(min => 1, max => 1)
SELECT parse_ident(str => 'a.b')
SELECT jsonb_pretty('{}'), jsonb_array_elements(from_json => '[1]')
SELECT * FROM json_each(from_json => '{"a":1}')
SELECT * FROM regexp_matches(string => 'abc', pattern => 'b')
SELECT * FROM unnest(x => ARRAY[1])
SELECT concat(VARIADIC ARRAY['a','b']), concat_ws(',', VARIADIC ARRAY['a','b']), format('%s-%s', VARIADIC ARRAY['a','b'])
SELECT concat(VARIADIC string_to_array('a,b', ',')), format('%s-%s', VARIADIC string_to_array('a,b', ','))
SELECT json_build_object(VARIADIC ARRAY['a','b']), jsonb_build_array(VARIADIC ARRAY[1,2]), json_build_array(VARIADIC string_to_array('a,b', ','))
SELECT num_nulls(VARIADIC ARRAY[1,NULL]), num_nonnulls(VARIADIC ARRAY[1,NULL]::int[])
SELECT jsonb_extract_path('{"a":{"b":1}}', VARIADIC ARRAY['a','b']), json_extract_path_text('{"a":{"b":1}}', VARIADIC string_to_array('a,b', ','))
SELECT greatest(VARIADIC ARRAY[1,2])
SELECT concat(VARIADIC NULL), concat(VARIADIC NULL::text[]), concat('x', VARIADIC ARRAY['a'])
SELECT id FROM people ORDER BY age FETCH FIRST 2 ROWS WITH TIES
SELECT age, count(*) FROM people GROUP BY age ORDER BY count(*) DESC FETCH FIRST 1 ROW WITH TIES
SELECT id, age FROM people ORDER BY age DESC NULLS LAST FETCH FIRST 3 ROWS WITH TIES
SELECT id FROM people FETCH FIRST 2 ROWS WITH TIES
SELECT id, sum(id) OVER (ORDER BY age GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM people ORDER BY 1
SELECT id, sum(id) OVER w, count(*) OVER (w ROWS 1 PRECEDING) FROM people WINDOW w AS (PARTITION BY team ORDER BY id) ORDER BY 1
SELECT sum(id) OVER (w2) FROM people WINDOW w AS (PARTITION BY team), w2 AS (w ORDER BY id) ORDER BY 1
SELECT id, age IN (SELECT age FROM people WHERE id > p.id), age NOT IN (SELECT age FROM people WHERE id > p.id) FROM people p ORDER BY 1
SELECT id, (id, age) IN (SELECT id, age FROM people WHERE id > p.id - 1) FROM people p ORDER BY 1
SELECT id, (id, age) NOT IN (SELECT o.id, p.age FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY 1
SELECT a, b FROM l WHERE (a, b) IN (SELECT r.a, r.b FROM r WHERE r.a = l.a) ORDER BY 1
SELECT a, b FROM l WHERE (a, 1) = ANY (SELECT r.a, count(*) FROM r WHERE r.a <= l.a GROUP BY r.a) ORDER BY 1
SELECT id, age > ALL (SELECT age FROM people q WHERE q.team = p.team AND q.id <> p.id) FROM people p ORDER BY 1
SELECT id, EXISTS (SELECT 1 FROM orders o WHERE o.person_id = p.id HAVING count(*) > 1) FROM people p ORDER BY 1
SELECT id, (SELECT string_agg(o.note, ',' ORDER BY o.id) FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY 1
SELECT id, (SELECT sum(amount) OVER (ORDER BY o.id) FROM orders o WHERE o.person_id = p.id ORDER BY o.id DESC LIMIT 1) FROM people p ORDER BY 1
SELECT id, (WITH w AS (SELECT amount FROM orders o WHERE o.person_id = p.id) SELECT sum(amount) FROM w) FROM people p ORDER BY 1
SELECT id, (WITH RECURSIVE w(n) AS (SELECT p.id UNION ALL SELECT n + 1 FROM w WHERE n < 5) SELECT sum(n) FROM w) FROM people p ORDER BY 1
SELECT id, (SELECT count(*) FROM (SELECT DISTINCT person_id FROM orders WHERE person_id < p.id) s) FROM people p ORDER BY 1
SELECT id, (SELECT count(*) FROM orders o FULL JOIN numbers n ON n.i = o.person_id WHERE o.person_id = p.id) FROM people p ORDER BY 1
SELECT id, (SELECT max(x) FROM (SELECT amount x FROM orders WHERE person_id = p.id UNION ALL SELECT p.age) s) FROM people p ORDER BY 1
SELECT id, (SELECT count(*) FROM orders o JOIN numbers n ON n.i = p.id AND o.person_id = p.id) FROM people p ORDER BY 1
SELECT id, (SELECT count(n.i) FROM orders o LEFT JOIN numbers n ON n.i = p.id WHERE o.person_id = p.id) FROM people p ORDER BY 1
SELECT p.id FROM people p ORDER BY (SELECT count(*) FROM orders o WHERE o.person_id = p.id) DESC, p.id
SELECT count(*) FROM people p GROUP BY (SELECT count(*) FROM orders o WHERE o.person_id = p.id) ORDER BY 1
SELECT sum((SELECT count(*) FROM orders o WHERE o.person_id = p.id)) FROM people p
SELECT team, (SELECT count(*) FROM people q WHERE q.team = p.team) FROM people p GROUP BY team ORDER BY 1
SELECT team, (SELECT max(p.age) + count(*) FROM orders) FROM people p GROUP BY team ORDER BY 1
SELECT (SELECT max((SELECT o.amount FROM orders o WHERE o.id = p.id + 9)) ) FROM people p
SELECT (SELECT sum(p.id) FILTER (WHERE p.id > 2)) FROM people p
SELECT p.id FROM people p WHERE p.id = (SELECT max(o.person_id) FROM orders o WHERE o.amount > (SELECT avg(amount) FROM orders x WHERE x.person_id = o.person_id))
SELECT p.id, j.n FROM people p JOIN (SELECT person_id, count(*) n FROM orders GROUP BY 1) j ON j.person_id = p.id AND EXISTS (SELECT 1 FROM numbers WHERE i = p.id) ORDER BY 1
SELECT p.id FROM people p LEFT JOIN orders o ON o.person_id = p.id AND o.amount > (SELECT avg(amount) FROM orders) ORDER BY 1
SELECT p.id, o.id FROM people p LEFT JOIN orders o ON o.person_id = p.id AND EXISTS (SELECT 1 FROM numbers n WHERE n.i = o.quantity) ORDER BY 1, 2
SELECT l.a, r.a FROM l FULL JOIN r ON l.a = r.a AND l.b = r.b ORDER BY 1, 2, l.b, r.b
SELECT l.a, r.a FROM l FULL JOIN r ON l.a < r.a
SELECT l.a, r.a FROM l FULL JOIN r ON true ORDER BY 1, 2
SELECT l.a, r.a FROM l FULL JOIN r ON false ORDER BY 1, 2
SELECT * FROM l NATURAL JOIN r ORDER BY 1, 2
SELECT * FROM l NATURAL FULL JOIN r ORDER BY 1, 2, 3
SELECT * FROM l JOIN r USING (a) AS j WHERE j.a > 1 ORDER BY 1, 2
WITH RECURSIVE t(j) AS (WITH RECURSIVE s(i) AS (VALUES (1) UNION ALL SELECT i+1 FROM s WHERE i < 10) SELECT i FROM s UNION ALL SELECT j+1 FROM t WHERE j < 10) SELECT * FROM t
WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x ORDER BY 1) SELECT * FROM x
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t WHERE n < 5) SELECT * FROM t LIMIT 3
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT * FROM t LIMIT 3
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t WHERE n < 3), u AS (SELECT n FROM t UNION ALL SELECT n * 10 FROM t) SELECT * FROM u ORDER BY 1
WITH a AS MATERIALIZED (SELECT 1 AS x), b AS NOT MATERIALIZED (SELECT x FROM a) SELECT * FROM b
VALUES (1, 'a'), (2, 'b') ORDER BY 1 DESC LIMIT 1
SELECT * FROM (VALUES (1, 'a'), (2, NULL)) v(a, b) WHERE b IS NULL
SELECT (VALUES (1))
SELECT 1 IN (VALUES (1), (2))
SELECT ARRAY(SELECT ARRAY[id] FROM people ORDER BY id LIMIT 2)
SELECT ARRAY(VALUES (1),(2))
SELECT ARRAY[(SELECT 1), (SELECT 2)]
SELECT DISTINCT ON (team, age > 30) id FROM people ORDER BY team, age > 30, id
SELECT DISTINCT ON (1) team, id FROM people ORDER BY 1, 2
SELECT 'int4'::regtype = 'integer'::regtype, 'x'::regtype
SELECT 'now'::regproc, 'lower(text)'::regprocedure
SELECT 25::oid::regtype::text, 'text'::regtype::int
SELECT CASE WHEN 1=1 THEN 1 ELSE 2.5 END, CASE WHEN 1=1 THEN '1' ELSE 2 END, CASE WHEN 1=2 THEN NULL END
SELECT x FROM (SELECT 'a' AS x UNION SELECT 'b') s WHERE x = 'a'
SELECT 1 AS one WHERE false
SELECT 1 FROM people WHERE 1/id = 1 HAVING 1 < 2
SELECT sum(id) FROM people WHERE false
SELECT grouping(team), team FROM people GROUP BY CUBE (team) ORDER BY 1, 2
SELECT team, age, count(*) FROM people GROUP BY GROUPING SETS (ROLLUP (team, age), CUBE (team)) ORDER BY 1, 2, 3
SELECT team, age, count(*) FROM people GROUP BY DISTINCT ROLLUP (team, age), ROLLUP (team) ORDER BY 1, 2, 3
SELECT percentile_cont(ARRAY[0.25, 0.5]) WITHIN GROUP (ORDER BY age), mode() WITHIN GROUP (ORDER BY team) FROM people
SELECT f1 FROM (SELECT team AS f1 FROM people) t1 LEFT JOIN (SELECT 'red' AS f1) t2 USING (f1) GROUP BY t1.f1 ORDER BY 1
SELECT f1 FROM (SELECT team AS f1 FROM people) t1 LEFT JOIN (SELECT 'red' AS f1) t2 USING (f1) GROUP BY f1 ORDER BY 1
select * from l x join (r x cross join words y(ff)) j on x.a = j.a order by 1, 2, 3, 4, 5, 6, 7, 8 limit 3
SELECT count(*) > 0 FROM generate_series(1,1000) g, people TABLESAMPLE BERNOULLI (60) REPEATABLE (2)
SELECT (SELECT count(*) FROM orders TABLESAMPLE BERNOULLI (50) REPEATABLE (7)) = (SELECT count(*) FROM orders TABLESAMPLE BERNOULLI (50) REPEATABLE (7))
SELECT id FROM people TABLESAMPLE BERNOULLI (100 + 1)
SELECT id FROM people TABLESAMPLE BERNOULLI (NULL)
SELECT id, g.x FROM people p, LATERAL (SELECT unnest(ARRAY[p.id, p.age]) x ORDER BY 1 LIMIT p.id) g ORDER BY 1, 2
SELECT id, ARRAY(SELECT i FROM generate_series(1,9) i LIMIT p.id OFFSET 1) FROM people p ORDER BY 1
SELECT id, (SELECT o.id FROM orders o UNION ALL SELECT 99 ORDER BY 1 LIMIT 1 OFFSET p.id) FROM people p ORDER BY 1
SELECT id, (SELECT max(x) FROM (SELECT o.amount x FROM orders o ORDER BY o.amount LIMIT p.id) s) FROM people p ORDER BY 1
SELECT p.id, s.c FROM people p LEFT JOIN LATERAL (SELECT count(o.id) c FROM tree t LEFT JOIN orders o ON o.person_id = p.id AND t.id > 3 WHERE t.parent = 1) s ON s.c > 1 ORDER BY 1
SELECT p.id, (SELECT count(*) FROM tree t LEFT JOIN (orders o JOIN numbers n ON n.i = o.person_id) ON o.person_id = p.id) FROM people p ORDER BY 1
SELECT p.id, (SELECT count(*) FROM tree t RIGHT JOIN orders o ON o.person_id = p.id AND t.id = 1) FROM people p ORDER BY 1
