/**
 * The proleptic Gregorian calendar in PostgreSQL's count: year 0 is 1 BC. Days are counted from
 * 1970-01-01.
 */

export const microsPerDay = 86_400_000_000n;
export const microsPerSecond = 1_000_000;

/** DuckDB's infinite dates and timestamps are plus and minus the two constants. */
export const infiniteDays = 2 ** 31 - 1;
export const infiniteMicros = 2n ** 63n - 1n;

/** PostgreSQL's timestamps begin with 4714-11-24 BC and end before 294277-01-01. */
export const firstMicros = -210_866_803_200_000_000n;
export const lastMicros = 9_224_318_016_000_000_000n;

export const isInfinite = (micros: bigint): boolean =>
  micros === infiniteMicros || micros === -infiniteMicros;

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysPerEra = 146_097;

/** Days from 1970-01-01; `month` may lie outside 1 to 12. */
export function daysOf(year: number, month: number, day: number): number {
  const months = year * 12 + (month - 1);
  const y = Math.floor(months / 12);
  const m = months - y * 12 + 1;
  const shifted = m > 2 ? y : y - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (m > 2 ? m - 3 : m + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - 719_468;
}

export function civilOf(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 31);

/** 0 is Sunday. */
export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7;

/** The Julian day number. */
export const julianOf = (days: number): number => days + 2_440_588;

export const dayOfYear = (days: number): number => days - daysOf(civilOf(days).year, 1, 1) + 1;

/** The Monday of the first ISO week of a year. */
export function isoYearStart(year: number): number {
  const fourth = daysOf(year, 1, 4);
  return fourth - ((weekdayOf(fourth) + 6) % 7);
}

export interface IsoDate {
  readonly year: number;
  readonly week: number;
  /** Days since the first Monday, from 1. */
  readonly dayOfYear: number;
}

export function isoDateOf(days: number): IsoDate {
  let year = civilOf(days).year;
  if (days >= isoYearStart(year + 1)) year += 1;
  else if (days < isoYearStart(year)) year -= 1;
  const since = days - isoYearStart(year);
  return { year, week: Math.floor(since / 7) + 1, dayOfYear: since + 1 };
}

/** Splits microseconds into whole days and the rest. */
export function splitMicros(micros: bigint): { readonly days: number; readonly rest: number } {
  let days = micros / microsPerDay;
  let rest = micros % microsPerDay;
  if (rest < 0n) {
    rest += microsPerDay;
    days -= 1n;
  }
  return { days: Number(days), rest: Number(rest) };
}
