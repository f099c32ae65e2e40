import type { HasSettings } from '../config/settings.ts';
import type { Asked } from '../engine/engine.ts';
import type { QuernError } from '../kernel/errors.ts';
import type { TableVersion } from '../lake/model.ts';
import type { IndexRow, SegmentRow } from '../metadata/index-store.ts';
import { vectorsKeyOf, vectorsMark } from '../metadata/segment-keys.ts';
import { indexFileKey } from '../objects/keys.ts';
import { type SelectedFile, withBesideOf } from '../reading/select-files.ts';
import { tableToRead } from '../reading/table-to-read.ts';
import type { BuiltSegment as LocalSegment } from '../search/built-segment.ts';
import type { IndexDefinition } from '../search/index-definition.ts';
import { embedFile, type IndexProvider, readIndexProvider } from './embed-file.ts';
import { Refusals } from './embed-texts.ts';
import { outputOf } from './generated-column.ts';
import type { SegmentServices } from './index-services.ts';
import { isEmbedded } from './index-target.ts';
import { definitionOf } from './stored-definition.ts';

type BuiltSegment = Asked<LocalSegment>;

/** The table of a file to build. */
export interface BuiltPlace {
  readonly version: TableVersion;
  readonly name: string;
  /** The name of the table in messages. */
  readonly subject: string;
}

/** The stored segments of a file, not yet recorded in the metadata. */
export interface BuiltOfFile {
  /** Segments with their parts. The parts of one segment are inserted together. */
  readonly segments: readonly (readonly SegmentRow[])[];
  /** The number of rows with a new vector; 0 for an index that is not on texts. */
  readonly embeddedRows: number;
  /** The number of rows with refused texts, and the first refusal. */
  readonly waitingRows: number;
  readonly refusal: QuernError | undefined;
  /** The provider's token count for the vectors. */
  readonly tokens: number;
}

/** Restores earlier vectors into the cache. Returns false after an earlier restoration. */
export type Recall = (provider: IndexProvider) => Promise<boolean>;

export interface BuildOptions {
  readonly signal: AbortSignal;
  /** Another source of vectors for an index on texts (`recallVectors`). */
  readonly recall?: Recall | undefined;
  /**
   * The most texts that a provider may refuse. Rows with refused texts wait for their vectors.
   * Absent: a refusal fails the build.
   */
  readonly mayRefuse?: number;
  /** Refused texts in the previous build. The same number again means no progress. */
  readonly refusedBefore?: number;
  /** `small` may also use the worker reserved for searches. Absent: `large`. */
  readonly size?: 'small' | 'large';
}

/** True for a segment of one of the data files. */
export const isOfFiles = ({ file_key: key }: SegmentRow, keys: ReadonlySet<string>) =>
  keys.has(key) || keys.has(key.slice(0, -vectorsMark.length));

export const keysOf = (parts: readonly SegmentRow[]) => parts.map((part) => part.object_key);

/** The `file_key` of each segment that an index builds for a data file. */
export function segmentKeysOf(definition: IndexDefinition, fileKey: string): string[] {
  return outputOf(definition) === null ? [fileKey] : [fileKey, vectorsKeyOf(fileKey)];
}

/** The options of a search worker's task that builds part of an index. */
export const buildRun = (
  { loadTimeoutS }: HasSettings['settings'],
  { signal, size = 'large' }: Pick<BuildOptions, 'signal' | 'size'>,
) =>
  ({
    workspaceId: 'indexes',
    signal,
    deadlineMs: loadTimeoutS * 1000,
    size,
    waitsForTurn: true,
    subject: 'build of an index',
  }) as const;

