-- Multiranges, and aggregates of ranges.
SELECT '{[1,3),[5,8)}'::int4multirange, '{}'::int4multirange, '{[1,2],[2,4)}'::int4multirange, '{[5,8),[1,3)}'::int4multirange, '{empty}'::int4multirange, '{[1,3),empty,[3,5)}'::int4multirange, ' { [1,3) , (4,) } '::int4multirange, '{(,)}'::int4multirange
SELECT '{[1.5,2.5],(3,4)}'::nummultirange, '{[1,2),[2,3)}'::int8multirange, '{[2020-01-01,2020-01-03],[2020-01-04,2020-01-05)}'::datemultirange, '{["2020-01-01 00:00","2020-01-02 00:00")}'::tsmultirange, '{[2020-01-01 00:00+00,2020-01-02 00:00+00)}'::tstzmultirange
SELECT '{[1,3)'::int4multirange
SELECT '[1,3)'::int4multirange
SELECT '{[1,3),}'::int4multirange
SELECT '{[1,3) [5,8)}'::int4multirange
SELECT '{[3,1)}'::int4multirange
SELECT '{[a,b)}'::int4multirange
SELECT ''::int4multirange
SELECT int4multirange(), int4multirange(int4range(1, 3)), int4multirange(int4range(1, 3), int4range(2, 6)), int4multirange(int4range(9, 10), int4range(1, 3), 'empty'), nummultirange(numrange(1.1, 2.2)), datemultirange(daterange('2020-01-01', '2020-01-05'))
SELECT int4multirange(VARIADIC ARRAY[int4range(1, 3), int4range(7, 8)]), multirange(int4range(1, 3)), multirange('empty'::numrange), int4range(1, 5)::int4multirange, '[1,5)'::int4range::int4multirange
SELECT int4multirange(NULL::int4range)
SELECT int4multirange(int4range(1, 3), NULL)
SELECT lower(x), upper(x), isempty(x), lower_inc(x), upper_inc(x), lower_inf(x), upper_inf(x), range_merge(x) FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}'), ('{(,3)}'), ('{[1,)}'), (NULL)) t(x)
SELECT lower(x), upper(x), lower_inc(x), upper_inc(x), range_merge(x) FROM (VALUES ('{[1.5,3],(5,8]}'::nummultirange), ('{(1,2)}')) t(x)
SELECT x @> 6, x @> 3, 6 <@ x, x @> int4range(1, 2), x @> int4range(1, 6), x @> 'empty'::int4range, int4range(1, 9) @> x, x <@ int4range(1, 9), int4range(5, 6) <@ x, x @> '{[1,2)}'::int4multirange, '{}'::int4multirange <@ x FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}'), (NULL)) t(x)
SELECT x && int4range(3, 5), x && int4range(2, 5), int4range(7, 9) && x, x && '{[3,5)}'::int4multirange, x && '{[0,9)}'::int4multirange, x && 'empty'::int4range FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}')) t(x)
SELECT x << int4range(8, 9), x << int4range(7, 9), x >> int4range(0, 1), int4range(0, 1) << x, int4range(9, 10) >> x, x << '{[9,10)}'::int4multirange, x >> '{[-5,0)}'::int4multirange, x << 'empty'::int4range FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}')) t(x)
SELECT x &< int4range(2, 8), x &< int4range(2, 7), x &> int4range(1, 2), x &> int4range(2, 3), int4range(0, 8) &< x, int4range(1, 100) &> x, x &< '{[3,4)}'::int4multirange, x &> '{[0,1)}'::int4multirange FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}')) t(x)
SELECT x -|- int4range(8, 9), x -|- int4range(3, 4), x -|- int4range(0, 1), int4range(8, 9) -|- x, x -|- '{[8,9)}'::int4multirange, x -|- '{[3,4),[8,9)}'::int4multirange, x -|- 'empty'::int4range FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}')) t(x)
SELECT a + b, a - b, a * b, a = b, a <> b, a < b, a > b, a <= b, a >= b FROM (VALUES ('{[1,3),[5,8)}'::int4multirange, '{[2,6)}'::int4multirange), ('{[1,10)}', '{[3,5),[7,8)}'), ('{}', '{[1,2)}'), ('{[1,2)}', '{}'), ('{(,)}', '{[1,2)}'), ('{[1,3)}', '{[1,3),[5,6)}'), (NULL, '{}')) t(a, b)
SELECT '{[1.5,5.5]}'::nummultirange - '{(2,3)}'::nummultirange, '{[1,5]}'::nummultirange - '{[2,2]}'::nummultirange, '{(,)}'::nummultirange - '{[2,3)}'::nummultirange, '{[1,2),(2,3)}'::nummultirange + '{[2,2]}'::nummultirange, '{[2020-01-01,2020-02-01)}'::datemultirange * '{[2020-01-10,)}'::datemultirange
SELECT multirange_union('{[1,2)}'::int4multirange, '{[2,3)}'), multirange_minus('{[1,9)}'::int4multirange, '{[2,3)}'), multirange_intersect('{[1,9)}'::int4multirange, '{[2,3)}'), multirange_contains_elem('{[1,9)}'::int4multirange, 3), elem_contained_by_multirange(3, '{[1,2)}'::int4multirange)
SELECT unnest('{[1,3),[5,8)}'::int4multirange)
SELECT * FROM unnest('{[1,3),[5,8)}'::int4multirange) WITH ORDINALITY AS t(r, n)
SELECT x, lower(r), r * int4range(2, 6) FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}'), ('{[9,)}')) t(x), unnest(x) r ORDER BY 2
SELECT x FROM (VALUES ('{[1,3),[5,8)}'::int4multirange), ('{}'), ('{[1,3)}'), ('{(,1)}'), (NULL), ('{[1,4)}'), ('{[5,6)}')) t(x) ORDER BY x
SELECT x, count(*) FROM (VALUES ('{[1,3)}'::int4multirange), ('{[1,2]}'), ('{[1,2),[2,3)}'), ('{}')) t(x) GROUP BY x ORDER BY x
SELECT range_agg(x), range_intersect_agg(x) FROM (VALUES (int4range(1, 6)), (int4range(2, 5)), (int4range(4, 9)), (NULL)) t(x)
SELECT range_agg(x) FROM (VALUES (int4range(1, 3)), (int4range(8, 9)), ('empty'), (int4range(3, 4))) t(x)
SELECT range_agg(x), range_intersect_agg(x) FROM (VALUES ('{[1,5),[7,8)}'::int4multirange), ('{[3,8)}')) t(x)
SELECT range_agg(x), range_intersect_agg(x) FROM (SELECT int4range(1, 2) AS x WHERE false) t
SELECT range_agg(x), range_intersect_agg(x) FROM (VALUES (NULL::int4range), (NULL)) t(x)
SELECT range_intersect_agg(x) FROM (VALUES (int4range(1, 2)), (int4range(5, 6))) t(x)
SELECT good_id % 2, range_agg(daterange(sold, sold + units)) FROM sales GROUP BY 1 ORDER BY 1
SELECT unnest(range_agg(daterange(sold, sold + units, '[]'))) FROM sales ORDER BY 1
SELECT '{[1,3)}'::int4multirange::text, 'x' || '{[1,3)}'::int4multirange, to_json('{[1,3)}'::int4multirange), row('{[1,3),[5,6)}'::int4multirange), pg_typeof('{}'::int4multirange), pg_typeof(multirange(numrange(1, 2))), NULL::int4multirange
SELECT x::int4multirange FROM (VALUES ('{[1,3)}'), ('{}')) t(x)
SELECT x::int4multirange FROM (VALUES ('{[1,3'), ('{}')) t(x)
SELECT '{[1,3)}'::int4multirange @> 1.5
SELECT '{[1,3)}'::int4multirange + '{[1,3)}'::int8multirange
SELECT int4range(1, 3) + '{[1,3)}'::int4multirange
SELECT coalesce(NULL, '{[1,3)}'::int4multirange), greatest('{[1,3)}'::int4multirange, '{[2,3)}'), CASE WHEN true THEN '{}'::int4multirange END, '{[1,3)}'::int4multirange IN ('{[1,2]}')
