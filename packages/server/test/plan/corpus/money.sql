-- money, in the C locale.
SELECT '12.34'::money, '$1,234.56'::money, 12.5::money, 100::money, 7::bigint::money, '-$5.00'::money, '($5.00)'::money, '5.00-'::money, '.5'::money, '1,2,3'::money, ' 1.005 '::money, '1.004999'::money, '-1.005'::money
SELECT ''::money
SELECT '-'::money, '$'::money, ' '::money
SELECT 'abc'::money
SELECT '1.2.3'::money
SELECT '92233720368547758.07'::money, '-92233720368547758.08'::money
SELECT '92233720368547758.08'::money
SELECT '12.34'::money + '1'::money, '12.34'::money - '20'::money, '10'::money / 3, '-10'::money / 3, '10'::money / '4'::money, 2 * '1.5'::money, '1.5'::money * 2::smallint, 3::bigint * '1.11'::money
SELECT '1.11'::money * 1.5::float8, 0.333::float8 * '10'::money, '10'::money / 3::float8, '1.25'::money * 0.1::float4, '0.05'::money / 2::float8, '0.15'::money * 0.5::float8
SELECT '10'::money / 0
SELECT '10'::money / 0::float8
SELECT '10'::money / '0'::money
SELECT '1'::money * 'NaN'::float8
SELECT '92233720368547758.07'::money + '0.01'::money
SELECT '92233720368547758.07'::money * 2
SELECT ('5.25'::money)::numeric, '-0.01'::money::numeric, ('5.25'::money)::numeric + 1, 12.345::numeric::money, (-12.345)::money, 12.344999::numeric::money
SELECT 1e20::numeric::money
SELECT 1.5::float8::money
SELECT x, x::text, concat(x, '!'), x || '', to_json(x), array[x, x], row(x) FROM (VALUES ('1234567.89'::money), ('-0.5'), (NULL)) t(x)
SELECT x FROM (VALUES ('9'::money), ('10'), ('-100'), (NULL), ('0.01')) t(x) ORDER BY x
SELECT sum(x), min(x), max(x), count(DISTINCT x) FROM (VALUES ('9'::money), ('10'), ('-100.5'), (NULL), ('9.00')) t(x)
SELECT sum(x) FROM (SELECT '1'::money AS x WHERE false) t
SELECT avg('1'::money)
SELECT '1'::money < '2', '1'::money = 1::money, '$1.00'::money IN ('1', '2'), '10'::money > '9'::money, '1'::money <> '1.001', '1'::money BETWEEN '0.5' AND '1.5'
SELECT '1'::money = 1
SELECT '1'::money + 1
SELECT DISTINCT x FROM (VALUES ('1'::money), ('1.00'), ('2')) t(x) ORDER BY x DESC
SELECT id, salary::money, (salary * 12)::money, sum(salary::money) OVER (ORDER BY id) FROM people ORDER BY id
SELECT team, sum(salary::money) FROM people GROUP BY team ORDER BY 2, 1
SELECT greatest('1'::money, '3', '2'), coalesce(NULL, '1'::money), pg_typeof('1'::money), NULL::money, '{1,2.5}'::money[]
SELECT w::money FROM words WHERE id = 11
