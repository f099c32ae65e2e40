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
-- The text of a choice of numbers.
SELECT coalesce(sum(amount), 0)::text, coalesce(sum(amount), 0) || ' eur' FROM orders
SELECT coalesce(sum(n), 0)::text, concat('Total: ', coalesce(sum(n), 0)), json_build_object('total', coalesce(sum(n), 0), 'mean', coalesce(round(avg(n), 3), 0)) FROM nothing
SELECT coalesce(amount, 0)::text, coalesce(amount, 0.00)::text, coalesce(amount, 0.0000)::text || '!', coalesce(amount, quantity)::text FROM orders ORDER BY id
SELECT CASE WHEN amount > 50 THEN amount ELSE 0 END || ' eur', CASE WHEN amount > 50 THEN amount WHEN amount IS NULL THEN 1.5000 END::text FROM orders ORDER BY id
SELECT person_id, jsonb_build_object('spent', coalesce(sum(amount), 0), 'n', count(*)) FROM orders GROUP BY person_id ORDER BY person_id
SELECT coalesce(amount, 0)::text FROM orders GROUP BY coalesce(amount, 0)
SELECT coalesce(amount, 0) AS a, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT trim_scale(coalesce(amount, 0))::text FROM orders
SELECT round(coalesce(amount, 0), 2)::text, round(coalesce(amount, 0), 1)::text, (-coalesce(amount, 0))::text FROM orders ORDER BY id
SELECT coalesce(CASE WHEN id > 12 THEN amount END, CASE WHEN id > 10 THEN 1 ELSE 2.500 END)::text FROM orders ORDER BY id
SELECT coalesce(avg(amount), 0)::text FROM orders
SELECT to_json(coalesce(amount, 0)), to_jsonb(CASE WHEN id = 10 THEN 1 ELSE amount END), json_agg(coalesce(amount, 0)) OVER () FROM orders ORDER BY id
SELECT format('%s/%s', coalesce(amount, 0), quantity), string_agg(coalesce(amount, 0)::text, ', ') OVER (ORDER BY id) FROM orders ORDER BY id
SELECT x, coalesce(x, 1.5)::text FROM (SELECT coalesce(amount, 0) AS x FROM orders) s
SELECT count(*) FROM orders WHERE coalesce(amount, 0)::text = '0'
SELECT (SELECT coalesce(sum(o.amount), 0)::text FROM orders o WHERE o.person_id = p.id) FROM people p ORDER BY id
SELECT coalesce(sum(amount), 0)::text, team FROM people LEFT JOIN orders ON person_id = people.id GROUP BY team ORDER BY coalesce(sum(amount), 0)::text
SELECT coalesce(NULL, amount, 0)::text, coalesce(amount, '0.0')::text, coalesce(amount, id)::text FROM orders ORDER BY id
SELECT CASE quantity WHEN 3 THEN 1 WHEN 1 THEN 2.50 ELSE NULL END::text FROM orders ORDER BY id
SELECT (coalesce(amount, 0) + 1)::text FROM orders ORDER BY id
