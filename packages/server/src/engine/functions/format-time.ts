import { sqlError } from '../../kernel/sql-error.ts';
import {
  civilOf,
  dayOfYear,
  isoDateOf,
  julianOf,
  splitMicros,
  weekdayOf,
} from '../../values/calendar.ts';
import { infiniteSign } from '../../values/span.ts';
import { parseTimeTemplate, type TimeField } from '../../values/time-template.ts';
import type { Interval } from './codecs.ts';
import { ordinalSuffix } from './ordinal.ts';

/**
 * The parts that a pattern's fields read. The parts of an interval may be negative, with hours
 * beyond 23.
 */
interface TimeParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
  readonly dayOfYear: number;
  /** Days since 1970-01-01; absent for an interval. */
  readonly days: number | undefined;
  readonly zone: string;
}

export const infinity = 9_223_372_036_854_775_807n;

export function formatTimestamp(micros: bigint, template: string, zone: string): string | null {
  if (template === '' || micros === infinity || micros === -infinity) return null;
  const { days, rest } = splitMicros(micros);
  const seconds = Math.floor(rest / 1e6);
  return format(template, {
    ...civilOf(days),
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    micros: rest % 1e6,
    dayOfYear: dayOfYear(days),
    days,
    zone,
  });
}

export function formatInterval(value: Interval, template: string): string | null {
  if (template === '' || infiniteSign(value) !== 0) return null;
  const seconds = Number(value.micros / 1_000_000n);
  const [year, month] = [Math.trunc(value.months / 12), value.months % 12];
  return format(template, {
    year,
    month,
    day: value.days,
    hour: Math.trunc(seconds / 3600),
    minute: Math.trunc(seconds / 60) % 60,
    second: seconds % 60,
    micros: Number(value.micros % 1_000_000n),
    dayOfYear: value.months * 30 + value.days,
    days: undefined,
    zone: '',
  });
}

function format(template: string, parts: TimeParts): string {
  let result = '';
  for (const part of parseTimeTemplate(template)) {
    result += part.kind === 'field' ? formatField(part, parts) : part.value;
  }
  return result;
}

function formatField(field: TimeField, parts: TimeParts): string {
  const write = writers[field.name];
  if (write === undefined) return '';
  const text = write(parts, field);
  const hasOrdinal = field.ordinal !== undefined && text !== '' && takesOrdinal.has(field.name);
  return hasOrdinal ? text + ordinalSuffix(text, field.ordinal === 'TH') : text;
}

type Writer = (parts: TimeParts, field: TimeField) => string;

/** `%0*d`: the sign counts for the width. */
function digits(value: number, width: number): string {
  const text = String(Math.abs(value));
  return value < 0 ? `-${text.padStart(width - 1, '0')}` : text.padStart(width, '0');
}

const padded =
  (width: number, read: (parts: TimeParts) => number): Writer =>
  (parts, { fill }) => {
    const value = read(parts);
    return digits(value, fill ? 0 : value < 0 ? width + 1 : width);
  };

const unsigned =
  (width: number, read: (parts: TimeParts) => number): Writer =>
  (parts, { fill }) =>
    digits(read(parts), fill ? 0 : width);

const fixed =
  (width: number, read: (parts: TimeParts) => number): Writer =>
  (parts) =>
    digits(read(parts), width);

/** Years before 1 AD count backwards from 1 BC. An interval's years stay unchanged. */
const shownYear = (year: number, { days }: TimeParts) =>
  days !== undefined && year <= 0 ? 1 - year : year;
const years = (parts: TimeParts) => shownYear(parts.year, parts);

/** Weeks of an interval mean nothing, and PostgreSQL's output is accidental. */
function isoOf({ days }: TimeParts) {
  return isoDateOf(
    days ??
      sqlError(
        '0A000',
        'to_char() of an interval supports no ISO weeks and years (IYYY, IW, IDDD)',
      ),
  );
}
const isoYears = (parts: TimeParts) => shownYear(isoOf(parts).year, parts);

/** The Julian day of any numbers in place of year, month and day. */
function julianDay({ year, month, day }: TimeParts): number {
  const [y, m] = month > 2 ? [year + 4800, month + 1] : [year + 4799, month + 13];
  const centuries = Math.trunc(y / 100);
  const julian = y * 365 - 32_167 + Math.trunc(y / 4) - centuries + Math.trunc(centuries / 4);
  return julian + Math.trunc((7834 * m) / 256) + day;
}

const hour12 = ({ hour }: TimeParts) => (hour % 12 === 0 ? 12 : hour % 12);

const half =
  (am: string, pm: string): Writer =>
  ({ hour }, { spelling, name }) => {
    const text = hour % 24 >= 12 ? pm : am;
    return spelling === name ? text : text.toLowerCase();
  };

const era =
  (bc: string, ad: string): Writer =>
  (parts, { spelling, name }) => {
    expectDate(parts);
    const text = parts.year <= 0 ? bc : ad;
    return spelling === name ? text : text.toLowerCase();
  };

