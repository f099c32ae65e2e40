import { inThisLane } from './lane.ts';

/**
 * How many random examples a property test runs, and of which seed: few in the quick lane, four
 * times as many in the slow one, and what `npm run properties -- --seed S --times N` asks for.
 */
const times = Number(process.env.QUERN_RANDOM_TIMES ?? inThisLane(1, 4));
const seed = process.env.QUERN_RANDOM_SEED;

/**
 * Options of `fc.assert`. Shrinking a failure may take long: after `limitMs` what is left of it is
 * shown.
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

/** Seeds for a test that has its own random numbers. */
export const randomSeeds = (few: number) =>
  Array.from({ length: few * times }, (_, index) => Number(seed ?? 1) + index);
