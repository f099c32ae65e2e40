import { sessionDriver } from '../session-driver.ts';
import { openMysql } from './connect-mysql.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';

export const mysqlDriver = sessionDriver({
  open: openMysql,
  check: async ({ isMariaDb, version }) => ({
    version: `${isMariaDb ? 'MariaDB' : 'MySQL'} ${version}`,
  }),
  discover: discoverTables,
  extract: extractTable,
});
