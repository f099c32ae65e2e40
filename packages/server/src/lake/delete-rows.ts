import type { LoadedContent } from './commit-load.ts';
import {
  type FileDeletes,
  type LakeFile,
  liveRowCount,
  type Manifest,
  type TableVersion,
} from './model.ts';

/** The remaining content of a version, for the commit of the next version. */
export type KeptContent = Pick<
  LoadedContent,
  'keptManifestIds' | 'rewritten' | 'keptRows' | 'keptBytes' | 'keptFiles'
>;

export const nothingKept: KeptContent = {
  keptManifestIds: [],
  keptRows: 0,
  keptBytes: 0,
  keptFiles: 0,
};

export function keepAll({
  manifestIds,
  rowCount,
  sizeBytes,
  fileCount,
}: TableVersion): KeptContent {
  return {
    keptManifestIds: manifestIds,
    keptRows: rowCount,
    keptBytes: sizeBytes,
    keptFiles: fileCount,
  };
}

/**
 * A version without the rows in `deletes`, which lists by file key all deleted rows of a file,
 * earlier deletions included. A file without remaining rows is dropped. Manifests without a file in
 * `deletes` stay unchanged.
 */
export function withoutRows(
  version: TableVersion,
  manifests: readonly Manifest[],
  deletes: ReadonlyMap<string, FileDeletes>,
): KeptContent {
  const rewritten = new Map<string, readonly Manifest[]>();
  let { rowCount, sizeBytes, fileCount } = version;
  for (const [index, manifest] of manifests.entries()) {
    if (!manifest.files.some((file) => deletes.has(file.key))) continue;
    const files: LakeFile[] = [];
    for (const file of manifest.files) {
      const changed = withDeletes(file, deletes.get(file.key));
      rowCount -= liveRowCount(file) - liveRowCount(changed);
      if (liveRowCount(changed) > 0) files.push(changed);
      else {
        sizeBytes -= file.sizeBytes;
        fileCount -= 1;
      }
    }
    const left = files.length === 0 ? [] : [{ columns: manifest.columns, files }];
    rewritten.set(version.manifestIds[index] ?? '', left);
  }
  return {
    keptManifestIds: version.manifestIds,
    rewritten,
    keptRows: rowCount,
    keptBytes: sizeBytes,
    keptFiles: fileCount,
  };
}

function withDeletes(file: LakeFile, deletes: FileDeletes | undefined): LakeFile {
  return deletes === undefined ? file : { ...file, deletes };
}
