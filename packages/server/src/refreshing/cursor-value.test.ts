import { expect, test } from 'vitest';
import { isBeyondAll, isTextCursor, valueBelow } from './cursor-value.ts';

test.each([
  ['9007199254740993', 2, '9007199254740991'],
  ['1', 3, '-2'],
  ['1.50', 2, '-0.50'],
  ['-1.5', 2, '-3.5'],
  ['0.05', 0, '0.05'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2024-03-01', 86_401, '2024-02-28'],
  ['2024-01-01 00:00:10.000001+00', 11, '2023-12-31 23:59:59.000001+00'],
  ['2024-01-01T00:00:00Z', 60, '2023-12-31T23:59:00Z'],
  ["'2024-01-01 00:00:00'", 1, "'2023-12-31 23:59:59'"],
  // Casts of TIMESTAMP_LTZ and TIMESTAMP_TZ by Snowflake.
  ['2024-01-01 00:00:00.000000000 +0000', 60, '2023-12-31 23:59:00.000000000 +0000'],
  ['2024-01-01 00:00:00 -08:00', 1, '2023-12-31 23:59:59 -08:00'],
  ['0001-01-01', 1, null],
  ['01HV', 1, null],
  ["'it''s'", 1, null],
])('%s is %i above %s', (value, overlap, below) => {
  expect(valueBelow(value, overlap)).toBe(below);
});

test('nothing is taken off digits of a text, whose order is another', () => {
  expect(valueBelow('0000001000', 10, true)).toBeNull();
  expect(valueBelow('0000001000', 0, true)).toBe('0000001000');
  expect(valueBelow('2024-01-01', 1, true)).toBe('2023-12-31');
});

test.each([
  ['VARCHAR', 'text', true],
  ['VARCHAR', 'varchar(50)', true],
  ['VARCHAR', 'TEXT', true],
  ['VARCHAR', 'numeric', false],
  ['VARCHAR', 'decimal(65,30)', false],
  ['VARCHAR', 'BIGNUMERIC', false],
  ['VARCHAR', 'DATETIME', false],
  ['BIGINT', 'int8', false],
])('%s of %s is in the order of texts: %s', (type, sourceType, isText) => {
  expect(isTextCursor({ type, sourceType })).toBe(isText);
});

test('what nothing is above is told', () => {
  expect(['infinity', 'NaN', '-infinity', '2024-01-01'].map(isBeyondAll)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
