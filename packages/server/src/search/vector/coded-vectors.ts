import { Kernels, paddedWidth } from './kernels.ts';
import { quantiseQuery } from './quantise.ts';
import type { VectorMetric } from './vector-options.ts';

/** Rows whose sums are computed at a time. */
const blockRows = 4_096;

/**
 * Vectors as signed bytes in a separate memory, by position. Sums over the bytes find near vectors,
 * to one part in 127 of the largest number of each vector.
 */
export class CodedVectors {
  readonly count: number;
  readonly codes: Int8Array<ArrayBuffer>;
  /** The value of a byte in each vector, and the square of the vector's length. */
  readonly scales: Float32Array;
  readonly squares: Float32Array;
  readonly #metric: VectorMetric;
  readonly #width: number;
  readonly #kernels: Kernels;
  readonly #places: { readonly codes: number; readonly vector: number; readonly out: number };
  #queryScale = 0;

  constructor(metric: VectorMetric, dimensions: number, count: number) {
    this.#metric = metric;
    this.#width = paddedWidth(dimensions);
    this.count = count;
    const bytes = CodedVectors.bytesOf(dimensions, count);
    this.#kernels = new Kernels(bytes);
    this.#places = {
      codes: this.#kernels.take(count * this.#width),
      vector: this.#kernels.take(this.#width * 2),
      out: this.#kernels.take(blockRows * 4),
    };
    this.codes = this.#kernels.bytes(this.#places.codes, count * this.#width);
    this.scales = new Float32Array(count);
    this.squares = new Float32Array(count);
  }

  static bytesOf(dimensions: number, count: number): number {
    return (count + 2) * paddedWidth(dimensions) + blockRows * 4 + 64;
  }

  /** Sets the vector to which `score` compares others. */
  ask(query: Float32Array): void {
    const out = this.#kernels.shorts(this.#places.vector, this.#width);
    out.fill(0);
    this.#queryScale = quantiseQuery(query, out.subarray(0, query.length));
  }

  /**
   * Tells `take` how near each of the vectors from `start` to `end` is, about: greater is nearer.
   */
  score(start: number, end: number, take: (place: number, score: number) => void): void {
    const { codes, vector, out } = this.#places;
    const [scales, squares, isFar] = [this.scales, this.squares, this.#metric === 'l2'];
    for (let from = start; from < end; from += blockRows) {
      const count = Math.min(blockRows, end - from);
      this.#kernels.dots8(codes + from * this.#width, count, this.#width, vector, out);
      const sums = this.#kernels.integers(out, count);
      for (let index = 0; index < count; index += 1) {
        const place = from + index;
        const dot = (sums[index] ?? 0) * (scales[place] ?? 0) * this.#queryScale;
        take(place, isFar ? 2 * dot - (squares[place] ?? 0) : dot);
      }
    }
  }
}
