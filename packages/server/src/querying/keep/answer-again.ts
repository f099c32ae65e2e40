import type { HasSettings } from '../../config/settings.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { insertReusingRun } from '../../metadata/query-run-store.ts';
import { insertSharedResult } from '../../metadata/result-store.ts';
import { snapshotsRead } from '../see/database-view.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';
import { elapsedMs, newResult, newRun, type QueryOrigin } from './query-origin.ts';
import type { QueryAnswer } from './result-answer.ts';
import type { HasReuse } from './result-reuse.ts';
import { reuseMarginMs } from './result-reuse.ts';

/**
 * Answers a query with the rows of an earlier run of the same text over the same table versions.
 * The new run and its new result are written in one transaction and share the earlier result's
 * bytes. Null if there is no such run or its result is gone.
 */
export async function answerAgain(
  services: HasClock & HasMetadata & HasNodeId & HasReuse & HasSettings,
  key: string,
  origin: QueryOrigin,
  query: PlannedQuery,
): Promise<{ readonly runId: string; readonly answer: QueryAnswer } | null> {
  const { metadata, reuse } = services;
  const earlier = reuse.find(key);
  if (!earlier) return null;
  const runId = newId('queryRun');
  const resultId = newId('result');
  const run = newRun(services, origin, { id: runId, sql: query.sql, dialect: query.dialect });
  const result = newResult(services, origin, { id: resultId, queryRunId: runId });
  try {
    await metadata.transaction(async (trx) => {
      const until = result.now + reuseMarginMs;
      const shared = await insertSharedResult(trx, result, earlier.resultId, until);
      if (!shared) throw new GoneResult();
      await insertReusingRun(trx, run, {
        resultId,
        reusedResultId: earlier.resultId,
        rowCount: earlier.rows.rowCount,
        rowsScanned: earlier.rowsScanned,
        bytesScanned: query.plan.tables.length === 0 ? null : 0,
        databaseSnapshots: snapshotsRead(query),
        completedAt: result.now,
      });
    });
  } catch (error) {
    if (!(error instanceof GoneResult)) throw error;
    reuse.forget(key);
    return null;
  }
  const { rows, truncated } = earlier;
  const totalRowCount = rows.rowCount;
  const executionTimeMs = elapsedMs(services, origin);
  const answer = { rows, truncated, totalRowCount, resultId, warning: null, executionTimeMs };
  return { runId, answer };
}

class GoneResult extends QuernError {
  constructor() {
    super('NOT_FOUND', 'The earlier result is gone');
  }
}
