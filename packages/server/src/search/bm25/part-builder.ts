import { bytesOf, type Section, type SegmentWriter } from '../segment-file.ts';
import { type AnalyserSettings, TermReader } from './analyser.ts';
import { ByteWriter } from './byte-writer.ts';
import { FormedTerms } from './formed-terms.ts';
import { TermTable } from './term-table.ts';
import { type WordForm, wordFormOf } from './word-forms.ts';

/**
 * A part of a segment: the inverted texts of one column in a run of rows. Numbers of 32 bits,
 * little-endian.
 *
 *   lengths    of each row, 1 + its terms; 0 without a text
 *   words      the terms in UTF-8, in order of their UTF-16 units, one after another
 *   ends       of each term, its end in `words`
 *   terms      of each term, `termFields`
 *   blocks     of each block except a term's only block, `blockFields`
 *   postings   of each term its rows: the distance from the previous row, and the count in the row,
 *              as varints
 *   positions  of each such row the positions of the term, as distances, as varints
 */
export interface PartDirectory {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly termCount: number;
  readonly lengths: Section;
  readonly words: Section;
  readonly ends: Section;
  readonly terms: Section;
  readonly blocks: Section;
  readonly postings: Section;
  readonly positions: Section;
  /** Rows with a text, and the number of their terms. */
  readonly textCount: number;
  readonly lengthSum: number;
}

/** Rows of the postings that are read together. */
export const blockRows = 128;
/**
 * The term's rows; the greatest count in a row; the least length of a row; its bytes in postings
 * and positions; its first block.
 */
export const termFields = [
  'rows',
  'maxCount',
  'minLength',
  'postings',
  'postingBytes',
  'positions',
  'block',
] as const;
/**
 * Last row; start of the bytes, relative to the term's; the greatest count in a row, and the least
 * length.
 */
export const blockFields = ['lastRow', 'postings', 'positions', 'maxCount', 'minLength'] as const;

/** The limits of a part: 48 million terms take 500 MB during the build. */
const maxTerms = 48e6;
const maxWordBytes = 32 * 2 ** 20;
const chunkTerms = 1 << 20;
/** Terms of the first chunk: rows searched without a segment have few terms. */
const firstTerms = 1 << 13;

/** Takes texts, and writes a part when the part is full or on request. */
export class PartBuilder {
  readonly #reader: TermReader;
  /** The conversion to the index's form of words; null if the index has words unchanged. */
  readonly #form: WordForm | null;
  #forms: FormedTerms | null;
  #table = new TermTable();
  #chunks: Uint32Array[] = [];
  #last = new Uint32Array(firstTerms);
  #used = 0;
  #termCount = 0;
  #lengths = new Uint32Array(1024);
  #firstRow = 0;
  #rows = 0;

  constructor(settings: AnalyserSettings) {
    this.#reader = new TermReader(settings);
    this.#form = wordFormOf(settings);
    this.#forms = this.#form && new FormedTerms(this.#form);
  }

  get rowCount(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    const wordBytes = this.#table.unitBytes + (this.#forms?.unitBytes ?? 0);
    return this.#termCount >= maxTerms || wordBytes >= maxWordBytes;
  }

  add(text: string | null): void {
    if (this.#rows === this.#lengths.length) this.#lengths = largerBy(2, this.#lengths);
    const before = this.#termCount;
    if (text !== null) this.#reader.read(text, this.#take);
    this.#lengths[this.#rows] = text === null ? 0 : this.#termCount - before + 1;
    this.#rows += 1;
  }

  readonly #take = (units: Uint16Array, length: number, hash: number): void => {
    const id = (this.#forms ?? this.#table).idOf(units, length, hash, this.#table);
    if (id < 0) return;
    if (this.#used === this.#last.length) this.#makeRoom();
    this.#last[this.#used] = id;
    this.#used += 1;
    this.#termCount += 1;
  };

  #makeRoom(): void {
    if (this.#used < chunkTerms) {
      this.#last = largerBy(4, this.#last);
      return;
    }
    this.#chunks.push(this.#last);
    this.#last = new Uint32Array(chunkTerms);
    this.#used = 0;
  }

  /** Writes the rows added since the last part; the next part begins after them. */
  write(out: SegmentWriter): PartDirectory {
    const table = this.#table;
    const lengths = this.#lengths.subarray(0, this.#rows);
    const chunks = [...this.#chunks, this.#last.subarray(0, this.#used)];
    const occurrences = sortByTerm(chunks, this.#termCount, table.size, lengths);
    const directory = writePart(out, table, occurrences, { lengths, firstRow: this.#firstRow });
    this.#table = new TermTable();
    this.#forms = this.#form && new FormedTerms(this.#form);
    this.#chunks = [];
    this.#last = new Uint32Array(firstTerms);
    this.#used = 0;
    this.#termCount = 0;
    this.#firstRow += this.#rows;
    this.#rows = 0;
    this.#lengths = new Uint32Array(1024);
    return directory;
  }
}

function largerBy(factor: number, numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * factor);
  larger.set(numbers);
  return larger;
}

/**
 * All positions of all terms: term `id` has those from `starts[id]` to `starts[id + 1]`, in order.
 */
interface Occurrences {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly places: Uint32Array;
}

function sortByTerm(
  chunks: readonly Uint32Array[],
  count: number,
  terms: number,
  lengths: Uint32Array,
): Occurrences {
  const next = new Uint32Array(terms + 1);
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1) {
      const after = (chunk[at] ?? 0) + 1;
      next[after] = (next[after] ?? 0) + 1;
    }
  }
  for (let id = 0; id < terms; id += 1) next[id + 1] = (next[id + 1] ?? 0) + (next[id] ?? 0);
  const starts = next.slice();
  const rows = new Uint32Array(count);
  const places = new Uint32Array(count);
  let row = 0;
  let place = 0;
  let left = (lengths[0] ?? 1) - 1;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1) {
      while (left <= 0) {
        row += 1;
        place = 0;
        left = (lengths[row] ?? 0) - 1;
      }
      const id = chunk[at] ?? 0;
      const to = next[id] ?? 0;
      next[id] = to + 1;
      rows[to] = row;
      places[to] = place;
      place += 1;
      left -= 1;
    }
  }
  return { starts, rows, places };
}

