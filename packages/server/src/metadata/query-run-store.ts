import {
  type CompiledQuery,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import type { Metadata } from './open-metadata.ts';
import { PrintedStatement } from './printed-statement.ts';
import type { MetadataSchema, QueryRuns } from './schema.ts';
import { rememberSqlText, sqlTextId } from './sql-text-store.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type QueryRunRow = Selectable<QueryRuns> & { sql_text: string; sql_hash: string };

export interface NewQueryRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly databaseId: string;
  readonly sql: string;
  readonly dialect: string;
  readonly nodeId: string;
  readonly userId: string;
  readonly traceId: string | null;
  readonly savedQuery: { readonly id: string; readonly version: number } | null;
  readonly now: number;
}

export interface RunOutcome {
  readonly status: 'succeeded' | 'failed' | 'cancelled' | 'interrupted';
  readonly resultId: string | null;
  readonly rowCount: number | null;
  readonly rowsScanned: number | null;
  readonly bytesScanned: number | null;
  readonly executionTimeMs: number | null;
  readonly serverProcessingMs: number | null;
  readonly errorMessage: string | null;
  readonly warningMessage: string | null;
  readonly databaseSnapshots: Readonly<Record<string, number>> | null;
  /** JSON of the operators. */
  readonly profile?: string | null;
}

/**
 * Records a run as `running` before its execution. `synced` if the client learns of the run before
 * its end.
 */
export async function insertRun(
  metadata: Pick<Metadata, 'db' | 'unsynced' | 'write'>,
  run: NewQueryRun,
  { synced }: { readonly synced: boolean } = { synced: true },
): Promise<void> {
  const textId = await sqlTextId(synced ? metadata.db : metadata.unsynced, run);
  await metadata.write([insertion.of(metadata.db, beginOf(run, textId))], { synced });
  rememberSqlText(run, textId);
}

/** A run answered with the rows of an earlier result; the run ends at once. */
export interface ReusingRun {
  readonly resultId: string;
  readonly reusedResultId: string;
  readonly rowCount: number;
  /** Counts of the earlier run, whose result is used again. */
  readonly rowsScanned: number | null;
  readonly bytesScanned: 0 | null;
  readonly databaseSnapshots: Readonly<Record<string, number>> | null;
  readonly completedAt: number;
}

/** Records a run as `succeeded`, in the transaction that records its result. */
export async function insertReusingRun(
  db: Db,
  run: NewQueryRun,
  reusing: ReusingRun,
): Promise<void> {
  const row = {
    ...beginOf(run, await sqlTextId(db, run)),
    status: 'succeeded',
    result_id: reusing.resultId,
    reused_result_id: reusing.reusedResultId,
    row_count: reusing.rowCount,
    rows_scanned: reusing.rowsScanned,
    bytes_scanned: reusing.bytesScanned,
    execution_time_ms: 0,
    server_processing_ms: Math.max(0, Math.round(reusing.completedAt - run.now)),
    database_snapshots: reusing.databaseSnapshots
      ? JSON.stringify(reusing.databaseSnapshots)
      : null,
    completed_at: reusing.completedAt,
  } as const;
  await db.insertInto('query_runs').values(row).execute();
}

/** The columns of a new run; all others are null. */
const insertion = new PrintedStatement<Insertable<QueryRuns>>(
  [
    'id',
    'workspace_id',
    'database_id',
    'sql_text_id',
    'dialect',
    'status',
    'node_id',
    'saved_query_id',
    'saved_query_version',
    'trace_id',
    'user_public_id',
    'created_at',
  ],
  (db, row) => db.insertInto('query_runs').values(row),
);

function beginOf(run: NewQueryRun, textId: string): Insertable<QueryRuns> {
  return {
    id: run.id,
    workspace_id: run.workspaceId,
    database_id: run.databaseId,
    sql_text_id: textId,
    dialect: run.dialect,
    status: 'running',
    node_id: run.nodeId,
    saved_query_id: run.savedQuery?.id ?? null,
    saved_query_version: run.savedQuery?.version ?? null,
    trace_id: run.traceId,
    user_public_id: run.userId,
    created_at: run.now,
  };
}

/**
 * Ends a running run. Returns false if the run has already ended (cancelled, interrupted): the
 * first end stays.
 */
export async function finishRun(
  db: Db,
  runId: string,
  outcome: RunOutcome,
  now: number,
): Promise<boolean> {
  const [end, ...profile] = endOfRun(db, runId, outcome, now);
  const { numAffectedRows = 0n } = await db.executeQuery(end);
  if (numAffectedRows > 0n) for (const insert of profile) await db.executeQuery(insert);
  return numAffectedRows > 0n;
}

/** The statements of the end for `Metadata.write`; a statement changes no row of an ended run. */
export function endOfRun(
  db: Db,
  runId: string,
  { profile = null, databaseSnapshots, ...outcome }: RunOutcome,
  now: number,
): readonly [CompiledQuery, ...CompiledQuery[]] {
  const end = ending.of(db, {
    runId,
    status: outcome.status,
    result_id: outcome.resultId,
    row_count: outcome.rowCount,
    rows_scanned: outcome.rowsScanned,
    bytes_scanned: outcome.bytesScanned,
    execution_time_ms: outcome.executionTimeMs,
    server_processing_ms: outcome.serverProcessingMs,
    error_message: outcome.errorMessage,
    warning_message: outcome.warningMessage,
    database_snapshots: databaseSnapshots ? JSON.stringify(databaseSnapshots) : null,
    completed_at: now,
  });
  if (profile === null) return [end];
  const row = { query_run_id: runId, profile };
  return [end, db.insertInto('query_run_profiles').values(row).compile()];
}

