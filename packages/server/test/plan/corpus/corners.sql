SELECT regexp_count('abcabc', 'b'), regexp_count('abcabc', 'B', 1, 'i'), regexp_count('abc', 'z'), regexp_count('', ''), regexp_count('aaa', 'a', 2)
SELECT regexp_count('abc', 'b', 0)
SELECT regexp_count('abc', 'b', 1, 'g')
SELECT regexp_instr('abcabc', 'b'), regexp_instr('abcabc', 'b', 3), regexp_instr('abcabc', 'b', 1, 2), regexp_instr('abcabc', 'b', 1, 1, 1), regexp_instr('abcabc', '(b)(c)', 1, 2, 0, '', 2), regexp_instr('abc', 'z'), regexp_instr('abcABC', 'B', 1, 2, 0, 'i')
SELECT regexp_instr('abc', 'b', 0)
SELECT regexp_instr('abc', 'b', 1, 0)
SELECT regexp_instr('abc', 'b', 1, 1, 2)
SELECT regexp_instr('abc', 'b', 1, 1, 0, '', -1)
SELECT regexp_like('Abc', 'a'), regexp_like('Abc', 'a', 'i'), regexp_like('a', NULL)
SELECT regexp_like('a', 'a', 'g')
SELECT regexp_substr('abcabc', 'b.'), regexp_substr('abcabc', 'b.', 3), regexp_substr('abcabc', '(a)(b)', 1, 2, '', 2), regexp_substr('abc', 'z'), regexp_substr('ABC', 'b', 1, 1, 'i')
SELECT regexp_substr('abc', 'b', 0)
SELECT regexp_match('abc', '(a)(x)?'), regexp_match('abc', 'b', 'i'), regexp_match('abc', 'z')
SELECT regexp_match('abc', 'a', 'g')
SELECT regexp_matches('aXbX', '(.)X', 'g'), regexp_matches('abc', 'b')
SELECT regexp_replace('abcabc', 'b', 'X'), regexp_replace('abcabc', 'b', 'X', 'g'), regexp_replace('abcabc', 'b', 'X', 3), regexp_replace('abcabc', 'b', 'X', 1, 2), regexp_replace('abcabc', 'B', 'X', 1, 0, 'i'), regexp_replace('abc', '(b)', '[\1\&\\]')
SELECT regexp_replace('abc', 'b', 'X', 0)
SELECT regexp_replace('abc', 'b', 'X', 1, -1)
SELECT regexp_split_to_array('a1b22c', '\d+'), regexp_split_to_array('abc', ''), regexp_split_to_array('', ','), regexp_split_to_array('aXb', 'x', 'i')
SELECT regexp_split_to_array('abc', 'b', 'g')
SELECT regexp_split_to_table('a,b', ','), string_to_table('a,b,', ','), string_to_table('abc', NULL)
SELECT string_to_array('a,b', NULL), string_to_array('', ','), string_to_array('a,b,', ','), string_to_array('a,b', ''), string_to_array('a,NULL', ',', 'NULL'), string_to_array(NULL, ',')
SELECT array_to_string(ARRAY[1,NULL,3], ','), array_to_string(ARRAY[1,NULL,3], ',', '*'), array_to_string(ARRAY[]::int[], ','), array_to_string(ARRAY['a'], NULL)
SELECT concat('a', NULL, 1, true), concat_ws(',', 'a', NULL, 'b'), concat_ws(NULL, 'a'), concat()
SELECT btrim('  a  '), btrim('xyaxy', 'xy'), ltrim('', 'x'), rtrim('abc', ''), trim(both FROM ' a '), trim(leading 'x' FROM 'xxa'), trim('x' FROM 'xax')
SELECT position('' IN 'abc'), strpos('abc', ''), strpos('', 'a'), position('c' IN 'abc')
SELECT normalize('é', NFD) = 'é', 'é' IS NFC NORMALIZED, normalize('ﬁ', NFKC), 'a' IS NORMALIZED
SELECT normalize('a', nonsense)
SELECT unistr('\0061\+000062\u0063\U00000064'), unistr('a\\b')
SELECT unistr('\00')
SELECT unistr('\D800')
SELECT casefold('ß'), casefold('ΑΣ'), upper('ß'), lower('İ'), initcap('éa ñb')
SELECT quote_ident('a'), quote_ident('A'), quote_ident('select'), quote_ident('a"b'), quote_literal('a''b'), quote_literal('a\b'), quote_literal(5), quote_nullable(NULL), quote_ident('')
SELECT to_char(1234.5, '9,999.99'), to_char(-1, '9S'), to_char(0, 'FM9'), to_char(12, 'RN'), to_char(1e10, '9.99EEEE'), to_char(5, 'L9'), to_char(-5, '9PR'), to_char(123, '999th'), to_char(NULL::int, '9'), to_char(1.5, 'V9'), to_char(4000, 'RN')
SELECT to_char(timestamp '2024-02-29 13:14:15.678901', 'YYYY-MM-DD HH24:MI:SS.US FF3 Day DY Mon MONTH Q W WW IW IYYY J D ID DDD HH12 AM a.m. TZ CC'), to_char(timestamp '0044-03-15 BC', 'YYYY AD'), to_char(interval '100 days 25:00', 'DD HH24'), to_char(timestamptz '2024-01-01', 'TZH:TZM OF')
SELECT to_char(timestamp 'infinity', 'YYYY'), to_char(now(), ''), to_char(date '2024-01-01', 'YY"year"MM')
SELECT to_date('2024-02-29', 'YYYY-MM-DD'), to_date('29 Feb 2024', 'DD Mon YYYY'), to_date('2024 060', 'YYYY DDD'), to_date('24', 'YY'), to_date('2024-W09-4', 'IYYY-"W"IW-ID')
SELECT to_date('2023-02-29', 'YYYY-MM-DD')
SELECT to_date('abc', 'YYYY')
SELECT to_timestamp('2024-01-01 10:00:00.123', 'YYYY-MM-DD HH24:MI:SS.MS'), to_timestamp('10 PM', 'HH12 PM'), to_timestamp('2024-01-01 +02', 'YYYY-MM-DD TZH')
SELECT to_number('1,234.50', '9,999.99'), to_number('-12', 'S99'), to_number('XII', 'RN'), to_number('', '9')
SELECT to_number('abc', '999')
SELECT extract(century FROM date '2001-01-01'), extract(isodow FROM date '2024-01-07'), extract(week FROM date '2021-01-03'), extract(doy FROM date '2024-12-31'), extract(julian FROM date '2024-01-01'), extract(quarter FROM date '2024-05-01'), extract(millennium FROM date '2000-12-31'), extract(decade FROM date '1999-01-01')
SELECT extract(hour FROM date '2024-01-01')
SELECT extract(day FROM time '10:00')
SELECT extract(fortnight FROM now())
SELECT date_part('hour', date '2024-01-01'), date_part('timezone', timestamptz '2024-01-01'), date_part('microseconds', time '10:00:01.5')
SELECT date_part('timezone', timestamp '2024-01-01')
SELECT extract(epoch FROM interval '1 year 1 day 1 second'), extract(epoch FROM time '01:00'), extract(epoch FROM timetz '01:00+01'), extract(epoch FROM date '1969-12-31')
SELECT date_trunc('quarter', timestamp '2024-05-15'), date_trunc('week', date '2024-01-03'), date_trunc('hour', interval '1 day 10:30'), date_trunc('day', timestamptz '2024-01-01 23:30+00', 'Asia/Tokyo')
SELECT date_trunc('nonsense', now())
SELECT date_trunc('week', interval '1 month')
SELECT age(timestamp '2024-03-31', timestamp '2024-02-29'), age(date '2024-01-01', date '2025-03-05'), age(timestamp '2024-01-01 10:00', timestamp '2024-01-01 12:30')
SELECT justify_days(interval '65 days'), justify_hours(interval '50 hours'), justify_interval(interval '1 mon -1 hour'), make_interval(1, 2, 3, 4, 5, 6, 7.8)
SELECT interval '1 year' > interval '365 days', interval '1 mon' = interval '30 days', interval '-1 day' < interval '0'
SELECT interval '1.5 years', interval '1.5 mons', interval '1 week 2 days', interval 'P1Y2M3DT4H5M6S', interval '1-2 3 4:05:06', interval '@ 1 day ago', interval '-1:30', interval '1 day' * 1.5, interval '1 day' / 3
SELECT interval '1 x'
SELECT interval ''
SELECT date '2024-02-30'
SELECT date 'Feb 29 2023'
SELECT date '2024-13-01'
SELECT timestamp '2024-01-01 24:00:00', timestamp '2024-01-01 23:59:60', timestamp '20240101T101112', timestamp 'Jan 1 2024 10:00 PM', timestamp 'epoch', date 'J2451187'
SELECT timestamp '2024-01-01 24:00:01'
SELECT timestamptz '2024-01-01 10:00 America/New_York', timestamptz '2024-07-01 10:00 EST5EDT', timestamptz '2024-01-01 10:00 PST', timestamptz '2024-01-01 10:00:00.123456789+05:30'
SELECT timestamptz '2024-01-01 10:00 Nowhere'
SELECT timestamptz '2024-03-10 02:30 America/New_York', timestamptz '2024-11-03 01:30 America/New_York', timestamp '2024-03-31 02:30' AT TIME ZONE 'Europe/Berlin'
SELECT now() AT TIME ZONE 'Nowhere'
SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-15', interval '1 day'), (NULL, date '2024-01-01') OVERLAPS (date '2024-01-01', date '2024-01-02')
SELECT isfinite(date 'infinity'), isfinite(timestamp '2024-01-01'), isfinite(interval '1 day'), date '-infinity' < date '2024-01-01'
SELECT clock_timestamp() >= now(), statement_timestamp() >= transaction_timestamp(), current_date = now()::date, localtimestamp(0) IS NOT NULL, current_time(3) IS NOT NULL
SELECT ARRAY[1,2,3][2], (ARRAY[1,2,3])[0], (ARRAY[1,2,3])[-1], (ARRAY[1,2,3])[1:2], (ARRAY[1,2,3])[2:], (ARRAY[1,2,3])[:2], (ARRAY[1,2,3])[5:6], (ARRAY[1,2,3])[3:2], (ARRAY[1,2,3])[NULL], (ARRAY[1,2,3])[NULL:2]
SELECT array_length(ARRAY[1,2], 1), array_length(ARRAY[1,2], 2), array_length(ARRAY[]::int[], 1), array_lower(ARRAY[1], 1), array_upper(ARRAY[1,2], 1), array_ndims(ARRAY[[1]]), cardinality(ARRAY[[1,2],[3,4]]), array_dims(ARRAY[[1,2]])
SELECT array_append(NULL::int[], 1), array_append(ARRAY[1], NULL), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], NULL), array_cat(NULL::int[], NULL), ARRAY[1] || 2, 0 || ARRAY[1], ARRAY[1] || NULL, ARRAY[1] || ARRAY[[2],[3]]
SELECT array_position(ARRAY['a','b','a'], 'a'), array_position(ARRAY['a','b','a'], 'a', 2), array_position(ARRAY[1,NULL], NULL), array_positions(ARRAY[1,2,1], 1), array_remove(ARRAY[1,NULL,1], NULL), array_replace(ARRAY[1,2], 2, NULL)
SELECT array_sort(ARRAY[3,1,NULL,2]), array_sort(ARRAY[3,1,NULL,2], true), array_sort(ARRAY[3,1,NULL], true, false), array_sort(ARRAY['b','a']), array_reverse(ARRAY[1,2,NULL]), trim_array(ARRAY[1,2,3], 1)
SELECT trim_array(ARRAY[1], 2)
SELECT trim_array(ARRAY[1], -1)
SELECT array_sample(ARRAY[1], 2)
SELECT ARRAY[1,2] @> ARRAY[1], ARRAY[1] <@ ARRAY[1,2], ARRAY[1,2] && ARRAY[2,3], ARRAY[1,NULL] @> ARRAY[NULL]::int[], ARRAY[1,2] < ARRAY[1,3], ARRAY[1] < ARRAY[1,NULL], ARRAY[]::int[] = '{}'
SELECT 1 = ANY(ARRAY[1,NULL]), 2 = ANY(ARRAY[1,NULL]), 1 <> ALL(ARRAY[2,3]), 1 = ALL('{}'::int[]), NULL = ANY(ARRAY[1])
SELECT '{1,2'::int[]
SELECT '{1,a}'::int[]
SELECT '1,2'::int[]
SELECT '{1,,2}'::int[]
SELECT '{"a","b"c}'::text[]
SELECT '{a\,b,"c\"d",NULL,"NULL", e }'::text[]
SELECT ARRAY[1,2]::text[], ARRAY['1','2']::int[], ARRAY[1.5,2]::int[], ARRAY[]::text[], ARRAY[NULL]
SELECT ARRAY[1,'a']
SELECT ARRAY[]
SELECT ARRAY[1, true]
SELECT unnest(ARRAY[[1,2],[3,4]]), generate_subscripts(ARRAY[[1,2],[3,4]], 2)
SELECT * FROM unnest(ARRAY[1,2], ARRAY['a','b','c']) AS t(x, y)
SELECT * FROM unnest(ARRAY[1,2]) WITH ORDINALITY
SELECT md5(''), sha256('a'), sha224(''), sha384('a'), sha512(''), md5('\x00'::bytea), encode(sha256('abc'), 'base64')
SELECT 'abc'::bytea LIKE 'a%', '\x61'::bytea || '\x62', substring('\x616263'::bytea, 2), trim('\x00'::bytea FROM '\x006100'::bytea), position('\x62' IN '\x6162'::bytea), bit_count('\xff'::bytea)
SELECT 'a'::char(3) || 'b', length('a  '::char(3)), 'a'::char(3) = 'a ', 'abc'::char(2), 'abc'::varchar(2), char_length('a  '::char(5)), octet_length('é'), 'a'::bpchar
SELECT 'a'::name, length('a'::name), 'x'::name || 'y', pg_typeof('a'::name || 'b')
SELECT true::text, 'yes'::bool, 'of'::bool, true::int, 0::bool, 't'::bool AND NULL, true > false, bool 'on'
SELECT 'maybe'::bool
SELECT 'o'::bool
SELECT num_nulls(1, NULL, 2), num_nonnulls(NULL), num_nulls(VARIADIC ARRAY[1, NULL]), num_nonnulls(VARIADIC '{}'::int[])
SELECT greatest(1, NULL, 3), least(NULL, NULL), greatest('a', 'B'), least(1, 2.5), nullif(1, 1), nullif(NULL, 1), coalesce(NULL, NULL)
SELECT pg_typeof(1), pg_typeof('a'), pg_typeof(NULL), pg_typeof(1.5), pg_typeof(ARRAY[1]), pg_typeof(now()), pg_typeof(ROW(1)), pg_typeof(1::smallint + 1), pg_typeof('a'::varchar || 'b')
SELECT 'people'::regclass, 'nosuch'::regclass
SELECT to_regclass('nosuch'), to_regclass('people'), 'integer'::regtype, 'int4'::regtype::oid, 'people'::regclass::oid = 'people'::regclass
SELECT 'nosuch'::regtype
SELECT current_setting('nosuch')
SELECT current_setting('nosuch', true), current_setting('server_encoding'), current_setting('TimeZone')
SELECT width_bucket(3.5, 0, 10, 5), ceil(1.2), floor(-1.2), round(2.5), round(-2.5), trunc(-1.7), sign(-3), abs(-5), mod(-7, 3), -7 % 3, div(-7, 3), power(2, 10), 2 ^ 3, sqrt(16), cbrt(27), exp(0), ln(1), log(100), log(2, 8)
SELECT min_scale(1.500), scale(1.500), trim_scale(1.500), numeric_inc(1), factorial(5), gcd(12, 8), lcm(4, 6)
SELECT enum_range(NULL::text)
SELECT gen_random_uuid() <> gen_random_uuid(), 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid, '{a0eebc999c0b4ef8bb6d6bb9bd380a11}'::uuid, uuid 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' > '00000000-0000-0000-0000-000000000000'
SELECT 'xyz'::uuid
SELECT obj_description('people'::regclass), col_description('people'::regclass, 1)
SELECT int8 '1' + int2 '1', int4pl(1, 2)
-- Lists that a real is looked for in, and other constants.
SELECT r IN (0.1, 0.2), r IN (0.1), r NOT IN (0.1, 3), r IN (0.5, 1, NULL), r = ANY (ARRAY[0.1, 0.2]) FROM numbers
SELECT r, r IN (0.1, d), r IN (0.1, 0.2, d), r IN (0.1, 0.2::float8), r IN (16777217, 100000) FROM numbers
SELECT width_bucket(10.5, ARRAY[9.5, 100]), width_bucket(100, ARRAY[9.5, 100, 1000.25]), width_bucket(9, ARRAY[9.5])
SELECT id, sum(val) OVER (ORDER BY id ROWS BETWEEN 9223372036854775807 PRECEDING AND 9223372036854775807 FOLLOWING), count(*) OVER (ORDER BY id ROWS BETWEEN 4611686018427387905 FOLLOWING AND UNBOUNDED FOLLOWING) FROM readings
SELECT percentile_cont(ARRAY[0.25, 0.5]) WITHIN GROUP (ORDER BY score) FILTER (WHERE val > 1), percentile_disc(ARRAY[0.25, 0.5]) WITHIN GROUP (ORDER BY id) FILTER (WHERE val / id > 1), rank(3) WITHIN GROUP (ORDER BY id) FILTER (WHERE id > 2) FROM readings
SELECT grp, percentile_cont(ARRAY[0, 1]) WITHIN GROUP (ORDER BY score) FILTER (WHERE val > 100) FROM readings GROUP BY grp
SELECT CASE WHEN false THEN (SELECT count(*) FROM generate_series(1, 5, 0)) ELSE 1 END, CASE WHEN true THEN 2 ELSE (SELECT max(s) FROM generate_series(1, 5, 0) s) END
SELECT count(*) FROM generate_series(1, 5, 0)
