-- Shifts past the width, remainders by -1, floats at the ends of the integers.
SELECT 1 << 32, 1 << 33, 1 << -1, (-1) << 1, 1::int2 << 15, 1::int2 << 16, 1::int2 << 32, 1::int8 << 63, 1::int8 << 64, (-5) << 3
SELECT i4 << 3, i8 << 5, i2 << 4, i4 >> 3, i8 >> 70, i2 >> 20, i2 >> -1 FROM extremes ORDER BY id
SELECT id, 1 << id, 1::int8 << (id * 8), i8 << id, (i4 << id) >> id FROM extremes ORDER BY id
SELECT -8 >> 1, -1 >> 31, -1 >> 32, 1 >> -1, (-32768)::int2 >> 15, (-32768)::int2 >> 16, (-9223372036854775808) >> 63
SELECT 1::int2 << NULL, NULL::int4 << 3, 5 >> NULL, pg_typeof(1::int2 << 3), pg_typeof(1::int8 >> 3)
SELECT i4 % -1, i8 % -1, i2 % -1::int2, mod(i4, -1) FROM extremes ORDER BY id
SELECT i4 % i2 FROM extremes WHERE i2 <> 0 ORDER BY id
SELECT i % s, b % i, mod(b, i), mod(i, s) FROM numbers ORDER BY i
SELECT 5 % 3, -5 % 3, 5 % -3, 5::int2 % 3::int2, 5::int8 % 2, 5 % 2::int2, mod(5, -1), mod((-2147483648)::int, -1), mod(7::int2, 2), pg_typeof(5::int2 % 2::int2), pg_typeof(mod(3::int8, 2))
SELECT i4 % i2 FROM extremes
SELECT i4 / -1 FROM extremes WHERE id = 1
SELECT i8 / -1 FROM extremes WHERE id = 1
SELECT (-32768)::int2 / (-1)::int2
SELECT (-32768)::int2 * (-1)::int2
SELECT 2147483647.5::float8::int
SELECT 2147483647.4::float8::int, (-2147483648.5)::float8::int, 32767.4::float8::int2, 0.5::float8::int, 1.5::float8::int, (-0.5)::float8::int, (-2.5)::float4::int2
SELECT 32767.5::float8::int2
SELECT x::int, x::int2, x::int8 FROM (VALUES (0.5::float4), (1.5), (-0.5), (2.5), (-1.5)) t(x)
SELECT 9223372036854775807::float8::int8
SELECT (-9223372036854775808)::float8::int8, 9223372036854774784::float8::int8
SELECT f8::int8 FROM extremes WHERE id > 4 ORDER BY id
SELECT f8::int FROM extremes WHERE id = 1
SELECT f4::int2 FROM extremes WHERE id = 3
