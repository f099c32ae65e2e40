-- jsonpath: its normal text, times, methods, and what is raised.
SELECT '$.a.b'::jsonpath, '$."a b"[*]'::jsonpath, '$.*.x'::jsonpath, 'strict $.a[last - 1]'::jsonpath, 'lax $'::jsonpath
SELECT '$ . a  [ 0 ,1 to  3 ] ? ( @ > 1 )'::jsonpath, '$.**.x'::jsonpath, '$.**{2}'::jsonpath, '$.**{1 to 3}'::jsonpath, '$.**{2 to last}'::jsonpath, '$.**{last}'::jsonpath, '$.**{last to 4}'::jsonpath
SELECT '1+2*3'::jsonpath, '(1+2)*3'::jsonpath, '$.a - ($.b - 1)'::jsonpath, '-$.a'::jsonpath, '-(1)'::jsonpath, '- -2'::jsonpath, '+3'::jsonpath, '-($.a + 1) * 2'::jsonpath
SELECT '$.a==1&&$.b<>"x"||!($.c>=2.50)'::jsonpath, '($.a > 1) is unknown'::jsonpath, 'exists($.a?(@.b<2))'::jsonpath, '!exists($.a)'::jsonpath
SELECT '$.a like_regex "^x" flag "qi"'::jsonpath, '$ ? (@.t like_regex "a.b")'::jsonpath, '$ starts with "x"'::jsonpath, '$ starts with $v'::jsonpath
SELECT '$.a.type()'::jsonpath, '$.a.decimal(5, -2)'::jsonpath, '$.decimal( 4 )'::jsonpath, '$.datetime("HH24:MI")'::jsonpath, '$.time(3)'::jsonpath, '$.timestamp_tz()'::jsonpath, '(1).abs()'::jsonpath, '(-1.50).abs()'::jsonpath
SELECT '$x'::jsonpath, '$"a b".c'::jsonpath, '$.\u0061bc'::jsonpath, '$.a\x62'::jsonpath, '"tab\there"'::jsonpath, '"\u00e9\"\\"'::jsonpath, 'null'::jsonpath, 'true'::jsonpath
SELECT '0x1F'::jsonpath, '0b101'::jsonpath, '1e3'::jsonpath, '1.'::jsonpath, '.5'::jsonpath, '1_000.5_0'::jsonpath, '1.20'::jsonpath, '1e-3'::jsonpath
SELECT '$.strict.last.to.type'::jsonpath, '$.exists.is.unknown'::jsonpath, '($.a).b'::jsonpath, '($.a + 1).b'::jsonpath, '(($))'::jsonpath, '$ /* c */ .a'::jsonpath
SELECT '($.a > 1).type()'::jsonpath, '($.a && $.b)'::jsonpath
SELECT '$ ? (@.a && @.b > 1)'::jsonpath
SELECT '$[1 to $.n, last]'::jsonpath, '$["a"]'::jsonpath, '$.a ? (@ == 1) ? (@ != 2).b'::jsonpath, '$.a ? (@.x > 1 && (@.y < 2 || @.z == 3))'::jsonpath, '$.a ? ((@.x + 1) * 2 > -@.y)'::jsonpath
SELECT '@'::jsonpath
SELECT 'last'::jsonpath
SELECT ''::jsonpath
SELECT '$.'::jsonpath
SELECT '$.a['::jsonpath
SELECT '$.a ? (@ like_regex "(" )'::jsonpath
SELECT '$ like_regex "a" flag "z"'::jsonpath
SELECT '$ like_regex "a" flag "x"'::jsonpath
SELECT '$.time(-1)'::jsonpath
SELECT '$.decimal(1,2,3)'::jsonpath
SELECT '$.nope()'::jsonpath
SELECT '1a'::jsonpath
SELECT '$.**{99999999999}'::jsonpath
SELECT p, jsonb_path_query('{"a": [1, 2]}', p) FROM (VALUES ('$.a[*]'::jsonpath), ('strict $.a')) t(p) ORDER BY 1, 2
SELECT x::jsonpath FROM (VALUES ('$.a'), ('strict   $ [ * ]'), ('1 + 1')) t(x)
SELECT jsonb_path_query('{"a": {"b": {"c": 1}}}', '$.**{0}'), jsonb_path_query_array('{"a": {"b": {"c": 1}}}', '$.**{1}'), jsonb_path_query_array('{"a": {"b": {"c": 1}}}', '$.**{1 to 2}'), jsonb_path_query_array('{"a": {"b": {"c": 1}}}', '$.**{last}'), jsonb_path_query_array('{"a": {"b": {"c": 1}}}', '$.**{last to 2}')
SELECT jsonb_path_query_array('[[1, [2]], 3]', '$.**'), jsonb_path_query_array('[[1, [2]], 3]', 'strict $.**'), jsonb_path_query_array('[[1, [2]], 3]', 'strict $.**{2 to last}'), jsonb_path_exists('{"a": 1}', '$.**{3}')
SELECT jsonb_path_query_array('[1, -2.5, 0]', '-$[*]'), jsonb_path_query_array('[1, -2.5]', '-(-$[*])'), jsonb_path_query_array('[1, 2]', '+$')
SELECT jsonb_path_query('["1", 2]', '-$[*]')
SELECT jsonb_path_query('["1", 2]', '-$[*]', silent => true)
SELECT '["1", 2]'::jsonb @? '-$[*]', '["1", "2"]'::jsonb @? '-$[*]', '["1", 2]'::jsonb @? '(-$[*]).abs()', '[1]'::jsonb @? '$[5]', '{}'::jsonb @? 'strict $.a', '1'::jsonb @? '$.a'
SELECT jsonb_path_query('[1, "2", 3]', '+$', silent => true), jsonb_path_query_first('[{"a": 1}, {}]', 'strict $[*].a', silent => true), jsonb_path_query_array('[{"a": 1}, {}]', 'strict $[*].a', '{}', true)
SELECT jsonb_path_query_array(target => '[1, 2, 3]', path => '$[*] ? (@ > $x)', vars => '{"x": 1}'), jsonb_path_exists('[1]', '$[*] ? (@ > $x)', vars => '{"x": 3}', silent => false), jsonb_path_match('1', '$ == 1', silent => true)
SELECT * FROM jsonb_path_query('[1, 2, 3]', '$[*] ? (@ >= $min)', vars => '{"min": 2}') AS t(v) ORDER BY 1
SELECT jsonb_path_query('1', '$x')
SELECT jsonb_path_query('1', '$x', '[1]')
SELECT jsonb_path_query('1', '$x', silent => true)
SELECT jsonb_path_query_array('[{"a": 1, "b": [1, 2]}, {"c": {"d": "e"}}]', '$[*].keyvalue()'), jsonb_path_query_array('{"a": {"b": 1}}', '$.keyvalue().value.keyvalue()'), jsonb_path_query_array('{"a": {"x": 1.5, "y": "é"}, "bb": {"z": 1e20}}', '$.*.keyvalue().id')
SELECT jsonb_path_query_array('{}', '$x.keyvalue()', '{"x": {"k": [1]}, "y": 2}'), jsonb_path_query_array('[{}, {"a": 100000}]', '$[*].keyvalue().id')
SELECT jsonb_path_query('[1]', '$[*].keyvalue()')
SELECT jsonb_path_query('"2020-02-29"', '$.datetime()'), jsonb_path_query('"12:34:56.700"', '$.datetime()'), jsonb_path_query('"12:34:56+05:30"', '$.datetime()'), jsonb_path_query('"2020-02-29 12:34:56"', '$.datetime()'), jsonb_path_query('"2020-02-29T12:34:56.789 -08"', '$.datetime()')
SELECT jsonb_path_query('"2020-02-29"', '$.datetime().type()'), jsonb_path_query('"12:34:56"', '$.datetime().type()'), jsonb_path_query('"12:34:56+1"', '$.datetime().type()'), jsonb_path_query('"2020-02-29 12:34:56"', '$.datetime().type()'), jsonb_path_query('"2020-02-29 12:34:56 +3:10"', '$.datetime().type()')
SELECT jsonb_path_query('"29-02-2020"', '$.datetime("DD-MM-YYYY")'), jsonb_path_query('"12:34"', '$.datetime("HH24:MI")'), jsonb_path_query('"12:34 -05:20"', '$.datetime("HH24:MI TZH:TZM")'), jsonb_path_query('"29-02-2020 12:34 +05"', '$.datetime("DD-MM-YYYY HH24:MI TZH")'), jsonb_path_query('"2020 366"', '$.datetime("YYYY DDD")')
SELECT jsonb_path_query('"10.03.2017 01:02 pm"', '$.datetime("DD.MM.YYYY HH12:MI am")'), jsonb_path_query('"2017-03-10t12:34"', '$.datetime("yyyy-mm-dd\"t\"HH24:MI")'), jsonb_path_query('"12:34:56.789"', '$.datetime("HH24:MI:SS.FF2")')
SELECT jsonb_path_query('"2020-02-30"', '$.datetime()')
SELECT jsonb_path_query('"12:34"', '$.datetime("HH24:MI:SS")')
SELECT jsonb_path_query('"2020-02-29 x"', '$.datetime("YYYY-MM-DD")')
SELECT jsonb_path_query('"2020/02/29"', '$.datetime("YYYY-MM-DD")')
SELECT jsonb_path_query('"a"', '$.datetime("a")')
SELECT jsonb_path_query('"12"', '$.datetime("TZH")')
SELECT jsonb_path_query('12', '$.datetime()')
SELECT jsonb_path_query('[12, "2020-01-01"]', '$.datetime()', silent => true)
SELECT jsonb_path_query('{"d": "2020-01-01"}', '$.d.date()'), jsonb_path_query('"2020-01-01 10:20:30"', '$.date()'), jsonb_path_query('"2020-01-01 10:20:30"', '$.time()'), jsonb_path_query('"10:20:30+02"', '$.time_tz()'), jsonb_path_query('"2020-01-01"', '$.timestamp()'), jsonb_path_query('"2020-01-01 10:20:30+02"', '$.timestamp_tz()')
SELECT jsonb_path_query_tz('"2020-01-01 23:20:30-02"', '$.date()'), jsonb_path_query_tz('"2020-01-01 23:20:30-02"', '$.time()'), jsonb_path_query_tz('"2020-01-01 23:20:30-02"', '$.time_tz()'), jsonb_path_query_tz('"2020-01-01 23:20:30-02"', '$.timestamp()'), jsonb_path_query_tz('"10:20:30"', '$.time_tz()'), jsonb_path_query_tz('"2020-01-01"', '$.timestamp_tz()'), jsonb_path_query_tz('"2020-01-01 10:20:30"', '$.timestamp_tz()')
SELECT jsonb_path_query('"2020-01-01 23:20:30-02"', '$.date()')
SELECT jsonb_path_query('"10:20:30"', '$.time_tz()')
SELECT jsonb_path_query('"10:20:30"', '$.date()')
SELECT jsonb_path_query('"2020-01-01"', '$.time()')
SELECT jsonb_path_query('"10:20:30"', '$.timestamp()')
SELECT jsonb_path_query('"10:20:30.123456"', '$.time(0)'), jsonb_path_query('"10:20:30.999999"', '$.time(3)'), jsonb_path_query('"10:20:30.55+01"', '$.time_tz(1)'), jsonb_path_query('"1999-12-31 23:59:59.999999"', '$.timestamp(2)'), jsonb_path_query('"2020-01-01 10:20:30.123456+00"', '$.timestamp_tz(10)')
SELECT jsonb_path_query('"10:20:30.1"', '$.time(99999999999)')
SELECT jsonb_path_query_array('["2020-01-01", "2020-01-03", "2020-01-02 12:00:00"]', '$[*].datetime() ? (@ >= "2020-01-02".datetime())')
SELECT jsonb_path_query_array('["10:20:30", "11:20:30", "12:20:30"]', '$[*].time() ? (@ > "11:00:00".time())'), jsonb_path_query_array('["10:20:30+00", "11:20:30+02"]', '$[*].datetime() ? (@ < "10:00:00+00".datetime())')
SELECT jsonb_path_query_array_tz('["2020-01-01 12:00:00+03", "2020-01-01 12:00:00", "2020-01-01"]', '$[*].datetime() ? (@ == "2020-01-01 09:00:00+00".datetime())'), jsonb_path_exists_tz('"10:00:00"', '$.time() ? (@ == "11:00:00+01".time_tz())'), jsonb_path_match_tz('"10:00:00"', '$.time() == "10:00:00+00".time_tz()')
SELECT jsonb_path_query('["2020-01-01 12:00:00+03", "2020-01-01"]', '$[*].datetime() ? (@ == "2020-01-01 09:00:00".datetime())')
SELECT jsonb_path_query_array('["2020-01-01", "10:00:00"]', '$[*].datetime() ? ((@ > "2020-01-01 00:00:00".datetime()) is unknown)'), jsonb_path_query_array('["2020-01-01", "x"]', '$[*] ? (@.date() == "2020-01-01".date())')
SELECT jsonb_path_query('"2020-01-01 10:20:30.5+02"', '$.datetime().string()'), jsonb_path_query('"2020-01-01"', '$.date().string()'), jsonb_path_query('1.50', '$.string()'), jsonb_path_query('true', '$.string()'), jsonb_path_query('"10:20:30+02:30"', '$.time_tz().string()')
SELECT jsonb_path_query('null', '$.string()')
SELECT jsonb_path_query('"2020-01-01"', '$.date().double()')
SELECT jsonb_path_query_array('["1", 2.7, "3 "]', '$[*].integer()'), jsonb_path_query_array('["12345678901", 2.5]', '$[*].bigint()'), jsonb_path_query_array('["yes", 0, true, "F"]', '$[*].boolean()'), jsonb_path_query_array('["1.50", 2]', '$[*].number()'), jsonb_path_query_array('[123.456, "7"]', '$[*].decimal(6, 1)'), jsonb_path_query_array('["1e2", 2.50]', '$[*].double()')
SELECT jsonb_path_query('"1.5"', '$.integer()')
SELECT jsonb_path_query('2147483648', '$.integer()')
SELECT jsonb_path_query('12345', '$.decimal(3)')
SELECT jsonb_path_query('12345', '$.decimal(0)')
SELECT jsonb_path_query('12345', '$.decimal(5, 2000)')
SELECT '12345'::jsonb @? '$.decimal(0)'
SELECT jsonb_path_query('"NaN"', '$.double()')
SELECT jsonb_path_query('"maybe"', '$.boolean()')
SELECT jsonb_path_query_array('["ab\ncd", "ABC", "a.c", "x"]', '$[*] ? (@ like_regex "^c" flag "m")'), jsonb_path_query_array('["ab\ncd", "ABC", "a.c", "x"]', '$[*] ? (@ like_regex "a.c" flag "q")'), jsonb_path_query_array('["ab\ncd", "ABC", "a.c"]', '$[*] ? (@ like_regex "b.c" flag "si")'), jsonb_path_query_array('["ab\ncd", "ÄBC", "a.c"]', '$[*] ? (@ like_regex "ä" flag "i")')
SELECT jsonb_path_query_array('["foo bar", "barfoo", "x1"]', '$[*] ? (@ like_regex "\\mbar")'), jsonb_path_query_array('["foo bar", "x1"]', '$[*] ? (@ like_regex "[[:digit:]]$")'), jsonb_path_query_array('["aa", "ab"]', '$[*] ? (@ like_regex "(.)\\1")'), jsonb_path_query_array('["aa", "ab"]', '$[*] ? (@ like_regex "a(?=b)")')
SELECT jsonb_path_query_array('[["abc"], "abd"]', '$[*] ? (@ starts with "ab")'), jsonb_path_query_array('["abc"]', '$[*] ? (@ starts with $p)', '{"p": ["ab"]}')
SELECT jsonb_path_query_array('[1, [2, 3], {"a": 4}]', '$[*].size()'), jsonb_path_query_array('[1, [2]]', 'strict $[1].size()'), jsonb_path_query_array('[1.5, -1.5]', '$[*].floor()'), jsonb_path_query_array('[1.5, -1.5]', '$[*].ceiling()'), jsonb_path_query_array('[1.5, -1.5]', '$[*].abs()')
SELECT jsonb_path_query('1', 'strict $.size()')
SELECT jsonb_path_query('[1, 2]', '$[*] ? (@ > 1) + 1'), jsonb_path_query('{"a": 7}', '$.a % 4'), jsonb_path_query('{"a": 7}', '$.a / 2'), jsonb_path_query('{"a": 7}', '(($.a * 2).abs() + 1)'), jsonb_path_query('{"a": 7}', '2 * (-$.a).abs()')
SELECT jsonb_path_query('{"a": [1, 2]}', '$.a + 1')
SELECT jsonb_path_query('{"a": 1}', '$.a / 0')
SELECT JSON_VALUE('"2020-01-01 10:00:00+02"', '$.datetime()' RETURNING text), JSON_VALUE('"2020-01-01"', '$.datetime()'), JSON_QUERY('"10:00:00"', '$.time()'), JSON_EXISTS('"10:00:00"', '$.time() ? (@ > "09:00:00".time())')
SELECT JSON_EXISTS('"2018-08-21 12:34:56"', '$.datetime() ? (@ < $ts)' PASSING timestamptz '2018-08-21 12:34:56 +10' AS ts), JSON_EXISTS('"2018-08-21"', '$.datetime() ? (@ == $d)' PASSING date '2018-08-21' AS d), JSON_VALUE('1', '$t' PASSING time '10:20:30' AS t), JSON_VALUE('1', '$t' PASSING timestamptz '2020-01-01 10:20:30+02' AS t), JSON_QUERY('1', '$t' PASSING timestamptz '2020-01-01 10:20:30+02' AS t)
SELECT JSON_QUERY('1', '$x.type()' PASSING timestamp '2020-01-01' AS x WITH WRAPPER), JSON_QUERY('1', '$x.type()' PASSING interval '1 day' AS x), JSON_QUERY('1', '$x.type()' PASSING timetz '10:00+01' AS x), JSON_QUERY('1', '$x.keyvalue()' PASSING '[1]'::jsonb AS y, '{"a": 1}'::jsonb AS x)
SELECT to_timestamp('2020-01-01 10:20 EST', 'YYYY-MM-DD HH24:MI TZ'), to_timestamp('2020-01-01 10:20 +05:30', 'YYYY-MM-DD HH24:MI TZ'), to_timestamp('2020-07-01 10:20 cest', 'YYYY-MM-DD HH24:MI TZ')
SELECT to_timestamp('2020-01-01 10:20 NOPE', 'YYYY-MM-DD HH24:MI TZ')
SELECT '[]'::jsonb @? '$.a + -1[0] / $v'
