import type { ColumnType } from 'kysely';
import type { FromSnapshot, Immutable, Json } from './column-kinds.ts';

export interface Lakes {
  /** The id of the connection that it backs. */
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** Newest snapshot; rises by one with each commit. */
  head_snapshot: number;
  /** Column ids are given out per lake and never reused; they are Parquet field ids. */
  next_column_id: number;
  created_at: Immutable<number>;
  /** Set when its connection is deleted; its rows go once no reader can be left. */
  deleted_at: number | null;
  /**
   * The lake that its tree of forks began with, which may be gone; null where it is itself. Files
   * are shared within a tree.
   */
  root_id: ColumnType<string | null, string | null | undefined, never>;
  /** States before this snapshot may be gone. */
  oldest_snapshot: ColumnType<number, number | undefined, number>;
}

export interface LakeSnapshots {
  lake_id: Immutable<string>;
  snapshot: Immutable<number>;
  operation: Immutable<string>;
  committed_at: Immutable<number>;
  /** When the next one was committed; null for the newest. */
  superseded_at: ColumnType<number | null, number | null | undefined, number>;
}

export interface LakeSchemas {
  lake_id: Immutable<string>;
  name: Immutable<string>;
  created_at: Immutable<number>;
  /** The snapshot that declared it; absent: the lake's first. */
  from_snapshot: FromSnapshot;
}

/** A schema that is no more, kept while a snapshot that had it can be read. */
export interface LakePastSchemas {
  lake_id: Immutable<string>;
  name: Immutable<string>;
  from_snapshot: Immutable<number>;
  /** The first snapshot without it. */
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
  /** The snapshot that declared it as it is; absent: the lake's first. */
  from_snapshot: ColumnType<number, number | undefined, number>;
  /**
   * JSON of what the table is at its source, as it was discovered; null where it has none. Changes
   * with `from_snapshot`.
   */
  source: ColumnType<Json | null, Json | null | undefined, Json | null>;
  /** JSON of SyncState: how the last fetching of its rows ended. */
  sync: ColumnType<Json | null, Json | null | undefined, Json | null>;
}

/**
 * A table that is no more, or was declared otherwise, kept while a snapshot that had it can be
 * read.
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
  /** The first snapshot without it. */
  until_snapshot: Immutable<number>;
}

/**
 * Which version a table had from one snapshot until another: time travel, and what collection may
 * not remove.
 */
export interface LakeTableStates {
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  table_id: Immutable<string>;
  version_id: Immutable<string>;
  from_snapshot: Immutable<number>;
  /** The first snapshot at which it no longer holds; null while it does. */
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
  /** The root of the tree of forks that it belongs to: a lake's id. */
  root_id: Immutable<string>;
}

export interface LakeManifests {
  id: Immutable<string>;
  /** JSON array of LakeColumn: what every file of it was written with. */
  columns: Immutable<Json>;
  /** JSON array of LakeFile. */
  files: Immutable<Json>;
  /**
   * How many of them readers other than DuckDB may refuse; null where nobody has looked. Files with
   * a checksum never are.
   */
  refused_files: ColumnType<number | null, number | null | undefined, number>;
  row_count: Immutable<number>;
  size_bytes: Immutable<number>;
  file_count: Immutable<number>;
  created_at: Immutable<number>;
  /** The root of the tree of forks that it belongs to: a lake's id. */
  root_id: Immutable<string>;
}

/**
 * Tables that may be worth a compaction: noted by commits, looked at in turn, and gone again once
 * they are well as they are.
 */
export interface LakeCompactions {
  table_id: Immutable<string>;
  lake_id: Immutable<string>;
  workspace_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  /** The newest version of the table that a compaction may be worth its cost for. */
  version_id: string;
  /** The queue leaves the table alone before this instant. */
  due_at: number;
}

/**
 * Trees of forks, by their root, in which versions went: manifests and files of theirs may be
 * nobody's.
 */
export interface LakeGarbage {
  root_id: Immutable<string>;
}

/**
 * What a load with an idempotency_key answered; written in the transaction that commits the load.
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
