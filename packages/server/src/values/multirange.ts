/**
 * Multiranges as in PostgreSQL's multirangetypes.c: texts of sorted ranges, no two of which touch.
 */
import { sqlError } from '../kernel/sql-error.ts';
import type { Range, RangeTest, RangeType, Side, Span } from './range.ts';

export type MultirangeMade = 'union' | 'intersect' | 'minus';

const malformed = (text: string): never =>
  sqlError('22P02', `malformed multirange literal: "${text}"`);

/** The end of the range that begins at `start`: after its bracket, or after the word `empty`. */
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

/**
 * The most ranges of a multirange; 250,000 take 60 MB during a computation. PostgreSQL's only limit
 * is a value's gigabyte.
 */
const maxRanges = 250_000;

/** The number of cached texts: a column is often compared with one multirange. */
const remembered = 2;
/** The longest text to cache: ranges of longer texts take tens of megabytes. */
const rememberedLength = 2 ** 19;

/**
 * The operations of a multirange type, on texts. A range counts as a multirange of one range.
 * Ranges are sorted and apart, so an operation walks through two multiranges in parallel.
 */
export class MultirangeType<Value> {
  readonly #range: RangeType<Value>;
  /** The latest long texts with their ranges, the latest last. */
  readonly #read = new Map<string, readonly Span<Value>[]>();

  constructor(range: RangeType<Value>) {
    this.#range = range;
  }

  /** Reads any text that PostgreSQL accepts as a multirange. */
  input(text: string): string {
    return this.of(splitRanges(text));
  }

  /** The multirange of all given ranges. */
  of(ranges: readonly string[]): string {
    return this.#print(this.#joined(this.#spansOf(ranges)));
  }

  rangesOf(text: string): readonly string[] {
    if (text.startsWith('{')) return splitRanges(text);
    return text === 'empty' ? [] : [text];
  }

  /** The smallest range that contains the multirange. */
  hull(text: string): string {
    return this.#range.print(this.#hullOf(this.#ranges(text)));
  }

  bound(text: string, side: Side): string | null {
    return this.#range.bound(this.hull(text), side);
  }

  boundIs(text: string, side: Side, what: 'inf' | 'inc'): boolean {
    return this.#range.boundIs(this.hull(text), side, what);
  }

  containsValue(text: string, value: string): boolean {
    const [ranges, { spans }] = [this.#ranges(text), this.#range];
    const point = spans.of(this.#range.value(value));
    // The first range not before the value.
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const range = ranges[middle];
      if (range !== undefined && spans.test('before', range, point)) low = middle + 1;
      else high = middle;
    }
    const found = ranges[low];
    return found !== undefined && spans.test('contains', found, point);
  }

  test(name: RangeTest, one: string, other: string): boolean {
    const [left, right] = [this.#ranges(one), this.#ranges(other)];
    if (name === 'contains') return this.#contains(left, right);
    if (left.length === 0 || right.length === 0) return false;
    if (name === 'overlaps') return this.#pairs(left, right, () => true);
    const [a, b] = [this.#hullOf(left), this.#hullOf(right)];
    return a !== 'empty' && b !== 'empty' && this.#range.spans.test(name, a, b);
  }

  combine(name: MultirangeMade, one: string, other: string): string {
    const [left, right] = [this.#ranges(one), this.#ranges(other)];
    if (name === 'union') return this.#print(this.#joined([...left, ...right]));
    if (name === 'minus') return this.#print(this.#minus(left, right));
    const found: Range<Value>[] = [];
    this.#pairs(left, right, (a, b) => {
      found.push(this.#range.spans.combined('intersect', a, b));
      return false;
    });
    return this.#print(found);
  }

  /** A text with the byte order of multiranges. */
  key(text: string): string {
    return `${this.#ranges(text)
      .map((range) => `1${this.#range.keyOf(range)}`)
      .join('')}0`;
  }

  #print(ranges: readonly Range<Value>[]): string {
    const texts = ranges.flatMap((range) => {
      const canonical = this.#range.spans.canonical(range);
      return canonical === 'empty' ? [] : [this.#range.print(canonical)];
    });
    return `{${texts.join(',')}}`;
  }

  /** The ranges of a text from this class, in order. */
  #ranges(text: string): readonly Span<Value>[] {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const ranges = this.#spansOf(this.rangesOf(text));
    if (ranges.length < 16 || text.length > rememberedLength) return ranges;
    this.#read.set(text, ranges);
    if (this.#read.size > remembered) this.#read.delete([...this.#read.keys()][0] ?? '');
    return ranges;
  }

  #spansOf(texts: readonly string[]): readonly Span<Value>[] {
    if (texts.length > maxRanges)
      sqlError('54000', `a multirange of more than ${maxRanges} ranges is not supported`);
    return texts.flatMap((text) => {
      const range = this.#range.read(text);
      return range === 'empty' ? [] : [range];
    });
  }

  #hullOf(ranges: readonly Span<Value>[]): Range<Value> {
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (first === undefined || last === undefined) return 'empty';
    return { lower: first.lower, upper: last.upper };
  }

  #contains(left: readonly Span<Value>[], right: readonly Span<Value>[]): boolean {
    const { spans } = this.#range;
    let at = 0;
    return right.every((inner) => {
      for (; ; at += 1) {
        const range = left[at];
        if (range === undefined) return false;
        if (!spans.test('before', range, inner)) return spans.test('contains', range, inner);
      }
    });
  }

  /** Calls `found` for each two overlapping ranges, in order, until `found` returns true. */
  #pairs(
    left: readonly Span<Value>[],
    right: readonly Span<Value>[],
    found: (one: Span<Value>, other: Span<Value>) => boolean,
  ): boolean {
    const { spans } = this.#range;
    let [at, other] = [0, 0];
    for (;;) {
      const [a, b] = [left[at], right[other]];
      if (a === undefined || b === undefined) return false;
      if (spans.overlap(a, b) && found(a, b)) return true;
      if (spans.test('overleft', a, b)) at += 1;
      else other += 1;
    }
  }

  #minus(left: readonly Span<Value>[], right: readonly Span<Value>[]): readonly Range<Value>[] {
    const { spans } = this.#range;
    const kept: Range<Value>[] = [];
    let other = 0;
    for (const range of left) {
      let rest: Range<Value> = range;
      // A range that reaches beyond one taken range may overlap the next too.
      for (let taken = right[other]; taken !== undefined; taken = right[other]) {
        if (rest === 'empty' || spans.test('before', rest, taken)) break;
        if (!spans.test('before', taken, rest)) {
          kept.push(spans.before(rest, taken));
          rest = spans.behind(rest, taken);
        }
        if (rest !== 'empty') other += 1;
      }
      kept.push(rest);
    }
    return kept;
  }

  #joined(ranges: readonly Span<Value>[]): readonly Span<Value>[] {
    const { spans } = this.#range;
    const sorted = [...ranges].sort(
      (one, other) =>
        spans.compare(one.lower, other.lower) || spans.compare(one.upper, other.upper),
    );
    const joined: Span<Value>[] = [];
    for (const range of sorted) {
      const last = joined.at(-1);
      if (last === undefined || !(spans.overlap(last, range) || spans.adjoin(last, range)))
        joined.push(range);
      else
        joined[joined.length - 1] = {
          lower: last.lower,
          upper: spans.greater(last.upper, range.upper),
        };
    }
    return joined;
  }
}
