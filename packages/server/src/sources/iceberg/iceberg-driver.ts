import { sessionDriver } from '../session-driver.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';
import { RestCatalog } from './rest-catalog.ts';

export const icebergDriver = sessionDriver({
  open: RestCatalog.open,
  check: async (catalog) => {
    await catalog.check();
    return { version: 'Iceberg REST catalog' };
  },
  discover: discoverTables,
  extract: extractTable,
});
