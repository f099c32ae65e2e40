import { sqlError } from '../../kernel/sql-error.ts';
import { civilOf, daysInMonth, daysOf, isoYearStart, julianOf } from '../../values/calendar.ts';

/** The values read by a template's fields; 0 means an absent field. */
export interface Found {
  mode: 'none' | 'gregorian' | 'iso';
  hour: number;
  minute: number;
  second: number;
  secondOfDay: number;
  millis: number;
  micros: number;
  isAfternoon: boolean;
  hasHalves: boolean;
  isBeforeChrist: boolean;
  year: number;
  yearDigits: number;
  century: number;
  julian: number;
  month: number;
  week: number;
  weekOfMonth: number;
  day: number;
  dayOfYear: number;
  weekday: number;
  zoneSign: number;
  zoneHours: number;
  zoneMinutes: number;
  /** Seconds east of UTC, from an abbreviation. */
  zoneSeconds: number | undefined;
  digits: number;
}

export interface ParsedTime {
  readonly days: number;
  /** Microseconds of the day. */
  readonly micros: number;
  readonly zoneSeconds: number;
  /** The number of fractional digits to which FF1 to FF6 round. */
  readonly digits: number;
}

export const wrong = (message: string): never => sqlError('22007', message);

export function resolve(found: Found, value: string): ParsedTime {
  const outOfRange = (): never =>
    sqlError('22008', `date/time field value out of range: "${value}"`);
  const { hour, minute, second } = resolveClock(found);
  const date = resolveDate(found);
  // The day is not compared with the length of its month when the year is missing.
  const hasYear = found.year !== 0 || found.century !== 0 || found.julian !== 0;
  const lastDay = hasYear ? daysInMonth(date.year, date.month) : 31;
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > lastDay) outOfRange();
  const fraction = found.millis * 1000 + found.micros;
  const isClock = [hour, minute, second, fraction].every((part) => part >= 0);
  if (!isClock || hour >= 24 || minute >= 60 || second >= 60 || fraction >= 1e6) outOfRange();
  const { zoneSign, zoneHours, zoneMinutes } = found;
  if (zoneHours < 0 || zoneHours > 15 || zoneMinutes < 0 || zoneMinutes >= 60) {
    sqlError('22009', `time zone displacement out of range: "${value}"`);
  }
  return {
    days: daysOf(date.year, date.month, date.day),
    micros: ((hour * 60 + minute) * 60 + second) * 1e6 + fraction,
    digits: found.digits,
    zoneSeconds:
      (zoneSign === 0 ? found.zoneSeconds : undefined) ??
      (zoneSign || 1) * (zoneHours * 3600 + zoneMinutes * 60),
  };
}

function resolveClock(found: Found): { hour: number; minute: number; second: number } {
  const { secondOfDay } = found;
  let [hour, minute, second] = [
    Math.trunc(secondOfDay / 3600),
    Math.trunc(secondOfDay / 60) % 60,
    secondOfDay % 60,
  ];
  if (found.second !== 0) second = found.second;
  if (found.minute !== 0) minute = found.minute;
  if (found.hour !== 0) hour = found.hour;
  if (found.hasHalves) {
    if (hour < 1 || hour > 12) wrong(`hour "${hour}" is invalid for the 12-hour clock`);
    if (found.isAfternoon && hour < 12) hour += 12;
    else if (!found.isAfternoon && hour === 12) hour = 0;
  }
  return { hour, minute, second };
}

/** The astronomical year, 0 for 1 BC. */
function resolveYear({ year, century, yearDigits, isBeforeChrist }: Found): number {
  const signed = isBeforeChrist ? -century : century;
  if (year !== 0 && century !== 0 && yearDigits <= 2) {
    const low = year % 100;
    if (low === 0) return signed * 100 + (signed >= 0 ? 0 : 1);
    return signed >= 0 ? low + (signed - 1) * 100 : (signed + 1) * 100 - low + 1;
  }
  if (year !== 0) {
    const counted = isBeforeChrist ? -year : year;
    return counted < 0 ? counted + 1 : counted;
  }
  if (century === 0) return 0;
  return signed >= 0 ? (signed - 1) * 100 + 1 : signed * 100 + 1;
}

function resolveDate(found: Found): { year: number; month: number; day: number } {
  let date = { year: resolveYear(found), month: 1, day: 1 };
  if (found.julian !== 0) date = civilOf(found.julian - julianOf(0));
  let { dayOfYear, day } = found;
  if (found.week !== 0 && found.mode === 'iso') {
    // Sunday is day 1 of a field and day 7 of a week.
    const weekday = found.weekday === 0 ? 0 : (found.weekday + 5) % 7;
    date = civilOf(isoYearStart(date.year) + (found.week - 1) * 7 + weekday);
  } else if (found.week !== 0) dayOfYear = (found.week - 1) * 7 + 1;
  if (found.weekOfMonth !== 0) day = (found.weekOfMonth - 1) * 7 + 1;
  if (day !== 0) date.day = day;
  if (found.month !== 0) date.month = found.month;
  if (dayOfYear !== 0 && (date.month <= 1 || date.day <= 1)) {
    if (date.year === 0 && !found.isBeforeChrist)
      wrong('cannot calculate day of year without year information');
    if (found.mode === 'iso') return civilOf(isoYearStart(date.year) - 1 + dayOfYear);
    const start = monthOfDay(date.year, dayOfYear);
    if (date.month <= 1) date.month = start.month;
    if (date.day <= 1) date.day = start.day;
  }
  return date;
}

function monthOfDay(year: number, dayOfYear: number): { month: number; day: number } {
  let [month, day] = [1, dayOfYear];
  while (month <= 12 && day > daysInMonth(year, month)) {
    day -= daysInMonth(year, month);
    month += 1;
  }
  return { month, day };
}
