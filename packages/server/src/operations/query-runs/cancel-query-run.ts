import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findRun, finishRun } from '../../metadata/query-run-store.ts';
import { markResultOfRunFailed } from '../../metadata/result-store.ts';
import { toRunInfo } from '../../querying/keep/run-body.ts';
import type { HasRunningQueries } from '../../querying/run/running-queries.ts';
import type { Operation } from '../operation.ts';

/**
 * Cancels a running query; a finished query is returned unchanged. The state is final at once.
 * Another node that executes the query finds the run ended (`createRunFollower`), stops, and drops
 * the result.
 */
export const cancelQueryRun: Operation<
  'queryRuns.cancel',
  HasClock & HasMetadata & HasRemembered & HasRunningQueries
> = async (services, { scope, headers, params }) => {
  const { db } = services.metadata;
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const row = await findRun(db, database.id, params.id);
  if (!row) throw notFound(`Query run ${printable(params.id)} not found`);
  const execution = services.runningQueries.get(row.id);
  if (execution) {
    execution.cancel('The query was cancelled');
    await execution.done;
  } else if (row.status === 'running') {
    // Another node executes the run and may die before it notices the cancellation. So the
    // unfinished result ends here, together with the run.
    await services.metadata.transaction(async (trx) => {
      const now = services.clock.now();
      const outcome = {
        ...cancelledOutcome,
        serverProcessingMs: Math.max(0, now - row.created_at),
      };
      const ended = await finishRun(trx, row.id, outcome, now);
      if (ended) await markResultOfRunFailed(trx, row.id, cancelledOutcome.errorMessage);
    });
  }
  const ended = await findRun(db, database.id, params.id);
  return { status: 200, body: toRunInfo(ended ?? row) };
};

const cancelledOutcome = {
  status: 'cancelled',
  resultId: null,
  rowCount: null,
  rowsScanned: null,
  bytesScanned: null,
  executionTimeMs: null,
  errorMessage: 'The query was cancelled',
  warningMessage: null,
  databaseSnapshots: null,
} as const;
