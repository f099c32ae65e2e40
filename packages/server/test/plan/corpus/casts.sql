SELECT ''::int
SELECT ' '::int
SELECT 'a'::int
SELECT '1.5'::int
SELECT '1e3'::int
SELECT '12a'::int
SELECT '1 2'::int
SELECT '2147483648'::int
SELECT '-2147483649'::int
SELECT '-2147483648'::int, '2147483647'::int, '32767'::int2, '-9223372036854775808'::int8
SELECT '32768'::int2
SELECT '9223372036854775808'::int8
SELECT '--1'::int
SELECT 70000::int2
SELECT 3000000000::int4
SELECT 1::bool, 0::bool, 5::bool, true::int, false::int, true::text, false::text
SELECT true::numeric
SELECT 't'::bool, 'TRUE'::bool, 'yes'::bool, 'on'::bool, '1'::bool, 'f'::bool, 'no'::bool, 'off'::bool, '0'::bool, ' true '::bool, 'tr'::bool, 'n'::bool
SELECT 'o'::bool
SELECT '2'::bool
SELECT ''::bool
SELECT 'maybe'::bool
SELECT 1::text, -5::text, 1.50::text, 1e3::text, true::text, NULL::text, 'a'::text
SELECT 123::varchar(2), 'abcdef'::varchar(3), 'abc'::varchar(5), 'abc  '::varchar(3), 'äöü'::varchar(2)
SELECT 'ab'::char(5), 'abcdef'::char(3), length('ab'::char(5)), 'ab'::char(5) = 'ab', 'ab'::char(5) || 'x'
SELECT 'abc'::char, 'abc'::varchar, ''::char(1)
SELECT 'abc'::name, 123::name
SELECT CAST('5' AS integer), CAST(5 AS text), CAST(5.5 AS integer), CAST('2024-01-01' AS date)
SELECT int '5', text 'x', numeric '1.50', bool 'yes', date '2024-01-01', float8 '1e3'
SELECT int4('5'), int8(5), float8(5), text(5), numeric(5), date('2024-01-01')
SELECT 5.5::int4, 4.5::int4, -4.5::int4, 0.5::int4, -0.5::int4
SELECT 5.5::float8::int4, 4.5::float8::int4, -4.5::float8::int4, 0.5::float8::int8, 2.5::float4::int2
SELECT i2::int4, i2::int8, i2::float4, i2::float8, i2::numeric, i2::text FROM extremes ORDER BY id
SELECT i4::int8, i4::float8, i4::numeric, i4::text, i4::numeric(12,2) FROM extremes ORDER BY id
SELECT i4::float4 FROM extremes ORDER BY id
SELECT i8::float8, i8::numeric, i8::text FROM extremes ORDER BY id
SELECT i8::float4 FROM extremes ORDER BY id
SELECT i4::int2 FROM extremes WHERE id > 2 AND id < 8 ORDER BY id
SELECT i4::int2 FROM extremes
SELECT i8::int4 FROM extremes
SELECT i8::int4 FROM extremes WHERE id IN (3, 4, 5, 6)
SELECT f4::float8, f8::float4 FROM extremes WHERE id <> 6 ORDER BY id
SELECT f8::int FROM extremes WHERE id IN (4, 5, 6, 8) ORDER BY id
SELECT n::text, n::int8::text, n::numeric(20,2) FROM extremes ORDER BY id
SELECT n::int4 FROM extremes WHERE id > 2 ORDER BY id
SELECT n::int4 FROM extremes
SELECT t::int FROM extremes WHERE id = 5
SELECT t::int FROM extremes WHERE id = 6
SELECT t::float8 FROM extremes WHERE id IN (2, 3, 5, 6) ORDER BY id
SELECT t::float8 FROM extremes
SELECT t::bool FROM extremes WHERE id IN (3, 7) ORDER BY id
SELECT t::bool FROM extremes
SELECT t::numeric(10,2) FROM extremes WHERE id IN (3, 5, 6) ORDER BY id
SELECT b::text, b::int, b::varchar(1) FROM extremes ORDER BY id
SELECT d::text, ts::text, d::timestamp, ts::date FROM extremes ORDER BY id
SELECT ts::time, d::timestamptz FROM extremes ORDER BY id
SELECT '2024-02-30'::date
SELECT '2024-13-01'::date
SELECT 'x'::date
SELECT '2023-02-29'::date
SELECT '2024-01-01 25:00'::timestamp
SELECT '2024-01-01 24:00:00'::timestamp, '24:00'::time
SELECT '10:20'::time, '10:20:30.5'::time, '102030'::time
SELECT '25:00'::time
SELECT '550e8400-e29b-41d4-a716-446655440000'::uuid, '550E8400E29B41D4A716446655440000'::uuid, '{550e8400-e29b-41d4-a716-446655440000}'::uuid
SELECT 'x'::uuid
SELECT '550e8400-e29b-41d4-a716-446655440000'::uuid::text
SELECT '{1,2,3}'::int[], '{}'::int[], '{NULL,1}'::int[], '{"a b",c}'::text[], '{t,f}'::bool[]
SELECT '{1,2'::int[]
SELECT '{1,a}'::int[]
SELECT ARRAY[1,2]::text[], ARRAY['1','2']::int[], ARRAY[1.5, 2.5]::int[], ARRAY[1,2]::float8[]
SELECT ARRAY['a']::int[]
SELECT ARRAY[1,2]::text, '{1,2}'::text, ARRAY['a b', NULL, '']::text
SELECT NULL::int, NULL::text, NULL::date, NULL::numeric(5,2), NULL::bool
SELECT '\x414243'::bytea, 'abc'::bytea, '\x4142'::bytea::text
SELECT 1::"char", 'abc'::"char"
SELECT 5::money
SELECT '1 day'::interval, '1 year 2 mons'::interval, '-1:30'::interval, interval '5' day, interval '1-2' year to month
SELECT 'x'::interval
SELECT 65::oid, '65'::oid
SELECT 5::nosuchtype
SELECT CAST(5 AS nosuch)
SELECT 5::int4::int8::numeric::float8::text
SELECT (5)::text || (6)::text, -5::text
SELECT '5' + 1, '5' * 2.5, 5 || '', '1.5' + 1.5, 1 + '2'
SELECT '5' || '6', '5' || 6, 6 || '5', 5.0 || 'x', true || 'x'
SELECT '5'::text + 1
SELECT name + 1 FROM people
SELECT name || age FROM people ORDER BY id
SELECT age = '34', age = ' 34 ' FROM people ORDER BY id
SELECT age = 'x' FROM people
SELECT born = '1990-02-28', born > '1995-01-01' FROM people ORDER BY id
SELECT born = 'x' FROM people
SELECT born = seen, seen > born FROM people ORDER BY id
SELECT active = 'yes', active = 't', active = true FROM people ORDER BY id
SELECT active = 'x' FROM people
SELECT salary = '5200.5', salary > '5000' FROM people ORDER BY id
SELECT height = '1.68', height > '1.7' FROM people ORDER BY id
SELECT CASE WHEN active THEN 1 ELSE '2' END FROM people ORDER BY id
SELECT CASE WHEN active THEN 1 ELSE 'x' END FROM people
SELECT CASE WHEN active THEN age ELSE salary END FROM people ORDER BY id
SELECT CASE WHEN active THEN age ELSE name END FROM people
SELECT coalesce(age, 0), coalesce(name, 'x'), coalesce(age, salary), coalesce(NULL, NULL, 5) FROM people ORDER BY id
SELECT coalesce(age, 'x') FROM people
SELECT coalesce(age, '5') FROM people ORDER BY id
SELECT coalesce(age, name) FROM people
SELECT greatest(age, 30), least(age, salary), greatest(height, age) FROM people ORDER BY id
SELECT greatest(age, name) FROM people
SELECT pg_typeof(coalesce(1, 2.5)), pg_typeof(coalesce(1::int2, 2::int8)), pg_typeof(coalesce(1, 2::float4)), pg_typeof(coalesce(1.5, 2::float8)), pg_typeof(coalesce('a', 'b')), pg_typeof(coalesce(NULL, 1))
SELECT pg_typeof(CASE WHEN true THEN 1 ELSE 2::int8 END), pg_typeof(nullif(1, 2.0)), pg_typeof(greatest(1, 2.0)), pg_typeof(ARRAY[1, 2.5]), pg_typeof(ARRAY['a'])
SELECT 1 UNION ALL SELECT 2.5
SELECT '1' UNION ALL SELECT 'x'
SELECT NULL UNION ALL SELECT 1
SELECT 1::int2 UNION ALL SELECT 2::int8 UNION ALL SELECT 3.5
SELECT 1::float4 UNION ALL SELECT 0.1::float8
SELECT date '2024-01-01' UNION ALL SELECT timestamp '2024-01-02 10:00'
SELECT * FROM (VALUES (1), (2.5), (NULL)) t(x)
SELECT * FROM (VALUES (1), ('2')) t(x)
SELECT * FROM (VALUES (1), ('x')) t(x)
SELECT * FROM (VALUES (NULL), ('x')) t(x)
SELECT * FROM (VALUES ('2024-01-01'::date), ('2024-02-01')) t(x)
SELECT ARRAY[1, 'x']
SELECT 1 IN (1, '2'), '1' IN (1, 2), 1.5 IN (1, '1.5')
SELECT 5 BETWEEN '1' AND '10', '5' BETWEEN '1' AND '10', 5 BETWEEN 1 AND 10.5
SELECT 'abc' LIKE 'a%', 123::text LIKE '1%'
SELECT 123 LIKE '1%'
SELECT NOT 'true', 'true' AND true, NULL OR true
SELECT 'x' AND true
SELECT * FROM people WHERE 'true' AND id = 1
SELECT * FROM people WHERE NULL
SELECT id FROM people LIMIT '2'
SELECT id FROM people LIMIT 1.5
SELECT id FROM people ORDER BY id LIMIT 2::int8
SELECT id FROM people LIMIT 'x'
SELECT abs('-5'), abs('-5.5'), sqrt('4'), length(5::text), upper('a')
SELECT length(5)
SELECT upper(5)
SELECT abs('x')
SELECT substr('abc', '2'), repeat('a', '3'), left('abc', '2')
SELECT round('2.5'), round('2.567', 2)
SELECT sum('5')
SELECT max('5'), min('a'), count('x')
SELECT sum(name) FROM people
SELECT avg(name) FROM people
SELECT sum(active) FROM people
SELECT lower(age) FROM people
SELECT concat(1, 'a', true, NULL, 1.50, 2.5::float8), concat_ws('-', 1, NULL, 'b', false)
SELECT born + 1, born - 1, born - born, born + interval '1 day', seen + interval '1 hour' FROM people ORDER BY id
SELECT born + 1.5 FROM people
SELECT born + seen FROM people
SELECT seen + 1 FROM people
SELECT born * 2 FROM people
SELECT -born FROM people
SELECT -name FROM people
SELECT active + 1 FROM people
SELECT date '2024-01-01' + '1', date '2024-01-01' - '2023-12-01'
SELECT date '2024-01-01' < timestamp '2024-01-01 00:00:01', timestamp '2024-01-01' = date '2024-01-01'
SELECT 1 = '1', '1' = 1, 1.0 = '1.00', true = 'yes'
SELECT 1 = 'one'
SELECT 1 = ''
SELECT 1::int8::bool
SELECT 1.5::bool
SELECT true::int8
SELECT true::float8
SELECT t::numeric FROM extremes WHERE id = 5
SELECT d::int FROM extremes
SELECT i4::date FROM extremes
SELECT i4::timestamp FROM extremes
SELECT b::float8 FROM extremes
SELECT ts::int8 FROM extremes
SELECT 'x' + 1
SELECT '1.5' + 1
SELECT 1 + '1.5'
SELECT 5 || 6
SELECT name = 5 FROM people
SELECT age = name FROM people
SELECT active = 1 FROM people
SELECT nullif(age, name) FROM people
SELECT 1 UNION ALL SELECT '2'
SELECT 1 UNION ALL SELECT 'x'
SELECT 1 UNION ALL SELECT name FROM people
SELECT NULL UNION ALL SELECT NULL
SELECT true UNION ALL SELECT 1
SELECT ARRAY[1, true]
SELECT 1 IN (1, 'x')
SELECT max(active) FROM people
SELECT 1 = true
SELECT 1 = date '2024-01-01'
SELECT 'a'::text = 1::int
SELECT NOT 1
SELECT 1 AND true
SELECT * FROM people WHERE 1
SELECT * FROM people WHERE name
-- A literal that is cast has the type it is cast to.
SELECT 1::int, 5::bigint, CAST(3 AS smallint), '4'::int, 1
SELECT 1::int AS a UNION SELECT 2 ORDER BY a
SELECT 1::int FROM people GROUP BY 1::int ORDER BY 1::int
SELECT true::name, false::name, true::text, false::varchar(3), true::char(2)
