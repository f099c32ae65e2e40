/** Made from packages/contract by `npm run generate-client`; a test holds it against the contract. Not to be edited. */
import type { CallOptions, OperationEntry } from '../operation.ts';
import type { ListRequest } from '../list-request.ts';

export interface AddManagedSchemaRequest {
  name: string;
  tables?: AddManagedTableDecl[] | undefined;
}

export interface AddManagedTableDecl {
  name: string;
  /** Columns that identify a row; needed by delete, update and upsert. Empty: no key */
  key?: string[] | undefined;
  /** Columns whose value the key fixes; a wrong claim can duplicate keys */
  constant_per_key?: string[] | undefined;
  /** Applied in order, fixed at creation */
  partition_by?: TablePartitionKey[] | undefined;
  /** Applied in order, fixed at creation */
  sorted_by?: TableSortKey[] | undefined;
}

export interface AddManagedTableRequest {
  name: string;
  /** Columns that identify a row; needed by delete, update and upsert. Empty: no key */
  key?: string[] | undefined;
  /** Columns whose value the key fixes; a wrong claim can duplicate keys */
  constant_per_key?: string[] | undefined;
  /** Applied in order, fixed at creation */
  partition_by?: TablePartitionKey[] | undefined;
  /** Applied in order, fixed at creation */
  sorted_by?: TableSortKey[] | undefined;
}

export interface AsyncQueryResponse {
  query_run_id: string;
  status: string;
  /** Needs the same X-Database-Id */
  status_url: string;
  /** Why the query runs in the background */
  reason?: string | null | undefined;
}

export interface AttachDatabaseCatalogRequest {
  connection_id: string;
  /** Catalog name inside the database; the connection's own when absent */
  alias?: string | null | undefined;
}

export interface BatchCreateUploadRequest {
  uploads: CreateUploadRequest[];
}

export interface BatchCreateUploadResponse {
  /** In the order of the request */
  uploads: UploadSessionResponse[];
}

export interface BooleanProfileDetail {
  type: 'boolean';
  true_count: number;
  false_count: number;
}

export interface BulkCreateDatabasesRequest {
  count: number;
  /** Must hold `{index}`, the position from zero, padded to equal width */
  name_template?: string | null | undefined;
  /** A repeat answers the first batch unchanged */
  idempotency_key?: string | null | undefined;
  /** Name of the default catalog, [a-z0-9_]; `default` unless given */
  default_catalog?: string | null | undefined;
  /** Schema of unqualified names; the only declared schema, else `main` */
  default_schema?: string | null | undefined;
  /** Declared on the default catalog */
  schemas?: DatabaseDefaultSchemaDecl[] | undefined;
  /** RFC 3339, or a duration such as `24h`, `90m`, `7d`; absent or empty: never */
  expires_at?: string | null | undefined;
}

export interface BulkCreateDatabasesResult {
  batch_id: string;
  requested: number;
  created: number;
  cancelled: boolean;
}

export interface CategoricalProfileDetail {
  type: 'categorical';
  values: CategoryValueInfo[];
}

export interface CategoryValueInfo {
  value?: string | null | undefined;
  count: number;
}

export type ColumnDefinition = string | ColumnTypeSpec;

export interface ColumnInfo {
  name: string;
  /** `Int64`, `timestamp[us]`, `list<item: int64>`, `struct<"a": bigint>` */
  data_type: string;
  /** Arrow's name of the type: `Timestamp(Microsecond, None)` */
  arrow_type?: string | undefined;
  nullable: boolean;
  /** Of a source's table: the type in the source's own words */
  source_type?: string | undefined;
  /** The source's comment, and what becomes of values whose type has no exact counterpart */
  comment?: string | null | undefined;
}

export type ColumnProfileDetail = CategoricalProfileDetail | TextProfileDetail | NumericProfileDetail | TemporalProfileDetail | BooleanProfileDetail;

export interface ColumnProfileInfo {
  name: string;
  data_type: string;
  arrow_type?: string | undefined;
  null_count: number;
  null_percentage: number;
  cardinality: number;
  /** What of this column is an estimate, as in tables of over a million rows */
  estimates?: ('cardinality' | 'quantiles')[] | undefined;
  profile?: ColumnProfileDetail | null | undefined;
}

export interface ColumnTypeSpec {
  /** A type name such as `DECIMAL` */
  type: string;
  /** 1 to 38 */
  precision?: number | null | undefined;
  /** Needs `precision`; not larger than it */
  scale?: number | null | undefined;
}

export interface ConnectionHealthResponse {
  connection_id: string;
  healthy: boolean;
  latency_ms: number;
  /** Null when healthy */
  error?: string | null | undefined;
}

export interface ConnectionInfo {
  id: string;
  name: string;
  source_type: string;
}

export interface ConnectionRefreshResult {
  connection_id: string;
  tables_refreshed: number;
  tables_failed: number;
  total_rows: number;
  duration_ms: number;
  errors?: TableRefreshError[] | null | undefined;
  warnings?: RefreshWarning[] | null | undefined;
}

export interface ConnectionSchemaError {
  connection_id: string;
  error: string;
}

export interface ConnectionTypeDetail {
  name: string;
  label: string;
  /** JSON Schema of `config` */
  config_schema?: unknown | undefined;
  /** JSON Schema of the credentials */
  auth?: unknown | undefined;
}

export interface ConnectionTypeSummary {
  name: string;
  label: string;
}

export interface CreateConnectionRequest {
  /** Not one that begins with `__db_` */
  name: string;
  /** The `name` of a connection type */
  source_type: string;
  /** The connection type's settings, see GET /v1/connection-types/{name}; `managed` has none */
  config: Record<string, unknown>;
  /** A stored secret by name, for the type's credential; `managed` takes none */
  secret_name?: string | null | undefined;
  /** A stored secret by id, for the type's credential; `managed` takes none */
  secret_id?: string | null | undefined;
  /** Register only */
  skip_discovery?: boolean | undefined;
}

export interface CreateConnectionResponse {
  id: string;
  name: string;
  source_type: string;
  discovery_status: DiscoveryStatus;
  discovery_error?: string | null | undefined;
  tables_discovered: number;
}

export interface CreateDatabaseRequest {
  /** A label; derived from the id when absent */
  name?: string | null | undefined;
  /** Older name of `name` */
  description?: string | null | undefined;
  /** Name of the default catalog, [a-z0-9_]; `default` unless given */
  default_catalog?: string | null | undefined;
  /** Schema of unqualified names; the only declared schema, else `main` */
  default_schema?: string | null | undefined;
  /** Declared on the default catalog */
  schemas?: DatabaseDefaultSchemaDecl[] | undefined;
  /** RFC 3339, or a duration such as `24h`, `90m`, `7d`; absent or empty: never */
  expires_at?: string | null | undefined;
  /** Get the database of this name, or create it; needs `name` */
  if_not_exists?: boolean | undefined;
}

export interface CreateDatabaseResponse {
  id: string;
  /** A label, not unique and no identifier */
  name?: string | null | undefined;
  created_at?: string | null | undefined;
  expires_at?: string | null | undefined;
  /** The name that the default catalog answers to */
  default_catalog: string;
  /** The schema of unqualified table names */
  default_schema: string;
  forked_from?: ForkedFromInfo | null | undefined;
  /** The connection that backs the default catalog */
  default_connection_id: string;
  /** Whether this call created it */
  created?: boolean | null | undefined;
}

export interface CreateEmbeddingProviderRequest {
  name: string;
  provider_type: 'local' | 'service';
  /** Model, address, dimensions and the like */
  config?: Record<string, unknown> | undefined;
  /** Kept as a secret; not together with `secret_name` */
  api_key?: string | null | undefined;
  /** A stored secret; not together with `api_key` */
  secret_name?: string | null | undefined;
}

export interface CreateEmbeddingProviderResponse {
  id: string;
  name: string;
  /** local or service */
  provider_type: string;
  /** Always present, may be null */
  config: unknown;
  created_at: string;
}

export interface CreateIndexRequest {
  index_name: string;
  columns: string[];
  index_type?: 'sorted' | 'bm25' | 'vector' | undefined;
  /** vector only */
  metric?: 'l2' | 'cosine' | 'dot' | null | undefined;
  /** vector on a text column */
  embedding_provider_id?: string | null | undefined;
  dimensions?: number | null | undefined;
  /** The generated column; `<column>_embedding` unless given */
  output_column?: string | null | undefined;
  /** vector on a text column: whether rows wait for their vectors where the provider fails (`wait`, unless given), or their load fails whole */
  on_embedding_failure?: 'wait' | 'fail' | null | undefined;
  description?: string | null | undefined;
  /** vector only; `hnsw` unless given */
  algorithm?: 'hnsw' | 'ivf' | null | undefined;
  /** ivf only; chosen by the size of the table unless given */
  nlist?: number | null | undefined;
  /** ivf only: the part of it that a search reads */
  probe_fraction?: number | null | undefined;
  /** vector only; of ivf `int8` (unless given) or `float32`, of hnsw no `int8` */
  vector_precision?: 'float64' | 'float32' | 'float16' | 'float8' | 'int8' | null | undefined;
  /** bm25 only: words are indexed by their stems */
  stemming?: 'arabic' | 'armenian' | 'danish' | 'dutch' | 'english' | 'finnish' | 'french' | 'german' | 'greek' | 'hindi' | 'hungarian' | 'indonesian' | 'irish' | 'italian' | 'lithuanian' | 'nepali' | 'norwegian' | 'portuguese' | 'romanian' | 'russian' | 'serbian' | 'spanish' | 'swedish' | 'tamil' | 'turkish' | null | undefined;
  /** bm25 only: its most common words are left out */
  stop_words?: 'arabic' | 'armenian' | 'danish' | 'dutch' | 'english' | 'finnish' | 'french' | 'german' | 'greek' | 'hindi' | 'hungarian' | 'indonesian' | 'irish' | 'italian' | 'lithuanian' | 'nepali' | 'norwegian' | 'portuguese' | 'romanian' | 'russian' | 'serbian' | 'spanish' | 'swedish' | 'tamil' | 'turkish' | null | undefined;
  /** bm25 only: in place of words, so many characters in a row */
  ngram?: number | null | undefined;
  /** Answer 202 and work in the background */
  async?: boolean | undefined;
  /** Milliseconds to work before falling back to 202; needs async=true */
  async_after_ms?: number | null | undefined;
}