function expectDate({ days }: TimeParts): number {
  return days ?? sqlError('22007', 'invalid format specification for an interval value');
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export const romanMonths = [
  'I',
  'II',
  'III',
  'IV',
  'V',
  'VI',
  'VII',
  'VIII',
  'IX',
  'X',
  'XI',
  'XII',
] as const;

function cased(text: string, { spelling, name }: TimeField): string {
  if (spelling === name) return text.toUpperCase();
  return spelling === name.toLowerCase() ? text.toLowerCase() : text;
}

const nameOf =
  (read: (parts: TimeParts) => string, width: number): Writer =>
  (parts, field) => {
    expectDate(parts);
    const text = cased(read(parts), field);
    return field.fill || field.translated ? text : text.padEnd(width);
  };

const monthName = ({ month }: TimeParts) => monthNames[month - 1] ?? '';
const dayName = (parts: TimeParts) => dayNames[weekdayOf(expectDate(parts))] ?? '';

function century(parts: TimeParts, { fill }: TimeField): string {
  const { year, days } = parts;
  const quotient = (value: number) => Math.trunc(value / 100);
  const value =
    days === undefined ? quotient(year) : year > 0 ? quotient(year - 1) + 1 : quotient(year) - 1;
  if (Math.abs(value) > 99) return String(value);
  return digits(value, fill ? 0 : value < 0 ? 3 : 2);
}

function groupedYear(parts: TimeParts): string {
  const year = years(parts);
  const thousands = Math.trunc(year / 1000);
  return `${thousands},${digits(year - thousands * 1000, 3)}`;
}

const romanMonth: Writer = ({ month, year }, field) => {
  if (month === 0 && year === 0) return '';
  const index = month === 0 ? (year >= 0 ? 11 : 0) : month < 0 ? 12 + month : month - 1;
  const text = cased(romanMonths[index] ?? '', field);
  return field.fill ? text : text.padEnd(4);
};

const quarter: Writer = ({ month }) => (month === 0 ? '' : String(Math.trunc((month - 1) / 3) + 1));

const fraction = (digitCount: number): Writer =>
  fixed(digitCount, ({ micros }) => Math.trunc(micros / 10 ** (6 - digitCount)));

const zoneField =
  (text: string): Writer =>
  (parts) => {
    expectDate(parts);
    return text;
  };
const secondsOfDay = ({ hour, minute, second }: TimeParts) => hour * 3600 + minute * 60 + second;

const writers: Readonly<Record<string, Writer>> = {
  'A.M.': half('A.M.', 'P.M.'),
  'P.M.': half('A.M.', 'P.M.'),
  AM: half('AM', 'PM'),
  PM: half('AM', 'PM'),
  'A.D.': era('B.C.', 'A.D.'),
  'B.C.': era('B.C.', 'A.D.'),
  AD: era('BC', 'AD'),
  BC: era('BC', 'AD'),
  HH: padded(2, hour12),
  HH12: padded(2, hour12),
  HH24: padded(2, ({ hour }) => hour),
  MI: padded(2, ({ minute }) => minute),
  SS: padded(2, ({ second }) => second),
  FF1: fraction(1),
  FF2: fraction(2),
  FF3: fraction(3),
  FF4: fraction(4),
  FF5: fraction(5),
  FF6: fraction(6),
  MS: fraction(3),
  US: fraction(6),
  SSSS: fixed(0, secondsOfDay),
  SSSSS: fixed(0, secondsOfDay),
  TZ: (parts, { spelling }) => {
    expectDate(parts);
    return spelling === 'TZ' ? parts.zone : parts.zone.toLowerCase();
  },
  TZH: zoneField('+00'),
  TZM: zoneField('00'),
  OF: (parts, { fill }) => {
    expectDate(parts);
    return fill ? '+0' : '+00';
  },
  MONTH: nameOf(monthName, 9),
  MON: nameOf((parts) => monthName(parts).slice(0, 3), 0),
  MM: padded(2, ({ month }) => month),
  DAY: nameOf(dayName, 9),
  DY: nameOf((parts) => dayName(parts).slice(0, 3), 0),
  DDD: unsigned(3, (parts) => parts.dayOfYear),
  IDDD: unsigned(3, (parts) => isoOf(parts).dayOfYear),
  DD: unsigned(2, ({ day }) => day),
  D: (parts) => String(weekdayOf(expectDate(parts)) + 1),
  ID: (parts) => String(((weekdayOf(expectDate(parts)) + 6) % 7) + 1),
  WW: unsigned(2, (parts) => Math.trunc((parts.dayOfYear - 1) / 7) + 1),
  IW: unsigned(2, (parts) => isoOf(parts).week),
  Q: quarter,
  CC: century,
  'Y,YYY': groupedYear,
  YYYY: padded(4, years),
  IYYY: padded(4, isoYears),
  YYY: padded(3, (parts) => years(parts) % 1000),
  IYY: padded(3, (parts) => isoYears(parts) % 1000),
  YY: padded(2, (parts) => years(parts) % 100),
  IY: padded(2, (parts) => isoYears(parts) % 100),
  Y: padded(1, (parts) => years(parts) % 10),
  I: padded(1, (parts) => isoYears(parts) % 10),
  RM: romanMonth,
  W: ({ day }) => String(Math.trunc((day - 1) / 7) + 1),
  J: (parts) => String(parts.days === undefined ? julianDay(parts) : julianOf(parts.days)),
};

const takesOrdinal: ReadonlySet<string> = new Set(
  Object.keys(writers).filter(
    (name) => !/^(?:[AP]\.?M|[AB]\.?[DC]|TZ|OF|MON|DAY|DY|RM)/.test(name),
  ),
);
