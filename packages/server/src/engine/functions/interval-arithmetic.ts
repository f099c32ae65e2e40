import { sqlError } from '../../kernel/sql-error.ts';
import { withoutEnd } from '../../kernel/without-end.ts';
import { firstMicros, isInfinite, microsPerDay } from '../../values/calendar.ts';
import { infiniteSign, infiniteSpan } from '../../values/span.ts';
import { roundEven } from '../../values/time-fields.ts';
import { partNamed, type TimePart } from '../../values/time-units.ts';
import type { Interval } from './codecs.ts';

const outOfRange = (): never => sqlError('22008', 'interval out of range');

/** Raises beyond an interval's limits. All parts at their limits would mean infinity. */
const isInt32 = (value: number) =>
  Number.isInteger(value) && value >= -(2 ** 31) && value <= 2 ** 31 - 1;

function checked(months: number, days: number, micros: bigint): Interval {
  if (!isInt32(months) || !isInt32(days) || BigInt.asIntN(64, micros) !== micros)
    return outOfRange();
  const value = { months, days, micros };
  return infiniteSign(value) === 0 ? value : outOfRange();
}

export function negateInterval(value: Interval): Interval {
  const sign = infiniteSign(value);
  return sign === 0 ? checked(-value.months, -value.days, -value.micros) : infiniteSpan(sign > 0);
}

export function addIntervals(left: Interval, right: Interval): Interval {
  const [one, other] = [infiniteSign(left), infiniteSign(right)];
  if (one * other < 0) return outOfRange();
  if (one !== 0) return left;
  if (other !== 0) return right;
  return checked(left.months + right.months, left.days + right.days, left.micros + right.micros);
}

export function subtractIntervals(left: Interval, right: Interval): Interval {
  const [one, other] = [infiniteSign(left), infiniteSign(right)];
  if (one * other > 0) return outOfRange();
  if (one !== 0) return left;
  if (other !== 0) return infiniteSpan(other > 0);
  return checked(left.months - right.months, left.days - right.days, left.micros - right.micros);
}

/**
 * The result of an aggregate over intervals, from the sums of the finite parts and the counts of
 * infinite intervals.
 */
export function totalInterval(
  months: bigint | null,
  days: bigint | null,
  micros: bigint | null,
  infinities: bigint | null,
  negativeInfinities: bigint | null,
): Interval | null {
  const [up, down] = [(infinities ?? 0n) > 0n, (negativeInfinities ?? 0n) > 0n];
  if (up && down) return outOfRange();
  if (up || down) return infiniteSpan(down);
  return months === null || days === null || micros === null
    ? null
    : checked(Number(months), Number(days), micros);
}

const roundMicros = (value: number) => roundEven(value * 1e6) / 1e6;

/**
 * Scales each part. A fraction of a month becomes days, 30 to a month, and a fraction of a day
 * becomes time.
 */
function scale(value: Interval, by: (part: number) => number): Interval {
  const [exactMonths, exactDays] = [by(value.months), by(value.days)];
  if (!Number.isFinite(exactMonths) || !Number.isFinite(exactDays)) return outOfRange();
  const months = Math.trunc(exactMonths);
  let days = Math.trunc(exactDays);
  const monthDays = roundMicros((exactMonths - months) * 30);
  let seconds = roundMicros((exactDays - days + monthDays - Math.trunc(monthDays)) * 86_400);
  if (Math.abs(seconds) >= 86_400) {
    const more = Math.trunc(seconds / 86_400);
    days += more;
    seconds -= more * 86_400;
  }
  days += Math.trunc(monthDays);
  const micros = roundEven(by(Number(value.micros)) + seconds * 1e6);
  return Number.isFinite(micros) ? checked(months, days, BigInt(micros)) : outOfRange();
}

/** The length in microseconds, with days of 24 hours and months of 30 days. */
export const intervalLength = ({ months, days, micros }: Interval): bigint =>
  micros + (BigInt(months) * 30n + BigInt(days)) * microsPerDay;

