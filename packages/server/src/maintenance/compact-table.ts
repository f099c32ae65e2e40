import { setTimeout as delay } from 'node:timers/promises';
import type { HasSettings } from '../config/settings.ts';
import type { HasEmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../embeddings/local/local-models.ts';
import type { HasSystemProviders } from '../embeddings/provider.ts';
import type { Asked } from '../engine/engine.ts';
import { defaultTargetFileBytes } from '../engine/ingest/write-lake-files.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { RewriteFilesRequest } from '../engine/tasks/rewrite-files.ts';
import { type BuiltOfFile, isOfFiles } from '../indexing/build-of-file.ts';
import { readIndexProvider } from '../indexing/embed-file.ts';
import {
  embedLoaded,
  mayBeRefused,
  type NewFiles,
  nameEmbedded,
  textIndexes,
} from '../indexing/embed-loaded.ts';
import type { SegmentServices } from '../indexing/index-services.ts';
import { recallVectors } from '../indexing/recall-vectors.ts';
import { exactly, text } from '../jobs/job-kind.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { JobOutcome } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import { elapsedSince } from '../kernel/clock.ts';
import { QuernError, resourceLocked } from '../kernel/errors.ts';
import type { HasLog } from '../kernel/log.ts';
import { commitLoad } from '../lake/commit-load.ts';
import { fileToRead } from '../lake/file-to-read.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import { type LakeTable, liveRowCount, type Manifest, type TableVersion } from '../lake/model.ts';
import { type CompactionLimits, type FileRun, planCompaction } from '../lake/plan-compaction.ts';
import { type ReplacedFiles, replaceFiles } from '../lake/replace-files.ts';
import type { CompactionServices } from '../loading/load-services.ts';
import type { WrittenFile } from '../loading/prepared-load.ts';
import { assertUncollected, publishFiles, toLakeFile } from '../loading/publish-files.ts';
import { segmentsOf } from '../metadata/index-store.ts';
import { tableLock } from '../metadata/lock-names.ts';
import type { HasLocks } from '../metadata/locks.ts';
import type { HasNodeId } from '../metadata/nodes.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasDamage } from '../reading/damage-tally.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import type { SweepTally } from './sweep-tally.ts';

/** Payload of a ducklake_table_compaction job. */
export interface CompactionJobPayload {
  readonly lakeId: string;
  readonly schema: string;
  readonly table: string;
  /** Another table of the same name is left alone. */
  readonly tableId: string;
}
export const compactionJobPayload = exactly({
  lakeId: text,
  schema: text,
  table: text,
  tableId: text,
});

/**
 * A job ends after this time, so the next table has its turn; the remaining work is found again.
 */
const jobMs = 60_000;
/** A table whose files change faster than a rewrite is left for a quieter time. */
const maxLost = 3;
/** Wait of a finished step for a running load, and the interval of attempts. */
const commitWaitMs = 60_000;
const commitRetryMs = 100;
/**
 * The workspace of upkeep in the engine's queue: a separate one, so upkeep never uses a tenant's
 * share.
 */
export const upkeepTurn = 'upkeep';

export interface CompactionContext {
  readonly signal: AbortSignal;
  /** Called in the committing transaction; throws when the work was given to somebody else. */
  assertOwned(trx: MetadataTransaction): Promise<void>;
  /** Overrides the usual limits of compaction. */
  readonly limits?: CompactionLimits;
  /** Keys of the files to be rewritten, each by itself, instead of the policy's choice. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Compacts one table for a limited time. An attempt after a crash starts with the remaining work;
 * its result is null.
 */
export async function compactTable(
  services: CompactionServices,
  tally: SweepTally,
  { job, signal, assertLease }: Parameters<JobHandler>[0],
): Promise<JobOutcome> {
  const endsAt = services.clock.now() + jobMs;
  for (let lost = 0; lost < maxLost && services.clock.now() < endsAt; ) {
    signal.throwIfAborted();
    const context = { signal, assertOwned: assertLease };
    const step = await compactStep(services, tally, job.payload as CompactionJobPayload, context);
    if (step === 'nothing') break;
    if (step === 'lost') lost += 1;
  }
  return { status: 'succeeded', result: null };
}

/**
 * One step: a worker rewrites the files chosen by the policy, and one snapshot replaces the old
 * files. Loads continue meanwhile, and their new rows stay. A load that changed one of the files
 * makes the step void, because the rewritten rows are out of date.
 */
export async function compactStep(
  services: CompactionServices,
  tally: SweepTally,
  place: CompactionJobPayload,
  context: CompactionContext,
): Promise<'committed' | 'lost' | 'nothing'> {
  const startedAt = services.clock.now();
  const table = await findTable(services, place);
  if (!table) return 'nothing';
  const step = context.only
    ? await planRefused(services, table, context.only)
    : planned(table, await planTable(services, table, context.limits));
  const { runs, columns } = step;
  if (runs.length === 0) return 'nothing';
  const filled = await findFilled(services, step, place);
  const rewritten = await rewrite(services, step, place, context);
  const publishedAt = services.clock.now();
  const files = rewritten.map((written) => written.map((file) => toLakeFile(place.lakeId, file)));
  const published = files.flat().map(({ path, file }) => ({ key: file.key, file: path }));
  await publishFiles(services, published);
  let embedded: BuiltOfFile['segments'];
  try {
    const written = { columns, files: files.flat().map(({ file }) => file) };
    embedded = await embedRewritten(services, place, { table, step, filled }, written, context);
  } catch (error) {
    await services.objects.delete(published.map(({ key }) => key));
    throw error;
  }
  const candidates = runs.map((run, index): ReplacedFiles => {
    return {
      before: run.files.map(({ file }) => file),
      after: (files[index] ?? []).map(({ file }) => file),
    };
  });
  const replaced = await commitWhenFree(
    services,
    place,
    { candidates, columns, publishedAt, segments: embedded },
    context,
  );
  const used = new Set(replaced.flatMap(({ after }) => after.map(({ key }) => key)));
  const unused = published.map(({ key }) => key).filter((key) => !used.has(key));
  const vectors = embedded.flat().filter((segment) => !isOfFiles(segment, used));
  await services.objects.delete([...unused, ...vectors.map(({ object_key: key }) => key)]);
  report(services, tally, place, replaced, services.clock.now() - startedAt);
  return replaced.length > 0 ? 'committed' : 'lost';
}

/**
 * The indexes on texts with vectors of the files to be rewritten. Throws before any work if a
 * provider is unavailable, and the files stay unchanged.
 */
async function findFilled(
  services: HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault,
  { runs, columns }: CompactionStep,
  { lakeId, tableId }: CompactionJobPayload,
): Promise<FilledStep['filled']> {
  const before = new Set(runs.flatMap(({ files }) => files.map(({ file }) => file.key)));
  const filled = new Map<string, number>();
  for (const index of await textIndexes(services, { lakeId, tableId, columns })) {
    const built = await segmentsOf(services.metadata.db, index.definition_id);
    if (!built.some((segment) => isOfFiles(segment, before))) continue;
    await readIndexProvider(services, index);
    const ofFiles = built.filter(({ file_key }) => before.has(file_key));
    const refused = ofFiles.reduce((sum, { refused_texts }) => sum + (refused_texts ?? 0), 0);
    filled.set(index.id, refused);
  }
  return filled;
}

interface FilledStep {
  /** The state before the step. */
  readonly table: LoadedTable;
  readonly step: CompactionStep;
  /**
   * By index id, for indexes whose vectors the new files need: the number of texts without a
   * vector.
   */
  readonly filled: ReadonlyMap<string, number>;
}

/** Copies the vectors of rewritten files, so generated columns stay unchanged. */
async function embedRewritten(
  services: SegmentServices & HasDamage & HasObjects,
  { lakeId, tableId, schema, table: name }: CompactionJobPayload,
  { table: { version }, step, filled }: FilledStep,
  written: Pick<NewFiles, 'columns' | 'files'>,
  { signal }: CompactionContext,
): Promise<BuiltOfFile['segments']> {
  const place = { lakeId, tableId, schema, table: name, ...written };
  const before = { version, name, subject: `table '${schema}.${name}'` };
  const files = step.runs.flatMap((run) => run.files);
  const embedded = await embedLoaded(services, place, signal, {
    mayWait: ({ id }) => !filled.has(id),
    mayRefuse: (index) => filled.get(index.id) ?? mayBeRefused(index),
    refusal: 'The files stay as they are',
    recallFor: (index) => recallVectors(services, index, before, files, signal),
  });
  return embedded?.segments ?? [];
}

type LoadedTable = LakeTable & { readonly version: TableVersion };

/** Returns null if the table is gone, or never had rows. */
export async function findTable(
  { lakes }: HasLakes,
  { lakeId, schema, table, tableId }: CompactionJobPayload,
): Promise<LoadedTable | null> {
  const found = (await lakes.read(lakeId))?.schemas.get(schema)?.get(table);
  return found?.id === tableId && found.version ? { ...found, version: found.version } : null;
}

/** The runs of the table's next step. `isQuiet` defaults to a judgement by the last load's time. */
export async function planTable(
  services: HasClock & HasLakes & HasObjects & HasSettings,
  { version, layout, loadedAt }: LoadedTable,
  limits: CompactionLimits = stepLimits(services),
  isQuiet = elapsedSince(loadedAt ?? 0, services.clock.now()) >=
    services.settings.compactionQuietS * 1000,
): Promise<FileRun[]> {
  const manifests = await services.lakes.manifestsOf(version);
  return planCompaction(
    { manifests, columns: version.columns, partitionBy: layout.partitionBy, isQuiet },
    limits,
  );
}

/** The files of a step, with columns and sort order. */
interface CompactionStep {
  readonly runs: readonly FileRun[];
  readonly columns: TableVersion['columns'];
  readonly sortedBy: LakeTable['layout']['sortedBy'];
}

const planned = ({ version, layout }: LoadedTable, runs: readonly FileRun[]): CompactionStep => ({
  runs,
  columns: version.columns,
  sortedBy: layout.sortedBy,
});

/**
 * Each file is rewritten alone with its own columns, inside or next to the file, so the partition
 * in its manifest stays correct.
 */
async function planRefused(
  services: HasLakes & HasObjects & HasSettings,
  table: LoadedTable,
  keys: ReadonlySet<string>,
): Promise<CompactionStep> {
  const { stepBytes, stepFiles } = stepLimits(services);
  const manifests = await services.lakes.manifestsOf(table.version);
  const manifest = manifests.find(({ files }) => files.some(({ key }) => keys.has(key)));
  const runs: FileRun[] = [];
  let bytes = 0;
  for (const file of manifest?.files ?? []) {
    if (!keys.has(file.key) || manifest === undefined) continue;
    bytes += file.sizeBytes;
    if (runs.length > 0 && (bytes > stepBytes || runs.length >= stepFiles)) break;
    runs.push({ files: [{ file, manifest }] });
  }
  const beside = runs.flatMap(({ files }) => files.flatMap(({ file }) => file.vectors ?? []));
  const added = table.version.columns.filter(({ id }) =>
    beside.some(({ column }) => column === id),
  );
  return { runs, columns: [...(manifest?.columns ?? []), ...added], sortedBy: [] };
}

const maxStepBytes = 256 * 2 ** 20;
const maxStepFiles = 1000;

/**
 * Files of an S3 store pass through the read cache, which serves queries. Sorted data must fit the
 * worker: sorting 236 MiB of texts took 293 MiB, and failed with a budget of 256.
 */
function stepLimits({ objects, settings }: HasObjects & HasSettings): CompactionLimits {
  const cacheShare = objects.kind === 's3' ? settings.cacheBytes / 8 : maxStepBytes;
  const stepBytes = Math.min(maxStepBytes, cacheShare, settings.queryMemoryBytes / 4);
  return { targetFileBytes: defaultTargetFileBytes, stepBytes, stepFiles: maxStepFiles };
}

/**
 * Uses one thread of one worker. Files are fetched after the worker is assigned; earlier they would
 * occupy the cache without use.
 */
function rewrite(
  services: HasEngine & HasSettings,
  step: CompactionStep,
  { schema, table }: CompactionJobPayload,
  { signal }: CompactionContext,
): Promise<readonly (readonly WrittenFile[])[]> {
  const { engine, settings } = services;
  return engine.run(
    'rewriteFiles',
    async () => rewriteRequest(step, `table '${schema}.${table}'`),
    {
      workspaceId: upkeepTurn,
      signal,
      deadlineMs: settings.loadTimeoutS * 1000,
      threads: 1,
      // Never the last of several workers: queries do not wait for upkeep.
      size: 'large',
      waitsForTurn: true,
      subject: 'compaction',
    },
  );
}

function rewriteRequest(
  { runs, columns, sortedBy }: CompactionStep,
  subject: string,
): Asked<RewriteFilesRequest> {
  const current = JSON.stringify(columns);
  const isCurrent = new Map<Manifest, boolean>();
  for (const { manifest } of runs.flatMap(({ files }) => files)) {
    isCurrent.set(
      manifest,
      isCurrent.get(manifest) ?? JSON.stringify(manifest.columns) === current,
    );
  }
  const requests = runs.map(({ files }) => ({
    files: files.map(({ file, manifest }) => ({
      ...fileToRead(file, subject),
      ...(isCurrent.get(manifest) ? { isCurrent: true } : { written: manifest.columns }),
    })),
    rowCount: files.reduce((sum, { file }) => sum + liveRowCount(file), 0),
    sizeBytes: files.reduce(
      (sum, { file }) => sum + (file.sizeBytes * liveRowCount(file)) / file.rowCount,
      0,
    ),
    partitionValues: files[0]?.file.partition ?? [],
  }));
  return { columns, sortedBy, runs: requests };
}

interface Candidates {
  readonly candidates: readonly ReplacedFiles[];
  /** Columns of the new files. */
  readonly columns: TableVersion['columns'];
  readonly publishedAt: number;
  /** Index objects of the new files. */
  readonly segments: BuiltOfFile['segments'];
}

/** Commits between loads of the table, retrying during a load. Returns the replaced files. */
async function commitWhenFree(
  services: HasClock & HasLakes & HasLocks & HasMetadata & HasNodeId & HasSettings,
  place: CompactionJobPayload,
  content: Candidates,
  { signal, assertOwned }: CompactionContext,
): Promise<readonly ReplacedFiles[]> {
  const deadline = performance.now() + commitWaitMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await commit(services, place, content, assertOwned);
    } catch (error) {
      const isGone = error instanceof QuernError && error.code === 'NOT_FOUND';
      const isBusy = error === busy || (error instanceof QuernError && error.code === 'CONFLICT');
      if (isGone || (isBusy && performance.now() > deadline)) return [];
      if (!isBusy) throw error;
    }
    await delay(commitRetryMs, undefined, { signal });
  }
}

