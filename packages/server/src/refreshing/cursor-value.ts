import type { SourceColumn } from '../lake/model.ts';

const number = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?$/;
const moment =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:([ T])(\d\d):(\d\d):(\d\d)(\.\d{1,12})?)?((?: ?(?:Z|[+-]\d\d(?::?\d\d)?))?)$/;
const daySeconds = 86_400;
/** Source types with values that may come as text although the source sorts numbers or times. */
const ordered = /^(?:numeric|decimal|number|bignum|bigdecimal|date|time)/i;

/** True if the source sorts the column's values as texts, so '990' is above '1000'. */
export const isTextCursor = ({ type, sourceType }: Pick<SourceColumn, 'type' | 'sourceType'>) =>
  type === 'VARCHAR' && !ordered.test(sourceType);

/**
 * The cursor `overlap` below `value`, in the same form: seconds before a date (in whole days) or a
 * time, or units below a number. Null for any other value; a text of digits is not a number. A
 * value in quotes, SQLite's form of texts, stays in quotes.
 */
export function valueBelow(value: string, overlap: number, isText = false): string | null {
  if (overlap === 0) return value;
  const inner = /^'(.*)'$/s.exec(value)?.[1];
  if (inner !== undefined) {
    const below = momentBelow(inner, overlap);
    return below === null ? null : `'${below}'`;
  }
  return (isText ? null : numberBelow(value, overlap)) ?? momentBelow(value, overlap);
}

function numberBelow(value: string, overlap: number): string | null {
  const [, sign = '', whole = '', fraction = ''] = number.exec(value) ?? [];
  if (whole === '') return null;
  const scale = 10n ** BigInt(fraction.length);
  const below = BigInt(`${sign}${whole}${fraction}`) - BigInt(overlap) * scale;
  const digits = (below < 0n ? -below : below).toString().padStart(fraction.length + 1, '0');
  const point = digits.length - fraction.length;
  const text = fraction === '' ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return below < 0n ? `-${text}` : text;
}

function momentBelow(value: string, overlap: number): string | null {
  const [, year = '', month, day, separator, hour, minute, second, fraction = '', zone = ''] =
    moment.exec(value) ?? [];
  if (year === '') return null;
  const seconds = separator === undefined ? Math.ceil(overlap / daySeconds) * daySeconds : overlap;
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  at.setUTCHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0) - seconds);
  const below = at.getUTCFullYear();
  if (Number.isNaN(below) || below < 1) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${String(below).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  if (separator === undefined) return `${date}${zone}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${date}${separator}${time}${fraction}${zone}`;
}

/** No value is above these, so a refresh from such a cursor would find nothing. */
export const isBeyondAll = (value: string) => /^(?:infinity|nan)$/i.test(value);
