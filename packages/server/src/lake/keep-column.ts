import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { LoadedContent } from './commit-load.ts';
import { keepAll } from './delete-rows.ts';
import type { FileVectors, LakeFile, Manifest, TableVersion } from './model.ts';

/**
 * A version with an additional column. Its values are in separate files, which `valuesOf` finds by
 * the key of a data file; rows without a value are null. Data files and everything built from them
 * stay unchanged.
 */
export function withColumnBeside(
  version: TableVersion,
  manifests: readonly Manifest[],
  column: LakeColumn,
  valuesOf: (fileKey: string) => Omit<FileVectors, 'column'> | undefined,
): LoadedContent {
  const rewritten = new Map<string, readonly Manifest[]>();
  for (const [index, { columns, files }] of manifests.entries()) {
    if (!files.some(({ key }) => valuesOf(key))) continue;
    const changed = files.map((file): LakeFile => {
      const found = valuesOf(file.key);
      if (found === undefined) return file;
      return { ...file, vectors: [...(file.vectors ?? []), { column: column.id, ...found }] };
    });
    rewritten.set(version.manifestIds[index] ?? '', [{ columns, files: changed }]);
  }
  const columns = [...version.columns, column];
  return { columns, files: [], ...keepAll(version), rewritten };
}

/** A version without the column; the data files still contain the column. */
export function withoutColumn(version: TableVersion, id: number): LoadedContent {
  const columns = version.columns.filter((column) => column.id !== id);
  return { columns, files: [], ...keepAll(version) };
}
