SELECT 1
SELECT 1 AS a, 'x' AS b
SELECT 1, 2, 3
SELECT -5, +5, - 5
SELECT 3000000000
SELECT 12345678901234567890
SELECT 1.5, 1.50, .5, 5.
SELECT 1e3, 1.5e2, 1e-3, 2.5E+1
SELECT 1.10 + 2.205
SELECT 0.1 + 0.2
SELECT true, false, NULL
SELECT 'it''s'
SELECT 'a\b'
SELECT E'a\tb\n'
SELECT $$dollar 'quoted'$$
SELECT $tag$a $$ b$tag$
SELECT U&'d\0061t\+000061'
SELECT 'con' 'cat'
SELECT 'con'
  'cat'
SELECT count(*) FROM people
SELECT count(*), sum(age), min(name), max(name) FROM people
SELECT coalesce(NULL, 1), nullif(1, 2), greatest(1, 2), least(1, 2)
SELECT CASE WHEN true THEN 1 END
SELECT CASE WHEN true THEN name END FROM people ORDER BY id
SELECT age + 1 FROM people ORDER BY id
SELECT age::text FROM people ORDER BY id
SELECT 1::int, 'a'::text, '1'::int
SELECT upper(name) FROM people ORDER BY id
SELECT (SELECT 1), (SELECT max(age) FROM people), (SELECT 1 AS foo)
SELECT EXISTS (SELECT 1)
SELECT ARRAY[1, 2]
SELECT id AS "Id", name AS "The Name" FROM people ORDER BY id
SELECT ID, Name FROM PEOPLE ORDER BY Id
SELECT p.id, P.name FROM people AS P ORDER BY p.ID
SELECT name "n", age a FROM people ORDER BY id
SELECT "id" FROM "people" ORDER BY "id"
SELECT id, id FROM people ORDER BY 1
SELECT extract(year from date '2024-01-01'), position('a' in 'cba'), substring('abc' from 2), trim('  x ')
SELECT current_date = current_date
SELECT not true, true and false, 1 = 1, 1 is null
SELECT people.id, people.* FROM people ORDER BY id LIMIT 2
SELECT * FROM people ORDER BY id
VALUES (1, 'a'), (2, 'b')
VALUES (1.5), (2)
TABLE orders ORDER BY id
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(x, y)
SELECT * FROM (VALUES (1, 'a')) t
SELECT x FROM (SELECT 1 AS x, 'hello' AS msg UNION ALL SELECT 2, 'world') ORDER BY x
SELECT 2147483647 + 1
SELECT 9223372036854775807
SELECT -9223372036854775808
SELECT 0x1F, 1_000
SELECT 1 /* comment */ + -- another
 2
SELECT 1 /* nested /* comment */ */ AS x;
SELECT 'a' AS "select"
SELECT 1 AS "a""b"
-- As large and as small as a numeric goes.
SELECT length(1e131071::text), length('1e131071'::numeric::text), length((-1.5e-16382)::text), 1e3000::text = '1' || repeat('0', 3000)
SELECT 1e131072::text
SELECT '1e131072'::numeric
SELECT 1e-16384::text
SELECT '1e-16384'::numeric(5, 2)
SELECT 0e200000, '0e200000'::numeric, 0.000e5
SELECT 1.5e-3000::text LIKE '0.000%0015', (-12345678901234567890.5e30)::text, concat(1e50, '/', 12345.6789e-40), to_json(-1e45)
SELECT 1e400::float8
SELECT 1e-20000::float8
SELECT 1.5e300::float8, 1e-320::float8, 1e50::float4
SELECT max('$1'), min('$9' || name), count('$*'), array_agg(DISTINCT '$2'), string_agg('$1$2', '$1') FROM people
SELECT array_agg("$1" ORDER BY "$1"), max("$2") FROM (VALUES (1, 2), (3, 4)) t("$1", "$2")
SELECT concat('$1', '$2', '$*'), coalesce('$1', '$2'), greatest('$1', '$2'), concat_ws('$2', '$1', '$3')
