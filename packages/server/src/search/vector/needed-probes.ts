import { BestHits } from '../hits.ts';
import { NearestCentre } from './cluster.ts';
import type { CodedVectors } from './coded-vectors.ts';
import { paddedWidth } from './kernels.ts';
import type { VectorMetric } from './vector-options.ts';

interface Trial {
  readonly metric: VectorMetric;
  readonly dimensions: number;
  readonly centres: Float32Array;
  readonly lists: number;
  readonly starts: Uint32Array;
  readonly vectors: CodedVectors;
  /** Vectors of the segment, padded. */
  readonly sample: Float32Array;
}

const trials = 128;
/** The part of the nearest to find on average; the loss by rounding to bytes is added. */
const wanted = 0.998;
/** The texts of queries differ from the stored texts. */
const margin = 1.15;

/**
 * The number of lists that contain the ten and the hundred nearest vectors, found by trial: few in
 * clustered data, many in data without structure. A fixed number would be slow for the former or
 * wrong for the latter.
 */
export function neededProbes(trial: Trial): readonly [ten: number, hundred: number] {
  const { lists, dimensions, sample, vectors, starts } = trial;
  const width = paddedWidth(dimensions);
  const there = sample.length / width;
  if (lists === 1 || there === 0) return [lists, lists];
  const nearest = new NearestCentre(dimensions, lists);
  nearest.setCentres(trial.centres);
  const listOf = new Uint16Array(vectors.count);
  for (let list = 0; list < lists; list += 1) listOf.fill(list, starts[list], starts[list + 1]);
  /** The number of lists after which each near vector of a trial is found, in order of nearness. */
  const found: number[][] = [];
  for (let index = 0; index < Math.min(trials, there); index += 1) {
    const from = Math.floor((index * there) / Math.min(trials, there)) * width;
    const query = sample.subarray(from, from + width);
    const after = new Uint16Array(lists);
    nearest.order(query).forEach((list, order) => {
      after[list] = order + 1;
    });
    vectors.ask(query.subarray(0, dimensions));
    const best = new BestHits(101);
    vectors.score(0, vectors.count, (place, score) => best.offer(0, place, score));
    // The first hit is the vector itself.
    found.push(
      Array.from(best.take().rows.subarray(1), (place) => after[listOf[place] ?? 0] ?? lists),
    );
  }
  return [probesFor(found, 10, lists), probesFor(found, 100, lists)];
}

/** The fewest lists with the wanted part of the first `count`, with the margin. */
function probesFor(found: readonly number[][], count: number, lists: number): number {
  const after = found.flatMap((one) => one.slice(0, count)).sort((one, other) => one - other);
  const last = after[Math.min(after.length - 1, Math.ceil(after.length * wanted))] ?? lists;
  return Math.min(lists, Math.ceil(last * margin) + 2);
}
