/**
 * The metadata tables, one definition for SQLite and PostgreSQL. Only four column kinds exist, so
 * both databases hold the same values: text (ordered by bytes), integer (64 bits; instants are
 * milliseconds since the epoch UTC, booleans are 0 and 1), JSON stored as text, and bytes. Column
 * names are snake_case as in SQL; stores convert to camelCase.
 */
import type { ColumnType } from 'kysely';
import type { Flag, Immutable, Json } from './column-kinds.ts';
import type { EmbeddedTexts, EmbeddingProviders, EmbeddingUsage } from './embedding-tables.ts';
import type { LakeDroppedIndexes, LakeIndexes, LakeIndexObjects } from './index-tables.ts';
import type { Jobs } from './job-tables.ts';
import type {
  LakeCompactions,
  LakeGarbage,
  LakeManifests,
  LakePastSchemas,
  LakePastTables,
  LakeSchemas,
  LakeSmallFiles,
  LakeSnapshots,
  Lakes,
  LakeTableStates,
  LakeTables,
  LakeVersions,
  LoadReceipts,
} from './lake-schema.ts';
import type { LakeFoundTables, LakeRefreshes, Secrets } from './source-tables.ts';
import type { StoreBinding, UnnamedObjects } from './store-tables.ts';

export interface Organizations {
  id: Immutable<string>;
  name: string;
  created_at: Immutable<number>;
}

export interface Workspaces {
  id: Immutable<string>;
  organization_id: Immutable<string>;
  name: string;
  active: Flag;
  favorite: Flag;
  provision_status: string;
  created_at: Immutable<number>;
  /** Set at deletion; the clean-up job deletes the row after everything in the workspace. */
  deleted_at: number | null;
}

export interface Tokens {
  id: Immutable<string>;
  /** SHA-256 of the token, hex; the token itself is not stored. */
  token_hash: Immutable<string>;
  kind: Immutable<'organization' | 'workspace' | 'database'>;
  organization_id: Immutable<string>;
  workspace_id: Immutable<string | null>;
  database_id: Immutable<string | null>;
  name: string;
  read_only: Immutable<Flag>;
  /** The `user_public_id` of query runs. */
  user_id: Immutable<string>;
  created_at: Immutable<number>;
  expires_at: Immutable<number | null>;
  revoked_at: number | null;
}

/** A managed connection is a lake with the same id. */
export interface Connections {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  name: string;
  source_type: Immutable<string>;
  config: Json;
  /** JSON object: from config properties to secrets, by `id` or by `name`; null without secrets. */
  secrets: ColumnType<Json | null, Json | null | undefined, Json | null>;
  /** JSON of DiscoveryState: the outcome of the last discovery; null before the first. */
  discovery: ColumnType<Json | null, Json | null | undefined, Json | null>;
  /**
   * Set for the connection of a database's default catalog: hidden in lists, refused by get and
   * health.
   */
  database_id: Immutable<string | null>;
  created_at: Immutable<number>;
}

export interface Databases {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  name: string | null;
  /** Trimmed, ASCII letters in lower case; if_not_exists, by-name and search compare this text. */
  name_folded: string | null;
  default_catalog: Immutable<string>;
  /**
   * The declared schema at creation; null: the rule decides (the only declared schema, else main).
   */
  default_schema: Immutable<string>;
  default_connection_id: Immutable<string>;
  created_at: Immutable<number>;
  expires_at: number | null;
  batch_id: Immutable<string | null>;
  forked_from: Json | null;
  /**
   * The token that created the database. A token limited to one database also sees the databases
   * that the token created (`Viewer`).
   */
  created_by: Immutable<string>;
}

/**
 * The origin of a fork at the time of forking, retained while the fork, its source or a fork of it
 * exists.
 */
export interface DatabaseLineage {
  /** The fork. */
  database_id: Immutable<string>;
  source_id: Immutable<string>;
  /** The first database in the chain of forks. */
  root_id: Immutable<string>;
  source_name: string;
  /** The caller's description, or null. */
  description: string | null;
  /** Snapshot of the source's lake. */
  snapshot_id: number;
  forked_at: number;
}

