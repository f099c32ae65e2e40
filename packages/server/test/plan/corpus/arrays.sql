-- Arrays: literals, texts, subscripts, operators and functions.
SELECT ARRAY[1, 2, 3], array_length(ARRAY[1, 2, 3], 1), array_length(ARRAY[1, 2, 3], 2), array_ndims(ARRAY[1, 2, 3]), array_dims(ARRAY[1, 2, 3]), array_lower(ARRAY[1, 2, 3], 1), array_upper(ARRAY[1, 2, 3], 1), cardinality(ARRAY[1, 2, 3])
SELECT (ARRAY[1, 2, 3])[1], (ARRAY[1, 2, 3])[3], (ARRAY[1, 2, 3])[0], (ARRAY[1, 2, 3])[-1], (ARRAY[1, 2, 3])[9]
SELECT (ARRAY[1, 2, 3])[1:2], (ARRAY[1, 2, 3])[2:], (ARRAY[1, 2, 3])[:1], (ARRAY[1, 2, 3])[0:1], (ARRAY[1, 2, 3])[3:2], (ARRAY[1, 2, 3])[5:9], (ARRAY[1, 2, 3])[-1:1], (ARRAY[1, 2, 3])[:]
SELECT (ARRAY[1, 2, 3])::text, array_to_string(ARRAY[1, 2, 3], ','), array_to_string(ARRAY[1, 2, 3], '|', '*')
SELECT array_reverse(ARRAY[1, 2, 3]), array_sort(ARRAY[1, 2, 3]), array_sort(ARRAY[1, 2, 3], true), array_sort(ARRAY[1, 2, 3], true, false)
SELECT unnest(ARRAY[1, 2, 3])
SELECT count(*) FROM unnest(ARRAY[1, 2, 3]) AS u WHERE u IS NOT NULL
SELECT ARRAY[1, 2, 3] || ARRAY[1, 2, 3], ARRAY[1, 2, 3] || NULL
SELECT u, n FROM unnest(ARRAY[1, 2, 3]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[3, 1, NULL, 2], array_length(ARRAY[3, 1, NULL, 2], 1), array_length(ARRAY[3, 1, NULL, 2], 2), array_ndims(ARRAY[3, 1, NULL, 2]), array_dims(ARRAY[3, 1, NULL, 2]), array_lower(ARRAY[3, 1, NULL, 2], 1), array_upper(ARRAY[3, 1, NULL, 2], 1), cardinality(ARRAY[3, 1, NULL, 2])
SELECT (ARRAY[3, 1, NULL, 2])[1], (ARRAY[3, 1, NULL, 2])[3], (ARRAY[3, 1, NULL, 2])[0], (ARRAY[3, 1, NULL, 2])[-1], (ARRAY[3, 1, NULL, 2])[9]
SELECT (ARRAY[3, 1, NULL, 2])[1:2], (ARRAY[3, 1, NULL, 2])[2:], (ARRAY[3, 1, NULL, 2])[:1], (ARRAY[3, 1, NULL, 2])[0:1], (ARRAY[3, 1, NULL, 2])[3:2], (ARRAY[3, 1, NULL, 2])[5:9], (ARRAY[3, 1, NULL, 2])[-1:1], (ARRAY[3, 1, NULL, 2])[:]
SELECT (ARRAY[3, 1, NULL, 2])::text, array_to_string(ARRAY[3, 1, NULL, 2], ','), array_to_string(ARRAY[3, 1, NULL, 2], '|', '*')
SELECT array_reverse(ARRAY[3, 1, NULL, 2]), array_sort(ARRAY[3, 1, NULL, 2]), array_sort(ARRAY[3, 1, NULL, 2], true), array_sort(ARRAY[3, 1, NULL, 2], true, false)
SELECT unnest(ARRAY[3, 1, NULL, 2])
SELECT count(*) FROM unnest(ARRAY[3, 1, NULL, 2]) AS u WHERE u IS NOT NULL
SELECT ARRAY[3, 1, NULL, 2] || ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] || NULL
SELECT u, n FROM unnest(ARRAY[3, 1, NULL, 2]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT '{}'::int[], array_length('{}'::int[], 1), array_length('{}'::int[], 2), array_ndims('{}'::int[]), array_dims('{}'::int[]), array_lower('{}'::int[], 1), array_upper('{}'::int[], 1), cardinality('{}'::int[])
SELECT ('{}'::int[])[1], ('{}'::int[])[3], ('{}'::int[])[0], ('{}'::int[])[-1], ('{}'::int[])[9]
SELECT ('{}'::int[])[1:2], ('{}'::int[])[2:], ('{}'::int[])[:1], ('{}'::int[])[0:1], ('{}'::int[])[3:2], ('{}'::int[])[5:9], ('{}'::int[])[-1:1], ('{}'::int[])[:]
SELECT ('{}'::int[])::text, array_to_string('{}'::int[], ','), array_to_string('{}'::int[], '|', '*')
SELECT array_reverse('{}'::int[]), array_sort('{}'::int[]), array_sort('{}'::int[], true), array_sort('{}'::int[], true, false)
SELECT unnest('{}'::int[])
SELECT count(*) FROM unnest('{}'::int[]) AS u WHERE u IS NOT NULL
SELECT '{}'::int[] || '{}'::int[], '{}'::int[] || NULL
SELECT u, n FROM unnest('{}'::int[]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[NULL]::int[], array_length(ARRAY[NULL]::int[], 1), array_length(ARRAY[NULL]::int[], 2), array_ndims(ARRAY[NULL]::int[]), array_dims(ARRAY[NULL]::int[]), array_lower(ARRAY[NULL]::int[], 1), array_upper(ARRAY[NULL]::int[], 1), cardinality(ARRAY[NULL]::int[])
SELECT (ARRAY[NULL]::int[])[1], (ARRAY[NULL]::int[])[3], (ARRAY[NULL]::int[])[0], (ARRAY[NULL]::int[])[-1], (ARRAY[NULL]::int[])[9]
SELECT (ARRAY[NULL]::int[])[1:2], (ARRAY[NULL]::int[])[2:], (ARRAY[NULL]::int[])[:1], (ARRAY[NULL]::int[])[0:1], (ARRAY[NULL]::int[])[3:2], (ARRAY[NULL]::int[])[5:9], (ARRAY[NULL]::int[])[-1:1], (ARRAY[NULL]::int[])[:]
SELECT (ARRAY[NULL]::int[])::text, array_to_string(ARRAY[NULL]::int[], ','), array_to_string(ARRAY[NULL]::int[], '|', '*')
SELECT array_reverse(ARRAY[NULL]::int[]), array_sort(ARRAY[NULL]::int[]), array_sort(ARRAY[NULL]::int[], true), array_sort(ARRAY[NULL]::int[], true, false)
SELECT unnest(ARRAY[NULL]::int[])
SELECT count(*) FROM unnest(ARRAY[NULL]::int[]) AS u WHERE u IS NOT NULL
SELECT ARRAY[NULL]::int[] || ARRAY[NULL]::int[], ARRAY[NULL]::int[] || NULL
SELECT u, n FROM unnest(ARRAY[NULL]::int[]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT NULL::int[], array_length(NULL::int[], 1), array_length(NULL::int[], 2), array_ndims(NULL::int[]), array_dims(NULL::int[]), array_lower(NULL::int[], 1), array_upper(NULL::int[], 1), cardinality(NULL::int[])
SELECT (NULL::int[])[1], (NULL::int[])[3], (NULL::int[])[0], (NULL::int[])[-1], (NULL::int[])[9]
SELECT (NULL::int[])[1:2], (NULL::int[])[2:], (NULL::int[])[:1], (NULL::int[])[0:1], (NULL::int[])[3:2], (NULL::int[])[5:9], (NULL::int[])[-1:1], (NULL::int[])[:]
SELECT (NULL::int[])::text, array_to_string(NULL::int[], ','), array_to_string(NULL::int[], '|', '*')
SELECT array_reverse(NULL::int[]), array_sort(NULL::int[]), array_sort(NULL::int[], true), array_sort(NULL::int[], true, false)
SELECT unnest(NULL::int[])
SELECT count(*) FROM unnest(NULL::int[]) AS u WHERE u IS NOT NULL
SELECT NULL::int[] || NULL::int[], NULL::int[] || NULL
SELECT u, n FROM unnest(NULL::int[]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[1, 1, 2, 1], array_length(ARRAY[1, 1, 2, 1], 1), array_length(ARRAY[1, 1, 2, 1], 2), array_ndims(ARRAY[1, 1, 2, 1]), array_dims(ARRAY[1, 1, 2, 1]), array_lower(ARRAY[1, 1, 2, 1], 1), array_upper(ARRAY[1, 1, 2, 1], 1), cardinality(ARRAY[1, 1, 2, 1])
SELECT (ARRAY[1, 1, 2, 1])[1], (ARRAY[1, 1, 2, 1])[3], (ARRAY[1, 1, 2, 1])[0], (ARRAY[1, 1, 2, 1])[-1], (ARRAY[1, 1, 2, 1])[9]
SELECT (ARRAY[1, 1, 2, 1])[1:2], (ARRAY[1, 1, 2, 1])[2:], (ARRAY[1, 1, 2, 1])[:1], (ARRAY[1, 1, 2, 1])[0:1], (ARRAY[1, 1, 2, 1])[3:2], (ARRAY[1, 1, 2, 1])[5:9], (ARRAY[1, 1, 2, 1])[-1:1], (ARRAY[1, 1, 2, 1])[:]
SELECT (ARRAY[1, 1, 2, 1])::text, array_to_string(ARRAY[1, 1, 2, 1], ','), array_to_string(ARRAY[1, 1, 2, 1], '|', '*')
SELECT array_reverse(ARRAY[1, 1, 2, 1]), array_sort(ARRAY[1, 1, 2, 1]), array_sort(ARRAY[1, 1, 2, 1], true), array_sort(ARRAY[1, 1, 2, 1], true, false)
SELECT unnest(ARRAY[1, 1, 2, 1])
SELECT count(*) FROM unnest(ARRAY[1, 1, 2, 1]) AS u WHERE u IS NOT NULL
SELECT ARRAY[1, 1, 2, 1] || ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] || NULL
SELECT u, n FROM unnest(ARRAY[1, 1, 2, 1]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY['a', 'b', NULL], array_length(ARRAY['a', 'b', NULL], 1), array_length(ARRAY['a', 'b', NULL], 2), array_ndims(ARRAY['a', 'b', NULL]), array_dims(ARRAY['a', 'b', NULL]), array_lower(ARRAY['a', 'b', NULL], 1), array_upper(ARRAY['a', 'b', NULL], 1), cardinality(ARRAY['a', 'b', NULL])
SELECT (ARRAY['a', 'b', NULL])[1], (ARRAY['a', 'b', NULL])[3], (ARRAY['a', 'b', NULL])[0], (ARRAY['a', 'b', NULL])[-1], (ARRAY['a', 'b', NULL])[9]
SELECT (ARRAY['a', 'b', NULL])[1:2], (ARRAY['a', 'b', NULL])[2:], (ARRAY['a', 'b', NULL])[:1], (ARRAY['a', 'b', NULL])[0:1], (ARRAY['a', 'b', NULL])[3:2], (ARRAY['a', 'b', NULL])[5:9], (ARRAY['a', 'b', NULL])[-1:1], (ARRAY['a', 'b', NULL])[:]
SELECT (ARRAY['a', 'b', NULL])::text, array_to_string(ARRAY['a', 'b', NULL], ','), array_to_string(ARRAY['a', 'b', NULL], '|', '*')
SELECT array_reverse(ARRAY['a', 'b', NULL]), array_sort(ARRAY['a', 'b', NULL]), array_sort(ARRAY['a', 'b', NULL], true), array_sort(ARRAY['a', 'b', NULL], true, false)
SELECT unnest(ARRAY['a', 'b', NULL])
SELECT count(*) FROM unnest(ARRAY['a', 'b', NULL]) AS u WHERE u IS NOT NULL
SELECT ARRAY['a', 'b', NULL] || ARRAY['a', 'b', NULL], ARRAY['a', 'b', NULL] || NULL
SELECT u, n FROM unnest(ARRAY['a', 'b', NULL]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], array_length(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], 1), array_length(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], 2), array_ndims(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), array_dims(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), array_lower(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], 1), array_upper(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], 1), cardinality(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])
SELECT (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[1], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[3], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[0], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[-1], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[9]
SELECT (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[1:2], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[2:], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[:1], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[0:1], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[3:2], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[5:9], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[-1:1], (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])[:]
SELECT (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])::text, array_to_string(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], ','), array_to_string(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], '|', '*')
SELECT array_reverse(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), array_sort(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), array_sort(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], true), array_sort(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], true, false)
SELECT unnest(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'])
SELECT count(*) FROM unnest(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']) AS u WHERE u IS NOT NULL
SELECT ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'] || ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'] || NULL
SELECT u, n FROM unnest(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT '{}'::text[], array_length('{}'::text[], 1), array_length('{}'::text[], 2), array_ndims('{}'::text[]), array_dims('{}'::text[]), array_lower('{}'::text[], 1), array_upper('{}'::text[], 1), cardinality('{}'::text[])
SELECT ('{}'::text[])[1], ('{}'::text[])[3], ('{}'::text[])[0], ('{}'::text[])[-1], ('{}'::text[])[9]
SELECT ('{}'::text[])[1:2], ('{}'::text[])[2:], ('{}'::text[])[:1], ('{}'::text[])[0:1], ('{}'::text[])[3:2], ('{}'::text[])[5:9], ('{}'::text[])[-1:1], ('{}'::text[])[:]
SELECT ('{}'::text[])::text, array_to_string('{}'::text[], ','), array_to_string('{}'::text[], '|', '*')
SELECT array_reverse('{}'::text[]), array_sort('{}'::text[]), array_sort('{}'::text[], true), array_sort('{}'::text[], true, false)
SELECT unnest('{}'::text[])
SELECT count(*) FROM unnest('{}'::text[]) AS u WHERE u IS NOT NULL
SELECT '{}'::text[] || '{}'::text[], '{}'::text[] || NULL
SELECT u, n FROM unnest('{}'::text[]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[1.50, 2.05, NULL], array_length(ARRAY[1.50, 2.05, NULL], 1), array_length(ARRAY[1.50, 2.05, NULL], 2), array_ndims(ARRAY[1.50, 2.05, NULL]), array_dims(ARRAY[1.50, 2.05, NULL]), array_lower(ARRAY[1.50, 2.05, NULL], 1), array_upper(ARRAY[1.50, 2.05, NULL], 1), cardinality(ARRAY[1.50, 2.05, NULL])
SELECT (ARRAY[1.50, 2.05, NULL])[1], (ARRAY[1.50, 2.05, NULL])[3], (ARRAY[1.50, 2.05, NULL])[0], (ARRAY[1.50, 2.05, NULL])[-1], (ARRAY[1.50, 2.05, NULL])[9]
SELECT (ARRAY[1.50, 2.05, NULL])[1:2], (ARRAY[1.50, 2.05, NULL])[2:], (ARRAY[1.50, 2.05, NULL])[:1], (ARRAY[1.50, 2.05, NULL])[0:1], (ARRAY[1.50, 2.05, NULL])[3:2], (ARRAY[1.50, 2.05, NULL])[5:9], (ARRAY[1.50, 2.05, NULL])[-1:1], (ARRAY[1.50, 2.05, NULL])[:]
SELECT (ARRAY[1.50, 2.05, NULL])::text, array_to_string(ARRAY[1.50, 2.05, NULL], ','), array_to_string(ARRAY[1.50, 2.05, NULL], '|', '*')
SELECT array_reverse(ARRAY[1.50, 2.05, NULL]), array_sort(ARRAY[1.50, 2.05, NULL]), array_sort(ARRAY[1.50, 2.05, NULL], true), array_sort(ARRAY[1.50, 2.05, NULL], true, false)
SELECT unnest(ARRAY[1.50, 2.05, NULL])
SELECT count(*) FROM unnest(ARRAY[1.50, 2.05, NULL]) AS u WHERE u IS NOT NULL
SELECT ARRAY[1.50, 2.05, NULL] || ARRAY[1.50, 2.05, NULL], ARRAY[1.50, 2.05, NULL] || NULL
SELECT u, n FROM unnest(ARRAY[1.50, 2.05, NULL]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT '{}'::numeric(5,2)[], array_length('{}'::numeric(5,2)[], 1), array_length('{}'::numeric(5,2)[], 2), array_ndims('{}'::numeric(5,2)[]), array_dims('{}'::numeric(5,2)[]), array_lower('{}'::numeric(5,2)[], 1), array_upper('{}'::numeric(5,2)[], 1), cardinality('{}'::numeric(5,2)[])
SELECT ('{}'::numeric(5,2)[])[1], ('{}'::numeric(5,2)[])[3], ('{}'::numeric(5,2)[])[0], ('{}'::numeric(5,2)[])[-1], ('{}'::numeric(5,2)[])[9]
SELECT ('{}'::numeric(5,2)[])[1:2], ('{}'::numeric(5,2)[])[2:], ('{}'::numeric(5,2)[])[:1], ('{}'::numeric(5,2)[])[0:1], ('{}'::numeric(5,2)[])[3:2], ('{}'::numeric(5,2)[])[5:9], ('{}'::numeric(5,2)[])[-1:1], ('{}'::numeric(5,2)[])[:]
SELECT ('{}'::numeric(5,2)[])::text, array_to_string('{}'::numeric(5,2)[], ','), array_to_string('{}'::numeric(5,2)[], '|', '*')
SELECT array_reverse('{}'::numeric(5,2)[]), array_sort('{}'::numeric(5,2)[]), array_sort('{}'::numeric(5,2)[], true), array_sort('{}'::numeric(5,2)[], true, false)
SELECT unnest('{}'::numeric(5,2)[])
SELECT count(*) FROM unnest('{}'::numeric(5,2)[]) AS u WHERE u IS NOT NULL
SELECT '{}'::numeric(5,2)[] || '{}'::numeric(5,2)[], '{}'::numeric(5,2)[] || NULL
SELECT u, n FROM unnest('{}'::numeric(5,2)[]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], array_length(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], 1), array_length(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], 2), array_ndims(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31']), array_dims(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31']), array_lower(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], 1), array_upper(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], 1), cardinality(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])
SELECT (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[1], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[3], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[0], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[-1], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[9]
SELECT (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[1:2], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[2:], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[:1], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[0:1], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[3:2], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[5:9], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[-1:1], (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])[:]
SELECT (ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])::text, array_to_string(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], ','), array_to_string(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], '|', '*')
SELECT array_reverse(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31']), array_sort(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31']), array_sort(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], true), array_sort(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], true, false)
SELECT unnest(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'])
SELECT count(*) FROM unnest(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31']) AS u WHERE u IS NOT NULL
SELECT ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'] || ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'], ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31'] || NULL
SELECT u, n FROM unnest(ARRAY[DATE '2024-02-29', NULL, DATE '1999-12-31']) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[true, false, NULL], array_length(ARRAY[true, false, NULL], 1), array_length(ARRAY[true, false, NULL], 2), array_ndims(ARRAY[true, false, NULL]), array_dims(ARRAY[true, false, NULL]), array_lower(ARRAY[true, false, NULL], 1), array_upper(ARRAY[true, false, NULL], 1), cardinality(ARRAY[true, false, NULL])
SELECT (ARRAY[true, false, NULL])[1], (ARRAY[true, false, NULL])[3], (ARRAY[true, false, NULL])[0], (ARRAY[true, false, NULL])[-1], (ARRAY[true, false, NULL])[9]
SELECT (ARRAY[true, false, NULL])[1:2], (ARRAY[true, false, NULL])[2:], (ARRAY[true, false, NULL])[:1], (ARRAY[true, false, NULL])[0:1], (ARRAY[true, false, NULL])[3:2], (ARRAY[true, false, NULL])[5:9], (ARRAY[true, false, NULL])[-1:1], (ARRAY[true, false, NULL])[:]
SELECT (ARRAY[true, false, NULL])::text, array_to_string(ARRAY[true, false, NULL], ','), array_to_string(ARRAY[true, false, NULL], '|', '*')
SELECT array_reverse(ARRAY[true, false, NULL]), array_sort(ARRAY[true, false, NULL]), array_sort(ARRAY[true, false, NULL], true), array_sort(ARRAY[true, false, NULL], true, false)
SELECT unnest(ARRAY[true, false, NULL])
SELECT count(*) FROM unnest(ARRAY[true, false, NULL]) AS u WHERE u IS NOT NULL
SELECT ARRAY[true, false, NULL] || ARRAY[true, false, NULL], ARRAY[true, false, NULL] || NULL
SELECT u, n FROM unnest(ARRAY[true, false, NULL]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT ARRAY[1.5::float8, 'NaN', NULL, -0.25], array_length(ARRAY[1.5::float8, 'NaN', NULL, -0.25], 1), array_length(ARRAY[1.5::float8, 'NaN', NULL, -0.25], 2), array_ndims(ARRAY[1.5::float8, 'NaN', NULL, -0.25]), array_dims(ARRAY[1.5::float8, 'NaN', NULL, -0.25]), array_lower(ARRAY[1.5::float8, 'NaN', NULL, -0.25], 1), array_upper(ARRAY[1.5::float8, 'NaN', NULL, -0.25], 1), cardinality(ARRAY[1.5::float8, 'NaN', NULL, -0.25])
SELECT (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[1], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[3], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[0], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[-1], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[9]
SELECT (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[1:2], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[2:], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[:1], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[0:1], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[3:2], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[5:9], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[-1:1], (ARRAY[1.5::float8, 'NaN', NULL, -0.25])[:]
SELECT (ARRAY[1.5::float8, 'NaN', NULL, -0.25])::text, array_to_string(ARRAY[1.5::float8, 'NaN', NULL, -0.25], ','), array_to_string(ARRAY[1.5::float8, 'NaN', NULL, -0.25], '|', '*')
SELECT array_reverse(ARRAY[1.5::float8, 'NaN', NULL, -0.25]), array_sort(ARRAY[1.5::float8, 'NaN', NULL, -0.25]), array_sort(ARRAY[1.5::float8, 'NaN', NULL, -0.25], true), array_sort(ARRAY[1.5::float8, 'NaN', NULL, -0.25], true, false)
SELECT unnest(ARRAY[1.5::float8, 'NaN', NULL, -0.25])
SELECT count(*) FROM unnest(ARRAY[1.5::float8, 'NaN', NULL, -0.25]) AS u WHERE u IS NOT NULL
SELECT ARRAY[1.5::float8, 'NaN', NULL, -0.25] || ARRAY[1.5::float8, 'NaN', NULL, -0.25], ARRAY[1.5::float8, 'NaN', NULL, -0.25] || NULL
SELECT u, n FROM unnest(ARRAY[1.5::float8, 'NaN', NULL, -0.25]) WITH ORDINALITY AS t(u, n) ORDER BY n DESC
SELECT array_append(ARRAY[1, 2, 3], 9), array_prepend(9, ARRAY[1, 2, 3]), ARRAY[1, 2, 3] || 9, 9 || ARRAY[1, 2, 3], array_append(ARRAY[1, 2, 3], NULL), array_cat(ARRAY[1, 2, 3], '{7,8}')
SELECT array_position(ARRAY[1, 2, 3], 1), array_position(ARRAY[1, 2, 3], NULL), array_position(ARRAY[1, 2, 3], 9), array_position(ARRAY[1, 2, 3], 1, 2), array_positions(ARRAY[1, 2, 3], 1), array_positions(ARRAY[1, 2, 3], NULL)
SELECT array_remove(ARRAY[1, 2, 3], 1), array_remove(ARRAY[1, 2, 3], NULL), array_replace(ARRAY[1, 2, 3], 1, 5), array_replace(ARRAY[1, 2, 3], NULL, 0), array_replace(ARRAY[1, 2, 3], 2, NULL)
SELECT 1 = ANY (ARRAY[1, 2, 3]), 9 = ANY (ARRAY[1, 2, 3]), 1 <> ALL (ARRAY[1, 2, 3]), 0 < ALL (ARRAY[1, 2, 3]), 2 > ANY (ARRAY[1, 2, 3]), NULL = ANY (ARRAY[1, 2, 3]), 1 <> ANY (ARRAY[1, 2, 3]), 3 >= ALL (ARRAY[1, 2, 3])
SELECT ARRAY[1, 2, 3] = ARRAY[1, 2, 3], ARRAY[1, 2, 3] <> ARRAY[1, 2, 3], ARRAY[1, 2, 3] < ARRAY[1, 2, 3], ARRAY[1, 2, 3] >= ARRAY[1, 2, 3], ARRAY[1, 2, 3] @> ARRAY[1, 2, 3], ARRAY[1, 2, 3] <@ ARRAY[1, 2, 3], ARRAY[1, 2, 3] && ARRAY[1, 2, 3], ARRAY[1, 2, 3] IS NOT DISTINCT FROM ARRAY[1, 2, 3]
SELECT ARRAY[1, 2, 3] = ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] <> ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] < ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] >= ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] @> ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] <@ ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] && ARRAY[3, 1, NULL, 2], ARRAY[1, 2, 3] IS NOT DISTINCT FROM ARRAY[3, 1, NULL, 2]
SELECT ARRAY[1, 2, 3] = '{}'::int[], ARRAY[1, 2, 3] <> '{}'::int[], ARRAY[1, 2, 3] < '{}'::int[], ARRAY[1, 2, 3] >= '{}'::int[], ARRAY[1, 2, 3] @> '{}'::int[], ARRAY[1, 2, 3] <@ '{}'::int[], ARRAY[1, 2, 3] && '{}'::int[], ARRAY[1, 2, 3] IS NOT DISTINCT FROM '{}'::int[]
SELECT ARRAY[1, 2, 3] = ARRAY[NULL]::int[], ARRAY[1, 2, 3] <> ARRAY[NULL]::int[], ARRAY[1, 2, 3] < ARRAY[NULL]::int[], ARRAY[1, 2, 3] >= ARRAY[NULL]::int[], ARRAY[1, 2, 3] @> ARRAY[NULL]::int[], ARRAY[1, 2, 3] <@ ARRAY[NULL]::int[], ARRAY[1, 2, 3] && ARRAY[NULL]::int[], ARRAY[1, 2, 3] IS NOT DISTINCT FROM ARRAY[NULL]::int[]
SELECT ARRAY[1, 2, 3] = NULL::int[], ARRAY[1, 2, 3] <> NULL::int[], ARRAY[1, 2, 3] < NULL::int[], ARRAY[1, 2, 3] >= NULL::int[], ARRAY[1, 2, 3] @> NULL::int[], ARRAY[1, 2, 3] <@ NULL::int[], ARRAY[1, 2, 3] && NULL::int[], ARRAY[1, 2, 3] IS NOT DISTINCT FROM NULL::int[]
SELECT ARRAY[1, 2, 3] = ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] <> ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] < ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] >= ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] @> ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] <@ ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] && ARRAY[1, 1, 2, 1], ARRAY[1, 2, 3] IS NOT DISTINCT FROM ARRAY[1, 1, 2, 1]
SELECT array_append(ARRAY[3, 1, NULL, 2], 9), array_prepend(9, ARRAY[3, 1, NULL, 2]), ARRAY[3, 1, NULL, 2] || 9, 9 || ARRAY[3, 1, NULL, 2], array_append(ARRAY[3, 1, NULL, 2], NULL), array_cat(ARRAY[3, 1, NULL, 2], '{7,8}')
SELECT array_position(ARRAY[3, 1, NULL, 2], 1), array_position(ARRAY[3, 1, NULL, 2], NULL), array_position(ARRAY[3, 1, NULL, 2], 9), array_position(ARRAY[3, 1, NULL, 2], 1, 2), array_positions(ARRAY[3, 1, NULL, 2], 1), array_positions(ARRAY[3, 1, NULL, 2], NULL)
SELECT array_remove(ARRAY[3, 1, NULL, 2], 1), array_remove(ARRAY[3, 1, NULL, 2], NULL), array_replace(ARRAY[3, 1, NULL, 2], 1, 5), array_replace(ARRAY[3, 1, NULL, 2], NULL, 0), array_replace(ARRAY[3, 1, NULL, 2], 2, NULL)
SELECT 1 = ANY (ARRAY[3, 1, NULL, 2]), 9 = ANY (ARRAY[3, 1, NULL, 2]), 1 <> ALL (ARRAY[3, 1, NULL, 2]), 0 < ALL (ARRAY[3, 1, NULL, 2]), 2 > ANY (ARRAY[3, 1, NULL, 2]), NULL = ANY (ARRAY[3, 1, NULL, 2]), 1 <> ANY (ARRAY[3, 1, NULL, 2]), 3 >= ALL (ARRAY[3, 1, NULL, 2])
SELECT ARRAY[3, 1, NULL, 2] = ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] <> ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] < ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] >= ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] @> ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] <@ ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] && ARRAY[1, 2, 3], ARRAY[3, 1, NULL, 2] IS NOT DISTINCT FROM ARRAY[1, 2, 3]
SELECT ARRAY[3, 1, NULL, 2] = ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] <> ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] < ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] >= ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] @> ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] <@ ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] && ARRAY[3, 1, NULL, 2], ARRAY[3, 1, NULL, 2] IS NOT DISTINCT FROM ARRAY[3, 1, NULL, 2]
SELECT ARRAY[3, 1, NULL, 2] = '{}'::int[], ARRAY[3, 1, NULL, 2] <> '{}'::int[], ARRAY[3, 1, NULL, 2] < '{}'::int[], ARRAY[3, 1, NULL, 2] >= '{}'::int[], ARRAY[3, 1, NULL, 2] @> '{}'::int[], ARRAY[3, 1, NULL, 2] <@ '{}'::int[], ARRAY[3, 1, NULL, 2] && '{}'::int[], ARRAY[3, 1, NULL, 2] IS NOT DISTINCT FROM '{}'::int[]
SELECT ARRAY[3, 1, NULL, 2] = ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] <> ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] < ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] >= ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] @> ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] <@ ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] && ARRAY[NULL]::int[], ARRAY[3, 1, NULL, 2] IS NOT DISTINCT FROM ARRAY[NULL]::int[]
SELECT ARRAY[3, 1, NULL, 2] = NULL::int[], ARRAY[3, 1, NULL, 2] <> NULL::int[], ARRAY[3, 1, NULL, 2] < NULL::int[], ARRAY[3, 1, NULL, 2] >= NULL::int[], ARRAY[3, 1, NULL, 2] @> NULL::int[], ARRAY[3, 1, NULL, 2] <@ NULL::int[], ARRAY[3, 1, NULL, 2] && NULL::int[], ARRAY[3, 1, NULL, 2] IS NOT DISTINCT FROM NULL::int[]
SELECT ARRAY[3, 1, NULL, 2] = ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] <> ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] < ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] >= ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] @> ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] <@ ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] && ARRAY[1, 1, 2, 1], ARRAY[3, 1, NULL, 2] IS NOT DISTINCT FROM ARRAY[1, 1, 2, 1]
SELECT array_append('{}'::int[], 9), array_prepend(9, '{}'::int[]), '{}'::int[] || 9, 9 || '{}'::int[], array_append('{}'::int[], NULL), array_cat('{}'::int[], '{7,8}')
SELECT array_position('{}'::int[], 1), array_position('{}'::int[], NULL), array_position('{}'::int[], 9), array_position('{}'::int[], 1, 2), array_positions('{}'::int[], 1), array_positions('{}'::int[], NULL)
SELECT array_remove('{}'::int[], 1), array_remove('{}'::int[], NULL), array_replace('{}'::int[], 1, 5), array_replace('{}'::int[], NULL, 0), array_replace('{}'::int[], 2, NULL)
SELECT 1 = ANY ('{}'::int[]), 9 = ANY ('{}'::int[]), 1 <> ALL ('{}'::int[]), 0 < ALL ('{}'::int[]), 2 > ANY ('{}'::int[]), NULL = ANY ('{}'::int[]), 1 <> ANY ('{}'::int[]), 3 >= ALL ('{}'::int[])
SELECT '{}'::int[] = ARRAY[1, 2, 3], '{}'::int[] <> ARRAY[1, 2, 3], '{}'::int[] < ARRAY[1, 2, 3], '{}'::int[] >= ARRAY[1, 2, 3], '{}'::int[] @> ARRAY[1, 2, 3], '{}'::int[] <@ ARRAY[1, 2, 3], '{}'::int[] && ARRAY[1, 2, 3], '{}'::int[] IS NOT DISTINCT FROM ARRAY[1, 2, 3]
SELECT '{}'::int[] = ARRAY[3, 1, NULL, 2], '{}'::int[] <> ARRAY[3, 1, NULL, 2], '{}'::int[] < ARRAY[3, 1, NULL, 2], '{}'::int[] >= ARRAY[3, 1, NULL, 2], '{}'::int[] @> ARRAY[3, 1, NULL, 2], '{}'::int[] <@ ARRAY[3, 1, NULL, 2], '{}'::int[] && ARRAY[3, 1, NULL, 2], '{}'::int[] IS NOT DISTINCT FROM ARRAY[3, 1, NULL, 2]
SELECT '{}'::int[] = '{}'::int[], '{}'::int[] <> '{}'::int[], '{}'::int[] < '{}'::int[], '{}'::int[] >= '{}'::int[], '{}'::int[] @> '{}'::int[], '{}'::int[] <@ '{}'::int[], '{}'::int[] && '{}'::int[], '{}'::int[] IS NOT DISTINCT FROM '{}'::int[]
SELECT '{}'::int[] = ARRAY[NULL]::int[], '{}'::int[] <> ARRAY[NULL]::int[], '{}'::int[] < ARRAY[NULL]::int[], '{}'::int[] >= ARRAY[NULL]::int[], '{}'::int[] @> ARRAY[NULL]::int[], '{}'::int[] <@ ARRAY[NULL]::int[], '{}'::int[] && ARRAY[NULL]::int[], '{}'::int[] IS NOT DISTINCT FROM ARRAY[NULL]::int[]
SELECT '{}'::int[] = NULL::int[], '{}'::int[] <> NULL::int[], '{}'::int[] < NULL::int[], '{}'::int[] >= NULL::int[], '{}'::int[] @> NULL::int[], '{}'::int[] <@ NULL::int[], '{}'::int[] && NULL::int[], '{}'::int[] IS NOT DISTINCT FROM NULL::int[]
SELECT '{}'::int[] = ARRAY[1, 1, 2, 1], '{}'::int[] <> ARRAY[1, 1, 2, 1], '{}'::int[] < ARRAY[1, 1, 2, 1], '{}'::int[] >= ARRAY[1, 1, 2, 1], '{}'::int[] @> ARRAY[1, 1, 2, 1], '{}'::int[] <@ ARRAY[1, 1, 2, 1], '{}'::int[] && ARRAY[1, 1, 2, 1], '{}'::int[] IS NOT DISTINCT FROM ARRAY[1, 1, 2, 1]
SELECT array_append(ARRAY[NULL]::int[], 9), array_prepend(9, ARRAY[NULL]::int[]), ARRAY[NULL]::int[] || 9, 9 || ARRAY[NULL]::int[], array_append(ARRAY[NULL]::int[], NULL), array_cat(ARRAY[NULL]::int[], '{7,8}')
SELECT array_position(ARRAY[NULL]::int[], 1), array_position(ARRAY[NULL]::int[], NULL), array_position(ARRAY[NULL]::int[], 9), array_position(ARRAY[NULL]::int[], 1, 2), array_positions(ARRAY[NULL]::int[], 1), array_positions(ARRAY[NULL]::int[], NULL)
SELECT array_remove(ARRAY[NULL]::int[], 1), array_remove(ARRAY[NULL]::int[], NULL), array_replace(ARRAY[NULL]::int[], 1, 5), array_replace(ARRAY[NULL]::int[], NULL, 0), array_replace(ARRAY[NULL]::int[], 2, NULL)
SELECT 1 = ANY (ARRAY[NULL]::int[]), 9 = ANY (ARRAY[NULL]::int[]), 1 <> ALL (ARRAY[NULL]::int[]), 0 < ALL (ARRAY[NULL]::int[]), 2 > ANY (ARRAY[NULL]::int[]), NULL = ANY (ARRAY[NULL]::int[]), 1 <> ANY (ARRAY[NULL]::int[]), 3 >= ALL (ARRAY[NULL]::int[])
SELECT ARRAY[NULL]::int[] = ARRAY[1, 2, 3], ARRAY[NULL]::int[] <> ARRAY[1, 2, 3], ARRAY[NULL]::int[] < ARRAY[1, 2, 3], ARRAY[NULL]::int[] >= ARRAY[1, 2, 3], ARRAY[NULL]::int[] @> ARRAY[1, 2, 3], ARRAY[NULL]::int[] <@ ARRAY[1, 2, 3], ARRAY[NULL]::int[] && ARRAY[1, 2, 3], ARRAY[NULL]::int[] IS NOT DISTINCT FROM ARRAY[1, 2, 3]
SELECT ARRAY[NULL]::int[] = ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] <> ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] < ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] >= ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] @> ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] <@ ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] && ARRAY[3, 1, NULL, 2], ARRAY[NULL]::int[] IS NOT DISTINCT FROM ARRAY[3, 1, NULL, 2]
SELECT ARRAY[NULL]::int[] = '{}'::int[], ARRAY[NULL]::int[] <> '{}'::int[], ARRAY[NULL]::int[] < '{}'::int[], ARRAY[NULL]::int[] >= '{}'::int[], ARRAY[NULL]::int[] @> '{}'::int[], ARRAY[NULL]::int[] <@ '{}'::int[], ARRAY[NULL]::int[] && '{}'::int[], ARRAY[NULL]::int[] IS NOT DISTINCT FROM '{}'::int[]
SELECT ARRAY[NULL]::int[] = ARRAY[NULL]::int[], ARRAY[NULL]::int[] <> ARRAY[NULL]::int[], ARRAY[NULL]::int[] < ARRAY[NULL]::int[], ARRAY[NULL]::int[] >= ARRAY[NULL]::int[], ARRAY[NULL]::int[] @> ARRAY[NULL]::int[], ARRAY[NULL]::int[] <@ ARRAY[NULL]::int[], ARRAY[NULL]::int[] && ARRAY[NULL]::int[], ARRAY[NULL]::int[] IS NOT DISTINCT FROM ARRAY[NULL]::int[]
SELECT ARRAY[NULL]::int[] = NULL::int[], ARRAY[NULL]::int[] <> NULL::int[], ARRAY[NULL]::int[] < NULL::int[], ARRAY[NULL]::int[] >= NULL::int[], ARRAY[NULL]::int[] @> NULL::int[], ARRAY[NULL]::int[] <@ NULL::int[], ARRAY[NULL]::int[] && NULL::int[], ARRAY[NULL]::int[] IS NOT DISTINCT FROM NULL::int[]
SELECT ARRAY[NULL]::int[] = ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] <> ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] < ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] >= ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] @> ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] <@ ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] && ARRAY[1, 1, 2, 1], ARRAY[NULL]::int[] IS NOT DISTINCT FROM ARRAY[1, 1, 2, 1]
SELECT array_append(NULL::int[], 9), array_prepend(9, NULL::int[]), NULL::int[] || 9, 9 || NULL::int[], array_append(NULL::int[], NULL), array_cat(NULL::int[], '{7,8}')
SELECT array_position(NULL::int[], 1), array_position(NULL::int[], NULL), array_position(NULL::int[], 9), array_position(NULL::int[], 1, 2), array_positions(NULL::int[], 1), array_positions(NULL::int[], NULL)
SELECT array_remove(NULL::int[], 1), array_remove(NULL::int[], NULL), array_replace(NULL::int[], 1, 5), array_replace(NULL::int[], NULL, 0), array_replace(NULL::int[], 2, NULL)
SELECT 1 = ANY (NULL::int[]), 9 = ANY (NULL::int[]), 1 <> ALL (NULL::int[]), 0 < ALL (NULL::int[]), 2 > ANY (NULL::int[]), NULL = ANY (NULL::int[]), 1 <> ANY (NULL::int[]), 3 >= ALL (NULL::int[])
SELECT NULL::int[] = ARRAY[1, 2, 3], NULL::int[] <> ARRAY[1, 2, 3], NULL::int[] < ARRAY[1, 2, 3], NULL::int[] >= ARRAY[1, 2, 3], NULL::int[] @> ARRAY[1, 2, 3], NULL::int[] <@ ARRAY[1, 2, 3], NULL::int[] && ARRAY[1, 2, 3], NULL::int[] IS NOT DISTINCT FROM ARRAY[1, 2, 3]
SELECT NULL::int[] = ARRAY[3, 1, NULL, 2], NULL::int[] <> ARRAY[3, 1, NULL, 2], NULL::int[] < ARRAY[3, 1, NULL, 2], NULL::int[] >= ARRAY[3, 1, NULL, 2], NULL::int[] @> ARRAY[3, 1, NULL, 2], NULL::int[] <@ ARRAY[3, 1, NULL, 2], NULL::int[] && ARRAY[3, 1, NULL, 2], NULL::int[] IS NOT DISTINCT FROM ARRAY[3, 1, NULL, 2]
SELECT NULL::int[] = '{}'::int[], NULL::int[] <> '{}'::int[], NULL::int[] < '{}'::int[], NULL::int[] >= '{}'::int[], NULL::int[] @> '{}'::int[], NULL::int[] <@ '{}'::int[], NULL::int[] && '{}'::int[], NULL::int[] IS NOT DISTINCT FROM '{}'::int[]
SELECT NULL::int[] = ARRAY[NULL]::int[], NULL::int[] <> ARRAY[NULL]::int[], NULL::int[] < ARRAY[NULL]::int[], NULL::int[] >= ARRAY[NULL]::int[], NULL::int[] @> ARRAY[NULL]::int[], NULL::int[] <@ ARRAY[NULL]::int[], NULL::int[] && ARRAY[NULL]::int[], NULL::int[] IS NOT DISTINCT FROM ARRAY[NULL]::int[]
SELECT NULL::int[] = NULL::int[], NULL::int[] <> NULL::int[], NULL::int[] < NULL::int[], NULL::int[] >= NULL::int[], NULL::int[] @> NULL::int[], NULL::int[] <@ NULL::int[], NULL::int[] && NULL::int[], NULL::int[] IS NOT DISTINCT FROM NULL::int[]
SELECT NULL::int[] = ARRAY[1, 1, 2, 1], NULL::int[] <> ARRAY[1, 1, 2, 1], NULL::int[] < ARRAY[1, 1, 2, 1], NULL::int[] >= ARRAY[1, 1, 2, 1], NULL::int[] @> ARRAY[1, 1, 2, 1], NULL::int[] <@ ARRAY[1, 1, 2, 1], NULL::int[] && ARRAY[1, 1, 2, 1], NULL::int[] IS NOT DISTINCT FROM ARRAY[1, 1, 2, 1]
SELECT array_append(ARRAY[1, 1, 2, 1], 9), array_prepend(9, ARRAY[1, 1, 2, 1]), ARRAY[1, 1, 2, 1] || 9, 9 || ARRAY[1, 1, 2, 1], array_append(ARRAY[1, 1, 2, 1], NULL), array_cat(ARRAY[1, 1, 2, 1], '{7,8}')
SELECT array_position(ARRAY[1, 1, 2, 1], 1), array_position(ARRAY[1, 1, 2, 1], NULL), array_position(ARRAY[1, 1, 2, 1], 9), array_position(ARRAY[1, 1, 2, 1], 1, 2), array_positions(ARRAY[1, 1, 2, 1], 1), array_positions(ARRAY[1, 1, 2, 1], NULL)
SELECT array_remove(ARRAY[1, 1, 2, 1], 1), array_remove(ARRAY[1, 1, 2, 1], NULL), array_replace(ARRAY[1, 1, 2, 1], 1, 5), array_replace(ARRAY[1, 1, 2, 1], NULL, 0), array_replace(ARRAY[1, 1, 2, 1], 2, NULL)
SELECT 1 = ANY (ARRAY[1, 1, 2, 1]), 9 = ANY (ARRAY[1, 1, 2, 1]), 1 <> ALL (ARRAY[1, 1, 2, 1]), 0 < ALL (ARRAY[1, 1, 2, 1]), 2 > ANY (ARRAY[1, 1, 2, 1]), NULL = ANY (ARRAY[1, 1, 2, 1]), 1 <> ANY (ARRAY[1, 1, 2, 1]), 3 >= ALL (ARRAY[1, 1, 2, 1])
SELECT ARRAY[1, 1, 2, 1] = ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] <> ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] < ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] >= ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] @> ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] <@ ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] && ARRAY[1, 2, 3], ARRAY[1, 1, 2, 1] IS NOT DISTINCT FROM ARRAY[1, 2, 3]
SELECT ARRAY[1, 1, 2, 1] = ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] <> ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] < ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] >= ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] @> ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] <@ ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] && ARRAY[3, 1, NULL, 2], ARRAY[1, 1, 2, 1] IS NOT DISTINCT FROM ARRAY[3, 1, NULL, 2]
SELECT ARRAY[1, 1, 2, 1] = '{}'::int[], ARRAY[1, 1, 2, 1] <> '{}'::int[], ARRAY[1, 1, 2, 1] < '{}'::int[], ARRAY[1, 1, 2, 1] >= '{}'::int[], ARRAY[1, 1, 2, 1] @> '{}'::int[], ARRAY[1, 1, 2, 1] <@ '{}'::int[], ARRAY[1, 1, 2, 1] && '{}'::int[], ARRAY[1, 1, 2, 1] IS NOT DISTINCT FROM '{}'::int[]
SELECT ARRAY[1, 1, 2, 1] = ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] <> ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] < ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] >= ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] @> ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] <@ ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] && ARRAY[NULL]::int[], ARRAY[1, 1, 2, 1] IS NOT DISTINCT FROM ARRAY[NULL]::int[]
SELECT ARRAY[1, 1, 2, 1] = NULL::int[], ARRAY[1, 1, 2, 1] <> NULL::int[], ARRAY[1, 1, 2, 1] < NULL::int[], ARRAY[1, 1, 2, 1] >= NULL::int[], ARRAY[1, 1, 2, 1] @> NULL::int[], ARRAY[1, 1, 2, 1] <@ NULL::int[], ARRAY[1, 1, 2, 1] && NULL::int[], ARRAY[1, 1, 2, 1] IS NOT DISTINCT FROM NULL::int[]
SELECT ARRAY[1, 1, 2, 1] = ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] <> ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] < ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] >= ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] @> ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] <@ ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] && ARRAY[1, 1, 2, 1], ARRAY[1, 1, 2, 1] IS NOT DISTINCT FROM ARRAY[1, 1, 2, 1]
SELECT array_append(ARRAY['a', 'b', NULL], 'z'), 'z' = ANY (ARRAY['a', 'b', NULL]), 'z' <> ALL (ARRAY['a', 'b', NULL]), 'a' LIKE ANY (ARRAY['a', 'b', NULL]), array_position(ARRAY['a', 'b', NULL], 'a'), array_remove(ARRAY['a', 'b', NULL], ''), ARRAY['a', 'b', NULL] @> ARRAY['a'], ARRAY['a', 'b', NULL] && '{b,zz}'
SELECT array_append(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], 'z'), 'z' = ANY (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), 'z' <> ALL (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), 'a' LIKE ANY (ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash']), array_position(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], 'a'), array_remove(ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'], ''), ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'] @> ARRAY['a'], ARRAY['b', '', 'a,c', 'NULL', 'x y', '"q"', 'back\slash'] && '{b,zz}'
SELECT array_append('{}'::text[], 'z'), 'z' = ANY ('{}'::text[]), 'z' <> ALL ('{}'::text[]), 'a' LIKE ANY ('{}'::text[]), array_position('{}'::text[], 'a'), array_remove('{}'::text[], ''), '{}'::text[] @> ARRAY['a'], '{}'::text[] && '{b,zz}'
SELECT '{1,2,3}'::text[]
SELECT '{1,2,3}'::int[]
SELECT '{1,2,3}'::text::text[], '{1,2,3}'::varchar[]
SELECT '{ 1 , 2 }'::text[]
SELECT '{ 1 , 2 }'::int[]
SELECT '{ 1 , 2 }'::text::text[], '{ 1 , 2 }'::varchar[]
SELECT '{}'::text[]
SELECT '{}'::int[]
SELECT '{}'::text::text[], '{}'::varchar[]
SELECT '{NULL,1}'::text[]
SELECT '{NULL,1}'::int[]
SELECT '{NULL,1}'::text::text[], '{NULL,1}'::varchar[]
SELECT '{null,NuLL,"null"}'::text[]
SELECT '{null,NuLL,"null"}'::int[]
SELECT '{null,NuLL,"null"}'::text::text[], '{null,NuLL,"null"}'::varchar[]
SELECT '{a,b c,"d,e","f\"g","h\\i"}'::text[]
SELECT '{a,b c,"d,e","f\"g","h\\i"}'::int[]
SELECT '{a,b c,"d,e","f\"g","h\\i"}'::text::text[], '{a,b c,"d,e","f\"g","h\\i"}'::varchar[]
SELECT '{"",x}'::text[]
SELECT '{"",x}'::int[]
SELECT '{"",x}'::text::text[], '{"",x}'::varchar[]
SELECT '{a b , c}'::text[]
SELECT '{a b , c}'::int[]
SELECT '{a b , c}'::text::text[], '{a b , c}'::varchar[]
SELECT '{a\,b}'::text[]
SELECT '{a\,b}'::int[]
SELECT '{a\,b}'::text::text[], '{a\,b}'::varchar[]
SELECT '{1,2'::text[]
SELECT '{1,2'::int[]
SELECT '{1,2'::text::text[], '{1,2'::varchar[]
SELECT '1,2}'::text[]
SELECT '1,2}'::int[]
SELECT '1,2}'::text::text[], '1,2}'::varchar[]
SELECT '{1,,2}'::text[]
SELECT '{1,,2}'::int[]
SELECT '{1,,2}'::text::text[], '{1,,2}'::varchar[]
SELECT '{"a}'::text[]
SELECT '{"a}'::int[]
SELECT '{"a}'::text::text[], '{"a}'::varchar[]
SELECT '{1,2}x'::text[]
SELECT '{1,2}x'::int[]
SELECT '{1,2}x'::text::text[], '{1,2}x'::varchar[]
SELECT '{,}'::text[]
SELECT '{,}'::int[]
SELECT '{,}'::text::text[], '{,}'::varchar[]
SELECT '{1,}'::text[]
SELECT '{1,}'::int[]
SELECT '{1,}'::text::text[], '{1,}'::varchar[]
SELECT '  {1}  '::text[]
SELECT '  {1}  '::int[]
SELECT '  {1}  '::text::text[], '  {1}  '::varchar[]
SELECT '{"a"b}'::text[]
SELECT '{"a"b}'::int[]
SELECT '{"a"b}'::text::text[], '{"a"b}'::varchar[]
SELECT '{a"b"}'::text[]
SELECT '{a"b"}'::int[]
SELECT '{a"b"}'::text::text[], '{a"b"}'::varchar[]
SELECT '{[}'::text[]
SELECT '{[}'::int[]
SELECT '{[}'::text::text[], '{[}'::varchar[]
SELECT '{{1,2},{3,4}}'::text[]
SELECT '{{1,2},{3,4}}'::int[]
SELECT '{{1,2},{3,4}}'::text::text[], '{{1,2},{3,4}}'::varchar[]
SELECT '[2:3]={1,2}'::text[]
SELECT '[2:3]={1,2}'::int[]
SELECT '[2:3]={1,2}'::text::text[], '[2:3]={1,2}'::varchar[]
SELECT '{1.5,2}'::text[]
SELECT '{1.5,2}'::int[]
SELECT '{1.5,2}'::text::text[], '{1.5,2}'::varchar[]
SELECT '{t,f,true,no}'::text[]
SELECT '{t,f,true,no}'::int[]
SELECT '{t,f,true,no}'::text::text[], '{t,f,true,no}'::varchar[]
SELECT '{1.5,2.5}'::numeric[], '{1.25,2}'::numeric(5,1)[], '{t,f}'::bool[], '{2024-01-01,NULL}'::date[], '{1e3,NaN}'::float8[]
SELECT '{2024-01-01 10:00:00,"2024-01-01 11:00"}'::timestamp[], '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'::uuid[], '{1 day,"2 hours"}'::interval[]
SELECT '{x}'::int[]
SELECT '{9999999999}'::int[]
SELECT ARRAY[1, NULL], ARRAY['a', 'b'], ARRAY[1, '2'], ARRAY[NULL, NULL], ARRAY[1::smallint, 2::bigint]
SELECT ARRAY[1, 'x']
SELECT ARRAY[1, true]
SELECT ARRAY[]
SELECT ARRAY[]::int[], ARRAY[]::text[], ARRAY[1, 2]::text[], ARRAY['1', '2']::int[], ARRAY[1.7, 2.2]::int[], ARRAY[1, 2]::numeric(4,1)[]
SELECT ARRAY[[1, 2], [3, 4]]
SELECT ARRAY[[1, 2], [3]]
SELECT (ARRAY[[1, 2], [3, 4]])[2][1]
SELECT array_ndims(ARRAY[[1, 2], [3, 4]]), array_length(ARRAY[[1, 2], [3, 4]], 2), array_dims(ARRAY[[1, 2], [3, 4]])
SELECT ARRAY[ARRAY[1], ARRAY[2]]
SELECT unnest(ARRAY[[1, 2], [3, 4]])
SELECT ARRAY(SELECT id FROM people ORDER BY id), ARRAY(SELECT name FROM people WHERE id < 3 ORDER BY id DESC), ARRAY(SELECT id FROM people WHERE false)
SELECT id, ARRAY(SELECT o.id FROM orders o WHERE o.person_id = p.id ORDER BY 1) FROM people p ORDER BY id
SELECT array_agg(id ORDER BY id), array_agg(age ORDER BY id), array_agg(DISTINCT team ORDER BY team), array_agg(name ORDER BY name DESC) FROM people
SELECT array_agg(id) FROM people WHERE false
SELECT array_agg(id ORDER BY id) FILTER (WHERE age > 30) FROM people
SELECT array_agg(age ORDER BY age DESC NULLS LAST, id) FROM people
SELECT team, array_agg(id ORDER BY id) FROM people GROUP BY team ORDER BY team
SELECT array_agg(ARRAY[id, 1] ORDER BY id) FROM people
SELECT array_agg(x ORDER BY x) FROM unnest(ARRAY[3, 1, 2]) x
SELECT a, b FROM unnest(ARRAY[1, 2, 3], ARRAY['x', 'y']) AS t(a, b)
SELECT * FROM unnest(ARRAY[1, 2], ARRAY[true, NULL, false]) WITH ORDINALITY AS t(a, b, n)
SELECT * FROM unnest('{}'::int[]) AS t(x)
SELECT * FROM unnest(NULL::text[]) AS t(x)
SELECT id, u FROM people, unnest(ARRAY[id, age]) AS u ORDER BY id, u
SELECT id, u FROM people LEFT JOIN LATERAL unnest(CASE WHEN id > 4 THEN ARRAY[id] END) AS u ON true ORDER BY id
SELECT unnest(ARRAY[1, 2]), unnest(ARRAY['a', 'b', 'c'])
SELECT unnest(ARRAY[1, 2]) + 10 AS x ORDER BY x DESC
SELECT string_to_array('a,b,,c', ','), string_to_array('a,b', NULL), string_to_array('', ','), string_to_array('abc', ''), string_to_array('a,*,b', ',', '*'), string_to_array(NULL, ',')
SELECT string_to_array('a--b--c', '--'), string_to_array('xx', 'xx'), string_to_array('1,2,3', ',')::int[]
SELECT array_fill(7, ARRAY[3]), array_fill(NULL::int, ARRAY[2]), array_fill('x'::text, ARRAY[0])
SELECT array_fill(1, ARRAY[2, 2])
SELECT array_fill(1, ARRAY[2], ARRAY[5])
SELECT array_fill(1, NULL)
SELECT trim_array(ARRAY[1, 2, 3], 2), trim_array(ARRAY[1, 2, 3], 0), trim_array(ARRAY[1], 1)
SELECT trim_array(ARRAY[1], 2)
SELECT trim_array(ARRAY[1], -1)
SELECT array_length(ARRAY[1], 0), array_upper('{}'::int[], 1), array_lower(ARRAY[1], 2)
SELECT cardinality(array_sample(ARRAY[1, 2, 3], 2)), array_length(array_shuffle(ARRAY[1, 2, 3]), 1)
SELECT array_cat(NULL::int[], NULL), array_cat(ARRAY[1], NULL), array_append(NULL, 1), array_prepend(1, NULL)
SELECT ARRAY[1, 2] || '{3}'::int[], '{1,2}'::int[] || 3, 0 || ARRAY[1]
SELECT ARRAY['a'] || 'b'
SELECT ARRAY['a'] || 'b'::text, 'z'::text || ARRAY['a'], ARRAY[1, 2] || NULL::int
SELECT ARRAY[1, 2] = ARRAY[1, 2]::bigint[]
SELECT ARRAY[1, 2] = '{1,2}', '{1,2}' = ARRAY[1, 2], ARRAY['a'] <> '{a}'
SELECT ARRAY[1.0, 2] = ARRAY[1, 2.00], ARRAY['a', 'B'] < ARRAY['a', 'b'], ARRAY[1, 2] < ARRAY[1, 2, 3], ARRAY[NULL::int] = ARRAY[NULL::int], ARRAY[1, NULL] < ARRAY[1, 2]
SELECT ARRAY[1, 2] @> ARRAY[]::int[], ARRAY[]::int[] <@ ARRAY[1], ARRAY[NULL, 1] @> ARRAY[NULL]::int[], ARRAY[NULL]::int[] && ARRAY[NULL]::int[], ARRAY[1, 1] <@ ARRAY[1]
SELECT ARRAY[1] = ARRAY['a']
SELECT ARRAY[1] @> ARRAY['a'::text]
SELECT 'a' = ANY (ARRAY['a', 'b']), 'a' = ANY ('{a,b}'), 5 = ANY ('{1,5}'), 1.5 = ANY (ARRAY[1, 2]), 2 = ANY (ARRAY[1.0, 2.0])
SELECT 1 = ANY (5)
SELECT 'a' ~ ANY (ARRAY['^a', 'b']), 'abc' LIKE ALL (ARRAY['a%', '%c']), 'abc' NOT LIKE ALL (ARRAY['b%', '%d']), 'ABC' ILIKE ANY (ARRAY['a%'])
SELECT id FROM people WHERE id = ANY (ARRAY[1, 3, 99]) ORDER BY id
SELECT id FROM people WHERE team = ANY (ARRAY['red', NULL]) ORDER BY id
SELECT id FROM people WHERE team <> ALL (ARRAY['red', 'green']) ORDER BY id
SELECT id FROM people WHERE id <> ALL (ARRAY[1, NULL]) ORDER BY id
SELECT id FROM people WHERE ARRAY[id, age] @> ARRAY[28] ORDER BY id
SELECT id FROM people WHERE name = ANY (string_to_array('Ann,bob', ',')) ORDER BY id
SELECT id FROM people ORDER BY ARRAY[age, -id], id
SELECT DISTINCT ARRAY[team] FROM people ORDER BY 1
SELECT ARRAY[team], count(*) FROM people GROUP BY ARRAY[team] ORDER BY 1
SELECT ARRAY[1] UNION SELECT ARRAY[1] UNION SELECT ARRAY[2] ORDER BY 1
SELECT ARRAY[1] UNION ALL SELECT '{2,3}'
SELECT coalesce(NULL::int[], '{1}'), CASE WHEN true THEN ARRAY[1] ELSE '{}' END, nullif(ARRAY[1], ARRAY[1])
SELECT greatest(ARRAY[1, 2], ARRAY[1, 3]), least(ARRAY[1], ARRAY[0, 5])
SELECT max(ARRAY[id]), min(ARRAY[id, age]) FROM people
SELECT (ARRAY[1, 2, 3])[1 + 1], (ARRAY[1, 2, 3])[NULL], (ARRAY[1, 2, 3])[NULL:2], (ARRAY['a', 'b'])[2::bigint::int]
SELECT (array_agg(name ORDER BY id))[2], (string_to_array('a-b-c', '-'))[3] FROM people
SELECT (ARRAY[1, 2, 3])[1][1]
SELECT (ARRAY[1, 2, 3])['x']
SELECT (5)[1]
SELECT ARRAY[1, 2] IS NULL, ARRAY[NULL::int] IS NULL, ARRAY[NULL::int] IS NOT NULL, NULL::int[] IS NULL
SELECT array_to_string(ARRAY[1.50, 2.25], ','), array_to_string(ARRAY[true, false], ','), array_to_string(ARRAY[DATE '2024-01-01'], ','), array_to_string(ARRAY[1e20::float8], ',')
SELECT array_to_string(ARRAY['a', NULL, 'b'], ''), array_to_string(ARRAY['a'], NULL), array_to_string('{}'::text[], ',')
SELECT ARRAY[TIMESTAMP '2024-01-01 10:00']::text, ARRAY[true]::text, ARRAY[1.50]::text, ARRAY['a"b', 'c\d', '', ' ']::text, ARRAY[INTERVAL '1 day 02:00']::text, ARRAY['{}']::text
SELECT ARRAY[1, 2]::text || 'x', 'x' || ARRAY[1, 2]::text, concat(ARRAY[1, 2], 'x'), format('%s', ARRAY[1, 2])
SELECT length(ARRAY['a', 'b']::text), ARRAY[1]::varchar(3), quote_literal(ARRAY[1]::text)
SELECT generate_subscripts(ARRAY['a', 'b', 'c'], 1)
SELECT s, (ARRAY['a', 'b'])[s] FROM generate_subscripts(ARRAY['a', 'b'], 1) AS s
SELECT array_agg(s) FROM generate_subscripts('{}'::int[], 1) s
SELECT array_agg(x) OVER (ORDER BY x) FROM (VALUES (1), (2), (3)) t(x)
SELECT string_agg(u::text, '-' ORDER BY u DESC) FROM unnest(ARRAY[1, 2, 3]) u
SELECT sum(u), avg(u), count(u), min(u) FROM unnest(ARRAY[1, 2, NULL, 4]) u
SELECT u.x FROM (SELECT ARRAY[1, 2] AS a) s, unnest(s.a) AS u(x)
SELECT width_bucket(5, ARRAY[1, 3, 7])
SELECT array_position(ARRAY['sun', 'mon', 'tue'], 'mon'), array_positions(ARRAY['A', 'A', 'B', 'A'], 'A'), array_position(ARRAY[1.5, 2], 2)
SELECT array_position('{}'::int[], 1), array_positions('{}'::int[], 1), array_position(NULL::int[], 1)
SELECT array_remove(ARRAY['a', 'b', NULL], NULL), array_replace(ARRAY['a', NULL], NULL, 'x'), array_remove(NULL::int[], 1)
SELECT array_larger(ARRAY[1], ARRAY[2])
SELECT ARRAY[1, 2, 3] = ALL (ARRAY[ARRAY[1]])
SELECT ARRAY[row(1, 'a')]
SELECT array_agg(p) FROM (SELECT 1 AS a) p
SELECT ARRAY['2024-01-01'::date, NULL] @> ARRAY['2024-01-01'::date], ARRAY[1.0] && ARRAY[1.00]
SELECT array_sort(ARRAY['b', 'A', 'a', 'B', NULL, 'é'])
SELECT array_upper(ARRAY[1, 2], 1) - array_lower(ARRAY[1, 2], 1) + 1
SELECT * FROM unnest(ARRAY['a', 'b']) x(n) JOIN people ON people.name = x.n
SELECT ARRAY[id] || age FROM people ORDER BY id
SELECT cardinality(NULL::int[]), array_length(NULL::int[], 1), array_ndims(NULL::int[])
SELECT '{1,2}'::int[] IN (ARRAY[1, 2], ARRAY[3]), ARRAY[1] BETWEEN ARRAY[0] AND ARRAY[2]
SELECT int4range(1, 5)
SELECT '{a,b}'::text[] = '{a,b}'::varchar[]
-- As engineers and agents ask.
SELECT width_bucket(age, ARRAY[18, 30, 50]), width_bucket(salary, ARRAY[1000, 5000]::numeric[]) FROM people ORDER BY id
SELECT array_agg(name ORDER BY id), array_agg(DISTINCT age ORDER BY age), array_agg(age) FILTER (WHERE age > 100), (array_agg(name ORDER BY salary DESC NULLS LAST))[1] FROM people
SELECT array_to_string(array_agg(coalesce(team, 'none') ORDER BY id), ','), array_to_string(ARRAY[1, NULL, 3], ',', '*'), array_to_string(ARRAY[1, NULL, 3], ',') FROM people
SELECT id, unnest(ARRAY['age', 'salary']) AS metric, unnest(ARRAY[age::numeric, salary]) AS value FROM people ORDER BY id, metric
SELECT format('%-8s|%8s|%3$s', 'a', 'b', 'c'), format('%%'), format('%2$s %1$s', 'x', 'y'), format('%s', NULL), format('%L', NULL), format('Hello %s', VARIADIC ARRAY['x'])
SELECT array_length(string_to_array(note, ','), 1), (string_to_array(note, ','))[2], cardinality(string_to_array(note, ',')) FROM orders ORDER BY id
SELECT unnest(string_to_array('a,b,c', ',')) AS x, generate_subscripts(ARRAY['a', 'b', 'c'], 1) AS i
SELECT s, arr[s] FROM (SELECT ARRAY[10, 20, 30] AS arr) x, generate_subscripts(arr, 1) AS s
SELECT u.x, u.n FROM unnest(ARRAY['b', 'a', NULL]) WITH ORDINALITY AS u(x, n) ORDER BY u.n DESC
SELECT * FROM unnest(ARRAY[1, 2, 3], ARRAY['a', 'b']) WITH ORDINALITY AS t(n, s, i)
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) AS t(n, s)
SELECT id, tag, ord FROM (VALUES (1, ARRAY['x', 'y']), (2, '{}'::text[]), (3, NULL)) v(id, tags) LEFT JOIN LATERAL unnest(tags) WITH ORDINALITY AS u(tag, ord) ON true ORDER BY id, ord
SELECT ARRAY(SELECT name FROM people ORDER BY id), ARRAY(SELECT i FROM nothing), array_position(ARRAY['a', 'b'], 'b'), array_remove(ARRAY[1, 2, 1], 1), array_replace(ARRAY[1, 2], 2, 3), array_cat(ARRAY[1], ARRAY[2]), ARRAY[1, 2] || 3, ARRAY[1, 2] && ARRAY[2, 3], ARRAY[1, 2] @> ARRAY[1], 2 = ANY (ARRAY[1, 2]), array_dims(ARRAY[1, 2]), array_upper(ARRAY[1, 2], 1), (ARRAY[1, 2, 3])[2:]
SELECT array_agg(DISTINCT grp) FROM readings
SELECT string_agg(DISTINCT grp, ',' ORDER BY grp DESC), array_agg(DISTINCT val), array_agg(DISTINCT amount) FROM readings
SELECT lower(unnest(ARRAY['A', 'B'])) AS x, upper('q') AS y
SELECT (SELECT string_agg(x, '' ORDER BY i DESC) FROM unnest(string_to_array('abc', NULL)) WITH ORDINALITY AS u(x, i)) AS reversed
SELECT array_agg(x ORDER BY x) FROM unnest(ARRAY[3, 1, 2]) AS x
SELECT ARRAY(SELECT DISTINCT unnest(ARRAY[1, 2, 2, 3]) ORDER BY 1)
SELECT id, (SELECT max(v) FROM unnest(ARRAY[pos, val]) v) AS biggest FROM readings ORDER BY id
SELECT array_agg(ARRAY[id, age] ORDER BY id) FROM people WHERE id < 3
SELECT array_length(array_agg(id), 1), cardinality(array_agg(id)), array_ndims(ARRAY[[1,2],[3,4]]), (ARRAY[[1,2],[3,4]])[2][1] FROM people
SELECT unnest(array_agg(name ORDER BY id)) FROM people
SELECT string_agg(x::text, ',') FROM (SELECT unnest(ARRAY[3, 1, 2]) AS x ORDER BY 1) s
SELECT array_sort(ARRAY[3, 1, NULL, 2]), array_reverse(ARRAY[1, 2, 3]), array_sort(ARRAY['b', 'a'], true)
SELECT array_fill(0, ARRAY[3]), trim_array(ARRAY[1, 2, 3], 1), array_positions(ARRAY[1, 2, 1], 1), array_prepend(0, ARRAY[1]), array_lower(ARRAY[1, 2], 1), array_shuffle(ARRAY[1]), array_sample(ARRAY[1], 1)
SELECT (array_agg(name ORDER BY age DESC NULLS LAST))[1:2], (array_agg(DISTINCT team ORDER BY team))[1] FROM people
SELECT EXISTS (SELECT 1 FROM nothing), NOT EXISTS (SELECT 1 FROM people), (SELECT i FROM nothing), ARRAY(SELECT i FROM nothing) = '{}'
SELECT CASE WHEN salary >= 5000 THEN 'high' WHEN salary >= 1000 THEN 'mid' ELSE 'low' END AS tier, count(*), array_agg(name ORDER BY name) AS names, min(salary), max(salary), round(avg(salary), 2), round(stddev(salary), 2) FROM people GROUP BY tier ORDER BY tier
SELECT unnest(ARRAY[1, 2]) AS a, unnest(ARRAY['x', 'y', 'z']) AS b, generate_series(1, 2) AS c
SELECT id, i, arr[i] FROM (SELECT 1 AS id, ARRAY['a', 'b'] AS arr UNION ALL SELECT 2, ARRAY['c']) x, LATERAL generate_subscripts(arr, 1) AS i ORDER BY id, i
SELECT id, elem, nr FROM (VALUES (1, 'a,b'), (2, ''), (3, NULL)) t(id, csv), LATERAL unnest(string_to_array(csv, ',')) WITH ORDINALITY AS u(elem, nr) ORDER BY id, nr
SELECT array_agg(DISTINCT x ORDER BY x DESC) FROM unnest(ARRAY[1, 3, 2, 3, NULL]) x
SELECT array_agg(val ORDER BY val) FILTER (WHERE val IS NOT NULL) AS vals, (array_agg(val ORDER BY val DESC NULLS LAST))[1:3] AS top3, array_length(array_agg(val), 1), array_position(array_agg(val ORDER BY id), 20) FROM readings
SELECT ARRAY[1, 2, 3] = ARRAY[1, 2, 3], ARRAY[1, 2] < ARRAY[1, 3], 1 = ALL (ARRAY[1, 1]), 5 > ANY (ARRAY[10, 1]), NULL = ANY (ARRAY[1]), array_to_string(ARRAY[[1, 2], [3, 4]], ','), ARRAY[1, NULL] @> ARRAY[NULL]::int[], cardinality('{}'::int[]), array_length('{}'::int[], 1)
SELECT string_to_array('a|b|c', '|')@> ARRAY['b'], 'b' = ANY (string_to_array('a|b', '|')), array_cat('{1}'::int[], '{2,3}'), '{1,2}'::int[] || '{3}', (string_to_array('1,2,3', ',')::int[])[2] + 1
SELECT width_bucket(val, (SELECT min(val) FROM readings), (SELECT max(val) + 1 FROM readings), 5) AS bucket, count(*), array_agg(val ORDER BY val) FROM readings WHERE val IS NOT NULL GROUP BY bucket ORDER BY bucket
SELECT grp, array_agg(val ORDER BY pos) FILTER (WHERE val IS NOT NULL), string_agg(val::text, '->' ORDER BY pos, id), min(val), max(val), max(val) - min(val) AS spread FROM readings GROUP BY grp ORDER BY grp
SELECT format('%s: %s', 'k', 1.50), format('%1$s-%1$s', 'x'), format('%10s|%-10s|', 'r', 'l'), format('%I.%I', 'my table', 'col'), format('%L', 'o''clock'), format('%s', ARRAY[1,2]), format('%s', true), format('%s%%', 50)
SELECT string_agg(DISTINCT team, ', '), count(DISTINCT team), array_agg(DISTINCT age), array_to_string(array_agg(DISTINCT left(name, 1)), '') FROM people
SELECT id FROM people WHERE age = ANY (ARRAY[28, 34]) AND team <> ALL (ARRAY['blue']) ORDER BY id
SELECT array_agg(x) FROM (SELECT id AS x FROM people ORDER BY salary DESC NULLS LAST, id) s
SELECT array_agg(id ORDER BY team NULLS FIRST, id DESC), string_agg(team, ',' ORDER BY team DESC, id) FROM people
SELECT team, array_agg(name ORDER BY name) FILTER (WHERE age > 30) FROM people GROUP BY team ORDER BY team
SELECT array_agg(x ORDER BY x) FROM jsonb_array_elements('[3, "a", null, 1, [1], {"q": 1}, true]') x
SELECT '{a,"b c",NULL,"NULL","d\"e",""}'::text[], ARRAY['a,b', 'c"d', 'e\f', '', NULL, 'null', '{x}'], '{{1,2},{3,4}}'::int[], '{1.50,2}'::numeric[], '{t,f}'::bool[], ARRAY[date '2024-01-01']
SELECT array_larger(NULL::int[], '{1}'), array_smaller('{1}'::int[], NULL), array_larger('{2}'::int[], '{1}'), array_smaller('{2}'::int[], '{1}'), array_larger('{NULL}'::int[], '{1}')
