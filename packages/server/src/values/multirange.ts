/**
 * Multiranges as PostgreSQL's multirangetypes.c computes them: texts of ranges in their order, of
 * which no two touch.
 */
import { sqlError } from '../kernel/sql-error.ts';
import type { RangeMade, RangeTest, Side } from './range.ts';

/** The range type that a multirange is of; ranges are texts. */
export interface RangesOfOneType {
  input(text: string): string;
  key(text: string): string;
  test(name: RangeTest, one: string, other: string): boolean;
  combine(name: RangeMade, one: string, other: string): string;
  /** What of the first lies outside the second: none, one or two. */
  outside(one: string, other: string): readonly string[];
  bound(range: string, side: Side): string | null;
  boundIs(range: string, side: Side, what: 'inf' | 'inc'): boolean;
  containsValue(range: string, value: string): boolean;
}

export type MultirangeMade = 'union' | 'intersect' | 'minus';

const malformed = (text: string): never =>
  sqlError('22P02', `malformed multirange literal: "${text}"`);

/** Where the range that begins at `start` ends: behind its bracket, or the word `empty`. */
function endOfRange(text: string, start: number): number {
  const word = /^empty(?![a-z])/i.exec(text.slice(start, start + 6));
  if (word !== null) return start + 5;
  if (!/[[(]/.test(text[start] ?? '')) return malformed(text);
  let isQuoted = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === ']' || letter === ')')) return at + 1;
  }
  return malformed(text);
}

/** The texts of the ranges within the braces. */
function splitRanges(text: string): readonly string[] {
  const written = text.trim();
  if (!/^\{.*\}$/s.test(written)) return malformed(text);
  const ranges: string[] = [];
  const skipBlanks = (from: number) => from + (/^\s*/.exec(written.slice(from))?.[0].length ?? 0);
  let at = skipBlanks(1);
  while (at < written.length - 1 || ranges.length > 0) {
    const end = endOfRange(written, at);
    ranges.push(written.slice(at, end));
    at = skipBlanks(end);
    if (at === written.length - 1) break;
    if (written[at] !== ',') return malformed(text);
    at = skipBlanks(at + 1);
  }
  return ranges;
}

/** A multirange type's operations, on texts; a range is taken for a multirange of itself. */
export class MultirangeType {
  readonly #range: RangesOfOneType;

  constructor(range: RangesOfOneType) {
    this.#range = range;
  }

  /** Reads any text that PostgreSQL takes for a multirange. */
  input(text: string): string {
    return this.of(splitRanges(text).map((range) => this.#range.input(range)));
  }

  /** The multirange of all of these ranges. */
  of(ranges: readonly string[]): string {
    return `{${this.#joined(ranges).join(',')}}`;
  }

  rangesOf(text: string): readonly string[] {
    if (text.startsWith('{')) return splitRanges(text);
    return text === 'empty' ? [] : [text];
  }

  /** The smallest range that holds it. */
  hull(text: string): string {
    const ranges = this.rangesOf(text);
    const [first = 'empty', last = 'empty'] = [ranges[0], ranges.at(-1)];
    return first === last ? first : this.#range.combine('merge', first, last);
  }

  bound(text: string, side: Side): string | null {
    return this.#range.bound(this.hull(text), side);
  }

  boundIs(text: string, side: Side, what: 'inf' | 'inc'): boolean {
    return this.#range.boundIs(this.hull(text), side, what);
  }

  containsValue(text: string, value: string): boolean {
    return this.rangesOf(text).some((range) => this.#range.containsValue(range, value));
  }

  test(name: RangeTest, one: string, other: string): boolean {
    const [left, right] = [this.rangesOf(one), this.rangesOf(other)];
    if (name === 'contains')
      return right.every((inner) => left.some((range) => this.#range.test(name, range, inner)));
    if (left.length === 0 || right.length === 0) return false;
    if (name === 'overlaps')
      return left.some((range) => right.some((item) => this.#range.test(name, range, item)));
    return this.#range.test(name, this.hull(one), this.hull(other));
  }

  combine(name: MultirangeMade, one: string, other: string): string {
    const [left, right] = [this.rangesOf(one), this.rangesOf(other)];
    if (name === 'union') return this.of([...left, ...right]);
    if (name === 'intersect') {
      return this.of(
        left.flatMap((range) => right.map((item) => this.#range.combine('intersect', range, item))),
      );
    }
    return this.of(
      right.reduce<readonly string[]>(
        (rest, item) => rest.flatMap((range) => this.#range.outside(range, item)),
        left,
      ),
    );
  }

  /** A text whose order by bytes is the order of multiranges. */
  key(text: string): string {
    return `${this.rangesOf(text)
      .map((range) => `1${this.#range.key(range)}`)
      .join('')}0`;
  }

  #joined(ranges: readonly string[]): readonly string[] {
    const keyed = ranges
      .filter((range) => range !== 'empty')
      .map((range) => ({ range, key: this.#range.key(range) }));
    keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
    const joined: string[] = [];
    for (const { range } of keyed) {
      const last = joined.at(-1);
      if (last === undefined || !this.#touch(last, range)) joined.push(range);
      else joined[joined.length - 1] = this.#range.combine('union', last, range);
    }
    return joined;
  }

  #touch(one: string, other: string): boolean {
    return this.#range.test('overlaps', one, other) || this.#range.test('adjacent', one, other);
  }
}
