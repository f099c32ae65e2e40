import Database from 'better-sqlite3';
import type { SourceSession } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { mapSqliteError } from './map-sqlite-error.ts';
import type { FileEncoding } from './type-map.ts';

export interface SqliteFile extends SourceSession {
  readonly database: Database.Database;
}

/** Maximum wait for a writer's lock. */
const busyTimeoutMs = 5_000;

/**
 * Opens the file for reading; nothing in the file may load extensions or write. The caller closes
 * the database.
 */
export async function openSqlite(
  context: SourceContext,
  config: SourceConfig,
): Promise<SqliteFile> {
  const path = String(config.path);
  const mapError = (thrown: unknown) =>
    context.signal.aborted
      ? new SourceError('cancelled', `Reading '${path}' was cancelled`)
      : mapSqliteError(thrown, path);
  const actual = await context.resolveFile(path);
  try {
    const database = new Database(actual, {
      readonly: true,
      fileMustExist: true,
      timeout: busyTimeoutMs,
    });
    // Views and generated columns of a foreign file may call no function with effects.
    database.pragma('trusted_schema = OFF');
    database.pragma('query_only = ON');
    database.pragma('cell_size_check = ON');
    return { database, mapError, close: async () => void database.close() };
  } catch (error) {
    throw mapError(error);
  }
}

export interface SqliteColumn {
  readonly name: string;
  readonly declared: string;
  readonly notNull: boolean;
  /** Position in the primary key from 1; 0: not in the key. */
  readonly keyPosition: number;
}

export function encodingOf(database: Database.Database): FileEncoding {
  return String(database.pragma('encoding', { simple: true })).toLowerCase() as FileEncoding;
}

/** Columns of a table or view, without the hidden columns of virtual tables. */
export function columnsOf(database: Database.Database, table: string): SqliteColumn[] {
  const rows = database
    .prepare<[string], { name: string; type: string; notnull: number; pk: number; hidden: number }>(
      'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid',
    )
    .all(table);
  return rows
    .filter(({ hidden }) => hidden !== 1)
    .map(({ name, type, notnull, pk }) => ({
      name,
      declared: type,
      notNull: notnull === 1,
      keyPosition: pk,
    }));
}
