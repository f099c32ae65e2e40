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
-- The text of quotients and averages, to the digit.
SELECT avg(amount)::text, 'mean ' || avg(quantity), concat(avg(amount), '/', avg(id)) FROM orders
SELECT json_build_object('avg', avg(amount), 'n', count(*), 'share', sum(amount) / count(*)) FROM orders
SELECT team, json_build_object('avg_age', avg(age), 'avg_salary', avg(salary)), jsonb_build_object('a', avg(salary)) FROM people GROUP BY team ORDER BY team
SELECT coalesce(avg(amount), 0)::text, coalesce(avg(n), 0)::text, avg(n)::text FROM orders LEFT JOIN nothing ON true
SELECT (amount / 3)::text, (amount / quantity)::text FROM orders WHERE quantity <> 0 ORDER BY orders.id
SELECT (amount / quantity)::text FROM orders
SELECT (i / 3.0)::text, (i / 3.0 * 100)::text || '%', (i / 7.0 + 1)::text, (1 - i / 7.0)::text, (100.0 * i / 7)::text, (n / i)::text, (n / 7 * n / 3)::text FROM numbers ORDER BY i
SELECT id, avg(val) OVER (ORDER BY id ROWS 2 PRECEDING)::text, (val - avg(val) OVER (PARTITION BY grp))::text, (val * 100.0 / sum(val) OVER ())::text FROM readings ORDER BY id
SELECT avg(DISTINCT age)::text, avg(age) FILTER (WHERE active)::text, to_char(avg(age), '999.999999999999999999') FROM people
SELECT to_char(amount / 7, 'FM990.00000000000000000000'), to_char(1e18::numeric(20,0) / 3, 'FM999999999999999999.00') FROM orders ORDER BY id
SELECT CASE WHEN count(*) > 0 THEN avg(age) ELSE 0 END::text FROM people
SELECT (amount / 3)::text, count(*) FROM orders GROUP BY amount / 3
SELECT (amount / 3)::text, count(*) FROM orders GROUP BY amount ORDER BY amount
SELECT round(amount / 3, 3)::text, round(amount / 3)::text FROM orders ORDER BY id
SELECT format('%s', avg(salary)), length(avg(salary)::text), left(avg(salary)::text, 6), avg(salary)::varchar(7) FROM people
SELECT team, string_agg((salary / 3)::text, ' ' ORDER BY id) FROM people GROUP BY team ORDER BY team
SELECT (sum(amount) / nullif(sum(quantity), 0))::text, (sum(amount) / 0)::text IS NULL FROM orders
SELECT (avg(amount) * 2)::text, (avg(amount) - 1)::text, (avg(amount) / 3)::text, (-avg(amount))::text FROM orders
SELECT to_json(avg(amount)), to_jsonb(avg(amount)), json_agg(amount / 3 ORDER BY id) FROM orders
SELECT array_agg(amount / 3 ORDER BY id)::text FROM orders
SELECT (SELECT avg(amount) FROM orders)::text
SELECT avg(extract(epoch FROM taken - '2024-01-01'))::text, avg(pos + 0.5)::text, avg(b)::text, avg(amount * quantity)::text FROM readings JOIN numbers ON numbers.i = readings.pos JOIN orders ON true
SELECT round(avg(amount))::text, floor(amount / 3)::text, ceil(-amount / 3)::text, trunc(amount / 7)::text, json_build_object('r', round(avg(amount))), round(avg(quantity)) || '!' FROM orders GROUP BY amount ORDER BY amount
-- Sums and products of them, and what is refused.
SELECT (-avg(amount))::text, (-coalesce(amount, 0))::text, (- (amount / 3))::text, (-amount)::text, -amount FROM orders GROUP BY amount ORDER BY amount
SELECT (coalesce(amount, 0) + 1)::text, (coalesce(amount, 0) * 1.5)::text, (2 - coalesce(amount, 0))::text, (coalesce(amount, 0) * coalesce(amount, 1.000))::text, coalesce(amount, 0) + 1 FROM orders ORDER BY id
SELECT (coalesce(sum(amount), 0) - coalesce(sum(quantity), 0))::text, (coalesce(sum(amount), 0) / 7)::text, round(coalesce(sum(amount), 0) * 1.19, 2)::text FROM orders
SELECT (coalesce(amount, 0) + 1)::text FROM orders GROUP BY amount ORDER BY amount
SELECT json_build_object('net', coalesce(sum(amount), 0) * 0.81, 'cost', -coalesce(sum(amount), 0)) FROM orders
SELECT (-(n / 3))::text, (0 - n)::text, (-n)::text, (-(n * 0))::text FROM numbers ORDER BY i
SELECT -avg(amount), (-avg(amount))::text, abs(avg(amount) - 100)::text FROM orders
SELECT json_agg(x) FROM (SELECT team, round(avg(salary), 2) AS mean FROM people GROUP BY team ORDER BY team) x
SELECT string_agg(DISTINCT n::text, ',') FROM numbers
SELECT array_agg(DISTINCT active), array_agg(DISTINCT born), array_agg(DISTINCT seen), string_agg(DISTINCT born::text, ';') FROM people
SELECT team, string_agg(DISTINCT name, ', ' ORDER BY name DESC), string_agg(DISTINCT upper(left(name, 1)), '') FROM people GROUP BY team ORDER BY team
SELECT array_agg(DISTINCT ROW(team, active)) FROM people
SELECT array_agg(DISTINCT lower(w)) FROM words
SELECT string_agg(DISTINCT w, '') FROM words
SELECT array_agg(DISTINCT x::float8) FROM (VALUES ('NaN'), ('1'), ('Infinity'), (NULL), ('-Infinity')) v(x)
SELECT array_agg(DISTINCT i) FROM (VALUES (interval '1 day'), ('24 hours'), ('1 hour')) v(i)
SELECT avg(x)::text, sum(x)::text FROM (VALUES (1::bigint), (2), (4)) v(x)
SELECT avg(x)::text FROM (VALUES (0.1), (0.25)) v(x)
SELECT avg(x)::text FROM (VALUES (1e-5::numeric(20,10)), (3e-5)) v(x)
SELECT (a / b)::text FROM (VALUES (1::numeric(10,0), 3::numeric(10,0)), (2, 7), (-1, 3), (0, 5), (1000000, 3), (1, 999999)) v(a, b)
SELECT (a / b)::text FROM (VALUES (0.0001::numeric(10,4), 3::numeric(10,0)), (12345.6789, 7), (-0.5, 300)) v(a, b)
SELECT (a / b * 100)::text, round(a / b * 100, 2)::text || '%', (a / b + b)::text, (a / b / b)::text FROM (VALUES (1::numeric(10,0), 3::numeric(10,0)), (22, 7)) v(a, b)
SELECT (NULL::numeric / 3)::text, (3 / NULL::numeric)::text
SELECT (amount / 0)::text FROM orders
SELECT team, avg(age) || '' FROM people GROUP BY team HAVING avg(age) > 20 ORDER BY avg(age)
SELECT avg(age)::text FROM people GROUP BY team ORDER BY 1
SELECT count(*) FROM people GROUP BY avg(age)::text
SELECT id FROM people WHERE (age / 7.0)::text LIKE '4.%' ORDER BY id
SELECT length((salary / 7)::text), substr((salary / 7)::text, 1, 5), (salary / 7)::text::numeric(10,2), (salary / 7)::varchar(6) FROM people ORDER BY id
SELECT concat_ws('|', avg(age), min(age), avg(salary)), format('%s-%s', avg(age), round(avg(age))), to_jsonb(avg(age)) FROM people
SELECT jsonb_build_array(avg(age), avg(salary), avg(height)), json_object_agg(team, avg) FROM people, (SELECT 1.5 AS avg) x GROUP BY avg
SELECT jsonb_agg(avg_age ORDER BY team) FROM (SELECT team, round(avg(age), 1) AS avg_age FROM people GROUP BY team) x
SELECT min(amount / 3)::text, sum(amount / 3)::text FROM orders
SELECT lag(amount / 3) OVER (ORDER BY id)::text FROM orders
SELECT greatest(amount / 3, 1)::text FROM orders
SELECT nullif(amount / 3, 0)::text FROM orders
SELECT coalesce(amount / 3, 0)::text, CASE WHEN amount > 10 THEN amount / 3 ELSE amount END::text, coalesce(amount / 3, quantity / 2)::text FROM orders ORDER BY id
SELECT (extract(epoch FROM interval '1 hour') / 7)::text, (extract(day FROM date '2024-01-15') / 4)::text, (count(*) / 7.0)::text, (sum(age) / 3)::text, (sum(age) / 3.0)::text FROM people
SELECT power(age, 2)::text, (age ^ 2)::text, sqrt(age)::text, (age::numeric ^ 2)::text FROM people ORDER BY id
SELECT stddev(age)::text FROM people
SELECT max(salary)::text, min(salary) || '', sum(salary)::text, (sum(salary) * 2)::text, (max(salary) - min(salary))::text, (sum(salary) + 0.001)::text FROM people
SELECT CASE WHEN quantity <> 0 THEN amount / quantity ELSE 0 END::text, coalesce(amount / nullif(quantity, 0), 0)::text FROM orders ORDER BY id
SELECT to_char(CASE WHEN quantity <> 0 THEN amount / quantity ELSE 0 END, 'FM990.000'), json_build_object('per', CASE WHEN quantity <> 0 THEN amount / quantity END) FROM orders ORDER BY id
SELECT sum(x::numeric), sum(x::numeric)::text FROM (VALUES (1.1::real), (1.413), (0.0001)) t(x)
SELECT sum(x::numeric) = 0.3, sum(x::numeric) FROM (VALUES (0.1::float8), (0.2), (NULL)) t(x)
SELECT sum(x::numeric) FROM (VALUES ('Infinity'::float8), (0.2)) t(x)
SELECT sum(x::numeric) FROM (VALUES (1e300::float8), (0.2)) t(x)
SELECT sum(x::numeric), sum(DISTINCT x::numeric), sum(x::numeric) FILTER (WHERE x < 0.5) FROM (VALUES (0.1::float8), (0.1), (0.2), (0.7)) t(x)
SELECT x, sum(x::numeric) OVER (ORDER BY x) FROM (VALUES (0.1::float8), (0.2), (0.7)) t(x) ORDER BY x
SELECT sum(x::numeric) FROM (VALUES (0.1::float8)) t(x) WHERE x > 1
SELECT sum(n) FROM (SELECT x::numeric AS n FROM (VALUES (0.1::real), (0.2), (0.7)) t(x)) q
SELECT sum(x::numeric)::float8 = 0.3::float8, sum(x::numeric)::float8 FROM (VALUES (0.1::float8), (0.2), (NULL)) t(x)
SELECT sum(x::numeric)::float8 = 2.513::float8 FROM (VALUES (1.1::real), (1.413)) t(x)
SELECT sum(x::numeric) FILTER (WHERE x < 0.5)::float8 = 0.3::float8 FROM (VALUES (0.1::float8), (0.2), (0.7)) t(x)