interface PartRows {
  readonly lengths: Uint32Array;
  readonly firstRow: number;
}

function writePart(
  out: SegmentWriter,
  table: TermTable,
  occurrences: Occurrences,
  { lengths, firstRow }: PartRows,
): PartDirectory {
  const texts = Array.from({ length: table.size }, (_unused, id) => table.textOf(id));
  const order = texts
    .map((_text, id) => id)
    .sort((one, other) => ((texts[one] ?? '') < (texts[other] ?? '') ? -1 : 1));
  const words = new ByteWriter();
  const ends = new Uint32Array(order.length);
  const terms = new Uint32Array(order.length * termFields.length);
  const lists = new PostingWriter(occurrences, lengths);
  for (const [index, id] of order.entries()) {
    words.append(Buffer.from(texts[id] ?? ''));
    ends[index] = words.length;
    terms.set(lists.write(id), index * termFields.length);
  }
  let textCount = 0;
  for (let row = 0; row < lengths.length; row += 1) if (lengths[row] !== 0) textCount += 1;
  return {
    firstRow,
    rowCount: lengths.length,
    termCount: order.length,
    textCount,
    lengthSum: occurrences.rows.length,
    lengths: out.section(bytesOf(lengths)),
    words: out.section(words.view()),
    ends: out.section(bytesOf(ends)),
    terms: out.section(bytesOf(terms)),
    blocks: out.section(bytesOf(Uint32Array.from(lists.blocks))),
    postings: out.section(lists.postings.view()),
    positions: out.section(lists.positions.view()),
  };
}

/** Writes the postings of one term after another. */
class PostingWriter {
  readonly postings = new ByteWriter();
  readonly positions = new ByteWriter();
  readonly blocks: number[] = [];
  readonly #occurrences: Occurrences;
  readonly #lengths: Uint32Array;

  constructor(occurrences: Occurrences, lengths: Uint32Array) {
    this.#occurrences = occurrences;
    this.#lengths = lengths;
  }

  /** The term's `termFields`. */
  write(id: number): readonly number[] {
    const { starts, rows, places } = this.#occurrences;
    const { postings, positions, blocks } = this;
    const [from, to] = [starts[id] ?? 0, starts[id + 1] ?? 0];
    const [postingsAt, positionsAt, firstBlock] = [
      postings.length,
      positions.length,
      blocks.length / blockFields.length,
    ];
    let [rowCount, mostTimes, leastLength] = [0, 0, noLength];
    let block = { postings: 0, positions: 0, times: 0, length: noLength };
    let before = 0;
    for (let at = from; at < to; ) {
      const row = rows[at] ?? 0;
      let next = at + 1;
      while (next < to && rows[next] === row) next += 1;
      const times = next - at;
      const length = (this.#lengths[row] ?? 1) - 1;
      postings.varint(row - before);
      postings.varint(times);
      for (let place = 0; at < next; at += 1) {
        positions.varint((places[at] ?? 0) - place);
        place = places[at] ?? 0;
      }
      before = row;
      rowCount += 1;
      if (times > block.times) block.times = times;
      if (length < block.length) block.length = length;
      if (rowCount % blockRows !== 0 && at < to) continue;
      mostTimes = Math.max(mostTimes, block.times);
      leastLength = Math.min(leastLength, block.length);
      if (rowCount > blockRows || at < to) {
        blocks.push(row, block.postings, block.positions, block.times, block.length);
      }
      const [postingBytes, positionBytes] = [
        postings.length - postingsAt,
        positions.length - positionsAt,
      ];
      block = { postings: postingBytes, positions: positionBytes, times: 0, length: noLength };
    }
    return [
      rowCount,
      mostTimes,
      leastLength,
      postingsAt,
      postings.length - postingsAt,
      positionsAt,
      firstBlock,
    ];
  }
}

const noLength = 0xffffffff;
