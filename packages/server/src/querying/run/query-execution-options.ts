import type { BringInLimits } from '../gather/bring-in-tables.ts';
import type { ResultAnswerOptions } from '../keep/result-answer.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';

/** Options of one execution of a planned query. */
export interface QueryExecutionOptions extends ResultAnswerOptions {
  readonly query: PlannedQuery;
  /** The tables to be fetched from sources first, as a sentence; null if there are none. */
  readonly fetching: string | null;
  /** Fetches the tables and plans the query again. */
  readonly bringIn: (limits: BringInLimits) => Promise<PlannedQuery>;
  /**
   * For a statement that writes: called after the answer is computed, before any row is shown. An
   * error ends the query.
   */
  readonly commit?: () => Promise<void>;
  /** Called when it has ended, however it did. */
  readonly onEnd?: () => void;
  /** The caller requested the profile. */
  readonly profile: boolean;
  /**
   * Asynchronous: the run exists at once, waits for a worker without limit, and its answer waits
   * for the stored result.
   */
  readonly detached: boolean;
  /**
   * Called when a synchronous query has its worker, before anything is written; an exception ends
   * the query.
   */
  readonly onTurn: () => void;
}