export interface DatabaseAttachments {
  database_id: Immutable<string>;
  connection_id: Immutable<string>;
  alias: Immutable<string | null>;
  /**
   * The catalog name inside the scope: the alias, else the connection's name. Unique within a
   * database.
   */
  catalog_name: Immutable<string>;
  attached_at: Immutable<number>;
}

/** A deleted database, recorded until no row names it. */
export interface RemovedDatabases {
  id: Immutable<string>;
  removed_at: Immutable<number>;
  /** Time at which a sweep looks for remaining rows. */
  look_at: number;
}

/** A request for many databases; a job makes the databases. */
export interface DatabaseBatches {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  job_id: Immutable<string>;
  /** Databases asked for. */
  count: Immutable<number>;
  /**
   * Number of databases made so far, and therefore the index of the next one; written in the
   * transaction that makes databases.
   */
  created_count: number;
  cancel_requested: Flag;
  /** Label with `{index}`; null: labels are made from ids. */
  name_template: Immutable<string | null>;
  /** JSON of the DatabaseTemplate for all databases of the batch. */
  template: Immutable<Json>;
  expires_at: Immutable<number | null>;
  /** Unique within the workspace; free again once the batch is deleted. */
  idempotency_key: string | null;
  created_by: Immutable<string>;
  created_at: Immutable<number>;
  /** Set at deletion; the row stays until the end of the job, which reads it. */
  deleted_at: number | null;
}

export interface DatabaseContexts {
  database_id: Immutable<string>;
  /** Case is preserved, and significant in comparisons. */
  name: Immutable<string>;
  content: string;
  /** Characters (code points) of the content. */
  length: number;
  updated_at: number;
}

export interface Uploads {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** Set for an upload by a database token: only this database may load the file. */
  database_id: Immutable<string | null>;
  finalize_token_hash: Immutable<string>;
  mode: Immutable<'single' | 'multipart'>;
  /** created -> ready -> consumed; see upload-store.ts. */
  status: 'created' | 'ready' | 'consumed';
  object_key: Immutable<string>;
  multipart_id: string | null;
  declared_size_bytes: Immutable<number | null>;
  part_size_bytes: Immutable<number | null>;
  content_type: Immutable<string | null>;
  content_encoding: Immutable<string | null>;
  filename: Immutable<string | null>;
  checksum_sha256: Immutable<string | null>;
  /** Size of the stored file; before finalize, the bytes that all URLs so far permit. */
  size_bytes: number | null;
  created_at: Immutable<number>;
  /** End of the session while created, end of the load window once ready. */
  expires_at: number;
  finalized_at: number | null;
  /** JSON of the load's target and response: {table_id, mode, response}. */
  consumed_by: Json | null;
}

/** Named leases (one load at a time per table, one sweeper at a time). */
export interface Locks {
  name: Immutable<string>;
  owner: string;
  fencing_token: number;
  expires_at: number;
}

export interface Nodes {
  id: Immutable<string>;
  started_at: Immutable<number>;
  heartbeat_at: number;
}

