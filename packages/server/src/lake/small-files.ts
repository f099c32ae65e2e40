import { isSmallFileKey } from '../objects/keys.ts';
import type { KeptContent } from './delete-rows.ts';
import { type LakeFile, liveRowCount, type Manifest, type TableVersion } from './model.ts';
import type { PlacedFile } from './plan-compaction.ts';

/** A file of at most so many rows and bytes is kept in the metadata. */
const smallRows = 256;
const smallBytes = 32 * 1024;
/** A writer puts files together up to so many rows and bytes. Compaction does the rest. */
const mergedRows = 16_384;
const mergedBytes = 512 * 1024;
/** A file in the object store is written anew only with at least half as many rows behind it. */
const growth = 2;

/** Rows of an append that are counted with, where its bytes may hold as many. */
const mostExpected = 64;
const leastRowBytes = 4;

export const isSmallFile = ({
  rowCount,
  sizeBytes,
}: Pick<LakeFile, 'rowCount' | 'sizeBytes'>): boolean =>
  rowCount <= smallRows && sizeBytes <= smallBytes;

/** A manifest of a version with its id. */
export interface NamedManifest {
  readonly id: string;
  readonly manifest: Manifest;
}

/** The files at the end of a version that an append of few rows writes anew with its own rows. */
export interface Tail {
  /** In row order. */
  readonly files: readonly PlacedFile[];
  /** Rows that are not deleted. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  /** The version without the files. */
  readonly kept: KeptContent;
}

/**
 * The tail for an append of about `incomingBytes`: the small files at the end. A tail that is full
 * goes into the object store with this append, and takes along those files before it that are not
 * much larger, so that n rows are in about log n files and each was written about log n times.
 * `last` are the version's last manifests, in order. Null where nothing is put together. Pure.
 */
export function tailOf(
  version: TableVersion,
  last: readonly NamedManifest[],
  incomingBytes: number,
): Tail | null {
  const placed = last.flatMap(({ manifest }) => manifest.files.map((file) => ({ file, manifest })));
  const files: PlacedFile[] = [];
  const fullRows = smallRows - Math.min(mostExpected, Math.ceil(incomingBytes / leastRowBytes));
  let [rowCount, sizeBytes] = [0, 0];
  for (const one of placed.reverse()) {
    const { file } = one;
    const isFull = rowCount >= fullRows || sizeBytes + incomingBytes > smallBytes;
    const isTaken = isSmallFileKey(file.key) || (isFull && file.rowCount <= growth * rowCount);
    rowCount += liveRowCount(file);
    sizeBytes += file.sizeBytes;
    if (!isTaken || file.vectors || rowCount > mergedRows || sizeBytes > mergedBytes) break;
    files.unshift(one);
  }
  if (files.length === 0) return null;
  const sum = (of: (file: LakeFile) => number) =>
    files.reduce((total, { file }) => total + of(file), 0);
  return {
    files,
    rowCount: sum(liveRowCount),
    sizeBytes: sum((file) => file.sizeBytes),
    kept: without(version, last, files),
  };
}

function without(
  version: TableVersion,
  last: readonly NamedManifest[],
  files: readonly PlacedFile[],
): KeptContent {
  const gone = new Set(files.map(({ file }) => file));
  const rewritten = new Map<string, readonly Manifest[]>();
  const dropped = new Set<string>();
  for (const { id, manifest } of last) {
    const left = manifest.files.filter((file) => !gone.has(file));
    if (left.length === 0) dropped.add(id);
    else if (left.length < manifest.files.length)
      rewritten.set(id, [{ columns: manifest.columns, files: left }]);
  }
  const sum = (of: (file: LakeFile) => number) =>
    files.reduce((total, { file }) => total + of(file), 0);
  return {
    keptManifestIds: version.manifestIds.filter((id) => !dropped.has(id)),
    ...(rewritten.size > 0 && { rewritten }),
    keptRows: version.rowCount - sum(liveRowCount),
    keptBytes: version.sizeBytes - sum((file) => file.sizeBytes),
    keptFiles: version.fileCount - files.length,
  };
}
