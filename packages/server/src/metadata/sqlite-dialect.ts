import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { invariant } from '../kernel/invariant.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { GuardedDriver } from './guarded-driver.ts';
import { retryConflicts } from './retry-conflicts.ts';

/**
 * SQLite waits for another process's write lock inside the statement, and so holds the event loop; the rest of the
 * wait is done asynchronously by `retryConflicts`.
 */
const busyTimeoutMs = 5;

/** Opens (or creates, readable by the owner only) the file at `path` with the settings that durability needs. */
export async function openSqlite(path: string): Promise<Database.Database> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  // -wal and -shm take the file's mode; a file that was there before may be open to others.
  chmodSync(path, 0o600);
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    // Two processes that turn the journal to WAL together can be refused without the busy handler being asked.
    const mode = await retryConflicts(async () => database.pragma('journal_mode = WAL', { simple: true }));
    invariant(mode === 'wal', 'SQLite metadata runs in WAL mode (the file system has to support shared memory)');
    // Acknowledged means on disk: FULL syncs the WAL at each commit, 0.1 ms here.
    database.exec(synced);
    database.pragma('foreign_keys = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma('cache_size = -32768');
    database.pragma('journal_size_limit = 67108864');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** An opened file, as several dialects share it: its prepared statements, and whose turn it is. */
export interface SqliteFile {
  readonly database: Database.Database;
  readonly statements: StatementCache;
  readonly lock: TransactionLock;
}

export function shareSqlite(database: Database.Database): SqliteFile {
  return { database, statements: new StatementCache(database), lock: new TransactionLock() };
}

/**
 * `unsynced` commits do not wait for the disk: a power loss may take them back until the next synced commit of the file,
 * whose sync is theirs too. A killed process loses none of them.
 */
export function sqliteDialect(file: SqliteFile, commits: 'synced' | 'unsynced' = 'synced'): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new GuardedDriver(new SqliteDriver(file, commits === 'synced')),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * One connection, because better-sqlite3 is synchronous: a statement runs to its end before the event loop turns, so a
 * reader never waits for a writer of this process longer than the writer's own work, and a second connection would
 * gain nothing. That holds as long as a transaction awaits nothing but its own queries: then all of it runs as
 * microtasks. The driver enforces this rule: a transaction still open when the event loop turns is doomed, and
 * whoever waits for it (perhaps the transaction itself, by a query on `db`, which would never end) gets an error.
 *
 * Transactions begin IMMEDIATE: what they read cannot be changed by another process before they write.
 */
class SqliteDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #isSynced: boolean;

  constructor(file: SqliteFile, isSynced: boolean) {
    this.#file = file;
    this.#isSynced = isSynced;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#file, this.#isSynced);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const { database, lock } = this.#file;
    await lock.take();
    try {
      database.exec(this.#isSynced ? 'begin immediate' : `${unsynced}; begin immediate`);
    } catch (error) {
      this.#release();
      throw error;
    }
    lock.watch();
    asSqlite(connection).ownsLock = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#file.lock.assertNotDoomed();
    this.#file.database.exec('commit');
    this.#end(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { database } = this.#file;
    // SQLite has rolled back by itself after some errors (SQLITE_FULL, SQLITE_IOERR).
    if (database.inTransaction) database.exec('rollback');
    this.#end(connection);
  }

  #end(connection: DatabaseConnection): void {
    asSqlite(connection).ownsLock = false;
    this.#release();
  }

  #release(): void {
    if (!this.#isSynced) this.#file.database.exec(synced);
    this.#file.lock.release();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#file.database.close();
  }
}

/** Each within the file's lock and outside of a transaction, where alone SQLite takes it. */
const unsynced = 'pragma synchronous = NORMAL';
const synced = 'pragma synchronous = FULL';

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #isSynced: boolean;
  ownsLock = false;

  constructor(file: SqliteFile, isSynced: boolean) {
    this.#file = file;
    this.#isSynced = isSynced;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.ownsLock) return this.#run(query);
    const { database, lock } = this.#file;
    await lock.take();
    try {
      if (this.#isSynced) return this.#run(query);
      database.exec(unsynced);
      try {
        return this.#run(query);
      } finally {
        database.exec(synced);
      }
    } finally {
      lock.release();
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#file.statements.prepare(sql);
    if (!statement.reader) {
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
    }
    return { rows: statement.all(...parameters) as R[] };
  }

  // biome-ignore lint/correctness/useYield: GuardedConnection refuses streaming
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('not supported');
  }
}

/** Texts whose statements are kept prepared. */
const cachedStatements = 300;

/**
 * Prepared statements by their text, the most recently used. Preparing takes 4 to 20 µs, for an insert into a table of
 * many indexes more than running it; a small query has eight statements.
 */
class StatementCache {
  readonly #database: Database.Database;
  #known = new LruCache<Database.Statement<unknown[]>>(cachedStatements);

  constructor(database: Database.Database) {
    this.#database = database;
  }

  prepare(sql: string): Database.Statement<unknown[]> {
    const known = this.#known.get(sql);
    if (known) return known;
    const statement = this.#database.prepare<unknown[]>(sql);
    if (/^(select|insert|update|delete)\b/i.test(sql)) this.#known.set(sql, statement, 1);
    // A table may have changed, and with it the columns of a statement.
    else this.#known = new LruCache(cachedStatements);
    return statement;
  }
}

function asSqlite(connection: DatabaseConnection): SqliteConnection {
  invariant(connection instanceof SqliteConnection, 'a SQLite connection comes from its own driver');
  return connection;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Held by one transaction or one statement at a time; given on in the order of asking. */
class TransactionLock {
  #held = false;
  #doomed: Error | undefined;
  #watch: NodeJS.Immediate | undefined;
  readonly #waiters: Waiter[] = [];

  async take(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    if (this.#doomed !== undefined) throw this.#doomed;
    await new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  release(): void {
    clearImmediate(this.#watch);
    this.#doomed = undefined;
    const next = this.#waiters.shift();
    if (next === undefined) this.#held = false;
    else next.resolve();
  }

  /** From now until `release`, the holder may not let the event loop turn. */
  watch(): void {
    this.#watch = setImmediate(() => {
      this.#doomed = new Error('invariant violated: a metadata transaction awaits nothing but its own queries');
      for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#doomed);
    });
  }

  assertNotDoomed(): void {
    if (this.#doomed !== undefined) throw this.#doomed;
  }
}
