import { sqlError } from '../../../kernel/sql-error.ts';
import { julianOf, microsPerDay, splitMicros } from '../../../values/calendar.ts';
import { parseTimeTemplate } from '../../../values/time-template.ts';
import { dateMoment, JsonMoment, type MomentType } from '../json/json-moment.ts';
import { parseStandardTime } from '../parse-time.ts';
import type { ParsedTime } from '../resolve-time.ts';
import { FatalPathError, isPathError } from './path-error.ts';

/** SQL/JSON's formats, in the order of PostgreSQL's attempts. */
const isoTemplates = [
  'yyyy-mm-dd',
  'HH24:MI:SS.USTZ',
  'HH24:MI:SSTZ',
  'HH24:MI:SS.US',
  'HH24:MI:SS',
  ...[' ', '"T"'].flatMap((between) => [
    `yyyy-mm-dd${between}HH24:MI:SS.USTZ`,
    `yyyy-mm-dd${between}HH24:MI:SSTZ`,
  ]),
  ...[' ', '"T"'].flatMap((between) => [
    `yyyy-mm-dd${between}HH24:MI:SS.US`,
    `yyyy-mm-dd${between}HH24:MI:SS`,
  ]),
];

const lastDate = 2_145_031_948;
/** 294276-12-31 */
const lastDay = 106_751_990;
/** PostgreSQL counts from 2000-01-01, and rounds away from the epoch. */
const epoch = 10_957n * microsPerDay;

/** `.datetime()` and similar methods. `zoned` allows the session's zone, UTC. */
export function readMomentItem(
  method: { readonly name: string; readonly template?: string; readonly precision?: number },
  text: string,
  zoned: boolean,
): JsonMoment {
  if (method.template !== undefined) return readByTemplate(text, method.template);
  const read = readIso(text);
  const unknown = (): never =>
    sqlError('22031', `${method.name} format is not recognized: "${text}"`);
  if (read === undefined) return unknown();
  if (method.name === 'datetime') return read;
  const converted = convert(read, methodTypes[method.name] ?? 'date', zoned) ?? unknown();
  return method.precision === undefined
    ? converted
    : rounded(converted, Math.min(method.precision, 6));
}

const methodTypes: Readonly<Record<string, MomentType>> = {
  time: 'time',
  time_tz: 'timetz',
  timestamp: 'timestamp',
  timestamp_tz: 'timestamptz',
};

function readIso(text: string): JsonMoment | undefined {
  for (const template of isoTemplates) {
    try {
      return readByTemplate(text, template);
    } catch (thrown) {
      if (!isPathError(thrown)) throw thrown;
    }
  }
  return undefined;
}

const clockFields = /^(?:[AP]\.?M\.?|HH|HH12|HH24|MI|SS|MS|US|FF\d|SSSSS?)$/;
const zoneFields = /^(?:TZ|OF|TZH|TZM)$/;

/** The moment that a template reads from a text. The fields of the template determine the type. */
function readByTemplate(text: string, template: string): JsonMoment {
  const parts = parseTimeTemplate(template);
  for (const part of parts) {
    if (part.kind !== 'field' && !part.isQuoted && !"-./,':; ".includes(part.value)) {
      throw new FatalPathError('22007', `invalid datetime format separator: "${part.value}"`);
    }
  }
  const parsed = parseStandardTime(text, template);
  const names = parts.flatMap((part) =>
    part.kind === 'field' && part.name !== 'FX' ? [part.name] : [],
  );
  const isZoned = names.some((name) => zoneFields.test(name));
  const isTimed = names.some((name) => clockFields.test(name));
  const isDated = names.some((name) => !zoneFields.test(name) && !clockFields.test(name));
  if (isDated && isTimed) return timestampOf(parsed, isZoned);
  if (isDated)
    return isZoned
      ? sqlError('22007', 'datetime format is zoned but not timed')
      : dateOf(parsed, text);
  if (!isTimed) return sqlError('22007', 'datetime format is not dated and not timed');
  const clock = new JsonMoment(
    isZoned ? 'timetz' : 'time',
    BigInt(parsed.micros),
    isZoned ? parsed.zoneSeconds : 0,
  );
  return rounded(clock, parsed.digits);
}

function timestampOf(
  { days, micros, zoneSeconds, digits }: ParsedTime,
  isZoned: boolean,
): JsonMoment {
  if (julianOf(days) < 0 || days > lastDay)
    sqlError('22008', `timestamp${isZoned ? 'tz' : ''} out of range`);
  const local = BigInt(days) * microsPerDay + BigInt(micros);
  const moment = isZoned
    ? new JsonMoment('timestamptz', local - BigInt(zoneSeconds) * 1_000_000n, zoneSeconds)
    : new JsonMoment('timestamp', local);
  return rounded(moment, digits);
}

function dateOf({ days }: ParsedTime, text: string): JsonMoment {
  const isHeld = julianOf(days) >= 0 && days <= lastDate;
  return isHeld ? dateMoment(days) : sqlError('22008', `date out of range: "${text}"`);
}

/** Rounds to the number of fractional digits of a second. */
function rounded(moment: JsonMoment, digits: number): JsonMoment {
  if (moment.type === 'date' || digits >= 6) return moment;
  const start = moment.type === 'time' || moment.type === 'timetz' ? 0n : epoch;
  const since = moment.micros - start;
  const unit = 10n ** BigInt(6 - digits);
  const half = since < 0n ? -unit / 2n : unit / 2n;
  return new JsonMoment(moment.type, ((since + half) / unit) * unit + start, moment.offset);
}

/** Converts to another type; undefined without a conversion. */
function convert(moment: JsonMoment, type: MomentType, zoned: boolean): JsonMoment | undefined {
  const { type: from, micros } = moment;
  if (from === type) return moment;
  const { days, rest } = splitMicros(micros);
  const isClock = from === 'time' || from === 'timetz';
  if (type === 'time' || type === 'timetz') {
    if (from === 'date' || (type === 'timetz' && from === 'timestamp')) return undefined;
    if (from !== 'timestamp' && !(type === 'timetz' && from === 'timestamptz'))
      checkZone(zoned, from, type);
    return new JsonMoment(type, isClock ? micros : BigInt(rest));
  }
  if (isClock) return undefined;
  if (from === 'timestamptz' || type === 'timestamptz') checkZone(zoned, from, type);
  return type === 'date' ? dateMoment(days) : new JsonMoment(type, micros);
}

function checkZone(zoned: boolean, from: MomentType, to: MomentType): void {
  if (zoned) return;
  throw new FatalPathError(
    '0A000',
    `cannot convert value from ${from} to ${to} without time zone usage`,
  );
}

/** Less than, equal to or greater than 0; undefined for a time and a date. */
export function compareMoments(a: JsonMoment, b: JsonMoment, zoned: boolean): number | undefined {
  const isClock = ({ type }: JsonMoment) => type === 'time' || type === 'timetz';
  const isZoned = ({ type }: JsonMoment) => type === 'timetz' || type === 'timestamptz';
  if (isClock(a) !== isClock(b)) return undefined;
  if (isZoned(a) !== isZoned(b))
    checkZone(zoned, ...(isZoned(a) ? ([b.type, a.type] as const) : ([a.type, b.type] as const)));
  const at = (moment: JsonMoment) =>
    isClock(moment) ? moment.micros - BigInt(moment.offset) * 1_000_000n : moment.micros;
  const [left, right] = [at(a), at(b)];
  if (left !== right) return left < right ? -1 : 1;
  return isClock(a) ? Math.sign(b.offset - a.offset) : 0;
}
