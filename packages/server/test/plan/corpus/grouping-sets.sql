SELECT grp, pos, count(*) FROM readings GROUP BY GROUPING SETS ((grp), (pos)) ORDER BY grp, pos
SELECT grp, pos, count(*) FROM readings GROUP BY GROUPING SETS ((grp, pos), (grp), ()) ORDER BY grp, pos, count(*)
SELECT grp, pos, sum(val) FROM readings GROUP BY ROLLUP (grp, pos) ORDER BY grp, pos, sum(val)
SELECT grp, pos, sum(val) FROM readings GROUP BY CUBE (grp, pos) ORDER BY grp, pos, sum(val)
SELECT grp, sum(val), grouping(grp) FROM readings GROUP BY ROLLUP (grp) ORDER BY grouping(grp), grp
SELECT grp, pos, grouping(grp), grouping(pos), grouping(grp, pos), grouping(pos, grp), count(*) FROM readings GROUP BY CUBE (grp, pos) ORDER BY 5, grp, pos
SELECT team, active, count(*), grouping(team, active) FROM people GROUP BY ROLLUP (team, active) ORDER BY grouping(team, active), team, active
SELECT team, count(*) FROM people GROUP BY GROUPING SETS (team, ()) ORDER BY team, count(*)
SELECT team, age % 2, count(*) FROM people GROUP BY GROUPING SETS ((team), (age % 2)) ORDER BY team, 2
SELECT team, sum(salary) FROM people GROUP BY ROLLUP (team) HAVING sum(salary) > 4100 ORDER BY team
SELECT team, sum(salary) FROM people GROUP BY ROLLUP (team) HAVING grouping(team) = 1
SELECT coalesce(team, 'all'), count(*) FROM people GROUP BY ROLLUP (team) ORDER BY 1, 2
SELECT CASE WHEN grouping(team) = 1 THEN 'total' ELSE team END AS label, count(*) FROM people GROUP BY ROLLUP (team) ORDER BY label, 2
SELECT count(*) FROM people GROUP BY GROUPING SETS ((), ()) 
SELECT count(*) FROM nothing GROUP BY GROUPING SETS ((), (i))
SELECT i, count(*) FROM nothing GROUP BY ROLLUP (i)
SELECT i, count(*) FROM nothing GROUP BY CUBE (i)
SELECT team, active, count(*) FROM people GROUP BY team, ROLLUP (active) ORDER BY team, active, 3
SELECT team, active, count(*) FROM people GROUP BY ROLLUP (team), CUBE (active) ORDER BY team, active, 3
SELECT team, active, age, count(*) FROM people GROUP BY ROLLUP ((team, active), age) ORDER BY team, active, age, 4
SELECT team, active, count(*) FROM people GROUP BY GROUPING SETS (ROLLUP (team, active), CUBE (team)) ORDER BY team, active, 3
SELECT team, active, count(*) FROM people GROUP BY DISTINCT ROLLUP (team, active), ROLLUP (team) ORDER BY team, active, 3
SELECT grouping(team) FROM people
SELECT team, name FROM people GROUP BY ROLLUP (team)
SELECT team, count(*), sum(count(*)) OVER () FROM people GROUP BY ROLLUP (team) ORDER BY team, 2
SELECT team, rank() OVER (PARTITION BY grouping(team) ORDER BY count(*) DESC) FROM people GROUP BY ROLLUP (team) ORDER BY 1, 2
SELECT a, b, sum(v) FROM (VALUES (1, 1, 10), (1, 2, 20), (2, 1, 30), (NULL, 1, 40)) t(a, b, v) GROUP BY CUBE (a, b) ORDER BY a, b, 3
SELECT a, grouping(a), sum(v) FROM (VALUES (1, 10), (NULL, 20)) t(a, v) GROUP BY ROLLUP (a) ORDER BY 2, 1
SELECT a + b AS c, sum(v) FROM (VALUES (1, 1, 10), (1, 2, 20), (2, 1, 30)) t(a, b, v) GROUP BY ROLLUP (a + b) ORDER BY 1
SELECT a, a + 1, count(*) FROM (VALUES (1), (2), (2)) t(a) GROUP BY ROLLUP (a) ORDER BY a
SELECT a IS NULL, count(*) FROM (VALUES (1), (2), (2)) t(a) GROUP BY ROLLUP (a) ORDER BY 1, 2
SELECT extract(year FROM day) AS y, extract(month FROM day) AS m, sum(amount) FROM readings GROUP BY ROLLUP (y, m) ORDER BY y, m, 3
SELECT grp, count(DISTINCT val) FROM readings GROUP BY ROLLUP (grp) ORDER BY grp, 2
SELECT grp, string_agg(id::text, ',' ORDER BY id) FROM readings GROUP BY ROLLUP (grp) ORDER BY grp, 2
SELECT grp, percentile_cont(0.5) WITHIN GROUP (ORDER BY val) FROM readings GROUP BY ROLLUP (grp) ORDER BY grp, 2
SELECT grp, sum(val) FILTER (WHERE pos = 1) FROM readings GROUP BY CUBE (grp) ORDER BY grp, 2
SELECT 1 AS one, count(*) FROM readings GROUP BY ROLLUP (1)
SELECT count(*) FROM readings GROUP BY GROUPING SETS ((grp, pos), (grp, pos)) ORDER BY 1
SELECT team, grouping(age) FROM people GROUP BY team
SELECT grouping(name) FROM people GROUP BY ROLLUP (team)
SELECT team, active, count(*) FROM people GROUP BY ALL ROLLUP (team, active), ROLLUP (team) ORDER BY team, active, 3
SELECT team, active, count(*), grouping(team, active) FROM people GROUP BY DISTINCT CUBE (team, active), GROUPING SETS ((team), (active, team), ()) ORDER BY team, active, 3, 4
SELECT team, active, count(*) FROM people GROUP BY DISTINCT GROUPING SETS ((team, active), (active, team), ROLLUP (team)) ORDER BY team, active, 3
SELECT team, active, count(*) FROM people GROUP BY DISTINCT (team, active), team ORDER BY team, active
SELECT team, count(*) FROM people GROUP BY DISTINCT ROLLUP ((team, active)) ORDER BY 1, 2
-- As engineers and agents ask.
SELECT team, count(*) FILTER (WHERE active) AS yes, count(*) FILTER (WHERE NOT active) AS no, count(*) FILTER (WHERE active IS NULL) AS unknown, sum(salary) FILTER (WHERE age < 30) AS young FROM people GROUP BY ROLLUP (team) ORDER BY team NULLS LAST, yes
SELECT grp, day, sum(val), grouping(grp, day), count(*) FROM readings GROUP BY GROUPING SETS ((grp), (day), ()) ORDER BY 4, 1, 2
SELECT grouping(team), team, coalesce(team, 'all'), count(*) FROM people GROUP BY CUBE (team) ORDER BY 1, 2
SELECT coalesce(team, 'TOTAL') AS team, sum(salary) FROM people GROUP BY GROUPING SETS ((team), ()) ORDER BY grouping(team), team
SELECT extract(year FROM day) AS y, extract(quarter FROM day) AS q, grp, count(*) FROM readings WHERE day IS NOT NULL GROUP BY CUBE (1, 2, 3) ORDER BY 1, 2, 3, 4
-- One expression under two names, and the group that a place is looked for in.
SELECT id, (generate_series(1,2) = 1) FROM people ORDER BY id LIMIT 4
select g as alias1, g as alias2 from generate_series(1,3) g group by alias1, rollup(alias2)
select g as alias1, g as alias2 from generate_series(1,3) g group by g, rollup(g) order by 1, 2
select g as a, g as b, g as c, grouping(g) from generate_series(1,2) g group by grouping sets ((g), ()) order by 1
select a as x, a as y, count(*) from l group by cube (x, y)
select a as x, a as y, sum(c) from l group by grouping sets ((x), (y), (x, y))
select a + 1 as x, a + 1 as y, count(*) from l group by rollup (x, y)
select grouping(a), a, array_agg(b order by b), rank(a) within group (order by b nulls first), rank(a) within group (order by b nulls last) from (values (1,1),(1,4),(1,5),(3,1),(3,2)) v(a,b) group by rollup (a) order by a
select a, dense_rank(a) within group (order by b), percent_rank(a) within group (order by b), cume_dist(a) within group (order by b) from (values (1,1),(1,4),(1,5),(3,1),(3,2)) v(a,b) group by rollup (a) order by a
select a, rank(3) within group (order by b) from (values (1,1),(1,4),(1,5),(3,1),(3,2)) v(a,b) group by rollup (a) order by a
select a, b, rank(a, b) within group (order by b, c) from (values (1,1,2),(1,4,3),(1,5,9),(3,1,1),(3,2,2)) v(a,b,c) group by rollup (a, b) order by a, b
select a, percentile_cont(a / 10.0) within group (order by b) from (values (1,1),(1,4),(1,5),(3,1),(3,2)) v(a,b) group by a order by a
select a, percentile_disc(a / 10.0) within group (order by b) from (values (1,1),(1,4),(1,5),(3,1),(3,2)) v(a,b) group by rollup(a) order by a
select (select grouping(v1)) from (values ((select 1))) v(v1) group by v1
select (select grouping(a, b)) g, a, b from (values (1,2),(1,3)) v(a,b) group by rollup (a, b) order by 2, 3
select a, (select grouping(a) + c from (values (10)) w(c)) from (values (1),(2)) v(a) group by rollup (a) order by 1
select(select (select grouping(e,f) from (values (1)) v2(c)) from (values (1,2)) v1(a,b) group by (a,b)) from (values(6,7)) v3(e,f) GROUP BY ROLLUP(e,f)
select(select (select grouping(a,b) from (values (1)) v2(c)) from (values (1,2)) v1(a,b) group by (a,b)) from (values(6,7)) v3(e,f) GROUP BY ROLLUP(e,f)
select(select (select grouping(c) from (values (1)) v2(c) group by c) from (values (1,2)) v1(a,b) group by (a,b)) from (values(6,7)) v3(e,f) GROUP BY ROLLUP(e,f)
select a from (values (1),(2)) v(a) group by rollup (a) having (select grouping(a)) = 1
select a from (values (1),(2)) v(a) group by rollup (a) order by (select grouping(a)), a
select grouping(a) from (values (1)) v(a)
select (select grouping(a)) from (values (1)) v(a)
select (select max(p.age) from l limit 1) from people p
SELECT * FROM (VALUES (1.0, 'a'), ('NaN', 'b')) v(x, y) GROUP BY x, y ORDER BY x
SELECT v.* FROM (VALUES ('{"a":1}'::jsonb), ('{"a":1.0}')) v(x) GROUP BY x ORDER BY x
SELECT v.*, count(*) FROM (VALUES (interval '1 day'), ('24:00')) v(x) GROUP BY x ORDER BY x
SELECT * FROM (VALUES ('a'::char(3)), ('a '), ('b')) v(x) GROUP BY ROLLUP (x) ORDER BY x
-- Outputs of the same value are grouped each by itself, whatever they are compared by.
SELECT 'k' AS a, 'k' AS b, i, count(*) FROM numbers GROUP BY GROUPING SETS ((1, 3), (2)) ORDER BY 1, 2, 3
SELECT 'k' AS a, 'k' AS b, i, count(*), grouping(i) FROM numbers GROUP BY GROUPING SETS ((2, 3), (1), (1, 2)) ORDER BY 1, 2, 3
SELECT 1 AS x, 1 AS y, 1 AS z, count(*) FROM numbers GROUP BY GROUPING SETS ((1), (2), (3), (1, 3)) ORDER BY 1, 2, 3, 4
SELECT NULL AS a, NULL AS e, count(*) FROM numbers GROUP BY CUBE (1, 2) ORDER BY 1, 2, 3
SELECT * FROM (SELECT i::text::char(3) AS a, i::text::char(3) AS b, count(*) FROM numbers GROUP BY GROUPING SETS ((1), (2), ())) q ORDER BY 1, 2, 3
SELECT * FROM (SELECT i * interval '1 day' AS a, i * interval '1 day' AS b, count(*) FROM numbers GROUP BY GROUPING SETS ((1), (2), ())) q ORDER BY 1, 2, 3
SELECT * FROM (SELECT to_jsonb(i) AS a, to_jsonb(i) AS b, count(*) FROM numbers GROUP BY GROUPING SETS ((1), (2), ())) q ORDER BY 1, 2, 3
SELECT * FROM (SELECT q.*, q.*, 1 FROM (SELECT i FROM numbers) q GROUP BY GROUPING SETS ((1), (2))) r(a, b, c) ORDER BY 1, 2
SELECT 1 FROM people GROUP BY GROUPING SETS ((), ())
SELECT 1 AS a GROUP BY GROUPING SETS ((), ())
SELECT 'x' FROM people WHERE id < 0 GROUP BY GROUPING SETS ((), (), ())
SELECT 1 FROM people GROUP BY GROUPING SETS ((), ()) HAVING false
SELECT pg_collation_for(max(name)), 1 FROM people GROUP BY GROUPING SETS ((), ())
