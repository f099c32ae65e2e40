import { QuernError } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import { type LakeFile, liveRowCount, type TableVersion } from '../lake/model.ts';
import {
  type IndexRow,
  indexesOfLake,
  insertSegments,
  type SegmentRow,
} from '../metadata/index-store.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { type BuildOptions, type BuiltOfFile, buildOfFile, keysOf } from './build-of-file.ts';
import { embeddingOf, outputOf } from './generated-column.ts';
import type { SegmentServices } from './index-services.ts';
import { hasNoProvider } from './index-target.ts';
import { definitionOf } from './stored-definition.ts';

/** Files in the object store before any version names the files. */
export interface NewFiles {
  readonly lakeId: string;
  readonly tableId: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: TableVersion['columns'];
  readonly files: readonly LakeFile[];
}

/**
 * Vectors of new files, in the object store. `nameEmbedded` records the vectors together with the
 * files.
 */
export interface EmbeddedFiles {
  readonly segments: BuiltOfFile['segments'];
  readonly embeddedRows: number;
  /** The number of rows for a later job to fill. */
  readonly waitingRows: number;
}

/** The longest wait of a load for a provider, where a job may wait instead. */
const patienceMs = 30_000;

/** The table's indexes on texts that every load updates. */
export async function textIndexes(
  { metadata }: HasMetadata,
  { lakeId, tableId, columns }: Pick<NewFiles, 'lakeId' | 'tableId' | 'columns'>,
): Promise<readonly IndexRow[]> {
  const rows = await indexesOfLake(metadata.db, lakeId);
  return rows.filter((row) => {
    if (row.table_id !== tableId || row.status !== 'ready' || row.index_type !== 'vector')
      return false;
    const definition = definitionOf(row);
    // Another column may have taken the name of the indexed column.
    const isThere = columns.some(({ id }) => id === definition.columns[0]?.id);
    return outputOf(definition) !== null && isThere;
  });
}

/**
 * Embeds the texts of new files for the table's indexes before the files become visible. On a
 * failure, the index's options decide. Either the function throws and leaves nothing behind, or the
 * rows wait for the index's upkeep. Rows never wait for a changed or deleted provider. Null for a
 * table without such indexes.
 */
export async function embedLoaded(
  services: SegmentServices & HasObjects,
  loaded: NewFiles,
  signal: AbortSignal,
  { mayWait, mayRefuse, refusal, recallFor }: EmbedLoadedOptions = ofLoads,
): Promise<EmbeddedFiles | null> {
  const indexes = await textIndexes(services, loaded);
  if (indexes.length === 0) return null;
  const segments: (readonly SegmentRow[])[] = [];
  const sums = { embeddedRows: 0, waitingRows: 0 };
  const endsAt = AbortSignal.timeout(patienceMs);
  try {
    for (const index of indexes) {
      const isPatient = mayWait(index);
      const until = isPatient ? AbortSignal.any([signal, endsAt]) : signal;
      const options = { signal: until, recall: recallFor?.(index), mayRefuse: mayRefuse(index) };
      for (const [place, file] of loaded.files.entries()) {
        try {
          const built = await embedNew(services, loaded, index, file, options);
          segments.push(...built.segments);
          sums.embeddedRows += built.embeddedRows;
          sums.waitingRows += built.waitingRows;
        } catch (error) {
          signal.throwIfAborted();
          if (!mayWait(index, error)) throw refused(refusal, index, error);
          services.log.warn({ err: error, index: index.id }, 'rows of a load wait for vectors');
          const left = loaded.files.slice(place);
          sums.waitingRows += left.reduce((sum, one) => sum + liveRowCount(one), 0);
          break;
        }
      }
    }
  } catch (error) {
    await services.objects.delete(segments.flatMap(keysOf));
    throw error;
  }
  return { segments, ...sums };
}

export interface EmbedLoadedOptions {
  /** True where rows may wait for vectors of the index after the error. */
  readonly mayWait: (index: IndexRow, error?: unknown) => boolean;
  /** The most refused texts of a file to locate at a time; 0: one refusal fails all texts. */
  readonly mayRefuse: (index: IndexRow) => number;
  /** The outcome for the files in the error message, where rows may not wait. */
  readonly refusal: string;
  /** Another source of vectors for an index. */
  readonly recallFor?: (index: IndexRow) => BuildOptions['recall'];
}

/**
 * The most refused texts of one file to locate. Texts sent together with further refused texts wait
 * too.
 */
const maxRefused = 256;

/** The limit for an index that lets rows wait. */
export const mayBeRefused = (index: IndexRow) => (waits(index) ? maxRefused : 0);

const waits = (index: IndexRow) => embeddingOf(definitionOf(index))?.onFailure !== 'fail';

const ofLoads: EmbedLoadedOptions = {
  // Rows would wait for a changed or deleted provider for ever.
  mayWait: (index, error) => waits(index) && !hasNoProvider(error),
  mayRefuse: mayBeRefused,
  refusal: 'Nothing was loaded',
};

/**
 * The index takes vectors of 10,000 rows within some tenths of a second (200,000 of 384 numbers: 6
 * s). A load of few rows does not wait for the build of another index.
 */
const fewRows = 10_000;

function embedNew(
  services: SegmentServices,
  { columns, schema, table }: NewFiles,
  index: IndexRow,
  file: LakeFile,
  options: BuildOptions,
) {
  const size = file.rowCount <= fewRows ? 'small' : 'large';
  const version: TableVersion = {
    id: '',
    columns,
    manifestIds: [],
    rowCount: file.rowCount,
    sizeBytes: file.sizeBytes,
    fileCount: 1,
  };
  const place = { version, name: table, subject: `table '${schema}.${table}'` };
  return buildOfFile(services, index, place, { file, written: null }, { ...options, size });
}

function refused(refusal: string, index: IndexRow, error: unknown): unknown {
  if (!(error instanceof QuernError)) return error;
  const { code, message, retryable, retryAfterS } = error;
  return new QuernError(
    code,
    `${refusal}: index ${printable(index.name)} could not embed its texts. ${message}`,
    { cause: error, retryable, ...(retryAfterS !== undefined && { retryAfterS }) },
  );
}

/** The caller runs the function in the transaction that names the files, or some of the files. */
export async function nameEmbedded(
  trx: MetadataTransaction,
  { segments }: Pick<EmbeddedFiles, 'segments'>,
): Promise<void> {
  for (const parts of segments) await insertSegments(trx, parts);
}