export interface CreateSavedQueryRequest {
  name: string;
  sql: string;
  description?: string | null | undefined;
  tags?: string[] | null | undefined;
}

export interface CreateSecretRequest {
  /** 1 to 128 of [A-Za-z0-9_-], kept in lower case */
  name: string;
  /** What is kept; no endpoint shows it */
  value: string;
}

export interface CreateSecretResponse {
  id: string;
  name: string;
  created_at: string;
}

export interface CreateTokenRequest {
  kind: 'organization' | 'workspace' | 'database';
  /** A label */
  name?: string | null | undefined;
  /** For kind `workspace` and `database`; absent means the only workspace that the caller can reach */
  workspace_id?: string | null | undefined;
  /** Required for kind `database`, refused for the others */
  database_id?: string | null | undefined;
  /** RFC 3339, or a duration such as `24h`, `90m`, `7d`; absent or empty: never */
  expires_at?: string | null | undefined;
  /** Whether the token may only read */
  read_only?: boolean | undefined;
}

export interface CreateTokenResponse {
  id: string;
  name: string;
  kind: 'organization' | 'workspace' | 'database';
  /** Set on workspace and database tokens */
  workspace_id?: string | null | undefined;
  /** Set on database tokens */
  database_id?: string | null | undefined;
  read_only: boolean;
  created_at: string;
  /** Null or absent: does not expire */
  expires_at?: string | null | undefined;
  /** The bearer token; it is shown here once and stored nowhere */
  token: string;
}

export interface CreateUploadRequest {
  /** Absent: a streaming upload */
  declared_size_bytes?: number | null | undefined;
  /** A hint in bytes, clamped */
  part_size?: number | null | undefined;
  content_type?: string | null | undefined;
  /** `gzip`, `zstd` or `identity` */
  content_encoding?: string | null | undefined;
  /** Advisory */
  filename?: string | null | undefined;
  checksum_algo?: 'sha256' | null | undefined;
  /** Hexadecimal; pairs with `checksum_algo` */
  checksum_value?: string | null | undefined;
}

export interface CreateWorkspaceRequest {
  name: string;
  /** Absent means the token's organization */
  organization_public_id?: string | undefined;
}

export interface CreateWorkspaceResponse {
  ok: boolean;
  workspace: WorkspaceDetail;
}

export interface DatabaseAttachmentInfo {
  connection_id: string;
  /** Null: reachable by the connection's own name */
  alias?: string | null | undefined;
}

export interface DatabaseBatchResponse {
  batch_id: string;
  /** Databases requested */
  count: number;
  /** Databases that exist so far */
  created_count: number;
  cancel_requested: boolean;
  expires_at?: string | null | undefined;
  job_id?: string | null | undefined;
  status_url?: string | null | undefined;
}

export interface DatabaseContextEntry {
  name: string;
  content: string;
  updated_at: string;
}

export interface DatabaseCountResponse {
  total: number;
}

export interface DatabaseDefaultSchemaDecl {
  name: string;
  tables?: DatabaseDefaultTableDecl[] | undefined;
}

export interface DatabaseDefaultTableDecl {
  name: string;
  /** Columns that identify a row; needed by delete, update and upsert. Empty: no key */
  key?: string[] | undefined;
  /** Columns whose value the key fixes; a wrong claim can duplicate keys */
  constant_per_key?: string[] | undefined;
  /** Applied in order, fixed at creation */
  partition_by?: TablePartitionKey[] | undefined;
  /** Applied in order, fixed at creation */
  sorted_by?: TableSortKey[] | undefined;
}

export interface DatabaseDetailResponse {
  id: string;
  /** A label, not unique and no identifier */
  name?: string | null | undefined;
  created_at?: string | null | undefined;
  expires_at?: string | null | undefined;
  /** The name that the default catalog answers to */
  default_catalog: string;
  /** The schema of unqualified table names */
  default_schema: string;
  forked_from?: ForkedFromInfo | null | undefined;
  /** The connection that backs the default catalog */
  default_connection_id: string;
  /** Without the default catalog */
  attachments: DatabaseAttachmentInfo[];
}

export interface DatabaseLineageResponse {
  database_id: string;
  /** The database that the whole chain began with; itself where it is no fork */
  root_id: string;
  /** Nearest first */
  ancestors: LineageAncestorInfo[];
  /** The chain is longer than this answer */
  ancestors_truncated: boolean;
  /** Made from this very database, newest first */
  forks: LineageForkInfo[];
  /** Of all forks of this very database */
  fork_count: number;
}

export interface DatabaseSnapshotInfo {
  /** Rises by one with each commit; `AT (VERSION => snapshot_id)` reads it */
  snapshot_id: number;
  /** What was committed */
  operation: string;
  committed_at: string;
}

export interface DatabaseSummary {
  id: string;
  /** A label, not unique and no identifier */
  name?: string | null | undefined;
  created_at?: string | null | undefined;
  expires_at?: string | null | undefined;
  /** The name that the default catalog answers to */
  default_catalog: string;
  /** The schema of unqualified table names */
  default_schema: string;
  forked_from?: ForkedFromInfo | null | undefined;
}

export interface DeleteDatabaseBatchResponse {
  batch_id: string;
  deleted_count: number;
}

export type DiscoveryStatus = 'success' | 'skipped' | 'failed';

export interface EmbeddingProviderResponse {
  id: string;
  name: string;
  /** local or service */
  provider_type: string;
  /** Always present, may be null */
  config: unknown;
  created_at: string;
  has_secret: boolean;
  /** system (from the settings) or user */
  source: string;
  updated_at: string;
}

export interface ExchangeTokenRequest {
  grant_type: string;
  /** The access token, as it was issued */
  api_token?: string | null | undefined;
  /** Which client asks; nothing depends on it */
  client_id?: string | null | undefined;
  /** Of another grant, which is not offered */
  refresh_token?: string | null | undefined;
}

export interface ExchangeTokenResponse {
  /** The bearer token, in the form of a JWT; what it holds is the service's own */
  access_token: string;
  token_type: 'Bearer';
  /** Whole seconds from now */
  expires_in: number;
}

export interface ExecuteSavedQueryRequest {
  /** The latest when absent */
  version?: number | null | undefined;
}

export interface FinalizeUploadPart {
  part_number: number;
  /** The ETag header of that PUT, as it came */
  e_tag: string;
}

export interface FinalizeUploadRequest {
  /** multipart only */
  parts?: FinalizeUploadPart[] | null | undefined;
}

export interface FinalizeUploadResponse {
  upload_id: string;
  /** ready */
  status: string;
  /** As counted */
  size_bytes: number;
  created_at: string;
  content_type?: string | null | undefined;
}

export interface ForkDatabaseRequest {
  /** A label; the source's with a suffix from the fork's id when absent */
  name?: string | null | undefined;
  /** As in creation; a source's future expiry is carried over when absent; empty: never */
  expires_at?: string | null | undefined;
  /** What the fork is for, shown in `forked_from` and in lineages */
  description?: string | null | undefined;
  /** Fork this snapshot of the source; not with `at` */
  snapshot_id?: number | null | undefined;
  /** RFC 3339: fork the newest snapshot committed at or before it; not with `snapshot_id` */
  at?: string | null | undefined;
}

export interface ForkedFromInfo {
  database_id: string;
  /** What the source was called then */
  name: string;
  /** What the fork is for; absent where nobody said */
  description?: string | undefined;
  snapshot_id: number;
  forked_at: string;
}

export interface GetConnectionResponse {
  id: string;
  name: string;
  source_type: string;
  /** Discovered tables */
  table_count: number;
  /** Tables with cached data */
  synced_table_count: number;
  discovery_status?: 'success' | 'skipped' | 'failed' | undefined;
  /** Why the last discovery failed */
  discovery_error?: string | null | undefined;
  /** When the last discovery ended */
  discovered_at?: string | undefined;
}

export interface GetDatabaseContextResponse {
  context: DatabaseContextEntry;
}

export interface GetResultResponse {
  result_id: string;
  /** pending, processing, ready or failed */
  status: string;
  columns?: string[] | null | undefined;
  nullable?: boolean[] | null | undefined;
  /** Beside columns: Arrow type names such as `Int64` */
  column_types?: string[] | null | undefined;
  rows?: unknown[][] | null | undefined;
  /** Rows in this body */
  row_count?: number | null | undefined;
  /** All rows, whatever offset and limit */
  total_row_count?: number | null | undefined;
  error_message?: string | null | undefined;
}

export interface GetSecretResponse {
  name: string;
  created_at: string;
  updated_at: string;
}

export interface IndexEntryResponse {
  index_name: string;
  /** sorted, bm25 or vector */
  index_type: string;
  /** Of an embedded text column, the generated column */
  columns: string[];
  /** The text column that was embedded */
  source_column?: string | null | undefined;
  /** Of an embedded text column: wait or fail */
  on_embedding_failure?: string | undefined;
  /** vector only: l2, cosine or dot */
  metric?: string | null | undefined;
  /** vector only: hnsw or ivf */
  algorithm?: string | undefined;
  /** ivf only: clusters it was built with */
  nlist?: number | undefined;
  /** ivf only: the part of it that a search reads, where it was given */
  probe_fraction?: number | undefined;
  /** vector only, where it was given; always of ivf */
  vector_precision?: string | undefined;
  /** bm25 only: the language of its stems, where it was given */
  stemming?: string | undefined;
  /** bm25 only: the language of its stop words, where it was given */
  stop_words?: string | undefined;
  /** bm25 only: characters of its n-grams, where it was given */
  ngram?: number | undefined;
  status: IndexStatus;
  /** Why rows of an embedded text wait for their vectors, or files are not in the index yet */
  error_message?: string | undefined;
  created_at: string;
  updated_at: string;
  connection_id?: string | null | undefined;
  schema_name: string;
  table_name: string;
}