const ending = new PrintedStatement<Updateable<QueryRuns> & { readonly runId: string }>(
  [
    'runId',
    'status',
    'result_id',
    'row_count',
    'rows_scanned',
    'bytes_scanned',
    'execution_time_ms',
    'server_processing_ms',
    'error_message',
    'warning_message',
    'database_snapshots',
    'completed_at',
  ],
  (db, { runId, ...end }) =>
    db.updateTable('query_runs').set(end).where('id', '=', runId).where('status', '=', 'running'),
);

/** The profile as JSON; null if none was stored. */
export async function findProfile(db: Db, runId: string): Promise<string | null> {
  const row = await db
    .selectFrom('query_run_profiles')
    .select('profile')
    .where('query_run_id', '=', runId)
    .executeTakeFirst();
  return row?.profile ?? null;
}

export async function isRunning(db: Db, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('query_runs')
    .select('status')
    .where('id', '=', runId)
    .executeTakeFirst();
  return row?.status === 'running';
}

/** A run of the database, with its SQL text; null if absent. */
export async function findRun(
  db: Db,
  databaseId: string,
  runId: string,
): Promise<QueryRunRow | null> {
  const row = await runsWithText(db)
    .where('r.database_id', '=', databaseId)
    .where('r.id', '=', runId)
    .executeTakeFirst();
  return row ?? null;
}

export interface RunFilter {
  readonly databaseId: string;
  readonly statuses: readonly QueryRunRow['status'][] | null;
  readonly savedQueryId: string | null;
  /** The page begins strictly after this run, in the order newest first, then by id. */
  readonly after: { readonly createdAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** The columns for a page of runs. */
export type RunKey = Pick<QueryRunRow, 'id' | 'created_at'>;

/** Newest first, ties by id descending. */
export async function listRunKeys(db: Db, filter: RunFilter): Promise<RunKey[]> {
  let query = pageOfRuns(db, filter)
    .select(['r.id', 'r.created_at'])
    .where('r.database_id', '=', filter.databaseId);
  if (filter.savedQueryId !== null)
    query = query.where('r.saved_query_id', '=', filter.savedQueryId);
  return query.execute();
}

/** The given runs that belong to the database, unordered. */
export async function findRuns(
  db: Db,
  databaseId: string,
  ids: readonly string[],
): Promise<QueryRunRow[]> {
  if (ids.length === 0) return [];
  return runsWithText(db)
    .where('r.id', 'in', ids)
    .where('r.database_id', '=', databaseId)
    .execute();
}

export interface WorkspaceRunFilter extends Pick<RunFilter, 'statuses' | 'after' | 'limit'> {
  readonly workspaceId: string;
  readonly slowerThanMs: number | null;
}

/** Runs of all databases of a workspace, newest first, ties by id descending. */
export function pageOfWorkspaceRuns(db: Db, filter: WorkspaceRunFilter) {
  let query = pageOfRuns(db, filter)
    .innerJoin('sql_texts as s', 's.id', 'r.sql_text_id')
    .leftJoin('databases as d', 'd.id', 'r.database_id')
    .selectAll('r')
    .select(['s.sql_text', 's.sql_hash', 'd.name as database_name'])
    .where('r.workspace_id', '=', filter.workspaceId);
  if (filter.slowerThanMs !== null)
    query = query.where('r.server_processing_ms', '>', filter.slowerThanMs);
  return query;
}

function pageOfRuns(
  db: Db,
  { statuses, after, limit }: Pick<RunFilter, 'statuses' | 'after' | 'limit'>,
) {
  let query = db.selectFrom('query_runs as r');
  if (statuses) query = query.where('r.status', 'in', statuses);
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('r.created_at', '<', after.createdAt),
        eb.and([eb('r.created_at', '=', after.createdAt), eb('r.id', '<', after.id)]),
      ]),
    );
  }
  return query.orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').limit(limit);
}

/**
 * Interrupts runs, and their unfinished results, whose node is not among `liveNodes`. Such runs can
 * never end by themselves.
 */
export async function interruptOrphanedRuns(
  db: Db,
  liveNodes: readonly string[],
  now: number,
): Promise<number> {
  const orphans = await db
    .selectFrom('query_runs')
    .select('id')
    .where('status', '=', 'running')
    .where('node_id', 'not in', liveNodes.length > 0 ? liveNodes : [''])
    .limit(1000)
    .execute();
  const ids = orphans.map((row) => row.id);
  await interruptRuns(db, ids, now);
  return ids.length;
}

/** Ids of the runs recorded as running on a node. */
export async function runningRunsOf(db: Db, nodeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('query_runs')
    .select('id')
    .where('status', '=', 'running')
    .where('node_id', '=', nodeId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Interrupts the given runs that are still running, with their unfinished results. */
export async function interruptRuns(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const message = 'The service stopped while the query was running; it is safe to run it again';
  await db
    .updateTable('query_runs')
    .set({
      status: 'interrupted',
      error_message: message,
      // The run's start may be in the future, by the clock of another node.
      server_processing_ms: sql<number>`case when created_at > ${now} then 0 else ${now} - created_at end`,
      completed_at: now,
    })
    .where('id', 'in', ids)
    .where('status', '=', 'running')
    .execute();
  await db
    .updateTable('results')
    .set({ status: 'failed', error_message: message })
    .where('query_run_id', 'in', ids)
    .where('status', 'in', ['pending', 'processing'])
    .execute();
}

function runsWithText(db: Db) {
  return db
    .selectFrom('query_runs as r')
    .innerJoin('sql_texts as s', 's.id', 'r.sql_text_id')
    .selectAll('r')
    .select(['s.sql_text', 's.sql_hash']);
}
