import { QuernError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { finishRun, insertRun, type NewQueryRun } from '../../metadata/query-run-store.ts';
import type { Scope } from '../../scope/principal.ts';
import type { Services } from '../services.ts';

export interface RefusedQuery {
  readonly scope: Scope;
  readonly database: DatabaseRow;
  readonly sql: string;
  readonly traceId: string | null;
  readonly savedQuery: NewQueryRun['savedQuery'];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * Records a text that planning refused as a failed run: the history tells of `'x'::int` and of a table that is not there
 * as it tells of what fails while it runs. What is nobody's mistake (an engine too busy to plan) leaves no run.
 */
export async function recordRefusedQuery(services: Services, query: RefusedQuery, refusal: unknown): Promise<void> {
  if (!(refusal instanceof QuernError) || refusal.code !== 'BAD_REQUEST') return;
  const { scope, database, startedAt } = query;
  const id = newId('queryRun');
  const { db, unsynced } = services.metadata;
  await insertRun(unsynced, {
    id,
    workspaceId: scope.workspaceId,
    databaseId: database.id,
    sql: query.sql,
    nodeId: services.nodeId,
    userId: scope.principal.userId,
    traceId: query.traceId,
    savedQuery: query.savedQuery,
    now: startedAt,
  });
  const endedAt = services.clock.now();
  const outcome = { ...nothing, errorMessage: refusal.message, serverProcessingMs: Math.max(0, endedAt - startedAt) };
  await finishRun(db, id, outcome, endedAt);
}

const nothing = {
  status: 'failed',
  resultId: null,
  rowCount: null,
  rowsScanned: null,
  bytesScanned: null,
  executionTimeMs: null,
  warningMessage: null,
  databaseSnapshots: null,
} as const;
