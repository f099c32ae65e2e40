import { addMonths, dayMicros } from './moments.ts';

/**
 * A span added to a moment: months first, then days, then the time, as in DuckDB and PostgreSQL.
 */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly micros: number;
}

const none: Span = { months: 0, days: 0, micros: 0 };

/** The units of intervals and of `date_trunc`. */
export const units = {
  microsecond: { ...none, micros: 1 },
  millisecond: { ...none, micros: 1e3 },
  second: { ...none, micros: 1e6 },
  minute: { ...none, micros: 6e7 },
  hour: { ...none, micros: 3.6e9 },
  day: { ...none, days: 1 },
  week: { ...none, days: 7 },
  month: { ...none, months: 1 },
  quarter: { ...none, months: 3 },
  year: { ...none, months: 12 },
} as const satisfies Record<string, Span>;
export type Unit = keyof typeof units;

/** `month`, `months`, in any case. */
export function readUnit(text: string): Unit | undefined {
  const name = text.toLowerCase().replace(/s$/, '');
  return Object.hasOwn(units, name) ? (name as Unit) : undefined;
}

/**
 * A step from a moment to another. Only adding months can reverse the order of two moments: 30
 * January 23:00 and 31 January 1:00 become 29 February 23:00 and 1:00.
 */
export type Step = { readonly add: Span } | { readonly truncate: Unit };

/** Undefined beyond the calendar. */
export function applySteps(micros: bigint, steps: readonly Step[]): bigint | undefined {
  return run(micros, steps, (start) => start);
}

/**
 * A lower bound of the steps' results for this and any later moment. Months are added to whole
 * days, which remain in order.
 */
export function earliestAfter(micros: bigint, steps: readonly Step[]): bigint | undefined {
  return run(micros, steps, (start) => floor(start, dayMicros));
}

/** An upper bound of the steps' results for this and any earlier moment. */
export function latestUntil(micros: bigint, steps: readonly Step[]): bigint | undefined {
  return run(micros, steps, (start) => floor(start, dayMicros) + dayMicros - 1n);
}

function run(
  micros: bigint,
  steps: readonly Step[],
  beforeMonths: (start: bigint) => bigint,
): bigint | undefined {
  let moment: bigint | undefined = micros;
  for (const step of steps) {
    if (moment === undefined) return undefined;
    if ('truncate' in step) moment = truncate(moment, step.truncate);
    else moment = add(step.add.months === 0 ? moment : beforeMonths(moment), step.add);
  }
  return moment;
}

/** The steps from a moment to the last moment whose truncation is not later. */
export function lastOf(unit: Unit): readonly Step[] {
  return [{ add: units[unit] }, { add: { ...none, micros: -1 } }];
}

function add(start: bigint, { months, days, micros }: Span): bigint | undefined {
  const moved = months === 0 ? start : addMonths(start, months);
  return moved === undefined ? undefined : moved + BigInt(days) * dayMicros + BigInt(micros);
}

/** Weeks begin on Monday, three days before 1970. */
const weekOffset = 3n * dayMicros;

function truncate(micros: bigint, unit: Unit): bigint | undefined {
  const { months, days, micros: length } = units[unit];
  if (months === 0) {
    const size = BigInt(days) * dayMicros + BigInt(length);
    const offset = unit === 'week' ? weekOffset : 0n;
    return floor(micros + offset, size) - offset;
  }
  const date = new Date(Number(floor(micros, dayMicros) / 1000n));
  if (Number.isNaN(date.getTime())) return undefined;
  date.setUTCMonth(Math.floor(date.getUTCMonth() / months) * months, 1);
  return BigInt(date.getTime()) * 1000n;
}

const floor = (value: bigint, size: bigint) => value - (((value % size) + size) % size);

/** The possible start of a query in its worker, in microseconds. */
export interface RunTime {
  readonly earliest: bigint;
  readonly latest: bigint;
}

/** A clock may be set back a little, and a query waits and runs for a day each at most. */
const setBackMicros = 3_600_000_000n;

/** For a query planned at the given instant (milliseconds). */
export function runTimeAt(nowMs: number): RunTime {
  const now = BigInt(Math.trunc(nowMs)) * 1000n;
  return { earliest: now - setBackMicros, latest: now + 2n * dayMicros };
}
