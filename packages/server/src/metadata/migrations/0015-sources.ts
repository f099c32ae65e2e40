import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * Columns and tables for connections to sources: secrets, discovered tables, and outcomes of
 * fetches.
 */
export const sources: Migration = {
  version: 15,
  name: 'sources',
  async up({ trx, dialect }) {
    const text = columnType('text?', dialect);
    for (const column of ['secrets', 'discovery']) {
      await trx.schema.alterTable('connections').addColumn(column, text).execute();
    }
    for (const column of ['source', 'sync']) {
      await trx.schema.alterTable('lake_tables').addColumn(column, text).execute();
    }
    for (const column of ['error_code', 'progress']) {
      await trx.schema.alterTable('jobs').addColumn(column, text).execute();
    }
  },
};
