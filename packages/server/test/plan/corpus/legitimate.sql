-- Statements that must be planned and run under the dialect of their section, over the tables of tables.sql.
-- dialect duckdb
FROM people
FROM people SELECT name
SELECT * EXCLUDE (salary) FROM people
SELECT * REPLACE (upper(name) AS name) FROM people
SELECT * RENAME (name AS title) FROM people
SELECT COLUMNS('a.*') FROM people
SELECT COLUMNS(c -> c LIKE 'a%') FROM people
SELECT min(COLUMNS(*)) FROM people
SELECT [1, 2, 3], {'a': 1}, MAP {'k': 1}
SELECT [1, 2, 3][1], [1, 2, 3][-1], [1, 2, 3][1:2], 'abc'[1]
SELECT list_transform([1, 2], lambda x: x + 1), list_filter([1, 2], lambda x: x > 1), [x * 2 for x in [1, 2] if x > 1]
SELECT list_reduce([1, 2, 3], lambda a, b: a + b)
SELECT try_cast('x' AS INTEGER), TRY(1 / 0)
SELECT INTERVAL 1 day, INTERVAL (1 + 1) month
SELECT name, row_number() OVER (ORDER BY id) AS n FROM people QUALIFY n < 3
SELECT team, count(*) FROM people GROUP BY ALL ORDER BY ALL
SELECT median(age), quantile_cont(age, 0.9), mode(team), arg_max(name, age), approx_count_distinct(team) FROM people
SELECT histogram(team), list(name ORDER BY id), string_agg(name, ',') FROM people
SELECT first(name ORDER BY id), last(name ORDER BY id), any_value(name) FROM people
SELECT * FROM range(5)
SELECT * FROM range(1, 10, 2) AS r(x)
SELECT * FROM generate_series(1, 3)
SELECT * FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-03', INTERVAL 1 day)
SELECT unnest([1, 2, 3])
SELECT * FROM unnest([1, 2]) WITH ORDINALITY
SELECT unnest({'a': 1, 'b': 2}, recursive := true)
SELECT p.name, u FROM people p, unnest([p.id, p.age]) AS t(u)
SELECT * FROM people PIVOT (count(*) FOR team IN ('red', 'blue'))
SELECT * FROM (SELECT id, age, height FROM people) UNPIVOT (v FOR k IN (age, height))
UNPIVOT (SELECT id, age FROM people) ON age INTO NAME k VALUE v
SELECT * FROM people p ASOF JOIN orders o ON p.id >= o.person_id
SELECT * FROM people POSITIONAL JOIN orders
SELECT * FROM people SEMI JOIN orders ON people.id = orders.person_id
SELECT * FROM people ANTI JOIN orders ON people.id = orders.person_id
SELECT * FROM people TABLESAMPLE 50%
SELECT * FROM people USING SAMPLE 2
SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b
SELECT name FROM people LIMIT 50%
SELECT * FROM people ORDER BY age NULLS FIRST LIMIT 2 OFFSET 1
SELECT DISTINCT ON (team) team, name FROM people ORDER BY team, id
SELECT strftime(DATE '2024-01-31', '%Y/%m'), strptime('2024', '%Y'), date_diff('day', DATE '2024-01-01', DATE '2024-02-01')
SELECT epoch_ms(0), make_timestamp(0), to_days(1), last_day(DATE '2024-02-01'), dayname(DATE '2024-01-01'), time_bucket(INTERVAL 1 hour, TIMESTAMP '2024-01-01 10:20:00')
SELECT regexp_extract('abc1', '\d'), regexp_matches('a', 'a'), string_split('a,b', ','), format('{} {}', 1, 2), printf('%d', 1)
SELECT json_extract('{"a": 1}', '$.a'), '{"a": 1}'::JSON -> 'a', '{"a": 1}'::JSON ->> 'a', to_json({'a': 1}), json_object('a', 1)
SELECT * FROM json_each('{"a": 1}')
SELECT struct_extract({'a': 1}, 'a'), struct_pack(a := 1), row(1, 2), {'a': 1}.a
SELECT 5 // 2, 5 / 2, 2 ** 3, 5 % 2, 5 & 3, 5 | 3, xor(5, 3), 1 << 2, ~1, @(-1), 5!
SELECT 'a' LIKE 'a%', 'a' ILIKE 'A', 'a' GLOB 'a*', 'a' SIMILAR TO 'a', 'a' ~ 'a', 'a' NOT LIKE 'b'
SELECT 'a' COLLATE NOCASE = 'A'
SELECT #1 FROM (SELECT 1 AS a)
SELECT 1::DECIMAL(10, 2), 1::HUGEINT, '1'::UTINYINT, 'x'::ENUM('x', 'y'), [1]::INTEGER[], {'a': 1}::STRUCT(a VARCHAR), uuid()
SELECT hash('a'), md5('a'), sha256('a'), to_base64('a'::BLOB), hex('a'), bin(5), levenshtein('a', 'b'), jaccard('ab', 'ac')
SELECT GROUPING_ID(team), count(*) FROM people GROUP BY CUBE (team, active)
SELECT sum(age) OVER w, lag(age IGNORE NULLS) OVER w FROM people WINDOW w AS (PARTITION BY team ORDER BY id)
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) FROM t
WITH a AS MATERIALIZED (SELECT 1 AS x), b AS (FROM a) FROM b JOIN a USING (x)
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(x, y)
VALUES (1), (2)
SELECT default.main.people.id FROM default.main.people
SELECT people.id FROM main.people
SELECT "ID", "Name" FROM PEOPLE
DESCRIBE people
DESCRIBE SELECT * FROM people
SUMMARIZE people
SUMMARIZE SELECT age FROM people
SELECT * FROM (DESCRIBE people)
SELECT * FROM (SUMMARIZE people)
SHOW TABLES
SHOW COLUMNS FROM people
SHOW FUNCTIONS
EXPLAIN SELECT * FROM people
EXPLAIN ANALYZE SELECT count(*) FROM people
SELECT current_date, current_timestamp, now(), today()
SELECT greatest(1, 2), least(1, 2), coalesce(NULL, 1), ifnull(NULL, 1), nullif(1, 1), if(true, 1, 2)
SELECT CASE WHEN 1 = 1 THEN 'a' ELSE 'b' END, 1 BETWEEN 0 AND 2, 1 IN (1, 2), NULL IS NULL, true AND NOT false
SELECT (SELECT max(age) FROM people), EXISTS (SELECT 1 FROM orders), 1 IN (SELECT id FROM people), ARRAY(SELECT id FROM people)
SELECT count(*) FILTER (WHERE age > 30), count(DISTINCT team), sum(age) FROM people HAVING count(*) > 0
SELECT 1; -- a trailing semicolon and a comment
-- dialect hotsql
SELECT n.i, (SELECT max(n.d * abs(o.quantity)) FROM orders o WHERE o.id > n.b) FROM numbers n
SELECT n.i, (SELECT sum((o.quantity + 1)::float8 / n.d) FROM orders o) FROM numbers n
SELECT median(age), quantile_cont(age, 0.9), arg_max(name, age), approx_count_distinct(team) FROM people
SELECT strftime(born, '%Y'), date_diff('day', born, date '2024-01-01'), epoch_ms(seen), last_day(born) FROM people
SELECT len(name), regexp_extract(name, '[a-z]+'), levenshtein(name, 'bob'), hash(name) FROM people
SELECT struct_pack(a := 1, b := name) FROM people
SELECT list_sort(array_agg(age)), list_sum(array_agg(age)) FROM people
SELECT arg_min(name, age ORDER BY id) FROM people
SELECT default.main.people.id, default.main.people.name FROM default.main.people
SELECT "default".main.people.id FROM "default"."main"."people"
SELECT p.id FROM DEFAULT.main.PEOPLE p
SELECT people.id FROM main.people
SELECT x FROM (SELECT 1 AS x, 'hello' AS msg UNION ALL SELECT 2, 'world') ORDER BY x
DESCRIBE people
DESC people
DESCRIBE default.main.people
DESCRIBE SELECT 1 AS a
SUMMARIZE people
SUMMARIZE SELECT age FROM people
SHOW TABLES
SHOW TABLES;
show columns from people
SHOW FUNCTIONS
EXPLAIN SELECT * FROM people
EXPLAIN ANALYZE SELECT count(*) FROM people
explain (analyze) select 1
SELECT table_catalog, table_schema, table_name, table_type FROM information_schema.tables
SELECT c.column_name FROM information_schema.columns c WHERE c.table_name = 'people'
SELECT schema_name FROM information_schema.schemata
SELECT 'default.main.people', $$default.x$$, "default.x" FROM (SELECT 1 AS "default.x") t -- default.y
SELECT 1;
SELECT mod(5, 2), len('abc'), ends_with('abc', 'c')
WITH people AS (SELECT 1 AS id) SELECT * FROM people
SELECT now() - interval '1 day' < now()
SELECT array_to_string(array_agg(name ORDER BY id), ', ') FROM people
SELECT * FROM people WHERE name = 'O''Brien' AND team IN ('red', 'blue') ORDER BY id LIMIT 10 OFFSET 0
SELECT random() < 1, gen_random_uuid() IS NOT NULL
