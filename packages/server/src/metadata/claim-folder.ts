import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Makes this process the only one with the data folder, until the process ends in any way. The
 * claim is an exclusive lock of SQLite on a separate file, and the operating system releases the
 * lock. Throws if another process has the lock.
 */
export function claimFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new Database(join(dataDir, 'lock'), { timeout: 1000 });
  try {
    // Nothing is ever written to the file, and a journal on disk would need space that may be
    // missing.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('SQLITE_BUSY'))
      throw new Error(
        `the data folder '${dataDir}' cannot be claimed (${code}: ${(error as Error).message}); ${code === 'SQLITE_FULL' ? 'its disk is full: make room' : 'look at its disk and its rights'}`,
        { cause: error },
      );
    throw new Error(
      `another Quern works in the data folder '${dataDir}'; stop it first, or give this one a folder of its own with QUERN_DATA_DIR`,
      { cause: error },
    );
  }
  return () => lock.close();
}
