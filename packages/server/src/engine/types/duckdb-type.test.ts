import { describe, expect, test } from 'vitest';
import { parseType, printType } from './duckdb-type.ts';

describe('a type name', () => {
  test.each([
    ['BIGINT', 'BIGINT'],
    ['bigint', 'BIGINT'],
    ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMP WITH TIME ZONE'],
    ['TIMESTAMPTZ', 'TIMESTAMP WITH TIME ZONE'],
    ['DECIMAL(18,3)', 'DECIMAL(18,3)'],
    ['DECIMAL', 'DECIMAL(18,3)'],
    ['VARCHAR(3)', 'VARCHAR'],
    ["GEOMETRY('OGC:CRS84')", 'GEOMETRY'],
    ['"NULL"[]', '"NULL"[]'],
    ['INTEGER[3][]', 'INTEGER[3][]'],
    ["ENUM('a', 'it''s, (b)')", "ENUM('a', 'it''s, (b)')"],
    ['MAP(VARCHAR, INTEGER[])', 'MAP(VARCHAR, INTEGER[])'],
    ['STRUCT(a INTEGER, "b ""c"", (" VARCHAR)[]', 'STRUCT("a" INTEGER, "b ""c"", (" VARCHAR)[]'],
    ['STRUCT("" INTEGER, "" VARCHAR)', 'STRUCT(INTEGER, VARCHAR)'],
    ['STRUCT(INTEGER, TIMESTAMP WITH TIME ZONE)', 'STRUCT(INTEGER, TIMESTAMP WITH TIME ZONE)'],
    [
      'STRUCT("timestamp" TIMESTAMP WITH TIME ZONE)',
      'STRUCT("timestamp" TIMESTAMP WITH TIME ZONE)',
    ],
    ['STRUCT(é DECIMAL(4,1), x STRUCT(y BLOB))', 'STRUCT("é" DECIMAL(4,1), "x" STRUCT("y" BLOB))'],
    ['UNION(num INTEGER, "A b" VARCHAR)', 'UNION("num" INTEGER, "A b" VARCHAR)'],
  ])('%s is read as %s', (text, printed) => {
    expect(printType(parseType(text))).toBe(printed);
    expect(parseType(printed)).toEqual(parseType(text));
  });

  test.each(['', '(', 'INTEGER[', 'STRUCT(', 'MAP(VARCHAR)', 'BIGINT)', "ENUM('a", 'DECIMAL(x'])(
    'that is none is refused: %s',
    (text) => {
      expect(() => parseType(text)).toThrow(/is not a type name/);
    },
  );

  test('nested without end is refused before the stack ends', () => {
    expect(() => parseType('STRUCT(a '.repeat(100_000))).toThrow(/is not a type name/);
  });
});
