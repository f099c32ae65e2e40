SELECT 1 = 1, 1 <> 2, 1 != 1, 1 < 2, 1 <= 1, 2 > 1, 2 >= 3
SELECT NULL = NULL, NULL <> 1, 1 = NULL, NULL < 1, NOT NULL, NULL IS NULL, NULL IS NOT NULL
SELECT true AND NULL, false AND NULL, true OR NULL, false OR NULL, NOT (NULL AND false), NULL AND NULL
SELECT 1 IS DISTINCT FROM NULL, NULL IS DISTINCT FROM NULL, 1 IS DISTINCT FROM 1, 1 IS NOT DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL
SELECT true IS TRUE, NULL::bool IS TRUE, false IS NOT TRUE, NULL::bool IS NOT TRUE, NULL::bool IS UNKNOWN, true IS NOT UNKNOWN, false IS FALSE, NULL::bool IS NOT FALSE
SELECT 1 IN (1, 2), 3 IN (1, 2), NULL IN (1, 2), 1 IN (1, NULL), 3 IN (1, NULL), 3 NOT IN (1, NULL), 3 NOT IN (1, 2)
SELECT 5 BETWEEN 1 AND 10, 5 BETWEEN 10 AND 1, 5 BETWEEN SYMMETRIC 10 AND 1, 5 NOT BETWEEN 1 AND 4, NULL BETWEEN 1 AND 2, 5 BETWEEN NULL AND 1, 5 BETWEEN 1 AND NULL, 0 BETWEEN 1 AND NULL
SELECT 5 NOT BETWEEN SYMMETRIC 10 AND 1, 5 BETWEEN SYMMETRIC NULL AND 1
SELECT 'a' < 'b', 'a' < 'B', 'A' < 'a', 'a' < 'á', '' < ' ', 'ab' < 'b', '10' < '9', 'a' = 'a ', 'z' < 'é'
SELECT 'a' = 'A', 'a' <> 'a ', 'ß' = 'ss', 'é' = U&'e\0301'
SELECT w FROM words ORDER BY w, id
SELECT w FROM words ORDER BY w DESC, id
SELECT id, w < 'b', w > 'Z', w = 'a', w <> 'a' FROM words ORDER BY id
SELECT id FROM words WHERE w >= 'a' AND w < 'b' ORDER BY id
SELECT id FROM words WHERE w BETWEEN 'A' AND 'Z' ORDER BY id
SELECT id FROM words WHERE w IN ('a', 'A', '') ORDER BY id
SELECT id FROM words WHERE w NOT IN ('a', 'A') ORDER BY id
SELECT id FROM words WHERE w IS DISTINCT FROM 'a' ORDER BY id
SELECT min(w), max(w), count(DISTINCT w) FROM words
SELECT greatest('a', 'B', 'á'), least('a', 'B', ''), greatest('a', NULL)
SELECT w, count(*) FROM words GROUP BY w HAVING count(*) > 1
SELECT id FROM words WHERE w LIKE 'a%' ORDER BY id
SELECT id FROM words WHERE w LIKE '_' ORDER BY id
SELECT id FROM words WHERE w LIKE '\%' OR w LIKE '\_' ORDER BY id
SELECT id FROM words WHERE w LIKE '%' ORDER BY id
SELECT id FROM words WHERE w ILIKE 'A%' ORDER BY id
SELECT id FROM words WHERE w NOT LIKE 'a%' ORDER BY id
SELECT id FROM words WHERE w ILIKE 'á' OR w ILIKE 'Ω' ORDER BY id
SELECT id FROM words WHERE w LIKE '\\' ORDER BY id
SELECT id FROM words WHERE w LIKE 'a#%' ESCAPE '#' ORDER BY id
SELECT 'a%c' LIKE 'a\%c', 'abc' LIKE 'a\%c', 'abc' LIKE 'a_c', 'a_c' LIKE 'a\_c', '' LIKE '', '' LIKE '%', 'a' LIKE '', NULL LIKE 'a', 'a' LIKE NULL
SELECT 'a%c' LIKE 'a!%c' ESCAPE '!', 'abc' LIKE 'a!%c' ESCAPE '!', 'a\c' LIKE 'a\c' ESCAPE ''
SELECT 'abc' LIKE 'abc\'
SELECT 'x' LIKE 'abc\'
SELECT 'a' LIKE 'a' ESCAPE 'ab'
SELECT 'ABC' ILIKE 'abc', 'ÄÖ' ILIKE 'äö', 'abc' ~~ 'a%', 'abc' !~~ 'a%', 'ABC' ~~* 'a%', 'ABC' !~~* 'b%'
SELECT 'abc' ^@ 'ab', starts_with('abc', 'b'), starts_with('abc', '')
SELECT (1, 2) = (1, 2), (1, 2) = (1, 3), (1, NULL) = (1, 2), (1, NULL) = (2, 3), (1, 2) <> (1, 3)
SELECT (1, 2) < (1, 3), (1, 2) < (2, 1), (1, NULL) < (2, 1), (1, NULL) < (1, 2), (2, 1) >= (2, 1), (1, 'b') > (1, 'a')
SELECT (1, NULL) IS NULL, (NULL, NULL) IS NULL, (1, NULL) IS NOT NULL, (1, 2) IS NOT NULL, NOT ((1, NULL) IS NULL)
SELECT (1, NULL) IS DISTINCT FROM (1, NULL), (1, 2) IS DISTINCT FROM (1, 3), ROW(1, NULL) IS NOT DISTINCT FROM ROW(1, NULL)
SELECT (1, 2) IN ((1, 2), (3, 4)), (1, 3) IN ((1, 2), (3, 4)), (1, NULL) IN ((1, 2)), (1, 2) NOT IN ((3, NULL))
SELECT ROW(1, 'a') = ROW(1, 'a'), ROW(1) = ROW(1), ROW(1, 2.0) = ROW(1, 2)
SELECT (1, 2) = (1, 2, 3)
SELECT (1, 'a') = ('a', 1)
SELECT id FROM people WHERE (age, team) = (28, 'blue') ORDER BY id
SELECT id FROM people WHERE (age, team) IN ((28, 'blue'), (34, 'red')) ORDER BY id
SELECT id FROM people WHERE (age, team) < (30, 'c') ORDER BY id
SELECT id FROM people WHERE (age, id) > (28, 2) ORDER BY age, id
SELECT id FROM people WHERE (team, age) NOT IN (('blue', 28)) ORDER BY id
SELECT 1 = ANY (ARRAY[1, 2]), 3 = ANY (ARRAY[1, 2]), 3 = ANY (ARRAY[1, NULL]), 1 = ANY ('{}'::int[]), NULL = ANY (ARRAY[1])
SELECT 1 <> ALL (ARRAY[2, 3]), 1 < ALL (ARRAY[2, 3]), 2 < ALL (ARRAY[2, NULL]), 1 < ALL (ARRAY[2, NULL]), 1 = ALL ('{}'::int[])
SELECT 5 > ANY (ARRAY[1, 10]), 5 > SOME (ARRAY[10, 20]), 'abc' LIKE ANY (ARRAY['a%', 'z%']), 'abc' NOT LIKE ALL (ARRAY['z%', 'y%']), 'ABC' ILIKE ANY (ARRAY['a%'])
SELECT id FROM people WHERE age = ANY (ARRAY[28, 34]) ORDER BY id
SELECT id FROM people WHERE team = ANY ('{red,green}') ORDER BY id
SELECT id FROM people WHERE age <> ALL (ARRAY[28, 0]) ORDER BY id
SELECT id FROM people WHERE name ~~ ANY (ARRAY['A%', '%\%']) ORDER BY id
SELECT age > 28, age >= 28, age <> 28, age = 28 FROM people ORDER BY id
SELECT age IS NULL, team IS NOT NULL, active IS TRUE, active IS NOT FALSE FROM people ORDER BY id
SELECT id FROM people WHERE active ORDER BY id
SELECT id FROM people WHERE NOT active ORDER BY id
SELECT id FROM people WHERE active IS NOT TRUE ORDER BY id
SELECT id FROM people WHERE age = age ORDER BY id
SELECT id FROM people WHERE age <> 28 OR age IS NULL ORDER BY id
SELECT id FROM people WHERE NOT (age > 30) ORDER BY id
SELECT id FROM people WHERE NOT (age > 30 AND active) ORDER BY id
SELECT true > false, true = true, false < true, true >= NULL, greatest(true, false), least(true, false)
SELECT true = NULL, NULL IS TRUE
SELECT b, count(*) FROM extremes GROUP BY b ORDER BY b
SELECT b FROM extremes ORDER BY b DESC NULLS LAST, id
SELECT bool_and(b), bool_or(b), every(b) FROM extremes
SELECT date '2024-01-01' < date '2024-01-02', date '2024-01-01' = timestamp '2024-01-01', timestamp '2024-01-01 00:00' < timestamptz '2024-01-01 00:00:01+00'
SELECT interval '1 day' = interval '24 hours', interval '1 month' = interval '30 days', interval '1 day' < interval '25 hours', interval '1 month' > interval '29 days'
SELECT '1 day'::interval IN ('24:00'::interval), time '10:00' < time '11:00'
SELECT d FROM extremes ORDER BY d DESC
SELECT ts FROM extremes WHERE ts < '2000-01-01' ORDER BY ts
SELECT ts FROM extremes WHERE ts >= date '2023-01-01' ORDER BY ts
SELECT CASE WHEN 1 = 1 THEN 'a' END, CASE WHEN NULL THEN 'a' END, CASE WHEN NULL THEN 'a' ELSE 'b' END, CASE 1 WHEN 1 THEN 'x' WHEN 1 THEN 'y' END
SELECT CASE NULL WHEN NULL THEN 'null' ELSE 'other' END, CASE 2 WHEN 1 THEN 'one' END, CASE 'a' WHEN 'A' THEN 1 ELSE 2 END
SELECT CASE WHEN i = 0 THEN 0 ELSE 10 / i END FROM numbers ORDER BY i
SELECT CASE i WHEN 7 THEN 'seven' WHEN -7 THEN 'minus' ELSE i::text END FROM numbers ORDER BY i
SELECT CASE WHEN age > 30 THEN 'old' WHEN age > 20 THEN 'mid' WHEN age IS NULL THEN 'unknown' ELSE 'young' END FROM people ORDER BY id
SELECT CASE age WHEN 28 THEN 1 WHEN 28.0 THEN 2 ELSE 3 END FROM people ORDER BY id
SELECT nullif(1, 1), nullif(1, 2), nullif(NULL, 1), nullif(1, NULL), nullif('a', 'a')
SELECT greatest(1, 2, 3), least(3, 1, 2), greatest(NULL, 1), least(NULL, NULL::int), greatest(1.5, 2, NULL)
SELECT num_nulls(1, NULL, 'a'), num_nonnulls(1, NULL, 'a'), num_nulls(VARIADIC ARRAY[1, NULL])
SELECT 1 < 2 = true, NOT 1 > 2, 1 = 1 IS TRUE, 1 + 1 = 2 AND 2 * 2 = 4
SELECT 1 < 2 < 3
SELECT 'abc' COLLATE "C" < 'abd', 'a' COLLATE "C" = 'a'
SELECT 'a' COLLATE "en-x-nosuch" < 'b'
SELECT i4 = f8, i8 = f8, i4 = n FROM extremes WHERE id > 2 ORDER BY id
SELECT id FROM extremes WHERE (i2, i4) = (1, 1)
SELECT id FROM extremes WHERE (f8, id) > ('Infinity', 0) ORDER BY id
SELECT 1 OPERATOR(pg_catalog.=) 1, 2 OPERATOR(pg_catalog.+) 3
SELECT 1 === 1
SELECT isnull(1)
SELECT 1 ISNULL, NULL NOTNULL, NULL ISNULL
SELECT id FROM people WHERE age IN (SELECT NULL::int)
SELECT id FROM people WHERE age NOT IN (SELECT i FROM nothing) ORDER BY id
SELECT id FROM people WHERE age > ALL (SELECT i FROM nothing) ORDER BY id
SELECT id FROM people WHERE age > ANY (SELECT i FROM nothing) ORDER BY id
SELECT coalesce(NULL, NULL), coalesce(1 / nullif(0, 0), 5), coalesce(1, 1 / 0)
SELECT num_nulls(VARIADIC NULL::int[]), num_nonnulls(VARIADIC ARRAY[]::int[]), num_nulls(a, b) FROM l
SELECT greatest('1'::jsonb, '2'), least('"a"'::jsonb, 'null'), greatest('10'::jsonb, '9', NULL), least(NULL::jsonb, NULL)
SELECT greatest((1, 2), (1, 3)), least(ROW(2), ROW(1))
SELECT NULL = ANY ('{}'::int[]), 'a' LIKE ANY ('{a,b%}'), '5' = ANY ('{}'::int[]), '5' = ANY (ARRAY[5])
