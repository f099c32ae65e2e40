import type { Asked, EngineFile } from '../engine/engine.ts';
import type { WrittenFile as LocalFile } from '../engine/ingest/file-statistics.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { KeptContent } from '../lake/delete-rows.ts';

/** A file written by a task. */
export type WrittenFile = Asked<LocalFile>;

/** A written file, or a file from elsewhere without a checksum. */
export type PublishedFile = Omit<WrittenFile, 'checksum'> & Partial<Pick<WrittenFile, 'checksum'>>;

/** A small file that is not on disk yet. */
export type FileInMemory = Omit<WrittenFile, 'path'> & { readonly bytes: Uint8Array };

/** The output of a load before any of its files is in the object store. */
export interface PreparedLoad {
  /** The columns of the table after the load. */
  readonly columns: readonly LakeColumn[];
  readonly written: { readonly files: readonly PublishedFile[] };
  /** The written file in memory, in place of `written`, which then has no files. */
  readonly inMemory?: FileInMemory;
  /**
   * Warnings for the caller, one sentence per kind of value with another form in the table than in
   * the file.
   */
  readonly warnings: readonly string[];
  /**
   * A synced Parquet file of deleted rows, in a directory of its own; null without deleted rows.
   */
  readonly deletesPath: EngineFile | null;
  /** The remaining content of the table, once the deletes are stored under a key. */
  kept(deletesKey: string | null): KeptContent;
}
