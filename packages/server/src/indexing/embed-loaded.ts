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

/** Files in the object store that no version names yet. */
export interface NewFiles {
  readonly lakeId: string;
  readonly tableId: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: TableVersion['columns'];
  readonly files: readonly LakeFile[];
}

/** Vectors of new files, in the object store; named by `nameEmbedded` with the files. */
export interface EmbeddedFiles {
  readonly segments: BuiltOfFile['segments'];
  readonly embeddedRows: number;
  /** Rows that job is to fill. */
  readonly waitingRows: number;
}

/** A load does not wait longer than this for a provider that may be waited for by a job. */
const patienceMs = 30_000;

/** The indexes on texts that are kept with a table's loads. */
export async function textIndexes(
  { metadata }: HasMetadata,
  { lakeId, tableId, columns }: Pick<NewFiles, 'lakeId' | 'tableId' | 'columns'>,
): Promise<readonly IndexRow[]> {
  const rows = await indexesOfLake(metadata.db, lakeId);
  return rows.filter((row) => {
    if (row.table_id !== tableId || row.status !== 'ready' || row.index_type !== 'vector')
      return false;
    const definition = definitionOf(row);
    // A column of the same name may have taken the place of the indexed one.
    const isThere = columns.some(({ id }) => id === definition.columns[0]?.id);
    return outputOf(definition) !== null && isThere;
  });
}

/**
 * Has the texts of new files embedded for the table's indexes before anybody sees the files. Where
 * that fails, an index says what becomes of it: this throws, with nothing left behind, or the rows
 * wait for the index's upkeep, but not for a provider that has changed or is gone. Null where the
 * table has no such index.
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
  /** Whether rows may wait for vectors of the index, where they failed for this reason. */
  readonly mayWait: (index: IndexRow, error?: unknown) => boolean;
  /** How many texts of a file are found to be refused at a time; 0: one refuses all. */
  readonly mayRefuse: (index: IndexRow) => number;
  /** What became of the files where they may not. */
  readonly refusal: string;
  /** What else may know vectors of the index. */
  readonly recallFor?: (index: IndexRow) => BuildOptions['recall'];
}

/** Texts of one file that are found to be refused at a time; what is sent with more waits too. */
const maxRefused = 256;

/** The same where an index lets rows wait. */
export const mayBeRefused = (index: IndexRow) => (waits(index) ? maxRefused : 0);

const waits = (index: IndexRow) => embeddingOf(definitionOf(index))?.onFailure !== 'fail';

const ofLoads: EmbedLoadedOptions = {
  // For a provider that has changed or is gone they would wait for ever.
  mayWait: (index, error) => waits(index) && !hasNoProvider(error),
  mayRefuse: mayBeRefused,
  refusal: 'Nothing was loaded',
};

/**
 * Vectors of so many rows are put into an index within some tenths of a second (200,000 of 384
 * numbers: 6 s): a load of them does not wait for the build of another index to end.
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

/** To be called in the transaction that names the files, or some of them. */
export async function nameEmbedded(
  trx: MetadataTransaction,
  { segments }: Pick<EmbeddedFiles, 'segments'>,
): Promise<void> {
  for (const parts of segments) await insertSegments(trx, parts);
}
