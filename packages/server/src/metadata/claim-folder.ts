import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Makes this process the only one that works in the data folder, until it ends, however it ends: an
 * exclusive lock of SQLite on a file of its own, which the operating system gives back. Throws when
 * another process has it.
 */
export function claimFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new Database(join(dataDir, 'lock'), { timeout: 1000 });
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(
      `another Quern works in the data folder '${dataDir}'; stop it first, or give this one a folder of its own with QUERN_DATA_DIR`,
      { cause: error },
    );
  }
  return () => lock.close();
}
