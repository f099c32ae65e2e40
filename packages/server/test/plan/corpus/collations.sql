-- Collations: all order by bytes, and conflict as PostgreSQL's do.
SELECT name COLLATE "C" < 'b' COLLATE "POSIX" FROM people
SELECT name COLLATE "C" < 'b' COLLATE "C" FROM people
SELECT name COLLATE "C" || 'b' COLLATE "POSIX" FROM people
SELECT name COLLATE "C" < 'b' COLLATE "default" FROM people
SELECT (name COLLATE "C") < (team COLLATE "POSIX") FROM people
SELECT upper((name COLLATE "C") || (team COLLATE "POSIX")) FROM people
SELECT a < b FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a || b FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s ORDER BY a || b
SELECT (a || b) COLLATE "C" FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s ORDER BY 1
SELECT a < name FROM (SELECT name COLLATE "C" AS a, name FROM people) s
SELECT a = b FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT max(a || b) FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT coalesce(a, b) < 'x' FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT CASE WHEN true THEN a ELSE b END FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT CASE WHEN true THEN a ELSE b END = 'x' FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT name COLLATE "C" FROM people UNION SELECT team COLLATE "POSIX" FROM people
SELECT name COLLATE "C" FROM people UNION ALL SELECT team COLLATE "POSIX" FROM people
SELECT name COLLATE "C" AS n FROM people UNION ALL SELECT team COLLATE "POSIX" FROM people ORDER BY n
SELECT name COLLATE "C" AS n FROM people UNION ALL SELECT team FROM people ORDER BY n
SELECT name FROM people ORDER BY name COLLATE "C"
SELECT name COLLATE "nosuch" FROM people
SELECT name COLLATE "en_US" FROM people LIMIT 0
SELECT name COLLATE "ucs_basic" FROM people ORDER BY 1
SELECT name COLLATE pg_catalog."C" FROM people ORDER BY 1
SELECT name COLLATE "pg_c_utf8" FROM people ORDER BY 1
SELECT name COLLATE "unicode" FROM people LIMIT 0
SELECT 1 COLLATE "C"
SELECT (1, 'a') COLLATE "C"
SELECT NULL COLLATE "C", 'x' COLLATE "C"
SELECT ARRAY['a','b'] COLLATE "C"
SELECT name COLLATE "C" COLLATE "POSIX" FROM people
SELECT name COLLATE "C" IN ('a' COLLATE "POSIX") FROM people
SELECT name COLLATE "C" LIKE 'a' COLLATE "POSIX" FROM people
SELECT concat(name COLLATE "C", team COLLATE "POSIX") FROM people
SELECT string_agg(name COLLATE "C", team COLLATE "POSIX") FROM people
SELECT greatest(name COLLATE "C", team COLLATE "POSIX") FROM people
SELECT rank('adam'::text COLLATE "C") WITHIN GROUP (ORDER BY name COLLATE "POSIX") FROM people
SELECT length(name COLLATE "C") = length(team COLLATE "POSIX") FROM people
SELECT (name COLLATE "C" = 'a') = (team COLLATE "POSIX" = 'b') FROM people
SELECT pg_collation_for(name), pg_collation_for(name COLLATE "C"), pg_collation_for('x') FROM people LIMIT 1
SELECT collation for (name COLLATE "POSIX") FROM people LIMIT 1
SELECT collation for (1)
SELECT min(name COLLATE "C"), max(name COLLATE "C") FROM people
SELECT DISTINCT name COLLATE "C" AS n FROM people ORDER BY n
SELECT team COLLATE "C", count(*) FROM people GROUP BY team COLLATE "C" ORDER BY 1
SELECT team COLLATE "C", count(*) FROM people GROUP BY team ORDER BY 1
SELECT p.name FROM people p JOIN words w ON p.name COLLATE "C" = w.w COLLATE "POSIX"
SELECT p.name FROM people p JOIN words w ON p.name COLLATE "C" = w.w
WITH RECURSIVE foo(x) AS (SELECT x FROM (VALUES('a' COLLATE "C"),('b')) t(x) UNION ALL SELECT (x || 'c') COLLATE "POSIX" FROM foo WHERE length(x) < 10) SELECT * FROM foo
SELECT (name COLLATE "C" || 'x') < (team COLLATE "POSIX") FROM people
SELECT (name COLLATE "C" || 'x') < team FROM people
SELECT lower(a || b) FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a LIKE b FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s GROUP BY a || b, a
SELECT DISTINCT a || b FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT nullif(a, b) FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a IS DISTINCT FROM b FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a IN (b, 'x') FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a BETWEEN b AND 'x' FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT a BETWEEN b COLLATE "C" AND 'x' FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT row_number() OVER (ORDER BY a || b) FROM (SELECT name COLLATE "C" AS a, team COLLATE "POSIX" AS b FROM people) s
SELECT (SELECT name COLLATE "C" FROM people WHERE id = 1) < team COLLATE "POSIX" FROM people
SELECT ARRAY[name COLLATE "C", team COLLATE "POSIX"] FROM people
SELECT ARRAY[name COLLATE "C"] = ARRAY[team COLLATE "POSIX"] FROM people
SELECT (name COLLATE "C")::varchar < team COLLATE "POSIX" FROM people
SELECT name FROM people ORDER BY name COLLATE "C" DESC, team COLLATE "POSIX" LIMIT 3
SELECT collation for (a), collation for (b), collation for (a || b) FROM (SELECT name COLLATE "C" AS a, team AS b FROM people) s LIMIT 1
SELECT collation for (upper(name COLLATE "ucs_basic")), collation for ('x'::text), collation for (NULL) FROM people LIMIT 1
SELECT pg_collation_for(max(name)) FROM people
SELECT pg_collation_for(max(name)) FROM people WHERE false
SELECT pg_collation_for(min(name COLLATE "C")) FROM people
SELECT pg_collation_for(max(name) || 'x') FROM people ORDER BY 1 LIMIT 3
SELECT pg_collation_for(unnest(ARRAY['a', 'b']))
SELECT upper(pg_collation_for(lower(name))) FROM people GROUP BY name ORDER BY name LIMIT 2
