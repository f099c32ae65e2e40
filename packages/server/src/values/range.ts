/**
 * Ranges as in PostgreSQL's rangetypes.c. A range is represented by PostgreSQL's text of the range.
 */
import { sqlError } from '../kernel/sql-error.ts';

/**
 * The type of a range's values: how values are read, printed, ordered and, for discrete types,
 * counted.
 */
export interface Subtype<Value> {
  read(text: string): Value;
  print(value: Value): string;
  compare(one: Value, other: Value): number;
  /** A text with the byte order of the values. No key is a prefix of another. */
  key(value: Value): string;
  /** The next of a discrete value; undefined for an infinite value. */
  next?(value: Value): Value | undefined;
}

interface Bound<Value> {
  /** The bound's value; null for an unbounded end. */
  readonly value: Value | null;
  readonly isInclusive: boolean;
  readonly isLower: boolean;
}

export interface Span<Value> {
  readonly lower: Bound<Value>;
  readonly upper: Bound<Value>;
}

export type Range<Value> = Span<Value> | 'empty';

export type RangeTest =
  | 'contains'
  | 'overlaps'
  | 'before'
  | 'after'
  | 'overleft'
  | 'overright'
  | 'adjacent';
export type RangeMade = 'union' | 'intersect' | 'minus' | 'merge';

export type Side = 'lower' | 'upper';

const malformed = (text: string): never => sqlError('22P02', `malformed range literal: "${text}"`);

/**
 * Reads a bound from `start` on. The result is the end of the bound's text and the text without
 * quotes; null for no bound.
 */
