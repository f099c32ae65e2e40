import { type Call, checkCount, type Rule, type Rules, refuseModifiers, scalar } from '../call.ts';
import type { Printing } from '../printing.ts';
import { integerValue, refuse, stringValue } from '../tree.ts';
import { dateFormat } from './date-formats.ts';
import {
  type DatePart,
  datePart,
  extraction,
  extractions,
  intervalOf,
  isCalendarPart,
} from './date-parts.ts';
import { truncateNumber } from './number-functions.ts';

/** The result has the argument's type, DATE or TIMESTAMP, if the part is a calendar part. */
export function shifted(printing: Printing, moment: string, part: DatePart, count: string): string {
  const sum = `${moment} + ${intervalOf(part, count)}`;
  return isCalendarPart(part) ? printing.macro('keep_type', sum, moment) : `(${sum})`;
}

const dateAdd: Rule = (call, printing) => {
  checkCount(call, 3);
  refuseModifiers(call);
  const [part, count, moment] = call.args;
  return shifted(printing, printing.moment(moment), datePart(part), printing.value(count));
};

/** Number of boundaries between two moments. DuckDB counts weeks as multiples of seven days. */
export function difference(printing: Printing, part: DatePart, from: unknown, to: unknown): string {
  const [start, end] = [printing.moment(from), printing.moment(to)];
  if (part === 'week')
    return `(date_diff('day', date_trunc('week', ${start}), date_trunc('week', ${end})) // 7)`;
  return `date_diff('${part}', ${start}, ${end})`;
}

const dateDiff: Rule = (call, printing) => {
  checkCount(call, 3);
  refuseModifiers(call);
  return difference(printing, datePart(call.args[0]), call.args[1], call.args[2]);
};

function truncated(printing: Printing, part: unknown, moment: unknown): string {
  const printed = printing.moment(moment);
  return printing.macro('keep_type', `date_trunc('${datePart(part)}', ${printed})`, printed);
}

export function lastDay(printing: Printing, moment: unknown, part: unknown): string {
  const printed = printing.moment(moment);
  const name = part === undefined ? 'month' : datePart(part);
  if (name === 'month') return `last_day(${printed})`;
  if (!isCalendarPart(name) || name === 'day') return refuse(`LAST_DAY of the part '${name}'`);
  return `CAST(date_trunc('${name}', ${printed}) + ${intervalOf(name, '1')} - to_days(1) AS DATE)`;
}

const dayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];

const neighbour =
  (direction: 1 | -1): Rule =>
  (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    const target =
      dayNames.indexOf((stringValue(call.args[1]) ?? '').trim().slice(0, 2).toLowerCase()) + 1;
    if (target === 0)
      refuse(`this day in ${call.name.toUpperCase()}`, "write its first letters, as in 'mo'");
    const day = printing.moment(call.args[0]);
    return direction === 1
      ? `(CAST(${day} AS DATE) + CAST((${target} - isodow(${day}) + 6) % 7 + 1 AS INTEGER))`
      : `(CAST(${day} AS DATE) - CAST((isodow(${day}) - ${target} + 6) % 7 + 1 AS INTEGER))`;
  };

/** TO_DATE, TO_TIMESTAMP and their TRY_ forms, for a value or for text in a format. */
const parsed =
  (type: 'DATE' | 'TIMESTAMP', tries: boolean): Rule =>
  (call, printing) => {
    checkCount(call, 1, 2);
    refuseModifiers(call);
    const [value, format] = call.args;
    const printed = printing.value(value);
    if (format === undefined) {
      if (tries) return `TRY_CAST(${printed} AS ${type})`;
      return printing.macro(type === 'DATE' ? 'to_date' : 'to_timestamp', printed);
    }
    const pattern = stringValue(format);
    if (pattern === undefined) return refuse(`a computed format in ${call.name.toUpperCase()}`);
    return `CAST(${tries ? 'try_strptime' : 'strptime'}(${printed}, ${dateFormat(pattern, 'parse')}) AS ${type})`;
  };

const toText: Rule = (call, printing) => {
  checkCount(call, 1, 2);
  refuseModifiers(call);
  const [value, format] = call.args;
  if (format === undefined) return printing.macro('to_text', printing.any(value));
  const pattern = stringValue(format);
  if (pattern === undefined || /[09$]/.test(pattern.replace(/FF[36]/gi, '')))
    return refuse('this format of a number', 'cast the number to VARCHAR');
  return `strftime(${printing.moment(value)}, ${dateFormat(pattern, 'print')})`;
};

const isPartWord = (call: Call) =>
  stringValue(call.args[1]) !== undefined && integerValue(call.args[1]) === undefined;

const parts: Rules = Object.fromEntries(
  [
    'year',
    'quarter',
    'month',
    'week',
    'weekofyear',
    'weekiso',
    'day',
    'dayofmonth',
    'dayofweek',
    'dayofweekiso',
    'dayofyear',
    'hour',
    'minute',
    'second',
    'yearofweek',
    'yearofweekiso',
  ].map((name): [string, Rule] => [
    name,
    (call, printing) => {
      checkCount(call, 1);
      refuseModifiers(call);
      return (
        extractions[name]?.(printing.moment(call.args[0])) ??
        extraction(name, printing.moment(call.args[0]))
      );
    },
  ]),
);

