import type { Part, PartTerm } from './part.ts';
import { blockFields, blockRows } from './part-builder.ts';

/** After the last row. */
export const noRow = 0xffffffff;

const fields = blockFields.length;

/** Goes through the rows of a term in a part, forwards, a block at a time. */
export class PostingCursor {
  readonly term: PartTerm;
  readonly #part: Part;
  readonly #bytes: Uint8Array;
  readonly #rows = new Uint32Array(blockRows);
  readonly #counts = new Uint32Array(blockRows);
  /** The block of `#rows` (-1 for none), and the cursor's offset in the block. */
  #block = -1;
  #used = 0;
  #at = 0;
  row = -1;

  constructor(part: Part, term: PartTerm) {
    this.term = term;
    this.#part = part;
    this.#bytes = part.postingsOf(term);
  }

  /** The count of the term in the row. */
  get count(): number {
    return this.#counts[this.#at] ?? 0;
  }

  next(): number {
    if (this.row === noRow) return noRow;
    if (this.#block < 0) this.#open(0);
    else if (this.#at + 1 < this.#used) this.#at += 1;
    else if (this.#block + 1 < this.term.blockCount) this.#open(this.#block + 1);
    else {
      this.row = noRow;
      return noRow;
    }
    this.row = this.#rows[this.#at] ?? noRow;
    return this.row;
  }

  /** The first row not before `row`. */
  seek(row: number): number {
    if (this.row !== -1 && this.row >= row) return this.row;
    const block = this.blockOf(row);
    if (block === this.term.blockCount) {
      this.row = noRow;
      return noRow;
    }
    if (block !== this.#block) this.#open(block);
    let at = this.#at;
    while (at < this.#used && (this.#rows[at] ?? 0) < row) at += 1;
    this.#at = at;
    this.row = at < this.#used ? (this.#rows[at] ?? noRow) : noRow;
    return this.row;
  }

  /** The block that could contain `row`; the number of blocks if `row` is after all blocks. */
  blockOf(row: number): number {
    const { block, blockCount } = this.term;
    // A term's only block has no recorded end.
    if (block < 0) return 0;
    const { blocks } = this.#part;
    let low = Math.max(0, this.#block);
    if ((blocks[block + low * fields] ?? 0) >= row) return low;
    // Usually a near block contains the row.
    let step = 1;
    while (low + step < blockCount && (blocks[block + (low + step) * fields] ?? 0) < row) {
      low += step;
      step *= 2;
    }
    let high = Math.min(blockCount, low + step);
    low += 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((blocks[block + middle * fields] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  lastRowOf(block: number): number {
    const { block: first, blockCount } = this.term;
    if (first < 0) return this.#part.directory.rowCount;
    return block < blockCount ? (this.#part.blocks[first + block * fields] ?? 0) : noRow;
  }

  /** Highest count of the word among the rows of a block. */
  maxCountOf(block: number): number {
    const { block: first, maxCount } = this.term;
    return first < 0 ? maxCount : (this.#part.blocks[first + block * fields + 3] ?? 0);
  }

  minLengthOf(block: number): number {
    const { block: first, minLength } = this.term;
    return first < 0 ? minLength : (this.#part.blocks[first + block * fields + 4] ?? 0);
  }

  /** The places of the term in the cursor's row, in order. */
  places(): number[] {
    const bytes = this.#part.positions();
    const { block: first, positions } = this.term;
    let at =
      positions + (first < 0 ? 0 : (this.#part.blocks[first + this.#block * fields + 2] ?? 0));
    let skipped = 0;
    for (let before = 0; before < this.#at; before += 1) skipped += this.#counts[before] ?? 0;
    for (; skipped > 0; at += 1) if ((bytes[at] ?? 0) < 128) skipped -= 1;
    const places: number[] = [];
    let place = 0;
    for (let left = this.count; left > 0; left -= 1) {
      let [value, shift] = [0, 0];
      for (;;) {
        const byte = bytes[at] ?? 0;
        at += 1;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
        shift += 7;
      }
      place += value;
      places.push(place);
    }
    return places;
  }

  /** The rows and counts of a block, and their number. */
  openBlock(block: number): {
    readonly rows: Uint32Array;
    readonly counts: Uint32Array;
    readonly used: number;
  } {
    if (block !== this.#block) this.#open(block);
    return { rows: this.#rows, counts: this.#counts, used: this.#used };
  }

  #open(block: number): void {
    const { block: first, blockCount, rows: total } = this.term;
    const { blocks } = this.#part;
    const bytes = this.#bytes;
    const used = block === blockCount - 1 ? total - block * blockRows : blockRows;
    let at = first < 0 ? 0 : (blocks[first + block * fields + 1] ?? 0);
    let row = first < 0 || block === 0 ? 0 : (blocks[first + (block - 1) * fields] ?? 0);
    for (let index = 0; index < used; index += 1) {
      let byte = bytes[at] ?? 0;
      at += 1;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at] ?? 0;
        at += 1;
        value |= (byte & 127) << shift;
      }
      row += value;
      this.#rows[index] = row;
      byte = bytes[at] ?? 0;
      at += 1;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at] ?? 0;
        at += 1;
        value |= (byte & 127) << shift;
      }
      this.#counts[index] = value;
    }
    this.#block = block;
    this.#used = used;
    this.#at = 0;
    this.row = this.#rows[0] ?? noRow;
  }
}
