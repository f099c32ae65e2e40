import { expect, test } from 'vitest';
import { hasEngineWords, inHotsqlWords } from './engine-words.ts';

test.each([
  [
    "No function matches the given name and argument types 'list_sum(STRUCT(a INTEGER, b VARCHAR), DECIMAL(5,2)[])'. You might need to add explicit type casts.\nCandidate functions:\nlist_sum(HUGEINT[]) -> HUGEINT",
    'function list_sum(record, numeric[]) does not exist; its arguments may need explicit casts',
  ],
  [
    'Could not choose a best candidate function for the function call "abs(STRING_LITERAL)". In order to select one, please add explicit type casts.',
    'function abs(unknown) is not unique; add explicit casts',
  ],
  ['Overflow in multiplication of INT32 (-32768 * 1000000000)!', 'integer out of range'],
  ['Overflow in addition of DECIMAL(38) (9 + 1);', 'value overflows numeric format'],
  ['Overflow on abs(-32768)', 'smallint out of range'],
  [
    "Type DOUBLE with value nan can't be cast because the value is out of range for the destination type INT64 when casting from source column f8",
    'bigint out of range',
  ],
  ['Failed to cast decimal value 99999999999999999999 to type INT16', 'smallint out of range'],
  ["Could not convert string 'x' to INT128", 'invalid input syntax for type uuid: "x"'],
  [
    "Type VARCHAR with value 'a' can't be cast to the destination type VARCHAR[]",
    'invalid input syntax for type text[]: "a"',
  ],
  [
    'Unimplemented type for cast (TIMESTAMP -> DECIMAL(5,2))',
    'cannot cast type timestamp without time zone to numeric',
  ],
  [
    'Date and time not in timestamp range',
    'timestamp out of range: those past the year 294246 are not supported',
  ],
  [
    'Non-inner join on correlated columns not supported',
    'HotSQL does not support an outer join here that reads columns of an outer query; FULL JOIN never may',
  ],
  [
    'Cannot perform non-inner join on subquery!',
    'HotSQL does not support a subquery in the condition of this outer join; join what it gives first',
  ],
  ['STDDEV_POP for X is out of range!', 'value out of range: overflow'],
  ['struct_keys() expects a STRUCT argument', 'struct_keys() expects a record argument'],
])('%s', (engine, words) => {
  expect(inHotsqlWords(engine)).toBe(words);
  expect(hasEngineWords(words)).toBe(false);
});

test('what HotSQL says itself stays, with what it quotes', () => {
  const own = [
    'invalid input syntax for type integer: "HUGEINT"',
    "HotSQL does not support '_STRUCT(a VARCHAR)'; write numeric(p, s)",
    "column 'INT32' does not exist (line 1, column 8)",
  ];
  expect(own.map(inHotsqlWords)).toEqual(own);
});

test('what no line knows and names the inside of the engine is not passed on', () => {
  const unknown = 'Could not bind UHUGEINT in expression_binder.cpp';
  expect(inHotsqlWords(unknown)).toMatch(/^HotSQL does not support this combination/);
});
