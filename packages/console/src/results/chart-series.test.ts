import { expect, test } from 'vitest';
import {
  type ChartChoice,
  chartSeries,
  chooseChart,
  kindsOf,
  rangeFromZero,
  splitChoice,
} from './chart-series.ts';

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

test('rows at one place become a series for each group, in whatever order they come', () => {
  const columns = ['day', 'region', 'total'];
  const rows = [
    ['2024-01-02', 'south', 4],
    ['2024-01-01', 'north', 1],
    ['2024-01-01', 'south', 3],
    ['2024-01-02', 'north', 2],
    ['2024-01-03', null, 9],
  ];
  const kinds = kindsOf(columns, rows);
  const chosen = chooseChart(kinds, rows.length);
  const choice = chosen && splitChoice(chosen, kinds, rows);
  expect(choice).toMatchObject({ type: 'line', x: 0, y: [2], split: 1 });
  const made = chartSeries(choice as ChartChoice, columns, rows);
  expect(made.x).toEqual([1704067200, 1704153600, 1704240000]);
  expect(made.series).toEqual([
    { name: 'north', values: [1, 2, undefined] },
    { name: 'south', values: [3, 4, undefined] },
    { name: 'null', values: [undefined, undefined, 9] },
  ]);
  expect(made.note).toBeNull();
});

test('what tells rows of one place apart is a column of few values; points where there is none', () => {
  const at = (index: number) => `2024-01-0${1 + Math.floor(index / 4)}`;
  const rowsOf = (row: (index: number) => unknown[]) =>
    Array.from({ length: 32 }, (_, i) => row(i));
  const split = (rows: unknown[][]) => {
    const kinds = kindsOf(rows[0]?.map(String) ?? [], rows);
    const chosen = chooseChart(kinds, 5000);
    return chosen && splitChoice(chosen, kinds, rows);
  };
  expect(split(rowsOf((i) => [at(i), i % 4, i * 2]))).toMatchObject({ split: 1, y: [2] });
  expect(split(rowsOf((i) => [at(i), i % 2 === 0, i]))).toMatchObject({ split: 1, y: [2] });
  expect(split(rowsOf((i) => [at(i), `key ${i}`, i]))).toMatchObject({ type: 'scatter' });
  expect(split(rowsOf((i) => [at(i), i * 1.5, i]))).toMatchObject({ type: 'scatter' });
  const apart = split(rowsOf((i) => [`2024-02-01T00:00:${10 + i}`, `key ${i}`, i]));
  expect(apart).toEqual({ type: 'line', x: 0, y: [2] });
});

test('more groups than colours are told, and so is a line that goes up and down', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [`2024-01-${10 + (i % 2)}`, `g${i % 20}`, i]);
  const columns = ['day', 'g', 'n'];
  const made = chartSeries({ type: 'line', x: 0, y: [2], split: 1 }, columns, rows);
  expect(made.series.length).toBe(8);
  expect(made.note).toMatch(/^8 of 20 groups are drawn, those with the most rows\./);
  expect(chartSeries({ type: 'line', x: 0, y: [2] }, columns, rows).note).toMatch(/at one place/);
  expect(chartSeries({ type: 'scatter', x: 0, y: [2] }, columns, rows).note).toBeNull();
});

test('the zone of times is that of their texts', () => {
  const timeOf = (text: string) =>
    chartSeries({ type: 'line', x: 0, y: [1] }, ['at', 'n'], [[text, 1]]);
  expect(timeOf('2024-01-01').time).toEqual({ zone: 'written', isDate: true });
  expect(timeOf('2024-01-01T10:00:00').time).toEqual({ zone: 'written', isDate: false });
  expect(timeOf('2024-01-01T10:00:00Z').time).toEqual({ zone: 'utc', isDate: false });
  expect(timeOf('2024-01-01T10:00:00Z').across).toBe('at (UTC)');
  expect(timeOf('2024-01-01T12:00:00+02:00').x).toEqual(timeOf('2024-01-01T10:00:00').x);
});
