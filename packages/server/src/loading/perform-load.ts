import type { LoadManagedTableResponse } from '@quern/contract';
import type { HasSettings } from '../config/settings.ts';
import type { Asked, EngineRunOptions } from '../engine/engine.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { InspectFileRequest } from '../engine/tasks/ingest-inspect-file.ts';
import { arrowSchemaJson } from '../engine/types/arrow-type.ts';
import {
  type EmbeddedFiles,
  embedLoaded,
  nameEmbedded,
  textIndexes,
} from '../indexing/embed-loaded.ts';
import type { SegmentServices } from '../indexing/index-services.ts';
import { refuseGenerated } from '../indexing/refuse-generated.ts';
import type { HasClock } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import { commitLoad, type LoadedContent } from '../lake/commit-load.ts';
import { keepAll, nothingKept } from '../lake/delete-rows.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeTable } from '../lake/model.ts';
import { betweenLoads } from '../locking/between-loads.ts';
import { type HeldLock, withLock } from '../locking/with-lock.ts';
import { uploadLock } from '../metadata/lock-names.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { evolveTable } from './evolve-table.ts';
import { isKeyedMode, type LoadSpec } from './load-request.ts';
import type { LoadServices } from './load-services.ts';
import { loadSmallSource } from './load-small-source.ts';
import { findSource, type OpenSource } from './load-sources.ts';
import { findTargetTable, type LoadTarget } from './load-target.ts';
import { turnOf } from './load-turn.ts';
import { type KeyedLoadServices, prepareKeyedLoad } from './prepare-keyed-load.ts';
import type { PreparedLoad } from './prepared-load.ts';
import { assertUncollected, publishPrepared } from './publish-files.ts';
import { writeSource } from './write-source.ts';

export interface LoadContext {
  readonly signal: AbortSignal;
  /**
   * The load waits for its turn while another load holds the table. A load that will be retried
   * waits only for short loads.
   */
  readonly waitsForTurn: boolean;
  /** Called in the committing transaction. Throws when another worker has taken over the load. */
  assertOwned(trx: MetadataTransaction): Promise<void>;
  /**
   * Called in the committing transaction with the answer. A retry after a crash finds the commit by
   * the record.
   */
  recordAnswer?(trx: MetadataTransaction, response: LoadManagedTableResponse): Promise<void>;
}

/**
 * A waiting job occupies a runner, and a rescheduled job returns after seconds. Thirty concurrent
 * loads of one row into one table took 11 s when jobs never waited.
 */
const shareOfJobs = 1 / 8;

/**
 * Performs one load from bytes to a committed version: inspect, evolve the schema, write Parquet,
 * publish the objects, move the pointer. Nothing is visible until the commit. The collector removes
 * the leftovers of a failure.
 */
export async function performLoad(
  services: LoadServices,
  target: LoadTarget,
  spec: LoadSpec,
  context: LoadContext,
): Promise<LoadManagedTableResponse> {
  const { loadWaitMs } = services.settings;
  const patience = {
    waitMs: context.waitsForTurn ? loadWaitMs : loadWaitMs * shareOfJobs,
    signal: context.signal,
  };
  const load = async (lock: HeldLock) => {
    const found = await findSource(services, target, spec);
    if ('answered' in found) return found.answered;
    if (spec.source.kind !== 'upload')
      return loadOpened(services, target, spec, context, [lock], found.open);
    const inFlight = () => conflict('This upload is being loaded by another request');
    return withLock(services, uploadLock(spec.source.uploadId), inFlight, async (uploadsLock) => {
      // Before the lock, another load could use the upload, or the upload could expire. The owner
      // was checked before the lock.
      const held = await findSource(services, target, spec);
      return 'answered' in held
        ? held.answered
        : loadOpened(services, target, spec, context, [lock, uploadsLock], held.open);
    });
  };
  return betweenLoads(services, target, load, patience);
}

