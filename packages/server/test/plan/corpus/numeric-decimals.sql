-- Numerics whose decimals vary from value to value have no text; text becomes one of them.
SELECT (CASE WHEN id > 3 THEN 1 ELSE 2.50 END)::text FROM people ORDER BY id
SELECT x::text FROM (VALUES (1), (2.5), (3.75)) t(x)
SELECT array_to_string(ARRAY[1, 2.5, 3.75], ',')
SELECT max(x)::text, sum(x)::text FROM (VALUES (1), (2.5)) t(x)
SELECT round(x, 2)::text, trunc(x, 1)::text, x::numeric(5,2)::text, round(x)::text, floor(x)::text FROM (VALUES (1), (2.5)) t(x)
SELECT x::text, y::text FROM (VALUES (1.5, 2), (2.5, 3)) t(x, y)
SELECT x::text FROM (VALUES (1.5), (2.5), (NULL)) t(x)
SELECT coalesce(salary, 0.00)::text, coalesce(salary, 1.25) || 'x' FROM people ORDER BY id
SELECT lag(amount, 1, 0) OVER (ORDER BY id)::text FROM readings
SELECT '1.5'::text::numeric, t::numeric FROM extremes WHERE id IN (3, 5, 6) ORDER BY id
SELECT sum((j ->> 'n')::numeric) FROM (VALUES ('{"n": 1.5}'::jsonb), ('{"n": "2"}'), ('{}')) t(j)
SELECT (j ->> 'n')::numeric AS n, (j -> 'n')::numeric + 1, (j ->> 'n')::numeric * 2, (j ->> 'n')::numeric > 1, round((j ->> 'n')::numeric, 2) FROM (VALUES ('{"n": 1.5}'::jsonb), ('{"n": 2}'), ('{"n": 1e-3}'), ('{}')) t(j) ORDER BY (j ->> 'n')::numeric DESC
SELECT (j ->> 'n')::numeric, count(*) FROM (VALUES ('{"n": 1.5}'::jsonb), ('{"n": 1.50}'), ('{"n": 2}')) t(j) GROUP BY 1 ORDER BY 1
SELECT x::numeric FROM (VALUES ('abc')) t(x)
SELECT x::numeric FROM (VALUES ('')) t(x)
SELECT x::numeric FROM (VALUES ('0.1234567890123456')) t(x)
SELECT x::numeric = 1.5, x::numeric::int, x::numeric::float8, x::numeric(5,1)::text FROM (VALUES ('1.50'), (' 1.5 '), ('15e-1'), ('0x2')) t(x)
SELECT x::numeric::text FROM (VALUES ('1.50')) t(x)
SELECT max(x::numeric), min(x::numeric), avg(x::numeric), count(DISTINCT x::numeric) FROM (VALUES ('1.50'), ('1.5'), ('10')) t(x)
SELECT (ARRAY['1', '2.5', NULL]::numeric[])[2], ARRAY['1.25', '2.50']::numeric[], ARRAY[1.25, 2.5]::numeric(5,2)[], ARRAY[]::numeric[]
SELECT (ARRAY['1', '2.5']::numeric[])[2] * 2 = 5
SELECT a::numeric * b::numeric, a::numeric - b::numeric FROM (VALUES ('19.99', '3'), ('100.5', '99.99')) t(a, b)
