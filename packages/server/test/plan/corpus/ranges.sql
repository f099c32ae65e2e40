-- Ranges: what they are made of, and their texts.
SELECT int4range(1, 5), int4range(1, 5, '[]'), int4range(1, 5, '()'), int4range(NULL, 5), int4range(1, NULL, '(]'), int4range(3, 3), int4range(3, 3, '[]')
SELECT int8range(1, 9223372036854775806), int8range(NULL, NULL), int8range(-5, -1, '(]')
SELECT numrange(1.5, 2.50), numrange(1.5, 2.5, '[]'), numrange(NULL, 'infinity'), numrange(1, 1, '[)'), numrange(1, 1, '[]')
SELECT daterange('2024-01-01', '2024-02-01'), daterange('2024-01-01', '2024-01-31', '[]'), daterange(NULL, '2024-01-01', '(]'), daterange('2024-02-28', 'infinity', '(]')
SELECT tsrange('2024-01-01', '2024-01-02 12:30:00.5'), tsrange('2024-01-01', NULL, '()'), tstzrange('2024-01-01 00:00+02', '2024-01-02 00:00+00', '[]')
SELECT '[1,5)'::int4range, ' ( 1 , 5 ] '::int4range, 'empty'::int4range, 'EMPTY'::numrange, '(,)'::int8range, '[,5]'::int4range, '[1.0,2.00)'::numrange
SELECT '["2024-01-01","2024-01-05"]'::daterange, '[2024-01-01 10:00, 2024-01-05)'::tsrange, '["2024-01-01 00:00:00+01",)'::tstzrange
SELECT '[5,1)'::int4range
SELECT '[1;5)'::int4range
SELECT '1,5)'::int4range
SELECT '[1,5'::int4range
SELECT '[1,5)x'::int4range
SELECT '[a,b)'::int4range
SELECT '[1,99999999999)'::int4range
SELECT int4range(5, 1)
SELECT int4range(1, 5, 'x')
SELECT int4range(1, 5, NULL)
SELECT int4range(1, 2147483647, '[]')
SELECT CAST('[3,7)' AS int4range)::text, int4range(1, 5)::text || '!', length(int4range(1, 5)::text)
SELECT pg_typeof(int4range(1, 5)), pg_typeof(lower(int4range(1, 5))), pg_typeof(upper(daterange(NULL, '2024-01-01')))
-- Their ends.
SELECT lower(int4range(1, 5)), upper(int4range(1, 5)), lower('empty'::int4range), upper('[1,)'::int4range), lower(numrange(1.10, 2))
SELECT lower(daterange('2024-01-01', '2024-02-01')), upper(daterange('2024-01-01', '2024-01-31', '[]')) - 1, upper(tsrange('2024-01-01', '2024-01-02')) - interval '1 hour'
SELECT lower_inc(int4range(1, 5)), upper_inc(int4range(1, 5)), lower_inf('(,5)'::int4range), upper_inf('[1,)'::int4range), upper_inc(numrange(1, 2, '[]')), isempty(int4range(1, 1)), isempty(int4range(1, 2)), lower_inc('empty'::int4range)
SELECT lower('ABC'), upper('abc'), lower(NULL::int4range), isempty(NULL::numrange)
-- Tests.
SELECT int4range(1, 5) @> 3, int4range(1, 5) @> 5, 1 <@ int4range(1, 5), 0 <@ int4range(1, 5), 'empty'::int4range @> 1, numrange(1, 2) @> 1.5, '(,)'::int4range @> 7
SELECT int4range(1, 10) @> int4range(2, 5), int4range(2, 5) <@ int4range(1, 10), int4range(1, 10) @> 'empty'::int4range, 'empty'::int4range @> int4range(1, 2), int4range(1, 5) @> int4range(3, NULL)
SELECT int4range(1, 5) && int4range(4, 8), int4range(1, 5) && int4range(5, 8), numrange(1, 5, '[]') && numrange(5, 8), 'empty'::int4range && int4range(1, 2), int4range(NULL, 2) && int4range(1, NULL)
SELECT int4range(1, 5) << int4range(5, 8), int4range(1, 6) << int4range(5, 8), int4range(7, 9) >> int4range(1, 7), int4range(1, 5) &< int4range(2, 5), int4range(1, 5) &> int4range(2, 5), int4range(2, 5) &> int4range(1, 3)
SELECT int4range(1, 5) -|- int4range(5, 8), int4range(1, 5) -|- int4range(6, 8), numrange(1, 2) -|- numrange(2, 3), numrange(1, 2, '[]') -|- numrange(2, 3), numrange(1, 2) -|- numrange(2, 3, '(]'), daterange('2024-01-01', '2024-01-31', '[]') -|- daterange('2024-02-01', NULL)
SELECT daterange('2024-01-01', '2024-02-01') @> '2024-01-15'::date, tsrange('2024-01-01', '2024-01-02') @> timestamp '2024-01-01 12:00', daterange('2024-01-01', '2024-02-01') && daterange('2024-01-31', NULL)
SELECT int8range(1, 5) @> 3::int8, int4range(1, 5) @> '3', int4range(1, 5) && '[2,3)', '[2,3)' <@ int4range(1, 5)
SELECT int8range(1, 5) @> 3
SELECT int4range(1, 5) && int8range(1, 5)
SELECT int4range(1, 5) = numrange(1, 5)
-- What is made of two.
SELECT int4range(1, 5) + int4range(4, 8), int4range(1, 5) + int4range(5, 8), int4range(1, 5) * int4range(4, 8), int4range(1, 5) * int4range(6, 8), int4range(1, 5) - int4range(4, 8), int4range(4, 8) - int4range(1, 5), int4range(1, 5) - int4range(1, 5)
SELECT int4range(1, 5) + int4range(6, 8)
SELECT int4range(1, 10) - int4range(4, 6)
SELECT numrange(1, 5, '[]') - numrange(3, 5), numrange(1, 5) - numrange(3, 7, '()'), numrange(1.0, 2) * numrange(1.00, 3), 'empty'::numrange + numrange(1, 2), numrange(1, 2) - 'empty', numrange(1, 2) * 'empty'
SELECT range_merge(int4range(1, 2), int4range(7, 9)), range_merge('empty'::int4range, int4range(7, 9)), range_merge(daterange('2024-01-01', '2024-01-02'), daterange('2023-01-01', NULL))
SELECT range_adjacent(int4range(1, 5), int4range(5, 8)), range_minus(int4range(1, 5), int4range(4, 8)), range_union(int4range(1, 5), int4range(4, 8)), range_intersect(int4range(1, 5), int4range(4, 8)), range_contains(int4range(1, 5), int4range(2, 3)), range_contains_elem(int4range(1, 5), 2), elem_contained_by_range(2, int4range(1, 5)), range_overlaps(int4range(1, 5), int4range(2, 3)), range_before(int4range(1, 5), int4range(7, 9)), range_after(int4range(1, 5), int4range(7, 9))
SELECT pg_input_is_valid('(1,4)', 'int4range'), pg_input_is_valid('(1,4', 'int4range'), pg_input_is_valid('[2024-01-01,)', 'daterange'), pg_input_is_valid('[x,)', 'daterange')
SELECT * FROM pg_input_error_info('(4,1)', 'int4range')
-- Order and equality.
SELECT int4range(1, 5) = int4range(1, 4, '[]'), numrange(1.0, 2) = numrange(1, 2.00), int4range(1, 5) <> int4range(1, 6), numrange(1, 2) < numrange(1, 2, '[]'), numrange(1, 2) < numrange(1, 3, '(]'), 'empty'::int4range < int4range(NULL, 1), int4range(NULL, 1) < int4range(-5, 0), int4range(1, NULL) > int4range(1, 2)
SELECT r FROM (VALUES (int4range(5, 9)), (int4range(NULL, 3)), ('empty'), (int4range(5, NULL)), (int4range(-7, 2)), (int4range(10, 12)), (NULL)) t(r) ORDER BY r
SELECT r FROM (VALUES (numrange(1.5, 9)), (numrange(1.50, 3)), (numrange(1.5, 3, '(]')), (numrange(-2, 3)), (numrange(10, 12))) t(r) ORDER BY r DESC
SELECT r, count(*) FROM (VALUES (int4range(1, 5)), (int4range(1, 4, '[]')), (int4range(2, 5)), (NULL)) t(r) GROUP BY r ORDER BY r
SELECT count(DISTINCT r) FROM (VALUES (numrange(1.0, 5)), (numrange(1, 5.00)), (numrange(2, 5))) t(r)
SELECT r FROM (VALUES (int4range(5, 9)), (int4range(1, 3))) t(r) WHERE r >= int4range(1, 2) AND r < int4range(5, 10) ORDER BY r
-- Over tables.
SELECT id, int4range(age - 5, age + 5) FROM people ORDER BY id
SELECT p.id, q.id FROM people p JOIN people q ON int4range(p.age, p.age + 10) && int4range(q.age, q.age + 3) AND p.id < q.id ORDER BY 1, 2
SELECT id FROM people WHERE daterange('1990-01-01', '2000-01-01') @> born ORDER BY id
SELECT id, lower(tsrange(seen, seen + interval '1 day')) FROM people ORDER BY id
SELECT id, upper(numrange(salary, salary + 1, '[]')) FROM people ORDER BY id
SELECT ARRAY[int4range(1, 2), int4range(3, 4)], ROW(int4range(1, 2), 'x'), coalesce(NULL, int4range(1, 2)), CASE WHEN true THEN int4range(1, 2) ELSE 'empty' END
SELECT row_to_json(t), to_json(t.r) FROM (SELECT int4range(1, 5) AS r) t
