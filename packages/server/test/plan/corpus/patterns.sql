-- Regular expressions and SIMILAR TO.
SELECT 'hello world' ~ E'a', 'hello world' !~* E'a'
SELECT 'hello world' ~ E'^h', 'hello world' !~* E'^h'
SELECT 'hello world' ~ E'o$', 'hello world' !~* E'o$'
SELECT 'hello world' ~ E'[a-c]+', 'hello world' !~* E'[a-c]+'
SELECT 'hello world' ~ E'\\w+', 'hello world' !~* E'\\w+'
SELECT 'hello world' ~ E'\\d', 'hello world' !~* E'\\d'
SELECT 'hello world' ~ E'\\s', 'hello world' !~* E'\\s'
SELECT 'hello world' ~ E'(a)(b)?', 'hello world' !~* E'(a)(b)?'
SELECT 'hello world' ~ E'a|ab', 'hello world' !~* E'a|ab'
SELECT 'hello world' ~ E'(?i)ABC', 'hello world' !~* E'(?i)ABC'
SELECT 'hello world' ~ E'[[:alpha:]]+', 'hello world' !~* E'[[:alpha:]]+'
SELECT 'hello world' ~ E'\\mw', 'hello world' !~* E'\\mw'
SELECT 'hello world' ~ E'\\yabc\\y', 'hello world' !~* E'\\yabc\\y'
SELECT 'hello world' ~ E'(.)\\1', 'hello world' !~* E'(.)\\1'
SELECT 'hello world' ~ E'a(?=b)', 'hello world' !~* E'a(?=b)'
SELECT 'hello world' ~ E'(?<!a)b', 'hello world' !~* E'(?<!a)b'
SELECT 'hello world' ~ E'x*', 'hello world' !~* E'x*'
SELECT 'hello world' ~ E'[^a]', 'hello world' !~* E'[^a]'
SELECT 'hello world' ~ E'a{2}', 'hello world' !~* E'a{2}'
SELECT 'hello world' ~ E'a{2,1}', 'hello world' !~* E'a{2,1}'
SELECT 'hello world' ~ E'(', 'hello world' !~* E'('
SELECT 'hello world' ~ E'*a', 'hello world' !~* E'*a'
SELECT 'hello world' ~ E'a**', 'hello world' !~* E'a**'
SELECT 'hello world' ~ E'[z-a]', 'hello world' !~* E'[z-a]'
SELECT 'hello world' ~ E'[[:foo:]]', 'hello world' !~* E'[[:foo:]]'
SELECT 'hello world' ~ E'\\é', 'hello world' !~* E'\\é'
SELECT 'hello world' ~ E'é|ü', 'hello world' !~* E'é|ü'
SELECT 'hello world' ~ E'b+?', 'hello world' !~* E'b+?'
SELECT 'hello world' ~ E'(a+?)(b*)', 'hello world' !~* E'(a+?)(b*)'
SELECT 'aabbcc' ~ E'a', 'aabbcc' !~* E'a'
SELECT 'aabbcc' ~ E'^h', 'aabbcc' !~* E'^h'
SELECT 'aabbcc' ~ E'o$', 'aabbcc' !~* E'o$'
SELECT 'aabbcc' ~ E'[a-c]+', 'aabbcc' !~* E'[a-c]+'
SELECT 'aabbcc' ~ E'\\w+', 'aabbcc' !~* E'\\w+'
SELECT 'aabbcc' ~ E'\\d', 'aabbcc' !~* E'\\d'
SELECT 'aabbcc' ~ E'\\s', 'aabbcc' !~* E'\\s'
SELECT 'aabbcc' ~ E'(a)(b)?', 'aabbcc' !~* E'(a)(b)?'
SELECT 'aabbcc' ~ E'a|ab', 'aabbcc' !~* E'a|ab'
SELECT 'aabbcc' ~ E'(?i)ABC', 'aabbcc' !~* E'(?i)ABC'
SELECT 'aabbcc' ~ E'[[:alpha:]]+', 'aabbcc' !~* E'[[:alpha:]]+'
SELECT 'aabbcc' ~ E'\\mw', 'aabbcc' !~* E'\\mw'
SELECT 'aabbcc' ~ E'\\yabc\\y', 'aabbcc' !~* E'\\yabc\\y'
SELECT 'aabbcc' ~ E'(.)\\1', 'aabbcc' !~* E'(.)\\1'
SELECT 'aabbcc' ~ E'a(?=b)', 'aabbcc' !~* E'a(?=b)'
SELECT 'aabbcc' ~ E'(?<!a)b', 'aabbcc' !~* E'(?<!a)b'
SELECT 'aabbcc' ~ E'x*', 'aabbcc' !~* E'x*'
SELECT 'aabbcc' ~ E'[^a]', 'aabbcc' !~* E'[^a]'
SELECT 'aabbcc' ~ E'a{2}', 'aabbcc' !~* E'a{2}'
SELECT 'aabbcc' ~ E'a{2,1}', 'aabbcc' !~* E'a{2,1}'
SELECT 'aabbcc' ~ E'(', 'aabbcc' !~* E'('
SELECT 'aabbcc' ~ E'*a', 'aabbcc' !~* E'*a'
SELECT 'aabbcc' ~ E'a**', 'aabbcc' !~* E'a**'
SELECT 'aabbcc' ~ E'[z-a]', 'aabbcc' !~* E'[z-a]'
SELECT 'aabbcc' ~ E'[[:foo:]]', 'aabbcc' !~* E'[[:foo:]]'
SELECT 'aabbcc' ~ E'\\é', 'aabbcc' !~* E'\\é'
SELECT 'aabbcc' ~ E'é|ü', 'aabbcc' !~* E'é|ü'
SELECT 'aabbcc' ~ E'b+?', 'aabbcc' !~* E'b+?'
SELECT 'aabbcc' ~ E'(a+?)(b*)', 'aabbcc' !~* E'(a+?)(b*)'
SELECT 'ABC abc' ~ E'a', 'ABC abc' !~* E'a'
SELECT 'ABC abc' ~ E'^h', 'ABC abc' !~* E'^h'
SELECT 'ABC abc' ~ E'o$', 'ABC abc' !~* E'o$'
SELECT 'ABC abc' ~ E'[a-c]+', 'ABC abc' !~* E'[a-c]+'
SELECT 'ABC abc' ~ E'\\w+', 'ABC abc' !~* E'\\w+'
SELECT 'ABC abc' ~ E'\\d', 'ABC abc' !~* E'\\d'
SELECT 'ABC abc' ~ E'\\s', 'ABC abc' !~* E'\\s'
SELECT 'ABC abc' ~ E'(a)(b)?', 'ABC abc' !~* E'(a)(b)?'
SELECT 'ABC abc' ~ E'a|ab', 'ABC abc' !~* E'a|ab'
SELECT 'ABC abc' ~ E'(?i)ABC', 'ABC abc' !~* E'(?i)ABC'
SELECT 'ABC abc' ~ E'[[:alpha:]]+', 'ABC abc' !~* E'[[:alpha:]]+'
SELECT 'ABC abc' ~ E'\\mw', 'ABC abc' !~* E'\\mw'
SELECT 'ABC abc' ~ E'\\yabc\\y', 'ABC abc' !~* E'\\yabc\\y'
SELECT 'ABC abc' ~ E'(.)\\1', 'ABC abc' !~* E'(.)\\1'
SELECT 'ABC abc' ~ E'a(?=b)', 'ABC abc' !~* E'a(?=b)'
SELECT 'ABC abc' ~ E'(?<!a)b', 'ABC abc' !~* E'(?<!a)b'
SELECT 'ABC abc' ~ E'x*', 'ABC abc' !~* E'x*'
SELECT 'ABC abc' ~ E'[^a]', 'ABC abc' !~* E'[^a]'
SELECT 'ABC abc' ~ E'a{2}', 'ABC abc' !~* E'a{2}'
SELECT 'ABC abc' ~ E'a{2,1}', 'ABC abc' !~* E'a{2,1}'
SELECT 'ABC abc' ~ E'(', 'ABC abc' !~* E'('
SELECT 'ABC abc' ~ E'*a', 'ABC abc' !~* E'*a'
SELECT 'ABC abc' ~ E'a**', 'ABC abc' !~* E'a**'
SELECT 'ABC abc' ~ E'[z-a]', 'ABC abc' !~* E'[z-a]'
SELECT 'ABC abc' ~ E'[[:foo:]]', 'ABC abc' !~* E'[[:foo:]]'
SELECT 'ABC abc' ~ E'\\é', 'ABC abc' !~* E'\\é'
SELECT 'ABC abc' ~ E'é|ü', 'ABC abc' !~* E'é|ü'
SELECT 'ABC abc' ~ E'b+?', 'ABC abc' !~* E'b+?'
SELECT 'ABC abc' ~ E'(a+?)(b*)', 'ABC abc' !~* E'(a+?)(b*)'
SELECT '' ~ E'a', '' !~* E'a'
SELECT '' ~ E'^h', '' !~* E'^h'
SELECT '' ~ E'o$', '' !~* E'o$'
SELECT '' ~ E'[a-c]+', '' !~* E'[a-c]+'
SELECT '' ~ E'\\w+', '' !~* E'\\w+'
SELECT '' ~ E'\\d', '' !~* E'\\d'
SELECT '' ~ E'\\s', '' !~* E'\\s'
SELECT '' ~ E'(a)(b)?', '' !~* E'(a)(b)?'
SELECT '' ~ E'a|ab', '' !~* E'a|ab'
SELECT '' ~ E'(?i)ABC', '' !~* E'(?i)ABC'
SELECT '' ~ E'[[:alpha:]]+', '' !~* E'[[:alpha:]]+'
SELECT '' ~ E'\\mw', '' !~* E'\\mw'
SELECT '' ~ E'\\yabc\\y', '' !~* E'\\yabc\\y'
SELECT '' ~ E'(.)\\1', '' !~* E'(.)\\1'
SELECT '' ~ E'a(?=b)', '' !~* E'a(?=b)'
SELECT '' ~ E'(?<!a)b', '' !~* E'(?<!a)b'
SELECT '' ~ E'x*', '' !~* E'x*'
SELECT '' ~ E'[^a]', '' !~* E'[^a]'
SELECT '' ~ E'a{2}', '' !~* E'a{2}'
SELECT '' ~ E'a{2,1}', '' !~* E'a{2,1}'
SELECT '' ~ E'(', '' !~* E'('
SELECT '' ~ E'*a', '' !~* E'*a'
SELECT '' ~ E'a**', '' !~* E'a**'
SELECT '' ~ E'[z-a]', '' !~* E'[z-a]'
SELECT '' ~ E'[[:foo:]]', '' !~* E'[[:foo:]]'
SELECT '' ~ E'\\é', '' !~* E'\\é'
SELECT '' ~ E'é|ü', '' !~* E'é|ü'
SELECT '' ~ E'b+?', '' !~* E'b+?'
SELECT '' ~ E'(a+?)(b*)', '' !~* E'(a+?)(b*)'
SELECT E'a\nb' ~ E'a', E'a\nb' !~* E'a'
SELECT E'a\nb' ~ E'^h', E'a\nb' !~* E'^h'
SELECT E'a\nb' ~ E'o$', E'a\nb' !~* E'o$'
SELECT E'a\nb' ~ E'[a-c]+', E'a\nb' !~* E'[a-c]+'
SELECT E'a\nb' ~ E'\\w+', E'a\nb' !~* E'\\w+'
SELECT E'a\nb' ~ E'\\d', E'a\nb' !~* E'\\d'
SELECT E'a\nb' ~ E'\\s', E'a\nb' !~* E'\\s'
SELECT E'a\nb' ~ E'(a)(b)?', E'a\nb' !~* E'(a)(b)?'
SELECT E'a\nb' ~ E'a|ab', E'a\nb' !~* E'a|ab'
SELECT E'a\nb' ~ E'(?i)ABC', E'a\nb' !~* E'(?i)ABC'
SELECT E'a\nb' ~ E'[[:alpha:]]+', E'a\nb' !~* E'[[:alpha:]]+'
SELECT E'a\nb' ~ E'\\mw', E'a\nb' !~* E'\\mw'
SELECT E'a\nb' ~ E'\\yabc\\y', E'a\nb' !~* E'\\yabc\\y'
SELECT E'a\nb' ~ E'(.)\\1', E'a\nb' !~* E'(.)\\1'
SELECT E'a\nb' ~ E'a(?=b)', E'a\nb' !~* E'a(?=b)'
SELECT E'a\nb' ~ E'(?<!a)b', E'a\nb' !~* E'(?<!a)b'
SELECT E'a\nb' ~ E'x*', E'a\nb' !~* E'x*'
SELECT E'a\nb' ~ E'[^a]', E'a\nb' !~* E'[^a]'
SELECT E'a\nb' ~ E'a{2}', E'a\nb' !~* E'a{2}'
SELECT E'a\nb' ~ E'a{2,1}', E'a\nb' !~* E'a{2,1}'
SELECT E'a\nb' ~ E'(', E'a\nb' !~* E'('
SELECT E'a\nb' ~ E'*a', E'a\nb' !~* E'*a'
SELECT E'a\nb' ~ E'a**', E'a\nb' !~* E'a**'
SELECT E'a\nb' ~ E'[z-a]', E'a\nb' !~* E'[z-a]'
SELECT E'a\nb' ~ E'[[:foo:]]', E'a\nb' !~* E'[[:foo:]]'
SELECT E'a\nb' ~ E'\\é', E'a\nb' !~* E'\\é'
SELECT E'a\nb' ~ E'é|ü', E'a\nb' !~* E'é|ü'
SELECT E'a\nb' ~ E'b+?', E'a\nb' !~* E'b+?'
SELECT E'a\nb' ~ E'(a+?)(b*)', E'a\nb' !~* E'(a+?)(b*)'
SELECT 'éa ü' ~ E'a', 'éa ü' !~* E'a'
SELECT 'éa ü' ~ E'^h', 'éa ü' !~* E'^h'
SELECT 'éa ü' ~ E'o$', 'éa ü' !~* E'o$'
SELECT 'éa ü' ~ E'[a-c]+', 'éa ü' !~* E'[a-c]+'
SELECT 'éa ü' ~ E'\\w+', 'éa ü' !~* E'\\w+'
SELECT 'éa ü' ~ E'\\d', 'éa ü' !~* E'\\d'
SELECT 'éa ü' ~ E'\\s', 'éa ü' !~* E'\\s'
SELECT 'éa ü' ~ E'(a)(b)?', 'éa ü' !~* E'(a)(b)?'
SELECT 'éa ü' ~ E'a|ab', 'éa ü' !~* E'a|ab'
SELECT 'éa ü' ~ E'(?i)ABC', 'éa ü' !~* E'(?i)ABC'
SELECT 'éa ü' ~ E'[[:alpha:]]+', 'éa ü' !~* E'[[:alpha:]]+'
SELECT 'éa ü' ~ E'\\mw', 'éa ü' !~* E'\\mw'
SELECT 'éa ü' ~ E'\\yabc\\y', 'éa ü' !~* E'\\yabc\\y'
SELECT 'éa ü' ~ E'(.)\\1', 'éa ü' !~* E'(.)\\1'
SELECT 'éa ü' ~ E'a(?=b)', 'éa ü' !~* E'a(?=b)'
SELECT 'éa ü' ~ E'(?<!a)b', 'éa ü' !~* E'(?<!a)b'
SELECT 'éa ü' ~ E'x*', 'éa ü' !~* E'x*'
SELECT 'éa ü' ~ E'[^a]', 'éa ü' !~* E'[^a]'
SELECT 'éa ü' ~ E'a{2}', 'éa ü' !~* E'a{2}'
SELECT 'éa ü' ~ E'a{2,1}', 'éa ü' !~* E'a{2,1}'
SELECT 'éa ü' ~ E'(', 'éa ü' !~* E'('
SELECT 'éa ü' ~ E'*a', 'éa ü' !~* E'*a'
SELECT 'éa ü' ~ E'a**', 'éa ü' !~* E'a**'
SELECT 'éa ü' ~ E'[z-a]', 'éa ü' !~* E'[z-a]'
SELECT 'éa ü' ~ E'[[:foo:]]', 'éa ü' !~* E'[[:foo:]]'
SELECT 'éa ü' ~ E'\\é', 'éa ü' !~* E'\\é'
SELECT 'éa ü' ~ E'é|ü', 'éa ü' !~* E'é|ü'
SELECT 'éa ü' ~ E'b+?', 'éa ü' !~* E'b+?'
SELECT 'éa ü' ~ E'(a+?)(b*)', 'éa ü' !~* E'(a+?)(b*)'
SELECT '12 34' ~ E'a', '12 34' !~* E'a'
SELECT '12 34' ~ E'^h', '12 34' !~* E'^h'
SELECT '12 34' ~ E'o$', '12 34' !~* E'o$'
SELECT '12 34' ~ E'[a-c]+', '12 34' !~* E'[a-c]+'
SELECT '12 34' ~ E'\\w+', '12 34' !~* E'\\w+'
SELECT '12 34' ~ E'\\d', '12 34' !~* E'\\d'
SELECT '12 34' ~ E'\\s', '12 34' !~* E'\\s'
SELECT '12 34' ~ E'(a)(b)?', '12 34' !~* E'(a)(b)?'
SELECT '12 34' ~ E'a|ab', '12 34' !~* E'a|ab'
SELECT '12 34' ~ E'(?i)ABC', '12 34' !~* E'(?i)ABC'
SELECT '12 34' ~ E'[[:alpha:]]+', '12 34' !~* E'[[:alpha:]]+'
SELECT '12 34' ~ E'\\mw', '12 34' !~* E'\\mw'
SELECT '12 34' ~ E'\\yabc\\y', '12 34' !~* E'\\yabc\\y'
SELECT '12 34' ~ E'(.)\\1', '12 34' !~* E'(.)\\1'
SELECT '12 34' ~ E'a(?=b)', '12 34' !~* E'a(?=b)'
SELECT '12 34' ~ E'(?<!a)b', '12 34' !~* E'(?<!a)b'
SELECT '12 34' ~ E'x*', '12 34' !~* E'x*'
SELECT '12 34' ~ E'[^a]', '12 34' !~* E'[^a]'
SELECT '12 34' ~ E'a{2}', '12 34' !~* E'a{2}'
SELECT '12 34' ~ E'a{2,1}', '12 34' !~* E'a{2,1}'
SELECT '12 34' ~ E'(', '12 34' !~* E'('
SELECT '12 34' ~ E'*a', '12 34' !~* E'*a'
SELECT '12 34' ~ E'a**', '12 34' !~* E'a**'
SELECT '12 34' ~ E'[z-a]', '12 34' !~* E'[z-a]'
SELECT '12 34' ~ E'[[:foo:]]', '12 34' !~* E'[[:foo:]]'
SELECT '12 34' ~ E'\\é', '12 34' !~* E'\\é'
SELECT '12 34' ~ E'é|ü', '12 34' !~* E'é|ü'
SELECT '12 34' ~ E'b+?', '12 34' !~* E'b+?'
SELECT '12 34' ~ E'(a+?)(b*)', '12 34' !~* E'(a+?)(b*)'
SELECT regexp_replace('hello world', E'[a-z]+', '<\&>'), regexp_replace('hello world', E'[a-z]+', '[\1]', 'g')
SELECT regexp_match('hello world', E'[a-z]+')
SELECT m FROM regexp_matches('hello world', E'[a-z]+', 'g') AS m
SELECT regexp_split_to_array('hello world', E'[a-z]+')
SELECT part FROM regexp_split_to_table('hello world', E'[a-z]+') AS part
SELECT regexp_count('hello world', E'[a-z]+'), regexp_instr('hello world', E'[a-z]+'), regexp_substr('hello world', E'[a-z]+'), regexp_like('hello world', E'[a-z]+', 'i')
SELECT substring('hello world' from E'[a-z]+')
SELECT regexp_replace('hello world', E'(\\d)(\\d)?', '<\&>'), regexp_replace('hello world', E'(\\d)(\\d)?', '[\1]', 'g')
SELECT regexp_match('hello world', E'(\\d)(\\d)?')
SELECT m FROM regexp_matches('hello world', E'(\\d)(\\d)?', 'g') AS m
SELECT regexp_split_to_array('hello world', E'(\\d)(\\d)?')
SELECT part FROM regexp_split_to_table('hello world', E'(\\d)(\\d)?') AS part
SELECT regexp_count('hello world', E'(\\d)(\\d)?'), regexp_instr('hello world', E'(\\d)(\\d)?'), regexp_substr('hello world', E'(\\d)(\\d)?'), regexp_like('hello world', E'(\\d)(\\d)?', 'i')
SELECT substring('hello world' from E'(\\d)(\\d)?')
SELECT regexp_replace('hello world', E'(o)', '<\&>'), regexp_replace('hello world', E'(o)', '[\1]', 'g')
SELECT regexp_match('hello world', E'(o)')
SELECT m FROM regexp_matches('hello world', E'(o)', 'g') AS m
SELECT regexp_split_to_array('hello world', E'(o)')
SELECT part FROM regexp_split_to_table('hello world', E'(o)') AS part
SELECT regexp_count('hello world', E'(o)'), regexp_instr('hello world', E'(o)'), regexp_substr('hello world', E'(o)'), regexp_like('hello world', E'(o)', 'i')
SELECT substring('hello world' from E'(o)')
SELECT regexp_replace('hello world', E'l+?', '<\&>'), regexp_replace('hello world', E'l+?', '[\1]', 'g')
SELECT regexp_match('hello world', E'l+?')
SELECT m FROM regexp_matches('hello world', E'l+?', 'g') AS m
SELECT regexp_split_to_array('hello world', E'l+?')
SELECT part FROM regexp_split_to_table('hello world', E'l+?') AS part
SELECT regexp_count('hello world', E'l+?'), regexp_instr('hello world', E'l+?'), regexp_substr('hello world', E'l+?'), regexp_like('hello world', E'l+?', 'i')
SELECT substring('hello world' from E'l+?')
SELECT regexp_replace('hello world', E'$', '<\&>'), regexp_replace('hello world', E'$', '[\1]', 'g')
SELECT regexp_match('hello world', E'$')
SELECT m FROM regexp_matches('hello world', E'$', 'g') AS m
SELECT regexp_split_to_array('hello world', E'$')
SELECT part FROM regexp_split_to_table('hello world', E'$') AS part
SELECT regexp_count('hello world', E'$'), regexp_instr('hello world', E'$'), regexp_substr('hello world', E'$'), regexp_like('hello world', E'$', 'i')
SELECT substring('hello world' from E'$')
SELECT regexp_replace('hello world', E'', '<\&>'), regexp_replace('hello world', E'', '[\1]', 'g')
SELECT regexp_match('hello world', E'')
SELECT m FROM regexp_matches('hello world', E'', 'g') AS m
SELECT regexp_split_to_array('hello world', E'')
SELECT part FROM regexp_split_to_table('hello world', E'') AS part
SELECT regexp_count('hello world', E''), regexp_instr('hello world', E''), regexp_substr('hello world', E''), regexp_like('hello world', E'', 'i')
SELECT substring('hello world' from E'')
SELECT regexp_replace('hello world', E'a|ab|abb', '<\&>'), regexp_replace('hello world', E'a|ab|abb', '[\1]', 'g')
SELECT regexp_match('hello world', E'a|ab|abb')
SELECT m FROM regexp_matches('hello world', E'a|ab|abb', 'g') AS m
SELECT regexp_split_to_array('hello world', E'a|ab|abb')
SELECT part FROM regexp_split_to_table('hello world', E'a|ab|abb') AS part
SELECT regexp_count('hello world', E'a|ab|abb'), regexp_instr('hello world', E'a|ab|abb'), regexp_substr('hello world', E'a|ab|abb'), regexp_like('hello world', E'a|ab|abb', 'i')
SELECT substring('hello world' from E'a|ab|abb')
SELECT regexp_replace('hello world', E'(a*)(b*)', '<\&>'), regexp_replace('hello world', E'(a*)(b*)', '[\1]', 'g')
SELECT regexp_match('hello world', E'(a*)(b*)')
SELECT m FROM regexp_matches('hello world', E'(a*)(b*)', 'g') AS m
SELECT regexp_split_to_array('hello world', E'(a*)(b*)')
SELECT part FROM regexp_split_to_table('hello world', E'(a*)(b*)') AS part
SELECT regexp_count('hello world', E'(a*)(b*)'), regexp_instr('hello world', E'(a*)(b*)'), regexp_substr('hello world', E'(a*)(b*)'), regexp_like('hello world', E'(a*)(b*)', 'i')
SELECT substring('hello world' from E'(a*)(b*)')
SELECT regexp_replace('hello world', E'(.)(.)', '<\&>'), regexp_replace('hello world', E'(.)(.)', '[\1]', 'g')
SELECT regexp_match('hello world', E'(.)(.)')
SELECT m FROM regexp_matches('hello world', E'(.)(.)', 'g') AS m
SELECT regexp_split_to_array('hello world', E'(.)(.)')
SELECT part FROM regexp_split_to_table('hello world', E'(.)(.)') AS part
SELECT regexp_count('hello world', E'(.)(.)'), regexp_instr('hello world', E'(.)(.)'), regexp_substr('hello world', E'(.)(.)'), regexp_like('hello world', E'(.)(.)', 'i')
SELECT substring('hello world' from E'(.)(.)')
SELECT regexp_replace('aabbcc', E'[a-z]+', '<\&>'), regexp_replace('aabbcc', E'[a-z]+', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'[a-z]+')
SELECT m FROM regexp_matches('aabbcc', E'[a-z]+', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'[a-z]+')
SELECT part FROM regexp_split_to_table('aabbcc', E'[a-z]+') AS part
SELECT regexp_count('aabbcc', E'[a-z]+'), regexp_instr('aabbcc', E'[a-z]+'), regexp_substr('aabbcc', E'[a-z]+'), regexp_like('aabbcc', E'[a-z]+', 'i')
SELECT substring('aabbcc' from E'[a-z]+')
SELECT regexp_replace('aabbcc', E'(\\d)(\\d)?', '<\&>'), regexp_replace('aabbcc', E'(\\d)(\\d)?', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'(\\d)(\\d)?')
SELECT m FROM regexp_matches('aabbcc', E'(\\d)(\\d)?', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'(\\d)(\\d)?')
SELECT part FROM regexp_split_to_table('aabbcc', E'(\\d)(\\d)?') AS part
SELECT regexp_count('aabbcc', E'(\\d)(\\d)?'), regexp_instr('aabbcc', E'(\\d)(\\d)?'), regexp_substr('aabbcc', E'(\\d)(\\d)?'), regexp_like('aabbcc', E'(\\d)(\\d)?', 'i')
SELECT substring('aabbcc' from E'(\\d)(\\d)?')
SELECT regexp_replace('aabbcc', E'(o)', '<\&>'), regexp_replace('aabbcc', E'(o)', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'(o)')
SELECT m FROM regexp_matches('aabbcc', E'(o)', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'(o)')
SELECT part FROM regexp_split_to_table('aabbcc', E'(o)') AS part
SELECT regexp_count('aabbcc', E'(o)'), regexp_instr('aabbcc', E'(o)'), regexp_substr('aabbcc', E'(o)'), regexp_like('aabbcc', E'(o)', 'i')
SELECT substring('aabbcc' from E'(o)')
SELECT regexp_replace('aabbcc', E'l+?', '<\&>'), regexp_replace('aabbcc', E'l+?', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'l+?')
SELECT m FROM regexp_matches('aabbcc', E'l+?', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'l+?')
SELECT part FROM regexp_split_to_table('aabbcc', E'l+?') AS part
SELECT regexp_count('aabbcc', E'l+?'), regexp_instr('aabbcc', E'l+?'), regexp_substr('aabbcc', E'l+?'), regexp_like('aabbcc', E'l+?', 'i')
SELECT substring('aabbcc' from E'l+?')
SELECT regexp_replace('aabbcc', E'$', '<\&>'), regexp_replace('aabbcc', E'$', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'$')
SELECT m FROM regexp_matches('aabbcc', E'$', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'$')
SELECT part FROM regexp_split_to_table('aabbcc', E'$') AS part
SELECT regexp_count('aabbcc', E'$'), regexp_instr('aabbcc', E'$'), regexp_substr('aabbcc', E'$'), regexp_like('aabbcc', E'$', 'i')
SELECT substring('aabbcc' from E'$')
SELECT regexp_replace('aabbcc', E'', '<\&>'), regexp_replace('aabbcc', E'', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'')
SELECT m FROM regexp_matches('aabbcc', E'', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'')
SELECT part FROM regexp_split_to_table('aabbcc', E'') AS part
SELECT regexp_count('aabbcc', E''), regexp_instr('aabbcc', E''), regexp_substr('aabbcc', E''), regexp_like('aabbcc', E'', 'i')
SELECT substring('aabbcc' from E'')
SELECT regexp_replace('aabbcc', E'a|ab|abb', '<\&>'), regexp_replace('aabbcc', E'a|ab|abb', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'a|ab|abb')
SELECT m FROM regexp_matches('aabbcc', E'a|ab|abb', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'a|ab|abb')
SELECT part FROM regexp_split_to_table('aabbcc', E'a|ab|abb') AS part
SELECT regexp_count('aabbcc', E'a|ab|abb'), regexp_instr('aabbcc', E'a|ab|abb'), regexp_substr('aabbcc', E'a|ab|abb'), regexp_like('aabbcc', E'a|ab|abb', 'i')
SELECT substring('aabbcc' from E'a|ab|abb')
SELECT regexp_replace('aabbcc', E'(a*)(b*)', '<\&>'), regexp_replace('aabbcc', E'(a*)(b*)', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'(a*)(b*)')
SELECT m FROM regexp_matches('aabbcc', E'(a*)(b*)', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'(a*)(b*)')
SELECT part FROM regexp_split_to_table('aabbcc', E'(a*)(b*)') AS part
SELECT regexp_count('aabbcc', E'(a*)(b*)'), regexp_instr('aabbcc', E'(a*)(b*)'), regexp_substr('aabbcc', E'(a*)(b*)'), regexp_like('aabbcc', E'(a*)(b*)', 'i')
SELECT substring('aabbcc' from E'(a*)(b*)')
SELECT regexp_replace('aabbcc', E'(.)(.)', '<\&>'), regexp_replace('aabbcc', E'(.)(.)', '[\1]', 'g')
SELECT regexp_match('aabbcc', E'(.)(.)')
SELECT m FROM regexp_matches('aabbcc', E'(.)(.)', 'g') AS m
SELECT regexp_split_to_array('aabbcc', E'(.)(.)')
SELECT part FROM regexp_split_to_table('aabbcc', E'(.)(.)') AS part
SELECT regexp_count('aabbcc', E'(.)(.)'), regexp_instr('aabbcc', E'(.)(.)'), regexp_substr('aabbcc', E'(.)(.)'), regexp_like('aabbcc', E'(.)(.)', 'i')
SELECT substring('aabbcc' from E'(.)(.)')
SELECT regexp_replace('x1y22z333', E'[a-z]+', '<\&>'), regexp_replace('x1y22z333', E'[a-z]+', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'[a-z]+')
SELECT m FROM regexp_matches('x1y22z333', E'[a-z]+', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'[a-z]+')
SELECT part FROM regexp_split_to_table('x1y22z333', E'[a-z]+') AS part
SELECT regexp_count('x1y22z333', E'[a-z]+'), regexp_instr('x1y22z333', E'[a-z]+'), regexp_substr('x1y22z333', E'[a-z]+'), regexp_like('x1y22z333', E'[a-z]+', 'i')
SELECT substring('x1y22z333' from E'[a-z]+')
SELECT regexp_replace('x1y22z333', E'(\\d)(\\d)?', '<\&>'), regexp_replace('x1y22z333', E'(\\d)(\\d)?', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'(\\d)(\\d)?')
SELECT m FROM regexp_matches('x1y22z333', E'(\\d)(\\d)?', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'(\\d)(\\d)?')
SELECT part FROM regexp_split_to_table('x1y22z333', E'(\\d)(\\d)?') AS part
SELECT regexp_count('x1y22z333', E'(\\d)(\\d)?'), regexp_instr('x1y22z333', E'(\\d)(\\d)?'), regexp_substr('x1y22z333', E'(\\d)(\\d)?'), regexp_like('x1y22z333', E'(\\d)(\\d)?', 'i')
SELECT substring('x1y22z333' from E'(\\d)(\\d)?')
SELECT regexp_replace('x1y22z333', E'(o)', '<\&>'), regexp_replace('x1y22z333', E'(o)', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'(o)')
SELECT m FROM regexp_matches('x1y22z333', E'(o)', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'(o)')
SELECT part FROM regexp_split_to_table('x1y22z333', E'(o)') AS part
SELECT regexp_count('x1y22z333', E'(o)'), regexp_instr('x1y22z333', E'(o)'), regexp_substr('x1y22z333', E'(o)'), regexp_like('x1y22z333', E'(o)', 'i')
SELECT substring('x1y22z333' from E'(o)')
SELECT regexp_replace('x1y22z333', E'l+?', '<\&>'), regexp_replace('x1y22z333', E'l+?', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'l+?')
SELECT m FROM regexp_matches('x1y22z333', E'l+?', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'l+?')
SELECT part FROM regexp_split_to_table('x1y22z333', E'l+?') AS part
SELECT regexp_count('x1y22z333', E'l+?'), regexp_instr('x1y22z333', E'l+?'), regexp_substr('x1y22z333', E'l+?'), regexp_like('x1y22z333', E'l+?', 'i')
SELECT substring('x1y22z333' from E'l+?')
SELECT regexp_replace('x1y22z333', E'$', '<\&>'), regexp_replace('x1y22z333', E'$', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'$')
SELECT m FROM regexp_matches('x1y22z333', E'$', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'$')
SELECT part FROM regexp_split_to_table('x1y22z333', E'$') AS part
SELECT regexp_count('x1y22z333', E'$'), regexp_instr('x1y22z333', E'$'), regexp_substr('x1y22z333', E'$'), regexp_like('x1y22z333', E'$', 'i')
SELECT substring('x1y22z333' from E'$')
SELECT regexp_replace('x1y22z333', E'', '<\&>'), regexp_replace('x1y22z333', E'', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'')
SELECT m FROM regexp_matches('x1y22z333', E'', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'')
SELECT part FROM regexp_split_to_table('x1y22z333', E'') AS part
SELECT regexp_count('x1y22z333', E''), regexp_instr('x1y22z333', E''), regexp_substr('x1y22z333', E''), regexp_like('x1y22z333', E'', 'i')
SELECT substring('x1y22z333' from E'')
SELECT regexp_replace('x1y22z333', E'a|ab|abb', '<\&>'), regexp_replace('x1y22z333', E'a|ab|abb', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'a|ab|abb')
SELECT m FROM regexp_matches('x1y22z333', E'a|ab|abb', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'a|ab|abb')
SELECT part FROM regexp_split_to_table('x1y22z333', E'a|ab|abb') AS part
SELECT regexp_count('x1y22z333', E'a|ab|abb'), regexp_instr('x1y22z333', E'a|ab|abb'), regexp_substr('x1y22z333', E'a|ab|abb'), regexp_like('x1y22z333', E'a|ab|abb', 'i')
SELECT substring('x1y22z333' from E'a|ab|abb')
SELECT regexp_replace('x1y22z333', E'(a*)(b*)', '<\&>'), regexp_replace('x1y22z333', E'(a*)(b*)', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'(a*)(b*)')
SELECT m FROM regexp_matches('x1y22z333', E'(a*)(b*)', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'(a*)(b*)')
SELECT part FROM regexp_split_to_table('x1y22z333', E'(a*)(b*)') AS part
SELECT regexp_count('x1y22z333', E'(a*)(b*)'), regexp_instr('x1y22z333', E'(a*)(b*)'), regexp_substr('x1y22z333', E'(a*)(b*)'), regexp_like('x1y22z333', E'(a*)(b*)', 'i')
SELECT substring('x1y22z333' from E'(a*)(b*)')
SELECT regexp_replace('x1y22z333', E'(.)(.)', '<\&>'), regexp_replace('x1y22z333', E'(.)(.)', '[\1]', 'g')
SELECT regexp_match('x1y22z333', E'(.)(.)')
SELECT m FROM regexp_matches('x1y22z333', E'(.)(.)', 'g') AS m
SELECT regexp_split_to_array('x1y22z333', E'(.)(.)')
SELECT part FROM regexp_split_to_table('x1y22z333', E'(.)(.)') AS part
SELECT regexp_count('x1y22z333', E'(.)(.)'), regexp_instr('x1y22z333', E'(.)(.)'), regexp_substr('x1y22z333', E'(.)(.)'), regexp_like('x1y22z333', E'(.)(.)', 'i')
SELECT substring('x1y22z333' from E'(.)(.)')
SELECT 'abc' SIMILAR TO 'a%', 'abc' NOT SIMILAR TO 'a%' ESCAPE '#'
SELECT 'abc' SIMILAR TO '%(b|d)%', 'abc' NOT SIMILAR TO '%(b|d)%' ESCAPE '#'
SELECT 'abc' SIMILAR TO 'a_c', 'abc' NOT SIMILAR TO 'a_c' ESCAPE '#'
SELECT 'abc' SIMILAR TO 'a.c', 'abc' NOT SIMILAR TO 'a.c' ESCAPE '#'
SELECT 'abc' SIMILAR TO 'a[b.]c', 'abc' NOT SIMILAR TO 'a[b.]c' ESCAPE '#'
SELECT 'abc' SIMILAR TO '(a|x)%', 'abc' NOT SIMILAR TO '(a|x)%' ESCAPE '#'
SELECT 'abc' SIMILAR TO 'a#%c', 'abc' NOT SIMILAR TO 'a#%c' ESCAPE '#'
SELECT 'abc' SIMILAR TO '%', 'abc' NOT SIMILAR TO '%' ESCAPE '#'
SELECT 'abc' SIMILAR TO '_*', 'abc' NOT SIMILAR TO '_*' ESCAPE '#'
SELECT 'abc' SIMILAR TO 'a{1,2}b?c', 'abc' NOT SIMILAR TO 'a{1,2}b?c' ESCAPE '#'
SELECT 'abc' SIMILAR TO 'abc|xyz', 'abc' NOT SIMILAR TO 'abc|xyz' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'a%', 'a.c' NOT SIMILAR TO 'a%' ESCAPE '#'
SELECT 'a.c' SIMILAR TO '%(b|d)%', 'a.c' NOT SIMILAR TO '%(b|d)%' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'a_c', 'a.c' NOT SIMILAR TO 'a_c' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'a.c', 'a.c' NOT SIMILAR TO 'a.c' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'a[b.]c', 'a.c' NOT SIMILAR TO 'a[b.]c' ESCAPE '#'
SELECT 'a.c' SIMILAR TO '(a|x)%', 'a.c' NOT SIMILAR TO '(a|x)%' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'a#%c', 'a.c' NOT SIMILAR TO 'a#%c' ESCAPE '#'
SELECT 'a.c' SIMILAR TO '%', 'a.c' NOT SIMILAR TO '%' ESCAPE '#'
SELECT 'a.c' SIMILAR TO '_*', 'a.c' NOT SIMILAR TO '_*' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'a{1,2}b?c', 'a.c' NOT SIMILAR TO 'a{1,2}b?c' ESCAPE '#'
SELECT 'a.c' SIMILAR TO 'abc|xyz', 'a.c' NOT SIMILAR TO 'abc|xyz' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'a%', 'xabcx' NOT SIMILAR TO 'a%' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO '%(b|d)%', 'xabcx' NOT SIMILAR TO '%(b|d)%' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'a_c', 'xabcx' NOT SIMILAR TO 'a_c' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'a.c', 'xabcx' NOT SIMILAR TO 'a.c' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'a[b.]c', 'xabcx' NOT SIMILAR TO 'a[b.]c' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO '(a|x)%', 'xabcx' NOT SIMILAR TO '(a|x)%' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'a#%c', 'xabcx' NOT SIMILAR TO 'a#%c' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO '%', 'xabcx' NOT SIMILAR TO '%' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO '_*', 'xabcx' NOT SIMILAR TO '_*' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'a{1,2}b?c', 'xabcx' NOT SIMILAR TO 'a{1,2}b?c' ESCAPE '#'
SELECT 'xabcx' SIMILAR TO 'abc|xyz', 'xabcx' NOT SIMILAR TO 'abc|xyz' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'a%', 'a%c' NOT SIMILAR TO 'a%' ESCAPE '#'
SELECT 'a%c' SIMILAR TO '%(b|d)%', 'a%c' NOT SIMILAR TO '%(b|d)%' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'a_c', 'a%c' NOT SIMILAR TO 'a_c' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'a.c', 'a%c' NOT SIMILAR TO 'a.c' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'a[b.]c', 'a%c' NOT SIMILAR TO 'a[b.]c' ESCAPE '#'
SELECT 'a%c' SIMILAR TO '(a|x)%', 'a%c' NOT SIMILAR TO '(a|x)%' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'a#%c', 'a%c' NOT SIMILAR TO 'a#%c' ESCAPE '#'
SELECT 'a%c' SIMILAR TO '%', 'a%c' NOT SIMILAR TO '%' ESCAPE '#'
SELECT 'a%c' SIMILAR TO '_*', 'a%c' NOT SIMILAR TO '_*' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'a{1,2}b?c', 'a%c' NOT SIMILAR TO 'a{1,2}b?c' ESCAPE '#'
SELECT 'a%c' SIMILAR TO 'abc|xyz', 'a%c' NOT SIMILAR TO 'abc|xyz' ESCAPE '#'
SELECT '' SIMILAR TO 'a%', '' NOT SIMILAR TO 'a%' ESCAPE '#'
SELECT '' SIMILAR TO '%(b|d)%', '' NOT SIMILAR TO '%(b|d)%' ESCAPE '#'
SELECT '' SIMILAR TO 'a_c', '' NOT SIMILAR TO 'a_c' ESCAPE '#'
SELECT '' SIMILAR TO 'a.c', '' NOT SIMILAR TO 'a.c' ESCAPE '#'
SELECT '' SIMILAR TO 'a[b.]c', '' NOT SIMILAR TO 'a[b.]c' ESCAPE '#'
SELECT '' SIMILAR TO '(a|x)%', '' NOT SIMILAR TO '(a|x)%' ESCAPE '#'
SELECT '' SIMILAR TO 'a#%c', '' NOT SIMILAR TO 'a#%c' ESCAPE '#'
SELECT '' SIMILAR TO '%', '' NOT SIMILAR TO '%' ESCAPE '#'
SELECT '' SIMILAR TO '_*', '' NOT SIMILAR TO '_*' ESCAPE '#'
SELECT '' SIMILAR TO 'a{1,2}b?c', '' NOT SIMILAR TO 'a{1,2}b?c' ESCAPE '#'
SELECT '' SIMILAR TO 'abc|xyz', '' NOT SIMILAR TO 'abc|xyz' ESCAPE '#'
SELECT name ~ note FROM people JOIN orders ON person_id = people.id ORDER BY orders.id
SELECT regexp_replace(name, '[aeiou]', '*', 'gi') FROM people ORDER BY id
SELECT regexp_replace('banana', 'a', 'X', 3), regexp_replace('banana', 'a', 'X', 3, 2), regexp_replace('banana', 'A', 'X', 1, 0, 'i')
SELECT regexp_replace('a', 'a', 'b', 'z')
SELECT regexp_replace('a', 'a', 'b', 0)
SELECT regexp_match('a', 'a', 'g')
SELECT regexp_count('aaa', 'a', 2, 'i'), regexp_count('aaa', 'a', 0)
SELECT regexp_instr('abcabc', '(b)(c)', 1, 2, 1, 'i', 2), regexp_instr('abc', 'z')
SELECT regexp_substr('abcabc', '(b)(c)', 2, 1, 'i', 1)
SELECT substring('foobar' similar '%#"o_b#"%' escape '#'), substring('foobar' similar '#"o_b#"%' escape '#')
SELECT 'a' SIMILAR TO NULL, NULL ~ 'a', 'a' ~ NULL
SELECT 'abc' SIMILAR TO 'a%' ESCAPE 'xy'
SELECT regexp_match('foobarbequebaz', '(bar)(beque)'), regexp_match('abc', 'x')
SELECT (regexp_match('foobar', 'o(b)(a)'))[2]
SELECT count(*) FROM people WHERE name ~ '^[A-Z]'
SELECT string_agg(x, '|') FROM regexp_split_to_table('the quick brown fox', '\s+') AS x
SELECT x, n FROM regexp_split_to_table('a,b,c', ',') WITH ORDINALITY AS t(x, n)
SELECT regexp_replace('https://www.example.com/a/b', '^https?://(?:www\.)?([^/]+)/.*$', '\1'), regexp_replace('ftp://x/', '^https?://(?:www\.)?([^/]+)/.*$', '\1')
SELECT regexp_replace('http://www./www.x/', '^https?://(?:www\.)?([^/]+)/.*$', '[\1]'), regexp_replace('http://www./', '^https?://(?:www\.)?([^/]+)/.*$', '[\1]')
SELECT regexp_replace(name, '^(.)(.*)$', '\2\1 \& \2'), regexp_replace(name, '^(.)(.*)$', '\3\\') FROM people ORDER BY id
SELECT regexp_replace(E'one\ntwo', '^([a-z]+).(.*)$', '\2', 'g'), regexp_replace('', '^(a*)$', '<\1>', 'g'), regexp_replace('aé😀', '^(.)(.*)$', '\2\1')
-- As engineers and agents ask.
SELECT regexp_replace('The Quick brown', '(\w+) (\w+)', '\2 \1'), regexp_replace('aaa', 'a', 'b', 'g'), regexp_replace('AbAb', 'ab', 'x', 'gi'), regexp_replace('a.b.c', '\.', '-', 1, 2), regexp_replace(name, '[^a-z]', '', 'gi') FROM people ORDER BY id
SELECT regexp_match('order-123-abc', '(\d+)-(\w+)'), (regexp_match('order-123', '\d+'))[1]::int, regexp_substr('a1b22', '\d+', 1, 2), regexp_count('banana', 'an'), regexp_instr('banana', 'an', 1, 2), regexp_like('Abc', '^a', 'i')
SELECT id, m[1] AS tag FROM (VALUES (1, '#a #b'), (2, 'none'), (3, '#c')) v(id, s), regexp_matches(s, '#(\w+)', 'g') AS m ORDER BY id, tag
SELECT regexp_split_to_array('a, b,c ;d', '[,;]\s*'), string_to_array('a,b,,c', ',', ''), split_part('a,b,c', ',', -1), split_part('abc', ',', 2)
SELECT word, count(*) FROM (SELECT regexp_split_to_table(lower('The cat. The dog; the end'), '\W+') AS word) w WHERE word <> '' GROUP BY word ORDER BY 2 DESC, 1
SELECT 'abc' LIKE 'a%', 'a_c' LIKE 'a\_c', 'ABC' ILIKE '%b%', 'abc' SIMILAR TO '(a|x)b_', 'abc' ~ 'b$', 'abc' !~* 'B', name LIKE ANY (ARRAY['A%', '%b']) FROM people ORDER BY id
SELECT id FROM people WHERE name ~ '^[A-Z]' AND name !~ '%$' ORDER BY id
SELECT count(*) FILTER (WHERE name ILIKE '%o%'), count(*) FILTER (WHERE name SIMILAR TO '%(o|e)%'), sum((team = 'red')::int), avg((active)::int), sum(CASE WHEN active THEN 1 END) FROM people
SELECT overlay(name placing '***' from 2), substring(name from '^.'), regexp_replace(name, '(.)(.)', '\2\1'), regexp_replace(name, '[aeiou]', '', 'gi'), translate(name, 'aeo', '430') FROM people ORDER BY id
SELECT regexp_replace('2024-01-15', '(\d{4})-(\d{2})-(\d{2})', '\3/\2/\1'), regexp_replace('  a   b ', '\s+', ' ', 'g'), regexp_replace('abc', '(?<=a)b', 'X'), regexp_replace('aBc', 'b', '[\&]', 'i'), regexp_replace('x1y22', '\d+', '<\&>', 'g'), regexp_replace(E'a\nb', '^', '> ', 'gm'), regexp_replace('foo', 'o', '', 'n')
SELECT regexp_matches('a=1,b=2', '(\w)=(\d)', 'g')
SELECT (regexp_match('john@example.com', '@([^.]+)\.'))[1], split_part('john@example.com', '@', 2), substring('john@example.com' FROM '@(.*)$'), position('@' IN 'john@example.com'), right('john@example.com', -5)
SELECT regexp_split_to_table('a1b2c', '\d') AS part, regexp_split_to_array('abc', '')
SELECT replace(initcap(replace('snake_case_name', '_', ' ')), ' ', ''), lower(regexp_replace('camelCaseName', '([A-Z])', '_\1', 'g')), regexp_replace('phone: (555) 123-4567', '\D', '', 'g'), trim(regexp_replace(' too   many ', '\s+', ' ', 'g')), regexp_replace('abc', '(a)(b)?', '[\1|\2]'), regexp_replace('aaa', '^a', 'b', 'g'), regexp_replace('a,b', ',', E'\n'), regexp_replace('x', '', '-', 'g')
SELECT 'a' ~ '$()|^\1', 'a' ~ '.*$()|^\1', 'xyz' ~ 'x(\w)(?=\1)', 'x' ~ 'x|(?:\M)+', 'x' ~ 'x|(?:\m)*y', 'a' ~ '(?:^)*a', 'a' ~ '(^)*a', 'ab' ~ '(?:$){2}|b'
SELECT 'a' ~ '\M+'
SELECT 'a' ~ '^*'
SELECT 'a' ~ '(?=a)*'
SELECT 'a' ~ '$?'
SELECT regexp_matches('ab', '(?:^)+a'), 'b' ~ '(?:(?=b))+', 'b' ~ '((?=b))+'
SELECT 'aa' ~ '(a)$()|^\2', 'ab' ~ '(b)?^\1', 'abab' ~ '^(ab)\1$', 'ab' ~ '()|^\1x', 'ba' ~ 'c|b()|^\1'
SELECT regexp_replace('aXbX', '()X|^\1', '-', 'g'), regexp_count('aaa', '$()|^\1'), regexp_instr('abc', 'c$()|^\1')
SELECT 'aab' ~ '()*(\A[ab])(\2)|(?=(?!)$|\d)\1[[:alpha:]]{2}', regexp_match('aab', '()*(\A[ab])(\2)|(?=(?!)$|\d)\1[[:alpha:]]{2}'), regexp_replace('aab', '()*(\A[ab])(\2)|(?=(?!)$|\d)\1[[:alpha:]]{2}', '<\&>', 'g')
SELECT 'xax' ~ 'b+|(?:.{2}|\Ax{2}(\w))*?|(\1(?=|.{2}.\Z|a\y)){2}(?=((?=..a)){0})[[:alpha:]]', regexp_match('xax', 'b+|(?:.{2}|\Ax{2}(\w))*?|(\1(?=|.{2}.\Z|a\y)){2}(?=((?=..a)){0})[[:alpha:]]'), regexp_replace('xax', 'b+|(?:.{2}|\Ax{2}(\w))*?|(\1(?=|.{2}.\Z|a\y)){2}(?=((?=..a)){0})[[:alpha:]]', '<\&>', 'g')
-- Newlines in the modes that stop at them: \D and \W are one, what a bracket leaves out is none.
SELECT regexp_split_to_array(E'a\nb', '\W', 'n'), regexp_split_to_array(E'a\nb', '\D', 'n'), regexp_split_to_array(E'a\nb', '[\W]', 'p'), regexp_split_to_array(E'a\nb', '\S', 'n'), regexp_split_to_array(E'a\nb', '[^a]', 'n'), regexp_split_to_array(E'a\nb', '[^\w]', 'n')
SELECT E'a\nb' ~ '(?n)a\Wb', E'a\nb' ~ '(?n)a\Db', E'a\nb' ~ '(?n)a.b', E'a\nb' ~ '(?p)a\Wb', E'a\nb' ~ '(?n)a[\D]b', E'a\nb' ~ '(?n)a[^x]b', E'a\nb' ~ '(?w)a\Wb'
SELECT regexp_replace(t, '\W', '_', 'ng'), regexp_replace(t, '\D+', '_', 'pg'), regexp_count(t, '\W', 1, 'n'), t ~ '(?n)^b\D*$' FROM (VALUES (E'a\nb'), (E'a b'), (E'1\n\n2')) v(t)
SELECT repeat('a', 20000) LIKE repeat('%a', 200) || '%b', repeat('a', 20000) LIKE repeat('%a', 200) || '%a', repeat('a', 20000) LIKE '%a_a%a_b'
SELECT repeat('A', 20000) ILIKE '%a%a%a%a%b', repeat('a', 20000) LIKE '%a%a\_%a%a%b', repeat('ab', 9000) LIKE ANY (array['%a%b%a%b%c', '%x%y'])
SELECT x LIKE p, x ILIKE p, x NOT LIKE p, x LIKE p ESCAPE '#', x LIKE p ESCAPE '' FROM (VALUES ('abcabc', '%a%c'), ('abcabc', '%b_a%c'), ('ABC', 'a%b%c'), ('a%b%c', 'a\%b%c%c'), ('a%b%c', 'a#%%b%c'), ('😀x😀y', '%_x%_y'), ('😀x😀y', '__%x%'), ('', '%%%'), ('', '%a%b'), ('aXb', '%a%X%b%'), ('abab', '%ab%ab%ab'), ('ab', 'a%b%b'), ('abb', 'a%b%b'), ('über alles', '%Ü%R%'), (NULL, '%a%b'), ('a', NULL)) v(x, p)
SELECT 'abc' LIKE '%a%c\'
SELECT x LIKE p FROM (VALUES ('abc', '%a%b%c\')) v(x, p)
SELECT name LIKE '%a%a_%', name ILIKE '%O%B%_', name NOT ILIKE '%n%N%x' FROM people ORDER BY id
SELECT 'axbxc' ILIKE 'aA%b%c' ESCAPE 'A', 'a%bxc' ILIKE 'aA%b%c' ESCAPE 'A'
SELECT 'axb1c' ILIKE 'ax%b%c' ESCAPE 'X', 'AxB%C' ILIKE 'a%bX%%' ESCAPE 'X'
SELECT 'abXcd' ILIKE '%bXX%d%' ESCAPE 'X', 'abxcd' ILIKE '%bXX%d%' ESCAPE 'X'
SELECT substring('cost $made here' from 'h.*'), regexp_match('cost $made here', 'here')
