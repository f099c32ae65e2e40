import { inThisLane } from './lane.ts';

/**
 * Number and seed of a property test's examples: few in the quick lane, four times as many in the
 * slow lane, and `npm run properties -- --seed S --times N` sets both.
 */
const times = Number(process.env.QUERN_RANDOM_TIMES ?? inThisLane(1, 4));
const seed = process.env.QUERN_RANDOM_SEED;

/**
 * Options of `fc.assert`. Shrinking a failure may take long: after `limitMs` the remaining example
 * is shown.
 */
export function randomRuns(few: number, limitMs?: number) {
  return {
    numRuns: few * times,
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs * times }),
  };
}

/** A test's own limit, in milliseconds, grown with what is asked for. */
export const randomLimit = (limitMs: number) => limitMs * times;

/** Seeds for a test with its own random numbers. */
export const randomSeeds = (few: number) =>
  Array.from({ length: few * times }, (_, index) => Number(seed ?? 1) + index);
