import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableRefreshResult } from '@quern/contract';
import { type ColumnSource, evolve, type LakeColumn } from '../../engine/ingest/type-evolution.ts';
import { joinTypes } from '../../engine/ingest/type-join.ts';
import { isOwnName } from '../../engine/query/live-rows.ts';
import type { JobContext } from '../../jobs/job-runner.ts';
import { badRequest, conflict, notFound, QuernError, resourceLocked } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { commitLoad, reserveColumnIds } from '../../lake/commit-load.ts';
import { nothingKept } from '../../lake/delete-rows.ts';
import { printable } from '../../lake/identifiers.ts';
import type { LakeTable } from '../../lake/model.ts';
import { findConnection } from '../../metadata/connection-store.ts';
import { tableLock } from '../../metadata/lock-names.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import type { ExtractSummary, StagedFile } from '../../sources/source.ts';
import { connectionNotFound } from '../connection-not-found.ts';
import type { EngineRunOptions, Services } from '../services.ts';
import { turnOf } from '../tables/load-turn.ts';
import { assertUncollected, type PublishedFile, publishFiles, toLakeFile } from '../tables/publish-files.ts';
import { type HeldLock, type LockPatience, withLock } from '../with-lock.ts';
import { toSourceFailure } from './source-failure.ts';
import { readTarget } from './source-target.ts';
import { noteFailedSync, type SyncState } from './sync-state.ts';
import type { SyncedTable } from './synced-table.ts';

/** Between two reports of how far a table has come, in milliseconds: each is a write to the metadata. */
const REPORT_EVERY_MS = 1_000;

type SyncContext = Pick<JobContext, 'signal' | 'assertLease' | 'report'>;

/**
 * Fetches all rows of a table from its source: staging files, lake files, objects, one commit. Until that the rows that are cached
 * are what everybody reads, and after a failure too. One at a time on all nodes; `patience` is for its turn. What went wrong is
 * noted with the table.
 */
export async function syncTable(
  services: Services,
  synced: SyncedTable,
  context: SyncContext,
  patience?: LockPatience,
): Promise<TableRefreshResult> {
  const { connectionId, schema, table } = synced;
  const busy = () => resourceLocked(`Table '${schema}.${table}' is being fetched already`, 2);
  try {
    const name = tableLock({ lakeId: connectionId, schema, table });
    return await withLock(services, name, busy, (lock) => fetchTable(services, synced, context, lock), patience);
  } catch (error) {
    const failure = toSourceFailure(error);
    if (!context.signal.aborted && failure.code !== 'RESOURCE_LOCKED') {
      await noteFailedSync(services, synced, failure);
    }
    throw failure;
  }
}

