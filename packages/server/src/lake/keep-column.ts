import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { LoadedContent } from './commit-load.ts';
import { keepAll } from './delete-rows.ts';
import type { FileVectors, LakeFile, Manifest, TableVersion } from './model.ts';

/**
 * A version that has a column more, whose values stand beside its files: what `valuesOf` finds by
 * the key of a file, and null where that is nothing. The files stay what they are, and with them
 * all that was built of them.
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

/** A version that has a column less; its files have it still. */
export function withoutColumn(version: TableVersion, id: number): LoadedContent {
  const columns = version.columns.filter((column) => column.id !== id);
  return { columns, files: [], ...keepAll(version) };
}
