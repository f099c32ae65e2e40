import { badRequest } from '../../kernel/errors.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths = [
  ['january', 'february', 'march', 'april', 'may', 'june'],
  ['july', 'august', 'september', 'october', 'november', 'december'],
].flat();

type Part = 'year' | 'yearOfCentury' | 'month' | 'day' | 'hour' | 'halfDay' | 'minute' | 'second';
type Named = Part | 'fraction' | 'offset' | 'monthName' | 'half';

const signs: Readonly<Record<string, readonly [Named, pattern: string]>> = {
  Y: ['year', '\\d{4}'],
  y: ['yearOfCentury', '\\d{2}'],
  m: ['month', '\\d{1,2}'],
  b: ['monthName', months.join('|')],
  B: ['monthName', longMonths.join('|')],
  d: ['day', '\\d{1,2}'],
  H: ['hour', '\\d{1,2}'],
  I: ['halfDay', '\\d{1,2}'],
  p: ['half', 'am|pm'],
  M: ['minute', '\\d{1,2}'],
  S: ['second', '\\d{1,2}'],
  f: ['fraction', '\\d{1,6}'],
  z: ['offset', 'Z|[+-]\\d{2}:?\\d{2}'],
};

/**
 * A format of dates or timestamps in the directives of strptime. Each directive stands for one
 * part.
 */
export class DateFormat {
  readonly #pattern: RegExp;
  readonly #parts: readonly Named[];

  /**
   * Throws BAD_REQUEST for a format without a day, with a part twice or with an unknown directive.
   */
  constructor(format: string) {
    const parts: Named[] = [];
    // 2024111 may be a day in January or in November.
    const isPacked = /%[mdHIMS]%/.test(format);
    const pattern = format.replace(/%(.?)|[^%]/gs, (all, sign: string | undefined) => {
      if (sign === undefined) return all.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
      if (sign === '%') return '%';
      const [part, form] = signs[sign] ?? [];
      if (part === undefined || form === undefined)
        throw unreadable(`'%${sign}' is none of ${knownSigns}`);
      if (parts.includes(part)) throw unreadable('it names one part twice');
      parts.push(part);
      return `(${isPacked ? form.replace('{1,2}', '{2}') : form})`;
    });
    const has = (...alternatives: Named[]) => alternatives.some((part) => parts.includes(part));
    if (!has('year', 'yearOfCentury') || !has('month', 'monthName') || !has('day'))
      throw unreadable('a date needs a year (%Y, %y), a month (%m, %b, %B) and a day (%d)');
    if (has('halfDay') !== has('half')) throw unreadable('%I and %p go together');
    if (has('minute', 'second', 'fraction', 'offset') && !has('hour', 'halfDay'))
      throw unreadable('a time of day needs an hour (%H, or %I with %p)');
    this.#parts = parts;
    this.#pattern = new RegExp(`^${pattern}$`, 'i');
  }

  /**
   * The ISO 8601 form of the text. Null for a text outside the format, and for a day that does not
   * exist.
   */
  toIso(text: string): string | null {
    const found = this.#pattern.exec(text);
    if (found === null) return null;
    const values = new Map(this.#parts.map((part, index) => [part, found[index + 1] ?? '']));
    const date = isoDate(values);
    if (date === null || !(values.has('hour') || values.has('halfDay'))) return date;
    const time = isoTime(values);
    return time === null ? null : `${date} ${time}`;
  }
}

type Values = ReadonlyMap<Named, string>;

function isoDate(values: Values): string | null {
  const short = values.get('yearOfCentury');
  // POSIX's strptime puts 69 to 99 into the last century.
  const year =
    short === undefined
      ? Number(values.get('year'))
      : Number(short) + (Number(short) < 69 ? 2000 : 1900);
  const name = values.get('monthName')?.slice(0, 3).toLowerCase();
  const month = name === undefined ? Number(values.get('month')) : months.indexOf(name) + 1;
  const day = Number(values.get('day'));
  const isDay =
    year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isDay ? `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` : null;
}

const daysInMonth = (year: number, month: number) => {
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};

function isoTime(values: Values): string | null {
  const halfDay = values.get('halfDay');
  const isAfternoon = values.get('half')?.toLowerCase() === 'pm';
  if (halfDay !== undefined && (Number(halfDay) < 1 || Number(halfDay) > 12)) return null;
  const hour =
    halfDay === undefined
      ? Number(values.get('hour'))
      : (Number(halfDay) % 12) + (isAfternoon ? 12 : 0);
  const minute = Number(values.get('minute') ?? 0);
  const second = Number(values.get('second') ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const fraction = values.get('fraction');
  const offset = values.get('offset') ?? '';
  return `${[hour, minute, second].map((part) => padded(part, 2)).join(':')}${fraction ? `.${fraction}` : ''}${offset.toUpperCase()}`;
}

const padded = (value: number, digits: number) => String(value).padStart(digits, '0');

const knownSigns = `${Object.keys(signs)
  .map((sign) => `%${sign}`)
  .join(', ')} and %%`;
const unreadable = (why: string) => badRequest(`'date_format' cannot be read: ${why}`);
