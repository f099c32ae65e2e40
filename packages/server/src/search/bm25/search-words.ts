import type { DeletedRows } from '../deleted-rows.ts';
import type { HitTaker } from '../hits.ts';
import type { Part } from './part.ts';
import { PostingCursor } from './posting-cursor.ts';
import { b, k1 } from './score.ts';

/** A part of a file's segment, and the statistics for the scores of its rows. */
export interface SearchedPart {
  readonly part: Part;
  readonly deleted: DeletedRows | null;
  /** Index of its file. */
  readonly file: number;
  readonly meanLength: number;
}

/** A word and its weight by rarity. */
export interface WeightedWord {
  readonly term: string;
  readonly weight: number;
}

/**
 * Rows scored together: their scores and bounds stay in the processor's cache. Bits mark the rows
 * with one of the words: without marks, a rare word would be searched in every row of most windows
 * (1M rows, one word of 400: 1.0 ms).
 */
const windowRows = 4096;
/**
 * A bound is computed in another order than a score, and must not fall below the score by a
 * rounding.
 */
const slack = 1 + 1e-12;

interface Scanned {
  readonly cursor: PostingCursor;
  /** The weight times k1 + 1. */
  readonly weight: number;
  /** The block in which the window begins. */
  block: number;
  /** The most that the word can add to a row of the window. */
  bound: number;
}

/**
 * The divisor of a count grows with the text's length from `base`: the parts of BM25 that are equal
 * for all rows.
 */
interface LengthNorm {
  readonly base: number;
  readonly perTerm: number;
}

/**
 * Scores the rows with any of the words, one window at a time. The blocks' greatest counts and
 * least lengths bound the scores of a window. A window that cannot exceed the taker's threshold is
 * not read. In other windows, words that cannot lift a row over the threshold alone are looked up
 * only in rows with another word (MaxScore).
 */
export function searchWords(
  { part, deleted, file, meanLength }: SearchedPart,
  words: readonly WeightedWord[],
  taker: HitTaker,
): void {
  const scanned = words.flatMap(({ term, weight }): Scanned[] => {
    const found = part.find(term);
    if (found === undefined) return [];
    return [
      { cursor: new PostingCursor(part, found), weight: weight * (k1 + 1), block: 0, bound: 0 },
    ];
  });
  if (scanned.length === 0) return;
  const { firstRow, rowCount } = part.directory;
  const norm = { base: k1 * (1 - b), perTerm: (k1 * b) / meanLength };
  const scored = { scores: new Float64Array(windowRows), marks: new Int32Array(windowRows / 32) };
  for (let start = 0; start < rowCount; start += windowRows) {
    const end = Math.min(start + windowRows, rowCount);
    let total = 0;
    for (const one of scanned) total += setBound(one, start, end, norm);
    if (total * slack <= taker.threshold) continue;
    const optional = splitByBound(scanned, taker.threshold);
    for (let index = optional.count; index < scanned.length; index += 1) {
      const one = scanned[index];
      if (one !== undefined && one.bound > 0)
        addWindow(one, part.lengths, norm, scored, start, end);
    }
    for (let at = nextMarked(scored.marks, 0); at < windowRows; at = nextMarked(scored.marks, at)) {
      const sure = scored.scores[at] ?? 0;
      scored.scores[at] = 0;
      if (sure === 0 || (sure + optional.bound) * slack <= taker.threshold) continue;
      const row = start + at;
      if (deleted?.has(row + firstRow)) continue;
      const score =
        sure + addOptional(scanned, optional, row, part.lengths, norm, taker.threshold - sure);
      if (score > taker.threshold) taker.offer(file, row + firstRow, score);
    }
  }
}

/** The rows of a window with a score, counted from its first row. */
interface ScoredRows {
  readonly scores: Float64Array;
  /** A bit for each, the first the lowest of a number. */
  readonly marks: Int32Array;
}

/** Takes the mark of the first marked row from `from` on; `windowRows` without one. */
function nextMarked(marks: Int32Array, from: number): number {
  for (let place = from >>> 5; place < marks.length; place += 1) {
    const bits = marks[place] ?? 0;
    if (bits === 0) continue;
    marks[place] = bits & (bits - 1);
    return place * 32 + 31 - Math.clz32(bits & -bits);
  }
  return windowRows;
}

/** The words that together cannot exceed the threshold; they come first. */
interface Optional {
  readonly count: number;
  readonly bound: number;
}

function splitByBound(scanned: Scanned[], threshold: number): Optional {
  scanned.sort((one, other) => one.bound - other.bound);
  let [count, bound] = [0, 0];
  for (const one of scanned) {
    if ((bound + one.bound) * slack > threshold) break;
    bound += one.bound;
    count += 1;
  }
  return { count, bound };
}

/** Sets the most that the word adds to a row from `start` to before `end`. */
function setBound(one: Scanned, start: number, end: number, norm: LengthNorm): number {
  const { cursor, weight } = one;
  const { blockCount } = cursor.term;
  while (one.block < blockCount && cursor.lastRowOf(one.block) < start) one.block += 1;
  let bound = 0;
  for (let block = one.block; block < blockCount; block += 1) {
    const count = cursor.maxCountOf(block);
    const score = (weight * count) / (count + norm.base + norm.perTerm * cursor.minLengthOf(block));
    if (score > bound) bound = score;
    if (cursor.lastRowOf(block) >= end - 1) break;
  }
  one.bound = bound;
  return bound;
}

function addWindow(
  { cursor, weight, block: first }: Scanned,
  lengths: Uint32Array,
  { base, perTerm }: LengthNorm,
  { scores, marks }: ScoredRows,
  start: number,
  end: number,
): void {
  for (let block = first; block < cursor.term.blockCount; block += 1) {
    const { rows, counts, used } = cursor.openBlock(block);
    for (let at = 0; at < used; at += 1) {
      const row = rows[at] ?? 0;
      if (row < start) continue;
      if (row >= end) return;
      const count = counts[at] ?? 0;
      const score = (weight * count) / (count + base + perTerm * ((lengths[row] ?? 1) - 1));
      const inWindow = row - start;
      const mark = inWindow >>> 5;
      scores[inWindow] = (scores[inWindow] ?? 0) + score;
      marks[mark] = (marks[mark] ?? 0) | (1 << (inWindow & 31));
    }
  }
}

/** Adds the optional words to a row, while the row can still exceed `wanted`. */
function addOptional(
  scanned: readonly Scanned[],
  { count: optionalCount, bound }: Optional,
  row: number,
  lengths: Uint32Array,
  { base, perTerm }: LengthNorm,
  wanted: number,
): number {
  let [added, left] = [0, bound];
  for (let index = optionalCount - 1; index >= 0; index -= 1) {
    const one = scanned[index];
    if (one === undefined || (added + left) * slack <= wanted) break;
    left -= one.bound;
    if (one.bound === 0 || one.cursor.seek(row) !== row) continue;
    const { count } = one.cursor;
    added += (one.weight * count) / (count + base + perTerm * ((lengths[row] ?? 1) - 1));
  }
  return added;
}
