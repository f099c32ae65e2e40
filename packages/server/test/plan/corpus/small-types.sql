SELECT '[1:3]={1,2,3}'::int[], '[3]={1,2,3}'::int[], '[1:2][1:2]={{1,2},{3,4}}'::int[], ' [1:2] = {a,b}'::text[]
SELECT '[2:4]={1,2,3}'::int[]
SELECT '[1:2]={1}'::int[]
SELECT '[1:0]={}'::int[]
SELECT '[1:-1]={}'::int[]
SELECT '[1:]={1}'::int[]
SELECT '[:1]={1}'::int[]
SELECT '[a:b]={1}'::int[]
SELECT '[21474836488:21474836489]={1,2}'::int[]
SELECT '[2147483646:2147483647]={1,2}'::int[]
SELECT '[1:2]{1,2}'::int[]
SELECT '{{},{}}'::text[], '{{{}},{{}}}'::int[], '{}'::int[], array_ndims('{{},{}}'::int[])
SELECT '{{},{{}}}'::text[]
SELECT '{{1},{}}'::text[]
SELECT '{{},{1}}'::text[]
SELECT '{{{}},{}}'::text[]
SELECT array_position(ARRAY[[1,2],[3,4]], 3)
SELECT array_positions(ARRAY[[1,2],[3,4]], 3)
SELECT array_remove(ARRAY[[1,2],[3,4]], 3)
SELECT array_append(ARRAY[[1,2],[3,4]], 3)
SELECT array_fill(1, ARRAY[[1,2],[3,4]])
SELECT width_bucket(5, ARRAY[[1,2],[3,4]])
SELECT array_replace(ARRAY[[1,2],[3,1]], 1, 9), array_replace('{{a,NULL},{NULL,b}}'::text[], NULL, 'z'), array_replace(ARRAY[[[1,2]],[[2,3]]], 2, 0)
SELECT array_reverse(ARRAY[[1,2],[3,4]]), trim_array(ARRAY[[1,2],[3,4],[5,6]], 2), array_sort(ARRAY[[2,4],[2,1],[6,5]]), array_sort(ARRAY[[2,4],[2,1],[6,5]], true)
SELECT array_dims(array_shuffle(ARRAY[[1,2],[3,4]])), array_dims(array_sample(ARRAY[[1,2],[3,4],[5,6]], 2))
SELECT trim_array(ARRAY[[1,2],[3,4]], 3)
SELECT ARRAY(SELECT ARRAY[i, i * 2] FROM generate_series(1, 3) i), ARRAY(SELECT ARRAY[i] FROM generate_series(1, 0) i), (ARRAY(SELECT ARRAY[i, i * 2] FROM generate_series(1, 3) i))[2][1]
SELECT ARRAY(SELECT string_to_array(x, ',') FROM (VALUES ('a,b'), ('c,d')) t(x))
SELECT ARRAY(SELECT string_to_array(x, ',') FROM (VALUES ('a,b'), ('c')) t(x))
SELECT array_dims(ARRAY(SELECT ARRAY['x', i::text] FROM generate_series(9, 11) i)), array_to_string(ARRAY(SELECT ARRAY[i, i] FROM generate_series(1, 2) i), ',')
SELECT 'a'::"char", '\101'::"char", '\377'::"char", 'abc'::"char", ''::"char", 'é'::"char", 'a'::text::"char", '\377'::text::"char", 'a'::"char"::text, ''::"char"::text, 'xy'::varchar::"char"
SELECT 'a'::"char"::int, '\377'::"char"::int, 97::"char", (-1)::"char", 0::"char", ''::"char"::int
SELECT 128::"char"
SELECT 'a'::"char" = 'a', 'a'::"char" < 'b'::"char", pg_typeof('a'::"char"), ARRAY['a'::"char", 'b']
SELECT "char"('abc'::text), 'b'::"char" IN ('a', 'b'), length('a'::"char"::text)
SELECT E'wrong: \u061'
SELECT E'wrong: \uD83D'
SELECT U&'wrong: \061'
SELECT timestamp '2024-01-01' + time '10:00' - time '01:00', timestamptz(date '2024-01-01', time '10:00'), timestamp(date '2024-01-01', time '10:00'), timestamptz(date '2024-01-01', timetz '10:00+02')
SELECT timezone(interval '02:00', timetz '10:00+00'), timezone(interval '-05:30', time '10:00')
SELECT timezone(interval 'infinity', time '12:12:12')
SELECT timetz '10:00+00' AT TIME ZONE interval '1 mon'
SELECT interval '2562047788:00:54.775807' second(2)
SELECT x::interval(2) FROM (VALUES ('2562047788:00:54.775807'), ('1.555 s')) t(x)
SELECT pg_input_is_valid('{{1,2},{3}}', 'int[]'), pg_input_is_valid('{{},{}}', 'int[]'), pg_input_is_valid('[1:2]={1,2}', 'int[]'), pg_input_is_valid('[1:0]={}', 'int[]')
SELECT 'abc'::bytea LIKE '_b_'::bytea, 'abc'::bytea NOT LIKE 'a%', 'a_c'::bytea LIKE 'a$__'::bytea ESCAPE '$'::bytea, '\xff61'::bytea LIKE '_a', '\x00'::bytea LIKE '%', NULL::bytea LIKE 'a'
SELECT b LIKE '\x61%'::bytea FROM (VALUES ('abc'::bytea), ('\xff'), (NULL)) t(b)
SELECT 'abc'::bytea LIKE 'abc'::text
SELECT 'abc'::text LIKE 'abc'::bytea
SELECT repeat('a', 70)::name, repeat('é', 40)::name, length(repeat('a', 70)::name), x::name FROM (VALUES ('short'), (repeat('b', 64)), (NULL)) t(x)
