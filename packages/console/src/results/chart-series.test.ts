import { expect, test } from 'vitest';
import { chartSeries, chooseChart, kindsOf, rangeFromZero } from './chart-series.ts';

test('the chart is chosen by what the columns hold', () => {
  expect(chooseChart(['text', 'number'], 20)).toEqual({ type: 'bar', x: 0, y: [1] });
  expect(chooseChart(['time', 'number', 'number'], 5000)).toEqual({
    type: 'line',
    x: 0,
    y: [1, 2],
  });
  expect(chooseChart(['number', 'number'], 5000)).toEqual({ type: 'scatter', x: 0, y: [1] });
  expect(chooseChart(['number'], 5000)).toEqual({ type: 'histogram', x: 0, y: [] });
  expect(chooseChart(['text', 'text'], 5)).toBeNull();
});

test('kinds are told by values, whatever is null', () => {
  const rows = [
    [null, '2024-01-01', 1, 12345678901234567890n, { a: 1 }],
    ['x', '2024-01-02T10:00:00', 2.5, 1, null],
  ];
  expect(kindsOf(['a', 'b', 'c', 'd', 'e'], rows)).toEqual([
    'text',
    'time',
    'number',
    'number',
    'nested',
  ]);
});

test('points stand in the order of their axis, and what has no place is told', () => {
  const rows = [
    ['2024-01-02', 2],
    ['2024-01-01', 1],
    [null, 3],
  ];
  const made = chartSeries({ type: 'line', x: 0, y: [1] }, ['day', 'n'], rows);
  expect(made.x).toEqual([1704067200, 1704153600]);
  expect(made.series).toEqual([{ name: 'n', values: [1, 2] }]);
  expect(made.note).toBe('1 rows have no place on the axis.');
});

test('a histogram counts every number once', () => {
  const rows = Array.from({ length: 100 }, (_, index) => [index]);
  const made = chartSeries({ type: 'histogram', x: 0, y: [] }, ['n'], [...rows, [null]]);
  expect(made.series[0]?.values.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(100);
  expect(
    chartSeries({ type: 'histogram', x: 0, y: [] }, ['n'], [[7], [7]]).series[0]?.values,
  ).toEqual([2]);
  expect(chartSeries({ type: 'histogram', x: 0, y: [] }, ['n'], []).series[0]?.values).toEqual([]);
});

test('what is measured by its height is measured from nothing', () => {
  expect(rangeFromZero(340, 420)[0]).toBe(0);
  expect(rangeFromZero(340, 420)[1]).toBeGreaterThan(420);
  expect(rangeFromZero(-9, -4)[1]).toBe(0);
  expect(rangeFromZero(-9, 4)[0]).toBeLessThan(-9);
  expect(rangeFromZero(null, null)).toEqual([0, 0.06]);
});
