VALUES ('10'::jsonb), ('9') ORDER BY column1
VALUES ('10'::jsonb), ('9') ORDER BY 1 DESC
SELECT j, count(*) FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('[1]'), (NULL)) v(j) GROUP BY j ORDER BY j
SELECT j -> 'a', count(*) FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('[1]'), (NULL)) v(j) GROUP BY j ORDER BY j
SELECT j ->> 'a' AS k, count(*), sum(n) FROM (VALUES ('{"a": 1}'::jsonb, 1), ('{"a":1}', 2), ('{"a": "x"}', 3)) v(j, n) GROUP BY k ORDER BY k
SELECT j -> 'a' AS k, count(*), sum(n) FROM (VALUES ('{"a": 1}'::jsonb, 1), ('{"a":1}', 2), ('{"a": "x"}', 3)) v(j, n) GROUP BY k ORDER BY k
SELECT j -> 'a' AS k, count(*) FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('{"a": "x"}')) v(j) GROUP BY 1 HAVING (j -> 'a') IS NOT NULL ORDER BY 1 DESC
SELECT j, n, count(*) FROM (VALUES ('{"a": 1}'::jsonb, 1), ('{"a":1}', 2), ('[]', 2)) v(j, n) GROUP BY ROLLUP (j, n) ORDER BY j, n, 3
SELECT j, grouping(j), count(*) FROM (VALUES ('{"a": 1}'::jsonb), (NULL)) v(j) GROUP BY CUBE (j) ORDER BY 2, 1
SELECT j, min(j::text), array_agg(j) FROM (VALUES ('2'::jsonb), ('2')) v(j) GROUP BY j
SELECT j, row_number() OVER (ORDER BY j DESC) FROM (VALUES ('2'::jsonb), ('10'), ('2')) v(j) GROUP BY j ORDER BY 2
SELECT j, (SELECT count(*) FROM l WHERE to_jsonb(l.a) = v.j) FROM (VALUES ('2'::jsonb), ('1')) v(j) GROUP BY j ORDER BY 1
SELECT upper(j::text) FROM (VALUES ('2'::jsonb), ('2')) v(j) GROUP BY j
SELECT DISTINCT j FROM (VALUES ('{"b": 1, "a": 2}'::jsonb), ('{"a": 2, "b": 1}'), ('10'), ('9'), (NULL), (NULL)) v(j) ORDER BY j
SELECT DISTINCT j, n FROM (VALUES ('1'::jsonb, 1), ('1', 1), ('1', 2)) v(j, n) ORDER BY n DESC
SELECT DISTINCT j -> 'a' FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('{"a": "x"}')) v(j)
SELECT DISTINCT jsonb_array_elements('[1, 2, 1, "a"]')
SELECT DISTINCT jsonb_agg(grp ORDER BY grp) FROM readings GROUP BY pos
SELECT count(DISTINCT j), count(DISTINCT j -> 'a') FROM (VALUES ('{"a": 1}'::jsonb), ('{"a":1}'), ('[1]'), (NULL)) v(j)
SELECT '1'::jsonb UNION SELECT '1' UNION SELECT '2' ORDER BY 1
SELECT '10'::jsonb AS x UNION ALL SELECT '9' ORDER BY x
SELECT '10'::jsonb AS x, 'a' AS y UNION SELECT '9', 'a' ORDER BY y, x DESC
SELECT '1'::jsonb UNION SELECT '1'::jsonb UNION ALL SELECT '1'
SELECT '1'::json UNION SELECT '1'::json
SELECT '1'::json UNION ALL SELECT '2'::json
SELECT DISTINCT '1'::json
SELECT count(*) FROM l GROUP BY '1'::json
SELECT count(DISTINCT '1'::json)
SELECT DISTINCT ON (j) j, n FROM (VALUES ('1'::jsonb, 1), ('1', 2), ('2', 3)) v(j, n) ORDER BY j DESC, n
SELECT count(*) OVER (PARTITION BY j), j FROM (VALUES ('1'::jsonb), ('1'), ('2')) v(j) ORDER BY 1, 2
SELECT rank() OVER (ORDER BY j), j FROM (VALUES ('10'::jsonb), ('9'), ('9')) v(j) ORDER BY 1
SELECT * FROM (VALUES ('1'::jsonb)) a(j) JOIN (VALUES ('1'::jsonb), ('2')) b(j) USING (j)
SELECT x FROM (SELECT '1'::jsonb AS x UNION SELECT '1') q
SELECT DISTINCT (j, 1) FROM (VALUES ('1'::jsonb), ('1')) v(j)
SELECT row(j) UNION SELECT row(j) FROM (VALUES ('1'::jsonb)) v(j)
SELECT ROW(j) AS r FROM (VALUES ('1'::jsonb)) v(j) UNION SELECT ROW('1'::jsonb)
-- What is distinct among jsonb in an array, and what is left of as many of the same.
SELECT array_agg(DISTINCT j)::text FROM (VALUES ('1'::jsonb), ('2'), ('1'), ('{"a":1}'), ('"x"'), ('[1]'), (NULL)) v(j)
SELECT array_agg(DISTINCT j ORDER BY j DESC)::text FROM (VALUES ('1'::jsonb), ('2'), ('1'), ('{"a":1}'), (NULL)) v(j)
SELECT cardinality(array_agg(DISTINCT j)) FROM (VALUES ('1'::jsonb), ('1.0'), ('2')) v(j)
SELECT i, array_agg(DISTINCT j)::text FROM (VALUES ('1'::jsonb, 1), ('2', 2), ('3', 2), ('3', 2)) v(j, i) GROUP BY i ORDER BY i
SELECT (array_agg(DISTINCT j) FILTER (WHERE i > 1))::text FROM (VALUES ('1'::jsonb, 1), ('2', 2), ('3', 3), ('3', 4)) v(j, i)
SELECT (array_agg(DISTINCT j))::text FROM (SELECT '1'::jsonb AS j WHERE false) v
SELECT j FROM (VALUES ('1'::jsonb), ('1'), ('2'), ('{"a": 1}')) v(j) INTERSECT ALL SELECT j FROM (VALUES ('1'::jsonb), ('{"a":1}'), ('1'), ('1')) w(j) ORDER BY 1
SELECT j FROM (VALUES ('1'::jsonb), ('1'), ('2'), ('{"a": 1}')) v(j) EXCEPT ALL SELECT j FROM (VALUES ('1'::jsonb), ('{"a":1}')) w(j) ORDER BY 1
SELECT j, i FROM (VALUES ('1'::jsonb, 1), ('1', 1), ('1', 2), (NULL, 3), (NULL, 3)) v(j, i) EXCEPT ALL SELECT j, i FROM (VALUES ('1.0'::jsonb, 1), (NULL, 3)) w(j, i) ORDER BY 2
SELECT c FROM (VALUES ('a'::char(3)), ('a'), ('b')) v(c) INTERSECT ALL SELECT c FROM (VALUES ('a '::char(3)), ('a')) w(c)
SELECT c FROM (VALUES ('a'::char(3)), ('a'), ('b')) v(c) EXCEPT ALL SELECT c FROM (VALUES ('a '::char(3))) w(c) ORDER BY 1
SELECT i FROM (VALUES (interval '1 month'), ('30 days'), ('1 day')) v(i) EXCEPT ALL SELECT interval '30 days' ORDER BY 1
SELECT i FROM (VALUES (interval '1 day'), ('1 day'), ('2 days')) v(i) INTERSECT ALL SELECT i FROM (VALUES (interval '24 hours'), ('1 day'), ('1 day')) v(i)
SELECT j FROM (VALUES ('1'::jsonb)) v(j) EXCEPT ALL (SELECT j FROM (VALUES ('2'::jsonb)) w(j) EXCEPT ALL SELECT '2'::jsonb)
SELECT count(*) FROM (SELECT j FROM (VALUES ('1'::jsonb), ('1')) v(j) EXCEPT ALL SELECT '1'::jsonb) q
