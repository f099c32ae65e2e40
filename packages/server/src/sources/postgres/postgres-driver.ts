import type { SourceDriver } from '../source.ts';
import { openPostgres } from './connect-postgres.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';

export const postgresDriver: SourceDriver = {
  async check(context, config) {
    const session = await openPostgres(context, config);
    try {
      const { rows } = await session.client.query<{ server_version: string }>('SHOW server_version');
      return { version: `PostgreSQL ${rows[0]?.server_version ?? ''}`.trim() };
    } catch (error) {
      throw session.mapError(error);
    } finally {
      await session.close();
    }
  },

  async *discover(context, config, filter) {
    const session = await openPostgres(context, config);
    try {
      yield* discoverTables(session.client, filter);
    } catch (error) {
      throw session.mapError(error);
    } finally {
      await session.close();
    }
  },

  async *extract(context, config, request) {
    const session = await openPostgres(context, config);
    try {
      return yield* extractTable(session, request);
    } catch (error) {
      throw session.mapError(error);
    } finally {
      await session.close();
    }
  },
};
