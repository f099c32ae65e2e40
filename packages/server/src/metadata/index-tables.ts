/** The metadata tables of indexes. */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

/** An index of one table of one lake. Forks have rows of their own, of the same definition. */
export interface LakeIndexes {
  id: Immutable<string>;
  /** Names the definition, which all segments are built by; forks take it over. */
  definition_id: Immutable<string>;
  lake_id: Immutable<string>;
  table_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  name: Immutable<string>;
  index_type: Immutable<'sorted' | 'bm25' | 'vector'>;
  /** JSON: IndexDefinition without its type. */
  definition: Immutable<string>;
  description: Immutable<string | null>;
  /** `pending` until it was built for a version of the table. */
  status: 'pending' | 'ready';
  /** The create_index job that builds it, while it is pending. */
  job_id: string | null;
  /**
   * The version of the table whose files were all looked at last; upkeep looks at tables that have
   * another one.
   */
  built_version: string | null;
  /** What keeps rows of that version out of the index, for whoever looks at it. */
  problem: string | null;
  created_at: Immutable<number>;
  updated_at: number;
}

/**
 * An index on texts that was dropped, and whose column its table kept: the values that stand beside
 * the table's files are named by them from then on (`FileVectors`), and earlier snapshots have them
 * as the index did.
 */
export interface LakeDroppedIndexes {
  id: Immutable<string>;
  /** Whose values stay, and nothing else that was built by it. */
  definition_id: Immutable<string>;
  lake_id: Immutable<string>;
  table_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  name: Immutable<string>;
  /** JSON: IndexDefinition without its type, which is `vector`. */
  definition: Immutable<string>;
  description: Immutable<string | null>;
  /**
   * The snapshot that dropped it: those before have its column as a generated one. 0: none of the
   * lake's has, which is a fork that came later.
   */
  until_snapshot: Immutable<number>;
  /** Of the index. */
  created_at: Immutable<number>;
  dropped_at: Immutable<number>;
}

/**
 * An object that was built of one data file by one definition: a segment, or, of a sorted index,
 * some of the file's rows. Files and definitions never change, and what was built does not either.
 */
export interface LakeIndexObjects {
  definition_id: Immutable<string>;
  /**
   * Object key of the data file; with `#vectors` behind it, the object has its values of the column
   * that an index on texts makes; with `#left#vectors`, values that others came in the place of.
   */
  file_key: string;
  /** From 0; all of a file's are written at once. */
  part: number;
  object_key: Immutable<string>;
  size_bytes: Immutable<number>;
  /** Hexadecimal. */
  sha256: Immutable<string>;
  /** Of a sorted index: its rows, null where they are all of the file's. */
  row_count: Immutable<number | null>;
  /** JSON: SegmentBounds of them, null likewise. */
  bounds: Immutable<string | null>;
  /** Texts of the data file that have no vector, since their provider refused them; null: none. */
  refused_texts: Immutable<number | null>;
  created_at: Immutable<number>;
}
