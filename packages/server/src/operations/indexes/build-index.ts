import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JobHandler } from '../../jobs/job-runner.ts';
import type { JobOutcome } from '../../jobs/job-store.ts';
import { notFound, QuernError } from '../../kernel/errors.ts';
import type { LakeTable } from '../../lake/model.ts';
import {
  deleteIndex,
  type IndexRow,
  indexById,
  insertSegments,
  segmentsOf,
} from '../../metadata/index-store.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import { indexFileKey } from '../../objects/keys.ts';
import type { BuiltSegment } from '../../search/built-segment.ts';
import { isEmbedded } from '../embedding-providers/index-target.ts';
import { PinnedObjects } from '../pinned-objects.ts';
import { openTable } from '../queries/open-table.ts';
import { type SelectedFile, selectFiles } from '../queries/select-files.ts';
import type { Services } from '../services.ts';
import { definitionOf } from '../stored-definition.ts';
import type { IndexJobPayload } from './create-index.ts';
import { embedFile, readIndexProvider } from './embed-file.ts';
import { toIndexInfo } from './table-index.ts';

export interface BuildContext {
  readonly signal: AbortSignal;
  /** Called in each transaction that says what was built. */
  assertOwned(trx: MetadataTransaction): Promise<void>;
  report(progress: { readonly rows: number; readonly bytes: number }): Promise<void>;
}

type JobContext = Parameters<JobHandler>[0];

/**
 * The create_index job. An index that cannot be built goes with its last attempt: nothing of it is
 * left behind.
 */
export async function createIndexJob(services: Services, context: JobContext): Promise<JobOutcome> {
  const { job, signal, assertLease, report } = context;
  const { indexId } = job.payload as IndexJobPayload;
  try {
    const row = await buildIndex(services, indexId, { signal, assertOwned: assertLease, report });
    if (row === null) throw notFound('The index was deleted while it was being built');
    return { status: 'succeeded', result: toIndexInfo(row) };
  } catch (error) {
    const isLast =
      job.attempts >= job.maxAttempts || (error instanceof QuernError && !error.retryable);
    if (isLast && !signal.aborted) await deleteIndex(services.metadata.db, indexId);
    throw error;
  }
}

/** The upkeep of an index after loads, as a job that nobody sees. */
export async function indexUpkeepJob(services: Services, context: JobContext): Promise<JobOutcome> {
  const { job, signal, assertLease, report } = context;
  const { indexId } = job.payload as IndexJobPayload;
  await buildIndex(services, indexId, { signal, assertOwned: assertLease, report });
  return { status: 'succeeded', result: null };
}

/** A table that is loaded without pause is looked at so often, and again by the next job. */
const rounds = 5;

/**
 * Builds what the present version of the index's table lacks, file by file: an attempt after
 * another goes on where it ended. Gives the index as it is then; null where it is gone, with its
 * table or alone.
 */
export async function buildIndex(
  services: Services,
  indexId: string,
  context: BuildContext,
): Promise<IndexRow | null> {
  const { db } = services.metadata;
  const progress = { rows: 0, bytes: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const row = await indexById(db, indexId);
    const table = row && (await tableOf(services, row));
    if (!row || !table) return null;
    const version = table.version;
    const built = new Set(
      (await segmentsOf(db, row.definition_id)).map(({ file_key }) => file_key),
    );
    const files = version ? await selectFiles(services, version, undefined) : [];
    for (const selected of files) {
      context.signal.throwIfAborted();
      if (built.has(selected.file.key)) continue;
      await buildFile(services, row, table, selected, context);
      progress.rows += selected.file.rowCount;
      progress.bytes += selected.file.sizeBytes;
      await context.report(progress);
    }
    await noteBuilt(services, row, version?.id ?? null, context);
    const present = await tableOf(services, row);
    if (present?.version?.id === version?.id) break;
  }
  return indexById(db, indexId);
}

