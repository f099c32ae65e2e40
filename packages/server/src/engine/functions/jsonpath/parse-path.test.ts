import { expect, it } from 'vitest';
import { parsePath } from './parse-path.ts';

it('refuses numbers that no numeric holds before their digits are written out', () => {
  for (const number of ['1e1000000', '1e-1000000', '1e999999999999'])
    expect(() => parsePath(`$ + ${number}`)).toThrow('value overflows numeric format');
  expect(() => parsePath('$ + 1.5e300')).not.toThrow();
});
