import { sessionDriver } from '../session-driver.ts';
import { openBigquery } from './connect-bigquery.ts';
import { checkUse, discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';

export const bigqueryDriver = sessionDriver({
  open: openBigquery,
  check: checkUse,
  discover: discoverTables,
  extract: extractTable,
});
