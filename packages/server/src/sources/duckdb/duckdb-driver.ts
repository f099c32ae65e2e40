import { sessionDriver } from '../session-driver.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';
import { openDuckdb } from './open-duckdb.ts';

export const duckdbDriver = sessionDriver({
  open: openDuckdb,
  check: async ({ engine: { connection } }) => {
    const version = await connection.runAndReadAll('SELECT version()');
    return { version: `DuckDB ${String(version.getRows()[0]?.[0]).replace(/^v/, '')}` };
  },
  discover: discoverTables,
  extract: extractTable,
});
