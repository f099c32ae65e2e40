import { inject } from 'vitest';

/** `npm test` is the quick lane, `npm run slow` the slow one (vitest.slow.config.ts). */
export type Lane = 'quick' | 'slow';

declare module 'vitest' {
  interface ProvidedContext {
    lane: Lane;
  }
}

/** The first in the quick lane, the second in the slow one. */
export const inThisLane = <Value>(quick: Value, slow: Value): Value =>
  inject('lane') === 'slow' ? slow : quick;

/**
 * The subjects of a test that run in this lane; a subject without a lane is of the quick one. A
 * file that has subjects of both lanes is listed in vitest.slow.config.ts.
 */
export const ofThisLane = <Subject extends { readonly lane?: Lane }>(
  subjects: readonly Subject[],
): Subject[] => subjects.filter(({ lane = 'quick' }) => lane === inject('lane'));