const signOf = (value: Interval): number => {
  const length = intervalLength(value);
  return length > 0n ? 1 : length < 0n ? -1 : 0;
};

export function multiplyInterval(value: Interval, factor: number): Interval {
  if (Number.isNaN(factor)) return outOfRange();
  const isPlain = infiniteSign(value) === 0 && Number.isFinite(factor);
  if (isPlain) return scale(value, (part) => part * factor);
  const sign = (infiniteSign(value) || signOf(value)) * Math.sign(factor);
  return sign === 0 ? outOfRange() : infiniteSpan(sign < 0);
}

export function divideInterval(value: Interval, divisor: number): Interval {
  if (divisor === 0) return sqlError('22012', 'division by zero');
  const sign = infiniteSign(value);
  if (sign === 0)
    return Number.isNaN(divisor) ? outOfRange() : scale(value, (part) => part / divisor);
  return Number.isFinite(divisor) ? infiniteSpan(sign * divisor < 0) : outOfRange();
}

/** Whole days of hours become days. */
export function justifyHours(value: Interval): Interval {
  const { months, days, micros } = value;
  if (infiniteSign(value) !== 0) return value;
  let [d, t] = [days + Number(micros / microsPerDay), micros % microsPerDay];
  if (d > 0 && t < 0n) [d, t] = [d - 1, t + microsPerDay];
  else if (d < 0 && t > 0n) [d, t] = [d + 1, t - microsPerDay];
  return checked(months, d, t);
}

/** Every 30 days become a month. */
export function justifyDays(value: Interval): Interval {
  const { months, days, micros } = value;
  if (infiniteSign(value) !== 0) return value;
  let [m, d] = [months + Math.trunc(days / 30), days % 30];
  if (m > 0 && d < 0) [m, d] = [m - 1, d + 30];
  else if (m < 0 && d > 0) [m, d] = [m + 1, d - 30];
  return checked(m, d, micros);
}

/** Justifies hours and days, and gives all parts one sign. */
export function justifyInterval(value: Interval): Interval {
  const { months, days, micros } = value;
  if (infiniteSign(value) !== 0) return value;
  let [m, d, t] = [months, days, micros];
  d += Number(t / microsPerDay);
  t %= microsPerDay;
  m += Math.trunc(d / 30);
  d %= 30;
  if (m > 0 && (d < 0 || (d === 0 && t < 0n))) [m, d] = [m - 1, d + 30];
  else if (m < 0 && (d > 0 || (d === 0 && t > 0n))) [m, d] = [m + 1, d - 30];
  if (d > 0 && t < 0n) [d, t] = [d - 1, t + microsPerDay];
  else if (d < 0 && t > 0n) [d, t] = [d + 1, t - microsPerDay];
  return checked(m, d, t);
}

/** make_interval(): seconds may have a fraction. */
export function makeInterval(
  years: number,
  months: number,
  weeks: number,
  days: number,
  hours: number,
  minutes: number,
  seconds: number,
): Interval {
  if (!Number.isFinite(seconds)) return outOfRange();
  // PostgreSQL multiplies in double precision first.
  if (!Number.isFinite(seconds * 1e6)) return sqlError('22003', 'value out of range: overflow');
  const micros =
    BigInt(hours) * 3_600_000_000n +
    BigInt(minutes) * 60_000_000n +
    BigInt(roundEven(seconds * 1e6));
  return checked(years * 12 + months, weeks * 7 + days, micros);
}

