SELECT length('héllo'), char_length('abc'), octet_length('é'), bit_length('a'), ascii('A'), chr(65)
SELECT ascii('é'), ascii('')
SELECT upper('abc'), lower('ABC'), initcap('hello wORLD-foo bar2baz')
SELECT upper(name), lower(name), length(name), reverse(name) FROM people ORDER BY id
SELECT 'a' || 'b', 'a' || 1, 1 || 'a', 'a' || 1.50, 'x' || true
SELECT name || '-' || age FROM people ORDER BY id
SELECT 'h' || height FROM people ORDER BY id
SELECT name || team FROM people ORDER BY id
SELECT concat('a', NULL, 1, true, 2.5::float8, 1.50), concat_ws(',', 'a', NULL, 'b', 3)
SELECT concat(name, height, salary, born, seen, active) FROM people ORDER BY id
SELECT substring('hello' from 2 for 3), substring('hello' from 2), substring('hello' for 2), substr('hello', 2, 3)
SELECT substr('hello', -1, 3), substr('hello', 0), substr('hello', -5), substr('hello', 10), substr('hello', 0, 2)
SELECT substr('hello', 1, -1)
SELECT substr(name, age - 27, 2) FROM people WHERE age IS NOT NULL ORDER BY id
SELECT left('hello', 2), left('hello', -2), right('hello', 2), right('hello', -2), left('hello', 0), right('hello', 0)
SELECT position('l' in 'hello'), strpos('hello', 'z'), position('' in 'abc')
SELECT trim('  x  '), trim(both 'x' from 'xxaxx'), ltrim('xxa', 'x'), rtrim('axx', 'x'), btrim('xyaxy', 'xy'), trim(leading from '  a ')
SELECT lpad('7', 3, '0'), rpad('7', 3, '0'), lpad('abc', 2), rpad('abc', 5), lpad('x', 5, 'ab')
SELECT repeat('ab', 3), repeat('ab', 0), repeat('ab', -1)
SELECT replace('banana', 'an', 'x'), replace('abc', '', 'x'), translate('12345', '143', 'ax')
SELECT split_part('a,b,c', ',', 2), split_part('a,b,c', ',', 5), split_part('a,b,c', ',', -1)
SELECT split_part('a,b,c', ',', 0)
SELECT split_part('abc', '', 1), split_part('abc', '', 2)
SELECT overlay('abcdef' placing 'XX' from 3 for 2), overlay('abcdef' placing 'XX' from 3)
SELECT starts_with('hello', 'he'), 'hello' ^@ 'he'
SELECT md5('abc'), to_hex(255)
SELECT 'abc' LIKE 'a%', 'abc' LIKE '_b_', 'abc' NOT LIKE 'b%', 'ABC' ILIKE 'a%', 'a' LIKE NULL
SELECT name FROM people WHERE name LIKE '%\_%' ORDER BY id
SELECT name FROM people WHERE name LIKE '%\%' ORDER BY id
SELECT name FROM people WHERE name LIKE '%#%' ESCAPE '#' ORDER BY id
SELECT name FROM people WHERE name LIKE '%#%%' ESCAPE '#' ORDER BY id
SELECT 'a\b' LIKE 'a\\b', 'a%b' LIKE 'a\%b', 'axb' LIKE 'a\%b'
SELECT 'a' LIKE team FROM people ORDER BY id
SELECT 'abc' ~ 'b', 'abc' ~ '^b', 'ABC' ~* 'b', 'abc' !~ 'z', 'ABC' !~* 'b'
SELECT name ~ '[A-Z]' FROM people ORDER BY id
SELECT E'a\nb' ~ 'a.b', 'foobar' ~ 'o{2}', 'a1' ~ '\d', 'a_b' ~ '\w\w\w', 'a' ~ '[[:alpha:]]'
SELECT 'abc' SIMILAR TO 'abc', 'abc' SIMILAR TO 'a', 'abc' SIMILAR TO '%(b|d)%', 'abc' NOT SIMILAR TO '_b_'
SELECT 'a.c' SIMILAR TO 'a.c', 'abc' SIMILAR TO 'a.c'
SELECT regexp_replace('foobarbaz', 'b..', 'X'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('abc', '(b)', '[\1]')
SELECT regexp_replace('ABC', 'b', 'x', 'i')
SELECT 'abcdef'::varchar(3), 'abcdef'::varchar, cast('abc' as text)
SELECT name::varchar(2) FROM people ORDER BY id
SELECT 'a' < 'B', 'a' < 'b', 'Z' < 'a', 'a' = 'A', '' < 'a', 'é' > 'z'
SELECT name FROM people ORDER BY name
SELECT name FROM people ORDER BY name COLLATE "C" DESC
SELECT string_to_array('a,b,c', ','), string_to_array('', ','), array_to_string(ARRAY['a', NULL, 'b'], '-')
SELECT array_length(ARRAY[1,2,3], 1), cardinality(ARRAY[1,2]), array_length(string_to_array('', ','), 1)
SELECT (ARRAY[10,20,30])[2], (ARRAY[10,20,30])[0], (ARRAY[10,20,30])[5], (ARRAY[1,2,3])[1:2]
SELECT array_append(ARRAY[1,2], 3), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], ARRAY[2]), ARRAY[1] || ARRAY[2,3]
SELECT array_position(ARRAY['a','b'], 'b'), array_position(ARRAY['a'], 'z')
SELECT 1 = ANY(ARRAY[1,2]), 3 = ANY(ARRAY[1,2]), 3 = ANY(ARRAY[1,NULL]), 3 <> ALL(ARRAY[1,2]), 1 < ALL(ARRAY[2,3])
SELECT 'b' = ANY(string_to_array('a,b', ',')), 'z' = ANY(string_to_array('a,b', ','))
SELECT ARRAY[1,2] = ARRAY[1,2], ARRAY[1,2] < ARRAY[1,3]
SELECT 'true'::boolean::text, true::text, 1::text, 1.50::text, '2024-01-01'::date::text
SELECT born::text, seen::text, active::text, salary::text, height::text FROM people ORDER BY id
SELECT 'x'::char(3)
SELECT format('%s', 1)
SELECT 'a' IN ('a', 'b'), 'c' NOT IN ('a', NULL), NULL IN ('a')
SELECT coalesce(note, 'none') FROM orders ORDER BY id
SELECT quote_literal('a')
SELECT encode('abc'::bytea, 'hex')
