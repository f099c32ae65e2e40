import { expect, test } from 'vitest';
import {
  canRaise,
  castLiteral,
  countChanging,
  countMacros,
  givesRows,
  hasConnective,
  hasNull,
  hasQuery,
  hasWindow,
  integersOfList,
  isNonZeroLiteral,
  isTextLiteral,
  literalOfCall,
  macroDepth,
  readsColumns,
  withName,
} from './printed-facts.ts';

/** Each fact, with a matching text. */
const facts: readonly (readonly [string, (text: string) => boolean, string])[] = [
  ['a query', hasQuery, '(SELECT 1)'],
  ['a window', hasWindow, 'row_number() OVER ()'],
  ['rows', givesRows, 'unnest([1, 2])'],
  ['a null', hasNull, 'coalesce(1, NULL)'],
  ['a connective', hasConnective, '(true OR false)'],
  ['a changing call', (text) => countChanging(text) > 0, 'gen_random_uuid()'],
  ['a macro', (text) => countMacros(text) > 0, '"hotsql:".main."divisor"(1, 2)'],
  ['macros within macros', (text) => macroDepth(text) > 0, '"hotsql:".main."divisor"(1, 2)'],
  ['what may raise', canRaise, 'sqrt(x)'],
];

test.each(facts)('%s is told of the words of a text', (_what, isThere, text) => {
  expect(isThere(text)).toBe(true);
});

test.each(facts)('%s is not told of literals and of quoted names', (_what, isThere, text) => {
  expect(isThere(`'${text.replaceAll("'", "''")}'`)).toBe(false);
  expect(isThere(`"${text.replaceAll('"', '""')}"`)).toBe(false);
  expect(isThere(`concat_empty IN ('it''s ${text}')`)).toBe(false);
});

test('calls are counted where they are, and levels of macros by their parentheses', () => {
  const macro = (inner: string) => `"hotsql:".main."divisor"(${inner})`;
  expect(countChanging("random() || 'random()' || uuid()")).toBe(2);
  expect(countMacros(`${macro('1')} || '${macro('1')}' || array_to_string([1], ',')`)).toBe(2);
  expect(macroDepth(`${macro('(1)')} + ${macro('1')}`)).toBe(1);
  expect(macroDepth(macro(`array_to_string([${macro("')'")}], ')')`))).toBe(2);
});

test('constants and columns raise nothing; what is computed of them might', () => {
  for (const text of [
    "CAST('2030-01-31' AS DATE)",
    '"a-b"',
    'coalesce("a", 1)',
    'count(*)',
    '(-1)',
  ])
    expect([text, canRaise(text)]).toEqual([text, false]);
  for (const text of ['"a" + 1', 'CAST("a" AS INTEGER)', '"a-b" / 2', '"hotsql:".main."div"(1)'])
    expect([text, canRaise(text)]).toEqual([text, true]);
});

test('columns, literals and casts of literals are known as such', () => {
  expect([readsColumns('"a"'), readsColumns(`'"'`), readsColumns('1')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isTextLiteral("'it''s'"), isTextLiteral("'a' || 'b'")]).toEqual([true, false]);
  expect(castLiteral("CAST('2030-01-31' AS DATE)")).toEqual({
    value: '2030-01-31',
    isText: true,
    engine: 'DATE',
  });
  expect(castLiteral('CAST(5 AS BIGINT)')).toEqual({ value: '5', isText: false, engine: 'BIGINT' });
  expect(castLiteral('CAST("a" AS DATE)')).toBeUndefined();
});

test('a name of the printer’s own becomes an expression where it is one, and in no literal', () => {
  expect(withName(`f("row1", '"row1"', "row11", "row1")`, '"row1"', '"z"[1]')).toBe(
    `f("z"[1], '"row1"', "row11", "z"[1])`,
  );
});

test('constants of special calls and lists are read where they are all that is written', () => {
  expect(literalOfCall("in('$.a')", 'in')).toBe("'$.a'");
  expect(literalOfCall("in('$.a' || 'b')", 'in')).toBeUndefined();
  expect(integersOfList('[CAST(2 AS INTEGER), CAST(3 AS INTEGER)]')).toEqual([2, 3]);
  expect(integersOfList('["a", 3]')).toBeUndefined();
  expect(["CAST('-0.5' AS DOUBLE)", "CAST('0.0' AS DOUBLE)"].map(isNonZeroLiteral)).toEqual([
    true,
    false,
  ]);
});
