import {
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { GuardedDriver } from './guarded-driver.ts';

const int8TypeId = 20;
const numericTypeId = 1700;

export interface PostgresPoolOptions {
  readonly maxConnections: number;
  /** Told about connections that broke while nothing ran on them; the pool replaces them by itself. */
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
    // Metadata statements take milliseconds; what takes this long is stuck, and would hold a connection for ever.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: (typeId, format) => {
        if (format !== 'binary' && (typeId === int8TypeId || typeId === numericTypeId)) return parseInteger;
        return pg.types.getTypeParser(typeId, format);
      },
    },
  });
  pool.on('error', options.onConnectionError);
  // A connection that breaks between two statements of a transaction tells nobody else, and an unheard 'error' ends the process.
  pool.on('connect', (client) => client.on('error', options.onConnectionError));
  return pool;
}

/** bigint, and numeric as `sum(bigint)` gives it, as a number; one that a number cannot hold exactly is an error. */
function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('metadata integer out of the safe range');
  return value;
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new GuardedDriver(new PostgresDriver({ pool })),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
