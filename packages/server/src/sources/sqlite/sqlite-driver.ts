import { sessionDriver } from '../session-driver.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';
import { openSqlite } from './open-sqlite.ts';

export const sqliteDriver = sessionDriver({
  open: openSqlite,
  check: async ({ database }) => {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return {
      version: `SQLite ${String(database.prepare('SELECT sqlite_version()').pluck().get())}`,
    };
  },
  discover: ({ database }, filter) => discoverTables(database, filter),
  extract: ({ database }, request, { signal }) => extractTable(database, signal, request),
});
