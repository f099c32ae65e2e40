import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { KeptContent } from './delete-rows.ts';
import { filesPerManifest } from './fold-manifests.ts';
import { type LakeFile, liveRowCount, type Manifest, type TableVersion } from './model.ts';

/** Rewritten files. */
export interface ReplacedFiles {
  /** Files in row order, with the deletes at the time of reading. */
  readonly before: readonly LakeFile[];
  readonly after: readonly LakeFile[];
}

/**
 * A version with new files in the position of the first file of each replaced group. A group that
 * changed since its reading (rows or files were deleted) stays unchanged; `replaced` lists the
 * groups found in the version. Manifests without any of the files stay too.
 */
export function replaceFiles(
  version: TableVersion,
  manifests: readonly Manifest[],
  columns: readonly LakeColumn[],
  candidates: readonly ReplacedFiles[],
): { readonly kept: KeptContent; readonly replaced: readonly ReplacedFiles[] } {
  const present = new Map(manifests.flatMap(({ files }) => files.map((file) => [file.key, file])));
  const replaced = candidates.filter(({ before }) =>
    before.every((file) => isSame(file, present.get(file.key))),
  );
  const comesInstead = new Map<string, readonly LakeFile[]>();
  for (const { before, after } of replaced) {
    for (const [index, { key }] of before.entries())
      comesInstead.set(key, index === 0 ? after : []);
  }
  const rewritten = new Map<string, readonly Manifest[]>();
  for (const [index, manifest] of manifests.entries()) {
    if (!manifest.files.some(({ key }) => comesInstead.has(key))) continue;
    rewritten.set(version.manifestIds[index] ?? '', rewrite(manifest, columns, comesInstead));
  }
  const gone = replaced.flatMap(({ before }) => before);
  const added = replaced.flatMap(({ after }) => after);
  const change = (of: (file: LakeFile) => number) => sum(added, of) - sum(gone, of);
  const kept = {
    keptManifestIds: version.manifestIds,
    rewritten,
    keptRows: version.rowCount + change(liveRowCount),
    keptBytes: version.sizeBytes + change(({ sizeBytes }) => sizeBytes),
    keptFiles: version.fileCount + change(() => 1),
  };
  return { kept, replaced };
}

function isSame(file: LakeFile, other: LakeFile | undefined): boolean {
  return (
    other !== undefined &&
    other.deletes?.key === file.deletes?.key &&
    other.deletes?.part === file.deletes?.part &&
    other.vectors?.length === file.vectors?.length
  );
}

/**
 * New files may have other columns than their neighbours. The manifest is then split into several.
 */
function rewrite(
  manifest: Manifest,
  columns: readonly LakeColumn[],
  comesInstead: ReadonlyMap<string, readonly LakeFile[]>,
): Manifest[] {
  const [old, present] = [JSON.stringify(manifest.columns), JSON.stringify(columns)];
  const rewritten: { columns: readonly LakeColumn[]; files: LakeFile[]; text: string }[] = [];
  for (const file of manifest.files) {
    const instead = comesInstead.get(file.key);
    if (instead?.length === 0) continue;
    const text = instead ? present : old;
    let last = rewritten.at(-1);
    if (last?.text !== text || last.files.length >= filesPerManifest) {
      last = { columns: instead ? columns : manifest.columns, files: [], text };
      rewritten.push(last);
    }
    last.files.push(...(instead ?? [file]));
  }
  return rewritten.map(({ columns: own, files }) => ({ columns: own, files }));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
