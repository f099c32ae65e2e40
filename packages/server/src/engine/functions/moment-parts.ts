import {
  civilOf,
  dayOfYear,
  daysOf,
  isInfinite,
  isoDateOf,
  isoYearStart,
  julianOf,
  microsPerDay,
  splitMicros,
  weekdayOf,
} from '../../values/calendar.ts';
import { infiniteSign } from '../../values/span.ts';
import {
  growingParts,
  partNamed,
  type TimePart,
  truncationNamed,
  truncations,
} from '../../values/time-units.ts';
import type { Interval } from './codecs.ts';

/** Year 0 does not exist: it is 1 BC, shown as -1. */
const shownYear = (year: number) => (year > 0 ? year : year - 1);
const spanOfYears = (year: number, size: number) =>
  year > 0 ? Math.trunc((year + size - 1) / size) : -Math.trunc((size - year) / size);

/** date_part() of a timestamp; of a timestamptz in UTC. */
export function momentPart(word: string, micros: bigint, type: string): number | null {
  const part = partNamed(word, type);
  if (isInfinite(micros))
    return growingParts.has(part) ? (micros > 0n ? Infinity : -Infinity) : null;
  const { days, rest } = splitMicros(micros);
  return part === 'epoch'
    ? Number(micros) / 1e6
    : (clockPart(part, rest) ?? datePart(part, days, rest));
}

/** A part of the time of day; undefined for parts of a date. */
export function clockPart(part: TimePart, micros: number): number | undefined {
  switch (part) {
    case 'microsecond':
      return micros % 60e6;
    case 'millisecond':
      return (micros % 60e6) / 1e3;
    case 'second':
      return (micros % 60e6) / 1e6;
    case 'minute':
      return Math.trunc(micros / 60e6) % 60;
    case 'hour':
      return Math.trunc(micros / 3600e6);
    case 'timezone':
    case 'timezone_hour':
    case 'timezone_minute':
      return 0;
    default:
      return undefined;
  }
}

function datePart(part: TimePart, days: number, rest: number): number {
  const { year, month, day } = civilOf(days);
  switch (part) {
    case 'day':
      return day;
    case 'week':
      return isoDateOf(days).week;
    case 'month':
      return month;
    case 'quarter':
      return Math.trunc((month - 1) / 3) + 1;
    case 'decade':
      return Math.floor(year / 10);
    case 'century':
      return spanOfYears(year, 100);
    case 'millennium':
      return spanOfYears(year, 1000);
    case 'isoyear':
      return shownYear(isoDateOf(days).year);
    case 'dow':
      return weekdayOf(days);
    case 'isodow':
      return weekdayOf(days) || 7;
    case 'doy':
      return dayOfYear(days);
    case 'julian':
      return julianOf(days) + rest / 86_400e6;
    default:
      return shownYear(year);
  }
}

const clockUnits: Partial<Record<TimePart, bigint>> = {
  microsecond: 1n,
  millisecond: 1000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
};

/** The start of the part with the moment, in the moment's own zone. */
export function truncateMoment(part: TimePart, micros: bigint): bigint {
  if (isInfinite(micros)) return micros;
  const unit = clockUnits[part];
  const { days } = splitMicros(micros);
  if (unit !== undefined) return micros - (((micros % unit) + unit) % unit);
  return BigInt(truncateDate(part, days)) * microsPerDay;
}

function truncateDate(part: TimePart, days: number): number {
  const { year, month } = civilOf(days);
  const firstYear = (size: number) => (spanOfYears(year, size) + (year > 0 ? -1 : 0)) * size + 1;
  switch (part) {
    case 'day':
      return days;
    case 'week': {
      const monday = days - ((weekdayOf(days) + 6) % 7);
      return Math.max(monday, isoYearStart(isoDateOf(days).year));
    }
    case 'month':
      return daysOf(year, month, 1);
    case 'quarter':
      return daysOf(year, month - ((month - 1) % 3), 1);
    case 'year':
      return daysOf(year, 1, 1);
    case 'decade':
      return daysOf(Math.floor(year / 10) * 10, 1, 1);
    default:
      return daysOf(firstYear(part === 'century' ? 100 : 1000), 1, 1);
  }
}

/** date_trunc() of an interval: every smaller part becomes zero. */
export function truncateInterval(word: string, value: Interval): Interval {
  const part = truncationNamed(word, 'interval');
  if (infiniteSign(value) !== 0) return value;
  const { months, days, micros } = value;
  const unit = clockUnits[part];
  if (unit !== undefined) return { months, days, micros: micros - (micros % unit) };
  if (part === 'day') return { months, days, micros: 0n };
  const monthsOf: Partial<Record<TimePart, number>> = {
    quarter: 3,
    year: 12,
    decade: 120,
    century: 1200,
    millennium: 12_000,
  };
  return { months: months - (months % (monthsOf[part] ?? 1)), days: 0, micros: 0n };
}

/** True for a part of at least a day, whose beginning depends on the zone. */
export const isWholeDays = (part: TimePart): boolean =>
  truncations.indexOf(part) <= truncations.indexOf('day');
