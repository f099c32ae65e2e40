-- Arithmetic and comparison of dates, times and intervals: signs that differ within an interval, infinity, and composed expressions.
SELECT interval '1 mon -1 day' = interval '29 days', interval '1 day -1 hour' < interval '23:30', interval '1 mon -1 day' > interval '29 days', interval '-1 mon 31 days' > interval '0', interval '1 mon -1 day' BETWEEN interval '28 days' AND interval '29 days', interval '1 mon -1 day' IN (interval '29 days'), interval '1 mon -1 day' IS DISTINCT FROM interval '29 days', nullif(interval '1 mon -1 day', interval '29 days')
SELECT i FROM (VALUES (interval '1 mon -1 day'), ('29 days 1 hour'), ('28 days'), (NULL), ('-1 mon 1 day'), ('-29 days 1 hour'), ('-31 days 2 days 30 min')) t(i) ORDER BY i
SELECT max(i), min(i) FROM (VALUES (interval '1 mon -1 day'), ('29 days 1 hour'), ('28 days'), (NULL), ('-1 mon 1 day'), ('-29 days -1 hour')) t(i)
SELECT greatest(interval '1 mon -1 day', interval '29 days 1 hour'), least(interval '1 mon -1 day', interval '28 days 25 hours')
SELECT id, max(interval '1 day' * pos) OVER (PARTITION BY grp ORDER BY id) FROM readings ORDER BY id
SELECT grp, min(taken - timestamp '2024-01-01'), max(taken - timestamp '2024-01-01') FROM readings GROUP BY grp ORDER BY grp
SELECT id FROM readings WHERE taken - timestamp '2024-01-01' > interval '1 mon -1 day' ORDER BY taken - timestamp '2024-01-01' DESC, id
SELECT timestamptz '2024-01-31 10:00+00' + interval '1 mon -17 days -24:02:35', timestamptz '2024-03-31 10:00+00' - interval '1 mon -17 days', interval '1 mon -1 day' + timestamptz '2024-01-31 10:00+00', at - timestamptz '2024-01-01', age(at, timestamptz '2023-05-31 05:00+00') FROM orders ORDER BY id
SELECT date_part('second', d), date_part('microseconds', d), date_part('hour', d) FROM (VALUES (date '2024-01-01'), ('infinity'), (NULL)) t(d)
SELECT timestamp 'infinity'::time, timestamptz '-infinity'::time, seen::time, at::time FROM people, orders WHERE orders.id = 11 ORDER BY people.id
SELECT date_bin('1 day', timestamp 'infinity', timestamp '2001-01-01'), date_bin('1 day', timestamptz '-infinity', timestamptz '2001-01-01')
SELECT date_bin('1 day', timestamp '2024-01-01', timestamp 'infinity')
SELECT timestamp 'infinity' - timestamp '2024-01-01'
SELECT timestamptz 'infinity' + interval '1 day', timestamp '-infinity' - interval '1 mon', timestamptz 'infinity'::timestamp, timestamp '-infinity'::timestamptz, timestamptz 'infinity'::date, date_trunc('month', timestamptz 'infinity'), date_part('month', timestamptz 'infinity'), extract(month from timestamptz '-infinity')
SELECT '2024-01-31 10:00'::timestamp(0)::text AS x
SELECT ('2024-01-31 10:00'::timestamp(0) + interval '30 days') AS x
SELECT (((timetz '00:00-08' - interval '1 mon') AT TIME ZONE interval '-02:30') AT TIME ZONE 'EST') < timetz '23:59:59+05:30' AS x
SELECT (((timetz '13:45:30.5+02' - interval '1 day') AT TIME ZONE interval '-02:30') + (interval '26:03:04.5' - interval '-1 year 2 mons')) <= ((timetz '13:45:30.5+02' - (interval '30 days' + interval '30 days')) - interval '1.5 mons') AS x
SELECT (((timetz '23:59:59+05:30' AT TIME ZONE 'EST') AT TIME ZONE interval '-02:30') AT TIME ZONE 'EST') AS x
SELECT ((-(time '13:45:30.5' - time '23:59:59.999999')) * 0.5) AS x
SELECT ((-justify_hours(interval '0')) + interval '-1 year 2 mons'::time::interval) <= interval '1 year 2 mons 3 days 04:05:06.789' AS x
SELECT ((d + 1) + 1) <> (ts - (-interval '1 mon'))::date AS x FROM extremes
SELECT ((date '2024-02-29' + 1) + time '23:59:59.999999') >= ((timestamp 'infinity' - interval '-1 mon +31 days -00:00:01') + age(date_trunc('month', ts), timestamp '2024-02-29 13:45:30.123456')) AS x FROM extremes
SELECT ((day::timestamptz AT TIME ZONE 'EST') + ((ts - ts) / 0.5)) < (date '2024-02-29' + (time '24:00' + NULL::time::interval)) AS x FROM readings, extremes
SELECT ((interval '26:03:04.5' / 0) * 2) AS x
SELECT ((least(date '0001-01-01', day) + 1) + 1)::text AS x FROM readings
SELECT ((seen - timestamp '2024-01-01') / 3.333) AS x FROM people
SELECT ((timetz '00:00-08' + (NULL::interval * 0.5)) - date_trunc('decade', date_trunc('quarter', interval '0'))) AS x
SELECT ((timetz '13:45:30.5+02' + (NULL::interval + interval '1 year 2 mons 3 days 04:05:06.789')) - timetz '23:59:59+05:30'::time::interval)::text AS x
SELECT ((timetz '13:45:30.5+02' - date_trunc('millennium', interval '-1 mon +31 days -00:00:01')) - make_interval(days => age)) AS x FROM people
SELECT ((timetz '13:45:30.5+02' AT TIME ZONE interval '-02:30') + interval '-1 mon +31 days -00:00:01') AS x
SELECT ((timetz '13:45:30.5+02' AT TIME ZONE interval '-02:30') - (day::timestamp - greatest(ts, timestamp '1999-12-31 23:59:59.999999'))) AS x FROM readings, extremes
SELECT ((timetz '13:45:30.5+02' AT TIME ZONE interval '-02:30') - timetz '13:45:30.5+02'::time::interval) AS x
SELECT (-NULL::interval) > justify_hours(interval '30 days') AS x
SELECT (-NULL::interval) AS x
SELECT (-interval '-1 year 2 mons') < (((seen::time + (seen - timestamp '2024-01-01')) - (timestamp 'infinity' - timestamp '1999-12-31 23:59:59.999999')) - NULL::time) AS x FROM people
SELECT (-interval '30 days') AS x
SELECT (NULL::time - time '24:00') AS x
SELECT (NULL::timestamptz::date + (interval '1.5 mons' - interval '1 mon')) = (timestamp '1969-12-31 23:59:59.5' - ((seen::time - seen::time) * -0.25)) AS x FROM people
SELECT (date '0001-01-01' + (seen - timestamp '2024-01-01')) <= seen::timestamp(0) AS x FROM people
SELECT (date '1970-01-01' + -40)::timestamptz AS x
SELECT (date '2024-02-29' + make_interval(days => age)::time)::text AS x FROM people
SELECT (date_add(date '0001-01-01'::timestamptz, (-interval '0'), 'UTC') AT TIME ZONE 'EST')::text AS x
SELECT (date_trunc('day', timestamptz '-infinity', '+03') + NULL::interval) = date_trunc('week', timestamptz '2024-03-10 06:59:59.5+00', 'EST') AS x
SELECT (date_trunc('microseconds', date_trunc('minute', timestamptz '2024-07-01 12:00+02', '+03')) AT TIME ZONE 'Asia/Kolkata') AS x
SELECT (date_trunc('milliseconds', date '1970-01-01'::timestamp) + date_trunc('century', (timestamp '1999-12-31 23:59:59.999999' - timestamp '2000-01-01')))::text AS x
SELECT (greatest(timestamptz '-infinity'::timestamp, timestamptz '1900-01-01 00:00 UTC'::timestamp) - NULL::timestamp) AS x
SELECT (interval '1 day'::time + (time '23:59:59.999999'::time(0) - NULL::time)) AS x
SELECT (interval '1 year 2 mons 3 days 04:05:06.789' - greatest(age(NULL::timestamp, timestamp '2000-01-01'), NULL::time::interval)) AS x
SELECT (least(date '0001-01-01', timestamptz '2024-03-10 06:59:59.5+00'::date) + (timetz '00:00-08'::time - time '23:59:59.999999')) AS x
SELECT (least(date '1970-01-01', born) + 365)::timestamp AS x FROM people
SELECT (least(timestamp '0044-03-15 01:02:03 BC'::date, (date '2024-02-29' + 365)) + (-interval '1.5 mons')) <> date_trunc('milliseconds', date '0001-01-01'::timestamptz)::timestamp AS x
SELECT (seen - timestamp '2024-01-01')::text AS x FROM people
SELECT (seen - timestamp '2024-01-01')::time AS x FROM people
SELECT (seen::time - interval '30 days') AS x FROM people
SELECT (seen::time - timestamp '2000-01-01'::time) > interval '1.5 mons' AS x FROM people
SELECT (taken::timestamptz AT TIME ZONE 'America/New_York') AS x FROM readings
SELECT (time '00:00'::time(6) - interval '30 days')::text AS x
SELECT (time '24:00' + NULL::interval) AS x
SELECT (time '24:00'::interval - (seen - timestamp '2024-01-01')) <> age(((NULL::timestamp + interval '1 mon') - (seen::time - time '13:45:30.5')), least(date 'infinity', date '2024-02-29')::timestamp) AS x FROM people
SELECT (timestamp '1969-12-31 23:59:59.5'::date + (seen - timestamp '2024-01-01'))::text AS x FROM people
SELECT (timestamp '2000-01-01' + make_interval(days => age))::text AS x FROM people
SELECT (timestamptz '1900-01-01 00:00 UTC'::timestamp + greatest(interval '26:03:04.5', interval '1 day'))::timestamp(6) AS x
SELECT (timestamptz '2024-03-10 06:59:59.5+00'::date + time '23:59:59.999999') AS x
SELECT (timetz '13:45:30.5+02' + interval '30 days') AS x
SELECT (timetz '13:45:30.5+02' AT TIME ZONE 'EST') AS x
SELECT (timetz '23:59:59+05:30' AT TIME ZONE interval '-02:30') >= timetz '13:45:30.5+02' AS x
SELECT NULL::interval < make_interval(days => age) AS x FROM people
SELECT NULL::timestamp AS x
SELECT NULL::timestamp::timestamp(1)::text AS x
SELECT NULL::timestamptz::timestamp::timestamptz AS x
SELECT age('2024-01-31 10:00'::timestamp(0), (NULL::timestamp + greatest(interval '1 mon', interval '-1 year 2 mons'))) AS x
SELECT age((NULL::timestamp + (interval '1 mon' - interval '1 year 2 mons 3 days 04:05:06.789')), greatest(timestamptz '2024-03-10 06:59:59.5+00'::timestamp, '2024-01-31 10:00'::timestamp(0))) AS x
SELECT born AS x FROM people
SELECT born::timestamp AS x FROM people
SELECT date '0001-12-31 BC' <= timestamptz '1900-01-01 00:00 UTC'::timestamp::timestamptz::date AS x
SELECT date '0001-12-31 BC' <> (d + -40) AS x FROM extremes
SELECT date '0001-12-31 BC' AS x
SELECT date '1970-01-01' <> (ts::date + 365) AS x FROM extremes
SELECT date '1970-01-01'::timestamptz::text AS x
SELECT date 'infinity' - least(least(day, timestamptz '-infinity'::date), day) AS x FROM readings
SELECT date 'infinity' < (d + extremes.id) AS x FROM extremes
SELECT date 'infinity'::timestamptz AS x
SELECT date_add('2024-01-31 10:00'::timestamp(0)::timestamptz, NULL::interval, 'Europe/Berlin')::timestamp <> date_bin(interval '1 day', date_trunc('milliseconds', timestamptz '1900-01-01 00:00 UTC', 'UTC')::timestamp, timestamp '2001-02-03') AS x
SELECT date_add(least(born, born)::timestamptz, interval '30 days', 'Europe/Berlin') AS x FROM people
SELECT date_add(timestamptz '1900-01-01 00:00 UTC'::date::timestamptz, ((seen - timestamp '2024-01-01') + interval '-1 mon +31 days -00:00:01'), 'Europe/Berlin') AS x FROM people
SELECT date_add(timestamptz '2024-03-10 06:59:59.5+00', NULL::interval, 'Europe/Berlin') <> at AS x FROM orders
SELECT date_add(timestamptz '2024-03-10 06:59:59.5+00', greatest(interval '1 mon', interval '0'), 'UTC')::timestamp::text AS x
SELECT date_add(timestamptz '2024-03-10 06:59:59.5+00', interval '1 year 2 mons 3 days 04:05:06.789', 'Asia/Kolkata') AS x
SELECT date_bin(interval '15 minutes', date_bin(interval '1 day', ('2024-01-31 10:00'::timestamp(0) - interval '1.5 mons'), timestamp '2001-02-03'), timestamp '2001-02-03') AS x
SELECT date_bin(interval '36 hours', ((timestamp '1969-12-31 23:59:59.5' - interval '30 days') - (time '24:00' - time '23:59:59.999999')), timestamp '2001-02-03') AS x
SELECT date_bin(interval '36 hours', timestamp 'infinity', timestamp '2001-02-03') AS x
SELECT date_part('day', date '0001-12-31 BC') AS x
SELECT date_part('day', interval '30 days') AS x
SELECT date_part('decade', at) AS x FROM orders
SELECT date_part('decade', time '23:59:59.999999') AS x
SELECT date_part('doy', (time '23:59:59.999999' - interval '-1 year 2 mons')::interval::time) AS x
SELECT date_part('doy', (timestamp 'infinity'::date + -40)::timestamp) AS x
SELECT date_part('isodow', timestamp '2024-02-29 13:45:30.123456') AS x
SELECT date_part('isoyear', d) AS x FROM extremes
SELECT date_part('isoyear', timetz '13:45:30.5+02') AS x
SELECT date_part('julian', date_trunc('second', greatest(timestamp '1999-12-31 23:59:59.999999', timestamp '0044-03-15 01:02:03 BC')::timestamptz, 'UTC')) AS x
SELECT date_part('julian', timetz '00:00-08') AS x
SELECT date_part('julian', timetz '13:45:30.5+02') AS x
SELECT date_part('microseconds', date_add(timestamptz '2024-03-10 06:59:59.5+00', (((seen - timestamp '2024-01-01') - interval '26:03:04.5') + interval '1 day'), 'EST')) AS x FROM people
SELECT date_part('minute', (interval '0'::time + interval '0')::time(2)) AS x
SELECT date_part('minute', timestamp '1969-12-31 23:59:59.5'::timestamp(5)::time::time(3)) AS x
SELECT date_part('month', timestamp '1999-12-31 23:59:59.999999') AS x
SELECT date_part('week', at) AS x FROM orders
SELECT date_part('week', day) AS x FROM readings
SELECT date_part('week', least('2024-01-31 10:00'::timestamp(0)::date, date_add(at, interval '26:03:04.5', 'Asia/Kolkata')::date)) AS x FROM orders
SELECT date_part('week', timestamp '1999-12-31 23:59:59.999999') AS x
SELECT date_part('year', (timestamp 'infinity' AT TIME ZONE 'Australia/Lord_Howe')::date) AS x
SELECT date_part('year', timetz '00:00-08') AS x
SELECT date_part(lower('CENTURY'), date_bin(interval '36 hours', ((date '0001-12-31 BC' + seen::time) - justify_interval(interval '1 mon')), timestamp '2001-02-03')) AS x FROM people
SELECT date_part(lower('DAY'), day) AS x FROM readings
SELECT date_part(lower('DAY'), timestamp '2024-02-29 13:45:30.123456') AS x
SELECT date_part(lower('DAY'), timetz '00:00-08') AS x
SELECT date_part(lower('DOW'), date_trunc('month', date_trunc('quarter', (timestamptz '1900-01-01 00:00 UTC' + interval '1.5 mons')))) AS x
SELECT date_part(lower('DOW'), greatest(date_trunc('month', (interval '-1 year 2 mons' / people.id)), timetz '13:45:30.5+02'::time::interval)) AS x FROM people
SELECT date_part(lower('HOUR'), NULL::time) AS x
SELECT date_part(lower('HOUR'), age(date_trunc('microseconds', greatest('2024-01-31 10:00'::timestamp(0), taken)), (d + (-interval '-1 mon +31 days -00:00:01')))) AS x FROM readings, extremes
SELECT date_part(lower('JULIAN'), ((date '1970-01-01' + interval '0')::date + interval '26:03:04.5')) AS x
SELECT date_part(lower('MICROSECONDS'), NULL::timestamptz::date) AS x
SELECT 'yesterday'::date = current_date - 1, timestamp 'today' = current_date::timestamp, 'now'::time IS NOT NULL, 'allballs'::time, 'now'::timetz IS NOT NULL
SELECT id FROM orders WHERE at > 'yesterday' ORDER BY id
SELECT id FROM orders WHERE at < now() - interval '1 day' AND at >= date_trunc('year', timestamptz '2024-06-01') ORDER BY id
SELECT count(*) FROM orders WHERE at::date = '2024-01-15'
SELECT date_trunc('month', at)::date, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT extract(year from at)::int AS y, extract(month from at)::int AS m, sum(quantity) FROM orders GROUP BY 1, 2 ORDER BY 1, 2
SELECT to_char(date_trunc('week', at), 'IYYY-IW'), count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT generate_series(date '2024-01-01', date '2024-01-03', interval '1 day')
SELECT d::date FROM generate_series('2024-01-01'::timestamp, '2024-03-01', '1 month') d
SELECT lower(seen::text), seen || '', born || ' x', at::text || '!' FROM people, orders WHERE orders.id = 11 ORDER BY people.id
SELECT json_build_object('d', born, 't', seen), to_json(at), row_to_json(t) FROM people t, orders WHERE orders.id = 11 ORDER BY t.id
SELECT ARRAY[born, NULL], array_agg(seen ORDER BY id) FROM people GROUP BY born ORDER BY 1
SELECT seen::date - born, (seen - born::timestamp) > interval '20 years', age(seen, born) FROM people ORDER BY id
SELECT EXTRACT(EPOCH FROM (seen - lag(seen) OVER (ORDER BY seen)))/60 > 5 FROM people ORDER BY id
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY seen) FROM people
SELECT mode() WITHIN GROUP (ORDER BY interval '1 day' * age) FROM people
SELECT count(*) FILTER (WHERE seen > 'Jan 31 2024') FROM people
SELECT CASE WHEN seen > '2024-02-01' THEN 'late' ELSE 'early' END, coalesce(born, 'epoch'), nullif(born, '2/28/1990') FROM people ORDER BY id
SELECT * FROM (VALUES ('1/1/2024'::date, '10:00'::time), ('Jan 2, 2024', '10 PM')) t(d, t)
SELECT interval '1 day' + date '2024-01-01', time '10:00' + date '2024-01-01', date '2024-01-01' + interval '1 day' * 2
SELECT seen AT TIME ZONE 'UTC' AT TIME ZONE 'America/New_York' FROM people ORDER BY id
SELECT (at AT TIME ZONE 'America/New_York')::date, extract(hour from at AT TIME ZONE 'Asia/Kolkata') FROM orders ORDER BY id
SELECT pg_typeof(interval '1 day' / 2), pg_typeof(date '2024-01-01' + 1), pg_typeof(at - at), pg_typeof(extract(year from at)), pg_typeof(time '10:00' - time '9:00') FROM orders LIMIT 1
SELECT '2024-01-01'::date::timestamptz AT TIME ZONE 'UTC', '2024-01-01 10:00:00 America/New_York'::timestamptz::text, to_char('2024-01-01 10:00 PST'::timestamptz, 'YYYY-MM-DD HH24:MI TZ')
SELECT sum(interval '1 hour') OVER (ORDER BY id) FROM people ORDER BY id
SELECT max(seen) - min(seen), avg(seen - '2024-01-01') FROM people
SELECT id, seen <@ NULL FROM people
SELECT 'J0'::date, '4713-01-01 BC'::date
SELECT '4714-11-24 BC'::date, '4714-11-23 BC'::date
SELECT '294276-12-31'::timestamp
SELECT '5874897-12-31'::date
SELECT date_part('year', seen)::int % 4 = 0, trunc(date_part('second', seen)) FROM people ORDER BY id
SELECT to_timestamp(extract(epoch from at)::float8) = at, make_timestamp(2024, 1, 1, 0, 0, 0) + make_interval(hours => id::int) FROM orders ORDER BY id
SELECT interval '2 hours' = '02:00', '1 day' < interval '25 hours', interval '1 day' * '2', '2024-01-01' + interval '1 day'
SELECT date '2024-01-01' < 'infinity', tstz FROM (VALUES ('now'::timestamptz > '2020-01-01')) t(tstz)
SELECT isfinite(interval '1 day'), isfinite(NULL::interval), -interval '-1 day', +interval '1 day', abs(extract(epoch from interval '-1 day'))
-- A month is 30 days where intervals are compared, wherever they are.
SELECT v FROM (VALUES (interval '1 month -1 day')) t(v) INTERSECT SELECT interval '29 days'
SELECT v FROM (VALUES (interval '1 month -1 day')) t(v) EXCEPT SELECT interval '29 days'
SELECT array[interval '1 month -1 day'] = array[interval '29 days'], array[[interval '1 month -1 day']] = array[[interval '29 days']], array[interval '1 month -2 days'] < array[interval '29 days'], array[interval '29 days'] <@ array[interval '1 month -1 day', NULL], array_position(array[interval '29 days'], interval '1 month -1 day')
SELECT x, count(*) FROM (VALUES (array[interval '1 month -1 day']), (array[interval '29 days'])) t(x) GROUP BY x
SELECT max(x), min(x) FROM (VALUES (array[interval '1 month -2 days']), (array[interval '29 days'])) t(x)
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY v), percentile_disc(array[0.1, 1]) WITHIN GROUP (ORDER BY v DESC) FROM (VALUES (interval '1 month -2 days'), ('29 days'), (NULL)) t(v)
WITH RECURSIVE t(v) AS (SELECT interval '29 days' UNION SELECT interval '1 month -1 day' FROM t) SELECT * FROM t
-- A timetz is ordered by its moment, and those of one moment by their zones.
SELECT min(x), max(x), max(array[x]), min(ROW(x)), percentile_disc(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (timetz '12:00+02'), (timetz '11:00+00'), (timetz '10:00+00'), (NULL)) t(x)
SELECT array[timetz '12:00+02'] < array[timetz '11:00+00'], least(timetz '12:00+02', timetz '11:00+00'), greatest(array[timetz '12:00+02'], array[timetz '11:00+00']), greatest(timetz '12:00+02', timetz '10:00+00')
SELECT x FROM (VALUES (array[timetz '12:00+02']), (array[timetz '11:00+00'])) t(x) ORDER BY x
SELECT x, count(*) FROM (VALUES (timetz '12:00+02'), (timetz '10:00+00'), (timetz '12:00:00+02')) t(x) GROUP BY x ORDER BY x
-- As engineers and agents ask.
SELECT interval '1 year 2 months 3 days 4 hours', interval '90 minutes', interval '-1 day 2 hours', interval '1.5 days', justify_interval(interval '40 days 30 hours'), age(timestamp '2024-03-31', timestamp '2024-02-29'), interval '1 day' * 1.5, interval '1 hour' / 3, extract(epoch FROM interval '1 day 2 hours')
SELECT extract(dow FROM "at"), extract(week FROM "at"), date_part('hour', "at"), date_trunc('hour', "at"), "at"::date, "at" AT TIME ZONE 'America/New_York', extract(epoch FROM "at")::bigint FROM orders ORDER BY id
SELECT count(*), min(seen), max(seen), max(seen) - min(seen), date_trunc('day', max(seen) - min(seen)), extract(day FROM max(seen) - min(seen)) FROM people
SELECT make_date(2024, 2, 29), make_timestamp(2024, 1, 2, 3, 4, 5.5), make_interval(days => 10, hours => 2), date '2024-01-31' + interval '1 month', date '2024-03-31' - interval '1 month', timestamp '2024-01-01' - timestamp '2023-12-30 12:00', date '2024-03-01' - date '2024-02-01', (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-15', date '2024-03-01')
SELECT to_timestamp(1704067200), to_timestamp('2024-01-02 03:04:05', 'YYYY-MM-DD HH24:MI:SS'), to_date('15 Jan 2024', 'DD Mon YYYY'), '2024-01-01T10:00:00Z'::timestamptz, '10:30'::time + interval '45 minutes', date_bin('15 minutes', timestamp '2024-01-01 10:22', timestamp '2024-01-01')
SELECT current_date - date '2020-01-01' > 0, now() > '2024-01-01', current_timestamp IS NOT NULL, localtime IS NOT NULL
SELECT date_part('day', "at" - timestamptz '2024-01-01') AS d, ("at" - timestamptz '2024-01-01') > interval '30 days' FROM orders ORDER BY id
SELECT age("at", '2024-01-01'), justify_days("at" - '2024-01-01'::timestamptz) FROM orders ORDER BY id
SELECT day + 7, day - 7, day + interval '1 month', day + time '10:00', (day + interval '1 day')::date, day::timestamp, day::timestamptz, day > '2024-01-05', day BETWEEN '2024-01-01' AND '2024-02-28' FROM readings ORDER BY id
SELECT timestamp '2024-03-10 12:00' AT TIME ZONE 'America/New_York', timestamptz '2024-03-10 12:00+00' AT TIME ZONE 'Asia/Kolkata', timezone('UTC', timestamp '2024-01-01')
SELECT * FROM orders WHERE "at" >= '2024-01-01' AND "at" < '2024-02-01'::date + interval '1 day' ORDER BY id
SELECT * FROM orders WHERE "at"::date BETWEEN date '2024-01-01' AND current_date ORDER BY id LIMIT 2
SELECT count(*) FROM orders WHERE "at" > now() - interval '100 years' AND extract(hour FROM "at") BETWEEN 6 AND 14
SELECT extract(hour FROM taken) AS h, count(*), repeat('#', count(*)::int) AS bar FROM readings GROUP BY h ORDER BY h NULLS LAST
SELECT grp, sum(val) FILTER (WHERE extract(month FROM day) = 1) AS jan, sum(val) FILTER (WHERE extract(month FROM day) = 2) AS feb, sum(CASE WHEN extract(month FROM day) = 12 THEN val ELSE 0 END) AS dec FROM readings GROUP BY grp ORDER BY grp
SELECT interval '36:00:00', interval '1 week', interval '1.5 hours', interval '2 years 3 mons' + interval '10 days', -interval '1 day', interval '1 month' * 3, interval '10 hours' / 4, extract(hour FROM interval '36 hours'), extract(month FROM interval '14 months'), date_part('epoch', interval '1 month'), justify_hours(interval '27 hours'), age(date '2024-05-05', date '2023-06-06')
SELECT interval 'P1Y2M3DT4H5M6S', 'PT36H'::interval, '1-2'::interval, '3 4:05:06'::interval, interval '15' minute, interval '5' day, '1 day ago'::interval
SELECT sum(taken - timestamp '2024-01-01'), avg(taken - timestamp '2024-01-01'), max(taken) - min(taken), count(DISTINCT date_trunc('day', taken)) FROM readings WHERE grp = 'a'
SELECT (date '2024-02-29' + interval '1 year')::date, (date '2024-01-31' + interval '1 month')::date, date_trunc('month', date '2024-02-10') + interval '1 month' - interval '1 day', extract(days FROM date '2024-03-01' - interval '1 day'), date '2024-12-30' - 365, isfinite(date 'infinity'), date_trunc('decade', date '2024-05-05'), date_trunc('week', timestamp '2024-01-07 10:00')
SELECT '2024-13-01'::date
SELECT date_part('year', "at")::int AS y, date_part('month', "at")::int AS m, count(*) FROM orders GROUP BY y, m ORDER BY y NULLS LAST, m
SELECT greatest(NULL, 1, 2), least(NULL, NULL), greatest('a', 'B'), least(date '2024-01-01', NULL, date '2023-01-01'), coalesce(NULL, NULL), nullif(1, 1)
SELECT '2024-02-30'::date
SELECT date '2024-01-31' - interval '1 month', timestamp '2024-03-31 10:00' - interval '1 month', '2024-01-01'::date - '2023-01-01'::date, '2024-01-01 10:00'::timestamp - '2024-01-01 09:30', age('2024-03-01'::date, '2024-01-31'), now()::date = current_date, '12:00'::time - '10:30'::time, '10:00'::time + '2 hours'
SELECT extract(epoch FROM timestamp '2024-01-01'), extract(milliseconds FROM time '10:00:01.5'), extract(timezone FROM timestamptz '2024-01-01+02'), date_part('week', date '2024-12-30'), extract(isoyear FROM date '2024-12-30'), to_timestamp(0) AT TIME ZONE 'UTC', extract(second FROM interval '1 minute 30.5 seconds')
SELECT sum(amount) FILTER (WHERE "at" >= date_trunc('month', timestamptz '2024-01-20')) AS since, sum(amount) FILTER (WHERE date_trunc('year', "at") = '2024-01-01') AS y24 FROM orders
SELECT '2024-01-01' UNION SELECT date '2024-01-02'
SELECT * FROM (VALUES (1, date '2024-01-01'), (2, NULL)) AS v (id, d) WHERE d IS NULL OR d > '2023-12-31'
SELECT id FROM people WHERE born = 'yesterday'::date - 100000
SELECT id || name, 1 || 'a', 'a' || 1.5 || true || date '2024-01-01', NULL || 'x' FROM people WHERE id = 1
SELECT 1 + '2', '3' * 2, '2024-01-01'::date + 1, '1' || 2
SELECT cast('2024-01-15 10:30' AS date), cast('10:30' AS time), cast(timestamp '2024-01-15 23:59:59.9' AS date), cast(date '2024-01-15' AS timestamp), '2024-01-15'::timestamptz, cast('1 day' AS interval)
SELECT count(DISTINCT CASE WHEN active THEN team END), count(DISTINCT (team, age)), count(DISTINCT date_trunc('month', seen)) FROM people
SELECT date '2024-01-01' AS date, 5 AS value, 'x' AS name, now() IS NOT NULL AS user_now
SELECT extract(year from born) AS year, extract(month from born) AS month, count(*) FROM people GROUP BY year, month ORDER BY year, month
SELECT date_trunc('year', born) AS year, count(*) FROM people GROUP BY date_trunc('year', born) HAVING count(*) >= 1 ORDER BY year
SELECT timestamptz '2024-03-31 01:30+00' AT TIME ZONE 'Europe/Berlin', timestamp '2024-03-31 02:30' AT TIME ZONE 'Europe/Berlin', timestamp '2024-10-27 02:30' AT TIME ZONE 'Europe/Berlin', date_trunc('day', timestamptz '2024-03-31 22:30+00', 'Europe/Berlin'), extract(hour FROM timestamptz '2024-06-01 12:00+00' AT TIME ZONE 'America/New_York')
SELECT date_trunc('day', "at" AT TIME ZONE 'America/Los_Angeles')::date AS local_day, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT timestamp '2024-01-31' + interval '1 month' * 1, timestamp '2024-01-31' + interval '2 months', (timestamp '2024-01-31' + interval '1 month') + interval '1 month', interval '1 month' + timestamp '2024-01-30', date '2024-01-31' + 30
-- A zone is whole seconds.
SELECT timezone('00:00:00.9'::interval, '12:00-08'::timetz), timezone('-00:00:01.9'::interval, '12:00-08'::timetz), timezone('00:00:00.9'::interval, timestamp '2024-01-01'), timezone('-00:00:01.9'::interval, timestamptz '2024-01-01 00:00+00')
-- An infinite literal beside dates.
SELECT d < timestamp 'infinity', d > timestamp '-infinity', timestamp 'infinity' >= d, d = timestamp 'infinity', d <> timestamptz '-infinity', d <= timestamptz 'infinity', d < '5874897-12-31'::date FROM (VALUES (date '2024-02-29'), ('infinity'), ('-infinity'), (NULL)) t(d)
SELECT name FROM people WHERE born < timestamp 'infinity' AND seen::date <= '5874897-12-31'::date AND seen < timestamptz 'infinity'
-- Dates that are later than all timestamps, beside each other and beside infinity.
SELECT date '5874897-12-31' = date '5874897-12-30', date '5874897-12-31' > date '5874897-12-30', date '5874897-12-31' < timestamp 'infinity', timestamptz 'infinity' <= date '5874897-12-31', date '5874897-12-31' > timestamp '-infinity', date '5874897-12-31' > timestamptz '2024-01-01 00:00+00'
SELECT d = date '5874897-12-31', d < date '5874897-12-31', d >= date '300000-01-01', timestamp '2024-02-29 10:00' < date '5874897-12-31' FROM (VALUES (date '2024-02-29'), ('5874897-12-31'), ('300000-01-02'), ('infinity'), ('-infinity')) t(d)
