-- SQL/JSON: aggregates, and values of other types than text.
SELECT JSON_ARRAYAGG(id ORDER BY id), JSON_ARRAYAGG(age ORDER BY id NULL ON NULL), JSON_OBJECTAGG(name: id ABSENT ON NULL) FROM people WHERE name IS NOT NULL
SELECT JSON_ARRAYAGG(age ORDER BY id), JSON_ARRAYAGG(name ORDER BY id RETURNING jsonb), JSON_ARRAYAGG(id ORDER BY id DESC RETURNING text), JSON_ARRAYAGG(id ORDER BY id) FILTER (WHERE id > 3) FROM people
SELECT team, JSON_ARRAYAGG(name ORDER BY id) FROM people GROUP BY team ORDER BY team
SELECT JSON_OBJECTAGG(id: name), JSON_OBJECTAGG(KEY id VALUE age), JSON_OBJECTAGG(id: age ABSENT ON NULL RETURNING jsonb), JSON_OBJECTAGG(id VALUE team WITH UNIQUE KEYS RETURNING jsonb) FROM people
SELECT JSON_OBJECTAGG(team: id WITH UNIQUE KEYS) FROM people WHERE team IS NOT NULL
SELECT JSON_OBJECTAGG(team: id) FROM people
SELECT id, JSON_ARRAYAGG(id) OVER (ORDER BY id) FROM people ORDER BY id
SELECT JSON_ARRAYAGG(id) FROM people WHERE false
SELECT JSON_VALUE(jsonb '{"a": "x", "b": 1.5}', '$.a'), JSON_VALUE(jsonb '{"b": 1.5}', '$.zz'), JSON_VALUE(jsonb '{"b": 1}', 'strict $.zz' DEFAULT 'd' ON ERROR)
SELECT JSON_VALUE(jsonb '{"b": [1]}', '$.b'), JSON_VALUE(jsonb '{"b": 5}', '$.b' RETURNING int) + 1
SELECT JSON_VALUE(j, '$.b' RETURNING int), JSON_VALUE(j, '$.b' RETURNING float8), JSON_VALUE(j, '$.b' RETURNING int DEFAULT -1 ON ERROR), JSON_VALUE(j, '$.b' RETURNING bigint DEFAULT 7 ON EMPTY NULL ON ERROR) FROM (VALUES ('{"b": 5}'::jsonb), ('{"b": 5.7}'), ('{"b": "12"}'), ('{"b": "x"}'), ('{"b": null}'), ('{}'), ('{"b": [1]}'), ('{"b": true}'), ('{"b": 99999999999}')) t(j)
SELECT JSON_VALUE(j, '$.b' RETURNING numeric) = 1.5 FROM (VALUES ('{"b": 1.5}'::jsonb), ('{"b": "1.50"}'), ('{"b": "x"}'), ('{}')) t(j)
SELECT JSON_VALUE(jsonb '{"b": "x"}', '$.b' RETURNING int ERROR ON ERROR)
SELECT JSON_VALUE(jsonb '{"b": 1.5}', '$.b' RETURNING numeric)
-- json_agg: rows and arrays stand on lines of their own, but for the first; nulls and documents do not.
SELECT json_agg(a ORDER BY n)::text FROM (VALUES (1, NULL), (2, ARRAY[1, 2]), (3, NULL), (4, ARRAY[3])) t(n, a)
SELECT json_agg(a ORDER BY n)::text FROM (VALUES (1, ARRAY[1]), (2, NULL), (3, ARRAY[2])) t(n, a)
SELECT json_agg(j ORDER BY n)::text FROM (VALUES (1, ' 1'::json), (2, NULL), (3, ' [2]')) t(n, j)
SELECT json_agg(DISTINCT a)::text FROM (VALUES (ARRAY[2]), (NULL), (ARRAY[1]), (ARRAY[2])) t(a)
SELECT json_agg(p ORDER BY p.id)::text FROM people p WHERE p.id < 4
-- Moments before the year 1.
SELECT to_json(ts), to_jsonb(ts), json_build_array(ts), json_build_object('a', ts), row_to_json(row(ts)) FROM (VALUES ('0044-03-15 13:00:00 BC'::timestamp), ('2024-01-01 10:00:00.5'), ('infinity'), (NULL)) t(ts)
SELECT to_json(ts), to_jsonb(ts), json_build_array(ts), json_build_object('a', ts), row_to_json(row(ts)) FROM (VALUES ('0044-03-15 13:00:00+00 BC'::timestamptz), ('2024-01-01 10:00:00.5+00'), ('-infinity'), (NULL)) t(ts)
SELECT json_object_agg('a', '0044-03-15 13:00 BC'::timestamp), json_agg('0044-03-15 13:00 BC'::timestamptz)
