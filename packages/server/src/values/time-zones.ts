import { LruCache } from '../kernel/lru-cache.ts';
import { sqlError } from '../kernel/sql-error.ts';
import { zoneAbbreviations } from './zone-abbreviations.ts';

/** A time zone: seconds east of UTC, or a region with an offset that depends on the moment. */
export type Zone = { readonly seconds: number } | { readonly region: string };

/** Names of the time zone database without a slash. ICU accepts more names than PostgreSQL. */
const plainNames = new Set(
  `cet cst6cdt cuba eet egypt eire est est5edt gb gb-eire gmt gmt+0 gmt-0 gmt0 greenwich hongkong hst iceland iran israel jamaica
  japan kwajalein libya met mst mst7mdt navajo nz nz-chat poland portugal prc pst8pdt roc rok singapore turkey uct universal utc
  w-su wet zulu`.split(/\s+/),
);

/** Formats of existing names. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns null for a name outside the time zone database. */
function formatOf(region: string): Intl.DateTimeFormat | null {
  const name = region.toLowerCase();
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = makeFormat(name);
  if (made !== null) formats.set(name, made);
  return made;
}

function makeFormat(name: string): Intl.DateTimeFormat | null {
  if (!plainNames.has(name) && !/^[a-z_-]+\/[a-z0-9_+/-]+$/.test(name)) return null;
  if (name.startsWith('systemv/') || name === 'us/pacific-new') return null;
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone: name,
      timeZoneName: 'longOffset',
      year: 'numeric',
    });
  } catch {
    return null;
  }
}

export const isRegion = (name: string): boolean => formatOf(name) !== null;

const secondsPerDay = 86_400;
const mostDays = 100_000;

/** Offsets of a region by day, for days with a single offset. */
const daysOfRegions = new Map<string, Map<number, number>>();

/**
 * Seconds east of UTC at a moment, given in seconds since 1970. No region changes its offset twice
 * in a day, so equal offsets at both ends of a day hold for the whole day.
 */
export function offsetAt(region: string, seconds: number): number {
  const day = Math.floor(seconds / secondsPerDay);
  let days = daysOfRegions.get(region);
  const known = days?.get(day);
  if (known !== undefined) return known;
  const start = day * secondsPerDay;
  const offset = askOffset(region, start);
  if (offset !== askOffset(region, start + secondsPerDay - 1)) return askOffset(region, seconds);
  if (days === undefined || days.size >= mostDays) {
    days = new Map();
    daysOfRegions.set(region, days);
  }
  days.set(day, offset);
  return offset;
}

function askOffset(region: string, seconds: number): number {
  const format = formatOf(region);
  if (format === null) return unknownZone(region);
  // JavaScript's dates end before PostgreSQL's.
  const moment = Math.min(Math.max(seconds, -8.64e12), 8.64e12);
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(moment * 1000));
  const [, sign, hours = 0, minutes = 0, rest = 0] = match ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) * (sign === '-' ? -1 : 1);
}

/**
 * Seconds east of UTC at a local time, given in seconds since 1970 as if in UTC. A skipped time has
 * the offset from before the change, and a repeated time the offset from after.
 */
export function localOffset(zone: Zone, local: number): number {
  if ('seconds' in zone) return zone.seconds;
  const before = offsetAt(zone.region, local - 86_400);
  const after = offsetAt(zone.region, local + 86_400);
  if (before === after) return before;
  const isAfter = offsetAt(zone.region, local - after) === after;
  const isBefore = offsetAt(zone.region, local - before) === before;
  return isAfter || !isBefore ? (isAfter ? after : before) : before;
}

/**
 * The zone of a name or an abbreviation, also of POSIX's `UTC+3`, which lies west. Raises for an
 * unknown zone.
 */
export function readZone(name: string): Zone {
  const known = zonesRead.get(name);
  if (known !== undefined) return known;
  const zone = findZone(name);
  zonesRead.set(name, zone, name.length + 64);
  return zone;
}

const zonesRead = new LruCache<Zone>(2 ** 16);

function findZone(name: string): Zone {
  const abbreviation = zoneAbbreviations.get(name.toLowerCase());
  if (abbreviation !== undefined) {
    return 'minutes' in abbreviation
      ? { seconds: abbreviation.minutes * 60 }
      : changedAbbreviation(name);
  }
  return zoneNamed(name) ?? unknownZone(name);
}

/** Reads a zone as `readZone` does, without abbreviations; undefined for an unknown zone. */
export function zoneNamed(name: string): Zone | undefined {
  if (isRegion(name)) return { region: name };
  const posix = /^[^\d,+-]*([+-]?)(\d{1,3})(?::(\d\d?)(?::(\d\d?))?)?$/i.exec(name);
  if (posix === null) {
    if (/^(?:<|[a-z]+[+-]?\d)/i.test(name))
      sqlError('0A000', `the time zone '${name}' is not supported; use a region's name`);
    return undefined;
  }
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = posix;
  if (Number(hours) > 167 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { seconds: sign === '-' || size === 0 ? size : -size };
}

/** The meaning of the abbreviation depends on the year, and ICU does not know the meaning. */
export const changedAbbreviation = (name: string): never =>
  sqlError(
    '0A000',
    `the time zone abbreviation '${name}' is not supported, it changed its meaning; use a region's name`,
  );

const unknownZone = (name: string): never =>
  sqlError('22023', `time zone "${name}" not recognized`);

/** `+05:30`, `-0800`: seconds east of UTC. */
export function readOffset(text: string, written: string, fail: () => never): number {
  const outOfRange = (): never =>
    sqlError('22009', `time zone displacement out of range: "${written}"`);
  const match = /^([+-])(\d+)(?::(\d*)(?::(\d*))?)?/.exec(text);
  if (match === null) return fail();
  let [hours, minutes, seconds] = [Number(match[2]), Number(match[3] ?? 0), Number(match[4] ?? 0)];
  if (match[3] === undefined && match[0] === text && text.length > 3) {
    [hours, minutes] = [Math.trunc(hours / 100), hours % 100];
  }
  if (hours > 15 || minutes > 59 || seconds > 59) outOfRange();
  if (match[0] !== text) fail();
  seconds += hours * 3600 + minutes * 60;
  return match[1] === '-' ? -seconds : seconds;
}
