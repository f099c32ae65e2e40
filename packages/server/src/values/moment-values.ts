import { sqlError } from '../kernel/sql-error.ts';
import { firstMicros, julianOf, lastMicros, microsPerDay } from './calendar.ts';
import type { Moment } from './read-moment.ts';

type WrittenMoment = Extract<Moment, { kind: 'moment' }>;

/** DuckDB's timestamps end in the year 294247; PostgreSQL's begin in 4714 BC. */
const lastDay = 106_751_990;

/** Days since 1970-01-01. */
export function dateOf({ days }: WrittenMoment, text: string): number {
  return julianOf(days) < 0 ? sqlError('22008', `date out of range: "${text}"`) : days;
}

/** Microseconds since 1970-01-01; a text without a zone is in UTC. */
export function timestampOf(
  { days, micros, zoneSeconds = 0 }: WrittenMoment,
  zoned: boolean,
  text: string,
): bigint {
  if (days > lastDay + 1 && BigInt(days) * microsPerDay >= lastMicros)
    sqlError('22008', `timestamp out of range: "${text}"`);
  if (days > lastDay)
    sqlError('0A000', `the timestamp "${text}", past the year 294246, is not supported`);
  const value =
    BigInt(days) * microsPerDay + BigInt(micros) - (zoned ? BigInt(zoneSeconds) * 1_000_000n : 0n);
  return value < firstMicros ? sqlError('22008', `timestamp out of range: "${text}"`) : value;
}
