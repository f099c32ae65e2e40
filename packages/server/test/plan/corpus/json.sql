-- json, jsonb and jsonpath.
SELECT '12'::jsonb -> 'a', '12'::jsonb ->> 'a', '12'::jsonb -> 0, '12'::jsonb ->> 1, '12'::jsonb -> -1, '12'::jsonb ->> 'aa'
SELECT '12'::jsonb #> '{a,b,2}', '12'::jsonb #>> '{a,b,2,c}', '12'::jsonb #> '{0,a}', '12'::jsonb #>> '{}', '12'::jsonb #> ARRAY['a', 'b']
SELECT '12'::jsonb ? 'a', '12'::jsonb ?| ARRAY['a', 'zz'], '12'::jsonb ?& ARRAY['a', 'aa'], '12'::jsonb ?& '{}', '12'::jsonb ?| '{}'
SELECT '12'::jsonb || '{"z": 1}'::jsonb, '[9]'::jsonb || '12'::jsonb, '12'::jsonb || '5'
SELECT '[1, 2, 3]'::jsonb -> 'a', '[1, 2, 3]'::jsonb ->> 'a', '[1, 2, 3]'::jsonb -> 0, '[1, 2, 3]'::jsonb ->> 1, '[1, 2, 3]'::jsonb -> -1, '[1, 2, 3]'::jsonb ->> 'aa'
SELECT '[1, 2, 3]'::jsonb #> '{a,b,2}', '[1, 2, 3]'::jsonb #>> '{a,b,2,c}', '[1, 2, 3]'::jsonb #> '{0,a}', '[1, 2, 3]'::jsonb #>> '{}', '[1, 2, 3]'::jsonb #> ARRAY['a', 'b']
SELECT '[1, 2, 3]'::jsonb ? 'a', '[1, 2, 3]'::jsonb ?| ARRAY['a', 'zz'], '[1, 2, 3]'::jsonb ?& ARRAY['a', 'aa'], '[1, 2, 3]'::jsonb ?& '{}', '[1, 2, 3]'::jsonb ?| '{}'
SELECT '[1, 2, 3]'::jsonb || '{"z": 1}'::jsonb, '[9]'::jsonb || '[1, 2, 3]'::jsonb, '[1, 2, 3]'::jsonb || '5'
SELECT '[1, "1", null, [1], {"a": 1}]'::jsonb -> 'a', '[1, "1", null, [1], {"a": 1}]'::jsonb ->> 'a', '[1, "1", null, [1], {"a": 1}]'::jsonb -> 0, '[1, "1", null, [1], {"a": 1}]'::jsonb ->> 1, '[1, "1", null, [1], {"a": 1}]'::jsonb -> -1, '[1, "1", null, [1], {"a": 1}]'::jsonb ->> 'aa'
SELECT '[1, "1", null, [1], {"a": 1}]'::jsonb #> '{a,b,2}', '[1, "1", null, [1], {"a": 1}]'::jsonb #>> '{a,b,2,c}', '[1, "1", null, [1], {"a": 1}]'::jsonb #> '{0,a}', '[1, "1", null, [1], {"a": 1}]'::jsonb #>> '{}', '[1, "1", null, [1], {"a": 1}]'::jsonb #> ARRAY['a', 'b']
SELECT '[1, "1", null, [1], {"a": 1}]'::jsonb ? 'a', '[1, "1", null, [1], {"a": 1}]'::jsonb ?| ARRAY['a', 'zz'], '[1, "1", null, [1], {"a": 1}]'::jsonb ?& ARRAY['a', 'aa'], '[1, "1", null, [1], {"a": 1}]'::jsonb ?& '{}', '[1, "1", null, [1], {"a": 1}]'::jsonb ?| '{}'
SELECT '[1, "1", null, [1], {"a": 1}]'::jsonb || '{"z": 1}'::jsonb, '[9]'::jsonb || '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb || '5'
SELECT '{"a":1,"a":2}'::jsonb -> 'a', '{"a":1,"a":2}'::jsonb ->> 'a', '{"a":1,"a":2}'::jsonb -> 0, '{"a":1,"a":2}'::jsonb ->> 1, '{"a":1,"a":2}'::jsonb -> -1, '{"a":1,"a":2}'::jsonb ->> 'aa'
SELECT '{"a":1,"a":2}'::jsonb #> '{a,b,2}', '{"a":1,"a":2}'::jsonb #>> '{a,b,2,c}', '{"a":1,"a":2}'::jsonb #> '{0,a}', '{"a":1,"a":2}'::jsonb #>> '{}', '{"a":1,"a":2}'::jsonb #> ARRAY['a', 'b']
SELECT '{"a":1,"a":2}'::jsonb ? 'a', '{"a":1,"a":2}'::jsonb ?| ARRAY['a', 'zz'], '{"a":1,"a":2}'::jsonb ?& ARRAY['a', 'aa'], '{"a":1,"a":2}'::jsonb ?& '{}', '{"a":1,"a":2}'::jsonb ?| '{}'
SELECT '{"a":1,"a":2}'::jsonb || '{"z": 1}'::jsonb, '[9]'::jsonb || '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::jsonb || '5'
SELECT '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb -> 'a', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ->> 'a', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb -> 0, '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ->> 1, '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb -> -1, '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ->> 'aa'
SELECT '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb #> '{a,b,2}', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb #>> '{a,b,2,c}', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb #> '{0,a}', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb #>> '{}', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb #> ARRAY['a', 'b']
SELECT '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ? 'a', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ?| ARRAY['a', 'zz'], '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ?& ARRAY['a', 'aa'], '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ?& '{}', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb ?| '{}'
SELECT '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb || '{"z": 1}'::jsonb, '[9]'::jsonb || '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb, '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb || '5'
SELECT '[{"a":1},{"a":2.50},{"b":null}]'::jsonb -> 'a', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ->> 'a', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb -> 0, '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ->> 1, '[{"a":1},{"a":2.50},{"b":null}]'::jsonb -> -1, '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ->> 'aa'
SELECT '[{"a":1},{"a":2.50},{"b":null}]'::jsonb #> '{a,b,2}', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb #>> '{a,b,2,c}', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb #> '{0,a}', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb #>> '{}', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb #> ARRAY['a', 'b']
SELECT '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ? 'a', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ?| ARRAY['a', 'zz'], '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ?& ARRAY['a', 'aa'], '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ?& '{}', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb ?| '{}'
SELECT '[{"a":1},{"a":2.50},{"b":null}]'::jsonb || '{"z": 1}'::jsonb, '[9]'::jsonb || '[{"a":1},{"a":2.50},{"b":null}]'::jsonb, '[{"a":1},{"a":2.50},{"b":null}]'::jsonb || '5'
SELECT '[1, 2, 3]'::jsonb - 'a', '[1, 2, 3]'::jsonb - '{a,bb}'::text[]
SELECT '[1, "1", null, [1], {"a": 1}]'::jsonb - 'a', '[1, "1", null, [1], {"a": 1}]'::jsonb - '{a,bb}'::text[]
SELECT '{"a":1,"a":2}'::jsonb - 'a', '{"a":1,"a":2}'::jsonb - '{a,bb}'::text[]
SELECT '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb - 'a', '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"aa":null}'::jsonb - '{a,bb}'::text[]
SELECT '[{"a":1},{"a":2.50},{"b":null}]'::jsonb - 'a', '[{"a":1},{"a":2.50},{"b":null}]'::jsonb - '{a,bb}'::text[]
SELECT 'true'::jsonb = '12'::jsonb, 'true'::jsonb < '12'::jsonb, 'true'::jsonb >= '12'::jsonb, 'true'::jsonb <> '12'::jsonb, 'true'::jsonb @> '12'::jsonb, '12'::jsonb <@ 'true'::jsonb
SELECT 'true'::jsonb = '1.50'::jsonb, 'true'::jsonb < '1.50'::jsonb, 'true'::jsonb >= '1.50'::jsonb, 'true'::jsonb <> '1.50'::jsonb, 'true'::jsonb @> '1.50'::jsonb, '1.50'::jsonb <@ 'true'::jsonb
SELECT 'true'::jsonb = '[1, 2, 3]'::jsonb, 'true'::jsonb < '[1, 2, 3]'::jsonb, 'true'::jsonb >= '[1, 2, 3]'::jsonb, 'true'::jsonb <> '[1, 2, 3]'::jsonb, 'true'::jsonb @> '[1, 2, 3]'::jsonb, '[1, 2, 3]'::jsonb <@ 'true'::jsonb
SELECT 'true'::jsonb = '[1, "1", null, [1], {"a": 1}]'::jsonb, 'true'::jsonb < '[1, "1", null, [1], {"a": 1}]'::jsonb, 'true'::jsonb >= '[1, "1", null, [1], {"a": 1}]'::jsonb, 'true'::jsonb <> '[1, "1", null, [1], {"a": 1}]'::jsonb, 'true'::jsonb @> '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb <@ 'true'::jsonb
SELECT 'true'::jsonb = '{"a":1,"a":2}'::jsonb, 'true'::jsonb < '{"a":1,"a":2}'::jsonb, 'true'::jsonb >= '{"a":1,"a":2}'::jsonb, 'true'::jsonb <> '{"a":1,"a":2}'::jsonb, 'true'::jsonb @> '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::jsonb <@ 'true'::jsonb
SELECT '12'::jsonb = '1.50'::jsonb, '12'::jsonb < '1.50'::jsonb, '12'::jsonb >= '1.50'::jsonb, '12'::jsonb <> '1.50'::jsonb, '12'::jsonb @> '1.50'::jsonb, '1.50'::jsonb <@ '12'::jsonb
SELECT '12'::jsonb = '[1, 2, 3]'::jsonb, '12'::jsonb < '[1, 2, 3]'::jsonb, '12'::jsonb >= '[1, 2, 3]'::jsonb, '12'::jsonb <> '[1, 2, 3]'::jsonb, '12'::jsonb @> '[1, 2, 3]'::jsonb, '[1, 2, 3]'::jsonb <@ '12'::jsonb
SELECT '12'::jsonb = '[1, "1", null, [1], {"a": 1}]'::jsonb, '12'::jsonb < '[1, "1", null, [1], {"a": 1}]'::jsonb, '12'::jsonb >= '[1, "1", null, [1], {"a": 1}]'::jsonb, '12'::jsonb <> '[1, "1", null, [1], {"a": 1}]'::jsonb, '12'::jsonb @> '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb <@ '12'::jsonb
SELECT '12'::jsonb = '{"a":1,"a":2}'::jsonb, '12'::jsonb < '{"a":1,"a":2}'::jsonb, '12'::jsonb >= '{"a":1,"a":2}'::jsonb, '12'::jsonb <> '{"a":1,"a":2}'::jsonb, '12'::jsonb @> '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::jsonb <@ '12'::jsonb
SELECT '1.50'::jsonb = '[1, 2, 3]'::jsonb, '1.50'::jsonb < '[1, 2, 3]'::jsonb, '1.50'::jsonb >= '[1, 2, 3]'::jsonb, '1.50'::jsonb <> '[1, 2, 3]'::jsonb, '1.50'::jsonb @> '[1, 2, 3]'::jsonb, '[1, 2, 3]'::jsonb <@ '1.50'::jsonb
SELECT '1.50'::jsonb = '[1, "1", null, [1], {"a": 1}]'::jsonb, '1.50'::jsonb < '[1, "1", null, [1], {"a": 1}]'::jsonb, '1.50'::jsonb >= '[1, "1", null, [1], {"a": 1}]'::jsonb, '1.50'::jsonb <> '[1, "1", null, [1], {"a": 1}]'::jsonb, '1.50'::jsonb @> '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb <@ '1.50'::jsonb
SELECT '1.50'::jsonb = '{"a":1,"a":2}'::jsonb, '1.50'::jsonb < '{"a":1,"a":2}'::jsonb, '1.50'::jsonb >= '{"a":1,"a":2}'::jsonb, '1.50'::jsonb <> '{"a":1,"a":2}'::jsonb, '1.50'::jsonb @> '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::jsonb <@ '1.50'::jsonb
SELECT '[1, 2, 3]'::jsonb = '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, 2, 3]'::jsonb < '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, 2, 3]'::jsonb >= '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, 2, 3]'::jsonb <> '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, 2, 3]'::jsonb @> '[1, "1", null, [1], {"a": 1}]'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb <@ '[1, 2, 3]'::jsonb
SELECT '[1, 2, 3]'::jsonb = '{"a":1,"a":2}'::jsonb, '[1, 2, 3]'::jsonb < '{"a":1,"a":2}'::jsonb, '[1, 2, 3]'::jsonb >= '{"a":1,"a":2}'::jsonb, '[1, 2, 3]'::jsonb <> '{"a":1,"a":2}'::jsonb, '[1, 2, 3]'::jsonb @> '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::jsonb <@ '[1, 2, 3]'::jsonb
SELECT '[1, "1", null, [1], {"a": 1}]'::jsonb = '{"a":1,"a":2}'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb < '{"a":1,"a":2}'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb >= '{"a":1,"a":2}'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb <> '{"a":1,"a":2}'::jsonb, '[1, "1", null, [1], {"a": 1}]'::jsonb @> '{"a":1,"a":2}'::jsonb, '{"a":1,"a":2}'::jsonb <@ '[1, "1", null, [1], {"a": 1}]'::jsonb
SELECT '{"a": 1.0}'::jsonb = '{"a": 1}'::jsonb, '1.00'::jsonb = '1'::jsonb, '"1"'::jsonb = '1'::jsonb
SELECT '{"b": 1, "a": 2}'::jsonb = '{"a": 2, "b": 1}'::jsonb, '[1, 2]'::jsonb = '[2, 1]'::jsonb
SELECT '{"a": 1}'::jsonb IS DISTINCT FROM '{"a": 1.0}'::jsonb, NULL::jsonb IS NOT DISTINCT FROM NULL::jsonb, 'null'::jsonb IS NULL
SELECT '{"b": 1, "a": 2}'::jsonb::text, '{"b": 1, "a": 2}'::json::text, ' {"a" :1} '::json::text, ' {"a" :1} '::jsonb::text
SELECT '{"a": [1, {"b": "c\"d"}]}'::jsonb, '{"a": "\u00e9\n\t"}'::jsonb, '"\ud83d\ude00"'::jsonb
SELECT '1e2'::jsonb, '1E-3'::jsonb, '-0'::jsonb, '-0.0'::jsonb, '123456789012345678901234567890.5'::jsonb, '1.10'::jsonb
SELECT '{"aaa": 1, "b": 2, "cc": 3, "é": 4, "z": 5}'::jsonb
SELECT '{a: 1}'::jsonb
SELECT '{"a": 1'::jsonb
SELECT ''::json
SELECT '"\u0000"'::jsonb
SELECT '"\ud800"'::jsonb
SELECT '[1,]'::json
SELECT '01'::json
SELECT 'nul'::jsonb
SELECT '"a'::json
SELECT jsonb '{"a": 1}' -> 'a', json '{"a": 1}' -> 'a', json '{"a": {"b":  1}}' -> 'a'
SELECT ('{"a": {"b": [10, 20]}}'::jsonb)['a'], ('{"a": {"b": [10, 20]}}'::jsonb)['a']['b'][1], ('[1, 2]'::jsonb)[0], ('[1, 2]'::jsonb)[-1], ('[1, 2]'::jsonb)['1']
SELECT ('{"a": 5}'::jsonb -> 'a')::int, ('{"a": 5.7}'::jsonb -> 'a')::int, ('{"a": 5.7}'::jsonb -> 'a')::numeric(5,1), ('{"a": true}'::jsonb -> 'a')::bool
SELECT ('1.5'::jsonb)::float8, ('1.5'::jsonb)::real, ('3'::jsonb)::bigint, ('3'::jsonb)::smallint, ('null'::jsonb)::int
SELECT ('"5"'::jsonb)::int
SELECT ('[5]'::jsonb)::int
SELECT ('{}'::jsonb)::bool
SELECT ('1'::jsonb)::bool
SELECT ('true'::jsonb)::int
SELECT ('99999999999'::jsonb)::int
SELECT ('{"a": "5"}'::jsonb ->> 'a')::int + 1, ('{"a": "2024-01-31"}'::jsonb ->> 'a')::date + 1
SELECT '{"a": 1}'::text::jsonb, '{"a": 1}'::json::jsonb, '{"a":  1, "a": 2}'::json::jsonb, '{"a":1}'::jsonb::json
SELECT to_jsonb(1), to_jsonb(1.50), to_jsonb('a"b'::text), to_jsonb(true), to_jsonb(NULL::int), to_jsonb(2.5::float8), to_jsonb(1e20::float8)
SELECT to_json(1), to_json(1.50), to_json('a"b'::text), to_json(false), to_json(ARRAY[1, 2]), to_json('{"x": 1}'::json)
SELECT to_jsonb(DATE '2024-01-31'), to_jsonb(TIMESTAMP '2024-01-31 12:34:56.5'), to_jsonb(TIMESTAMPTZ '2024-01-31 12:34:56+00'), to_jsonb(TIME '12:00'), to_jsonb(INTERVAL '1 day 2 hours')
SELECT to_json(DATE '2024-01-31'), to_json(TIMESTAMP '2024-01-31 12:34:56.5'), to_json(TIMESTAMPTZ '2024-01-31 12:34:56+00')
SELECT to_jsonb(ARRAY['a', NULL, 'b']), to_jsonb(ARRAY[1.00, 2.50]), to_jsonb(ARRAY[true, false]), to_jsonb('{}'::int[])
SELECT to_jsonb('NaN'::float8), to_jsonb('Infinity'::float8), to_json('NaN'::numeric)
SELECT to_jsonb('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid), to_jsonb(''::text), to_jsonb(E'\x01\x1f/'::text)
SELECT json_build_object('a', 1, 'b', 'x', 'c', NULL, 'd', true, 'e', ARRAY[1, 2], 'f', 1.50)
SELECT jsonb_build_object('b', 1, 'a', 'x', 'c', NULL, 'b', 2)
SELECT jsonb_build_object(), json_build_object(), jsonb_build_array(), json_build_array()
SELECT jsonb_build_object('a', '{"x": 1}'::jsonb, 'b', '{"x":1}'::json, 'c', DATE '2024-01-01')
SELECT json_build_object(1, 2, 'x', 3.5), json_build_object(true, 1)
SELECT json_build_object('a')
SELECT jsonb_build_object('a', 1, 'b')
SELECT jsonb_build_object(NULL, 1)
SELECT json_build_object(NULL::text, 1)
SELECT json_build_array(1, 'a', NULL, true, 1.5, '[1]'::json), jsonb_build_array(1, 'a', NULL, ARRAY['x'], '{"b": 1}'::jsonb)
SELECT json_object('{a,b}', '{1,NULL}'), jsonb_object('{b,a}', '{1,2}'), json_object('{a,1,b,2}'), jsonb_object('{a,1,b,NULL}')
SELECT json_object('{a}', '{1,2}')
SELECT json_object('{a,b,c}')
SELECT jsonb_object('{NULL,b}')
SELECT row_to_json(x) FROM (SELECT 1 AS a, 'b' AS b, NULL::int AS c) x
SELECT row_to_json(x, true) FROM (SELECT 1 AS a, 'b' AS b) x
SELECT to_jsonb(x) FROM (SELECT 1 AS bb, 'b' AS a, 1.50 AS c) x
SELECT row_to_json(p) FROM people p ORDER BY id LIMIT 3
SELECT to_jsonb(p) FROM people p ORDER BY id LIMIT 3
SELECT to_json(p) -> 'name' FROM people p ORDER BY id
SELECT json_agg(p) FROM (SELECT id, name FROM people ORDER BY id LIMIT 3) p
SELECT jsonb_agg(p) FROM (SELECT id, name FROM people ORDER BY id LIMIT 3) p
SELECT row_to_json(row(1, 'a', NULL))
SELECT array_to_json(ARRAY[1, 2, NULL]), array_to_json(ARRAY['a', 'b"c']), array_to_json('{}'::int[])
SELECT json_agg(id ORDER BY id), jsonb_agg(id ORDER BY id DESC) FROM people
SELECT json_agg(name ORDER BY id), jsonb_agg(name ORDER BY id) FROM people
SELECT json_agg(salary ORDER BY id), jsonb_agg(height ORDER BY id), jsonb_agg(born ORDER BY id) FROM people
SELECT jsonb_agg(age ORDER BY age NULLS FIRST, id) FILTER (WHERE id > 1) FROM people
SELECT json_agg(id), jsonb_agg(id) FROM people WHERE false
SELECT team, jsonb_agg(name ORDER BY name) FROM people GROUP BY team ORDER BY team
SELECT json_object_agg(name, id ORDER BY id), jsonb_object_agg(name, id ORDER BY id) FROM people WHERE name IS NOT NULL
SELECT jsonb_object_agg(k, v) FROM (VALUES ('a', 1), ('b', NULL), ('a', 3)) t(k, v)
SELECT json_object_agg(k, v) FROM (VALUES ('a', 1), ('b', NULL)) t(k, v)
SELECT json_object_agg(k, v) FROM (VALUES (NULL, 1)) t(k, v)
SELECT jsonb_object_agg(k, v) FROM (VALUES (NULL::text, 1)) t(k, v)
SELECT json_object_agg_strict(k, v), jsonb_object_agg_strict(k, v) FROM (VALUES ('a', 1), ('b', NULL)) t(k, v)
SELECT json_object_agg_unique(k, v), jsonb_object_agg_unique(k, v) FROM (VALUES ('a', 1), ('b', NULL)) t(k, v)
SELECT json_object_agg_unique(k, v) FROM (VALUES ('a', 1), ('a', 2)) t(k, v)
SELECT jsonb_object_agg_unique_strict(k, v) FROM (VALUES ('a', 1), ('a', NULL)) t(k, v)
SELECT json_agg_strict(x ORDER BY x), jsonb_agg_strict(x ORDER BY x) FROM (VALUES (1), (NULL), (2)) t(x)
SELECT key, value FROM jsonb_each('{"b": 1, "a": "x", "c": null}') ORDER BY key
SELECT * FROM jsonb_each_text('{"b": 1, "a": "x", "c": null, "d": {"e":1}}') ORDER BY 1
SELECT * FROM json_each('{"b": 1, "a":  [1,  2]}')
SELECT * FROM json_each_text('{"b": 1, "a": "x\ny"}')
SELECT * FROM jsonb_each('[1]')
SELECT * FROM jsonb_each('5')
SELECT * FROM jsonb_each('{}')
SELECT * FROM jsonb_each(NULL)
SELECT * FROM jsonb_each('{"a": 1}') AS t(k, v)
SELECT t.k FROM jsonb_each('{"a": 1}') AS t(k)
SELECT p.id, e.key, e.value FROM people p, jsonb_each(jsonb_build_object('n', p.name, 'i', p.id)) e ORDER BY 1, 2
SELECT jsonb_array_elements('[1, "a", null, [2], {"b": 3}]')
SELECT * FROM jsonb_array_elements('[1, "a", null, [2], {"b": 3}]')
SELECT value FROM jsonb_array_elements_text('[1, "a", null, [2], {"b": 3}]')
SELECT * FROM json_array_elements('[1, {"b":  3}]') AS x
SELECT x, n FROM jsonb_array_elements('["a", "b"]') WITH ORDINALITY AS t(x, n)
SELECT * FROM jsonb_array_elements('{"a": 1}')
SELECT * FROM jsonb_array_elements_text('1')
SELECT * FROM jsonb_array_elements('[]')
SELECT json_array_elements_text('["x", null, 1.50]')
SELECT jsonb_object_keys('{"b": 1, "a": 2}'), json_object_keys('{"b": 1, "a": 2}')
SELECT * FROM jsonb_object_keys('{"bb": 1, "a": 2}') k
SELECT jsonb_object_keys('[]')
SELECT json_object_keys('1')
SELECT jsonb_array_length('[1, [2, 3]]'), json_array_length('[]'), jsonb_array_length('[null]')
SELECT jsonb_array_length('{}')
SELECT json_array_length('1')
SELECT jsonb_typeof('1'), jsonb_typeof('"a"'), jsonb_typeof('null'), jsonb_typeof('[]'), jsonb_typeof('{}'), jsonb_typeof('true'), jsonb_typeof(NULL), json_typeof('1.5')
SELECT jsonb_extract_path('{"a": {"b": [1, 2]}}', 'a', 'b', '1'), jsonb_extract_path_text('{"a": {"b": "x"}}', 'a', 'b'), json_extract_path('{"a": [ 1 ]}', 'a'), json_extract_path_text('{"a": 1}', 'z')
SELECT jsonb_extract_path('{"a": 1}', NULL), jsonb_extract_path('{"a": 1}')
SELECT jsonb_set('{"a": 1, "b": [1, 2]}', '{b,0}', '9'), jsonb_set('{"a": 1}', '{c}', '[1]'), jsonb_set('{"a": 1}', '{c}', '1', false), jsonb_set('[1, 2]', '{-1}', '"x"')
SELECT jsonb_set('{"a": 1}', '{a}', NULL), jsonb_set_lax('{"a": 1}', '{a}', NULL), jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'delete_key'), jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'return_target'), jsonb_set_lax('{"a": 1}', '{a}', '2', true, 'delete_key')
SELECT jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'raise_exception')
SELECT jsonb_set_lax('{"a": 1}', '{a}', NULL, true, 'nonsense')
SELECT jsonb_set('5', '{a}', '1')
SELECT jsonb_set('[1]', '{a}', '1')
SELECT jsonb_insert('{"a": [0, 1, 2]}', '{a, 1}', '"new"'), jsonb_insert('{"a": [0, 1, 2]}', '{a, 1}', '"new"', true), jsonb_insert('{}', '{x}', '1')
SELECT jsonb_insert('{"a": 1}', '{a}', '2')
SELECT '{"a": {"b": 1, "c": 2}}'::jsonb #- '{a,b}', '[1, 2, 3]'::jsonb #- '{-1}', '[1, 2]'::jsonb - 0, '[1, 2]'::jsonb - 5
SELECT '{"a": 1}'::jsonb - 0
SELECT '5'::jsonb - 'a'
SELECT '["a", "b", "a"]'::jsonb - 'a', '[1, 2, 3]'::jsonb - -1
SELECT jsonb_strip_nulls('{"a": null, "b": [null, {"c": null}]}'), json_strip_nulls('{"a": null, "b": [null,  {"c": null}]}'), jsonb_strip_nulls('[1, null]', true)
SELECT jsonb_pretty('{"a": [1, {"b": 2}], "c": {}, "d": []}')
SELECT '[1, 2]'::jsonb || '3'::jsonb, '1'::jsonb || '2'::jsonb, '{"a": 1}'::jsonb || '[2]'::jsonb, '{"a": 1, "b": 2}'::jsonb || '{"b": 3}'::jsonb
SELECT '{"a": 1}'::jsonb || NULL, NULL::jsonb -> 'a', '{"a": 1}'::jsonb -> NULL::text
SELECT '"foo"'::jsonb @> '"foo"', '["foo"]'::jsonb @> '"foo"', '"foo"'::jsonb @> '["foo"]', '{"a": [1, 2]}'::jsonb @> '{"a": [2]}', '[1, [2, 3]]'::jsonb @> '[[3]]', '{}'::jsonb @> '{}', '[1]'::jsonb @> '[]'
SELECT '"a"'::jsonb ? 'a', '["a"]'::jsonb ? 'a', '{"a": 1}'::jsonb ? 'a', '[1]'::jsonb ? '1', '5'::jsonb ? '5'
SELECT * FROM json_to_record('{"a": 1, "b": "x", "c": [1, 2]}') AS t(a int, b text, c int[])
SELECT * FROM jsonb_to_record('{"a": 1, "b": "x", "d": {"e": 1}}') AS t(a int, b text, c date, d jsonb)
SELECT * FROM jsonb_to_recordset('[{"a": 1, "b": "x"}, {"b": "y"}, {"a": 3.0}]') AS t(a int, b text)
SELECT * FROM json_to_recordset('[{"a": "1", "b": 2}]') AS t(a int, b text)
SELECT a + 1 FROM jsonb_to_recordset('[{"a": 1}, {"a": 2}]') AS t(a numeric(5,2))
SELECT * FROM json_to_recordset() AS t(a int, b text)
SELECT * FROM jsonb_to_record('{"a": "x"}') AS t(a int)
SELECT * FROM jsonb_to_record('[1]') AS t(a int)
SELECT * FROM jsonb_to_recordset('{"a": 1}') AS t(a int)
SELECT * FROM jsonb_to_record('{"a": true, "b": null, "c": "2024-01-01", "d": 1.5}') AS t(a bool, b int, c date, d float8)
SELECT id FROM people WHERE jsonb_build_object('t', team) @> '{"t": "red"}' ORDER BY id
SELECT id FROM people ORDER BY to_jsonb(name), id
SELECT id FROM people ORDER BY jsonb_build_array(age, id) DESC
SELECT x FROM (VALUES ('{}'::jsonb), ('[]'), ('null'), ('"a"'), ('1'), ('true'), ('[1]'), ('{"a": 1}'), ('"B"'), ('10'), ('2'), ('-1')) t(x) ORDER BY x
SELECT x FROM (VALUES ('[1, 2]'::jsonb), ('[3]'), ('[1, 1]'), ('{"b": 1}'), ('{"a": 2}'), ('{"a": 1, "b": 0}')) t(x) ORDER BY x DESC
SELECT min(x::text), max(x::text), count(*), count(DISTINCT x) FROM (VALUES ('1'::jsonb), ('1.0'), ('2')) t(x)
SELECT DISTINCT x FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('2')) t(x) ORDER BY x
SELECT x, count(*) FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('2')) t(x) GROUP BY x ORDER BY x
SELECT '{"a": 1}'::jsonb UNION SELECT '{"a":1}'::jsonb
SELECT '{"a": 1}'::json = '{"a": 1}'::json
SELECT DISTINCT x FROM (VALUES ('1'::json)) t(x)
SELECT '1'::json UNION SELECT '2'::json
SELECT '{"a": 1}'::json UNION ALL SELECT '2'::json
SELECT x FROM (VALUES ('1'::json)) t(x) ORDER BY x
SELECT coalesce(NULL::jsonb, '{"a": 1}'), CASE WHEN true THEN '[1]'::jsonb END, nullif('1'::jsonb, '1.0'::jsonb)
SELECT greatest('1'::jsonb, '2'), least('"a"'::jsonb, 'null')
SELECT ('1'::jsonb) = ANY (ARRAY['1.0'::jsonb]), '1'::jsonb IN ('2', '1')
SELECT '{"a": 1}'::jsonb::text || 'x', 'x' || '{"a":1}'::jsonb, concat('{"a":1}'::jsonb, 1), length('{"a":1}'::jsonb::text)
SELECT '{"a": 1}' -> 'a'
SELECT 'x'::text -> 'a'
SELECT 1 -> 'a'
SELECT '{"a": 1}'::jsonb -> 1.5
SELECT '{"a": 1}'::json @> '{"a": 1}'::json
SELECT '{"a": 1}'::json || '{"b": 1}'::json
SELECT JSON_OBJECT('a': 1, 'b': 'x'), JSON_OBJECT('a' VALUE 1, 'b' VALUE NULL), JSON_OBJECT('a': NULL ABSENT ON NULL), JSON_OBJECT()
SELECT JSON_OBJECT('a': 1, 'a': 2 WITH UNIQUE KEYS)
SELECT JSON_OBJECT('b': 1, 'a': 2 RETURNING jsonb), JSON_OBJECT('a': '{"x": 1}' FORMAT JSON)
SELECT JSON_ARRAY(1, 'a', NULL), JSON_ARRAY(1, NULL NULL ON NULL), JSON_ARRAY(), JSON_ARRAY(1, 2 RETURNING jsonb)
SELECT JSON_ARRAY(SELECT id FROM people ORDER BY id)
SELECT JSON_ARRAYAGG(id ORDER BY id), JSON_ARRAYAGG(age ORDER BY id NULL ON NULL), JSON_OBJECTAGG(name: id ABSENT ON NULL) FROM people WHERE name IS NOT NULL
SELECT JSON('{"a":  1}'), JSON_SCALAR(1.50), JSON_SCALAR('x'), JSON_SCALAR(true), JSON_SERIALIZE('{"a":  1}'::json)
SELECT JSON('nope')
SELECT JSON_VALUE(jsonb '{"a": "x", "b": 1.5}', '$.a'), JSON_VALUE(jsonb '{"b": 1.5}', '$.b' RETURNING numeric), JSON_VALUE(jsonb '{"b": 1.5}', '$.zz'), JSON_VALUE(jsonb '{"b": 1}', 'strict $.zz' DEFAULT 'd' ON ERROR)
SELECT JSON_VALUE(jsonb '{"b": [1]}', '$.b'), JSON_VALUE(jsonb '{"b": 5}', '$.b' RETURNING int) + 1
SELECT JSON_VALUE(jsonb '{"b": [1]}', '$.b' ERROR ON ERROR)
SELECT JSON_VALUE(jsonb '{}', '$.b' ERROR ON EMPTY)
SELECT JSON_VALUE(jsonb '{}', '$.b' DEFAULT 'none' ON EMPTY)
SELECT JSON_QUERY(jsonb '{"a": [1, 2]}', '$.a'), JSON_QUERY(jsonb '{"a": [1, 2]}', '$.a[*]' WITH WRAPPER), JSON_QUERY(jsonb '{"a": "x"}', '$.a'), JSON_QUERY(jsonb '{"a": "x"}', '$.a' OMIT QUOTES), JSON_QUERY(jsonb '{}', '$.a' EMPTY ARRAY ON EMPTY)
SELECT JSON_QUERY(jsonb '[1, 2]', '$[*]'), JSON_QUERY(jsonb '[1]', '$[*]' WITH CONDITIONAL WRAPPER), JSON_QUERY(jsonb '[[1]]', '$[*]' WITH UNCONDITIONAL WRAPPER)
SELECT JSON_QUERY(jsonb '[1, 2]', '$[*]' ERROR ON ERROR)
SELECT JSON_EXISTS(jsonb '{"a": 1}', '$.a'), JSON_EXISTS(jsonb '{"a": 1}', '$.b'), JSON_EXISTS(jsonb '{"a": 1}', 'strict $.b'), JSON_EXISTS(jsonb '{"a": 1}', '$ ? (@.a > $x)' PASSING 0 AS x), JSON_EXISTS(jsonb '1', 'strict $.a' UNKNOWN ON ERROR)
SELECT JSON_EXISTS(jsonb '1', 'strict $.a' ERROR ON ERROR)
SELECT '1' IS JSON, '{"a": 1}' IS JSON OBJECT, '[1]' IS JSON ARRAY, '"x"' IS JSON SCALAR, 'x' IS JSON, NULL IS JSON, 'x' IS NOT JSON
SELECT '{"a": 1, "a": 2}' IS JSON WITH UNIQUE KEYS, '{"a": 1, "a": 2}' IS JSON WITHOUT UNIQUE KEYS, '{"a": 1}'::jsonb IS JSON OBJECT, '[1]'::json IS JSON SCALAR
SELECT name FROM people WHERE name IS JSON ORDER BY id
SELECT * FROM JSON_TABLE(jsonb '[{"a": 1, "b": "x"}, {"a": 2}]', '$[*]' COLUMNS (a int PATH '$.a', b text PATH '$.b')) AS t
SELECT * FROM JSON_TABLE(jsonb '[{"a": 1}, {"a": 2}]', '$[*]' COLUMNS (n FOR ORDINALITY, a int, has boolean EXISTS PATH '$.a')) AS t
SELECT jsonb_agg(x) FROM (SELECT 1 AS a WHERE false) x
SELECT json_agg(DISTINCT team) FROM people WHERE team IS NOT NULL
SELECT (SELECT jsonb_agg(o.id ORDER BY o.id) FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY p.id
SELECT sum((j ->> 'n')::numeric) FROM (VALUES ('{"n": 1.5}'::jsonb), ('{"n": "2"}'), ('{}')) t(j)
SELECT j ->> 'k' AS k, count(*) FROM (VALUES ('{"k": "a"}'::jsonb), ('{"k": "b"}'), ('{"k": "a"}'), ('{}')) t(j) GROUP BY 1 ORDER BY 1
SELECT j -> 'k' FROM (VALUES ('{"k": {"b": 1, "a": 2}}'::jsonb), ('{"k": [1,2]}')) t(j)
SELECT jsonb_path_query_array('[1, 2, 3]', '$[*] ? (@ > $min)', '{"min": 1}')
SELECT x FROM jsonb_path_query('{"a": [1, 2, 3]}', '$.a[*] ? (@ >= 2)') AS x
SELECT jsonb_path_query('[1, 2]', '$[*]')
SELECT jsonb_path_query_first('[1, 2]', '$[*]'), jsonb_path_query_first('[]', '$[*]')
SELECT jsonb_path_exists('{"a": 1}', '$.a'), jsonb_path_exists('{"a": 1}', '$.a ? (@ > 1)'), jsonb_path_exists('{"a": 1}', 'strict $.b', '{}', true)
SELECT jsonb_path_exists('{"a": 1}', 'strict $.b')
SELECT jsonb_path_match('{"a": 1}', '$.a == 1'), jsonb_path_match('{"a": 1}', '$.a == "x"'), jsonb_path_match('{"a": 1}', '$.a', '{}', true)
SELECT jsonb_path_match('{"a": 1}', '$.a')
SELECT '{"a": [1, 2]}'::jsonb @? '$.a[*] ? (@ > 1)', '{"a": [1, 2]}'::jsonb @@ '$.a[*] > 1', '{"a": 1}'::jsonb @@ '$.a', '{"a": 1}'::jsonb @? 'strict $.b'
SELECT jsonb_path_query_array('{"a": 1}', '$.')
SELECT '$.a'::jsonpath IS NULL, 'nope nope'::jsonpath IS NULL
SELECT id FROM people WHERE to_jsonb(people) @? '$.age ? (@ > 30)' ORDER BY id
SELECT jsonb_path_exists_tz('{"a": 1}', '$.a'), jsonb_path_query_array_tz('[1]', '$[*]')
SELECT JSON_VALUE('true', '$'), JSON_VALUE('[false]', '$[0]' RETURNING text), JSON_VALUE('true', '$' RETURNING bool ERROR ON ERROR), JSON_QUERY('true', '$' RETURNING text)
-- A document and its text are two expressions.
SELECT j FROM (SELECT '{"a":1}'::json AS j) s GROUP BY j::text
SELECT j::text, count(*) FROM (SELECT '{"a":1}'::json AS j) s GROUP BY j::text
SELECT j::text AS k, j::text || 'x', count(*) FROM (SELECT '{"a":1}'::jsonb AS j) s GROUP BY j::text
SELECT j FROM (SELECT '{"a":1}'::jsonb AS j) s GROUP BY j::text
-- Arrays of what is distinct.
SELECT team, json_agg(DISTINCT age) FROM people GROUP BY team ORDER BY team
SELECT jsonb_agg(DISTINCT jsonb_build_object('team', team)) FROM people
SELECT jsonb_agg(DISTINCT team ORDER BY team DESC), json_agg(DISTINCT team ORDER BY team NULLS FIRST) FILTER (WHERE id > 1) FROM people
SELECT jsonb_agg(DISTINCT x) FROM (VALUES ('1'::jsonb), ('1.0'), ('{"b":1,"a":2}'), ('{"a":2,"b":1}'), (NULL), ('null'), ('[]'), ('"x"')) v(x)
SELECT json_agg(DISTINCT x) FROM (VALUES ('1'::json)) v(x)
SELECT json_agg(DISTINCT x), jsonb_agg(DISTINCT x) FROM (VALUES (interval '1 mon'), ('30 days'), ('1 day'), (NULL)) v(x)
SELECT json_agg(DISTINCT x), json_agg(DISTINCT ARRAY[x]) FROM (VALUES ('a'::char(3)), ('b'::char(3)), ('a '::char(3))) v(x)
SELECT json_agg(DISTINCT x) FROM (SELECT team, active FROM people) x
SELECT json_agg(DISTINCT i), jsonb_agg(DISTINCT t) FROM nothing
SELECT json_agg(DISTINCT grp), jsonb_agg(DISTINCT amount), json_agg(DISTINCT score), json_agg(DISTINCT day) FROM readings
-- As engineers and agents ask.
SELECT e->>'id' AS id, (e->>'qty')::int AS qty FROM jsonb_array_elements('[{"id":"a","qty":"2"},{"id":"b","qty":3},{"id":"c"}]'::jsonb) e
SELECT t.id, e.key, e.value FROM (VALUES (1, '{"a":1,"b":[1,2]}'::jsonb), (2, '{}'::jsonb), (3, NULL)) t(id, doc) LEFT JOIN LATERAL jsonb_each(t.doc) e ON true ORDER BY t.id, e.key
SELECT key, value FROM json_each_text('{"a":"x","b":null,"c":{"d":1}}')
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]'::jsonb) AS x(a int, b text)
SELECT * FROM json_to_record('{"a":1,"b":[1,2],"c":"2024-01-01"}') AS x(a int, b int[], c date)
SELECT jsonb_path_query('{"items":[{"p":5},{"p":15},{"p":null}]}', '$.items[*] ? (@.p > 10)')
SELECT jsonb_path_query_array('{"items":[{"p":5},{"p":15}]}', '$.items[*].p'), jsonb_path_query_first('[1,2,3]', '$[*] ? (@ > 1)'), jsonb_path_exists('{"a":1}', '$.b')
SELECT v, i FROM jsonb_array_elements_text('["x","y",null]') WITH ORDINALITY AS t(v, i)
SELECT jsonb_object_agg(name, age ORDER BY id) FROM people WHERE age IS NOT NULL
SELECT json_agg(p ORDER BY p.id) FROM (SELECT id, name, salary FROM people WHERE id < 3) p
SELECT jsonb_agg(jsonb_build_object('id', id, 'tags', ARRAY[name, team]) ORDER BY id DESC) FROM people WHERE id IN (1, 4)
SELECT json_build_object('n', count(*), 'total', sum(amount), 'last', max("at")) FROM orders
SELECT jsonb_set('{"a":{"b":1}}', '{a,c}', '2'), '{"a":{"b":1}}'::jsonb #> '{a,b}', '{"a":[1,2]}'::jsonb #>> '{a,-1}', '{"a":1}'::jsonb || '{"b":2}', '{"a":1,"b":2}'::jsonb - 'a'
SELECT jsonb_strip_nulls('{"a":null,"b":[null],"c":{"d":null}}'), jsonb_typeof('[1]'), jsonb_array_length('[1,2,3]'), jsonb_pretty('{"a":[1,2]}')
SELECT count(*) FILTER (WHERE doc ? 'a'), count(*) FILTER (WHERE doc @> '{"b":2}'), count(*) FILTER (WHERE doc ?| ARRAY['x','b']) FROM (VALUES ('{"a":1}'::jsonb), ('{"b":2}'), (NULL)) v(doc)
SELECT jsonb_object_keys('{"b":1,"a":2}') AS k ORDER BY k
SELECT coalesce(json_agg(i), '[]'::json), jsonb_agg(i), json_object_agg(t, i) FROM nothing
SELECT row_to_json(p) FROM (SELECT id, born, active, height FROM people WHERE id = 3) p
SELECT to_jsonb(ARRAY[1, 2, NULL]), to_jsonb('x'::text), to_jsonb(1.50), to_jsonb(timestamp '2024-01-01 10:00')
SELECT array_agg(i), array_agg(t), string_agg(t, ','), count(i), sum(i), avg(n), min(ts), bool_and(y), every(y), bool_or(y), stddev(f), corr(f, f), json_agg(i) FROM nothing
SELECT team, json_agg(DISTINCT age) FROM people GROUP BY team ORDER BY team
SELECT jsonb_agg(DISTINCT jsonb_build_object('team', team)) FROM people
SELECT jsonb_agg(DISTINCT team ORDER BY team DESC) FROM people
SELECT json_build_object('avg', round(avg(amount), 2), 'n', count(*)) FROM orders
SELECT to_jsonb(p) - 'seen' FROM people p WHERE id = 1
SELECT jsonb_build_object('people', (SELECT jsonb_agg(to_jsonb(x)) FROM (SELECT id, name FROM people ORDER BY id LIMIT 2) x))
SELECT p.id, j.key, j.value FROM people p, jsonb_each_text(to_jsonb(p)) j WHERE p.id = 1 AND j.key IN ('age', 'name', 'born') ORDER BY j.key
SELECT d->'a'->>'b', d#>>'{a,c,0}', (d->'n')::int, (d->>'n')::numeric(5,1), d->'missing' IS NULL, jsonb_typeof(d->'n') FROM (SELECT '{"a":{"b":"x","c":[9]},"n":5}'::jsonb AS d) s
SELECT jsonb_path_query(d, '$.a[*] ? (@.v > $min)', '{"min": 1}') FROM (SELECT '{"a":[{"v":1},{"v":2}]}'::jsonb AS d) s
SELECT x.id, x.tags[1], x.addr->>'city' FROM jsonb_to_record('{"id":7,"tags":["a","b"],"addr":{"city":"Bern"}}') AS x(id int, tags text[], addr jsonb)
SELECT * FROM JSON_TABLE('[{"a":1,"b":"x"},{"a":2}]'::jsonb, '$[*]' COLUMNS (n FOR ORDINALITY, a int PATH '$.a', b text PATH '$.b')) AS t
SELECT JSON_VALUE('{"a":{"b":5}}'::jsonb, '$.a.b' RETURNING int), JSON_QUERY('{"a":[1,2]}'::jsonb, '$.a'), JSON_EXISTS('{"a":1}'::jsonb, '$.a')
SELECT team, json_object_agg(name, salary ORDER BY name) FROM people WHERE team IS NOT NULL GROUP BY team ORDER BY team
SELECT jsonb_object_agg(team, names) FROM (SELECT coalesce(team, 'none') AS team, jsonb_agg(name ORDER BY name) AS names FROM people GROUP BY 1) x
SELECT array_to_json(array_agg(row_to_json(t))) FROM (SELECT id, name FROM people ORDER BY id LIMIT 2) t
SELECT json_agg(json_build_object('id', p.id, 'orders', (SELECT json_agg(o.id ORDER BY o.id) FROM orders o WHERE o.person_id = p.id)) ORDER BY p.id) FROM people p WHERE p.id <= 3
SELECT k, count(*) FROM (VALUES ('{"a":1,"b":2}'::jsonb), ('{"a":3}')) v(d), jsonb_object_keys(d) AS k GROUP BY k ORDER BY k
SELECT (d->>'price')::numeric * (d->>'qty')::int AS total, d->'tags'->>0 AS tag, jsonb_array_length(d->'tags') FROM (VALUES ('{"price":"9.50","qty":3,"tags":["x","y"]}'::jsonb)) v(d)
SELECT (d->>'price')::numeric(10,2) * (d->>'qty')::int AS total, (d->>'active')::boolean, (d->>'when')::date, (d->>'missing') IS NULL FROM (VALUES ('{"price":"9.50","qty":3,"active":true,"when":"2024-02-03"}'::jsonb)) v(d)
SELECT e.value->>'sku' AS sku, sum((e.value->>'qty')::int) FROM (VALUES ('[{"sku":"a","qty":1},{"sku":"b","qty":2}]'::jsonb), ('[{"sku":"a","qty":5}]')) v(items) CROSS JOIN LATERAL jsonb_array_elements(v.items) e GROUP BY 1 ORDER BY 1
SELECT jsonb_path_query_array('[{"a":1,"t":["x"]},{"a":null},{"b":2}]', '$[*].a'), jsonb_path_query_array('{"a":[1,2,3,4]}', '$.a[1 to 2]'), jsonb_path_query_array('[1,"2",true,null]', '$[*] ? (@.type() == "number")'), jsonb_path_match('{"a":5}', '$.a > 3'), '{"a":[{"b":1}]}'::jsonb @? '$.a[*] ? (@.b == 1)'
SELECT jsonb_path_query('{"a":"2024-01-15"}', '$.a.datetime()'), jsonb_path_query('[3,1,2]', '$.size()'), jsonb_path_query('{"x":{"y":1}}', '$.**.y'), jsonb_path_query('"Abc"', '$ ? (@ like_regex "^a" flag "i")')
SELECT ('{1,2}'::int[])[5], (ARRAY[1,2])[0], ('[1,2]'::jsonb)->5, '{"a":1}'::jsonb->>'b'
SELECT jsonb_agg(x) FROM (SELECT team, sum(salary) AS total FROM people GROUP BY team ORDER BY team) x
SELECT to_jsonb(x) FROM (SELECT id, born, seen, active, salary, height FROM people WHERE id = 2) x
SELECT json_build_object('labels', json_agg(team ORDER BY team), 'values', json_agg(n ORDER BY team)) FROM (SELECT coalesce(team, '-') AS team, count(*) AS n FROM people GROUP BY 1) x
SELECT jsonb_build_object('min', min(age), 'max', max(age), 'teams', array_agg(DISTINCT team), 'by_team', (SELECT jsonb_object_agg(coalesce(team, '-'), n) FROM (SELECT team, count(*) AS n FROM people GROUP BY team) t)) FROM people
SELECT id, jsonb_build_object('a', age) || jsonb_build_object('b', team), jsonb_strip_nulls(jsonb_build_object('t', team, 's', salary)) FROM people ORDER BY id
SELECT row_to_json(row(1, 'a')), to_json(now()) IS NOT NULL, to_json(date '2024-01-01'), json_build_array(1, 'x', NULL, true, 1.5, ARRAY[1,2]), array_to_json(ARRAY['a', NULL]), to_json('a"b'::text), jsonb '[1, 2.0, "x"]' = '[1,2,"x"]'
SELECT doc->'a'->1->>'b', doc#>>'{a,1,b}', doc @> '{"a":[{"b":2}]}', doc->'a' @> '[{"b":1}]', jsonb_array_length(doc->'a'), doc ? 'a', doc->>'a' FROM (VALUES ('{"a":[{"b":1},{"b":2}]}'::jsonb)) v(doc)
SELECT key, jsonb_typeof(value), value FROM jsonb_each('{"s":"x","n":1,"b":true,"z":null,"a":[1],"o":{}}') ORDER BY key
SELECT ord, elem->>'n' FROM jsonb_array_elements('[{"n":"x"},{"n":"y"}]') WITH ORDINALITY AS t(elem, ord) WHERE (elem->>'n') <> 'x'
SELECT (jsonb_populate_record(NULL::people, '{"id": 5, "name": "x"}')).name
SELECT jsonb_path_query_array(d, '$.orders[*] ? (@.amount > 10 && @.status == "paid").id') FROM (VALUES ('{"orders":[{"id":1,"amount":20,"status":"paid"},{"id":2,"amount":5,"status":"paid"}]}'::jsonb)) v(d)
SELECT (SELECT sum((x->>'amount')::numeric(8,2)) FROM jsonb_array_elements(d->'orders') x) AS total FROM (VALUES ('{"orders":[{"amount":20.5},{"amount":"5"}]}'::jsonb), ('{}')) v(d)
SELECT jsonb_set(d, '{a,0}', '"new"'), jsonb_insert(d, '{a,1}', '9'), d #- '{a,0}', d - 'b', jsonb_set(d, '{c}', to_jsonb(5)) FROM (VALUES ('{"a":[1,2],"b":null}'::jsonb)) v(d)
