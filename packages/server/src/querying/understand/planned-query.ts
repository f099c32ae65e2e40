import type { Asked } from '../../engine/engine.ts';
import type { NumericLimit } from '../../engine/map-duckdb-error.ts';
import type { QueryTable } from '../../engine/query/query-request.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import type { BoundTable, Dialect, Plan, PlannedText, TablesNeeded } from '../../plan/types.ts';
import type { DatabaseView } from '../see/database-view.ts';
import type { QueryText } from './query-text.ts';

/** Rows read at the source for one query. */
export interface LiveRows {
  readonly tables: ReadonlyMap<BoundTable, Asked<QueryTable>>;
  /** Removes the rows; called after the query has ended. */
  release(): Promise<void>;
}

/** A query whose names are bound to current tables. Execution reads no more metadata. */
export interface PlannedQuery {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly plan: Plan;
  readonly view: DatabaseView;
  /** The plan only names tables to fetch. The text is planned again over the fetched tables. */
  readonly standsIn?: true;
  /** Rows read at their sources for the query; absent if there are none. */
  readonly live?: LiveRows;
  /** Plans the same query again, with numerics in 38 digits or exact. */
  widen(limit: NumericLimit, signal: AbortSignal): Promise<Plan>;
  /** The error in words of the caller's text instead of its translation. */
  inWordsOfText(error: unknown): unknown;
}

/** Makes plans of texts (`QueryPlanner`). */
export interface QueryPlans {
  /** Size of all caches, in characters. */
  readonly heldCharacters: number;
  /** `seesConnections`: a refusal may name connections of the workspace that are not attached. */
  plan(
    database: DatabaseRow,
    text: QueryText,
    signal: AbortSignal,
    seesConnections?: boolean,
  ): Promise<PlannedQuery>;
  /** The text over a view of the caller's: what a statement of a script sees. */
  planSeen(
    database: DatabaseRow,
    text: QueryText,
    seen: DatabaseView,
    signal: AbortSignal,
  ): Promise<PlannedQuery>;
  /** Null if fetching tables cannot change the refusal. */
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
