-- Intervals.
SELECT (interval '1 year 2 mons 3 days 04:05:06.789')::text
SELECT interval '1 year 2 mons 3 days 04:05:06.789' * 1.5
SELECT interval '1 year 2 mons 3 days 04:05:06.789' * -2
SELECT interval '1 year 2 mons 3 days 04:05:06.789' / 3
SELECT 0.1 * interval '1 year 2 mons 3 days 04:05:06.789'
SELECT -interval '1 year 2 mons 3 days 04:05:06.789'
SELECT justify_hours(interval '1 year 2 mons 3 days 04:05:06.789')
SELECT justify_days(interval '1 year 2 mons 3 days 04:05:06.789')
SELECT justify_interval(interval '1 year 2 mons 3 days 04:05:06.789')
SELECT extract(epoch from interval '1 year 2 mons 3 days 04:05:06.789')
SELECT extract(second from interval '1 year 2 mons 3 days 04:05:06.789'), extract(milliseconds from interval '1 year 2 mons 3 days 04:05:06.789'), extract(microseconds from interval '1 year 2 mons 3 days 04:05:06.789')
SELECT extract(minute from interval '1 year 2 mons 3 days 04:05:06.789'), extract(hour from interval '1 year 2 mons 3 days 04:05:06.789'), extract(day from interval '1 year 2 mons 3 days 04:05:06.789')
SELECT extract(month from interval '1 year 2 mons 3 days 04:05:06.789'), extract(quarter from interval '1 year 2 mons 3 days 04:05:06.789'), extract(year from interval '1 year 2 mons 3 days 04:05:06.789')
SELECT extract(decade from interval '1 year 2 mons 3 days 04:05:06.789'), extract(century from interval '1 year 2 mons 3 days 04:05:06.789'), extract(millennium from interval '1 year 2 mons 3 days 04:05:06.789')
SELECT extract(week from interval '1 year 2 mons 3 days 04:05:06.789')
SELECT date_part('second', interval '1 year 2 mons 3 days 04:05:06.789'), date_part('epoch', interval '1 year 2 mons 3 days 04:05:06.789')
SELECT interval '1 year 2 mons 3 days 04:05:06.789' + interval '1 day'
SELECT interval '1 year 2 mons 3 days 04:05:06.789' - interval '1 mon'
SELECT interval '1 year 2 mons 3 days 04:05:06.789' > interval '1 mon', interval '1 year 2 mons 3 days 04:05:06.789' = interval '30 days'
SELECT date '2024-01-31' + interval '1 year 2 mons 3 days 04:05:06.789'
SELECT timestamp '2024-03-31 12:00:00' - interval '1 year 2 mons 3 days 04:05:06.789'
SELECT time '23:00' + interval '1 year 2 mons 3 days 04:05:06.789'
SELECT isfinite(interval '1 year 2 mons 3 days 04:05:06.789')
SELECT interval '1 year 2 mons 3 days 04:05:06.789' / 0
SELECT (interval '-1 mons +40 days -30:00:00')::text
SELECT interval '-1 mons +40 days -30:00:00' * 1.5
SELECT interval '-1 mons +40 days -30:00:00' * -2
SELECT interval '-1 mons +40 days -30:00:00' / 3
SELECT 0.1 * interval '-1 mons +40 days -30:00:00'
SELECT -interval '-1 mons +40 days -30:00:00'
SELECT justify_hours(interval '-1 mons +40 days -30:00:00')
SELECT justify_days(interval '-1 mons +40 days -30:00:00')
SELECT justify_interval(interval '-1 mons +40 days -30:00:00')
SELECT extract(epoch from interval '-1 mons +40 days -30:00:00')
SELECT extract(second from interval '-1 mons +40 days -30:00:00'), extract(milliseconds from interval '-1 mons +40 days -30:00:00'), extract(microseconds from interval '-1 mons +40 days -30:00:00')
SELECT extract(minute from interval '-1 mons +40 days -30:00:00'), extract(hour from interval '-1 mons +40 days -30:00:00'), extract(day from interval '-1 mons +40 days -30:00:00')
SELECT extract(month from interval '-1 mons +40 days -30:00:00'), extract(quarter from interval '-1 mons +40 days -30:00:00'), extract(year from interval '-1 mons +40 days -30:00:00')
SELECT extract(decade from interval '-1 mons +40 days -30:00:00'), extract(century from interval '-1 mons +40 days -30:00:00'), extract(millennium from interval '-1 mons +40 days -30:00:00')
SELECT extract(week from interval '-1 mons +40 days -30:00:00')
SELECT date_part('second', interval '-1 mons +40 days -30:00:00'), date_part('epoch', interval '-1 mons +40 days -30:00:00')
SELECT interval '-1 mons +40 days -30:00:00' + interval '1 day'
SELECT interval '-1 mons +40 days -30:00:00' - interval '1 mon'
SELECT interval '-1 mons +40 days -30:00:00' > interval '1 mon', interval '-1 mons +40 days -30:00:00' = interval '30 days'
SELECT date '2024-01-31' + interval '-1 mons +40 days -30:00:00'
SELECT timestamp '2024-03-31 12:00:00' - interval '-1 mons +40 days -30:00:00'
SELECT time '23:00' + interval '-1 mons +40 days -30:00:00'
SELECT isfinite(interval '-1 mons +40 days -30:00:00')
SELECT interval '-1 mons +40 days -30:00:00' / 0
SELECT (interval '0')::text
SELECT interval '0' * 1.5
SELECT interval '0' * -2
SELECT interval '0' / 3
SELECT 0.1 * interval '0'
SELECT -interval '0'
SELECT justify_hours(interval '0')
SELECT justify_days(interval '0')
SELECT justify_interval(interval '0')
SELECT extract(epoch from interval '0')
SELECT extract(second from interval '0'), extract(milliseconds from interval '0'), extract(microseconds from interval '0')
SELECT extract(minute from interval '0'), extract(hour from interval '0'), extract(day from interval '0')
SELECT extract(month from interval '0'), extract(quarter from interval '0'), extract(year from interval '0')
SELECT extract(decade from interval '0'), extract(century from interval '0'), extract(millennium from interval '0')
SELECT extract(week from interval '0')
SELECT date_part('second', interval '0'), date_part('epoch', interval '0')
SELECT interval '0' + interval '1 day'
SELECT interval '0' - interval '1 mon'
SELECT interval '0' > interval '1 mon', interval '0' = interval '30 days'
SELECT date '2024-01-31' + interval '0'
SELECT timestamp '2024-03-31 12:00:00' - interval '0'
SELECT time '23:00' + interval '0'
SELECT isfinite(interval '0')
SELECT interval '0' / 0
SELECT (interval '100 hours')::text
SELECT interval '100 hours' * 1.5
SELECT interval '100 hours' * -2
SELECT interval '100 hours' / 3
SELECT 0.1 * interval '100 hours'
SELECT -interval '100 hours'
SELECT justify_hours(interval '100 hours')
SELECT justify_days(interval '100 hours')
SELECT justify_interval(interval '100 hours')
SELECT extract(epoch from interval '100 hours')
SELECT extract(second from interval '100 hours'), extract(milliseconds from interval '100 hours'), extract(microseconds from interval '100 hours')
SELECT extract(minute from interval '100 hours'), extract(hour from interval '100 hours'), extract(day from interval '100 hours')
SELECT extract(month from interval '100 hours'), extract(quarter from interval '100 hours'), extract(year from interval '100 hours')
SELECT extract(decade from interval '100 hours'), extract(century from interval '100 hours'), extract(millennium from interval '100 hours')
SELECT extract(week from interval '100 hours')
SELECT date_part('second', interval '100 hours'), date_part('epoch', interval '100 hours')
SELECT interval '100 hours' + interval '1 day'
SELECT interval '100 hours' - interval '1 mon'
SELECT interval '100 hours' > interval '1 mon', interval '100 hours' = interval '30 days'
SELECT date '2024-01-31' + interval '100 hours'
SELECT timestamp '2024-03-31 12:00:00' - interval '100 hours'
SELECT time '23:00' + interval '100 hours'
SELECT isfinite(interval '100 hours')
SELECT interval '100 hours' / 0
SELECT (interval '35 days')::text
SELECT interval '35 days' * 1.5
SELECT interval '35 days' * -2
SELECT interval '35 days' / 3
SELECT 0.1 * interval '35 days'
SELECT -interval '35 days'
SELECT justify_hours(interval '35 days')
SELECT justify_days(interval '35 days')
SELECT justify_interval(interval '35 days')
SELECT extract(epoch from interval '35 days')
SELECT extract(second from interval '35 days'), extract(milliseconds from interval '35 days'), extract(microseconds from interval '35 days')
SELECT extract(minute from interval '35 days'), extract(hour from interval '35 days'), extract(day from interval '35 days')
SELECT extract(month from interval '35 days'), extract(quarter from interval '35 days'), extract(year from interval '35 days')
SELECT extract(decade from interval '35 days'), extract(century from interval '35 days'), extract(millennium from interval '35 days')
SELECT extract(week from interval '35 days')
SELECT date_part('second', interval '35 days'), date_part('epoch', interval '35 days')
SELECT interval '35 days' + interval '1 day'
SELECT interval '35 days' - interval '1 mon'
SELECT interval '35 days' > interval '1 mon', interval '35 days' = interval '30 days'
SELECT date '2024-01-31' + interval '35 days'
SELECT timestamp '2024-03-31 12:00:00' - interval '35 days'
SELECT time '23:00' + interval '35 days'
SELECT isfinite(interval '35 days')
SELECT interval '35 days' / 0
SELECT (interval '-25:00:01.5')::text
SELECT interval '-25:00:01.5' * 1.5
SELECT interval '-25:00:01.5' * -2
SELECT interval '-25:00:01.5' / 3
SELECT 0.1 * interval '-25:00:01.5'
SELECT -interval '-25:00:01.5'
SELECT justify_hours(interval '-25:00:01.5')
SELECT justify_days(interval '-25:00:01.5')
SELECT justify_interval(interval '-25:00:01.5')
SELECT extract(epoch from interval '-25:00:01.5')
SELECT extract(second from interval '-25:00:01.5'), extract(milliseconds from interval '-25:00:01.5'), extract(microseconds from interval '-25:00:01.5')
SELECT extract(minute from interval '-25:00:01.5'), extract(hour from interval '-25:00:01.5'), extract(day from interval '-25:00:01.5')
SELECT extract(month from interval '-25:00:01.5'), extract(quarter from interval '-25:00:01.5'), extract(year from interval '-25:00:01.5')
SELECT extract(decade from interval '-25:00:01.5'), extract(century from interval '-25:00:01.5'), extract(millennium from interval '-25:00:01.5')
SELECT extract(week from interval '-25:00:01.5')
SELECT date_part('second', interval '-25:00:01.5'), date_part('epoch', interval '-25:00:01.5')
SELECT interval '-25:00:01.5' + interval '1 day'
SELECT interval '-25:00:01.5' - interval '1 mon'
SELECT interval '-25:00:01.5' > interval '1 mon', interval '-25:00:01.5' = interval '30 days'
SELECT date '2024-01-31' + interval '-25:00:01.5'
SELECT timestamp '2024-03-31 12:00:00' - interval '-25:00:01.5'
SELECT time '23:00' + interval '-25:00:01.5'
SELECT isfinite(interval '-25:00:01.5')
SELECT interval '-25:00:01.5' / 0
SELECT make_interval(1, 2, 3, 4, 5, 6, 7.5), make_interval(0, 14), make_interval()
SELECT make_interval(days => 10, secs => 1.5)
SELECT date_bin('15 minutes', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01'), date_bin('7 days', timestamp '1999-01-01', timestamp '2001-01-01')
SELECT date_bin('1 hour', timestamptz '2024-01-01 10:30:00+00', timestamptz '2024-01-01 00:07:00+00')
SELECT date_bin('1 month', timestamp '2020-02-11', timestamp '2001-01-01')
SELECT date_bin('0', timestamp '2020-02-11', timestamp '2001-01-01')
SELECT date_bin('-1 day', timestamp '2020-02-11', timestamp '2001-01-01')
SELECT extract(foo from interval '1 day')
SELECT timestamp '2024-03-01' - timestamp '2024-01-31 12:00', age(timestamp '2024-03-01', timestamp '2024-01-31')
SELECT age(timestamp '2024-01-31', timestamp '2024-03-01 10:00'), age(timestamp '2024-02-29', timestamp '2023-02-28')
SELECT age(seen, timestamp '2000-02-29') FROM people ORDER BY id
SELECT (seen - timestamp '2024-01-01') * 2 FROM people ORDER BY id
SELECT sum(seen - timestamp '2024-01-01'), avg(interval '1 day' * age) FROM people
SELECT interval '1 day' * 1e300
SELECT interval '1 day' * 'NaN'::float8
SELECT interval '2147483647 mons' * 2
SELECT timestamp '2024-01-01 12:00' AT TIME ZONE interval '2 hours', timestamptz '2024-01-01 12:00+00' AT TIME ZONE interval '-1 hour'
SELECT time '10:00' - time '08:30', time '01:00' - time '02:00'
SELECT 2 * interval '1 day', interval '1 day' * 2.5::numeric
