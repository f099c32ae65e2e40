SELECT upper('straße ñ'), lower('ÀÉÎ'), initcap('hello wORLD-foo_bar 3abc'), length('héllo'), octet_length('héllo'), bit_length('é'), char_length('😀a'), reverse('añb😀')
SELECT casefold('Straße ΑΣ'), upper('ﬁ'), lower('İ'), upper('ß'), initcap('ǆabc')
SELECT left('abcdef', 2), left('abcdef', -2), right('abcdef', 2), right('abcdef', -2), left('abc', 10), right('abc', -10), left('abc', 0)
SELECT lpad('abc', 6, 'xy'), rpad('abc', 6, 'xy'), lpad('abcdef', 3), rpad('abcdef', -1), lpad('abc', 5, ''), lpad('', 3, 'é')
SELECT ltrim('xxabcxx', 'x'), rtrim('abc  '), btrim('xyabcyx', 'xy'), trim(both 'x' from 'xax'), trim(leading from '  a '), trim(trailing 'yz' from 'ayzz'), trim('  q '), trim('x', 'xax')
SELECT substring('abcdef' from 2 for 3), substring('abcdef', -1, 4), substring('abcdef', 0), substr('abcdef', 3), substring('abcdef' for 2), substring('abcdef', 10), substring('foobar' from 'o(.)b'), substring('foobar' similar '%#"o_b#"%' escape '#')
SELECT substring('abc', 2, -1)
SELECT substring('Thomas' from '...$'), substring('foobar' from 'z'), substring('foobar' from '(f)(o)'), substring(null from 'a'), substring('abc' from 2 for 2147483647)
SELECT position('b' in 'abc'), position('' in 'abc'), position('z' in 'abc'), strpos('high', 'ig'), position('é' in 'aé')
SELECT overlay('Txxxxas' placing 'hom' from 2 for 4), overlay('abc' placing 'XYZ' from 3), overlay('abcdef' placing '' from 2 for 2), overlay('abc' placing 'Z' from 10)
SELECT overlay('abc' placing 'x' from 0)
SELECT overlay('abc' placing 'x' from -1)
SELECT replace('abcabc', 'b', 'XX'), replace('abc', '', 'x'), replace('aaa', 'aa', 'b'), translate('12345', '143', 'ax'), translate('abc', 'abc', ''), translate('aab', 'aa', 'xy')
SELECT repeat('ab', 3), repeat('ab', 0), repeat('ab', -1), split_part('a,b,c', ',', 2), split_part('a,b,c', ',', -1), split_part('abc', '', 1), split_part('a,b', ',', 5), split_part('', ',', 1)
SELECT split_part('a,b', ',', 0)
SELECT concat('a', 1, null, true, 2.50)
SELECT concat_ws(',', 'a', null, 'b')
SELECT concat_ws(null, 'a')
SELECT concat()
SELECT concat(null)
SELECT concat_ws()
SELECT concat_ws(',', variadic array['a', null, 'b']), concat(variadic array[1, 2]), format('%s %s', variadic array['x', 'y'])
SELECT format('Hello %s', 'World'), format('%1$s %2$s %1$s', 'a', 'b'), format('%I.%I', 'a b', 'tbl'), format('%L', 'it''s'), format('%L', null), format('%5s|%-5s|', 'a', 'b'), format('%*s|', 5, 'x'), format('%%'), format('%s', null), format('%2$*1$s', 4, 'z')
SELECT format('%s')
SELECT format('%d', 1)
SELECT format('%I', null)
SELECT format('%0$s', 1)
SELECT format('%', 1)
SELECT format('%s %s', 'a')
SELECT format('%-*s|', -4, 'a')
SELECT format('%*2$s|', 'a', 5)
SELECT format('%3$s', 1, 2, 3)
SELECT quote_ident('a b'), quote_ident('abc'), quote_ident('select'), quote_ident('A'), quote_literal('it''s'), quote_literal('a\b'), quote_literal(42), quote_nullable(null), quote_nullable('x'), quote_ident('')
SELECT md5('abc'), sha256('abc'::bytea), sha224('a'), sha384('a'), sha512('a'), crc32('abc'::bytea), crc32c('abc'::bytea), md5('abc'::bytea)
SELECT encode('abc'::bytea, 'hex'), encode('abc', 'base64'), encode('a\000b'::bytea, 'escape'), decode('616263', 'hex'), decode('YWJj', 'base64'), decode('a\\000', 'escape')
SELECT encode('abc', 'foo')
SELECT decode('6', 'hex')
SELECT decode('zz', 'hex')
SELECT decode('YW', 'base64')
SELECT encode(repeat('a', 60)::bytea, 'base64')
SELECT starts_with('abc', 'ab'), 'abc' ^@ 'ab', starts_with('abc', ''), starts_with(null, 'a')
SELECT string_to_array('a,b,,c', ','), string_to_array('abc', null), string_to_array('', ','), string_to_array('a,b', ''), string_to_array('a,NULL,b', ',', 'NULL'), string_to_array(null, ',')
SELECT array_to_string(array[1, null, 3], ','), array_to_string(array[1, null, 3], ',', '*'), array_to_string('{}'::int[], ','), array_to_string(array[[1,2],[3,4]], '-')
SELECT string_to_table('a,b,c', ',')
SELECT * FROM string_to_table('a,b,,NULL', ',', 'NULL') WITH ORDINALITY
SELECT regexp_replace('foobarbaz', 'b..', 'X'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g'), regexp_replace('abc', '(b)', '[\&]'), regexp_replace('A PostgreSQL function', 'a|e|i|o|u', 'X', 1, 3, 'i'), regexp_replace('abc', 'B', 'x', 'i'), regexp_replace('aaa', 'a', 'b', 2), regexp_replace('aaa', 'a', 'b', 1, 2)
SELECT regexp_match('foobarbequebaz', '(bar)(beque)'), regexp_match('abc', 'z'), regexp_match('abc', 'b'), regexp_match('foo', '(x)?o'), regexp_match('ABC', 'b', 'i')
SELECT regexp_matches('foobarbequebazilbarfbonk', '(b[^b]+)(b[^b]+)', 'g')
SELECT regexp_matches('abc', 'z')
SELECT regexp_match('abc', 'b', 'g')
SELECT regexp_split_to_array('hello world  foo', '\s+'), regexp_split_to_array('abc', ''), regexp_split_to_array('a1b2c', '\d'), regexp_split_to_array('', ',')
SELECT * FROM regexp_split_to_table('the quick brown', '\s+') AS t(w)
SELECT regexp_count('abcabc', 'b'), regexp_count('abcABC', 'B', 1, 'i'), regexp_count('aaa', 'a', 3), regexp_instr('abcabc', 'b', 1, 2), regexp_instr('abcabc', 'b(c)', 1, 1, 1, '', 1), regexp_instr('abc', 'z'), regexp_like('abc', 'B', 'i'), regexp_substr('abc123', '\d+'), regexp_substr('foobar', 'o(b)', 1, 1, '', 1), regexp_substr('abc', 'z')
SELECT regexp_count('abc', 'b', 0)
SELECT regexp_instr('abc', 'b', 1, 0)
SELECT regexp_replace('abc', '(', 'x')
SELECT regexp_replace('abc', 'b', 'x', 'q'), regexp_replace('a.c', '.', 'x', 'q')
SELECT regexp_replace('abc', 'b', 'x', 'z')
SELECT 'abc' ~ 'B', 'abc' ~* 'B', 'abc' !~ 'z', 'abc' !~* 'A', 'abc' ~ '^a.c$', 'a' || chr(10) || 'b' ~ 'a.b', 'foo bar' ~ '\mbar\M', 'abc' ~ '(?i)B', 'aXb' ~ '[[:upper:]]', 'tel: 123' ~ '\d{3}'
SELECT 'abc' ~ 'a{2,1}'
SELECT 'abc' ~ '[z-a]'
SELECT 'abc' ~ '*a'
SELECT 'abc' ~ 'a(?=b)', 'abc' ~ 'a(?!b)', 'abc' ~ '(?<=a)b', 'abc' ~ '(?<!a)b', 'aa' ~ '(a)\1', 'xay' ~ '\A\w+\Z'
SELECT 'abc' LIKE 'a%', 'abc' LIKE '_b_', 'a%c' LIKE 'a\%c', 'a_c' LIKE 'a#_c' ESCAPE '#', 'ABC' ILIKE 'a%', 'abc' NOT LIKE 'b%', 'a\c' LIKE 'a\\c', 'abc' ~~ 'a%', 'abc' !~~* 'A%', 'abc' LIKE ''
SELECT 'abc' LIKE 'a' ESCAPE 'xx'
SELECT 'a%' LIKE 'a%' ESCAPE '', 'a\b' LIKE 'a\b' ESCAPE ''
SELECT 'abc' SIMILAR TO 'a(b|c)*', 'abc' SIMILAR TO 'a', 'abc' SIMILAR TO '%(b|d)%', 'a.c' SIMILAR TO 'a.c', 'xyz' NOT SIMILAR TO '[a-c]+', 'ab' SIMILAR TO 'a_', 'aab' SIMILAR TO 'a{2}b'
SELECT 'abc' LIKE ANY (array['x%', 'a%']), 'abc' LIKE ALL (array['a%', '%c']), 'abc' NOT LIKE ANY (array['a%', 'b%']), 'abc' ILIKE ANY ('{A%,B%}')
SELECT 'abc'::bytea, '\x616263'::bytea, 'a\\b'::bytea, 'a\101'::bytea, E'\\x6162'::bytea || '\x63'::bytea
SELECT '\x6'::bytea
SELECT 'a\b'::bytea
SELECT substring('\x010203'::bytea from 2 for 1), position('\x02'::bytea in '\x010203'::bytea), overlay('\x01020304'::bytea placing '\xff'::bytea from 2), trim('\x00'::bytea from '\x000100'::bytea), ltrim('\x000100'::bytea, '\x00'), btrim('\x000100'::bytea, '\x00'::bytea), reverse('\x0102'::bytea), length('\x0102'::bytea), bit_count('\x07'::bytea)
SELECT convert_from('\xc3a9'::bytea, 'UTF8'), convert_to('é', 'LATIN1'), convert('\xc3a9'::bytea, 'UTF8', 'LATIN1'), length('\xc3a9'::bytea, 'UTF8')
SELECT convert_from('\xff'::bytea, 'UTF8')
SELECT convert_to('€', 'LATIN1')
SELECT unistr('d\0061t\+000061'), unicode_assigned('a'), normalize('é', NFD) = 'é', 'é' IS NORMALIZED, normalize('ﬁ', NFKC), 'x' IS NFC NORMALIZED
SELECT unistr('\zz')
SELECT parse_ident('"Foo".bar'), parse_ident('a.b.c'), parse_ident('foo[]', false)
SELECT parse_ident('foo..bar')
SELECT string_agg(id, ',') FROM people
SELECT string_agg(name) FROM people
SELECT lower(null), upper(''), length(null::text), reverse(null), null || 'x', repeat(null, 3)
SELECT length(42)
SELECT upper(42)
SELECT lower(true)
SELECT length('abc', 'def')
SELECT nosuchfunction(1)
SELECT pg_catalog.lower('ABC'), pg_catalog.length('x')
SELECT public.lower('ABC')
SELECT lower()
SELECT lower('a', 'b')
SELECT substring('abc' from 1 for null), left(null, 1), left('abc', null)
SELECT 'a'::"char", 'abc'::"char", ''::"char", 97::"char", 'a'::"char"::int, '\101'::"char"
SELECT 'abc' COLLATE "C" < 'abd', 'a' COLLATE "C" < 'B' COLLATE "C", max(name COLLATE "C") FROM people
SELECT 1 COLLATE "C"
SELECT 'a' COLLATE "C" < 'b' COLLATE "POSIX"
SELECT starts_with('abc', 1)
SELECT uuid '550e8400-e29b-41d4-a716-446655440000', '{550e8400e29b41d4a716446655440000}'::uuid, uuid_extract_version('550e8400-e29b-41d4-a716-446655440000'), uuid_extract_timestamp('018f6b1e-7c00-7000-8000-000000000000'), length(gen_random_uuid()::text), uuid_extract_version(uuidv7()), uuid_extract_version(uuidv4())
SELECT 'not-a-uuid'::uuid
SELECT '550e8400-e29b-41d4-a716-446655440000'::uuid < '650e8400-e29b-41d4-a716-446655440000'::uuid, max(u) FROM (VALUES ('550e8400-e29b-41d4-a716-446655440000'::uuid), ('650e8400-e29b-41d4-a716-446655440000')) t(u)
SELECT substring('2024-01-15' from 1 for 4)::int + 1, split_part('john@x.org', '@', 2), regexp_replace('  a   b ', '\s+', ' ', 'g'), lpad(5::text, 3, '0'), initcap(replace('first_name', '_', ' '))
SELECT name, left(name, 1) || repeat('*', greatest(length(name) - 1, 0)) AS masked FROM people ORDER BY id
SELECT name, length(name), octet_length(name), position('a' in name), upper(name) FROM people ORDER BY name
SELECT team, count(*) FROM people WHERE name ~ '^[A-Z]' GROUP BY team ORDER BY team NULLS FIRST
SELECT w, w LIKE 'a%', w ILIKE 'a%', w ~ '^[[:alpha:]]$', ascii(w), length(w) FROM words ORDER BY id
SELECT w, encode(w::bytea, 'hex') FROM words WHERE w <> '\' ORDER BY w COLLATE "C"
SELECT w::bytea FROM words
SELECT string_agg(w, '' ORDER BY w DESC) FROM words
SELECT min(w), max(w), count(DISTINCT lower(w)) FROM words
SELECT split_part(w, 'a', 1), regexp_replace(w, '[aA]', '-', 'g'), translate(w, 'aAbB', '1234') FROM words ORDER BY id
SELECT ltrim('0012', '0'), to_char(12, 'FM0000'), 'x' || 1.50, 'd: ' || date '2024-01-01', 'a' || array[1,2]::text
SELECT array['a'] || 'b'
SELECT 'a' || array['b']
SELECT 'a' || '{b}'
SELECT 'ab' || null::text IS NULL, concat('ab', null) = 'ab'
SELECT text 'abc' || varchar 'd' || char(3) 'e' || 'f'
SELECT length(' a '::char(5)), length(' a '::varchar(5)), char_length('abc '::char(6)), octet_length('abc'::char(6))
SELECT 'a'::char(3) = 'a  '::char(5), 'a'::char(3) = 'a  '::text, 'a '::char(2) LIKE 'a', 'a '::char(2) LIKE 'a '
SELECT bpchar 'ab ', 'ab '::bpchar || 'c', length('ab '::bpchar)
SELECT right(name, 2), lpad(name, 4, '.'), rpad(coalesce(team, '?'), 5) || '|' FROM people ORDER BY id
