import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { badRequest } from '../kernel/errors.ts';
import { invariant } from '../kernel/invariant.ts';
import { isUnavailable, mapMetadataError } from './map-metadata-error.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { type TableChanges, tableWritten } from './table-changes.ts';

/**
 * Gives SQLite and PostgreSQL the same behaviour: both accept the same values, errors have the same
 * meaning, single statements retry on conflict, and a transaction with a failed statement cannot
 * commit. (PostgreSQL answers COMMIT with a silent ROLLBACK in this case; SQLite would commit the
 * rest.)
 */
export class GuardedDriver implements Driver {
  readonly #inner: Driver;
  readonly #changes: TableChanges;

  constructor(inner: Driver, changes: TableChanges) {
    this.#inner = inner;
    this.#changes = changes;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new GuardedConnection(await this.#inner.acquireConnection(), this.#changes);
    } catch (error) {
      throw mapMetadataError(error);
    }
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const guarded = asGuarded(connection);
    try {
      await this.#inner.beginTransaction(guarded.inner, settings);
    } catch (error) {
      throw mapMetadataError(error);
    }
    guarded.inTransaction = true;
    guarded.failure = undefined;
    guarded.written.clear();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const guarded = asGuarded(connection);
    if (guarded.failure !== undefined) throw guarded.failure.error;
    try {
      await this.#inner.commitTransaction(guarded.inner);
    } catch (error) {
      throw mapMetadataError(error);
    } finally {
      // A failed write may still be on disk, so the tables count as changed.
      for (const table of guarded.written) this.#changes.note(table);
    }
    guarded.inTransaction = false;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const guarded = asGuarded(connection);
    guarded.inTransaction = false;
    try {
      await this.#inner.rollbackTransaction(guarded.inner);
    } catch (error) {
      // The server rolls back the open transaction of a lost connection. The first error says more
      // than this error.
      if (!isUnavailable(error)) throw error;
    }
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(asGuarded(connection).inner);
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  inTransaction = false;
  /** The first error of a statement in the present transaction. */
  failure: { readonly error: unknown } | undefined;
  /** Tables written by the present transaction; null: an unknown table. */
  readonly written = new Set<string | null>();
  readonly #changes: TableChanges;

  constructor(inner: DatabaseConnection, changes: TableChanges) {
    this.inner = inner;
    this.#changes = changes;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const table = tableWritten(query.sql);
    try {
      for (const parameter of query.parameters) assertStorable(parameter);
      if (this.inTransaction) {
        if (table !== undefined) this.written.add(table);
        return await this.inner.executeQuery<R>(query);
      }
      try {
        return await retryConflicts(() => this.inner.executeQuery<R>(query));
      } finally {
        if (table !== undefined) this.#changes.note(table);
      }
    } catch (error) {
      const mapped = mapMetadataError(error);
      if (this.inTransaction) this.failure ??= { error: mapped };
      throw mapped;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing streams from the metadata; lists are paged
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('metadata queries are not streamed; page through them');
  }
}

function asGuarded(connection: DatabaseConnection): GuardedConnection {
  invariant(
    connection instanceof GuardedConnection,
    'a metadata connection comes from its own driver',
  );
  return connection;
}

/**
 * Only text, safe integers, bytes and null have the same value on both databases: PostgreSQL
 * refuses NUL in text, SQLite stores NaN as null and rounds unsafe integers.
 */
export function assertStorable(parameter: unknown): void {
  if (typeof parameter === 'string') {
    if (parameter.includes('\0'))
      throw badRequest('Text must not contain a NUL character; remove it and send it again');
    return;
  }
  const isStorable =
    parameter === null || Number.isSafeInteger(parameter) || parameter instanceof Uint8Array;
  invariant(isStorable, 'metadata holds text, safe integers, bytes and null only');
}
