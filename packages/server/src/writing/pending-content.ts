import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { newId } from '../kernel/ids.ts';
import type { LoadedContent } from '../lake/commit-load.ts';
import {
  type FileDeletes,
  type LakeFile,
  liveRowCount,
  type Manifest,
  sameColumns,
  type TableVersion,
} from '../lake/model.ts';

/** A manifest of the pending version: an unchanged manifest, or a replacement. */
interface PendingManifest {
  /** Id of the manifest in the base version. */
  readonly baseId: string;
  readonly manifest: Manifest;
  readonly isChanged: boolean;
}

/**
 * What a table will hold once its transaction is committed: the manifests of the version that the
 * transaction found, changed by deletions, and the new files. Immutable.
 */
export class PendingContent {
  readonly columns: readonly LakeColumn[];
  readonly #kept: readonly PendingManifest[];
  /** New files, each group with the columns that its files were written with. */
  readonly #added: readonly Manifest[];

  private constructor(
    columns: readonly LakeColumn[],
    kept: readonly PendingManifest[],
    added: readonly Manifest[],
  ) {
    this.columns = columns;
    this.#kept = kept;
    this.#added = added;
  }

  /** All rows of a version; `manifests` are its own, in their order. */
  static of(version: TableVersion | null, manifests: readonly Manifest[]): PendingContent {
    const kept = manifests.map((manifest, index) => ({
      baseId: version?.manifestIds[index] ?? '',
      manifest,
      isChanged: false,
    }));
    return new PendingContent(version?.columns ?? [], kept, []);
  }

  /** No rows, with these columns. */
  static empty(columns: readonly LakeColumn[]): PendingContent {
    return new PendingContent(columns, [], []);
  }

  /** With other facts of the columns, and more rows. */
  with(columns: readonly LakeColumn[], files: readonly LakeFile[]): PendingContent {
    const added = files.length > 0 ? [...this.#added, { columns, files }] : this.#added;
    return new PendingContent(columns, this.#kept, added);
  }

  /** Without the rows that `deletes` names by the key of their file. */
  without(deletes: ReadonlyMap<string, FileDeletes>): PendingContent {
    if (deletes.size === 0) return this;
    const changed = (files: readonly LakeFile[]) =>
      files
        .map((file) => {
          const gone = deletes.get(file.key);
          return gone === undefined ? file : { ...file, deletes: gone };
        })
        .filter((file) => liveRowCount(file) > 0);
    const kept = this.#kept.map((one) =>
      one.manifest.files.some(({ key }) => deletes.has(key))
        ? {
            ...one,
            manifest: { ...one.manifest, files: changed(one.manifest.files) },
            isChanged: true,
          }
        : one,
    );
    const added = this.#added.map((group) => ({ ...group, files: changed(group.files) }));
    return new PendingContent(
      this.columns,
      kept,
      added.filter(({ files }) => files.length > 0),
    );
  }

  get #allFiles(): readonly LakeFile[] {
    const groups = [...this.#kept.map(({ manifest }) => manifest), ...this.#added];
    return groups.flatMap(({ files }) => files);
  }

  get rowCount(): number {
    return sumsOf(this.#allFiles).rowCount;
  }

  /** The version as statements of the transaction read it, and the manifests that it needs held. */
  toVersion(): { readonly version: TableVersion; readonly held: ReadonlyMap<string, Manifest> } {
    const held = new Map<string, Manifest>();
    const manifestIds = this.#kept.map(({ baseId, manifest, isChanged }) => {
      if (!isChanged) return baseId;
      const id = newId('manifest');
      held.set(id, manifest);
      return id;
    });
    for (const group of this.#added) {
      const id = newId('manifest');
      held.set(id, group);
      manifestIds.push(id);
    }
    const version: TableVersion = {
      id: newId('tableVersion'),
      columns: this.columns,
      manifestIds,
      ...sumsOf(this.#allFiles),
    };
    return { version, held };
  }

  /** The rows of new files alone, as RETURNING and constraints read them. */
  static ofFiles(columns: readonly LakeColumn[], files: readonly LakeFile[]): PendingContent {
    return new PendingContent(columns, [], files.length > 0 ? [{ columns, files }] : []);
  }

  /** For the commit of the version. */
  toContent(): LoadedContent {
    const rewritten = new Map<string, readonly Manifest[]>();
    for (const { baseId, manifest, isChanged } of this.#kept)
      if (isChanged) rewritten.set(baseId, manifest.files.length === 0 ? [] : [manifest]);
    // Only files that were written with the columns of the version may be told as its new ones.
    const last = this.#added.at(-1);
    const isLast = last !== undefined && sameColumns(last.columns, this.columns);
    const added = isLast ? this.#added.slice(0, -1) : this.#added;
    const kept = [...this.#kept.map(({ manifest }) => manifest), ...added];
    const sums = sumsOf(kept.flatMap(({ files }) => files));
    return {
      columns: this.columns,
      files: isLast ? last.files : [],
      keptManifestIds: this.#kept.map(({ baseId }) => baseId),
      rewritten,
      added,
      keptRows: sums.rowCount,
      keptBytes: sums.sizeBytes,
      keptFiles: sums.fileCount,
    };
  }
}

const sumsOf = (files: readonly LakeFile[]) => ({
  rowCount: files.reduce((sum, file) => sum + liveRowCount(file), 0),
  sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  fileCount: files.length,
});
