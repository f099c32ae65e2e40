import { sqlError } from '../kernel/sql-error.ts';
import { roundEven } from './time-fields.ts';

/** The three separate parts of PostgreSQL's interval. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

const most = { months: 2 ** 31 - 1, days: 2 ** 31 - 1, micros: 2n ** 63n - 1n } as const;
const least = { months: -(2 ** 31), days: -(2 ** 31), micros: -(2n ** 63n) } as const;

/** PostgreSQL's infinite intervals: every part has its greatest or smallest value. */
export const infiniteSpan = (isNegative: boolean): Span => (isNegative ? least : most);

/** 1 of infinity, -1 of -infinity, 0 of every finite interval. */
export function infiniteSign({ months, days, micros }: Span): -1 | 0 | 1 {
  const is = (other: Span) =>
    months === other.months && days === other.days && micros === other.micros;
  return is(most) ? 1 : is(least) ? -1 : 0;
}

/** A unit of a number in an interval. */
export type Unit =
  | 'microsecond'
  | 'millisecond'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'decade'
  | 'century'
  | 'millennium';

/** Microseconds. */
const clockUnits: Partial<Record<Unit, bigint>> = {
  microsecond: 1n,
  millisecond: 1000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
};
const dayMicros = 86_400_000_000n;
const yearUnits: Partial<Record<Unit, number>> = {
  year: 1,
  decade: 10,
  century: 100,
  millennium: 1000,
};

/** The sum of the numbers read. Raises for an overflow. */
export class SpanSum {
  #years = 0;
  #months = 0;
  #days = 0;
  #micros = 0n;
  readonly #overflow: () => never;

  constructor(overflow: () => never) {
    this.#overflow = overflow;
  }

  /** Adds `whole` and a fraction of the same sign. */
  add(unit: Unit, whole: bigint, fraction: number): void {
    const micros = clockUnits[unit];
    const years = yearUnits[unit];
    if (micros !== undefined) {
      this.#addMicros(whole * micros);
      this.#addFraction(fraction, Number(micros));
    } else if (years !== undefined) {
      this.#years = this.#int32(this.#years + this.#int32(Number(whole)) * years);
      this.#months = this.#int32(this.#months + roundEven(fraction * years * 12));
    } else if (unit === 'month') {
      this.#months = this.#int32(this.#months + this.#int32(Number(whole)));
      this.#addDays(fraction, 30);
    } else {
      const days = unit === 'week' ? 7 : 1;
      this.#days = this.#int32(this.#days + this.#int32(Number(whole)) * days);
      if (unit === 'week') this.#addDays(fraction, 7);
      else this.#addFraction(fraction, Number(dayMicros));
    }
  }

  setMicros(micros: bigint): void {
    this.#micros = 0n;
    this.#addMicros(micros);
  }

  negate(): void {
    [this.#years, this.#months, this.#days] = [this.#years, this.#months, this.#days].map((part) =>
      this.#int32(-part),
    ) as [number, number, number];
    this.setMicros(-this.#micros);
  }

  span(): Span {
    return {
      months: this.#int32(this.#years * 12 + this.#months) + 0,
      days: this.#days + 0,
      micros: this.#micros,
    };
  }

  #addMicros(micros: bigint): void {
    this.#micros += micros;
    if (BigInt.asIntN(64, this.#micros) !== this.#micros) this.#overflow();
  }

  #addFraction(fraction: number, unitMicros: number): void {
    const exact = fraction * unitMicros;
    const whole = Math.trunc(exact);
    const rest = exact - whole;
    this.#addMicros(BigInt(whole + (rest > 0.5 ? 1 : rest < -0.5 ? -1 : 0)));
  }

  #addDays(fraction: number, unitDays: number): void {
    const exact = fraction * unitDays;
    this.#days = this.#int32(this.#days + Math.trunc(exact));
    this.#addFraction(exact - Math.trunc(exact), Number(dayMicros));
  }

  #int32(value: number): number {
    return value >= -(2 ** 31) && value <= 2 ** 31 - 1 ? value : this.#overflow();
  }
}

/**
 * Bits of the fields in a type such as `interval day to hour`, in the numbering of PostgreSQL's
 * parser.
 */
export const fieldBits = {
  month: 2,
  year: 4,
  day: 8,
  hour: 1024,
  minute: 2048,
  second: 4096,
} as const;
export const allFields = 0x7fff;

/**
 * Keeps the fields of `interval '...' day to hour`. Smaller fields than the last are cut off, and
 * years and months exclude other fields.
 */
export function keepFields(span: Span, mask: number): Span {
  const { months, days, micros } = span;
  if (infiniteSign(span) !== 0 || mask === allFields || mask & fieldBits.second)
    return { months, days, micros };
  const cut = (unit: bigint) => ({ months, days, micros: micros - (micros % unit) });
  if (mask & fieldBits.minute) return cut(60_000_000n);
  if (mask & fieldBits.hour) return cut(3_600_000_000n);
  if (mask & fieldBits.day) return { months, days, micros: 0n };
  return { months: mask & fieldBits.month ? months : months - (months % 12), days: 0, micros: 0n };
}

/** Rounds the seconds of `interval(3)` to `places` decimals, with halves away from zero. */
export function roundMicros(span: Span, places: number): Span {
  const { months, days, micros } = span;
  if (infiniteSign(span) !== 0 || places >= 6) return span;
  const unit = 10n ** BigInt(6 - Math.min(Math.max(places, 0), 6));
  const half = micros < 0n ? -unit / 2n : unit / 2n;
  const rounded = ((micros + half) / unit) * unit;
  if (BigInt.asIntN(64, rounded) !== rounded) return sqlError('22008', 'interval out of range');
  return { months, days, micros: rounded };
}
