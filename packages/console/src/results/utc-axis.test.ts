import { expect, test } from 'vitest';
import { momentText, placeText, timePlaces, timeStep } from './utc-axis.ts';

const seconds = (text: string) => Date.parse(`${text}Z`) / 1000;

/** The texts of an axis of at most `most` parts. */
function axis(from: string, to: string, most: number): string[] {
  const [first, last] = [seconds(from), seconds(to)];
  const step = timeStep(first, last, most);
  return timePlaces(first, last, step).map((place) => placeText(place, step));
}

test('places are whole days, months and years of the calendar', () => {
  expect(axis('2024-02-27T00:00:00', '2024-03-02T00:00:00', 6)).toEqual([
    '2024-02-27',
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
    '2024-03-02',
  ]);
  expect(axis('2023-11-15T00:00:00', '2024-03-15T00:00:00', 5)).toEqual([
    '2023-12',
    '2024-01',
    '2024-02',
    '2024-03',
  ]);
  expect(axis('2019-06-01T00:00:00', '2024-03-15T00:00:00', 6)).toEqual([
    '2020',
    '2021',
    '2022',
    '2023',
    '2024',
  ]);
  expect(axis('0024-01-01T00:00:00', '0026-01-01T00:00:00', 3)).toEqual(['0024', '0025', '0026']);
});

test('an hour that a zone of the browser leaves out is there', () => {
  // Los Angeles has no 02:30 on the day.
  expect(axis('2024-03-10T01:00:00', '2024-03-10T04:00:00', 3)).toEqual([
    '01:00',
    '02:00',
    '03:00',
    '04:00',
  ]);
  expect(momentText(seconds('2024-03-10T02:30:00'), false)).toBe('2024-03-10 02:30:00');
  expect(axis('2024-01-01T22:00:00', '2024-01-02T02:00:00', 5)).toEqual([
    '22:00',
    '23:00',
    '2024-01-02',
    '01:00',
    '02:00',
  ]);
});

test('parts of a second keep their digits', () => {
  expect(axis('2024-01-01T00:00:00.100', '2024-01-01T00:00:00.104', 5)).toEqual([
    '00:00:00.100',
    '00:00:00.101',
    '00:00:00.102',
    '00:00:00.103',
    '00:00:00.104',
  ]);
  expect(momentText(seconds('2024-01-01T00:00:00.250'), false)).toBe('2024-01-01 00:00:00.250');
  expect(momentText(seconds('2024-01-01T00:00:00'), true)).toBe('2024-01-01');
});

test('an axis without an end or of all time ends', () => {
  expect(timePlaces(0, Number.NaN, 1)).toEqual([]);
  expect(timePlaces(0, Number.NaN, 365 * 86_400)).toEqual([]);
  const [from, to] = [-8.64e12, 8.64e12];
  expect(timePlaces(from, to, timeStep(from, to, 10)).length).toBeLessThan(130);
});
