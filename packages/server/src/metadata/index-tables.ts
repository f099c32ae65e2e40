/** The metadata tables of indexes. */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

/** An index of one table in one lake. Forks have separate rows with the same definition. */
export interface LakeIndexes {
  id: Immutable<string>;
  /** Id of the definition, which all segments share; forks copy the id. */
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
  /** `pending` until the first version of the table is built. */
  status: 'pending' | 'ready';
  /** The create_index job of a pending index. */
  job_id: string | null;
  /**
   * The last table version whose files were all examined; upkeep examines tables with a newer
   * version.
   */
  built_version: string | null;
  /** The reason why rows of this version are missing in the index, for users. */
  problem: string | null;
  created_at: Immutable<number>;
  updated_at: number;
}

/**
 * A dropped index on texts whose column stays in the table. The table's files name the stored
 * values from the drop on (`FileVectors`), and earlier snapshots read the values as the index did.
 */
export interface LakeDroppedIndexes {
  id: Immutable<string>;
  /** Id of the definition; only its values stay, and all other objects are deleted. */
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
   * The snapshot of the drop: earlier snapshots have the column as a generated column. 0: no
   * snapshot of the lake has the generated column, because the lake is a later fork.
   */
  until_snapshot: Immutable<number>;
  /** Creation time of the index. */
  created_at: Immutable<number>;
  dropped_at: Immutable<number>;
}

/**
 * An object built from one data file by one definition: a segment, or some of the file's rows in a
 * sorted index. Files and definitions never change, so the objects never change.
 */
export interface LakeIndexObjects {
  definition_id: Immutable<string>;
  /**
   * Object key of the data file. The suffix `#vectors` marks the file's values of a generated
   * column; `#left#vectors` marks replaced values that files still name.
   */
  file_key: string;
  /** Position from 0; one statement inserts all parts of a file. */
  part: number;
  object_key: Immutable<string>;
  size_bytes: Immutable<number>;
  /** Hexadecimal. */
  sha256: Immutable<string>;
  /** Rows of a sorted index; null if the object has all rows of the file. */
  row_count: Immutable<number | null>;
  /** JSON: SegmentBounds of the rows; null likewise. */
  bounds: Immutable<string | null>;
  /**
   * Number of texts in the data file without a vector because the provider refused the texts; null:
   * none.
   */
  refused_texts: Immutable<number | null>;
  created_at: Immutable<number>;
}