async function fetchTable(
  services: Services,
  synced: SyncedTable,
  context: SyncContext,
  lock: HeldLock,
): Promise<TableRefreshResult> {
  const { metadata, clock, spoolDir, sources, settings } = services;
  const { workspaceId, connectionId, schema, table } = synced;
  const startedAt = performance.now();
  const row = await findConnection(metadata.db, workspaceId, connectionId, clock.now());
  if (!row) throw connectionNotFound(connectionId);
  const present = await findSyncedTable(services, synced);
  const target = await readTarget(services, row);
  const signal = AbortSignal.any([context.signal, lock.signal]);
  const deadlineMs = settings.loadTimeoutS * 1000;
  const folder = join(spoolDir, `source-${newObjectName()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const summary = await sources.extract(
      target,
      { schema, table, folder },
      { signal, deadlineMs, onProgress: reporter(services, context) },
    );
    const columns = await lakeColumns(services, synced, present, summary);
    const limits = { workspaceId, signal, deadlineMs, subject: 'refresh' };
    const written = await writeFiles(services, folder, summary, columns, limits);
    const publishedAt = clock.now();
    const files = written.map((file) => toLakeFile(connectionId, file));
    await publishFiles(
      services,
      files.map(({ path, file }) => ({ key: file.key, path })),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    const content = {
      columns: columns.map(({ column }) => column),
      files: files.map(({ file }) => file),
      ...nothingKept,
    };
    const commit = metadata.transaction(async (trx) => {
      await lock.assertHeld(trx);
      await context.assertLease(trx);
      assertUncollected(services, publishedAt);
      const state = { status: 'succeeded', error: null, endedAt: clock.now(), rows: summary.rows, durationMs } as const;
      await commitRows(trx, { lakeId: connectionId, schema, table, found: present }, content, state);
    });
    await commit.catch((error: unknown) => {
      throw wasPurged(error) ? purgedMeanwhile(synced, error) : error;
    });
    return {
      connection_id: connectionId,
      schema_name: schema,
      table_name: table,
      rows_synced: summary.rows,
      duration_ms: durationMs,
      warnings: summary.warnings.map(({ column, message, count }) => ({
        message: `Column '${column}': ${message} (${count} values)`,
        schema_name: schema,
        table_name: table,
      })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The table's next version, and how it came about. */
async function commitRows(
  trx: MetadataTransaction,
  place: Parameters<typeof commitLoad>[1],
  content: Parameters<typeof commitLoad>[2],
  state: SyncState & { readonly endedAt: number },
): Promise<void> {
  const { tableId } = await commitLoad(trx, place, content, 'sync', state.endedAt);
  const sync = JSON.stringify(state);
  await trx.updateTable('lake_tables').set({ sync }).where('id', '=', tableId).execute();
}

/** Loads wait for the lock of a table; a purge does not, and moves its pointer. */
const wasPurged = (error: unknown) => error instanceof QuernError && error.code === 'CONFLICT';

/** Another attempt begins with the table as it is then. */
const purgedMeanwhile = ({ schema, table }: SyncedTable, cause: unknown) =>
  new QuernError('SERVICE_UNAVAILABLE', `Table '${schema}.${table}' was purged while it was being fetched; ask again`, {
    retryAfterS: 1,
    cause,
  });

export async function findSyncedTable(
  { lakes }: Services,
  { connectionId, schema, table }: SyncedTable,
): Promise<LakeTable> {
  const found = (await lakes.read(connectionId))?.schemas.get(schema)?.get(table);
  if (!found) throw notFound(`Table ${printable(`${schema}.${table}`)} not found`);
  return found;
}

function reporter({ log }: Services, { report }: SyncContext) {
  let reportedMs = 0;
  return ({ rows, bytes }: { readonly rows: number; readonly bytes: number }) => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = nowMs;
    report({ rows, bytes }).catch((error: unknown) =>
      log.warn({ err: error }, 'how far a job has come is not written'),
    );
  };
}

/** The columns that the table has from now on, and what each is made of. 409 where a type became one of another kind. */
async function lakeColumns(
  services: Services,
  { connectionId, schema, table }: SyncedTable,
  present: LakeTable,
  { columns }: ExtractSummary,
): Promise<readonly ColumnSource[]> {
  const current = present.version?.columns ?? [];
  refuseOtherTypes(`${schema}.${table}`, present, current, columns);
  const firstId = await services.metadata.transaction((trx) => reserveColumnIds(trx, connectionId, columns.length));
  const evolved = evolve(current, columns, 'replace', firstId);
  if (evolved.kind === 'conflict') throw new Error('what replaces a table conflicts with nothing');
  const { maxColumns } = services.settings;
  if (columns.length > maxColumns) {
    throw badRequest(
      `Table '${schema}.${table}' has ${columns.length} columns; ${maxColumns} is the most (QUERN_MAX_COLUMNS)`,
    );
  }
  return evolved.sources;
}

/** A column whose type has no exact counterpart takes the type that its values allow, which may be another one each time. */
function refuseOtherTypes(
  name: string,
  { source }: LakeTable,
  current: readonly LakeColumn[],
  columns: ExtractSummary['columns'],
): void {
  const inexact = new Set((source?.columns ?? []).filter(({ note }) => note !== null).map((column) => column.name));
  const types = new Map(current.map((column) => [column.name, column.type]));
  for (const column of columns) {
    const before = types.get(column.name);
    if (before === undefined || inexact.has(column.name) || joinTypes(before, column.type) !== null) continue;
    throw conflict(
      `Column '${column.name}' of table '${name}' was ${before} and is ${column.type} at the source now; the rows that were ` +
        "fetched before stay. Purge the table's cache to take the new type",
    );
  }
}

/** Each staging file becomes lake files of its own, in the order of its rows, or is one. */
async function writeFiles(
  { engine }: Services,
  folder: string,
  { files, columns }: ExtractSummary,
  target: readonly ColumnSource[],
  limits: EngineRunOptions,
): Promise<PublishedFile[]> {
  const staged = columns.map(({ name, stagedType }) => {
    return { name, type: stagedType, inferredFrom: null, allNull: false } as const;
  });
  const areKept = columns.every((column, index) => isKept(column, target[index]));
  const written: PublishedFile[] = [];
  for (const file of files) {
    const { name, rows, sizeBytes } = file;
    if (rows === 0) continue;
    if (areKept && file.finished) {
      written.push(finishedFile(folder, file, file.finished, target));
      continue;
    }
    const source = { format: 'parquet', path: join(folder, name), rowCount: rows, rowGroupCount: 0 } as const;
    const options = { ...limits, ...turnOf(sizeBytes), waitsForTurn: true };
    const table = await engine.run('writeTableFiles', { source, columns: staged, target }, options);
    written.push(...table.files);
  }
  return written;
}

/** A column that a finished file has as the table has it, and that is read by its name. */
function isKept({ name, stagedType, type }: ExtractSummary['columns'][number], target: ColumnSource | undefined) {
  const column = target?.column;
  return stagedType === type && column?.name === name && column.type === type && !isOwnName(column);
}

function finishedFile(
  folder: string,
  { name, rows, sizeBytes }: StagedFile,
  { columns, ...finished }: NonNullable<StagedFile['finished']>,
  target: readonly ColumnSource[],
): PublishedFile {
  const byId = target.flatMap(({ column }) => {
    const statistics = columns[column.name];
    return statistics ? [[column.id, statistics] as const] : [];
  });
  return {
    path: join(folder, name),
    rowCount: rows,
    sizeBytes,
    ...finished,
    columns: Object.fromEntries(byId),
    partitionValues: [],
  };
}
