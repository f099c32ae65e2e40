import type { Section, SegmentSource } from '../segment-file.ts';
import { blockFields, blockRows, type PartDirectory, termFields } from './part-builder.ts';

/** A term of a part. Bytes are counted from the beginning of the part's sections. */
export interface PartTerm {
  /** Rows with the term. */
  readonly rows: number;
  readonly maxCount: number;
  readonly minLength: number;
  readonly postings: Section;
  readonly positions: number;
  /**
   * Offset of the word's blocks in the part; -1 for a word with a single block, which has no block
   * list.
   */
  readonly block: number;
  readonly blockCount: number;
}

const decoder = new TextDecoder();

/**
 * An opened part: its term directory, and the lengths of its texts. Postings are read on request.
 */
export class Part {
  readonly directory: PartDirectory;
  /** The length of each row, 1 + its terms; 0 without a text. */
  readonly lengths: Uint32Array;
  readonly blocks: Uint32Array;
  readonly #source: SegmentSource;
  readonly #words: Uint8Array;
  readonly #ends: Uint32Array;
  readonly #terms: Uint32Array;
  /** Postings by their offsets: searches ask for common words all the time. */
  readonly #postings = new Map<number, Uint8Array>();
  #positions: Uint8Array | undefined;

  constructor(source: SegmentSource, directory: PartDirectory) {
    this.#source = source;
    this.directory = directory;
    this.lengths = numbers(source.read(directory.lengths));
    this.blocks = numbers(source.read(directory.blocks));
    this.#words = source.read(directory.words);
    this.#ends = numbers(source.read(directory.ends));
    this.#terms = numbers(source.read(directory.terms));
  }

  /** Bytes in memory, including everything that the part may load later. */
  static bytesOf({
    lengths,
    blocks,
    words,
    ends,
    terms,
    postings,
    positions,
  }: PartDirectory): number {
    return [lengths, blocks, words, ends, terms, postings, positions].reduce(
      (sum, { length }) => sum + length,
      0,
    );
  }

  /** The term; undefined if the part lacks the term. */
  find(text: string): PartTerm | undefined {
    const index = this.#firstFrom(text);
    return index < this.directory.termCount && this.#textOf(index) === text
      ? this.#termAt(index)
      : undefined;
  }

  /** The terms with `prefix`, at most `limit`. */
  withPrefix(prefix: string, limit: number): string[] {
    const found: string[] = [];
    for (
      let index = this.#firstFrom(prefix);
      index < this.directory.termCount && found.length < limit;
      index += 1
    ) {
      const text = this.#textOf(index);
      if (!text.startsWith(prefix)) break;
      found.push(text);
    }
    return found;
  }

  postingsOf({ postings }: PartTerm): Uint8Array {
    const known = this.#postings.get(postings.offset);
    if (known) return known;
    const read = this.#source.read(postings);
    this.#postings.set(postings.offset, read);
    return read;
  }

  /** All positions of the part; a term's begin at its `positions`. */
  positions(): Uint8Array {
    this.#positions ??= this.#source.read(this.directory.positions);
    return this.#positions;
  }

  /** The index of the first term not before `text`. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.directory.termCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#textOf(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #textOf(index: number): string {
    const start = index === 0 ? 0 : this.#ends[index - 1];
    return decoder.decode(this.#words.subarray(start, this.#ends[index]));
  }

  #termAt(index: number): PartTerm {
    const fields = this.#terms.subarray(index * termFields.length, (index + 1) * termFields.length);
    const [
      rows = 0,
      maxCount = 0,
      minLength = 0,
      offset = 0,
      length = 0,
      positions = 0,
      block = 0,
    ] = fields;
    const blockCount = Math.ceil(rows / blockRows);
    return {
      rows,
      maxCount,
      minLength,
      postings: { offset: this.directory.postings.offset + offset, length },
      positions,
      block: blockCount === 1 ? -1 : block * blockFields.length,
      blockCount,
    };
  }
}

function numbers(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}
