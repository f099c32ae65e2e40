import { type CompiledQuery, Kysely, type Transaction } from 'kysely';
import { retryConflicts } from './retry-conflicts.ts';
import type { MetadataSchema } from './schema.ts';
import { openSqlite, shareSqlite, sqliteDialect } from './sqlite-dialect.ts';
import { TableChanges } from './table-changes.ts';
import { writeAtOnce } from './write-at-once.ts';

export type MetadataKind = 'sqlite' | 'postgres';
export type MetadataTransaction = Transaction<MetadataSchema>;
/** What a read or a single-statement write takes: the database itself or a transaction on it. */
export type MetadataHandle = Kysely<MetadataSchema>;

export interface Metadata {
  /** For reads, and for writes of one statement whose condition looks at the written row only. */
  readonly db: MetadataHandle;
  /**
   * The same for writes of a statement that nobody has been told of: on SQLite they do not wait for
   * the disk, and a power loss takes those back that no later commit of `db` came after. On
   * PostgreSQL it is `db`.
   */
  readonly unsynced: MetadataHandle;
  readonly kind: MetadataKind;
  /** What this process has written. */
  readonly changes: TableChanges;
  /**
   * Runs `work` in one serializable transaction and gives its value; an error rolls everything
   * back. `work` may run several times (conflicts are retried), so it changes nothing but the
   * database, and it awaits nothing but queries on `trx`: on SQLite the whole process waits for it,
   * and the driver refuses transactions that do otherwise. A statement's error may not be
   * swallowed: the transaction cannot commit after it.
   */
  transaction<T>(work: (trx: MetadataTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs statements that were printed before (`PrintedStatement`) in one transaction, each of which
   * is to change a row and looks at that row only; false, and nothing is written, where one does
   * not. `synced` as `db` writes, else as `unsynced`.
   */
  write(
    statements: readonly CompiledQuery[],
    options: { readonly synced: boolean },
  ): Promise<boolean>;
  /** Calls `listener` once `trx` is committed, and never if it is not. It must not throw. */
  afterCommit(trx: MetadataTransaction, listener: () => void): void;
  close(): Promise<void>;
}

export interface OpenMetadataOptions {
  /** PostgreSQL connections of this process; default 10. */
  readonly maxConnections?: number;
  /** Told about PostgreSQL connections that broke while idle. */
  readonly onConnectionError?: (error: Error) => void;
}

/**
 * Opens the metadata at `url`: `sqlite:/path/file.db` (created when absent) or
 * `postgres://user:password@host/name`. Brings no tables; see migrate.ts. Throws a plain Error on
 * another form of url; a PostgreSQL that cannot be reached shows at the first query, as
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
 * SERIALIZABLE on PostgreSQL: SQLite runs one writing transaction at a time, so code that reads,
 * decides and writes is right there; only this level makes the same code right on PostgreSQL, where
 * READ COMMITTED loses updates and REPEATABLE READ lets two transactions each break what the other
 * one checked. Its price is retries.
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
 * READ COMMITTED: a statement that looks at the row it changes alone waits for who holds it and
 * looks again. SERIALIZABLE would also abort it for other rows, since PostgreSQL reads a small
 * table whole for one of them.
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
