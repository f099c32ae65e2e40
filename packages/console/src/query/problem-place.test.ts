import { describe, expect, test } from 'vitest';
import { quoted } from '../sql/quoted.ts';
import { placeOf } from './problem-place.ts';

const marked = (message: string, sql: string) => {
  const place = placeOf(message, sql);
  return place && [sql.slice(place.from, place.to), place.fix];
};

describe('the place of an error', () => {
  test('is the word at its line and column', () => {
    expect(
      marked("syntax error at or near 'FROM' (line 2, column 2)", 'SELECT 1 +\n FROM x'),
    ).toEqual(['FROM', undefined]);
    expect(marked("syntax error at or near ')' (line 1, column 8)", 'SELECT )')).toEqual([
      ')',
      undefined,
    ]);
    expect(marked('syntax error at end of input (line 1, column 9)', 'SELECT 1')).toEqual([
      '1',
      undefined,
    ]);
  });

  test('has the nearest name as its fix', () => {
    const column = "column 'orgin' does not exist; did you mean 'origin'? (line 1, column 8)";
    expect(marked(column, 'SELECT orgin FROM flights')).toEqual(['orgin', '"origin"']);
    const spaced = "column 'tota' does not exist; did you mean 'Total Price'? (line 1, column 8)";
    expect(marked(spaced, 'SELECT tota FROM t')).toEqual(['tota', '"Total Price"']);
    const called = "function 'uper' does not exist; did you mean 'upper'? (line 1, column 8)";
    expect(marked(called, 'SELECT uper(a) FROM t')).toEqual(['uper', 'upper']);
  });

  test('is looked for by name where the message has none', () => {
    const table = "table 'default.main.flihts' not found; did you mean 'default.main.flights'?";
    expect(marked(table, 'SELECT *\nFROM flihts f')).toEqual(['flihts', '"flights"']);
    expect(marked(table, 'SELECT * FROM Main.flihts')).toEqual(['Main.flihts', '"main"."flights"']);
    expect(marked("table 'default.main.t' not found", 'SELECT tt FROM "t"')).toEqual([
      '"t"',
      undefined,
    ]);
    expect(marked("table 'default.main.x' not found", 'SELECT 1')).toBeNull();
  });

  test('is none where the words name none', () => {
    expect(marked('the query ran out of memory', 'SELECT 1')).toBeNull();
  });
});

test('names are quoted, for a bare one may mean something else', () => {
  expect(['a_1', 'user', 'A', 'a"b'].map(quoted)).toEqual(['"a_1"', '"user"', '"A"', '"a""b"']);
});
