import { sessionDriver } from '../session-driver.ts';
import { openPostgres } from './connect-postgres.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';

export const postgresDriver = sessionDriver({
  open: openPostgres,
  check: async ({ client }) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { version: `PostgreSQL ${rows[0]?.server_version ?? ''}`.trim() };
  },
  discover: discoverTables,
  extract: (session, request, context, config) =>
    extractTable(session, request, {
      connections: Number(config.read_connections),
      open: (signal) =>
        openPostgres({ ...context, signal: AbortSignal.any([context.signal, signal]) }, config),
    }),
});