/** The start of the bin of `stride` with the moment, counted from `origin`. */
export function dateBin(stride: Interval, moment: bigint, origin: bigint): bigint {
  if (isInfinite(moment)) return moment;
  if (isInfinite(origin)) return sqlError('22008', 'origin out of range');
  if (infiniteSign(stride) !== 0)
    sqlError('22008', 'timestamps cannot be binned into infinite intervals');
  if (stride.months !== 0) {
    sqlError('0A000', 'timestamps cannot be binned into intervals containing months or years');
  }
  const width = BigInt(stride.days) * microsPerDay + stride.micros;
  if (BigInt.asIntN(64, width) !== width) return outOfRange();
  if (width <= 0n) return sqlError('22008', 'stride must be greater than zero');
  const distance = moment - origin;
  if (BigInt.asIntN(64, distance) !== distance) return outOfRange();
  const rest = distance % width;
  const start = moment - rest - (rest < 0n ? width : 0n);
  return start < firstMicros ? sqlError('22008', 'timestamp out of range') : start;
}

/** PostgreSQL's text: 1 year 2 mons 3 days 04:05:06.7 */
export function intervalText(value: Interval): string {
  const end = infiniteSign(value);
  if (end !== 0) return end > 0 ? 'infinity' : '-infinity';
  const { months, days, micros } = value;
  let text = '';
  let isBefore = false;
  const add = (value: number, unit: string) => {
    if (value === 0) return;
    text += `${text === '' ? '' : ' '}${isBefore && value > 0 ? '+' : ''}${value} ${unit}${value === 1 ? '' : 's'}`;
    isBefore = value < 0;
  };
  add(Math.trunc(months / 12), 'year');
  add(months % 12, 'mon');
  add(days, 'day');
  if (micros === 0n && text !== '') return text;
  const size = micros < 0n ? -micros : micros;
  const seconds = size / 1_000_000n;
  const two = (value: bigint) => String(value).padStart(2, '0');
  const fraction = withoutEnd(String(size % 1_000_000n).padStart(6, '0'), '0');
  const clock = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  const sign = micros < 0n ? '-' : isBefore ? '+' : '';
  return `${text}${text === '' ? '' : ' '}${sign}${clock}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Fields that grow with an interval. Such a field is infinite in an infinite interval, and other
 * fields are null.
 */
const growingFields: ReadonlySet<TimePart> = new Set(
  (['hour', 'day', 'year', 'decade', 'century', 'millennium', 'epoch'] as const).values(),
);

/** A field of an interval, as the text of PostgreSQL's numeric. */
export function intervalField(field: string, value: Interval): string | null {
  const end = infiniteSign(value);
  if (end === 0) return finiteField(field, value);
  return growingFields.has(partNamed(field, 'interval')) ? `${end < 0 ? '-' : ''}Infinity` : null;
}

function finiteField(field: string, { months, days, micros }: Interval): string {
  const [years, month] = [Math.trunc(months / 12), months % 12];
  const seconds = micros / 1_000_000n;
  switch (partNamed(field, 'interval')) {
    case 'millennium':
      return String(Math.trunc(years / 1000));
    case 'century':
      return String(Math.trunc(years / 100));
    case 'decade':
      return String(Math.trunc(years / 10));
    case 'year':
      return String(years);
    case 'quarter':
      return String(months >= 0 ? Math.trunc(month / 3) + 1 : -(Math.trunc(-month / 3) + 1));
    case 'month':
      return String(month);
    case 'week':
      return String(Math.trunc(days / 7));
    case 'day':
      return String(days);
    case 'hour':
      return String(seconds / 3600n);
    case 'minute':
      return String((seconds / 60n) % 60n);
    case 'second':
      return scaled(micros % 60_000_000n, 6);
    case 'millisecond':
      return scaled(micros % 60_000_000n, 3);
    case 'microsecond':
      return String(micros % 60_000_000n);
    default:
      return scaled(
        micros +
          (BigInt(days) + BigInt(month) * 30n) * microsPerDay +
          (BigInt(years) * microsPerDay * 1461n) / 4n,
        6,
      );
  }
}

function scaled(value: bigint, places: number): string {
  const size = String(value < 0n ? -value : value).padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${size.slice(0, -places)}.${size.slice(-places)}`;
}
