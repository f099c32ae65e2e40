SELECT array[1,2,3], '{1,2,3}'::int[], array[]::int[], array[1,null,3], array['a','b c','','NULL',null,'q"x','a,b'], '{a,"b c",NULL,"NULL"}'::text[], array[[1,2],[3,4]], array[1,2.5]
SELECT array[]
SELECT array[1,'a']
SELECT array[[1,2],[3]]
SELECT '{1,2'::int[]
SELECT '{1,a}'::int[]
SELECT '{{1,2},{3}}'::int[]
SELECT (array[10,20,30])[1], (array[10,20,30])[0], (array[10,20,30])[4], (array[10,20,30])[2:3], (array[10,20,30])[:2], (array[10,20,30])[2:], (array[10,20,30])[3:1], (array[[1,2],[3,4]])[2][1], (array[[1,2],[3,4]])[1:1], (array[[1,2],[3,4]])[2], (array[1,2])[null]
SELECT array_length(array[1,2,3], 1), array_length(array[[1,2]], 2), array_length('{}'::int[], 1), cardinality(array[[1,2],[3,4]]), cardinality('{}'::int[]), array_ndims(array[[1]]), array_dims(array[[1,2,3]]), array_upper(array[1,2], 1), array_lower(array[1,2], 1), array_length(array[1], 0)
SELECT array_append(array[1], 2), array_prepend(0, array[1]), array_cat(array[1], array[2,3]), array[1] || 2, 0 || array[1], array[1] || array[2], array[1] || null, null::int[] || array[1], array[[1,2]] || array[3,4], '{}'::int[] || 1
SELECT array[1] || 'a'
SELECT array_remove(array[1,2,1,null], 1), array_remove(array[1,null], null), array_replace(array[1,2,1], 1, 9), array_replace(array[1,null], null, 0), array_position(array['a','b','a'], 'a'), array_position(array[1,2,1], 1, 2), array_positions(array[1,2,1], 1), array_position(array[1], 5), array_position(array[1,null], null)
SELECT array_remove(array[[1,2]], 1)
SELECT array[1,2,3] @> array[2], array[1] <@ array[1,2], array[1,2] && array[2,3], array[1] @> array[null]::int[], array[1,2] = array[1,2], array[1,2] < array[1,3], array[1] < array[1,2], array[1,null] = array[1,null], '{}'::int[] @> '{}', array[1,2] <> array[2,1]
SELECT 1 = ANY(array[1,2]), 1 = ALL(array[1,1]), 5 > ALL('{}'::int[]), 1 = ANY(null::int[]), 1 = ANY(array[2,null]), 3 <> ALL(array[1,null]), 1 = SOME(array[1])
SELECT 1 = ANY(1)
SELECT 1 = ANY(array['a'])
SELECT array_to_string(array['a',null,'c'], ','), array_fill(7, array[3]), array_fill(0, array[2,2]), array_sample(array[1], 1), array_reverse(array[1,2,3]), array_sort(array[3,1,2]), array_sort(array[3,null,1], true), array_sort(array[3,null,1], true, false), trim_array(array[1,2,3], 1), array_shuffle(array[1])
SELECT trim_array(array[1,2], 3)
SELECT array_fill(1, array[-1])
SELECT unnest(array[1,2,3]), unnest(array['a','b'])
SELECT * FROM unnest(array[1,2,3], array['a','b']) AS t(x, y)
SELECT * FROM unnest(array[[1,2],[3,4]]) WITH ORDINALITY
SELECT * FROM unnest('{}'::int[])
SELECT * FROM unnest(null::text[])
SELECT unnest(array[1,2]) + 1, 'x'
SELECT a, unnest(b) FROM (VALUES (1, array[1,2]), (2, '{}'), (3, null)) t(a, b)
SELECT generate_subscripts(array[5,6,7], 1), generate_subscripts(array[5,6,7], 1, true)
SELECT array_agg(name ORDER BY id), array_agg(DISTINCT team), array_agg(age ORDER BY age DESC NULLS LAST), array_agg(id) FILTER (WHERE id > 100) FROM people
SELECT array_agg(array[id, age] ORDER BY id) FROM people
SELECT array_agg(x) FROM (VALUES (array[1,2]), (array[3])) t(x)
SELECT array(SELECT id FROM people WHERE id < 4 ORDER BY id DESC), array(SELECT 1 WHERE false), array(SELECT array[1,2])
SELECT array(SELECT id, name FROM people)
SELECT (SELECT array_agg(id ORDER BY id) FROM people)[2:3], (array(SELECT id FROM people ORDER BY id))[1]
SELECT array[1,2]::text
SELECT array[1,2]::text[]
SELECT array['1','2']::int[]
SELECT array[1.5,2.5]::int[]
SELECT '{t,f}'::bool[]
SELECT '{2024-01-01}'::date[]
SELECT array['a']::int[]
SELECT array_to_json(array[1,null,2]), to_json(array['a','b']), array_to_json(array[[1,2],[3,4]])
SELECT ('{1,2,3}'::int[])[array_length('{1,2,3}'::int[], 1)], array_max FROM (SELECT max(x) AS array_max FROM unnest(array[3,9,2]) x) q
SELECT int4range(1, 5), int4range(1, 5, '[]'), int4range(1, 5, '()'), int4range(null, 5), int4range(5, 5), numrange(1.0, 2.0, '(]'), '[1,5]'::int4range, '(,)'::int4range, 'empty'::int4range, daterange('2024-01-01', '2024-01-31', '[]')
SELECT int4range(5, 1)
SELECT '[5,1]'::int4range
SELECT '[1,5'::int4range
SELECT lower(int4range(1,5)), upper(int4range(1,5)), isempty(int4range(1,1)), lower_inc(int4range(1,5)), upper_inc(int4range(1,5)), lower_inf(int4range(null,5)), upper_inf('[1,)'::int4range), lower('empty'::int4range), range_merge(int4range(1,3), int4range(5,7))
SELECT int4range(1,5) @> 3, 3 <@ int4range(1,5), int4range(1,5) @> int4range(2,3), int4range(1,5) && int4range(4,9), int4range(1,5) << int4range(5,9), int4range(5,9) >> int4range(1,5), int4range(1,5) -|- int4range(5,9), int4range(1,5) &< int4range(1,9), int4range(1,5) &> int4range(0,9)
SELECT int4range(1,5) + int4range(4,9), int4range(1,5) * int4range(4,9), int4range(1,5) - int4range(4,9), int4range(1,5) - int4range(1,5), int4range(1,5) = '[1,5)', int4range(1,3) < int4range(1,5)
SELECT int4range(1,5) + int4range(7,9)
SELECT int4range(1,9) - int4range(3,5)
SELECT int4multirange(int4range(1,3), int4range(2,5), int4range(7,9)), '{[1,3),[5,7)}'::int4multirange @> 2, range_agg(r), range_intersect_agg(r), unnest(range_agg(r)) FROM (VALUES (int4range(1,5)), (int4range(3,8))) t(r) GROUP BY ()
SELECT multirange(int4range(1,2)), lower('{[1,3),[5,7)}'::int4multirange), '{[1,3)}'::int4multirange + '{[2,9)}', '{[1,9)}'::int4multirange - '{[2,3)}', '{}'::int4multirange = int4multirange(), isempty('{}'::int4multirange)
SELECT numrange(1.5, 2.5)::text, tsrange('2024-01-01', '2024-01-02') @> timestamp '2024-01-01 12:00', upper(daterange('2024-01-01', '2024-01-31', '[]')) - lower(daterange('2024-01-01', '2024-01-31', '[]'))
SELECT id, int4range(id, id + 2) AS r FROM people WHERE int4range(id, id + 2) && int4range(2, 4) ORDER BY r DESC
SELECT '{"a": 1, "b": [1, 2, {"c": null}]}'::json -> 'b' -> 2, '{"a": 1}'::json ->> 'a', '[1,2,3]'::json -> 0, '[1,2,3]'::json ->> -1, '{"a":{"b":"x"}}'::json #> '{a,b}', '{"a":{"b":"x"}}'::json #>> '{a,b}', '{"a":1}'::jsonb -> 'z', '[1]'::jsonb -> 5, '"s"'::jsonb ->> 0
SELECT '{"a": 1,  "a": 2}'::json, '{"b": 1,  "a": 2, "aa": 3}'::jsonb, '[1.0, 1e2, 1.50, -0]'::jsonb, '"\u00e9\n"'::jsonb, '{"a": [1,  2]}'::json, ' [ 1 ] '::json, 'true'::jsonb, '1e1000'::jsonb IS NULL
SELECT '{a: 1}'::json
SELECT '{"a": }'::jsonb
SELECT '[1,]'::json
SELECT ''::json
SELECT '"\u0000"'::jsonb
SELECT '"\ud800"'::jsonb
SELECT '{"a":1,"b":2}'::jsonb @> '{"a":1}', '{"a":1}'::jsonb <@ '{"a":1,"b":2}', '{"a":1}'::jsonb ? 'a', '{"a":1}'::jsonb ?| array['x','a'], '{"a":1}'::jsonb ?& array['x','a'], '["a","b"]'::jsonb ? 'b', '[1,[2,3]]'::jsonb @> '[[3]]', '[1,2]'::jsonb @> '1', '"a"'::jsonb ? 'a'
SELECT '{"a":1,"b":2}'::jsonb || '{"b":3,"c":4}', '[1,2]'::jsonb || '3', '[1]'::jsonb || '[2]', '{"a":1}'::jsonb || '[2]', '1'::jsonb || '2', '{"a":1,"b":2}'::jsonb - 'a', '[1,2,3]'::jsonb - 1, '["a","b"]'::jsonb - 'a', '{"a":1,"b":2}'::jsonb - array['a','b'], '{"a":{"b":1,"c":2}}'::jsonb #- '{a,b}'
SELECT '{"a":1}'::jsonb - 1
SELECT '5'::jsonb - 'a'
SELECT '{"a":1}'::jsonb = '{"a":1.0}', '{"a":1,"b":2}'::jsonb = '{"b":2,"a":1}', '[1,2]'::jsonb < '[1,3]', 'null'::jsonb < '"a"', '{}'::jsonb > '[]'
SELECT '{"a":1}'::json = '{"a":1}'::json
SELECT jsonb_set('{"a":[1,2]}', '{a,0}', '9'), jsonb_set('{"a":1}', '{b}', '2'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_insert('{"a":[1,2]}', '{a,1}', '"x"'), jsonb_insert('{"a":[1,2]}', '{a,1}', '"x"', true), jsonb_set_lax('{"a":1}', '{a}', null), jsonb_set_lax('{"a":1}', '{a}', null, true, 'delete_key'), jsonb_set('{"a":[1,2]}', '{a,-1}', '9'), jsonb_set('[]', '{5}', '1')
SELECT jsonb_insert('{"a":1}', '{a}', '2')
SELECT jsonb_set('5', '{a}', '1')
SELECT json_build_object('a', 1, 'b', array[1,2], 'c', null, 'd', date '2024-01-01'), json_build_array(1, 'x', null, 2.50, true), jsonb_build_object('k', row(1,2)), json_object('{a,1,b,2}'), json_object('{a,b}', '{1,2}'), jsonb_build_array(), json_build_object()
SELECT json_build_object('a')
SELECT json_build_object(null, 1)
SELECT json_object('{a,b,c}')
SELECT to_json('a"b'::text), to_jsonb(1.50), to_json(timestamp '2024-01-01 10:00'), to_jsonb(true), to_json(row(1, 'x')), to_jsonb(array[1,2]), to_json(null::int), to_json('2024-01-01'::date), to_jsonb(interval '1 day'), to_json('NaN'::float8), to_jsonb('\x01'::bytea)
SELECT row_to_json(p) FROM (SELECT id, name FROM people ORDER BY id) p
SELECT row_to_json(people) FROM people ORDER BY id LIMIT 2
SELECT row_to_json(row(1, 'a')), row_to_json(q, true) FROM (SELECT 1 AS a, 2 AS b) q
SELECT json_agg(id ORDER BY id), json_agg(name ORDER BY id DESC) FILTER (WHERE age > 30), jsonb_agg(DISTINCT team), json_object_agg(id, name ORDER BY id), jsonb_object_agg(id, age) FROM people
SELECT json_object_agg(team, id ORDER BY id) FROM people
SELECT json_agg(p ORDER BY p.id) FROM (SELECT id, name FROM people WHERE id < 3) p
SELECT json_agg_strict(x), jsonb_agg_strict(x), json_object_agg_strict(x, y), json_object_agg_unique(x, x), jsonb_object_agg_unique_strict(coalesce(x, 'z'), y) FROM (VALUES ('a', 1), (null, 2), ('c', null)) t(x, y) WHERE x IS NOT NULL
SELECT json_object_agg_unique(x, 1) FROM (VALUES ('a'), ('a')) t(x)
SELECT * FROM json_each('{"a":1,"b":"x"}')
SELECT * FROM jsonb_each_text('{"a":1,"b":null}') ORDER BY key
SELECT * FROM json_array_elements('[1,"a",null]'), jsonb_array_elements_text('["x","y"]')
SELECT json_object_keys('{"b":1,"a":2}'), jsonb_array_length('[1,2,3]'), json_typeof('null'), jsonb_typeof('1.5'), json_typeof('{}')
SELECT json_array_elements('{"a":1}')
SELECT jsonb_array_length('{"a":1}')
SELECT json_each('[1]')
SELECT * FROM json_to_record('{"a":1,"b":"x","c":[1,2]}') AS t(a int, b text, c int[], d text)
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS t(a int, b text)
SELECT * FROM json_to_record('{"a":"x"}') AS t(a int)
SELECT json_strip_nulls('{"a":1,"b":null,"c":[1,null]}'), jsonb_strip_nulls('[1,null,{"x":null}]', true), jsonb_pretty('{"a":[1,2],"b":{}}'), json_extract_path('{"a":{"b":1}}', 'a', 'b'), json_extract_path_text('{"a":"x"}', 'a'), jsonb_extract_path('{"a":[5]}', 'a', '0')
SELECT jsonb_path_query('{"a":[1,2,3]}', '$.a[*] ? (@ > 1)')
SELECT jsonb_path_query_array('{"a":[1,2,3]}', '$.a[*] * 2')
SELECT jsonb_path_exists('{"a":1}', '$.a'), jsonb_path_match('{"a":1}', '$.a == 1'), jsonb_path_query_first('[1,2]', '$[*]'), '{"a":1}'::jsonb @? '$.a', '{"a":1}'::jsonb @@ '$.a > 0', jsonb_path_query_array('{"x":"abc"}', '$.x like_regex "^A" flag "i"'), jsonb_path_query_array('[1,2,3]', '$[*] ? (@ > $min)', '{"min":1}'), jsonb_path_query_array('[1,2,3,4]', '$[1 to last]'), jsonb_path_query_array('{"a":{"b":1}}', '$.**')
SELECT jsonb_path_query('{"a":1}', 'strict $.b')
SELECT jsonb_path_query('{"a":1}', '$.')
SELECT jsonb_path_match('{"a":1}', '$.a')
SELECT jsonb_path_query('[1]', 'strict $[5]')
SELECT jsonb_path_query_array('["1.5", 2]', '$[*].double()'), jsonb_path_query('"abc"', '$.type()'), jsonb_path_query('[1,2]', '$.size()'), jsonb_path_query('-1.5', '$.abs()'), jsonb_path_query('1.5', '$.ceiling()'), jsonb_path_query('{"a":1}', '$.keyvalue()'), jsonb_path_query('"2024-01-01"', '$.datetime()'), jsonb_path_query('"1"', '$.bigint()'), jsonb_path_query('"t"', '$.boolean()'), jsonb_path_query('12.34', '$.decimal(3,1)'), jsonb_path_query('1', '$.string()')
SELECT jsonb_path_query('"abc"', '$.double()')
SELECT JSON_VALUE('{"a":1}', '$.a'), JSON_VALUE('{"a":1}', '$.a' RETURNING int), JSON_VALUE('{"a":[1]}', '$.a' DEFAULT 'd' ON ERROR), JSON_VALUE('{}', '$.a' DEFAULT 'e' ON EMPTY), JSON_QUERY('{"a":[1,2]}', '$.a'), JSON_QUERY('{"a":1}', '$.a' WITH WRAPPER), JSON_QUERY('{"a":"x"}', '$.a' OMIT QUOTES), JSON_EXISTS('{"a":1}', '$.b'), JSON_EXISTS('{"a":1}', 'strict $.b' TRUE ON ERROR)
SELECT JSON_VALUE('{"a":[1]}', '$.a' ERROR ON ERROR)
SELECT JSON_VALUE('{"a":1}', '$.b' ERROR ON EMPTY)
SELECT JSON('{"a":1}'), JSON_SCALAR(1.5), JSON_SCALAR('x'), JSON_SERIALIZE('{"a":1}'::json), JSON_OBJECT('a': 1, 'b' VALUE 2), JSON_OBJECT('a': null ABSENT ON NULL), JSON_ARRAY(1, 'x', null), JSON_ARRAY(1, null NULL ON NULL), JSON_ARRAY(SELECT id FROM people WHERE id < 3 ORDER BY id), JSON_OBJECT(), JSON_ARRAY()
SELECT JSON_OBJECT('a': 1, 'a': 2 WITH UNIQUE KEYS)
SELECT JSON_OBJECTAGG(id: name), JSON_ARRAYAGG(name ORDER BY id DESC), JSON_ARRAYAGG(age ORDER BY id NULL ON NULL), JSON_ARRAYAGG(id ORDER BY id RETURNING jsonb) FROM people
SELECT '{"a":1}' IS JSON, '[1]' IS JSON ARRAY, '1' IS JSON SCALAR, '{"a":1,"a":2}' IS JSON OBJECT WITH UNIQUE KEYS, 'x' IS NOT JSON, null IS JSON, '{}' IS JSON VALUE
SELECT * FROM JSON_TABLE('[{"a":1,"b":"x"},{"a":2}]', '$[*]' COLUMNS (n FOR ORDINALITY, a int PATH '$.a', b text PATH '$.b' DEFAULT 'none' ON EMPTY, e bool EXISTS PATH '$.b')) t
SELECT * FROM JSON_TABLE('{"x":[{"k":1,"v":[10,20]},{"k":2,"v":[]}]}', '$.x[*]' COLUMNS (k int, NESTED PATH '$.v[*]' COLUMNS (v int PATH '$'))) t
SELECT jsonb_populate_record(null::goods, '{"id":5,"name":"x"}'), (jsonb_populate_record(null::goods, '{"id":5,"name":"x"}')).name, * FROM jsonb_populate_recordset(null::goods, '[{"id":1},{"price":2.5}]')
SELECT ('{"a":[1,2]}'::jsonb)['a'][0], ('[1,2]'::jsonb)[1], ('{"a":1}'::jsonb)['b']
SELECT '5'::jsonb::int, '1.5'::jsonb::numeric, 'true'::jsonb::bool, '"x"'::jsonb::text, '{"a":1}'::jsonb::text, '1.7'::jsonb::int, 'null'::jsonb::int
SELECT '"x"'::jsonb::int
SELECT sum((j->>'v')::int), avg((j->>'v')::numeric), max(j->>'k') FROM (VALUES ('{"k":"a","v":1}'::jsonb), ('{"k":"b","v":2}')) t(j)
SELECT key, value::int * 2 FROM jsonb_each('{"a":1,"b":2}') ORDER BY key
SELECT p.id, e.value FROM people p, LATERAL jsonb_array_elements(to_jsonb(array[p.id, p.age])) e ORDER BY 1, 2
SELECT j->>'a' AS a, count(*) FROM (VALUES ('{"a":"x"}'::jsonb), ('{"a":"y"}'), ('{"a":"x"}'), ('{}')) t(j) GROUP BY j->>'a' ORDER BY 1
SELECT '$.a[*] ? (@.b == 1 && @.c like_regex "x")'::jsonpath, 'strict $[0]'::jsonpath, '$."a b".c'::jsonpath, '$.a.**{2 to 3}'::jsonpath, '($.a + 1) * 2'::jsonpath
