import { accessDenied, badRequest, QuernError } from '../../kernel/errors.ts';
import type { ScriptPart } from '../../plan/hotsql/write/split-script.ts';
import type { QueryOrigin } from '../../querying/keep/query-origin.ts';
import type { QueryAnswer } from '../../querying/keep/result-answer.ts';
import { assertRoomToWait } from '../../querying/run/assert-room-to-wait.ts';
import { QueryExecution } from '../../querying/run/query-execution.ts';
import type { QueryText } from '../../querying/understand/query-text.ts';
import { type PerformedScript, performScript, standInFor } from '../../writing/perform-script.ts';
import type { OperationRequest } from '../operation.ts';
import type { QueryServices } from './query-services.ts';

type WriteCaller = Pick<
  OperationRequest<'queries.run'>,
  'scope' | 'annotate' | 'assertRoomForAnswer'
>;

/** A text that writes and was admitted. */
interface BegunWrite {
  readonly runId: string;
  readonly answer: Promise<QueryAnswer>;
  readonly execution: QueryExecution;
}

/** A script whose reads were changed runs again so often; its text has no effect outside. */
const mostAttempts = 8;

/** A text that writes, as it was asked for. */
interface AskedWrite {
  readonly origin: QueryOrigin;
  readonly text: QueryText;
  readonly script: readonly ScriptPart[];
  readonly detached: boolean;
}

/**
 * Begins a text that writes. Throws 403 where the credential only reads, before anything is done.
 */
export async function beginWrite(
  services: QueryServices,
  { scope, annotate, assertRoomForAnswer }: WriteCaller,
  { origin, text, script, detached }: AskedWrite,
): Promise<BegunWrite> {
  const { database } = origin;
  if (!services.settings.sqlWrites)
    throw badRequest(
      'This service runs SQL that reads; its operator turns writes on with QUERN_SQL_WRITES',
    );
  if (scope.principal.readOnly)
    throw accessDenied('This token only reads; use one that may write for this statement');
  if (detached) assertRoomToWait(services, scope.workspaceId);
  let performed: PerformedScript | undefined;
  let isCommitted = false;
  const execution = new QueryExecution(services, {
    ...origin,
    query: standInFor(database, text),
    reuseKey: null,
    fetching: 'its statements write',
    bringIn: ({ signal, limitMs }) =>
      withinLimit(signal, limitMs, async (limited) => {
        for (let attempt = 1; ; attempt += 1) {
          performed = await performScript(services, { database, signal: limited }, script, text);
          if (!performed.isCount) return performed.answer;
          try {
            limited.throwIfAborted();
            await performed.commit();
            isCommitted = true;
            return performed.answer;
          } catch (error) {
            performed.release();
            if (attempt === mostAttempts || !(error instanceof QuernError)) throw error;
            if (error.sqlState !== '40001') throw error;
          }
        }
      }),
    commit: async () => {
      if (!isCommitted) await performed?.commit();
    },
    onEnd: () => performed?.release(),
    profile: false,
    detached,
    onTurn: assertRoomForAnswer,
  });
  const { runId } = execution;
  annotate({ query_run_id: runId, database_id: database.id });
  await execution.start();
  const answer = execution.answer.then((given) => ({
    ...given,
    ...(performed && { command: performed.command, rowsAffected: performed.rowsAffected }),
  }));
  answer.catch(() => {});
  return { runId, answer, execution };
}

/** Runs `work` until the time limit; 400 where it ends the work. */
async function withinLimit<T>(
  signal: AbortSignal,
  limitMs: number,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    throw badRequest(
      `The statements exceeded the time limit of ${Number((limitMs / 1000).toFixed(3))} s; nothing was written; split them`,
      error,
    );
  }
}
