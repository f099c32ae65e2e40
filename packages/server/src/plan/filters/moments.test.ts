import { describe, expect, it } from 'vitest';
import { addMonths, readDate, readTimestamp, readZonedTimestamp } from './moments.ts';

describe('a date or time', () => {
  it('is counted as JavaScript counts it, over the centuries and leap years', () => {
    for (const year of [
      1, 4, 99, 100, 400, 1582, 1899, 1900, 1969, 1970, 2000, 2023, 2024, 2100, 9999,
    ]) {
      for (let month = 1; month <= 12; month += 1) {
        for (let day = 1; day <= 32; day += 1) {
          const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const moment = new Date(`${text}T00:00:00Z`);
          const isReal = !Number.isNaN(moment.getTime()) && moment.getUTCDate() === day;
          expect(readDate(text), text).toBe(isReal ? BigInt(moment.getTime()) * 1000n : undefined);
        }
      }
    }
    expect(readDate('12000-01-01')).toBe(BigInt(Date.UTC(12000, 0, 1)) * 1000n);
  });

  it('has the time, its fraction and its time zone', () => {
    const noon = BigInt(Date.UTC(2024, 1, 29, 12)) * 1000n;
    expect(readTimestamp('2024-02-29 12:00:00')).toBe(noon);
    expect(readTimestamp('2024-02-29T12:00')).toBe(noon);
    expect(readTimestamp('1969-12-31 23:59:59.5')).toBe(-500_000n);
    expect(readTimestamp('2024-02-29 12:00:00.000001')).toBe(noon + 1n);
    for (const text of [
      '2024-02-29 14:00:00+02',
      '2024-02-29 06:30:00-05:30',
      '2024-02-29 12:00Z',
      '2024-02-29 12:00:00 UTC',
    ]) {
      expect(readZonedTimestamp(text), text).toBe(noon);
    }
  });

  it('is unknown in any other form', () => {
    for (const text of [
      'infinity',
      '0044-03-15 (BC)',
      '2024-1-1',
      '2024-01-01 25:00:00',
      '2024-01-01 10:00+02',
      ' 2024-01-01',
      '0000-01-01',
    ]) {
      expect([text, readDate(text), readTimestamp(text)]).toEqual([text, undefined, undefined]);
    }
  });

  it('some months later is on the last day where the month is shorter', () => {
    const later = (text: string, months: number) => addMonths(readTimestamp(text) ?? 0n, months);
    expect(later('2024-01-31 10:00:00', 1)).toBe(readTimestamp('2024-02-29 10:00:00'));
    expect(later('2024-03-31', -13)).toBe(readTimestamp('2023-02-28'));
    expect(later('1969-12-31 23:00:00', 2)).toBe(readTimestamp('1970-02-28 23:00:00'));
    expect(later('2023-02-28', 12)).toBe(readTimestamp('2024-02-28'));
    expect(later('0001-01-15', -1)).toBeUndefined();
  });
});
