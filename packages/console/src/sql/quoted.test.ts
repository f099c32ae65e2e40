import { expect, test } from 'vitest';
import { named, quoted } from './quoted.ts';

test('a name is bare only where that leads to it', () => {
  expect(['city', 'sales_2024', '_x'].map(named)).toEqual(['city', 'sales_2024', '_x']);
  for (const name of [
    'City',
    'order',
    'user',
    'current_date',
    'a b',
    '1st',
    'a"b',
    'größe',
    '',
    'qualify',
  ])
    expect(named(name)).toBe(quoted(name));
  expect(named('a"b')).toBe('"a""b"');
});
