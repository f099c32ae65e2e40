import type { Asked, EngineFile } from '../engine/engine.ts';
import type { WrittenFile as LocalFile } from '../engine/ingest/file-statistics.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { KeptContent } from '../lake/delete-rows.ts';

/** A file that a task left. */
export type WrittenFile = Asked<LocalFile>;

/** A written file, or one that was written elsewhere, whose bytes nobody has summed up. */
export type PublishedFile = Omit<WrittenFile, 'checksum'> & Partial<Pick<WrittenFile, 'checksum'>>;

/** A small file that is not on a disk yet. */
export type FileInMemory = Omit<WrittenFile, 'path'> & { readonly bytes: Uint8Array };

/** What a load has written before any of it is in the object store. */
export interface PreparedLoad {
  /** The columns that the table will have after the load. */
  readonly columns: readonly LakeColumn[];
  readonly written: { readonly files: readonly PublishedFile[] };
  /** What it has written otherwise: then `written` has no files. */
  readonly inMemory?: FileInMemory;
  /** What is kept otherwise than the file has it, a sentence each. */
  readonly warnings: readonly string[];
  /**
   * A Parquet file of deleted rows, synced, in a directory of its own; null where there is none.
   */
  readonly deletesPath: EngineFile | null;
  /** What stays of the table, once the deletes are stored under a key. */
  kept(deletesKey: string | null): KeptContent;
}
