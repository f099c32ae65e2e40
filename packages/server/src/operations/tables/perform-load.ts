import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LoadManagedTableResponse } from '@quern/contract';
import type { InspectFileRequest } from '../../engine/tasks/ingest-inspect-file.ts';
import { arrowSchemaJson } from '../../engine/types/arrow-type.ts';
import { conflict, resourceLocked } from '../../kernel/errors.ts';
import { commitLoad, type LoadedContent } from '../../lake/commit-load.ts';
import { keepAll, nothingKept } from '../../lake/delete-rows.ts';
import type { LakeFile, LakeTable } from '../../lake/model.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import { lakeFileKey } from '../../objects/keys.ts';
import type { EngineRunOptions, Services } from '../services.ts';
import { type HeldLock, withLock } from '../with-lock.ts';
import { evolveTable } from './evolve-table.ts';
import { isKeyedMode, type LoadSpec } from './load-request.ts';
import { findSource, type OpenSource } from './load-sources.ts';
import { findTargetTable, type LoadTarget } from './load-target.ts';
import { prepareKeyedLoad } from './prepare-keyed-load.ts';
import type { PreparedLoad } from './prepared-load.ts';
import { writeSource } from './write-source.ts';

export interface LoadContext {
  readonly signal: AbortSignal;
  /** Called in the committing transaction; throws when the work was given to somebody else. */
  assertOwned(trx: MetadataTransaction): Promise<void>;
  /** Called in the committing transaction with the answer, so that who comes after a crash knows of the commit. */
  recordAnswer?(trx: MetadataTransaction, response: LoadManagedTableResponse): Promise<void>;
}

/**
 * One load, from bytes to a committed version: inspect, evolve the schema, write Parquet, publish the objects, move the
 * pointer. Until the commit nothing of it is visible; what a failure leaves behind the collector removes.
 */
export async function performLoad(
  services: Services,
  target: LoadTarget,
  spec: LoadSpec,
  context: LoadContext,
): Promise<LoadManagedTableResponse> {
  const name = `'${target.schema}.${target.table}'`;
  const busy = () => resourceLocked(`Table ${name} is being loaded by another request; try again`, 2);
  return withLock(services, `load:${target.lakeId}/${target.schema}.${target.table}`, busy, async (lock) => {
    const found = await findSource(services, target, spec);
    if ('answered' in found) return found.answered;
    if (spec.source.kind !== 'upload') return loadOpened(services, target, spec, context, lock, found.open);
    const inFlight = () => conflict('This upload is being loaded by another request');
    return withLock(services, `upload:${spec.source.uploadId}`, inFlight, async () => {
      // Until now it could be loaded elsewhere, or expire; whose it is has been checked before the lock.
      const held = await findSource(services, target, spec);
      return 'answered' in held ? held.answered : loadOpened(services, target, spec, context, lock, held.open);
    });
  });
}

async function loadOpened(
  services: Services,
  target: LoadTarget,
  spec: LoadSpec,
  context: LoadContext,
  lock: HeldLock,
  open: () => Promise<OpenSource>,
): Promise<LoadManagedTableResponse> {
  const source = await open();
  const signal = AbortSignal.any([context.signal, lock.signal]);
  const deadlineMs = services.settings.loadTimeoutS * 1000;
  const limits = { workspaceId: target.workspaceId, signal, deadlineMs, subject: 'load' };
  try {
    // Before the work: a table that is deleted from here on is missed by the commit, not made again.
    const table = await findTargetTable(services, target);
    const prepared = await prepareLoad(services, target, spec, table, source.file, limits);
    signal.throwIfAborted();
    const publishedAt = services.clock.now();
    const { files, deletesKey } = await publishFiles(services, target, prepared);
    const content = { columns: prepared.columns, files, ...prepared.kept(deletesKey) };
    return await commit(services, { target, spec, context, lock, source, table, content, publishedAt });
  } finally {
    await source.release();
  }
}

