-- SQL/JSON: constructors, FORMAT JSON, RETURNING, lookups with ON EMPTY and ON ERROR, JSON_TABLE; the functions behind jsonb's operators.
SELECT JSON_OBJECT('a': 1, 'b': jsonb '{"c":2}'), JSON_OBJECT('a': json '{ "c" : 2 }'), JSON_ARRAY(1, jsonb '[2]', ARRAY[3,4]), JSON_ARRAY(json '[ 2 ]', 'x'), JSON_OBJECT('a': JSON_OBJECT('b': 1 RETURNING jsonb))
SELECT JSON_OBJECT('a': '{"b": [1]}' FORMAT JSON, 'c': '{"b": [1]}'), JSON_ARRAY('[1, 2]' FORMAT JSON RETURNING jsonb), JSON_OBJECT('a': NULL::jsonb FORMAT JSON), JSON_ARRAY('[1]'::json FORMAT JSON)
SELECT JSON_OBJECT('a': 1 FORMAT JSON)
SELECT JSON_OBJECT('a': '1' FORMAT JSON ENCODING UTF8)
SELECT JSON_ARRAY(true FORMAT JSON)
SELECT JSON_ARRAY('x' FORMAT JSON)
SELECT JSON_OBJECT('a': 1 RETURNING text FORMAT JSON ENCODING UTF8)
SELECT JSON_OBJECT(RETURNING text FORMAT JSON ENCODING NOPE)
SELECT JSON_OBJECT('a': 1 RETURNING int)
SELECT JSON_OBJECT('a': 1 RETURNING varchar(30)), JSON_OBJECT('a': 1 RETURNING char(12)), JSON_ARRAY(1 RETURNING bytea), JSON_OBJECT(RETURNING text), JSON_ARRAY(RETURNING jsonb)
SELECT JSON_OBJECT('a': 1 RETURNING varchar(3))
SELECT JSON_ARRAY(1, 2 RETURNING bytea FORMAT JSON ENCODING UTF16)
SELECT JSON_OBJECT(json '[1]': 1)
SELECT JSON_OBJECT(ARRAY[1]: 1)
SELECT json_build_object(ARRAY[1], 2)
SELECT json_object_agg(x, 1) FROM (VALUES ('{}'::json)) t(x)
SELECT JSON_OBJECT('a': 1, 'b': NULL, 'c': 3 ABSENT ON NULL WITH UNIQUE KEYS), JSON_OBJECT('a': 1, 'b': NULL ABSENT ON NULL WITH UNIQUE KEYS RETURNING jsonb), JSON_OBJECT('a': 1, 'a': 2), JSON_OBJECT('a': 1, 'a': 2 RETURNING jsonb)
SELECT JSON_OBJECT('a': 1, 'a': NULL ABSENT ON NULL WITH UNIQUE KEYS)
SELECT JSON_ARRAY(SELECT v FROM (VALUES (1), (NULL), (3)) t(v) ORDER BY v DESC), JSON_ARRAY(SELECT v FROM (VALUES (1), (2)) t(v) WHERE v > 5), JSON_ARRAY(VALUES ('a'), ('b') RETURNING jsonb), JSON_ARRAY(SELECT '[1]' FORMAT JSON)
SELECT JSON_ARRAY(SELECT 1, 2)
SELECT JSON_ARRAY(SELECT t.v + 1) FROM (VALUES (1), (2)) t(v)
SELECT JSON_ARRAYAGG(v ORDER BY v), JSON_ARRAYAGG(v ORDER BY v NULL ON NULL), JSON_ARRAYAGG(v ORDER BY v DESC RETURNING jsonb), JSON_ARRAYAGG(v ORDER BY v RETURNING varchar(20)), JSON_ARRAYAGG(v) FILTER (WHERE v > 2) FROM (VALUES (1), (NULL), (3)) t(v)
SELECT JSON_ARRAYAGG(t ORDER BY a), JSON_ARRAYAGG(t ORDER BY a RETURNING jsonb), JSON_ARRAYAGG(ARRAY[a, a] ORDER BY a), JSON_ARRAYAGG(ROW(a, b) ORDER BY a) FROM (VALUES (1, 'x'), (2, NULL)) t(a, b)
SELECT JSON_ARRAYAGG(j ORDER BY i), JSON_OBJECTAGG(i: j), JSON_OBJECTAGG('k' || i VALUE i) FROM (VALUES (1, jsonb '{"x":1}')) t(i, j)
SELECT JSON_ARRAYAGG(NULL), JSON_ARRAYAGG(NULL NULL ON NULL), JSON_ARRAYAGG('x'), JSON_ARRAYAGG('[1]' FORMAT JSON) FROM (VALUES (1), (2)) t(a)
SELECT JSON_ARRAYAGG(a FORMAT JSON) FROM (VALUES (1)) t(a)
SELECT JSON_OBJECTAGG(k: v ABSENT ON NULL), JSON_OBJECTAGG(k: v ABSENT ON NULL WITH UNIQUE KEYS), JSON_OBJECTAGG(k: v WITH UNIQUE KEYS RETURNING jsonb) FROM (VALUES ('a', 1), ('b', NULL), ('c', 3)) t(k, v)
SELECT JSON_OBJECTAGG(k: v ABSENT ON NULL WITH UNIQUE KEYS) FROM (VALUES ('a', 1), ('a', NULL)) t(k, v)
SELECT k, JSON_ARRAYAGG(v) OVER (PARTITION BY k) FROM (VALUES ('a', 1), ('b', 2)) t(k, v) ORDER BY k
SELECT JSON(' [1] '), JSON('{"a":1}' WITH UNIQUE KEYS), JSON_SCALAR(json '{ }'), JSON_SCALAR(jsonb '[1,2]'), JSON_SCALAR(1.50), JSON_SCALAR(date '2020-01-02'), JSON_SERIALIZE(' [1]' RETURNING bytea), JSON_SERIALIZE('{}' RETURNING varchar(5))
SELECT JSON(json '1' WITH UNIQUE KEYS)
SELECT JSON('1' FORMAT JSON ENCODING UTF8)
SELECT JSON_SERIALIZE('{}' RETURNING jsonb)
SELECT JSON_SERIALIZE(1)
SELECT JSON_VALUE(jsonb '"abc"', '$' RETURNING varchar(2)), JSON_VALUE(jsonb '"abc"', '$' RETURNING varchar(3)), JSON_VALUE(jsonb '"ab"', '$' RETURNING char(4)), JSON_VALUE(jsonb 'true', '$' RETURNING bool), JSON_VALUE(jsonb '"x"', '$' RETURNING bool DEFAULT false ON ERROR), JSON_VALUE(jsonb '"ab"', '$' RETURNING text)
SELECT JSON_VALUE(jsonb '"abc"', '$' RETURNING varchar(2) ERROR ON ERROR)
SELECT JSON_VALUE(jsonb '"2020-01-02"', '$' RETURNING date), JSON_VALUE(jsonb '"2020-13-02"', '$' RETURNING date), JSON_VALUE(jsonb '"x"', '$' RETURNING date DEFAULT date '2000-01-01' ON ERROR), JSON_VALUE(jsonb '"2020-01-02 03:04:05+02"', '$' RETURNING timestamptz), JSON_VALUE(jsonb '"10:20"', '$' RETURNING time), JSON_VALUE(jsonb '"1 day"', '$' RETURNING interval), JSON_VALUE(jsonb '"nope"', '$' RETURNING interval)
SELECT JSON_VALUE(jsonb '"x"', '$' RETURNING json)
SELECT JSON_VALUE(jsonb '[1]', '$' RETURNING jsonb)
SELECT JSON_VALUE(jsonb '1.50', '$' RETURNING jsonb)
SELECT JSON_VALUE(jsonb '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"', '$' RETURNING uuid), JSON_VALUE(jsonb '"z"', '$' RETURNING uuid)
SELECT JSON_VALUE(jsonb '"x"', '$' RETURNING int ERROR ON ERROR)
SELECT JSON_VALUE(jsonb '12.345', '$' RETURNING numeric(4,1)), JSON_VALUE(jsonb '12345', '$' RETURNING numeric(4,1)), JSON_VALUE(jsonb '70000', '$' RETURNING smallint), JSON_VALUE(jsonb '1e400', '$' RETURNING float8), JSON_VALUE(jsonb '"1e3"', '$' RETURNING float8)
SELECT JSON_VALUE(jsonb '[1,2]', '$[*]' DEFAULT 'many' ON ERROR), JSON_VALUE(jsonb '{}', '$.a' DEFAULT 'none' ON EMPTY), JSON_VALUE(jsonb '{}', 'strict $.a' DEFAULT 'none' ON EMPTY DEFAULT 'wrong' ON ERROR), JSON_VALUE(jsonb '{"a": 1}', '$' || '.a')
SELECT JSON_VALUE(jsonb '1', '$' RETURNING int FORMAT JSON)
SELECT JSON_VALUE(jsonb '1', '$' EMPTY ON ERROR)
SELECT JSON_EXISTS(jsonb '1', '$' DEFAULT true ON ERROR)
SELECT JSON_VALUE(jsonb '1', '$' RETURNING record)
SELECT JSON_VALUE(jsonb '1', '$.a' DEFAULT (SELECT 'x') ON EMPTY)
SELECT JSON_VALUE(jsonb '1', '$.a' DEFAULT t.x ON EMPTY) FROM (VALUES ('a')) t(x)
SELECT JSON_VALUE(1, '$')
SELECT JSON_VALUE(jsonb '1', 1)
SELECT JSON_VALUE(jsonb '1', '$.')
SELECT JSON_QUERY(jsonb '[1, "2"]', '$[*]' WITH WRAPPER), JSON_QUERY(jsonb '[1, "2"]', '$[1]' WITH CONDITIONAL WRAPPER), JSON_QUERY(jsonb '["x"]', '$[0]' RETURNING text), JSON_QUERY(jsonb '["x"]', '$[0]' RETURNING text OMIT QUOTES), JSON_QUERY(jsonb '["[1]"]', '$[0]' OMIT QUOTES), JSON_QUERY(jsonb '["x"]', '$[0]' OMIT QUOTES), JSON_QUERY(jsonb '[1]', '$' RETURNING bytea)
SELECT JSON_QUERY(jsonb '["12"]', '$[0]' RETURNING int), JSON_QUERY(jsonb '["12"]', '$[0]' RETURNING int OMIT QUOTES), JSON_QUERY(jsonb '[12]', '$[0]' RETURNING int), JSON_QUERY(jsonb '[1]', '$' RETURNING varchar(2)), JSON_QUERY(jsonb '[1]', '$' RETURNING varchar(5))
SELECT JSON_QUERY(jsonb '[1]', '$.a' EMPTY ARRAY ON EMPTY), JSON_QUERY(jsonb '[1, 2]', '$[*]' EMPTY OBJECT ON ERROR), JSON_QUERY(jsonb '[1]', '$.a' RETURNING text EMPTY OBJECT ON EMPTY), JSON_QUERY(jsonb '[1]', '$.a' DEFAULT '{"b": 1}' ON EMPTY)
SELECT JSON_QUERY(jsonb '["x"]', '$' WITH WRAPPER OMIT QUOTES)
SELECT JSON_QUERY(jsonb '["x"]', '$[0]' OMIT QUOTES ERROR ON ERROR)
SELECT JSON_QUERY(jsonb '[1, 2]', '$[*]' ERROR ON ERROR)
SELECT JSON_QUERY(jsonb '1', '$' RETURNING int FORMAT JSON)
SELECT JSON_QUERY(jsonb '1', '$' TRUE ON ERROR)
SELECT * FROM JSON_TABLE(jsonb '[{"a": 1, "b": "x"}, {"a": "y"}]', '$[*]' COLUMNS (n FOR ORDINALITY, a int, b text DEFAULT 'none' ON EMPTY, has_b boolean EXISTS PATH '$.b', whole jsonb PATH '$')) AS t
SELECT * FROM JSON_TABLE('[{"a": "x"}]', '$[*]' COLUMNS (a int PATH '$.a' DEFAULT -1 ON ERROR, e int EXISTS PATH '$.a', f text FORMAT JSON PATH '$.a', g text PATH '$.a' KEEP QUOTES, h text PATH '$.a' WITH WRAPPER, i json PATH '$'))
SELECT t.* FROM JSON_TABLE(jsonb '{"p": [{"n": 1, "c": [10, 11]}, {"n": 2, "c": []}, {"n": 3}], "q": ["u", "v"]}', '$' COLUMNS (NESTED PATH '$.p[*]' COLUMNS (i FOR ORDINALITY, n int, NESTED '$.c[*]' COLUMNS (j FOR ORDINALITY, c int PATH '$')), NESTED PATH '$.q[*]' AS q COLUMNS (q1 text PATH '$'))) AS t
SELECT v.id, t.x FROM (VALUES (1, '[1, 2]'), (2, '[]'), (3, NULL)) v(id, j) LEFT JOIN JSON_TABLE(v.j, '$[*]' COLUMNS (x int PATH '$')) t ON true ORDER BY 1, 2
SELECT v.id, x FROM (VALUES (1, '[1, 2, 3]')) v(id, j), JSON_TABLE(v.j, '$[*] ? (@ > $low)' PASSING v.id AS low COLUMNS (x int PATH '$', y text PATH '$ ? (@ == $low)')) ORDER BY 2
SELECT count(*), sum(x) FROM JSON_TABLE('[1, 2, 3]', '$[*]' COLUMNS (x int PATH '$'))
SELECT a.b FROM JSON_TABLE(jsonb '[1]', '$[*]' COLUMNS (x int PATH '$')) AS a(b)
SELECT * FROM JSON_TABLE(jsonb '1', 'strict $.a' COLUMNS (x int PATH '$'))
SELECT * FROM JSON_TABLE(jsonb '1', 'strict $.a' COLUMNS (x int PATH '$') ERROR ON ERROR)
SELECT * FROM JSON_TABLE(jsonb '1', '$' COLUMNS (x int PATH '$.a' ERROR ON EMPTY))
SELECT * FROM JSON_TABLE(jsonb '"a"', '$' COLUMNS (x int PATH '$' ERROR ON ERROR))
SELECT * FROM JSON_TABLE(jsonb '1', '$' COLUMNS (x int PATH '$') NULL ON ERROR)
SELECT * FROM JSON_TABLE(jsonb '1', '$' COLUMNS (x int, x text))
SELECT * FROM JSON_TABLE(jsonb '1', '$' AS p COLUMNS (NESTED '$' AS p COLUMNS (x int)))
SELECT * FROM JSON_TABLE(jsonb '1', '$' COLUMNS (a FOR ORDINALITY, b FOR ORDINALITY))
SELECT * FROM JSON_TABLE(jsonb '1', '$' COLUMNS (a int TRUE ON EMPTY))
SELECT * FROM JSON_TABLE(jsonb '1', '$' COLUMNS (a int)) t(x, y)
SELECT json '{"a": "\ud83d"}', json '{"a": "\u0000"}', json_typeof('"\u0000"'), json_array_length('["\ud83d"]'), json '"\udc00\ud83d"' IS JSON
SELECT json '{"a": "\ud83d", "b": 1}' -> 'b'
SELECT json '["\u0000", 1]' -> 1
SELECT json '{"a": "\u0000"}' #>> '{a}'
SELECT json_object_keys('{"a": "\ude04X"}')
SELECT json '{"a": "\ud83d\ude04 \u00e9"}' ->> 'a', jsonb '{"a": "\ud83d\ude04"}', json '{"a": "\ud83d\ude04"}' -> 'a', json '{"a": "\\u0000"}' ->> 'a'
SELECT jsonb '"\u0000"'
SELECT jsonb '"\ud83d"'
SELECT jsonb '"\ud83dx"'
SELECT * FROM json_array_elements_text('["\u0000"]')
SELECT json_strip_nulls('{"a": "\ud83d"}')
SELECT jsonb_contains('{"a": 1}', '{}'), jsonb_contained('[1]', '[1, 2]'), jsonb_exists('{"a": 1}', 'a'), jsonb_exists_any('["a"]', '{a,b}'), jsonb_exists_all('["a"]', '{a,b}'), jsonb_concat('[1]', '2'), jsonb_delete('{"a": 1}'::jsonb, 'a'), jsonb_delete_path('{"a": {"b": 1}}', '{a,b}'), jsonb_eq('1', '1.0'), jsonb_lt('1', '2')
SELECT row_to_json(t, true), row_to_json(t, false), array_to_json(ARRAY[t.a, 2], true), array_to_json(ARRAY[[1, 2], [3, 4]], true), row_to_json(ROW(1, ARRAY[1, 2]), true) FROM (VALUES (1, 'x')) t(a, b)
SELECT * FROM json_to_record('{"a": [1, "2", null]}') AS x(a _int4)
SELECT * FROM json_to_record('{"a": {"b": 1}}') AS x(a int[])
SELECT ('[1, 2]'::jsonb)[1.0]
SELECT ('[1, 2]'::jsonb)[0:1]
SELECT ('{"a": [1, {"b": 2}]}'::jsonb)['a'][1]['b'], ('[1, 2]'::jsonb)['-1'], ('[1]'::jsonb)[NULL::int]
SELECT jsonb '1' INTERSECT SELECT jsonb '1'
SELECT count(*) FROM (SELECT v FROM (VALUES (jsonb '1'), ('2'), ('1.0')) t(v) EXCEPT SELECT jsonb '2.0') s
SELECT v FROM (VALUES (jsonb '{"a":1}'), ('{"a":2}'), (NULL)) t(v) EXCEPT SELECT jsonb '{"a": 2.0}' ORDER BY 1
SELECT v FROM (VALUES (jsonb '[1]'), (NULL)) t(v) INTERSECT SELECT v FROM (VALUES (jsonb '[1]'), (NULL), ('[2]')) t(v) ORDER BY 1
SELECT json_object('{{a,1},{b,NULL}}'), json_object(ARRAY[['a','1'],['b','2']]), jsonb_object('{{b,1},{a,2}}'::text[])
SELECT json_object('{{a,1,2},{b,2,3}}')
SELECT json_object('{{{a,1}}}')
SELECT json_build_array(VARIADIC '{1,2}'::int[]), json_build_array(VARIADIC '{}'::int[]), json_build_array(VARIADIC NULL::text[]), jsonb_build_array(VARIADIC '{{1,2},{3,4}}'::int[]), jsonb_build_array(VARIADIC '{a,NULL}'::text[])
SELECT json_build_object(VARIADIC '{a,1,b,NULL}'::text[]), jsonb_build_object(VARIADIC '{b,1,a,2}'::text[]), json_build_object(VARIADIC '{1,2}'::int[]), json_build_object(VARIADIC '{{a,b},{c,d}}'::text[]), json_build_object(VARIADIC NULL::text[])
SELECT json_build_object(VARIADIC '{a,1,b}'::text[])
SELECT json_build_object(VARIADIC '{NULL,1}'::text[])
SELECT json_build_array(VARIADIC x), json_build_object(VARIADIC x) FROM (VALUES (ARRAY['a','b']), (ARRAY['c', 'd', 'e', 'f'])) t(x)
SELECT json_extract_path('{"a": [1, 2]}', VARIADIC '{a,1}'), jsonb_extract_path('{"a": {"b": 1}}', VARIADIC x), jsonb_extract_path_text('{"a": {"b": "c"}}', VARIADIC x) FROM (VALUES (ARRAY['a','b'])) t(x)
SELECT pg_typeof('$'::jsonpath), pg_typeof(JSON_ARRAY(jsonb '1')), pg_typeof(JSON_QUERY('1', '$' RETURNING text))
SELECT '$ . a'::jsonpath::text, length('$.a'::jsonpath::text), to_json('$.x'::jsonpath), ARRAY['$.a'::jsonpath, '$'], ('$.a'::jsonpath, 1)
SELECT JSON_QUERY(jsonb '[1, "2", null]', '$' RETURNING int[]), JSON_QUERY(jsonb '[1, "x"]', '$' RETURNING int[]), JSON_QUERY(jsonb '["a", 1]', '$' RETURNING text[]), JSON_QUERY(jsonb '[1, 2]', '$[*]' RETURNING int[] WITH WRAPPER), JSON_QUERY(jsonb '"x"', '$' RETURNING int[]), JSON_QUERY(jsonb 'null', '$' RETURNING int[]), JSON_QUERY(jsonb '["ab"]', '$' RETURNING varchar(1)[])
SELECT JSON_QUERY(jsonb '[1, "x"]', '$' RETURNING int[] ERROR ON ERROR)
SELECT JSON_QUERY(jsonb '"x"', '$' RETURNING int[] ERROR ON ERROR)
SELECT * FROM JSON_TABLE('[{"a": [1, 2], "b": ["x"]}, {"a": null}]', '$[*]' COLUMNS (a int[], b text[] DEFAULT '{none}' ON EMPTY, c jsonb[] PATH '$.a'))
SELECT JSON_QUERY(jsonb 'null', '$' RETURNING text), JSON_QUERY(jsonb 'null', '$'), JSON_QUERY(jsonb '"null"', '$' RETURNING text OMIT QUOTES), JSON_QUERY(jsonb '""', '$' RETURNING int OMIT QUOTES), JSON_QUERY(jsonb '"t"', '$' RETURNING bool OMIT QUOTES)
SELECT JSON_VALUE(jsonb '{}', '$.a' RETURNING int DEFAULT '5' ON EMPTY), JSON_VALUE(jsonb '{}', '$.a' RETURNING int DEFAULT 1 + 1 ON EMPTY), JSON_VALUE(jsonb '{}', '$.a' RETURNING date DEFAULT '2020-01-01' ON EMPTY), JSON_VALUE(jsonb '1.999', '$' RETURNING numeric(3,2))
SELECT (SELECT sum(v) FROM JSON_TABLE(t.j, '$[*]' COLUMNS (v int PATH '$'))) FROM (VALUES ('[1,2]'), ('[3]')) t(j) ORDER BY 1
SELECT jsonb_path_query('[1,2]', ('$[*] ? (@ > ' || 1 || ')')::jsonpath)
SELECT JSON_EXISTS(jsonb_build_object('a', JSON_EXISTS(jsonb_build_object('a', JSON_EXISTS(jsonb_build_object('a', JSON_EXISTS(jsonb_build_object('a', JSON_EXISTS(jsonb_build_object('a', id), '$.a')), '$.b')), '$.a')), '$.a ? (@ == true)')), '$.a') FROM people ORDER BY id
SELECT JSON_VALUE(jsonb_build_object('a', JSON_VALUE(jsonb_build_object('a', JSON_VALUE(jsonb_build_object('a', JSON_VALUE(jsonb_build_object('a', name), '$.a')), '$.a')), '$.a')), '$.a') FROM people ORDER BY id
SELECT * FROM JSON_TABLE('{"a":1,"b":[1,2]}', '$' COLUMNS (NESTED PATH '$.b[*]' COLUMNS (x int PATH '$'), a int PATH '$.a')) t
SELECT * FROM JSON_TABLE('{"a":1,"b":[1,2]}', '$' COLUMNS (NESTED PATH '$.b[*]' COLUMNS (NESTED PATH '$.c' COLUMNS (z int PATH '$'), x int PATH '$'), a int PATH '$.a', NESTED PATH '$.d' COLUMNS (d int PATH '$'), o FOR ORDINALITY)) t
SELECT * FROM JSON_TABLE('{"a":1,"b":[1,2]}', '$' COLUMNS (NESTED PATH '$.b[*]' COLUMNS (x int PATH '$'), a int PATH '$.a')) t(p, q)
