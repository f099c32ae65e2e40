-- What is not wanted must not raise: PostgreSQL's order of evaluation, in every place.
SELECT sum(10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT sum(10/b) FILTER (WHERE b<>0) OVER () FROM (VALUES (0),(1),(2)) t(b)
SELECT sum(x::int) FILTER (WHERE x ~ '^\d+$') FROM (VALUES ('a'),('1'),('2')) t(x)
SELECT avg(x::numeric) FILTER (WHERE x ~ '^\d+$') FROM (VALUES ('a'),('1'),('2')) t(x)
SELECT max(x::date) FILTER (WHERE x LIKE '2%'), count(x::date) FILTER (WHERE x LIKE '2%'), array_agg(x::date) FILTER (WHERE x LIKE '2%') FROM (VALUES ('a'),('2024-01-01'),(NULL)) t(x)
SELECT sum(sqrt(x)) FILTER (WHERE x >= 0), avg(ln(x)) FILTER (WHERE x > 0) FROM (VALUES (-1.0::float8),(0),(2)) t(x)
SELECT array_agg(10/b ORDER BY 10/b DESC) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT array_agg(DISTINCT 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT array_agg(DISTINCT 10/b ORDER BY 10/b DESC) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT string_agg((10/b)::text, ',' ORDER BY b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT mode() WITHIN GROUP (ORDER BY 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT rank(5) WITHIN GROUP (ORDER BY 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT json_agg(10/b ORDER BY b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT jsonb_object_agg(b::text, 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT count(*) FILTER (WHERE b<>0 AND 10/b > 5), count(*) FILTER (WHERE b=0 OR 10/b > 5) FROM (VALUES (0),(1),(2)) t(b)
SELECT count(DISTINCT 10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT sum(10.0/b) FILTER (WHERE b<>0)::text, max(10.0/b) FILTER (WHERE b <> 0)::text FROM (VALUES (0),(1),(3)) t(b)
SELECT bool_and(10/b > 1) FILTER (WHERE b<>0), every(10/b > 1) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT corr(10/b, b) FILTER (WHERE b<>0), stddev(10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b)
SELECT b, sum(10/b) FILTER (WHERE b<>0) FROM (VALUES (0),(1),(2)) t(b) GROUP BY b ORDER BY b
SELECT b, b=0 OR 10/b>5 FROM (VALUES (0),(1),(2),(NULL)) t(b)
SELECT b, b<>0 AND 10/b>5 FROM (VALUES (0),(1),(2),(NULL)) t(b)
SELECT b, NOT (b=0 OR 10/b>5) FROM (VALUES (0),(1),(2),(NULL)) t(b)
SELECT b FROM (VALUES (0),(1),(2),(NULL)) t(b) WHERE NOT (b=0 OR 10/b>5)
SELECT b, b<>0 AND 10/b>5 AND 100/(b-1)>3 FROM (VALUES (0),(2),(3),(NULL)) t(b)
SELECT b, b=0 OR 10/b>20 OR b=1 OR 100/(b-1)>3 OR b = 7 FROM (VALUES (0),(1),(2),(3),(NULL)) t(b)
SELECT b, (b=0 OR 10/b>5) IS TRUE, coalesce(b=0 OR 10/b>5, false), (b<>0 AND 10/b>1)::int FROM (VALUES (0),(1),(2),(NULL)) t(b)
SELECT b, b IN (0, 10/b), b NOT IN (0, 10/b), b IN (5, 0, 10/b) FROM (VALUES (0),(1),(2),(5)) t(b)
SELECT b FROM (VALUES (0),(1),(2),(5)) t(b) WHERE b IN (0, 10/b)
SELECT b FROM (VALUES (0),(1),(2),(5)) t(b) WHERE b NOT IN (0, 10/b)
SELECT b, b BETWEEN 1 AND 10/b, b NOT BETWEEN 1 AND 10/b FROM (VALUES (0),(1),(2),(5)) t(b)
SELECT b FROM (VALUES (0),(1),(2),(5)) t(b) WHERE b BETWEEN 1 AND 10/b
SELECT b FROM (VALUES (0),(1),(2),(5)) t(b) WHERE b NOT BETWEEN 1 AND 10/b
SELECT b, (b, 1) = (1, 10/b), (b, 1) < (1, 10/b) FROM (VALUES (1),(2),(5)) t(b)
SELECT b, ROW(b, 1) = ROW(1, 10/b) FROM (VALUES (0),(1),(2),(5)) t(b)
SELECT b, ROW(b, 1) <> ROW(1, 10/b), ROW(b, 1) > ROW(-1, 10/b) FROM (VALUES (0),(2),(5)) t(b)
SELECT CASE WHEN b<>0 AND 10/b>5 THEN 'y' WHEN b=0 OR 10/b<3 THEN 'z' ELSE 'n' END FROM (VALUES (0),(1),(2),(5)) t(b)
SELECT CASE b WHEN 0 THEN 1 WHEN 10/b THEN 2 ELSE 3 END FROM (VALUES (0),(1),(2),(5)) t(b)
SELECT coalesce(nullif(b, 0) * 10, 7/(b+1)), nullif(b, 0) / b FROM (VALUES (1),(2),(5)) t(b)
SELECT b FROM (VALUES (0),(1),(2),(5)) t(b) ORDER BY b=0 OR 10/b>4, b
SELECT b=0 OR 10/b>4, count(*) FROM (VALUES (0),(1),(2),(5)) t(b) GROUP BY b=0 OR 10/b>4 ORDER BY 1
SELECT b=0 OR 10/b>4 AS k, count(*) FROM (VALUES (0),(1),(2),(5)) t(b) GROUP BY 1 HAVING b=0 OR 10/b>4 ORDER BY 1
SELECT b FROM (VALUES (0),(1),(2),(5)) t(b) GROUP BY b HAVING NOT (b=0 OR 10/b>4) ORDER BY 1
SELECT DISTINCT ON (b<>0 AND 10/b>4) b FROM (VALUES (0),(1),(2),(5)) t(b) ORDER BY b<>0 AND 10/b>4, b
SELECT rank() OVER (ORDER BY b<>0 AND 10/b>4), count(*) OVER (PARTITION BY b=0 OR 10/b>4) FROM (VALUES (0),(1),(2),(5)) t(b)
SELECT t.b, u.c FROM (VALUES (0),(1),(2)) t(b) JOIN (VALUES (0),(1),(5)) u(c) ON t.b <> 0 AND u.c / t.b >= 1
SELECT t.b, u.c FROM (VALUES (0),(1),(2)) t(b) LEFT JOIN (VALUES (0),(1),(5)) u(c) ON t.b <> 0 AND u.c / t.b >= 1
SELECT t.b, u.c FROM (VALUES (0),(1),(2)) t(b) LEFT JOIN (VALUES (0),(1),(5)) u(c) ON NOT (t.b = 0 OR u.c / t.b >= 1)
SELECT x, x ~ '^\d+$' AND x::int > 1 FROM (VALUES ('a'),('1'),('2'),(NULL)) t(x)
SELECT x FROM (VALUES ('a'),('1'),('2'),(NULL)) t(x) WHERE x ~ '^\d+$' AND x::int > 1
SELECT x, x !~ '^\d+$' OR x::int > 1 FROM (VALUES ('a'),('1'),('2'),(NULL)) t(x)
SELECT x > 0 AND ln(x) > 0, x >= 0 AND sqrt(x) > 1 FROM (VALUES (-1.0::float8),(0),(3)) t(x)
SELECT i > 2147483000 OR i + 1000 > 5 FROM (VALUES (2147483647),(1)) t(i)
SELECT (SELECT b=0 OR 10/b>4) FROM (VALUES (0),(1)) t(b)
SELECT EXISTS (SELECT 1 FROM people WHERE id = b) AND 10/b > 1 FROM (VALUES (0),(1)) t(b)
SELECT CASE WHEN b<>0 THEN (SELECT 10/b) ELSE 0 END FROM (VALUES (0),(1)) t(b)
SELECT CASE WHEN b<>0 THEN (SELECT max(10/b) FROM people) ELSE 0 END FROM (VALUES (0),(1)) t(b)
SELECT coalesce(nullif(b,0)*0, (SELECT 1/(b+1))) FROM (VALUES (0),(1)) t(b)
SELECT b<>0 AND (SELECT 10/b) > 1 FROM (VALUES (0),(1)) t(b)
SELECT b=0 OR EXISTS (SELECT 1 FROM people WHERE id = 10/b) FROM (VALUES (0),(1),(5)) t(b)
SELECT b FROM (VALUES (0),(1),(5)) t(b) WHERE b=0 OR EXISTS (SELECT 1 FROM people WHERE id = 10/b)
SELECT b FROM (VALUES (0),(1),(5)) t(b) WHERE b<>0 AND (SELECT 10/b) > 1
SELECT sum(CASE WHEN b<>0 THEN 10/b END) FROM (VALUES (0),(1),(5)) t(b)
SELECT first_value(10/b) OVER (ORDER BY b) FROM (VALUES (0),(1),(5)) t(b) WHERE b <> 0
SELECT CASE WHEN min(b) <> 0 THEN 10/min(b) END, min(b) = 0 OR 10/min(b) > 1 FROM (VALUES (0),(1),(5)) t(b)
SELECT b FROM (VALUES (0),(1),(5)) t(b) GROUP BY b HAVING min(b) = 0 OR 10/min(b) > 5 ORDER BY 1
SELECT b <> 0 AND 10/b > 1 IS NOT NULL FROM (VALUES (0),(1),(5)) t(b)
SELECT b IS NULL OR b = 0 OR (b > 0 AND (10/b > 3 OR 10/(b-5) < 2)) FROM (VALUES (0),(1),(5),(NULL),(6)) t(b)
SELECT (array[1,2])[b] > 0 AND 1/(b-9) = 0 FROM (VALUES (0),(1),(9)) t(b)
SELECT x = 'a' OR x::boolean FROM (VALUES ('a'),('t'),('f'),(NULL)) t(x)
SELECT x = '' OR x::timestamp > '2024-01-01' FROM (VALUES (''),('2024-05-05')) t(x)
SELECT j = '' OR (j::json->>'a') = '1' FROM (VALUES (''),('{"a":1}')) t(j)
SELECT jsonb_object_agg(k, v) FILTER (WHERE k IS NOT NULL) FROM (VALUES ('a',1),(NULL,2)) t(k,v)
SELECT json_object_agg(k, v ORDER BY k) FILTER (WHERE k IS NOT NULL) FROM (VALUES ('a',1),(NULL,2)) t(k,v)
SELECT array_agg(DISTINCT 10/b) FROM (VALUES (1),(2)) t(b)
SELECT array_agg(DISTINCT x::int ORDER BY x::int DESC NULLS LAST) FROM (VALUES ('1'),('2'),(NULL)) t(x)
SELECT b FROM (VALUES (0),(1),(5)) t(b) GROUP BY b, b=0 OR 10/b>4 HAVING CASE WHEN b=0 OR 10/b>4 THEN true END ORDER BY 1
SELECT CASE WHEN a > 1 THEN 1 WHEN b<>0 THEN (SELECT 10/b) ELSE (SELECT 1/(b+1)) END FROM (VALUES (0,1),(1,2),(-1, 2)) t(b,a)
SELECT CASE b WHEN 0 THEN 0 ELSE (SELECT sum(i/b) FROM generate_series(1,3) i) END FROM (VALUES (0,1),(1,2),(-1, 2)) t(b,a)
SELECT coalesce(CASE WHEN b = 0 THEN 1 END, (SELECT 10/b)) FROM (VALUES (0),(2)) t(b)
SELECT CASE WHEN b<>0 THEN ARRAY(SELECT i/b FROM generate_series(1,3) i) END FROM (VALUES (0),(2)) t(b)
SELECT id, CASE WHEN age > 0 THEN (SELECT max(o.amount) / p.age FROM orders o WHERE o.person_id = p.id) END FROM people p WHERE id < 4
SELECT count(*) FROM (SELECT CASE WHEN i % 3 = 0 THEN 'a' || i ELSE i::text END AS x, i FROM generate_series(1, 20000) i) s WHERE x ~ '^[0-9]+$' AND x::int > 50 AND i > 2
SELECT count(*) FROM (SELECT CASE WHEN i > 15000 THEN 'a' || i ELSE i::text END AS x, i FROM generate_series(1, 20000) i) s WHERE x NOT LIKE 'a%' AND x::int > 15000
SELECT count(*) FROM (SELECT CASE WHEN i > 15000 THEN 'a' || i ELSE i::text END AS x, i FROM generate_series(1, 20000) i) s WHERE x LIKE 'a%' OR x::int > 150
SELECT count(*) FROM (SELECT i % 7 AS b, i FROM generate_series(1, 20000) i) s WHERE b <> 0 AND i / b > 5
SELECT count(*) FROM (SELECT i % 7 AS b, i FROM generate_series(1, 20000) i) s WHERE b = 0 OR i / b > 5
SELECT count(*) FROM (SELECT i - 10000 AS b, i FROM generate_series(1, 20000) i) s WHERE b > 0 AND ln(b) > 5 AND sqrt(b) > 1
SELECT count(*) FROM (SELECT i % 7 AS b, i FROM generate_series(1, 20000) i) s WHERE b IN (1, 2, 3) AND i / b > 5 AND (i + 0) % 5 = 1
