import type { HasSettings } from '../../config/settings.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { NewQueryRun } from '../../metadata/query-run-store.ts';
import type { NewResult } from '../../metadata/result-store.ts';
import type { Scope } from '../../scope/principal.ts';
import { resultExpiry } from './result-expiry.ts';

/** The caller, database and start of a query, recorded by every run regardless of the outcome. */
export interface QueryOrigin {
  readonly scope: Scope;
  readonly database: DatabaseRow;
  /** The saved query that the text comes from. */
  readonly savedQuery: NewQueryRun['savedQuery'];
  readonly traceId: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export function newRun(
  { nodeId }: HasNodeId,
  { scope, database, savedQuery, traceId, startedAt }: QueryOrigin,
  { id, sql, dialect }: Pick<NewQueryRun, 'id' | 'sql' | 'dialect'>,
): NewQueryRun {
  return {
    id,
    sql,
    dialect,
    workspaceId: scope.workspaceId,
    databaseId: database.id,
    nodeId,
    userId: scope.principal.userId,
    traceId,
    savedQuery,
    now: startedAt,
  };
}

/** A new result, whose retention begins now. */
export function newResult(
  { clock, settings }: HasClock & HasSettings,
  { scope, database }: QueryOrigin,
  { id, queryRunId }: Pick<NewResult, 'id' | 'queryRunId'>,
): NewResult {
  const now = clock.now();
  return {
    id,
    queryRunId,
    workspaceId: scope.workspaceId,
    databaseId: database.id,
    now,
    expiresAt: resultExpiry(settings, now),
  };
}

/** Whole milliseconds since the request; 0 if the clock was set back. */
export function elapsedMs({ clock }: HasClock, { startedAt }: QueryOrigin): number {
  return Math.max(0, Math.round(clock.now() - startedAt));
}
