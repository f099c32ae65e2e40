import type { TableRefreshResult } from '@quern/contract';
import type { EngineRunOptions, StagingFolder } from '../engine/engine.ts';
import { connectionNotFound } from '../finding/connection-not-found.ts';
import type { JobContext } from '../jobs/job-runner.ts';
import { badRequest, notFound, resourceLocked } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeTable, TableVersion } from '../lake/model.ts';
import type { PreparedLoad } from '../loading/prepared-load.ts';
import { type HeldLock, type LockPatience, withLock } from '../locking/with-lock.ts';
import { findConnection } from '../metadata/connection-store.ts';
import { tableLock } from '../metadata/lock-names.ts';
import type { ExtractSummary, SourceTarget } from '../sources/source.ts';
import { columnOf, columnsAsText, columnsOfDoubt } from './columns-as-text.ts';
import {
  commitRefresh,
  type Refresh,
  readRefresh,
  type Started,
  sinceMs,
} from './commit-refresh.ts';
import { isBeyondAll } from './cursor-value.ts';
import { nameAtSource } from './name-at-source.ts';
import { misfitAmong, planRefresh, type RefreshPlan } from './plan-refresh.ts';
import { prepareChanges, prepareRetained } from './prepare-changes.ts';
import { WholeLoad } from './prepare-whole.ts';
import { readTarget } from './source-target.ts';
import { stageRows } from './staged-rows.ts';
import type { SyncServices } from './sync-services.ts';
import { notedFailure } from './sync-state.ts';
import type { SyncedTable, SyncRequest } from './synced-table.ts';

type SyncContext = Pick<JobContext, 'signal' | 'assertLease' | 'report'>;

/**
 * Brings a table up to date with its source by its policy: staging files, lake files, objects, one
 * commit. Until the commit, and after a failure, all readers see the previous rows. One refresh of
 * a table runs at a time on all nodes; `patience` bounds the wait for the lock. Errors are stored
 * with the table.
 */
export async function syncTable(
  services: SyncServices,
  request: SyncRequest,
  context: SyncContext,
  patience?: LockPatience,
): Promise<TableRefreshResult> {
  const { connectionId, schema, table } = request;
  const busy = () => resourceLocked(`Table '${schema}.${table}' is being fetched already`, 2);
  try {
    const name = tableLock({ lakeId: connectionId, schema, table });
    return await withLock(
      services,
      name,
      busy,
      (lock) => syncLocked(services, request, context, lock),
      patience,
    );
  } catch (error) {
    throw await notedFailure(services, request, context.signal, error);
  }
}

/** A refresh in progress, with everything needed by the steps. */
interface Sync {
  readonly request: SyncRequest;
  readonly context: SyncContext;
  readonly lock: HeldLock;
  readonly target: SourceTarget;
  readonly refresh: Refresh;
  readonly limits: EngineRunOptions & { readonly signal: AbortSignal; readonly deadlineMs: number };
  /** Contains staging files; removed at the end of the refresh. */
  readonly folder: StagingFolder;
  readonly started: Started;
}

async function syncLocked(
  services: SyncServices,
  request: SyncRequest,
  context: SyncContext,
  lock: HeldLock,
): Promise<TableRefreshResult> {
  const { metadata, clock, files, settings } = services;
  const { workspaceId, connectionId } = request;
  const started = { at: clock.now(), timerMs: performance.now() };
  const row = await findConnection(metadata.db, workspaceId, connectionId, clock.now());
  if (!row) throw connectionNotFound(connectionId);
  const signal = AbortSignal.any([context.signal, lock.signal]);
  const sync: Sync = {
    ...{ request, context, lock, started },
    target: await readTarget(services, row),
    refresh: await readRefresh(services, request),
    limits: { workspaceId, signal, deadlineMs: settings.loadTimeoutS * 1000, subject: 'refresh' },
    folder: await files.folder('source'),
  };
  try {
    const result = await refreshRows(services, sync);
    if (!request.removesGone || result.mode === 'full') return result;
    return {
      ...result,
      rows_removed: await removeGoneRows(services, sync),
      duration_ms: sinceMs(started),
    };
  } finally {
    await sync.folder.remove();
  }
}

async function refreshRows(services: SyncServices, sync: Sync): Promise<TableRefreshResult> {
  const { request, refresh, started } = sync;
  const present = await findSyncedTable(services, request);
  const { plan, summary, prepared } = await fetchRows(services, sync, present);
  const { reason, cursor } = nextCursor(plan, summary, refresh);
  await commitRefresh(services, sync, { present, prepared, rows: summary.rows, cursor, started });
  const told = { schema_name: request.schema, table_name: request.table };
  return {
    connection_id: request.connectionId,
    ...told,
    rows_synced: summary.rows,
    duration_ms: sinceMs(started),
    mode: plan.kind === 'whole' ? 'full' : 'incremental',
    warnings: [
      ...summary.warnings.map(
        ({ column, message, count }) => `Column '${column}': ${message} (${count} values)`,
      ),
      ...(reason === null ? [] : [reason]),
    ].map((message) => ({ message, ...told })),
  };
}

interface FetchedRows {
  readonly plan: RefreshPlan;
  readonly summary: ExtractSummary;
  /** Null without changes. */
  readonly prepared: PreparedLoad | null;
}

/**
 * Reads the rows that the policy requires, or all rows if the changes do not fit the existing rows.
 */
