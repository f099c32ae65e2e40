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
 * Makes SQLite and PostgreSQL behave as one: the same values are accepted, errors mean the same, a
 * statement on its own is retried on conflict, and a transaction in which a statement failed cannot
 * commit. (PostgreSQL answers COMMIT with a silent ROLLBACK there; SQLite would commit the rest.)
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
      // Also where it is not known to be on disk: it may be there all the same.
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
      // The server has rolled back what a lost connection left open; the error that led here says
      // more than this one.
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
  /** By the present transaction; null: who knows what. */
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
 * Text, safe integers, bytes and null are all that both databases keep alike: PostgreSQL refuses
 * NUL in text, SQLite stores NaN as null and unsafe integers rounded.
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
