import { sessionDriver } from '../session-driver.ts';
import { checkUse } from './check-use.ts';
import { openSnowflake } from './connect-snowflake.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';

export const snowflakeDriver = sessionDriver({
  open: openSnowflake,
  check: checkUse,
  discover: discoverTables,
  extract: extractTable,
});
