import { type CompiledQuery, Kysely, type Transaction } from 'kysely';
import { retryConflicts } from './retry-conflicts.ts';
import type { MetadataSchema } from './schema.ts';
import { openSqlite, shareSqlite, sqliteDialect } from './sqlite-dialect.ts';
import { TableChanges } from './table-changes.ts';
import { writeAtOnce } from './write-at-once.ts';

export type MetadataKind = 'sqlite' | 'postgres';
export type MetadataTransaction = Transaction<MetadataSchema>;
/** The handle for reads and single-statement writes: the database itself or a transaction. */
export type MetadataHandle = Kysely<MetadataSchema>;

export interface Metadata {
  /**
   * Handle for reads, and for writes of one statement whose condition depends on the written row
   * only.
   */
  readonly db: MetadataHandle;
  /**
   * Handle for single-statement writes that are not yet acknowledged to any caller. On SQLite these
   * writes do not wait for the disk, and a power loss reverts writes without a later commit of
   * `db`. On PostgreSQL the handle equals `db`.
   */
  readonly unsynced: MetadataHandle;
  readonly kind: MetadataKind;
  /** Counts of this process's writes per table. */
  readonly changes: TableChanges;
  /**
   * Runs `work` in one serializable transaction and returns its value; an error rolls everything
   * back. Conflicts cause retries, so `work` may run several times and must change nothing but the
   * database. `work` awaits nothing but queries on `trx`: on SQLite the whole process waits for the
   * transaction, and the driver refuses other awaits. `work` may not swallow a statement's error:
   * the transaction can no longer commit.
   */
  transaction<T>(work: (trx: MetadataTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs printed statements (`PrintedStatement`) in one transaction. Each statement must change a
   * row and may read only that row. Returns false, with nothing written, if a statement changes no
   * row. `synced` writes as `db` does, otherwise as `unsynced` does.
   */
  write(
    statements: readonly CompiledQuery[],
    options: { readonly synced: boolean },
  ): Promise<boolean>;
  /**
   * Calls `listener` after the commit of `trx`, and never after a rollback. The listener must not
   * throw.
   */
  afterCommit(trx: MetadataTransaction, listener: () => void): void;
  close(): Promise<void>;
}

export interface OpenMetadataOptions {
  /** Maximum PostgreSQL connections of this process; default 10. */
  readonly maxConnections?: number;
  /** Called for PostgreSQL connections that broke while idle. */
  readonly onConnectionError?: (error: Error) => void;
}

/**
 * Opens the metadata at `url`: `sqlite:/path/file.db` (created if absent) or
 * `postgres://user:password@host/name`. Creates no tables; see migrate.ts. Throws a plain Error for
 * any other form of url. An unreachable PostgreSQL fails at the first query, with
 * SERVICE_UNAVAILABLE.
 */
export async function openMetadata(
  url: string,
  options: OpenMetadataOptions = {},
): Promise<Metadata> {
  if (url.startsWith('sqlite:')) {
    const file = shareSqlite(await openSqlite(sqlitePath(url)));
    const db = new Kysely<MetadataSchema>({ dialect: sqliteDialect(file) });
    const unsynced = new Kysely<MetadataSchema>({ dialect: sqliteDialect(file, 'unsynced') });
    const metadata = createMetadata('sqlite', file.changes, db, unsynced);
    return {
      ...metadata,
      write: (statements, { synced }) => writeAtOnce(file, statements, synced),
    };
  }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    const { maxConnections = 10, onConnectionError = () => {} } = options;
    const { openPostgresPool, postgresDialect } = await import('./postgres-dialect.ts');
    const pool = openPostgresPool(url, { maxConnections, onConnectionError });
    const changes = new TableChanges();
    return createMetadata(
      'postgres',
      changes,
      new Kysely<MetadataSchema>({ dialect: postgresDialect(pool, changes) }),
    );
  }
  throw new Error("the metadata url must begin with 'sqlite:' or 'postgres://'");
}

/** `sqlite:/a/b.db`, `sqlite:///a/b.db` and `sqlite:b.db` (from the working directory). */
export function sqlitePath(url: string): string {
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.startsWith('//'))
    throw new Error("a SQLite metadata url is 'sqlite:' and the path of a file");
  return path;
}

/**
 * SERIALIZABLE on PostgreSQL. SQLite runs one writing transaction at a time, so code that reads,
 * decides and writes is correct. Only SERIALIZABLE makes the same code correct on PostgreSQL: READ
 * COMMITTED loses updates, and under REPEATABLE READ each of two transactions can break the other's
 * check. The price is retries.
 */
function createMetadata(
  kind: MetadataKind,
  changes: TableChanges,
  db: MetadataHandle,
  unsynced: MetadataHandle = db,
): Metadata {
  const listeners = new WeakMap<MetadataTransaction, (() => void)[]>();
  const runOnce = async <T>(work: (trx: MetadataTransaction) => Promise<T>): Promise<T> => {
    const builder =
      kind === 'postgres' ? db.transaction().setIsolationLevel('serializable') : db.transaction();
    let committed: MetadataTransaction | undefined;
    const value = await builder.execute((trx) => {
      committed = trx;
      return work(trx);
    });
    if (committed !== undefined) for (const listener of listeners.get(committed) ?? []) listener();
    return value;
  };
  const transaction: Metadata['transaction'] = (work) => retryConflicts(() => runOnce(work));
  return {
    db,
    unsynced,
    kind,
    changes,
    transaction,
    write: (statements) => writeInTransaction(db, statements),
    afterCommit: (trx, listener) => {
      const present = listeners.get(trx);
      if (present === undefined) listeners.set(trx, [listener]);
      else present.push(listener);
    },
    close: () => db.destroy(),
  };
}

/**
 * READ COMMITTED: a statement that reads only its own row waits for the row's lock and reads again.
 * SERIALIZABLE would also abort the statement for other rows, because PostgreSQL reads a small
 * table whole to find one row.
 */
async function writeInTransaction(
  db: MetadataHandle,
  statements: readonly CompiledQuery[],
): Promise<boolean> {
  const hasChanged = async (handle: MetadataHandle, statement: CompiledQuery) =>
    ((await handle.executeQuery(statement)).numAffectedRows ?? 0n) > 0n;
  const [only, ...others] = statements;
  if (only && others.length === 0) return hasChanged(db, only);
  const unchanged = new Error('a statement changed no row');
  const builder = db.transaction().setIsolationLevel('read committed');
  try {
    await retryConflicts(() =>
      builder.execute(async (trx) => {
        for (const statement of statements)
          if (!(await hasChanged(trx, statement))) throw unchanged;
      }),
    );
    return true;
  } catch (error) {
    if (error === unchanged) return false;
    throw error;
  }
}

export interface HasMetadata {
  readonly metadata: Metadata;
}
