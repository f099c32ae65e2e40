import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { invariant } from '../kernel/invariant.ts';
import { GuardedDriver } from './guarded-driver.ts';
import { isUnavailable } from './map-metadata-error.ts';
import type { TableChanges } from './table-changes.ts';

const int8TypeId = 20;
const numericTypeId = 1700;

export interface PostgresPoolOptions {
  readonly maxConnections: number;
  /** Called for connections that broke while idle; the pool replaces broken connections. */
  readonly onConnectionError: (error: Error) => void;
}

/** A pool over `connectionString`; nothing connects before the first query. */
export function openPostgresPool(connectionString: string, options: PostgresPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.maxConnections,
    application_name: 'quern',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Metadata statements take milliseconds. A statement this slow is stuck, and would occupy a
    // connection forever.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: (typeId, format) => {
        if (format !== 'binary' && (typeId === int8TypeId || typeId === numericTypeId))
          return parseInteger;
        return pg.types.getTypeParser(typeId, format);
      },
    },
  });
  pool.on('error', options.onConnectionError);
  // A connection that breaks between two statements of a transaction emits only 'error', and an
  // unhandled 'error' ends the process.
  pool.on('connect', (client) => client.on('error', options.onConnectionError));
  return pool;
}

/**
 * Reads bigint, and numeric as returned by `sum(bigint)`, as a number; throws if a number cannot
 * represent the value exactly.
 */
function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('metadata integer out of the safe range');
  return value;
}

export function postgresDialect(pool: pg.Pool, changes: TableChanges): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new GuardedDriver(new PostgresDriver(pool), changes),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Kysely's own driver returns a connection to the pool after any error. The server's last message
 * (57P01) is an error of the statement, and the socket ends a moment later: the next statement got
 * the dead connection and failed too (measured). This driver discards the connection after such an
 * error.
 */
class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(await this.#pool.connect());
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    await connection.executeQuery(CompiledQuery.raw(`begin${level}`));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    invariant(
      connection instanceof PostgresConnection,
      'a PostgreSQL connection comes from its own driver',
    );
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #broken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.#client.query(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.#broken ||= isUnavailable(error);
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  // biome-ignore lint/correctness/useYield: GuardedConnection refuses streaming
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('not supported');
  }
}
