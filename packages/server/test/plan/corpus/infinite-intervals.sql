SELECT 'infinity'::interval, '-infinity'::interval, '+infinity'::interval
SELECT interval 'infinity' AS a, interval '-infinity' year to month AS b, interval(2) 'infinity' AS c
SELECT x::interval FROM (VALUES ('infinity'), ('-infinity'), (' Infinity '), ('1 day')) t(x)
SELECT 'infinity ago'::interval
SELECT '1 infinity'::interval
SELECT 'infinity 1 day'::interval
SELECT 'inf'::interval
SELECT 'infinity'::interval::text, length('-infinity'::interval::text), 'x' || interval 'infinity'
SELECT i, isfinite(i), -i FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 mon'), (NULL)) t(i)
SELECT i FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 mon'), (NULL), ('178956970 years'), ('-178956970 years'), ('9223372036854775807 us')) t(i) ORDER BY i
SELECT i FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 mon'), (NULL), ('178956970 years')) t(i) ORDER BY i DESC
SELECT count(*), i FROM (VALUES (interval 'infinity'), ('infinity'), ('-infinity'), ('30 days'), ('1 mon')) t(i) GROUP BY i ORDER BY i
SELECT min(i), max(i) FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 mon')) t(i)
SELECT interval 'infinity' > interval '178956970 years', interval '-infinity' < interval '-178956970 years -7 mons', interval 'infinity' = interval 'infinity', interval 'infinity' <> '-infinity'
SELECT interval 'infinity' BETWEEN interval '-infinity' AND interval 'infinity', interval '1 day' IN ('24 hours', 'infinity')
SELECT interval '178956970 years 7 mons' = interval '178956970 years 6 mons 30 days', interval '2147483647 days' < interval '178956970 years'
SELECT interval 'infinity' + interval '1 day', interval '1 day' + interval '-infinity', interval 'infinity' - interval '1 day', interval '1 day' - interval 'infinity'
SELECT interval 'infinity' + interval '-infinity'
SELECT interval 'infinity' - interval 'infinity'
SELECT interval '-infinity' - interval '-infinity'
SELECT interval 'infinity' + interval 'infinity', interval '-infinity' - interval 'infinity'
SELECT interval 'infinity' * 2, interval 'infinity' * -2, 0.5 * interval '-infinity', interval 'infinity' / 2, interval 'infinity' / -3
SELECT interval 'infinity' * 0
SELECT interval 'infinity' / 0
SELECT interval 'infinity' * 'nan'::float8
SELECT interval '1 day' * 'nan'::float8
SELECT interval '1 day' / 'nan'::float8
SELECT interval '1 day' * 'infinity'::float8, interval '-1 day' * 'infinity'::float8, interval '1 day' / 'infinity'::float8
SELECT interval '0' * 'infinity'::float8
SELECT interval '1 mon -30 days' * 'infinity'::float8
SELECT interval 'infinity' / 'infinity'::float8
SELECT timestamp '2024-01-01' + interval 'infinity', timestamp '2024-01-01' - interval 'infinity', date '2024-01-01' + interval '-infinity', timestamptz '2024-01-01' - interval '-infinity'
SELECT timestamp 'infinity' + interval 'infinity', timestamp '-infinity' - interval 'infinity', timestamp 'infinity' - interval '1 day'
SELECT timestamp 'infinity' - interval 'infinity'
SELECT timestamp '-infinity' + interval 'infinity'
SELECT date 'infinity' + interval '-infinity'
SELECT timestamp 'infinity' - timestamp '2024-01-01', timestamp '-infinity' - timestamp '2024-01-01', timestamp '2024-01-01' - timestamp 'infinity', timestamptz '2024-01-01' - '-infinity'
SELECT timestamp 'infinity' - timestamp 'infinity'
SELECT timestamp '-infinity' - timestamp '-infinity'
SELECT timestamp 'infinity' - timestamp '-infinity', timestamp '-infinity' - timestamp 'infinity'
SELECT x - y FROM (VALUES (timestamp 'infinity', timestamp '2024-01-01'), ('2024-03-01', '2024-01-01 10:00'), (NULL, '2024-01-01')) t(x, y)
SELECT age(timestamp 'infinity', timestamp '2024-01-01'), age(timestamp '2024-01-01', timestamp 'infinity'), age(timestamptz '-infinity', timestamptz '2024-01-01')
SELECT age(timestamp 'infinity', timestamp 'infinity')
SELECT age(timestamp '-infinity') < interval '0', age(timestamptz 'infinity')
SELECT time '10:00' + interval 'infinity'
SELECT time '10:00' - interval '-infinity'
SELECT timetz '10:00+01' + interval 'infinity'
SELECT timetz '10:00+01' - interval 'infinity'
SELECT time '10:00' + i FROM (VALUES (interval '1 hour'), ('1 day 3 hours'), (NULL)) t(i)
SELECT time '10:00' - i FROM (VALUES (interval '1 hour'), ('infinity')) t(i)
SELECT interval 'infinity'::time
SELECT 'infinity'::interval::time
SELECT date_part('hour', interval 'infinity'), date_part('day', interval '-infinity'), date_part('month', interval 'infinity'), date_part('epoch', interval '-infinity'), date_part('year', interval 'infinity'), date_part('second', interval 'infinity'), date_part('week', interval 'infinity'), date_part('quarter', interval 'infinity'), date_part('century', interval '-infinity')
SELECT date_part('julian', interval 'infinity')
SELECT date_part('nonsense', interval 'infinity')
SELECT extract(month FROM interval 'infinity'), extract(second FROM interval '-infinity'), extract(quarter FROM interval 'infinity'), extract(minute FROM interval 'infinity')
SELECT date_trunc('hour', interval 'infinity'), date_trunc('year', interval '-infinity')
SELECT date_trunc('week', interval 'infinity')
SELECT date_trunc('nonsense', interval 'infinity')
SELECT justify_days(interval 'infinity'), justify_hours(interval '-infinity'), justify_interval(interval 'infinity')
SELECT date_bin('infinity', timestamp '2024-01-01', timestamp '2020-01-01')
SELECT date_bin('-infinity', timestamp '2024-01-01', timestamp '2020-01-01')
SELECT date_bin('infinity', timestamp 'infinity', timestamp '2020-01-01')
SELECT date_bin('1 day', timestamp '2024-01-01', timestamp '-infinity')
SELECT date_bin('200000000 days', timestamp '2024-01-01', timestamp '2020-01-01')
SELECT date_bin('365000 days', timestamp '4400-01-01 BC', timestamp '4000-01-01 BC')
SELECT date_bin('1 mon', timestamp '2024-01-01', timestamp '2020-01-01')
SELECT date_bin('0', timestamp '2024-01-01', timestamp '2020-01-01')
SELECT date_bin('-1 day', timestamptz '2024-01-01', timestamptz '2020-01-01')
SELECT date_bin('1 day', timestamptz '4714-11-24 00:00:00 BC', timestamptz '2020-01-01 12:00')
SELECT to_char(interval 'infinity', 'YYYY-MM-DD'), to_char(interval '-infinity', 'HH24')
SELECT sum(i), avg(i) FROM (VALUES (interval 'infinity'), ('1 day'), (NULL)) t(i)
SELECT sum(i), avg(i) FROM (VALUES (interval '-infinity'), ('-infinity')) t(i)
SELECT sum(i) FROM (VALUES (interval 'infinity'), ('-infinity')) t(i)
SELECT avg(i) FROM (VALUES (interval 'infinity'), ('-infinity')) t(i)
SELECT sum(i), avg(i) FROM (VALUES (interval '1 mon 2 days'), ('3 days 04:00')) t(i)
SELECT sum(i), avg(i) FROM (VALUES (interval '1 day')) t(i) WHERE false
SELECT sum(i) OVER (ORDER BY k), avg(i) OVER (ORDER BY k) FROM (VALUES (1, interval '1 day'), (2, 'infinity'), (3, '2 days')) t(k, i) ORDER BY k
SELECT sum(i) FROM (VALUES (interval '2147483647 months'), ('1 month')) t(i)
SELECT sum(i) FROM (VALUES (interval '2147483646 months 2147483646 days 9223372036854775806 us'), ('1 month 1 day 1 us')) t(i)
SELECT sum(i) FROM (VALUES (interval '9223372036854775807 us'), ('1 us')) t(i)
SELECT interval '2147483647 months' + interval '1 month'
SELECT interval '2147483647 days' + interval '1 day'
SELECT interval '9223372036854775807 us' + interval '1 us'
SELECT interval '-2147483648 months' - interval '1 month'
SELECT - interval '-2147483648 months'
SELECT - interval '-2147483648 days'
SELECT - interval '-9223372036854775808 us'
SELECT interval '2147483646 months 2147483646 days 9223372036854775806 us' + interval '1 month 1 day 1 us'
SELECT interval '-2147483648 months -2147483648 days -9223372036854775808 us', interval '2147483647 months 2147483647 days 9223372036854775807 us'
SELECT interval '-9223372036854775808 microseconds', interval '9223372036854775807 microseconds'
SELECT interval '9223372036854775808 microseconds'
SELECT interval '-9223372036854775809 microseconds'
SELECT interval '2147483648 months'
SELECT interval '-2147483649 days'
SELECT interval '178956971 years'
SELECT interval '1 month' * 2147483648
SELECT interval '1000000 years' * 1000000
SELECT interval '1 day' / 1e-300
SELECT interval '-1073741824 months -1073741824 days -4611686018427387904 us' * 2
SELECT make_interval(years => 178956970, months => 8)
SELECT make_interval(years => 178956971)
SELECT make_interval(weeks => 306783379)
SELECT make_interval(secs => 'infinity')
SELECT make_interval(secs => 'nan')
SELECT make_interval(secs => 1e308)
SELECT make_interval(secs => 1e13)
SELECT make_interval(hours => 2147483647, mins => 2147483647)
SELECT justify_hours(interval '2147483647 days 24 hrs')
SELECT justify_days(interval '2147483647 months 30 days')
SELECT justify_interval(interval '2147483647 days 24 hrs'), justify_interval(interval '-2147483648 months -30 days')
SELECT justify_interval(interval '2147483647 months 30 days')
SELECT timestamp '4714-11-24 BC' - interval '1 us'
SELECT timestamp '4713-01-01 BC' - interval '1 year'
SELECT timestamp '2000-01-01' - interval '7000 years'
SELECT timestamptz '2000-01-01' - interval '2483590 days'
SELECT date '4713-01-01 BC' - interval '2 years'
SELECT t - interval '1 year' FROM (VALUES (timestamp '4713-06-01 BC'), ('2024-01-01')) v(t)
SELECT t - interval '1 year' FROM (VALUES (timestamp '4712-06-01 BC'), ('2024-02-29'), (NULL), ('infinity')) v(t)
SELECT t + i FROM (VALUES (timestamp '2024-01-31', interval '1 mon'), ('2024-01-31', '-100000 years')) v(t, i)
SELECT t + i, t - i FROM (VALUES (timestamp '2024-01-31', interval '1 mon'), ('2024-03-31', '-1 mon 1 day'), ('infinity', '1 day'), ('2024-01-01', 'infinity'), ('2024-01-01', '3000 years 4 mons -2 days 00:00:01'), ('0044-03-15 BC', '-4000 years')) v(t, i)
SELECT timestamp '2024-01-01' + interval '300000 years'
SELECT timestamp '294246-12-31' + interval '100 years'
SELECT date '2024-01-01' + interval '100000000 days'
SELECT date_add(timestamptz '2024-01-31', interval '1 mon'), date_subtract(timestamptz '2024-01-31', interval '1 mon'), date_add('2024-03-30 12:00+00', '1 day', 'Europe/Berlin'), date_subtract('2024-03-31 12:00+00', '1 day', 'Europe/Berlin'), date_add('infinity', '1 day', 'Europe/Berlin'), date_add('2024-01-01', '-infinity', 'Europe/Berlin')
SELECT date_subtract(timestamptz '4714-11-24 00:00+00 BC', interval '1 day')
SELECT date_add(timestamptz '4714-11-24 00:00+00 BC', interval '-1 day', 'Europe/Berlin')
SELECT timestamp '2024-01-01' AT TIME ZONE interval 'infinity'
SELECT timestamp '2024-01-01' AT TIME ZONE interval '1 day'
SELECT timestamptz '2024-01-01' AT TIME ZONE interval '1 mon'
SELECT timestamp '2024-01-01' AT TIME ZONE interval '-02:30', timestamptz '2024-01-01 00:00+00' AT TIME ZONE interval '05:45'
SELECT (timestamp '2024-01-01', interval 'infinity') OVERLAPS (timestamp '2030-01-01', timestamp '2031-01-01')
SELECT (timestamp '2024-01-01', interval '1 day') OVERLAPS (timestamp '2024-01-01 12:00', interval '1 day'), (time '10:00', interval '2 hours') OVERLAPS (time '11:00', time '13:00')
SELECT to_json(interval 'infinity'), to_jsonb(interval '-infinity'), json_build_object('i', interval 'infinity')
SELECT ARRAY[interval 'infinity', '-infinity', '1 day'], ARRAY[interval 'infinity'] > ARRAY[interval '1 day']
SELECT '{infinity,-infinity,1 day}'::interval[]
SELECT array_agg(i ORDER BY i) FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 day')) t(i)
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY i) FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 day')) t(i)
SELECT percentile_cont(1) WITHIN GROUP (ORDER BY i) FROM (VALUES (interval '3 days'), ('1 day')) t(i)
SELECT greatest(interval 'infinity', '1 day'), least(interval '-infinity', '1 day'), coalesce(NULL, interval 'infinity'), nullif(interval 'infinity', 'infinity')
SELECT rank() OVER (ORDER BY i), i FROM (VALUES (interval 'infinity'), ('-infinity'), ('1 day')) t(i) ORDER BY 2
SELECT DISTINCT i FROM (VALUES (interval 'infinity'), ('infinity'), ('1 day')) t(i) ORDER BY 1
SELECT interval 'infinity' UNION SELECT interval '1 day' UNION SELECT interval 'infinity' ORDER BY 1
SELECT a.i FROM (VALUES (interval 'infinity'), ('30 days')) a(i) JOIN (VALUES (interval 'infinity'), ('1 mon')) b(i) ON a.i = b.i ORDER BY 1
SELECT generate_series(timestamp '2024-01-01', timestamp '2024-02-01', interval 'infinity')
SELECT generate_series(timestamptz '2024-01-01', timestamptz '2024-02-01', interval '-infinity')
SELECT generate_series(timestamp '2024-01-01', timestamp '2024-02-01', interval '0')
SELECT generate_series(timestamp '2022-01-01 00:00', timestamp 'infinity', interval '1 month') LIMIT 5
SELECT * FROM generate_series(timestamp '2022-01-01 00:00', timestamp 'infinity', interval '1 month') LIMIT 5
SELECT generate_series(timestamp '2022-01-01', timestamp '-infinity', interval '1 month')
SELECT * FROM generate_series(timestamptz '2024-03-30 00:00+00', timestamptz '2024-04-01 00:00+00', interval '1 day', 'Europe/Berlin')
SELECT * FROM generate_series(timestamptz '2024-10-26 22:00+00', timestamptz '2024-10-28 23:00+00', interval '1 day', 'Europe/Berlin')
SELECT sum(v) OVER (ORDER BY t RANGE BETWEEN interval 'infinity' PRECEDING AND CURRENT ROW) FROM (VALUES (timestamp '2024-01-01', 1), ('2024-01-02', 2)) x(t, v)
SELECT a + interval '1 day' + interval '1 day' + interval '1 day' - interval '1 day' - interval '1 day' - interval '1 day' - interval '1 day' - interval '1 day' - interval '1 day' - interval '1 day' FROM (VALUES (timestamp '2024-01-01')) t(a)
SELECT now() - interval '7 days' < now(), current_date - interval '1 mon' < now(), (now() - now()) = interval '0'
SELECT interval '1 day' + interval '2 hours' - interval '30 minutes', interval '1 mon' - interval '1 day'
SELECT seen - interval '1 month', seen + interval '1 day', born - interval '1 year', born + interval '1 week' FROM people ORDER BY id
SELECT id FROM people WHERE seen > timestamp '2024-01-31' - interval '1 month' ORDER BY id
SELECT id FROM people WHERE seen - interval '1 month' > timestamp '2023-12-31' ORDER BY id
SELECT seen - timestamp '2024-01-01', age(seen, timestamp '2020-02-29') FROM people ORDER BY id
