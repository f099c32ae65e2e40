import { sqlError } from '../../kernel/sql-error.ts';
import { infiniteDays, isInfinite, microsPerDay, splitMicros } from '../../values/calendar.ts';
import { infiniteSign } from '../../values/span.ts';
import { partNamed, type TimePart, truncationNamed } from '../../values/time-units.ts';
import { localOffset, offsetAt, readOffset, readZone, type Zone } from '../../values/time-zones.ts';
import { DuckDBTimeTZValue } from '../duckdb.ts';
import {
  date,
  double,
  type Interval,
  integer,
  interval,
  list,
  text,
  time,
  timestamp,
  timestamptz,
  timetz,
} from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { intervalText } from './interval-arithmetic.ts';
import {
  checkedDate,
  checkedMoment,
  infiniteDistance,
  momentDifference,
  momentSeries,
  moveMoment,
} from './moment-arithmetic.ts';
import {
  clockPart,
  isWholeDays,
  momentPart,
  truncateInterval,
  truncateMoment,
} from './moment-parts.ts';

const seconds = (micros: bigint): number =>
  Number((micros - (((micros % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n);

/** The local time of a zone at a moment. */
function toLocal(zone: Zone, moment: bigint): bigint {
  if (isInfinite(moment)) return moment;
  const offset = 'seconds' in zone ? zone.seconds : offsetAt(zone.region, seconds(moment));
  return checkedMoment(moment + BigInt(offset) * 1_000_000n);
}

/** The moment of a zone's local time. */
const fromLocal = (zone: Zone, local: bigint): bigint =>
  isInfinite(local)
    ? local
    : checkedMoment(local - BigInt(localOffset(zone, seconds(local))) * 1_000_000n);

/** make_timestamptz() takes `+02` as ISO 8601 does, AT TIME ZONE as POSIX does. */
function zoneOfArgument(name: string): Zone {
  const bad = (): never =>
    sqlError('22023', `invalid input syntax for type numeric time zone: "${name}"`);
  if (/^\d/.test(name)) return bad();
  return /^[+-]/.test(name) ? { seconds: readOffset(name, name, bad) } : readZone(name);
}

const mostStarts = 100_000;
const farMicros = 9_000_000_000_000_000n;

/** The unit and zone of recent rows, and the starts of truncated days in the zone. */
let recent: {
  readonly word: string;
  readonly zoneName: string;
  readonly part: TimePart;
  readonly zone: Zone;
  readonly starts: Map<number, bigint>;
} | null = null;

function truncateInZone(word: string, moment: bigint, zoneName: string): bigint {
  if (recent === null || recent.word !== word || recent.zoneName !== zoneName) {
    const part = truncationNamed(word, 'timestamp with time zone');
    recent = { word, zoneName, part, zone: readZone(zoneName), starts: new Map() };
  }
  const { part, zone, starts } = recent;
  const isNear = moment > -farMicros && moment < farMicros;
  if (!isNear || 'seconds' in zone || !isWholeDays(part)) return cutInZone(part, zone, moment);
  const second = Math.floor(Number(moment) / 1e6);
  const day = Math.floor((second + offsetAt(zone.region, second)) / 86_400);
  const known = starts.get(day);
  if (known !== undefined) return known;
  const start = cutInZone(part, zone, moment);
  if (starts.size >= mostStarts) starts.clear();
  starts.set(day, start);
  return start;
}

function cutInZone(part: TimePart, zone: Zone, moment: bigint): bigint {
  const local = toLocal(zone, moment);
  const start = truncateMoment(part, local);
  return isWholeDays(part) ? fromLocal(zone, start) : moment - (local - start);
}

function timePart(word: string, value: bigint): number {
  const part = partNamed(word, 'time without time zone');
  return clockPart(part, Number(value)) ?? Number(value) / 1e6;
}

function timetzPart(word: string, { micros, offset }: DuckDBTimeTZValue): number {
  const part = partNamed(word, 'time with time zone');
  if (part === 'timezone') return offset;
  if (part === 'timezone_hour') return Math.trunc(offset / 3600);
  if (part === 'timezone_minute') return Math.trunc(offset / 60) % 60;
  return clockPart(part, Number(micros)) ?? Number(micros) / 1e6 - offset;
}

/** A timetz plus an interval keeps its zone and stays within the day. */
function addToTimetz({ micros, offset }: DuckDBTimeTZValue, span: Interval): DuckDBTimeTZValue {
  return DuckDBTimeTZValue.fromMicrosAndOffset(
    onClock(micros + finiteSpan(span, 'add').micros),
    offset,
  );
}

const onClock = (micros: bigint) => ((micros % microsPerDay) + microsPerDay) % microsPerDay;

/** `verb` names the operation on the time. */
const finiteSpan = (span: Interval, verb: string): Interval =>
  infiniteSign(span) === 0
    ? span
    : sqlError(
        '22008',
        `cannot ${verb} infinite interval ${verb === 'subtract' ? 'from' : 'to'} time`,
      );

/** The distance from UTC in AT TIME ZONE. */
function zoneSpan(span: Interval): Interval {
  if (infiniteSign(span) !== 0)
    return sqlError('22023', `interval time zone "${intervalText(span)}" must be finite`);
  // A zone is in whole seconds, and fractions are ignored.
  if (span.months === 0 && span.days === 0)
    return { ...span, micros: span.micros - (span.micros % 1_000_000n) };
  return sqlError(
    '22023',
    `interval time zone "${intervalText(span)}" must not include months or days`,
  );
}

/**
 * date_add(): months and days follow the calendar of a zone, and the time of day follows the clock.
 */
function addInZone(moment: bigint, span: Interval, zoneName: string): bigint {
  const zone = readZone(zoneName);
  const { months, days, micros } = span;
  if (isInfinite(moment) || infiniteSign(span) !== 0) return moveMoment(moment, span, 1);
  if (months === 0 && days === 0) return checkedMoment(moment + micros);
  const local = moveMoment(toLocal(zone, moment), { months, days, micros: 0n }, 1);
  return checkedMoment(fromLocal(zone, local) + micros);
}

const truncated = (part: TimePart, moment: bigint) =>
  isInfinite(moment) ? moment : checkedMoment(truncateMoment(part, moment));

const series = (from: bigint, to: bigint, step: Interval) =>
  momentSeries(from, to, step, (moment) => moveMoment(moment, step, 1));

/** Parts of moments, and time zones, that are only known at run time. */
export const momentFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_timestamp_part', [text, timestamp], double, (word, value) =>
    momentPart(word, value, 'timestamp without time zone'),
  ),
  strictFunction('hotsql_timestamptz_part', [text, timestamptz], double, (word, value) =>
    momentPart(word, value, 'timestamp with time zone'),
  ),
  strictFunction('hotsql_time_part', [text, time], double, timePart),
  strictFunction('hotsql_timetz_part', [text, timetz], double, timetzPart),
  strictFunction('hotsql_trunc_timestamp', [text, timestamp], timestamp, (word, value) =>
    truncated(truncationNamed(word, 'timestamp without time zone'), value),
  ),
  strictFunction('hotsql_trunc_timestamptz', [text, timestamptz], timestamptz, (word, value) =>
    truncated(truncationNamed(word, 'timestamp with time zone'), value),
  ),
  strictFunction('hotsql_trunc_in_zone', [text, timestamptz, text], timestamptz, truncateInZone),
  strictFunction('hotsql_trunc_interval', [text, interval], interval, truncateInterval),
  strictFunction('hotsql_to_zone', [text, timestamptz], timestamp, (name, moment) =>
    toLocal(readZone(name), moment),
  ),
  strictFunction('hotsql_from_zone', [text, timestamp], timestamptz, (name, local) =>
    fromLocal(readZone(name), local),
  ),
  strictFunction('hotsql_from_written_zone', [text, timestamp], timestamptz, (name, local) =>
    fromLocal(zoneOfArgument(name), local),
  ),
  strictFunction('hotsql_add_timetz', [timetz, interval], timetz, addToTimetz),
  strictFunction('hotsql_zone_span', [interval], interval, zoneSpan),
  strictFunction('hotsql_finite_span', [interval, text], interval, finiteSpan),
  strictFunction('hotsql_checked_date', [date], date, (days) =>
    Math.abs(days) === infiniteDays ? days : checkedDate(days, 'date out of range'),
  ),
  strictFunction('hotsql_moved_moment', [timestamp, interval, integer], timestamp, moveMoment),
  strictFunction('hotsql_moment_difference', [timestamp, timestamp], interval, momentDifference),
  strictFunction(
    'hotsql_timestamp_series',
    [timestamp, timestamp, interval],
    list(timestamp),
    series,
  ),
  strictFunction(
    'hotsql_timestamptz_series',
    [timestamptz, timestamptz, interval],
    list(timestamptz),
    series,
  ),
  strictFunction(
    'hotsql_timestamptz_series_in_zone',
    [timestamptz, timestamptz, interval, text],
    list(timestamptz),
    (from, to, step, zone) =>
      momentSeries(from, to, step, (moment) => addInZone(moment, step, zone)),
  ),
  strictFunction('hotsql_infinite_distance', [timestamp, timestamp], interval, infiniteDistance),
  strictFunction('hotsql_add_in_zone', [timestamptz, interval, text], timestamptz, addInZone),
  strictFunction('hotsql_time_of_interval', [interval], time, (span) =>
    infiniteSign(span) === 0
      ? onClock(span.micros)
      : sqlError('22008', 'cannot convert infinite interval to time'),
  ),
  strictFunction('hotsql_timetz_of_moment', [timestamptz], timetz, (moment) =>
    isInfinite(moment)
      ? null
      : DuckDBTimeTZValue.fromMicrosAndOffset(BigInt(splitMicros(moment).rest), 0),
  ),
];
