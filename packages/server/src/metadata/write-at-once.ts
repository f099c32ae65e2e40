import type { CompiledQuery } from 'kysely';
import { assertStorable } from './guarded-driver.ts';
import { mapMetadataError } from './map-metadata-error.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { SqliteFile } from './sqlite-dialect.ts';
import { tableWritten } from './table-changes.ts';

/**
 * `Metadata.write` on SQLite without the library's connection handling: all in one call of the
 * event loop.
 */
export async function writeAtOnce(
  file: SqliteFile,
  statements: readonly CompiledQuery[],
  isSynced: boolean,
): Promise<boolean> {
  for (const { parameters } of statements) parameters.forEach(assertStorable);
  try {
    const isWritten = await retryConflicts(() => inTurn(file, statements));
    if (isWritten && isSynced) await file.sync.request();
    return isWritten;
  } catch (error) {
    throw mapMetadataError(error);
  }
}

async function inTurn(file: SqliteFile, statements: readonly CompiledQuery[]): Promise<boolean> {
  const { lock, changes } = file;
  await lock.take();
  try {
    return runAll(file, statements);
  } finally {
    // A failed write may still be on disk, so the tables count as changed.
    for (const { sql } of statements) changes.note(tableWritten(sql) ?? null);
    lock.release();
  }
}

function runAll(file: SqliteFile, statements: readonly CompiledQuery[]): boolean {
  const { database, transactions } = file;
  const [only, ...others] = statements;
  if (only && others.length === 0) return hasChanged(file, only);
  try {
    transactions.begin.run();
    const isWritten = statements.every((statement) => hasChanged(file, statement));
    transactions[isWritten ? 'commit' : 'rollback'].run();
    return isWritten;
  } catch (error) {
    // SQLite has already rolled back after some errors (SQLITE_FULL, SQLITE_IOERR).
    if (database.inTransaction) transactions.rollback.run();
    throw error;
  }
}

function hasChanged({ statements }: SqliteFile, { sql, parameters }: CompiledQuery): boolean {
  return statements.prepare(sql).statement.run(...parameters).changes > 0;
}
