SELECT normalize('e\u0301'), normalize(U&'e\0301', NFC) = U&'\00e9', length(normalize(U&'\00e9', NFD)), normalize(U&'\FB01', NFKC)
SELECT U&'e\0301' IS NORMALIZED, U&'e\0301' IS NFD NORMALIZED, U&'\00e9' IS NOT NORMALIZED, 'abc' IS NFKC NORMALIZED
SELECT normalize(NULL), normalize(name) FROM people ORDER BY id
SELECT unistr('a\0061\u0062\+000063\U00000064\\'), unistr('\d83d\de00'), unistr('')
SELECT unistr('\d83d')
SELECT unistr('\de00\d83d')
SELECT unistr('\12')
SELECT unistr('a\')
SELECT unistr('\U00110000')
SELECT unistr('\0000')
SELECT unistr(NULL)
