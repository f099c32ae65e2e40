import { expect, it } from 'vitest';
import { SqlError } from '../kernel/sql-error.ts';
import { readArrayText } from './array-text.ts';
import { readDecimal, trimDecimal } from './decimal.ts';
import { readFloatText, readIntegerText, readNumericText } from './number-text.ts';
import { readInterval } from './read-interval.ts';

// Each of the texts took minutes when the work grew with the square of the text, or doubled with
// its depth.
const size = 200_000;
const digits = '1'.repeat(size);
const blanks = ' '.repeat(size);

it('reads an array of as many dimensions as PostgreSQL does', () => {
  const nested = (depth: number) => readArrayText(`${'{'.repeat(depth)}1${'}'.repeat(depth)}`);
  expect(nested(6)).toMatchObject({ kind: 'rows', shape: '1,1,1,1,1' });
  expect(nested(7)).toEqual({ kind: 'unsupported', what: 'an array of more than 6 dimensions' });
  expect(nested(size).kind).toBe('unsupported');
  expect(readArrayText('{{{1},{2}},{{3},{4,5}}}').kind).toBe('malformed');
});

it('reads long texts in proportion to their length', () => {
  const backslashes = '\\'.repeat(size);
  expect(readArrayText(`{${backslashes}x}`)).toEqual({
    kind: 'elements',
    elements: [`${'\\'.repeat(size / 2)}x`],
  });
  expect(readArrayText(`{${backslashes} }`)).toMatchObject({ elements: ['\\'.repeat(size / 2)] });
  expect(() => readInterval(`P${digits}x`)).toThrow(SqlError);
  expect(() => readInterval(`P${digits}-1-x`)).toThrow(SqlError);
  expect(readFloatText(`${digits}x`, 'float8')).toBe('malformed');
  expect(readFloatText(`0x${digits}x`, 'float8')).toBe('malformed');
  for (const text of [`1${blanks}1`, `${blanks}x${blanks}x`]) {
    expect(readIntegerText(text, 64)).toBe('malformed');
    expect(readNumericText(text)).toBe('malformed');
  }
  expect(readIntegerText(`${blanks}7${blanks}`, 64)).toEqual({ value: 7n });
  expect(trimDecimal(readDecimal(`1.5${'0'.repeat(size)}`))).toEqual({ digits: 15n, scale: 1 });
  expect(trimDecimal(readDecimal('0.00'))).toEqual({ digits: 0n, scale: 0 });
});

it('takes no exponent that PostgreSQL does not take', () => {
  expect(readNumericText('1e131072')).toBe('out of range');
  expect(readNumericText('0.1e131072')).toEqual({ value: '0.1e131072' });
  expect(readNumericText('0e200000')).toEqual({ value: '0e200000' });
  expect(readNumericText('1e-16384')).toBe('out of range');
  expect(readNumericText('1e-16383')).toEqual({ value: '1e-16383' });
  expect(readNumericText('0x1e9')).toEqual({ value: '489' });
});
