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

/** Units by the first ten letters, because PostgreSQL reads only ten. */
const units = byWord(unitWords);

/** The unit of a word in an interval. */
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

/** A part for extract(), date_part() or date_trunc(). */
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

/**
 * Parts that grow with time. Such a part is infinite in an infinite moment, and other parts are
 * null.
 */
export const growingParts: ReadonlySet<TimePart> = new Set(
  words('year isoyear decade century millennium julian epoch'),
);
const datePartNames = words(
  'day week month quarter year decade century millennium julian isoyear dow isodow doy epoch',
);
const clockPartNames = words('microsecond millisecond second minute hour epoch');
const zonePartNames = words('timezone timezone_hour timezone_minute');

/** The parts of each type, by PostgreSQL's name of the type in messages. */
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
 * The part with the name `word` in a value of `type`. Raises for an unknown part, and for a part
 * outside the type.
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

/** The parts for date_trunc(), largest first. */
export const truncations = words(
  'millennium century decade year quarter month week day hour minute second millisecond microsecond',
);

/**
 * The part with the name `word` for truncating a moment or an interval. Raises for any other word.
 */
export function truncationNamed(word: string, type: string): TimePart {
  const name = word.toLowerCase();
  const part = unitOf(name) ?? otherFields.get(name.slice(0, 10));
  if (part === undefined || (unitOf(name) === undefined && !/^(?:quarter|timezone)/.test(part))) {
    return sqlError('22023', `unit "${word}" not recognized for type ${type}`);
  }
  const isCut = truncations.includes(part) && !(part === 'week' && type === 'interval');
  return isCut ? part : sqlError('0A000', `unit "${word}" not supported for type ${type}`);
}
