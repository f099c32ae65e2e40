SELECT B'101', X'1F', B'', b'0011', x'aF', '101'::bit(3), '1'::bit(3), '10101'::bit(3), '101'::varbit, '10101'::varbit(3), bit '1', bit varying '101'
SELECT pg_typeof(B'101'), pg_typeof('1'::varbit), pg_typeof(B'1' || B'0'), pg_typeof(B'1' & B'1')
SELECT B'102'
SELECT X'1G'
SELECT '2'::bit(3)
SELECT 'b101'::bit(3), 'xF'::bit(4), 'B11'::varbit
SELECT B'1100' & B'1010', B'1100' | B'1010', B'1100' # B'1010', ~B'1100', B'10010' << 2, B'10010' >> 2, B'101' << 5, B'101' >> -1, B'101' << 0
SELECT B'110' & B'11'
SELECT B'110' | B'1101'
SELECT B'110' # B'1101'
SELECT B'101' || B'0011', B'' || B'1', '1'::varbit || B'0', B'1' || NULL
SELECT length(B'10101'), bit_length(B'101'), octet_length(B'101010101'), octet_length(B''), bit_count(B'10101'), char_length('101')
SELECT substring(B'1010110' FROM 3 FOR 2), substring(B'1010110' FROM 5), substring(B'1010' FROM -1 FOR 4), substring(B'1010', 2, 100), substring(B'1010' FROM 9)
SELECT substring(B'1010' FROM 2 FOR -1)
SELECT overlay(B'0000000' PLACING B'11' FROM 3), overlay(B'0000000' PLACING B'11' FROM 3 FOR 4), overlay(B'000' PLACING B'11' FROM 10), overlay(B'0000' PLACING B'1' FROM 2 FOR 0)
SELECT overlay(B'0000000' PLACING B'11' FROM 0)
SELECT position(B'010' IN B'000001010'), position(B'1' IN B'000'), position(B'' IN B'000'), position(B'' IN B''), position(B'1010' IN B'10')
SELECT get_bit(B'0101011000100', 3), set_bit(B'0101', 0, 1), set_bit(B'0101', 3, 0)
SELECT get_bit(B'0101', 4)
SELECT get_bit(B'0101', -1)
SELECT set_bit(B'0101', 4, 1)
SELECT set_bit(B'0101', 1, 2)
SELECT B'101'::int, B'11111111111111111111111111111111'::int, B'1'::bigint, B''::int, B'101'::varbit::bit(3)::int
SELECT B'111111111111111111111111111111111'::int
SELECT 44::bit(10), 44::bit(3), (-1)::bit(8), (-44)::bit(40), 5::bigint::bit(70), 5::bit, 6::bit
SELECT cast(-44 as bit(12)), '1110'::bit(4)::integer, X'10'::int
SELECT 5::smallint::bit(4)
SELECT 5::varbit
SELECT B'101'::text, B'101'::varchar, '101'::text::bit(3), B'101' || 'x'
SELECT x::bit(4), x::varbit FROM (VALUES ('101'), ('11111'), ('')) t(x)
SELECT x::bit(4) FROM (VALUES ('1'), ('1z')) t(x)
SELECT B'1' < B'10', B'11' > B'101', B'1' = B'01', B'10' <> B'1', B'' < B'0', B'101' = '101', B'101'::varbit = B'101', B'1' <= B'1', B'10' >= B'1'
SELECT b FROM (VALUES (B'1'), (B'10'), (B'01'), (NULL), (B''), (B'11')) t(b) ORDER BY b
SELECT b, count(*) FROM (VALUES (B'1'), (B'10'), (B'1')) t(b) GROUP BY b ORDER BY b
SELECT DISTINCT b FROM (VALUES (B'1'), (B'10'), (B'1')) t(b) ORDER BY 1 DESC
SELECT bit_and(b), bit_or(b), bit_xor(b) FROM (VALUES (B'1100'), (B'1010'), (NULL), (B'1111')) t(b)
SELECT bit_and(b) FROM (VALUES (B'1100'), (B'101')) t(b)
SELECT bit_and(b) FROM (VALUES (B'1100')) t(b) WHERE false
SELECT bit_or(b) FILTER (WHERE b <> B'11'), count(DISTINCT b) FROM (VALUES (B'11'), (B'10')) t(b)
SELECT array_agg(b ORDER BY b) FROM (VALUES (B'11'), (B'10')) t(b)
SELECT ARRAY[B'1', B'0'], '{101,1}'::bit(2)[], '{101,1}'::varbit[], ARRAY[B'101']::varbit(2)[]
SELECT B'1' IN (B'1', B'0'), CASE WHEN true THEN B'1' ELSE B'10' END, coalesce(NULL, B'1'), nullif(B'1', B'1'), greatest(B'1', B'10')
SELECT to_json(B'101'), to_jsonb(B'101'::varbit)
SELECT bit '101', '101'::bit
SELECT ''::bit(3), B''::bit(2)
SELECT '1'::bit(0)
SELECT '1'::bit(83886081)
SELECT B'1' + 1
SELECT B'1' AND true
SELECT max(B'1')
SELECT B'1'::bool
SELECT md5(B'1'::text), concat(B'1', B'0'), format('%s', B'10'), B'10' LIKE '1%'
SELECT quote_literal(B'10'), string_agg(b::text, ',') FROM (VALUES (B'1')) t(b) GROUP BY b
SELECT bitand(B'1', B'1'), bitcat(B'1', B'0')
SELECT b << n FROM (VALUES (B'1001', 1), (B'1001', -1), (B'1001', 10), (B'1001', NULL)) t(b, n)