export interface IndexInfoResponse {
  index_name: string;
  /** sorted, bm25 or vector */
  index_type: string;
  /** Of an embedded text column, the generated column */
  columns: string[];
  /** The text column that was embedded */
  source_column?: string | null | undefined;
  /** Of an embedded text column: wait or fail */
  on_embedding_failure?: string | undefined;
  /** vector only: l2, cosine or dot */
  metric?: string | null | undefined;
  /** vector only: hnsw or ivf */
  algorithm?: string | undefined;
  /** ivf only: clusters it was built with */
  nlist?: number | undefined;
  /** ivf only: the part of it that a search reads, where it was given */
  probe_fraction?: number | undefined;
  /** vector only, where it was given; always of ivf */
  vector_precision?: string | undefined;
  /** bm25 only: the language of its stems, where it was given */
  stemming?: string | undefined;
  /** bm25 only: the language of its stop words, where it was given */
  stop_words?: string | undefined;
  /** bm25 only: characters of its n-grams, where it was given */
  ngram?: number | undefined;
  status: IndexStatus;
  /** Why rows of an embedded text wait for their vectors, or files are not in the index yet */
  error_message?: string | undefined;
  created_at: string;
  updated_at: string;
}

export type IndexStatus = 'ready' | 'pending';

export interface InformationSchemaResponse {
  tables: TableInfo[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  /** Opaque; pass it as `cursor` for the next page */
  next_cursor?: string | null | undefined;
}

export interface JobProgress {
  rows: number;
  bytes: number;
  /** That an embedding provider counted */
  tokens?: number | undefined;
}

export type JobResult = TableRefreshResult | ConnectionRefreshResult | IndexInfoResponse | LoadManagedTableResponse | BulkCreateDatabasesResult;

export type JobStatus = 'pending' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed';

export interface JobStatusResponse {
  id: string;
  job_type: JobType;
  status: JobStatus;
  /** Executions, the present one included */
  attempts: number;
  created_at: string;
  completed_at?: string | null | undefined;
  /** Set when failed or partially_succeeded, and while an attempt that failed is repeated */
  error_message?: string | null | undefined;
  result?: JobResult | null | undefined;
  progress?: JobProgress | undefined;
}

export type JobType = 'noop' | 'bulk_create_databases' | 'create_index' | 'managed_load' | 'ducklake_vacuum' | 'ducklake_orphan_cleanup' | 'result_deletion' | 'stale_result_cleanup' | 'result_retention' | 'ducklake_compaction' | 'ducklake_table_compaction' | 'data_refresh_table' | 'data_refresh_connection' | 'table_constants_update' | 'database_fork';

export interface LineageAncestorInfo {
  database_id: string;
  /** False once it has been deleted */
  exists: boolean;
  /** The label, or the one of the time of the fork where it was deleted */
  name?: string | undefined;
  /** What the fork was for */
  description?: string | undefined;
  forked_at?: string | undefined;
  /** What the next database down the chain copied */
  snapshot_id?: number | undefined;
}

export interface LineageForkInfo {
  database_id: string;
  /** False once it has been deleted */
  exists: boolean;
  /** Absent where the fork was deleted */
  name?: string | undefined;
  /** What the fork was for */
  description?: string | undefined;
  forked_at?: string | undefined;
  /** What the fork copied */
  snapshot_id?: number | undefined;
}

export interface ListConnectionTypesResponse {
  connection_types: ConnectionTypeSummary[];
}

export interface ListConnectionsResponse {
  connections: ConnectionInfo[];
}

export interface ListDatabaseContextsResponse {
  contexts: DatabaseContextEntry[];
}

export interface ListDatabaseSnapshotsResponse {
  snapshots: DatabaseSnapshotInfo[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  /** Opaque; pass it as `cursor` for the next page */
  next_cursor?: string | null | undefined;
}

export interface ListDatabasesResponse {
  databases: DatabaseSummary[];
  /** Items in this page, never the grand total */
  count?: number | null | undefined;
  has_more?: boolean | null | undefined;
  limit?: number | null | undefined;
  /** Opaque; pass it as `cursor` for the next page */
  next_cursor?: string | null | undefined;
}

export interface ListEmbeddingProvidersResponse {
  embedding_providers: EmbeddingProviderResponse[];
}

export interface ListIndexesPageResponse {
  indexes: IndexEntryResponse[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  /** Opaque; pass it as `cursor` for the next page */
  next_cursor?: string | null | undefined;
}

export interface ListIndexesResponse {
  indexes: IndexInfoResponse[];
}

export interface ListJobsResponse {
  jobs: JobStatusResponse[];
}

export interface ListQueryRunsResponse {
  query_runs: QueryRunInfo[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  /** Opaque; pass it as `cursor` for the next page */
  next_cursor?: string | null | undefined;
}

export interface ListResultsResponse {
  results: ResultInfo[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  offset: number;
}

export interface ListSavedQueriesResponse {
  queries: SavedQuerySummary[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  offset: number;
}

export interface ListSavedQueryVersionsResponse {
  saved_query_id: string;
  versions: SavedQueryVersionInfo[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  offset: number;
}

export interface ListSecretsResponse {
  secrets: SecretMetadataResponse[];
}

export interface ListTokensResponse {
  tokens: TokenInfo[];
}

export interface ListWorkspaceQueryRunsResponse {
  query_runs: WorkspaceQueryRun[];
  /** Items in this page, never the grand total */
  count: number;
  has_more: boolean;
  limit: number;
  /** Opaque; pass it as `cursor` for the next page */
  next_cursor?: string | null | undefined;
}

export interface ListWorkspacesResponse {
  ok: boolean;
  workspaces: WorkspaceListItem[];
}

export interface LoadManagedTableRequest {
  mode: 'replace' | 'append' | 'delete' | 'update' | 'upsert';
  /** Source: a finalized upload */
  upload_id?: string | null | undefined;
  /** Source: a ready result of the table's database */
  result_id?: string | null | undefined;
  /** Source: CSV text with a header line, at most 2 MiB */
  data?: string | null | undefined;
  /** Not with `result_id`; only `csv` with `data` */
  format?: 'csv' | 'json' | 'parquet' | null | undefined;
  /** Only with `data`: the type of every column of the header, and of no other */
  columns?: Record<string, ColumnDefinition> | undefined;
  /** Overrides the declared key; ignored by replace and append */
  key?: string[] | null | undefined;
  /** Only with `data` */
  idempotency_key?: string | null | undefined;
  /** Of CSV: what separates columns, one ASCII character */
  delimiter?: string | null | undefined;
  /** Of CSV: what stands around fields; the empty text where nothing does */
  quote?: string | null | undefined;
  /** Of CSV: fields without quotes that are null, besides the empty one */
  null_values?: string[] | null | undefined;
  /** Of CSV */
  decimal?: '.' | ',' | null | undefined;
  /** Of CSV and JSON */
  encoding?: 'utf-8' | 'utf-16' | 'utf-16le' | 'utf-16be' | 'latin1' | 'iso-8859-1' | 'iso-8859-2' | 'iso-8859-15' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254' | 'koi8-r' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' | 'euc-kr' | null | undefined;
  /** Of CSV: lines before the header */
  skip?: number | null | undefined;
  /** Of CSV: how dates or timestamps are written, in the signs of strptime */
  date_format?: string | null | undefined;
  /** Answer 202 and work in the background */
  async?: boolean | undefined;
  /** Milliseconds to work before falling back to 202; needs async=true */
  async_after_ms?: number | null | undefined;
}

export interface LoadManagedTableResponse {
  connection_id: string;
  schema_name: string;
  table_name: string;
  /** Rows in the table after the load */
  row_count: number;
  /** The Arrow schema as JSON text */
  arrow_schema_json: string;
  /** What is kept otherwise than the file has it */
  warnings?: string[] | undefined;
  /** Rows of the load that were given vectors, where the table has indexes on texts */
  embedded_row_count?: number | undefined;
  /** Rows of the load that wait for their vectors */
  waiting_row_count?: number | undefined;
}

export interface ManagedSchemaResponse {
  connection_id: string;
  schema: string;
  /** Names */
  tables: string[];
}

export interface ManagedTableConstantPerKeyResponse {
  connection_id: string;
  schema: string;
  table: string;
  constant_per_key: string[];
}

export interface ManagedTableResponse {
  connection_id: string;
  schema: string;
  table: string;
}

export interface MintUploadPartsRequest {
  part_numbers: number[];
}

export interface MintUploadPartsResponse {
  /** Ascending */
  parts: MintedUploadPartResponse[];
}

export interface MintedUploadPartResponse {
  part_number: number;
  /** Short-lived */
  url: string;
}

export interface NumericProfileDetail {
  type: 'numeric';
  min: string;
  max: string;
  mean: number;
  quantiles?: ProfileQuantiles | undefined;
}

export interface OwnTokenResponse {
  id: string;
  name: string;
  kind: 'organization' | 'workspace' | 'database';
  /** Set on workspace and database tokens */
  workspace_id?: string | null | undefined;
  /** Set on database tokens */
  database_id?: string | null | undefined;
  read_only: boolean;
  created_at: string;
  /** Null or absent: does not expire */
  expires_at?: string | null | undefined;
  organization_id: string;
  /** `user_public_id` of its query runs */
  user_id: string;
  /** What it may do, such as `queries:run` */
  permissions: string[];
  /** Those that it may enter, oldest first */
  workspaces: ({
  id: string;
  name: string;
})[];
}

export interface ProfileQuantiles {
  p5: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
}

export interface ProfiledOperator {
  /** Its place in the list */
  id: number;
  /** The operator that takes its rows; null for the last one to run */
  parent_id: number | null;
  name: string;
  /** What it scans */
  table: string | null;
  /** Of all threads together, without the operators below */
  time_ms: number;
  /** Rows that it gave */
  rows: number;
  /** Of those rows */
  bytes: number;
  /** What it works on, as texts: filters, conditions, groups */
  details: Record<string, string>;
}

export interface QueryRequest {
  /** One statement that returns rows, 1,000,000 bytes at most */
  sql: string;
  /** Instead of the X-Database-Id header */
  database_id?: string | null | undefined;
  /** Catalog of names without one; must be visible */
  default_catalog?: string | null | undefined;
  /** Schema of unqualified names */
  default_schema?: string | null | undefined;
  /** Keep the profile of the run: the time, rows and bytes of each operator */
  profile?: boolean | undefined;
  /** `hotsql` unless given */
  dialect?: 'hotsql' | 'duckdb' | 'postgres' | 'snowflake' | null | undefined;
  /** Answer 202 and work in the background */
  async?: boolean | undefined;
  /** Milliseconds to work before falling back to 202; needs async=true */
  async_after_ms?: number | null | undefined;
}

export interface QueryResponse {
  columns: string[];
  rows: unknown[][];
  /** Beside columns: whether a column allows null */
  nullable: boolean[];
  execution_time_ms: number;
  /** Rows in this body */
  preview_row_count: number;
  /** Deprecated, equal to preview_row_count */
  row_count: number;
  /** All rows; null while a truncated result is being kept */
  total_row_count?: number | null | undefined;
  /** Whether rows is a preview of a larger result */
  truncated: boolean;
  query_run_id: string;
  /** Null only when a complete result could not be kept */
  result_id?: string | null | undefined;
  /** Set when a complete result could not be kept */
  warning?: string | null | undefined;
  /** Of SQL that writes: what its last statement is, as INSERT */
  command?: string | undefined;
  /** Of SQL that writes: rows that its last statement wrote */
  rows_affected?: number | null | undefined;
}

export interface QueryRunInfo {
  id: string;
  /** running, succeeded, failed, cancelled or interrupted; the last three and succeeded are final */
  status: string;
  created_at: string;
  completed_at?: string | null | undefined;
  sql_text: string;
  sql_hash: string;
  /** Id of the SQL text by its content */
  snapshot_id: string;
  result_id?: string | null | undefined;
  /** Rows returned */
  row_count?: number | null | undefined;
  /** Rows read from storage; null when no table was read */
  rows_scanned?: number | null | undefined;
  /** Bytes fetched from storage; 0 when served from memory */
  bytes_scanned?: number | null | undefined;
  execution_time_ms?: number | null | undefined;
  /** From the start to a ready result, without the network */
  server_processing_ms?: number | null | undefined;
  saved_query_id?: string | null | undefined;
  saved_query_version?: number | null | undefined;
  error_message?: string | null | undefined;
  warning_message?: string | null | undefined;
  trace_id?: string | null | undefined;
  /** Who asked */
  user_public_id?: string | null | undefined;
  /** Per catalog, the snapshot that was read */
  database_snapshots?: Record<string, number> | null | undefined;
  /** The earlier result that answered it, whose rows its own result shares; null where it executed */
  reused_result_id?: string | null | undefined;
  /** Of the SQL text; null of runs from before it was recorded */
  dialect?: string | null | undefined;
}

export interface QueryRunProfile {
  query_run_id: string;
  /** From the first row to the last, by the clock */
  total_ms: number;
  /** In buffers of the engine */
  peak_memory_bytes: number;
  /** Largest amount on disk */
  spilled_bytes: number;
  /** Each before those whose rows it takes */
  operators: ProfiledOperator[];
  /** There were more operators than are listed */
  truncated: boolean;
}

export interface RedeemCodeRequest {
  /** The code of a sign-in link; it serves once */
  code: string;
}

export interface RefreshRequest {
  connection_id?: string | null | undefined;
  schema_name?: string | null | undefined;
  table_name?: string | null | undefined;
  /** Refresh rows instead of the schema */
  data?: boolean | undefined;
  /** Also fetch tables that were never read */
  include_uncached?: boolean | undefined;
  /** Fetch all rows, also of tables that are refreshed incrementally */
  full?: boolean | undefined;
  /** Of tables that are refreshed incrementally, compare all keys and remove rows gone at the source */
  remove_gone?: boolean | undefined;
  /** Answer 202 and work in the background */
  async?: boolean | undefined;
  /** Milliseconds to work before falling back to 202; needs async=true */
  async_after_ms?: number | null | undefined;
}

export type RefreshResponse = SchemaRefreshResult | TableRefreshResult | ConnectionRefreshResult;

export interface RefreshWarning {
  message: string;
  schema_name?: string | null | undefined;
  table_name?: string | null | undefined;
}

export interface ResetDatabaseRequest {}

export interface RestoreTableRequest {
  /** The snapshot whose rows, columns and declaration the table gets */
  snapshot_id: number;
}

export interface RestoreTableResponse {
  connection_id: string;
  schema_name: string;
  table_name: string;
  /** The snapshot that the restore made; what was before is the one before it */
  snapshot_id: number;
  row_count: number;
}

export interface ResultInfo {
  id: string;
  /** pending, processing, ready or failed */
  status: string;
  created_at: string;
  error_message?: string | null | undefined;
  row_count?: number | null | undefined;
  query_run_id?: string | null | undefined;
  /** When it is deleted; null: kept */
  expires_at?: string | null | undefined;
}

export interface SavedQueryDetail {
  id: string;
  name: string;
  description: string;
  tags: string[];
  latest_version: number;
  created_at: string;
  updated_at: string;
  sql: string;
  sql_hash: string;
  category?: string | null | undefined;
  table_size?: string | null | undefined;
  num_tables?: number | null | undefined;
  has_aggregation?: boolean | null | undefined;
  has_group_by?: boolean | null | undefined;
  has_join?: boolean | null | undefined;
  has_limit?: boolean | null | undefined;
  has_order_by?: boolean | null | undefined;
  has_predicate?: boolean | null | undefined;
}

export interface SavedQuerySummary {
  id: string;
  name: string;
  description: string;
  tags: string[];
  latest_version: number;
  created_at: string;
  updated_at: string;
}

export interface SavedQueryVersionInfo {
  version: number;
  sql: string;
  sql_hash: string;
  created_at: string;
  category?: string | null | undefined;
  table_size?: string | null | undefined;
  num_tables?: number | null | undefined;
  has_aggregation?: boolean | null | undefined;
  has_group_by?: boolean | null | undefined;
  has_join?: boolean | null | undefined;
  has_limit?: boolean | null | undefined;
  has_order_by?: boolean | null | undefined;
  has_predicate?: boolean | null | undefined;
}

export interface SchemaRefreshResult {
  connections_refreshed: number;
  connections_failed: number;
  tables_discovered: number;
  tables_added: number;
  tables_modified: number;
  errors?: ConnectionSchemaError[] | null | undefined;
}

export interface SecretMetadataResponse {
  name: string;
  created_at: string;
  updated_at: string;
}

export interface SubmitJobResponse {
  id: string;
  status: JobStatus;
  status_url: string;
}

export interface TableInfo {
  connection: string;
  schema: string;
  table: string;
  synced: boolean;
  /** RFC 3339 */
  last_sync?: string | null | undefined;
  /** With include_columns only */
  columns?: ColumnInfo[] | null | undefined;
  /** Columns whose value the key fixes */
  constant_per_key: string[];
  partition_by: TablePartitionKey[];
  sorted_by: TableSortKey[];
  /** Of a table that has any */
  indexes?: IndexInfoResponse[] | undefined;
  /** Of a source's table: discovered, loaded, stale (its columns changed since), failed or live */
  state?: string | null | undefined;
  /** Of a source's table: table or view */
  kind?: string | undefined;
  comment?: string | null | undefined;
  primary_key?: string[] | undefined;
  /** Rows by the source's own statistics */
  row_estimate?: number | null | undefined;
  refresh?: TableRefreshPolicy | null | undefined;
  /** Why the last fetching failed; the rows that were fetched before stay */
  sync_error?: string | null | undefined;
}

export interface TablePartitionKey {
  column: string;
  transform: 'identity' | 'year' | 'month' | 'day' | 'hour';
}

export interface TableProfileResponse {
  connection: string;
  schema: string;
  table: string;
  row_count: number;
  /** RFC 3339 */
  synced_at?: string | null | undefined;
  columns: ColumnProfileInfo[];
}

export interface TableRefreshError {
  schema_name: string;
  table_name: string;
  error: string;
}

export interface TableRefreshPolicy {
  mode: 'full' | 'incremental' | 'live';
  cursor_column?: string | null | undefined;
  key: string[];
  overlap: number;
  cron?: string | null | undefined;
  every_s?: number | null | undefined;
  max_age_s?: number | null | undefined;
  when_stale: 'refresh' | 'serve';
}

export interface TableRefreshRequest {
  /** `incremental`: rows that are new or changed by `cursor_column`; `live`: nothing is kept, each query reads at the source */
  mode: 'full' | 'incremental' | 'live';
  cursor_column?: string | null | undefined;
  /** The source's primary key unless given; empty: rows are only ever added */
  key?: string[] | null | undefined;
  /** How far below the last cursor a refresh begins: seconds of a date or time (300 of a time unless given), else units of a number */
  overlap?: number | null | undefined;
  /** Five fields in UTC: minute, hour, day of the month, month, day of the week */
  cron?: string | null | undefined;
  /** Seconds from one refresh to the next; not with `cron` */
  every_s?: number | null | undefined;
  /** Seconds after which a query that reads the table has it refreshed */
  max_age_s?: number | null | undefined;
  /** Whether such a query waits (unless given) or is answered with what is here */
  when_stale?: 'refresh' | 'serve' | null | undefined;
}

export interface TableRefreshResponse {
  connection_id: string;
  schema: string;
  table: string;
  refresh: TableRefreshPolicy;
  /** Up to where changes are here, as the source writes the value; null: all rows come next */
  cursor?: string | null | undefined;
  next_refresh_at?: string | null | undefined;
}

export interface TableRefreshResult {
  connection_id: string;
  schema_name: string;
  table_name: string;
  rows_synced: number;
  duration_ms: number;
  warnings?: RefreshWarning[] | null | undefined;
  /** Whether all rows were fetched, or what had changed */
  mode?: 'full' | 'incremental' | undefined;
  /** With remove_gone: rows that were gone at the source */
  rows_removed?: number | undefined;
}

export interface TableSortKey {
  column: string;
  /** `asc` unless given */
  direction?: 'asc' | 'desc' | null | undefined;
  /** SQL's default for the direction unless given */
  nulls?: 'first' | 'last' | null | undefined;
}

export interface TemporalProfileDetail {
  type: 'temporal';
  min: string;
  max: string;
}

export interface TextProfileDetail {
  type: 'text';
  min_length: number;
  max_length: number;
  avg_length: number;
}

export interface TokenInfo {
  id: string;
  name: string;
  kind: 'organization' | 'workspace' | 'database';
  /** Set on workspace and database tokens */
  workspace_id?: string | null | undefined;
  /** Set on database tokens */
  database_id?: string | null | undefined;
  read_only: boolean;
  created_at: string;
  /** Null or absent: does not expire */
  expires_at?: string | null | undefined;
}

export interface UpdateEmbeddingProviderRequest {
  name?: string | null | undefined;
  /** Replaces the configuration */
  config?: unknown | undefined;
  /** Replaces the key */
  api_key?: string | null | undefined;
  /** Null clears */
  secret_name?: string | null | undefined;
}

export interface UpdateEmbeddingProviderResponse {
  id: string;
  name: string;
  updated_at: string;
}

export interface UpdateManagedTableRequest {
  /** The whole new list; empty: no claim */
  constant_per_key: string[];
}

export interface UpdateSavedQueryRequest {
  name?: string | null | undefined;
  /** A change makes a new version */
  sql?: string | null | undefined;
  description?: string | null | undefined;
  tags?: string[] | null | undefined;
  /** Of any name; null goes back to detection */
  category_override?: string | null | undefined;
  /** Null clears */
  table_size_override?: string | null | undefined;
}

export interface UpdateSecretRequest {
  /** What is kept; no endpoint shows it */
  value: string;
}

export interface UpdateSecretResponse {
  name: string;
  updated_at: string;
}

export interface UploadSessionResponse {
  upload_id: string;
  /** Shown once; finalize and mint need it */
  finalize_token: string;
  /** single or multipart */
  mode: string;
  /** single only: where to PUT */
  url?: string | null | undefined;
  /** multipart of known size only, ascending */
  part_urls?: string[] | null | undefined;
  /** multipart only: bytes of every part but the last */
  part_size?: number | null | undefined;
  /** To send with every PUT */
  headers: Record<string, string>;
}

export interface UpsertDatabaseContextRequest {
  /** 1 to 128 of [A-Za-z0-9_], no leading digit, no reserved word */
  name: string;
  /** Text or Markdown, at most 512,000 characters */
  content: string;
}

export interface UpsertDatabaseContextResponse {
  context: DatabaseContextEntry;
}

export interface UsageDay {
  /** YYYY-MM-DD, of UTC */
  day: string;
  /** Runs of that day that succeeded or failed */
  query_count: number;
  bytes_scanned: number;
  /** Texts that embedding providers were asked */
  embedded_text_count: number;
  /** Tokens that the providers counted for them */
  embedding_token_count: number;
}

export interface UsageDaysResponse {
  /** Each day from `since` until today, the oldest first */
  days: UsageDay[];
}

export interface WorkspaceDetail {
  public_id: string;
  name: string;
  /** `pending` just after creation, then `provisioned` */
  provision_status: string;
}

export interface WorkspaceListItem {
  public_id: string;
  name: string;
  active: boolean;
  favorite: boolean;
  /** `pending` just after creation, then `provisioned` */
  provision_status: string;
}

export interface WorkspaceQueryRun {
  id: string;
  /** running, succeeded, failed, cancelled or interrupted; the last three and succeeded are final */
  status: string;
  created_at: string;
  completed_at?: string | null | undefined;
  sql_text: string;
  sql_hash: string;
  /** Id of the SQL text by its content */
  snapshot_id: string;
  result_id?: string | null | undefined;
  /** Rows returned */
  row_count?: number | null | undefined;
  /** Rows read from storage; null when no table was read */
  rows_scanned?: number | null | undefined;
  /** Bytes fetched from storage; 0 when served from memory */
  bytes_scanned?: number | null | undefined;
  execution_time_ms?: number | null | undefined;
  /** From the start to a ready result, without the network */
  server_processing_ms?: number | null | undefined;
  saved_query_id?: string | null | undefined;
  saved_query_version?: number | null | undefined;
  error_message?: string | null | undefined;
  warning_message?: string | null | undefined;
  trace_id?: string | null | undefined;
  /** Who asked */
  user_public_id?: string | null | undefined;
  /** Per catalog, the snapshot that was read */
  database_snapshots?: Record<string, number> | null | undefined;
  /** The earlier result that answered it, whose rows its own result shares; null where it executed */
  reused_result_id?: string | null | undefined;
  /** Of the SQL text; null of runs from before it was recorded */
  dialect?: string | null | undefined;
  database_id: string;
  /** Null where the database is gone */
  database_name: string | null;
}

export interface WorkspaceUsageResponse {
  since: string;
  /** Runs that succeeded or failed since then */
  query_count: number;
  /** Since then */
  bytes_scanned: number;
  /** Texts that embedding providers were asked since then */
  embedded_text_count?: number | undefined;
  /** Tokens that the providers counted for them */
  embedding_token_count?: number | undefined;
  /** Managed tables, unloaded uploads, caches and indexes */
  storage_bytes: number;
  /** When storage_bytes was measured */
  storage_captured_at?: string | null | undefined;
}

/** Every endpoint of the contract: one object of arguments, wherever in the request they belong. */
export interface Resources {
  readonly workspaces: {
    /** List the workspaces of an organization: `GET /v1/workspaces`. */
    list(args?: { organization_public_id?: string | undefined }, options?: CallOptions): ListRequest<ListWorkspacesResponse, WorkspaceListItem>;
    /** Create a workspace: `POST /v1/workspaces`. */
    create(args: CreateWorkspaceRequest, options?: CallOptions): Promise<CreateWorkspaceResponse>;
    /** Delete a workspace; what belongs to it is removed in the background: `DELETE /v1/workspaces/{public_id}`. */
    delete(args: { public_id: string }, options?: CallOptions): Promise<void>;
  };
  readonly tokens: {
    /** List the access tokens that the caller may manage: `GET /v1/tokens`. */
    list(args?: Record<never, never>, options?: CallOptions): ListRequest<ListTokensResponse, TokenInfo>;
    /** Issue an access token: `POST /v1/tokens`. */
    create(args: CreateTokenRequest, options?: CallOptions): Promise<CreateTokenResponse>;
    /** Exchange an access token for a short-lived one that may do no more and ends with it: `POST /v1/auth/jwt`. */
    exchange(args: ExchangeTokenRequest, options?: CallOptions): Promise<ExchangeTokenResponse>;
    /** Exchange the one-time code of a sign-in link for an access token: `POST /v1/auth/code`. */
    redeemCode(args: RedeemCodeRequest, options?: CallOptions): Promise<CreateTokenResponse>;
    /** Say what the token of this request is and may do, and which workspaces it enters: `GET /v1/me`. */
    getOwn(args?: Record<never, never>, options?: CallOptions): Promise<OwnTokenResponse>;
    /** Revoke an access token: `DELETE /v1/tokens/{id}`. */
    revoke(args: { id: string }, options?: CallOptions): Promise<void>;
  };
  readonly databases: {
    /** List the databases, newest first; of a batch, by id: `GET /v1/databases`. */
    list(args?: { limit?: number | undefined; cursor?: string | undefined; search?: string | undefined; batch?: string | undefined }, options?: CallOptions): ListRequest<ListDatabasesResponse, DatabaseSummary>;
    /** Create a database with its default catalog: `POST /v1/databases`. */
    create(args?: CreateDatabaseRequest, options?: CallOptions): Promise<CreateDatabaseResponse>;
    /** Get the one database of a name, compared as if_not_exists does: `GET /v1/databases/by-name`. */
    getByName(args: { name: string }, options?: CallOptions): Promise<DatabaseDetailResponse>;
    /** Count the databases of the workspace: `GET /v1/databases/count`. */
    count(args?: { search?: string | undefined; batch?: string | undefined }, options?: CallOptions): Promise<DatabaseCountResponse>;
    /** Get a database: `GET /v1/databases/{database_id}`. */
    get(args: { database_id: string }, options?: CallOptions): Promise<DatabaseDetailResponse>;
    /** Delete a database and its default catalog; attached connections are only detached: `DELETE /v1/databases/{database_id}`. */
    delete(args: { database_id: string }, options?: CallOptions): Promise<void>;
    /** Fork a database: schemas, tables, data, indexes and attachments: `POST /v1/databases/{database_id}/fork`. */
    fork(args: { database_id: string } & ForkDatabaseRequest, options?: CallOptions): Promise<CreateDatabaseResponse>;
    /** Get what a database was forked from, and what was forked from it; deleted databases stay in it: `GET /v1/databases/{database_id}/lineage`. */
    getLineage(args: { database_id: string; forks_limit?: number | undefined }, options?: CallOptions): Promise<DatabaseLineageResponse>;
    /** Put a fork back to the present state of its source, under the same id: `POST /v1/databases/{database_id}/reset`. */
    reset(args: { database_id: string } & ResetDatabaseRequest, options?: CallOptions): Promise<DatabaseDetailResponse>;
    /** List the snapshots of the default catalog that can be read, newest first: `GET /v1/databases/{database_id}/snapshots`. */
    listSnapshots(args: { database_id: string; limit?: number | undefined; cursor?: string | undefined }, options?: CallOptions): ListRequest<ListDatabaseSnapshotsResponse, DatabaseSnapshotInfo>;
    /** Attach a connection as a catalog: `POST /v1/databases/{database_id}/catalogs`. */
    attachCatalog(args: { database_id: string } & AttachDatabaseCatalogRequest, options?: CallOptions): Promise<void>;
    /** Detach a connection: `DELETE /v1/databases/{database_id}/catalogs/{connection_id}`. */
    detachCatalog(args: { database_id: string; connection_id: string }, options?: CallOptions): Promise<void>;
    /** Declare a schema, with tables if wanted, on the default catalog: `POST /v1/databases/{database_id}/schemas`. */
    addSchema(args: { database_id: string } & AddManagedSchemaRequest, options?: CallOptions): Promise<ManagedSchemaResponse>;
    /** Declare a table on a schema of the default catalog: `POST /v1/databases/{database_id}/schemas/{schema}/tables`. */
    addTable(args: { database_id: string; schema: string } & AddManagedTableRequest, options?: CallOptions): Promise<ManagedTableResponse>;
    /** Load an upload, a result or inline CSV into a table: `POST /v1/databases/{database_id}/schemas/{schema}/tables/{table}/loads`. */
    loadTable(args: { database_id: string; schema: string; table: string } & LoadManagedTableRequest, options?: CallOptions): Promise<LoadManagedTableResponse | SubmitJobResponse>;
    /** Say which columns of a table its key fixes, from the next load on; an empty list says none: `PUT /v1/databases/{database_id}/schemas/{schema}/tables/{table}/constant-per-key`. */
    setConstantPerKey(args: { database_id: string; schema: string; table: string } & UpdateManagedTableRequest, options?: CallOptions): Promise<ManagedTableConstantPerKeyResponse>;
    /** Make a table what it was at a snapshot, as one more commit; a dropped one is there again: `POST /v1/databases/{database_id}/schemas/{schema}/tables/{table}/restore`. */
    restoreTable(args: { database_id: string; schema: string; table: string } & RestoreTableRequest, options?: CallOptions): Promise<RestoreTableResponse>;
    /** Delete a table, its data and its declaration; the name is free afterwards: `DELETE /v1/databases/{database_id}/schemas/{schema}/tables/{table}`. */
    deleteTable(args: { database_id: string; schema: string; table: string }, options?: CallOptions): Promise<void>;
  };
  readonly databaseBatches: {
    /** Create many databases from one template in the background: `POST /v1/databases/bulk`. */
    create(args: BulkCreateDatabasesRequest, options?: CallOptions): Promise<DatabaseBatchResponse>;
    /** Get the progress of a batch: `GET /v1/databases/bulk/{batch_id}`. */
    get(args: { batch_id: string }, options?: CallOptions): Promise<DatabaseBatchResponse>;
    /** Stop a batch and delete its databases, unless one holds loaded data: `DELETE /v1/databases/bulk/{batch_id}`. */
    delete(args: { batch_id: string }, options?: CallOptions): Promise<DeleteDatabaseBatchResponse>;
  };
  readonly databaseContexts: {
    /** List the context documents of a database with their content: `GET /v1/databases/{database_id}/context`. */
    list(args: { database_id: string }, options?: CallOptions): ListRequest<ListDatabaseContextsResponse, DatabaseContextEntry>;
    /** Write a context document, new or over the one of its name: `POST /v1/databases/{database_id}/context`. */
    upsert(args: { database_id: string } & UpsertDatabaseContextRequest, options?: CallOptions): Promise<UpsertDatabaseContextResponse>;
    /** Get a context document: `GET /v1/databases/{database_id}/context/{name}`. */
    get(args: { database_id: string; name: string }, options?: CallOptions): Promise<GetDatabaseContextResponse>;
    /** Delete a context document: `DELETE /v1/databases/{database_id}/context/{name}`. */
    delete(args: { database_id: string; name: string }, options?: CallOptions): Promise<void>;
  };
  readonly uploads: {
    /** Create an upload session: `POST /v1/uploads`. */
    create(args?: CreateUploadRequest, options?: CallOptions): Promise<UploadSessionResponse>;
    /** Create up to 100 upload sessions, all or none: `POST /v1/uploads/batch`. */
    createBatch(args: BatchCreateUploadRequest, options?: CallOptions): Promise<BatchCreateUploadResponse>;
    /** Mint short-lived URLs of parts: `POST /v1/uploads/{upload_id}/parts`. */
    mintParts(args: { upload_id: string; upload_finalize_token: string } & MintUploadPartsRequest, options?: CallOptions): Promise<MintUploadPartsResponse>;
    /** Finalize an upload, exactly once: `POST /v1/uploads/{upload_id}/finalize`. */
    finalize(args: { upload_id: string; upload_finalize_token: string } & FinalizeUploadRequest, options?: CallOptions): Promise<FinalizeUploadResponse>;
  };
  readonly queries: {
    /** Run one SQL statement in the scope of a database: `POST /v1/query`. */
    run(args: QueryRequest, options?: CallOptions): Promise<QueryResponse | AsyncQueryResponse>;
  };
  readonly queryRuns: {
    /** List the query runs of a database, newest first: `GET /v1/query-runs`. */
    list(args: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined; saved_query_id?: string | undefined; database_id: string }, options?: CallOptions): ListRequest<ListQueryRunsResponse, QueryRunInfo>;
    /** List the query runs of all databases of the workspace, newest first: `GET /v1/query-runs/all`. */
    listAll(args?: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined; slower_than_ms?: number | undefined }, options?: CallOptions): ListRequest<ListWorkspaceQueryRunsResponse, WorkspaceQueryRun>;
    /** Get a query run: `GET /v1/query-runs/{id}`. */
    get(args: { id: string; database_id: string }, options?: CallOptions): Promise<QueryRunInfo>;
    /** Get what the operators of a query did: kept when asked for, and of queries that ran for a second or more: `GET /v1/query-runs/{id}/profile`. */
    getProfile(args: { id: string; database_id: string }, options?: CallOptions): Promise<QueryRunProfile>;
    /** Cancel a running query; a run that has ended stays as it is: `POST /v1/query-runs/{id}/cancel`. */
    cancel(args: { id: string; database_id: string }, options?: CallOptions): Promise<QueryRunInfo>;
  };
  readonly results: {
    /** List the results of a database, newest first: `GET /v1/results`. */
    list(args: { limit?: number | undefined; offset?: number | undefined; database_id: string }, options?: CallOptions): ListRequest<ListResultsResponse, ResultInfo>;
    /** Read a result as JSON, Arrow, CSV, Markdown or Parquet: `GET /v1/results/{id}`. */
    get(args: { id: string; offset?: number | undefined; limit?: number | undefined; format?: 'arrow' | 'json' | 'csv' | 'md' | 'parquet' | 'markdown' | undefined; database_id: string }, options?: CallOptions): Promise<GetResultResponse>;
  };
  readonly savedQueries: {
    /** List the saved queries, by name: `GET /v1/queries`. */
    list(args?: { limit?: number | undefined; offset?: number | undefined }, options?: CallOptions): ListRequest<ListSavedQueriesResponse, SavedQuerySummary>;
    /** Save a query as version 1: `POST /v1/queries`. */
    create(args: CreateSavedQueryRequest, options?: CallOptions): Promise<SavedQueryDetail>;
    /** Get a saved query: `GET /v1/queries/{id}`. */
    get(args: { id: string }, options?: CallOptions): Promise<SavedQueryDetail>;
    /** Change a saved query; other SQL makes a new version: `PUT /v1/queries/{id}`. */
    update(args: { id: string } & UpdateSavedQueryRequest, options?: CallOptions): Promise<SavedQueryDetail>;
    /** Delete a saved query: `DELETE /v1/queries/{id}`. */
    delete(args: { id: string }, options?: CallOptions): Promise<void>;
    /** Run a saved query in the scope of a database: `POST /v1/queries/{id}/execute`. */
    execute(args: { id: string; database_id: string } & ExecuteSavedQueryRequest, options?: CallOptions): Promise<QueryResponse>;
    /** List the versions of a saved query, newest first: `GET /v1/queries/{id}/versions`. */
    listVersions(args: { id: string; limit?: number | undefined; offset?: number | undefined }, options?: CallOptions): ListRequest<ListSavedQueryVersionsResponse, SavedQueryVersionInfo>;
  };
  readonly jobs: {
    /** List the background jobs, newest first; unless asked for, only of types that every client knows: `GET /v1/jobs`. */
    list(args?: { job_type?: JobType | undefined; status?: string | undefined; limit?: number | undefined; offset?: number | undefined }, options?: CallOptions): ListRequest<ListJobsResponse, JobStatusResponse>;
    /** Get a background job: `GET /v1/jobs/{id}`. */
    get(args: { id: string }, options?: CallOptions): Promise<JobStatusResponse>;
    /** Cancel a background job, which is failed then and has changed nothing; one that has ended stays as it is: `POST /v1/jobs/{id}/cancel`. */
    cancel(args: { id: string }, options?: CallOptions): Promise<JobStatusResponse>;
  };
  readonly informationSchema: {
    /** List tables, with columns if wanted: `GET /v1/information_schema`. */
    list(args?: { connection_id?: string | undefined; schema?: string | undefined; table?: string | undefined; include_columns?: boolean | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: CallOptions): ListRequest<InformationSchemaResponse, TableInfo>;
  };
  readonly connections: {
    /** List the connections, without databases' default catalogs: `GET /v1/connections`. */
    list(args?: Record<never, never>, options?: CallOptions): ListRequest<ListConnectionsResponse, ConnectionInfo>;
    /** Register a connection and discover its tables: `POST /v1/connections`. */
    create(args: CreateConnectionRequest, options?: CallOptions): Promise<CreateConnectionResponse>;
    /** Get a connection with its table counts: `GET /v1/connections/{connection_id}`. */
    get(args: { connection_id: string }, options?: CallOptions): Promise<GetConnectionResponse>;
    /** Delete a connection, its cached data and automatic secrets: `DELETE /v1/connections/{connection_id}`. */
    delete(args: { connection_id: string }, options?: CallOptions): Promise<void>;
    /** Check that the source of a connection answers: `GET /v1/connections/{connection_id}/health`. */
    checkHealth(args: { connection_id: string }, options?: CallOptions): Promise<ConnectionHealthResponse>;
    /** Purge the cached data of a connection; the next query fetches anew: `DELETE /v1/connections/{connection_id}/cache`. */
    purgeCache(args: { connection_id: string }, options?: CallOptions): Promise<void>;
    /** Purge the cached data of one table: `DELETE /v1/connections/{connection_id}/tables/{schema}/{table}/cache`. */
    purgeTableCache(args: { connection_id: string; schema: string; table: string }, options?: CallOptions): Promise<void>;
    /** Get the profile of a table's columns: `GET /v1/connections/{connection_id}/tables/{schema}/{table}/profile`. */
    getTableProfile(args: { connection_id: string; schema: string; table: string }, options?: CallOptions): Promise<TableProfileResponse>;
    /** Declare a schema, with tables if wanted, on a managed catalog: `POST /v1/connections/{connection_id}/schemas`. */
    addSchema(args: { connection_id: string } & AddManagedSchemaRequest, options?: CallOptions): Promise<ManagedSchemaResponse>;
    /** Declare a table on a schema of a managed catalog: `POST /v1/connections/{connection_id}/schemas/{schema}/tables`. */
    addTable(args: { connection_id: string; schema: string } & AddManagedTableRequest, options?: CallOptions): Promise<ManagedTableResponse>;
    /** Load an upload, a result or inline CSV into a table: `POST /v1/connections/{connection_id}/schemas/{schema}/tables/{table}/loads`. */
    loadTable(args: { connection_id: string; schema: string; table: string; database_id?: string } & LoadManagedTableRequest, options?: CallOptions): Promise<LoadManagedTableResponse | SubmitJobResponse>;
    /** Say which columns of a table its key fixes, from the next load on; an empty list says none: `PUT /v1/connections/{connection_id}/schemas/{schema}/tables/{table}/constant-per-key`. */
    setConstantPerKey(args: { connection_id: string; schema: string; table: string } & UpdateManagedTableRequest, options?: CallOptions): Promise<ManagedTableConstantPerKeyResponse>;
    /** Delete a table, its data and its declaration; the name is free afterwards: `DELETE /v1/connections/{connection_id}/schemas/{schema}/tables/{table}`. */
    deleteTable(args: { connection_id: string; schema: string; table: string }, options?: CallOptions): Promise<void>;
  };
  readonly connectionTypes: {
    /** List the kinds of source that can be connected: `GET /v1/connection-types`. */
    list(args?: Record<never, never>, options?: CallOptions): ListRequest<ListConnectionTypesResponse, ConnectionTypeSummary>;
    /** Get a connection type with the schema of its configuration: `GET /v1/connection-types/{name}`. */
    get(args: { name: string }, options?: CallOptions): Promise<ConnectionTypeDetail>;
  };
  readonly refresh: {
    /** Refresh the schema or the cached data of connections: `POST /v1/refresh`. */
    run(args?: RefreshRequest, options?: CallOptions): Promise<RefreshResponse | SubmitJobResponse>;
    /** Get how a table of a source is kept fresh: `GET /v1/connections/{connection_id}/tables/{schema}/{table}/refresh`. */
    getPolicy(args: { connection_id: string; schema: string; table: string }, options?: CallOptions): Promise<TableRefreshResponse>;
    /** Say how a table of a source is kept fresh, from the next refresh on: `PUT /v1/connections/{connection_id}/tables/{schema}/{table}/refresh`. */
    setPolicy(args: { connection_id: string; schema: string; table: string } & TableRefreshRequest, options?: CallOptions): Promise<TableRefreshResponse>;
  };
  readonly secrets: {
    /** List the names of stored secrets: `GET /v1/secrets`. */
    list(args?: Record<never, never>, options?: CallOptions): ListRequest<ListSecretsResponse, SecretMetadataResponse>;
    /** Store a secret: `POST /v1/secrets`. */
    create(args: CreateSecretRequest, options?: CallOptions): Promise<CreateSecretResponse>;
    /** Get what is known of a secret, without its value: `GET /v1/secrets/{name}`. */
    get(args: { name: string }, options?: CallOptions): Promise<GetSecretResponse>;
    /** Replace the value of a secret: `PUT /v1/secrets/{name}`. */
    update(args: { name: string } & UpdateSecretRequest, options?: CallOptions): Promise<UpdateSecretResponse>;
    /** Delete a secret: `DELETE /v1/secrets/{name}`. */
    delete(args: { name: string }, options?: CallOptions): Promise<void>;
  };
  readonly indexes: {
    /** List the indexes in the scope of a database: `GET /v1/indexes`. */
    list(args: { connection_id?: string | undefined; schema?: string | undefined; table?: string | undefined; index_type?: string | undefined; limit?: number | undefined; cursor?: string | undefined; database_id: string }, options?: CallOptions): ListRequest<ListIndexesPageResponse, IndexEntryResponse>;
    /** List the indexes of a table: `GET /v1/connections/{connection_id}/tables/{schema}/{table}/indexes`. */
    listOfTable(args: { connection_id: string; schema: string; table: string }, options?: CallOptions): ListRequest<ListIndexesResponse, IndexInfoResponse>;
    /** Build a sorted, full-text or vector index: `POST /v1/connections/{connection_id}/tables/{schema}/{table}/indexes`. */
    create(args: { connection_id: string; schema: string; table: string } & CreateIndexRequest, options?: CallOptions): Promise<IndexInfoResponse | SubmitJobResponse>;
    /** Delete an index: `DELETE /v1/connections/{connection_id}/tables/{schema}/{table}/indexes/{index_name}`. */
    delete(args: { connection_id: string; schema: string; table: string; index_name: string }, options?: CallOptions): Promise<void>;
  };
  readonly databaseIndexes: {
    /** List the indexes of a table of the default catalog: `GET /v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes`. */
    listOfTable(args: { database_id: string; schema: string; table: string }, options?: CallOptions): ListRequest<ListIndexesResponse, IndexInfoResponse>;
    /** Build an index of a table of the default catalog: `POST /v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes`. */
    create(args: { database_id: string; schema: string; table: string } & CreateIndexRequest, options?: CallOptions): Promise<IndexInfoResponse | SubmitJobResponse>;
    /** Delete an index of a table of the default catalog: `DELETE /v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes/{index_name}`. */
    delete(args: { database_id: string; schema: string; table: string; index_name: string }, options?: CallOptions): Promise<void>;
  };
  readonly embeddingProviders: {
    /** List the embedding providers: `GET /v1/embedding-providers`. */
    list(args?: Record<never, never>, options?: CallOptions): ListRequest<ListEmbeddingProvidersResponse, EmbeddingProviderResponse>;
    /** Register an embedding provider: `POST /v1/embedding-providers`. */
    create(args: CreateEmbeddingProviderRequest, options?: CallOptions): Promise<CreateEmbeddingProviderResponse>;
    /** Get an embedding provider: `GET /v1/embedding-providers/{id}`. */
    get(args: { id: string }, options?: CallOptions): Promise<EmbeddingProviderResponse>;
    /** Change an embedding provider: `PUT /v1/embedding-providers/{id}`. */
    update(args: { id: string } & UpdateEmbeddingProviderRequest, options?: CallOptions): Promise<UpdateEmbeddingProviderResponse>;
    /** Delete an embedding provider: `DELETE /v1/embedding-providers/{id}`. */
    delete(args: { id: string }, options?: CallOptions): Promise<void>;
  };
  readonly usage: {
    /** Get what the workspace used: `GET /v1/usage`. */
    get(args?: { since?: string | undefined }, options?: CallOptions): Promise<WorkspaceUsageResponse>;
    /** Get what the workspace used on each day: `GET /v1/usage/days`. */
    getDays(args?: { since?: string | undefined }, options?: CallOptions): Promise<UsageDaysResponse>;
  };
}

export const operations: Readonly<Record<string, OperationEntry>> = {
  'workspaces.list': {"method":"GET","path":"/v1/workspaces","parameters":{},"query":{"organization_public_id":"organization_public_id"},"headers":{},"statuses":[200],"list":{"items":"workspaces","by":"none"}},
  'workspaces.create': {"method":"POST","path":"/v1/workspaces","parameters":{},"query":{},"headers":{},"body":true,"statuses":[201]},
  'workspaces.delete': {"method":"DELETE","path":"/v1/workspaces/{public_id}","parameters":{"public_id":"public_id"},"query":{},"headers":{},"statuses":[204]},
  'tokens.list': {"method":"GET","path":"/v1/tokens","parameters":{},"query":{},"headers":{},"statuses":[200],"list":{"items":"tokens","by":"none"}},
  'tokens.create': {"method":"POST","path":"/v1/tokens","parameters":{},"query":{},"headers":{},"body":true,"statuses":[201]},
  'tokens.exchange': {"method":"POST","path":"/v1/auth/jwt","parameters":{},"query":{},"headers":{},"body":true,"statuses":[200]},
  'tokens.redeemCode': {"method":"POST","path":"/v1/auth/code","parameters":{},"query":{},"headers":{},"body":true,"statuses":[201]},
  'tokens.getOwn': {"method":"GET","path":"/v1/me","parameters":{},"query":{},"headers":{},"statuses":[200]},
  'tokens.revoke': {"method":"DELETE","path":"/v1/tokens/{id}","parameters":{"id":"id"},"query":{},"headers":{},"statuses":[204]},
  'databases.list': {"method":"GET","path":"/v1/databases","parameters":{},"query":{"limit":"limit","cursor":"cursor","search":"search","batch":"batch"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"databases","by":"cursor"}},
  'databases.create': {"method":"POST","path":"/v1/databases","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200,201]},
  'databases.getByName': {"method":"GET","path":"/v1/databases/by-name","parameters":{},"query":{"name":"name"},"headers":{},"workspace":true,"statuses":[200]},
  'databases.count': {"method":"GET","path":"/v1/databases/count","parameters":{},"query":{"search":"search","batch":"batch"},"headers":{},"workspace":true,"statuses":[200]},
  'databases.get': {"method":"GET","path":"/v1/databases/{database_id}","parameters":{"database_id":"database_id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'databases.delete': {"method":"DELETE","path":"/v1/databases/{database_id}","parameters":{"database_id":"database_id"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'databases.fork': {"method":"POST","path":"/v1/databases/{database_id}/fork","parameters":{"database_id":"database_id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'databases.getLineage': {"method":"GET","path":"/v1/databases/{database_id}/lineage","parameters":{"database_id":"database_id"},"query":{"forks_limit":"forks_limit"},"headers":{},"workspace":true,"statuses":[200]},
  'databases.reset': {"method":"POST","path":"/v1/databases/{database_id}/reset","parameters":{"database_id":"database_id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'databases.listSnapshots': {"method":"GET","path":"/v1/databases/{database_id}/snapshots","parameters":{"database_id":"database_id"},"query":{"limit":"limit","cursor":"cursor"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"snapshots","by":"cursor"}},
  'databases.attachCatalog': {"method":"POST","path":"/v1/databases/{database_id}/catalogs","parameters":{"database_id":"database_id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[204]},
  'databases.detachCatalog': {"method":"DELETE","path":"/v1/databases/{database_id}/catalogs/{connection_id}","parameters":{"database_id":"database_id","connection_id":"connection_id"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'databases.addSchema': {"method":"POST","path":"/v1/databases/{database_id}/schemas","parameters":{"database_id":"database_id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'databases.addTable': {"method":"POST","path":"/v1/databases/{database_id}/schemas/{schema}/tables","parameters":{"database_id":"database_id","schema":"schema"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'databases.loadTable': {"method":"POST","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}/loads","parameters":{"database_id":"database_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200,202]},
  'databases.setConstantPerKey': {"method":"PUT","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}/constant-per-key","parameters":{"database_id":"database_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'databases.restoreTable': {"method":"POST","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}/restore","parameters":{"database_id":"database_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'databases.deleteTable': {"method":"DELETE","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}","parameters":{"database_id":"database_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'databaseBatches.create': {"method":"POST","path":"/v1/databases/bulk","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[202]},
  'databaseBatches.get': {"method":"GET","path":"/v1/databases/bulk/{batch_id}","parameters":{"batch_id":"batch_id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'databaseBatches.delete': {"method":"DELETE","path":"/v1/databases/bulk/{batch_id}","parameters":{"batch_id":"batch_id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'databaseContexts.list': {"method":"GET","path":"/v1/databases/{database_id}/context","parameters":{"database_id":"database_id"},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"contexts","by":"none"}},
  'databaseContexts.upsert': {"method":"POST","path":"/v1/databases/{database_id}/context","parameters":{"database_id":"database_id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'databaseContexts.get': {"method":"GET","path":"/v1/databases/{database_id}/context/{name}","parameters":{"database_id":"database_id","name":"name"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'databaseContexts.delete': {"method":"DELETE","path":"/v1/databases/{database_id}/context/{name}","parameters":{"database_id":"database_id","name":"name"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'uploads.create': {"method":"POST","path":"/v1/uploads","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'uploads.createBatch': {"method":"POST","path":"/v1/uploads/batch","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'uploads.mintParts': {"method":"POST","path":"/v1/uploads/{upload_id}/parts","parameters":{"upload_id":"upload_id"},"query":{},"headers":{"upload_finalize_token":"x-upload-finalize-token"},"body":true,"workspace":true,"statuses":[200]},
  'uploads.finalize': {"method":"POST","path":"/v1/uploads/{upload_id}/finalize","parameters":{"upload_id":"upload_id"},"query":{},"headers":{"upload_finalize_token":"x-upload-finalize-token"},"body":true,"workspace":true,"statuses":[200]},
  'queries.run': {"method":"POST","path":"/v1/query","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200,202]},
  'queryRuns.list': {"method":"GET","path":"/v1/query-runs","parameters":{},"query":{"limit":"limit","cursor":"cursor","status":"status","saved_query_id":"saved_query_id"},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200],"list":{"items":"query_runs","by":"cursor"}},
  'queryRuns.listAll': {"method":"GET","path":"/v1/query-runs/all","parameters":{},"query":{"limit":"limit","cursor":"cursor","status":"status","slower_than_ms":"slower_than_ms"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"query_runs","by":"cursor"}},
  'queryRuns.get': {"method":"GET","path":"/v1/query-runs/{id}","parameters":{"id":"id"},"query":{},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200]},
  'queryRuns.getProfile': {"method":"GET","path":"/v1/query-runs/{id}/profile","parameters":{"id":"id"},"query":{},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200]},
  'queryRuns.cancel': {"method":"POST","path":"/v1/query-runs/{id}/cancel","parameters":{"id":"id"},"query":{},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200]},
  'results.list': {"method":"GET","path":"/v1/results","parameters":{},"query":{"limit":"limit","offset":"offset"},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200],"list":{"items":"results","by":"offset"}},
  'results.get': {"method":"GET","path":"/v1/results/{id}","parameters":{"id":"id"},"query":{"offset":"offset","limit":"limit","format":"format"},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200,202,409]},
  'savedQueries.list': {"method":"GET","path":"/v1/queries","parameters":{},"query":{"limit":"limit","offset":"offset"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"queries","by":"offset"}},
  'savedQueries.create': {"method":"POST","path":"/v1/queries","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'savedQueries.get': {"method":"GET","path":"/v1/queries/{id}","parameters":{"id":"id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'savedQueries.update': {"method":"PUT","path":"/v1/queries/{id}","parameters":{"id":"id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'savedQueries.delete': {"method":"DELETE","path":"/v1/queries/{id}","parameters":{"id":"id"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'savedQueries.execute': {"method":"POST","path":"/v1/queries/{id}/execute","parameters":{"id":"id"},"query":{},"headers":{"database_id":"x-database-id"},"body":true,"workspace":true,"statuses":[200]},
  'savedQueries.listVersions': {"method":"GET","path":"/v1/queries/{id}/versions","parameters":{"id":"id"},"query":{"limit":"limit","offset":"offset"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"versions","by":"offset"}},
  'jobs.list': {"method":"GET","path":"/v1/jobs","parameters":{},"query":{"job_type":"job_type","status":"status","limit":"limit","offset":"offset"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"jobs","by":"offset"}},
  'jobs.get': {"method":"GET","path":"/v1/jobs/{id}","parameters":{"id":"id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'jobs.cancel': {"method":"POST","path":"/v1/jobs/{id}/cancel","parameters":{"id":"id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'informationSchema.list': {"method":"GET","path":"/v1/information_schema","parameters":{},"query":{"connection_id":"connection_id","schema":"schema","table":"table","include_columns":"include_columns","limit":"limit","cursor":"cursor"},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"tables","by":"cursor"}},
  'connections.list': {"method":"GET","path":"/v1/connections","parameters":{},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"connections","by":"none"}},
  'connections.create': {"method":"POST","path":"/v1/connections","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'connections.get': {"method":"GET","path":"/v1/connections/{connection_id}","parameters":{"connection_id":"connection_id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'connections.delete': {"method":"DELETE","path":"/v1/connections/{connection_id}","parameters":{"connection_id":"connection_id"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'connections.checkHealth': {"method":"GET","path":"/v1/connections/{connection_id}/health","parameters":{"connection_id":"connection_id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'connections.purgeCache': {"method":"DELETE","path":"/v1/connections/{connection_id}/cache","parameters":{"connection_id":"connection_id"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'connections.purgeTableCache': {"method":"DELETE","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/cache","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'connections.getTableProfile': {"method":"GET","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/profile","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'connections.addSchema': {"method":"POST","path":"/v1/connections/{connection_id}/schemas","parameters":{"connection_id":"connection_id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'connections.addTable': {"method":"POST","path":"/v1/connections/{connection_id}/schemas/{schema}/tables","parameters":{"connection_id":"connection_id","schema":"schema"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'connections.loadTable': {"method":"POST","path":"/v1/connections/{connection_id}/schemas/{schema}/tables/{table}/loads","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{"database_id":"x-database-id"},"body":true,"workspace":true,"statuses":[200,202]},
  'connections.setConstantPerKey': {"method":"PUT","path":"/v1/connections/{connection_id}/schemas/{schema}/tables/{table}/constant-per-key","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'connections.deleteTable': {"method":"DELETE","path":"/v1/connections/{connection_id}/schemas/{schema}/tables/{table}","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'connectionTypes.list': {"method":"GET","path":"/v1/connection-types","parameters":{},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"connection_types","by":"none"}},
  'connectionTypes.get': {"method":"GET","path":"/v1/connection-types/{name}","parameters":{"name":"name"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'refresh.run': {"method":"POST","path":"/v1/refresh","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200,202]},
  'refresh.getPolicy': {"method":"GET","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/refresh","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'refresh.setPolicy': {"method":"PUT","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/refresh","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'secrets.list': {"method":"GET","path":"/v1/secrets","parameters":{},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"secrets","by":"none"}},
  'secrets.create': {"method":"POST","path":"/v1/secrets","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'secrets.get': {"method":"GET","path":"/v1/secrets/{name}","parameters":{"name":"name"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'secrets.update': {"method":"PUT","path":"/v1/secrets/{name}","parameters":{"name":"name"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'secrets.delete': {"method":"DELETE","path":"/v1/secrets/{name}","parameters":{"name":"name"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'indexes.list': {"method":"GET","path":"/v1/indexes","parameters":{},"query":{"connection_id":"connection_id","schema":"schema","table":"table","index_type":"index_type","limit":"limit","cursor":"cursor"},"headers":{"database_id":"x-database-id"},"workspace":true,"statuses":[200],"list":{"items":"indexes","by":"cursor"}},
  'indexes.listOfTable': {"method":"GET","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/indexes","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"indexes","by":"none"}},
  'indexes.create': {"method":"POST","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/indexes","parameters":{"connection_id":"connection_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201,202]},
  'indexes.delete': {"method":"DELETE","path":"/v1/connections/{connection_id}/tables/{schema}/{table}/indexes/{index_name}","parameters":{"connection_id":"connection_id","schema":"schema","table":"table","index_name":"index_name"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'databaseIndexes.listOfTable': {"method":"GET","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes","parameters":{"database_id":"database_id","schema":"schema","table":"table"},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"indexes","by":"none"}},
  'databaseIndexes.create': {"method":"POST","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes","parameters":{"database_id":"database_id","schema":"schema","table":"table"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201,202]},
  'databaseIndexes.delete': {"method":"DELETE","path":"/v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes/{index_name}","parameters":{"database_id":"database_id","schema":"schema","table":"table","index_name":"index_name"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'embeddingProviders.list': {"method":"GET","path":"/v1/embedding-providers","parameters":{},"query":{},"headers":{},"workspace":true,"statuses":[200],"list":{"items":"embedding_providers","by":"none"}},
  'embeddingProviders.create': {"method":"POST","path":"/v1/embedding-providers","parameters":{},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[201]},
  'embeddingProviders.get': {"method":"GET","path":"/v1/embedding-providers/{id}","parameters":{"id":"id"},"query":{},"headers":{},"workspace":true,"statuses":[200]},
  'embeddingProviders.update': {"method":"PUT","path":"/v1/embedding-providers/{id}","parameters":{"id":"id"},"query":{},"headers":{},"body":true,"workspace":true,"statuses":[200]},
  'embeddingProviders.delete': {"method":"DELETE","path":"/v1/embedding-providers/{id}","parameters":{"id":"id"},"query":{},"headers":{},"workspace":true,"statuses":[204]},
  'usage.get': {"method":"GET","path":"/v1/usage","parameters":{},"query":{"since":"since"},"headers":{},"workspace":true,"statuses":[200]},
  'usage.getDays': {"method":"GET","path":"/v1/usage/days","parameters":{},"query":{"since":"since"},"headers":{},"workspace":true,"statuses":[200]},
};
