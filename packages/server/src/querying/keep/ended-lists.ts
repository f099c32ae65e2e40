import type { EndedResults } from './ended-results.ts';
import type { EndedRuns } from './ended-runs.ts';

/** Lists of records that have ended, which nothing changes any more. */
export interface HasEnded {
  readonly ended: { readonly runs: EndedRuns; readonly results: EndedResults };
}
