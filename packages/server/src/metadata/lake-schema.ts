import type { ColumnType } from 'kysely';
import type { FromSnapshot, Immutable, Json } from './column-kinds.ts';

export interface Lakes {
  /** The id of the connection of the lake. */
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** The newest snapshot; each commit adds one. */
  head_snapshot: number;
  /** Column ids are unique per lake and never reused; Parquet files use the same field ids. */
  next_column_id: number;
  created_at: Immutable<number>;
  /** Set at the deletion of the connection; the rows are deleted when no reader can remain. */
  deleted_at: number | null;
  /**
   * The first lake of the tree of forks, possibly deleted; null for the first lake itself. Lakes in
   * a tree share files.
   */
  root_id: ColumnType<string | null, string | null | undefined, never>;
  /** Earlier states may be deleted. */
  oldest_snapshot: ColumnType<number, number | undefined, number>;
}

export interface LakeSnapshots {
  lake_id: Immutable<string>;
  snapshot: Immutable<number>;
  operation: Immutable<string>;
  committed_at: Immutable<number>;
  /** Commit time of the next snapshot; null for the newest. */
  superseded_at: ColumnType<number | null, number | null | undefined, number>;
}

export interface LakeSchemas {
  lake_id: Immutable<string>;
  name: Immutable<string>;
  created_at: Immutable<number>;
  /** The declaring snapshot; absent: the lake's first. */
  from_snapshot: FromSnapshot;
}

/** A dropped schema, retained while a snapshot with the schema is readable. */
export interface LakePastSchemas {
  lake_id: Immutable<string>;
  name: Immutable<string>;
  from_snapshot: Immutable<number>;
  /** The first snapshot without the schema. */
  until_snapshot: Immutable<number>;
}

export interface LakeTables {
  id: Immutable<string>;
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  name: Immutable<string>;
  /** JSON arrays; of the layout only `constant_per_key` changes, with `from_snapshot`. */
  key_columns: Immutable<Json>;
  constant_per_key: Json;
  partition_by: Immutable<Json>;
  sorted_by: Immutable<Json>;
  /** The present state, null until the first load. Equals the open row of lake_table_states. */
  version_id: string | null;
  created_at: Immutable<number>;
  loaded_at: number | null;
  /** The snapshot of the present declaration; absent: the lake's first. */
  from_snapshot: ColumnType<number, number | undefined, number>;
  /**
   * JSON of the discovered description of the table; null without a source. Changes together with
   * `from_snapshot`.
   */
  source: ColumnType<Json | null, Json | null | undefined, Json | null>;
  /** JSON of SyncState: the outcome of the table's last fetch. */
  sync: ColumnType<Json | null, Json | null | undefined, Json | null>;
}

/**
 * A dropped table, or an earlier declaration of a table, retained while a snapshot with the
 * declaration is readable.
 */
export interface LakePastTables {
  id: Immutable<string>;
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  name: Immutable<string>;
  key_columns: Immutable<Json>;
  constant_per_key: Immutable<Json>;
  partition_by: Immutable<Json>;
  sorted_by: Immutable<Json>;
  from_snapshot: Immutable<number>;
  /** The first snapshot without the declaration. */
  until_snapshot: Immutable<number>;
}

/**
 * The version of a table between two snapshots. Time travel reads the rows, and collection may not
 * remove named versions.
 */
export interface LakeTableStates {
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  table_id: Immutable<string>;
  version_id: Immutable<string>;
  from_snapshot: Immutable<number>;
  /** The first snapshot after the state; null for the present state. */
  until_snapshot: number | null;
}

export interface LakeVersions {
  id: Immutable<string>;
  /** JSON array of LakeColumn. */
  columns: Immutable<Json>;
  /** JSON array of manifest ids, in row order. */
  manifest_ids: Immutable<Json>;
  row_count: Immutable<number>;
  size_bytes: Immutable<number>;
  file_count: Immutable<number>;
  created_at: Immutable<number>;
  /** The root of the version's tree of forks: a lake's id. */
  root_id: Immutable<string>;
}

export interface LakeManifests {
  id: Immutable<string>;
  /** JSON array of LakeColumn: the columns of every file in the manifest. */
  columns: Immutable<Json>;
  /** JSON array of LakeFile. */
  files: Immutable<Json>;
  /**
   * Number of files that readers other than DuckDB may refuse; null if unchecked. Files with a
   * checksum are never refused.
   */
  refused_files: ColumnType<number | null, number | null | undefined, number>;
  row_count: Immutable<number>;
  size_bytes: Immutable<number>;
  file_count: Immutable<number>;
  created_at: Immutable<number>;
  /** The root of the manifest's tree of forks: a lake's id. */
  root_id: Immutable<string>;
}

/**
 * Data files of few rows. A manifest names such a file by its key, as it names an object; the
 * object store has none of that key. Collected with the manifests that name it.
 */
export interface LakeSmallFiles {
  key: Immutable<string>;
  /** Parquet. */
  bytes: Immutable<Uint8Array>;
  created_at: Immutable<number>;
}

/**
 * Candidate tables for compaction: commits insert the rows, compaction examines the tables in turn
 * and deletes the rows of tables without need.
 */
export interface LakeCompactions {
  table_id: Immutable<string>;
  lake_id: Immutable<string>;
  workspace_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  /** The newest version of the table that may be worth a compaction. */
  version_id: string;
  /** The queue ignores the table before this instant. */
  due_at: number;
}

/** Trees of forks, by root, with deleted versions: some manifests and files may be unreferenced. */
export interface LakeGarbage {
  root_id: Immutable<string>;
}

/**
 * The response of a load with an idempotency_key; the transaction of the load's commit writes the
 * row.
 */
export interface LoadReceipts {
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  idempotency_key: Immutable<string>;
  /** SHA-256 over mode, key, columns and data. */
  fingerprint: Immutable<string>;
  response: Immutable<Json>;
  created_at: Immutable<number>;
}
