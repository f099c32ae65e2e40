/**
 * The DuckDB instance of a worker and the policy it is locked into. The policy is the second wall:
 * the first is the allow-list of `plan/`, the third are object keys that nobody can guess.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../kernel/quoting.ts';
import { DuckDBInstance } from './duckdb.ts';
import { type EngineFunction, registerFunctions } from './functions/engine-function.ts';

export interface SandboxOptions {
  /** The only directories DuckDB may touch: objects, read cache, spool. */
  readonly allowedDirectories: readonly string[];
  /** Where DuckDB spills to; below one of the allowed directories. */
  readonly tempDir: string;
  readonly maxTempBytes: number;
  readonly memoryBytes: number;
  readonly threads: number;
}

/**
 * DuckDB's memory_limit as a share of the budget that the pool kills at: much of what a query
 * allocates is not counted by DuckDB (7.7 GB were resident under a limit of 1 GB), so it must begin
 * to spill, or give up, well before.
 */
const memoryLimitShare = 0.75;

/**
 * The worker's own catalog, where results are built. No catalog of a caller can have its name
 * (finding/catalog-names.ts), and DuckDB's `memory`, which one could have, is
 * detached. COMPRESS: 10M rows from a range are written in 70 ms instead of 95, and need less
 * memory before they spill.
 */
export const workerCatalog = 'quern-worker';

/**
 * DuckDB 1.5's deliminator makes a join of its own of a correlated subquery's `<>` or `<`. The join
 * says true where a null is compared, and false where FROM selects a column of the outer row
 * (`EXISTS (SELECT FROM (SELECT a.m ...) WHERE ... <> a.m)`). DuckDB 2.0 is right with it.
 */
const wrongOptimizers = 'deliminator';

/** What may still be set after the lock: none of these opens a door. */
const adjustableSettings = ['memory_limit', 'threads'];

/**
 * In the order in which they are applied; what needs a file system comes before the door is shut.
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
    // Lake and result files never change, so a footer is read once (it is still checked against the
    // file's time).
    ['parquet_metadata_cache', 'true'],
    // Geometry is WKB, as results keep it, whatever a file says beside it.
    ['enable_geoparquet_conversion', 'false'],
    ['allowed_directories', list(options.allowedDirectories)],
    ['enable_external_access', 'false'],
    ['allowed_configs', list(adjustableSettings)],
    ['lock_configuration', 'true'],
  ];
}

/**
 * What tasks may count on in every instance: functions, and catalogs made before the lock, which
 * hold no state.
 */
export interface SandboxFixtures {
  readonly catalogs: readonly string[];
  readonly functions: readonly EngineFunction[];
  /** Makes the catalogs and what is in them. */
  readonly statements: readonly string[];
}

export async function makeFixtures(
  connection: DuckDBConnection,
  fixtures: SandboxFixtures,
): Promise<void> {
  registerFunctions(connection, fixtures.functions);
  for (const statement of fixtures.statements) await connection.run(statement);
}

/** Opens the instance, makes the fixtures, applies the policy and locks it. */
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
 * A connection in the worker's catalog: since `memory` is gone, one without USE has no catalog at
 * all.
 */
export async function connectSandbox(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run(`USE ${quoteIdentifier(workerCatalog)}`);
  return connection;
}

/** One for our own statements, which need no optimizer. */
export async function connectOwn(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await connectSandbox(instance);
  await connection.run('PRAGMA disable_optimizer');
  return connection;
}

/** Sets what the lock leaves open for one task. */
export async function setTaskLimits(
  connection: DuckDBConnection,
  limits: { readonly memoryBytes: number; readonly threads: number },
): Promise<void> {
  await connection.run(
    `SET GLOBAL memory_limit = ${quoteLiteral(memoryLimit(limits.memoryBytes))}; SET GLOBAL threads = ${limits.threads}`,
  );
}

/**
 * What a task left in the instance, by name; nothing when all is well. Catalogs, tables, views,
 * macros and types are the instance's; temporary objects, variables and prepared statements went
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

/** A number of bytes as DuckDB's settings write it. */
export const bytes = (count: number) => `${Math.floor(count)}B`;
const memoryLimit = (memoryBytes: number) => bytes(memoryBytes * memoryLimitShare);
