import type { Asked } from '../../engine/engine.ts';
import type { NumericLimit } from '../../engine/map-duckdb-error.ts';
import type { QueryTable } from '../../engine/query/query-request.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import type { BoundTable, Dialect, Plan, PlannedText, TablesNeeded } from '../../plan/types.ts';
import type { DatabaseView } from '../see/database-view.ts';
import type { QueryText } from './query-text.ts';

/** Rows that were read at their sources for one query, and are there for it alone. */
export interface LiveRows {
  readonly tables: ReadonlyMap<BoundTable, Asked<QueryTable>>;
  /** Removes them; to be called when the query has ended. */
  release(): Promise<void>;
}

/**
 * A query whose names are bound to tables as they are now; running it needs nothing more from the
 * metadata.
 */
export interface PlannedQuery {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly plan: Plan;
  readonly view: DatabaseView;
  /** The plan only names tables to fetch. The text is planned again over the fetched tables. */
  readonly standsIn?: true;
  /** Rows that were read at their sources for it; absent where it reads none there. */
  readonly live?: LiveRows;
  /** The same with numerics computed in 38 digits, or exactly, for one that needed it. */
  widen(limit: NumericLimit, signal: AbortSignal): Promise<Plan>;
  /** What failed in words about the caller's text and not about its translation. */
  inWordsOfText(error: unknown): unknown;
}

/** Makes plans of texts (`QueryPlanner`). */
export interface QueryPlans {
  /** What its caches hold, in characters. */
  readonly heldCharacters: number;
  /**
   * `seesConnections`: a refusal may tell of connections of the workspace that are not attached.
   */
  plan(
    database: DatabaseRow,
    text: QueryText,
    signal: AbortSignal,
    seesConnections?: boolean,
  ): Promise<PlannedQuery>;
  /** Null where nothing that is fetched can make a refused text another. */
  planToFetch(
    database: DatabaseRow,
    text: QueryText,
    signal: AbortSignal,
  ): Promise<PlannedQuery | null>;
  translate(
    workspaceId: string,
    asked: PlanTextRequest,
    signal: AbortSignal,
  ): Promise<PlannedText | TablesNeeded>;
}

export interface HasQueryPlans {
  readonly queryPlans: QueryPlans;
}
