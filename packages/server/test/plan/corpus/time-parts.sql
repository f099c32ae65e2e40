-- Parts of dates and times, truncation, time zones, OVERLAPS, sums of intervals, named arguments.
SELECT sum(interval '1 day' * pos), avg(interval '1 hour' * pos), min(interval '1 day' * pos), max(interval '1 mon' * pos) FROM readings
SELECT grp, sum(taken - timestamp '2024-01-01'), avg(taken - timestamp '2024-01-01') FROM readings GROUP BY grp ORDER BY grp
SELECT id, sum(interval '1 mon -1 day' * pos) OVER (PARTITION BY grp ORDER BY id) FROM readings ORDER BY id
SELECT sum(i) FILTER (WHERE i > interval '0'), avg(i) FROM (VALUES (interval '-1 mon'), ('1 day 02:00'), (NULL), ('3 hours')) t(i)
SELECT sum(interval '1 day') FROM people WHERE false
SELECT avg(interval '1 day') FROM people WHERE false
SELECT date_part(f, timestamp '2024-07-15 13:45:30.25') FROM (VALUES ('year'), ('month'), ('day'), ('hour'), ('minute'), ('second'), ('millisecond'), ('microseconds'), ('epoch'), ('dow'), ('isodow'), ('doy'), ('week'), ('quarter'), ('decade'), ('century'), ('millennium'), ('isoyear'), ('julian'), ('yrs'), ('qtr'), (NULL)) t(f)
SELECT date_part(f, timestamp 'infinity'), date_part(f, timestamptz '-infinity'), date_part(f, date 'infinity') FROM (VALUES ('year'), ('month'), ('epoch'), ('dow'), ('julian')) t(f)
SELECT date_part(f, seen), date_part(f, born), date_part(f, at) FROM people, orders, (VALUES ('year'), ('hour'), ('week'), ('julian')) t(f) WHERE people.id < 3 AND orders.id < 12
SELECT date_part(w, seen) FROM people, (VALUES ('foo')) t(w)
SELECT date_part(w, seen) FROM people, (VALUES ('timezone')) t(w)
SELECT date_part('timezone', at), date_part('timezone_hour', at) FROM orders ORDER BY id
SELECT extract(timezone from at), extract(timezone_minute from at), extract(julian from born) FROM orders, people WHERE orders.id = 10 ORDER BY people.id
SELECT extract(timezone from seen) FROM people
SELECT extract(foo from seen) FROM people
SELECT extract(yrs from seen), extract(mon from seen), extract(d from seen), extract(hrs from seen), extract(min from seen), extract(sec from seen), extract(msec from seen), extract(usec from seen), extract(w from seen), extract(qtr from seen), extract(c from seen), extract(dec from seen), extract(mil from seen) FROM people ORDER BY id
SELECT extract('year' from seen), extract('YEAR' from born) FROM people ORDER BY id
SELECT date_part(f, time '13:45:30.25'), date_part(f, timetz '13:45:30.25+05:30') FROM (VALUES ('hour'), ('minute'), ('second'), ('epoch'), ('microsecond'), ('ms')) t(f)
SELECT date_part(f, timetz '13:45:30.25-05:30') FROM (VALUES ('timezone'), ('timezone_hour'), ('timezone_minute')) t(f)
SELECT extract(hour from timetz '10:00+02'), extract(epoch from timetz '10:00+02'), extract(second from timetz '10:00:01.5+02'), extract(timezone from timetz '10:00-02:30'), extract(timezone_hour from timetz '10:00-02:30'), extract(timezone_minute from timetz '10:00-02:30')
SELECT date_part(f, interval '1 year 2 mons 3 days 04:05:06.7') FROM (VALUES ('year'), ('mons'), ('d'), ('epoch'), ('usec')) t(f)
SELECT extract(d from interval '3 days 4 hours'), extract(mons from interval '14 mons'), extract(sec from interval '1.5 s'), date_part('hrs', interval '30 h')
SELECT extract(dow from interval '1 day')
SELECT date_trunc(f, timestamp '2024-07-15 13:45:30.2567') FROM (VALUES ('year'), ('month'), ('day'), ('hour'), ('minute'), ('second'), ('millisecond'), ('microseconds'), ('week'), ('quarter'), ('decade'), ('century'), ('millennium'), ('yrs'), (NULL)) t(f)
SELECT date_trunc(f, timestamp '0044-07-15 13:45 BC'), date_trunc(f, timestamp '0001-01-01'), date_trunc(f, timestamp '1999-12-31'), date_trunc(f, timestamp '2000-01-01'), date_trunc(f, timestamp '0001-12-30 BC') FROM (VALUES ('year'), ('month'), ('week'), ('quarter'), ('decade'), ('century'), ('millennium')) t(f)
SELECT date_trunc('century', seen), date_trunc('decade', seen), date_trunc('millennium', at) FROM people, orders WHERE orders.id = 10 ORDER BY people.id
SELECT date_trunc('dow', seen) FROM people
SELECT date_trunc('foo', seen) FROM people
SELECT date_trunc('timezone', seen) FROM people
SELECT date_trunc('julian', seen) FROM people
SELECT date_trunc('day', at, 'America/New_York'), date_trunc('month', at, 'Asia/Kolkata'), date_trunc('hour', at, 'Asia/Kolkata'), date_trunc('week', at, 'EST'), date_trunc('day', at, '+02') FROM orders ORDER BY id
SELECT date_trunc('hour', timestamptz '2024-11-03 05:30+00', 'America/New_York'), date_trunc('hour', timestamptz '2024-11-03 06:30+00', 'America/New_York'), date_trunc('day', timestamptz '2024-03-10 12:00+00', 'America/New_York')
SELECT date_trunc('day', at, z) FROM orders, (VALUES ('Europe/Berlin'), ('utc'), ('PST'), ('UTC-5')) t(z) WHERE id = 11
SELECT date_trunc('day', at, 'Foo/Bar') FROM orders
SELECT date_trunc(f, interval '7 years 14 mons 20 days 13:45:30.2567') FROM (VALUES ('year'), ('month'), ('day'), ('hour'), ('minute'), ('second'), ('millisecond'), ('microseconds'), ('quarter'), ('decade'), ('century'), ('millennium')) t(f)
SELECT date_trunc('week', interval '7 days')
SELECT date_trunc('hour', interval '-25:30'), date_trunc('quarter', interval '-5 mons'), date_trunc('month', interval '-35 days')
SELECT at AT TIME ZONE z FROM orders, (VALUES ('Europe/Berlin'), ('utc'), ('PST'), ('UTC-5'), ('America/New_York'), ('+05:30'), ('est5edt'), (NULL)) t(z) WHERE id = 11
SELECT seen AT TIME ZONE z FROM people, (VALUES ('Europe/Berlin'), ('utc'), ('EDT'), ('GMT+3'), ('America/New_York'), ('-3')) t(z) WHERE id = 1
SELECT seen AT TIME ZONE 'PST', at AT TIME ZONE 'EST', seen AT TIME ZONE '+02', at AT TIME ZONE 'utc', seen AT TIME ZONE 'america/new_york', at AT TIME ZONE 'Asia/Tokyo', seen AT TIME ZONE interval '-05:00', at AT TIME ZONE 'EST5EDT' FROM people, orders WHERE people.id = 1 AND orders.id = 11
SELECT seen AT TIME ZONE 'Foo/Bar' FROM people
SELECT seen AT TIME ZONE z FROM people, (VALUES ('nowhere')) t(z)
SELECT seen AT LOCAL, at AT LOCAL FROM people, orders WHERE people.id = 1 AND orders.id = 11
SELECT timetz '10:00+02' AT TIME ZONE 'UTC', timetz '10:00+02' AT TIME ZONE 'PST', timetz '10:00+02' AT TIME ZONE interval '-3:30', timetz '10:00+02' AT LOCAL
SELECT timestamp '2024-03-10 02:30' AT TIME ZONE z, timestamp '2024-11-03 01:30' AT TIME ZONE z, timestamptz '2024-11-03 06:30+00' AT TIME ZONE z FROM (VALUES ('America/New_York')) t(z)
SELECT timestamp 'infinity' AT TIME ZONE z FROM (VALUES ('America/New_York')) t(z)
SELECT make_timestamptz(2024, 7, 15, 13, 45, 30.5), make_timestamptz(2024, 7, 15, 13, 45, 30.5, 'Europe/Berlin'), make_timestamptz(2024, 7, 15, 13, 45, 30.5, '+02'), make_timestamptz(2024, 7, 15, 13, 45, 30.5, 'EST'), make_timestamptz(2024, 1, 15, 13, 45, 30.5, '-03:30')
SELECT make_timestamptz(2024, 7, 15, 13, 45, 30.5, '2')
SELECT make_timestamptz(2024, 7, 15, 13, 45, 30.5, 'Foo')
SELECT make_timestamptz(2024, 7, 32, 13, 45, 30.5)
SELECT make_time(13, 45, 30.5), make_time(0, 0, 0), make_time(24, 0, 0), make_date(-1, 1, 1), make_date(id, 1, 1) FROM people ORDER BY id
SELECT make_time(25, 0, 0)
SELECT make_time(10, 60, 0)
SELECT make_date(2023, 2, 29)
SELECT make_timestamp(-44, 3, 15, 1, 2, 3.5), make_timestamptz(-44, 3, 15, 1, 2, 3.5)
SELECT make_timestamp(0, 3, 15, 1, 2, 3.5)
SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-15', date '2024-03-01'), (date '2024-01-01', date '2024-01-15') OVERLAPS (date '2024-01-15', date '2024-03-01'), (date '2024-02-01', date '2024-01-01') OVERLAPS (date '2024-01-15', interval '10 days')
SELECT (timestamp '2024-01-01', interval '100 days') OVERLAPS (timestamp '2024-01-15', NULL), (timestamp '2024-01-01', NULL) OVERLAPS (timestamp '2024-01-01', NULL), (timestamp '2024-01-01', timestamp '2024-01-01') OVERLAPS (timestamp '2024-01-01', timestamp '2024-01-01'), (NULL, timestamp '2024-01-05') OVERLAPS (timestamp '2024-01-01', timestamp '2024-01-10')
SELECT (time '10:00', time '11:00') OVERLAPS (time '10:30', time '12:00'), (time '10:00', interval '1 hour') OVERLAPS (time '11:00', interval '1 hour'), (timestamptz '2024-01-01', interval '1 day') OVERLAPS (timestamptz '2024-01-01 12:00', interval '1 day')
SELECT id, (born, interval '10 years') OVERLAPS (date '1995-01-01', date '2001-01-01') FROM people ORDER BY id
SELECT (a, b) OVERLAPS (c, d) FROM (VALUES (timestamp '2024-01-01', timestamp '2024-01-10', timestamp '2024-01-05', timestamp '2024-01-20'), (NULL, '2024-01-10', '2024-01-05', '2024-01-20'), ('2024-01-01', '2024-01-10', NULL, '2024-01-20'), ('2024-01-01', NULL, '2024-01-05', NULL), (NULL, NULL, '2024-01-05', '2024-01-20'), ('2024-01-10', '2024-01-01', '2024-01-20', '2024-01-05'), ('2024-01-30', '2024-01-21', '2024-01-05', '2024-01-20'), ('2024-01-05', NULL, '2024-01-05', '2024-01-20'), ('2024-01-07', NULL, '2024-01-05', '2024-01-20')) t(a, b, c, d)
SELECT timetz '10:00+02' + interval '3 hours', timetz '23:00+02' + interval '3 hours', timetz '01:00-02' - interval '3 hours', interval '1 day 1 hour' + timetz '10:00+02', date '2024-01-01' + timetz '10:00+02', timetz '10:00-08' + date '2024-01-01'
SELECT timetz '10:00+02' = timetz '09:00+01', timetz '10:00+02' < timetz '09:00+01', timetz '10:00+02' > timetz '09:00+01', timetz '10:00+02' < timetz '09:30+01', timetz '10:00+00' < timetz '10:00-01', greatest(timetz '10:00+02', timetz '10:00+01')
SELECT t FROM (VALUES (timetz '10:00+02'), ('09:00+01'), ('08:00+00'), ('08:30+00'), ('07:59+00'), (NULL)) v(t) ORDER BY t
SELECT min(t), max(t), count(DISTINCT t) FROM (VALUES (timetz '10:00+02'), ('09:00+01'), ('08:30+00')) v(t)
SELECT '1 day'::interval::time, '-1 hour'::interval::time, '25:30'::interval::time, '10:00'::time::interval, '2024-01-01 10:00+02'::timestamptz::time, '2024-01-01 10:00'::timestamptz::timetz, '10:00+02'::timetz::time
SELECT greatest(interval '1 mon', interval '31 days', NULL), least(interval '1 mon', interval '29 days', interval '1 day'), greatest(interval '1 mon', interval '30 days'), least(interval '30 days', interval '1 mon')
SELECT age(timestamp '2024-03-01'::timestamp) = age(current_date, timestamp '2024-03-01'), age(timestamptz '2024-03-01') = age(current_date::timestamptz, timestamptz '2024-03-01')
SELECT date_add(timestamptz '2024-03-09 12:00+00', interval '1 day', 'America/New_York'), date_add(timestamptz '2024-01-31 12:00+00', interval '1 mon 1 day 1 hour'), date_subtract(timestamptz '2024-03-31 12:00+00', interval '1 mon 1 day 1 hour', 'Europe/Berlin'), date_subtract(timestamptz '2024-03-31', interval '1 mon')
SELECT current_time IS NOT NULL, localtime = localtime, current_timestamp(0) = date_trunc('second', current_timestamp(0)), localtimestamp(3) IS NOT NULL, current_time(0) IS NOT NULL, localtime(2) IS NOT NULL, statement_timestamp() = now()
SELECT to_timestamp('infinity'::float8), to_timestamp('-infinity'::float8), to_timestamp(-1.5), to_timestamp(1700000000)
SELECT date 'infinity' - date '2024-01-01'
SELECT date '2024-01-01' - date '-infinity'
SELECT extract(epoch from date '2024-01-01'), extract(epoch from timestamp '2024-01-01 00:00:00.000001'), extract(epoch from timestamp '9999-12-31 23:59:59.999999')
SELECT seen - interval '1 mon', seen + interval '1.5 days', born + interval '1 mon', born - interval '1 hour' FROM people ORDER BY id
SELECT interval '1 day 2 hours' * 2.5, interval '1 mon' / 3, interval '1 year' / 7, 3 * interval '1 day', interval '1 day' * id, interval '1 day' / id FROM people ORDER BY id
SELECT justify_interval(interval '1 mon -1 hour'), justify_hours(interval '50 hours'), justify_days(interval '65 days')
SELECT date_bin('15 minutes', seen, timestamp '2001-01-01'), date_bin(interval '1 day', at, timestamptz '2001-01-01 06:00+00') FROM people, orders WHERE orders.id = 11 ORDER BY people.id
SELECT make_interval(days => 10, secs => 1.5)
SELECT make_interval(years := 1, hours := 2), make_interval(1, 2, days => 3)
SELECT make_date(day => 5, month => 6, year => 2024), make_time(10, sec => 5.5, min => 3), make_timestamptz(2024, 1, 2, 3, 4, 5, timezone => 'EST'), make_interval(hours => id) FROM people ORDER BY id
SELECT make_date(day => 5, month => 6)
SELECT make_interval(foo => 5)
SELECT make_interval(days => 5, 6)
SELECT make_interval(days => 5, days => 6)
SELECT make_interval(1, years => 6)
SELECT make_interval()
SELECT make_interval(weeks => NULL)
SELECT date_trunc('century', timestamp '2024-05-05'), date_trunc('millennium', timestamp '2024-05-05'), date_trunc('decade', timestamp '2024-05-05')
SELECT date_trunc('century', timestamp '2000-05-05'), date_trunc('millennium', timestamp '2000-05-05'), date_trunc('decade', timestamp '1999-05-05'), date_trunc('century', timestamptz '1901-01-01')
SELECT date_trunc('week', timestamp '0044-03-15 BC'), date_trunc('decade', timestamp '0044-03-15 BC'), date_trunc('year', timestamp '0044-03-15 BC')
SELECT date_trunc('decade', timestamp '0044-03-15 BC')
SELECT date_trunc('quarter', timestamp '0044-05-15 BC')
SELECT extract(hour from date '2024-01-01')
SELECT date_part('hour', date '2024-01-01')
SELECT extract(week from date '0044-03-15 BC'), extract(doy from date '0044-03-15 BC'), extract(isodow from date '0044-03-15 BC'), extract(quarter from date '0044-05-15 BC')
SELECT extract(century from date '0001-03-15 BC'), extract(century from date '0101-03-15 BC'), extract(century from date '0100-03-15 BC'), extract(millennium from date '0001-03-15 BC'), extract(millennium from date '1001-03-15 BC')
SELECT extract(epoch from date '2024-01-01'), extract(epoch from timestamp '2024-01-01 00:00:00.5'), extract(epoch from timestamptz '0044-03-15 BC')
SELECT extract(epoch from time '10:00'), extract(hour from time '10:20'), extract(second from time '10:20:30.5')
SELECT extract(day from time '10:00')
SELECT age(timestamp 'infinity', timestamp '2024-01-01')
SELECT date_part('epoch', timestamp '2024-01-01 00:00:00.123456'), date_part('epoch', date '2024-01-01'), date_part('seconds', timestamp '2024-01-01 00:00:01.123456')
SELECT timestamp '0044-03-15 BC' + interval '1 month', date '0044-03-15 BC' - date '0045-03-15 BC', age(timestamp '2024-01-01', timestamp '0044-03-15 BC')
SELECT make_timestamp(-44, 3, 15, 1, 2, 3.5)
SELECT make_date(0, 1, 1)
SELECT make_timestamp(2024, 2, 30, 1, 2, 3)
SELECT make_timestamp(2024, 2, 20, 24, 0, 0)
SELECT make_timestamp(2024, 2, 20, 10, 0, 60)
SELECT to_timestamp('infinity'::float8)
SELECT interval '1 day' > interval '23 hours', interval '1 mon' * 1.5, interval '1 day' / 0.3, -interval '1 day 2 hours'
SELECT time '10:00' - interval '11 hours', time '10:00' + interval '15 hours', time '10:00' - time '12:30', date '2024-01-01' + time '10:00'
SELECT timestamp '2024-03-10 02:30' AT TIME ZONE 'America/New_York', timestamp '2024-11-03 01:30' AT TIME ZONE 'America/New_York', timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'Asia/Kolkata'
SELECT interval '1 day' = interval '24:00', greatest(interval '1 mon', interval '31 days'), interval '1 mon' IN (interval '30 days')
SELECT count(DISTINCT i) FROM (VALUES (interval '1 mon'), (interval '30 days')) t(i)
SELECT extract(year from timestamp 'infinity'), extract(epoch from date '-infinity'), extract(century from timestamptz '-infinity'), extract(month from timestamp 'infinity'), extract(julian from date 'infinity')
SELECT extract(year from timestamp 'infinity') > 5, extract(year from 'infinity'::date)::float8, extract(epoch from timestamp '-Infinity')::text
SELECT extract(hour from interval 'infinity'), extract(minute from interval 'infinity'), extract(year from interval '-infinity'), extract(epoch from interval 'infinity'), extract(day from interval '-infinity'), extract(month from interval 'infinity'), extract(second from interval 'infinity')
SELECT id, extract(year from date 'infinity') + id FROM people ORDER BY id
SELECT extract(year from date 'infinity')::int
SELECT extract(isoyear from date 'infinity'), extract(decade from date '-infinity'), extract(millennium from timestamp 'infinity'), extract(dow from date 'infinity'), extract(week from date 'infinity')
SELECT extract(quarter from v), date_part('quarter', v), extract(month from v) FROM (VALUES (interval '-1 year 2 days'), ('-1 mon'), ('-4 mons'), ('-15 mons'), ('5 mons'), ('-1 day'), ('-12 mons')) t(v)
