/** Dates and times as microseconds since 1970 UTC, in DuckDB's printed forms and in ISO 8601. */

export const dayMicros = 86_400_000_000n;

const date = String.raw`(\d{4,6})-(\d\d)-(\d\d)`;
const time = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?`;
const datePattern = new RegExp(`^${date}$`);
const timestampPattern = new RegExp(`^${date}(?:[ T]${time})?$`);
const zonedPattern = new RegExp(
  String.raw`^${date}(?:[ T]${time}\s?(?:(Z|UTC)|([+-])(\d\d)(?::?(\d\d))?)?)?$`,
  'i',
);

/** Undefined for any other form, for infinities, years before 1 and impossible days. */
export function readDate(text: string): bigint | undefined {
  const match = datePattern.exec(text);
  return match === null ? undefined : momentOf(match);
}

/** A timestamp without a time zone; a date means its midnight. */
export function readTimestamp(text: string): bigint | undefined {
  const match = timestampPattern.exec(text);
  return match === null ? undefined : momentOf(match);
}

/** A timestamp with a time zone; UTC if the text has none, as in every session. */
export function readZonedTimestamp(text: string): bigint | undefined {
  const match = zonedPattern.exec(text);
  const local = match === null ? undefined : momentOf(match);
  const [hours, minutes] = [Number(match?.[10] ?? 0), Number(match?.[11] ?? 0)];
  if (local === undefined || hours > 15 || minutes > 59) return undefined;
  const offset = BigInt(hours * 60 + minutes) * 60_000_000n;
  return match?.[9] === '-' ? local + offset : local - offset;
}

function momentOf(match: RegExpExecArray): bigint | undefined {
  const part = (index: number) => Number(match[index] ?? 0);
  const [hour, minute, second] = [part(4), part(5), part(6)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const midnight = midnightOf(part(1), part(2), part(3));
  if (midnight === undefined) return undefined;
  const micros = Number((match[7] ?? '').padEnd(6, '0'));
  return midnight + BigInt(((hour * 60 + minute) * 60 + second) * 1_000_000 + micros);
}

/** Gregorian calendar, counted in years from March, so that the leap day is the last day. */
function midnightOf(year: number, month: number, day: number): bigint | undefined {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const years = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  // 0000-03-01 is 719468 days before 1970-01-01.
  return BigInt(years * 365 + leapDays + dayOfYear - 719_468) * dayMicros;
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Adds months; a day that the new month lacks becomes the month's last day. */
export function addMonths(micros: bigint, months: number): bigint | undefined {
  const ofDay = ((micros % dayMicros) + dayMicros) % dayMicros;
  const moment = new Date(Number((micros - ofDay) / 1000n));
  const first = new Date(moment);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  if (Number.isNaN(first.getTime()) || year < 1 || year > 200_000) return undefined;
  const midnight = midnightOf(year, month, Math.min(moment.getUTCDate(), daysOf(year, month)));
  return midnight === undefined ? undefined : midnight + ofDay;
}
