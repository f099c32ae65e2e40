-- char(n): padding, comparison, concatenation, length.
SELECT 'ab'::char(5), 'ab'::char(5) || 'c', length('ab'::char(5)), 'ab'::char(5) = 'ab', 'abcdef'::char(3), 'x'::char, 'xyz'::char, 'ab'::bpchar, 'ab  '::bpchar
SELECT octet_length('ab'::char(5)), bit_length('ab'::char(5)), char_length('ab'::char(5)), character_length('é'::char(3))
SELECT upper('ab'::char(5)), lower('AB'::char(4)), 'ab'::char(5)::text || '|', concat('ab'::char(5), '|'), 'ab'::char(5)::varchar(3) || '|', substring('ab'::char(5), 1, 4) || '|', replace('ab'::char(5), ' ', '_'), left('ab'::char(5), 4) || '|'
SELECT 'ab'::char(5) LIKE 'ab', 'ab'::char(5) LIKE 'ab   ', 'ab '::char(5) = 'ab'::text, 'ab'::char(5) ~ '^ab *$', 'ab'::char(5) ILIKE 'AB%'
SELECT name::char(6) AS c, count(*) FROM people GROUP BY 1 ORDER BY 1
SELECT name::char(3) AS c FROM people ORDER BY c
SELECT DISTINCT team::char(6) FROM people ORDER BY 1
SELECT max(name::char(4)), min(name::char(10)), count(DISTINCT team::char(8)) FROM people
SELECT 'a'::char(3) < 'b'::char(1), 'a'::char(3) = 'a '::char(5), 'a '::char(2) = 'a'::varchar, 'a'::char(3) IN ('a', 'b'), 'a'::char(3) BETWEEN 'a' AND 'b', 'a'::char(2) <> 'a'::char(4)
SELECT 'ab'::char(5)::bytea, md5('ab'::char(5)), ascii('ab'::char(5)), 'ab'::char(5) IS NOT NULL, coalesce(NULL::char(3), 'x'), nullif('a '::char(2), 'a')
SELECT '12 '::char(4)::int, '1.5'::char(5)::numeric(3,1), 't'::char(2)::bool, '2024-01-01'::char(12)::date
SELECT 5::char(3), 12345::char(3), true::char(2), 1.5::char(5), date '2024-01-01'::char(4)
SELECT CAST('abc' AS character(2)), CAST('abc' AS char varying(2)), CAST('abc' AS national character(5)), 'abc'::character varying
SELECT string_agg(team::char(6), '|' ORDER BY id) FROM people
SELECT ARRAY['a'::char(3), 'b'], ARRAY['a', 'bcd']::char(2)[], 'a'::char(3) || 'b'::char(2) || '|'
SELECT CASE WHEN id > 2 THEN 'x'::char(3) ELSE 'yy' END || '|' FROM people ORDER BY id
SELECT 'a'::char(3) UNION SELECT 'a'::char(3) UNION SELECT 'b'
SELECT 'a'::char(2) UNION SELECT 'a'::char(4)
SELECT p.id FROM people p JOIN (VALUES ('red'::char(5)), ('blue')) t(c) ON p.team = t.c ORDER BY 1
SELECT p.id FROM people p JOIN (VALUES ('red'::char(5)), ('blue')) t(c) ON p.team::char(8) = t.c ORDER BY 1
SELECT pg_typeof('a'::char(3)), format('%s|', 'a'::char(3)), quote_literal('a'::char(3)), to_json('a'::char(3)), jsonb_build_object('k', 'a'::char(3))
SELECT trim('a'::char(3)) || '|', rtrim('a'::char(3)) || '|', lpad('a'::char(3), 5, 'x'), reverse('a'::char(3)) || '|', position(' ' in 'a'::char(3)), split_part('a b'::char(5), ' ', 2), 'a'::char(3) || 5
SELECT greatest('a'::char(3), 'b'::char(1)), least('a'::char(3), 'a'::char(1)) || '|'
SELECT 'a'::char(0)
SELECT repeat('a'::char(2), 2), initcap('ab'::char(4)) || '|', length(concat('ab'::char(5)))
SELECT lag(team::char(6)) OVER (ORDER BY id), first_value(team::char(6)) OVER (ORDER BY id) FROM people ORDER BY id
SELECT name::varchar(3) AS c, count(*) FROM people GROUP BY 1 ORDER BY 1
SELECT name::char(3), name::char(3) || 'x' FROM people WHERE name::char(3) = 'Ann' GROUP BY name::char(3)
SELECT array_to_string(ARRAY['a'::char(3), 'b'], ','), ARRAY['a'::char(3), 'b']::text, (ROW('a'::char(3), 1))::text
SELECT concat_ws('-', 'a'::char(3), NULL, 'b'::char(2)), format('%s %s|%L', 'a'::char(3), true, 'b'::char(2)), octet_length('é'::char(3)), concat(NULL::char(3), 'x')
SELECT 'a'::varchar(0)
SELECT 'a'::char(10485761)
SELECT length(name::char(5)), octet_length(name::char(5)), concat(name::char(5), '|') FROM people ORDER BY id
SELECT string_to_array('a b '::char(6), ' '), starts_with('ab'::char(3), 'ab'), strpos('ab c'::char(6), ' '), 'ab'::char(4) SIMILAR TO 'ab', regexp_replace('ab'::char(4), 'b$', 'x')
-- What is compared is without the blanks at the end, wherever it is compared.
SELECT min(x), max(x) FROM (VALUES ('a'::char(3)), (E'a\t'::char(3))) t(x)
SELECT max(x) OVER (ORDER BY y), min(x) FILTER (WHERE y > 1) OVER () FROM (VALUES ('a'::char(3), 1), (E'a\t'::char(3), 2), (NULL, 3)) t(x, y)
SELECT array_position(array['a'::char(3), 'b'], 'b '), array['a'::char(3)] @> array['a '::char(2)], array['a'::char(3)] < array[E'a\t'::char(3)]
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY x), percentile_disc(0.9) WITHIN GROUP (ORDER BY x DESC) FROM (VALUES ('a'::char(3)), ('b'), ('c')) t(x)
SELECT mode() WITHIN GROUP (ORDER BY x) FROM (VALUES ('a'::char(3)), ('a ')) t(x)
SELECT array_agg(DISTINCT x) FROM (VALUES ('a'::char(3)), ('a '::bpchar)) t(x)
SELECT array_remove(array['a'::char(3)], 'a')
SELECT DISTINCT ON (x) x, y FROM (VALUES ('a'::char(3), 2), ('a '::char(2), 1)) t(x, y) ORDER BY x, y
SELECT x FROM (VALUES ('a'::char(3)), ('b'), (NULL)) t(x) EXCEPT SELECT 'a'::char(1)
SELECT x, y FROM (VALUES ('a'::char(3), 1), ('b', 2), (NULL, 3), (NULL, 3)) t(x, y) INTERSECT SELECT x, y FROM (VALUES (NULL::char(2), 3), ('b', 2)) s(x, y)
SELECT x FROM (VALUES ('a'::char(3)), ('b')) t(x) EXCEPT ALL SELECT 'a'::char(1)
SELECT x FROM (VALUES (array['b'::char(3)]), (array['a '::char(2), 'c']), (array[E'a\t'::char(3)])) t(x) ORDER BY x
