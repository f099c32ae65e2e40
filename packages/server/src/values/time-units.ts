import { sqlError } from '../kernel/sql-error.ts';
import type { Unit } from './span.ts';

const unitWords: Readonly<Record<Unit, string>> = {
  microsecond: 'us usec usecs useconds microsecon',
  millisecond: 'ms msec msecs mseconds millisecon',
  second: 's sec secs second seconds',
  minute: 'm mm min mins minute minutes',
  hour: 'h hr hrs hour hours',
  day: 'd day days',
  week: 'w week weeks',
  month: 'mon mons month months',
  year: 'y yr yrs year years',
  decade: 'dec decs decade decades',
  century: 'c cent century centuries',
  millennium: 'mil mils millennia millennium',
};

const byWord = <T extends string>(words: Readonly<Record<T, string>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries<string>(words).flatMap(([unit, names]) =>
      names.split(' ').map((name) => [name, unit as T] as const),
    ),
  );

/** By the first ten letters, which is what PostgreSQL looks at. */
const units = byWord(unitWords);

/** The unit that a word of an interval names. */
export const unitOf = (word: string): Unit | undefined => units.get(word.slice(0, 10));

type OtherField =
  | 'quarter'
  | 'timezone'
  | 'timezone_hour'
  | 'timezone_minute'
  | 'julian'
  | 'isoyear'
  | 'dow'
  | 'isodow'
  | 'doy'
  | 'epoch';

/** What extract() and date_part() take out of a date or time, and date_trunc() cuts it to. */
export type TimePart = Unit | OtherField;

const otherFields = byWord<OtherField>({
  quarter: 'qtr quarter',
  timezone: 'timezone',
  timezone_hour: 'timezone_h',
  timezone_minute: 'timezone_m',
  julian: 'j jd julian',
  isoyear: 'isoyear',
  dow: 'dow',
  isodow: 'isodow',
  doy: 'doy',
  epoch: 'epoch',
});

const words = (text: string) => text.split(' ') as readonly TimePart[];

/** Parts that grow with time: infinite in an infinite moment, where the others are null. */
export const growingParts: ReadonlySet<TimePart> = new Set(
  words('year isoyear decade century millennium julian epoch'),
);
const datePartNames = words(
  'day week month quarter year decade century millennium julian isoyear dow isodow doy epoch',
);
const clockPartNames = words('microsecond millisecond second minute hour epoch');
const zonePartNames = words('timezone timezone_hour timezone_minute');

/** What each type has, under PostgreSQL's name of the type in its messages. */
const partsOfTypes: Readonly<Record<string, ReadonlySet<TimePart>>> = {
  interval: new Set([
    ...datePartNames.filter((name) => !/^(?:julian|isoyear|dow|isodow|doy)$/.test(name)),
    ...clockPartNames,
  ]),
  date: new Set(datePartNames),
  'time without time zone': new Set(clockPartNames),
  'time with time zone': new Set([...clockPartNames, ...zonePartNames]),
  'timestamp without time zone': new Set([...datePartNames, ...clockPartNames]),
  'timestamp with time zone': new Set([...datePartNames, ...clockPartNames, ...zonePartNames]),
};

/**
 * The part of a value of `type` that a word names. Raises for what that type has not, and for what
 * is no part.
 */
export function partNamed(word: string, type: string): TimePart {
  const name = word.toLowerCase();
  const part = unitOf(name) ?? otherFields.get(name.slice(0, 10));
  if (part === undefined)
    return sqlError('22023', `unit "${word}" not recognized for type ${type}`);
  return partsOfTypes[type]?.has(part)
    ? part
    : sqlError('0A000', `unit "${word}" not supported for type ${type}`);
}

/** What date_trunc() can cut a moment or an interval to, largest first. */
export const truncations = words(
  'millennium century decade year quarter month week day hour minute second millisecond microsecond',
);

/** The part that a word says a moment or an interval is cut to. Raises for what is none. */
export function truncationNamed(word: string, type: string): TimePart {
  const name = word.toLowerCase();
  const part = unitOf(name) ?? otherFields.get(name.slice(0, 10));
  if (part === undefined || (unitOf(name) === undefined && !/^(?:quarter|timezone)/.test(part))) {
    return sqlError('22023', `unit "${word}" not recognized for type ${type}`);
  }
  const isCut = truncations.includes(part) && !(part === 'week' && type === 'interval');
  return isCut ? part : sqlError('0A000', `unit "${word}" not supported for type ${type}`);
}
