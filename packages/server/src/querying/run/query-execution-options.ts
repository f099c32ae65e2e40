import type { BringInLimits } from '../gather/bring-in-tables.ts';
import type { ResultAnswerOptions } from '../keep/result-answer.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';

/** What one execution of a planned query is told. */
export interface QueryExecutionOptions extends ResultAnswerOptions {
  readonly query: PlannedQuery;
  /** What it reads has to be fetched from sources first, as a sentence; null where it has not. */
  readonly fetching: string | null;
  /** What fetches it, and plans the query anew. */
  readonly bringIn: (limits: BringInLimits) => Promise<PlannedQuery>;
  /** Whether its profile was asked for. */
  readonly profile: boolean;
  /**
   * Asynchronous: the run exists at once, waits for a worker as long as it must, and its answer
   * waits for the kept result.
   */
  readonly detached: boolean;
  /**
   * Called when a synchronous query has its worker, before anything is written; what it throws ends
   * the query.
   */
  readonly onTurn: () => void;
}
