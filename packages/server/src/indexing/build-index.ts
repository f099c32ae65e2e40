import type { HasSettings } from '../config/settings.ts';
import { exactly, text } from '../jobs/job-kind.ts';
import type { JobProgress } from '../jobs/job-row.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { JobOutcome } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import { notFound, QuernError } from '../kernel/errors.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeTable } from '../lake/model.ts';
import type { LockServices } from '../locking/with-lock.ts';
import {
  type BuiltVersion,
  deleteIndex,
  type IndexRow,
  indexById,
  lackingTexts,
  nameBuilt,
  noteFilled,
  recordBuilt,
  recordProblem,
  refusedTexts,
  segmentsOf,
} from '../metadata/index-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { type SelectedFile, selectFiles } from '../reading/select-files.ts';
import type { IndexDefinition } from '../search/index-definition.ts';
import { type BuiltOfFile, buildOfFile, keysOf, segmentKeysOf } from './build-of-file.ts';
import { mayBeRefused } from './embed-loaded.ts';
import { outputOf } from './generated-column.ts';
import { toIndexInfo } from './index-info.ts';
import type { SegmentServices } from './index-services.ts';
import { isEmbedded } from './index-target.ts';
import { definitionOf } from './stored-definition.ts';
import { takingOver } from './take-over.ts';

export interface BuildContext {
  readonly signal: AbortSignal;
  /** Called in each transaction that records a built segment. */
  assertOwned(trx: MetadataTransaction): Promise<void>;
  report(progress: JobProgress): Promise<void>;
}

type JobContext = Parameters<JobHandler>[0];

type NoteServices = LockServices & HasClock & HasLakes & HasSettings;

/** Services to build an index and record the result. */
type BuildServices = SegmentServices & NoteServices & HasObjects;

/**
 * The payload of a create_index job. The row of the index has the rest, and is deleted when the job
 * fails.
 */
export interface IndexJobPayload {
  readonly indexId: string;
}
export const indexJobPayload = exactly({ indexId: text });

/** The create_index job. The last failed attempt deletes the index and all its objects. */
export async function createIndexJob(
  services: BuildServices,
  context: JobContext,
): Promise<JobOutcome> {
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

/** The job for the upkeep of an index after loads. No caller sees the job. */
export async function indexUpkeepJob(
  services: BuildServices,
  context: JobContext,
): Promise<JobOutcome> {
  const { job, signal, assertLease, report } = context;
  const { indexId } = job.payload as IndexJobPayload;
  await buildIndex(services, indexId, { signal, assertOwned: assertLease, report });
  return { status: 'succeeded', result: null };
}

/** The most versions of a table under constant loads to look at. The next job continues. */
const rounds = 5;

/**
 * Builds the segments that the present version of the index's table lacks, file by file. A later
 * attempt continues after the last built file. Returns the index as of then, or null for a deleted
 * index or table.
 */
export async function buildIndex(
  services: BuildServices,
  indexId: string,
  context: BuildContext,
): Promise<IndexRow | null> {
  const { db } = services.metadata;
  const progress: { rows: number; bytes: number; tokens?: number } = { rows: 0, bytes: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const row = await indexById(db, indexId);
    const table = row && (await tableOf(services, row));
    if (!row || !table) return null;
    const version = table.version;
    const definition = definitionOf(row);
    const refused = refusedTexts(await segmentsOf(db, row.definition_id));
    const files = version ? await selectFiles(services, version, undefined) : [];
    let refusal: QuernError | undefined;
    for (const selected of files) {
      context.signal.throwIfAborted();
      const keys = segmentKeysOf(definition, selected.file.key);
      const lacking = lackingTexts(refused, keys);
      if (lacking === 0) continue;
      const refusedBefore = lacking ?? 0;
      try {
        const made = await buildFile(services, row, table, selected, { ...context, refusedBefore });
        if (outputOf(definition) !== null) progress.tokens = (progress.tokens ?? 0) + made.tokens;
        refusal ??= made.refusal;
      } catch (error) {
        // Once an index is ready, a fault in one file does not delay the other files.
        const isOfFile = error instanceof QuernError && !error.retryable && row.status === 'ready';
        if (!isOfFile || context.signal.aborted) throw error;
        refusal ??= error;
        continue;
      }
      progress.rows += selected.file.rowCount;
      progress.bytes += selected.file.sizeBytes;
      await context.report(progress);
    }
    if (refusal) {
      await noteProblem(services, row, refusal, context);
      if (row.status === 'ready') throw refusal;
      break;
    }
    const keys = files.flatMap(({ file }) => segmentKeysOf(definition, file.key));
    await noteBuilt(services, row, { version: version?.id ?? null, keys }, context);
    const present = await tableOf(services, row);
    if (present?.version?.id === version?.id) break;
  }
  return indexById(db, indexId);
}

async function tableOf({ lakes }: HasLakes, row: IndexRow): Promise<LakeTable | null> {
  const found = (await lakes.read(row.lake_id))?.schemas.get(row.schema_name)?.get(row.table_name);
  return found?.id === row.table_id ? found : null;
}

async function noteBuilt(
  services: NoteServices,
  row: IndexRow,
  { version, keys }: Pick<BuiltVersion, 'version' | 'keys'>,
  { assertOwned, signal }: BuildContext,
): Promise<void> {
  await takingOver(services, row, signal, async (trx, takenOver) => {
    await assertOwned(trx);
    // Upkeep will look at a load from before.
    const isSame = takenOver !== null && takenOver.from === version;
    const built = isSame ? takenOver.to : version;
    await recordBuilt(trx, row, { version: built, keys, now: services.clock.now() });
  });
}

/** The message about an index with files that could not be built for the given reason. */
export function problemOf(definition: IndexDefinition, reason: string): string {
  const what = isEmbedded(definition)
    ? 'Some rows wait for their vectors'
    : 'Some files are not in the index yet';
  return `${what}: ${reason}`;
}

async function noteProblem(
  services: NoteServices,
  row: IndexRow,
  { message }: QuernError,
  { assertOwned, signal }: BuildContext,
): Promise<void> {
  const problem = problemOf(definitionOf(row), message);
  await takingOver(services, row, signal, async (trx) => {
    await assertOwned(trx);
    await recordProblem(trx, row, { problem, now: services.clock.now() });
  });
}

/** Builds, stores and records the segments of one file. */
async function buildFile(
  services: SegmentServices & HasObjects,
  row: IndexRow,
  table: LakeTable,
  selected: SelectedFile,
  { signal, assertOwned, refusedBefore }: BuildContext & { readonly refusedBefore: number },
): Promise<Pick<BuiltOfFile, 'tokens' | 'refusal'>> {
  const { metadata, objects, clock } = services;
  const { version } = table;
  if (version === null) throw new Error('a table without a version has no files');
  const subject = `table '${table.schema}.${table.name}'`;
  const place = { version, name: table.name, subject };
  const mayRefuse = mayBeRefused(row);
  const options = { signal, mayRefuse, refusedBefore };
  const { segments, ...made } = await buildOfFile(services, row, place, selected, options);
  const built = segments.flat();
  const isNamed = await metadata.transaction(async (trx) => {
    await assertOwned(trx);
    if (!(await nameBuilt(trx, built))) return false;
    // A query can now have another answer at the same version of its table.
    if (outputOf(definitionOf(row)) !== null) await noteFilled(trx, row, clock.now());
    return true;
  });
  if (!isNamed) await objects.delete(keysOf(built));
  return made;
}