async function fetchRows(
  services: SyncServices,
  sync: Sync,
  present: LakeTable,
): Promise<FetchedRows> {
  const { request, refresh, limits } = sync;
  const plan = planRefresh(present, refresh.policy, refresh.cursor, request.isWhole);
  const { version } = present;
  if (plan.kind === 'whole' || version === null) return fetchWhole(services, sync, present, plan);
  const asText = columnsAsText(present);
  const asked = { ...nameAtSource(present), cursor: plan.cursor, name: 'changes', asText };
  const whole = (reason: string) => {
    const cursor = { column: plan.cursor.column, value: null };
    return fetchWhole(services, sync, present, { kind: 'whole', cursor, reason });
  };
  const staged = await stageRows(services, sync.target, asked, stagingOf(sync)).catch((error) => {
    const column = columnOf(error);
    if (column === undefined) throw error;
    return { misfit: column };
  });
  if ('misfit' in staged)
    return whole(
      `Column '${staged.misfit}' has a value that its type does not hold, so it is text now, and all rows were fetched anew`,
    );
  const { summary } = staged;
  const misfit = misfitAmong(version.columns, summary.columns);
  if (misfit !== null) return whole(misfit);
  const rows = { synced: request, present, version, key: plan.key };
  const prepared = summary.rows > 0 ? await prepareChanges(services, rows, staged, limits) : null;
  return { plan, summary, prepared };
}

/**
 * Reads all rows. If a column has a value outside its type, the table is read again with the column
 * as text, so that a single value does not fail the table. After a second such column, all columns
 * with possible such values are read as text. All attempts share one time limit.
 */
async function fetchWhole(
  services: SyncServices,
  sync: Sync,
  present: LakeTable,
  plan: RefreshPlan,
): Promise<FetchedRows> {
  const untilMs = performance.now() + sync.limits.deadlineMs;
  let asText = columnsAsText(present);
  for (let attempt = 1; ; attempt += 1) {
    const deadlineMs = Math.max(1, Math.ceil(untilMs - performance.now()));
    const limits = { ...sync.limits, deadlineMs };
    const folder = await sync.folder.folder(`attempt${attempt}`);
    try {
      return await fetchWholeAs(services, { ...sync, folder, limits }, present, plan, asText);
    } catch (error) {
      const column = columnOf(error);
      if (column === undefined || asText.includes(column)) throw error;
      await folder.remove();
      const more = attempt === 1 ? [] : columnsOfDoubt(present);
      asText = [...new Set([...asText, column, ...more])];
    }
  }
}

async function fetchWholeAs(
  services: SyncServices,
  sync: Sync,
  present: LakeTable,
  plan: RefreshPlan,
  asText: readonly string[],
): Promise<FetchedRows> {
  const { request, target, limits } = sync;
  const asked = {
    ...nameAtSource(present),
    name: 'rows',
    ...(asText.length > 0 && { asText }),
    ...(plan.cursor && { cursor: plan.cursor }),
  };
  const load = new WholeLoad(services, request, present, limits, asText);
  const signal = AbortSignal.any([limits.signal, load.failed]);
  try {
    const options = { ...stagingOf(sync), signal, onFile: load.add.bind(load) };
    const staged = await stageRows(services, target, asked, options);
    return { plan, summary: staged.summary, prepared: await load.finish(staged) };
  } catch (error) {
    await load.abandon();
    throw load.failed.aborted ? load.failed.reason : error;
  }
}

const stagingOf = ({ folder, limits: { signal, deadlineMs }, context: { report } }: Sync) => {
  return { folder, signal, deadlineMs, report };
};

/** The start of the next refresh. A refresh of changes without rows leaves the cursor unchanged. */
function nextCursor(
  plan: RefreshPlan,
  { cursor }: ExtractSummary,
  refresh: Refresh,
): { readonly reason: string | null; readonly cursor: string | null } {
  const reason = plan.kind === 'whole' ? plan.reason : null;
  if (cursor !== null && isBeyondAll(cursor)) {
    const column = refresh.policy?.cursorColumn;
    return {
      reason: `Column '${column}' holds '${cursor}', which no change is above: the next refresh is of all rows again`,
      cursor: null,
    };
  }
  return { reason, cursor: cursor ?? (plan.kind === 'whole' ? null : refresh.cursor) };
}

/** Removes rows with a key that no longer exists at the source; returns the number. */
async function removeGoneRows(services: SyncServices, sync: Sync): Promise<number> {
  const { request, refresh, started } = sync;
  const { schema, table } = request;
  const key = refresh.policy?.key ?? [];
  if (key.length === 0) {
    throw badRequest(
      `Table '${schema}.${table}' is refreshed without a key, so rows that are gone cannot be told; refresh it in full`,
    );
  }
  const present = await findSyncedTable(services, request);
  const version: TableVersion | null = present.version;
  if (version === null) return 0;
  const asText = columnsAsText(present);
  const asked = { ...nameAtSource(present), columns: key, name: 'keys', asText };
  const staged = await stageRows(services, sync.target, asked, stagingOf(sync));
  const rows = { synced: request, present, version, key };
  const prepared = await prepareRetained(services, rows, staged, sync.limits);
  const { cursor } = await readRefresh(services, request);
  await commitRefresh(services, sync, {
    present,
    prepared: prepared.goneRows > 0 ? prepared : null,
    rows: staged.summary.rows,
    cursor,
    started,
  });
  return prepared.goneRows;
}

export async function findSyncedTable(
  { lakes }: HasLakes,
  { connectionId, schema, table }: SyncedTable,
): Promise<LakeTable> {
  const found = (await lakes.read(connectionId))?.schemas.get(schema)?.get(table);
  if (!found) throw notFound(`Table ${printable(`${schema}.${table}`)} not found`);
  return found;
}