async function loadOpened(
  services: SegmentServices & HasEngine & HasLakes & HasObjects,
  target: LoadTarget,
  spec: LoadSpec,
  context: LoadContext,
  locks: readonly HeldLock[],
  open: () => Promise<OpenSource>,
): Promise<LoadManagedTableResponse> {
  const source = await open();
  const signal = AbortSignal.any([context.signal, ...locks.map((lock) => lock.signal)]);
  const deadlineMs = services.settings.loadTimeoutS * 1000;
  const limits = {
    workspaceId: target.workspaceId,
    signal,
    deadlineMs,
    subject: 'load',
    diesOf: 'file' as const,
    ...turnOf(source.sizeBytes),
  };
  try {
    // The table is looked up before the work. The commit then reports a table that is deleted
    // meanwhile instead of creating the table again.
    const table = await findTargetTable(services, target);
    const { maxColumns, maxNesting } = services.settings;
    const file = { ...source.file, limits: { maxColumns, maxNesting } };
    const { sizeBytes } = source;
    const opened = { file, sizeBytes };
    const mayStaySmall = await canStaySmall(services, target, spec, table);
    const asked = { target, spec, table, opened, mayStaySmall };
    const prepared = await prepareLoad(services, asked, limits);
    await refuseGenerated(services, target, table, prepared.columns);
    signal.throwIfAborted();
    const publishedAt = services.clock.now();
    const published = await publishPrepared(services, target.lakeId, prepared, mayStaySmall);
    const { files, deletesKey, smallFiles } = published;
    const kept = prepared.kept(deletesKey);
    const content = { columns: prepared.columns, files, smallFiles, ...kept };
    const { warnings, columns } = prepared;
    const loaded = { ...target, columns, files };
    const embedded =
      table && !mayStaySmall
        ? await embedLoaded(services, { ...loaded, tableId: table.id }, signal)
        : null;
    return await commit(services, {
      target,
      spec,
      context,
      locks,
      source,
      table,
      content,
      embedded,
      warnings,
      publishedAt,
    });
  } finally {
    await source.release();
  }
}

/** Whether the load appends, to a table without indexes on texts: each file has its own vectors. */
async function canStaySmall(
  services: HasMetadata,
  { lakeId }: LoadTarget,
  { mode }: LoadSpec,
  table: LakeTable | null,
): Promise<boolean> {
  if (mode !== 'append') return false;
  if (!table?.version) return true;
  const { columns } = table.version;
  return (await textIndexes(services, { lakeId, tableId: table.id, columns })).length === 0;
}

interface AskedLoad {
  readonly target: LoadTarget;
  readonly spec: LoadSpec;
  readonly table: LakeTable | null;
  readonly opened: { readonly file: Asked<InspectFileRequest>; readonly sizeBytes: number };
  readonly mayStaySmall: boolean;
}

async function prepareLoad(
  services: KeyedLoadServices,
  { target, spec, table, opened: { file, sizeBytes }, mayStaySmall }: AskedLoad,
  limits: EngineRunOptions,
): Promise<PreparedLoad> {
  const { mode } = spec;
  if (isKeyedMode(mode))
    return prepareKeyedLoad({ services, target, mode, table, limits }, spec, file);
  const load = { target, mode, table, file, sizeBytes, mayStaySmall };
  const small = await loadSmallSource(services, load, limits);
  const prepared =
    small ??
    (await writeSource(
      services,
      file,
      {
        evolve: (inspected) =>
          evolveTable(services, { place: target, table, limits }, mode, inspected),
        layout: {
          sortedBy: table?.layout.sortedBy ?? [],
          partitionBy: table?.layout.partitionBy ?? [],
        },
      },
      limits,
    ));
  const all = mode === 'append' && table?.version ? keepAll(table.version) : nothingKept;
  const kept = small?.kept ?? all;
  return { ...prepared, deletesPath: null, kept: () => kept };
}

interface Commit {
  readonly target: LoadTarget;
  readonly spec: LoadSpec;
  readonly context: LoadContext;
  /** All locks of the load, which end with its commit. */
  readonly locks: readonly HeldLock[];
  readonly source: OpenSource;
  readonly table: LakeTable | null;
  readonly content: LoadedContent;
  /** Segments of the new files; null for a table without an index on texts. */
  readonly embedded: EmbeddedFiles | null;
  readonly warnings: readonly string[];
  /** The time before the first of the files was in the store. */
  readonly publishedAt: number;
}

async function commit(
  services: HasClock & HasMetadata & HasSettings,
  load: Commit,
): Promise<LoadManagedTableResponse> {
  const { target, spec, context, locks, source, table, content, embedded } = load;
  const { warnings, publishedAt } = load;
  const response: LoadManagedTableResponse = {
    connection_id: target.lakeId,
    schema_name: target.schema,
    table_name: target.table,
    row_count: content.keptRows + content.files.reduce((sum, file) => sum + file.rowCount, 0),
    arrow_schema_json: arrowSchemaJson(content.columns),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    ...(embedded && { embedded_row_count: embedded.embeddedRows }),
    ...(embedded && embedded.waitingRows > 0 && { waiting_row_count: embedded.waitingRows }),
  };
  // A failure leaves the new objects: the commit may have succeeded although the connection was
  // lost. The collector removes objects that no version names.
  await services.metadata.transaction(async (trx) => {
    for (const lock of locks) await lock.endIn(trx);
    await context.assertOwned(trx);
    assertUncollected(services, publishedAt);
    const { lakeId, schema, table: name } = target;
    const place = { lakeId, schema, table: name, found: table };
    const { tableId } = await commitLoad(trx, place, content, spec.mode, services.clock.now());
    if (embedded) await nameEmbedded(trx, embedded);
    await source.recordCommit(trx, tableId, response);
    await context.recordAnswer?.(trx, response);
  });
  return response;
}
