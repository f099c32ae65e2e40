import { sql } from 'kysely';
import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * Deleted databases with remaining rows. Before this table, a sweep had to check every database.
 */
export const removedDatabases: Migration = {
  version: 6,
  name: 'removed-databases',
  async up(context) {
    await createTable(context, 'removed_databases', {
      columns: { id: 'text', removed_at: 'integer', look_at: 'integer' },
      primaryKey: ['id'],
    });
    await sql`insert into removed_databases (id, removed_at, look_at)
      select database_id, 0, 0 from (select database_id from database_contexts union select database_id from results
        union select database_id from query_runs) as named
      where database_id not in (select id from databases)`.execute(context.trx);
  },
};
