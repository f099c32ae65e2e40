import { chmodSync, closeSync, fdatasync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
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
import { SharedSync } from './shared-sync.ts';
import { TableChanges } from './table-changes.ts';

/**
 * SQLite waits for another process's write lock inside the statement, and blocks the event loop.
 * `retryConflicts` does the longer wait asynchronously.
 */
const busyTimeoutMs = 5;

/**
 * Opens the file at `path` with the settings for durability; a new file is readable by its owner
 * only.
 */
export async function openSqlite(path: string): Promise<Database.Database> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  // -wal and -shm take the mode of the file; an existing file may be readable by others.
  chmodSync(path, 0o600);
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    // Two processes that switch the journal to WAL together can be refused without a call of the
    // busy handler.
    const mode = await retryConflicts(async () =>
      database.pragma('journal_mode = WAL', { simple: true }),
    );
    invariant(
      mode === 'wal',
      'SQLite metadata runs in WAL mode (the file system has to support shared memory)',
    );
    // A commit only writes the WAL. Acknowledgements wait for `WalSync`, which many commits share.
    database.pragma('synchronous = NORMAL');
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

/**
 * An open file that several dialects share: prepared statements, the lock of transactions, and
 * syncs.
 */
export interface SqliteFile {
  readonly database: Database.Database;
  readonly statements: StatementCache;
  /** Prepared statements for the start and the end of transactions. */
  readonly transactions: Readonly<Record<'begin' | 'commit' | 'rollback', Database.Statement>>;
  readonly lock: TransactionLock;
  readonly sync: WalSync;
  readonly changes: TableChanges;
}

/** `syncFile` brings the file of a descriptor to disk. */
export function shareSqlite(
  database: Database.Database,
  syncFile: SyncFile = promisify(fdatasync),
): SqliteFile {
  const lock = new TransactionLock();
  const sync = new WalSync(database, lock, syncFile);
  return {
    database,
    statements: new StatementCache(database),
    transactions: {
      begin: database.prepare('begin immediate'),
      commit: database.prepare('commit'),
      rollback: database.prepare('rollback'),
    },
    lock,
    sync,
    changes: changesOf(database),
  };
}

/**
 * Includes commits of other connections (https://sqlite.org/pragma.html#pragma_data_version). A
 * read takes 2 to 5 µs, so questions in the same turn share one answer.
 */
function changesOf(database: Database.Database): TableChanges {
  const version = database.prepare('pragma data_version').pluck();
  let unread = 0;
  let told: number | undefined;
  const forget = () => {
    told = undefined;
  };
  return new TableChanges(() => {
    if (told !== undefined) return told;
    process.nextTick(forget);
    try {
      told = version.get() as number;
    } catch {
      // The next read of the rows reports the error.
      unread -= 1;
      told = unread;
    }
    return told;
  });
}

type SyncFile = (file: number) => Promise<void>;

/**
 * A write through a `synced` dialect resolves when on disk. `unsynced` writes do not wait: a power
 * loss may revert them until the file's next sync, which includes them. A killed process loses none
 * of them.
 */
export function sqliteDialect(
  file: SqliteFile,
  commits: 'synced' | 'unsynced' = 'synced',
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      new GuardedDriver(new SqliteDriver(file, commits === 'synced'), file.changes),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Syncs the WAL for all waiting commits at once, outside the event loop. Commits with their own
 * sync (`synchronous = FULL`) blocked the whole process for 0.3 to 5 ms, one client after another.
 * SQLite reads the frames of a WAL up to the first incomplete one
 * (https://sqlite.org/wal.html#walformat), so the disk always has a number of whole commits in
 * order. SQLite itself syncs the WAL before a checkpoint, and the header of a restarted WAL.
 */
class WalSync {
  readonly #database: Database.Database;
  readonly #lock: TransactionLock;
  readonly #syncFile: SyncFile;
  readonly #shared = new SharedSync(() => this.#sync());
  #file: number | undefined;
  /**
   * After a failed sync the kernel may consider lost pages clean, and the next sync would report
   * success.
   */
  #isDoubtful = false;

  constructor(database: Database.Database, lock: TransactionLock, syncFile: SyncFile) {
    this.#database = database;
    this.#lock = lock;
    this.#syncFile = syncFile;
  }

  /** Resolves when all commits before the call are on disk; rejects with the system's error. */
  request(): Promise<void> {
    return this.#shared.request();
  }

  async close(): Promise<void> {
    await this.#shared.idle();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #sync(): Promise<void> {
    try {
      if (this.#isDoubtful) await this.#checkpoint();
      // The file exists while a connection that has committed is open.
      this.#file ??= openSync(`${this.#database.name}-wal`, 'r');
      await this.#syncFile(this.#file);
      this.#isDoubtful = false;
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  /**
   * Writes the pages of the WAL into the database file and syncs the file, so no commit depends on
   * the WAL any more.
   */
  async #checkpoint(): Promise<void> {
    await this.#lock.take();
    try {
      const [{ busy }] = this.#database.pragma('wal_checkpoint(FULL)') as [{ busy: number }];
      if (busy !== 0)
        throw Object.assign(new Error('the checkpoint was not whole'), { code: 'EIO' });
    } finally {
      this.#lock.release();
    }
  }
}

/**
 * One connection, because better-sqlite3 is synchronous: a statement runs to its end before the
 * event loop turns. A reader waits for a writer of this process no longer than the writer's own
 * work, and a second connection would gain nothing. The argument requires that a transaction awaits
 * nothing but its own queries: then all of the transaction runs as microtasks. The driver enforces
 * this rule. A transaction still open when the event loop turns is doomed, and all waiters get an
 * error, including the transaction itself if it waits for a query on `db` that would never end.
 *
 * Transactions begin IMMEDIATE, so other processes cannot change the rows read before the
 * transaction writes.
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
    const { transactions, lock } = this.#file;
    await lock.take();
    try {
      transactions.begin.run();
    } catch (error) {
      lock.release();
      throw error;
    }
    lock.watch();
    asSqlite(connection).ownsLock = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { transactions, lock, sync } = this.#file;
    lock.assertNotDoomed();
    transactions.commit.run();
    this.#end(connection);
    if (this.#isSynced && asSqlite(connection).hasWritten) await sync.request();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Kysely also rolls back after a commit whose sync failed. The transaction has ended, and
    // another may be open.
    if (!asSqlite(connection).ownsLock) return;
    const { database, transactions } = this.#file;
    // SQLite has already rolled back after some errors (SQLITE_FULL, SQLITE_IOERR).
    if (database.inTransaction) transactions.rollback.run();
    this.#end(connection);
  }

  #end(connection: DatabaseConnection): void {
    asSqlite(connection).ownsLock = false;
    this.#file.lock.release();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#file.sync.close();
    this.#file.database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #isSynced: boolean;
  ownsLock = false;
  /**
   * True if a statement of the present transaction, or the last single statement, has changed rows.
   */
  hasWritten = false;

  constructor(file: SqliteFile, isSynced: boolean) {
    this.#file = file;
    this.#isSynced = isSynced;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.ownsLock) return this.#run(query);
    const { lock, sync } = this.#file;
    await lock.take();
    let result: QueryResult<R>;
    try {
      this.hasWritten = false;
      result = this.#run(query);
    } finally {
      lock.release();
    }
    if (this.#isSynced && this.hasWritten) await sync.request();
    return result;
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, columns } = this.#file.statements.prepare(sql);
    if (!statement.readonly) this.hasWritten = true;
    if (columns === null) {
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
    }
    const found = statement.all(...parameters) as unknown[][];
    return { rows: found.map((values) => rowOf(columns, values) as R) };
  }

  // biome-ignore lint/correctness/useYield: GuardedConnection refuses streaming
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('not supported');
  }
}

/**
 * Total characters of the texts of prepared statements, about 300 usual statements. The memory of a
 * statement grows with its text: a statement with a thousand ids counts as many.
 */
const cachedCharacters = 256 * 2 ** 10;
/** Fixed weight of a prepared statement, in characters. */
const statementCharacters = 500;

/**
 * The most recently used prepared statements, by text. Preparing takes 4 to 20 µs; for an insert
 * into a table with many indexes, more than the execution. A small query has eight statements.
 */
class StatementCache {
  readonly #database: Database.Database;
  #known = new LruCache<Prepared>(cachedCharacters);

  constructor(database: Database.Database) {
    this.#database = database;
  }

  prepare(sql: string): Prepared {
    const known = this.#known.get(sql);
    if (known) return known;
    const statement = this.#database.prepare<unknown[]>(sql);
    const columns = statement.reader ? statement.raw().columns() : null;
    const prepared = { statement, columns: columns?.map(({ name }) => name) ?? null };
    const weight = statementCharacters + sql.length;
    if (/^(select|insert|update|delete)\b/i.test(sql)) this.#known.set(sql, prepared, weight);
    // Other statements may change a table, and with it the columns of a cached statement.
    else this.#known = new LruCache(cachedCharacters);
    return prepared;
  }
}

/** A statement with the column names of its rows; null for a statement without rows. */
interface Prepared {
  readonly statement: Database.Statement<unknown[]>;
  readonly columns: readonly string[] | null;
}

/** 100 rows of 19 columns take 0.24 ms; with the library's row objects 0.43. */
function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index];
  return row;
}

function asSqlite(connection: DatabaseConnection): SqliteConnection {
  invariant(
    connection instanceof SqliteConnection,
    'a SQLite connection comes from its own driver',
  );
  return connection;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Held by one transaction or one statement at a time, in the order of requests. */
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

  /** Forbids the holder, from now until `release`, to let the event loop turn. */
  watch(): void {
    this.#watch = setImmediate(() => {
      this.#doomed = new Error(
        'invariant violated: a metadata transaction awaits nothing but its own queries',
      );
      for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#doomed);
    });
  }

  assertNotDoomed(): void {
    if (this.#doomed !== undefined) throw this.#doomed;
  }
}
