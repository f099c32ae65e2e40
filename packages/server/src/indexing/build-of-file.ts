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

/** What a file is of. */
export interface BuiltPlace {
  readonly version: TableVersion;
  readonly name: string;
  /** As messages call the table. */
  readonly subject: string;
}

/** Stored, and named by nobody yet. */
export interface BuiltOfFile {
  /** The parts of each; those of one are inserted together. */
  readonly segments: readonly (readonly SegmentRow[])[];
  /** Rows that a vector was made for; 0 where the index is not of texts. */
  readonly embeddedRows: number;
  /** Rows whose texts were refused, and what was said of the first of these. */
  readonly waitingRows: number;
  readonly refusal: QuernError | undefined;
  /** That the provider counted for them. */
  readonly tokens: number;
}

/** Makes known what was embedded before; false where that has been done. */
export type Recall = (provider: IndexProvider) => Promise<boolean>;

export interface BuildOptions {
  readonly signal: AbortSignal;
  /** What else may know vectors of the texts of an index on texts (`recallVectors`). */
  readonly recall?: Recall | undefined;
  /**
   * How many of its texts a provider may refuse, which wait for their vectors then; absent: none.
   */
  readonly mayRefuse?: number;
  /** Texts that were refused when it was built before: with as many again, it is as it was. */
  readonly refusedBefore?: number;
  /** `small` takes the worker that is left to searches, too; `large` where absent. */
  readonly size?: 'small' | 'large';
}

/** Whether something was built of one of the data files. */
export const isOfFiles = ({ file_key: key }: SegmentRow, keys: ReadonlySet<string>) =>
  keys.has(key) || keys.has(key.slice(0, -vectorsMark.length));

export const keysOf = (parts: readonly SegmentRow[]) => parts.map((part) => part.object_key);

/** `file_key` of all that an index builds of a data file. */
export function segmentKeysOf(definition: IndexDefinition, fileKey: string): string[] {
  return outputOf(definition) === null ? [fileKey] : [fileKey, vectorsKeyOf(fileKey)];
}

/** How a search worker runs a part of the build of an index. */
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

/** Has a search worker build what the index needs of a file, and stores it. */
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
  // Before the texts are read for it.
  const provider = await readIndexProvider(services, row);
  const texts = await search.run('readTexts', request, options);
  const left = [texts.textsPath, texts.idsPath];
  // Where more are refused than are looked for at a time, each attempt looks elsewhere.
  const skipped = Math.floor(Math.random() * refusedBefore);
  const refusals = mayRefuse > 0 ? new Refusals(mayRefuse, skipped) : undefined;
  try {
    const { tokens, ...embedded } = await embedFile(services, row, provider, texts, {
      ...{ ...options, recall, refusals },
    });
    left.push(embedded.vectorsPath);
    const refusal = refusals?.first;
    const refusedTexts = embedded.refused.length;
    // Nothing that a file could be built of, or nothing else than was before.
    const isNothing = refusedTexts === texts.textCount || refusedTexts === refusedBefore;
    if (refusal && isNothing) throw refusal;
    // Of the data file nothing more is read: it may be fetched, and gone from the cache again.
    const { rowCount } = selected.file;
    const built = await search.run('buildSegment', { definition, embedded, rowCount }, options);
    const { waitingRows = 0 } = built;
    const embeddedRows = texts.rowCount - waitingRows;
    return { built: [built], embeddedRows, waitingRows, refusal, refusedTexts, tokens };
  } finally {
    await files.discard(left);
  }
}
