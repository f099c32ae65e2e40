import { expect, test } from 'vitest';
import {
  heightOf,
  lastTopRow,
  mostPixels,
  scrollTopOf,
  topRowAt,
  topRowToShow,
  visibleRows,
} from './grid-place.ts';

const small = { rows: 1000, viewportHeight: 560 };
const large = { rows: 10_000_000, viewportHeight: 560 };

test('few rows are where they are', () => {
  expect(heightOf(small)).toBe(28_000);
  expect(topRowAt(280, small)).toBe(10);
  expect(visibleRows(10, small)).toEqual({ from: 6, to: 34, y: 168 });
});

test('of ten million rows each can be reached, and the scroll bar ends with the last', () => {
  expect(heightOf(large)).toBe(mostPixels);
  const end = mostPixels - large.viewportHeight;
  expect(topRowAt(end, large)).toBe(lastTopRow(large));
  expect(visibleRows(lastTopRow(large), large).to).toBe(10_000_000);
  for (const row of [0, 1, 4_999_999, 9_999_000])
    expect(topRowAt(scrollTopOf(row, large), large)).toBeCloseTo(row, 3);
});

test('a row is shown by the least movement', () => {
  expect(topRowToShow(5, 10, small)).toBe(5);
  expect(topRowToShow(15, 10, small)).toBe(10);
  expect(topRowToShow(40, 10, small)).toBe(21);
  expect(topRowToShow(999, 10, small)).toBe(980);
});
