import { sqlError } from '../../kernel/sql-error.ts';
import {
  civilOf,
  daysInMonth,
  daysOf,
  firstMicros,
  infiniteMicros,
  isInfinite,
  julianOf,
  lastMicros,
  microsPerDay,
  splitMicros,
} from '../../values/calendar.ts';
import { infiniteSign, infiniteSpan } from '../../values/span.ts';
import type { Interval } from './codecs.ts';
import { intervalLength, negateInterval } from './interval-arithmetic.ts';

/** A moment within PostgreSQL's range, and within DuckDB's, which ends 30 years earlier. */
export function checkedMoment(micros: bigint): bigint {
  if (micros < firstMicros || micros >= lastMicros)
    return sqlError('22008', 'timestamp out of range');
  if (micros >= infiniteMicros)
    return sqlError('0A000', 'timestamps past the year 294246 are not supported');
  return micros;
}

/** Days since 1970 within PostgreSQL's dates, to the end of 5874897. */
export const checkedDate = (days: number, message: string): number =>
  julianOf(days) >= 0 && days <= 2_145_042_905 ? days : sqlError('22008', message);

/**
 * A timestamp plus an interval, or minus with `sign` -1. Months are added first, then days, then
 * the time.
 */
export function moveMoment(moment: bigint, given: Interval, sign: number): bigint {
  const end = infiniteSign(given) * (sign < 0 ? -1 : 1);
  if (end !== 0) {
    if (isInfinite(moment) && moment > 0n !== end > 0)
      return sqlError('22008', 'timestamp out of range');
    return end > 0 ? infiniteMicros : -infiniteMicros;
  }
  if (isInfinite(moment)) return moment;
  const { months, days, micros } = sign < 0 ? negateInterval(given) : given;
  let local = moment;
  if (months !== 0) {
    const { days: date, rest } = splitMicros(local);
    const { year, month, day } = civilOf(date);
    const first = civilOf(daysOf(year, month + months, 1));
    const moved = daysOf(
      first.year,
      first.month,
      Math.min(day, daysInMonth(first.year, first.month)),
    );
    local = checkedMoment(BigInt(moved) * microsPerDay + BigInt(rest));
  }
  if (days !== 0) local = checkedMoment(local + BigInt(days) * microsPerDay);
  return checkedMoment(local + micros);
}

const maxRows = 1_000_000;

/**
 * generate_series() of moments that DuckDB's own function does not cover. `move` takes one step.
 */
export function momentSeries(
  from: bigint,
  to: bigint,
  step: Interval,
  move: (moment: bigint, step: Interval) => bigint,
): readonly bigint[] {
  if (infiniteSign(step) !== 0) return sqlError('22023', 'step size cannot be infinite');
  const length = intervalLength(step);
  if (length === 0n) return sqlError('22023', 'step size cannot equal zero');
  const isBefore = (moment: bigint) => (length > 0n ? moment <= to : moment >= to);
  if (isBefore(from) && (isInfinite(from) || isInfinite(to))) {
    return sqlError(
      '0A000',
      'a series without an end is not supported; write the moment that it ends at',
    );
  }
  const moments: bigint[] = [];
  for (let moment = from; isBefore(moment); moment = move(moment, step)) {
    moments.push(moment);
    if (moments.length > maxRows)
      sqlError('0A000', `more than ${maxRows} moments in a series are not supported`);
  }
  return moments;
}

/** The infinite interval between two moments, one of which is infinite. */
export function infiniteDistance(left: bigint, right: bigint): Interval {
  if (left === right) return sqlError('22008', 'interval out of range');
  return infiniteSpan(isInfinite(left) ? left < 0n : right > 0n);
}

/** The difference of two timestamps, in days and smaller units. */
export function momentDifference(left: bigint, right: bigint): Interval {
  if (isInfinite(left) || isInfinite(right)) return infiniteDistance(left, right);
  const micros = left - right;
  return { months: 0, days: Number(micros / microsPerDay), micros: micros % microsPerDay };
}
