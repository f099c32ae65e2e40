-- What gives another value with each call is computed once where it is written once. Each count is of rows that cannot be.
SELECT count(*) FROM generate_series(1, 1000) g WHERE nullif((random() * 2)::int, 1) = 1
SELECT count(*) FROM generate_series(1, 1000) g WHERE CASE (random() * 2)::int WHEN 0 THEN 1 WHEN 1 THEN 1 WHEN 2 THEN 1 END IS NULL
SELECT count(*) FROM generate_series(1, 1000) g WHERE NOT (random() * 2)::int IN (0, 1, 2)
SELECT count(*) FROM generate_series(1, 1000) g WHERE (random() * 2)::int NOT IN (0, 1, 2)
SELECT count(*) FROM generate_series(1, 1000) g WHERE NOT (random() * 2)::int = ANY (ARRAY[0, 1, 2])
SELECT count(*) FROM generate_series(1, 1000) g WHERE (random() * 2)::int <> ALL (ARRAY[0, 1, 2])
SELECT count(*) FROM generate_series(1, 1000) g WHERE (random() * 2)::int NOT IN (SELECT generate_series(0, 2))
SELECT count(*) FROM generate_series(1, 1000) g WHERE substr('abc', (random() * 2)::int + 1, 1) NOT IN ('a', 'b', 'c')
SELECT count(*) FROM generate_series(1, 1000) g WHERE length(substr('abcdef', (random() * 4)::int - 1, 2)) > 2
SELECT count(*) FROM generate_series(1, 1000) g WHERE 10 / ((random() * 2)::int + 1) NOT IN (10, 5, 3)
SELECT count(*) FROM generate_series(1, 1000) g WHERE split_part('a,b,c', ',', (random() * 2)::int + 1) = ''
SELECT count(*) FROM generate_series(1, 1000) g WHERE coalesce(nullif((random() * 2)::int, 2), 5) = 2
SELECT count(*) FROM generate_series(1, 1000) g WHERE nullif(random()::numeric(10,2), 0.5) = 0.5
SELECT count(*) FROM generate_series(1, 1000) g WHERE upper(nullif(chr(65 + (random() * 2)::int), 'B')) = 'B'
SELECT count(*) FROM generate_series(1, 1000) g WHERE greatest((random() * 2)::int::numeric, 'NaN'::numeric - 'NaN'::numeric, 1) NOT IN (1, 2, 'NaN')
SELECT count(*) FROM generate_series(1, 1000) g WHERE concat('a', chr(65 + (random() * 2)::int)) NOT IN ('aA', 'aB', 'aC')
SELECT count(*) FROM generate_series(1, 1000) g WHERE array_to_string(ARRAY[(random() * 2)::int, NULL], ',', '*') NOT IN ('0,*', '1,*', '2,*')
SELECT count(*) FROM generate_series(1, 1000) g WHERE cardinality(array_fill(1, ARRAY[(random() * 2)::int])) > 2
SELECT count(*) FROM people WHERE nullif((random() * 2)::int + id * 0, 1) = 1 OR nullif((random() * 2)::int + id * 0, 1) = 1
-- A condition before one that could raise, and the ends of a BETWEEN, which PostgreSQL computes twice itself.
SELECT avg((random() < 0.5 AND 10 / g >= 0)::int) BETWEEN 0.4 AND 0.6 FROM generate_series(1, 5000) g
SELECT avg((random() < 0.3 OR random() < 0.3 OR 10 / g < 0)::int) BETWEEN 0.4 AND 0.6 FROM generate_series(1, 5000) g
SELECT avg((random() BETWEEN 0.25 AND 0.5)::int) BETWEEN 0.3 AND 0.45 FROM generate_series(1, 5000) g
SELECT count((g > 19 AND random() / (g - 1) >= 0 AND 10 / g >= 0)) FROM generate_series(1, 100) g
SELECT (random() < 2 AND NULL::bool AND 1 / g > 5), (NULL::bool AND random() < 2 AND 1 / g > 5), (random() < 2 OR NULL::bool OR 1 / g > 5), (NULL::bool OR random() > 2 OR 1 / g > 0) FROM generate_series(1, 2) g
-- Around and within one another, grouped, sorted, in aggregates and windows.
SELECT nullif((random() * 0)::int, 0), coalesce(nullif((random() * 0)::int, 1), 5), CASE (random() * 0)::int WHEN 0 THEN 'a' ELSE 'b' END, CASE (random() * 0)::int WHEN 5 THEN 'a' END
SELECT nullif((random() * 0)::int, 0) AS x, count(*) FROM people GROUP BY nullif((random() * 0)::int, 0)
SELECT CASE (random() * 0)::int WHEN 0 THEN sum(id) END FROM people
SELECT CASE (random() * 0)::int WHEN 0 THEN sum(id) OVER (ORDER BY id) END FROM people ORDER BY id
SELECT CASE (random() * 0)::int WHEN 0 THEN CASE (random() * 0 + 1)::int WHEN 1 THEN name ELSE 'no' END END FROM people ORDER BY id
SELECT CASE (random() * 0)::int WHEN 0 THEN (SELECT max(id) FROM people) END
SELECT sum(CASE (random() * 0)::int WHEN 0 THEN id END) FROM people
SELECT id FROM people ORDER BY nullif((random() * 0)::int, 1), id
SELECT count(*) FROM people WHERE (random() * 0)::int IN (0, 1) AND CASE (random() * 0)::int WHEN 0 THEN true END
SELECT (random() * 0)::int IN (SELECT 0), (random() * 0)::int = ANY (ARRAY[id, 0]), (random() * 0)::int = ANY (ARRAY(SELECT 0)) FROM people
SELECT upper(substr(md5(random()::text), 1, 4)) ~ '^[0-9A-F]{4}$', split_part(gen_random_uuid()::text, '-', 1) ~ '^[0-9a-f]{8}$'
SELECT array_append(ARRAY[(random() * 0)::int], 1), trim_array(ARRAY[(random() * 0)::int, 2], 1), array_length(ARRAY[random()], 1), cardinality(array_fill((random() * 0)::int, ARRAY[3]))
SELECT width_bucket(random() * 0, 0, 3, 3), to_char((random() * 0)::int, '9'), round((random() * 0)::float8), extract(day FROM date '2024-01-01' + (random() * 0)::int)
-- Many levels of what is written more than once.
SELECT upper(upper(upper(upper(upper(upper(upper(upper(name)))))))) FROM people ORDER BY id
SELECT nullif(nullif(nullif(nullif(nullif(nullif(nullif(nullif(nullif(name, 'a'), 'b'), 'c'), 'd'), 'e'), 'f'), 'bob'), 'g'), 'h') FROM people ORDER BY id
SELECT ((((((id BETWEEN 1 AND 3)::int BETWEEN 1 AND 2)::int BETWEEN 0 AND 0)::int BETWEEN SYMMETRIC 1 AND 0)::int BETWEEN 1 AND 2)::int BETWEEN SYMMETRIC 2 AND 1) FROM people ORDER BY id
SELECT round(round(round(round(round(round(round(round(height)))))))) FROM people ORDER BY id
