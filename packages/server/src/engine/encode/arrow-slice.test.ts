import { describe, expect, test } from 'vitest';
import { rowsOfGroupFrom, wholeGroups } from './arrow-slice.ts';

describe('row groups that make up a range', () => {
  test.each([
    ['all of them', [10, 10, 5], 0, 25, [0, 1, 2]],
    ['whole ones only', [10, 10, 5], 0, 19, [0]],
    ['from a later one', [10, 10, 5], 10, 15, [1, 2]],
    ['none when the first is too large', [10, 10, 5], 0, 9, []],
    ['none when the range begins inside one', [10, 10, 5], 5, 20, []],
    ['no later one behind one that does not fit', [10, 100, 5], 0, 60, [0]],
  ])('are %s', (_, rows, offset, count, expected) => {
    expect(wholeGroups(rows, offset, count)).toEqual(expected);
  });

  test('end where the one ends that a range begins in', () => {
    expect([0, 5, 9, 10, 24, 25].map((offset) => rowsOfGroupFrom([10, 10, 5], offset))).toEqual([
      10, 5, 1, 10, 1, 0,
    ]);
  });
});
