SELECT 7 / 2, -7 / 2, 7 / -2, -7 / -2, 0 / 5, 1 / 3
SELECT 7 % 2, -7 % 2, 7 % -2, -7 % -2, 0 % 5
SELECT mod(7, 3), mod(-7, 3), mod(7, -3), mod(-7, -3)
SELECT div(7, 3), div(-7, 3), div(7.5, 2), div(-7.5, 2)
SELECT 1 / 0
SELECT 1 % 0
SELECT mod(5, 0)
SELECT i4 / 0 FROM extremes WHERE id = 3
SELECT i4 / (id - id) FROM extremes
SELECT i4 % (id - id) FROM extremes WHERE id = 2
SELECT 2147483647 + 1
SELECT 2147483647::int4 + 1::int4
SELECT (-2147483648)::int4 - 1
SELECT 2147483648 + 1, 2147483647 + 2147483648
SELECT 9223372036854775807 + 1
SELECT -9223372036854775807 - 2
SELECT 65536 * 65536
SELECT 65536::int8 * 65536
SELECT 32767::int2 + 1::int2
SELECT 200::int2 * 200::int2
SELECT 3037000500 * 3037000500
SELECT (-2147483648)::int4 / -1
SELECT (-9223372036854775808)::int8 / -1
SELECT (-32768)::int2 / (-1)::int2
SELECT - (-32768)::int2
SELECT - (-2147483648)::int4
SELECT - (-9223372036854775808)::int8
SELECT -32768::int2
SELECT -2147483648::int4
SELECT abs((-2147483648)::int4)
SELECT abs((-32768)::int2)
SELECT abs(-5), abs(5), abs(0), @ -5, @ 5
SELECT + 5, - 5, - - 5, + - 5
SELECT 2 + 3 * 4, (2 + 3) * 4, 2 * 3 % 4, 2 - 3 - 4, 100 / 10 / 2
SELECT 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 3, 16 >> 2, -16 >> 2, -1 >> 31
SELECT ~0, ~(-1), ~0::int2, ~0::int8
SELECT 6::int2 & 3::int2, 6::int2 | 3::int8, 6 # 3::int8
SELECT 2 ^ 3, 2 ^ 0, 2 ^ -1, 0 ^ 0
SELECT 2 ^ 3 ^ 2
SELECT -2 ^ 2
SELECT |/ 25, ||/ 27, |/ 2, ||/ -27
SELECT |/ -1
SELECT gcd(12, 18), gcd(0, 5), gcd(0, 0), gcd(-12, 18), lcm(4, 6), lcm(0, 5), lcm(-4, 6)
SELECT factorial(0), factorial(5), factorial(20)
SELECT factorial(-1)
SELECT sign(-5), sign(0), sign(5), sign(2.5), sign(-0.0)
SELECT i2 + i2 FROM extremes WHERE id IN (3, 5, 6) ORDER BY id
SELECT i2 + i2 FROM extremes ORDER BY id
SELECT i4 + i4 FROM extremes ORDER BY id
SELECT i8 + 1 FROM extremes ORDER BY id
SELECT i2 + i4, i2 + i8, i4 + i8 FROM extremes WHERE id IN (3, 4, 5, 6, 7) ORDER BY id
SELECT i2 * i4, i4 * i8 FROM extremes WHERE id IN (3, 4, 5, 6, 8) ORDER BY id
SELECT i2 - i2, i4 - i4, i8 - i8 FROM extremes ORDER BY id
SELECT i2 * i2 FROM extremes WHERE id IN (1, 3)
SELECT i4 * i4 FROM extremes WHERE id = 8
SELECT i4::int8 * i4 FROM extremes ORDER BY id
SELECT i4 / 2, i4 % 10, i8 / 7, i8 % 7, i2 / 3::int2, i2 % 3::int2 FROM extremes ORDER BY id
SELECT -i4 FROM extremes WHERE id > 1 ORDER BY id
SELECT -i4 FROM extremes ORDER BY id
SELECT abs(i4) FROM extremes WHERE id > 1 ORDER BY id
SELECT abs(i8) FROM extremes ORDER BY id
SELECT i4 & 255, i4 | 1, i4 # 7, ~i4 FROM extremes ORDER BY id
SELECT i2 + 1::int2 FROM extremes ORDER BY id
SELECT 1 + NULL, NULL * 2, NULL / 0, 5 % NULL::int
SELECT i / 2.0, i / 2 * 2.0, i * 0.5 FROM numbers ORDER BY i
SELECT i::int2, b::int8 FROM numbers ORDER BY i
SELECT pg_typeof(1::int2 + 1::int2), pg_typeof(1 + 1), pg_typeof(1 + 1::int8), pg_typeof(1::int2 + 1::int8), pg_typeof(1 + 1.0), pg_typeof(1 + 1::float4), pg_typeof(1::int8 + 1::float4)
SELECT pg_typeof(7 / 2), pg_typeof(2 ^ 3), pg_typeof(abs(1::int2)), pg_typeof(mod(1, 2)), pg_typeof(1 << 2), pg_typeof(-1::int2)
SELECT pg_typeof(2147483647), pg_typeof(2147483648), pg_typeof(9223372036854775808), pg_typeof(1e3), pg_typeof('x'), pg_typeof(NULL), pg_typeof(true)
SELECT 0x1F, 0o17, 0b101, 1_000_000, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF
SELECT 0xFFFFFFFFFFFFFFFF
SELECT 1_0.5_0, 1e1_0
SELECT 00012, 0.50, .5, 5., 1.e2
SELECT sum(i4) FROM extremes WHERE id > 2
SELECT sum(i8) FROM extremes WHERE id IN (2, 5, 6)
SELECT sum(i8) FROM extremes
SELECT sum(i8 + 0) / 2, sum(i4) / 2, sum(i2) / 2 FROM extremes WHERE id > 4
SELECT 10 / 3 * 3, 10 * 3 / 3, (10 / 4)::float8, 10::float8 / 4
SELECT 5 / 2 = 2, 5 / 2 = 2.5, 5.0 / 2 = 2.5
SELECT width_bucket(5, 0, 10, 5), width_bucket(-1, 0, 10, 5), width_bucket(10, 0, 10, 5), width_bucket(0, 0, 10, 5), width_bucket(5, 10, 0, 5)
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(5.35::float8, 0.024, 10.06, 5)
SELECT width_bucket(1, 0, 10, 0)
SELECT width_bucket(35, ARRAY[10, 20, 30, 40]), width_bucket(5, ARRAY[10, 20]), width_bucket(50, ARRAY[10, 20])
SELECT bit_count(5::int4::bit(8))
SELECT int4larger(3, 5), int4smaller(3, 5)
SELECT int4pl(1, 2), int4mul(3, 4), int4div(7, 2), int8mi(5, 3), int2pl(1::int2, 2::int2)
SELECT i4 = i8, i2 = i4, i2 < i8, i4 <> i2 FROM extremes ORDER BY id
SELECT id FROM extremes WHERE i8 > 9223372036854775806
SELECT id FROM extremes WHERE i8 = 9223372036854775808
SELECT id FROM extremes WHERE i4 < 2147483648 ORDER BY id
SELECT id FROM extremes WHERE i2 = 100000
SELECT id FROM extremes WHERE i2 < 100000 ORDER BY id
SELECT id FROM extremes WHERE i4 = 1.0
SELECT id FROM extremes WHERE i4 > 0.5 ORDER BY id
SELECT id FROM extremes WHERE i4 = '1'
SELECT id FROM extremes WHERE i4 = ' 1 '
SELECT id FROM extremes WHERE i4 = 'x'
SELECT id FROM extremes WHERE i4 IN (1, 3, NULL)
SELECT id FROM extremes WHERE i4 NOT IN (1, 3) ORDER BY id
SELECT id FROM extremes WHERE i4 NOT IN (1, 3, NULL)
SELECT id FROM extremes WHERE i4 IN (1.0, 3.5, 100000) ORDER BY id
SELECT i8::float8 = 9007199254740992 FROM extremes WHERE id = 7
SELECT i8 = 9007199254740992::float8 FROM extremes WHERE id = 7
SELECT i8 > 9007199254740992.5, i8 = 9007199254740993.0 FROM extremes WHERE id = 7
SELECT power(2, 10), power(2, 0.5), power(2.0, 3), power(2::float8, 3), power(-2, 3), power(0, 0)
SELECT power(0, -1)
SELECT power(-8, 0.5)
SELECT sqrt(16), sqrt(2), sqrt(0), cbrt(27), cbrt(-8)
SELECT sqrt(-1)
SELECT exp(0), exp(1), ln(1), ln(2.718281828459045), log(100), log(2, 8), log10(1000)
SELECT ln(0)
SELECT ln(-1)
SELECT log(0)
SELECT log(1, 5)
SELECT 32767::int2 + 1
SELECT 200::int2 * 200
SELECT i2 + 1 FROM extremes ORDER BY id
SELECT i + b, i - s, i * b, b / i, s % 2 FROM numbers WHERE i <> 0 AND i < 5 ORDER BY i
SELECT i + d, i * r, s + r, b + d FROM numbers ORDER BY i
SELECT id FROM extremes WHERE i4 = '1.0'
SELECT i::bigint * 3000000000, s + 32767 FROM numbers ORDER BY b