async function tableOf({ lakes }: Services, row: IndexRow): Promise<LakeTable | null> {
  const found = (await lakes.read(row.lake_id))?.schemas.get(row.schema_name)?.get(row.table_name);
  return found?.id === row.table_id ? found : null;
}

async function noteBuilt(
  { metadata, clock }: Services,
  row: IndexRow,
  version: string | null,
  { assertOwned }: BuildContext,
): Promise<void> {
  await metadata.transaction(async (trx) => {
    await assertOwned(trx);
    const now = clock.now();
    const changed = row.status === 'ready' ? {} : { status: 'ready' as const, job_id: null };
    await trx
      .updateTable('lake_indexes')
      .set({ ...changed, built_version: version, updated_at: now })
      .where('id', '=', row.id)
      .execute();
  });
}

/** What a search worker built of a file is stored, and then named. */
async function buildFile(
  services: Services,
  row: IndexRow,
  table: LakeTable,
  selected: SelectedFile,
  { signal, assertOwned }: BuildContext,
): Promise<void> {
  const { metadata, objects, clock } = services;
  const built = await runBuild(services, row, table, selected, signal);
  const kind = row.index_type === 'sorted' ? 'parquet' : 'segment';
  const stored = built.map((segment) => ({ segment, key: indexFileKey(row.lake_id, kind) }));
  try {
    const files = stored.map(({ segment, key }) => ({ key, path: segment.path }));
    await objects.putFiles(files, { isSynced: true });
  } finally {
    const folders = new Set(built.map(({ path }) => dirname(path)));
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
  const isNamed = await metadata.transaction(async (trx) => {
    await assertOwned(trx);
    const rows = stored.map(({ segment, key }, part) => ({
      definition_id: row.definition_id,
      file_key: selected.file.key,
      part,
      object_key: key,
      size_bytes: segment.sizeBytes,
      sha256: segment.sha256,
      row_count: segment.rowCount ?? null,
      bounds: segment.bounds === undefined ? null : JSON.stringify(segment.bounds),
      created_at: clock.now(),
    }));
    return insertSegments(trx, rows);
  });
  if (!isNamed) await objects.delete(stored.map(({ key }) => key));
}

async function runBuild(
  services: Services,
  row: IndexRow,
  table: LakeTable,
  selected: SelectedFile,
  signal: AbortSignal,
): Promise<readonly BuiltSegment[]> {
  const { search, settings } = services;
  const version = table.version;
  if (version === null) throw new Error('a table without a version has no files');
  const subject = `table '${table.schema}.${table.name}'`;
  const pinned = new PinnedObjects(services);
  const definition = definitionOf(row);
  const request = async () => {
    const { columns, files } = await openTable(
      pinned,
      table.name,
      { version, files: [selected] },
      subject,
    );
    const [file] = files;
    if (file === undefined) throw new Error('the file was opened');
    return { definition, columns, file };
  };
  const sorting = async () => {
    const { file } = await request();
    return {
      definition,
      path: file.path,
      rowCount: file.rowCount,
      columns: selected.written ?? version.columns,
    };
  };
  const options = {
    workspaceId: 'indexes',
    signal,
    deadlineMs: settings.loadTimeoutS * 1000,
    size: 'large',
    waitsForTurn: true,
    subject: 'build of an index',
  } as const;
  try {
    if (definition.indexType === 'sorted') return await search.run('sortFile', sorting, options);
    if (!isEmbedded(definition)) return [await search.run('buildSegment', request, options)];
    // Before the texts are read for it.
    const provider = await readIndexProvider(services, row);
    const texts = await search.run('readTexts', request, options);
    try {
      const embedded = await embedFile(services, row, provider, texts, options);
      const vectors = async () => ({ ...(await request()), embedded });
      return [await search.run('buildSegment', vectors, options)];
    } finally {
      await rm(dirname(texts.textsPath), { recursive: true, force: true });
    }
  } catch (error) {
    throw await pinned.explain(error, 'indexes');
  } finally {
    pinned.release();
  }
}
