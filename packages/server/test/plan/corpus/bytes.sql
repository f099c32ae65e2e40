-- Bytes.
SELECT encode('\x'::bytea, 'hex')
SELECT encode('\x'::bytea, 'base64')
SELECT encode('\x'::bytea, 'escape')
SELECT length('\x'::bytea), octet_length('\x'::bytea), bit_length('\x'::bytea)
SELECT get_byte('\x'::bytea, 1)
SELECT get_bit('\x'::bytea, 3)
SELECT set_byte('\x'::bytea, 0, 65)::text
SELECT set_bit('\x'::bytea, 9, 1)::text
SELECT substring('\x'::bytea from 2)::text
SELECT substring('\x'::bytea from 0 for 2)::text
SELECT substr('\x'::bytea, 2, -1)::text
SELECT overlay('\x'::bytea placing '\xaa'::bytea from 2)::text
SELECT position('a'::bytea in '\x'::bytea)
SELECT btrim('\x'::bytea, '\x0061'::bytea)::text
SELECT md5('\x'::bytea)
SELECT sha256('\x'::bytea)::text
SELECT sha224('\x'::bytea)::text, sha512('\x'::bytea)::text
SELECT bit_count('\x'::bytea)
SELECT reverse('\x'::bytea)::text
SELECT ('\x'::bytea || '\x'::bytea)::text
SELECT '\x'::bytea = '\x616263'
SELECT '\x'::bytea < '\x60'
SELECT encode('\x00ff61'::bytea, 'hex')
SELECT encode('\x00ff61'::bytea, 'base64')
SELECT encode('\x00ff61'::bytea, 'escape')
SELECT length('\x00ff61'::bytea), octet_length('\x00ff61'::bytea), bit_length('\x00ff61'::bytea)
SELECT get_byte('\x00ff61'::bytea, 1)
SELECT get_bit('\x00ff61'::bytea, 3)
SELECT set_byte('\x00ff61'::bytea, 0, 65)::text
SELECT set_bit('\x00ff61'::bytea, 9, 1)::text
SELECT substring('\x00ff61'::bytea from 2)::text
SELECT substring('\x00ff61'::bytea from 0 for 2)::text
SELECT substr('\x00ff61'::bytea, 2, -1)::text
SELECT overlay('\x00ff61'::bytea placing '\xaa'::bytea from 2)::text
SELECT position('a'::bytea in '\x00ff61'::bytea)
SELECT btrim('\x00ff61'::bytea, '\x0061'::bytea)::text
SELECT md5('\x00ff61'::bytea)
SELECT sha256('\x00ff61'::bytea)::text
SELECT sha224('\x00ff61'::bytea)::text, sha512('\x00ff61'::bytea)::text
SELECT bit_count('\x00ff61'::bytea)
SELECT reverse('\x00ff61'::bytea)::text
SELECT ('\x00ff61'::bytea || '\x00ff61'::bytea)::text
SELECT '\x00ff61'::bytea = '\x616263'
SELECT '\x00ff61'::bytea < '\x60'
SELECT encode('abc'::bytea, 'hex')
SELECT encode('abc'::bytea, 'base64')
SELECT encode('abc'::bytea, 'escape')
SELECT length('abc'::bytea), octet_length('abc'::bytea), bit_length('abc'::bytea)
SELECT get_byte('abc'::bytea, 1)
SELECT get_bit('abc'::bytea, 3)
SELECT set_byte('abc'::bytea, 0, 65)::text
SELECT set_bit('abc'::bytea, 9, 1)::text
SELECT substring('abc'::bytea from 2)::text
SELECT substring('abc'::bytea from 0 for 2)::text
SELECT substr('abc'::bytea, 2, -1)::text
SELECT overlay('abc'::bytea placing '\xaa'::bytea from 2)::text
SELECT position('a'::bytea in 'abc'::bytea)
SELECT btrim('abc'::bytea, '\x0061'::bytea)::text
SELECT md5('abc'::bytea)
SELECT sha256('abc'::bytea)::text
SELECT sha224('abc'::bytea)::text, sha512('abc'::bytea)::text
SELECT bit_count('abc'::bytea)
SELECT reverse('abc'::bytea)::text
SELECT ('abc'::bytea || 'abc'::bytea)::text
SELECT 'abc'::bytea = '\x616263'
SELECT 'abc'::bytea < '\x60'
SELECT encode('\x5c27'::bytea, 'hex')
SELECT encode('\x5c27'::bytea, 'base64')
SELECT encode('\x5c27'::bytea, 'escape')
SELECT length('\x5c27'::bytea), octet_length('\x5c27'::bytea), bit_length('\x5c27'::bytea)
SELECT get_byte('\x5c27'::bytea, 1)
SELECT get_bit('\x5c27'::bytea, 3)
SELECT set_byte('\x5c27'::bytea, 0, 65)::text
SELECT set_bit('\x5c27'::bytea, 9, 1)::text
SELECT substring('\x5c27'::bytea from 2)::text
SELECT substring('\x5c27'::bytea from 0 for 2)::text
SELECT substr('\x5c27'::bytea, 2, -1)::text
SELECT overlay('\x5c27'::bytea placing '\xaa'::bytea from 2)::text
SELECT position('a'::bytea in '\x5c27'::bytea)
SELECT btrim('\x5c27'::bytea, '\x0061'::bytea)::text
SELECT md5('\x5c27'::bytea)
SELECT sha256('\x5c27'::bytea)::text
SELECT sha224('\x5c27'::bytea)::text, sha512('\x5c27'::bytea)::text
SELECT bit_count('\x5c27'::bytea)
SELECT reverse('\x5c27'::bytea)::text
SELECT ('\x5c27'::bytea || '\x5c27'::bytea)::text
SELECT '\x5c27'::bytea = '\x616263'
SELECT '\x5c27'::bytea < '\x60'
SELECT encode(decode('', 'hex'), 'hex')
SELECT encode(decode('', 'base64'), 'hex')
SELECT encode(decode('', 'escape'), 'hex')
SELECT encode(decode('', 'foo'), 'hex')
SELECT encode(decode('YWJj', 'hex'), 'hex')
SELECT encode(decode('YWJj', 'base64'), 'hex')
SELECT encode(decode('YWJj', 'escape'), 'hex')
SELECT encode(decode('YWJj', 'foo'), 'hex')
SELECT encode(decode('YWI=', 'hex'), 'hex')
SELECT encode(decode('YWI=', 'base64'), 'hex')
SELECT encode(decode('YWI=', 'escape'), 'hex')
SELECT encode(decode('YWI=', 'foo'), 'hex')
SELECT encode(decode('Y', 'hex'), 'hex')
SELECT encode(decode('Y', 'base64'), 'hex')
SELECT encode(decode('Y', 'escape'), 'hex')
SELECT encode(decode('Y', 'foo'), 'hex')
SELECT encode(decode('6162', 'hex'), 'hex')
SELECT encode(decode('6162', 'base64'), 'hex')
SELECT encode(decode('6162', 'escape'), 'hex')
SELECT encode(decode('6162', 'foo'), 'hex')
SELECT encode(decode('616', 'hex'), 'hex')
SELECT encode(decode('616', 'base64'), 'hex')
SELECT encode(decode('616', 'escape'), 'hex')
SELECT encode(decode('616', 'foo'), 'hex')
SELECT encode(decode('zz', 'hex'), 'hex')
SELECT encode(decode('zz', 'base64'), 'hex')
SELECT encode(decode('zz', 'escape'), 'hex')
SELECT encode(decode('zz', 'foo'), 'hex')
SELECT encode(decode('61 62', 'hex'), 'hex')
SELECT encode(decode('61 62', 'base64'), 'hex')
SELECT encode(decode('61 62', 'escape'), 'hex')
SELECT encode(decode('61 62', 'foo'), 'hex')
SELECT encode(decode(E'a\\\\b\\101', 'hex'), 'hex')
SELECT encode(decode(E'a\\\\b\\101', 'base64'), 'hex')
SELECT encode(decode(E'a\\\\b\\101', 'escape'), 'hex')
SELECT encode(decode(E'a\\\\b\\101', 'foo'), 'hex')
SELECT encode(decode(E'\\9', 'hex'), 'hex')
SELECT encode(decode(E'\\9', 'base64'), 'hex')
SELECT encode(decode(E'\\9', 'escape'), 'hex')
SELECT encode(decode(E'\\9', 'foo'), 'hex')
SELECT '\x6'::bytea
SELECT '\xzz'::bytea
SELECT E'a\\b'::bytea
SELECT E'a\\134b'::bytea::text
SELECT encode('é'::bytea, 'hex')
SELECT name::bytea::text FROM people ORDER BY id
SELECT convert_from('\xff00'::bytea, 'LATIN1')
SELECT convert_from('\xff61'::bytea, 'LATIN1'), convert_from('\x'::bytea, 'LATIN1')
SELECT encode(convert_to(repeat('a', n), 'UTF8'), 'base64') FROM generate_series(54, 116) g(n)
