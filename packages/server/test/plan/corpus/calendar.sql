SELECT date '2024-01-31' + 1, date '2024-03-01' - date '2024-02-01', date '2024-01-01' - 1, date '2024-01-31' + interval '1 month', date '2024-01-01' + time '10:00', timestamp '2024-01-01' - timestamp '2023-12-25 12:00'
SELECT timestamp '2024-03-31' - interval '1 month', timestamp '2024-01-31' + interval '1 month 1 day', interval '1 day' * 1.5, interval '1 month' / 2, interval '1 hour' * 2.5, interval '10 days' / 3, - interval '1 day'
SELECT time '10:00' + interval '15 hours', time '10:00' - time '12:30', time '23:59' + interval '2 min', timetz '10:00+02' + interval '1 hour', date '2024-01-01' + timetz '10:00+02'
SELECT age(timestamp '2024-03-01', timestamp '2023-01-31'), age(date '2000-02-29', date '1999-03-01'), age(timestamp '2023-01-31', timestamp '2024-03-01'), justify_days(interval '35 days'), justify_hours(interval '27 hours'), justify_interval(interval '1 mon -1 hour')
SELECT extract(year from date '2024-02-29'), extract(month from timestamp '2024-02-29 10:00'), extract(dow from date '2024-02-25'), extract(isodow from date '2024-02-25'), extract(doy from date '2024-12-31'), extract(week from date '2021-01-03'), extract(isoyear from date '2021-01-03'), extract(quarter from date '2024-05-01'), extract(century from date '2000-12-31'), extract(millennium from date '2001-01-01'), extract(decade from date '1999-01-01'), extract(epoch from timestamp '1970-01-02'), extract(julian from date '2000-01-01')
SELECT extract(second from time '10:11:12.345'), extract(milliseconds from time '10:11:12.345'), extract(microseconds from interval '1.5 seconds'), extract(epoch from interval '1 month 1 day'), extract(hour from interval '30 hours'), extract(day from interval '40 days 30 hours'), extract(timezone from timestamptz '2024-01-01 00:00+02'), extract(timezone_hour from timetz '10:00+05:30')
SELECT extract(hour from date '2024-01-01')
SELECT extract(foo from date '2024-01-01')
SELECT extract(dow from interval '1 day')
SELECT extract(timezone from timestamp '2024-01-01')
SELECT date_part('year', timestamp '2024-02-29'), date_part('epoch', timestamptz '2024-01-01'), date_part('week', date '2024-12-30'), date_part('month', interval '14 months'), date_part('century', date '0001-01-01 BC')
SELECT date_trunc('month', timestamp '2024-02-29 10:11:12'), date_trunc('week', date '2024-02-29'), date_trunc('quarter', timestamptz '2024-05-15'), date_trunc('hour', interval '1 day 10:11:12'), date_trunc('decade', timestamp '1999-05-05'), date_trunc('century', timestamp '2000-05-05'), date_trunc('milliseconds', timestamp '2024-01-01 00:00:00.123456'), date_trunc('day', timestamptz '2024-03-10 12:00-05', 'America/New_York')
SELECT date_trunc('week', interval '10 days')
SELECT date_bin('15 minutes', timestamp '2024-02-11 15:44:17', timestamp '2001-01-01'), date_bin('1 day', timestamptz '2024-02-11 15:44:17+00', timestamptz '2001-01-01 06:00+00'), date_bin('7 days', timestamp '1999-01-01', timestamp '2000-01-01')
SELECT date_bin('1 month', timestamp '2024-01-01', timestamp '2001-01-01')
SELECT date_bin('0 minutes', timestamp '2024-01-01', timestamp '2001-01-01')
SELECT make_date(2024, 2, 29), make_time(10, 30, 15.5), make_timestamp(2024, 1, 2, 3, 4, 5.6), make_interval(years => 1, days => 10), make_interval(1, 2, 3, 4, 5, 6, 7.5), make_timestamptz(2024, 1, 1, 0, 0, 0, 'Europe/Paris'), make_date(-44, 3, 15)
SELECT make_date(2023, 2, 29)
SELECT make_date(0, 1, 1)
SELECT make_time(24, 0, 0), make_time(23, 59, 60)
SELECT make_time(25, 0, 0)
SELECT to_char(timestamp '2024-02-29 13:05:09.123456', 'YYYY-MM-DD HH24:MI:SS.US'), to_char(timestamp '2024-02-29 13:05', 'Day, DD Month YYYY HH12:MI AM'), to_char(timestamp '2024-02-29', 'FMDay FMMonth DDth IYYY-IW-ID Q WW W DDD J CC'), to_char(date '2024-02-05', 'Dy Mon D'), to_char(timestamp '2024-01-01 00:00', 'HH:MI p.m. SSSS MS'), to_char(timestamptz '2024-01-01', 'TZ OF TZH:TZM tz')
SELECT to_char(interval '15h 2m 12s', 'HH24:MI:SS'), to_char(interval '1 year 2 months 45 days', 'YY MM DD'), to_char(interval '-1 day -2 hours', 'DD HH24'), to_char(timestamp '0044-03-15 BC', 'YYYY BC'), to_char(timestamp '2024-01-01', '"year:" YYYY\"x\"'), to_char(timestamp '2024-12-30', 'RM rm FMRM')
SELECT to_date('05 Dec 2000', 'DD Mon YYYY'), to_date('20240229', 'YYYYMMDD'), to_date('2024-060', 'YYYY-DDD'), to_date('2024-09-3', 'IYYY-IW-ID'), to_timestamp('2024-02-29 13:05:09', 'YYYY-MM-DD HH24:MI:SS'), to_timestamp(0), to_timestamp(1704067200.5), to_timestamp('12:30 PM', 'HH12:MI PM')
SELECT to_date('2024-13-01', 'YYYY-MM-DD')
SELECT to_date('abc', 'YYYY')
SELECT to_timestamp('2024-02-30', 'YYYY-MM-DD')
SELECT to_date('99', 'YY')
SELECT to_date('24', 'YY')
SELECT to_date('124', 'YYY')
SELECT to_date('  2024 02 03', 'YYYY MM DD')
SELECT to_date('2024/02/03', 'YYYY-MM-DD')
SELECT to_date('20000-1131', 'YYYY-MMDD')
SELECT '2024-02-29'::date, 'Feb 29, 2024'::date, '29-Feb-2024'::date, '20240229'::date, '2/29/2024'::date, 'January 8, 99 BC'::date, 'J2451187'::date, '2024.060'::date, 'epoch'::date, 'infinity'::date
SELECT '2023-02-29'::date
SELECT '2024-13-01'::date
SELECT '29/02/2024'::date
SELECT 'foo'::date
SELECT ''::date
SELECT '10:30'::time
SELECT '10:30 PM'::time
SELECT '103015'::time
SELECT '24:00:00'::time
SELECT '10:30:15.1234567'::time
SELECT 'allballs'::time
SELECT '040506.789+08'::timetz
SELECT '04:05-08:00'::timetz
SELECT '10:30 America/New_York'::timetz IS NULL
SELECT '25:00'::time
SELECT '10:60'::time
SELECT '2024-02-29 10:00+05:30'::timestamptz, '2024-02-29 10:00 PST'::timestamptz, '2024-02-29T10:00:00Z'::timestamptz, '2024-07-01 12:00 America/New_York'::timestamptz, 'Sat Feb 24 10:00 2024'::timestamp, '2024-02-29 24:00'::timestamp, '2024-02-29 23:59:60'::timestamp
SELECT timestamptz '2024-03-10 02:30 America/New_York', timestamp '2024-03-10 02:30' AT TIME ZONE 'America/New_York', timestamptz '2024-11-03 05:30+00' AT TIME ZONE 'America/New_York', timestamp '2024-07-01' AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tokyo', timetz '10:00+02' AT TIME ZONE 'UTC', timestamp '2024-01-01' AT TIME ZONE interval '-05:00', timestamptz '2024-01-01' AT LOCAL
SELECT timestamp '2024-01-01' AT TIME ZONE 'Nowhere/City'
SELECT timezone('EST', timestamp '2024-01-01')
SELECT timestamp '2024-01-01' AT TIME ZONE 'UTC+3'
SELECT timestamp '2024-01-01' AT TIME ZONE '+03:00'
SELECT timestamp '2024-07-01' AT TIME ZONE 'EST5EDT'
SELECT '1 year 2 months 3 days 04:05:06.789'::interval
SELECT 'P1Y2M3DT4H5M6S'::interval
SELECT '1-2'::interval
SELECT '3 4:05:06'::interval
SELECT '-1 year +2 days'::interval
SELECT '1.5 years'::interval
SELECT '1 day ago'::interval
SELECT '@ 1 minute'::interval
SELECT '1 fortnight'::interval IS NULL
SELECT '1 week 2 days'::interval, '90 minutes'::interval, '1 decade'::interval, '2 centuries'::interval, '1 millennium'::interval, '1.5 weeks'::interval, '0.5 months'::interval, '1 us'::interval, '10'::interval, interval '5' day, interval '1-3' year to month, interval '10:20' hour to minute, interval '1.234567' second(3), interval(2) '1.239 s'
SELECT 'foo'::interval
SELECT '1 year 1 year'::interval
SELECT interval '400000000 years'
SELECT interval '1 day' = interval '24 hours', interval '1 month' = interval '30 days', interval '1 year' > interval '364 days', interval '1 day' < interval '25 hours', max(x), min(x) FROM (VALUES (interval '1 mon'), (interval '29 days'), (interval '31 days')) t(x)
SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-15', date '2024-03-01'), (date '2024-01-01', interval '10 days') OVERLAPS (date '2024-01-11', date '2024-01-12'), (time '10:00', time '09:00') OVERLAPS (time '09:30', time '09:45'), (null, date '2024-01-05') OVERLAPS (date '2024-01-01', date '2024-01-10')
SELECT isfinite(date 'infinity')
SELECT isfinite(timestamp '2024-01-01')
SELECT isfinite(interval '1 day')
SELECT isfinite(interval 'infinity')
SELECT date 'infinity' > date '2024-01-01'
SELECT date 'infinity' - date '2024-01-01' IS NULL
SELECT date 'infinity' - date '-infinity'
SELECT timestamp 'infinity' - timestamp '2024-01-01'
SELECT timestamp 'infinity' + interval '1 day'
SELECT date 'infinity' + 1
SELECT date_trunc('day', timestamp 'infinity')
SELECT timestamp 'infinity' - timestamp 'infinity'
SELECT date '2024-01-01' + date '2024-01-01'
SELECT date '2024-01-01' * 2
SELECT time '10:00' + time '11:00'
SELECT interval '1 day' * interval '1 day'
SELECT interval '1 day' / 0
SELECT date '5874898-01-01'
SELECT date '4714-11-23 BC'
SELECT timestamp '294277-01-01'
SELECT date '2024-01-01' + 2147483647
SELECT timestamp '2024-01-01' + interval '300000 years'
SELECT date '2024-01-01' = timestamp '2024-01-01', date '2024-01-01' < timestamptz '2024-01-01 01:00', date '2024-01-01' IN ('2024-01-01', '2024-01-02'), '2024-01-01' = date '2024-01-01'
SELECT date '2024-01-01' = '2024-13-01'
SELECT date '2024-01-01' = 5
SELECT timestamp '2024-01-01 10:11:12.987654'::timestamp(2), timestamp(0) '2024-01-01 10:11:12.5', time(1) '10:11:12.98', timestamptz(3) '2024-01-01 00:00:00.12349', interval(0) '1.5 s', cast(time '10:11:12.999999' as time(3))
SELECT timestamp '2024-01-01 10:11'::date, timestamp '2024-01-01 10:11'::time, timestamptz '2024-01-01 10:11+02'::timestamp, date '2024-01-01'::timestamp, date '2024-01-01'::timestamptz, interval '25:10:00'::time, time '10:00'::interval, timestamptz '2024-01-01 10:11+02'::timetz, timetz '10:00+02'::time
SELECT date '2024-01-01'::int
SELECT 5::date
SELECT date '2024-01-01'::time
SELECT to_timestamp('infinity'::float8)
SELECT to_timestamp('NaN'::float8) IS NULL
SELECT generate_series(date '2024-01-30', date '2024-02-02', interval '1 day')
SELECT * FROM generate_series(timestamp '2024-01-31', timestamp '2024-05-31', '1 month') g
SELECT * FROM generate_series(timestamptz '2024-03-09 12:00+00', timestamptz '2024-03-12', '1 day', 'America/New_York') g
SELECT * FROM generate_series(timestamp '2024-01-05', timestamp '2024-01-01', '-2 days') g
SELECT * FROM generate_series(timestamp '2024-01-05', timestamp '2024-01-01', '0 days') g
SELECT generate_series(1, 5, 2), generate_series(5, 1, -2)
SELECT generate_series(1, 3), generate_series(1, 2)
SELECT generate_series(1, 10, 0)
SELECT generate_series(1.0, 2.0, 0.25), generate_series(3, 1), generate_series(1::int8, 3)
SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS t(v, o)
SELECT generate_series('NaN'::numeric, 5)
SELECT date_add(timestamptz '2024-03-10 00:00-05', interval '1 day', 'America/New_York'), date_subtract(timestamptz '2024-11-03 00:00-04', interval '1 day', 'America/New_York')
SELECT current_timestamp = transaction_timestamp()
SELECT localtime IS NOT NULL
SELECT localtimestamp::date = current_date
SELECT current_time IS NOT NULL
SELECT pg_typeof(current_timestamp(2))
SELECT born, extract(year from age(date '2024-06-15', born)) AS years, to_char(born, 'Mon YYYY'), date_trunc('year', born), born + interval '18 years', extract(isodow from born) FROM people ORDER BY id
SELECT date_trunc('month', "at") AS m, count(*), sum(amount) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST
SELECT "at" - lag("at") OVER (ORDER BY "at") AS gap, extract(epoch from "at") FROM orders ORDER BY id
SELECT avg(x), sum(x), min(x), max(x) FROM (VALUES (interval '1 day'), ('2 days 12:00'), ('1 month')) t(x)
SELECT sum(t), avg(t) FROM (VALUES (time '10:00'), ('12:00')) v(t)
SELECT max(seen) - min(seen), count(seen), avg(extract(hour from seen)) FROM people
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY born), percentile_cont(0.5) WITHIN GROUP (ORDER BY age), mode() WITHIN GROUP (ORDER BY team) FROM people
SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY x) FROM (VALUES (interval '1 day'), ('3 days'), ('10 days')) t(x)
SELECT avg(born) FROM people
SELECT sum(born) FROM people
SELECT extract(epoch from timestamptz '2024-01-01') - 1, extract(year from date '2024-01-01') % 4 = 0, (extract(epoch from interval '1 day') / 3600)::int
SELECT to_char(5)
SELECT to_char('abc', 'YYYY')
SELECT to_char(timestamp '2024-01-01', '')
SELECT '2024-01-01'::timestamp + '1 day', '2024-01-01'::date + '1 day'::interval, '2024-01-01'::date - '2023-01-01'
SELECT '2024-01-01' + interval '1 day'
SELECT '2024-01-01' + 1
SELECT date '2024-01-01' - '1 day'
SELECT interval '1 month 15 days' * 0.3
SELECT interval '1 year' * 0.1
SELECT interval '7 months' / 4
SELECT interval '1 day' * 'NaN'::float8
SELECT interval '1 mon' * 'inf'::float8
SELECT justify_interval(interval '1 mon 33 days 125 hours'), justify_interval('-1 mon 33 days'), justify_days('-40 days'), justify_hours('-50 hours 10 min')
