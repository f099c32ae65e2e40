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
  created_at: Immutable<number>;
  updated_at: number;
}

/**
 * What was built of one data file by one definition. Files and definitions never change, and a
 * segment does not either.
 */
export interface LakeIndexSegments {
  definition_id: Immutable<string>;
  /** Object key of the data file. */
  file_key: Immutable<string>;
  object_key: Immutable<string>;
  size_bytes: Immutable<number>;
  /** Hexadecimal. */
  sha256: Immutable<string>;
  created_at: Immutable<number>;
}
