SELECT 7 / 2 AS a, -7 / 2 AS b, 7 % -3 AS c, -7 % 3 AS d, 7.0 / 2 AS e, 2 ^ 10 AS f, |/ 25.0 AS g, ||/ 27.0 AS h, @ -5.5 AS i
SELECT 5 & 3 AS a, 5 | 3 AS b, 5 # 3 AS c, ~5 AS d, 1 << 31 AS e, -16 >> 2 AS f, 1::int8 << 40 AS g
SELECT div(17, 5), div(-17, 5), div(17.5, 5), mod(17.5, 5), mod(-17, 5), factorial(20), gcd(1071, 462), lcm(21, 6), gcd(0, 0), lcm(0, 5)
SELECT factorial(-1)
SELECT factorial(25)
SELECT width_bucket(5, 0, 10, 0)
SELECT width_bucket(5, 3, 3, 4)
SELECT width_bucket(3.5, array[1,2,3,4]::float8[]), width_bucket('b'::text, array['a','c','e'])
SELECT trim_scale(8.4100), min_scale(8.4100), scale(8.4100), scale(5), min_scale(0.00), trim_scale(0.0)
SELECT ceil(-1.5), ceiling(1.1), floor(-1.5), round(2.5), round(-2.5), round(2.5::float8), round(3.5::float8), round(42.4382, 2), round(1234.56, -2), trunc(-1.99), trunc(1234.567, -2), trunc(1234.567, 1)
SELECT sign(-5), sign(0.0), sign(2.5::float8), sqrt(2), sqrt(2.0), cbrt(27.0), exp(1.0), exp(1::float8), ln(2.0), log(100.0), log10(1000), log(2.0, 64.0), power(9.0, 3.0), power(2, -1)
SELECT ln(0)
SELECT log(-1.0)
SELECT sqrt(-1)
SELECT power(0, -1)
SELECT power(-8, 1.0/3)
SELECT power(-8::float8, 0.5::float8)
SELECT degrees(pi()), radians(180), sin(1), cos(1), tan(1), cot(1), asin(0.5), acos(0.5), atan(1), atan2(1, -1), sind(30), cosd(60), tand(45), cotd(45), asind(0.5), acosd(0.5), atand(1), atan2d(1, 0)
SELECT sinh(1), cosh(1), tanh(1), asinh(1), acosh(2), atanh(0.5)
SELECT acosh(0.5)
SELECT atanh(1), atanh(-1)
SELECT asin(2)
SELECT erf(0.5), erfc(0.5), gamma(5), lgamma(10)
SELECT gamma(-1)
SELECT gamma(171.7)
SELECT 9223372036854775807 + 1
SELECT 2147483647 + 1
SELECT 32767::int2 + 1::int2
SELECT -(-32768)::int2
SELECT (-2147483648)::int4 / -1
SELECT (-9223372036854775808) / -1
SELECT abs((-2147483648)::int4)
SELECT 1e308::float8 * 10
SELECT 1e-308::float8 / 1e10
SELECT 'NaN'::float8 = 'NaN'::float8, 'NaN'::float8 > 'Infinity'::float8, 'NaN'::numeric = 'NaN'
SELECT 0.1 + 0.2 = 0.3, 0.1::float8 + 0.2::float8 = 0.3::float8, 0.1::float4 + 0.2::float4
SELECT 1.0 / 3, 2 / 3.0, 10.00 / 3.000, 1::numeric / 7, 1e10 / 3, 0.0001 / 3, 100000000000000000000 / 3
SELECT 1.10 * 1.10, 1.1 + 1.123, 5.00 - 5, -0.0, 0.00 * 5, 1.5 % 0.4, -1.5 % 0.4
SELECT 0xFF, 0o17, 0b101, 1_000_000, 0x7FFF_FFFF, 1_0.5_0, 1e1_0
SELECT 0xG
SELECT 1__0
SELECT 0x
SELECT 123abc
SELECT 1.5.2
SELECT .5, 5., 5.e2, 1e-3, 1E+3
SELECT random() BETWEEN 0 AND 1, random(1, 1), random(5::bigint, 5), random(1.5, 1.5)
SELECT random(5, 1)
SELECT random_normal(0, 0), random_normal(5, 0)
SELECT numeric '1e400' > 1, length((10::numeric ^ 300)::text)
SELECT 1::numeric(5,2), 123.456::numeric(5,2), 12345::numeric(5,-2), 0.001234::numeric(3,5), 999.995::numeric(6,2)
SELECT 1234.5::numeric(5,2)
SELECT 1::numeric(1001)
SELECT 1::numeric(0)
SELECT 1::numeric(5,-1001)
SELECT 'Infinity'::numeric - 'Infinity', 'Infinity'::numeric * 0, 'inf'::numeric / 'inf', 5 / 'inf'::numeric, 'inf'::numeric ^ 0, mod(5, 'inf'::numeric)
SELECT 5 / 0.0
SELECT 5 % 0
SELECT 'inf'::numeric / 0
SELECT 0.0 / 0
SELECT 5.0::float8 / 0
SELECT round('NaN'::numeric, 2), floor('inf'::numeric), sqrt('inf'::numeric), ln('inf'::numeric), sign('-inf'::numeric), abs('-inf'::numeric)
SELECT 'inf'::numeric::int
SELECT 'NaN'::float8::int
SELECT 'NaN'::float8::numeric, 'inf'::float8::numeric, '1e-20'::float8::numeric, 1.1::float4::numeric, 123456789.123::float4::numeric
SELECT 2.5::float8::int, 3.5::float8::int, -2.5::float8::int, 2.5::numeric::int, -2.5::numeric::int, 0.5::float4::int2
SELECT 40000::int2
SELECT 3e9::float8::int
SELECT '  42  '::int, '+7'::int, '-0'::int, '0x1F'::int, '1_000'::int
SELECT '4 2'::int
SELECT ''::int
SELECT '1.0'::int
SELECT '0x'::int
SELECT ' 1e5 '::float8, 'inf'::float8, '-Infinity'::float8, ' nan '::float8, '1e-400'::numeric, '.5'::numeric, '5.'::numeric
SELECT '1e400'::float8
SELECT '1e-400'::float8
SELECT '1e39'::float4
SELECT '1..5'::numeric
SELECT '1e'::numeric
SELECT true::int, false::int, 1::bool, 0::bool, 42::bool, 't'::bool, 'yes'::bool, 'off'::bool, ' TRUE '::bool, 'y'::bool
SELECT 'o'::bool
SELECT 'maybe'::bool
SELECT 1.5::bool
SELECT true + 1
SELECT 1 + '2'
SELECT '3' * 4
SELECT '10' / 2.5
SELECT 'a' || 1
SELECT 1 || 'a'
SELECT 2 || 3.5 || 'x'
SELECT null || 'x'
SELECT true || 'x'
SELECT 1 || 2
SELECT 1 + 'a'
SELECT 'a' + 'b'
SELECT '1' + '2'
SELECT 'a' < 'B', 'a' < 'b', 'Z' < 'a', 'ab' < 'abc', '' < ' ', 'é' > 'z'
SELECT 1 = 1.0, 1 = '1', 1.0 = 1.00, 1::float8 = 1::numeric, true = 't', '1'::text = '1 '
SELECT 1 = 'a'
SELECT 1 = true
SELECT 1 < 2 < 3
SELECT 1 IS DISTINCT FROM null, null IS NOT DISTINCT FROM null, 1 IS NOT DISTINCT FROM 1, (1, null) IS DISTINCT FROM (1, null)
SELECT 5 BETWEEN 1 AND 10, 5 NOT BETWEEN 1 AND 3, 5 BETWEEN SYMMETRIC 10 AND 1, null BETWEEN 1 AND 2, 5 BETWEEN 6 AND null, 5 BETWEEN null AND 4
SELECT true IS TRUE, null::bool IS UNKNOWN, false IS NOT TRUE, null IS NULL, 1 ISNULL, 2 NOTNULL, null IS NOT TRUE
SELECT row(1, null) IS NULL
SELECT row(null, null) IS NULL
SELECT row(1, 2) IS NOT NULL
SELECT row(1, null) IS NOT NULL
SELECT row(1, 2) < row(1, 3), row(1, null) < row(2, 0), row(1, null) = row(1, 2), (1, 'b') > (1, 'a'), row(1, 2) = row(1, 2.0)
SELECT row(1, 2) = row(1, 2, 3)
SELECT row(1, 2) < row('a', 3)
SELECT num_nulls(1, null, 'a'), num_nonnulls(1, null, 'a', null), num_nulls(variadic array[1, null, 3])
SELECT num_nulls()
SELECT greatest(1, 2.5, null), least('b', 'a'), greatest(null, null), least(1, 2::int8, 3.0::float8), greatest('2024-01-01'::date, '2024-01-01 12:00'::timestamp)
SELECT greatest(1, 'x')
SELECT coalesce(null, 1, 2.5), coalesce(null, null), coalesce('1', 2), nullif(1, 1.0), nullif('a', 'b'), nullif(1, null)
SELECT coalesce(1, 'x')
SELECT nullif(1, 'a')
SELECT CASE WHEN false THEN 1 END, CASE 1 WHEN 1.0 THEN 'x' ELSE 'y' END, CASE WHEN true THEN 1 ELSE 2.5 END, CASE null WHEN null THEN 1 ELSE 2 END
SELECT CASE WHEN 1 THEN 2 END
SELECT CASE WHEN true THEN 1 ELSE 'a' END
SELECT CASE 1 WHEN 'a' THEN 2 END
SELECT CASE WHEN false THEN 1 / 0 ELSE 5 END
SELECT NOT null, NOT true, true AND null, false AND null, true OR null, false OR null
SELECT NOT 1
SELECT 'x' AND true
SELECT 10 - 5 - 2
SELECT 2 ^ 3 ^ 2
SELECT -2 ^ 2
SELECT 2 * 3 % 4
SELECT NOT true = false
SELECT 1 + 2 || 'a'
SELECT - - 5
SELECT 5 ! = 5
SELECT 5 OPERATOR(pg_catalog.+) 3, 5 OPERATOR(pg_catalog.*) 3 + 1
SELECT 1 <> 2, 1 != 2, 3 >= 3, 3 <= 2
SELECT 10 !> 5
SELECT !!5
SELECT 5!
SELECT int4 '7', float8 '1.5', numeric '5.50', bool 'true', text 'x', int8 ' 9 '
SELECT pg_catalog.int4 '7', date '2024-01-01', "char" 'abc', name 'xyz', char 'abc', varchar(2) 'abcdef'
SELECT 'abc'::char(5), 'abc'::char, 'abc   '::varchar(3), 'abcdef'::varchar(3), length('abc'::char(10)), 'a '::char(3) = 'a', 'a '::char(3) || 'b'
SELECT cast('abcdef' as char(3)), cast('12' as int), cast(12 as text), cast(null as date)
SELECT 'abc'::varchar(0)
SELECT 1::foo
SELECT '1'::int[]
SELECT to_char(1234.5, '9999.99'), to_char(-1234.5, '9,999.99S'), to_char(0.1, '0.00'), to_char(12, 'RN'), to_char(485, 'FMRN'), to_char(1234567, '9G999G999'), to_char(12345.678, '9.99EEEE'), to_char(-5, '999PR'), to_char(5, 'S999'), to_char(5, '999MI')
SELECT to_char(1234.5678, 'FM999990.099'), to_char(0, '999.99'), to_char(0, 'FM999.99'), to_char(1e20::float8, '9999'), to_char('NaN'::float8, '999.99'), to_char(12.5, '99V99'), to_char(101, '999th'), to_char(1, 'FM9TH'), to_char(4.31, 'L99.99'), to_char(148.5, '999D999')
SELECT to_char(4000, 'RN'), to_char(0, 'RN'), to_char(3999, 'rn'), to_char(1.5, 'FMRN')
SELECT to_number('12,454.8-', '99G999D9S')
SELECT to_number('$1,234.56', 'L9,999.99')
SELECT to_number('MCMXCIX', 'RN')
SELECT to_number('<12>', '99PR')
SELECT to_number('1.5e3', '9.9EEEE')
SELECT to_number('abc', '999')
SELECT to_hex(255), to_hex(-1), to_bin(5), to_oct(64), to_hex(-1::int8), to_bin(-1::int8)
SELECT bit_count(B'1101'), bit_count('\xff01'::bytea), get_bit(B'1010', 0), set_bit(B'1010', 1, 1), get_byte('\x0102'::bytea, 1), set_byte('\x0102'::bytea, 0, 255)
SELECT B'101' & B'110', B'101' | B'010', B'101' # B'111', ~ B'101', B'101' << 1, B'101' >> 1, B'10' || B'01', X'1F', bit_length(B'101'), octet_length(B'101010101')
SELECT B'101' & B'11'
SELECT 5::bit(8), (-5)::bit(8), B'1111'::int, 44::bit(3), '101'::bit(5), B'101'::varbit(2), cast(-44 as bit(12))
SELECT B'102'
SELECT substring(B'110010' from 2 for 3), overlay(B'1111' placing B'00' from 2), position(B'01' in B'1001'), length(B'1010')
SELECT 1 AS "select"
SELECT 2 AS "A b"
SELECT 3 AS ""
SELECT 1 AS "A""b", 2 x, 3 "Y", 4 AS value
SELECT 'it''s', E'tab\there', E'\x41\u00e9\U0001F600', U&'\0041\00e9', U&'d!0061t!+000061' UESCAPE '!', $$dollar's$$, $tag$in $$ tag$tag$, 'con'
 'cat'
SELECT E'\u00'
SELECT U&'\00'
SELECT 'a' 'b'
SELECT E'\xZZ'
SELECT $1
SELECT chr(65), chr(8364), ascii('A'), ascii('€'), ascii(''), chr(128512)
SELECT chr(0)
SELECT chr(-1)
SELECT chr(55296)
SELECT 1;
SELECT 1 2
SELECT * FROM
SELECT 1 FROM people WHERE
SELEC 1
SELECT 1, FROM people
SELECT (1
SELECT 1)
