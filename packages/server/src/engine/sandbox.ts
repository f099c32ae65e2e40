/**
 * The DuckDB instance of a worker, and the policy that locks the instance. The policy is the second
 * wall. The first is the allow-list of `plan/`, and the third are unguessable object keys.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../kernel/quoting.ts';
import { DuckDBInstance } from './duckdb.ts';
import { type EngineFunction, registerFunctions } from './functions/engine-function.ts';

export interface SandboxOptions {
  /** The only directories DuckDB may touch: objects, read cache, spool. */
  readonly allowedDirectories: readonly string[];
  /** The directory for DuckDB's spilled data, below one of the allowed directories. */
  readonly tempDir: string;
  readonly maxTempBytes: number;
  readonly memoryBytes: number;
  readonly threads: number;
}

/**
 * DuckDB's memory_limit as a share of the budget at which the pool kills. DuckDB does not count
 * much of a query's memory (7.7 GB were resident under a limit of 1 GB), so DuckDB must spill, or
 * give up, well before.
 */
const memoryLimitShare = 0.75;

/**
 * The worker's own catalog, in which results are built. No catalog of a caller can have the name
 * (finding/catalog-names.ts). DuckDB's `memory`, which a caller's catalog could be called, is
 * detached. With COMPRESS, 10M rows from a range are written in 70 ms instead of 95, and need less
 * memory before they spill.
 */
export const workerCatalog = 'quern-worker';

/**
 * DuckDB 1.5's deliminator turns the `<>` or `<` of a correlated subquery into a join of its own.
 * The join returns true for a comparison with null, and false where FROM selects a column of the
 * outer row (`EXISTS (SELECT FROM (SELECT a.m ...) WHERE ... <> a.m)`). DuckDB 2.0 is correct with
 * the deliminator.
 */
const wrongOptimizers = 'deliminator';

/** Settings that stay adjustable after the lock, all harmless. */
const adjustableSettings = ['memory_limit', 'threads'];

/**
 * Settings in the order of application. Settings that need a file system come before external
 * access ends.
 */
function policy(options: SandboxOptions): readonly (readonly [name: string, value: string])[] {
  const text = quoteLiteral;
  const list = (items: readonly string[]) => `[${items.map(text).join(', ')}]`;
  return [
    ['autoinstall_known_extensions', 'false'],
    ['autoload_known_extensions', 'false'],
    ['allow_community_extensions', 'false'],
    ['allow_persistent_secrets', 'false'],
    ['home_directory', text(options.tempDir)],
    ['extension_directory', text(options.tempDir)],
    ['secret_directory', text(options.tempDir)],
    ['temp_directory', text(options.tempDir)],
    ['max_temp_directory_size', text(bytes(options.maxTempBytes))],
    ['memory_limit', text(memoryLimit(options.memoryBytes))],
    ['threads', String(options.threads)],
    ['TimeZone', text('UTC')],
    ['default_null_order', text('nulls_last')],
    ['preserve_insertion_order', 'true'],
    ['disabled_optimizers', text(wrongOptimizers)],
    // Lake and result files never change, so a footer is read once (DuckDB still compares the
    // file's time).
    ['parquet_metadata_cache', 'true'],
    // Geometry is WKB, as in results, whatever else a file declares.
    ['enable_geoparquet_conversion', 'false'],
    ['allowed_directories', list(options.allowedDirectories)],
    ['enable_external_access', 'false'],
    ['allowed_configs', list(adjustableSettings)],
    ['lock_configuration', 'true'],
  ];
}

/**
 * Features that tasks may rely on in every instance: functions, and stateless catalogs from before
 * the lock.
 */
export interface SandboxFixtures {
  readonly catalogs: readonly string[];
  readonly functions: readonly EngineFunction[];
  /** Statements to create the catalogs and their content. */
  readonly statements: readonly string[];
}

export async function makeFixtures(
  connection: DuckDBConnection,
  fixtures: SandboxFixtures,
): Promise<void> {
  registerFunctions(connection, fixtures.functions);
  for (const statement of fixtures.statements) await connection.run(statement);
}

/** Opens the instance, creates the fixtures, applies the policy and locks the configuration. */
export async function openSandbox(
  options: SandboxOptions,
  fixtures: SandboxFixtures,
): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ':memory:' AS ${quoteIdentifier(workerCatalog)} (COMPRESS)`);
    await connection.run(`USE ${quoteIdentifier(workerCatalog)}`);
    await connection.run('DETACH memory');
    await makeFixtures(connection, fixtures);
    for (const [name, value] of policy(options))
      await connection.run(`SET GLOBAL ${name} = ${value}`);
  } finally {
    connection.closeSync();
  }
  return instance;
}

/**
 * A connection in the worker's catalog. `memory` is detached, so a connection without USE has no
 * catalog.
 */
export async function connectSandbox(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run(`USE ${quoteIdentifier(workerCatalog)}`);
  return connection;
}

/** A connection for the service's own statements, which need no optimizer. */
export async function connectOwn(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await connectSandbox(instance);
  await connection.run('PRAGMA disable_optimizer');
  return connection;
}

/** Sets the limits of one task, which the lock leaves adjustable. */
export async function setTaskLimits(
  connection: DuckDBConnection,
  limits: { readonly memoryBytes: number; readonly threads: number },
): Promise<void> {
  await connection.run(
    `SET GLOBAL memory_limit = ${quoteLiteral(memoryLimit(limits.memoryBytes))}; SET GLOBAL threads = ${limits.threads}`,
  );
}

/**
 * The names of a task's leftovers in the instance; empty when all is well. Catalogs, tables, views,
 * macros and types belong to the instance. Temporary objects, variables and prepared statements end
 * with the task's connection.
 */
export async function leftovers(
  connection: DuckDBConnection,
  fixtures: SandboxFixtures,
): Promise<string[]> {
  const fixed = fixtures.catalogs.map(quoteLiteral).join(', ') || 'NULL';
  const ours = `coalesce(database_name IN (${fixed}), false)`;
  const found = (kind: string, column: string, view: string) =>
    `SELECT '${kind} ' || ${column} FROM ${view} WHERE NOT internal AND NOT ${ours}`;
  const reader = await connection.runAndReadAll(
    [
      `${found('catalog', 'database_name', 'duckdb_databases()')} AND database_name <> ${quoteLiteral(workerCatalog)}`,
      found('table', 'table_name', 'duckdb_tables()'),
      found('view', 'view_name', 'duckdb_views()'),
      found('function', 'function_name', 'duckdb_functions()'),
      found('type', 'type_name', 'duckdb_types()'),
      `SELECT 'sequence ' || sequence_name FROM duckdb_sequences() WHERE NOT ${ours}`,
    ].join(' UNION ALL '),
  );
  return reader.getRowsJson().map((row) => String(row[0]));
}

/** A number of bytes in the notation of DuckDB's settings. */
export const bytes = (count: number) => `${Math.floor(count)}B`;
const memoryLimit = (memoryBytes: number) => bytes(memoryBytes * memoryLimitShare);
