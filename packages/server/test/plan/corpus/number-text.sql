-- Numbers from text and as text: PostgreSQL's input and output functions.
SELECT '0x10'::int, '0b11'::int, '0o17'::int, '1_000'::int, '0x_10'::int, '-0X1f'::int8, '+0b1'::int2, '-0x80000000'::int
SELECT x::int FROM (VALUES ('0x10'), ('1_000'), (' 12 '), ('-0b1'), (NULL), ('007'), ('+5')) t(x)
SELECT x::int8, x::int2 FROM (VALUES ('32767'), ('-32768'), ('0x7fff'), ('3_2')) t(x)
SELECT '_1'::int
SELECT '1__0'::int
SELECT x::int FROM (VALUES ('1_')) t(x)
SELECT x::int FROM (VALUES ('0x')) t(x)
SELECT x::int FROM (VALUES ('')) t(x)
SELECT x::int FROM (VALUES ('1e5')) t(x)
SELECT x::int2 FROM (VALUES ('32768')) t(x)
SELECT x::int8 FROM (VALUES ('9223372036854775808')) t(x)
SELECT x::int FROM (VALUES ('0x80000000')) t(x)
SELECT '0x80000000'::int
SELECT '- 5'::int
SELECT '1_000'::oid
SELECT '0x10'::numeric, '-0b11'::numeric, '1_000.5_5'::numeric, '1_0e1_0'::numeric, '+.5'::numeric, '5.'::numeric, '1.50e2'::numeric
SELECT '1_000.5'::numeric(10,2), x::numeric(10,2) FROM (VALUES ('1_000.5'), ('0x1F'), (' -.5 '), ('1e3'), (NULL)) t(x)
SELECT x::numeric(10,2) FROM (VALUES ('1_.5')) t(x)
SELECT '1e_1'::numeric
SELECT '0x1.8'::numeric
SELECT '0x1.8p3'::float8, '0x.8'::float8, '-0X1P-2'::float8, '0x10'::float4, '+nan'::float8, 'nan(12)'::float8, '-inf'::float4
SELECT x::float8, x::float4 FROM (VALUES ('0x1.8p3'), (' Inf '), ('-Infinity'), ('nan'), ('1e-5'), ('.5'), ('5.'), ('+1.5'), ('00012.50'), ('1e30'), (NULL)) t(x)
SELECT '0x1p2000'::float8
SELECT '1e'::float8
SELECT 'infinit'::float8
SELECT x::float8 FROM (VALUES ('1_0')) t(x)
SELECT x::float8 FROM (VALUES ('.')) t(x)
SELECT x::float8 FROM (VALUES ('1e400')) t(x)
SELECT x::float8 FROM (VALUES ('1e-400')) t(x)
SELECT '1e-400'::float8
SELECT '2e-324'::float8
SELECT '4.9e-324'::float8, '0e999999'::float8, '-0'::float8, '1e-40'::float4, '3.4028235e38'::float4
SELECT '1e-50'::float4
SELECT '3.4028236e38'::float4
SELECT x::float4 FROM (VALUES ('1e-60')) t(x)
SELECT x::float4 FROM (VALUES ('1e-300'::float8)) t(x)
SELECT x::float4 FROM (VALUES ('1e300'::float8)) t(x)
SELECT '1000000'::float4::text, 1e5::float4::text, 123456.7::float4::text, 1234567.8::float4::text, 16777216::float4::text, 0.00001::float4::text, '-0'::float4::text
SELECT r::text, r || 'x', d::text, format('%s', d), to_json(r), to_jsonb(d), ARRAY[r, d]::text, array_to_string(ARRAY[d], ',') FROM numbers ORDER BY i
SELECT f4::text, f8::text, concat(f4, f8) FROM extremes ORDER BY id
SELECT 1e15::float8::text, 1e14::float8::text, 123456789012345678::float8::text, 999999999999999::float8::text, 1e16::float8::text, 1.5e-5::float8::text, 1e-4::float8::text
SELECT g, power(2::float8, g)::float4::text FROM generate_series(-149, 127) g
SELECT g, (power(2::float8, g) * 1.2345678)::float4::text FROM generate_series(-140, 126) g
SELECT g, power(2::float8, g)::text FROM generate_series(-1074, 1023) g
SELECT g, (18014398509482000::float8 + g * 4)::text, (g * 1e15::float8 * 3.1::float8)::text, (power(2::float8, 20 + g % 60) * (2 * g + 1))::text, (g * 1e19::float8)::text FROM generate_series(1, 400) g
SELECT g, (power(2::float8, g % 120) * (g + 1))::float4::text, (power(2::float8, -g % 120) * (2 * g + 1))::float4::text FROM generate_series(1, 500) g WHERE g % 120 < 110
SELECT n::float8, n::float4 FROM extremes ORDER BY id
SELECT 99999999999999.999999::float8, 123456789.123456789::float4, 0.1::float4, 16777217::float4, 33554433.5::float4, 9007199254740993::float8
SELECT salary::real, salary::float8, (salary * 1000000)::real FROM people ORDER BY id
SELECT i8::float4, i8::float8, i4::float4 FROM extremes ORDER BY id
SELECT '16777217'::float4, '1.17549435e-38'::float4, '1.00000017881393421514957253748434595763683319091796875001'::float4
