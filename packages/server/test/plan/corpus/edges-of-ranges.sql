SELECT make_date(-2147483648, 1, 1)
SELECT -2147483648, pg_typeof(-2147483648), abs(-2147483648)
SELECT -2147483648 - 1
SELECT -2147483648::int - 1
SELECT x - 1 FROM (VALUES (-2147483648)) t(x)
SELECT -2147483648 * -1
SELECT 0x80000000, -0x80000000, -2147483649, pg_typeof(0x7fffffff)
SELECT timestamp with time zone 'J2452271 T X03456-08'
SELECT timestamp with time zone 'J2452271 T X03456.001e6-08'
SELECT '4714-11-23 16:00:00-08 BC'::timestamptz, 'Sun Nov 23 16:00:00 4714 PST BC'::timestamptz
SELECT '4714-11-23 15:59:59-08 BC'::timestamptz
SELECT '4714-11-23 23:59:59 BC'::timestamp
SELECT '4714-11-24 00:00:00 BC'::timestamp, '4714-11-24 BC'::date
SELECT '4714-11-23 BC'::date
SELECT '4714-10-31 BC'::timestamptz
SELECT '294277-01-01'::timestamp
SELECT '294276-12-31 23:59:60'::timestamp
SELECT '4715-01-01 BC'::timestamptz
SELECT make_interval(years := -1, months := -2147483648)
SELECT make_timestamp(294277, 1, 1, 0, 0, 0)
SELECT make_timestamp(-4714, 11, 23, 0, 0, 0)
SELECT make_timestamp(-4714, 11, 24, 0, 0, 0)
SELECT make_date(5874898, 1, 1)
SELECT make_date(-4714, 11, 23)
SELECT make_date(2023, 2, 29)
SELECT make_date(0, 1, 1)
SELECT make_date(2024, 13, 1)
SELECT make_time(24, 0, 0), make_time(23, 59, 60)
SELECT make_time(24, 0, 1)
SELECT make_time(10, 60, 1)
SELECT make_time(10, 55, 100.1)
SELECT make_time(-1, 0, 0)
SELECT make_time(0, 0, 'nan')
SELECT make_timestamp(2024, 1, 1, 24, 0, 0), make_timestamp(2024, 1, 1, 23, 59, 60)
SELECT make_timestamp(2024, 2, 30, 0, 0, 0)
SELECT make_timestamp(2024, 1, 1, 0, 0, 60.5)
SELECT make_timestamp(2024, 1, 1, 0, 0, -0.5)
SELECT make_timestamptz(2024, 1, 1, 0, 0, 61)
SELECT make_timestamptz(2024, 1, 1, 0, 0, 1, 'Nowhere/Here')
SELECT to_timestamp(1e18)
SELECT to_timestamp(-1e18)
SELECT to_timestamp('nan'::float8)
SELECT to_timestamp('infinity'::float8), to_timestamp('-infinity'::float8)
SELECT to_timestamp(-210866803200), to_timestamp(-210866803200.5)
SELECT to_timestamp(1e12)
SELECT date '5874897-12-31' + 1
SELECT date '4714-11-24 BC' - 1
SELECT date 'infinity' + 5, date '-infinity' - 5, date 'infinity' - 3
SELECT date '2024-01-01' + 2147483647
SELECT date '2024-01-01' - (-2147483647)
SELECT date 'infinity' - date '2024-01-01'
SELECT d + 1 FROM (VALUES (date '5874897-12-31')) t(d)
SELECT d - 1 FROM (VALUES (date '4714-11-24 BC'), ('2024-01-01')) t(d)
SELECT d - n FROM (VALUES (date '2024-01-01', 3000000)) t(d, n)
SELECT date '5874897-12-31'::timestamp
SELECT '2202020-10-05'::date > '2020-10-05'::timestamp, '2020-10-05'::timestamptz > '2202020-10-05'::date
SELECT '2202020-10-05'::date::timestamptz
SELECT '2202020-10-05'::date = '2020-10-05'::timestamp, least('2202020-10-05'::date, '2020-10-05'::date)
SELECT date '294277-01-01'::timestamp
SELECT date_trunc('millennium', timestamp '4713-01-01 BC')
SELECT date_trunc('century', date '4714-12-01 BC')
SELECT date_trunc('week', timestamp '4714-11-24 BC')
SELECT timestamp 'infinity'::time
SELECT timestamptz 'infinity'::timetz
SELECT timestamp 'infinity'::date, date 'infinity'::timestamp, date '-infinity'::timestamptz
SELECT extract(epoch FROM timestamp '4714-11-24 BC'), extract(julian FROM timestamp '4714-11-24 BC'), extract(year FROM date '4714-11-24 BC')
SELECT to_date('9999999', 'YYYY')
SELECT to_date('2147483648', 'YYYY')
SELECT to_date('100000000', 'CC')
SELECT to_date('2147483647 01', 'CC YY')
SELECT to_date('J99999999999', '"J"J')
SELECT to_timestamp('99999999999', 'SSSSS')
SELECT to_timestamp('2024-01-01 25:00', 'YYYY-MM-DD HH24:MI')
SELECT to_timestamp('2024-13-01', 'YYYY-MM-DD')
SELECT to_timestamp('2024-02-30', 'YYYY-MM-DD')
SELECT to_timestamp('24:60', 'HH24:MI')
SELECT time '24:00:00', time '23:59:60', time '23:59:59.9999999'
SELECT time '24:00:01'
SELECT time '25:00'
SELECT timetz '24:00:00+15:59'
SELECT timetz '10:00+16'
SELECT timetz '10:00+15:59:59', timetz '10:00-15:59:59'
SELECT timestamptz '2024-01-01 00:00+16'
SELECT width_bucket(5, 3, 3, 2)
SELECT width_bucket(5.0, 3, 4, 0)
SELECT width_bucket(5.0, 3, 4, -1)
SELECT width_bucket(5.0::float8, 'nan', 4, 5)
SELECT width_bucket(5.0::float8, 0, 'infinity', 5)
SELECT width_bucket('infinity'::float8, 0, 10, 5), width_bucket('-infinity'::float8, 0, 10, 5)
SELECT width_bucket('nan'::float8, 0, 10, 5)
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(5, 10, 0, 5), width_bucket(11, 0, 10, 2147483647)
SELECT width_bucket(11, 0, 10, 2147483647)
SELECT width_bucket(3, ARRAY[1, 3, 5]), width_bucket(0, ARRAY[]::int[]), width_bucket(now(), ARRAY['yesterday', 'today', 'tomorrow']::timestamptz[])
SELECT width_bucket(3, ARRAY[1, NULL, 5])
SELECT width_bucket(3, NULL::int[])
SELECT width_bucket('b'::text, ARRAY['a', 'c']), width_bucket(2.5::numeric, ARRAY[1.5, 2.5, 3.5]), width_bucket(2.5::float8, ARRAY[1.5, 2.5, 3.5]::float8[])
SELECT chr(0)
SELECT chr(-1)
SELECT chr(55296)
SELECT chr(1114111), chr(1114112)
SELECT chr(65), chr(8364), ascii(''), ascii('€'), ascii('😀')
SELECT repeat('ab', -1), repeat('a', 0)
SELECT repeat('a', 1073741824)
SELECT lpad('a', -1), lpad('abc', 2), lpad('a', 3, ''), rpad('a', 5, 'xy'), lpad('a', 0)
SELECT lpad('a', 1073741824)
SELECT rpad('a', 2147483647, 'b')
SELECT format('%s'), format('%s %s', 1)
SELECT format('%s %s', 1)
SELECT format('%z', 1)
SELECT format('%', 1)
SELECT format('%0$s', 1)
SELECT format('%2$s', 1)
SELECT format('%I', NULL)
SELECT format('%I', 'a b'), format('%L', NULL), format('%1$s %s %1$s', 'a', 'b'), format('%-5s|%5s|%*s', 'a', 'b', 3, 'c'), format('%%')
SELECT format('%*s', NULL, 'a'), format('%-*s|', 4, 'a'), format('%*2$s', 'a', 5, 'z'), format('%s %s', VARIADIC ARRAY['a', 'b'])
SELECT format(NULL, 1), format('%s', NULL), format('|%10L|', 'x'), format('|%-10I|', 'X')
SELECT format('%1$', 1)
SELECT format('%1', 1)
SELECT format('%99999999999s', 1)
SELECT format('%s', 1, 2), format('', 1)
SELECT substring('abc' FROM 2 FOR -1)
SELECT substring('abc', -1, 3), substring('abc', 2147483647, 2147483647), substring('abc', -2147483648, 2147483647), substr('abc', 0), substr('abc', 2, 2147483647)
SELECT substr('abc', -2147483648, -1)
SELECT overlay('abcdef' PLACING 'x' FROM 0)
SELECT overlay('abcdef' PLACING 'x' FROM -1 FOR 2)
SELECT overlay('abcdef' PLACING 'x' FROM 2 FOR -1), overlay('abcdef' PLACING 'xyz' FROM 10), overlay('abcdef' PLACING '' FROM 2 FOR 3), overlay('abcdef' PLACING 'x' FROM 2 FOR 2147483647)
SELECT set_byte('\x00'::bytea, 1, 5)
SELECT set_byte('\x0011'::bytea, 1, 300), set_byte('\x0011'::bytea, 0, -1)
SELECT get_byte('\x00'::bytea, -1)
SELECT get_bit('\x00'::bytea, 8)
SELECT set_bit('\x00'::bytea, 1, 2)
SELECT set_bit('\x00'::bytea, 8, 1)
SELECT get_bit('\x01'::bytea, 0), set_bit('\x00'::bytea, 7, 1)
SELECT substring('\x010203'::bytea FROM 2 FOR -1)
SELECT overlay('\x0102'::bytea PLACING '\x03'::bytea FROM 0)
SELECT encode('\x00'::bytea, 'nonsense')
SELECT decode('zz', 'hex')
SELECT decode('abc', 'hex')
SELECT decode('a', 'base64')
SELECT decode('a@bc', 'base64')
SELECT decode('\400', 'escape')
SELECT decode('\', 'escape')
SELECT decode('ab cd', 'hex'), encode('\x0102ff', 'base64'), encode('\x0102ff5c', 'escape'), decode('AQL/', 'base64'), decode('', 'hex')
SELECT encode(decode(repeat('ab', 100), 'hex'), 'base64')
SELECT split_part('a,b', ',', 0)
SELECT split_part('a,b', ',', -1), split_part('a,b', '', 1), split_part('', ',', 1), split_part('a,b', ',', -2147483648), split_part('a,b', ',', 3)
SELECT to_hex(-1), to_hex(-1::bigint), to_oct(-8), to_bin(5), to_hex(2147483647)
SELECT translate('12345', '143', 'ax'), translate('', 'a', 'b'), translate('abc', '', 'x'), translate('abc', 'abc', '')
SELECT initcap('hello wORLD foo_bar 1st'), initcap(''), reverse('añb'), reverse('')
SELECT 9223372036854775807 + 1
SELECT (-9223372036854775808) / -1
SELECT (-9223372036854775808) % -1
SELECT (-32768)::int2 / (-1)::int2
SELECT 32767::int2 + 1::int2
SELECT 32768::int2
SELECT 2147483648::int
SELECT '99999'::int2
SELECT 1e10::int
SELECT 'nan'::float8::int
SELECT 'infinity'::float8::bigint
SELECT 9223372036854775807::float8::bigint
SELECT 1e40::float8::real
SELECT 1e-50::float8::real
SELECT '1e400'::float8
SELECT '1e-400'::float8
SELECT '1e39'::real
SELECT abs((-32768)::int2)
SELECT abs(-9223372036854775808)
SELECT - (-32768)::int2
SELECT factorial(-1)
SELECT factorial(20), factorial(0)
SELECT gcd(-9223372036854775808, 0)
SELECT gcd(-2147483648, -2147483648)
SELECT lcm(9223372036854775807, 2)
SELECT lcm(0, 5), gcd(12, 18), gcd(0, 0), lcm(-4, 6)
SELECT sqrt(-1)
SELECT ln(0)
SELECT ln(-1)
SELECT log(0)
SELECT log(-1::float8)
SELECT power(0, -1)
SELECT power(-8, 0.5)
SELECT acos(2)
SELECT asin(-1.5)
SELECT acosh(0.5)
SELECT atanh(2)
SELECT atanh(1), atanh(-1)
SELECT exp(1000)
SELECT cot(0), cot('infinity')
SELECT sin('infinity')
SELECT tan('nan')
SELECT round(1.5::float8, 1)
SELECT sinh(710), cosh(710)
SELECT degrees(pi()), radians(180), pi(), cbrt(27), cbrt(-8)
SELECT generate_series(1, 5, 0)
SELECT generate_series(1, 2147483647, 2147483647), generate_series(2147483646, 2147483647)
SELECT generate_series(9223372036854775806, 9223372036854775807), generate_series(5, 1), generate_series(5, 1, -2)
SELECT * FROM generate_series(1, 3, NULL)
SELECT generate_series(1.0, 2.0, 0)
SELECT generate_series(1.0, 2.0, 0.5)
SELECT scale(1.20), min_scale(1.20), trim_scale(1.20), div(7, 2), mod(7, -2), div(7, 0)
SELECT mod(7, 0)
SELECT 1 / 0
SELECT 1.0 / 0
SELECT 1::float8 / 0
SELECT 1 % 0
SELECT round(1e20, -25), round(123.456, -2), trunc(123.456, 1), round(0.5), round(1.5), round(2.5)
SELECT oid '-1', '4294967295'::oid, '-1'::oid, (-1)::oid, 4294967295::oid
SELECT '4294967296'::oid
SELECT '-2147483649'::oid
SELECT 4294967296::oid
SELECT (-1)::bigint::oid
SELECT '99asdfasd'::oid
SELECT ''::oid
SELECT '-2147483648'::oid, ' 5 '::oid, 10::oid < 20::oid, -1::int::oid > 5::oid, 4294967295::oid::int8, '4294967295'::oid::int
SELECT 4294967295::oid::int4
SELECT x::oid FROM (VALUES (-1), (5)) t(x)
SELECT x::oid FROM (VALUES (-1::bigint), (5)) t(x)
SELECT x::oid FROM (VALUES ('7'), ('-1'), ('4294967295')) t(x)
SELECT x::oid FROM (VALUES ('4294967296')) t(x)
