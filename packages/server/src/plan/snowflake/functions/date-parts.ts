import { isFields, openNode, refuse, stringValue } from '../tree.ts';

export type DatePart =
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond'
  | 'microsecond';

const spellings: Readonly<Record<string, readonly string[]>> = {
  year: ['year', 'y', 'yy', 'yyy', 'yyyy', 'yr', 'years', 'yrs'],
  quarter: ['quarter', 'q', 'qtr', 'qtrs', 'quarters'],
  month: ['month', 'mm', 'mon', 'mons', 'months'],
  week: ['week', 'w', 'wk', 'weekofyear', 'woy', 'wy', 'weeks'],
  day: ['day', 'd', 'dd', 'days', 'dayofmonth'],
  hour: ['hour', 'h', 'hh', 'hr', 'hours', 'hrs'],
  minute: ['minute', 'm', 'mi', 'min', 'minutes', 'mins'],
  second: ['second', 's', 'sec', 'seconds', 'secs'],
  millisecond: ['millisecond', 'ms', 'msec', 'milliseconds'],
  microsecond: ['microsecond', 'us', 'usec', 'microseconds'],
};

const parts = new Map(
  Object.entries(spellings).flatMap(([part, names]) =>
    names.map((name) => [name, part as DatePart]),
  ),
);

/** The name of a date part: a bare word, a quoted word, or a node of the parser. */
export function partName(node: unknown): string {
  if (typeof node === 'string') return node.toLowerCase();
  const text = stringValue(node);
  if (text !== undefined) return text.toLowerCase();
  const { kind, fields } = openNode(node);
  if (kind === 'var' && typeof fields.this === 'string') return fields.this.toLowerCase();
  if (kind === 'column' && !isFields(fields.table) && isFields(fields.name))
    return String(fields.name.name).toLowerCase();
  return refuse('a computed date part');
}

export function datePart(node: unknown): DatePart {
  const name = partName(node);
  return parts.get(name) ?? refuse(`the date part '${name.slice(0, 40)}'`);
}

/** True for parts of a DATE: adding them to a date gives a date. */
export const isCalendarPart = (part: DatePart) =>
  ['year', 'quarter', 'month', 'week', 'day'].includes(part);

const intervals: Readonly<Record<DatePart, string>> = {
  year: 'to_years',
  quarter: 'to_quarters',
  month: 'to_months',
  week: 'to_weeks',
  day: 'to_days',
  hour: 'to_hours',
  minute: 'to_minutes',
  second: 'to_seconds',
  millisecond: 'to_milliseconds',
  microsecond: 'to_microseconds',
};

/** `count` of a part as an interval; a fraction is rounded. */
export function intervalOf(part: DatePart, count: string): string {
  return `${intervals[part]}(CAST(round(${count}) AS ${isCalendarPart(part) ? 'INTEGER' : 'BIGINT'}))`;
}

/** The results of DATE_PART, EXTRACT and the functions named like a part. */
export const extractions: Readonly<Record<string, (moment: string) => string>> = {
  year: (x) => `year(${x})`,
  quarter: (x) => `quarter(${x})`,
  month: (x) => `month(${x})`,
  week: (x) => `week(${x})`,
  day: (x) => `day(${x})`,
  hour: (x) => `hour(${x})`,
  minute: (x) => `minute(${x})`,
  second: (x) => `second(${x})`,
  dayofweek: (x) => `dayofweek(${x})`,
  dayofweekiso: (x) => `isodow(${x})`,
  dayofyear: (x) => `dayofyear(${x})`,
  weekiso: (x) => `week(${x})`,
  yearofweek: (x) => `isoyear(${x})`,
  yearofweekiso: (x) => `isoyear(${x})`,
  epoch_second: (x) => `CAST(floor(epoch(${x})) AS BIGINT)`,
  epoch_millisecond: (x) => `epoch_ms(${x})`,
};

const moreNames: Readonly<Record<string, string>> = {
  weekday: 'dayofweek',
  dow: 'dayofweek',
  dw: 'dayofweek',
  dow_iso: 'dayofweekiso',
  dayofweek_iso: 'dayofweekiso',
  doy: 'dayofyear',
  dy: 'dayofyear',
  yearday: 'dayofyear',
  week_iso: 'weekiso',
  epoch: 'epoch_second',
  epoch_seconds: 'epoch_second',
  epoch_milliseconds: 'epoch_millisecond',
};

export function extraction(part: unknown, moment: string): string {
  const name = partName(part);
  const known = extractions[moreNames[name] ?? name] ?? extractions[parts.get(name) ?? ''];
  return known?.(moment) ?? refuse(`the date part '${name.slice(0, 40)}'`);
}
