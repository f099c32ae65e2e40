/** Dates and times as numbers, read from REST's texts and printed for JSON. */
import { withoutEnd } from '../../kernel/without-end.ts';
import { SourceError } from '../source-error.ts';

const dayMs = 86_400_000;
const secondUs = 1_000_000n;
const dayUs = 86_400n * secondUs;

const pattern = /^(-?\d{1,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/;

/** Days since 1970 of `2024-02-29`. */
export function readDate(text: string): number {
  return Number(readDatetime(text) / dayUs);
}

/** Microseconds since 1970 of `2024-02-29T12:34:56.5`. */
export function readDatetime(text: string): bigint {
  const [, year, month, day, hour = '0', minute = '0', second = '0', decimals = ''] =
    pattern.exec(text) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const days = date.getTime() / dayMs;
  if (!Number.isInteger(days)) throw unreadable();
  return BigInt(days) * dayUs + clock(hour, minute, second, decimals);
}

/** Microseconds since midnight of `23:59:59.999999`. */
export function readTime(text: string): bigint {
  const [, hour, minute, second, decimals = ''] =
    /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (hour === undefined || minute === undefined || second === undefined) throw unreadable();
  return clock(hour, minute, second, decimals);
}

function clock(hour: string, minute: string, second: string, decimals: string): bigint {
  return (
    BigInt(Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * secondUs +
    BigInt(decimals.padEnd(6, '0'))
  );
}

/** A whole number of digits alone, as REST writes counts of microseconds and numbers of 64 bits. */
export function readWhole(text: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) throw unreadable();
  return BigInt(text);
}

/** `2024-02-29` */
export const writeDate = (days: number) => new Date(days * dayMs).toISOString().slice(0, 10);

/** `2024-02-29T12:34:56.5`, without trailing zeros of the fraction. */
export function writeDatetime(microseconds: bigint): string {
  const inDay = ((microseconds % dayUs) + dayUs) % dayUs;
  return `${writeDate(Number((microseconds - inDay) / dayUs))}T${writeTime(inDay)}`;
}

/** `23:59:59.5` */
export function writeTime(microseconds: bigint): string {
  const seconds = Number(microseconds / secondUs);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${decimalsOf(microseconds % secondUs)}`;
}

/**
 * An interval in BigQuery's text form: `1-2 3 4:5:6.7`, each of the three parts with its own sign.
 */
export function writeInterval(months: number, days: number, microseconds: bigint): string {
  const year = Math.trunc(Math.abs(months) / 12);
  const clockUs = microseconds < 0n ? -microseconds : microseconds;
  const seconds = clockUs / secondUs;
  const time = `${seconds / 3600n}:${(seconds / 60n) % 60n}:${seconds % 60n}${decimalsOf(clockUs % secondUs)}`;
  return `${months < 0 ? '-' : ''}${year}-${Math.abs(months) % 12} ${days} ${microseconds < 0n ? '-' : ''}${time}`;
}

/** Normalises REST's text of an interval, whose decimals may end with zeros. */
export function readInterval(text: string): string {
  const parts = /^(-?)(\d+)-(\d+) (-?\d+) (-?)(\d+):(\d+):(\d+)(?:\.(\d{1,6})\d*)?$/.exec(text);
  if (!parts) throw unreadable();
  const [, sign, year, month, days, clockSign, hour, minute, second, decimals = ''] = parts;
  const months = Number(year) * 12 + Number(month);
  const microseconds =
    (BigInt(hour ?? 0) * 3600n + BigInt(minute ?? 0) * 60n + BigInt(second ?? 0)) * secondUs +
    BigInt(decimals.padEnd(6, '0'));
  return writeInterval(
    sign ? -months : months,
    Number(days),
    clockSign ? -microseconds : microseconds,
  );
}

function decimalsOf(microseconds: bigint): string {
  return microseconds === 0n ? '' : `.${withoutEnd(String(microseconds).padStart(6, '0'), '0')}`;
}

export const unreadable = () =>
  new SourceError(
    'source_failed',
    'BigQuery sent a value in a form that is not the one it documents; try again',
  );
