/**
 * The files of a table at its snapshot: data files, and the delete files of each
 * (iceberg.apache.org/spec/#manifests).
 */
import type { FileFetcher } from '../lake-files/fetch-files.ts';
import { type AvroRecord, readAvroFile } from './avro-file.ts';
import { canonicalPath, pathForm } from './canonical-path.ts';
import { countOf, listOf, oddAnswer, textOf } from './json-values.ts';
import { isUnpartitioned, partitionKey, specOf } from './partition-key.ts';
import { refused, type TableMetadata } from './table-metadata.ts';

export interface DataFile extends ContentFile {
  /** Files of (file_path, pos) of deleted rows; empty if the data file has a deletion vector. */
  readonly positionDeletes: readonly ContentFile[];
  readonly deletionVector: DeletionVector | null;
  /** Files of values whose rows are deleted. */
  readonly equalityDeletes: readonly EqualityDelete[];
}

export interface EqualityDelete extends ContentFile {
  readonly fieldIds: readonly number[];
}

/** The position of a data file's deletion vector in its file, with the number of deleted `rows`. */
export interface DeletionVector extends ContentFile {
  readonly offset: number;
  readonly vectorBytes: number;
}

export interface ContentFile {
  /** The path in the table's metadata, which position deletes repeat. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly rows: number;
  readonly specId: number;
  /** Keyed by the ids of partition fields. */
  readonly partition: AvroRecord;
  /** Sequence number: deletes apply to older data. */
  readonly sequence: number;
}

const maxListBytes = 16 * 2 ** 20;
const maxManifestBytes = 256 * 2 ** 20;
const maxFiles = 50_000;

/** Ids of the specification. */
const listField = { path: 500, specId: 502, content: 517, sequence: 515, keys: 519 };
const entryField = { status: 0, file: 2, sequence: 3 };
const fileField = {
  content: 134,
  path: 100,
  format: 101,
  partition: 102,
  rows: 103,
  size: 104,
  keys: 131,
  equalityIds: 135,
  referenced: 143,
  offset: 144,
  vectorBytes: 145,
  lower: 125,
  upper: 128,
};
/** Field ids of the bounds, which are maps by column id. */
const boundField = { lower: { key: 126, value: 127 }, upper: { key: 129, value: 130 } };
/** The path of a position, in files of positions. */
const pathColumn = 2_147_483_546;
const removed = 2;
const contents = ['data', 'position', 'equality'] as const;
/** A blob of more would be of a data file of milliards of rows. */
const maxVectorBytes = 64 * 2 ** 20;

type Entry = ContentFile & {
  readonly content: (typeof contents)[number];
  readonly fieldIds: readonly number[];
  /** The least and the greatest possible path of position deletes, if known. */
  readonly paths: PathRange | null;
  readonly vector: Pick<DeletionVector, 'offset' | 'vectorBytes'> | null;
};

interface PathRange {
  readonly lower: Buffer;
  readonly upper: Buffer;
}

/** Throws SourceErrors. */
export async function readDataFiles(
  table: TableMetadata,
  fetcher: Pick<FileFetcher, 'read'>,
): Promise<DataFile[]> {
  const { snapshot } = table;
  if (snapshot === null) return [];
  const manifests = readAvroFile(await fetcher.read(snapshot.manifestList, maxListBytes));
  const entries: Entry[] = [];
  for (const manifest of manifests) {
    assertClear(manifest.get(listField.keys));
    const path = textOf(manifest.get(listField.path), 'a manifest');
    const bytes = await fetcher.read(path, maxManifestBytes);
    // A loop instead of spread arguments: the stack limits the number of arguments.
    for (const entry of readManifest(manifest, readAvroFile(bytes))) entries.push(entry);
    if (entries.length > maxFiles) throw tooManyFiles();
  }
  for (const specId of new Set(entries.map((entry) => entry.specId))) specOf(table.specs, specId);
  return withDeletes(entries, table);
}

const tooManyFiles = () =>
  refused(
    `has more than ${maxFiles.toLocaleString('en')} files`,
    'compact it (rewrite_data_files)',
  );

function readManifest(manifest: AvroRecord, records: readonly AvroRecord[]): Entry[] {
  const inherited = {
    specId: countOf(manifest.get(listField.specId), 'a manifest'),
    sequence: countOf(manifest.get(listField.sequence) ?? 0, 'a manifest'),
  };
  return records
    .filter((record) => record.get(entryField.status) !== removed)
    .map((record) => readEntry(record, inherited));
}

function readEntry(
  record: AvroRecord,
  { specId, sequence }: { readonly specId: number; readonly sequence: number },
): Entry {
  const what = 'a manifest';
  const file = recordOf(record.get(entryField.file));
  const content = contents[countOf(file.get(fileField.content) ?? 0, what)];
  if (content === undefined) throw oddAnswer(what);
  assertClear(file.get(fileField.keys));
  const vector = vectorOf(file, content);
  return {
    content,
    vector,
    path: textOf(file.get(fileField.path), what),
    sizeBytes: countOf(file.get(fileField.size), what),
    rows: countOf(file.get(fileField.rows), what),
    specId,
    partition: recordOf(file.get(fileField.partition)),
    // A file added together with its manifest has the manifest's sequence number.
    sequence: countOf(record.get(entryField.sequence) ?? sequence, what),
    fieldIds: listOf(file.get(fileField.equalityIds), what).map(Number),
    paths: content === 'position' ? pathsOf(file) : null,
  };
}