/** Builds the index's segments for a file in a search worker, and stores the segments. */
export async function buildOfFile(
  services: SegmentServices,
  row: IndexRow,
  place: BuiltPlace,
  selected: SelectedFile,
  options: BuildOptions,
): Promise<BuiltOfFile> {
  const { files, clock } = services;
  const { built, refusedTexts, ...counts } = await runBuild(
    services,
    row,
    place,
    selected,
    options,
  );
  const { key: fileKey } = selected.file;
  const hasOutput = outputOf(definitionOf(row)) !== null;
  const kind = row.index_type === 'sorted' ? 'parquet' : 'segment';
  const vectors = built.flatMap((segment) => segment.vectors ?? []);
  const stored = [
    toParts(built, { of: fileKey, key: () => indexFileKey(row.lake_id, kind) }),
    toParts(hasOutput ? vectors : [], {
      of: vectorsKeyOf(fileKey),
      key: () => indexFileKey(row.lake_id, 'parquet'),
    }),
  ];
  await files.publishAll(stored.flat().map(({ segment, key }) => ({ key, file: segment.path })));
  const segments = stored.map((parts) =>
    parts.map(({ segment, key, of, part }) => ({
      definition_id: row.definition_id,
      file_key: of,
      part,
      object_key: key,
      size_bytes: segment.sizeBytes,
      sha256: segment.sha256,
      row_count: segment.rowCount ?? null,
      bounds: segment.bounds === undefined ? null : JSON.stringify(segment.bounds),
      refused_texts: refusedTexts === 0 ? null : refusedTexts,
      created_at: clock.now(),
    })),
  );
  return { segments, ...counts };
}

const toParts = (
  built: readonly BuiltSegment[],
  { of, key }: { readonly of: string; readonly key: () => string },
) => built.map((segment, part) => ({ segment, part, of, key: key() }));

interface RunBuild extends Omit<BuiltOfFile, 'segments'> {
  readonly built: readonly BuiltSegment[];
  readonly refusedTexts: number;
}

const nothingEmbedded = {
  ...{ embeddedRows: 0, waitingRows: 0, refusedTexts: 0, tokens: 0 },
  refusal: undefined,
};

async function runBuild(
  services: SegmentServices,
  row: IndexRow,
  { version, name, subject }: BuiltPlace,
  selected: SelectedFile,
  { signal, size, recall, mayRefuse = 0, refusedBefore = 0 }: BuildOptions,
): Promise<RunBuild> {
  const { search, settings, files } = services;
  const definition = definitionOf(row);
  const request = async () => {
    const read = withBesideOf([selected], new Set(definition.columns.map(({ id }) => id)));
    const table = tableToRead(name, { version, files: read }, subject);
    const [file] = table.files;
    if (file === undefined) throw new Error('the file is selected');
    return { definition, columns: table.columns, file };
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
  const options = buildRun(settings, { signal, ...(size && { size }) });
  const plain = (built: readonly BuiltSegment[]) => ({ ...nothingEmbedded, built });
  if (definition.indexType === 'sorted')
    return plain(await search.run('sortFile', sorting, options));
  if (!isEmbedded(definition)) return plain([await search.run('buildSegment', request, options)]);
  // The provider is read before the texts.
  const provider = await readIndexProvider(services, row);
  const texts = await search.run('readTexts', request, options);
  const left = [texts.textsPath, texts.idsPath];
  // Each attempt searches elsewhere when more texts are refused than one attempt can locate.
  const skipped = Math.floor(Math.random() * refusedBefore);
  const refusals = mayRefuse > 0 ? new Refusals(mayRefuse, skipped) : undefined;
  try {
    const { tokens, ...embedded } = await embedFile(services, row, provider, texts, {
      ...{ ...options, recall, refusals },
    });
    left.push(embedded.vectorsPath);
    const refusal = refusals?.first;
    const refusedTexts = embedded.refused.length;
    // No text has a vector, or no more texts than before.
    const isNothing = refusedTexts === texts.textCount || refusedTexts === refusedBefore;
    if (refusal && isNothing) throw refusal;
    // The data file is not read again: the cache may evict the file now.
    const { rowCount } = selected.file;
    const built = await search.run('buildSegment', { definition, embedded, rowCount }, options);
    const { waitingRows = 0 } = built;
    const embeddedRows = texts.rowCount - waitingRows;
    return { built: [built], embeddedRows, waitingRows, refusal, refusedTexts, tokens };
  } finally {
    await files.discard(left);
  }
}
