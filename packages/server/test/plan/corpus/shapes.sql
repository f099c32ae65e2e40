SELECT point(1, 2), '(1,2)'::point, ' 1.5 , -2e3 '::point, '( 1 , 2 )'::point, point '(NaN,Infinity)'
SELECT '[(1,2),(3,4)]'::lseg, '((1,2),(3,4))'::lseg, '(1,2),(3,4)'::lseg, '1,2,3,4'::lseg, lseg(point(0, 0), point(1, 1))
SELECT '{1,-1,0}'::line, '[(0,0),(1,1)]'::line, '((0,0),(0,5))'::line, line(point(0, 0), point(2, 0)), '{0.5,2,3}'::line
SELECT '(3,4),(1,2)'::box, '((1,2),(3,0))'::box, '1,2,3,4'::box, box(point(5, 0), point(0, 5)), box(point(1, 1))
SELECT '[(0,0),(1,1),(2,0)]'::path, '((0,0),(1,1),(2,0))'::path, '(0,0),(1,1)'::path, '0,0,1,1'::path, '(0,0,1,1,2,0)'::path
SELECT '((0,0),(0,3),(3,0))'::polygon, '0,0,1,0,1,1'::polygon, '(0,0),(1,1)'::polygon
SELECT '<(1,2),3>'::circle, '((1,2),3)'::circle, '(1,2),3'::circle, '1,2,3'::circle, circle(point(0, 0), 2.5)
SELECT '(1)'::point
SELECT 'a,b'::point
SELECT '(1,2'::point
SELECT '(1,2,3)'::point
SELECT ''::point
SELECT '{0,0,1}'::line
SELECT '[(1,1),(1,1)]'::line
SELECT line(point(1, 1), point(1, 1))
SELECT '<(0,0),-1>'::circle
SELECT '[(1,2)]'::lseg
SELECT '(1,2)'::box
SELECT '1e400,1'::point
SELECT point(1, 2) + point(3, 4), point(1, 2) - point(3, 4), point(1, 2) * point(3, 4), point(1, 2) / point(3, 4), box '(1,1),(0,0)' + point(2, 0), box '(1,1),(0,0)' * point(2, 0), circle '<(0,0),1>' * point(3, 0), circle '<(1,1),2>' + point(1, 1), path '[(0,0),(1,1)]' + point(1, 1), path '[(0,0),(1,1)]' + path '[(2,2),(3,3)]', path '((0,0),(1,1))' + path '[(2,2)]', circle '<(2,2),4>' / point(2, 0), box '(4,4),(2,2)' / point(2, 0)
SELECT point(1, 2) / point(0, 0)
SELECT point(0, 0) <-> point(3, 4), point(1, 1) <-> line '{1,-1,0}', point(0, 5) <-> lseg '[(0,0),(4,0)]', point(5, 5) <-> box '(1,1),(0,0)', point(3, 3) <-> path '[(0,0),(1,0),(1,1)]', point(5, 5) <-> polygon '((0,0),(0,1),(1,1),(1,0))', point(5, 0) <-> circle '<(0,0),2>', circle '<(0,0),1>' <-> circle '<(5,0),1>', box '(1,1),(0,0)' <-> box '(5,5),(4,4)', lseg '[(0,0),(1,0)]' <-> lseg '[(0,2),(1,3)]', line '{1,-1,0}' <-> line '{1,-1,5}', lseg '[(0,0),(1,0)]' <-> box '(5,5),(4,4)', polygon '((0,0),(1,0),(0,1))' <-> polygon '((4,4),(5,4),(4,5))', path '[(0,0),(1,1)]' <-> path '[(4,4),(5,5)]', circle '<(10,10),1>' <-> polygon '((0,0),(1,0),(0,1))', lseg '[(1,5),(2,6)]' <-> line '{0,1,0}'
SELECT box '(2,2),(0,0)' @> point(1, 1), point(1, 1) <@ circle '<(0,0),1>', circle '<(0,0),2>' @> circle '<(0,0),1>', polygon '((0,0),(0,4),(4,4),(4,0))' @> point(2, 2), polygon '((0,0),(0,4),(4,4),(4,0))' @> polygon '((1,1),(1,2),(2,2))', point(1, 0) <@ lseg '[(0,0),(2,0)]', point(1, 1) <@ line '{1,-1,0}', point(0.5, 0.5) <@ path '[(0,0),(1,1)]', lseg '[(0,0),(1,1)]' <@ box '(2,2),(0,0)', lseg '[(0,0),(1,1)]' <@ line '{1,-1,0}', box '(3,3),(0,0)' @> box '(2,2),(1,1)', polygon '((1,1),(1,2),(2,2))' <@ polygon '((0,0),(0,4),(4,4),(4,0))'
SELECT polygon '((0,0),(4,0),(4,4),(2,1),(0,4))' @> polygon '((1,0.5),(3,0.5),(2,0.8))', polygon '((0,0),(4,0),(4,4),(2,1),(0,4))' @> polygon '((1,0.5),(3,0.5),(2,3))', polygon '((0,0),(4,0),(4,4),(0,4))' @> polygon '((0,0),(4,0),(4,4))', polygon '((0,0),(4,0),(4,4),(0,4))' @> point(0, 2), polygon '((0,0),(4,0),(4,4),(0,4))' @> point(-1, 4), polygon '((0,0),(2,2),(4,0))' @> point(2, 1), polygon '((0,0),(2,2),(4,0))' @> point(2, 0)
SELECT box '(2,2),(0,0)' && box '(3,3),(1,1)', circle '<(0,0),1>' && circle '<(1,0),1>', polygon '((0,0),(2,0),(0,2))' && polygon '((1,1),(3,1),(1,3))', box '(1,1),(0,0)' << box '(3,3),(2,2)', box '(1,1),(0,0)' &< box '(3,3),(0,0)', point(0, 0) << point(1, 0), point(0, 5) |>> point(0, 1), point(0, 0) <<| point(0, 1), circle '<(0,0),1>' << circle '<(5,0),1>', polygon '((0,0),(1,0),(0,1))' |&> polygon '((0,-1),(1,-1),(0,-2))', box '(1,1),(0,0)' &> box '(3,3),(0,0)', box '(1,1),(0,0)' <<| box '(3,9),(2,8)', circle '<(0,9),1>' |>> circle '<(5,0),1>', circle '<(0,9),1>' &<| circle '<(5,0),1>', box '(1,1),(0,0)' <^ box '(3,3),(2,2)', box '(1,1),(0,0)' >^ box '(3,3),(2,2)'
SELECT point(1, 2) ~= point(1, 2), point(1, 2) <> point(1, 3), box '(1,1),(0,0)' = box '(2,2),(1,1)', box '(1,1),(0,0)' ~= box '(0,0),(1,1)', circle '<(0,0),1>' = circle '<(5,5),1>', circle '<(0,0),1>' < circle '<(0,0),2>', lseg '[(0,0),(1,1)]' = lseg '[(0,0),(1,1)]', lseg '[(0,0),(1,1)]' < lseg '[(0,0),(2,2)]', path '[(0,0),(1,1)]' = path '[(5,5),(6,6)]', polygon '((0,0),(1,0),(0,1))' ~= polygon '((1,0),(0,1),(0,0))', polygon '((0,0),(1,0),(0,1))' ~= polygon '((0,1),(1,0),(0,0))', line '{1,-1,0}' = line '{2,-2,0}', box '(1,1),(0,0)' < box '(2,2),(0,0)', circle '<(0,0),1>' <> circle '<(0,0),2>', path '[(0,0),(1,1)]' >= path '[(5,5)]', lseg '[(0,0),(1,1)]' >= lseg '[(0,0),(2,2)]'
SELECT point(1, 2) = point(1, 2)
SELECT point(1, 2) < point(1, 3)
SELECT polygon '((0,0),(1,0))' = polygon '((0,0),(1,0))'
SELECT ?- lseg '[(0,0),(1,0)]', ?| lseg '[(0,0),(0,1)]', point(1, 0) ?- point(2, 0), point(1, 0) ?| point(1, 5), lseg '[(0,0),(0,1)]' ?-| lseg '[(0,0),(1,0)]', lseg '[(0,0),(1,1)]' ?|| lseg '[(0,1),(1,2)]', lseg '[(0,0),(2,2)]' ?# lseg '[(0,2),(2,0)]', lseg '[(0,0),(2,2)]' ?# box '(1,1),(0,0)', line '{1,-1,0}' ?# box '(1,1),(0,0)', lseg '[(0,0),(2,2)]' ?# line '{1,1,-1}', line '{1,-1,0}' ?|| line '{2,-2,5}', line '{1,-1,0}' ?-| line '{1,1,0}', ?- line '{0,1,0}', ?| line '{1,0,0}', path '[(0,0),(2,2)]' ?# path '[(0,2),(2,0)]', box '(1,1),(0,0)' ?# box '(2,2),(1,1)', line '{1,-1,0}' ?# line '{1,1,0}'
SELECT lseg '[(0,0),(2,2)]' # lseg '[(0,2),(2,0)]', line '{1,-1,0}' # line '{1,1,-2}', box '(2,2),(0,0)' # box '(3,3),(1,1)', # path '[(0,0),(1,1),(2,2)]', # polygon '((0,0),(1,0),(0,1))', lseg '[(0,0),(1,0)]' # lseg '[(0,1),(1,1)]', box '(1,1),(0,0)' # box '(5,5),(4,4)'
SELECT point(0, 5) ## lseg '[(0,0),(4,0)]', point(3, 1) ## line '{1,-1,0}', point(5, 5) ## box '(1,1),(0,0)', lseg '[(5,5),(6,9)]' ## box '(1,1),(0,0)', lseg '[(0,1),(1,2)]' ## lseg '[(0,0),(4,0)]', line '{0,1,-3}' ## lseg '[(0,0),(1,1)]', point(0.5, 0.5) ## box '(1,1),(0,0)'
SELECT @-@ path '[(0,0),(3,4)]', @-@ lseg '[(0,0),(3,4)]', @-@ path '((0,0),(3,0),(3,4))', @@ box '(2,2),(0,0)', @@ circle '<(1,2),3>', @@ lseg '[(0,0),(2,4)]', @@ polygon '((0,0),(2,0),(2,2),(0,2))'
SELECT area(box '(2,3),(0,0)'), area(circle '<(0,0),2>'), area(path '((0,0),(2,0),(2,2),(0,2))'), area(path '[(0,0),(2,0),(2,2)]'), center(box '(2,2),(0,0)'), center(circle '<(1,2),3>'), diagonal(box '(2,2),(0,0)'), diameter(circle '<(1,2),3>'), height(box '(2,3),(0,0)'), width(box '(2,3),(0,0)'), isclosed(path '((0,0),(1,1))'), isopen(path '[(0,0),(1,1)]'), length(path '[(0,0),(3,4)]'), length(lseg '[(0,0),(3,4)]'), npoints(path '[(0,0),(1,1)]'), npoints(polygon '((0,0),(1,1))'), pclose(path '[(0,0),(1,1)]'), popen(path '((0,0),(1,1))'), radius(circle '<(1,2),3>'), slope(point(0, 0), point(2, 1)), slope(point(0, 0), point(0, 1)), bound_box(box '(1,1),(0,0)', box '(4,4),(3,3)')
SELECT box(circle '<(0,0),2>'), box(polygon '((0,0),(1,1),(2,0))'), circle(box '(1,1),(0,0)'), circle(polygon '((0,0),(2,0),(2,2),(0,2))'), lseg(box '(1,1),(0,0)'), path(polygon '((0,0),(1,1),(2,0))'), point(box '(2,2),(0,0)'), point(circle '<(1,2),3>'), point(lseg '[(0,0),(2,4)]'), point(polygon '((0,0),(2,0),(2,2),(0,2))'), polygon(box '(1,1),(0,0)'), polygon(path '((0,0),(1,1),(2,0))'), polygon(4, circle '<(0,0),1>')
SELECT polygon(path '[(0,0),(1,1)]')
SELECT polygon(1, circle '<(0,0),1>')
SELECT polygon(4, circle '<(0,0),0>')
SELECT point(1, 2)::box, box '(1,1),(0,0)'::circle, box '(2,2),(0,0)'::point, box '(1,1),(0,0)'::lseg, box '(1,1),(0,0)'::polygon, circle '<(0,0),2>'::point, lseg '[(0,0),(2,2)]'::point, polygon '((0,0),(1,1),(2,0))'::path, polygon '((0,0),(1,1),(2,0))'::box, path '((0,0),(1,1),(2,0))'::polygon
SELECT circle '<(0,0),2>'::lseg
SELECT point(1, 2)::int
SELECT point(1, 2)::text, 'p: ' || point(1, 2), length(point(1, 2)::text), '(1,2)'::text::point, format('%s', box '(1,1),(0,0)'), concat(point(1, 2), 'x')
SELECT (point(3, 4))[0], (point(3, 4))[1], (point(3, 4))[2], (box '(1,2),(3,4)')[0], (box '(1,2),(3,4)')[1], (lseg '[(1,2),(3,4)]')[0], ((box '(1,2),(3,4)')[0])[0]
SELECT pg_typeof(point(1, 2)), pg_typeof((point(1, 2))[0]), pg_typeof(point(1, 2) <-> point(2, 3)), pg_typeof(# path '[(0,0),(1,1)]')
SELECT to_json(point(1, 2)), to_jsonb(circle '<(0,0),1>'), json_build_object('p', point(1, 2)), array[point(1, 2), point(3, 4)], array_agg(p) FROM (VALUES (point(1, 2))) t(p)
SELECT row(point(1, 2), 1), row(box '(1,1),(0,0)')::text, array[point(1, 2)]::text
SELECT x, point(x, x * 2) AS p, point(x, x * 2) <-> point(0, 0) AS d FROM generate_series(1, 3) x ORDER BY point(x, x * 2) <-> point(0, 0) DESC
SELECT id, point(id, age) FROM people WHERE point(id, age) <@ box '(10,60),(0,20)' ORDER BY id
SELECT count(*), min(point(i, i) <-> point(0, 0)), max(area(circle(point(i, 0), i))) FROM numbers WHERE i > 0
SELECT p FROM (VALUES (point(1, 2)), (point(0, 1))) t(p) ORDER BY p
SELECT DISTINCT p FROM (VALUES (point(1, 2)), (point(0, 1))) t(p)
SELECT p, count(*) FROM (VALUES (point(1, 2)), (point(0, 1))) t(p) GROUP BY p
SELECT count(DISTINCT p) FROM (VALUES (point(1, 2))) t(p)
SELECT max(p) FROM (VALUES (point(1, 2))) t(p)
SELECT point(1, 2) IN (point(1, 2))
SELECT point(1, 2) UNION SELECT point(1, 2)
SELECT point(1, 2) UNION ALL SELECT point(3, 4)
SELECT CASE WHEN true THEN point(1, 2) END, coalesce(null, point(1, 2)), null::point, null::box + point(1, 1), point(null, 1), nullif(null, point(1, 2)) IS NULL
SELECT point(1, 2) IS NOT NULL, point '(1,2)' IS NULL, num_nulls(point(1, 2), null)
SELECT isparallel(lseg '[(0,0),(1,1)]', lseg '[(0,1),(1,2)]'), isperp(line '{1,-1,0}', line '{1,1,0}'), isvertical(point(1, 0), point(1, 5)), ishorizontal(lseg '[(0,0),(1,0)]'), isvertical(line '{1,0,0}'), point_distance(point(0, 0), point(3, 4)), box_overlap(box '(1,1),(0,0)', box '(2,2),(1,1)'), on_pb(point(1, 1), box '(2,2),(0,0)'), circle_contain(circle '<(0,0),2>', circle '<(0,0),1>'), point_add(point(1, 2), point(1, 1)), poly_overlap(polygon '((0,0),(2,0),(0,2))', polygon '((1,1),(3,1),(1,3))'), close_ps(point(0, 5), lseg '[(0,0),(4,0)]'), path_length(path '[(0,0),(3,4)]')
SELECT point(1e200, 0) * point(1e200, 0)
SELECT point(1e300, 1e300) <-> point(-1e300, 1)
SELECT 'point'::regtype, pg_input_is_valid('(1,2)', 'point'), pg_input_is_valid('x', 'box'), pg_input_is_valid('<(1,2),-1>', 'circle')
SELECT point(1.5, 2::int), point('1', '2'), point(1::numeric, 2::float4)
SELECT point('a', 1)
SELECT point(1)
SELECT '(1,2)' <-> point(0, 0), point(0, 0) <@ '(1,1),(0,0)'::box
SELECT p[0] AS x, p[1] AS y FROM (VALUES (point(1.5, 2.5)), (point(3, 4))) t(p) ORDER BY p[0]
SELECT avg(p[0]), count(p) FROM (VALUES (point(1.5, 2.5)), (point(3, 4))) t(p)
SELECT circle '<(0,0),2>'::polygon, polygon(circle '<(1,2),3>'), polygon(7, circle '<(0,1),2.5>'), polygon(0, circle '<(0,0),1>') IS NULL
SELECT polygon(5, c), c::polygon FROM (VALUES (circle '<(0,0),1>'), (circle '<(3,4),0.5>')) t(c)
SELECT polygon(2147483647, '<(1,2),0.5>'::circle)
