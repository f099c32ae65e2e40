import { Kernels, paddedWidth } from './kernels.ts';
import { squareOf } from './quantise.ts';

const rounds = 6;

/**
 * Centres of clusters of a sample (k-means, by Lloyd's rounds), one after another and padded to
 * `width`, like the sample. The same sample gives the same centres.
 */
export function clusterCentres(
  sample: Float32Array,
  dimensions: number,
  lists: number,
): Float32Array {
  const width = paddedWidth(dimensions);
  const count = sample.length / width;
  const centres = new Float32Array(lists * width);
  for (let list = 0; list < lists; list += 1) {
    const from = Math.floor((list * count) / lists) * width;
    centres.set(sample.subarray(from, from + width), list * width);
  }
  // A single list is searched whole, wherever its centre is.
  if (lists === 1) return centres;
  const nearest = new NearestCentre(dimensions, lists);
  for (let round = 0; round < rounds; round += 1) {
    nearest.setCentres(centres);
    const sums = new Float64Array(lists * width);
    const sizes = new Uint32Array(lists);
    for (let row = 0; row < count; row += 1) {
      const vector = sample.subarray(row * width, (row + 1) * width);
      const list = nearest.of(vector);
      sizes[list] = (sizes[list] ?? 0) + 1;
      for (let index = 0; index < dimensions; index += 1) {
        const at = list * width + index;
        sums[at] = (sums[at] ?? 0) + (vector[index] ?? 0);
      }
    }
    for (let list = 0; list < lists; list += 1) {
      const size = sizes[list] ?? 0;
      // A centre without near vectors starts again from some row.
      const from = Math.floor((((list * 7919 + round * 104_729) % lists) * count) / lists) * width;
      if (size === 0) centres.set(sample.subarray(from, from + width), list * width);
      else
        for (let at = list * width; at < (list + 1) * width; at += 1)
          centres[at] = (sums[at] ?? 0) / size;
    }
  }
  return centres;
}

/** Finds the centre nearest to a vector. */
export class NearestCentre {
  readonly #kernels: Kernels;
  readonly #width: number;
  readonly #lists: number;
  readonly #places: { readonly centres: number; readonly vector: number; readonly out: number };
  readonly #halfSquares: Float32Array;

  constructor(dimensions: number, lists: number) {
    this.#width = paddedWidth(dimensions);
    this.#lists = lists;
    this.#halfSquares = new Float32Array(lists);
    const bytes = (lists + 1) * this.#width * 4 + lists * 4 + 64;
    this.#kernels = new Kernels(bytes);
    this.#places = {
      centres: this.#kernels.take(lists * this.#width * 4),
      vector: this.#kernels.take(this.#width * 4),
      out: this.#kernels.take(lists * 4),
    };
  }

  setCentres(centres: Float32Array): void {
    const width = this.#width;
    this.#kernels.floats(this.#places.centres, centres.length).set(centres);
    for (let list = 0; list < this.#lists; list += 1) {
      this.#halfSquares[list] = squareOf(centres.subarray(list * width, (list + 1) * width)) / 2;
    }
  }

  /** `vector` is of the padded width. */
  of(vector: Float32Array): number {
    const scores = this.#scores(vector);
    let best = 0;
    for (let list = 1; list < this.#lists; list += 1)
      if ((scores[list] ?? 0) > (scores[best] ?? 0)) best = list;
    return best;
  }

  /** All lists, the nearest first. */
  order(vector: Float32Array): Uint32Array {
    const scores = Float32Array.from(this.#scores(vector));
    return Uint32Array.from(scores.keys()).sort(
      (one, other) => (scores[other] ?? 0) - (scores[one] ?? 0),
    );
  }

  /** Greater is nearer. */
  #scores(vector: Float32Array): Float32Array {
    const { centres, vector: place, out } = this.#places;
    this.#kernels.floats(place, this.#width).set(vector);
    this.#kernels.dots32(centres, this.#lists, this.#width, place, out);
    const scores = this.#kernels.floats(out, this.#lists);
    for (let list = 0; list < this.#lists; list += 1) {
      scores[list] = (scores[list] ?? 0) - (this.#halfSquares[list] ?? 0);
    }
    return scores;
  }
}