async function prepareLoad(
  services: Services,
  target: LoadTarget,
  spec: LoadSpec,
  table: LakeTable | null,
  file: InspectFileRequest,
  limits: EngineRunOptions,
): Promise<PreparedLoad> {
  const { mode } = spec;
  if (isKeyedMode(mode)) return prepareKeyedLoad({ services, target, mode, table, limits }, spec, file);
  const { columns, written } = await writeSource(
    services,
    file,
    {
      evolve: (inspected) => evolveTable(services, target, mode, table, inspected),
      layout: { sortedBy: table?.layout.sortedBy ?? [], partitionBy: table?.layout.partitionBy ?? [] },
    },
    limits,
  );
  const kept = mode === 'append' && table?.version ? keepAll(table.version) : nothingKept;
  return { columns, written, deletesPath: null, kept: () => kept };
}

/** Moves the written files into the object store; a failure removes those that were moved. */
async function publishFiles(
  services: Services,
  target: LoadTarget,
  { written, deletesPath }: PreparedLoad,
): Promise<{ files: LakeFile[]; deletesKey: string | null }> {
  const files = written.files.map(({ path, partitionValues, ...file }) => ({
    path,
    file: {
      key: lakeFileKey(target.lakeId),
      ...file,
      ...(partitionValues.length === 0 ? {} : { partition: partitionValues }),
    } satisfies LakeFile,
  }));
  const published = files.map(({ path, file }) => ({ key: file.key, path }));
  const deletesKey = deletesPath === null ? null : lakeFileKey(target.lakeId);
  if (deletesPath !== null && deletesKey !== null) published.push({ key: deletesKey, path: deletesPath });
  try {
    await services.objects.putFiles(published, { isSynced: true });
    return { files: files.map(({ file }) => file), deletesKey };
  } catch (error) {
    await services.objects.delete(published.map(({ key }) => key));
    throw error;
  } finally {
    const [first] = written.files;
    if (first) await rm(dirname(first.path), { recursive: true, force: true });
    if (deletesPath !== null) await rm(dirname(deletesPath), { recursive: true, force: true });
  }
}

interface Commit {
  readonly target: LoadTarget;
  readonly spec: LoadSpec;
  readonly context: LoadContext;
  readonly lock: HeldLock;
  readonly source: OpenSource;
  readonly table: LakeTable | null;
  readonly content: LoadedContent;
  /** Before the first of the files was in the store. */
  readonly publishedAt: number;
}

/** A grace as short as this is for tests, which look after their own. */
const SHORTEST_GRACE_S = 60;

/** A process that was suspended (a laptop asleep) may find that the collector took the files it was about to commit. */
function assertUncollected({ clock, settings }: Services, { publishedAt }: Commit): void {
  const graceMs = Math.max(settings.orphanGraceS, SHORTEST_GRACE_S) * 1000;
  if (clock.now() - publishedAt < graceMs) return;
  throw resourceLocked('This took too long and was given up; try again');
}

async function commit(services: Services, load: Commit): Promise<LoadManagedTableResponse> {
  const { target, spec, context, lock, source, table, content } = load;
  const response: LoadManagedTableResponse = {
    connection_id: target.lakeId,
    schema_name: target.schema,
    table_name: target.table,
    row_count: content.keptRows + content.files.reduce((sum, file) => sum + file.rowCount, 0),
    arrow_schema_json: arrowSchemaJson(content.columns),
  };
  // When this fails the new objects stay where they are: whether a lost connection lost the commit too is not known
  // here, and the collector removes what no version names.
  await services.metadata.transaction(async (trx) => {
    await lock.assertHeld(trx);
    await context.assertOwned(trx);
    assertUncollected(services, load);
    const { lakeId, schema, table: name } = target;
    const place = { lakeId, schema, table: name, found: table };
    const { tableId } = await commitLoad(trx, place, content, spec.mode, services.clock.now());
    await source.recordCommit(trx, tableId, response);
    await context.recordAnswer?.(trx, response);
  });
  return response;
}
