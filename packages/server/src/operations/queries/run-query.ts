import type { Dialect } from '@quern/contract';
import { requireDatabaseOfQuery } from '../../finding/find-database.ts';
import { QuernError } from '../../kernel/errors.ts';
import { within } from '../../kernel/within.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { NewQueryRun } from '../../metadata/query-run-store.ts';
import { splitScript } from '../../plan/hotsql/write/split-script.ts';
import {
  bringInTables,
  missingTables,
  outdatedTables,
  reasonOf,
} from '../../querying/gather/bring-in-tables.ts';
import { liveTables } from '../../querying/gather/live-tables.ts';
import { answerAgain } from '../../querying/keep/answer-again.ts';
import { recordRefusedQuery } from '../../querying/keep/record-refused-query.ts';
import type { QueryAnswer } from '../../querying/keep/result-answer.ts';
import { queryKey, reuseKey } from '../../querying/keep/reuse-key.ts';
import { assertRoomToWait } from '../../querying/run/assert-room-to-wait.ts';
import { QueryExecution } from '../../querying/run/query-execution.ts';
import type { HasQueryPlans, PlannedQuery } from '../../querying/understand/planned-query.ts';
import {
  checkQueryText,
  needsShapes,
  type QueryText,
} from '../../querying/understand/query-text.ts';
import { readAsyncAfter } from '../async-options.ts';
import type { Operation, OperationRequest, Reply } from '../operation.ts';
import { beginWrite } from './begin-write.ts';
import type { QueryServices } from './query-services.ts';

/**
 * The central operation. Scope: the request may read one database. Plan: the text becomes one
 * checked SELECT whose names are bound to files. Execute: a sandboxed worker runs the SELECT once.
 * Persist: the result is stored before the query counts as succeeded. The answer has the first
 * rows, or an address for polling.
 */
export const runQuery: Operation<'queries.run', QueryServices> = async (services, request) => {
  const { scope, body, headers } = request;
  checkQueryText(body.sql);
  const waitMs = readAsyncAfter(body, services.settings.asyncAfterMaxMs);
  const database = await requireDatabaseOfQuery(
    services,
    scope,
    headers['x-database-id'],
    body.database_id,
  );
  const text = {
    sql: body.sql,
    dialect: (body.dialect ?? 'hotsql') satisfies Dialect,
    defaultCatalog: body.default_catalog ?? null,
    defaultSchema: body.default_schema ?? null,
  };
  const asked = { database, text, savedQuery: null, profile: body.profile === true };
  if (waitMs === null) return answerQuery(services, request, asked);

  const { runId, answer, execution } = await beginQuery(services, request, asked, true);
  const answered = waitMs === 0 ? null : await within(answer, waitMs);
  if (answered) return toReply(runId, answered);
  // The poller sees the outcome.
  if (execution === null) return accepted(runId, 'succeeded', null);
  return accepted(runId, 'running', reasonToWait(execution, waitMs));
};

/** A requested statement in the scope of a database. */
interface AskedQuery {
  readonly database: DatabaseRow;
  readonly text: QueryText;
  /** The saved query that the text comes from. */
  readonly savedQuery: NewQueryRun['savedQuery'];
  readonly profile: boolean;
}

type QueryCaller = Pick<
  OperationRequest<'queries.run'>,
  'scope' | 'headers' | 'signal' | 'annotate' | 'assertRoomForAnswer'
>;

/**
 * Runs a query synchronously; a client that disconnects before the first rows cancels the query.
 */
export async function answerQuery(
  services: QueryServices,
  caller: QueryCaller,
  asked: AskedQuery,
): Promise<InlineAnswer> {
  const { runId, execution, answer } = await beginQuery(services, caller, asked, false);
  if (execution) cancelWhenGone(execution, caller);
  return toReply(runId, await answer);
}

/** An admitted query. */
interface BegunQuery {
  readonly runId: string;
  readonly answer: Promise<QueryAnswer>;
  /** Null if the answer has the rows of an earlier run. */
  readonly execution: QueryExecution | null;
}

/**
 * Plans the query and begins its execution, unless an earlier run has the rows. A refused text
 * leaves a failed run.
 */
