import { describe, expect, test } from 'vitest';
import { readContextName } from './context-name.ts';

/** The words of docs/contract/names.md#reserved-words. */
const reserved =
  'select from where insert update delete create drop alter table index view and or not null true false in is like between join on as order by group having limit offset union all distinct case when then else end exists any some'.split(
    ' ',
  );

describe('the name of a context', () => {
  test('is no reserved word, in whatever case', () => {
    expect(new Set(reserved).size).toBe(42);
    for (const word of reserved) {
      for (const text of [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`]) {
        expect(() => readContextName(text)).toThrow(`'${text}' is a reserved word`);
      }
      expect(readContextName(`${word}_`)).toBe(`${word}_`);
    }
  });

  test.each(['a', '_', 'DataModel', 'A1_b2', 'n'.repeat(128)])('%s is kept as it is', (text) => {
    expect(readContextName(text)).toBe(text);
  });

  test.each([
    '',
    '1a',
    'a-b',
    'a b',
    ' a',
    'a.b',
    'käse',
    'a\n',
    'a\0',
    "a'b",
    '../a',
    'n'.repeat(129),
    'ſelect',
  ])('%j is refused', (text) => {
    expect(() => readContextName(text)).toThrow('is not a valid context name');
  });
});