const sliceUnits: ReadonlySet<DatePart> = new Set([
  'year',
  'quarter',
  'month',
  'day',
  'hour',
  'minute',
  'second',
]);

/** TIME_SLICE(moment, length, part, end): slices are counted from 1970. */
const timeSlice: Rule = (call, printing) => {
  checkCount(call, 3, 4);
  refuseModifiers(call);
  const [moment, length, unit, end] = call.args;
  const [size, part] = [integerValue(length), datePart(unit)];
  const side = end === undefined ? 'START' : stringValue(end)?.toUpperCase();
  if (size === undefined || size < 1 || size > 100_000)
    return refuse('TIME_SLICE of another length than a literal from 1 to 100000');
  if (!sliceUnits.has(part)) return refuse(`TIME_SLICE of the part '${part}'`);
  if (side !== 'START' && side !== 'END') return refuse('this end of TIME_SLICE');
  const given = printing.moment(moment);
  const step = intervalOf(part, String(size));
  const start = `time_bucket(${step}, CAST(${given} AS TIMESTAMP), TIMESTAMP '1970-01-01')`;
  return printing.macro('keep_type', side === 'START' ? start : `(${start} + ${step})`, given);
};

/** CONVERT_TIMEZONE(from, to, moment) of a local time. */
const convertTimezone: Rule = (call, printing) => {
  if (call.args.length === 2)
    return refuse(
      'CONVERT_TIMEZONE with 2 arguments',
      "write the zone that the timestamp is of: CONVERT_TIMEZONE('UTC', ...)",
    );
  checkCount(call, 3);
  refuseModifiers(call);
  const [from, to, moment] = call.args;
  const [source, target] = [from, to].map((zone) => {
    const name = stringValue(zone);
    if (name === undefined || !/^(?:UTC|GMT|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.test(name))
      return refuse('this time zone', "name a region, as 'America/New_York'");
    return printing.value(zone);
  });
  return `timezone(${target}, timezone(${source}, CAST(${printing.moment(moment)} AS TIMESTAMP)))`;
};

export const dateFunctions: Rules = {
  ...parts,
  convert_timezone: convertTimezone,
  time_slice: timeSlice,
  add_months: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return printing.macro(
      'add_months',
      printing.moment(call.args[0]),
      `CAST(round(${printing.value(call.args[1])}) AS INTEGER)`,
    );
  },
  current_date: scalar(0, () => 'current_date'),
  date: parsed('DATE', false),
  date_from_parts: scalar(3, (year, month, day) => `make_date(${year}, ${month}, ${day})`),
  date_part: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return extraction(call.args[0], printing.moment(call.args[1]));
  },
  date_trunc: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return truncated(printing, call.args[0], call.args[1]);
  },
  dateadd: dateAdd,
  datediff: dateDiff,
  datefromparts: scalar(3, (year, month, day) => `make_date(${year}, ${month}, ${day})`),
  dayname: (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    return `strftime(${printing.moment(call.args[0])}, '%a')`;
  },
  last_day: (call, printing) => {
    checkCount(call, 1, 2);
    refuseModifiers(call);
    return lastDay(printing, call.args[0], call.args[1]);
  },
  monthname: (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    return `strftime(${printing.moment(call.args[0])}, '%b')`;
  },
  months_between: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    const [later, earlier] = call.args.map((arg) => printing.moment(arg));
    return printing.macro('months_between', later ?? '', earlier ?? '');
  },
  next_day: neighbour(1),
  previous_day: neighbour(-1),
  sysdate: scalar(0, () => `CAST(current_timestamp AS TIMESTAMP)`),
  timeadd: dateAdd,
  timediff: dateDiff,
  timestamp_from_parts: scalar(
    6,
    (y, mo, d, h, mi, s) => `make_timestamp(${y}, ${mo}, ${d}, ${h}, ${mi}, CAST(${s} AS DOUBLE))`,
  ),
  timestamp_ntz_from_parts: scalar(
    6,
    (y, mo, d, h, mi, s) => `make_timestamp(${y}, ${mo}, ${d}, ${h}, ${mi}, CAST(${s} AS DOUBLE))`,
  ),
  timestampadd: dateAdd,
  timestampdiff: dateDiff,
  to_char: toText,
  to_date: parsed('DATE', false),
  to_timestamp: parsed('TIMESTAMP', false),
  to_timestamp_ntz: parsed('TIMESTAMP', false),
  to_varchar: toText,
  trunc: (call, printing) => {
    if (!isPartWord(call)) return truncateNumber(call, printing);
    refuseModifiers(call);
    return truncated(printing, call.args[1], call.args[0]);
  },
  try_to_date: parsed('DATE', true),
  try_to_timestamp: parsed('TIMESTAMP', true),
  try_to_timestamp_ntz: parsed('TIMESTAMP', true),
};
