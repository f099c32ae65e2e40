-- Arrays of several dimensions.
SELECT '{{1,2},{3,4}}'::int[], '{{a,"b c"},{NULL,""}}'::text[], '{{{1},{2}},{{3},{4}}}'::int[], '{{1.55,2.25}}'::numeric[], ' { {1 , 2} , {3,4} } '::int[]
SELECT '{{1,2},{3}}'::int[]
SELECT '{{1,2},3}'::int[]
SELECT '{1,{2}}'::int[]
SELECT '{{1,2},{3,4}'::int[]
SELECT '{{a,b},{c,"}"}}'::text[], '{{"{",","},{"\"","\\"}}'::text[]
SELECT ARRAY[[1, 2], [3, 4]], ARRAY[['a', 'b'], ['c', NULL]], ARRAY[ARRAY[1], ARRAY[2]], ARRAY[[[1, 2]], [[3, 4]]]
SELECT ARRAY[[1, 2], [3]]
SELECT ARRAY[[1, 2], [3, 4]]::text[], ARRAY[[1, 2], [3, 4]]::text, ARRAY[['1', '2'], ['3', '4']]::int[], ARRAY[[1, 2]]::int[][], ARRAY[[1.5, 2.5]]::int[]
SELECT (ARRAY[[1, 2], [3, 4]])[2][1], (ARRAY[[1, 2], [3, 4]])[2][3], (ARRAY[[1, 2], [3, 4]])[2], (ARRAY[[1, 2], [3, 4]])[0][1], (ARRAY[[1, 2], [3, 4]])[1][1][1], (ARRAY[[1, 2], [3, 4]])[NULL][1]
SELECT (ARRAY[1, 2, 3])[1][1], (ARRAY[['a', 'b'], ['c', 'd']])[2][2] || 'x'
SELECT (ARRAY[[1, 2, 3], [4, 5, 6]])[1:2][2:3], (ARRAY[[1, 2, 3], [4, 5, 6]])[2:2], (ARRAY[[1, 2, 3], [4, 5, 6]])[1:1][2], (ARRAY[[1, 2, 3], [4, 5, 6]])[:][:2], (ARRAY[[1, 2, 3], [4, 5, 6]])[3:4][1:1], (ARRAY[[1, 2, 3], [4, 5, 6]])[1:2][5:6]
SELECT array_ndims(ARRAY[[1, 2], [3, 4]]), array_length(ARRAY[[1, 2], [3, 4]], 2), array_length(ARRAY[[1, 2, 3]], 1), array_dims(ARRAY[[1, 2], [3, 4]]), array_upper(ARRAY[[1, 2, 3]], 2), array_lower(ARRAY[[1, 2, 3]], 2), array_length(ARRAY[[1]], 3), array_length(ARRAY[[1]], 0), cardinality(ARRAY[[1, 2], [3, 4]]), array_dims('{{{1},{2}}}'::int[])
SELECT unnest(ARRAY[[1, 2], [3, 4]]), unnest('{{a,b}}'::text[])
SELECT u, n FROM unnest(ARRAY[[1, 2], [3, NULL]]) WITH ORDINALITY t(u, n)
SELECT array_to_string(ARRAY[[1, 2], [3, NULL]], ','), array_to_string(ARRAY[[1, 2], [3, NULL]], ',', 'x'), to_json(ARRAY[[1, 2], [3, 4]]), to_jsonb(ARRAY[['a', NULL]]), array_to_json(ARRAY[[1.5, 2.5]]), json_build_object('a', ARRAY[[true]])
SELECT ARRAY[[1, 2], [3, 4]] = '{{1,2},{3,4}}'::int[], ARRAY[[1, 2]] <> ARRAY[[1, 3]], ARRAY[[1, NULL]] = ARRAY[[1, NULL]], ARRAY[[1, 2], [3, 4]] @> ARRAY[3, 1], ARRAY[3] <@ ARRAY[[1, 2], [3, 4]], ARRAY[[1, 2]] && ARRAY[[2, 5]]
SELECT array_agg(ARRAY[id, 1] ORDER BY id) FROM people
SELECT array_agg(ARRAY[id, val] ORDER BY id) FROM readings WHERE grp = 'a'
SELECT grp, array_agg(ARRAY[val, pos] ORDER BY id) FROM readings GROUP BY grp ORDER BY grp
SELECT array_agg(CASE WHEN id > 2 THEN ARRAY[1] ELSE ARRAY[1, 2] END) FROM people
SELECT (array_agg(ARRAY[id, age] ORDER BY id))[2][1], array_length(array_agg(ARRAY[id, age]), 1), cardinality(array_agg(ARRAY[id, age])) FROM people
SELECT ARRAY[ARRAY[id, age], ARRAY[age, id]] FROM people ORDER BY id
SELECT ARRAY[string_to_array('a b', ' '), string_to_array('c d', ' ')], ARRAY['{1,2}'::int[], '{3,4}'], ARRAY['{}'::int[], '{}'::int[]]
SELECT ARRAY[string_to_array('a b', ' '), string_to_array('c', ' ')]
SELECT coalesce(NULL, ARRAY[[1]]), CASE WHEN true THEN ARRAY[[1, 2]] END, NULLIF(ARRAY[[1]], ARRAY[[2]]), (SELECT ARRAY[[1, 2]])
SELECT pg_typeof(ARRAY[[1, 2]]), ARRAY[[1, 2]] IS NULL, count(ARRAY[[1]]), concat(ARRAY[[1, 2]], '!'), format('%s', ARRAY[[1]])
SELECT DISTINCT x FROM (VALUES (ARRAY[[1, 2]]), (ARRAY[[1, 2]])) t(x)
SELECT '{{1,2},{3,4}}'::text::text[]
SELECT ARRAY[[1]] < ARRAY[[2]]
SELECT ARRAY[[1, 2]] || ARRAY[[3, 4]]
SELECT 1 = ANY (ARRAY[[1, 2], [3, 4]]), 5 <> ALL ('{{1,2},{3,4}}'::int[])
SELECT ARRAY[[1, 2]] || ARRAY[5, 6], ARRAY[5, 6] || ARRAY[[1, 2]], ARRAY[[1, 2]] || NULL::int[], array_cat(ARRAY[[1]], ARRAY[[2]]), ARRAY[[1, 2]] || '{{3,4}}'
SELECT ARRAY[[1, 2]] || ARRAY[[5]]
SELECT ARRAY[[1, 2]] || ARRAY[5]
SELECT generate_subscripts(array[[1,2,3],[3,4,5]], 1), generate_subscripts(array[[1,2,3],[3,4,5]], 2), generate_subscripts(array[[1,2,3],[3,4,5]], 3)
SELECT x, y FROM generate_subscripts(array[[1,2,3],[4,5,6]], 1) x, generate_subscripts(array[[1,2,3],[4,5,6]], 2, true) y
SELECT generate_subscripts(x, 2) FROM (VALUES (array[[1,2,3],[3,4,5]]), (NULL)) t(x)
SELECT array_agg(x) FROM (VALUES ('{}'::int[]), ('{}')) t(x)
SELECT '{{{{{{1}}}}}}'::int[], array_ndims('{{{{{{1}}}}}}'::int[])
SELECT '{{{{{{{1}}}}}}}'::int[]
SELECT 1 = ANY ('{}'::int[]), 9 = ANY ('{}'::int[]), 1 <> ALL ('{}'::int[]), 0 < ALL ('{}'::int[]), 2 > ANY ('{}'::int[]), NULL = ANY ('{}'::int[]), 1 <> ANY ('{}'::int[]), 3 >= ALL ('{}'::int[])
SELECT array_append('{}'::text[], 'z'), 'z' = ANY ('{}'::text[]), 'z' <> ALL ('{}'::text[]), 'a' LIKE ANY ('{}'::text[]), array_position('{}'::text[], 'a'), array_remove('{}'::text[], ''), '{}'::text[] @> ARRAY['a'], '{}'::text[] && '{b,zz}'
SELECT 'a' = ANY (ARRAY['a', 'b']), 'a' = ANY ('{a,b}'), 5 = ANY ('{1,5}'), 1.5 = ANY (ARRAY[1, 2]), 2 = ANY (ARRAY[1.0, 2.0])
SELECT 'a' = ANY ('{a,b}'::text[]), '5' = ANY ('{1,5}'::int[]), NULL = ANY ('{a}'), 'b' <> ALL ('{a,c}'), 'x' = ANY (NULL), name = ANY ('{Ann,bob}'), id = ANY ('{1,2}'), 'Ann' = ANY (ARRAY[name]) FROM people ORDER BY id
SELECT '2024-01-31' = ANY ('{2024-01-31}'::date[]), born = ANY ('{1990-02-28}') FROM people ORDER BY id
SELECT array[1, 2] IS DISTINCT FROM array[[1, 2]]
SELECT array[[1, 2]] IS DISTINCT FROM array[[1, 2]], array[[1, 2]] IS NOT DISTINCT FROM NULL