const busy = resourceLocked('the table is being loaded');
const leaseMs = 15_000;

/**
 * Commits on the table's present version, in one transaction with the lock of loads: a load never
 * finds the lock taken, and a load with the lock prevents the commit.
 */
async function commit(
  services: HasClock & HasLakes & HasLocks & HasMetadata & HasNodeId & HasSettings,
  place: CompactionJobPayload,
  { candidates, columns, publishedAt, segments }: Candidates,
  assertOwned: CompactionContext['assertOwned'],
): Promise<readonly ReplacedFiles[]> {
  const { metadata, lakes, locks, nodeId, clock } = services;
  const found = await findTable(services, place);
  if (!found) return [];
  const { kept, replaced } = replaceFiles(
    found.version,
    await lakes.manifestsOf(found.version),
    columns,
    candidates,
  );
  if (replaced.length === 0) return [];
  const { lakeId, schema, table } = place;
  await metadata.transaction(async (trx) => {
    await assertOwned(trx);
    assertUncollected(services, publishedAt);
    const lease = await locks.acquire(tableLock({ lakeId, schema, table }), nodeId, leaseMs, {
      handle: trx,
    });
    if (!lease) throw busy;
    const content = { columns: found.version.columns, files: [], ...kept };
    const now = clock.now();
    await commitLoad(
      trx,
      { lakeId, schema, table, found },
      content,
      'compact',
      now,
      found.loadedAt ?? now,
    );
    const used = new Set(replaced.flatMap(({ after }) => after.map(({ key }) => key)));
    await nameEmbedded(trx, {
      segments: segments.filter((parts) => parts.every((one) => isOfFiles(one, used))),
    });
    await locks.release(lease, trx);
  });
  return replaced;
}

function report(
  { log }: HasLog,
  tally: SweepTally,
  { lakeId, schema, table }: CompactionJobPayload,
  replaced: readonly ReplacedFiles[],
  durationMs: number,
): void {
  const before = replaced.flatMap((one) => one.before);
  const after = replaced.flatMap((one) => one.after);
  const bytes = (files: typeof before) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const fields = {
    files_before: before.length,
    files_after: after.length,
    bytes_before: bytes(before),
    bytes_after: bytes(after),
  };
  tally.count({
    [replaced.length > 0 ? 'compactions' : 'compactions_lost']: 1,
    compaction_files_before: fields.files_before,
    compaction_files_after: fields.files_after,
    compaction_bytes_before: fields.bytes_before,
    compaction_bytes_after: fields.bytes_after,
    compaction_seconds: durationMs / 1000,
  });
  log.info(
    { lake_id: lakeId, table: `${schema}.${table}`, ...fields, duration_ms: durationMs },
    'compaction',
  );
}
