-- The functions that operators, extreme values and casts are made of.
SELECT int4pl(1, 2), int4mi(5, 7), int4mul(3, 4), int4div(7, 2), int4mod(7, -2), int4um(3), int4abs(-3), int8pl(1, 2)
SELECT int4larger(1, 2), int4smaller(1, 2), int4larger(NULL, 2), int4smaller(1, NULL), int8larger(5, 4), int2smaller(3::int2, 4::int2)
SELECT texteq('a', 'b'), textlike('abc', 'a%'), textnlike('abc', 'b%'), texticlike('ABC', 'a%'), textregexeq('abc', '^a'), textcat('a', 'b'), text_lt('a', 'b')
SELECT text_larger('a', 'b'), text_smaller('a', 'b'), text_larger('a', NULL), date_larger('2024-01-01', '2024-02-01'), float8smaller(1.5, 'NaN'), time_larger('10:00', '11:00')
SELECT numeric_add(1, 2.50), numeric_mul(1.5, 2), numeric_sub(1.5, 0.25), numeric_eq(1.0, 1), numeric_uminus(2.5)
SELECT numeric_div(1, 0)
SELECT int4div(1, 0)
SELECT int4pl(2147483647, 1)
SELECT float8div(1, 3), float8mul(2, 0.5), float48pl(1.5::float4, 2), float8um(1)
SELECT float8div(1, 0)
SELECT date_pli('2024-01-01', 3), date_mii('2024-01-01', 3), date_mi('2024-01-03', '2024-01-01'), timestamp_lt('2024-01-01', '2024-01-02'), interval_um('1 day'), interval_pl('1 day', '2 hours'), time_pl_interval('10:00', '1 hour')
SELECT jsonb_contains('{"a": 1}', '{}'), jsonb_exists('{"a": 1}', 'a'), jsonb_concat('[1]', '[2]'), jsonb_object_field('{"a": 1}', 'a'), json_array_element('[1, 2]', 1), jsonb_eq('1', '1.0')
SELECT jsonb_delete('["a", "b", "c"]', 'a', 'b'), jsonb_delete('["a", "b"]', VARIADIC array['a']), jsonb_delete('{"a": 1}', 'a'), jsonb_delete('[1, 2]', 0), jsonb_delete_path('{"a": {"b": 1}}', '{a,b}')
SELECT arrayoverlap(array[1], array[1, 2]), array_eq(array[1], array[1]), arraycontains(array[1, 2], array[2]), range_contains_elem(int4range(1, 3), 2), network_sub('10.0.0.1', '10.0.0.0/8'), booleq(true, false), byteacat('a', 'b')
SELECT i, int4pl(i, 1), int4larger(i, 2), numeric_mul(n, 2) FROM numbers ORDER BY i
SELECT int4pl('a', 1)
SELECT int4pl(1)
SELECT '\x616263'::bytea LIKE '\x6125'::bytea, ('abc'::bytea) ~~ ('a%'::bytea), ('abc'::bytea) !~~ ('a%'::bytea)
-- A null keeps its type.
SELECT NULL::int::date
SELECT NULL::bool::int8
SELECT NULL::date::int[]
SELECT NULL::int::text, NULL::text::date, NULL::numeric::int, pg_typeof(NULL::bool), pg_typeof(NULL), pg_typeof(NULL::int[])
SELECT coalesce(NULL::int, NULL::date)
SELECT pg_size_pretty('NaN'::numeric), pg_size_pretty('Infinity'::numeric), pg_size_pretty(10240::numeric)
SELECT '::1'::inet::name, '10.0.0.1'::inet::name, '10.0.0.1'::inet::text
