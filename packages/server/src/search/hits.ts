/**
 * Rows found by a search, as three columns: the index of the row's file among the searched files,
 * its row, its score.
 */
export interface Hits {
  readonly files: Uint32Array;
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
  /** The vector of each hit, one after another, if requested. */
  readonly vectors?: Float32Array;
}

/**
 * The best `limit` hits; the first found wins a tie. Hits are offered in the order of files and
 * rows; `threshold` is the score that the next hit must exceed.
 */
export class BestHits {
  readonly #limit: number;
  readonly #scores: number[] = [];
  readonly #files: number[] = [];
  readonly #rows: number[] = [];
  threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
    if (limit === 0) this.threshold = Number.POSITIVE_INFINITY;
  }

  offer(file: number, row: number, score: number): void {
    if (score <= this.threshold) return;
    const scores = this.#scores;
    if (scores.length < this.#limit) {
      this.#files.push(file);
      this.#rows.push(row);
      scores.push(score);
      this.#up(scores.length - 1);
    } else {
      this.#set(0, file, row, score);
      this.#down();
    }
    if (scores.length === this.#limit) this.threshold = scores[0] ?? this.threshold;
  }

  /** The rows of all hits, ascending. */
  rowsInOrder(): Uint32Array {
    return Uint32Array.from(this.#rows).sort();
  }

  /** Best first. */
  take(): Hits {
    const order = this.#scores
      .map((_score, index) => index)
      .sort((one, other) => (this.#isWorse(one, other) ? 1 : -1));
    return {
      files: Uint32Array.from(order, (index) => this.#files[index] ?? 0),
      rows: Uint32Array.from(order, (index) => this.#rows[index] ?? 0),
      scores: Float64Array.from(order, (index) => this.#scores[index] ?? 0),
    };
  }

  #isWorse(one: number, other: number): boolean {
    const [scores, files, rows] = [this.#scores, this.#files, this.#rows];
    if (scores[one] !== scores[other]) return (scores[one] ?? 0) < (scores[other] ?? 0);
    if (files[one] !== files[other]) return (files[one] ?? 0) > (files[other] ?? 0);
    return (rows[one] ?? 0) > (rows[other] ?? 0);
  }

  #set(index: number, file: number, row: number, score: number): void {
    this.#files[index] = file;
    this.#rows[index] = row;
    this.#scores[index] = score;
  }

  #swap(one: number, other: number): void {
    const [file = 0, row = 0, score = 0] = [this.#files[one], this.#rows[one], this.#scores[one]];
    this.#set(one, this.#files[other] ?? 0, this.#rows[other] ?? 0, this.#scores[other] ?? 0);
    this.#set(other, file, row, score);
  }

  #up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(): void {
    const count = this.#scores.length;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < count && this.#isWorse(child, least)) least = child;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }
}

/** All hits, in the order of arrival. */
export class AllHits {
  #files = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #scores = new Float64Array(1024);
  #count = 0;
  readonly threshold = Number.NEGATIVE_INFINITY;

  offer(file: number, row: number, score: number): void {
    if (this.#count === this.#rows.length) this.#grow();
    this.#files[this.#count] = file;
    this.#rows[this.#count] = row;
    this.#scores[this.#count] = score;
    this.#count += 1;
  }

  take(): Hits {
    return {
      files: this.#files.slice(0, this.#count),
      rows: this.#rows.slice(0, this.#count),
      scores: this.#scores.slice(0, this.#count),
    };
  }

  #grow(): void {
    const length = this.#count * 2;
    const [files, rows, scores] = [
      new Uint32Array(length),
      new Uint32Array(length),
      new Float64Array(length),
    ];
    files.set(this.#files);
    rows.set(this.#rows);
    scores.set(this.#scores);
    [this.#files, this.#rows, this.#scores] = [files, rows, scores];
  }
}

export type HitTaker = Pick<BestHits, 'offer' | 'threshold' | 'take'>;
