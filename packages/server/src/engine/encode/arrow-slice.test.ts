import { describe, expect, test } from 'vitest';
import { wholeGroups } from './arrow-slice.ts';

describe('row groups that make up a range', () => {
  test.each([
    ['all of them', [10, 10, 5], 0, 25, { groups: [0, 1, 2], rowCount: 25 }],
    ['whole ones only', [10, 10, 5], 0, 19, { groups: [0], rowCount: 10 }],
    ['from a later one', [10, 10, 5], 10, 15, { groups: [1, 2], rowCount: 15 }],
    ['none when the first is too large', [10, 10, 5], 0, 9, undefined],
    ['none when the range begins inside one', [10, 10, 5], 5, 20, undefined],
    [
      'no later one behind one that does not fit',
      [10, 100, 5],
      0,
      60,
      { groups: [0], rowCount: 10 },
    ],
  ])('are %s', (_, rows, offset, count, expected) => {
    expect(wholeGroups(rows, offset, count)).toEqual(expected);
  });
});