/**
 * Bounds may be truncated: the lower bound is at most the least path, the upper bound at least the
 * greatest. All paths between two bounds of one form have this form, and paths between bounds of
 * different forms may have any.
 */
function pathsOf(file: AvroRecord): PathRange | null {
  const referenced = file.get(fileField.referenced);
  if (typeof referenced === 'string') {
    const path = Buffer.from(canonicalPath(referenced));
    return { lower: path, upper: path };
  }
  const lower = pathBound(file.get(fileField.lower), boundField.lower);
  const upper = pathBound(file.get(fileField.upper), boundField.upper);
  if (!lower || !upper) return null;
  const [least, greatest] = [lower, upper].map((bound) => bound.toString('latin1'));
  if (pathForm(least ?? '') !== pathForm(greatest ?? '')) return null;
  return { lower: canonicalBound(lower), upper: canonicalBound(upper) };
}

/** A truncated bound may end within a character. */
const canonicalBound = (bound: Buffer) =>
  Buffer.from(canonicalPath(bound.toString('latin1')), 'latin1');

function pathBound(
  bounds: unknown,
  { key, value }: { readonly key: number; readonly value: number },
): Buffer | null {
  for (const one of listOf(bounds, 'a manifest')) {
    const bound = recordOf(one);
    const bytes = bound.get(value);
    if (bound.get(key) === pathColumn && Buffer.isBuffer(bytes)) return bytes;
  }
  return null;
}

function mayBeOf({ paths }: Entry, path: string): boolean {
  if (paths === null) return true;
  const bytes = Buffer.from(canonicalPath(path));
  return paths.lower.compare(bytes) <= 0 && paths.upper.compare(bytes) >= 0;
}

function recordOf(value: unknown): AvroRecord {
  if (value instanceof Map) return value;
  throw oddAnswer('a manifest');
}

function assertClear(keys: unknown): void {
  if (keys !== null && keys !== undefined)
    throw refused('has encrypted files', 'copy it into one that is not encrypted');
}

/** iceberg.apache.org/spec/#deletion-vectors; null for every other file, which is Parquet. */
function vectorOf(file: AvroRecord, content: Entry['content']): Entry['vector'] {
  const what = 'a manifest';
  const format = textOf(file.get(fileField.format), what);
  if (format.toLowerCase() === 'parquet') return null;
  if (format.toLowerCase() === 'puffin' && content === 'position') {
    const offset = countOf(file.get(fileField.offset), what);
    const vectorBytes = countOf(file.get(fileField.vectorBytes), what);
    const ends = countOf(file.get(fileField.size), what);
    const isPlaced = typeof file.get(fileField.referenced) === 'string';
    if (!isPlaced || offset + vectorBytes > ends || vectorBytes > maxVectorBytes)
      throw oddAnswer(what);
    return { offset, vectorBytes };
  }
  throw refused(
    `has files of the form '${format.slice(0, 20)}'`,
    'set write.format.default to parquet and rewrite them',
  );
}

/** Assigns delete files to data files: iceberg.apache.org/spec/#scan-planning. */
function withDeletes(entries: readonly Entry[], table: TableMetadata): DataFile[] {
  if (entries.every(({ content }) => content === 'data'))
    return entries.map((file) => {
      return { ...file, positionDeletes: [], deletionVector: null, equalityDeletes: [] };
    });
  const isGlobal = ({ content, specId }: Entry) =>
    content === 'equality' && isUnpartitioned(table.specs, specId);
  const global = entries.filter(isGlobal);
  const byPartition = new Map<string, Entry[]>();
  // Most position delete files are for one data file, and a partition may have thousands of both.
  const byPath = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.content === 'data' || isGlobal(entry)) continue;
    const { paths } = entry;
    if (paths?.lower.equals(paths.upper)) addTo(byPath, paths.lower.toString(), entry);
    else addTo(byPartition, partitionKey(entry, table), entry);
  }
  return entries
    .filter(({ content }) => content === 'data')
    .map((file) => {
      const near = byPartition.get(partitionKey(file, table)) ?? [];
      const positions = [...near, ...(byPath.get(canonicalPath(file.path)) ?? [])].filter(
        (one) =>
          one.content === 'position' && one.sequence >= file.sequence && mayBeOf(one, file.path),
      );
      const deletionVector = onlyVector(positions);
      return {
        ...file,
        // The vector was added later and contains all of their positions.
        positionDeletes: deletionVector ? [] : positions,
        deletionVector,
        equalityDeletes: [...near, ...global].filter(
          ({ content, sequence }) => content === 'equality' && sequence > file.sequence,
        ),
      };
    });
}

function onlyVector(positions: readonly Entry[]): DeletionVector | null {
  const [found, ...others] = positions.flatMap((one) =>
    one.vector ? [{ ...one, ...one.vector }] : [],
  );
  if (others.length > 0) throw oddAnswer('two deletion vectors of one file');
  return found ?? null;
}

function addTo(entries: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = entries.get(key);
  if (known) known.push(entry);
  else entries.set(key, [entry]);
}
