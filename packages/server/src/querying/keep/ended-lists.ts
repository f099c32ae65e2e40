import type { EndedResults } from './ended-results.ts';
import type { EndedRuns } from './ended-runs.ts';

/** Cached list entries of ended records, which never change again. */
export interface HasEnded {
  readonly ended: { readonly runs: EndedRuns; readonly results: EndedResults };
}
