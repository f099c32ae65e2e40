import { resolve } from 'node:path';
import { defaultSizeLimits } from '../kernel/size-limits.ts';
import { clientVariables } from './client-environment.ts';
import { embeddingSettings } from './embedding-settings.ts';
import { listenSettings } from './listen-settings.ts';
import { dayS, GiB, type Machine, MiB, required, type Setting, setting } from './setting.ts';
import {
  bytes,
  choice,
  integer,
  metadataUrl,
  objectsUrl,
  onOff,
  text,
  words,
} from './setting-kinds.ts';
import { thisMachine } from './this-machine.ts';

/** The only table of settings. Order matters only if a default reads an earlier row. */
const table = {
  ...listenSettings,
  dataDir: setting(
    'QUERN_DATA_DIR',
    text(/^[^\0]+$/, 'a folder'),
    './quern-data',
    () => resolve('quern-data'),
    'Folder of everything kept on local disk.',
  ),
  metadataUrl: setting(
    'QUERN_METADATA_URL',
    metadataUrl,
    'sqlite:<data dir>/quern.db',
    (known) => `sqlite:${known.dataDir}/quern.db`,
    'Metadata database: sqlite:<path> or postgres://...',
  ),
  objectsUrl: setting(
    'QUERN_OBJECTS_URL',
    objectsUrl,
    'file:<data dir>/objects',
    (known) => `file:${known.dataDir}/objects`,
    'Object store: file:<folder>, or s3://bucket/prefix?endpoint=...&region=...; public_endpoint=... where callers reach it at another address',
  ),
  secretKey: setting<string | null>(
    'QUERN_SECRET_KEY',
    text(/^\S{32,}$/, 'at least 32 characters without spaces', { secret: true }),
    'generated into <data dir>/secret.key',
    () => null,
    'Key that secrets are stored under and upload URLs are signed with; required with PostgreSQL metadata. Another one than before is refused, unless that is among QUERN_FORMER_SECRET_KEYS (or after quern adopt).',
  ),
  formerSecretKeys: setting<readonly string[]>(
    'QUERN_FORMER_SECRET_KEYS',
    words(/^\S{32,}$/, 'keys of at least 32 characters, separated by spaces'),
    'none',
    () => [],
    "Keys that QUERN_SECRET_KEY has taken the place of: what they sealed and signed stays good. After 'quern secrets rotate' no secret needs them.",
  ),
  bootstrapToken: setting<string | null>(
    'QUERN_BOOTSTRAP_TOKEN',
    text(/^[!-~]{32,200}$/, '32 to 200 printable characters without spaces', { secret: true }),
    'none',
    () => null,
    'Organization token to make at the first start, so that scripts know it.',
  ),
  sample: setting('QUERN_SAMPLE', onOff, 'on', 'Load the sample database at the first start.'),
  logLevel: setting(
    'QUERN_LOG_LEVEL',
    choice('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least level that is logged (JSON lines on standard output).',
  ),
  workers: setting(
    'QUERN_WORKERS',
    integer(1, 256),
    'the cores, at least 2',
    (_, machine) => Math.max(2, machine.cores),
    'Worker processes; each runs one query or load at a time.',
  ),
  memoryBytes: setting(
    'QUERN_MEMORY',
    bytes(256 * MiB),
    '60 % of the machine',
    (_, machine) => Math.floor(machine.memoryBytes * 0.6),
    'Memory that all workers together may use.',
  ),
  queryMemoryBytes: setting(
    'QUERN_QUERY_MEMORY',
    bytes(64 * MiB),
    'QUERN_MEMORY / QUERN_WORKERS',
    (known) => Math.floor(required(known, 'memoryBytes') / required(known, 'workers')),
    'Memory of one query or load; over it, it ends.',
  ),
  queryThreads: setting(
    'QUERN_QUERY_THREADS',
    integer(1, 1024),
    'the cores',
    (_, machine) => machine.cores,
    'Threads of one query or load.',
  ),
  queryTimeoutS: setting(
    'QUERN_QUERY_TIMEOUT',
    integer(1, dayS),
    '300',
    'Seconds one query may take, all in all.',
  ),
  loadTimeoutS: setting(
    'QUERN_LOAD_TIMEOUT',
    integer(1, dayS),
    '3600',
    'Seconds one load may take.',
  ),
  queueLength: setting(
    'QUERN_QUEUE_LENGTH',
    integer(1, 100_000),
    '256',
    'Queries that may wait for a worker; more are answered 429.',
  ),
  queueTimeoutMs: setting(
    'QUERN_QUEUE_TIMEOUT_MS',
    integer(1, 600_000),
    '30000',
    'Milliseconds a query may wait for a worker before it is answered 429.',
  ),
  spillBytes: setting('QUERN_SPILL_BYTES', bytes(0), '64GiB', 'Disk that one query may spill to.'),
  cacheBytes: setting(
    'QUERN_CACHE_BYTES',
    bytes(64 * MiB),
    '64GiB',
    'Local read cache of an S3 object store.',
  ),
  resultRetentionDays: setting(
    'QUERN_RESULT_RETENTION_DAYS',
    integer(0, 36_500),
    '7',
    'Days that results are kept; 0 keeps them for ever.',
  ),
  runRetentionDays: setting(
    'QUERN_RUN_RETENTION_DAYS',
    integer(0, 36_500),
    '90',
    'Days that query runs are kept, and as long as their results; 0 keeps them for ever.',
  ),
  loadWaitMs: setting(
    'QUERN_LOAD_WAIT_MS',
    integer(0, 60_000),
    '2000',
    'Milliseconds that a load waits for another one of its table before it is 409, or, in the background, an eighth of it before it comes again; 0 waits for none.',
  ),
  asyncAfterMaxMs: setting(
    'QUERN_ASYNC_AFTER_MAX_MS',
    integer(1000, 600_000),
    '60000',
    'Largest async_after_ms.',
  ),
  reuseBytes: setting(
    'QUERN_REUSE_BYTES',
    bytes(0),
    '32MiB',
    'Bytes of answers that a node remembers to give again where the same text is asked of the same table versions; 0 runs every query.',
  ),
  sqlWrites: setting(
    'QUERN_SQL_WRITES',
    onOff,
    'on',
    'Whether SQL may write: INSERT, UPDATE, CREATE TABLE and the like.',
  ),
  previewRows: setting(
    'QUERN_PREVIEW_ROWS',
    integer(1, 100_000),
    '10000',
    'Rows of an inline preview, at most.',
  ),
  previewBytes: setting(
    'QUERN_PREVIEW_BYTES',
    bytes(1024),
    '8MiB',
    'Bytes of an inline preview, at most.',
  ),
  jsonFetchBytes: setting(
    'QUERN_JSON_FETCH_BYTES',
    bytes(1024),
    '64MiB',
    'Bytes of one JSON result fetch, at most.',
  ),
  jsonFetchTotalBytes: setting(
    'QUERN_JSON_FETCH_TOTAL_BYTES',
    bytes(1024),
    '256MiB',
    'Bytes of all JSON result fetches at a time.',
  ),
  connections: setting(
    'QUERN_CONNECTIONS',
    integer(1, 1_000_000),
    '4096',
    'Connections of clients at a time. Near it, those that have no request under way make room for new ones; more are closed at once.',
  ),
  bodyBytes: setting(
    'QUERN_BODY_BYTES',
    bytes(32 * MiB),
    '128MiB',
    'Request bodies in memory at a time, uploads not counted; more are answered 429. A workspace takes at most half.',
  ),
  clientIdleS: setting(
    'QUERN_CLIENT_IDLE',
    integer(1, 3600),
    '30',
    'Seconds that a client may send nothing of a request that it has begun; then its connection ends.',
  ),
  clientBytesPerS: setting(
    'QUERN_CLIENT_BYTES_PER_SECOND',
    integer(0, GiB),
    '1024',
    'What a client sends of a body each second on average, at least, after the first QUERN_CLIENT_IDLE seconds.',
  ),
  uploadMaxBytes: setting('QUERN_UPLOAD_MAX_BYTES', bytes(1), '16GiB', 'Largest upload.'),
  uploadSessions: setting(
    'QUERN_UPLOAD_SESSIONS',
    integer(100, 1_000_000),
    '1000',
    'Unfinished uploads of a workspace at a time; more are answered 429.',
  ),
  uploadPendingBytes: setting(
    'QUERN_UPLOAD_PENDING_BYTES',
    bytes(1),
    '256GiB, or 4 x QUERN_UPLOAD_MAX_BYTES where that is more',
    (known) => Math.max(256 * GiB, 4 * required(known, 'uploadMaxBytes')),
    'Bytes that the unfinished uploads of a workspace may hold; more are answered 429.',
  ),
  maxColumns: setting(
    'QUERN_MAX_COLUMNS',
    integer(1, 100_000),
    String(defaultSizeLimits.maxColumns),
    'Columns of a table, a loaded file or a result, at most.',
  ),
  maxNesting: setting(
    'QUERN_MAX_NESTING',
    integer(1, 64),
    String(defaultSizeLimits.maxNesting),
    'Levels of lambdas, of subqueries in expressions, and of lists and structs in queries and columns, at most; JSON that nests deeper is loaded as text. Time doubles with each level.',
  ),
  uploadSingleMaxBytes: setting(
    'QUERN_UPLOAD_SINGLE_MAX_BYTES',
    bytes(1),
    '16MiB',
    'Largest declared size that is uploaded with a single PUT.',
  ),
  uploadUrlS: setting(
    'QUERN_UPLOAD_URL_SECONDS',
    integer(1, 7 * dayS),
    '1800',
    'Life of an upload URL.',
  ),
  uploadSessionS: setting(
    'QUERN_UPLOAD_SESSION_SECONDS',
    integer(1, 30 * dayS),
    '86400',
    'Time to finalize an upload.',
  ),
  uploadLoadWindowS: setting(
    'QUERN_UPLOAD_LOAD_WINDOW_SECONDS',
    integer(1, 365 * dayS),
    '604800',
    'Time to load a finalized upload.',
  ),
  snapshotRetentionDays: setting(
    'QUERN_SNAPSHOT_RETENTION_DAYS',
    integer(0, 36_500),
    '7',
    'Days that earlier states of tables can be read, after they ended.',
  ),
  sourceRetentionHours: setting(
    'QUERN_SOURCE_RETENTION_HOURS',
    integer(0, 876_000),
    '24',
    () => 24,
    'Hours that earlier states of tables that were fetched from a source can be read, and that purged rows are kept.',
  ),
  compactionQuietS: setting(
    'QUERN_COMPACTION_QUIET',
    integer(0, 30 * dayS),
    '60',
    'Seconds after a load of a table from which the few small files that it has left are put together too.',
  ),
  orphanGraceS: setting(
    'QUERN_ORPHAN_GRACE',
    integer(0, 30 * dayS),
    'QUERN_LOAD_TIMEOUT + QUERN_QUERY_TIMEOUT + 600',
    (known) => required(known, 'loadTimeoutS') + required(known, 'queryTimeoutS') + 600,
    'Age in seconds from which an object that nothing names is removed; no load or query may take longer.',
  ),
  collectWaitS: setting(
    'QUERN_COLLECT_WAIT',
    integer(0, 365 * dayS),
    '604800',
    'Seconds of service for which an object has been seen with nothing that names it, before its bytes are removed.',
  ),
  collectSharePercent: setting(
    'QUERN_COLLECT_SHARE',
    integer(1, 100),
    '20',
    "Percent of the store's objects that one collection may find unnamed; of more it takes none, until 'quern collect --allow'.",
  ),
  jobConcurrency: setting(
    'QUERN_JOB_CONCURRENCY',
    integer(1, 256),
    '4',
    'Loads and batches that wait in the background, of this node at a time.',
  ),
  upkeepConcurrency: setting(
    'QUERN_UPKEEP_CONCURRENCY',
    integer(1, 256),
    '2',
    'Tables that this node compacts at a time.',
  ),
  sourcesAllow: setting<readonly string[]>(
    'QUERN_SOURCES_ALLOW',
    words(
      /^[^,]+$/,
      'host names, networks such as 10.0.0.0/8, folders such as /srv/data, or *, separated by spaces',
    ),
    'every host that nothing denies, and no folder',
    () => [],
    'Hosts, networks and folders (of files that are sources) that connections may lead to. Link-local addresses and those of cloud metadata never; loopback only where it is named, or the service itself listens on loopback alone.',
  ),
  sourcesDeny: setting<readonly string[]>(
    'QUERN_SOURCES_DENY',
    words(/^[^,]+$/, 'host names, networks such as 10.0.0.0/8, or *, separated by spaces'),
    'none',
    () => [],
    'Hosts and networks that no connection may lead to, whatever is allowed.',
  ),
  liveMaxRows: setting(
    'QUERN_LIVE_ROWS',
    integer(1, 100_000_000),
    '1000000',
    'Rows that a query may read of a table that is read live; more are refused.',
  ),
  liveTimeoutS: setting(
    'QUERN_LIVE_TIMEOUT',
    integer(1, 3600),
    '60',
    'Seconds that reading a table live may take.',
  ),
  sourceWorkers: setting(
    'QUERN_SOURCE_WORKERS',
    integer(1, 64),
    '4',
    'Processes that read sources, and so tables that are fetched at a time. Half as many more are for workspaces that have none at work.',
  ),
  sourceMemoryBytes: setting(
    'QUERN_SOURCE_MEMORY',
    bytes(128 * MiB),
    '400MiB',
    'Memory of a process that reads a source; over it, its work ends.',
  ),
  sourceSilenceS: setting(
    'QUERN_SOURCE_SILENCE',
    integer(1, 86_400),
    '600',
    'Seconds after which a source that sends next to nothing is left, and its refresh fails.',
  ),
  ...embeddingSettings,
  searchWorkers: setting(
    'QUERN_SEARCH_WORKERS',
    integer(2, 64),
    '2',
    'Processes that search indexes and build them; one is left to searches and to loads of few rows. They start with the first index.',
  ),
  searchMemoryBytes: setting(
    'QUERN_SEARCH_MEMORY',
    bytes(512 * MiB),
    '2GiB',
    'Memory of a search or of the build of one file; over it, its process ends.',
  ),
  sweepIntervalS: setting(
    'QUERN_SWEEP_INTERVAL',
    integer(1, dayS),
    '30',
    'Seconds between maintenance sweeps.',
  ),
  // After the sweep interval, from which the default is computed.
  collectIntervalS: setting(
    'QUERN_COLLECT_INTERVAL',
    integer(1, 20 * dayS),
    '20 x QUERN_SWEEP_INTERVAL',
    (known) => Number(known.sweepIntervalS) * 20,
    'Seconds between collections of what nothing names any more, in which rows are removed by the thousand.',
  ),
  nodeTimeoutS: setting(
    'QUERN_NODE_TIMEOUT',
    integer(1, 3600),
    '30',
    'Seconds without a heartbeat after which a node counts as gone.',
  ),
} as const;

type Table = typeof table;
type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** Every setting by name, frozen. Sizes in bytes, times in the unit of the name. */
export type Settings = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`bad settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads all settings from `env`. Throws one SettingsError that lists every problem, including
 * unknown QUERN_ variables (a misspelt setting must not be silently without effect).
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
  machine: Machine = thisMachine(),
): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table) as [string, Setting<unknown>][]) {
    const given = env[row.env];
    values[name] = row.initial(values, machine);
    if (given === undefined || given === '') continue;
    const parsed = row.kind.parse(given);
    if ('problem' in parsed) problems.push(`${row.env}: ${parsed.problem}`);
    else values[name] = name === 'dataDir' ? resolve(String(parsed.value)) : parsed.value;
  }
  const known = new Set<string>([
    ...Object.values(table).map((row) => row.env),
    ...clientVariables,
  ]);
  for (const name of Object.keys(env)) {
    if (name.startsWith('QUERN_') && !known.has(name))
      problems.push(`${name}: there is no such setting`);
  }
  const settings = Object.freeze(values) as unknown as Settings;
  problems.push(...contradictions(settings));
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function contradictions(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.metadataUrl.startsWith('postgres') && settings.secretKey === null) {
    problems.push(
      'QUERN_SECRET_KEY: required when the metadata is PostgreSQL, and the same on every node',
    );
  }
  if (settings.queryMemoryBytes > settings.memoryBytes) {
    problems.push('QUERN_QUERY_MEMORY: larger than QUERN_MEMORY');
  }
  if (settings.uploadSingleMaxBytes > settings.uploadMaxBytes) {
    problems.push('QUERN_UPLOAD_SINGLE_MAX_BYTES: larger than QUERN_UPLOAD_MAX_BYTES');
  }
  if (settings.uploadPendingBytes < settings.uploadMaxBytes) {
    problems.push(
      'QUERN_UPLOAD_PENDING_BYTES: smaller than QUERN_UPLOAD_MAX_BYTES, so the largest upload would never be taken',
    );
  }
  return problems;
}

/** Each setting in words: name, form of the value, default, and meaning. */
export const settingsList = () =>
  Object.values(table).map(({ env, kind, defaultDoc, doc }) => ({
    name: env,
    form: kind.form,
    default: defaultDoc,
    description: doc,
  }));

/** The settings as a Markdown table (docs/settings.md is this text; a test compares them). */
export function settingsMarkdown(): string {
  const rows = settingsList().map(
    (row) =>
      `| \`${row.name}\` | ${[row.form, row.default, row.description].map(escapeCell).join(' | ')} |`,
  );
  return ['| setting | form | default | what it is |', '|---|---|---|---|', ...rows].join('\n');
}

/** A bar would end the cell, and `<path>` would be taken for HTML. */
function escapeCell(text: string): string {
  return text.replace(/[|<]/g, '\\$&');
}

export interface HasSettings {
  readonly settings: Settings;
}
