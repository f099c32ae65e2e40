import { sqlError } from '../../kernel/sql-error.ts';
import { infiniteDays, infiniteMicros, isInfinite, microsPerDay } from '../../values/calendar.ts';
import { dateOf, timestampOf } from '../../values/moment-values.ts';
import { readInterval } from '../../values/read-interval.ts';
import { type Moment, readClock, readMoment } from '../../values/read-moment.ts';
import { keepFields, roundMicros } from '../../values/span.ts';
import { DuckDBTimeTZValue } from '../duckdb.ts';
import { date, integer, interval, text, time, timestamp, timestamptz, timetz } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

/** The time of the query is not known here. */
const relative = (value: string): never =>
  sqlError('0A000', `"${value}" in a computed text is not supported; write now() or current_date`);

function toDate(value: string): number {
  const moment = readMoment(value, 'date');
  if (moment.kind === 'infinite') return moment.isNegative ? -infiniteDays : infiniteDays;
  return moment.kind === 'moment' ? dateOf(moment, value) : relative(value);
}

function toTimestamp(value: string, type: string, zoned: boolean): bigint {
  const moment: Moment = readMoment(value, type);
  if (moment.kind === 'infinite') return moment.isNegative ? -infiniteMicros : infiniteMicros;
  return moment.kind === 'moment' ? timestampOf(moment, zoned, value) : relative(value);
}

function toTime(value: string): bigint {
  const clock = readClock(value, 'time');
  return clock === undefined ? relative(value) : BigInt(clock.micros);
}

function toTimeTz(value: string): DuckDBTimeTZValue {
  const clock = readClock(value, 'time with time zone');
  return clock === undefined
    ? relative(value)
    : DuckDBTimeTZValue.fromMicrosAndOffset(BigInt(clock.micros), clock.zoneSeconds ?? 0);
}

/** PostgreSQL counts from 2000-01-01, and rounds away from the epoch. */
const epoch = 10_957n * microsPerDay;

const rounded = (micros: bigint, places: number): bigint =>
  roundMicros({ months: 0, days: 0, micros }, places).micros;

const roundedMoment = (value: bigint, places: number): bigint =>
  isInfinite(value) ? value : rounded(value - epoch, places) + epoch;

/** The reading of texts other than literals, by type. */
export const timeInputFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_date_in', [text], date, toDate),
  strictFunction('hotsql_time_in', [text], time, toTime),
  strictFunction('hotsql_timetz_in', [text], timetz, toTimeTz),
  strictFunction('hotsql_timestamp_in', [text], timestamp, (value) =>
    toTimestamp(value, 'timestamp', false),
  ),
  strictFunction('hotsql_timestamptz_in', [text], timestamptz, (value) =>
    toTimestamp(value, 'timestamp with time zone', true),
  ),
  strictFunction('hotsql_interval_in', [text, integer], interval, readInterval),
  strictFunction(
    'hotsql_interval_fit',
    [interval, integer, integer],
    interval,
    (value, mask, places) => roundMicros(keepFields(value, mask), places),
  ),
  strictFunction(
    'hotsql_cut_time',
    [time, integer],
    time,
    (value, places) => value - (value % 10n ** BigInt(6 - places)),
  ),
  strictFunction('hotsql_round_time', [time, integer], time, (value, places) =>
    rounded(value, places),
  ),
  strictFunction('hotsql_round_timetz', [timetz, integer], timetz, (value, places) =>
    DuckDBTimeTZValue.fromMicrosAndOffset(rounded(value.micros, places), value.offset),
  ),
  strictFunction('hotsql_round_timestamp', [timestamp, integer], timestamp, roundedMoment),
  strictFunction('hotsql_round_timestamptz', [timestamptz, integer], timestamptz, roundedMoment),
];
