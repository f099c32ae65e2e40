import { DuckDBTimeTZValue } from '@duckdb/node-api';
import { civilOf, daysInMonth, daysOf, isInfinite, microsPerDay, splitMicros } from '../../kernel/calendar.ts';
import { sqlError } from '../../kernel/sql-error.ts';
import { partNamed, truncationNamed } from '../../plan/hotsql/input/time-units.ts';
import { localOffset, offsetAt, readOffset, readZone, type Zone } from '../../plan/hotsql/input/time-zones.ts';
import { double, type Interval, interval, text, time, timestamp, timestamptz, timetz } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { clockPart, isWholeDays, momentPart, truncateInterval, truncateMoment } from './moment-parts.ts';

const seconds = (micros: bigint): number =>
  Number((micros - (((micros % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n);

/** What the clocks of a zone show at a moment. */
function toLocal(zone: Zone, moment: bigint): bigint {
  if (isInfinite(moment)) return moment;
  const offset = 'seconds' in zone ? zone.seconds : offsetAt(zone.region, seconds(moment));
  return moment + BigInt(offset) * 1_000_000n;
}

/** The moment at which the clocks of a zone show a time. */
const fromLocal = (zone: Zone, local: bigint): bigint =>
  isInfinite(local) ? local : local - BigInt(localOffset(zone, seconds(local))) * 1_000_000n;

/** make_timestamptz() takes `+02` as ISO 8601 does, AT TIME ZONE as POSIX does. */
function zoneOfArgument(name: string): Zone {
  const bad = (): never => sqlError('22023', `invalid input syntax for type numeric time zone: "${name}"`);
  if (/^\d/.test(name)) return bad();
  return /^[+-]/.test(name) ? { seconds: readOffset(name, name, bad) } : readZone(name);
}

function truncateInZone(word: string, moment: bigint, zoneName: string): bigint {
  const part = truncationNamed(word, 'timestamp with time zone');
  const zone = readZone(zoneName);
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

/** A timetz with a span added keeps its zone and stays within the day. */
function addToTimetz({ micros, offset }: DuckDBTimeTZValue, span: bigint): DuckDBTimeTZValue {
  return DuckDBTimeTZValue.fromMicrosAndOffset(
    (((micros + span) % microsPerDay) + microsPerDay) % microsPerDay,
    offset,
  );
}

/** date_add(): months and days go by the calendar of a zone, the time of day by the clock. */
function addInZone(moment: bigint, { months, days, micros }: Interval, zoneName: string): bigint {
  if (isInfinite(moment)) return moment;
  const zone = readZone(zoneName);
  if (months === 0 && days === 0) return moment + micros;
  const { days: local, rest } = splitMicros(toLocal(zone, moment));
  const { year, month, day } = civilOf(local);
  const first = civilOf(daysOf(year, month + months, 1));
  const lastDay = Math.min(day, daysInMonth(first.year, first.month));
  const moved = daysOf(first.year, first.month, lastDay) + days;
  return fromLocal(zone, BigInt(moved) * microsPerDay + BigInt(rest)) + micros;
}

/** Parts of moments, and time zones, that are known only when the query runs. */
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
    truncateMoment(truncationNamed(word, 'timestamp without time zone'), value),
  ),
  strictFunction('hotsql_trunc_timestamptz', [text, timestamptz], timestamptz, (word, value) =>
    truncateMoment(truncationNamed(word, 'timestamp with time zone'), value),
  ),
  strictFunction('hotsql_trunc_in_zone', [text, timestamptz, text], timestamptz, truncateInZone),
  strictFunction('hotsql_trunc_interval', [text, interval], interval, truncateInterval),
  strictFunction('hotsql_to_zone', [text, timestamptz], timestamp, (name, moment) => toLocal(readZone(name), moment)),
  strictFunction('hotsql_from_zone', [text, timestamp], timestamptz, (name, local) => fromLocal(readZone(name), local)),
  strictFunction('hotsql_from_written_zone', [text, timestamp], timestamptz, (name, local) =>
    fromLocal(zoneOfArgument(name), local),
  ),
  strictFunction('hotsql_add_timetz', [timetz, interval], timetz, (value, { micros }) => addToTimetz(value, micros)),
  strictFunction('hotsql_add_in_zone', [timestamptz, interval, text], timestamptz, addInZone),
  strictFunction(
    'hotsql_time_of_interval',
    [interval],
    time,
    ({ micros }) => ((micros % microsPerDay) + microsPerDay) % microsPerDay,
  ),
  strictFunction('hotsql_timetz_of_moment', [timestamptz], timetz, (moment) =>
    isInfinite(moment) ? null : DuckDBTimeTZValue.fromMicrosAndOffset(BigInt(splitMicros(moment).rest), 0),
  ),
];
