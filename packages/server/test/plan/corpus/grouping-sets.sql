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
