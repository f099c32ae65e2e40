import { sqlError } from '../../kernel/sql-error.ts';
import { julianOf, microsPerDay } from '../../values/calendar.ts';
import { bigint, date, double, integer, interval, text, timestamp, timestamptz } from './codecs.ts';
import { type EngineFunction, nullableFunction, strictFunction } from './engine-function.ts';
import {
  addIntervals,
  dateBin,
  divideInterval,
  intervalField,
  intervalLength,
  intervalText,
  justifyDays,
  justifyHours,
  justifyInterval,
  makeInterval,
  multiplyInterval,
  negateInterval,
  subtractIntervals,
  totalInterval,
} from './interval-arithmetic.ts';
import { checkedDate } from './moment-arithmetic.ts';
import { parseTime } from './parse-time.ts';

/** PostgreSQL counts from 2000-01-01, and rounds away from the epoch. */
const epoch = 10_957n * microsPerDay;

/** 294276-12-31 */
const lastDay = 106_751_990;

function toTimestamp(value: string, template: string): bigint {
  const { days, micros, zoneSeconds, digits } = parseTime(value, template);
  if (julianOf(days) < 0 || days > lastDay) return sqlError('22008', 'timestamp out of range');
  const moment =
    BigInt(days) * microsPerDay + BigInt(micros) - BigInt(zoneSeconds) * 1_000_000n - epoch;
  const unit = 10n ** BigInt(6 - digits);
  const half = moment < 0n ? -unit / 2n : unit / 2n;
  return ((moment + half) / unit) * unit + epoch;
}

function toDate(value: string, template: string): number {
  const { days } = parseTime(value, template);
  return checkedDate(days, `date out of range: "${value}"`);
}

export const timeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_to_timestamp', [text, text], timestamptz, toTimestamp),
  strictFunction('hotsql_to_date', [text, text], date, toDate),
  strictFunction('hotsql_interval_multiply', [interval, double], interval, multiplyInterval),
  strictFunction('hotsql_interval_divide', [interval, double], interval, divideInterval),
  strictFunction('hotsql_justify_hours', [interval], interval, justifyHours),
  strictFunction('hotsql_justify_days', [interval], interval, justifyDays),
  strictFunction('hotsql_justify_interval', [interval], interval, justifyInterval),
  strictFunction(
    'hotsql_make_interval',
    [integer, integer, integer, integer, integer, integer, double],
    interval,
    makeInterval,
  ),
  strictFunction('hotsql_date_bin_timestamp', [interval, timestamp, timestamp], timestamp, dateBin),
  strictFunction(
    'hotsql_date_bin_timestamptz',
    [interval, timestamptz, timestamptz],
    timestamptz,
    dateBin,
  ),
  strictFunction('hotsql_interval_sum', [interval, interval], interval, addIntervals),
  strictFunction('hotsql_interval_difference', [interval, interval], interval, subtractIntervals),
  strictFunction('hotsql_interval_negative', [interval], interval, negateInterval),
  strictFunction('hotsql_interval_length', [interval], text, (value) =>
    String(intervalLength(value)),
  ),
  nullableFunction(
    'hotsql_interval_total',
    [bigint, bigint, bigint, bigint, bigint],
    interval,
    totalInterval,
  ),
  strictFunction('hotsql_interval_text', [interval], text, intervalText),
  strictFunction('hotsql_interval_field', [text, interval], text, intervalField),
  strictFunction('hotsql_interval_extract', [text, interval], text, (field, value) =>
    intervalField(field, value)?.endsWith('Infinity')
      ? sqlError('0A000', 'extract() of infinity is not supported; use date_part()')
      : intervalField(field, value),
  ),
];
