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
/** Of the nearest, on average; what a byte rounds away comes on top. */
const wanted = 0.998;
/** Texts that are asked are not the texts that are stored. */
const margin = 1.15;

/**
 * How many lists hold the ten and the hundred vectors nearest to others, found by trying: in
 * clustered data few, in data without any structure many. What was fixed beforehand would be slow
 * for the one or wrong for the other.
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
  /** Of each trial's nearest, by how near they are: after how many lists each is found. */
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
    // The first is the vector itself.
    found.push(
      Array.from(best.take().rows.subarray(1), (place) => after[listOf[place] ?? 0] ?? lists),
    );
  }
  return [probesFor(found, 10, lists), probesFor(found, 100, lists)];
}

/** The fewest lists that hold the wanted part of the first `count`, with the margin. */
function probesFor(found: readonly number[][], count: number, lists: number): number {
  const after = found.flatMap((one) => one.slice(0, count)).sort((one, other) => one - other);
  const last = after[Math.min(after.length - 1, Math.ceil(after.length * wanted))] ?? lists;
  return Math.min(lists, Math.ceil(last * margin) + 2);
}
