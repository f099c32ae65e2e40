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
 * Subjects of a test in this lane; a subject without a lane belongs to the quick lane.
 * vitest.slow.config.ts lists the files with subjects of both lanes.
 */
export const ofThisLane = <Subject extends { readonly lane?: Lane }>(
  subjects: readonly Subject[],
): Subject[] => subjects.filter(({ lane = 'quick' }) => lane === inject('lane'));
