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
 * SQLite waits for another process's write lock inside the statement, and so holds the event loop;
 * the rest of the wait is done asynchronously by `retryConflicts`.
 */
const busyTimeoutMs = 5;

/**
 * Opens (or creates, readable by the owner only) the file at `path` with the settings that
 * durability needs.
 */
export async function openSqlite(path: string): Promise<Database.Database> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  // -wal and -shm take the file's mode; a file that was there before may be open to others.
  chmodSync(path, 0o600);
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    // Two processes that turn the journal to WAL together can be refused without the busy handler
    // being asked.
    const mode = await retryConflicts(async () =>
      database.pragma('journal_mode = WAL', { simple: true }),
    );
    invariant(
      mode === 'wal',
      'SQLite metadata runs in WAL mode (the file system has to support shared memory)',
    );
    // A commit only writes the WAL; who acknowledges it waits for `WalSync`, which many commits
    // share.
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
 * An opened file, as several dialects share it: its prepared statements, whose turn it is, and its
 * syncs.
 */
export interface SqliteFile {
  readonly database: Database.Database;
  readonly statements: StatementCache;
  /** What begins and ends a transaction, prepared. */
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
 * With what other connections have committed (https://sqlite.org/pragma.html#pragma_data_version):
 * 2 to 5 µs, so what is asked for together is told the same.
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
      // Whoever then reads the rows is told why.
      unread -= 1;
      told = unread;
    }
    return told;
  });
}

type SyncFile = (file: number) => Promise<void>;

/**
 * Whoever writes through a `synced` dialect hears of it when it is on disk. `unsynced` writes do
 * not wait: a power loss may take them back until the next sync of the file, which is theirs too. A
 * killed process loses none of them.
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
 * Brings the WAL to disk for all commits that wait for it at once, beside the event loop: a commit
 * that syncs by itself (`synchronous = FULL`) held the whole process for 0.3 to 5 ms, one client
 * after another. Frames of a WAL are read up to the first that is not whole
 * (https://sqlite.org/wal.html#walformat), so what is on disk is always a number of whole commits
 * in their order. SQLite syncs the WAL itself before a checkpoint, and its header when it begins
 * anew.
 */
class WalSync {
  readonly #database: Database.Database;
  readonly #lock: TransactionLock;
  readonly #syncFile: SyncFile;
  readonly #shared = new SharedSync(() => this.#sync());
  #file: number | undefined;
  /**
   * After a failed sync the kernel may hold lost pages for clean, and the next sync would say that
   * all is well.
   */
  #isDoubtful = false;

  constructor(database: Database.Database, lock: TransactionLock, syncFile: SyncFile) {
    this.#database = database;
    this.#lock = lock;
    this.#syncFile = syncFile;
  }

  /**
   * Resolves when all that was committed before the call is on disk; rejects with the system's
   * error.
   */
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
      // The file is there as long as a connection is open that has committed.
      this.#file ??= openSync(`${this.#database.name}-wal`, 'r');
      await this.#syncFile(this.#file);
      this.#isDoubtful = false;
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  /**
   * Writes the pages of the WAL into the database file, which is synced: none of it rests on the
   * WAL any more.
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
 * event loop turns, so a reader never waits for a writer of this process longer than the writer's
 * own work, and a second connection would gain nothing. That holds as long as a transaction awaits
 * nothing but its own queries: then all of it runs as microtasks. The driver enforces this rule: a
 * transaction still open when the event loop turns is doomed, and whoever waits for it (perhaps the
 * transaction itself, by a query on `db`, which would never end) gets an error.
 *
 * Transactions begin IMMEDIATE: what they read cannot be changed by another process before they
 * write.
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
    // Kysely also comes here after a commit whose sync failed: that one has ended, and another may
    // be open.
    if (!asSqlite(connection).ownsLock) return;
    const { database, transactions } = this.#file;
    // SQLite has rolled back by itself after some errors (SQLITE_FULL, SQLITE_IOERR).
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
  /** A statement of the present transaction, or the last one on its own, has changed something. */
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
 * Characters of the texts whose statements are kept prepared, some 300 usual ones: a statement is
 * the larger the longer its text, and one that lists a thousand ids would stand for many.
 */
const cachedCharacters = 256 * 2 ** 10;
/** What a statement takes beside, in the same measure. */
const statementCharacters = 500;

/**
 * Prepared statements by their text, the most recently used. Preparing takes 4 to 20 µs, for an
 * insert into a table of many indexes more than running it; a small query has eight statements.
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
    // A table may have changed, and with it the columns of a statement.
    else this.#known = new LruCache(cachedCharacters);
    return prepared;
  }
}

/** A statement, and the names of what its rows have; null where it gives none. */
interface Prepared {
  readonly statement: Database.Statement<unknown[]>;
  readonly columns: readonly string[] | null;
}

/** 100 rows of 19 columns in 0.24 ms; as the library makes them in 0.43. */
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
