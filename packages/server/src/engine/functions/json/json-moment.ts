import { withoutEnd } from '../../../kernel/without-end.ts';
import { civilOf, isInfinite, microsPerDay, splitMicros } from '../../../values/calendar.ts';

export type MomentType = 'date' | 'time' | 'timetz' | 'timestamp' | 'timestamptz';

const typeNames: Readonly<Record<MomentType, string>> = {
  date: 'date',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
};

const two = (value: number) => String(value).padStart(2, '0');

/** A date or time within a jsonpath. Outside a path, and in its results, the value is a string. */
export class JsonMoment {
  readonly type: MomentType;
  /** Microseconds since 1970-01-01, in UTC for a timestamptz; of the day for a time or timetz. */
  readonly micros: bigint;
  /** Seconds east of UTC: of a timetz, or for the text of a timestamptz. */
  readonly offset: number;

  constructor(type: MomentType, micros: bigint, offset = 0) {
    this.type = type;
    this.micros = micros;
    this.offset = offset;
  }

  get typeName(): string {
    return typeNames[this.type];
  }

  /** The text in JSON: ISO 8601 with a `T`, in the original zone. */
  get jsonText(): string {
    return this.#text('T', this.offset, true);
  }

  /** SQL's text of the type, in UTC. */
  get sqlText(): string {
    return this.#text(' ', this.type === 'timetz' ? this.offset : 0, false);
  }

  #text(between: string, offset: number, hasMinutes: boolean): string {
    if (isInfinite(this.micros)) return this.micros > 0n ? 'infinity' : '-infinity';
    const zone =
      this.type === 'timetz' || this.type === 'timestamptz' ? zoneText(offset, hasMinutes) : '';
    if (this.type === 'time' || this.type === 'timetz')
      return clockText(Number(this.micros)) + zone;
    const shown =
      this.type === 'timestamptz' ? this.micros + BigInt(offset) * 1_000_000n : this.micros;
    const { days, rest } = splitMicros(shown);
    const { year, month, day } = civilOf(days);
    const date = `${String(year > 0 ? year : 1 - year).padStart(4, '0')}-${two(month)}-${two(day)}`;
    const clock = this.type === 'date' ? '' : between + clockText(rest);
    return `${date}${clock}${zone}${year > 0 ? '' : ' BC'}`;
  }
}

function clockText(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  const fraction =
    micros % 1e6 === 0 ? '' : withoutEnd(`.${String(micros % 1e6).padStart(6, '0')}`, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

function zoneText(offset: number, hasMinutes: boolean): string {
  const size = Math.abs(offset);
  const [hours, minutes, seconds] = [
    Math.floor(size / 3600),
    Math.floor(size / 60) % 60,
    size % 60,
  ];
  const rest =
    seconds !== 0
      ? `:${two(minutes)}:${two(seconds)}`
      : hasMinutes || minutes !== 0
        ? `:${two(minutes)}`
        : '';
  return `${offset < 0 ? '-' : '+'}${two(hours)}${rest}`;
}

/** Days since 1970-01-01 as a date. */
export const dateMoment = (days: number): JsonMoment =>
  new JsonMoment('date', BigInt(days) * microsPerDay);
