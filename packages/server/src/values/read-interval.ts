import { sqlError } from '../kernel/sql-error.ts';
import { readIsoInterval } from './read-iso-interval.ts';
import {
  allFields,
  fieldBits,
  infiniteSpan,
  keepFields,
  type Span,
  SpanSum,
  type Unit,
} from './span.ts';
import { badTimeText, cutTimeFields, roundEven, type TimeField } from './time-fields.ts';
import { unitOf } from './time-units.ts';

/** Reads the text of an interval and keeps the fields in `mask`: `interval '1-2' year to month`. */
export function readInterval(text: string, mask: number = allFields): Span {
  const overflow = (): never => sqlError('22015', `interval field value out of range: "${text}"`);
  const bad = (): never => badTimeText('interval', text);
  const span = text.startsWith('P')
    ? readIsoInterval(text, bad, overflow)
    : new IntervalReader(text, mask, bad, overflow).read();
  return keepFields(span, mask);
}

class IntervalReader {
  readonly #fields: readonly TimeField[];
  readonly #mask: number;
  readonly #sum: SpanSum;
  readonly #bad: () => never;
  readonly #overflow: () => never;
  readonly #seen = new Set<string>();
  /** `uncounted` is a unit without a number, before years and months or a time. */
  #unit: Unit | 'uncounted' | undefined;
  #isUnitOpen = false;
  #isAgo = false;

  constructor(text: string, mask: number, bad: () => never, overflow: () => never) {
    this.#fields = cutTimeFields(text, bad);
    this.#mask = mask;
    this.#bad = bad;
    this.#overflow = overflow;
    this.#sum = new SpanSum(overflow);
  }

  /** Fields are read backwards, so a unit is known before its number. */
  read(): Span {
    const [only] = this.#fields;
    if (this.#fields.length === 1 && only?.kind === 'word' && /^[+-]?infinity$/.test(only.text)) {
      return infiniteSpan(only.text.startsWith('-'));
    }
    for (const [index, field] of [...this.#fields.entries()].reverse()) {
      if (field.kind === 'time') this.#readTime(field.text);
      else if (field.kind !== 'word') this.#readSigned(field.text);
      else if (field.text === 'ago') {
        if (index !== this.#fields.length - 1) this.#bad();
        this.#isAgo = true;
        this.#unit = 'uncounted';
      } else this.#readWord(field.text);
    }
    if (this.#seen.size === 0 || this.#isUnitOpen) this.#bad();
    if (this.#isAgo) this.#sum.negate();
    return this.#sum.span();
  }

  #readWord(text: string): void {
    if (this.#isUnitOpen) this.#bad();
    if (text === 'at' || text === 'on') {
      this.#unit = undefined;
      return;
    }
    this.#unit =
      unitOf(text) ?? (/^(?:quarter|qtr|timezone)/.test(text) ? 'uncounted' : this.#bad());
    this.#isUnitOpen = true;
  }

  #mark(...names: readonly string[]): void {
    for (const name of names) {
      if (this.#seen.has(name)) this.#bad();
      this.#seen.add(name);
    }
  }

  /** `-1:30` is a time of day with a sign, `-1-2` years and months, and anything else a number. */
  #readSigned(text: string): void {
    const isNegative = text.startsWith('-');
    const digits = text.replace(/^[+-]/, '');
    if (digits.includes(':')) {
      if (digits === text) this.#bad();
      this.#readTime(digits, isNegative);
      return;
    }
    const match = /^(\d*)(?:-(\d+)|(\.\d*))?$/.exec(digits);
    if (match === null || digits === '') return void this.#bad();
    const unit = match[2] === undefined ? (this.#unit ?? this.#lastUnit()) : 'month';
    if (unit === 'uncounted') return void this.#bad();
    let whole = BigInt(match[1] || '0');
    if (whole > 2n ** 63n || (whole === 2n ** 63n && !isNegative)) this.#overflow();
    let fraction = match[3] === undefined ? 0 : Number(`0${match[3]}0`);
    if (match[2] !== undefined) {
      if (Number(match[2]) > 11) this.#overflow();
      whole = whole * 12n + BigInt(match[2]);
    }
    if (isNegative) [whole, fraction] = [-whole, -fraction];
    this.#sum.add(unit, whole, fraction);
    this.#mark(
      ...(unit === 'second' && fraction !== 0 ? ['second', 'millisecond', 'microsecond'] : [unit]),
    );
    // A number before the time of day counts days: `3 4:05:06`.
    this.#unit = unit === 'hour' ? 'day' : unit;
    this.#isUnitOpen = false;
  }

  /** The unit of a number without a unit. */
  #lastUnit(): Unit {
    if (this.#mask === allFields) return 'second';
    const fields = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;
    return fields.find((field) => this.#mask & fieldBits[field]) ?? 'second';
  }

  #readTime(text: string, isNegative = false): void {
    const match = /^(\d+):(\d*)(?::(\d*))?(\.\d*)?$/.exec(text);
    if (match === null) return void this.#bad();
    let [hours = 0n, minutes = 0n, seconds = 0n] = match
      .slice(1, 4)
      .map((digits) => BigInt(digits || '0'));
    const isShort =
      match[3] === undefined &&
      (match[4] !== undefined || this.#mask === (fieldBits.minute | fieldBits.second));
    if (isShort) [hours, minutes, seconds] = [0n, hours, minutes];
    if (minutes > 59n || seconds > 60n) this.#overflow();
    const fraction = BigInt(match[4] === undefined ? 0 : roundEven(Number(`0${match[4]}0`) * 1e6));
    const micros = ((hours * 60n + minutes) * 60n + seconds) * 1_000_000n + fraction;
    this.#sum.setMicros(isNegative ? -micros : micros);
    this.#mark('hour', 'minute', 'second', 'millisecond', 'microsecond');
    this.#unit = 'day';
    this.#isUnitOpen = false;
  }
}
