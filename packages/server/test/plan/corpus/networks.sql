-- inet, cidr, macaddr and macaddr8.
SELECT '192.168.0.1'::inet, '192.168.0.0/24'::cidr, '10.0.0.1/8'::inet, '::1'::inet, '2001:db8::/32'::cidr, ' 10.0.0.1'::text
SELECT '10'::cidr, '10.1'::cidr, '192.168/16'::cidr, '128.1.2'::cidr, '224'::cidr, '240.1'::cidr, '192.168.1'::cidr, '0'::cidr, '10.1.2.3'::cidr
SELECT '10.1/16'::inet, '10/8'::inet, '10.1.2.0/9'::inet, '0.0.0.0/0'::inet, '1.2.3.4/0'::inet, '255.255.255.255'::inet
SELECT '10.1'::inet
SELECT '10.1/24'::inet
SELECT '192.168.0.1/24'::cidr
SELECT '10.0.0.256'::inet
SELECT '10.0.0.1/33'::inet
SELECT '10.0.0.1/'::inet
SELECT ''::inet
SELECT '1.2.3.4.5'::inet
SELECT '::1/129'::inet
SELECT ':::1'::inet
SELECT 'g::1'::inet
SELECT '1:2:3:4:5:6:7:8'::inet, '1::8'::inet, '::'::inet, '::ffff:1.2.3.4'::inet, '::1.2.3.4'::inet, '1:0:0:2:0:0:0:3'::inet, 'FE80::1/10'::inet, '1:2:3:4:5:6:7::'::inet, '0:0:0:0:0:0:0:1'::inet, '::2:0:0'::inet, '::ff'::inet, '::ffff:0:1'::inet
SELECT '1:2:3:4:5:6:7'::inet
SELECT '1:2:3:4:5:6:7:8:9'::inet
SELECT host(x), masklen(x), netmask(x), network(x), broadcast(x), hostmask(x), family(x), text(x), abbrev(x), x::text, x::cidr FROM (VALUES ('192.168.1.5/24'::inet), ('10.0.0.1'), ('::1'), ('2001:db8::ff00:42:8329/64'), ('1.2.3.4/0'), ('10.1.2.3/13'), (NULL)) t(x) ORDER BY 1
SELECT abbrev(x), x::inet, x, text(x), network(x), host(x) FROM (VALUES ('10.1.0.0/16'::cidr), ('10.0.0.0/8'), ('0.0.0.0/0'), ('10.128.0.0/9'), ('1.2.3.4/32'), ('2001:db8::/32'), ('::/0'), ('fe80::/10'), ('1:2:3:4:5:6:7:8/128'), ('1::/64'), ('::1/128'), ('2001:0:0:1::/64'), ('::1.2.3.4/128'), ('::1.2.0.0/112'), ('::ffff:1.2.3.0/120'), ('::102/128')) t(x) ORDER BY 1
SELECT set_masklen('192.168.1.5/24'::inet, 16), set_masklen('192.168.1.0/24'::cidr, 16), set_masklen('192.168.1.5/24'::inet, -1), set_masklen('192.168.1.5/24'::inet, 0), set_masklen('::1'::inet, 64)
SELECT set_masklen('192.168.1.5/24'::inet, 33)
SELECT set_masklen('192.168.1.5/24'::inet, -2)
SELECT '192.168.1.5'::inet << '192.168.1.0/24'::inet, '192.168.1/24'::inet << '192.168.1/24'::inet, '192.168.1/24'::inet <<= '192.168.1/24'::inet, '192.168.1/24'::inet >> '192.168.1.5'::inet, '192.168.1/24'::inet >>= '192.168.1/24'::inet, '192.168.1.0/24'::inet && '192.168.1.80/28'::inet, '::1'::inet << '10.0.0.0/8'::inet, '::1'::inet && '0.0.0.0/0'::inet
SELECT network_sub('10.1.1.1', '10.0.0.0/8'), network_subeq('10.0.0.0/8', '10.0.0.0/8'), network_sup('10.0.0.0/8', '10.1.1.1'), network_supeq('10.0.0.0/8', '10.1.1.1'), network_overlap('10.0.0.0/8', '10.1.1.1')
SELECT '192.168.1.6'::inet + 25, 25 + '192.168.1.6'::inet, '192.168.1.6/24'::inet - 36, '192.168.1.43'::inet - '192.168.1.19'::inet, '::1'::inet + 9223372036854775807, '10.0.0.1'::inet - '10.0.0.2'::inet, '::ff'::inet - '::1'::inet
SELECT '255.255.255.255'::inet + 1
SELECT '0.0.0.0'::inet - 1
SELECT '::1'::inet - '10.0.0.1'::inet
SELECT 'ffff::'::inet - '::'::inet
SELECT ~ '192.168.1.6'::inet, ~ '::1/64'::inet, '192.168.1.6/24'::inet & '0.0.0.255'::inet, '192.168.1.6/8'::inet | '0.0.0.255/16'::inet
SELECT '10.0.0.1'::inet & '::1'::inet
SELECT '10.0.0.1'::inet | '::1'::inet
SELECT inet_same_family('192.168.1.5/24', '::1'), inet_same_family('::2', '::1'), inet_merge('192.168.1.5/24', '192.168.2.5/24'), inet_merge('10.0.0.1', '10.0.0.1'), inet_merge('::1', '8000::')
SELECT inet_merge('10.0.0.1', '::1')
SELECT x FROM (VALUES ('10.0.0.1'::inet), ('10.0.0.0/8'), ('10.0.0.1/8'), ('9.255.255.255'), ('::1'), ('10.0.0.0/24'), ('192.168.1.1'), (NULL), ('::/0'), ('0.0.0.0/0')) t(x) ORDER BY x
SELECT x FROM (VALUES ('10.0.0.1'::inet), ('10.0.0.0/8'), ('::1'), (NULL)) t(x) ORDER BY x DESC NULLS LAST
SELECT a < b, a <= b, a = b, a <> b, a > b, a >= b FROM (VALUES ('10.0.0.1'::inet, '10.0.0.1/32'::inet), ('10.0.0.1', '10.0.0.1/24'), ('10.0.0.1/24', '10.0.0.2/24'), ('10.0.0.1', '::1'), (NULL, '::1')) t(a, b)
SELECT min(x), max(x), count(DISTINCT x) FROM (VALUES ('10.0.0.2'::inet), ('10.0.0.10'), ('10.0.0.10/32'), (NULL)) t(x)
SELECT max(x), pg_typeof(max(x)) FROM (VALUES ('10.0.0.0/8'::cidr), ('10.1.0.0/16')) t(x)
SELECT x, count(*) FROM (VALUES ('10.0.0.2'::inet), ('10.0.0.2/32'), ('10.0.0.2/31')) t(x) GROUP BY x ORDER BY x
SELECT DISTINCT x FROM (VALUES ('10.0.0.0/8'::cidr), ('10'), ('10.0.0.0/9')) t(x) ORDER BY x
SELECT '10.0.0.1'::inet = '10.0.0.1', '10.0.0.1'::inet IN ('10.0.0.2', '10.0.0.1'), '10.0.0.0/8'::cidr = '10.0.0.0/8'::inet, '10.0.0.1'::inet = ANY ('{10.0.0.1,::1}'), '10.0.0.1'::inet BETWEEN '10.0.0.0' AND '10.0.0.2'
SELECT x || '!', '!' || x, concat(x, '!'), format('%s', x), x::varchar, array[x], array[x]::text, row(x), to_json(x), json_build_object('a', x), json_build_object(x, 1), array_to_string(array[x], ',') FROM (VALUES ('10.0.0.1'::inet), ('10.0.0.1/8')) t(x)
SELECT x || '!', concat(x, '!'), array[x]::text, row(x), to_jsonb(x) FROM (VALUES ('10.0.0.1/32'::cidr), ('10.0.0.0/8')) t(x)
SELECT '10.0.0.1/8'::inet::cidr, '10.0.0.1'::text::inet, '10.0.0.0/8'::varchar::cidr, NULL::inet, NULL::cidr, '{10.0.0.1,::1}'::inet[], pg_typeof('::1'::inet), pg_typeof('10'::cidr)
SELECT w::inet FROM words WHERE id = 1
SELECT a.id, (host('10.0.0.0'::inet + a.id))::text, ('10.0.0.0/30'::inet >> ('10.0.0.0'::inet + a.id)) FROM people a ORDER BY id
SELECT coalesce(NULL, '10.0.0.1'::inet), greatest('10.0.0.1'::inet, '10.0.0.3', '::'), nullif('10.0.0.1'::inet, '10.0.0.1'), CASE WHEN true THEN '::1'::inet END
SELECT pg_input_is_valid('10.0.0.1', 'inet'), pg_input_is_valid('10.0.0.1/8', 'cidr'), pg_input_is_valid('x', 'macaddr'), pg_input_is_valid('1.5', 'money')
SELECT '08:00:2b:01:02:03'::macaddr, '08-00-2b-01-02-03'::macaddr, '08002b:010203'::macaddr, '08002b-010203'::macaddr, '0800.2b01.0203'::macaddr, '0800-2b01-0203'::macaddr, '08002b010203'::macaddr, '8:0:2B:1:2:3'::macaddr, ' 08:00:2b:01:02:03 '::macaddr
SELECT '08:00:2b:01:02'::macaddr
SELECT '08:00:2b:01:02:03:04'::macaddr
SELECT '08:00:2b:01:02:0g'::macaddr
SELECT '108:00:2b:01:02:03'::macaddr
SELECT '08:00:2b:01:02:03:04:05'::macaddr8, '08002b:010203'::macaddr8, '08-00-2b-01-02-03-04-05'::macaddr8, '0800.2b01.0203.0405'::macaddr8, '08002b0102030405'::macaddr8, '08:00:2b:01:02:03'::macaddr8, '08002b01:02030405'::macaddr8
SELECT '08:00:2b:01:02:03:04'::macaddr8
SELECT '08:00-2b:01:02:03:04:05'::macaddr8
SELECT trunc('12:34:56:78:90:ab'::macaddr), trunc('12:34:56:78:90:ab:cd:ef'::macaddr8), macaddr8_set7bit('00:34:56:ab:cd:ef'::macaddr8), '12:34:56:78:90:ab'::macaddr::macaddr8, '12:34:56:ff:fe:78:90:ab'::macaddr8::macaddr
SELECT '12:34:56:00:fe:78:90:ab'::macaddr8::macaddr
SELECT ~ '12:34:56:78:90:ab'::macaddr, '12:34:56:78:90:ab'::macaddr & '00:00:00:ff:ff:ff'::macaddr, '12:34:56:78:90:ab'::macaddr | '00:00:00:ff:ff:ff', ~ '12:34:56:78:90:ab:cd:ef'::macaddr8, '12:34:56:78:90:ab:cd:ef'::macaddr8 & '00:00:00:ff:ff:ff:00:00', '12:34:56:78:90:ab:cd:ef'::macaddr8 | '00:00:00:ff:ff:ff:00:00'
SELECT x FROM (VALUES ('08:00:2b:01:02:03'::macaddr), ('00:00:00:00:00:01'), ('ff:00:00:00:00:00'), (NULL)) t(x) ORDER BY x DESC
SELECT '08:00:2b:01:02:03'::macaddr < '08:00:2b:01:02:04', '08:00:2b:01:02:03'::macaddr::macaddr8 = '08:00:2b:ff:fe:01:02:03'::macaddr8, '08:00:2b:01:02:03'::macaddr::text, x::macaddr FROM (VALUES ('08002b010203')) t(x)
SELECT max('08:00:2b:01:02:03'::macaddr)
