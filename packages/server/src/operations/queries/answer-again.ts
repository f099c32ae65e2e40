import { QuernError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { insertReusingRun, type NewQueryRun } from '../../metadata/query-run-store.ts';
import { insertSharedResult } from '../../metadata/result-store.ts';
import type { Scope } from '../../scope/principal.ts';
import { resultExpiry } from '../results/result-expiry.ts';
import type { Services } from '../services.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { QueryAnswer } from './query-execution.ts';
import { snapshotsRead } from './query-scope.ts';
import { reuseMarginMs } from './result-reuse.ts';

export interface AskedAgain {
  readonly scope: Scope;
  readonly database: DatabaseRow;
  readonly query: PlannedQuery;
  readonly traceId: string | null;
  readonly savedQuery: NewQueryRun['savedQuery'];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * Answers a query with the rows of an earlier run of the same text over the same table versions: a run and a result of its
 * own, written in one transaction, whose bytes are the earlier result's. Null where none is remembered or it has gone.
 */
export async function answerAgain(
  services: Services,
  key: string,
  asked: AskedAgain,
): Promise<{ readonly runId: string; readonly answer: QueryAnswer } | null> {
  const { metadata, clock, settings, reuse, nodeId } = services;
  const earlier = reuse.find(key);
  if (!earlier) return null;
  const { scope, database, query, startedAt } = asked;
  const now = clock.now();
  const ids = { runId: newId('queryRun'), resultId: newId('result') };
  const of = { workspaceId: scope.workspaceId, databaseId: database.id };
  const result = { ...of, id: ids.resultId, queryRunId: ids.runId, now, expiresAt: resultExpiry(settings, now) };
  const run = { ...of, id: ids.runId, sql: query.sql, nodeId, userId: scope.principal.userId };
  try {
    await metadata.transaction(async (trx) => {
      const shared = await insertSharedResult(trx, result, earlier.resultId, now + reuseMarginMs);
      if (!shared) throw new GoneResult();
      await insertReusingRun(
        trx,
        { ...run, traceId: asked.traceId, savedQuery: asked.savedQuery, now: startedAt },
        {
          resultId: ids.resultId,
          reusedResultId: earlier.resultId,
          rowCount: earlier.rows.rowCount,
          rowsScanned: earlier.rowsScanned,
          bytesScanned: earlier.rowsScanned === null ? null : 0,
          databaseSnapshots: snapshotsRead(query),
          completedAt: now,
        },
      );
    });
  } catch (error) {
    if (!(error instanceof GoneResult)) throw error;
    reuse.forget(key);
    return null;
  }
  const { rows, truncated } = earlier;
  const executionTimeMs = Math.max(0, Math.round(clock.now() - startedAt));
  return { runId: ids.runId, answer: { rows, truncated, resultId: ids.resultId, warning: null, executionTimeMs } };
}

class GoneResult extends QuernError {
  constructor() {
    super('NOT_FOUND', 'The earlier result is gone');
  }
}
