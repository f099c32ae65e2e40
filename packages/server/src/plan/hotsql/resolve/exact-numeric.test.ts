import { expect, it } from 'vitest';
import { comparableNumerics } from './exact-numeric.ts';
import { expr } from './expr.ts';
import { decimalType, exactType } from './type.ts';

const cents = expr('cents', decimalType(38, 2));
const fine = expr('fine', decimalType(38, 12));
const finest = expr('finest', decimalType(38, 30));

it('compares DECIMALs of different decimals as one where the statement may be run again', () => {
  expect(comparableNumerics(cents, fine, true)).toEqual([
    'CAST(cents AS DECIMAL(38,12))',
    'CAST(fine AS DECIMAL(38,12))',
  ]);
});

it('compares numerics by a key of each where nothing could be run again, or little fits', () => {
  expect(comparableNumerics(cents, fine).join()).toMatch(/hotsql_numeric_key.*hotsql_numeric_key/);
  expect(comparableNumerics(cents, finest, true).join()).toContain('hotsql_numeric_key');
  const exact = expr('exact', exactType);
  expect(comparableNumerics(cents, exact, true).join()).toContain('hotsql_numeric_key(exact)');
});
