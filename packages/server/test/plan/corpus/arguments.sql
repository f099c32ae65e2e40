-- Nulls beside arguments that raise, the ends of integers, and small classes beside.
select x0 || x1 as v from people p, (values (0.0, '%a_'::text)) t(x0, x1) where p.id = 1
select (x0 * 1)::text, x0::text, concat(x0), to_json(x0), format('%s', x0) from people p, (values (0.00), (-0.05), (0.5)) t(x0) where p.id = 1
select n::numeric(2,2)::text, n::numeric(38,38)::text from (values (0.0), (0.5), (-0.25)) t(n), people p where p.id = 1
select jsonb_build_object(timestamp '1970-01-01', 1), json_build_object(timestamptz '1970-01-01 00:00+00', 1, date '2020-01-01', 2)
select json_object_agg(t, 1) from (values (timestamp '2020-01-01')) v(t)
select jsonb_path_query_array('[1,2]', '$[*]', null), jsonb_path_query_array('[1,2]', '$[*]'), jsonb_path_query_array('[]', '$[*]'), jsonb_path_query_array('[1]', '$.a.b[1]')
select jsonb_path_match('1', '$', 'null', true)
select jsonb '[1]' - null::text, jsonb '["a"]' - 'a'
select make_timestamp(null, 5, 10, -7, 0, 'NaN'), make_timestamptz(2020, null::int, 10, 1, 0, 99)
select make_timestamp(2020, 5, 10, 7, 0, 61)
select substr(null, 10, -5), substr('abc', null, -5)
select time '10:00' + i, time '10:00' - i from (values (interval '1 hour'), (null)) t(i)
select t + i from (values (null::time, interval 'infinity')) v(t, i)
select t + i from (values (time '10:00', interval 'infinity')) v(t, i)
select b << n, b >> n from (values (B'0110', -2147483648), (B'0110', 1), (B'0110', -1)) t(b, n)
select * from generate_series(timestamp '2024-01-01', timestamp '2024-03-01', interval '1 mon -1 day') g
select * from generate_series(timestamp '2024-03-01', timestamp '2024-01-01', interval '-1 mon +5 days 04:05:06.7') g
select x, g from (values (interval '10 days'), (interval '-1 day')) t(x), generate_series(timestamp '2024-01-01', timestamp '2024-02-01', x) g order by 1, 2
select pg_encoding_to_char(x), pg_encoding_max_length(x) from generate_series(-2, 45) x
select cast(5 as regtype), 23::regtype, 0::regtype, 99999::oid::regtype::text
select * from json_to_record('{"a":1,"b":{"c":[1,  2], "b": 1.0}, "c" : [1 , 2]}') as x(a int, b jsonb, c json)
select x.b->'c' from json_to_recordset('[{"b":{"c":[1,  2]}}, {"b":null}, {}]') as x(b jsonb)
select format(variadic array['%s-%s', 'a', 'b'])
select format('%s-%s', variadic array['a', 'b'])
select json_build_object('a', variadic array['b'])
select concat_ws(',', variadic array['a','b']), concat(variadic array[1,2]), num_nulls(variadic array[1,null])
select case 'a' when 1 then 2 end
select case 'a' when 'a' then 1 else 2 end, case 'a' when 'a'::name then 1 end, case null when null then 1 else 2 end
select extract(julian from timestamp '2006-01-01 12:00')::text, extract(julian from timestamp '2006-01-01 00:00')::text, extract(julian from timestamptz '2006-01-01 01:02:03.456789+00')::text
select extract(julian from seen), extract(julian from seen)::text, round(extract(julian from seen), 3) from people order by id
select extract(julian from timestamp 'infinity')
select convert('\x00ff10', 'a', null), convert('abc', 'UTF8', 'LATIN1')
select overlay(B'1' placing B'1010' from 2147483647)
select (time '10:00', interval '1 hour') overlaps (time '10:30', interval '1 hour'), (time '00:00', time '24:00') overlaps (null::time, interval 'infinity')
SELECT a ~<~ b, a ~<=~ b, a ~>~ b, a ~>=~ b FROM (VALUES ('a', 'B'), ('a', 'a'), ('a', 'ab'), (NULL, 'a')) t(a, b)
SELECT 'a '::char(3) ~<~ 'a'::char(3), 'a '::char(3) ~<=~ 'a', 'b'::char(2) ~>~ 'a', 'b'::char(2) ~>=~ 'b'
select array['a','b',null] <> array[['a','b'],['c','d']], array[1,2,3] = array[[1,2],[3,4]], null::int[] = array[[1,2]], array[[1,2]] = array[[1,2]]
select corr(f4, f4), corr(f8, f8), regr_slope(f8, f8), regr_r2(f8, 1), stddev(f8), covar_pop(f8, f8) from extremes
select corr(f8, f8) over (order by id), regr_intercept(f8, id) over (order by id) from extremes order by id
select overlay(null::text placing 'a' from -7), overlay('x' placing null from -7 for 5), overlay('x' placing 'y' from 1 for null)
select make_date(0, -1, null), make_timestamp(0, 100, 1, null, 5, 'Infinity'), make_timestamptz(1, 5, 100, 10, 3, -2.25, null)
select make_date(0, 1, 1)
select make_timestamptz(2020, 5, 1, 10, 3, 2.25, 'Europe/Berlin'), make_timestamp(-1, 5, 1, 1, 1, 0)
select timetz '10:00+00' - interval '1 hour', x - interval 'infinity' from (values (null::timetz)) t(x)
select date_part('abcabc', null::timetz), date_trunc('', null::timestamptz), pg_catalog.extract('12.5', null::date), extract(foo from null::interval), extract(year from null::timestamp)
select jsonb_set_lax('{}', '{a}', '"str"', false, null)
select jsonb_set_lax('{"a":1}', '{a}', '"str"', false, 'delete_key'), jsonb_set_lax('{"a":1}', '{a}', null, false, 'delete_key'), jsonb_set_lax('{"a":1}', '{a}', '2')
select pg_encoding_to_char(2147483647), pg_encoding_max_length(-2147483648)
-- A null divided by zero is null.
select sum(i) / count(i) from nothing
select i / 0 from numbers where i is null
select i % 0, mod(i, 0) from numbers where i is null
select n / 0 from numbers where n is null
select d / 0 from numbers where d is null
select null::int / 0
select x / y from (values (null::int, 0), (4, 2)) t(x, y)
select x / y, x % y from (values (null::numeric, 0), (4, 2)) t(x, y)
select x / y from (values (null::float8, 0), (4, 2)) t(x, y)
select sum(n) / count(n), sum(f) / count(f), avg(n) / count(*) from nothing
select div(x, 0) from (values (null::numeric)) t(x)
select interval '1 day' / x from (values (null::float8)) t(x)
select x / 0 from (values (null::interval)) t(x)
select '1'::money / null::int, x / 0 from (values (null::money)) t(x)
select a / b / c / d / e / f / g / h from (values (1000.0, 2, 3, 4, 5, 6, 7, 8), (null, 0, 1, 1, 1, 1, 1, 1), (1, null, 0, 1, 1, 1, 1, 1)) t(a, b, c, d, e, f, g, h)
select i / s / i / s / i / s / i / s / i / s from numbers where i <> 0
select i / (s / (i / (s / (i / (s / (i / s)))))) from numbers where i > 100
select 1 / x from (values (0)) t(x)
select x % 0 from (values (5)) t(x)
select x / 0 from (values (1.5)) t(x)
select grp, sum(val) / count(val), 100.0 * count(val) / nullif(count(*), 0), sum(val) filter (where val > 1000) / count(*) filter (where val > 1000) from readings group by grp order by grp
select sum(val) over w / count(val) over w from readings window w as (partition by grp order by id) order by id
select (select sum(i) from nothing) / (select count(*) from nothing)
select substr('\xdeadbeef'::bytea, -2147483648), substring('\xdeadbeef'::bytea from 0), substring('\xdeadbeef'::bytea from 3), substring(null::bytea from null)
select (regexp_match('x', 'y'))[1], (regexp_match('x', '(x)'))[1], (string_to_array('a', ','))[2], (array_remove(array['a'], 'a'))[1]
select overlaps(a, b, c, d) from (values (time '12:34:56.789', null::time, time '24:00', interval '100:00:00'), (time '10:00', time '12:00', time '11:00', interval '1 hour'), (time '10:00', time '12:00', null, interval 'infinity'), (null, time '12:00', time '11:00', null)) t(a, b, c, d)
select (time '10:00', interval '1 hour') overlaps (time '10:30', interval 'infinity')
select pg_input_error_info('x', null), pg_input_error_info(null, 'int4'), pg_input_error_info('5', 'int4'), pg_input_error_info('x', 'int4')
select (pg_input_error_info(x, 'int4')).message from (values ('1'), ('y'), (null)) t(x)
select * from pg_input_error_info(null, 'int4')
select (json_populate_record(null::l, null)).a, (json_populate_record(null::l, '{}')).c
select * from json_populate_record(null::l, null)
select * from json_populate_record(null::people, '{"seen":"2024-01-01 10:00"}')
