import type { SourceDriver } from '../source.ts';
import { openMysql } from './connect-mysql.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';

export const mysqlDriver: SourceDriver = {
  async check(context, config) {
    const session = await openMysql(context, config);
    await session.close();
    return { version: session.isMariaDb ? `MariaDB ${session.version}` : `MySQL ${session.version}` };
  },

  async *discover(context, config, filter) {
    const session = await openMysql(context, config);
    try {
      yield* discoverTables(session, filter);
    } catch (error) {
      throw session.mapError(error);
    } finally {
      await session.close();
    }
  },

  async *extract(context, config, request) {
    const session = await openMysql(context, config);
    try {
      return yield* extractTable(session, request);
    } catch (error) {
      throw session.mapError(error);
    } finally {
      await session.close();
    }
  },
};
