SELECT date '2024-01-31' + 1, date '2024-01-31' - 1, date '2024-03-01' - date '2024-02-01'
SELECT date '2024-01-31' + interval '1 month', date '2024-03-31' - interval '1 month'
SELECT timestamp '2024-01-31 10:00:00' + interval '1 day 02:03:04', timestamp '2024-01-31' - timestamp '2024-01-01 12:00'
SELECT interval '1 day', interval '1 year 2 months', interval '02:03:04.5', interval '1' day, interval '-1 day', interval '1 week'
SELECT interval '1 day' * 2, interval '1 hour' / 2, interval '1 day' + interval '1 hour', - interval '1 day'
SELECT interval '1 month' = interval '30 days', interval '24 hours' = interval '1 day', interval '1 day' < interval '2 days'
SELECT extract(year from born), extract(month from born), extract(day from born), extract(dow from born), extract(isodow from born), extract(doy from born), extract(week from born), extract(quarter from born) FROM people ORDER BY id
SELECT extract(hour from seen), extract(minute from seen), extract(second from seen), extract(epoch from seen), extract(milliseconds from seen), extract(microseconds from seen) FROM people ORDER BY id
SELECT extract(century from born), extract(decade from born), extract(millennium from born), extract(isoyear from born) FROM people ORDER BY id
SELECT extract(year from born) / 2, extract(year from born) + 1 FROM people ORDER BY id
SELECT date_part('year', born), date_part('epoch', seen), date_part('second', seen) FROM people ORDER BY id
SELECT extract(epoch from interval '1 day 1 hour'), extract(day from interval '3 days 4 hours'), extract(hour from interval '27 hours')
SELECT extract(epoch from interval '1 month'), extract(epoch from interval '1 year')
SELECT date_trunc('month', seen), date_trunc('year', seen), date_trunc('week', seen), date_trunc('hour', seen), date_trunc('quarter', seen) FROM people ORDER BY id
SELECT date_trunc('month', born) FROM people ORDER BY id
SELECT date_trunc('day', at), date_trunc('month', at) FROM orders ORDER BY id
SELECT at, at + interval '1 day', at::date, at::timestamp FROM orders ORDER BY id
SELECT at AT TIME ZONE 'UTC', at AT TIME ZONE 'America/New_York' FROM orders ORDER BY id
SELECT timestamp '2024-06-01 12:00' AT TIME ZONE 'Europe/Berlin'
SELECT age(timestamp '2024-03-01', timestamp '2023-12-31'), age(timestamp '2024-01-01', timestamp '2024-02-01 12:00')
SELECT seen - seen FROM people ORDER BY id
SELECT born - date '2000-01-01' FROM people ORDER BY id
SELECT seen::date, seen::time, born::timestamp FROM people ORDER BY id
SELECT make_date(2024, 2, 29), make_timestamp(2024, 2, 29, 12, 30, 15.5)
SELECT make_date(2023, 2, 29)
SELECT '2024-02-30'::date
SELECT 'tomorrow'::date
SELECT '2024-01-01'::date = '2024-01-01'::timestamp, date '2024-01-01' < timestamp '2024-01-01 00:00:01'
SELECT to_timestamp(0), to_timestamp(1700000000.5)
SELECT born > '1990-01-01' FROM people ORDER BY id
SELECT id FROM people WHERE born BETWEEN '1980-01-01' AND '1996-12-31' ORDER BY id
SELECT id FROM orders WHERE at >= '2024-01-15' ORDER BY id
SELECT count(*) FROM orders WHERE at < now()
SELECT max(born), min(seen), max(at) FROM people, orders
SELECT isfinite(date '2024-01-01')
SELECT timestamp '2024-01-01 10:00:00.123456', time '10:11:12', timestamptz '2024-01-01 10:00:00+02'
SELECT '1 day 2 hours'::interval, '3 days'::interval
SELECT date '2024-01-01' + time '10:00'
SELECT to_char(date '2024-01-01', 'YYYY')
SELECT (date '2024-02-01' - date '2024-01-01') / 2
SELECT justify_days(interval '35 days')
SELECT interval '1.5 days'
