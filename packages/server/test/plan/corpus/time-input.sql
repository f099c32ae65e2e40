-- Texts of dates, times and intervals, as literals and computed, in every form that DateStyle ISO, MDY and IntervalStyle postgres read.
SELECT '1999-01-08'::date
SELECT 'January 8, 1999'::date
SELECT '1/8/1999'::date
SELECT '1/18/1999'::date
SELECT '01/02/03'::date
SELECT '1999-Jan-08'::date
SELECT 'Jan-08-1999'::date
SELECT '08-Jan-1999'::date
SELECT '99-Jan-08'::date
SELECT '08-Jan-99'::date
SELECT 'Jan-08-99'::date
SELECT '19990108'::date
SELECT '990108'::date
SELECT '1999.008'::date
SELECT '1999.366'::date
SELECT '2000.366'::date
SELECT 'J2451187'::date
SELECT 'January 8, 99 BC'::date
SELECT '0044-03-15 BC'::date
SELECT '31/12/2024'::date
SELECT '2023-02-29'::date
SELECT '2024-02-29'::date
SELECT '0000-01-01'::date
SELECT '12-31-1999'::date
SELECT 'Wed Dec 17 1997'::date
SELECT 'sept 5 2001'::date
SELECT '5 2001'::date
SELECT '1999-01'::date
SELECT '  1999-01-08  '::date
SELECT '1999-01-08 10:00:00+14'::date
SELECT '1999-01-08-'::date
SELECT '1999-jan08'::date
SELECT '10000-01-01'::date
SELECT 'epoch'::date
SELECT 'infinity'::date
SELECT '-infinity'::date
SELECT '+infinity'::date
SELECT ''::date
SELECT 'x'::date
SELECT '2024-13-01'::date
SELECT '1999-1-8'::date
SELECT '9-1-8'::date
SELECT '1.8.1999'::date
SELECT '3 2001 2'::date
SELECT 'Feb 30 2024'::date
SELECT 'j'::date
SELECT 'now'::date = current_date, 'today'::date = current_date, 'tomorrow'::date = current_date + 1, date 'yesterday' = current_date - 1
SELECT 'yesterday'::timestamp = current_date - 1, 'today 10:00'::timestamp = current_date + time '10:00', 'now'::timestamptz = now(), 'now'::timestamp = localtimestamp, 'tomorrow 04:05 PM'::timestamptz = current_date + 1 + time '16:05'
SELECT '04:05:06.789'::time
SELECT '04:05:06'::time
SELECT '04:05'::time
SELECT '040506'::time
SELECT '04:05 AM'::time
SELECT '04:05 PM'::time
SELECT '12:00 AM'::time
SELECT '13:00 PM'::time
SELECT '04:05:06.789-8'::time
SELECT '040506+0730'::time
SELECT '040506+07:30:00'::time
SELECT '2003-04-12 04:05:06 America/New_York'::time
SELECT '24:00'::time
SELECT '24:00:01'::time
SELECT '23:59:60'::time
SELECT '25:00'::time
SELECT '10:20.5'::time
SELECT 'allballs'::time
SELECT 'T040506'::time
SELECT '04:05:06.7890004'::time
SELECT 'x'::time
SELECT '5'::time
SELECT 'infinity'::time
SELECT '10:00'::timetz
SELECT '04:05:06.789-8'::timetz
SELECT '04:05:06-08:00'::timetz
SELECT '040506-08'::timetz
SELECT '04:05:06 PST'::timetz
SELECT '2003-04-12 04:05:06 America/New_York'::timetz
SELECT '04:05 America/New_York'::timetz
SELECT '04:05 UTC'::timetz
SELECT '10:00+16'::timetz
SELECT '10:00 -0830'::timetz
SELECT '2024-07-01 04:05 Europe/Berlin'::timetz
SELECT '2024-01-31 10:20'::timestamp, '2024-01-31 10:20'::timestamptz
SELECT '2024-01-31T10:20:30Z'::timestamp, '2024-01-31T10:20:30Z'::timestamptz
SELECT 'Wed Dec 17 07:37:16 1997 PST'::timestamp, 'Wed Dec 17 07:37:16 1997 PST'::timestamptz
SELECT '1999-01-08 04:05:06 -8:00'::timestamp, '1999-01-08 04:05:06 -8:00'::timestamptz
SELECT '1999-01-08 04:05:06 Europe/Berlin'::timestamp, '1999-01-08 04:05:06 Europe/Berlin'::timestamptz
SELECT '1999-07-08 04:05:06 europe/berlin'::timestamp, '1999-07-08 04:05:06 europe/berlin'::timestamptz
SELECT '20011225T040506.789-07'::timestamp, '20011225T040506.789-07'::timestamptz
SELECT 'J2451187 04:05:06-08:00'::timestamp, 'J2451187 04:05:06-08:00'::timestamptz
SELECT '2024-03-10 02:30 America/New_York'::timestamp, '2024-03-10 02:30 America/New_York'::timestamptz
SELECT '2024-11-03 01:30 America/New_York'::timestamp, '2024-11-03 01:30 America/New_York'::timestamptz
SELECT '1999-01-08 04:05:06 MET DST'::timestamp, '1999-01-08 04:05:06 MET DST'::timestamptz
SELECT '1999-01-08 04:05:06 GMT-8'::timestamp, '1999-01-08 04:05:06 GMT-8'::timestamptz
SELECT '1999-01-08 04:05:06 UTC+3'::timestamp, '1999-01-08 04:05:06 UTC+3'::timestamptz
SELECT '1999-01-08 04:05:06 EST5EDT'::timestamp, '1999-01-08 04:05:06 EST5EDT'::timestamptz
SELECT '1999-01-08 Foo/Bar'::timestamp, '1999-01-08 Foo/Bar'::timestamptz
SELECT '1999-01-08 foo'::timestamp, '1999-01-08 foo'::timestamptz
SELECT '1999-01-08 10:00+16'::timestamp, '1999-01-08 10:00+16'::timestamptz
SELECT '2024-01-01 24:00'::timestamp, '2024-01-01 24:00'::timestamptz
SELECT '2024-01-01 23:59:60.5'::timestamp, '2024-01-01 23:59:60.5'::timestamptz
SELECT '20240101 256199'::timestamp, '20240101 256199'::timestamptz
SELECT '0044-03-15 12:00 BC'::timestamp, '0044-03-15 12:00 BC'::timestamptz
SELECT '12:00 0044-03-15 BC'::timestamp, '12:00 0044-03-15 BC'::timestamptz
SELECT '-infinity'::timestamp, '-infinity'::timestamptz
SELECT 'epoch'::timestamp, 'epoch'::timestamptz
SELECT 'June 1 2024 4:05:06.7 pm'::timestamp, 'June 1 2024 4:05:06.7 pm'::timestamptz
SELECT '10:00'::timestamp, '10:00'::timestamptz
SELECT '2024-01-01 10:00 11:00'::timestamp, '2024-01-01 10:00 11:00'::timestamptz
SELECT '1850-01-01 Europe/Paris'::timestamp, '1850-01-01 Europe/Paris'::timestamptz
SELECT '1 year 2 mons ago'::interval
SELECT '1-2'::interval
SELECT '-1-2'::interval
SELECT '3 4:05:06'::interval
SELECT '-3 4:05:06'::interval
SELECT '1-2 3 4:05:06'::interval
SELECT 'P1Y2M3DT4H5M6S'::interval
SELECT 'P1Y2M3DT4H5M6.7S'::interval
SELECT 'PT36H'::interval
SELECT 'P2W'::interval
SELECT 'P0001-02-03T04:05:06'::interval
SELECT 'P00010203T040506'::interval
SELECT 'P1.5Y'::interval
SELECT 'P1.5M'::interval
SELECT 'P-1Y'::interval
SELECT 'p1y'::interval
SELECT 'P'::interval
SELECT '1.5 days'::interval
SELECT '1.5 months'::interval
SELECT '1.1 years'::interval
SELECT '1.7 weeks'::interval
SELECT '0'::interval
SELECT '@ 1 minute'::interval
SELECT '-1 day +02:03'::interval
SELECT '1 day -02:03:04.5'::interval
SELECT '4:05'::interval
SELECT '4:05:06.789'::interval
SELECT '1 mil 2 cents 3 decs'::interval
SELECT '1 us 1 ms'::interval
SELECT '1.23456789 s'::interval
SELECT '100'::interval
SELECT '-100'::interval
SELECT '1 quarter'::interval
SELECT '1 day 1 day'::interval
SELECT '5 ago'::interval
SELECT '1 day ago'::interval
SELECT 'ago'::interval
SELECT 'at 5 min'::interval
SELECT '12 mon 45 d 25:61'::interval
SELECT '178956970 years 8 mons'::interval
SELECT '2147483647 mons'::interval
SELECT '9999999999 days'::interval
SELECT '-2147483648 days'::interval
SELECT '1e3 s'::interval
SELECT 'x'::interval
SELECT '1 x'::interval
SELECT ''::interval
SELECT 'infinity'::interval
SELECT '1:2:3 days'::interval
SELECT interval '1' year
SELECT interval '1-2' year to month
SELECT interval '3' day, interval '3' month, interval '3' hour, interval '3' minute, interval '3' second
SELECT interval '3 04:05' day to minute
SELECT interval '4:05:06.789' hour to second
SELECT interval '10:20' minute to second, interval '10:20' hour to minute
SELECT interval '1 day 2:03:04' day to hour, interval '400 days 1 year' year, interval '1 year 5 days' month
SELECT interval(2) '1.23456 seconds', interval(0) '-1.5 seconds', interval '1.23456' second(3)
SELECT interval '1.5' day, interval '1.5' hour, interval '-1.5' year
SELECT interval '5' year to month, interval '5' day to second
SELECT timestamp(0) '2024-01-01 10:00:00.5', timestamp(3) '2024-01-01 10:00:00.12345', timestamptz(1) '1990-01-01 10:00:00.25', time(1) '10:00:00.25', timetz(0) '10:00:00.5+02', time(0) '23:59:59.9'
SELECT seen::timestamp(0), seen::timestamp(3), seen::time(1) FROM people ORDER BY id
SELECT born::text, seen::text, born::text::date = born, seen::text::timestamp = seen FROM people ORDER BY id
SELECT at::text::timestamptz = at, at::text::timestamp, at::text::date FROM orders ORDER BY id
SELECT (id || '/' || id || '/1999')::date, ('Jan ' || id || ' 1999 4:05 PM')::timestamp, ('Jan ' || id || ' 1999 4:05 PM EST')::timestamptz, (id || ' days ' || id || ':00')::interval, (id || ' PM')::text FROM people ORDER BY id
SELECT ('0' || id || ':30')::time, (id || ':30 PM -08')::timetz, (id || '-' || id)::interval year to month FROM people ORDER BY id
SELECT ('x' || id)::date FROM people
SELECT (id || ':99')::time FROM people
SELECT ('2024-02-3' || id - 1)::timestamp FROM people WHERE id = 1
SELECT (id || ' foo')::interval FROM people
SELECT NULL::text::date, NULL::text::interval, NULL::text::timetz
SELECT id FROM people WHERE born > 'July 4, 1985' ORDER BY id
SELECT id FROM people WHERE born IN ('2/28/1990', '20000229') ORDER BY id
SELECT id FROM orders WHERE at BETWEEN 'Jan 15 2024 EST' AND '3/31/2024 23:00Z' ORDER BY id
SELECT id, CASE WHEN id > 3 THEN 'epoch' ELSE born END FROM people ORDER BY id
SELECT ARRAY['1/8/1999', 'Jan 9 1999']::date[], '{1/8/1999,infinity}'::date[], '{"1 day",1:00}'::interval[], ARRAY['10:00', '4 pm']::time[]
SELECT '2024-01-01 10:00:00.123456789'::timestamp, '2024-01-01 10:00:00.9999999'::timestamp
SELECT date 'infinity' > '9999-12-31', date '-infinity' < '0001-01-01', isfinite(date 'infinity'), isfinite(timestamp '-infinity'), isfinite(timestamptz 'infinity'), date 'infinity' = timestamp 'infinity'
SELECT d FROM (VALUES (date '2024-01-01'), ('infinity'), ('-infinity'), (NULL), ('0044-03-15 BC')) t(d) ORDER BY d
SELECT '0044-03-15 BC'::timestamp::text, '0044-03-15 BC'::date::text || '|', '0044-03-15 BC'::timestamptz::text, 'infinity'::date::text
SELECT '10:00'::timetz = '12:00+02'::timetz, '10:00+02'::timetz::time, '10:00'::time::timetz, '10:00+02'::timetz < '10:00+01'::timetz, '10:00+02'::timetz::text