function readBound(
  text: string,
  start: number,
  ends: string,
): { readonly end: number; readonly value: string | null } {
  let value = '';
  let isQuoted = false;
  let at = start;
  for (; ; at += 1) {
    const letter = text[at];
    if (letter === undefined) return malformed(text);
    if (!isQuoted && ends.includes(letter)) break;
    if (letter === '\\') {
      at += 1;
      value += text[at] ?? malformed(text);
    } else if (letter !== '"') value += letter;
    else if (isQuoted && text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else isQuoted = !isQuoted;
  }
  return { end: at, value: at === start ? null : value };
}

/** Splits `[1,5)` into the texts of the bounds and the brackets. */
function readRange(text: string) {
  const written = text.trim();
  if (/^empty$/i.test(written)) return 'empty';
  const first = written[0] ?? '';
  if (!'[('.includes(first) || first === '') return malformed(text);
  const lower = readBound(written, 1, ',)]');
  if (written[lower.end] !== ',') return malformed(text);
  const upper = readBound(written, lower.end + 1, ',)]');
  const last = written[upper.end] ?? '';
  if (last === ',' || upper.end !== written.length - 1) return malformed(text);
  return { lower: lower.value, upper: upper.value, flags: first + last };
}

const quoted = (text: string) =>
  text === '' || /["\\()[\],\s]/.test(text) ? `"${text.replace(/["\\]/g, '$&$&')}"` : text;

/** A tie-breaker between bounds of equal value: an exclusive bound lies next to the value. */
function beside<Value>({ value, isInclusive, isLower }: Bound<Value>): number {
  if (value === null || isInclusive) return 0;
  return isLower ? 1 : -1;
}

const flipped = <Value>(bound: Bound<Value>): Bound<Value> => ({
  ...bound,
  isInclusive: !bound.isInclusive,
  isLower: !bound.isLower,
});

/** Bounds and spans of one subtype, in order. */
export class Spans<Value> {
  readonly subtype: Subtype<Value>;

  constructor(subtype: Subtype<Value>) {
    this.subtype = subtype;
  }

  compareValues(one: Bound<Value>, other: Bound<Value>): number {
    if (one.value !== null && other.value !== null)
      return this.subtype.compare(one.value, other.value);
    const [side, otherSide] = [one, other].map(({ value, isLower }) => {
      if (value !== null) return 0;
      return isLower ? -1 : 1;
    });
    return (side ?? 0) - (otherSide ?? 0);
  }

  compare(one: Bound<Value>, other: Bound<Value>): number {
    return this.compareValues(one, other) || beside(one) - beside(other);
  }

  lesser(one: Bound<Value>, other: Bound<Value>): Bound<Value> {
    return this.compare(one, other) <= 0 ? one : other;
  }

  greater(one: Bound<Value>, other: Bound<Value>): Bound<Value> {
    return this.compare(one, other) >= 0 ? one : other;
  }

  overlap(a: Span<Value>, b: Span<Value>): boolean {
    return this.compare(a.lower, b.upper) <= 0 && this.compare(b.lower, a.upper) <= 0;
  }

  adjoin(a: Span<Value>, b: Span<Value>): boolean {
    const touch = (upper: Bound<Value>, lower: Bound<Value>) =>
      upper.value !== null &&
      lower.value !== null &&
      this.compareValues(upper, lower) === 0 &&
      upper.isInclusive !== lower.isInclusive;
    return touch(a.upper, b.lower) || touch(b.upper, a.lower);
  }

  test(name: RangeTest, a: Span<Value>, b: Span<Value>): boolean {
    switch (name) {
      case 'contains':
        return this.compare(a.lower, b.lower) <= 0 && this.compare(a.upper, b.upper) >= 0;
      case 'overlaps':
        return this.overlap(a, b);
      case 'before':
        return this.compare(a.upper, b.lower) < 0;
      case 'after':
        return this.compare(a.lower, b.upper) > 0;
      case 'overleft':
        return this.compare(a.upper, b.upper) <= 0;
      case 'overright':
        return this.compare(a.lower, b.lower) >= 0;
      case 'adjacent':
        return this.adjoin(a, b);
    }
  }

  made(lower: Bound<Value>, upper: Bound<Value>): Range<Value> {
    if (lower.value === null || upper.value === null) return { lower, upper };
    const order = this.subtype.compare(lower.value, upper.value);
    if (order > 0)
      sqlError('22000', 'range lower bound must be less than or equal to range upper bound');
    return order === 0 && !(lower.isInclusive && upper.isInclusive) ? 'empty' : { lower, upper };
  }

  /** The canonical form of a discrete range: with the lower bound, without the upper. */
  canonical(range: Range<Value>): Range<Value> {
    if (range === 'empty' || this.subtype.next === undefined) return range;
    return this.made(this.#stepped(range.lower, true), this.#stepped(range.upper, false));
  }

  #stepped(bound: Bound<Value>, isInclusive: boolean): Bound<Value> {
    if (bound.value === null || bound.isInclusive === isInclusive) return bound;
    const next = this.subtype.next?.(bound.value);
    return next === undefined ? bound : { ...bound, value: next, isInclusive };
  }

  combined(name: RangeMade, a: Range<Value>, b: Range<Value>): Range<Value> {
    if (a === 'empty' || b === 'empty') {
      if (name === 'intersect') return 'empty';
      return name === 'minus' || b === 'empty' ? a : b;
    }
    if (name === 'minus') return this.#minus(a, b);
    if (name === 'intersect') {
      if (!this.overlap(a, b)) return 'empty';
      return this.made(this.greater(a.lower, b.lower), this.lesser(a.upper, b.upper));
    }
    if (name === 'merge' || this.overlap(a, b) || this.adjoin(a, b)) {
      return { lower: this.lesser(a.lower, b.lower), upper: this.greater(a.upper, b.upper) };
    }
    return sqlError('22000', 'result of range union would not be contiguous');
  }

  /** The part of `a` before the overlapping span `b`. */
  before(a: Span<Value>, b: Span<Value>): Range<Value> {
    return this.compare(a.lower, b.lower) < 0 ? this.made(a.lower, flipped(b.lower)) : 'empty';
  }

  /** The part of `a` after the overlapping span `b`. */
  behind(a: Span<Value>, b: Span<Value>): Range<Value> {
    return this.compare(a.upper, b.upper) > 0 ? this.made(flipped(b.upper), a.upper) : 'empty';
  }

  /** The span of a single value. */
  of(value: Value): Span<Value> {
    return {
      lower: { value, isInclusive: true, isLower: true },
      upper: { value, isInclusive: true, isLower: false },
    };
  }

  #minus(a: Span<Value>, b: Span<Value>): Range<Value> {
    if (!this.overlap(a, b)) return a;
    const [lowers, uppers] = [this.compare(a.lower, b.lower), this.compare(a.upper, b.upper)];
    if (lowers < 0 && uppers > 0)
      return sqlError('22000', 'result of range difference would not be contiguous');
    if (lowers >= 0 && uppers <= 0) return 'empty';
    return lowers < 0 ? this.made(a.lower, flipped(b.lower)) : this.made(flipped(b.upper), a.upper);
  }
}

/** A range type's operations, on texts. */
export class RangeType<Value> {
  readonly spans: Spans<Value>;
  readonly #subtype: Subtype<Value>;

  constructor(subtype: Subtype<Value>) {
    this.#subtype = subtype;
    this.spans = new Spans(subtype);
  }

  /** Reads any text that PostgreSQL accepts as a range. */
  input(text: string): string {
    return this.print(this.read(text));
  }

  /** `flags` are the brackets, such as `[)`. */
  make(lower: string | null, upper: string | null, flags: string): string {
    const bounds = [
      this.#bound(lower, flags[0] === '[', true),
      this.#bound(upper, flags[1] === ']', false),
    ] as const;
    return this.print(this.spans.canonical(this.spans.made(...bounds)));
  }

  /** The bound's text, or null for an unbounded side. */
  bound(range: string, which: Side): string | null {
    const value = this.#side(range, which)?.value ?? null;
    return value === null ? null : this.#subtype.print(value);
  }

  /** True for an unbounded side (`inf`), or an inclusive bound (`inc`). */
  boundIs(range: string, which: Side, what: 'inf' | 'inc'): boolean {
    const side = this.#side(range, which);
    return side !== undefined && (what === 'inf' ? side.value === null : side.isInclusive);
  }

  /** Reads a value of the subtype. */
  value(text: string): Value {
    return this.#subtype.read(text);
  }

  containsValue(range: string, text: string): boolean {
    const [found, value] = [this.read(range), this.value(text)];
    return found !== 'empty' && this.spans.test('contains', found, this.spans.of(value));
  }

  test(name: RangeTest, one: string, other: string): boolean {
    const [a, b] = [this.read(one), this.read(other)];
    if (name === 'contains' && b === 'empty') return true;
    return a !== 'empty' && b !== 'empty' && this.spans.test(name, a, b);
  }

  combine(name: RangeMade, one: string, other: string): string {
    return this.print(
      this.spans.canonical(this.spans.combined(name, this.read(one), this.read(other))),
    );
  }

  /** A text with the byte order of ranges. Equal ranges share the text. */
  key(text: string): string {
    return this.keyOf(this.read(text));
  }

  keyOf(range: Range<Value>): string {
    return range === 'empty'
      ? '0'
      : `1${this.#boundKey(range.lower)}${this.#boundKey(range.upper)}`;
  }

  #boundKey(bound: Bound<Value>): string {
    if (bound.value === null) return bound.isLower ? '0' : '2';
    return `1${this.#subtype.key(bound.value)}${beside(bound) + 1}`;
  }

  #side(range: string, which: Side): Bound<Value> | undefined {
    const found = this.read(range);
    return found === 'empty' ? undefined : found[which];
  }

  #bound(text: string | null, isInclusive: boolean, isLower: boolean): Bound<Value> {
    return {
      value: text === null ? null : this.#subtype.read(text),
      isInclusive: text !== null && isInclusive,
      isLower,
    };
  }

  /** Reads any text that PostgreSQL accepts as a range. */
  read(text: string): Range<Value> {
    const parts = readRange(text);
    if (parts === 'empty') return parts;
    const { lower, upper, flags } = parts;
    const bounds = [
      this.#bound(lower, flags[0] === '[', true),
      this.#bound(upper, flags[1] === ']', false),
    ] as const;
    return this.spans.canonical(this.spans.made(...bounds));
  }

  /** PostgreSQL's text of the range. */
  print(range: Range<Value>): string {
    if (range === 'empty') return 'empty';
    const [lower, upper] = [range.lower, range.upper].map(({ value }) =>
      value === null ? '' : quoted(this.#subtype.print(value)),
    );
    return `${range.lower.isInclusive ? '[' : '('}${lower},${upper}${range.upper.isInclusive ? ']' : ')'}`;
  }
}
