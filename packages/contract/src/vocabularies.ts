/**
 * Closed vocabularies of the wire (docs/contract/vocabularies.md#closed-sets). A value outside a
 * list that a response uses makes typed clients refuse the whole body, so responses may never hold
 * another one.
 */

/** Known to every client. */
const commonJobTypes = [
  'noop',
  'bulk_create_databases',
  'create_index',
  'managed_load',
  'ducklake_vacuum',
  'ducklake_orphan_cleanup',
  'result_deletion',
  'stale_result_cleanup',
  'result_retention',
  'ducklake_compaction',
  'ducklake_table_compaction',
] as const;
/** Types known to clients up to 0.10 or from 0.12 on. */
export const jobTypes = [
  ...commonJobTypes,
  'data_refresh_table',
  'data_refresh_connection',
  'table_constants_update',
  'database_fork',
] as const;

/** Types in a list of jobs without a requested type: common types, without automatic upkeep. */
export const listedJobTypes = commonJobTypes.filter((type) => type !== 'ducklake_table_compaction');

export const jobStatuses = [
  'pending',
  'running',
  'succeeded',
  'partially_succeeded',
  'failed',
] as const;
export const indexStatuses = ['ready', 'pending'] as const;
export const indexTypes = ['sorted', 'bm25', 'vector'] as const;
/** Outcome of a load with texts that failed to embed: the rows wait, or the whole load fails. */
export const embeddingFailures = ['wait', 'fail'] as const;

export const vectorMetrics = ['l2', 'cosine', 'dot'] as const;
export const vectorAlgorithms = ['hnsw', 'ivf'] as const;
/** The first four are of `hnsw`; `int8` and `float32` of `ivf`. */
export const vectorPrecisions = ['float64', 'float32', 'float16', 'float8', 'int8'] as const;
/** Languages with stemmers and lists of stop words. */
export const textLanguages = [
  'arabic',
  'armenian',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
] as const;
export const discoveryStatuses = ['success', 'skipped', 'failed'] as const;
export const refreshModes = ['full', 'incremental'] as const;
/** Adds `live`: each query reads at the source. */
export const freshnessModes = [...refreshModes, 'live'] as const;
export const staleAnswers = ['refresh', 'serve'] as const;
export const columnProfileKinds = [
  'categorical',
  'text',
  'numeric',
  'temporal',
  'boolean',
] as const;

/** Formats of a result; a request may also say `markdown` for `md`. */
export const resultFormats = ['arrow', 'json', 'csv', 'md', 'parquet'] as const;
export const resultStatuses = ['pending', 'processing', 'ready', 'failed'] as const;
/** Open on the wire; the values that Quern writes. */
export const queryRunStatuses = [
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'interrupted',
] as const;

export const dialects = ['hotsql', 'duckdb', 'postgres', 'snowflake'] as const;
export const loadModes = ['replace', 'append', 'delete', 'update', 'upsert'] as const;
export const loadFormats = ['csv', 'json', 'parquet'] as const;
/**
 * Encodings of CSV and JSON; `utf-16` follows the byte order mark, and is little-endian without a
 * mark.
 */
export const textEncodings = [
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'latin1',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export const uploadModes = ['single', 'multipart'] as const;
export const checksumAlgorithms = ['sha256'] as const;
export const partitionTransforms = ['identity', 'year', 'month', 'day', 'hour'] as const;
export const sortDirections = ['asc', 'desc'] as const;
export const nullOrders = ['first', 'last'] as const;
export const savedQueryCategories = [
  'full_scan',
  'projection',
  'filtered_scan',
  'point_lookup',
  'aggregation',
  'join',
] as const;
export const embeddingProviderTypes = ['local', 'service'] as const;
export const tokenKinds = ['organization', 'workspace', 'database'] as const;

/**
 * The 42 words that cannot name a context document (docs/contract/names.md#reserved-words), in any
 * case.
 */
export const reservedWords: readonly string[] =
  `select from where insert update delete create drop alter table index view and or not null true false in is like
  between join on as order by group having limit offset union all distinct case when then else end exists any some`.split(
    /\s+/,
  );

export type ResultFormat = (typeof resultFormats)[number];
export type ResultStatus = (typeof resultStatuses)[number];
export type QueryRunStatus = (typeof queryRunStatuses)[number];
export type Dialect = (typeof dialects)[number];
export type LoadMode = (typeof loadModes)[number];
export type LoadFormat = (typeof loadFormats)[number];
export type UploadMode = (typeof uploadModes)[number];
export type SavedQueryCategory = (typeof savedQueryCategories)[number];
export type TokenKind = (typeof tokenKinds)[number];
