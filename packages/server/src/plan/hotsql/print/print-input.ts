/** Texts of literals of dates, times and intervals, read at translation. */

import { SqlError, withoutSqlState } from '../../../kernel/sql-error.ts';
import { withoutEnd } from '../../../kernel/without-end.ts';
import { civilOf, microsPerDay, splitMicros } from '../../../values/calendar.ts';
import { dateOf, timestampOf } from '../../../values/moment-values.ts';
import { readInterval } from '../../../values/read-interval.ts';
import { type Moment, readClock, readMoment } from '../../../values/read-moment.ts';
import { roundMicros, type Span } from '../../../values/span.ts';
import { reject } from '../read/refusal.ts';

type Location = number | undefined;

/** Runs a reader; its errors get the location of the literal. */
export function readingAt<T>(location: Location, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof SqlError)
      return reject(withoutSqlState(thrown.message), location, thrown.sqlState);
    throw thrown;
  }
}

/** Today in UTC, the session's zone. */
const today = 'today()';

const two = (value: number) => String(value).padStart(2, '0');
const isCommonYear = (year: number) => year >= 1 && year <= 9999;

function dateText(days: number): string {
  const { year, month, day } = civilOf(days);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function clockText(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  const fraction = withoutEnd(String(micros % 1e6).padStart(6, '0'), '0');
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => two(Math.floor(part)))
    .join(':');
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

function printDays(days: number): string {
  // DuckDB has its own notation of years before Christ.
  return isCommonYear(civilOf(days).year)
    ? `CAST('${dateText(days)}' AS DATE)`
    : `(CAST('1970-01-01' AS DATE) + CAST(${days} AS INTEGER))`;
}

function printMicros(micros: bigint, zoned: boolean): string {
  const { days, rest } = splitMicros(micros);
  const type = zoned ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP';
  if (!isCommonYear(civilOf(days).year))
    return `CAST(make_timestamp(CAST(${micros} AS BIGINT)) AS ${type})`;
  return `CAST('${dateText(days)} ${clockText(rest)}${zoned ? '+00' : ''}' AS ${type})`;
}

const infinity = (moment: Extract<Moment, { kind: 'infinite' }>, type: string) =>
  `CAST('${moment.isNegative ? '-' : ''}infinity' AS ${type})`;

export function printDate(text: string, location: Location): string {
  const moment = readingAt(location, () => readMoment(text, 'date'));
  switch (moment.kind) {
    case 'infinite':
      return infinity(moment, 'DATE');
    case 'now':
      return today;
    case 'relative':
      return `(${today} + ${moment.days})`;
    default:
      return printDays(readingAt(location, () => dateOf(moment, text)));
  }
}

/** A timestamp, or with `zoned` a timestamptz. */
export function printTimestamp(text: string, zoned: boolean, location: Location): string {
  const type = zoned ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP';
  const moment = readingAt(location, () =>
    readMoment(text, zoned ? 'timestamp with time zone' : 'timestamp'),
  );
  switch (moment.kind) {
    case 'infinite':
      return infinity(moment, type);
    case 'now':
      return zoned ? 'now()' : 'CAST(now() AS TIMESTAMP)';
    case 'relative': {
      const micros = moment.micros - (zoned ? (moment.zoneSeconds ?? 0) * 1e6 : 0);
      return `CAST((${today} + ${moment.days}) + to_microseconds(${micros}) AS ${type})`;
    }
    default:
      return printMicros(
        readingAt(location, () => timestampOf(moment, zoned, text)),
        zoned,
      );
  }
}

/** A time, or with `zoned` a timetz. */
export function printTime(text: string, zoned: boolean, location: Location): string {
  const clock = readingAt(location, () => readClock(text, zoned ? 'time with time zone' : 'time'));
  if (clock === undefined)
    return zoned ? 'hotsql_timetz_of_moment(now())' : 'CAST(CAST(now() AS TIMESTAMP) AS TIME)';
  return zoned
    ? printTimeTz(clock.micros, clock.zoneSeconds ?? 0)
    : `CAST('${clockText(clock.micros)}' AS TIME)`;
}

function printTimeTz(micros: number, zoneSeconds: number): string {
  const size = Math.abs(zoneSeconds);
  const offset = [size / 3600, (size / 60) % 60, size % 60]
    .map((part) => two(Math.floor(part)))
    .join(':');
  return `CAST('${clockText(micros)}${zoneSeconds < 0 ? '-' : '+'}${offset}' AS TIME WITH TIME ZONE)`;
}

/** An interval with the fields in `mask` and `places` decimals of seconds. */
export function printInterval(text: string, location: Location, mask?: number, places = 6): string {
  return printSpan(readingAt(location, () => roundMicros(readInterval(text, mask), places)));
}

export function printSpan({ months, days, micros }: Span): string {
  const time =
    -microsPerDay < micros && micros < microsPerDay
      ? String(micros)
      : `CAST('${micros}' AS BIGINT)`;
  return `(to_months(${months}) + to_days(${days}) + to_microseconds(${time}))`;
}