/** SQL texts by content: `snapshot_id` and `sql_hash` of a query run. */
export interface SqlTexts {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  sql_hash: Immutable<string>;
  sql_text: Immutable<string>;
  created_at: Immutable<number>;
  /** Time at which a sweep found no reference to the text; null while referenced or about to be. */
  unnamed_since: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface QueryRuns {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  database_id: Immutable<string>;
  sql_text_id: Immutable<string>;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';
  /** The node that runs the query; if the node is gone, the run becomes `interrupted`. */
  node_id: Immutable<string>;
  result_id: string | null;
  row_count: number | null;
  rows_scanned: number | null;
  bytes_scanned: number | null;
  execution_time_ms: number | null;
  server_processing_ms: number | null;
  saved_query_id: Immutable<string | null>;
  saved_query_version: Immutable<number | null>;
  error_message: string | null;
  warning_message: string | null;
  trace_id: Immutable<string | null>;
  user_public_id: Immutable<string | null>;
  /** JSON object: from catalog name to the lake snapshot that was read. */
  database_snapshots: Json | null;
  /** The earlier result that answered the run; null if the run executed. */
  reused_result_id: ColumnType<string | null, string | null | undefined, never>;
  /** The requested dialect of the text; null for runs before the column existed. */
  dialect: ColumnType<string | null, string | null | undefined, never>;
  created_at: Immutable<number>;
  completed_at: number | null;
}

/** Stored on request or if informative; deleted with the run. */
export interface QueryRunProfiles {
  query_run_id: Immutable<string>;
  /** JSON object: the operator tree, in the contract's form. */
  profile: Immutable<Json>;
}

export interface SavedQueries {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  name: string;
  description: string;
  /** JSON array of texts. */
  tags: Json;
  latest_version: number;
  category_override: string | null;
  table_size_override: string | null;
  created_at: Immutable<number>;
  updated_at: number;
}

export interface SavedQueryVersions {
  saved_query_id: Immutable<string>;
  /** Version number from 1, without gaps. */
  version: Immutable<number>;
  sql_text_id: Immutable<string>;
  /** JSON object: facts of the plan at the time of saving; null if planning failed. */
  classification: Immutable<Json | null>;
  created_at: Immutable<number>;
}

export interface Results {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  database_id: Immutable<string>;
  query_run_id: Immutable<string>;
  status: 'pending' | 'processing' | 'ready' | 'failed';
  /** A ready result has either an object or, if small, its bytes in `parquet`. */
  object_key: string | null;
  /** JSON array of ResultColumn: true names and types, where Parquet had to change them. */
  columns: Json | null;
  row_count: number | null;
  size_bytes: number | null;
  error_message: string | null;
  created_at: Immutable<number>;
  /** Expiry; null: the result never expires. */
  expires_at: number | null;
  /** 0: all readers accept the file; null: an older, unchecked file. */
  refused_files: ColumnType<number | null, number | null | undefined, number>;
  /** CRC-32 of the Parquet file, as its writer computed it; null for older files. */
  checksum: ColumnType<number | null, number | null | undefined, number>;
  /**
   * The Parquet file itself, or the rows (`kept_as`). Only reads of content select the column;
   * lists and sweeps leave it out.
   */
  parquet: Uint8Array | null;
  /**
   * Format of `parquet`: 'rows' is the engine's format of small results (`keepRows`); null: a
   * Parquet file.
   */
  kept_as: ColumnType<'rows' | null, 'rows' | null | undefined, 'rows' | null>;
}

/**
 * Sums over the query runs of deleted databases: usage counts the runs after their rows are gone.
 */
export interface RemovedRunUsage {
  workspace_id: Immutable<string>;
  /** First instant of the minute of the runs' creation. */
  minute: Immutable<number>;
  query_count: number;
  bytes_scanned: number;
}

export interface MetadataSchema {
  organizations: Organizations;
  workspaces: Workspaces;
  tokens: Tokens;
  connections: Connections;
  databases: Databases;
  database_attachments: DatabaseAttachments;
  database_lineage: DatabaseLineage;
  removed_databases: RemovedDatabases;
  database_batches: DatabaseBatches;
  database_contexts: DatabaseContexts;
  lakes: Lakes;
  lake_snapshots: LakeSnapshots;
  lake_schemas: LakeSchemas;
  lake_tables: LakeTables;
  lake_table_states: LakeTableStates;
  lake_past_schemas: LakePastSchemas;
  lake_past_tables: LakePastTables;
  lake_versions: LakeVersions;
  lake_manifests: LakeManifests;
  lake_small_files: LakeSmallFiles;
  lake_garbage: LakeGarbage;
  lake_compactions: LakeCompactions;
  lake_refreshes: LakeRefreshes;
  lake_found_tables: LakeFoundTables;
  lake_indexes: LakeIndexes;
  lake_index_objects: LakeIndexObjects;
  lake_dropped_indexes: LakeDroppedIndexes;
  load_receipts: LoadReceipts;
  uploads: Uploads;
  jobs: Jobs;
  locks: Locks;
  nodes: Nodes;
  sql_texts: SqlTexts;
  query_runs: QueryRuns;
  query_run_profiles: QueryRunProfiles;
  saved_queries: SavedQueries;
  saved_query_versions: SavedQueryVersions;
  results: Results;
  removed_run_usage: RemovedRunUsage;
  secrets: Secrets;
  embedding_providers: EmbeddingProviders;
  embedded_texts: EmbeddedTexts;
  embedding_usage: EmbeddingUsage;
  store_binding: StoreBinding;
  unnamed_objects: UnnamedObjects;
}
