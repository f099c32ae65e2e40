import type { Unit } from './span.ts';

const unitWords: Readonly<Record<Unit, string>> = {
  microsecond: 'us usec usecs useconds microsecon microsecond',
  millisecond: 'ms msec msecs mseconds millisecon millisecond',
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

/** By the first ten letters, which is what PostgreSQL looks at. */
const units = new Map(
  Object.entries(unitWords).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit as Unit] as const)),
);

/** The unit that a word of an interval names. */
export const unitOf = (word: string): Unit | undefined => units.get(word.slice(0, 10));
