import type { SourceDriver } from '../source.ts';
import { discoverTables } from './discover.ts';
import { extractTable } from './extract.ts';
import { openSqlite } from './open-sqlite.ts';

export const sqliteDriver: SourceDriver = {
  async check(context, config) {
    const { database, mapError } = await openSqlite(context, config);
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      return { version: `SQLite ${String(database.prepare('SELECT sqlite_version()').pluck().get())}` };
    } catch (error) {
      throw mapError(error);
    } finally {
      database.close();
    }
  },

  async *discover(context, config, filter) {
    const { database, mapError } = await openSqlite(context, config);
    try {
      yield* discoverTables(database, filter);
    } catch (error) {
      throw mapError(error);
    } finally {
      database.close();
    }
  },

  async *extract(context, config, request) {
    const { database, mapError } = await openSqlite(context, config);
    try {
      return yield* extractTable(database, context.signal, request);
    } catch (error) {
      throw mapError(error);
    } finally {
      database.close();
    }
  },
};