async function beginQuery(
  services: QueryServices,
  { scope, headers, signal, annotate, assertRoomForAnswer }: QueryCaller,
  { database, text, savedQuery, profile }: AskedQuery,
  detached: boolean,
): Promise<BegunQuery> {
  const traceId = readTraceId(headers.traceparent);
  const origin = { scope, database, savedQuery, traceId, startedAt: services.clock.now() };
  const script = needsShapes(text.dialect) ? splitScript(text.sql) : null;
  if (script !== null)
    return beginWrite(
      services,
      { scope, annotate, assertRoomForAnswer },
      { origin, text, script, detached },
    );
  const seesConnections = scope.principal.kind !== 'database';
  const planned = services.queryPlans.plan(database, text, signal, seesConnections);
  const query = await planned.catch(async (refusal: unknown) => {
    const toFetch = await planToFetch(services, database, text, { refusal, signal });
    if (toFetch !== null) return toFetch;
    await recordRefusedQuery(services, origin, text, refusal);
    throw refusal;
  });
  services.textsOverMemory.refuse(() => queryKey(database.id, query));
  const outdated = await outdatedTables(services, database.workspace_id, query);
  const missing = [...missingTables(query), ...outdated];
  const fetching = reasonOf(missing, liveTables(query)) ?? (query.standsIn ? plansAnew : null);
  const key = services.reuse.isOn && fetching === null ? reuseKey(database.id, query) : null;
  if (key !== null && !profile && !asksAnew(headers['cache-control'])) {
    assertRoomForAnswer();
    const again = await answerAgain(services, key, origin, query);
    if (again) {
      annotate({ query_run_id: again.runId, database_id: database.id, reused: true });
      return { runId: again.runId, answer: Promise.resolve(again.answer), execution: null };
    }
  }
  if (detached) assertRoomToWait(services, scope.workspaceId);
  const onTurn = assertRoomForAnswer;
  const execution = new QueryExecution(services, {
    ...origin,
    query,
    reuseKey: key,
    fetching,
    bringIn: (limits) => bringInTables(services, database, text, { query, missing }, limits),
    profile,
    detached,
    onTurn,
  });
  const { runId, answer } = execution;
  annotate({ query_run_id: runId, database_id: database.id });
  await execution.start();
  return { runId, answer, execution };
}

/**
 * Plans a substitute that fetches the tables of a refused text. The types of these tables were not
 * known at planning; afterwards the text is planned again. Null if the refusal is final.
 */
async function planToFetch(
  { queryPlans }: HasQueryPlans,
  database: DatabaseRow,
  text: QueryText,
  { refusal, signal }: { readonly refusal: unknown; readonly signal: AbortSignal },
): Promise<PlannedQuery | null> {
  if (!(refusal instanceof QuernError) || refusal.code !== 'BAD_REQUEST') return null;
  return queryPlans.planToFetch(database, text, signal).catch(() => null);
}

const plansAnew = 'its tables were fetched meanwhile, and it is planned over them';

/** `Cache-Control: no-cache` or `no-store` of the request (RFC 9111, section 5.2.1). */
function asksAnew(cacheControl: string | string[] | undefined): boolean {
  return /\bno-(?:cache|store)\b/i.test(String(cacheControl ?? ''));
}

/** Cancels the query of a client that goes away before the answer. */
function cancelWhenGone(execution: QueryExecution, { signal }: Pick<QueryCaller, 'signal'>): void {
  const cancel = () => execution.cancel('The query was cancelled: the client went away');
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const end = () => signal.removeEventListener('abort', cancel);
  execution.answer.then(end, end);
}

function accepted(
  runId: string,
  status: 'running' | 'succeeded',
  reason: string | null,
): Reply<'queries.run'> {
  return {
    status: 202,
    body: { query_run_id: runId, status, status_url: `/v1/query-runs/${runId}`, reason },
  };
}

/** Null if the caller requested 202 at once. */
function reasonToWait(execution: QueryExecution, waitMs: number): string | null {
  if (waitMs === 0) return null;
  if (execution.fetching !== null) return execution.fetching;
  if (execution.isWaiting) return 'every worker is busy; the query waits for its turn';
  return `the query has not finished within ${waitMs} ms`;
}

type InlineAnswer = { readonly status: 200; readonly json: string };

/** The worker has encoded the rows as JSON text, which is inserted without parsing. */
function toReply(runId: string, answer: QueryAnswer): InlineAnswer {
  const { columns, preview } = answer.rows;
  const fields = {
    columns: columns.map((column) => column.name),
    nullable: columns.map((column) => column.nullable),
    execution_time_ms: answer.executionTimeMs,
    preview_row_count: preview.rowCount,
    row_count: preview.rowCount,
    total_row_count: answer.totalRowCount,
    truncated: preview.truncated,
    query_run_id: runId,
    result_id: answer.resultId,
    warning: answer.warning,
    ...(answer.command !== undefined && {
      command: answer.command,
      rows_affected: answer.rowsAffected ?? null,
    }),
  };
  return { status: 200, json: `${JSON.stringify(fields).slice(0, -1)},"rows":${preview.text}}` };
}

/** The trace id of a W3C `traceparent` header. */
function readTraceId(header: string | undefined): string | null {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(header ?? '')?.[1] ?? null;
}
