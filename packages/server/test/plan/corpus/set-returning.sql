SELECT l.a, g FROM l, generate_series(l.c, 3.5, 0.5) g ORDER BY 1, 2
SELECT generate_series(0.1, 0.35, 0.1) * 2
SELECT generate_series(1, 2) AS g, count(*) FROM readings GROUP BY 1 ORDER BY 1
SELECT generate_series(1, pos) AS g, count(*) FROM readings GROUP BY generate_series(1, pos) ORDER BY 1
SELECT generate_series(1, 2) + 1, count(*) FROM readings GROUP BY generate_series(1, 2) ORDER BY 1
SELECT grp, unnest(ARRAY[1, 2]) AS u, count(*) FROM readings GROUP BY grp, u ORDER BY grp, u
SELECT unnest(ARRAY[1, 2]) AS u, unnest(ARRAY['x', 'y', 'z']) AS v, count(*) FROM readings GROUP BY u, v ORDER BY u, v
SELECT unnest(ARRAY[1, 2]) AS u, count(*) GROUP BY u ORDER BY u
SELECT g, count(*) FROM (SELECT unnest(ARRAY[pos, val]) AS g FROM readings) q GROUP BY g ORDER BY g
SELECT unnest(string_to_array('a,b,a', ',')) AS w, count(*) FROM l GROUP BY 1 HAVING count(*) > 6 ORDER BY 1
SELECT count(*), generate_series(1, 2) FROM readings
SELECT count(*) + generate_series(1, 2) FROM readings
SELECT generate_series(1, count(*)) FROM l
SELECT grp, generate_series(1, count(*)::int) FROM readings GROUP BY grp ORDER BY 1, 2
SELECT id, generate_series(1, id) FROM tree WHERE id < 4 ORDER BY id, 2
SELECT id, generate_series(1, id) AS g FROM tree WHERE id < 4 ORDER BY g DESC, id
SELECT id FROM tree WHERE id < 3 ORDER BY generate_series(1, 2), id
SELECT generate_series(1, 3) AS g ORDER BY g + 0 DESC
SELECT generate_series(1, 3) AS g ORDER BY -generate_series(1, 3)
SELECT upper(unnest(ARRAY['a', 'b'])) || '!', length(unnest(ARRAY['aa', 'b', 'cccc']))
SELECT 10 / unnest(ARRAY[1, 2, 5])
SELECT 10 / unnest(ARRAY[1, 0])
SELECT unnest(ARRAY[1, 2, NULL]) IS NULL, unnest(ARRAY[1, 2]) IN (2, 3)
SELECT CAST(unnest(ARRAY['1', '2']) AS int) + 1
SELECT unnest(ARRAY[1, 2]) = ANY (ARRAY[2, 3])
SELECT unnest(ARRAY[3, 4]) BETWEEN 1 AND 3
SELECT generate_series(1, 2), generate_series(1, 0)
SELECT generate_series(1, 0)
SELECT 'x', unnest(ARRAY[]::int[])
SELECT * FROM l WHERE a IN (SELECT unnest(ARRAY[1, 5])) ORDER BY 1
SELECT (SELECT unnest(ARRAY[7]) + 1)
SELECT (SELECT unnest(ARRAY[7, 8]) + 1)
SELECT ARRAY(SELECT unnest(ARRAY[7, 8]) + 1)
SELECT EXISTS (SELECT unnest(ARRAY[]::int[]) + 1)
SELECT json_each('{"a": 1, "b": "x"}')
SELECT (json_each('{"a": 1, "b": "x"}')).*
SELECT (json_each_text('{"a": 1, "b": "x"}')).value, 5
SELECT (jsonb_each('{"a": 1, "b": [2]}')).key, (jsonb_each('{"a": 1, "b": [2]}')).value
SELECT json_each('{"a": 1}'), generate_series(1, 3)
SELECT (json_each(j)).key FROM (VALUES ('{"a": 1}'::json), ('{"b": 2, "c": 3}')) v(j)
SELECT json_array_elements('[1, {"a": 2}]') ->> 'a'
SELECT jsonb_array_elements('[{"a": 1}, {"a": 2}]') -> 'a'
SELECT jsonb_array_elements_text('["x", "y"]') || '!'
SELECT regexp_split_to_table('a b c', ' ') || '.'
SELECT (regexp_matches('a1b2', '[a-z](\d)', 'g'))[1]
SELECT row_number() OVER (), generate_series(1, 2) FROM l
SELECT sum(a) OVER (), unnest(ARRAY[1, 2]) FROM l
SELECT count(*) FILTER (WHERE generate_series(1, 2) > 1) FROM l
SELECT a FROM l GROUP BY a HAVING generate_series(1, 2) > 1
SELECT * FROM l JOIN r ON generate_series(1, 2) = 1
SELECT * FROM abs(generate_series(1, 2))
SELECT * FROM l LIMIT generate_series(1, 2)
VALUES (generate_series(1, 2))
VALUES (1), (generate_series(1, 2))
SELECT nullif(generate_series(1, 3), 2)
SELECT greatest(generate_series(1, 3), 2)
SELECT generate_series(1, 3) AND true
SELECT generate_series(1, 3) > 1 AND true
SELECT ROW(generate_series(1, 2), 'x')
SELECT ARRAY[generate_series(1, 2), 7]
SELECT unnest(ARRAY[1, 2], ARRAY[3])
SELECT unnest(1)
SELECT generate_series('2024-01-01'::date, '2024-01-03', interval '1 day')::date
SELECT to_char(generate_series(timestamp '2024-01-01', '2024-03-01', '1 month'), 'Mon')
SELECT generate_series(1, 2) UNION ALL SELECT generate_series(1, 1) + 5
WITH x AS (SELECT generate_series(1, 3) * 2 AS v) SELECT sum(v) FROM x
SELECT generate_series(1, 3) FILTER (WHERE true)
SELECT generate_series(1, 3) OVER ()
SELECT q.* FROM l, LATERAL (SELECT generate_series(1, l.a) * 10 AS v) q ORDER BY 1
SELECT max(u) FROM (SELECT unnest(ARRAY[a, 10]) AS u FROM l) q
SELECT generate_subscripts(ARRAY[5, 6, 7], 1) * 2
-- Rows are given after the sort and after DISTINCT ON, where no key is one of them.
SELECT DISTINCT ON (a) a, b, generate_series(1,3) g FROM (VALUES (3, 2), (3,1), (1,1), (1,4), (5,3), (5,1)) AS t(a, b) ORDER BY a, b DESC
SELECT DISTINCT ON (a) a, b, generate_series(1,3) g FROM (VALUES (3, 2), (3,1), (1,1), (1,4), (5,3), (5,1)) AS t(a, b) ORDER BY a, b DESC, g DESC
SELECT DISTINCT ON (g) a, b, generate_series(1,3) g FROM (VALUES (3, 2), (3,1), (1,1), (1,4), (5,3), (5,1)) AS t(a, b) ORDER BY g, a, b
SELECT DISTINCT ON (a, b, g) a, b, generate_series(1,3) g FROM (VALUES (3, 2), (3,1), (1,1)) AS t(a, b) ORDER BY a, b, g DESC
SELECT DISTINCT ON (id) id, unnest(ARRAY['x','y']) FROM people ORDER BY id
SELECT DISTINCT ON (team) team, id, unnest(ARRAY[id, id*10]) AS u FROM people ORDER BY team, id LIMIT 4
SELECT id, generate_series(1,3) FROM people ORDER BY id LIMIT 5
SELECT id, generate_series(1,3) FROM people ORDER BY id DESC LIMIT 5 OFFSET 2
SELECT id, generate_series(1,3) g FROM people ORDER BY g, id LIMIT 5
SELECT id, generate_series(1,3) g FROM people ORDER BY id, g DESC LIMIT 5
SELECT generate_series(1,10) FROM people ORDER BY age NULLS FIRST, id LIMIT 7
SELECT id, generate_series(1, id) FROM people WHERE id < 4 ORDER BY -id
SELECT id, unnest(ARRAY[3,1,2]) FROM people ORDER BY id FETCH FIRST 4 ROWS ONLY
SELECT id, unnest(ARRAY[3,1,2]) u, generate_series(1,2) s FROM people ORDER BY id LIMIT 7
SELECT count(*), generate_series(1,3) FROM people
SELECT team, count(*), generate_series(1,2) FROM people GROUP BY team ORDER BY team LIMIT 3
SELECT id, rank() OVER (ORDER BY id DESC), generate_series(1,2) FROM people ORDER BY id LIMIT 3
SELECT DISTINCT generate_series(1,3) % 2 FROM people ORDER BY 1
SELECT id + generate_series(1,2) FROM people ORDER BY id LIMIT 3
SELECT generate_series(1,3) AS g FROM people WHERE id = 1 ORDER BY g DESC
SELECT generate_series(1,3) AS g, id FROM people WHERE id < 3 ORDER BY generate_series(1,3) DESC, id
SELECT unnest(ARRAY[unnest(ARRAY['a', 'b']), unnest(ARRAY['c', 'd']), '"row:1" "row:2" "row:3" "row:4"']) AS u
SELECT unnest(ARRAY[unnest(ARRAY['a', 'b']), '"row:1" "row:2" "row:3"']) AS u
-- Several columns keep the function's name, whatever its alias.
SELECT q.* FROM unnest(ARRAY[1, 2], ARRAY['a']) q
SELECT q.* FROM unnest(ARRAY[1, 2], ARRAY['a']) WITH ORDINALITY q
SELECT q.x, q.unnest FROM unnest(ARRAY[1, 2], ARRAY['a']) AS q(x)
